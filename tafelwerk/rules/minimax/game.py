"""What a game is: a start, moves, a test whether it is over, and a utility; with dice, nodes where chance moves.

Max wants the utility as great as can be, Min as small. A state says all that play can depend on, who is to move among
it. Any class with these methods is a game. The lecture's "Nim", where a move splits a heap into two that differ and who
cannot move loses, may stand as an example; a state is the heaps, and who is to move:

    Heaps = tuple[tuple[int, ...], Turn]

    class Splitting:
        def __init__(self, heap: int) -> None:
            self.start = ((heap,), Turn.MAX)

        def to_move(self, state: Heaps) -> Turn:
            return state[1]

        def moves(self, state: Heaps) -> list[tuple[int, int]]:
            return [(heap, part) for heap in state[0] for part in range(1, (heap + 1) // 2)]

        def after(self, state: Heaps, move: tuple[int, int]) -> Heaps:
            heaps, (heap, part) = list(state[0]), move
            heaps.remove(heap)
            return tuple(sorted([*heaps, part, heap - part])), state[1].other

        def is_over(self, state: Heaps) -> bool:
            return not self.moves(state)

        def utility(self, state: Heaps) -> int:
            return -1 if state[1] is Turn.MAX else 1

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Beschreibung eines Spiels" and
"Kombinatorische Spiele mit Zufallselementen".
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Protocol, TypeVar

from tafelwerk.errors import InputError

Utility = int | Fraction
"""What an end is worth to Max. Exact."""

Bound = int | Fraction | float
"""An end of a window: a utility, or an infinity."""


MOST_LEVELS = 200
"""Levels of a tree that is written out, and moves that a search looks ahead."""


class Turn(StrEnum):
    """Who moves."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"

    @property
    def other(self) -> "Turn":
        """The other player; of chance, chance."""
        return {Turn.MAX: Turn.MIN, Turn.MIN: Turn.MAX}.get(self, self)


State = TypeVar("State")
Move = TypeVar("Move")


class Game(Protocol[State, Move]):
    """A game of two without chance; every play ends."""

    @property
    def start(self) -> State:
        """The state play starts from."""
        ...

    def to_move(self, state: State, /) -> Turn:
        """Who moves; asked where the game is not over."""
        ...

    def moves(self, state: State, /) -> Sequence[Move]:
        """The moves, at least one where the game is not over."""
        ...

    def after(self, state: State, move: Move, /) -> State:
        """The state that a move leads to."""
        ...

    def is_over(self, state: State, /) -> bool:
        """Whether the game is over."""
        ...

    def utility(self, state: State, /) -> Utility:
        """What the end is worth to Max; asked where the game is over."""
        ...


class ChanceGame(Game[State, Move], Protocol[State, Move]):
    """A game with chance nodes: states where `to_move` is CHANCE."""

    def chances(self, state: State, /) -> Sequence[tuple[Fraction, State]]:
        """What chance can do, and how likely each is; asked at chance nodes, which have no moves."""
        ...


def check_decision(turn: Turn) -> Turn:
    """The turn itself.

    Raises:
        InputError: it is chance's.
    """
    if turn is Turn.CHANCE:
        raise InputError("a game with chance nodes has no minimax value; ask expectiminimax")
    return turn
