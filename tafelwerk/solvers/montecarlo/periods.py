"""Periods of win and loss in subtraction games under perfect play.

The outcome of a heap depends on a window of outcomes below it, as long as the largest move. This window is the state of a
deterministic recurrence with finitely many states, so the outcomes are eventually periodic, and a repeated state proves the
period. Brent's method finds the first repetition without storing the past.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 2.14; R. P. Brent, An
improved Monte Carlo factorization algorithm, BIT 20 (1980).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.montecarlo.subtraction import check_moves, check_overshoot


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
