"""Mastermind, Bulls and Cows, word lists, tables of answers.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    advice (next, parts, explain), costs (summary, compare, curve, bound, gamma, adversary), questions
Answers:      answers
Parameters:   parameters (games, strategies, histories; how answers are read: `reply`), game_files (words, tables of answers)
Computed:     next_query (a query, its price and work), puzzle_making; few codes without numpy in advice
The book:     problems (games that it holds as search problems)
Looks:        pictures (the sheet, too), figures
In play:      play; commands for `play`, `puzzle` and `build`
Builds:       builds; rows in rows

| in the sources | here | meaning |
|---|---|---|
| guess, question | query | what is asked, one of `queries`; it may be the code |
| P, C | `pegs`, `colors` | places of a code, and colours, numbered from 0 |
| (b, w) | answer, `right,elsewhere` | right places, and right colours elsewhere; as a number b + t (t + 1) / 2, t = b + w |
| M, of m codes | `codes`, `left` | codes that the answers so far leave |
| m <M> | `total` | queries from here on, summed over the codes left; `mean` and `expected` are <M> |
| H_alpha | `Entropy`, `alpha` | queries of greatest Rényi entropy; None for infinity |
| LEX, MIX | `tie` | the first of the tied queries, or each with equal chance |
| gamma, Gamma | `Constants` | least and greatest <M> / log2 m |
"""

from typing import Any

HELP = "Mastermind, Bulls and Cows, word lists: entropy strategies and optimal trees."

FIRST = (
    "tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1",
    'tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2"',
)
"""What to ask the book first."""

COMMANDS = {
    "adversary": ("costs", "What if the codemaker chooses, too?"),
    "explain": ("advice", "Why this guess?"),
    "summary": ("costs", "How many guesses does a strategy need?"),
    "compare": ("costs", "Which strategy needs the fewest guesses?"),
    "next": ("advice", "What should I guess next?"),
    "parts": ("advice", "How much does a guess tell?"),
    "bound": ("costs", "How few guesses can it take at best?"),
    "gamma": ("costs", "How far from the best can entropy be?"),
    "curve": ("costs", "Which order of entropy is best?"),
    "play": ("commands", ""),
    "puzzle": ("commands", "A puzzle: which code is it?"),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "next", "parts", "explain", "puzzle"),
    "Strategies": ("summary", "compare", "curve", "adversary"),
    "Bounds": ("bound", "gamma"),
}
"""What commands are for, in the order of help."""

PLAY = (
    (
        "mastermind",
        "mastermind play",
        "Break a code of coloured pegs, or think of one.",
        dict.fromkeys(("--name", "--words", "--queries", "--score", "--hard"), "")
        | {
            "GAME": "Game: 4x6 for four pegs of six colours, or 4x10-distinct. Default: 4x6.",
            "--strategy": "Strategy: optimal, or hA for greatest entropy of order A, such as h0, h1, hinf. Default: optimal.",
        },
    ),
    (
        "wordle",
        "mastermind play --name wordle --strategy h1",
        "Find a word of your own list, as in Wordle, or think of one.",
        dict.fromkeys(("--pegs", "--colors", "--distinct", "--palette"), "")
        | {
            "GAME": "Name of a word list in the book, in place of --words FILE.",
            '--history "crane G-Y--; ..."': "Guesses and their answers so far: green, yellow and grey letters.",
        },
    ),
)
"""Games in play: name, command, what the player does, and what help says of options that other games have, too."""

NOTATION = r"\d+ ?[x×*] ?\d+([ -]distinct)?|(bulls([ -]*(and|&)?[ -]*cows)?|moo|super[ -]mastermind|superhirn)"
"""Games as they are named beside their own names."""

ROW_BYTES = {"": 238.0}
"""Bytes per row of the standard book's file, for estimates."""


def _ties(ctx: object) -> tuple[str, ...]:
    from tafelwerk.families.mastermind.rules import TIES

    return TIES


def _word_lists(ctx: Any) -> list[str]:
    from tafelwerk.commands.completion import book_of
    from tafelwerk.tables.names import cached_names, word_lists

    with book_of(ctx) as book:
        return cached_names(word_lists, book, "mastermind")


COMPLETIONS = {
    "--strategy": ("optimal", "h0", "h0.5", "h1", "h2", "hinf"),
    "--tie": _ties,
    "--name": _word_lists,
}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""
