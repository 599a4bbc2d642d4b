"""Search models without a board: free search and the root model.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Search models without a board: free search, the root model."

FIRST = ("tafelwerk search free 1000 10", "tafelwerk search root 1000 --strategy h1.5")
"""What to ask the book first."""

COMMANDS = {
    "free": "questions",
    "root": "questions",
    "explain": "explanation",
}
"""Commands, in the order of help, and the modules of the questions that they ask."""
