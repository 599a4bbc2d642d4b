"""Late periods, through a finite sparse space.

Let all heaps beyond heap r be common in the sense of `heap_games`, and let no move take more than t tokens. A common value
that is an option of heap n has a rare part a, or is one heap n - k itself. So the value of n is the least common value that is
not g(a) xor g(n - k - a) for a rare heap a, nor such a g(n - k), provided that every smaller rare value is an option too. A split
into a small heap a and n - k - a shows that a rare value is an option; call k + a its reach. So w heaps determine the next one,
with w the largest of the distances k + a over the rare heaps a, of such k, and of the reaches: the values are the states of a
shift register.

If the values of w heaps beyond the last exception e recur p heaps later, with p even if the common values alternate, and the p
heaps after them are common and show their rare values by splits of reach w at most, then p is a period: the values up to heap
e + p + w prove it. The theorem and its proof are in docs/results.md, "How many values prove a period?". The octal periodicity
theorem needs the values up to heap 2e + 2p + t, see `heap_games`.

Heaps are stored as codes of one byte: the value without the lowest bit of the mask, which the parity of ones restores. It keeps
the order of common values and of rare values, and is linear under exclusive or. Blocks of BLOCK heaps are filled at once: all
excluded values that come from parts at least BLOCK heaps away by vector instructions, the others heap by heap.

Sources: Berlekamp, Conway and Guy, Winning Ways, chapter 4 (sparse spaces); A. Gangolli and T. Plambeck, A note on periodicity in
some octal games, International Journal of Game Theory 18 (1989).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import ONE_LEFT, TWO_LEFT, HeapGame
from tafelwerk.solvers.machine.bits import bit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.minimax.heap_games import Coset, best_coset, grundy_values

BLOCK = 64
"""Heaps that are filled at once; also the number of codes, so that a word has a bit for each."""

RARE = 128
"""Bit of a code that marks a rare heap."""

FIRST, LAST = 1 << 14, 1 << 17
"""Least and greatest number of heaps among which the rare heaps are sought."""

SHOWN_AT_ONCE, NEAR_PARTS, SAMPLE = 32, 1500, 2048
"""Splits that are tried for whole blocks to show rare values as options; splits of smallest parts from which they are chosen;
heaps by which they are chosen."""


@dataclass(frozen=True, slots=True)
class SparsePeriod:
    """A period that a finite sparse space proves.

    Attributes:
        period: least p with g(n + p) = g(n) for all large n.
        last_exception: greatest n with g(n + p) != g(n); -1 if there is none.
        checked_to: largest heap whose value the proof needs.
        window: w of the theorem.
        rare_heaps: all rare heaps from 1 on, ascending.
        coset: the common values.
    """

    period: int
    last_exception: int
    checked_to: int
    window: int
    rare_heaps: tuple[int, ...]
    coset: Coset


class _Parts(NamedTuple):
    """Distances of heaps whose codes decide the value of a heap, with the codes that are added to theirs.

    `near`, `far`: distances below BLOCK, and others, whose values are excluded; `seen`: those that show rare values; int64, shape
    (n,). `near_codes`, `far_codes`, `seen_codes`: uint8, of the same shapes. `below`: for even and odd heaps and every code of a
    common value the set of codes of smaller rare values, uint64, shape (2, 64).
    """

    near: NDArray[np.int64]
    near_codes: NDArray[np.uint8]
    far: NDArray[np.int64]
    far_codes: NDArray[np.uint8]
    seen: NDArray[np.int64]
    seen_codes: NDArray[np.uint8]
    below: NDArray[np.uint64]


def sparse_period(game: HeapGame, heaps: int) -> SparsePeriod | None:
    """The period of a game with a finite sparse space, if the values up to `heaps` prove it.

    Args:
        game: an octal game.
        heaps: the largest heap that may be computed, at least 4 LAST; a byte of memory per heap.

    Returns:
        None if the period is longer, if rare heaps occur beyond LAST / 2, or if a value is 128 or more.

    Raises:
        InputError: the game has no move that leaves two heaps, or forbids equal parts.
    """
    if not game.is_octal:
        raise InputError(f"game: {game.name} is not an octal game in which a move leaves two heaps")
    first = FIRST
    while first <= LAST:
        values = grundy_values(game, first - 1)
        coset = best_coset(game, values)
        common = coset.common()[np.arange(first) % 2, values]
        rare = np.flatnonzero(~common[1:]) + 1
        if (rare.size and int(rare[-1]) > first // 2) or int(values.max()) >= 2 * BLOCK:
            first *= 2
            continue
        period, filled = _search_period(game, coset, _codes(values, coset, common), rare, heaps)
        if period is not None or filled > heaps:
            return period
        first *= 2
    return None


def _codes(values: NDArray[np.uint16], coset: Coset, common: NDArray[np.bool_]) -> NDArray[np.uint8]:
    low = (coset.mask & -coset.mask) - 1
    coded = (values.astype(np.int64) >> 1 & ~low) | (values & low)
    return np.where(common, coded, coded | RARE).astype(np.uint8)


def _search_period(
    game: HeapGame, coset: Coset, first: NDArray[np.uint8], rare: NDArray[np.int64], heaps: int
) -> tuple[SparsePeriod | None, int]:
    """The period, searched for in ever more heaps, and the number of heaps up to the end or to another rare heap."""
    # from here on no two parts are both rare; all these heaps are filled again, and their rare values shown
    begin = 2 * int(rare.max(initial=1)) + game.most_taken + 1
    parts = _parts(game, coset, first, rare, begin)
    codes, done, reach = first, begin, np.zeros(1, np.int64)
    window = int(max(parts.near.max(initial=1), parts.far.max(initial=1)))
    excluded, options = np.zeros(BLOCK, np.uint64), np.zeros(BLOCK, np.uint64)
    while done <= heaps:
        upto = done + -(-(min(max(4 * done, len(first)), heaps + 1) - done) // BLOCK) * BLOCK
        codes = np.concatenate((codes[:done], np.zeros(upto - done, np.uint8)))
        if _fill(parts, codes, done, min(SHOWN_AT_ONCE, len(parts.seen)), excluded, options, reach) < upto:
            return None, done
        done = upto
        span = max(window, int(reach[0]))
        period = _recurrence(codes, span, 2 if coset.alternating else 1)
        if period:
            last = _last_exception(codes, period)
            span = max(span, begin - last)
            return SparsePeriod(period, last, last + period + span, span, tuple(rare.tolist()), coset), done
    return None, done


def _parts(game: HeapGame, coset: Coset, codes: NDArray[np.uint8], rare: NDArray[np.int64], begin: int) -> _Parts:
    single, double = game.takes(ONE_LEFT), game.takes(TWO_LEFT)
    alternating = coset.alternating
    pairs = {(k + a, int(codes[a]) & (RARE - 1)) for a in rare.tolist() for k in double}
    # a move that leaves one heap keeps its value; with alternation it is rare if an odd number is taken
    pairs |= {(k, 0) for k in single if not (alternating and k % 2)}
    near = sorted(pair for pair in pairs if pair[0] < BLOCK)
    far = sorted(pair for pair in pairs if pair[0] >= BLOCK)
    below = np.zeros((2, BLOCK), np.uint64)
    low = coset.mask & -coset.mask
    for parity in (0, 1):
        for code in range(BLOCK):
            ones = (((code & ~(low - 1)) << 1 | code & (low - 1)) & coset.mask).bit_count()
            # the common value has the lowest bit of the mask, and the rare value of the same code has not
            has_bit = (ones % 2 == 1) != coset.odd[parity]
            below[parity, code] = (1 << code) - 1 | int(has_bit) << code
    seen = [(k, 0) for k in single if alternating and k % 2]
    parts = sorted((k + a, int(codes[a])) for a in range(1, len(codes) // 2) for k in double if codes[a] < RARE)
    near_parts = [part for part in parts[:NEAR_PARTS] if part[0] < begin]
    seen = [*_choose(codes, below, seen + near_parts), *parts[len(near_parts) :]]
    return _Parts(*_columns(near), *_columns(far), *_columns(seen), below)


def _columns(pairs: list[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    return np.array([far for far, _ in pairs], np.int64), np.array([code for _, code in pairs], np.uint8)


def _choose(codes: NDArray[np.uint8], below: NDArray[np.uint64], pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs, those first that together show the most rare values in a sample of heaps."""
    heaps = np.arange(len(codes) - SAMPLE, len(codes))
    missing, left = below[heaps % 2, codes[heaps] & (BLOCK - 1)], list(pairs)
    first: list[tuple[int, int]] = []
    unit = np.uint64(1)
    while left and missing.any() and len(first) < SHOWN_AT_ONCE:
        open_heaps, wanted = heaps[missing != 0], missing[missing != 0]
        hits = [
            int(np.count_nonzero(wanted & (unit << (codes[open_heaps - far] ^ code).astype(np.uint64))))
            for far, code in left
        ]
        far, code = left.pop(int(np.argmax(hits)))
        first.append((far, code))
        missing &= ~(unit << (codes[heaps - far] ^ code).astype(np.uint64))
    return [*first, *left]


@kernel
def _or_codes(
    sets: NDArray[np.uint64], codes: NDArray[np.uint8], start: int, far: NDArray[np.int64], added: NDArray[np.uint8]
) -> None:
    """Add codes to the sets of BLOCK heaps from `start` on: those of the heaps at given distances below, exclusive or `added`."""
    for index in range(far.shape[0]):
        source = codes[start - far[index] : start - far[index] + BLOCK]
        code = added[index]
        for i in range(BLOCK):
            sets[i] |= bit(sets[i], np.uint8(source[i] ^ code) & np.uint8(63))


@kernel
def _fill(
    parts: _Parts,
    codes: NDArray[np.uint8],
    done: int,
    at_once: int,
    excluded: NDArray[np.uint64],
    options: NDArray[np.uint64],
    reach: NDArray[np.int64],
) -> int:
    """Fill the codes from heap `done` on.

    Args:
        parts: what decides the value of a heap.
        codes: in and out; their number less `done` is a multiple of BLOCK.
        done: first heap without a code; no two parts of a heap from here on are both rare.
        at_once: number of splits that are tried for whole blocks.
        excluded, shown: scratch, shape (BLOCK,).
        reach: reach[0] is the largest reach of a split that showed a rare value; in and out.

    Returns:
        The number of codes; or the start of a block with a heap that has no code, or whose rare values were not all shown.
    """
    unit = np.uint64(1)
    start = done
    while start < codes.shape[0]:
        excluded[:] = 0
        _or_codes(excluded, codes, start, parts.far, parts.far_codes)
        for i in range(BLOCK):
            values = excluded[i]
            for index in range(parts.near.shape[0]):
                code = codes[start + i - parts.near[index]] ^ parts.near_codes[index]
                values |= unit << np.uint64(code & 63)
            code = 0
            while code < BLOCK and (values >> np.uint64(code)) & unit:
                code += 1
            if code == BLOCK:
                return start
            codes[start + i] = code
        options[:] = 0
        _or_codes(options, codes, start, parts.seen[:at_once], parts.seen_codes[:at_once])
        for i in range(BLOCK):
            heap = start + i
            missing = parts.below[heap & 1, codes[heap]] & ~options[i]
            index = at_once
            while missing and index < parts.seen.shape[0] and parts.seen[index] < heap:
                far = parts.seen[index]
                if codes[heap - far] < RARE:
                    missing &= ~(unit << np.uint64(codes[heap - far] ^ parts.seen_codes[index]))
                reach[0] = max(reach[0], far)
                index += 1
            if missing:
                return start
        start += BLOCK
    for index in range(at_once):
        reach[0] = max(reach[0], parts.seen[index])
    return start


@kernel
def _recurrence(codes: NDArray[np.uint8], window: int, step: int) -> int:
    """The least multiple of `step` by which the last `window` codes recur; 0 if they do not."""
    last = codes.shape[0] - 1
    length = step
    while last - length - window >= 0:
        matched = 0
        while matched < window and codes[last - matched] == codes[last - matched - length]:
            matched += 1
        if matched == window:
            return length
        length += step
    return 0


def _last_exception(codes: NDArray[np.uint8], period: int) -> int:
    """The greatest heap whose code differs from that of the heap one period larger."""
    end = len(codes) - period
    while end > 0:
        begin = max(0, end - (1 << 20))
        differing = np.flatnonzero(codes[begin:end] != codes[begin + period : end + period])
        if differing.size:
            return begin + int(differing[-1])
        end = begin
    return -1
