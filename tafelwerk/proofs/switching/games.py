"""Games of two agents, simulated a second time: other random numbers, potentials by `network`, own sweeps and playouts."""

from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.switching.rules.agents import STARTS, Agent
from tafelwerk.families.switching.rules.comparisons import is_proved
from tafelwerk.proofs.switching.agents import power_of
from tafelwerk.proofs.switching.board import DELETED, FREE, MARKED, lay_out
from tafelwerk.proofs.switching.decisions import measure
from tafelwerk.proofs.switching.network import States, Workspace, make_workspace, merge, solve_potentials
from tafelwerk.solvers.machine.jit import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]

_RANDOM, _GREEDY, _HEATED, _SWEPT, _PLAYOUTS, _COOLING = 0, 1, 2, 3, 4, 5

_WARM, _DRAWN = STARTS.index("warm"), STARTS.index("random")

_EQUAL = 1e-11
"""Relative difference below which drops after sweeps count as equal; boards with so few sweeps have no smaller one."""


def can_play(agent: Agent) -> bool:
    """Whether games of an agent are simulated here: not perfect play, agents that count, or sweeps whose drops doubles cannot
    tell apart."""
    return agent.kind != "perfect" and not (agent.kind == "mc" and not agent.playouts) and is_proved(agent)


def play(order: int, cut: Agent, short: Agent, games: int, seed: int) -> int:
    """Number of games that Short wins.

    Args:
        order: order of the board.
        cut, short: agents for which `can_play` is true.
        games: number of games.
        seed: random seed.
    """
    board, draw = lay_out(order), Random(seed)
    space = make_workspace(board, draw)
    kinds, counts, powers = zip(*map(_coded, (cut, short)), strict=True)
    edges = board.edges
    return int(
        _games(
            space,
            np.array(kinds, np.int64),
            np.array(counts, np.int64),
            np.array(powers),
            np.array([(float(agent.omega), STARTS.index(agent.start)) for agent in (cut, short)]),
            np.zeros((2, board.nodes)),
            games,
            np.array([draw.getrandbits(62)], np.int64),
            np.zeros(edges, np.int8),
            np.zeros(edges),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int8),
        )
    )


def seconds_per_game(order: int, cut: Agent, short: Agent) -> float:
    """Approximate seconds per game."""
    edges = order**2 + (order - 1) ** 2
    total = 0.0
    for agent in (cut, short):
        if agent.playouts:
            total += 1e-9 * agent.playouts * edges**3
        elif agent.sweeps:
            total += 1e-9 * agent.sweeps * edges**2 * 4
        else:
            total += 2e-8 * edges**2 + 1e-10 * edges * order**5
    return total


def _coded(agent: Agent) -> tuple[int, int, float]:
    power = power_of(agent)
    if agent.kind == "heuristic":
        return (_GREEDY if power is None else _HEATED), 0, inf if power is None else float(power)
    if agent.kind == "annealing":
        return _COOLING, 0, float(power or 0)
    if agent.kind == "gauss-seidel":
        return _SWEPT, agent.sweeps, inf if power is None else float(power)
    return (_PLAYOUTS, agent.playouts, 0.0) if agent.playouts else (_RANDOM, 0, 0.0)


@kernel
def _draw(state: Integers, most: int) -> int:
    """A random number from 0 to most - 1, for most below 2^20, from the high bits of a congruential generator modulo 2^64."""
    state[0] = state[0] * 6364136223846793005 + 1442695040888963407
    return int((((state[0] >> 24) & 0xFFFFFFFFFF) * most) >> 40)


@kernel
def _share(state: Integers) -> float:
    """A random number from 0 to 1."""
    state[0] = state[0] * 6364136223846793005 + 1442695040888963407
    return float(((state[0] >> 12) & 0xFFFFFFFFFFFFF) * 2.0**-52)


@kernel
def _sweep(space: Workspace, states: States, sweeps: int, omega: float) -> None:
    """Improve `potential` by sweeps from its present values."""
    label, potential = space.label, space.potential
    potential[0], potential[1] = 1.0, 0.0
    for _ in range(sweeps):
        for node in range(2, len(label)):
            if label[node] != node:
                continue
            total, degree = 0.0, 0
            for edge in range(len(states)):
                if states[edge] == FREE:
                    one, other = label[space.ends[edge, 0]], label[space.ends[edge, 1]]
                    if one != other and (one == node or other == node):
                        total += potential[one + other - node]
                        degree += 1
            if degree:
                potential[node] = (1.0 - omega) * potential[node] + omega * (total / degree)


@kernel
def _weighed(space: Workspace, states: States, power: float, low: float, weights: Floats, state: Integers) -> int:
    """An edge drawn in proportion to a power of its drop; drops up to `low` count as zero."""
    greatest = 0.0
    for edge in range(len(states)):
        weights[edge] = -1.0
        if states[edge] == FREE:
            drop = abs(
                space.potential[space.label[space.ends[edge, 0]]] - space.potential[space.label[space.ends[edge, 1]]]
            )
            weights[edge] = drop if drop > low else 0.0
            greatest = max(greatest, weights[edge])
    total = 0.0
    for edge in range(len(states)):
        if states[edge] != FREE:
            weights[edge] = 0.0
        elif greatest == 0.0:
            weights[edge] = 1.0
        elif power == np.inf:
            weights[edge] = 1.0 if weights[edge] >= greatest * (1.0 - _EQUAL) else 0.0
        elif weights[edge] > 0.0:
            weights[edge] = (weights[edge] / greatest) ** power
        total += weights[edge]
    aim, chosen = _share(state) * total, -1
    for edge in range(len(states)):
        if weights[edge] > 0.0:
            chosen = edge
            aim -= weights[edge]
            if aim < 0.0:
                break
    return chosen


@kernel
def _is_joined(space: Workspace, states: States, colour: int, other_colour: int) -> bool:
    """Whether edges of two colours join A and B."""
    merge(space.ends, states, colour, other_colour, space.queue)
    return bool(space.queue[1] == 0)


@kernel
def _played_out(
    space: Workspace,
    states: States,
    colour: int,
    playouts: int,
    free: Numbers,
    filled: States,
    weights: Floats,
    state: Integers,
) -> int:
    """An edge with the most wins when the remaining edges are divided at random."""
    best = -1.0
    for move in range(len(states)):
        weights[move] = 0.0
        if states[move] != FREE:
            continue
        count = 0
        for edge in range(len(states)):
            filled[edge] = states[edge]
            if states[edge] == FREE and edge != move:
                free[count] = edge
                count += 1
        filled[move] = colour
        # the opponent moves next and takes one more of an odd number
        for _ in range(playouts):
            for i in range(count):
                chosen = i + _draw(state, count - i)
                free[i], free[chosen] = free[chosen], free[i]
                filled[free[i]] = colour if i < count // 2 else DELETED + MARKED - colour
            weights[move] += _is_joined(space, filled, MARKED, MARKED) == (colour == MARKED)
        best = max(best, weights[move])
    count = 0
    for move in range(len(states)):
        if states[move] == FREE and weights[move] == best:
            free[count] = move
            count += 1
    return int(free[_draw(state, count)])


@kernel
def _games(
    space: Workspace,
    kinds: Integers,
    counts: Integers,
    powers: Floats,
    relaxed: Floats,
    kept: Floats,
    games: int,
    state: Integers,
    states: States,
    weights: Floats,
    free: Numbers,
    filled: States,
) -> int:
    """Number of games that Short wins.

    Args:
        space: the board.
        kinds, counts, powers: by player.
        relaxed: over-relaxation and start of sweeps, by player.
        kept: float64, shape (2, n): scratch, potentials where sweeps ended.
        games: number of games.
        state: state of the random generator.
        states, weights, free, filled: scratch, one number per edge.
    """
    won = 0
    for _ in range(games):
        for edge in range(len(states)):
            states[edge] = FREE
        kept[:, :] = 0.5
        colour = MARKED
        while True:
            colour = DELETED + MARKED - colour
            side = 0 if colour == DELETED else 1
            if kinds[side] == _RANDOM:
                count = 0
                for edge in range(len(states)):
                    if states[edge] == FREE:
                        free[count] = edge
                        count += 1
                move = free[_draw(state, count)]
            elif kinds[side] == _GREEDY:
                found, _, _, _, _ = measure(space, states)
                move = space.tied[_draw(state, found)]
            elif kinds[side] == _PLAYOUTS:
                move = _played_out(space, states, colour, counts[side], free, filled, weights, state)
            elif kinds[side] == _SWEPT:
                solve_potentials(space, states)
                for node in range(len(space.label)):
                    space.potential[node] = kept[side, node] if relaxed[side, 1] == _WARM else 0.5
                    if relaxed[side, 1] == _DRAWN:
                        space.potential[node] = _share(state)
                _sweep(space, states, counts[side], relaxed[side, 0])
                for node in range(len(space.label)):
                    kept[side, node] = space.potential[node]
                move = _weighed(space, states, powers[side], _EQUAL, weights, state)
            else:
                low = solve_potentials(space, states)
                power = powers[side]
                if kinds[side] == _COOLING:
                    count = 0
                    for edge in range(len(states)):
                        count += states[edge] == FREE
                    power *= len(states) / count
                move = _weighed(space, states, power, low, weights, state)
            states[move] = colour
            if colour == MARKED and _is_joined(space, states, MARKED, MARKED):
                won += 1
                break
            if colour == DELETED and not _is_joined(space, states, FREE, MARKED):
                break
    return won
