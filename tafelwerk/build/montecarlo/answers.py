"""What the book does not hold of this family, computed: a function a question, each with its estimate of work."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq

from tafelwerk.build.computation import Computation
from tafelwerk.build.montecarlo import sets
from tafelwerk.build.montecarlo.estimates import (
    bias_operations,
    blunder_operations,
    duel_operations,
    graph_edges,
    limit_operations,
)
from tafelwerk.build.montecarlo.graphs import (
    fraction,
    graph_of,
    moves_on,
    policy,
    positions_of,
    start_chance,
    start_of,
)
from tafelwerk.build.montecarlo.survey_tasks import Basins
from tafelwerk.build.montecarlo.tasks import EsrStarts
from tafelwerk.solvers.core.duel import duel as duel_of
from tafelwerk.solvers.core.exact_play import exact_duel as exact_duel_of
from tafelwerk.solvers.core.exact_play import exact_policy_monte_carlo
from tafelwerk.solvers.core.limit_agent import limit_shares
from tafelwerk.solvers.core.perfect_play import perfect_values
from tafelwerk.solvers.core.policy import Policy
from tafelwerk.solvers.core.share_policy import share_rows
from tafelwerk.solvers.montecarlo.agents import agent_policy, agent_rows
from tafelwerk.solvers.montecarlo.bias import bad_moves
from tafelwerk.solvers.montecarlo.blunders import blunder as blunder_of
from tafelwerk.solvers.montecarlo.blunders import dsc_blunder, losing_share
from tafelwerk.solvers.montecarlo.heap_play import exact_heap
from tafelwerk.solvers.montecarlo.limits import random_play_limits
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.tables.montecarlo import (
    BadMove,
    Basin,
    Blunder,
    Dsc,
    Duel,
    Esr,
    FirstOverHalf,
    Game,
    Kind,
    Limit,
    Perfect,
    Playouts,
    RandomPlay,
    Subtraction,
    SubtractionRules,
    curve_points,
    stored,
)
from tafelwerk.tables.montecarlo import (
    first_over_half as first_over_half_of,
)


def _duels(game: Game, ks: Sequence[Playouts], rivals: Sequence[Playouts]) -> list[Duel]:
    """MC(ks[i]) against MC(rivals[i]) from the game's start."""
    columns = sets.duel_task(game, tuple(map(stored, ks)), tuple(map(stored, rivals))).run()
    values = zip(*(columns[name].tolist() for name in ("first", "second", "mean", "error")), strict=True)
    return [Duel(game, k, rival, *row) for k, rival, row in zip(ks, rivals, values, strict=True)]


def duel(game: Game, k: Playouts, rival: Playouts) -> Computation[Duel]:
    """MC(k) against MC(rival)."""
    build = sets.duel_build(game, k, rival)
    return Computation(build.operations(), lambda: _duels(game, [k], [rival])[0], build)


def curve(game: Game, k_max: int, points: int | None) -> Computation[list[Duel]]:
    """MC(k) against MC(2k) along a curve."""
    ks = curve_points(k_max, points)
    rivals = [2 * k for k in ks]
    return Computation(
        duel_operations(game, ks, rivals), lambda: _duels(game, ks, rivals), sets.curve_build(game, k_max, points)
    )


def exact_duel(game: Game, k: Playouts, rival: Playouts) -> Computation[tuple[Fraction, Fraction, Fraction]]:
    """MC(k) against MC(rival) in fractions: moving first, moving second, and the mean."""

    def run() -> tuple[Fraction, Fraction, Fraction]:
        met = exact_duel_of(graph_of(game), _rows(game, k), _rows(game, rival))
        start = start_of(game)
        first, second = fraction(met.win_a[start]), fraction(met.loss_b[start])
        return first, second, (first + second) / 2

    return Computation(_exact_operations(game, k) + _exact_operations(game, rival), run)


def exact_agents(game: Game, first: str | Playouts, second: str | Playouts) -> Computation[Fraction]:
    """The chance in fractions that the first of two agents wins."""

    def run() -> Fraction:
        met = exact_duel_of(graph_of(game), _rows(game, first), _rows(game, second))
        return fraction(met.win_a[start_of(game)])

    stores = isinstance(game, Subtraction) and isinstance(first, str) and isinstance(second, str)
    build = sets.agents_build(game) if stores else None  # type: ignore[arg-type]  # a subtraction game, just seen
    return Computation(_exact_operations(game, first) + _exact_operations(game, second), run, build)


def agents(game: Game, first: str | Playouts, second: str | Playouts) -> Computation[tuple[float, float, float]]:
    """The chances of the first and of the second of two agents, and a proven bound on their error."""

    def run() -> tuple[float, float, float]:
        met = duel_of(graph_of(game), _policy(game, first), _policy(game, second))
        start = start_of(game)
        return float(met.win[0, start]), float(met.loss[0, start]), float(met.error[0, start])

    playouts = [stored(agent) or 1 for agent in (first, second) if not isinstance(agent, str)] or [1]
    work = duel_operations(game, [max(playouts)], [max(playouts)])
    return Computation(work, run)


def _exact_operations(game: Game, agent: str | Playouts) -> float:
    edges = graph_edges(game)
    k = 1 if isinstance(agent, str) else stored(agent) or 1
    return edges * (2e4 + 2e3 * k + 20.0 * k * k)


def _rows(game: Game, agent: str | Playouts) -> Sequence[fmpq]:
    """An agent as a fraction an edge."""
    graph = graph_of(game)
    if not isinstance(agent, str):
        count = stored(agent)
        return exact_policy_monte_carlo(graph, count) if count else share_rows(graph, limit_shares(graph))
    return agent_rows(graph, agent)


def _policy(game: Game, agent: str | Playouts) -> Policy:
    """An agent as a double an edge."""
    graph = graph_of(game)
    if not isinstance(agent, str):
        return policy(game, stored(agent))
    return agent_policy(graph, agent)


def random(game: Game) -> Computation[RandomPlay]:
    """Random play from the game's start."""
    build = sets.position_build(game)
    match game:
        case Subtraction(rules, heap):
            work = blunder_operations(rules, heap)

            def run() -> RandomPlay:
                if heap == 0:
                    return RandomPlay(game, Fraction(0), 0.0, 0.0, {})
                win, by_move = exact_heap(rules.moves, heap, rules.overshoot)
                chances: dict[str, Fraction | None] = {str(move): fraction(p) for move, p in by_move.items()}
                return RandomPlay(game, fraction(win), float(fraction(win)), 2.0**-54, chances)

        case Esr():
            work = EsrStarts(game).operations()

            def run() -> RandomPlay:
                win, chance, error = start_chance(game)
                return RandomPlay(game, win, chance, error, {"0": win})

        case Dsc():
            work = sum(task.operations() for task in build.tasks)

            def run() -> RandomPlay:
                start = next(position for position in positions_of(game) if position.number == start_of(game))
                chances: dict[str, Fraction | None] = {str(c.move): c.chance for c in start.candidates}
                return RandomPlay(game, start.chance, float(start.chance), 2.0**-54, chances)

    return Computation(work, run, build)


def perfect(game: Game) -> Computation[Perfect]:
    """Perfect play from the game's start."""

    def run() -> Perfect:
        graph, start = graph_of(game), start_of(game)
        values = perfect_values(graph)
        winning: list[int] = []
        for edge in graph.edges_of(start):
            if values[graph.successors[edge]] < 0:
                label, count = int(graph.labels[edge]), int(graph.multiplicities[edge])
                # in a race of many lanes the pieces of one square are one move
                winning += [label] if isinstance(game, Esr) else moves_on(game, label, count)
        if not isinstance(game, Subtraction):
            return Perfect(game, bool(values[start] > 0), tuple(winning), None, None)
        found = period(game.rules.moves, game.rules.overshoot)
        periods = (None, None) if found is None else (found.period, found.preperiod)
        return Perfect(game, bool(values[start] > 0), tuple(winning), *periods)

    build = None if isinstance(game, Esr) else sets.position_build(game)
    return Computation(100.0 * graph_edges(game) + 1e6, run, build)


def blunder(rules: SubtractionRules, limit: int) -> Computation[Blunder]:
    """Where MC(inf) first errs in a subtraction game."""

    def run() -> Blunder:
        found = blunder_of(rules.moves, rules.overshoot, limit)
        return Blunder(found.size, found.size_with_ties, found.searched_to)

    build = sets.games_build((rules,), limit)
    return Computation(blunder_operations(rules, limit), run, build)


def crash_blunder(limit: int) -> Computation[Blunder]:
    """Where MC(inf) first errs in the opening of a double-step crash race."""

    def run() -> Blunder:
        found = dsc_blunder(limit)
        return Blunder(found.size, found.size_with_ties, found.searched_to)

    return Computation(200.0 * limit**3, run)


def errors(rules: SubtractionRules, limit: int) -> Computation[tuple[int, list[BadMove]]]:
    """Won heaps, and those at which MC(inf) may lose."""

    def run() -> tuple[int, list[BadMove]]:
        shares = losing_share(rules.moves, rules.overshoot, limit)
        return len(shares), [BadMove(heap, fraction(share)) for heap, share in shares if share > 0]

    return Computation(blunder_operations(rules, limit), run, sets.position_build(Subtraction(rules, limit)))


def asymmetry(rules: SubtractionRules, kind: Kind, bias: Fraction, heaps: int) -> Computation[list[BadMove]]:
    """Won heaps at which MC(inf) with biased playouts may lose."""

    def run() -> list[BadMove]:
        if heaps == 0:
            return []
        found = bad_moves(rules.moves, kind, bias, heaps, rules.overshoot)
        return [BadMove(heap, fraction(share)) for heap, share in found]

    storable = max(abs(bias.numerator), bias.denominator) < 2**63
    build = sets.asymmetry_build(rules, kind, (bias,), heaps) if storable and heaps else None
    return Computation(bias_operations(rules, bias, heaps), run, build)


def basins(game: Game, k_max: int) -> Computation[list[Basin]]:
    """Local minima of the curve of MC(k) against MC(2k)."""
    task = Basins(game, k_max)

    def run() -> list[Basin]:
        columns = task.run()
        rows = zip(columns["k"].tolist(), columns["mean"].tolist(), columns["error"].tolist(), strict=True)
        return [Basin(*row) for row in rows]

    return Computation(task.operations(), run, sets.basins_build(game, k_max))


def first_over_half(game: Game, k_max: int) -> Computation[FirstOverHalf]:
    """The first k at which MC(k) wins more than half against MC(2k)."""
    whole = curve(game, k_max, None)
    chunk = 64

    def points() -> Iterator[Duel]:
        for begin in range(1, k_max + 1, chunk):
            ks = range(begin, min(begin + chunk, k_max + 1))
            yield from _duels(game, ks, [2 * k for k in ks])

    def run() -> FirstOverHalf:
        found = first_over_half_of(points(), k_max)
        assert found is not None
        return found

    return Computation(whole.operations, run, whole.build)


def limits(rules: SubtractionRules) -> Computation[list[Limit]]:
    """Limits of random play as the heap grows."""

    def run() -> list[Limit]:
        found = random_play_limits(rules.moves, rules.overshoot)
        return [Limit(len(found), residue, fraction(chance)) for residue, chance in enumerate(found)]

    return Computation(limit_operations(rules), run, sets.limits_build((rules,)))
