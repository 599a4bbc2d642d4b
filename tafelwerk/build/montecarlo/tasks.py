"""The tasks of the Monte-Carlo family: each makes rows of one or two tables.

Tasks and their estimates are plain Python; what computes is imported when a task runs.
`SPEED` is how many of a task's operations one core does per second: measured on an AMD EPYC at 2.6 GHz, kernels compiled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.build.montecarlo.estimates import EXACT_RANDOM_EDGES, duel_operations, graph_edges
from tafelwerk.tables.montecarlo import Dsc, Esr, Game, Subtraction

Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Duels:
    """MC(ks[i]) against MC(rivals[i]); 0 stands for infinitely many playouts.

    In a subtraction game from every heap from `lowest` up to the game's; races start where they start, whatever `lowest`.
    """

    game: Game
    ks: tuple[int, ...]
    rivals: tuple[int, ...]
    lowest: int
    SPEED: ClassVar[float] = 5e8

    @property
    def table(self) -> str:
        match self.game:
            case Esr():
                return "esr_duels"
            case Dsc():
                return "dsc_duels"
            case Subtraction():
                return "subtraction_duels"

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import rows

        return rows.duel_columns(self.game, self.ks, self.rivals, self.lowest)

    def operations(self) -> float:
        return duel_operations(self.game, self.ks, self.rivals)

    def expected_rows(self) -> int:
        starts = self.game.heap - self.lowest + 1 if isinstance(self.game, Subtraction) else 1
        return starts * len(self.ks)


@dataclass(frozen=True, slots=True)
class EsrStarts:
    """Random play from the start of one single-step race."""

    game: Esr
    table: ClassVar[str] = "esr_starts"
    SPEED: ClassVar[float] = 1.9e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import rows

        return rows.start_columns(self.game)

    def operations(self) -> float:
        edges = graph_edges(self.game)
        return edges * (5e3 if edges <= EXACT_RANDOM_EDGES else 100.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class CrashTables:
    """Perfect and random play in every undecided position of one double-step crash race, and of every candidate there."""

    game: Dsc
    tables: ClassVar[tuple[str, ...]] = ("dsc_positions", "dsc_moves")
    SPEED: ClassVar[float] = 4e8

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.montecarlo import rows

        return rows.crash_columns(self.game)

    def operations(self) -> float:
        return graph_edges(self.game) * 6e3

    def expected_rows(self) -> int:
        return self.game.n**2 * 3 // 2


@dataclass(frozen=True, slots=True)
class HeapTables:
    """Perfect and random play at every heap from 1 on of one subtraction game, and of every candidate there."""

    game: Subtraction
    tables: ClassVar[tuple[str, ...]] = ("subtraction_positions", "subtraction_moves")
    SPEED: ClassVar[float] = 1.4e9

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.montecarlo import rows

        return rows.heap_columns(self.game)

    def operations(self) -> float:
        return graph_edges(self.game) * (2e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * (1 + len(self.game.rules.moves))
