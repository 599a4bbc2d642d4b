"""The tasks of the Monte-Carlo family: each makes rows of one or two tables.

Tasks and their estimates are plain Python. The computations are in `rows`, one function per task, imported when a task runs.
`SPEED` is the number of a task's operations per second on one core: measured on an AMD EPYC at 2.6 GHz, kernels compiled.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from tafelwerk.build.task import Task
from tafelwerk.families.montecarlo.estimates import (
    EXACT_RANDOM_EDGES,
    bias_operations,
    blunder_operations,
    duel_operations,
    graph_edges,
    simulation_operations,
)
from tafelwerk.families.montecarlo.rules.biases import bias_of
from tafelwerk.families.montecarlo.rules.games import (
    AGENTS,
    BLUNDER_LIMIT,
    DoubleStep,
    Esr,
    Game,
    Kind,
    Subtraction,
    SubtractionRules,
)
from tafelwerk.families.montecarlo.rules.simulations import simulated_starts
from tafelwerk.solvers.montecarlo.basins import grid

PAIRS = tuple(product(AGENTS, AGENTS))
"""All ordered pairs of agents without playouts, an agent against itself included."""


class Computed:
    """A task whose rows `rows.rows_of` computes."""

    __slots__ = ()

    def run(self) -> Any:
        from tafelwerk.families.montecarlo.rows import rows_of

        return rows_of(self)


@dataclass(frozen=True, slots=True)
class Duels(Computed):
    """MC(ks[i]) against MC(rivals[i]); 0 stands for infinitely many playouts.

    A subtraction game starts from every heap from `lowest` to the game's; for races `lowest` has no effect.
    """

    game: Game
    ks: tuple[int, ...]
    rivals: tuple[int, ...]
    lowest: int
    SPEED: ClassVar[float] = 5e8

    @property
    def table(self) -> str:
        return f"{self.game.name}_duels"

    def operations(self) -> float:
        return duel_operations(self.game, self.ks, self.rivals)

    def expected_rows(self) -> int:
        starts = self.game.heap - self.lowest + 1 if isinstance(self.game, Subtraction) else 1
        return starts * len(self.ks)


@dataclass(frozen=True, slots=True)
class EsrStarts(Computed):
    """Random play from the start of one single-step race."""

    game: Esr
    table: ClassVar[str] = "esr_starts"
    SPEED: ClassVar[float] = 1.9e9

    def operations(self) -> float:
        edges = graph_edges(self.game)
        return edges * (5e3 if edges <= EXACT_RANDOM_EDGES else 100.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class LaneTables(Computed):
    """Perfect and random play in every undecided position of one double-step race, and for every candidate there."""

    game: DoubleStep
    SPEED: ClassVar[float] = 4e8

    @property
    def tables(self) -> tuple[str, ...]:
        return f"{self.game.name}_positions", f"{self.game.name}_moves"

    def operations(self) -> float:
        return graph_edges(self.game) * 6e3

    def expected_rows(self) -> int:
        return self.game.n**2 * 3 // 2


@dataclass(frozen=True, slots=True)
class HeapTables(Computed):
    """Perfect and random play at every heap of one subtraction game from 1 on, and for every candidate there."""

    game: Subtraction
    tables: ClassVar[tuple[str, ...]] = ("subtraction_positions", "subtraction_moves")
    SPEED: ClassVar[float] = 1.4e9

    def operations(self) -> float:
        return graph_edges(self.game) * (2e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * (1 + len(self.game.rules.moves))


@dataclass(frozen=True, slots=True)
class SubtractionGames(Computed):
    """Periods, blunders and shares of losing choices of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    limit: int
    table: ClassVar[str] = "subtraction_games"
    SPEED: ClassVar[float] = 1.3e9

    def operations(self) -> float:
        return sum(blunder_operations(rules, self.limit) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class SubtractionLimits(Computed):
    """Limits of random play of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    table: ClassVar[str] = "subtraction_limits"
    SPEED: ClassVar[float] = 1.2e9

    def operations(self) -> float:
        # the heaps below the largest move, as fractions
        return sum(float(rules.moves[-1]) ** 2 * (1e3 + 100.0 * rules.moves[-1]) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class LastingBlunders(Computed):
    """Errors of MC(inf) at arbitrarily large heaps, of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    table: ClassVar[str] = "lasting_blunders"
    SPEED: ClassVar[float] = 1e9

    def operations(self) -> float:
        return 1e7 * len(self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class AgentDuels(Computed):
    """Agents without playouts against each other, from every heap from 1 to the game's."""

    game: Subtraction
    table: ClassVar[str] = "agent_duels"
    SPEED: ClassVar[float] = 2.8e9

    def operations(self) -> float:
        return graph_edges(self.game) * len(PAIRS) * (1e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * len(PAIRS)


@dataclass(frozen=True, slots=True)
class Biases(Computed):
    """Won heaps at which MC(inf) with biased playouts may lose; the biases scanned, and the largest heap."""

    rules: SubtractionRules
    kind: Kind
    biases: tuple[Fraction, ...]
    heaps: int
    tables: ClassVar[tuple[str, ...]] = ("asymmetry_scans", "asymmetry_bad_moves")
    SPEED: ClassVar[float] = 1e9

    def operations(self) -> float:
        biases = (bias_of(self.rules.moves, self.kind, bias) for bias in self.biases)
        return sum(bias_operations(self.rules, bias, self.heaps) for bias in biases)

    def expected_rows(self) -> int:
        return len(self.biases) * (1 + self.heaps // 3)


@dataclass(frozen=True, slots=True)
class Basins(Computed):
    """The basins of one curve of MC(k) against MC(2k)."""

    game: Game
    k_max: int
    table: ClassVar[str] = "basins"
    SPEED: ClassVar[float] = 1.4e9

    def operations(self) -> float:
        ks = grid(self.k_max)
        return 2.0 * duel_operations(self.game, ks, [2 * k for k in ks])

    def expected_rows(self) -> int:
        return 3


@dataclass(frozen=True, slots=True)
class Simulations(Computed):
    """Samples games of pairs of agents; a subtraction game starts from every heap from `lowest` to the game's."""

    game: Game
    pairs: tuple[tuple[str, str], ...]
    games: int
    seed: int
    lowest: int
    table: ClassVar[str] = "simulations"
    SPEED: ClassVar[float] = 1.6e9

    @property
    def starts(self) -> tuple[Game, ...]:
        """The game from each of its starts."""
        return tuple(simulated_starts(self.game, self.lowest))

    def operations(self) -> float:
        return sum(simulation_operations(start, *pair, self.games) for start in self.starts for pair in self.pairs)

    def expected_rows(self) -> int:
        return len(self.starts) * len(self.pairs)


def duel_task(game: Game, ks: tuple[int, ...], rivals: tuple[int, ...], lowest: int | None = None) -> Duels:
    """The task of the duels MC(ks[i]) against MC(rivals[i]); in a subtraction game for heaps from `lowest` to the game's."""
    start = game.heap if isinstance(game, Subtraction) else 0
    return Duels(game, ks, rivals, start if lowest is None else lowest)


def position_tasks(game: Game) -> tuple[Task, ...]:
    """The tasks of a game's random play and perfect play."""
    match game:
        case Esr():
            return (EsrStarts(game),)
        case DoubleStep():
            return (LaneTables(game),)
        case Subtraction(rules, _):
            return (HeapTables(game), SubtractionGames((rules,), BLUNDER_LIMIT))
