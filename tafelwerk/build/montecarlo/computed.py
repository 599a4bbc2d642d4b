"""Answers that the book does not hold, computed: one function per question of the family, each with its estimate of work."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np
from flint import fmpq

from tafelwerk.build.montecarlo import estimates, sets
from tafelwerk.build.montecarlo.candidates import candidate_operations, choice, law, random_at, size
from tafelwerk.build.montecarlo.explaining import explain
from tafelwerk.build.montecarlo.graphs import (
    duel_values,
    fraction,
    graph_of,
    moves_on,
    policy,
    positions_of,
    random_of,
    start_chance,
    start_of,
    stated_errors,
)
from tafelwerk.build.montecarlo.simulated import simulated_wins
from tafelwerk.build.task import Build
from tafelwerk.rules.biases import Shares, bias_of
from tafelwerk.rules.montecarlo import (
    AGENTS,
    DoubleStep,
    Dsc,
    Esr,
    Game,
    Kind,
    Playouts,
    Subtraction,
    SubtractionRules,
    curve_points,
    is_storable,
    sampled,
    stored,
)
from tafelwerk.rules.montecarlo_positions import Position, placed
from tafelwerk.rules.simulations import is_kept
from tafelwerk.solvers.montecarlo.agents import agent_policy, agent_rows
from tafelwerk.solvers.montecarlo.bias import bad_moves, win_chances
from tafelwerk.solvers.montecarlo.blunders import blunder as blunder_of
from tafelwerk.solvers.montecarlo.blunders import losing_share, race_blunder
from tafelwerk.solvers.montecarlo.closed_forms import closed_beat, closed_value, critical_epsilon, first_bad
from tafelwerk.solvers.montecarlo.limits import random_play_limits
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.montecarlo.waves import wave
from tafelwerk.solvers.playouts.duel import duel as duel_of
from tafelwerk.solvers.playouts.exact_play import exact_duel as exact_duel_of
from tafelwerk.solvers.playouts.exact_play import exact_policy_monte_carlo
from tafelwerk.solvers.playouts.limit_agent import limit_shares
from tafelwerk.solvers.playouts.perfect_play import perfect_values
from tafelwerk.solvers.playouts.policy import Policy, share_rows
from tafelwerk.solvers.playouts.unique_best import unique_best_policy
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.montecarlo import answers, blunders, questions
from tafelwerk.tables.montecarlo.answers import AgentDuel, Duel

__all__ = ["choice", "explain", "law", "size"]
"""Computations defined in other modules."""

T = TypeVar("T")

WAVE_OPERATIONS = 5e7
"""Upper bound on the work of finding the wave of biased playouts."""


def _built(build: Build, run: Callable[[], T]) -> Computation[T]:
    """A computation that takes as long as the build."""
    return Computation(build.operations(), run, build)


def _duels(game: Game, ks: Sequence[Playouts], rivals: Sequence[Playouts]) -> list[Duel]:
    """MC(ks[i]) against MC(rivals[i]) from the game's start."""
    columns = sets.duel_task(game, tuple(map(stored, ks)), tuple(map(stored, rivals))).run()
    values = zip(*(columns[name].tolist() for name in ("first", "second", "mean", "error")), strict=True)
    return [
        Duel(k, rival, *row[:3], certainty="certified", error_bound=row[3])
        for k, rival, row in zip(ks, rivals, values, strict=True)
    ]


def duel(
    game: Game,
    k: Playouts,
    rival: Playouts,
    first: str | None,
    second: str | None,
    exact: bool,
    at: Position | None,
) -> Computation[Duel | AgentDuel]:
    """MC(k) against MC(rival), or one agent against another."""
    game, at = placed(game, at)
    if first is not None and second is not None:
        return _agents(game, first, second, exact, at)
    if exact:
        return _exact_duel(game, k, rival, at)
    if at is not None:
        return _duel_at(game, k, rival, at)
    return _built(sets.duel_build(game, k, rival), lambda: _duels(game, [k], [rival])[0])


def _duel_at(game: Game, k: Playouts, rival: Playouts, at: Position) -> Computation[Duel | AgentDuel]:
    """MC(k) against MC(rival) from a position of a race."""

    def run() -> Duel:
        found = duel_values(game, (stored(k),), (stored(rival),), np.array([start_of(game, at)]), at)
        first, second, mean = (float(found[name][0, 0]) for name in ("first", "second", "mean"))
        error = float(stated_errors(game, found["error"])[0, 0])
        return Duel(k, rival, first, second, mean, certainty="certified", error_bound=error)

    return Computation(estimates.duel_operations(game, [stored(k)], [stored(rival)]), run)


def curve(game: Game, k_max: int, points: int | None) -> Computation[list[Duel]]:
    """MC(k) against MC(2k) along a curve."""
    ks = curve_points(k_max, points)
    rivals = [2 * k for k in ks]
    return Computation(
        estimates.duel_operations(game, ks, rivals),
        lambda: _duels(game, ks, rivals),
        sets.curve_build(game, k_max, points),
    )


def ties(game: Game, k_max: int, points: int) -> Computation[list[answers.Ties]]:
    """MC(k) against MC(2k) along a curve, with ties split and without ties."""
    ks = curve_points(k_max, points)
    rivals = [2 * k for k in ks]

    def run() -> list[answers.Ties]:
        graph, start = graph_of(game), start_of(game)
        found = []
        for one in _duels(game, ks, rivals):
            k, rival = int(one.k), int(one.rival)
            met = duel_of(graph, *(unique_best_policy(graph, random_of(game), playouts) for playouts in (k, rival)))
            mean = (float(met.win[0, start]) + float(met.loss[1, start])) / 2
            error = max(one.error_bound or 0.0, float(met.error[:, start].max()) + questions.ROUNDED)
            found.append(answers.Ties(k, rival, float(one.mean), mean, certainty="certified", error_bound=error))
        return found

    return Computation(estimates.ties_operations(game, ks) + estimates.duel_operations(game, ks, rivals), run)


def _exact_duel(game: Game, k: Playouts, rival: Playouts, at: Position | None) -> Computation[Duel | AgentDuel]:
    agents = f"mc:{k}", f"mc:{rival}"

    def run() -> Duel:
        first, second = _exactly(game, *agents, at)
        return Duel(k, rival, first, second, (first + second) / 2)

    return Computation(_exact_operations(game, *agents), run)


def _agents(game: Game, first: str, second: str, exact: bool, at: Position | None) -> Computation[Duel | AgentDuel]:
    samples = [sampled(agent) for agent in (first, second)]
    is_stored = isinstance(game, Subtraction) and {first, second} <= {*AGENTS}
    build = sets.agents_build(game) if isinstance(game, Subtraction) and is_stored else None

    def run() -> AgentDuel:
        met = duel_of(graph_of(game, at), _policy(game, first, at), _policy(game, second, at))
        start = start_of(game, at)
        win, loss, error = (float(values[0, start]) for values in (met.win, met.loss, met.error))
        return AgentDuel(first, second, win, loss, win, certainty="certified", error_bound=error)

    def run_exactly() -> AgentDuel:
        return questions.agent_duel(first, second, _exactly(game, first, second, at)[0])

    if exact or samples == [None, None]:
        return Computation(_exact_operations(game, first, second), run_exactly, build)
    playouts = max(_finite(count) for count in samples)
    return Computation(estimates.duel_operations(game, [playouts], [playouts]), run)


def _exactly(game: Game, one: str, other: str, at: Position | None) -> tuple[Fraction, Fraction]:
    """Chances that one agent wins against another, moving first and moving second."""
    met = exact_duel_of(graph_of(game, at), _rows(game, one, at), _rows(game, other, at))
    start = start_of(game, at)
    return fraction(met.win_a[start]), fraction(met.loss_b[start])


def _exact_operations(game: Game, *agents: str) -> float:
    ks = [_finite(sampled(agent)) for agent in agents]
    return estimates.graph_edges(game) * sum(2e4 + 2e3 * k + 20.0 * k * k for k in ks)


def _finite(playouts: Playouts | None) -> int:
    """Playouts as counted in an estimate: infinitely many or none count as one."""
    return stored(playouts or 1) or 1


def _rows(game: Game, agent: str, at: Position | None) -> Sequence[fmpq]:
    """An agent as one fraction per edge."""
    graph, playouts = graph_of(game, at), sampled(agent)
    if playouts is None:
        return agent_rows(graph, agent)
    count = stored(playouts)
    return exact_policy_monte_carlo(graph, count) if count else share_rows(graph, limit_shares(graph))


def _policy(game: Game, agent: str, at: Position | None) -> Policy:
    """An agent as one double per edge."""
    playouts = sampled(agent)
    return agent_policy(graph_of(game, at), agent) if playouts is None else policy(game, stored(playouts), at)


def random(game: Game, at: Position | None) -> Computation[answers.RandomPlay]:
    """Random play from the game's start, or from another position."""
    game, at = placed(game, at)
    if at is not None:
        return Computation(candidate_operations(game), lambda: random_at(game, at))
    build = sets.position_build(game)
    work = build.operations()
    match game:
        case Subtraction():
            work = candidate_operations(game)

            def run() -> answers.RandomPlay:
                return random_at(game, None)

        case Esr():

            def run() -> answers.RandomPlay:
                win, chance, error = start_chance(game)
                return questions.random_play(win, chance, error, {"0": win})

        case DoubleStep():

            def run() -> answers.RandomPlay:
                start = next(positions_of(game))
                chances: dict[str, Fraction | None] = {str(c.move): c.chance for c in start.candidates}
                return questions.random_play(start.chance, float(start.chance), questions.ROUNDED, chances)

    return Computation(work, run, build)


def perfect(game: Game, at: Position | None) -> Computation[answers.Perfect]:
    """Perfect play from the game's start, or from another position."""
    game, at = placed(game, at)

    def run() -> answers.Perfect:
        graph, start = graph_of(game, at), start_of(game, at)
        values = perfect_values(graph)
        winning: list[int] = []
        for edge in graph.edges_of(start):
            if values[graph.successors[edge]] < 0:
                label, count = int(graph.labels[edge]), int(graph.multiplicities[edge])
                # in a race with several lanes, the pieces on one square are one move
                winning += [label] if isinstance(game, Esr) else moves_on(game, label, count)
        if not isinstance(game, Subtraction):
            return answers.Perfect(bool(values[start] > 0), tuple(winning), None, None)
        found = period(game.rules.moves, game.rules.overshoot)
        periods = (None, None) if found is None else (found.period, found.preperiod)
        return answers.Perfect(bool(values[start] > 0), tuple(winning), *periods)

    build = None if isinstance(game, Esr) or at is not None else sets.position_build(game)
    return Computation(100.0 * estimates.graph_edges(game) + 1e6, run, build)


def blunder(rules: SubtractionRules | None, limit: int, race: str | None) -> Computation[answers.Blunder]:
    """Smallest size at which MC(inf) errs."""

    def run() -> answers.Blunder:
        crash = race == Dsc.name
        found = race_blunder(limit, crash) if rules is None else blunder_of(rules.moves, rules.overshoot, limit)
        return answers.Blunder(found.size, found.size_with_ties, found.searched_to)

    return Computation(200.0 * limit**3, run) if rules is None else _built(sets.games_build((rules,), limit), run)


def errors(rules: SubtractionRules, limit: int) -> Computation[answers.Errors]:
    """Won heaps at which MC(inf) may lose, among all won heaps."""

    def run() -> answers.Errors:
        shares = losing_share(rules.moves, rules.overshoot, limit)
        return blunders.mean_errors(
            [(heap, fraction(share)) for heap, share in shares if share > 0], len(shares), limit
        )

    return Computation(estimates.blunder_operations(rules, limit), run, sets.position_build(Subtraction(rules, limit)))


def asymmetry(
    heap: int,
    rules: SubtractionRules,
    kind: Kind | None,
    epsilon: Fraction | None,
    weights: Shares | None,
    chances: Shares | None,
) -> Computation[answers.BadMoves]:
    """Won heaps at which MC(inf) with biased playouts may lose."""
    named = bias_of(rules.moves, kind, epsilon, weights, chances)

    def run() -> answers.BadMoves:
        found = bad_moves(rules.moves, named, heap, rules.overshoot) if heap else []
        return answers.BadMoves([(bad, fraction(share)) for bad, share in found])

    build = None
    if kind is not None and epsilon is not None and is_storable(epsilon) and heap:
        build = sets.asymmetry_build(rules, kind, (epsilon,), heap)
    return Computation(estimates.bias_operations(rules, named, heap), run, build)


def bias(
    rules: SubtractionRules,
    kind: Kind | None,
    epsilon: Fraction | None,
    weights: Shares | None,
    chances: Shares | None,
    limit: int,
) -> Computation[answers.Bias]:
    """Random play with biased playouts: winning chances and their wave."""
    named = bias_of(rules.moves, kind, epsilon, weights, chances)

    def run() -> answers.Bias:
        win = win_chances(rules.moves, named, limit, rules.overshoot)
        found = wave(rules.moves, named, rules.overshoot)
        beat = None if found is None else found.beat_period
        values: dict[int, float | None] = {}
        is_closed = rules == SubtractionRules((1, 2)) and chances is None
        if is_closed:
            beat = closed_beat(named)
            values = {heap: closed_value(heap, named) for heap in range(1, limit + 1)}
        return answers.Bias(
            win={heap: fraction(chance) for heap, chance in enumerate(win, 1)},
            critical_epsilon=critical_epsilon(rules.moves, named),
            beat_period=beat,
            phase=None if found is None else found.phase,
            damping=None if found is None else found.damping,
            step=None if found is None else found.step,
            coefficients=None if found is None else tuple(map(fraction, found.coefficients)),
            first_bad_estimate=first_bad(named) if is_closed else None,
            closed_form={heap: 0.5 + y for heap, y in values.items() if y is not None} or None,
        )

    return Computation(estimates.value_operations(rules, named, limit) + WAVE_OPERATIONS, run)


def basins(game: Game, k_max: int) -> Computation[answers.Basins]:
    """Local minima of the curve of MC(k) against MC(2k)."""
    build = sets.basins_build(game, k_max)

    def run() -> answers.Basins:
        columns = build.tasks[0].run()
        rows = zip(*(columns[name] for name in ("k", "k_low", "k_high", "mean", "error")), strict=True)
        return questions.all_basins([answers.Basin(*row) for row in rows], k_max)

    return _built(build, run)


def first_over_half(game: Game, k_max: int) -> Computation[answers.FirstOverHalf]:
    """The smallest k at which MC(k) wins more than half of its games against MC(2k)."""
    whole = curve(game, k_max, None)
    chunk = 64

    def points() -> Iterator[Duel]:
        for begin in range(1, k_max + 1, chunk):
            ks = range(begin, min(begin + chunk, k_max + 1))
            yield from _duels(game, ks, [2 * k for k in ks])

    def run() -> answers.FirstOverHalf:
        found = questions.passes_half(points(), k_max)
        assert found is not None
        return found

    return Computation(whole.operations, run, whole.build)


def limits(rules: SubtractionRules) -> Computation[answers.Limits]:
    """Limits of random play as the heap grows."""

    def run() -> answers.Limits:
        found = random_play_limits(rules.moves, rules.overshoot)
        return answers.Limits(len(found), {residue: fraction(chance) for residue, chance in enumerate(found)})

    return _built(sets.limits_build((rules,)), run)


def simulate(game: Game, first: str, second: str, games: int, seed: int) -> Computation[answers.Simulation]:
    """Simulated games of two agents."""
    build = sets.simulations_build(game, ((first, second),), games, seed) if is_kept(game, first, second) else None

    def run() -> answers.Simulation:
        return questions.simulation(first, second, simulated_wins(game, first, second, games, seed), games, seed)

    return Computation(estimates.simulation_operations(game, first, second, games), run, build)
