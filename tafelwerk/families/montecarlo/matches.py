"""Duels, random play and perfect play, computed. It imports solvers: import it inside a function."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq

from tafelwerk.families.montecarlo.answers import (
    ROUNDED,
    AgentDuel,
    Duel,
    Perfect,
    RandomPlay,
    Ties,
    agent_duel,
    random_play,
)
from tafelwerk.families.montecarlo.candidates import random_at
from tafelwerk.families.montecarlo.graphs import (
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
from tafelwerk.families.montecarlo.rules.games import Esr, Game, Playouts, Subtraction, sampled, stored
from tafelwerk.families.montecarlo.rules.positions import Position
from tafelwerk.families.montecarlo.tasks import duel_task
from tafelwerk.solvers.montecarlo.agents import agent_policy, agent_rows
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.playouts.agent_duels import duel
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_policy_monte_carlo
from tafelwerk.solvers.playouts.game_graph import perfect_values
from tafelwerk.solvers.playouts.policy import Policy, limit_shares, share_rows, unique_best_policy

CHUNK = 64
"""Values of k that are computed together along a curve that may end early."""


def duels(game: Game, ks: Sequence[Playouts], rivals: Sequence[Playouts]) -> list[Duel]:
    """MC(ks[i]) against MC(rivals[i]) from the game's start."""
    columns = duel_task(game, tuple(map(stored, ks)), tuple(map(stored, rivals))).run()
    values = zip(*(columns[name].tolist() for name in ("first", "second", "mean", "error")), strict=True)
    return [
        Duel(k, rival, *row[:3], certainty="certified", error_bound=row[3])
        for k, rival, row in zip(ks, rivals, values, strict=True)
    ]


def curve_by_chunks(game: Game, k_max: int) -> Iterator[Duel]:
    """MC(k) against MC(2k) for k = 1, 2, ..., computed as they are asked for."""
    for begin in range(1, k_max + 1, CHUNK):
        ks = range(begin, min(begin + CHUNK, k_max + 1))
        yield from duels(game, ks, [2 * k for k in ks])


def duel_at(game: Game, k: Playouts, rival: Playouts, at: Position) -> Duel:
    """MC(k) against MC(rival) from a position of a race."""
    values = duel_values(game, (stored(k),), (stored(rival),), np.array([start_of(game, at)]), at)
    first, second, mean = (float(values[name][0, 0]) for name in ("first", "second", "mean"))
    error = float(stated_errors(game, values["error"])[0, 0])
    return Duel(k, rival, first, second, mean, certainty="certified", error_bound=error)


def duel_in_fractions(game: Game, k: Playouts, rival: Playouts, at: Position | None) -> Duel:
    """MC(k) against MC(rival), exactly."""
    first, second = _chances(game, f"mc:{k}", f"mc:{rival}", at)
    return Duel(k, rival, first, second, (first + second) / 2)


def agents(game: Game, first: str, second: str, at: Position | None) -> AgentDuel:
    """One agent against another."""
    met = duel(graph_of(game, at), _policy(game, first, at), _policy(game, second, at))
    start = start_of(game, at)
    win, loss, error = (float(values[0, start]) for values in (met.win, met.loss, met.error))
    return AgentDuel(first, second, win, loss, win, certainty="certified", error_bound=error)


def agents_in_fractions(game: Game, first: str, second: str, at: Position | None) -> AgentDuel:
    """One agent against another, exactly."""
    return agent_duel(first, second, _chances(game, first, second, at)[0])


def without_ties(game: Game, ks: Sequence[int]) -> list[Ties]:
    """MC(k) against MC(2k), with ties split and without ties."""
    graph, start = graph_of(game), start_of(game)
    answers = []
    for split in duels(game, ks, [2 * k for k in ks]):
        k, rival = int(split.k), int(split.rival)
        met = duel(graph, *(unique_best_policy(graph, random_of(game), playouts) for playouts in (k, rival)))
        mean = (float(met.win[0, start]) + float(met.loss[1, start])) / 2
        error = max(split.error_bound or 0.0, float(met.error[:, start].max()) + ROUNDED)
        answers.append(Ties(k, rival, float(split.mean), mean, certainty="certified", error_bound=error))
    return answers


def _chances(game: Game, one: str, other: str, at: Position | None) -> tuple[Fraction, Fraction]:
    """Chances that one agent wins against another, moving first and moving second."""
    met = exact_duel(graph_of(game, at), _rows(game, one, at), _rows(game, other, at))
    start = start_of(game, at)
    return fraction(met.win_a[start]), fraction(met.loss_b[start])


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


def random(game: Game, at: Position | None) -> RandomPlay:
    """Random play from the game's start, or from another position of a race."""
    if at is not None or isinstance(game, Subtraction):
        return random_at(game, at)
    if isinstance(game, Esr):
        win, chance, error = start_chance(game)
        return random_play(win, chance, error, {"0": win})
    start = next(positions_of(game))
    chances: dict[str, Fraction | None] = {str(one.move): one.chance for one in start.candidates}
    return random_play(start.chance, float(start.chance), ROUNDED, chances)


def perfect(game: Game, at: Position | None) -> Perfect:
    """Perfect play from the game's start, or from another position of a race."""
    graph, start = graph_of(game, at), start_of(game, at)
    values = perfect_values(graph)
    winning: list[int] = []
    for edge in graph.edges_of(start):
        if values[graph.successors[edge]] < 0:
            label, count = int(graph.labels[edge]), int(graph.multiplicities[edge])
            # in a race with several lanes, the pieces on one square are one move
            winning += [label] if isinstance(game, Esr) else moves_on(game, label, count)
    proved = period(game.rules.moves, game.rules.overshoot) if isinstance(game, Subtraction) else None
    periods = (None, None) if proved is None else (proved.period, proved.preperiod)
    return Perfect(bool(values[start] > 0), tuple(winning), *periods)
