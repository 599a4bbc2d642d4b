"""Two agents against each other: exactly on small boards, followed at order 4, simulated on larger ones.

Backward induction over all positions (`playouts.agent_duels`), with a proven bound on the error.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.3 and 5.4.

The heuristic as Cut against MC(K) as Short on the board of order 4, for many or infinitely many playouts:

With more playouts fewer games are at all likely: Cut has few ties, and MC(K) few edges to choose from. Positions are followed
move by move, with the chance that the game reaches each. Mirror images, including those that exchange A and B, count as one.
Positions below a minimum chance are left out and counted in the error.

MC(inf) takes an edge with the greatest chance of winning a random playout, which is a random split of the remaining edges. When
all f free edges are divided, Short has (f + 1) / 2 of them, rounded down, its next move included. So the sets of that many free
edges that join A and B together with the marked ones are counted once, and each counts for all of its edges. They are divided by
whether they have an edge that leaves A's part, which then grows by it. As soon as B is in the part, any of the other edges will
do, so the sets are not gone through one by one.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.4.1, figure 5.9.

Simulated games, with a standard error:

Every game has its own stream of random numbers, so a game depends only on the seed and its number. Potentials come from the
elimination, as integers on small graphs, or from Gauss-Seidel sweeps. If their errors leave open which drop is the greatest, or
whether there is one, the position is computed again exactly (and cached). Sweeps that start warm or from random potentials start
from doubles; what follows from these is decided exactly. At a temperature, edges that cannot be proved to have a drop are left
out if all chances in doubt are below 1e-15.

A random playout is a random split of the free edges between the players: it does not matter when the game is decided.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.3.2 and 5.4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules import MOST_GAMES, STARTS, Agent
from tafelwerk.solvers.machine.bits import count as count_bits
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.draws import WORDS, Stream, begin_stream, below, bring_forward, unit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.agent_duels import duel
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.playouts.selection import selection_law
from tafelwerk.solvers.switching.disjoint_forests import is_joined, joined_sets
from tafelwerk.solvers.switching.fast_drops import make_whole, measure
from tafelwerk.solvers.switching.gauss_seidel import SweepSpace, make_sweep_space, sweep
from tafelwerk.solvers.switching.resistor_network import Network, States, make_network
from tafelwerk.solvers.switching.shannon_heuristic import greatest_drops, is_alike, is_parallel
from tafelwerk.solvers.switching.switching_agents import weights
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    A,
    B,
    Graph,
    Player,
    contract,
    make_board,
    winner,
)
from tafelwerk.solvers.switching.switching_positions import Positions

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Result of a duel of two agents, Cut first.

    Attributes:
        short: chance that Short wins.
        error: proven bound on its absolute error.
    """

    short: float
    error: float


def pair(positions: Positions, cut: Policy, short: Policy) -> Pairing:
    """The duel of two agents from the start.

    Args:
        positions: positions of the graph.
        cut, short: the agents, as chances of the edges of `positions.game`.

    Raises:
        InputError: a policy does not belong to the game.
    """
    outcome = duel(positions.game, cut, short)
    root = positions.game.root
    return Pairing(float(outcome.loss[0, root]), float(outcome.error[0, root]))


MOST_FREE = 26
"""Most free edges of a position whose splits are counted."""

Counts = NDArray[np.int64]
Chances = dict[int, float]


@dataclass(frozen=True, slots=True)
class PlayoutDuel:
    """Result of the games.

    Attributes:
        short: chance that Short wins.
        error: proven bound on its absolute error.
        positions: number of positions followed, up to symmetry.
    """

    short: float
    error: float
    positions: int


def winning_splits(graph: Graph, states: States) -> dict[int, int]:
    """By free edge: number of splits of the others with which Short, to move, wins after taking it.

    Args:
        graph: the graph.
        states: int8, shape (edges,): states of an open position.

    Raises:
        InputError: more than MOST_FREE edges are free.
    """
    left = contract(graph, states)
    free = len(left.edges)
    if free > MOST_FREE:
        raise InputError(f"splits are enumerated for up to {MOST_FREE} free edges, not {free}")
    # nodes without a free edge have no bit
    _, nodes = np.unique([A, B, *left.ends.ravel()], return_inverse=True)
    ends = np.bitwise_or.reduce(1 << nodes[2:].reshape(-1, 2).astype(np.int64), axis=1)
    choose = np.array([[comb(most, size) for size in range(free + 1)] for most in range(free + 1)])
    wins = np.zeros(free, np.int64)
    _count_kernel(ends, (free + 1) // 2, choose, np.empty((free + 1, 5), np.int64), wins)
    return dict(zip(left.edges.tolist(), wins.tolist(), strict=True))


def choice_law(wins: Mapping[int, int], playouts: int | None) -> tuple[Chances, float]:
    """The chance that MC(K) takes each edge, and a proven bound on the sum of their errors.

    Args:
        wins: number of splits won after each edge, as counted by `winning_splits`.
        playouts: K, or None for infinitely many.
    """
    groups: dict[int, list[int]] = {}
    for edge, count in wins.items():
        groups.setdefault(count, []).append(edge)
    if playouts is None or len(groups) == 1:
        best = groups[max(groups)]
        return dict.fromkeys(best, 1 / len(best)), 0.0
    splits = comb(len(wins) - 1, (len(wins) - 1) // 2)
    above = {count: Fraction(count, splits) - Fraction(1, 2) for count in sorted(groups)}
    high = [float(value) for value in above.values()]
    low = [float(value - Fraction(near)) for value, near in zip(above.values(), high, strict=True)]
    chances, errors = selection_law(high, low, [len(groups[count]) for count in above], playouts)
    law = {
        edge: chance / len(groups[count])
        for count, chance in zip(above, chances.tolist(), strict=True)
        for edge in groups[count]
    }
    return law, float(errors.sum())


def heuristic_against_playouts(order: int, playouts: int | None, least: float) -> PlayoutDuel:
    """Cut follows the heuristic, Short is MC(K); ties are split evenly.

    Args:
        order: order of the board.
        playouts: K, or None for infinitely many.
        least: smallest chance, at least 0, of a position that is followed.

    Raises:
        InputError: the board has more than MOST_FREE edges.
    """
    board = make_board(order)
    network, graph = make_network(board.graph), board.graph
    layer, player = {bytes(graph.edges): 1.0}, Player.CUT
    short = doubt = 0.0
    positions = 0
    while layer:
        after: dict[bytes, float] = {}
        for key, mass in layer.items():
            if mass < least:
                doubt += mass
                continue
            states = np.frombuffer(key, np.int8).copy()
            positions += 1
            if player is Player.CUT:
                tied = greatest_drops(network, states)
                law, error = dict.fromkeys(tied, 1 / len(tied)), 0.0
            else:
                law, error = choice_law(winning_splits(graph, states), playouts)
            doubt += mass * error
            for edge, chance in law.items():
                then = states.copy()
                then[edge] = player.colour
                won = winner(graph, then)
                if won is None and chance > 0:
                    image = min(then[mirror].tobytes() for mirror in board.mirrors)
                    after[image] = after.get(image, 0.0) + mass * chance
                elif won is Player.SHORT:
                    short += mass * chance
        layer, player = after, player.rival
    # positive numbers are multiplied and added, at most once per edge of a position and three times per move
    rounding = 1.01 * UNIT * graph.edges * (positions + 4) * (short + doubt)
    return PlayoutDuel(short + doubt / 2, doubt / 2 + rounding, positions)


@kernel
def _count_kernel(ends: Counts, size: int, choose: Counts, stack: Counts, wins: Counts) -> None:
    """Count, for each free edge, the sets of a given size that contain it and join A and B.

    Args:
        ends: shape (f,): nodes of each edge as bits, A's the lowest, then B's.
        size: of the sets.
        choose: shape (f + 1, f + 1): binomials.
        stack: shape (f + 1, 5): scratch. A row: A's part as bits; edges not decided, and edges in the set, as bits; number of
            edges not decided, and of those among them that are in the set.
        wins: shape (f,): added to.
    """
    edges = len(ends)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], stack[0, 4] = 1 << A, (1 << edges) - 1, 0, edges, size
    top = 0
    while top >= 0:
        part, open_edges, chosen, count, more = stack[top]
        top -= 1
        if part >> B & 1:
            sets = choose[count, more]
            sets_with_edge = choose[count - 1, more - 1] if more > 0 else 0
            for edge in range(edges):
                if chosen >> edge & 1:
                    wins[edge] += sets
                elif open_edges >> edge & 1:
                    wins[edge] += sets_with_edge
            continue
        for edge in range(edges):
            if open_edges >> edge & 1 and ends[edge] & part and ends[edge] & ~part:
                open_edges -= 1 << edge
                if count > more:
                    top += 1
                    stack[top, 0], stack[top, 1], stack[top, 2] = part, open_edges, chosen
                    stack[top, 3], stack[top, 4] = count - 1, more
                if more > 0:
                    top += 1
                    stack[top, 0], stack[top, 1], stack[top, 2] = part | ends[edge], open_edges, chosen | 1 << edge
                    stack[top, 3], stack[top, 4] = count - 1, more - 1
                break


MOST_GAME_EDGES = 2000

MOST_WHOLE_EDGES = 33
"""Most edges of a graph whose drops are always found as integers: determinants are at most C(33, 16)."""

_RANDOM, _DROPS, _SWEEPS, _PLAYOUTS, _OUTSIDE, _ANNEALED = 0, 1, 2, 3, 4, 5

_WARM, _DRAWN = STARTS.index("warm"), STARTS.index("random")

_PAUSED = -1

_TOGETHER = 62  # playouts whose ends are judged together, as bits of a word

_NEGLIGIBLE = 1e-15
_MOST_REMEMBERED = 200_000

BoardStates = NDArray[np.int8]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Sample:
    """Result of simulated games.

    Attributes:
        games: number of games, Cut first.
        short: number of games won by Short.
    """

    games: int
    short: int

    @property
    def rate(self) -> float:
        """Share of games won by Short."""
        return self.short / self.games

    @property
    def error(self) -> float:
        """Standard error of the rate: sqrt(p (1 - p) / n), where p is the rate after one more win and one more loss."""
        p = (self.short + 1) / (self.games + 2)
        return sqrt(p * (1.0 - p) / self.games)


def simulate(graph: Graph, cut: Agent, short: Agent, games: int, seed: int, first: int = 0) -> Sample:
    """Results of simulated games of two agents.

    Args:
        graph: a graph with up to MOST_GAME_EDGES edges.
        cut, short: the agents; any except mc:inf.
        games: number of games, 1 to MOST_GAMES.
        seed: 0 to 2^63 - 1.
        first: number of the first game; games first to first + games - 1 of a seed have the same random streams for all agents.

    Raises:
        InputError: an argument is out of range.
    """
    if graph.edges > MOST_GAME_EDGES:
        raise InputError(f"games are simulated on graphs with up to {MOST_GAME_EDGES} edges, not {graph.edges}")
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"games must be 1 to {MOST_GAMES}, not {games}")
    if not 0 <= seed < 2**63:
        raise InputError(f"seed must be 0 to 2^63 - 1, not {seed}")
    if not 0 <= first <= 2**32 - games:
        raise InputError(f"numbers of games must be 0 to 2^32 - 1, not {first} to {first + games - 1}")
    agents = cut, short
    if any(agent.kind == "mc" and agent.playouts is None for agent in (cut, short)):
        raise InputError("mc:inf needs all positions, which are listed for orders 2 and 3; choose mc:K")
    kinds, repeats, exponents = zip(_agent_code(cut), _agent_code(short), strict=True)
    tables = [_table(graph, agent, player) for agent, player in zip(agents, Player, strict=True)]
    net, edges = make_network(graph), graph.edges
    game = _Game(
        progress=np.array([first, FREE, 0], np.int64),
        is_whole=edges <= MOST_WHOLE_EDGES,
        kinds=np.array(kinds, np.int64),
        repeats=np.array(repeats, np.int64),
        exponents=np.array(exponents, np.float64),
        omegas=np.array([float(agent.omega) for agent in agents]),
        omega_bits=np.array([np.log2(agent.omega.denominator) for agent in agents]),
        starts=np.array([STARTS.index(agent.start) for agent in agents]),
        kept=np.full((2, graph.nodes), 0.5),
        states=np.zeros(edges, np.int8),
        stream=np.zeros(WORDS, np.int64),
        drops=np.empty(edges),
        free=np.empty(edges, np.int32),
        picked=np.empty(edges, np.int32),
        words=np.empty((3, max(edges, graph.nodes)), np.int64),
    )
    space = make_sweep_space(graph, net.label, game.drops)
    while not _games_kernel(net, space, game, seed, first + games):
        colour = int(game.progress[1])
        side = 0 if colour == DELETED else 1
        start = b"" if agents[side].is_positional else space.start.tobytes()
        choice, upto = tables[side](game.states.tobytes(), start)
        move = choice[int(np.searchsorted(upto, unit(game.stream) * upto[-1], side="right"))]
        game.states[move], game.progress[1] = colour, -colour
    return Sample(games, int(game.progress[2]))


def _table(graph: Graph, agent: Agent, player: Player) -> Callable[[bytes, bytes], tuple[list[int], Reals]]:
    """Edges and cumulative weights by states and start of sweeps: choices that a kernel leaves to exact arithmetic."""

    def row(states: bytes, start: bytes) -> tuple[list[int], Reals]:
        begun = np.frombuffer(start).tolist() if start else None
        choices = weights(graph, np.frombuffer(states, np.int8).copy(), player, agent, begun)
        return list(choices), np.cumsum(list(choices.values()))

    # starts rarely repeat
    return lru_cache(maxsize=_MOST_REMEMBERED)(row) if agent.is_positional else row


class _Game(NamedTuple):
    """A game and scratch arrays; E edges.

    Attributes:
        progress: int64, shape (3,): number of the game; colour to move (FREE: the game has not begun, negative: it has just
            moved); number of games won by Short.
        is_whole: whether drops are found as integers.
        kinds: int64, shape (2,): kinds of Cut's and Short's agents, _RANDOM to _OUTSIDE.
        repeats: int64, shape (2,): their sweeps or playouts.
        exponents: float64, shape (2,): their 1 / T; for annealing with all edges free.
        omegas, omega_bits: float64, shape (2,): their over-relaxation, and the base-2 logarithm of its denominator.
        starts: int64, shape (2,): starts of their sweeps, as indices of STARTS.
        kept: float64, shape (2, n): potentials at the end of their last sweeps, by node.
        states: int8, shape (E,).
        stream: random stream of the game.
        drops: float64, shape (E,).
        free, picked: int32, shape (E,).
        words: int64, shape (3, max(E, n)): of candidates, playouts won; of edges, playouts in which they are marked, as bits; of
            nodes, scratch.
    """

    progress: NDArray[np.int64]
    is_whole: bool
    kinds: NDArray[np.int64]
    repeats: NDArray[np.int64]
    exponents: Reals
    omegas: Reals
    omega_bits: Reals
    starts: NDArray[np.int64]
    kept: Reals
    states: BoardStates
    stream: Stream
    drops: Reals
    free: Numbers
    picked: Numbers
    words: NDArray[np.int64]


def _agent_code(agent: Agent) -> tuple[int, int, float]:
    """An agent encoded for the kernel: its kind, sweeps or playouts, and 1 / T."""
    exponent = 0.0 if agent.temperature is None else inf if agent.temperature == 0 else float(1 / agent.temperature)
    kind = {
        "heuristic": _DROPS,
        "annealing": _ANNEALED,
        "gauss-seidel": _SWEEPS,
        "mc": _PLAYOUTS,
        "random": _RANDOM,
    }.get(agent.kind, _OUTSIDE)
    return kind, agent.sweeps or agent.playouts or 0, exponent


@kernel
def _pick_greatest(net: Network, game: _Game, near: float, equal: bool, series: bool) -> int:
    """A free edge with the greatest drop, or _PAUSED.

    Args:
        net: the network, with labels filled.
        game: the game, with drops filled.
        near: distance from the greatest drop within which drops may be equal to it.
        equal: whether these are equal.
        series: whether edges in series have equal drops.
    """
    drops, states, count = game.drops, game.states, 0
    best = int(np.argmax(drops))
    for edge in range(len(states)):
        if states[edge] != FREE or drops[edge] < drops[best] - near:
            continue
        is_equal = equal or edge == best or is_parallel(net, best, edge)
        if not is_equal and not (series and is_alike(net, states, best, edge)):
            return _PAUSED
        game.picked[count] = edge
        count += 1
    return int(game.picked[below(game.stream, count)])


@kernel
def _pick_softmax(net: Network, game: _Game, low: float, nothing: bool, exponent: float) -> int:
    """A free edge drawn in proportion to a power of its drop, or _PAUSED.

    Args:
        net: the network, with labels filled.
        game: the game, with drops filled; they are overwritten.
        low: largest drop that may be 0.
        nothing: whether drops up to `low` are 0.
        exponent: 1 / T.
        exponent: 1 / T.
    """
    drops, states, picked = game.drops, game.states, game.picked
    most = drops[np.argmax(drops)]
    if most <= low:
        return _PAUSED
    count, total = 0, 0.0
    for edge in range(len(states)):
        if states[edge] != FREE:
            continue
        if drops[edge] <= low:
            is_loop = net.label[net.ends[edge, 0]] == net.label[net.ends[edge, 1]]
            if not (is_loop or nothing) and (low / most) ** exponent * len(states) > _NEGLIGIBLE:
                return _PAUSED
            continue
        drops[edge] = (drops[edge] / most) ** exponent
        picked[count] = edge
        count += 1
        total += drops[edge]
    aim = unit(game.stream) * total
    for i in range(count - 1):
        aim -= drops[picked[i]]
        if aim < 0.0:
            return int(picked[i])
    return int(picked[count - 1])


@kernel
def _list_free(game: _Game) -> int:
    """Fill `free` with the free edges; returns their number."""
    count = 0
    for edge in range(len(game.states)):
        if game.states[edge] == FREE:
            game.free[count] = edge
            count += 1
    return count


@kernel
def _pick_by_playouts(net: Network, game: _Game, colour: int, playouts: int) -> int:
    """A free edge with the most wins in random playouts."""
    states, free, picked = game.states, game.free, game.picked
    wins, sets, reached = game.words[0], game.words[1], game.words[2]
    count = _list_free(game)
    remaining = count - 1
    # the player to move after the candidate takes the larger half
    own = remaining // 2
    marks = own if colour == MARKED else remaining - own
    for candidate in range(count):
        move = free[candidate]
        index = 0
        for i in range(count):
            if i != candidate:
                picked[index] = free[i]
                index += 1
        joined = 0
        states[move] = colour
        for begin in range(0, playouts, _TOGETHER):
            together = min(_TOGETHER, playouts - begin)
            for edge in range(len(states)):
                sets[edge] = -1 if states[edge] == MARKED else 0
            for playout in range(together):
                bring_forward(game.stream, picked, remaining, marks)
                for i in range(marks):
                    sets[picked[i]] |= 1 << playout
            joined += count_bits(joined_sets(net.ends, sets, reached) & ((1 << together) - 1))
        states[move] = FREE
        wins[candidate] = joined if colour == MARKED else playouts - joined
    most, tied = wins[np.argmax(wins[:count])], 0
    for candidate in range(count):
        if wins[candidate] == most:
            picked[tied] = free[candidate]
            tied += 1
    return int(picked[below(game.stream, tied)])


@kernel
def _move(net: Network, space: SweepSpace, game: _Game) -> int:
    """A move of the player to move, or _PAUSED."""
    colour = game.progress[1]
    side = 0 if colour == DELETED else 1
    kind, exponent = game.kinds[side], game.exponents[side]
    if kind == _OUTSIDE:
        return _PAUSED
    if kind == _RANDOM:
        count = _list_free(game)
        return int(game.free[below(game.stream, count)])
    if kind == _PLAYOUTS:
        return _pick_by_playouts(net, game, colour, game.repeats[side])
    if kind == _ANNEALED:
        exponent *= len(game.states) / _list_free(game)
    if kind == _SWEEPS:
        for node in range(B + 1, len(space.start)):
            if game.starts[side] == _WARM:
                space.start[node] = game.kept[side, node]
            else:
                space.start[node] = unit(game.stream) if game.starts[side] == _DRAWN else 0.5
        error, bits = sweep(space, game.states, game.repeats[side], game.omegas[side], game.omega_bits[side])
        for node in range(len(space.start)):
            game.kept[side, node] = space.potential[node]
        settled, series = bits + np.log2(8.0 * error) < -0.01, False
    else:
        error = measure(net, game.states, game.drops)
        settled, series = game.is_whole and make_whole(net, error, game.drops) > 0.0, True
        if settled:
            error = 0.0
    if exponent == inf:
        return _pick_greatest(net, game, 4.0 * error, settled, series)
    return _pick_softmax(net, game, 4.0 * error, settled, exponent)


@kernel
def _games_kernel(net: Network, space: SweepSpace, game: _Game, seed: int, end: int) -> bool:
    """Play on until all games are over (True) or a move must come from outside (False)."""
    progress = game.progress
    while progress[0] < end:
        if progress[1] == FREE:
            begin_stream(seed, progress[0], game.stream)
            game.states[:] = FREE
            game.kept[:] = 0.5
            progress[1] = DELETED
        elif progress[1] > 0:
            move = _move(net, space, game)
            if move == _PAUSED:
                return False
            game.states[move] = progress[1]
            progress[1] = -progress[1]
        else:
            colour = -progress[1]
            if colour == MARKED:
                over = is_joined(net.ends, game.states, MARKED, MARKED, net.label)
                progress[2] += over
            else:
                over = not is_joined(net.ends, game.states, FREE, MARKED, net.label)
            progress[1] = DELETED + MARKED - colour
            if over:
                progress[0] += 1
                progress[1] = FREE
    return True
