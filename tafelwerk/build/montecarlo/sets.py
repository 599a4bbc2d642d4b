"""Builds of the Monte-Carlo family: the curves of one game, the standard set, the quick set."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from tafelwerk.build.montecarlo.estimates import duel_operations, most_candidates
from tafelwerk.build.montecarlo.tasks import (
    AgentDuels,
    Basins,
    Biases,
    Duels,
    EsrStarts,
    HeapTables,
    LaneTables,
    LastingBlunders,
    Simulations,
    SubtractionGames,
    SubtractionLimits,
)
from tafelwerk.build.task import Build, DescribedBuild, Task
from tafelwerk.rules.montecarlo import (
    FAMILY,
    DoubleStep,
    Dsc,
    Dsr,
    Esr,
    Game,
    Kind,
    Playouts,
    Subtraction,
    SubtractionRules,
    curve_points,
    lasting_rules,
    stored,
)
from tafelwerk.tables.builds.montecarlo import BLUNDER_LIMIT

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

BIASES_PER_TASK = 100

TABLE_K = (3, 5, 10, 15, 20, 25, 30)
"""Playouts in the source's table 2.4."""

STANDARD_SIMULATED, FULL_SIMULATED = 5_000, 100_000
"""Games per side and row of table 2.4, in the standard set and in the full set."""

PICTURE_GAMES = (1000, 300, 100, 30, 10)
"""Games per heap in figures 6 to 10 of the page on the number game 3-5-11."""

SEED = 1
"""Random seed of the games in the sets."""


def _chunks(items: Sequence[T], size: int) -> list[tuple[T, ...]]:
    return [tuple(items[begin : begin + size]) for begin in range(0, len(items), size)]


def duel_task(game: Game, ks: tuple[int, ...], rivals: tuple[int, ...], lowest: int | None = None) -> Task:
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


def duel_build(game: Game, k: Playouts, rival: Playouts) -> Build:
    """One duel."""
    task = duel_task(game, (stored(k),), (stored(rival),))
    parameters: dict[str, object] = {"game": str(game), "k": stored(k), "rival": stored(rival)}
    return DescribedBuild.of(FAMILY, parameters, (task,))


def curve_build(game: Game, k_max: int, points: int | None = None) -> Build:
    """The duels of MC(k) against MC(2k) along a curve, also for every smaller heap, and the game's perfect and random play."""
    ks = curve_points(k_max, points)
    size = DENSE_CHUNK if points is None else SPARSE_CHUNK
    if most_candidates(game) <= 2:
        # otherwise the rows of one run depend on which numbers are asked for together
        size = max(size, int(CHUNK_OPERATIONS / duel_operations(game, [1], [2])))
    tasks = (duel_task(game, chunk, tuple(2 * k for k in chunk), lowest=1) for chunk in _chunks(ks, size))
    parameters: dict[str, object] = {"game": str(game), "k_max": k_max, "points": points}
    return DescribedBuild.of(FAMILY, parameters, (*tasks, *position_tasks(game)))


def position_build(game: Game) -> Build:
    """Random play and perfect play of one game."""
    return DescribedBuild.of(FAMILY, {"game": str(game)}, position_tasks(game))


def games_build(rules: tuple[SubtractionRules, ...], limit: int = BLUNDER_LIMIT) -> Build:
    """Periods and blunders of several subtraction games, a dozen per task."""
    tasks = tuple(SubtractionGames(chunk, limit) for chunk in _chunks(rules, 12))
    return DescribedBuild.of(FAMILY, {"games": [rule.options for rule in rules], "limit": limit}, tasks)


def limits_build(rules: tuple[SubtractionRules, ...]) -> Build:
    """Limits of random play of several subtraction games."""
    return DescribedBuild.of(FAMILY, {"limits": [rule.options for rule in rules]}, (SubtractionLimits(rules),))


def lasting_build(largest: int) -> Build:
    """Errors of MC(inf) at arbitrarily large heaps, for all sets of two or more moves up to `largest` and every end rule.

    Raises:
        InputError: the largest move is not 2 to LARGEST_SETS.
    """
    chunks = _chunks(lasting_rules(largest), 60)
    return DescribedBuild.of(FAMILY, {"lasting": largest}, tuple(LastingBlunders(chunk) for chunk in chunks))


def asymmetry_build(rules: SubtractionRules, kind: Kind, biases: tuple[Fraction, ...], heaps: int) -> Build:
    """Bad moves under biased playouts, for several biases."""
    parameters: dict[str, object] = {
        "rules": rules.options,
        "kind": kind,
        "epsilon": [str(bias) for bias in biases],
        "heaps": heaps,
    }
    return DescribedBuild.of(
        FAMILY, parameters, tuple(Biases(rules, kind, chunk, heaps) for chunk in _chunks(biases, BIASES_PER_TASK))
    )


def basins_build(game: Game, k_max: int) -> Build:
    """The basins of one curve."""
    return DescribedBuild.of(FAMILY, {"basins": str(game), "k_max": k_max}, (Basins(game, k_max),))


def agents_build(game: Subtraction) -> Build:
    """Every pair of agents without playouts, from every heap up to the game's."""
    return DescribedBuild.of(FAMILY, {"agents": str(game)}, (AgentDuels(game),))


def simulations_build(
    game: Game, pairs: tuple[tuple[str, str], ...], games: int, seed: int, lowest: int | None = None
) -> Build:
    """Simulated games of pairs of agents.

    Args:
        game: the game.
        pairs: the agents that move first and second.
        games: number of games of each pair.
        seed: random seed.
        lowest: smallest heap of a subtraction game. Default: the game's heap only.
    """
    start = game.heap if isinstance(game, Subtraction) else 0
    parameters: dict[str, object] = {
        "simulated": str(game),
        "lowest": start if lowest is None else lowest,
        "pairs": [f"{first} {second}" for first, second in pairs],
        "samples": games,
        "seed": seed,
    }
    lowest = start if lowest is None else lowest
    return DescribedBuild.of(
        FAMILY, parameters, tuple(Simulations(game, (pair,), games, seed, lowest) for pair in pairs)
    )


def doubled(ks: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """MC(k) against MC(2k), moving first and moving second."""
    return tuple(pair for k in ks for pair in ((f"mc:{k}", f"mc:{2 * k}"), (f"mc:{2 * k}", f"mc:{k}")))


def _simulations(games: int) -> Iterator[Build]:
    """The simulated rows of the source's table 2.4, and figures 6 to 10 of the number game."""
    yield simulations_build(Esr(5, 6, 1), doubled(TABLE_K), games, SEED)
    for each in PICTURE_GAMES:
        yield simulations_build(Subtraction(THREE_FIVE_ELEVEN, 200), (("random", "random"),), each, SEED, 1)


def hundredths(bound: int = 99) -> tuple[Fraction, ...]:
    """-bound/100, ..., bound/100."""
    return tuple(Fraction(i, 100) for i in range(-bound, bound + 1))


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield curve_build(TAKE_ONE_OR_TWO, 100)
    yield curve_build(Esr(5, 6, 1), 12)
    yield curve_build(Dsc(10), 200)
    yield agents_build(Subtraction(THREE_FIVE_ELEVEN, 60))


def standard() -> Iterator[Build]:
    """The data behind the source's figures 2.2 to 2.16 and 3.1 to 3.5 and table 2.4, simulated rows included; its race without
    crash; two more games whose curves settle late; and 3-5-11 to heap 200."""
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
    yield basins_build(Dsc(40), 1_000_000)
    for rules in TWO_MOVE_GAMES:
        game = Subtraction(rules, 110 if rules.moves == (1, 2) else 210)
        yield curve_build(game, 1_000_000, 200)
        yield curve_build(game, 1_000_000_000, 91)
    yield curve_build(Dsc(40), 1_000_000_000, 91)
    for rules, heap in ((SubtractionRules((3, 5)), 210), (SubtractionRules((4, 7)), 420)):
        yield curve_build(Subtraction(rules, heap), 100, 3)
    yield games_build(SMALL_GAMES)
    yield limits_build((THREE_FIVE_ELEVEN, *TWO_MOVE_GAMES))
    yield lasting_build(LASTING)
    yield curve_build(Subtraction(THREE_FIVE_ELEVEN, 200), 10_000, 81)
    yield agents_build(Subtraction(THREE_FIVE_ELEVEN, 200))
    yield asymmetry_build(TAKE_ONE_OR_TWO.rules, "static", hundredths(), 200)
    yield asymmetry_build(TAKE_ONE_OR_TWO.rules, "informed", hundredths(), 200)
    yield asymmetry_build(SubtractionRules((4, 7)), "static", hundredths(), 400)
    yield from _simulations(STANDARD_SIMULATED)


def full() -> Iterator[Build]:
    """The standard set, ESR(5,6,1) at every k to 1000, the other single-step races at more k, and more games of table 2.4."""
    yield from standard()
    yield simulations_build(Esr(5, 6, 1), doubled(TABLE_K), FULL_SIMULATED, SEED)
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


def pocket() -> Iterator[Build]:
    """The pocket book's builds: small races, duels of S(1,2), blunders and limits of small games."""
    yield curve_build(TAKE_ONE_OR_TWO, 100)
    yield curve_build(Esr(5, 6, 1), 100)
    for n in range(1, 12):
        yield curve_build(Dsc(n), 200)
    yield curve_build(Dsc(40), 100_000, 100)
    yield games_build(SMALL_GAMES)
    yield limits_build((THREE_FIVE_ELEVEN, *TWO_MOVE_GAMES))
    yield agents_build(Subtraction(THREE_FIVE_ELEVEN, 60))
