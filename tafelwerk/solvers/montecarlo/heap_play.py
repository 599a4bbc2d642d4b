"""Subtraction games heap after heap: exact random play with or without a bias, errors of MC(inf), and periods of perfect play.

Only a window as long as the largest move is stored.

Let y(h) be the winning chance from heap h under random play, minus 1/2. Then y(h) = - sum over candidates a of P(a) y(h - a). The
chances P may depend on which candidates win under perfect play, and on the heap modulo a number, so that one recursion serves
uniform and biased playouts. Beyond the largest move every number is an integer over a common denominator, which is never
written down: MC(inf) compares candidates by integers only, and its ties are exact.

Periods of win and loss: the outcome of a heap depends on a window of outcomes below it, as long as the largest move. This
window is the state of a deterministic recurrence with finitely many states, so the outcomes are eventually periodic, and a
repeated state proves the period. Brent's method finds the first repetition without storing the past.

Biased playouts: the kinds of bias are described in `families.montecarlo.rules`. A candidate that is the only legal one is taken
with certainty. Overshooting moves, where legal, are candidates like any other.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.1 and 2.5.2, table 2.14, and
chapter 3; R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980).
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np
from flint import fmpq, fmpz
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import Bias, CyclicBias, InformedBias, WeightedBias, growth
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.montecarlo.races_and_heaps import (
    LONGEST_LANE,
    Overshoot,
    check_heap,
    check_moves,
    check_overshoot,
    dsc_graph,
    dsr_graph,
)
from tafelwerk.solvers.playouts.game_graph import perfect_values
from tafelwerk.solvers.playouts.policy import limit_shares

MOST_WORK = 4_000_000_000
"""Most words of 64 bits that a run may process; about ten seconds."""

MoveChances = Callable[[Sequence[int], Sequence[bool], int], Sequence[fmpq]]
"""Playout chances of the candidates, given the candidates, which of them win under perfect play, and the heap."""

HALF = fmpq(1, 2)


@dataclass(frozen=True, slots=True)
class HeapChoice:
    """The choice of MC(inf) at a heap.

    Attributes:
        heap: the heap.
        candidates: the moves to choose from; empty only if overshooting is illegal.
        wins: whether each candidate wins under perfect play.
        values: for each candidate, the opponent's winning chance at random play after it, minus 1/2, times `scale`.
        scale: common factor of values; computed on demand: a large integer.
    """

    heap: int
    candidates: tuple[int, ...]
    wins: tuple[bool, ...]
    values: tuple[fmpz | fmpq, ...]
    scale: Callable[[], fmpz]

    @property
    def won(self) -> bool:
        return any(self.wins)

    def best(self) -> list[int]:
        """Indices of MC(inf)'s best candidates, after which the opponent's chance is smallest."""
        least = min(self.values)
        return [i for i, value in enumerate(self.values) if value == least]

    def losing_share(self) -> fmpq:
        """Share of the best candidates that lose under perfect play."""
        best = self.best()
        return fmpq(sum(not self.wins[i] for i in best), len(best))


def uniform(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
    """Plain random play."""
    return [fmpq(1, len(candidates))] * len(candidates)


def heap_choices(
    moves: Sequence[int], overshoot: str, limit: int, chances: MoveChances = uniform, cycle: int = 1
) -> Iterator[HeapChoice]:
    """The choice of MC(inf) at each heap from 1 to limit. Exact.

    Args:
        moves, overshoot: the game.
        limit: largest heap.
        chances: chances of the playouts.
        cycle: modulus of the heap on which the chances depend.

    Raises:
        InputError: moves, overshoot or limit are invalid, or the numbers grow past MOST_WORK.
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    check_heap(limit, checked)
    lost = losses(checked, rule, limit)
    rows = _rows(checked, lost, limit, chances, cycle)
    scale = lcm(*(int(p.q) for row in rows.values() for p in row))
    words = 1 + max(0, limit - checked[-1]) / checked[0] * scale.bit_length() / 128
    if limit * len(checked) * words > MOST_WORK:
        raise InputError(
            f"limit: fractions up to heap {limit} take more than {MOST_WORK} steps; choose a smaller limit or chances "
            "with smaller denominators"
        )
    return _choices(checked, rule, limit, chances, cycle, lost, rows, scale)


def exact_heap(moves: Sequence[int], heap: int, overshoot: str = "wins") -> tuple[fmpq, dict[int, fmpq]]:
    """Random play from one heap: winning chance of the player to move, and the same after each move.

    Raises:
        InputError: see heap_choices.

    >>> exact_heap([1, 2], 4)
    (5/8, {1: 3/4, 2: 1/2})
    """
    choice = deque(heap_choices(moves, overshoot, heap), maxlen=1)[0]
    if not choice.candidates:
        return fmpq(0), {}
    scale = choice.scale()
    by_move = {a: HALF - fmpq(value) / scale for a, value in zip(choice.candidates, choice.values, strict=True)}
    return sum(by_move.values(), fmpq(0)) / len(by_move), by_move


def first_values(
    moves: tuple[int, ...], rule: Overshoot, limit: int, chances: MoveChances = uniform
) -> dict[int, fmpq]:
    """y(h) for heaps from 1 - largest move to limit; heaps below 0 count only if overshooting is legal.

    >>> first_values((1, 2), "wins", 4)
    {-1: -1/2, 0: -1/2, 1: 1/2, 2: 0, 3: -1/4, 4: 1/8}
    """
    values = {h: HALF if rule == "loses" and h < 0 else -HALF for h in range(1 - moves[-1], 1)}
    lost = losses(moves, rule, limit)
    for h in range(1, limit + 1):
        candidates = _candidates(moves, rule, h)
        row = chances(candidates, [_is_lost(lost, rule, h - a) for a in candidates], h) if candidates else ()
        values[h] = -sum((p * values[h - a] for p, a in zip(row, candidates, strict=True)), fmpq(0))
        if not candidates:
            values[h] = -HALF
    return values


def _candidates(moves: tuple[int, ...], rule: Overshoot, heap: int) -> tuple[int, ...]:
    return tuple(a for a in moves if a <= heap) if rule == "illegal" else moves


def losses(moves: tuple[int, ...], rule: Overshoot, limit: int) -> list[bool]:
    """Whether heaps 0 to limit are lost for the player to move under perfect play.

    >>> losses((1, 2), "wins", 7)
    [True, False, False, True, False, False, True, False]
    """
    lost = [True]
    for h in range(1, limit + 1):
        lost.append(not any(_is_lost(lost, rule, h - a) for a in _candidates(moves, rule, h)))
    return lost


def _is_lost(lost: list[bool], rule: Overshoot, heap: int) -> bool:
    return lost[heap] if heap >= 0 else rule == "wins"


Rows = dict[tuple[tuple[bool, ...], int], Sequence[fmpq]]


def _rows(moves: tuple[int, ...], lost: list[bool], limit: int, chances: MoveChances, cycle: int) -> Rows:
    """Playout chances at heaps above the largest move, by which moves win and by the heap modulo `cycle`."""
    patterns = {(tuple(lost[h - a] for a in moves), h % cycle) for h in range(moves[-1] + 1, limit + 1)}
    return {(wins, residue): chances(moves, wins, residue) for wins, residue in patterns}


def _choices(
    moves: tuple[int, ...],
    rule: Overshoot,
    limit: int,
    chances: MoveChances,
    cycle: int,
    lost: list[bool],
    rows: Rows,
    scale: int,
) -> Iterator[HeapChoice]:
    reach = moves[-1]
    values = first_values(moves, rule, min(limit, reach), chances)
    for h in range(1, min(limit, reach) + 1):
        candidates = _candidates(moves, rule, h)
        wins = tuple(_is_lost(lost, rule, h - a) for a in candidates)
        yield HeapChoice(h, candidates, wins, tuple(values[h - a] for a in candidates), lambda: fmpz(1))
    if limit <= reach:
        return
    # y(h) = window[h % reach] / (denominator scale^steps); a new heap's denominator has one factor `scale` more than
    # that of the nearest heap it leads to, so a factor is added every moves[0] heaps
    denominator = fmpz(lcm(*(int(values[h].q) for h in range(1, reach + 1))))
    window = [fmpz(0)] * reach
    for h in range(1, reach + 1):
        window[h % reach] = fmpz((values[h] * denominator).p)
    weights = {pattern: [fmpz((p * scale).p) for p in row] for pattern, row in rows.items()}
    steps = 0
    for h in range(reach + 1, limit + 1):
        if (h - reach - 1) % moves[0] == 0:
            steps += 1
            window = [value * scale for value in window]
        seen = tuple(window[(h - a) % reach] for a in moves)
        wins = tuple(lost[h - a] for a in moves)
        yield HeapChoice(h, moves, wins, seen, partial(_denominator, denominator, scale, steps))
        total = fmpz(0)
        for weight, value in zip(weights[wins, h % cycle], seen, strict=True):
            total -= weight * value
        window[h % reach] = total // scale


def _denominator(start: fmpz, scale: int, steps: int) -> fmpz:
    return start * fmpz(scale) ** steps


@dataclass(frozen=True, slots=True)
class Period:
    """Outcomes of heaps 1, 2, ... repeat every `period` heaps after the first `preperiod`; both are minimal."""

    preperiod: int
    period: int


def period(moves: Sequence[int], overshoot: str = "wins", limit: int = 200_000_000) -> Period | None:
    """Pre-period and period of win and loss, heaps counted from 1. Proved by a repeated state of the recurrence.

    "loses" and "illegal" give the same outcomes: an overshooting move never helps.

    Args:
        moves: numbers that may be taken.
        overshoot: "wins", "loses" or "illegal".
        limit: steps of the recurrence to search, at least 1; enough if the period, and the pre-period plus the largest
            move, are at most a third of it.

    Returns:
        The period, or None if no state is repeated within the limit.

    Raises:
        InputError: an argument is invalid.

    >>> period([1, 2])
    Period(preperiod=0, period=3)
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    if not isinstance(limit, int | np.integer) or limit < 1:
        raise InputError(f"limit: {limit!r} must be an integer of at least 1")
    return _period(checked, rule == "wins", int(limit))


def _period(moves: tuple[int, ...], overshoot_wins: bool, limit: int) -> Period | None:
    reach = moves[-1]
    masks = np.zeros((reach + 63) // 64, dtype=np.uint64)
    for a in moves:
        masks[(a - 1) // 64] |= np.uint64(1 << (a - 1) % 64)
    start = np.zeros_like(masks)
    if overshoot_wins:
        for j in range(reach):
            start[j // 64] |= np.uint64(1 << j % 64)
    else:
        start[0] = 1
    top = np.uint64((1 << (reach - 1) % 64) | ((1 << (reach - 1) % 64) - 1))
    before, length = _brent_kernel(masks, start, top, limit, start.copy(), start.copy())
    if length == 0:
        return None
    # the last state before the cycle differs from its match only in the oldest heap of its window
    return Period(max(0, int(before) - reach), int(length))


@kernel
def _step(masks: NDArray[np.uint64], top: np.uint64, state: NDArray[np.uint64]) -> None:
    """Advance by one heap. Bit j of the state: the heap j below the last one is lost for the player to move."""
    won = False
    for w in range(masks.shape[0]):
        won |= (masks[w] & state[w]) != np.uint64(0)
    carry = np.uint64(0) if won else np.uint64(1)
    for w in range(masks.shape[0]):
        out = state[w] >> np.uint64(63)
        state[w] = (state[w] << np.uint64(1)) | carry
        carry = out
    state[-1] &= top


@kernel
def _same(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> bool:
    for w in range(a.shape[0]):  # noqa: SIM110
        if a[w] != b[w]:
            return False
    return True


@kernel
def _copy(source: NDArray[np.uint64], target: NDArray[np.uint64]) -> None:
    for w in range(source.shape[0]):
        target[w] = source[w]


@kernel
def _brent_kernel(
    masks: NDArray[np.uint64],
    start: NDArray[np.uint64],
    top: np.uint64,
    limit: int,
    tortoise: NDArray[np.uint64],
    hare: NDArray[np.uint64],
) -> tuple[int, int]:
    """States before the cycle and the cycle's length, (0, 0) beyond the limit; tortoise and hare are copies of
    start."""
    power, length, steps = 1, 1, 1
    _step(masks, top, hare)
    while not _same(tortoise, hare):
        if power == length:
            _copy(hare, tortoise)
            power *= 2
            length = 0
        _step(masks, top, hare)
        length += 1
        steps += 1
        if steps > limit:
            return 0, 0
    _copy(start, tortoise)
    _copy(start, hare)
    for _ in range(length):
        _step(masks, top, hare)
    before = 0
    while not _same(tortoise, hare):
        _step(masks, top, tortoise)
        _step(masks, top, hare)
        before += 1
    return before, length


@dataclass(frozen=True, slots=True)
class Blunder:
    """The smallest sizes at which MC(inf) errs in a won position.

    Attributes:
        size: smallest size at which every best candidate loses; None if there is none.
        size_with_ties: smallest size at which at least one best candidate loses; None if there is none.
        searched_to: largest size searched, from 1 on.
    """

    size: int | None
    size_with_ties: int | None
    searched_to: int


def losing_share(moves: Sequence[int], overshoot: str, limit: int) -> list[tuple[int, fmpq]]:
    """Every won heap up to limit with the share of the best candidates of MC(inf) that lose. Exact.

    Raises:
        InputError: moves, overshoot or limit are invalid, or the numbers grow too large.

    >>> losing_share([1, 2], "wins", 8)
    [(1, 0), (2, 0), (4, 0), (5, 0), (7, 0), (8, 0)]
    """
    return [(choice.heap, choice.losing_share()) for choice in heap_choices(moves, overshoot, limit) if choice.won]


def blunder(moves: Sequence[int], overshoot: str, limit: int) -> Blunder:
    """The smallest won heap of a subtraction game at which MC(inf) errs. Exact.

    Raises:
        InputError: see losing_share.

    >>> blunder([1, 2], "wins", 1000)
    Blunder(size=14, size_with_ties=14, searched_to=1000)
    """
    with_ties = None
    for choice in heap_choices(moves, overshoot, limit):
        if choice.won:
            share = choice.losing_share()
            if share > 0 and with_ties is None:
                with_ties = choice.heap
            if share == 1:
                return Blunder(choice.heap, with_ties, limit)
    return Blunder(None, with_ties, limit)


def race_blunder(limit: int, crash: bool) -> Blunder:
    """The smallest n at which MC(inf) errs at the start of DSC(n) or DSR(n), where the start is won. Exact.

    Args:
        limit: length of the longest lane.
        crash: whether the race is DSC(n); otherwise DSR(n).

    Raises:
        InputError: limit is not an integer from 1 to LONGEST_LANE, or the ties of a long lane take too long to decide.

    >>> race_blunder(10, crash=True)
    Blunder(size=10, size_with_ties=10, searched_to=10)
    """
    if not isinstance(limit, int | np.integer) or not 1 <= limit <= LONGEST_LANE:
        raise InputError(f"limit must be an integer from 1 to {LONGEST_LANE}, the longest lane, not {limit!r}")
    with_ties = None
    for n in range(1, int(limit) + 1):
        graph = dsc_graph(n) if crash else dsr_graph(n)
        values = perfect_values(graph)
        if values[graph.root] != 1:
            continue
        shares = limit_shares(graph)
        best = [edge for edge in graph.edges_of(graph.root) if shares[edge] > 0]
        losing = [values[graph.successors[edge]] == 1 for edge in best]
        if any(losing) and with_ties is None:
            with_ties = n
        if all(losing):
            return Blunder(n, with_ties, int(limit))
    return Blunder(None, with_ties, int(limit))


MOST_BITS = 2**28
"""Most bits that the fractions of all heaps may take together (32 MiB)."""


def bad_moves(moves: Sequence[int], bias: Bias, limit: int, overshoot: str = "wins") -> list[tuple[int, fmpq]]:
    """The won heaps up to limit at which best candidates of MC(inf) with biased playouts lose, and the share of these candidates
    that lose. Exact.

    Args:
        moves: numbers that may be taken.
        bias: bias of the playouts.
        limit: largest heap.
        overshoot: "wins", "loses" or "illegal".

    Raises:
        InputError: an argument is invalid, or the numbers grow too large.

    >>> bad_moves([1, 2], InformedBias(Fraction(0)), 17)
    [(14, 1), (17, 1)]
    """
    chances = playout_chances(moves, bias)
    errors = (
        (c.heap, c.losing_share()) for c in heap_choices(moves, overshoot, limit, chances, cycle_of(bias)) if c.won
    )
    return [(heap, share) for heap, share in errors if share > 0]


def win_chances(moves: Sequence[int], bias: Bias, limit: int, overshoot: str = "wins") -> list[fmpq]:
    """Winning chance of the player to move under biased playouts, at heaps 1 to limit. Exact.

    Args:
        moves, bias, limit, overshoot: see `bad_moves`.

    Raises:
        InputError: an argument is invalid, or the fractions would take more than MOST_BITS.

    >>> win_chances([1, 2], InformedBias(Fraction(0)), 4)
    [1, 1/2, 1/4, 5/8]
    """
    checked, rule = check_moves(moves), check_overshoot(overshoot)
    if check_heap(limit, checked) ** 2 / (2 * checked[0]) * growth(bias) > MOST_BITS:
        raise InputError(
            f"limit: the fractions up to heap {limit:,} take more than {MOST_BITS:,} bits; choose a smaller limit"
        )
    values = first_values(checked, rule, limit, playout_chances(moves, bias))
    return [HALF + values[heap] for heap in range(1, limit + 1)]


def cycle_of(bias: Bias) -> int:
    """Modulus of the heap on which the playouts' chances depend, besides on which candidates win."""
    return len(bias.chances) if isinstance(bias, CyclicBias) else 1


def playout_chances(moves: Sequence[int], bias: Bias) -> MoveChances:
    """The playouts of a bias in the form that heap_choices takes.

    Raises:
        InputError: the bias does not fit the moves.
    """
    checked = check_moves(moves)
    match bias:
        case WeightedBias(weights):
            return _weighted_playouts(checked, weights)
        case InformedBias(epsilon):
            return _informed_playouts(epsilon)
        case CyclicBias(chances):
            return _cyclic_playouts(checked, chances)


def _exactly(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _weighted_playouts(moves: tuple[int, ...], weights: tuple[Fraction, ...]) -> MoveChances:
    if len(weights) != len(moves) or min(weights) < 0 or sum(weights) != 1:
        raise InputError(f"weights: {len(weights)} must be {len(moves)}, one per move, none below 0, with the sum 1")
    by_move = {move: _exactly(weight) for move, weight in zip(moves, weights, strict=True)}

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        row = [by_move[move] for move in candidates]
        total = sum(row, fmpq(0))
        return [weight / total for weight in row] if total else uniform(candidates, wins, heap)

    return chances


def _informed_playouts(epsilon: Fraction) -> MoveChances:
    if not -1 <= epsilon <= 1:
        raise InputError(f"epsilon: {epsilon} must be from -1 to 1")
    more, less = (_exactly(1 + sign * epsilon) / 2 for sign in (1, -1))

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        winning = sum(wins)
        if winning in (0, len(wins)):
            return uniform(candidates, wins, heap)
        return [more / winning if win else less / (len(wins) - winning) for win in wins]

    return chances


def _cyclic_playouts(moves: tuple[int, ...], firsts: tuple[Fraction, ...]) -> MoveChances:
    if len(moves) != 2 or not firsts or not all(0 <= first <= 1 for first in firsts):
        raise InputError(f"chances: {len(firsts)} must be one or more from 0 to 1, for two moves, not {len(moves)}")
    rows = [[_exactly(first), _exactly(1 - first)] for first in firsts]

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        return rows[heap % len(rows)] if len(candidates) == 2 else uniform(candidates, wins, heap)

    return chances
