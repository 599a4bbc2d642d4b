"""Choices of each agent in every position of a small graph, as chances of edges.

An agent plays either side.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.switching.rules.agents import HOW, Agent
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, perfect_shares, random_play
from tafelwerk.solvers.playouts.policy import Policy, limit_shares, monte_carlo_policy, random_shares, share_policy
from tafelwerk.solvers.switching.choices import annealed
from tafelwerk.solvers.switching.counting import k_best_shares, position_values, shortest_path_counts
from tafelwerk.solvers.switching.positions import Positions
from tafelwerk.solvers.switching.potentials.every_position import all_drops, heuristic_shares
from tafelwerk.solvers.switching.potentials.gauss_seidel import swept_drops
from tafelwerk.solvers.switching.potentials.softmax import softmax_policy

Shares = NDArray[np.int64]

_drops, _playouts = lru_cache(maxsize=2)(all_drops), lru_cache(maxsize=2)(random_play)


def agent_policy(positions: Positions, agent: Agent) -> Policy:
    """An agent's choices in every position, in doubles with proven errors; chances are of edges of `positions.game`.

    Raises:
        InputError: there is no such agent.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_policy(positions.game, shares)
    if not agent.is_positional:
        raise InputError(
            f"{agent} depends on more than the position: it can play games, but has no chances per position"
        )
    if agent.kind == "mc" and agent.playouts is not None:
        return monte_carlo_policy(positions.game, _playouts(positions.game), agent.playouts)
    assert agent.temperature is not None
    if agent.kind == "annealing":
        return _annealed_policy(positions, agent)
    if agent.kind == "edge-count":
        values = -position_values(positions)[positions.game.successors]
        best = np.repeat(np.maximum.reduceat(values, _begin(positions)), _degree(positions))
        # the error of a ratio's logarithm is at most two roundings
        ratios = np.exp((values - best).astype(np.float64))
        return softmax_policy(
            positions.game, ratios, 4 * UNIT * np.where(values < best, ratios, 0.0), agent.temperature
        )
    if agent.kind == "shortest-path":
        return _drop_policy(positions, _path_counts(positions), agent.temperature)
    if agent.kind == "heuristic":
        return _drop_policy(positions, _drops(positions).numerators, agent.temperature)
    swept = swept_drops(positions, agent.sweeps, agent.omega)
    return softmax_policy(positions.game, swept.ratios, swept.errors, agent.temperature)


def agent_shares(positions: Positions, agent: Agent) -> Shares | None:
    """An agent whose chances are small fractions, as integer shares of edges; None for other agents. Exact.

    Raises:
        InputError: there is no such agent.
    """
    game = positions.game
    if agent.kind == "random":
        return random_shares(game)
    if agent.kind == "perfect":
        return perfect_shares(game)
    if agent.kind == "mc":
        return limit_shares(game, _playouts(game)) if agent.playouts is None else None
    if agent.kind == "heuristic":
        if agent.temperature == 0:
            return heuristic_shares(positions, _drops(positions))
        return None if agent.temperature else (_drops(positions).numerators > 0).astype(np.int64)
    if agent.kind == "shortest-path":
        if agent.temperature:
            return None
        counts = _path_counts(positions)
        most = np.repeat(np.maximum.reduceat(counts, _begin(positions)), _degree(positions))
        return np.where(counts == most if agent.temperature == 0 else counts > 0, 1, 0)
    if agent.kind == "edge-count":
        if agent.temperature is None:
            return random_shares(game)
        return k_best_shares(positions, positions.graph.edges, 1) if agent.temperature == 0 else None
    if agent.kind == "k-best":
        return k_best_shares(positions, agent.width, agent.depth)
    if agent.kind == "annealing" or not agent.is_positional:
        return None
    if agent.kind == "gauss-seidel":
        if agent.temperature:
            return None
        swept = swept_drops(positions, agent.sweeps, agent.omega)
        if agent.temperature == 0:
            return np.where(swept.greatest, 1, 0)
        nothing = np.repeat(np.maximum.reduceat(swept.ratios, _begin(positions)) == 0, _degree(positions))
        return np.where((swept.ratios > 0) | nothing, 1, 0)
    raise InputError(f"unknown agent {quoted(agent.kind)}: {HOW}")


def _begin(positions: Positions) -> Shares:
    """The first game edge of each open position."""
    begin: Shares = positions.game.offsets[:-1][positions.game.payoff == UNDECIDED]
    return begin


def _degree(positions: Positions) -> Shares:
    """The number of game edges of each open position."""
    degree: Shares = np.diff(positions.game.offsets)[positions.game.payoff == UNDECIDED]
    return degree


def _drop_policy(positions: Positions, drops: NDArray[np.int32], temperature: Fraction) -> Policy:
    """An agent at a temperature above 0, from integer drops, of which every position has one above 0."""
    most = np.repeat(np.maximum.reduceat(drops, _begin(positions)), _degree(positions))
    ratios = drops / most
    return softmax_policy(positions.game, ratios, UNIT * np.where(ratios < 1, ratios, 0.0), temperature)


def _annealed_policy(positions: Positions, agent: Agent) -> Policy:
    """The heuristic at temperatures that fall with the number of free edges."""
    numerators = _drops(positions).numerators
    free = np.repeat(_degree(positions), _degree(positions))
    found = Policy(np.zeros(positions.game.edges), np.zeros(positions.game.edges))
    for count in np.unique(free).tolist():
        there = free == count
        policy = _drop_policy(positions, numerators, annealed(agent, count, positions.graph.edges))
        found.chances[there], found.errors[there] = policy.chances[there], policy.errors[there]
    return found


@lru_cache(maxsize=2)
def _path_counts(positions: Positions) -> NDArray[np.int32]:
    """Number of shortest paths through the edge of each game edge."""
    game, counts = positions.game, np.zeros(positions.game.edges, np.int32)
    for number in np.flatnonzero(game.payoff == UNDECIDED).tolist():
        found = shortest_path_counts(positions.graph, positions.states(number))
        counts[game.offsets[number] : game.offsets[number + 1]] = [
            found[edge] for edge in game.labels[game.offsets[number] : game.offsets[number + 1]].tolist()
        ]
    return counts
