"""What each agent of `agent_names` does in every position of a small graph, as chances of edges.

The same agent plays either side.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

from functools import lru_cache

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.switching.agents import HOW, Agent
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.playouts.exact_play import exact_policy_monte_carlo
from tafelwerk.solvers.playouts.graph import UNDECIDED
from tafelwerk.solvers.playouts.limit_agent import limit_shares
from tafelwerk.solvers.playouts.perfect_play import perfect_shares
from tafelwerk.solvers.playouts.policy import Policy, monte_carlo_policy, random_shares, share_policy, share_rows
from tafelwerk.solvers.playouts.random_play import RandomPlay, random_play
from tafelwerk.solvers.switching.positions import Positions
from tafelwerk.solvers.switching.potentials.gauss_seidel import swept_drops
from tafelwerk.solvers.switching.potentials.integer_drops import Drops, all_drops, heuristic_shares
from tafelwerk.solvers.switching.potentials.temperature import temperature_policy

Shares = NDArray[np.int64]


def agent_policy(positions: Positions, agent: Agent) -> Policy:
    """What an agent does in every position, in floats with proven errors; chances are of edges of `positions.game`.

    Raises:
        InputError: there is no such agent.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_policy(positions.game, shares)
    if agent.kind == "mc" and agent.playouts is not None:
        return monte_carlo_policy(positions.game, _playouts(positions), agent.playouts)
    assert agent.temperature is not None
    if agent.kind == "heuristic":
        drops = _drops(positions)
        most = np.repeat(drops.greatest, np.diff(positions.game.offsets))
        ratios = drops.numerators / most
        return temperature_policy(positions.game, ratios, UNIT * np.where(ratios < 1, ratios, 0.0), agent.temperature)
    swept = swept_drops(positions, agent.sweeps)
    return temperature_policy(positions.game, swept.ratios, swept.errors, agent.temperature)


def agent_shares(positions: Positions, agent: Agent) -> Shares | None:
    """An agent whose chances are small fractions, as whole-number shares an edge; None for others. Exact.

    Raises:
        InputError: there is no such agent.
    """
    game = positions.game
    if agent.kind == "random":
        return random_shares(game)
    if agent.kind == "perfect":
        return perfect_shares(game)
    if agent.kind == "mc":
        return limit_shares(game, _playouts(positions)) if agent.playouts is None else None
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


def agent_rows(positions: Positions, agent: Agent) -> list[fmpq]:
    """An agent in fractions, one an edge of `positions.game`.

    Raises:
        InputError: there is no such agent, its chances are no fractions, or they are too long.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_rows(positions.game, shares)
    if agent.kind == "mc" and agent.playouts is not None:
        return exact_policy_monte_carlo(positions.game, agent.playouts)
    if agent.kind == "heuristic" and agent.temperature is not None and agent.temperature.numerator == 1:
        return _power_rows(positions, agent.temperature.denominator)
    raise InputError(f"{agent} has no fractions: a temperature must be 1/q with a whole q, and potentials exact")


def _power_rows(positions: Positions, exponent: int) -> list[fmpq]:
    """The heuristic at temperature 1 / exponent."""
    game, numerators = positions.game, _drops(positions).numerators.tolist()
    if exponent > 100:
        raise InputError(f"fractions are for temperatures from 1/100, not 1/{exponent}")
    rows: list[fmpq] = []
    for begin, end in zip(game.offsets[:-1].tolist(), game.offsets[1:].tolist(), strict=True):
        weights = [drop**exponent for drop in numerators[begin:end]]
        total = sum(weights)
        rows.extend(fmpq(weight, total) for weight in weights)
    return rows


@lru_cache(maxsize=2)
def _drops(positions: Positions) -> Drops:
    return all_drops(positions)


@lru_cache(maxsize=2)
def _playouts(positions: Positions) -> RandomPlay:
    return random_play(positions.game)
