"""Judges that search: values of positions in points, or in Null won or lost."""

from abc import ABC, abstractmethod

from tafelwerk.families.skat.rules.cards import WIN, Game, Seat, bits
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Judge, Position, legal, play, start

_SLOTS = 20  # of the solver's table, as a power of two: the hardest deals fill smaller ones


def judge_of(game: Game) -> Judge:
    """A solver for one game, with its kernels loaded."""
    judge = _Null if game is Game.NULL else _Points
    first, small = judge(), start(Deal((0b111, 0b111 << 3, 0b111 << 6)), game, Seat.FOREHAND)
    first.won(small)
    first.cards(small)
    return judge()


class _Searching(ABC):
    """The search returns the best card only, not the values of the others."""

    @abstractmethod
    def _reaches(self, position: Position, value: int) -> bool:
        """Whether the position is worth at least `value`."""

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
        from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy

        self._solver = DoubleDummy(_SLOTS)
        self._guess = WIN

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position, WIN)

    def value(self, position: Position) -> int:
        # consecutive positions mostly have the same value
        self._guess = self._solver.points(position, self._guess)
        return self._guess

    def cards(self, position: Position) -> dict[int, int]:
        return self._solver.cards(position)

    def _reaches(self, position: Position, value: int) -> bool:
        return self._solver.won(position, value)


class _Null(_Searching):
    """Null."""

    def __init__(self) -> None:
        from tafelwerk.solvers.skat.open.null import NullSolver

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
