"""What the book does not hold of this family, computed: a function per question, each with its estimate of work."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq

from tafelwerk.build.computation import Computation
from tafelwerk.build.montecarlo import sets, survey_tasks
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
    AgentDuel,
    BadMoves,
    Basin,
    Basins,
    Blunder,
    Dsc,
    Duel,
    Errors,
    Esr,
    FirstOverHalf,
    Game,
    Kind,
    Limits,
    Perfect,
    Playouts,
    RandomPlay,
    Subtraction,
    SubtractionRules,
    curve_points,
    sampled,
    stored,
)
from tafelwerk.tables.montecarlo.questions import (
    ROUNDED,
    all_basins,
    mean_errors,
    passes_half,
    random_play,
)


def _duels(game: Game, ks: Sequence[Playouts], rivals: Sequence[Playouts]) -> list[Duel]:
    """MC(ks[i]) against MC(rivals[i]) from the game's start."""
    columns = sets.duel_task(game, tuple(map(stored, ks)), tuple(map(stored, rivals))).run()
    values = zip(*(columns[name].tolist() for name in ("first", "second", "mean", "error")), strict=True)
    return [
        Duel(k, rival, *row[:3], certainty="certified", error_bound=row[3])
        for k, rival, row in zip(ks, rivals, values, strict=True)
    ]


def duel(
    game: Game, k: Playouts, rival: Playouts, first: str | None, second: str | None, exact: bool
) -> Computation[Duel | AgentDuel]:
    """MC(k) against MC(rival), or one agent against another."""
    if first is not None and second is not None:
        certain = exact or (sampled(first) is None and sampled(second) is None)
        return (_exact_agents if certain else _agents)(game, first, second)
    if exact:
        return _exact_duel(game, k, rival)
    build = sets.duel_build(game, k, rival)
    return Computation(build.operations(), lambda: _duels(game, [k], [rival])[0], build)


def curve(game: Game, k_max: int, points: int | None) -> Computation[list[Duel]]:
    """MC(k) against MC(2k) along a curve."""
    ks = curve_points(k_max, points)
    rivals = [2 * k for k in ks]
    return Computation(
        duel_operations(game, ks, rivals), lambda: _duels(game, ks, rivals), sets.curve_build(game, k_max, points)
    )


def _exact_duel(game: Game, k: Playouts, rival: Playouts) -> Computation[Duel | AgentDuel]:
    agents = f"mc:{k}", f"mc:{rival}"

    def run() -> Duel:
        met = exact_duel_of(graph_of(game), *(_rows(game, agent) for agent in agents))
        start = start_of(game)
        first, second = fraction(met.win_a[start]), fraction(met.loss_b[start])
        return Duel(k, rival, first, second, (first + second) / 2)

    return Computation(sum(_exact_operations(game, agent) for agent in agents), run)


def _exact_agents(game: Game, first: str, second: str) -> Computation[Duel | AgentDuel]:
    def run() -> AgentDuel:
        met = exact_duel_of(graph_of(game), _rows(game, first), _rows(game, second))
        chance = fraction(met.win_a[start_of(game)])
        return AgentDuel(first, second, chance, 1 - chance, float(chance))

    stores = isinstance(game, Subtraction) and sampled(first) is None and sampled(second) is None
    build = sets.agents_build(game) if stores else None  # type: ignore[arg-type]  # a subtraction game, just seen
    return Computation(_exact_operations(game, first) + _exact_operations(game, second), run, build)


def _agents(game: Game, first: str, second: str) -> Computation[Duel | AgentDuel]:
    def run() -> AgentDuel:
        met = duel_of(graph_of(game), _policy(game, first), _policy(game, second))
        start = start_of(game)
        win, loss, error = (float(values[0, start]) for values in (met.win, met.loss, met.error))
        return AgentDuel(first, second, win, loss, win, certainty="certified", error_bound=error)

    playouts = max(stored(sampled(agent) or 1) or 1 for agent in (first, second))
    return Computation(duel_operations(game, [playouts], [playouts]), run)


def _exact_operations(game: Game, agent: str) -> float:
    edges = graph_edges(game)
    k = stored(sampled(agent) or 1) or 1
    return edges * (2e4 + 2e3 * k + 20.0 * k * k)


def _rows(game: Game, agent: str) -> Sequence[fmpq]:
    """An agent as a fraction per edge."""
    graph, playouts = graph_of(game), sampled(agent)
    if playouts is None:
        return agent_rows(graph, agent)
    count = stored(playouts)
    return exact_policy_monte_carlo(graph, count) if count else share_rows(graph, limit_shares(graph))


def _policy(game: Game, agent: str) -> Policy:
    """An agent as a double per edge."""
    playouts = sampled(agent)
    return agent_policy(graph_of(game), agent) if playouts is None else policy(game, stored(playouts))


def random(game: Game) -> Computation[RandomPlay]:
    """Random play from the game's start."""
    build = sets.position_build(game)
    match game:
        case Subtraction(rules, heap):
            work = blunder_operations(rules, heap)

            def run() -> RandomPlay:
                if heap == 0:
                    return random_play(Fraction(0), 0.0, 0.0, {})
                win, by_move = exact_heap(rules.moves, heap, rules.overshoot)
                chances: dict[str, Fraction | None] = {str(move): fraction(p) for move, p in by_move.items()}
                return random_play(fraction(win), float(fraction(win)), ROUNDED, chances)

        case Esr():
            work = EsrStarts(game).operations()

            def run() -> RandomPlay:
                win, chance, error = start_chance(game)
                return random_play(win, chance, error, {"0": win})

        case Dsc():
            work = sum(task.operations() for task in build.tasks)

            def run() -> RandomPlay:
                start = next(position for position in positions_of(game) if position.number == start_of(game))
                chances: dict[str, Fraction | None] = {str(c.move): c.chance for c in start.candidates}
                return random_play(start.chance, float(start.chance), ROUNDED, chances)

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
            return Perfect(bool(values[start] > 0), tuple(winning), None, None)
        found = period(game.rules.moves, game.rules.overshoot)
        periods = (None, None) if found is None else (found.period, found.preperiod)
        return Perfect(bool(values[start] > 0), tuple(winning), *periods)

    build = None if isinstance(game, Esr) else sets.position_build(game)
    return Computation(100.0 * graph_edges(game) + 1e6, run, build)


def blunder(rules: SubtractionRules | None, limit: int) -> Computation[Blunder]:
    """Where MC(inf) first errs."""

    def run() -> Blunder:
        found = dsc_blunder(limit) if rules is None else blunder_of(rules.moves, rules.overshoot, limit)
        return Blunder(found.size, found.size_with_ties, found.searched_to)

    if rules is None:
        return Computation(200.0 * limit**3, run)
    return Computation(blunder_operations(rules, limit), run, sets.games_build((rules,), limit))


def errors(rules: SubtractionRules, limit: int) -> Computation[Errors]:
    """Won heaps, and those at which MC(inf) may lose."""

    def run() -> Errors:
        shares = losing_share(rules.moves, rules.overshoot, limit)
        return mean_errors([(heap, fraction(share)) for heap, share in shares if share > 0], len(shares), limit)

    return Computation(blunder_operations(rules, limit), run, sets.position_build(Subtraction(rules, limit)))


def asymmetry(heap: int, rules: SubtractionRules, kind: Kind, epsilon: Fraction) -> Computation[BadMoves]:
    """Won heaps at which MC(inf) with biased playouts may lose."""

    def run() -> BadMoves:
        found = bad_moves(rules.moves, kind, epsilon, heap, rules.overshoot) if heap else []
        return BadMoves([(bad, fraction(share)) for bad, share in found])

    storable = max(abs(epsilon.numerator), epsilon.denominator) < 2**63
    build = sets.asymmetry_build(rules, kind, (epsilon,), heap) if storable and heap else None
    return Computation(bias_operations(rules, epsilon, heap), run, build)


def basins(game: Game, k_max: int) -> Computation[Basins]:
    """Local minima of the curve of MC(k) against MC(2k)."""
    task = survey_tasks.Basins(game, k_max)

    def run() -> Basins:
        columns = task.run()
        rows = zip(columns["k"].tolist(), columns["mean"].tolist(), columns["error"].tolist(), strict=True)
        return all_basins([Basin(*row) for row in rows], k_max)

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
        found = passes_half(points(), k_max)
        assert found is not None
        return found

    return Computation(whole.operations, run, whole.build)


def limits(rules: SubtractionRules) -> Computation[Limits]:
    """Limits of random play as the heap grows."""

    def run() -> Limits:
        found = random_play_limits(rules.moves, rules.overshoot)
        return Limits(len(found), {residue: fraction(chance) for residue, chance in enumerate(found)})

    return Computation(limit_operations(rules), run, sets.limits_build((rules,)))
