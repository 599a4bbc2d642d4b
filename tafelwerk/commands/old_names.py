"""Options by names that are not today's: those that version 0.1 gave them are understood by commands that have no option of that
name, and shown nowhere; those that an option has elsewhere, or that newcomers try, are answered with what is meant.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from shlex import quote
from typing import Any

OLD_NAMES: Mapping[str, tuple[str, ...]] = {
    "--answers": ("--history",),
    "--as": ("--agent",),
    "--attempts": ("--tries",),
    "--auto": ("--deals",),
    "--cards": ("--cards-each",),
    "--count": ("--most",),
    "--depth": ("--levels",),
    "--first": ("--most",),
    "--games": ("--skip",),
    "--limit": ("--most", "--positions"),
    "--most": ("--positions",),
    "--moves": ("--history",),
    "--open": ("--open-cards", "--browse"),
    "--opponents": ("--against",),
    "--order": ("--ordering",),
    "--played": ("--history",),
    "--player": ("--agent",),
    "--players": ("--agents",),
    "--position": ("--seat", "--declarer", "--at"),
    "--random": ("--deals",),
    "--seconds": ("--timeout",),
    "--step": ("--solver",),
}
"""Today's names by the old one; a command has the first of them that it knows."""

MEANINGS = {
    "--against": ("--rival", ""),
    "--alpha": ("--tie", "one order of the entropy: tafelwerk mastermind summary GAME --strategy h0.777"),
    "--aspect": ("--for", "{} FIGURE --for slides is 16:9 with large letters"),
    "--check": ("--solution", "--solution shows the code; {} --help"),
    "--codes": ("--words", ""),
    "--csv": ("--format", "rows as CSV: {} ... --format csv"),
    "--data": ("FIGURE", "rows of a figure: tafelwerk sql --query FIGURE -o FILE.csv"),
    "--deals": ("--worlds", ""),
    "--file": ("STATEMENT", "statements of a file: {} < FILE"),
    "--first": ("--turn", ""),
    "--filter": ("--only", ""),
    "--font-size": ("--for", "{} FIGURE --for slides has large letters"),
    "--format": (
        "--json",
        "{} prints text or, with --json, a document; Markdown and CSV of rows: tafelwerk sql --format",
    ),
    "--from": ("--terminals", "the two nodes: {} ... --terminals S,T"),
    "--hard": ("--strategies", 'hard mode is part of a strategy: {} ... --strategies "optimal hard,h1 hard"'),
    "--heap": ("GAME", "the heap follows the game: {} subtraction HEAP --moves A,B"),
    "--host": ("--port", "{} shows the book on this machine alone; tafelwerk atlas writes pages to give away"),
    "--k": ("--against", "the agent with its playouts: {} ... --against mc:200"),
    "--k2": ("--rival", ""),
    "--list": ("--queries", ""),
    "--max": (
        "HEAP...",
        "at most 3 of a heap: tafelwerk minimax subtraction 1,2,3 --heap 21, ... play subtraction:1,2,3:21",
    ),
    "--misere": ("GAME", "heaps are answered under misere play, not played: tafelwerk minimax nim 3 5 7 --misere"),
    "--separator": ("--format", ""),
    "--size": ("--for", "{} FIGURE --for slides is 16:9 with large letters"),
    "--slide": ("--for", "{} FIGURE --for slides"),
    "--slides": ("--for", "{} FIGURE --for slides"),
    "--to": ("--terminals", "the two nodes: {} ... --terminals S,T"),
    "--where": ("--only", ""),
    "--wordlist": ("--words", ""),
    "-f": ("STATEMENT", "statements of a file: {} < FILE"),
}
"""What is meant by an option that a command has under no old name either: the option or argument that says it, and a sentence,
with a place for the command, where the name alone does not say how."""

_DRAWS_GAME = "tafelwerk games explain FILE -o FILE.svg"
_LISTS_CODES = 'tafelwerk mastermind next 4x6 --history "AABC BWW" --all'

MEANT_COMMANDS = {
    "dresher optimal": "tafelwerk dresher hider N",
    "dresher optimum": "tafelwerk dresher hider N",
    "dresher tree": "tafelwerk dresher searcher N",
    "games draw": _DRAWS_GAME,
    "games plot": "tafelwerk games summary FILE -o FILE.svg",
    "games sheet": "tafelwerk sheet games FILE",
    "games tree": _DRAWS_GAME,
    "mastermind codes": _LISTS_CODES,
    "mastermind left": _LISTS_CODES,
    "mastermind opener": "tafelwerk mastermind next 4x6",
    "mastermind opening": "tafelwerk mastermind next 4x6",
    "mastermind simulate": "tafelwerk mastermind summary 4x6 --strategy h1",
    "mastermind solve": 'tafelwerk mastermind next 4x6 --history "AABC BWW"',
    "mastermind tree": "tafelwerk sheet mastermind 2x3",
    "mastermind worst": "tafelwerk mastermind summary 4x6",
    "minimax dawson": "tafelwerk minimax octal 0.07",
    "minimax kayles": "tafelwerk minimax octal 0.77",
}
"""Command lines by what newcomers try in their place."""


def meaning_of(option: str, names: Collection[str]) -> tuple[str, str]:
    """What is meant by an option that a command does not have, as in `MEANINGS`; that option itself where nothing is known.

    Args:
        option: as it was given.
        names: the command's options, and the placeholders of its arguments.
    """
    name, sentence = MEANINGS.get(option, (option, ""))
    return (name, sentence) if name in names else (option, "")


def current_name(option: str, options: Mapping[str, Any]) -> str:
    """Today's name of an option, which may have lost a hyphen; the name itself where no other is known.

    Args:
        option: as it was given.
        options: the options of the command, by name.
    """
    names = (option, f"-{option}" if option.startswith("-") else "", *OLD_NAMES.get(option, ()))
    return next((name for name in names if name in options), option)


def bare_option(words: Sequence[str], options: Mapping[str, Any]) -> tuple[str, str] | None:
    """The first word that is an option's name without hyphens, and how that is written: "k" or "k=20", and "--k 20".

    Args:
        words: the words behind a command's name.
        options: the options of the command, by name.
    """
    is_value, lines = False, {}
    for word, after in pairwise([*words, ""]):
        name, _, value = word.partition("=")
        param = None if is_value else options.get(f"--{name}")
        if param is not None:
            value = "" if getattr(param, "is_flag", False) else value or after or param.metavar or ""
            lines[word] = f"--{name} {quote(value)}".removesuffix(" ''")
        is_value = not is_value and not getattr(options.get(word), "is_flag", True)
    # a word may be a game of that name, too
    return min(lines.items(), key=lambda line: "=" not in line[0], default=None)


def with_current_names(words: Sequence[str], options: Mapping[str, Any], *, is_group: bool = False) -> list[str]:
    """The words behind a command's name, with today's names of its options.

    Args:
        words: the words.
        options: the options of the command, by name.
        is_group: whether the first word that is no option names a command, whose words follow.
    """
    return [*_rename(iter(words), options, is_group)]


def _rename(words: Iterator[str], options: Mapping[str, Any], is_group: bool) -> Iterator[str]:
    for word in words:
        if word == "--" or (is_group and word[:1] != "-"):
            yield word
            yield from words
            return
        option_name, joined, value = word.partition("=")
        option = current_name(option_name, options)
        yield f"{option}{joined}{value}"
        if not joined and not getattr(options.get(option), "is_flag", True):
            yield from islice(words, 1)
