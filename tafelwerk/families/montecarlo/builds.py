"""What can be built for races and subtraction games: the tasks, a class per kind of build, and the sets.

Tasks and their estimates are plain Python. The computations are in `rows`, one function per task, imported when a task runs.
`SPEED` is the number of a task's operations per second on one core: measured on an AMD EPYC at 2.6 GHz, kernels compiled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Annotated, Any, ClassVar, TypeVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.montecarlo import estimates
from tafelwerk.families.montecarlo.parameters import (
    First,
    Game,
    LargestHeap,
    LargestK,
    Moves,
    Overshoot,
    Playouts,
    Points,
    Rival,
    Rules,
    Second,
)
from tafelwerk.families.montecarlo.rules import (
    AGENTS,
    BLUNDER_LIMIT,
    LARGEST_HEAP,
    LARGEST_SETS,
    LONGEST_ESR,
    MOST_SIMULATED,
    DoubleStep,
    Dsc,
    Dsr,
    Esr,
    Subtraction,
    SubtractionRules,
    bias_of,
    curve_points,
    is_kept,
    lasting_rules,
    playouts_key,
    read_agent,
    read_game,
    read_kind,
    read_rules,
    simulated_starts,
)
from tafelwerk.families.montecarlo.rules import Game as AnyGame
from tafelwerk.families.montecarlo.rules import Kind as BiasKind
from tafelwerk.parameters import Options, Parameter, Parsed
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.solvers.montecarlo.basins import grid

PAIRS = tuple(product(AGENTS, AGENTS))
"""All ordered pairs of agents without playouts, an agent against itself included."""


class TaskOfRows:
    """A task whose rows `rows.rows_of` computes."""

    __slots__ = ()

    def run(self) -> Any:
        from tafelwerk.families.montecarlo.rows import rows_of

        return rows_of(self)


@dataclass(frozen=True, slots=True)
class Duels(TaskOfRows):
    """MC(ks[i]) against MC(rivals[i]); 0 stands for infinitely many playouts.

    A subtraction game starts from every heap from `lowest` to the game's; for races `lowest` has no effect.
    """

    game: AnyGame
    ks: tuple[int, ...]
    rivals: tuple[int, ...]
    lowest: int
    SPEED: ClassVar[float] = 5e8

    @property
    def table(self) -> str:
        return f"{self.game.name}_duels"

    def operations(self) -> float:
        return estimates.duel_operations(self.game, self.ks, self.rivals)

    def expected_rows(self) -> int:
        starts = self.game.heap - self.lowest + 1 if isinstance(self.game, Subtraction) else 1
        return starts * len(self.ks)


@dataclass(frozen=True, slots=True)
class EsrStarts(TaskOfRows):
    """Random play from the start of one single-step race."""

    game: Esr
    table: ClassVar[str] = "esr_starts"
    SPEED: ClassVar[float] = 1.9e9

    def operations(self) -> float:
        edges = estimates.graph_edges(self.game)
        return edges * (5e3 if edges <= estimates.EXACT_RANDOM_EDGES else 100.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class LaneTables(TaskOfRows):
    """Perfect and random play in every undecided position of one double-step race, and for every candidate there."""

    game: DoubleStep
    SPEED: ClassVar[float] = 4e8

    @property
    def tables(self) -> tuple[str, ...]:
        return f"{self.game.name}_positions", f"{self.game.name}_moves"

    def operations(self) -> float:
        return estimates.graph_edges(self.game) * 6e3

    def expected_rows(self) -> int:
        return self.game.n**2 * 3 // 2


@dataclass(frozen=True, slots=True)
class HeapTables(TaskOfRows):
    """Perfect and random play at every heap of one subtraction game from 1 on, and for every candidate there."""

    game: Subtraction
    tables: ClassVar[tuple[str, ...]] = ("subtraction_positions", "subtraction_moves")
    SPEED: ClassVar[float] = 1.4e9

    def operations(self) -> float:
        return estimates.graph_edges(self.game) * (2e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * (1 + len(self.game.rules.moves))


@dataclass(frozen=True, slots=True)
class SubtractionGames(TaskOfRows):
    """Periods, blunders and shares of losing choices of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    limit: int
    table: ClassVar[str] = "subtraction_games"
    SPEED: ClassVar[float] = 1.3e9

    def operations(self) -> float:
        return sum(estimates.blunder_operations(rules, self.limit) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class SubtractionLimits(TaskOfRows):
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
class LastingBlunders(TaskOfRows):
    """Errors of MC(inf) at arbitrarily large heaps, of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    table: ClassVar[str] = "lasting_blunders"
    SPEED: ClassVar[float] = 1e9

    def operations(self) -> float:
        return 1e7 * len(self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class AgentDuels(TaskOfRows):
    """Agents without playouts against each other, from every heap from 1 to the game's."""

    game: Subtraction
    table: ClassVar[str] = "agent_duels"
    SPEED: ClassVar[float] = 2.8e9

    def operations(self) -> float:
        return estimates.graph_edges(self.game) * len(PAIRS) * (1e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * len(PAIRS)


@dataclass(frozen=True, slots=True)
class Biases(TaskOfRows):
    """Won heaps at which MC(inf) with biased playouts may lose; the biases scanned, and the largest heap."""

    rules: SubtractionRules
    kind: BiasKind
    biases: tuple[Fraction, ...]
    heaps: int
    tables: ClassVar[tuple[str, ...]] = ("asymmetry_scans", "asymmetry_bad_moves")
    SPEED: ClassVar[float] = 1e9

    def operations(self) -> float:
        biases = (bias_of(self.rules.moves, self.kind, bias) for bias in self.biases)
        return sum(estimates.bias_operations(self.rules, bias, self.heaps) for bias in biases)

    def expected_rows(self) -> int:
        return len(self.biases) * (1 + self.heaps // 3)


@dataclass(frozen=True, slots=True)
class Basins(TaskOfRows):
    """The basins of one curve of MC(k) against MC(2k)."""

    game: AnyGame
    k_max: int
    table: ClassVar[str] = "basins"
    SPEED: ClassVar[float] = 1.4e9

    def operations(self) -> float:
        ks = grid(self.k_max)
        return 2.0 * estimates.duel_operations(self.game, ks, [2 * k for k in ks])

    def expected_rows(self) -> int:
        return 3


@dataclass(frozen=True, slots=True)
class Simulations(TaskOfRows):
    """Samples games of pairs of agents; a subtraction game starts from every heap from `lowest` to the game's."""

    game: AnyGame
    pairs: tuple[tuple[str, str], ...]
    games: int
    seed: int
    lowest: int
    table: ClassVar[str] = "simulations"
    SPEED: ClassVar[float] = 1.6e9

    @property
    def starts(self) -> tuple[AnyGame, ...]:
        """The game from each of its starts."""
        return tuple(simulated_starts(self.game, self.lowest))

    def operations(self) -> float:
        return sum(
            estimates.simulation_operations(start, *pair, self.games) for start in self.starts for pair in self.pairs
        )

    def expected_rows(self) -> int:
        return len(self.starts) * len(self.pairs)


def duel_task(game: AnyGame, ks: tuple[int, ...], rivals: tuple[int, ...], lowest: int | None = None) -> Duels:
    """The task of the duels MC(ks[i]) against MC(rivals[i]); in a subtraction game for heaps from `lowest` to the game's."""
    start = game.heap if isinstance(game, Subtraction) else 0
    return Duels(game, ks, rivals, start if lowest is None else lowest)


def position_tasks(game: AnyGame) -> tuple[Task, ...]:
    """The tasks of a game's random play and perfect play."""
    match game:
        case Esr():
            return (EsrStarts(game),)
        case DoubleStep():
            return (LaneTables(game),)
        case Subtraction(rules, _):
            return (HeapTables(game), SubtractionGames((rules,), BLUNDER_LIMIT))


T = TypeVar("T")

TWO_MOVE_GAMES = tuple(SubtractionRules(moves) for moves in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 5), (3, 4)))
"""The two-move games of the source, section 2.5.2."""

SMALL_GAMES = tuple(SubtractionRules(moves) for moves in (*combinations(range(1, 9), 2), *combinations(range(1, 8), 3)))
"""Games with two moves of at most 8 or three of at most 7."""

TAKE_ONE_OR_TWO = Subtraction(TWO_MOVE_GAMES[0], 110)
"""S(1,2); the quick and the standard set hold its duels at every heap up to this size, for k = 1..100."""

THREE_FIVE_ELEVEN = SubtractionRules((3, 5, 11), "loses")

LASTING = 8
"""Largest move of the sets of which the standard set says whether MC(inf) errs at arbitrarily large heaps."""

DENSE_CHUNK, SPARSE_CHUNK = 256, 24
"""Fewest values of k per task, along a curve of every k and along a thinner one."""

CHUNK_OPERATIONS = 2e8
"""Work up to which a task takes more values of k, if no position has more than two candidates."""

RULES_PER_TASK, LASTING_PER_TASK, BIASES_PER_TASK = 12, 60, 100

MOST_DSC, MOST_HEAP = 80, 500
"""Longest lane, and largest heap of two-move games, of which the standard set has every position: some five seconds."""

TABLE_K = (3, 5, 10, 15, 20, 25, 30)
"""Playouts in the source's table 2.4."""

STANDARD_SIMULATED, FULL_SIMULATED = 5_000, 100_000
"""Games per side and row of table 2.4, in the standard set and in the full set."""

PICTURE_GAMES = (1000, 300, 100, 30, 10)
"""Games per heap in figures 6 to 10 of the page on the number game 3-5-11."""

SEED = 1
"""Random seed of the games in the sets."""

SETS = """The family's standard set, or one build.

Example: tafelwerk build montecarlo --dry-run

Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
"""
"""Help of the sets."""


def _chunks(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    return (tuple(items[begin : begin + size]) for begin in range(0, len(items), size))


def hundredths() -> tuple[Fraction, ...]:
    """-99/100, ..., 99/100."""
    return tuple(Fraction(i, 100) for i in range(-99, 100))


def double_playouts(ks: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """MC(k) against MC(2k), moving first and moving second."""
    return tuple(pair for k in ks for pair in ((f"mc:{k}", f"mc:{2 * k}"), (f"mc:{2 * k}", f"mc:{k}")))


def _write_sizes(game: AnyGame) -> str:
    """A game without its name."""
    return str(game).removeprefix(f"{game.name} ")


class MonteCarloBuild(Kind, kind=""):
    """A build whose rows a second program computes, too."""

    evidence = "recomputed"

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk {self.name}",)


class Curve(MonteCarloBuild, kind=""):
    """The duels of MC(k) against MC(2k) along a curve, also for every smaller heap, and the game's perfect and random play."""

    game: Any
    k_max: LargestK
    points: Points | None = None

    certainty = "certified"

    def check(self) -> None:
        curve_points(self.k_max, self.points)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": str(self.game), "k_max": self.k_max, "points": self.points}

    def make_tasks(self) -> Iterator[Task]:
        ks = curve_points(self.k_max, self.points)
        size = DENSE_CHUNK if self.points is None else SPARSE_CHUNK
        if estimates.most_candidates(self.game) <= 2:
            # otherwise the rows of one run depend on which numbers are asked for together
            size = max(size, int(CHUNK_OPERATIONS / estimates.duel_operations(self.game, [1], [2])))
        for chunk in _chunks(ks, size):
            yield duel_task(self.game, chunk, tuple(2 * k for k in chunk), lowest=1)
        yield from position_tasks(self.game)

    def try_next(self) -> tuple[str, ...]:
        points = "" if self.points is None else f" --points {self.points}"
        return (f"tafelwerk montecarlo curve {self.game} --k-max {self.k_max}{points}",)


class EsrOptions(Options[Esr]):
    """Sizes of a single-step race."""

    n: Annotated[int, Parameter("N", "Steps of a lane.", 1, LONGEST_ESR)]
    m: Annotated[int, Parameter("M", "Lanes of a player.", 1, LONGEST_ESR)]
    s: Annotated[int, Parameter("S", "Pieces to bring home.", 1, LONGEST_ESR)]

    @property
    def value(self) -> Esr:
        return Esr(self.n, self.m, self.s)


class EsrCurve(Curve, kind="esr"):
    """The curve of a single-step race of M lanes with N steps, S pieces to bring home, and its random play.

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """

    game: Annotated[Esr, Parameter("N M S", "The race.", write=_write_sizes, options=EsrOptions)]


class DscCurve(Curve, kind="dsc"):
    """The curve of a double-step crash race on a lane of N fields, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsc 40 --k-max 1000000 --points 200
    """

    game: Parsed[
        Annotated[Dsc, Parameter("N", "Fields of the lane.", parse=lambda n: read_game(["dsc", n]), write=_write_sizes)]
    ]


class DsrCurve(Curve, kind="dsr"):
    """The curve of a double-step race on lanes of N fields, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsr 20 --k-max 1000 --points 50
    """

    game: Parsed[
        Annotated[Dsr, Parameter("N", "Fields of a lane.", parse=lambda n: read_game(["dsr", n]), write=_write_sizes)]
    ]


class HeapOptions(Options[Subtraction]):
    """A heap, and the rules of the game."""

    heap: Annotated[int, Parameter("HEAP", "Largest heap.", 0, LARGEST_HEAP)]
    moves: Moves | None = None
    overshoot: Overshoot | None = None

    @property
    def value(self) -> Subtraction:
        return Subtraction(read_rules(self.moves, self.overshoot), self.heap)


class SubtractionCurve(Curve, kind="subtraction"):
    """The curves of a subtraction game for every heap up to HEAP, its perfect play and its random play.

    Example: tafelwerk build montecarlo subtraction 110 --moves 1,2 --k-max 100
    """

    game: Annotated[Subtraction, Parameter("HEAP", "The game.", write=_write_sizes, options=HeapOptions)]


CURVES: Mapping[str, type[Curve]] = {kind.kind: kind for kind in (EsrCurve, DscCurve, DsrCurve, SubtractionCurve)}
"""Kinds of curves, by the names of the games."""


def curve_build(game: AnyGame, k_max: int, points: int | None = None) -> Curve:
    """The curve of a game."""
    return CURVES[game.name](game, k_max, points)


class Duel(MonteCarloBuild, kind="duel"):
    """One duel of MC(K) against MC(K2).

    Example: tafelwerk build montecarlo duel dsc 9 --k 100 --rival inf
    """

    game: Parsed[Game]
    k: Parsed[Playouts]
    rival: Parsed[Rival]

    certainty = "certified"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": str(self.game), "k": playouts_key(self.k), "rival": playouts_key(self.rival)}

    def make_tasks(self) -> Iterator[Task]:
        yield duel_task(self.game, (playouts_key(self.k),), (playouts_key(self.rival),))


class Positions(MonteCarloBuild, kind="positions"):
    """Random play and perfect play of one game, in every position; of a single-step race, random play from the start.

    Example: tafelwerk build montecarlo positions dsc 40
    """

    game: Parsed[Game]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": str(self.game)}

    def make_tasks(self) -> tuple[Task, ...]:
        return position_tasks(self.game)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk montecarlo random {self.game}",)


class Blunders(MonteCarloBuild, kind="blunder"):
    """Period, blunders and losing choices of MC(inf) in one subtraction game.

    Example: tafelwerk build montecarlo blunder --moves 4,7 --limit 1000
    """

    rules: Parsed[Rules]
    limit: LargestHeap

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"games": [self.rules.options], "limit": self.limit}

    def make_tasks(self) -> Iterator[Task]:
        yield SubtractionGames((self.rules,), self.limit)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk montecarlo blunder subtraction {self.rules.options} --limit {self.limit}",)


class Games(MonteCarloBuild, kind="games"):
    """Periods, blunders and losing choices of MC(inf) in all games of two moves up to 8 or three up to 7.

    Example: tafelwerk build montecarlo games --limit 1000
    """

    limit: Annotated[int, Parameter("N", "Largest heap.", 1, LARGEST_HEAP)] = BLUNDER_LIMIT
    rules: tuple[SubtractionRules, ...] = SMALL_GAMES

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"games": [rule.options for rule in self.rules], "limit": self.limit}

    def make_tasks(self) -> Iterator[Task]:
        for chunk in _chunks(self.rules, RULES_PER_TASK):
            yield SubtractionGames(chunk, self.limit)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk montecarlo blunder subtraction {self.rules[0].options} --limit {self.limit}",)


class Limits(MonteCarloBuild, kind=""):
    """Limits of random play of several subtraction games."""

    rules: tuple[SubtractionRules, ...]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"limits": [rule.options for rule in self.rules]}

    @property
    def name(self) -> str:
        return f"montecarlo limits {'; '.join(rule.text for rule in self.rules)}"

    def make_tasks(self) -> Iterator[Task]:
        yield SubtractionLimits(self.rules)


class Lasting(MonteCarloBuild, kind="lasting"):
    """Subtraction games: whether MC(inf) errs at arbitrarily large heaps, for all sets of two or more moves up to N.

    Example: tafelwerk build montecarlo lasting --largest 8
    """

    largest: Annotated[int, Parameter("N", "Largest move of the sets.", 2, LARGEST_SETS, is_argument=False)]

    certainty = "certified"

    def make_tasks(self) -> Iterator[Task]:
        for chunk in _chunks(lasting_rules(self.largest), LASTING_PER_TASK):
            yield LastingBlunders(chunk)

    def try_next(self) -> tuple[str, ...]:
        statement = (
            "SELECT moves, lasts, share FROM montecarlo.lasting_blunders WHERE overshoot = 'wins' ORDER BY share"
        )
        return (f'tafelwerk sql "{statement}"',)


class Asymmetry(MonteCarloBuild, kind="asymmetry"):
    """Bad moves of MC(inf) with biased playouts up to a heap, for the biases -0.99, -0.98, ..., 0.99.

    Example: tafelwerk build montecarlo asymmetry 200 --moves 1,2 --kind informed
    """

    heaps: Annotated[int, Parameter("HEAP", "Largest heap.", 1, LARGEST_HEAP)]
    rules: Parsed[Rules]
    bias: Annotated[
        BiasKind,
        Parameter("static|informed", "Kind of the bias.", parse=read_kind, option="--kind", is_argument=False),
    ]
    biases: tuple[Fraction, ...] = hundredths()

    def check(self) -> None:
        for epsilon in self.biases:
            bias_of(self.rules.moves, self.bias, epsilon)

    @property
    def parameters(self) -> Mapping[str, Any]:
        biases = [str(bias) for bias in self.biases]
        return {"rules": self.rules.options, "kind": self.bias, "epsilon": biases, "heaps": self.heaps}

    def make_tasks(self) -> Iterator[Task]:
        for chunk in _chunks(self.biases, BIASES_PER_TASK):
            yield Biases(self.rules, self.bias, chunk, self.heaps)

    def try_next(self) -> tuple[str, ...]:
        options = f"{self.rules.options} --kind {self.bias} --epsilon {self.biases[0]}"
        return (f"tafelwerk montecarlo asymmetry {self.heaps} {options}",)


class Minima(MonteCarloBuild, kind="basins"):
    """The basins of one curve: local minima over k of the mean chance of MC(k) against MC(2k).

    Example: tafelwerk build montecarlo basins dsc 40 --k-max 1000000
    """

    game: Parsed[Game]
    k_max: LargestK

    certainty = "certified"

    def make_tasks(self) -> Iterator[Task]:
        yield Basins(self.game, self.k_max)


class Agents(MonteCarloBuild, kind="agents"):
    """Every pair of agents without playouts, from every heap of a subtraction game up to its own.

    Example: tafelwerk build montecarlo agents subtraction 60 --moves 3,5,11 --overshoot loses
    """

    game: Parsed[Game]

    def check(self) -> None:
        if not isinstance(self.game, Subtraction):
            raise InputError(f"agents play subtraction games, not {in_quotes(str(self.game))}")

    def make_tasks(self) -> Iterator[Task]:
        assert isinstance(self.game, Subtraction)
        yield AgentDuels(self.game)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk montecarlo duel {self.game} --first careful --second random",)


class Pair(Options[tuple[tuple[str, str], ...]]):
    """Two agents."""

    first: First
    second: Second

    @property
    def value(self) -> tuple[tuple[str, str], ...]:
        return ((read_agent(self.first), read_agent(self.second)),)


class Samples(MonteCarloBuild, kind="simulate"):
    """Samples games of two agents.

    Example: tafelwerk build montecarlo simulate dsc 10 --first mc:5 --second mc:10 --games 1000
    """

    game: Parsed[Game]
    pairs: Annotated[tuple[tuple[str, str], ...], Parameter("AGENTS", "Pairs of agents.", options=Pair)]
    games: Annotated[int, Parameter("N", "Number of games.", 1, MOST_SIMULATED, is_argument=False)]
    seed: Annotated[int, Parameter("S", "Random seed, for reproducible games.", 0, LARGEST_SEED)] = 0
    lowest: int | None = None
    """Smallest heap of a subtraction game. Default: the game's heap only."""

    certainty = "sampled"

    def check(self) -> None:
        if not all(is_kept(self.game, *pair) for pair in self.pairs):
            raise InputError(
                "kept games are of two agents mc:K, or in a subtraction game of two without playouts; others are answered by "
                "tafelwerk montecarlo simulate"
            )

    @property
    def start(self) -> int:
        """Smallest heap; 0 for a race."""
        return self.lowest if self.lowest is not None else self.game.heap if isinstance(self.game, Subtraction) else 0

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {
            "simulated": str(self.game),
            "lowest": self.start,
            "pairs": [f"{first} {second}" for first, second in self.pairs],
            "samples": self.games,
            "seed": self.seed,
        }

    @property
    def name(self) -> str:
        agents = ""
        if len(self.pairs) == 1:
            ((first, second),) = self.pairs
            agents = f" --first {first} --second {second}"
        return f"montecarlo simulate {self.game}{agents} --games {self.games} --seed {self.seed}"

    def make_tasks(self) -> Iterator[Task]:
        for pair in self.pairs:
            yield Simulations(self.game, (pair,), self.games, self.seed, self.start)


def _simulations(games: int) -> Iterator[Kind]:
    """The simulated rows of the source's table 2.4, and figures 6 to 10 of the number game."""
    yield Samples(Esr(5, 6, 1), double_playouts(TABLE_K), games, SEED)
    for each in PICTURE_GAMES:
        yield Samples(Subtraction(THREE_FIVE_ELEVEN, 200), (("random", "random"),), each, SEED, 1)


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield curve_build(TAKE_ONE_OR_TWO, 100)
    yield curve_build(Esr(5, 6, 1), 12)
    yield curve_build(Dsc(10), 200)
    yield Agents(Subtraction(THREE_FIVE_ELEVEN, 60))


def standard() -> Iterator[Kind]:
    """The data behind the source's figures 2.2 to 2.16 and 3.1 to 3.5 and table 2.4, simulated rows included; its race without
    crash; two more games whose curves settle late; 3-5-11 to heap 200; and every position of longer lanes and larger heaps."""
    yield curve_build(TAKE_ONE_OR_TWO, 100)
    yield curve_build(Esr(5, 6, 1), 100)
    yield curve_build(Esr(5, 6, 1), 1000, 61)
    yield curve_build(Esr(5, 6, 2), 1000, 31)
    for race in _race_variations():
        yield curve_build(race, 1000, 11)
    for n in range(1, 13):
        yield curve_build(Dsc(n), 1000)
    for n in range(3, 41):
        yield curve_build(Dsc(n), 100_000, 100)
    for n in range(2, 41):
        yield curve_build(Dsr(n), 100_000, 100)
    yield curve_build(Dsc(40), 1_000_000, 200)
    yield Minima(Dsc(40), 1_000_000)
    for rules in TWO_MOVE_GAMES:
        game = Subtraction(rules, 110 if rules.moves == (1, 2) else 210)
        yield curve_build(game, 1_000_000, 200)
        yield curve_build(game, 1_000_000_000, 91)
    yield curve_build(Dsc(40), 1_000_000_000, 91)
    for rules, heap in ((SubtractionRules((3, 5)), 210), (SubtractionRules((4, 7)), 420)):
        yield curve_build(Subtraction(rules, heap), 100, 3)
    for n in range(41, MOST_DSC + 1):
        yield Positions(Dsc(n))
    for rules in (*TWO_MOVE_GAMES, SubtractionRules((3, 5)), SubtractionRules((4, 7))):
        yield Positions(Subtraction(rules, MOST_HEAP))
    yield Games()
    yield Limits((THREE_FIVE_ELEVEN, *TWO_MOVE_GAMES))
    yield Lasting(LASTING)
    yield curve_build(Subtraction(THREE_FIVE_ELEVEN, 200), 10_000, 81)
    yield Agents(Subtraction(THREE_FIVE_ELEVEN, 200))
    yield Asymmetry(200, TAKE_ONE_OR_TWO.rules, "static")
    yield Asymmetry(200, TAKE_ONE_OR_TWO.rules, "informed")
    yield Asymmetry(400, SubtractionRules((4, 7)), "static")
    yield from _simulations(STANDARD_SIMULATED)


def full() -> Iterator[Kind]:
    """The standard set, ESR(5,6,1) at every k to 1000, the other single-step races at more k, and more games of table 2.4."""
    yield from standard()
    yield Samples(Esr(5, 6, 1), double_playouts(TABLE_K), FULL_SIMULATED, SEED)
    yield curve_build(Esr(5, 6, 1), 1000)
    yield curve_build(Esr(5, 6, 2), 1000, 60)
    for race in _race_variations():
        yield curve_build(race, 1000, 25)


def _race_variations() -> Iterator[Esr]:
    """ESR(5, 6, 2) with one number changed at a time, as in the source's figure 2.7."""
    for n in (2, 3, 4, 6):
        yield Esr(n, 6, 2)
    for m in (2, 3, 4, 5, 7):
        yield Esr(5, m, 2)
    for s in (3, 4, 5, 6):
        yield Esr(5, 6, s)


FEW_POINTS = 60
"""Points of a curve to k = 1000 in the pocket book."""


def pocket() -> Iterator[Kind]:
    """The pocket book's builds: small races, some with few k for figures, duels of S(1,2), blunders and limits of small games."""
    yield curve_build(TAKE_ONE_OR_TWO, 100)
    yield curve_build(Esr(5, 6, 1), 100)
    for n in range(1, 12):
        yield curve_build(Dsc(n), 200)
    for s in (1, 2):
        yield curve_build(Esr(5, 6, s), 1000, FEW_POINTS)
    for n in range(3, 13):
        yield curve_build(Dsc(n), 1000, FEW_POINTS)
    yield curve_build(Dsc(40), 100_000, 100)
    yield Games()
    yield Limits((THREE_FIVE_ELEVEN, *TWO_MOVE_GAMES))
    yield Agents(Subtraction(THREE_FIVE_ELEVEN, 60))


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    ks = tuple(range(1, 40))
    steps: list[Callable[[], object]] = []
    for game in (Esr(2, 3, 1), Dsc(6), Subtraction(SubtractionRules((1, 2, 3)), 12)):
        steps += [duel_task(game, ks, tuple(2 * k for k in ks)).run, duel_task(game, (500, 0), (1000, 0)).run]
        steps.append(partial(_play_perfectly, game))
    steps.append(partial(_simulate, Dsc(6)))
    return tuple(steps)


def _simulate(game: AnyGame) -> None:
    from tafelwerk.families.montecarlo.graphs import simulated_wins

    simulated_wins(game, "mc:2", "random", 2, 0)


def _play_perfectly(game: AnyGame) -> None:
    from tafelwerk.families.montecarlo.solving import choice, perfect

    perfect(game, None)
    choice(game, 3, None)
