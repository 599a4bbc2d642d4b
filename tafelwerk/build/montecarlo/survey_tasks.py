"""Tasks that look over many games, biases or agents at once; plain Python, as those of `tasks`.

`SPEED` is how many of a task's operations one core does per second: measured on an AMD EPYC at 2.6 GHz, kernels compiled.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tafelwerk.build.montecarlo.estimates import (
    bias_operations,
    blunder_operations,
    duel_operations,
    graph_edges,
    limit_operations,
)
from tafelwerk.build.montecarlo.tasks import Columns
from tafelwerk.solvers.montecarlo.basins import grid
from tafelwerk.tables.montecarlo import Game, Kind, Subtraction, SubtractionRules


@dataclass(frozen=True, slots=True)
class SubtractionGames:
    """Periods, blunders and the share of losing choices of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    limit: int
    table: ClassVar[str] = "subtraction_games"
    SPEED: ClassVar[float] = 1.3e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.game_columns(self.rules, self.limit)

    def operations(self) -> float:
        return sum(blunder_operations(rules, self.limit) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class SubtractionLimits:
    """Limits of random play of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    table: ClassVar[str] = "subtraction_limits"
    SPEED: ClassVar[float] = 1.2e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.limit_columns(self.rules)

    def operations(self) -> float:
        return sum(limit_operations(rules) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class AgentDuels:
    """Agents that sample nothing against each other, from every heap from 1 to the game's."""

    game: Subtraction
    pairs: tuple[tuple[str, str], ...]
    table: ClassVar[str] = "agent_duels"
    SPEED: ClassVar[float] = 2.8e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.agent_columns(self.game, self.pairs)

    def operations(self) -> float:
        return graph_edges(self.game) * len(self.pairs) * (1e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * len(self.pairs)


@dataclass(frozen=True, slots=True)
class AsymmetryScans:
    """Which biases were looked at, and how far."""

    rules: SubtractionRules
    kind: Kind
    biases: tuple[Fraction, ...]
    heaps: int
    table: ClassVar[str] = "asymmetry_scans"
    SPEED: ClassVar[float] = 5e8

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.scan_columns(self.rules, self.kind, self.biases, self.heaps)

    def operations(self) -> float:
        return 1e3 * len(self.biases)

    def expected_rows(self) -> int:
        return len(self.biases)


@dataclass(frozen=True, slots=True)
class AsymmetryBadMoves:
    """Won heaps at which MC(inf) with biased playouts may lose."""

    rules: SubtractionRules
    kind: Kind
    biases: tuple[Fraction, ...]
    heaps: int
    table: ClassVar[str] = "asymmetry_bad_moves"
    SPEED: ClassVar[float] = 1.8e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.bad_move_columns(self.rules, self.kind, self.biases, self.heaps)

    def operations(self) -> float:
        return sum(bias_operations(self.rules, bias, self.heaps) for bias in self.biases)

    def expected_rows(self) -> int:
        return len(self.biases) * self.heaps // 3


@dataclass(frozen=True, slots=True)
class Basins:
    """The basins of one curve of MC(k) against MC(2k)."""

    game: Game
    k_max: int
    table: ClassVar[str] = "basins"
    SPEED: ClassVar[float] = 1.4e9

    def run(self) -> Columns:
        from tafelwerk.build.montecarlo import survey_rows

        return survey_rows.basin_columns(self.game, self.k_max)

    def operations(self) -> float:
        ks = grid(self.k_max)
        return 2.0 * duel_operations(self.game, ks, [2 * k for k in ks])

    def expected_rows(self) -> int:
        return 3
