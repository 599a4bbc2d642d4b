"""Edges and weights from which an agent chooses in one position of any graph, with exact ties.

This covers agents that weigh edges by potential differences, by counting or by perfect play, and the random agent. MC(K)'s choice
depends on its playouts, see `simulation` and `agents`.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules.agents import Agent
from tafelwerk.solvers.switching.counting import edge_values, k_best, shortest_path_counts
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.potentials.gauss_seidel import exact_swept_drops
from tafelwerk.solvers.switching.potentials.softmax import powers


def choices(
    graph: Graph, states: NDArray[np.int8], player: Player, agent: Agent, start: Sequence[float] | None = None
) -> dict[int, float]:
    """Edges that an agent may take, with weights to which the chances are proportional.

    Args:
        graph: the graph.
        states: int8, shape (edges,): states of an open position.
        player: player to move.
        agent: any agent except mc.
        start: potentials by node from which Gauss-Seidel sweeps start. Default: 1/2.

    Returns:
        Positive weights by edge, ascending; all 1 if edges are chosen evenly.

    Raises:
        InputError: the agent is mc:K, or the game is over.
    """
    won = winner(graph, states)
    if won is not None:
        raise InputError(f"the game is over, {won} has won: there is nothing to choose")
    if agent.kind == "mc":
        raise InputError(f"{agent} has no weights: it plays playouts of every edge")
    return weights(graph, states, player, agent, start)


def weights(
    graph: Graph, states: NDArray[np.int8], player: Player, agent: Agent, start: Sequence[float] | None = None
) -> dict[int, float]:
    """See `choices`; unchecked."""
    if agent.kind == "heuristic":
        return softmax(drops(graph, states), agent.temperature)
    if agent.kind == "annealing":
        return softmax(drops(graph, states), annealed(agent, int(np.count_nonzero(states == FREE)), graph.edges))
    if agent.kind == "gauss-seidel":
        return softmax(exact_swept_drops(graph, states, agent.sweeps, agent.omega, start), agent.temperature)
    if agent.kind == "shortest-path":
        paths = shortest_path_counts(graph, states)
        return softmax({edge: Fraction(count) for edge, count in paths.items()}, agent.temperature)
    if agent.kind == "edge-count":
        return boltzmann(edge_values(graph, states, player), agent.temperature)
    if agent.kind == "k-best":
        return dict.fromkeys(k_best(graph, states, player, agent.width, agent.depth), 1.0)
    free: list[int] = np.flatnonzero(states == FREE).tolist()
    best = winning_moves(graph, states, player)[1] if agent.kind == "perfect" else ()
    return dict.fromkeys(best or free, 1.0)


def annealed(agent: Agent, free: int, edges: int) -> Fraction:
    """Temperature of an annealing agent when `free` of the edges are free."""
    assert agent.temperature is not None
    return agent.temperature * Fraction(free, edges)


def boltzmann(values: Mapping[int, int], temperature: Fraction | None) -> dict[int, float]:
    """Weights exp(-(best - value) / T) of edges; for T = 0 only of the best, for None (infinite) equal for all."""
    best = max(values.values())
    if temperature == 0:
        return {edge: 1.0 for edge, value in values.items() if value == best}
    power = float(1 / temperature) if temperature else 0.0
    weighed = {edge: exp((value - best) * power) for edge, value in values.items()}
    return {edge: weight for edge, weight in weighed.items() if weight > 0}


def softmax(found: Mapping[int, Fraction], temperature: Fraction | None) -> dict[int, float]:
    """Weights (drop / greatest drop)^(1 / T) of edges; equal for all if there is no drop.

    Args:
        found: drops by edge.
        temperature: T; for 0 only the greatest drops have a weight, for None (infinite) all drops above 0 have the same.

    Returns:
        Positive weights that doubles can represent.
    """
    most = max(found.values())
    if most == 0:
        return dict.fromkeys(found, 1.0)
    if temperature == 0:
        return {edge: 1.0 for edge, drop in found.items() if drop == most}
    ratios = np.array([float(drop / most) for drop in found.values()])
    weighed = powers(ratios, temperature) if temperature else np.where(ratios > 0, 1.0, 0.0)
    return {edge: weight for edge, weight in zip(found, weighed.tolist(), strict=True) if weight > 0}
