"""Choices of agents, in one position with exact ties and in every position of a small graph as chances of edges.

An agent plays either side.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.

This covers agents that weigh edges by potential differences, by counting or by perfect play, and the random agent. MC(K)'s choice
depends on its playouts, see `switching_duels` and `agent_policy`.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.

Heuristics that count missing edges, or shortest paths:

Short lacks the fewest free edges that would join A and B: a shortest path in which marked edges have length 0. Cut lacks the
fewest free edges whose deletion would separate them: as many as there are paths without a common free edge (Menger). In a planar
graph these are shortest paths of the dual. The value of a position is what the rival lacks minus what the player lacks; the value
of a won game is the number of edges plus one.

k-best search examines only the best edges, by the value of the position after each, ties in the order of their numbers, and takes
the minimax value at a given depth. At depth 1 over all edges it is the heuristic itself.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.5, which names Sameith's program
for the game Connections: missing edges counted, with k-best alpha-beta search.

At a temperature, an edge is chosen with a chance in proportion to (drop / greatest drop)^(1/T).

As T tends to 0, the choice is even among the greatest drops; as T tends to infinity, it is even among all edges with a drop.
Edges without a drop are never chosen.

Error of a chance, u = 2^-53. If the error of a ratio r is at most e, with e below r / 2, that of its logarithm is at most d = 2 e
/ r, and its power q = 1 / T changes by a factor of at most exp(q d). Powers are balls, rounded to doubles: 2 u more, or 2^-1074
if they underflow. The sum of m weights and the quotient add m u. So, with D = exp(q d) - 1, the error of a chance c is to first
order at most (D of its own weight + the mean D under the chances + (m + 4) u) c.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.7.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp
from typing import NamedTuple

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.switching.rules import HOW, Agent, is_temperature
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_shares, random_play
from tafelwerk.solvers.playouts.policy import Policy, limit_shares, monte_carlo_policy, random_shares, share_policy
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.gauss_seidel import exact_swept_drops, swept_drops
from tafelwerk.solvers.switching.perfect_switching import winning_moves
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, Player, contract, winner
from tafelwerk.solvers.switching.switching_positions import Positions, all_drops, heuristic_shares, read_states

Reals = NDArray[np.float64]


Levels = tuple[Reals, NDArray[np.int64]]
"""The different ones of many numbers, float64, and for each number its place among them."""


def powers(bases: Reals, temperature: Fraction, levels: Levels | None = None) -> Reals:
    """bases^(1 / T) for bases from 0 to 1, with relative errors of at most 2^-52, or absolute errors of 2^-1074 on underflow.

    Args:
        bases: the numbers.
        temperature: T.
        levels: theirs, if known.
    """
    distinct, places = levels or np.unique(bases, return_inverse=True)
    with ctx.workprec(96):
        exponent = arb(fmpq(temperature.denominator, temperature.numerator))
        distinct_powers = [float((arb(base) ** exponent).mid()) if base > 0.0 else 0.0 for base in distinct.tolist()]
    result: Reals = np.array(distinct_powers)[places].reshape(bases.shape)
    return result


def softmax_policy(
    game: GameGraph, ratios: Reals, errors: Reals, temperature: Fraction, levels: Levels | None = None
) -> Policy:
    """The policy of an agent at a temperature.

    Args:
        game: the game.
        ratios: float64, shape (edges,): drops over the greatest of their position, 0 only for a drop of 0; all 0: evenly.
        errors: float64, shape (edges,): bounds on the absolute errors of the ratios; below half the ratio.
        temperature: T, above 0.
        levels: those of the ratios, if known.

    Raises:
        InputError: T or the ratios are out of range.
    """
    if temperature == 0 or not is_temperature(temperature):
        raise InputError(f"temperature must be above 0, and one that agents play at, not {temperature}")
    if ratios.shape != (game.edges,) or errors.shape != (game.edges,):
        raise InputError("ratios and errors must be one per edge")
    is_positive = ratios > 0
    if not bool((errors[is_positive] < 0.5 * ratios[is_positive]).all()):
        raise InputError("errors must be below half of the ratios")
    is_open = game.payoff == UNDECIDED
    begin, degree = game.offsets[:-1][is_open], np.diff(game.offsets)[is_open]
    weights = powers(ratios, temperature, levels)
    doubt = np.zeros(game.edges)
    doubt[is_positive] = np.expm1(float(1 / temperature) * 2.0001 * errors[is_positive] / ratios[is_positive])
    nothing = np.repeat(np.maximum.reduceat(ratios, begin) == 0, degree)
    weights[nothing] = 1.0
    totals = np.repeat(np.add.reduceat(weights, begin), degree)
    # the greatest ratio is 1 and its weight of 1 is exact; the sum is at least 1
    mean_doubt = np.repeat(np.add.reduceat(weights * doubt, begin), degree) / totals
    chances = weights / totals
    spread = doubt + mean_doubt + (np.repeat(degree, degree) + 4) * UNIT
    return Policy(chances, np.where(is_positive | nothing, 1.0001 * spread * (1.0 + spread) * chances + 1e-300, 0.0))


States = NDArray[np.int8]
Numbers = NDArray[np.int32]
Values = NDArray[np.int32]


def shortest_path_counts(graph: Graph, states: States) -> dict[int, int]:
    """Number of shortest paths between A and B through each free edge, with marked edges contracted; the game is open."""
    left = contract(graph, states)
    ends: list[list[int]] = left.ends.tolist()
    around: list[list[int]] = [[] for _ in range(left.nodes)]
    for node, other in ends:
        if node != other:
            around[node].append(other)
            around[other].append(node)
    (far_a, paths_a), (far_b, paths_b) = (_paths(around, end) for end in (A, B))
    shortest = far_a[B]

    def through(one: int, other: int) -> int:
        # an unreachable node has no path
        return paths_a[one] * paths_b[other] if far_a[one] + 1 + far_b[other] == shortest else 0

    counts = (through(node, other) + through(other, node) for node, other in ends)
    return dict(zip(left.edges.tolist(), counts, strict=True))


def _paths(around: list[list[int]], start: int) -> tuple[list[int], list[int]]:
    """Lengths and numbers of shortest paths from a node."""
    length, count = [len(around)] * len(around), [0] * len(around)
    length[start], count[start] = 0, 1
    todo = [start]
    for node in todo:
        for other in around[node]:
            if length[other] == len(around):
                length[other] = length[node] + 1
                todo.append(other)
            if length[other] == length[node] + 1:
                count[other] += count[node]
    return length, count


def edge_values(graph: Graph, states: States, player: Player) -> dict[int, int]:
    """Value, for the player who takes it, of the position after each free edge.

    Args:
        graph: the graph.
        states: int8, shape (edges,): states of an open position.
        player: player to move.
    """
    values = np.empty(graph.edges, np.int32)
    _fill_values(graph.ends, states.copy(), player.colour, _make_space(graph), values)
    return {edge: int(values[edge]) for edge in np.flatnonzero(states == FREE).tolist()}


def k_best(graph: Graph, states: States, player: Player, width: int, depth: int) -> list[int]:
    """The best edges by minimax to depth `depth` over the `width` best edges in every position, ascending.

    Args:
        graph, states, player: see `edge_values`.
        width, depth: 1 or more.
    """
    values: dict[int, int] = {}
    for edge, value in _rank_edges(graph, states, player, width):
        # values as good as the best so far are found exactly
        floor = max(values.values(), default=-_infinite(graph)) - 1
        values[edge] = _search_value(graph, states, player, (edge, value), width, depth, floor, _infinite(graph))
    most = max(values.values())
    return sorted(edge for edge, value in values.items() if value == most)


def _infinite(graph: Graph) -> int:
    """A number larger than the value of any position."""
    return graph.edges + 2


def _rank_edges(graph: Graph, states: States, player: Player, width: int) -> list[tuple[int, int]]:
    """The best edges and their values."""
    values = edge_values(graph, states, player)
    return sorted(values.items(), key=lambda item: (-item[1], item[0]))[:width]


def _search_value(
    graph: Graph, states: States, player: Player, move: tuple[int, int], width: int, depth: int, low: int, high: int
) -> int:
    """Value of a move by alpha-beta search: exact between low and high, otherwise a bound."""
    edge, value = move
    if depth == 1 or abs(value) > graph.edges:
        return value
    after = states.copy()
    after[edge] = player.colour
    best = -_infinite(graph)
    for further in _rank_edges(graph, after, player.rival, width):
        best = max(best, _search_value(graph, after, player.rival, further, width, depth - 1, max(-high, best), -low))
        if best >= -low:
            break
    return -best


def k_best_shares(positions: Positions, width: int, depth: int) -> NDArray[np.int64]:
    """Choices of k-best search in every position: int64, shape (game edges,), 1 if an edge is among the best, otherwise 0."""
    game, values = positions.game, position_values(positions)
    is_open = np.diff(game.offsets) > 0
    begin, degree = game.offsets[:-1][is_open], np.diff(game.offsets)[is_open]
    owners = np.repeat(np.arange(game.positions), np.diff(game.offsets))
    rated = -values[game.successors]
    order = np.lexsort((game.labels, -rated, owners))
    rank = np.empty(game.edges, np.int64)
    rank[order] = np.arange(game.edges) - np.repeat(begin, degree)
    for _ in range(depth - 1):
        best = values.copy()
        best[is_open] = np.maximum.reduceat(np.where(rank < width, rated, -1000), begin)
        rated = -best[game.successors]
    candidates = np.where(rank < width, rated, -1000)
    shares: NDArray[np.int64] = (candidates == np.repeat(np.maximum.reduceat(candidates, begin), degree)).astype(
        np.int64
    )
    return shares


def position_values(positions: Positions) -> Values:
    """Value of every position for the player to move: int32, shape (n,)."""
    graph, values = positions.graph, np.empty(positions.game.positions, np.int32)
    states = np.empty(graph.edges, np.int8)
    _fill_positions(graph.ends, positions.keys, positions.to_move, states, _make_space(graph), values)
    return values


class _Space(NamedTuple):
    """Scratch arrays: flow, int32, shape (edges,); length and came, int32, shape (nodes,)."""

    flow: Numbers
    length: Numbers
    came: Numbers


def _make_space(graph: Graph) -> _Space:
    return _Space(np.empty(graph.edges, np.int32), *np.empty((2, graph.nodes), np.int32))


@kernel
def _short_lacks(ends: Numbers, states: States, length: Numbers) -> int:
    """The fewest free edges that would join A and B; more than all edges if none would."""
    far = len(states) + 1
    length[:] = far
    length[A] = 0
    changed = True
    while changed:
        changed = False
        for edge in range(len(states)):
            if states[edge] != DELETED:
                end, other = ends[edge, 0], ends[edge, 1]
                step = 1 if states[edge] == FREE else 0
                if length[end] + step < length[other]:
                    length[other] = length[end] + step
                    changed = True
                elif length[other] + step < length[end]:
                    length[end] = length[other] + step
                    changed = True
    return int(length[B])


@kernel
def _cut_lacks(ends: Numbers, states: States, flow: Numbers, came: Numbers) -> int:
    """The fewest free edges whose deletion would separate A and B, which marked edges do not join. Paths are added one by one,
    each through edges without flow in its direction."""
    flow[:] = 0
    total = 0
    while True:
        came[:] = -1
        came[A] = len(states)
        changed = True
        while changed and came[B] < 0:
            changed = False
            for edge in range(len(states)):
                if states[edge] == DELETED:
                    continue
                end, other = ends[edge, 0], ends[edge, 1]
                is_marked = states[edge] == MARKED
                if came[end] >= 0 and came[other] < 0 and (is_marked or flow[edge] < 1):
                    came[other] = edge
                    changed = True
                elif came[other] >= 0 and came[end] < 0 and (is_marked or flow[edge] > -1):
                    came[end] = edge
                    changed = True
        if came[B] < 0:
            return total
        total += 1
        node = B
        while node != A:
            edge = came[node]
            # the path runs towards the node
            flow[edge] += 1 if ends[edge, 1] == node else -1
            node = ends[edge, 0] + ends[edge, 1] - node


@kernel
def _worth(ends: Numbers, states: States, colour: int, space: _Space) -> int:
    """Value of a position for the player of a colour."""
    won = len(states) + 1
    short = _short_lacks(ends, states, space.length)
    if short == 0 or short == won:
        worth = won if short == 0 else -won
    else:
        worth = _cut_lacks(ends, states, space.flow, space.came) - short
    return worth if colour == MARKED else -worth


@kernel
def _fill_values(ends: Numbers, states: States, colour: int, space: _Space, values: Values) -> None:
    """Fill values of the position after each free edge, for the player of a colour, who takes it."""
    for edge in range(len(states)):
        if states[edge] == FREE:
            states[edge] = colour
            values[edge] = _worth(ends, states, colour, space)
            states[edge] = FREE


@kernel
def _fill_positions(
    ends: Numbers, keys: Numbers, to_move: States, states: States, space: _Space, values: Values
) -> None:
    """Fill the values of all positions for the player to move."""
    for number in range(len(keys)):
        read_states(int(keys[number]), states)
        values[number] = _worth(ends, states, int(to_move[number]), space)


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
        return softmax(
            drops(graph, states), annealing_temperature(agent, int(np.count_nonzero(states == FREE)), graph.edges)
        )
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


def annealing_temperature(agent: Agent, free: int, edges: int) -> Fraction:
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
        return _drop_policy(positions, _path_ratios(positions), agent.temperature)
    if agent.kind == "heuristic":
        return _drop_policy(positions, _drop_ratios(positions), agent.temperature)
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
    raise InputError(f"unknown agent {in_quotes(agent.kind)}: {HOW}")


def _begin(positions: Positions) -> Shares:
    """The first game edge of each open position."""
    begin: Shares = positions.game.offsets[:-1][positions.game.payoff == UNDECIDED]
    return begin


def _degree(positions: Positions) -> Shares:
    """The number of game edges of each open position."""
    degree: Shares = np.diff(positions.game.offsets)[positions.game.payoff == UNDECIDED]
    return degree


class _Ratios(NamedTuple):
    """Drops over the greatest of their position, by game edge, with bounds on their errors. All temperatures share them."""

    values: Reals
    errors: Reals
    levels: Levels


def _ratios(positions: Positions, drops: NDArray[np.int32]) -> _Ratios:
    """Ratios of integer drops, of which every position has one above 0."""
    ratios = drops / np.repeat(np.maximum.reduceat(drops, _begin(positions)), _degree(positions))
    return _Ratios(ratios, UNIT * np.where(ratios < 1, ratios, 0.0), np.unique(ratios, return_inverse=True))


@lru_cache(maxsize=1)
def _drop_ratios(positions: Positions) -> _Ratios:
    return _ratios(positions, _drops(positions).numerators)


@lru_cache(maxsize=1)
def _path_ratios(positions: Positions) -> _Ratios:
    return _ratios(positions, _path_counts(positions))


def _drop_policy(positions: Positions, ratios: _Ratios, temperature: Fraction) -> Policy:
    """An agent at a temperature above 0."""
    return softmax_policy(positions.game, ratios.values, ratios.errors, temperature, ratios.levels)


def _annealed_policy(positions: Positions, agent: Agent) -> Policy:
    """The heuristic at temperatures that fall with the number of free edges."""
    free = np.repeat(_degree(positions), _degree(positions))
    annealed_choices = Policy(np.zeros(positions.game.edges), np.zeros(positions.game.edges))
    for count in np.unique(free).tolist():
        there = free == count
        temperature = annealing_temperature(agent, count, positions.graph.edges)
        policy = _drop_policy(positions, _drop_ratios(positions), temperature)
        annealed_choices.chances[there], annealed_choices.errors[there] = policy.chances[there], policy.errors[there]
    return annealed_choices


@lru_cache(maxsize=2)
def _path_counts(positions: Positions) -> NDArray[np.int32]:
    """Number of shortest paths through the edge of each game edge."""
    game, counts = positions.game, np.zeros(positions.game.edges, np.int32)
    for number in np.flatnonzero(game.payoff == UNDECIDED).tolist():
        edge_counts = shortest_path_counts(positions.graph, positions.states(number))
        counts[game.offsets[number] : game.offsets[number + 1]] = [
            edge_counts[edge] for edge in game.labels[game.offsets[number] : game.offsets[number + 1]].tolist()
        ]
    return counts
