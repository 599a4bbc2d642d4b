"""Heaps of any size of a game whose Grundy values have a proved period: values, and winning moves listed and counted.

Beyond the last exception the value of a heap depends on its size modulo the period. So does the exclusive or of the two parts of
a split, as long as both parts are beyond it: one period of smaller parts shows all there is, and the others repeat it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import xor

from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame, Left

MOST_MOVES = 100
"""Greatest number of winning moves that are listed."""


@dataclass(frozen=True, slots=True)
class Winning:
    """The winning moves of heaps: the first MOST_MOVES, each with the place of its heap, and the number of all."""

    moves: tuple[tuple[int, Left], ...]
    count: int


@dataclass(frozen=True, slots=True)
class PeriodicValues:
    """Grundy values of heaps of any size.

    Attributes:
        game: the game; no move makes two heaps that must differ.
        values: the values of the heaps 0, 1, ..., last + period.
        period: the proved period.
        last: the last exception, -1 if there is none.
    """

    game: HeapGame
    values: Sequence[int]
    period: int
    last: int

    def value(self, heap: int) -> int:
        """The value of a heap."""
        first = self.last + 1
        return int(self.values[heap if heap < first else first + (heap - first) % self.period])

    def won(self, heaps: Sequence[int], misere: bool = False) -> bool:
        """Whether the player to move wins a sum of heaps, under misere play of subtraction games alone."""
        return self.value(heaps[0]) != self._losing(heaps, 0, misere)

    def winning(self, heaps: Sequence[int], misere: bool = False) -> Winning:
        """The winning moves of a sum of heaps: by place, fewest tokens taken first, then fewest heaps, then smaller parts.

        Under misere play the game must be a subtraction game.
        """
        moves: list[tuple[int, Left]] = []
        count = 0
        for place, heap in enumerate(heaps) if self.won(heaps, misere) else ():
            wanted = self._losing(heaps, place, misere)
            for taken, digit in enumerate(self.game.digits[: heap + 1]):
                rest = heap - taken
                single: list[Left] = [()] if digit & NOTHING_LEFT and rest == 0 and wanted == 0 else []
                single += [(rest,)] if digit & ONE_LEFT and rest > 0 and self.value(rest) == wanted else []
                count += len(single)
                moves += [(place, left) for left in single[: MOST_MOVES - len(moves)]]
                if digit & TWO_LEFT:
                    count += self._splits(rest, wanted)
                    parts = islice(self._parts(rest, wanted), MOST_MOVES - len(moves))
                    moves += [(place, (part, rest - part)) for part in parts]
        return Winning(tuple(moves), count)

    def _losing(self, heaps: Sequence[int], place: int, misere: bool) -> int:
        """The value that the heap at a place must have, beside the others, for the player to move to lose.

        In subtraction games a heap has value 1 if and only if it is of value 0 with the least number taken away. So misere play
        is that of Nim: as under normal play, until all heaps have value 0 or 1 (T. S. Ferguson, On sums of graph games with
        last player losing, International Journal of Game Theory 3 (1974)).
        """
        others = [self.value(heap) for other, heap in enumerate(heaps) if other != place]
        return reduce(xor, others, 0) ^ int(misere and max(others, default=0) <= 1)

    def _early(self, rest: int) -> int:
        """The largest smaller part that is tried by itself; beyond it a split wins or loses by the part modulo the period.

        All of them are tried if the larger part may not be beyond the last exception.
        """
        return max(self.last, 0) if rest // 2 > self.last else rest // 2

    def _matches(self, rest: int, wanted: int, first: int, last: int) -> list[int]:
        """The smaller parts from `first` to `last` whose splits of `rest` have the wanted value."""
        return [part for part in range(first, last + 1) if self.value(part) ^ self.value(rest - part) == wanted]

    def _splits(self, rest: int, wanted: int) -> int:
        """Number of splits of `rest` with the wanted value."""
        early, half = self._early(rest), rest // 2
        repeated = self._matches(rest, wanted, early + 1, min(early + self.period, half))
        return len(self._matches(rest, wanted, 1, min(early, half))) + sum(
            (half - part) // self.period + 1 for part in repeated
        )

    def _parts(self, rest: int, wanted: int) -> Iterator[int]:
        """The smaller parts of these splits, ascending."""
        early, half = self._early(rest), rest // 2
        yield from self._matches(rest, wanted, 1, min(early, half))
        repeated = self._matches(rest, wanted, early + 1, min(early + self.period, half))
        for begin in range(0, half if repeated else 0, self.period):
            for part in repeated:
                if begin + part > half:
                    return
                yield begin + part
