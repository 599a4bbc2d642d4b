"""What positions are worth under best play by all: one way to ask, whether points count or, in Null, tricks; by search or by a
table of the deal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from tafelwerk.solvers.skat.cards import WIN, Game, Seat, bits
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.rules import Position, legal, play, start
from tafelwerk.solvers.skat.trick_starts import leader_cards, needed_keys, worth

SLOTS = 20
"""The solver's table, as a power of two: the hardest deals fill smaller ones."""

LookUp = Callable[[Collection[int]], Mapping[int, int]]
"""Values of starts of tricks by their keys, as in `trick_starts.worth`; those that it does not know are left out."""


class Judge(Protocol):
    """Knows what positions of one game are worth to the declarer: points at the end; in Null 1 if won, else 0."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    def won(self, position: Position) -> bool:
        """Whether the declarer wins."""

    def value(self, position: Position) -> int:
        """What the position is worth."""

    def cards(self, position: Position) -> dict[int, int]:
        """What it is worth after each card that may be played, the highest first."""

    def best_card(self, position: Position, value: int) -> int:
        """The highest card that keeps what a position with cards left to play is worth, `value`."""


def winning(game: Game) -> int:
    """What a position is worth at least that is won: points, or in Null 1."""
    return 1 if game is Game.NULL else WIN


def judge_of(game: Game) -> Judge:
    """A judge of a game who searches, the kernels loaded."""
    first: Judge = _Null() if game is Game.NULL else _Points()
    small = start(Deal((0b111, 0b111 << 3, 0b111 << 6)), game, Seat.FOREHAND)
    first.won(small)
    first.cards(small)
    return _Null() if game is Game.NULL else _Points()


class _Searching(ABC):
    """Who searches finds the best card without the values of the others."""

    @abstractmethod
    def _reaches(self, position: Position, value: int) -> bool:
        """Whether the position is worth at least so much."""

    def best_card(self, position: Position, value: int) -> int:
        alone = position.to_move is position.declarer
        for card in bits(legal(position)):
            after = play(position, card)
            if self._reaches(after, value) if alone else not self._reaches(after, value + 1):
                return card
        raise AssertionError(f"no card keeps {value}")


class _Points(_Searching):
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

    def value(self, position: Position) -> int:
        # positions asked about in turn are mostly worth the same
        self._guess = self._solver.points(position, self._guess)
        return self._guess

    def cards(self, position: Position) -> dict[int, int]:
        return self._solver.cards(position)

    def _reaches(self, position: Position, value: int) -> bool:
        return self._solver.won(position, value)


class _Null(_Searching):
    """Null."""

    def __init__(self) -> None:
        from tafelwerk.solvers.skat.null import NullSolver

        self._solver = NullSolver()

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position)

    def value(self, position: Position) -> int:
        return int(self._solver.won(position))

    def cards(self, position: Position) -> dict[int, int]:
        return {card: int(won) for card, won in self._solver.cards(position).items()}

    def _reaches(self, position: Position, value: int) -> bool:
        return value <= 0 or (value == 1 and self._solver.won(position))


class TableJudge:
    """A judge who asks a table of all starts of tricks of a deal, under one game and declarer, and searches nothing.

    Its methods raise LookupError where the table lacks a start, or contradicts itself.
    """

    def __init__(self, deal: Deal, look_up: LookUp) -> None:
        """No question yet.

        Args:
            deal: who held what when play began.
            look_up: the table; asked once a trick, and never twice for a key that it has.
        """
        self._cards = leader_cards(deal)
        self._look_up = look_up
        self._values: dict[int, int] = {}

    @property
    def nodes(self) -> int:
        return 0

    def gather(self, positions: Iterable[Position]) -> None:
        """Look up in one go what questions about these positions will need."""
        wanted: set[int] = set()
        for position in positions:
            wanted |= needed_keys(position, self._cards)
        wanted -= self._values.keys()
        if wanted:
            self._values.update(self._look_up(wanted))

    def won(self, position: Position) -> bool:
        return self.value(position) >= winning(position.game)

    def value(self, position: Position) -> int:
        try:
            return self._worth(position)
        except KeyError:
            self.gather([position])
            return self._worth(position)

    def cards(self, position: Position) -> dict[int, int]:
        try:
            values = self._after(position)
        except KeyError:
            self.gather([position])
            values = self._after(position)
        best = max if position.to_move is position.declarer else min
        if values and best(values.values()) != self._worth(position):
            raise LookupError(f"the start of a trick is not worth the best of its cards: {position}")
        return values

    def best_card(self, position: Position, value: int) -> int:
        for card, after in self.cards(position).items():
            if after == value:
                return card
        raise LookupError(f"no card keeps {value}: {position}")

    def _worth(self, position: Position) -> int:
        return worth(position, self._values, self._cards)

    def _after(self, position: Position) -> dict[int, int]:
        return {card: self._worth(play(position, card)) for card in bits(legal(position))}
