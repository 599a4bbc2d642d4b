"""Protocol of a game: a start, moves, a test whether it is over, and a utility; with dice, chance nodes.

Max maximises the utility, Min minimises it. A state holds everything that play depends on, including the player to move.
Any class with these methods is a game. An example is the lecture's "Nim": a move splits a heap into two of different
sizes, and a player who cannot move loses. A state is the heaps and the player to move:

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
"""Value of a final state to Max. Exact."""

Bound = int | Fraction | float
"""An end of a window: a utility, or an infinity."""


MOST_LEVELS = 200
"""Most levels of a tree that is written out, and most moves that a search looks ahead."""


class Turn(StrEnum):
    """Who moves."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"

    @property
    def other(self) -> "Turn":
        """The other player; for chance, chance itself."""
        return {Turn.MAX: Turn.MIN, Turn.MIN: Turn.MAX}.get(self, self)


State = TypeVar("State")
Move = TypeVar("Move")


class Game(Protocol[State, Move]):
    """A game of two players without chance, in which every play ends."""

    @property
    def start(self) -> State:
        """The state play starts from."""
        ...

    def to_move(self, state: State, /) -> Turn:
        """The player to move; asked only while the game is not over."""
        ...

    def moves(self, state: State, /) -> Sequence[Move]:
        """The moves; at least one while the game is not over."""
        ...

    def after(self, state: State, move: Move, /) -> State:
        """The state that a move leads to."""
        ...

    def is_over(self, state: State, /) -> bool:
        """Whether the game is over."""
        ...

    def utility(self, state: State, /) -> Utility:
        """Value of a final state to Max; asked only when the game is over."""
        ...


class ChanceGame(Game[State, Move], Protocol[State, Move]):
    """A game with chance nodes: states where `to_move` is CHANCE."""

    def chances(self, state: State, /) -> Sequence[tuple[Fraction, State]]:
        """Probabilities and successors of a chance node; asked only there, since a chance node has no moves."""
        ...


def check_decision(turn: Turn) -> Turn:
    """The turn itself, if a player moves.

    Raises:
        InputError: chance moves.
    """
    if turn is Turn.CHANCE:
        raise InputError("a game with chance nodes has no minimax value; use expectiminimax")
    return turn
