"""Games of your own: solve completely, query, explain and play them. Nothing of it ships with the program.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Games of your own: solve completely, query, explain and play them."

COMMANDS = {
    "list": "commands",
    "solve": "commands",
    "position": "questions",
    "explain": "questions",
    "play": "commands",
    "verify": "commands",
}
"""Commands, in the order of help, and the modules of the questions that they ask, or of functions that do more."""
