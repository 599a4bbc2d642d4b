"""The tasks of builds: games solved one after the other, and runs from scratch that measure the work."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, ClassVar

from tafelwerk.build.task import Checkpoint, Resumable

if TYPE_CHECKING:
    from tafelwerk.families.dresher.rows import Columns


def game_operations(n: int, *, warm: bool = True) -> float:
    """Estimated work of a game; greatest near powers of two, where optimal strategies are intricate.

    Fitted to computing times of single games up to N = 1001, from their predecessors and from scratch.

    Args:
        n: number of numbers.
        warm: whether the game is solved from its predecessor, not from scratch.
    """
    proof, program = 3e5 + 2e4 * n + 8e2 * n**2, 0.5 * n**3 + 0.012 * n**4 * _is_steep(n)
    return proof + program * (1.0 if warm else 3.0)


def run_operations(n: int) -> float:
    """Estimated work of both runs of a game, with every round solved to its optimum; fitted to N <= 64 and N = 100."""
    return max(4e4 * n**2, 4e6 + 8e5 * n + (3.6 * n**4 if _is_steep(n) else 320.0 * n**3))


def _is_steep(n: int) -> bool:
    """Whether n is near a power of two."""
    return not 0.2 < log2(n) % 1 < 0.83


@dataclass(frozen=True, slots=True)
class GameRows(Resumable):
    """The games with `first` to `last` numbers. The game `begin` is solved from scratch, every other from its predecessor.

    Games before `first` are solved on the way and not kept.
    """

    begin: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("games", "hider", "searcher")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, "Columns"]:
        """As `run`, after the last game that was solved."""
        from tafelwerk.families.dresher.solving import solved_games

        return solved_games(self.begin, self.first, self.last, checkpoint)

    def operations(self) -> float:
        rest = sum(game_operations(n) for n in range(self.begin + 1, self.last + 1))
        return game_operations(self.begin, warm=False) + rest

    def expected_rows(self) -> int:
        return sum(1 + 2 * n for n in range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class RunRows:
    """Games with `first` to `last` numbers solved from scratch by both methods; for watched games the bounds per round."""

    first: int
    last: int
    watched: tuple[int, ...]
    tables: ClassVar[tuple[str, ...]] = ("runs", "bounds")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, "Columns"]:
        from tafelwerk.families.dresher.solving import runs

        return runs(self.first, self.last, self.watched)

    def operations(self) -> float:
        return sum(map(run_operations, range(self.first, self.last + 1)))

    def expected_rows(self) -> int:
        return 2 * (self.last - self.first + 1) + sum(2 * n for n in self.watched)
