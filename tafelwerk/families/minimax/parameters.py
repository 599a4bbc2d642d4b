"""Types of parameters that several questions and builds share."""

from collections.abc import Sequence
from typing import Annotated

from tafelwerk.families.minimax.rules.games import read_heaps
from tafelwerk.families.minimax.rules.heaps import (
    LARGEST_HEAP,
    LARGEST_PERIODIC,
    ONE_LEFT,
    checked_heaps,
    octal_game,
    subtraction_game,
)
from tafelwerk.families.minimax.rules.memory import MOST_PAIRS, Objective
from tafelwerk.parameters import Parameter


def read_sum(given: Sequence[str | int], most: int = LARGEST_PERIODIC) -> tuple[int, ...]:
    """The heaps of a sum, from numbers, or from words of one or more heaps.

    Raises:
        InputError: there are no heaps, too many words, or a heap has an invalid size.
    """
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
        "Code of the game, such as 0.77, 0.137 or 4.007.",
        parse=lambda text: octal_game(text).code,
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
