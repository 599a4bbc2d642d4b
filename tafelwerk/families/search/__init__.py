"""Search models without a board: free search and the root model.

Nothing else of the package is imported with it: help pages and completion read these names alone.

| symbol of the source | name here | meaning |
|---|---|---|
| m | `codes`, `size` | number of equally likely codes |
| a | `width` | answers per query, in free search |
| T(m) | `total` | queries summed over all codes |
| L | `budget` | what the small parts of a query of the root model may cost together |
| r, k, S(r, k) | `removed`, `parts`, `splits[k, r]` | codes split off in at most k small parts, and their least sum of totals |
| H_alpha | `Entropy`, `h1.5` | strategy that asks the query of greatest Renyi entropy |
"""

HELP = "Search models without a board: free search, the root model."

FIRST = ("tafelwerk search free 1000 10", "tafelwerk search root 1000 --strategy h1.5")
"""What to ask the book first."""

COMMANDS = {
    "free": ("questions", "How many queries does free search need?"),
    "root": ("questions", "How many queries does the root model need?"),
    "orders": ("questions", "Which entropy is the best guide in the root model?"),
    "explain": ("questions", "Why is this the first split?"),
}
"""Commands, in the order of help: the module of the question that each asks, and what it answers, in a person's words."""

ROW_BYTES = {"": 18.3}
"""Bytes per row of the standard book's file, for estimates; under the name of a table, those of its rows."""

COMPLETIONS = {"--strategy": ("optimal", "h0", "h1", "h1.5", "h2", "hinf")}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
