"""The classic toolbox: whole games, minimax trees, heap games, Memory.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    positions, heaps, chance_games, trees, explanation; `questions` lists their classes
Answers:      answers
Computed:     rows (games over ranks, heaps): rows of tasks, too
Looks:        pictures (the sheet, too), figures
In play:      play; commands for search trees from files, puzzles in batches, and games
Builds:       builds

    in the source      name here                  meaning
    g(n)               value, grundy              Grundy value of a heap of n tokens
    d_k                HeapGame.digits[k]         what a move that takes k tokens may leave: 1 nothing, 2 one heap, 4 two heaps
    p, e               period, last_exception     g(n + p) = g(n) for all n > e
    common, rare       Coset                      values with an odd number of ones under a mask, and the others (sparse space)
    rank, label        RankedGame                 number of a position; number of a move
    alpha, beta        SearchNode.window          what Max and what Min can already guarantee
    E = M - O          LINES_OPEN                 lines open to X minus lines open to O
    2-move, 1-move     First.UNSEEN, Second       an unseen card, then another unseen or a known one
    0-move             First.PASS                 two known cards, which is a pass
"""

from typing import Any

HELP = "The classic toolbox: whole games, minimax trees, heap games, Memory."

FIRST = (
    'tafelwerk minimax tictactoe "X.O......"',
    "tafelwerk minimax grundy 8 13 20",
    "tafelwerk minimax octal 0.77",
    "tafelwerk minimax memory 3 1",
)
"""What to ask the book first."""

COMMANDS = {
    "nim": ("heaps", "Who wins at Nim?"),
    "grundy": ("heaps", "Who wins Grundy's game?"),
    "octal": ("heaps", "Who wins an octal game?"),
    "subtraction": ("heaps", "Who wins a subtraction game?"),
    "memory": ("chance_games", "Which card should I turn?"),
    "tictactoe": ("positions", "Who wins tic-tac-toe from here?"),
    "solve": ("positions", "What is a position worth?"),
    "race": ("chance_games", "Who wins the dice race?"),
    "explain": ("explanation", "What is each move worth, and why?"),
    "play": ("commands", ""),
    "puzzle": ("commands", "A puzzle: which move is right?"),
    "tree": ("commands", "What does a search tree look like?"),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "puzzle"),
    "Heaps": ("nim", "grundy", "octal", "subtraction"),
    "Positions": ("tictactoe", "solve", "memory", "race", "explain"),
    "How a search works": ("tree",),
}
"""What commands are for, in the order of help."""

PLAY = (
    (
        "tictactoe",
        "minimax play tictactoe",
        "Three in a row, win or lose.",
        {
            "GAME": "Game: tictactoe, tictactoe-misere, tictactoe-wild or tictactoe-wild-misere.",
            "--at": "First position: its nine fields row by row, such as X.O...... Default: the empty board.",
        },
    ),
    (
        "notakto",
        "minimax play notakto-2",
        "Two boards of crosses; a row of three finishes a board.",
        {"GAME": "Game: notakto-2, or notakto on one board."},
    ),
    (
        "nim",
        "minimax play nim:3+5+7",
        "Take tokens from heaps; the last one wins.",
        {
            "GAME": "Game and its heaps: nim:3+5+7 for heaps of 3, 5 and 7.",
            "--at": "Heaps at the start, such as 3 4 5, none larger than those of the game. Default: those of the game.",
        },
    ),
    (
        "nim-passes",
        "minimax play nim-passes",
        "Take tokens from heaps, or pass once.",
        {"GAME": "Game: nim-passes."},
    ),
    (
        "grundy",
        "minimax play grundy:12",
        "Split heaps, or take from them, until you cannot.",
        {
            "GAME": "Game and its heaps: grundy:12, or grundy:7+5+3 for several; kayles:12, octal:0.77:12, subtraction:1,2,5:21.",
            "--at": "Heaps at the start, such as 7 5, none larger than those of the game. Default: those of the game.",
        },
    ),
    (
        "memory",
        "minimax play memory:6",
        "Turn cards and find pairs against perfect play.",
        {
            "GAME": "Game: memory:6 with six pairs, or memory:6:forced, where nobody may pass.",
            "--at": "Cards turned so far, by their numbers, such as 1 5. Default: none.",
            "--against": "Opponent: perfect or random. Default: perfect.",
        },
    ),
    (
        "burnt-pancakes",
        "minimax play burnt-pancakes-4",
        "Sort a stack of pancakes with few flips.",
        {
            "GAME": "Game: burnt-pancakes-1 to burnt-pancakes-8.",
            "--at": "Stack from the top, burnt side up with a minus, such as 1 4 -2 3. Default: drawn from the seed.",
            "--as": "",
            "--against": "",
        },
    ),
)
"""Games in play: name, command, what the player does, and what help says of options that other games have, too."""

NOTATION = (
    r"[a-z' -]+:[^:]+(:[^:]+)?|(nim|grundy|kayles|octal|subtraction [\d,]+) \d[\d.,+ ]*"
    r"|tictactoe-[a-z-]+|notakto-\d|burnt-pancakes-\d"
)
"""Games as they are named beside their own names: with their heaps or pairs, and relatives."""

ROW_BYTES = {"": 4.0}
"""Bytes per row of the standard book's file, for estimates."""


def stored_name(name: str) -> str:
    """How the tables call a game of this name: kayles is octal 0.77; "" where they have no other name for it."""
    from tafelwerk.families.minimax.parameters import CODES
    from tafelwerk.spelling import name_key

    codes = {name_key(game): f"octal {code}" for game, code in CODES.items()}
    return codes.get(name_key(name), "")


def _games(ctx: Any) -> tuple[str, ...]:
    from tafelwerk.families.minimax.rules.games import GAMES, HEAP_GAMES

    return (*GAMES, "nim", *HEAP_GAMES) if ctx.info_name in ("play", "tree") else tuple(GAMES)


COMPLETIONS = {
    "GAME": _games,
    "ORDER": ("natural", "best-first", "worst-first", "centre-first", "corners-first", "edges-first"),
    "OPPONENT": ("perfect", "random", "look-ahead:"),
}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
