"""What positions are worth under best play by all: one way to ask, whether points count or, in Null, tricks."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Protocol

from tafelwerk.solvers.skat.cards import WIN, Game, Seat, bits
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.rules import Position, legal, play, start

SLOTS = 20
"""The solver's table, as a power of two: the hardest deals fill smaller ones."""


class Judge(Protocol):
    """Knows what positions of one game are worth to the declarer: points at the end; in Null 1 if won, else 0."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""

    def won(self, position: Position) -> bool:
        """Whether the declarer wins."""

    def reaches(self, position: Position, value: int) -> bool:
        """Whether the position is worth at least so much."""

    def value(self, position: Position) -> int:
        """What the position is worth."""

    def cards(self, position: Position) -> dict[int, int]:
        """What it is worth after each card that may be played, the highest first."""


class _Points:
    """Suit games and Grand."""

    def __init__(self) -> None:
        from tafelwerk.solvers.skat.doubledummy import DoubleDummy

        self._solver = DoubleDummy(SLOTS)
        self._guess: int | None = None

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position, WIN)

    def reaches(self, position: Position, value: int) -> bool:
        return self._solver.won(position, value)

    def value(self, position: Position) -> int:
        # positions asked about in turn are mostly worth the same
        self._guess = self._solver.points(position, self._guess)
        return self._guess

    def cards(self, position: Position) -> dict[int, int]:
        return self._solver.cards(position)


class _Null:
    """Null."""

    def __init__(self) -> None:
        from tafelwerk.solvers.skat.null import NullSolver

        self._solver = NullSolver()

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position)

    def reaches(self, position: Position, value: int) -> bool:
        return value <= 0 or (value == 1 and self._solver.won(position))

    def value(self, position: Position) -> int:
        return int(self._solver.won(position))

    def cards(self, position: Position) -> dict[int, int]:
        return {card: int(won) for card, won in self._solver.cards(position).items()}


def judge_of(game: Game) -> Judge:
    """A judge of a game, its kernels loaded."""
    first: Judge = _Null() if game is Game.NULL else _Points()
    small = start(Deal((0b111, 0b111 << 3, 0b111 << 6)), game, Seat.FOREHAND)
    first.won(small)
    first.cards(small)
    return _Null() if game is Game.NULL else _Points()


def best_card(judge: Judge, position: Position, value: int) -> int:
    """The highest card that keeps what a position is worth.

    Args:
        judge: who knows.
        position: one with cards left to play.
        value: what it is worth.
    """
    alone = position.to_move is position.declarer
    for card in bits(legal(position)):
        after = play(position, card)
        if judge.reaches(after, value) if alone else not judge.reaches(after, value + 1):
            return card
    raise AssertionError(f"no card keeps {value}")


class Watch:
    """Seconds that something took."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Watch]:
    """Measures the block, by the wall clock."""
    watch, begin = Watch(), perf_counter()
    yield watch
    watch.seconds = perf_counter() - begin
