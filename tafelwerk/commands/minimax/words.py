"""What the family's commands share: their app and options, numbers and lists as words."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.errors import InputError
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.minimax.rules import LARGEST_HEAP

app = App(help="The classic toolbox: whole games, minimax trees, heap games, Memory.")

MOST_HEAPS = 100
"""Heaps of a sum."""

HeapsOption = Annotated[
    list[str] | None,
    typer.Option("--heap", metavar="H", help="Tokens of a heap: its value and winning moves; several make a sum."),
]
MisereOption = Annotated[bool, typer.Option("--misere", help="Misere play: who cannot move has won.")]
RuleOption = Annotated[
    str,
    typer.Option(
        "--rule",
        metavar="pass|forced",
        help="pass: two known cards that do not match may be turned, two such turns in a row end the game; "
        "forced: a pair is taken or an unseen card turned, and the match that it makes with a known card may be declined by "
        "showing another known card, not an unseen one.",
    ),
]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        metavar="gain|win",
        help="gain: the mean of own pairs less the other's; win: the chance of more pairs less that of fewer.",
    ),
]


def heap_numbers(words: Iterable[str]) -> list[int]:
    """Words of the command line as heaps.

    Raises:
        InputError: one is no heap, or they are too many.
    """
    heaps = [whole("a heap", word, 1, LARGEST_HEAP) for word in words]
    if len(heaps) > MOST_HEAPS:
        raise InputError(f"a sum has at most {MOST_HEAPS} heaps, not {len(heaps):,}")
    return heaps


@dataclass
class Heaps:
    """The heaps that are played, if any, and by which rule they end."""

    heap: HeapsOption = None
    misere: MisereOption = False

    @cached_property
    def heaps(self) -> list[int] | None:
        """The heaps; None where the game itself is asked about."""
        return heap_numbers(self.heap) if self.heap else None
