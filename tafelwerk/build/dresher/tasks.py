"""The tasks of Dresher's guessing game: games solved one after the other, and runs from nothing to look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, ClassVar

from tafelwerk.build.task import Checkpoint

if TYPE_CHECKING:
    from tafelwerk.build.dresher.rows import Columns


def game_operations(n: int, *, warm: bool = True) -> float:
    """Estimated work of a game; most near powers of two, where optimal strategies are intricate.

    Fitted to computing times of N <= 512.

    Args:
        n: how many numbers.
        warm: begun from its predecessor, not from nothing.
    """
    steep = not 0.2 < log2(n) % 1 < 0.83
    if warm:
        return 1e6 + 2e5 * n + (50.0 if steep else 12.0) * n**3
    return 1e6 + 2e5 * n + (0.9 * n**4 if steep else 80.0 * n**3)


@dataclass(frozen=True, slots=True)
class Games:
    """The games with `first` to `last` numbers. That with `begin` is begun from nothing, every other from its predecessor.

    Games before `first` are solved on the way and not kept.
    """

    begin: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("games", "hider", "searcher")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, "Columns"]:
        return self.resume(None)

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, "Columns"]:
        """As `run`; goes on behind the last game that was solved."""
        from tafelwerk.build.dresher.solving import solved_games

        return solved_games(self.begin, self.first, self.last, checkpoint)

    def operations(self) -> float:
        rest = sum(game_operations(n) for n in range(self.begin + 1, self.last + 1))
        return game_operations(self.begin, warm=False) + rest

    def expected_rows(self) -> int:
        return sum(1 + 2 * n for n in range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class Runs:
    """Games with `first` to `last` numbers solved from nothing, by both methods; of some the bounds after each round."""

    first: int
    last: int
    watched: tuple[int, ...]
    tables: ClassVar[tuple[str, ...]] = ("runs", "bounds")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, "Columns"]:
        from tafelwerk.build.dresher.solving import runs

        return runs(self.first, self.last, self.watched)

    def operations(self) -> float:
        return sum(max(4e4 * n**2, 4.0 * game_operations(n, warm=False)) for n in range(self.first, self.last + 1))

    def expected_rows(self) -> int:
        return 2 * (self.last - self.first + 1) + sum(2 * n for n in self.watched)
