"""Games played again by a second program: heuristic against heuristic move by move, and simulated games of any two agents.

Positions are stored after a choice between edges that are not equivalent, and after every eighth forced move in between. The walk
does not continue from a position that is already stored, itself or as an image under the board's symmetries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.switching.rules import STARTS, Agent, is_proved
from tafelwerk.proofs.switching.proved_drops import (
    CHOICE,
    CUT_WINS,
    PAUSED,
    STRIDE,
    UNSURE,
    States,
    Workspace,
    drop_of,
    exact_drops,
    is_alike,
    make_workspace,
    measure,
    merge,
    position_key,
    run,
    solve_potentials,
)
from tafelwerk.proofs.switching.small_boards import DELETED, FREE, MARKED, Board, lay_out, power_of
from tafelwerk.solvers.machine.jit import kernel


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows a first move.

    Attributes:
        rate: chance that Cut wins.
        shortest, longest: plies of the shortest and of the longest game.
        positions, branches: number of positions visited, and of those with a choice between edges that are not equivalent.
        faults: faults of the stored closest decision.
    """

    rate: Fraction
    shortest: int
    longest: int
    positions: int
    branches: int
    faults: tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """A stored position: its continuations, each with weight, plies, key of the next position (None at the end), and winner."""

    ways: list[tuple[int, int, int | None, bool]]
    value: tuple[Fraction, int, int] | None = None


class Walker:
    """Walks on one board."""

    def __init__(self, board: Board, draw: Random) -> None:
        self.board = board
        self.space = make_workspace(board, draw)

    def outcome(self, edge: int, gap: Fraction, gap_states: Sequence[int]) -> Outcome:
        """Walk through all games after a first move.

        Args:
            edge: the first move.
            gap: the stored gap of the closest decision.
            gap_states: the stored position of the closest decision.
        """
        states = np.zeros(self.board.edges, np.int8)
        states[edge] = DELETED
        root = position_key(self.space, states)
        nodes: dict[int, _Node] = {}
        todo = [(root, states, MARKED)]
        met: list[tuple[States, float, float]] = []
        exact: list[tuple[States, Fraction]] = []
        positions = branches = 0
        aim = float(gap)
        while todo:
            key, states, colour = todo.pop()
            if key in nodes:
                continue
            node = nodes[key] = _Node([])
            status, plies, ties, count = run(self.space, states, colour, STRIDE, aim, 0)
            met += ((self.space.near[i].copy(), *self.space.gaps[i].tolist()) for i in range(count))
            positions += plies
            mover = colour if plies % 2 == 0 else DELETED + MARKED - colour
            if status in (CHOICE, UNSURE):
                positions += 1
                classes = self._classes(ties) if status == CHOICE else self._tied_classes(states, exact)
                branches += len(classes) > 1
                for first, weight in classes:
                    after = states.copy()
                    after[first] = mover
                    following = position_key(self.space, after)
                    node.ways.append((weight, plies + 1, following, False))
                    todo.append((following, after, DELETED + MARKED - mover))
            elif status == PAUSED:
                following = position_key(self.space, states)
                node.ways.append((1, plies, following, False))
                todo.append((following, states, mover))
            else:
                node.ways.append((1, plies, None, status == CUT_WINS))
        rate, shortest, longest = _value_of_root(nodes, root)
        faults = tuple(self._gap_faults(edge, gap, gap_states, met, exact))
        return Outcome(rate, shortest + 1, longest + 1, positions, branches, faults)

    def tied(self, states: States) -> list[int]:
        """Edges with the greatest drop of an open position, ascending."""
        ties, _, _, _, settled = measure(self.space, states)
        if settled:
            return [int(edge) for edge in self.space.tied[:ties]]
        drops = exact_drops(self.board, states)
        return [edge for edge, drop in drops.items() if drop == max(drops.values())]

    def joins(self, states: States, edge: int) -> bool:
        """Whether marking an edge joins A and B."""
        measure(self.space, states)
        return sorted(self.space.label[self.board.ends[edge]].tolist()) == [0, 1]

    def _classes(self, found: int) -> list[tuple[int, int]]:
        """Tied edges up to equivalence: the first of each class, and the size of the class."""
        classes = self.space.classes[:found].tolist()
        return [(int(self.space.tied[first]), classes.count(first)) for first in sorted(set(classes))]

    def _tied_classes(self, states: States, exact: list[tuple[States, Fraction]]) -> list[tuple[int, int]]:
        """As `_classes`, if only fractions decide; the gap between the greatest drops is recorded."""
        drops = exact_drops(self.board, states)
        levels = sorted(set(drops.values()))
        if len(levels) > 1:
            exact.append((states.copy(), levels[-1] - levels[-2]))
        classes: dict[int, int] = {}
        for edge in (edge for edge, drop in drops.items() if drop == levels[-1]):
            # the labels are those of this position, which was measured last
            first = next((first for first in classes if is_alike(self.space, first, edge)), edge)
            classes[first] = classes.get(first, 0) + 1
        return list(classes.items())

    def _gap_faults(
        self,
        edge: int,
        gap: Fraction,
        stored_states: Sequence[int],
        met: list[tuple[States, float, float]],
        exact: list[tuple[States, Fraction]],
    ) -> Iterator[str]:
        """Checks that the stored decision occurs and is the closest of all."""
        stored = np.array(stored_states, np.int8)
        if len(stored) != self.board.edges or stored.max() > MARKED or stored[edge] != DELETED:
            yield f"no position {stored_states!r:.80}"
            return
        where, is_met = position_key(self.space, stored), False
        for states, closest, error in met:
            if closest + error < gap:
                yield f"a decision is closer: {closest}"
                return
            if closest - error <= gap:
                exact.append((states, _exact_gap(self.board, states)))
        for states, value in exact:
            if value < gap:
                yield f"a decision is closer: {float(value)}"
            is_met = is_met or (value == gap and position_key(self.space, states) == where)
        if not is_met:
            yield "the position of the closest decision is not met, or has another gap"


def _exact_gap(board: Board, states: States) -> Fraction:
    levels = sorted(set(exact_drops(board, states).values()))
    return levels[-1] - levels[-2]


def _value_of_root(nodes: dict[int, _Node], root: int) -> tuple[Fraction, int, int]:
    """Cut's chance and the remaining plies, by backward induction from the ends of the games."""
    todo = [root]
    while todo:
        node = nodes[todo[-1]]
        waiting = [key for _, _, key, _ in node.ways if key is not None and nodes[key].value is None]
        if waiting and node.value is None:
            todo += waiting
            continue
        todo.pop()
        rate, total, plies = Fraction(0), 0, []
        for weight, moves, key, cut in node.ways:
            after = (Fraction(cut), 0, 0) if key is None else nodes[key].value
            assert after is not None
            rate, total = rate + weight * after[0], total + weight
            plies += [moves + after[1], moves + after[2]]
        node.value = rate / total, min(plies), max(plies)
    value = nodes[root].value
    assert value is not None
    return value


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
    kinds, counts, powers = zip(*map(_agent_code, (cut, short)), strict=True)
    players = Players(
        np.array(kinds, np.int64),
        np.array(counts, np.int64),
        np.array(powers),
        np.array([(float(agent.omega), STARTS.index(agent.start)) for agent in (cut, short)]),
        np.zeros((2, board.nodes)),
    )
    edges = board.edges
    scratch = Scratch(np.zeros(edges), np.zeros(edges, np.int32), np.zeros(edges, np.int8))
    state = np.array([draw.getrandbits(62)], np.int64)
    return int(_games(space, players, games, state, np.zeros(edges, np.int8), scratch))


class Players(NamedTuple):
    """Two agents.

    Attributes:
        kinds, counts, powers: by player.
        relaxed: float64, shape (2, 2): over-relaxation and start of sweeps, by player.
        kept: float64, shape (2, n): potentials where sweeps ended.
    """

    kinds: Integers
    counts: Integers
    powers: Floats
    relaxed: Floats
    kept: Floats


class Scratch(NamedTuple):
    """Scratch of games, one number per edge."""

    weights: Floats
    free: Numbers
    filled: States


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


def _agent_code(agent: Agent) -> tuple[int, int, float]:
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
                    end, other = label[space.network.ends[edge, 0]], label[space.network.ends[edge, 1]]
                    if end != other and (end == node or other == node):
                        total += potential[end + other - node]
                        degree += 1
            if degree:
                potential[node] = (1.0 - omega) * potential[node] + omega * (total / degree)


@kernel
def _choose_by_weight(
    space: Workspace, states: States, power: float, low: float, weights: Floats, state: Integers
) -> int:
    """An edge drawn in proportion to a power of its drop; drops up to `low` count as zero."""
    greatest = 0.0
    for edge in range(len(states)):
        weights[edge] = -1.0
        if states[edge] == FREE:
            drop = abs(drop_of(space, edge))
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
    merge(space.network.ends, states, colour, other_colour, space.queue)
    return bool(space.queue[1] == 0)


@kernel
def _played_out(space: Workspace, states: States, colour: int, playouts: int, scratch: Scratch, state: Integers) -> int:
    """An edge with the most wins when the remaining edges are divided at random."""
    free, filled, weights = scratch.free, scratch.filled, scratch.weights
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
def _games(space: Workspace, players: Players, games: int, state: Integers, states: States, scratch: Scratch) -> int:
    """Number of games that Short wins; `state`: state of the random generator, `states`: scratch."""
    kinds, counts, powers, relaxed, kept = players
    free, weights = scratch.free, scratch.weights
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
                ties, _, _, _, _ = measure(space, states)
                move = space.tied[_draw(state, ties)]
            elif kinds[side] == _PLAYOUTS:
                move = _played_out(space, states, colour, counts[side], scratch, state)
            elif kinds[side] == _SWEPT:
                solve_potentials(space, states)
                for node in range(len(space.label)):
                    space.potential[node] = kept[side, node] if relaxed[side, 1] == _WARM else 0.5
                    if relaxed[side, 1] == _DRAWN:
                        space.potential[node] = _share(state)
                _sweep(space, states, counts[side], relaxed[side, 0])
                for node in range(len(space.label)):
                    kept[side, node] = space.potential[node]
                move = _choose_by_weight(space, states, powers[side], _EQUAL, weights, state)
            else:
                low = solve_potentials(space, states)
                power = powers[side]
                if kinds[side] == _COOLING:
                    count = 0
                    for edge in range(len(states)):
                        count += states[edge] == FREE
                    power *= len(states) / count
                move = _choose_by_weight(space, states, power, low, weights, state)
            states[move] = colour
            if colour == MARKED and _is_joined(space, states, MARKED, MARKED):
                won += 1
                break
            if colour == DELETED and not _is_joined(space, states, FREE, MARKED):
                break
    return won
