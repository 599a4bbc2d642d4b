"""What each agent of `agent_names` does in every position of a small graph, as chances of edges.

The same agent plays either side.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.switching.agents import HOW, Agent
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.playouts.graph import UNDECIDED
from tafelwerk.solvers.playouts.limit_agent import limit_shares
from tafelwerk.solvers.playouts.perfect_play import perfect_shares
from tafelwerk.solvers.playouts.policy import Policy, monte_carlo_policy, random_shares, share_policy
from tafelwerk.solvers.playouts.random_play import random_play
from tafelwerk.solvers.switching.positions import Positions
from tafelwerk.solvers.switching.potentials.every_position import all_drops, heuristic_shares
from tafelwerk.solvers.switching.potentials.gauss_seidel import swept_drops
from tafelwerk.solvers.switching.potentials.softmax import softmax_policy

Shares = NDArray[np.int64]

_drops, _playouts = lru_cache(maxsize=2)(all_drops), lru_cache(maxsize=2)(random_play)


def agent_policy(positions: Positions, agent: Agent) -> Policy:
    """What an agent does in every position, in floats with proven errors; chances are of edges of `positions.game`.

    Raises:
        InputError: there is no such agent.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_policy(positions.game, shares)
    if agent.kind == "mc" and agent.playouts is not None:
        return monte_carlo_policy(positions.game, _playouts(positions.game), agent.playouts)
    assert agent.temperature is not None
    if agent.kind == "heuristic":
        drops = _drops(positions)
        most = np.repeat(drops.greatest, np.diff(positions.game.offsets))
        ratios = drops.numerators / most
        return softmax_policy(positions.game, ratios, UNIT * np.where(ratios < 1, ratios, 0.0), agent.temperature)
    swept = swept_drops(positions, agent.sweeps)
    return softmax_policy(positions.game, swept.ratios, swept.errors, agent.temperature)


def agent_shares(positions: Positions, agent: Agent) -> Shares | None:
    """An agent whose chances are small fractions, as whole-number shares of edges; None for others. Exact.

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
    if agent.kind == "gauss-seidel":
        if agent.temperature:
            return None
        swept = swept_drops(positions, agent.sweeps)
        if agent.temperature == 0:
            return np.where(swept.greatest, 1, 0)
        is_open = game.payoff == UNDECIDED
        most = np.maximum.reduceat(swept.ratios, game.offsets[:-1][is_open])
        nothing = np.repeat(most == 0, np.diff(game.offsets)[is_open])
        return np.where((swept.ratios > 0) | nothing, 1, 0)
    raise InputError(f"{quoted(agent.kind)} is no agent: {HOW}")
