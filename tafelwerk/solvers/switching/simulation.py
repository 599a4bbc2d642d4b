"""Games of two agents on boards whose positions are too many to list: played at random, with a standard error.

Every game has its own stream of random numbers, so a game depends on the seed and on its number alone. Potentials come from the
elimination of `shannon_kernel`, or in whole numbers where these serve, or from Gauss-Seidel sweeps; where their errors leave open
which drop is the greatest, or whether there is one, the position is done again exactly (and remembered). At a temperature, edges
that no proof tells from edges without a drop are left out when all chances in doubt are below 1e-15.

A random playout is a random split of the free edges between the players: it does not matter when the game is decided.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.3.2 and 5.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import Agent
from tafelwerk.rules.switching.boards import MOST_GAMES
from tafelwerk.solvers.machine.draws import WORDS, Stream, begin_stream, below, bring_forward, unit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.choices import weights
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player
from tafelwerk.solvers.switching.positions import joined_kernel
from tafelwerk.solvers.switching.potentials.gauss_seidel import sweep_kernel
from tafelwerk.solvers.switching.potentials.integer_drops import MOST_INTEGER_EDGES, drops_kernel, make_desk
from tafelwerk.solvers.switching.shannon_kernel import alike, eliminate, make_network, merge, substitute

MOST_GAME_EDGES = 2000

_RANDOM, _INTEGERS, _FLOATS, _SWEEPS, _PLAYOUTS, _OUTSIDE = 0, 1, 2, 3, 4, 5

_PAUSED = -1

_NEGLIGIBLE = 1e-15
_MOST_REMEMBERED = 200_000

Reals = NDArray[np.float64]
States = NDArray[np.int8]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a number of games gave.

    Attributes:
        games: how many were played, Cut first.
        short: how many Short won.
    """

    games: int
    short: int

    @property
    def rate(self) -> float:
        """The share of games that Short won."""
        return self.short / self.games

    @property
    def error(self) -> float:
        """The standard error of the rate: the root of p (1 - p) / n, with p the rate after one more win and one more loss."""
        p = (self.short + 1) / (self.games + 2)
        return sqrt(p * (1.0 - p) / self.games)


def simulate(graph: Graph, cut: Agent, short: Agent, games: int, seed: int, first: int = 0) -> Sample:
    """Let two agents play.

    Args:
        graph: with up to MOST_GAME_EDGES edges.
        cut, short: the agents; every one but mc:inf.
        games: how many, 1 to MOST_GAMES.
        seed: 0 to 2^63 - 1.
        first: number of the first game; games first to first + games - 1 of a seed are the same whoever plays them.

    Raises:
        InputError: an argument is out of range.
    """
    if graph.edges > MOST_GAME_EDGES:
        raise InputError(f"games are played on graphs with up to {MOST_GAME_EDGES} edges, not {graph.edges}")
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"games are 1 to {MOST_GAMES}, not {games}")
    if not 0 <= seed < 2**63:
        raise InputError(f"a seed is 0 to 2^63 - 1, not {seed}")
    if not 0 <= first <= 2**32 - games:
        raise InputError(f"numbers of games are 0 to 2^32 - 1, not {first} to {first + games - 1}")
    for agent in (cut, short):
        if agent.kind == "mc" and agent.playouts is None:
            raise InputError("mc:inf needs all positions, which are listed for the orders 2 and 3; choose mc:K")
    return _simulate(graph, (cut, short), games, seed, first)


class _Table:
    """Choices that a kernel leaves to exact arithmetic, for one agent and player."""

    def __init__(self, graph: Graph, agent: Agent, player: Player) -> None:
        self.graph, self.agent, self.player = graph, agent, player
        self.known: dict[bytes, tuple[list[int], Reals]] = {}

    def move(self, states: States, stream: Stream) -> int:
        """A move, drawn."""
        key = states.tobytes()
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= _MOST_REMEMBERED:
                self.known.clear()
            drawn_from = weights(self.graph, states, self.player, self.agent)
            found = self.known[key] = list(drawn_from), np.cumsum(list(drawn_from.values()))
        edges, upto = found
        return edges[int(np.searchsorted(upto, unit(stream) * upto[-1], side="right"))]


def _coded(graph: Graph, agent: Agent) -> tuple[int, int, float]:
    """An agent for the kernel: what it does, how often, and 1 / T."""
    exponent = 0.0 if agent.temperature is None else inf if agent.temperature == 0 else float(1 / agent.temperature)
    if agent.kind == "heuristic":
        return (_INTEGERS if graph.edges <= MOST_INTEGER_EDGES else _FLOATS), 0, exponent
    if agent.kind == "gauss-seidel":
        return _SWEEPS, agent.sweeps, exponent
    if agent.kind == "mc":
        return _PLAYOUTS, agent.playouts or 0, 0.0
    return (_RANDOM if agent.kind == "random" else _OUTSIDE), 0, 0.0


def _simulate(graph: Graph, agents: Sequence[Agent], games: int, seed: int, first: int) -> Sample:
    coded = [_coded(graph, agent) for agent in agents]
    kinds, counts = (np.array([code[i] for code in coded], np.int64) for i in range(2))
    exponents = np.array([code[2] for code in coded])
    tables = [_Table(graph, agent, player) for agent, player in zip(agents, Player, strict=True)]
    net, desk = make_network(graph), make_desk(graph.nodes)
    states, stream = np.zeros(graph.edges, np.int8), np.zeros(WORDS, np.int64)
    # game, colour to move (FREE: between games), games that Short won
    progress = np.array([first, FREE, 0], np.int64)
    nodes, edges = graph.nodes, graph.edges
    drops, free, picked = np.empty(edges), np.empty(edges, np.int32), np.empty(edges, np.int32)
    wins = np.empty(edges, np.int64)
    swept = np.empty((nodes, nodes)), np.empty(nodes), np.empty(nodes)
    while not _games_kernel(
        graph.ends, net.later_offsets, net.later, net.near_offsets, net.near, net.group, net.last, net.slot, net.front,
        net.factor, net.pivot, net.roots, net.slots, net.values, net.taken, net.potential, net.queue, net.seen,
        desk.row, desk.queue, desk.system, desk.potential, wins, *swept, drops, free, picked,
        kinds, counts, exponents, seed, first + games, states, stream, progress,
    ):  # fmt: skip
        colour = int(progress[1])
        states[tables[0 if colour == DELETED else 1].move(states, stream)] = colour
        progress[1] = -colour
    return Sample(games, int(progress[2]))


@kernel
def _pick(
    ends: Numbers,
    states: States,
    near_offsets: Numbers,
    around: Numbers,
    group: Numbers,
    queue: Numbers,
    seen: Numbers,
    drops: Reals,
    near: float,
    equal: bool,
    series: bool,
    low: float,
    nothing: bool,
    exponent: float,
    picked: Numbers,
    stream: Stream,
) -> int:
    """A free edge by its drop, or _PAUSED.

    Args:
        drops: float64 (edges,).
        near: drops that near the greatest may be equal to it; equal: they are.
        series: whether edges in series have equal drops.
        low: drops up to that may be 0; nothing: they are.
        exponent: 1 / T.
        picked: int32, scratch (edges,).
    """
    best = -1
    for edge in range(states.shape[0]):
        if states[edge] == FREE and (best < 0 or drops[edge] > drops[best]):
            best = edge
    most = drops[best]
    count = 0
    if exponent == inf:
        a, b = group[ends[best, 0]], group[ends[best, 1]]
        for edge in range(states.shape[0]):
            if states[edge] != FREE or drops[edge] < most - near:
                continue
            if not equal and edge != best:
                c, d = group[ends[edge, 0]], group[ends[edge, 1]]
                if not ((a == c and b == d) or (a == d and b == c)) and not (
                    series and alike(ends, states, near_offsets, around, group, best, edge, queue, seen)
                ):
                    return _PAUSED
            picked[count] = edge
            count += 1
        return int(picked[below(stream, count)])
    if most <= low:
        return _PAUSED
    total = 0.0
    for edge in range(states.shape[0]):
        if states[edge] != FREE:
            continue
        if drops[edge] <= low:
            loop = group[ends[edge, 0]] == group[ends[edge, 1]]
            if not (loop or nothing) and (low / most) ** exponent * states.shape[0] > _NEGLIGIBLE:
                return _PAUSED
            drops[edge] = 0.0
        else:
            drops[edge] = (drops[edge] / most) ** exponent
            picked[count] = edge
            count += 1
            total += drops[edge]
    aim = unit(stream) * total
    for i in range(count - 1):
        aim -= drops[picked[i]]
        if aim < 0.0:
            return int(picked[i])
    return int(picked[count - 1])


@kernel
def _playouts(
    ends: Numbers,
    states: States,
    colour: int,
    playouts: int,
    free: Numbers,
    picked: Numbers,
    wins: NDArray[np.int64],
    group: Numbers,
    stream: Stream,
) -> int:
    """A free edge with the most wins in random playouts."""
    count = 0
    for edge in range(states.shape[0]):
        if states[edge] == FREE:
            free[count] = edge
            count += 1
    rest = count - 1
    # who is to move after the candidate takes the larger half
    own = rest // 2
    marks = own if colour == MARKED else rest - own
    for candidate in range(count):
        move = free[candidate]
        place = 0
        for i in range(count):
            if i != candidate:
                picked[place] = free[i]
                place += 1
        won = 0
        states[move] = colour
        for _ in range(playouts):
            bring_forward(stream, picked, rest, marks)
            for i in range(marks):
                states[picked[i]] = MARKED
            if joined_kernel(ends, states, MARKED, MARKED, group) == (colour == MARKED):
                won += 1
            for i in range(marks):
                states[picked[i]] = FREE
        states[move] = FREE
        wins[candidate] = won
    most, tied = -1, 0
    for candidate in range(count):
        if wins[candidate] > most:
            most, tied = wins[candidate], 0
        if wins[candidate] == most:
            picked[tied] = free[candidate]
            tied += 1
    return int(picked[below(stream, tied)])


@kernel
def _games_kernel(
    ends: Numbers, later_offsets: Numbers, later: Numbers, near_offsets: Numbers, around: Numbers, group: Numbers,
    last: Numbers, slot: Numbers, front: Reals, factor: Reals, pivot: Reals, roots: Numbers, slots: Numbers, values: Reals,
    taken: Numbers, potential: Reals, queue: Numbers, seen: Numbers, row: Numbers, walk: Numbers,
    system: NDArray[np.int64], numerator: NDArray[np.int64], counts: NDArray[np.int64], weight: Reals, degree: Reals,
    mean: Reals, drops: Reals, free: Numbers, picked: Numbers, kinds: NDArray[np.int64], repeats: NDArray[np.int64],
    exponents: Reals, seed: int, end: int, states: States, stream: Stream, progress: NDArray[np.int64],
) -> bool:  # fmt: skip
    """Play on until all games are over (True) or a move must come from outside (False).

    progress holds the game, the colour to move (FREE: the game has not begun; negative: it has just moved), and wins of Short.
    """
    edges = states.shape[0]
    while progress[0] < end:
        if progress[1] == FREE:
            begin_stream(seed, progress[0], stream)
            for edge in range(edges):
                states[edge] = FREE
            progress[1] = DELETED
        elif progress[1] > 0:
            colour = progress[1]
            side = 0 if colour == DELETED else 1
            kind, exponent = kinds[side], exponents[side]
            move = _PAUSED
            if kind == _RANDOM:
                count = 0
                for edge in range(edges):
                    if states[edge] == FREE:
                        picked[count] = edge
                        count += 1
                move = picked[below(stream, count)]
            elif kind == _PLAYOUTS:
                move = _playouts(ends, states, colour, repeats[side], free, picked, counts, group, stream)
            elif kind == _INTEGERS:
                drops_kernel(ends, states, group, last, row, walk, system, numerator, counts)
                for edge in range(edges):
                    drops[edge] = counts[edge]
                move = _pick(
                    ends, states, near_offsets, around, group, queue, seen, drops, 0.0, True, False, 0.0, True, exponent,
                    picked, stream,
                )  # fmt: skip
            elif kind == _FLOATS:
                merge(ends, states, group, last)
                size, width, error = eliminate(
                    ends, states, later_offsets, later, group, last, 0.0, slot, front, factor, pivot, roots, slots,
                    taken,
                )  # fmt: skip
                substitute(size, width, factor, roots, slots, values, potential)
                for edge in range(edges):
                    drops[edge] = abs(potential[group[ends[edge, 0]]] - potential[group[ends[edge, 1]]])
                move = _pick(
                    ends, states, near_offsets, around, group, queue, seen, drops, 4.0 * error, False, True, 4.0 * error, False,
                    exponent, picked, stream,
                )  # fmt: skip
            elif kind == _SWEEPS:
                error, bits = sweep_kernel(ends, states, repeats[side], group, last, weight, degree, mean, drops)
                settled = error == 0.0 or bits + np.log2(8.0 * error) < -0.01
                move = _pick(
                    ends, states, near_offsets, around, group, queue, seen, drops, 4.0 * error, settled, False, 4.0 * error,
                    settled, exponent, picked, stream,
                )  # fmt: skip
            if move == _PAUSED:
                return False
            states[move] = colour
            progress[1] = -colour
        else:
            colour = -progress[1]
            if colour == MARKED:
                over = joined_kernel(ends, states, MARKED, MARKED, group)
                progress[2] += over
            else:
                over = not joined_kernel(ends, states, FREE, MARKED, group)
            progress[1] = DELETED + MARKED - colour
            if over:
                progress[0] += 1
                progress[1] = FREE
    return True
