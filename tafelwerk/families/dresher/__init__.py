"""Dresher's guessing game: guess a number, hear higher or lower.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    questions
Answers:      answers; solutions (games that the book holds, with the proof of their value)
Computed:     solving
Looks:        layouts, plain_text (in a terminal), figures, pictures (pages, the sheet)
In play:      play, commands
Builds:       builds

| symbol of the source | name here | meaning |
|---|---|---|
| N | `n` | the hider picks one of 1 to n |
| V(N) | `value` | mean number of guesses when both sides play optimally |
| L(N) | `bound`, `plain_bound` | what the weights 2, 1, ..., 1, 2 guarantee the hider |
| a1, ..., aN | `hider`, `weights` | integer weights of the hider's strategy |
| T | `depths` | search tree: depths of 1, ..., n, 1 at the root |
| F_h, W(i, j) | `place_depths`, `placements` | depths of the places of a tree; least cost of i numbers on j places |
| P_j, B, R_0, V | `columns`, `basis`, `inverse[0]`, `column` | Dresher's own simplex method, see `solvers/dresher/textbook.py` |
"""

HELP = "Dresher's guessing game: guess a number, hear higher or lower."

FIRST = ("tafelwerk dresher searcher 7", "tafelwerk dresher value 100", "tafelwerk dresher explain 11")
"""What to ask the book first."""

COMMANDS = {
    "value": ("questions", "How many guesses does it take?"),
    "hider": ("questions", "How does one hide a number best?"),
    "searcher": ("questions", "How does one search best?"),
    "certificate": ("commands", "The proof as numbers to check"),
    "explain": ("questions", "Why is this the value?"),
    "reply": ("questions", "How does one search against a known hider?"),
    "placements": ("questions", "How does one find the best reply by hand?"),
    "few": ("questions", "Are fewer search trees enough?"),
    "matrix": ("commands", "Which ways to search are there?"),
    "simplex": ("questions", "How does the simplex method find the value?"),
    "play": ("commands", ""),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play",),
    "Optimal strategies": ("value", "hider", "searcher", "explain", "certificate"),
    "Other ways to search": ("reply", "few", "matrix"),
    "How it is computed": ("placements", "simplex"),
}
"""What commands are for, in the order of help."""

PLAY = (("dresher", "dresher play", "Guess a number from 1 to 20, or keep one in mind."),)
"""Games in play: name, command and what the player does."""

ROW_BYTES = {"": 84.0}
"""Bytes per row of the standard book's file, for estimates."""
