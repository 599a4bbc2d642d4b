"""Game graphs: a finite game of two players without cycles, its perfect play and its random play.

A finite two-player game without cycles, compiled to flat arrays, so that one kernel serves every game.

Positions are numbered in topological order: every successor has a smaller number than its position, so a kernel that runs through
0, 1, 2, ... meets successors first. Players alternate. Chances and payoffs are those of the player to move. A position does not
record which player that is, so positions that look the same to both share one number.

Perfect play: the value of every position, and the moves that keep it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2 and 3.1 (backward
analysis).

Random play: each player's winning chance when both choose their moves at random, in every position of a game.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.4.1.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, add, divide, multiply_double
from tafelwerk.solvers.machine.jit import kernel

UNDECIDED = 2


class Edges(NamedTuple):
    """Arrays of a GameGraph for kernels; see there."""

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    multiplicities: NDArray[np.int32]
    payoff: NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class GameGraph:
    """A game as arrays; n positions, e edges.

    An edge bundles the candidate moves of a position that lead to the same successor. They remain separate candidates, which
    `multiplicities` counts. The edges of position i are offsets[i] to offsets[i + 1] - 1.

    Attributes:
        offsets: int64, shape (n + 1,).
        successors: int32, shape (e,): numbers of positions, each smaller than that of the edge's own position.
        multiplicities: int32, shape (e,): number of candidate moves on the edge, at least 1.
        labels: int32, shape (e,): the move, as each game defines it.
        payoff: int8, shape (n,): +1, 0, -1 if the game is over and the player to move has won, drawn or lost; otherwise
            UNDECIDED. Positions with a payoff have no edges, the others have at least one.
        root: number of the position the game starts from.
    """

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    multiplicities: NDArray[np.int32]
    labels: NDArray[np.int32]
    payoff: NDArray[np.int8]
    root: int

    @property
    def positions(self) -> int:
        return int(self.payoff.shape[0])

    @property
    def edges(self) -> int:
        return int(self.successors.shape[0])

    @property
    def arrays(self) -> Edges:
        """The graph as an argument of kernels."""
        return Edges(self.offsets, self.successors, self.multiplicities, self.payoff)

    def position_sums(self, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """Sum, over the edges of each position, of a number per edge; int64, shape (n,), 0 without edges."""
        total = np.zeros(self.edges + 1, np.int64)
        numbers.cumsum(out=total[1:])
        before = total[self.offsets]
        sums: NDArray[np.int64] = before[1:] - before[:-1]
        return sums

    def edge_sums(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each edge, the sum over its position; int64, shape (e,)."""
        sums: NDArray[np.int64] = np.repeat(self.position_sums(numbers), np.diff(self.offsets))
        return sums

    def edges_of(self, position: int) -> range:
        """Numbers of the edges that leave a position."""
        return range(int(self.offsets[position]), int(self.offsets[position + 1]))

    def check(self) -> None:
        """Raise InputError unless the arrays have every property above; linear in positions and edges."""
        n, e = self.positions, self.edges
        degree = np.diff(self.offsets)
        source = np.repeat(np.arange(n), degree)
        problems = {
            "offsets must start at 0, never fall and end at the number of edges": self.offsets.shape != (n + 1,)
            or self.offsets[0] != 0
            or self.offsets[-1] != e
            or bool((degree < 0).any()),
            "multiplicities and labels must have one entry per edge": self.multiplicities.shape != (e,)
            or self.labels.shape != (e,),
        }
        if not any(problems.values()):
            problems = {
                "successors must have smaller numbers than their position": bool((self.successors >= source).any())
                or bool((self.successors < 0).any()),
                "multiplicities must be at least 1": bool((self.multiplicities < 1).any()),
                "payoff must be -1, 0, 1 or UNDECIDED": not bool(np.isin(self.payoff, (-1, 0, 1, UNDECIDED)).all()),
                "exactly the undecided positions have edges": not np.array_equal(degree > 0, self.payoff == UNDECIDED),
                "the root must be a position": not 0 <= self.root < n,
            }
        for problem, occurs in problems.items():
            if occurs:
                raise InputError(f"not a game graph: {problem}")


def perfect_values(graph: GameGraph) -> NDArray[np.int8]:
    """Value of every position for the player to move: +1 won, 0 drawn, -1 lost; int8, shape (positions,). Exact.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> perfect_values(subtraction_graph([1, 2], 6)).tolist()
    [1, -1, 1, 1, -1, 1, 1, -1]
    """
    values = np.empty(graph.positions, dtype=np.int8)
    _values_kernel(graph.arrays, values)
    return values


def perfect_shares(graph: GameGraph) -> NDArray[np.int64]:
    """The perfect agent as shares: number of candidates on edges that keep the position's value, 0 on other edges.

    In a lost position all candidates keep the value.

    Returns:
        int64, shape (edges,), numbers of candidate moves.
    """
    values = perfect_values(graph)
    before = np.repeat(values, np.diff(graph.offsets))
    keeps_value = -values[graph.successors] == before
    return np.where(keeps_value, graph.multiplicities, 0).astype(np.int64)


@kernel
def _values_kernel(edges: Edges, values: NDArray[np.int8]) -> None:
    """Fill the values, last positions of the game first."""
    for i in range(values.shape[0]):
        if edges.offsets[i] == edges.offsets[i + 1]:
            values[i] = edges.payoff[i]
            continue
        best = -1
        for edge in range(edges.offsets[i], edges.offsets[i + 1]):
            best = max(best, -values[edges.successors[edge]])
            if best == 1:
                break
        values[i] = best


@dataclass(frozen=True, slots=True, eq=False)
class RandomPlay:
    """Chances under random play, for the player to move; n positions.

    The chance minus 1/2 is stored, because agents decide by differences of chances near 1/2.

    Attributes:
        win_hi, win_lo: float64, shape (n,): winning chance, minus 1/2, as a pair of doubles.
        loss_hi, loss_lo: float64, shape (n,): the same for the losing chance; the negative of win if no game is drawn.
        error: proven bound on the absolute error of every pair.
    """

    win_hi: NDArray[np.float64]
    win_lo: NDArray[np.float64]
    loss_hi: NDArray[np.float64]
    loss_lo: NDArray[np.float64]
    error: float


def random_play(graph: GameGraph) -> RandomPlay:
    """Chances of both players if every candidate is equally likely.

    With y the chance minus 1/2, y_win(i) is the mean of y_loss over the successors and vice versa, since the weights of a mean
    sum to 1. Let d be the number of edges of a position. Products have errors of 2 u^2, the d - 1 sums in numerator and
    denominator 3.0001 u^2 each, the quotient 15.0001 u^2, all relative to values of at most 1/2. A position's error is therefore
    at most that of its worst successor plus (6.01 d + 11) u^2 / 2. The stored bound uses 7 d + 13, which covers its own rounding.
    Losses by underflow are far below u^2.
    """
    chances = np.empty((4, graph.positions))
    win_hi, win_lo, loss_hi, loss_lo = chances
    has_draws = bool((graph.payoff == 0).any())
    error = _random_play_kernel(graph.arrays, has_draws, chances, np.empty(graph.positions))
    return RandomPlay(win_hi, win_lo, loss_hi, loss_lo, float(error))


@kernel
def _random_play_kernel(
    edges: Edges, has_draws: bool, chances: NDArray[np.float64], error: NDArray[np.float64]
) -> float:
    """Fill chances, float64 (4, n), rows as in RandomPlay, and the error of each position; returns the largest error."""
    win_hi, win_lo, loss_hi, loss_lo = chances[0], chances[1], chances[2], chances[3]
    offsets, successors, payoff = edges.offsets, edges.successors, edges.payoff
    worst = 0.0
    for i in range(payoff.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        if begin == end:
            win_hi[i] = 0.5 if payoff[i] == 1 else -0.5
            loss_hi[i] = 0.5 if payoff[i] == -1 else -0.5
            win_lo[i] = loss_lo[i] = error[i] = 0.0
            continue
        wh, wl, lh, ll, th, tl, e = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for edge in range(begin, end):
            s = successors[edge]
            e = max(e, error[s])
            weight = float(edges.multiplicities[edge])
            th, tl = add(th, tl, weight, 0.0)
            h, low = multiply_double(loss_hi[s], loss_lo[s], weight)
            wh, wl = add(wh, wl, h, low)
            if has_draws:
                h, low = multiply_double(win_hi[s], win_lo[s], weight)
                lh, ll = add(lh, ll, h, low)
        win_hi[i], win_lo[i] = divide(wh, wl, th, tl)
        if has_draws:
            loss_hi[i], loss_lo[i] = divide(lh, ll, th, tl)
        else:
            loss_hi[i], loss_lo[i] = -win_hi[i], -win_lo[i]
        error[i] = e + (7.0 * (end - begin) + 13.0) * (0.5 * UNIT * UNIT)
        worst = max(worst, error[i])
    return worst
