"""Games of your own: solve completely, query, explain and play them. Nothing of it ships with the program.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Games of your own: solve completely, query, explain and play them."

COMMANDS = {
    "list": "commands",
    "solve": "commands",
    "position": "commands",
    "explain": "commands",
    "play": "commands",
    "verify": "commands",
}
"""Commands, in the order of help, and their module: most are given a file of the game, where a question has its name."""
