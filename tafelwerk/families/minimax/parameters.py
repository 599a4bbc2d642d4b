"""Types of parameters that several questions and builds share."""

import re
from collections.abc import Sequence
from typing import Annotated, cast

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax.rules.chance_games import MOST_PAIRS, Objective
from tafelwerk.families.minimax.rules.games import HEAP_GAMES, GameOfTwo, HeapSum, game_of_two, read_heaps
from tafelwerk.families.minimax.rules.heaps import (
    LARGEST_HEAP,
    LARGEST_PERIODIC,
    NOTHING_LEFT,
    ONE_LEFT,
    HeapGame,
    checked_heaps,
    octal_game,
    subtraction_game,
)
from tafelwerk.parameters import Parameter
from tafelwerk.spelling import name_key

CODES = {
    "Kayles": "0.77",
    "Dawson's Kayles": "0.07",
    "Dawson's chess": "0.137",
    "Treblecross": "0.007",
    "Officers": "0.6",
}
"""Codes of the octal games that have a name of their own."""

NIM = "nim"
"""The name of Nim, in which a move takes any number of tokens from a heap; no code of finite length has such a game."""


def read_code(text: str) -> str:
    """The code of an octal game, given the code or its name, however that is spelled; errors as of `octal_game`.

    Raises:
        InputError: the name is that of another game of heaps.
    """
    own = {"grundysgame": "grundy", "grundy": "grundy", NIM: NIM}.get(name_key(text))
    if own is not None:
        raise InputError(f"{in_quotes(text)} has no octal code; ask: tafelwerk minimax {own} HEAP...")
    return octal_game(_named_codes().get(name_key(text), text)).code


# no letter follows the last one of the kind, so that each place is tried once
_IN_WORDS = re.compile(r"(.*[^\W\d](?:[^\w\s]|\d)*)\s+(\d[\d.,;+\s]*)", re.DOTALL)
_RANGE = re.compile(r"([0-9]{1,9})(?:-|\.\.|:)([0-9]{1,9})")
_SIZES = re.compile(r"\s*\d[\d,;+\s]*")


def with_colons(text: str) -> str:
    """The name of a game of heaps with colons, nim:4+5+6, of its words "nim 4 5 6" or "nim:4 5 6"; another text as it
    is."""
    name, _, sizes = text.strip().rpartition(":")
    has_code = name.partition(":")[0].strip().lower() in ("octal", "subtraction")
    if is_of_heaps(name) and has_code == (":" in name) and _SIZES.fullmatch(sizes):
        return f"{name}:{'+'.join(sizes.replace('+', ' ').split())}"
    words = _IN_WORDS.fullmatch(text.strip())
    if words is None or not is_of_heaps(words[1]):
        return text
    kind, code, heaps = words[1], "", words[2]
    if kind.lower() in ("octal", "subtraction"):
        code, _, heaps = heaps.partition(" ")
    return ":".join(filter(None, (kind, code, "+".join(heaps.replace("+", " ").split()))))


def read_game_of_two(text: str) -> GameOfTwo:
    """The game of two players as `game_of_two` reads it, Nim as nim:3+5+7, octal games by their names, too, kayles:12, and games
    of heaps in words, nim 3 5 7.

    Raises:
        InputError: as of `game_of_two`.
    """
    text = with_colons(text)
    kind, _, heaps = text.strip().partition(":")
    code = _named_codes().get(name_key(kind))
    if code is None and name_key(kind) != NIM:
        return game_of_two(text)
    if not heaps:
        raise InputError(f"{in_quotes(text)} has no heaps: write {kind}:7, or {kind}:7+5+3 for several")
    if code is not None:
        return game_of_two(f"octal:{code}:{heaps}")
    # what heaps may be is the same in all games
    sizes = cast("HeapSum", game_of_two(f"subtraction:1:{heaps}")).heaps
    return HeapSum(HeapGame(NIM, (0, *[NOTHING_LEFT | ONE_LEFT] * max(sizes))), sizes)


def is_of_heaps(text: str) -> bool:
    """Whether a name is that of a game of heaps, as `read_game_of_two` reads it."""
    kind = text.partition(":")[0].strip()
    return kind.lower() in HEAP_GAMES or name_key(kind) in {*_named_codes(), NIM}


def _named_codes() -> dict[str, str]:
    return {name_key(name): code for name, code in CODES.items()}


def read_sum(given: Sequence[str | int], most: int = LARGEST_PERIODIC) -> tuple[int, ...]:
    """The heaps of a sum, from numbers, or from words of one or more heaps.

    Raises:
        InputError: there are no heaps, too many words, or a heap has an invalid size.
    """
    ranges = (_RANGE.fullmatch(item) for item in given if isinstance(item, str))
    if bounds := next(filter(None, ranges), None):
        low, high = bounds.groups()
        raise InputError(
            f"{in_quotes(bounds[0])} is a range; one position is asked about at a time, and values of many heaps are rows: "
            f'tafelwerk sql "FROM minimax.grundy WHERE heap BETWEEN {low} AND {high}"'
        )
    if all(isinstance(item, str) for item in given):
        return tuple(read_heaps(" ".join(map(str, given)), most))
    return checked_heaps([item for item in given if not isinstance(item, str)], most=most)


def read_set(given: str | Sequence[int]) -> tuple[int, ...]:
    """The numbers of a subtraction set, ascending; raises the errors of `subtraction_game`."""
    return tuple(subtraction_game(given).takes(ONE_LEFT))


Code = Annotated[
    str,
    Parameter(
        "CODE",
        "Code of the game, such as 0.77, 0.137 or 4.007, or its name: Kayles, Dawson's Kayles, Dawson's chess, Treblecross.",
        parse=read_code,
        is_argument=True,
    ),
]
"""Code of an octal game, without trailing zeros."""

Numbers = Annotated[
    Sequence[int],
    Parameter(
        "SET",
        "Numbers of tokens that a move may take, such as 1,2,5.",
        parse=read_set,
        reads_lists=True,
        write=lambda numbers: ",".join(map(str, numbers)),
        is_argument=True,
    ),
]
"""A subtraction set, ascending."""

Heaps = Annotated[
    Sequence[int],
    Parameter(
        "H",
        "Heap of H tokens, to ask for its value and winning moves; several make a sum.",
        parse=read_sum,
        option="--heap",
        several=True,
    ),
]

LARGEST = Parameter("H", "Largest heap; smaller ones are included.", 1, LARGEST_HEAP, is_argument=False)
LargestHeap = Annotated[int, LARGEST]

Misere = Annotated[bool, Parameter("", "Misere play: a player who cannot move wins.")]

RuleName = Annotated[
    str,
    Parameter(
        "pass|forced",
        "Rule of Memory. pass: two known cards that do not match may be turned, and two such turns in a row end the game. "
        "forced: every turn takes a pair or turns an unseen card; if that matches a known card, the match may be declined by "
        "showing another known card, not an unseen one.",
    ),
]

ObjectiveName = Annotated[
    str,
    Parameter(
        "gain|win",
        "Objective of Memory. gain: mean of own pairs minus the opponent's; win: chance of more pairs minus that of fewer.",
    ),
]

Lead = Annotated[
    int,
    Parameter(
        "D",
        "Lead of the mover in pairs, in Memory with --objective win. Default: 0.",
        -MOST_PAIRS[Objective.WIN],
        MOST_PAIRS[Objective.WIN],
        needs=("objective",),
        fallback=lambda objective: 0 if objective == Objective.WIN else None,
    ),
]
