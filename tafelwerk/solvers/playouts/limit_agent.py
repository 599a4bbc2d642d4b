"""The limit agent MC(inf): it plays the candidate with the highest winning chance at random play, exact ties split evenly.

Equality of two chances is decided exactly in games of any size. The double-double chances decide if they differ by more than
their proven error. The remaining pairs are compared by residues: with D a common denominator of both chances, D times their
difference is an integer, known to be small from the double-doubles. Its residues modulo enough primes, each taking one pass over
the game, determine it by the Chinese remainder theorem.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 1.2.
"""

from math import ceil, log2

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import subtract
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import Edges, GameGraph
from tafelwerk.solvers.playouts.policy import Policy, candidate_counts, share_policy
from tafelwerk.solvers.playouts.random_play import RandomPlay, random_play

MOST_STEPS = 5_000_000_000
"""Most steps for deciding the ties; about twenty seconds."""

_OUT, _BEST, _OPEN = 0, 1, 2


def limit_policy(graph: GameGraph, play: RandomPlay | None = None) -> Policy:
    """MC(inf) as chances in doubles.

    Args:
        graph: the game.
        play: random_play(graph). Default: computed.

    Raises:
        InputError: see limit_shares.
    """
    return share_policy(graph, limit_shares(graph, play))


def limit_shares(graph: GameGraph, play: RandomPlay | None = None, position: int | None = None) -> NDArray[np.int64]:
    """MC(inf) as shares: number of candidates on edges with the highest winning chance, 0 on other edges. Exact.

    Args:
        graph: the game.
        play: random_play(graph). Default: computed.
        position: the only position of interest; shares elsewhere are 0. Default: all.

    Returns:
        int64, shape (edges,), numbers of candidate moves.

    Raises:
        InputError: play belongs to another game, or the ties would take more than MOST_STEPS.
    """
    if play is not None and play.win_hi.shape != (graph.positions,):
        raise InputError(f"play: {play.win_hi.shape[0]} positions must be {graph.positions}, those of the game")
    part = (0, graph.positions) if position is None else (position, position + 1)
    state = _limit(graph, play if play is not None else random_play(graph), part)
    if state is None:
        raise InputError(
            f"the ties of MC(inf) in this game ({graph.positions} positions) take more than {MOST_STEPS} steps to "
            "decide exactly; choose a smaller game"
        )
    return np.where(state == _BEST, graph.multiplicities, 0).astype(np.int64)


def _limit(graph: GameGraph, play: RandomPlay, part: tuple[int, int]) -> NDArray[np.int8] | None:
    """_BEST or _OUT for each edge of the positions from part[0] to before part[1]; None if it would take too long."""
    state = np.zeros(graph.edges, dtype=np.int8)
    leaders = np.full(graph.edges, -1, dtype=np.int32)
    gap = _leaders_kernel(graph.arrays, play.loss_hi, play.loss_lo, play.error, part, state, leaders)
    edges = np.flatnonzero(state == _OPEN)
    if not edges.shape[0]:
        return state
    here, there = graph.successors[edges], graph.successors[leaders[edges]]
    totals = candidate_counts(graph)
    denominator = _denominator(graph, totals, np.unique(np.concatenate((here, there))))
    # |D (x - y)| <= D * gap; a product of primes above twice that distinguishes all of them
    bits = denominator.bit_length() + log2(gap) + 2
    number = ceil(max(bits, 0) / 30.9) + 1
    # one pass over the game per prime; then every pair from its residues, each times a number as long as all primes
    if number * (graph.edges + edges.shape[0] * number // 2) > MOST_STEPS:
        return None
    primes = _primes(number)
    numerators = _numerators(graph, totals, primes, denominator, here, there)
    return _settle(state, leaders, edges, numerators)


def _settle(
    state: NDArray[np.int8], leaders: NDArray[np.int32], edges: NDArray[np.int64], numerators: dict[int, int]
) -> NDArray[np.int8]:
    """Decide the open edges.

    numerators: by index into edges, difference from the leader's chance if it is not 0, all times one number.
    """
    state[edges] = _BEST
    above: dict[int, list[tuple[int, int]]] = {}
    for index, numerator in numerators.items():
        edge = int(edges[index])
        state[edge] = _OUT
        if numerator > 0:
            above.setdefault(int(leaders[edge]), []).append((numerator, edge))
    if above:
        by_leader = np.argsort(leaders, kind="stable")
        ordered = leaders[by_leader]
        for leader, found in above.items():
            begin, end = np.searchsorted(ordered, [leader, leader + 1])
            state[by_leader[begin:end]] = _OUT
            most = max(found)[0]
            state[[edge for numerator, edge in found if numerator == most]] = _BEST
    return state


def _denominator(graph: GameGraph, totals: NDArray[np.int64], positions: NDArray[np.int32]) -> int:
    """A common denominator of the chances of some positions.

    The exponent of a prime in a position's denominator is at most its exponent in the number of candidates plus the largest
    exponent among the successors.
    """
    different = [int(t) for t in np.unique(totals) if t > 1]
    primes = sorted({int(p) for t in different for p, _ in fmpz(t).factor()})
    powers = np.zeros(graph.positions, dtype=np.int64)
    denominator = 1
    for p in primes:
        of_total = np.zeros(int(totals.max()) + 1, dtype=np.int64)
        for t in different:
            rest = t
            while rest % p == 0:
                rest //= p
                of_total[t] += 1
        _powers_kernel(graph.arrays, of_total[totals], powers)
        denominator *= p ** int(powers[positions].max())
    return denominator


def _primes(number: int) -> list[int]:
    """The largest primes below 2^31."""
    found: list[int] = []
    candidate = 2**31 - 1
    while len(found) < number:
        if fmpz(candidate).is_prime():
            found.append(candidate)
        candidate -= 2
    return found


def _numerators(
    graph: GameGraph,
    totals: NDArray[np.int64],
    primes: list[int],
    denominator: int,
    here: NDArray[np.int32],
    there: NDArray[np.int32],
) -> dict[int, int]:
    """denominator * (loss chance of here - loss chance of there), for the pairs where it is not 0."""
    win = np.empty(graph.positions, dtype=np.int64)
    loss = np.empty(graph.positions, dtype=np.int64)
    drawn = bool((graph.payoff == 0).any())
    different = np.zeros(here.shape[0], dtype=np.bool_)
    while True:
        # residues are kept only for pairs known to differ; if another pair turns out to differ later, everything is redone
        kept = np.flatnonzero(different)
        residues = np.zeros((len(primes), kept.shape[0]), dtype=np.int64)
        seen = different.copy()
        for row, p in enumerate(primes):
            inverses = np.zeros(int(totals.max()) + 1, dtype=np.int64)
            for t in np.unique(totals):
                inverses[t] = pow(int(t), -1, p) if t > 0 else 0
            _residues_kernel(graph.arrays, inverses[totals], p, drawn, win, loss)
            difference = (loss[here] - loss[there]) % p
            residues[row] = difference[kept] * (denominator % p) % p
            seen |= difference != 0
            if row == 0 and int(seen.sum()) > kept.shape[0]:
                break
        if int(seen.sum()) == kept.shape[0]:
            break
        different = seen
    return dict(zip(kept.tolist(), _reconstruct(residues, primes), strict=True))


def _reconstruct(residues: NDArray[np.int64], primes: list[int]) -> list[int]:
    """The integers of least absolute value with the given residues, one per column."""
    product = 1
    for p in primes:
        product *= p
    if not residues.shape[1]:
        return []
    basis = [product // p * pow(product // p, -1, p) for p in primes]
    found = []
    for column in residues.T.tolist():
        number = sum(r * b for r, b in zip(column, basis, strict=True)) % product
        found.append(number - product if 2 * number > product else number)
    return found


@kernel
def _leaders_kernel(
    edges: Edges,
    loss_hi: NDArray[np.float64],
    loss_lo: NDArray[np.float64],
    error: float,
    part: tuple[int, int],
    state: NDArray[np.int8],
    leaders: NDArray[np.int32],
) -> float:
    """Set _BEST, _OUT or _OPEN for each edge of some positions, and the leader, the edge that seems best, of those not out.

    Two chances within `error` of the truth are distinguished by a difference above 2 error; 2.001 allows for rounding.

    Returns:
        A bound on the true differences of the open pairs.
    """
    offsets, successors = edges.offsets, edges.successors
    near = 2.001 * error
    for i in range(part[0], part[1]):
        if offsets[i] == offsets[i + 1]:
            continue
        best = offsets[i]
        for edge in range(offsets[i] + 1, offsets[i + 1]):
            s, b = successors[edge], successors[best]
            if loss_hi[s] > loss_hi[b] or (loss_hi[s] == loss_hi[b] and loss_lo[s] > loss_lo[b]):
                best = edge
        b = successors[best]
        for edge in range(offsets[i], offsets[i + 1]):
            s = successors[edge]
            d, _ = subtract(loss_hi[b], loss_lo[b], loss_hi[s], loss_lo[s])
            over = offsets[s] == offsets[s + 1] and offsets[b] == offsets[b + 1]
            if d > (0.0 if over else near):
                state[edge] = _OUT
            else:
                state[edge] = _BEST if s == b or over else _OPEN
                leaders[edge] = best
    return 2.01 * near


@kernel
def _powers_kernel(edges: Edges, own: NDArray[np.int64], powers: NDArray[np.int64]) -> None:
    """Fill powers: a position's own plus the largest of its successors."""
    for i in range(own.shape[0]):
        most = 0
        for edge in range(edges.offsets[i], edges.offsets[i + 1]):
            most = max(most, powers[edges.successors[edge]])
        powers[i] = own[i] + most


@kernel
def _residues_kernel(
    edges: Edges,
    inverses: NDArray[np.int64],
    prime: int,
    drawn: bool,
    win: NDArray[np.int64],
    loss: NDArray[np.int64],
) -> None:
    """Fill the chances under random play modulo a prime below 2^31; inverses are those of the numbers of candidates."""
    offsets, successors, multiplicities, payoff = edges.offsets, edges.successors, edges.multiplicities, edges.payoff
    for i in range(payoff.shape[0]):
        if offsets[i] == offsets[i + 1]:
            win[i] = 1 if payoff[i] == 1 else 0
            loss[i] = 1 if payoff[i] == -1 else 0
            continue
        w, x = 0, 0
        for edge in range(offsets[i], offsets[i + 1]):
            s = successors[edge]
            w = (w + multiplicities[edge] * loss[s]) % prime
            if drawn:
                x = (x + multiplicities[edge] * win[s]) % prime
        win[i] = w * inverses[i] % prime
        loss[i] = x * inverses[i] % prime if drawn else (1 - win[i]) % prime
