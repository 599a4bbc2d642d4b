"""Duels of two agents on a game graph: chances with a proven bound, curves over numbers of playouts, simulated games.

Backward induction: with f the mover's chances, the mover wins with chance W = sum f_e L_e, where L_e is the chance that the
opponent, to move at the end of edge e, loses. Wins and losses have separate recursions, so both keep their relative accuracy
near 0; their sum is less than 1 by the chance of a draw.

Error. Let F, L be true, f, V computed, |F - f| <= e, |L - V| <= d. Since the F sum to 1, for any number r

    W - (r + sum f (V - r)) = sum F (L - V) + sum (F - f)(V - r),

so the error is at most sum (f + e) d + sum e |V - r| besides rounding; with r near the mean only the spread of the successors
counts. The rounding of the products and their sum is at most (degree + 2) u sum f |V - r|; that of the last addition is known
exactly. The bound is raised by a factor 1 + 1e-10 at every position, far more than its own rounding.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 (the recursion; the
bounds are this project's).

Curves of duels compute each policy once. Numbers of playouts that lie close together, as in k = 1, 2, ..., K against 2 k, get
their policies from runs (`consecutive_policies`), others one by one. Both are certified and agree within their bounds. The
choice between them depends on the numbers asked for, never on time or memory.

In a simulated game MC(k) plays its k playouts of every candidate, move by move. Neither the law of its choice (`selection`)
nor the exact chances of random play are used, so a sample is a check on both. Every other agent draws an edge with its chance.

Every game has its own stream of random numbers, so a game depends only on the seed and its number. `watch` gives a game one
decision at a time, with the playouts behind each: the same stream, drawn from in the same order.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.2 and 2.3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, two_sum
from tafelwerk.solvers.machine.draws import WORDS, Stream, begin_stream, below, unit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, Edges, GameGraph, RandomPlay
from tafelwerk.solvers.playouts.playout_runs import DENSE_BYTES, STEPS, is_dense
from tafelwerk.solvers.playouts.policy import (
    Policy,
    candidate_counts,
    check_play,
    consecutive_policies,
    monte_carlo_policy,
)
from tafelwerk.solvers.playouts.selection import check_playouts

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Agent a against agent b from every position; row 0: a to move, row 1: b to move.

    Attributes:
        win: float64 (2, n), chance that the player to move wins.
        loss: float64 (2, n), chance that the player to move loses.
        error: float64 (2, n), proven bound on the absolute error of win and of loss.
    """

    win: NDArray[np.float64]
    loss: NDArray[np.float64]
    error: NDArray[np.float64]


@kernel
def mean_kernel(
    chances: Reals,
    errors: Reals,
    successors: NDArray[np.int32],
    begin: int,
    end: int,
    wins: Reals,
    losses: Reals,
    bounds: Reals,
) -> tuple[float, float, float]:
    """Means of the successors' losses and wins under the edges' chances, and a bound on the errors of both."""
    win, loss = 0.0, 0.0
    for e in range(begin, end):
        s = successors[e]
        win += chances[e] * losses[s]
        loss += chances[e] * wins[s]
    win_shift, loss_shift, win_spread, loss_spread, win_doubt, loss_doubt, inherited = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for e in range(begin, end):
        s, f, doubt = successors[e], chances[e], errors[e]
        win_off, loss_off = losses[s] - win, wins[s] - loss
        win_shift += f * win_off
        loss_shift += f * loss_off
        win_spread += f * abs(win_off)
        loss_spread += f * abs(loss_off)
        win_doubt += doubt * abs(win_off)
        loss_doubt += doubt * abs(loss_off)
        inherited += (f + doubt) * bounds[s]
    win, win_low = two_sum(win, win_shift)
    loss, loss_low = two_sum(loss, loss_shift)
    rounding = (end - begin + 2) * UNIT
    error = inherited + max(
        win_doubt + rounding * win_spread + abs(win_low), loss_doubt + rounding * loss_spread + abs(loss_low)
    )
    return min(1.0, max(0.0, win)), min(1.0, max(0.0, loss)), min(1.0, error * (1.0 + 1e-10))


@kernel
def duel_kernel(
    edges: Edges,
    chances_a: Reals,
    errors_a: Reals,
    chances_b: Reals,
    errors_b: Reals,
    win: Reals,
    loss: Reals,
    error: Reals,
) -> None:
    """Fill win, loss and error, float64 (2, n), in topological order."""
    offsets, successors, payoff = edges.offsets, edges.successors, edges.payoff
    for i in range(payoff.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        if begin == end:
            for row in range(2):
                win[row, i] = 1.0 if payoff[i] == 1 else 0.0
                loss[row, i] = 1.0 if payoff[i] == -1 else 0.0
                error[row, i] = 0.0
            continue
        for row in range(2):
            chances, errors = (chances_a, errors_a) if row == 0 else (chances_b, errors_b)
            win[row, i], loss[row, i], error[row, i] = mean_kernel(
                chances, errors, successors, begin, end, win[1 - row], loss[1 - row], error[1 - row]
            )


def duel(graph: GameGraph, a: Policy, b: Policy) -> Duel:
    """The duel of agents a and b from every position of the graph.

    Raises:
        InputError: a policy does not belong to the graph.
    """
    for name, policy in (("a", a), ("b", b)):
        if policy.chances.shape != (graph.edges,) or policy.errors.shape != (graph.edges,):
            raise InputError(
                f"policy {name} must have a chance for each of the {graph.edges} edges, not {policy.chances.shape}"
            )
    win, loss, error = (np.empty((2, graph.positions)) for _ in range(3))
    duel_kernel(graph.arrays, a.chances, a.errors, b.chances, b.errors, win, loss, error)
    return Duel(win, loss, error)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Duels of MC(k) against rivals, one row per pair and one column per position.

    Attributes:
        first: float64 (pairs, positions), chance that MC(k) wins when it is to move.
        second: float64 (pairs, positions), chance that MC(k) wins when its rival is to move.
        error: float64 (pairs, positions), proven bound on the absolute errors of first and second, and hence of their mean.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    error: NDArray[np.float64]


def duels(
    graph: GameGraph, play: RandomPlay, ks: ArrayLike, rivals: ArrayLike, positions: ArrayLike, threads: int = 1
) -> Curve:
    """Duels of MC(ks[i]) against MC(rivals[i]) from every given position.

    Args:
        graph: the game.
        play: random play on it.
        ks, rivals: uint64 (pairs,), playouts per candidate, at least 1.
        positions: int64 (p,), numbers of positions.
        threads: number of threads that share the positions of a policy computed singly; the result does not depend on it.

    Raises:
        InputError: arrays have different lengths, or a number of playouts or a position is out of range.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.5.
    """
    first_agents = [int(k) for k in np.asarray(ks).tolist()]
    second_agents = [int(k) for k in np.asarray(rivals).tolist()]
    where = np.asarray(positions, np.int64)
    if len(first_agents) != len(second_agents):
        raise InputError(f"rivals must be as many as ks, not {len(second_agents)} and {len(first_agents)}")
    if where.ndim != 1 or bool(((where < 0) | (where >= graph.positions)).any()):
        raise InputError(f"positions must be numbers from 0 to {graph.positions - 1}")
    check_play(graph, play)
    candidates = int(candidate_counts(graph).max(initial=1))
    for k in {*first_agents, *second_agents}:
        check_playouts(k, candidates)
    shape = (len(first_agents), where.size)
    curve = Curve(np.empty(shape), np.empty(shape), np.empty(shape))
    win, loss, error = (np.empty((2, graph.positions)) for _ in range(3))
    for row, a, b in _pairs(graph, play, first_agents, second_agents, candidates, threads):
        duel_kernel(graph.arrays, a.chances, a.errors, b.chances, b.errors, win, loss, error)
        curve.first[row] = win[0, where]
        curve.second[row] = loss[1, where]
        curve.error[row] = np.maximum(error[0, where], error[1, where])
    return curve


def _pairs(
    graph: GameGraph, play: RandomPlay, ks: list[int], rivals: list[int], candidates: int, threads: int
) -> Iterator[tuple[int, Policy, Policy]]:
    """Row and policies of every pair, in an order in which a policy computed for one pair is available for the next."""
    dense: set[int] = set()
    for numbers in (ks, rivals):
        if is_dense(numbers, candidates, graph.edges):
            dense |= set(numbers)
    order = sorted(range(len(ks)), key=lambda row: (ks[row], rivals[row]))
    last_use = {k: index for index, row in enumerate(order) for k in (ks[row], rivals[row])}
    # policies of a run computed early wait for their turn only if all that may wait at once fit in memory
    patient = 16 * graph.edges * len(last_use) <= DENSE_BYTES
    held: dict[int, Policy] = {}
    for index, row in enumerate(order):
        for k in (ks[row], rivals[row]):
            if k not in held:
                if k in dense:
                    begin = k - k % STEPS
                    soon = last_use if patient else _within(order[index : index + STEPS // 2], ks, rivals)
                    wanted = sorted(
                        n for n in soon if n in dense and begin <= n < begin + STEPS and last_use[n] >= index
                    )
                    held.update(consecutive_policies(graph, play, begin, wanted))
                else:
                    held[k] = monte_carlo_policy(graph, play, k, threads)
        yield row, held[ks[row]], held[rivals[row]]
        for k in {ks[row], rivals[row]}:
            if last_use[k] == index:
                del held[k]
        if not patient and len(held) > 3 * STEPS:
            held.clear()


def _within(rows: list[int], ks: list[int], rivals: list[int]) -> set[int]:
    return {k for row in rows for k in (ks[row], rivals[row])}


MOST_GAMES = 2**32
"""Most games per seed."""

MOST_CANDIDATES = 2**20
"""Most candidates of a position."""

_BITS = 21
"""Bits of a number of candidates."""

_COUNT = (1 << _BITS) - 1


@dataclass(frozen=True, slots=True)
class Sample:
    """Result of some games.

    Attributes:
        games: number of games.
        wins, losses: numbers of games that the agent that moved first won and lost; the others were drawn.
    """

    games: int
    wins: int
    losses: int


class Table(NamedTuple):
    """A game with its candidates listed one by one, and two agents; n positions, c candidates, e edges.

    Attributes:
        offsets: int64 (n + 1,), begin of each position's candidates.
        successors: int32 (c,), positions that candidates lead to.
        steps: int64 (c,), what a playout needs of these positions, in one number: the first of their candidates, then, in the
            last _BITS bits, how many there are; where the game is over, the payoff plus 1, then zeros.
        edge_offsets: int64 (n + 1,), begin of each position's edges.
        edge_successors: int32 (e,), positions that edges lead to.
        payoff: int8 (n,).
        playouts: int64 (2,), playouts per candidate of the first and of the second agent; 0 if the agent draws by `chances`.
        chances: float64 (2, e).
        wins: int64, as many as a position's most candidates: scratch, playouts won by each of them.
    """

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    steps: NDArray[np.int64]
    edge_offsets: NDArray[np.int64]
    edge_successors: NDArray[np.int32]
    payoff: NDArray[np.int8]
    playouts: NDArray[np.int64]
    chances: NDArray[np.float64]
    wins: NDArray[np.int64]


def simulate(
    graph: GameGraph, start: int, first: Policy | int, second: Policy | int, games: int, seed: int, begin: int = 0
) -> Sample:
    """Results of simulated games of two agents.

    Args:
        graph: the game.
        start: position from which games start.
        first, second: the agents that move first and second: a chance per edge, or the k of MC(k), at least 1.
        games: number of games.
        seed: 0 to 2^63 - 1.
        begin: number of the first game; games begin to begin + games - 1 of a seed are the same however they are divided.

    Raises:
        InputError: an argument is out of range.
    """
    if not 0 <= start < graph.positions:
        raise InputError(f"start: {start!r} must be a position, 0 to {graph.positions - 1}")
    if games < 1 or begin < 0 or begin + games > MOST_GAMES:
        raise InputError(
            f"games: numbers {begin} to {begin + games - 1} must be one or more from 0 to {MOST_GAMES - 1}"
        )
    if not 0 <= seed < 2**63:
        raise InputError(f"seed: {seed!r} must be from 0 to 2^63 - 1")
    table = table_of(graph, first, second)
    wins, losses = _games_kernel(table, start, seed, begin, begin + games, np.zeros(WORDS, np.int64))
    return Sample(games, int(wins), int(losses))


def table_of(graph: GameGraph, first: Policy | int, second: Policy | int) -> Table:
    """The table of a game; for the agents see `simulate`."""
    playouts, chances = np.zeros(2, np.int64), np.zeros((2, graph.edges))
    for row, agent in enumerate((first, second)):
        if isinstance(agent, Policy):
            if agent.chances.shape != (graph.edges,):
                raise InputError(f"agents must have a chance for each of the {graph.edges} edges")
            chances[row] = agent.chances
        elif agent < 1:
            raise InputError(f"playouts per candidate must be 1 or more, not {agent}")
        else:
            playouts[row] = agent
    candidates = graph.position_sums(graph.multiplicities)
    if int(candidates.max(initial=1)) > MOST_CANDIDATES:
        raise InputError(f"a position may have {MOST_CANDIDATES:,} candidates, not {int(candidates.max()):,}")
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(candidates)))
    successors = np.repeat(graph.successors, graph.multiplicities)
    is_over = graph.payoff != UNDECIDED
    steps = np.where(is_over, graph.payoff.astype(np.int64) + 1, offsets[:-1]) << _BITS | np.where(
        is_over, 0, candidates
    )
    return Table(
        offsets,
        successors,
        steps[successors],
        graph.offsets,
        graph.successors,
        graph.payoff,
        playouts,
        chances,
        np.zeros(int(candidates.max(initial=1)), np.int64),
    )


@kernel
def _games_kernel(table: Table, start: int, seed: int, begin: int, end: int, stream: Stream) -> tuple[int, int]:
    """Numbers of games that the agent that moves first wins and loses."""
    wins, losses = 0, 0
    for number in range(begin, end):
        begin_stream(seed, number, stream)
        position, mover = start, 0
        while table.payoff[position] == UNDECIDED:
            if table.playouts[mover] > 0:
                position = table.successors[candidate_by_playouts(table, position, mover, stream)]
            else:
                position = table.edge_successors[edge_by_chance(table, position, mover, stream)]
            mover = 1 - mover
        payoff = table.payoff[position] if mover == 0 else -table.payoff[position]
        wins += payoff > 0
        losses += payoff < 0
    return wins, losses


@kernel
def edge_by_chance(table: Table, position: int, mover: int, stream: Stream) -> int:
    """An edge drawn with its chance."""
    first, last = table.edge_offsets[position], table.edge_offsets[position + 1]
    aim = unit(stream)
    chosen = first
    for edge in range(first, last):
        chance = table.chances[mover, edge]
        if chance > 0.0:
            chosen = edge
            aim -= chance
            if aim < 0.0:
                break
    return int(chosen)


@kernel
def candidate_by_playouts(table: Table, position: int, mover: int, stream: Stream) -> int:
    """The candidate with the most wins in its playouts, drawn evenly among ties; the only one without playouts."""
    first, last = table.offsets[position], table.offsets[position + 1]
    if last - first == 1:
        return int(first)
    best, most, tied = first, -1, 0
    for candidate in range(first, last):
        won = 0
        for _ in range(table.playouts[mover]):
            won += _playout(table.steps, int(table.steps[candidate]), stream)
        table.wins[candidate - first] = won
        if won > most:
            best, most, tied = candidate, won, 1
        elif won == most:
            tied += 1
            if below(stream, tied) == 0:
                best = candidate
    return int(best)


@kernel
def _playout(steps: NDArray[np.int64], step: int, stream: Stream) -> int:
    """1 if the player who moved to a position, given by its step, wins when both continue at random, otherwise 0."""
    is_own = False
    while step & _COUNT > 0:
        step = int(steps[(step >> _BITS) + below(stream, step & _COUNT)])
        is_own = not is_own
    payoff = (step >> _BITS) - 1
    return 1 if (payoff > 0 if is_own else payoff < 0) else 0


Agent = Policy | int
"""A chance per edge, or the k of MC(k)."""


class Decision(NamedTuple):
    """What an agent decides in a position.

    Attributes:
        position: number of the position.
        candidate: the candidate that is played, counted from the position's first.
        wins: number of playouts won after each candidate; empty if none were played.
    """

    position: int
    candidate: int
    wins: tuple[int, ...]


def watch(graph: GameGraph, start: int, first: Agent, second: Agent, seed: int, number: int = 0) -> Iterator[Decision]:
    """The decisions of one game.

    Args:
        graph: the game.
        start: position from which it starts.
        first, second: the agents that move first and second.
        seed: 0 to 2^63 - 1.
        number: number of the game.

    Raises:
        InputError: see `table_of`.
    """
    table, stream = table_of(graph, first, second), np.zeros(WORDS, np.int64)
    begin_stream(seed, number, stream)
    position, mover = start, 0
    while graph.payoff[position] == UNDECIDED:
        begin, end = table.offsets[position : position + 2].tolist()
        wins: list[int] = []
        if table.playouts[mover] > 0:
            candidate = int(candidate_by_playouts(table, position, mover, stream)) - begin
            wins = table.wins[: end - begin].tolist() if end - begin > 1 else []
        else:
            edge = int(edge_by_chance(table, position, mover, stream))
            candidate = int(graph.multiplicities[graph.offsets[position] : edge].sum())
        yield Decision(position, candidate, tuple(wins))
        position, mover = int(table.successors[begin + candidate]), 1 - mover
