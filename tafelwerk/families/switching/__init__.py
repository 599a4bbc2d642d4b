"""The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents."

FIRST = (
    "tafelwerk switching winrate 9",
    'tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic',
    "tafelwerk switching duel --order 3 --cut heuristic --short mc:30",
)
"""What to ask the book first."""

COMMANDS = {
    "solve": "questions",
    "dual": "commands",
    "explain": "explanation",
    "winrate": "agents",
    "duel": "agents",
    "refute": "agents",
    "play": "commands",
    "move": "moves",
    "puzzle": "commands",
}
"""Commands, in the order of help, and the modules of the questions that they ask, or of functions that do more."""

PLAY = (("switching", "switching play", "Bridg-It: keep two ends of a board apart; with --as short, join them."),)
"""Games in play: name, command and what the player does."""
