"""Mastermind, Bulls and Cows, word lists, tables of answers.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Mastermind, Bulls and Cows, word lists: entropy strategies and optimal trees."

FIRST = (
    "tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1",
    'tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2"',
)
"""What to ask the book first."""

COMMANDS = {
    "adversary": "questions",
    "explain": "explanation",
    "summary": "questions",
    "next": "questions",
    "parts": "questions",
    "bound": "questions",
    "gamma": "questions",
    "curve": "questions",
    "play": "commands",
    "puzzle": "commands",
}
"""Commands, in the order of help, and the modules of the questions that they ask, or of functions that do more."""

PLAY = (
    ("mastermind", "mastermind play", "Break a code of coloured pegs; with --as maker, think of one."),
    (
        "wordle",
        "mastermind play --name wordle --strategy h1",
        "Find a word of your own list, as in Wordle; with --hard in hard mode, with --as maker think of one.",
    ),
)
"""Games in play: name, command and what the player does."""
