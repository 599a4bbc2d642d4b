"""Taking-and-breaking games: Grundy values and their periods, sums of heaps, misere play.

The value of a heap is the least number that is not the value of an option, and the value of several heaps is the bitwise
exclusive or of their values (Sprague 1935, Grundy 1939).

The obvious loop over all ways to split a heap takes some n^2 / 4 steps for n heaps. Call a value *common* if it has an odd
number of ones under a fixed mask, otherwise *rare*. In most games of this kind nearly all heaps have common values, and few have
rare ones (the sparse space of Berlekamp, Conway and Guy, Winning Ways, chapter 4). Parity adds up under exclusive or, so an
option with a common value needs a rare part. Going through the rare heaps alone therefore finds all common values of options,
and the least common value that is free. Two common parts give only rare values. These splits are tried until every rare value
below the free one has occurred, which is soon, or until no split is left. Any mask gives the exact values; a good one gives them
fast, and is chosen anew whenever the number of heaps has doubled.

Which values are common may also alternate with the parity of the heap: those with an odd number of ones at heaps of one parity,
with an even number at the others. The parts a and b of heap n have a + b = n - k, where k tokens are taken. So two common parts
still give only rare values if all moves that leave two heaps take numbers of tokens of the same parity, and the common values
are those with an even number of ones at even heaps if k is odd, at odd heaps if k is even. In 0.104, 1,788 of the first 10,000
heaps are rare at best if the parity of the heap is ignored, and 20 of them otherwise.

Periods are proved. Let the values of a game repeat every p heaps after heap e, and let no move take more than t tokens.

- If no move splits a heap, the value of a heap beyond t depends on the t heaps before it: once a run of t values has recurred,
  all later values follow. Values up to e + p + t prove the period. Since there are finitely many runs, there always is one.
- If moves split heaps, let n > 2e + p + t. If n + p - k tokens are split, the larger part is beyond e + p, so it can be replaced
  by the heap p smaller, which is not empty. If n - k tokens are split, the larger part is beyond e and can be replaced by the
  heap p larger. So the options of n + p and n have the same values, and equality up to heap 2e + 2p + t proves the period for
  ever (the octal periodicity theorem: Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956);
  Winning Ways, chapter 4).

If a heap must not be split into equal parts, the replacement may make them equal, and neither proof holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import (
    LARGEST_MISERE,
    NOTHING_LEFT,
    ONE_LEFT,
    TWO_LEFT,
    HeapGame,
    Left,
    check_heap,
)
from tafelwerk.solvers.machine.jit import kernel

VALUES = 1 << 16
"""Upper limit of values, exclusive."""

FIRST_HEAPS = 1024
"""Number of heaps computed before a mask is chosen for the first time."""


@dataclass(slots=True)
class Steps:
    """Work counter: splits of heaps that were examined, the same number on every machine.

    Attributes:
        most: number of steps beyond which no further heap is computed; None for no limit.
        taken: number of steps so far.
    """

    most: int | None = None
    taken: int = 0


def grundy_values(
    game: HeapGame, heaps: int, known: NDArray[np.uint16] | None = None, steps: Steps | None = None
) -> NDArray[np.uint16]:
    """Grundy values of heaps 0 to `heaps`.

    Args:
        game: the rules.
        heaps: the largest heap.
        known: values of heaps 0 to some smaller one that were computed before. Default: none.
        steps: work counter, which may limit the work.

    Returns:
        uint16, shape (heaps + 1,); fewer if the limit of steps was reached.

    Raises:
        InputError: the heap has an invalid size, or a value does not fit into 16 bits.

    >>> from tafelwerk.families.minimax.rules.heaps import octal_game
    >>> grundy_values(octal_game("0.77"), 10).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]
    """
    check_heap(heaps)
    values = np.zeros(heaps + 1, dtype=np.uint16)
    done = 1
    if known is not None:
        done = min(known.shape[0], heaps + 1)
        values[:done] = known[:done]
    counted = Steps() if steps is None else steps
    stopped = _grundy_values(game, values, done, VALUES, counted)
    if stopped <= heaps:
        if counted.most is not None and counted.taken > counted.most:
            return values[:stopped]
        raise InputError(f"heaps: must be less than {stopped}, whose value is {VALUES} or more, not {heaps}")
    return values


def _grundy_values(game: HeapGame, values: NDArray[np.uint16], done: int, limit: int, steps: Steps) -> int:
    """Fill the values from heap `done` on.

    Returns:
        The first heap whose value would be `limit` (a power of two) or more, or that the limit of steps excludes; the number
        of values if there is no such heap.
    """
    heaps = len(values)
    empty, single, double = (np.array(game.takes(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    takes = empty, single, double
    marks = np.zeros(limit, dtype=np.int32)
    rare = np.empty(heaps, dtype=np.int32)
    counted = np.array([steps.taken, np.iinfo(np.int64).max if steps.most is None else steps.most], np.int64)
    while done < heaps:
        common = best_coset(game, values[:done]).common(limit)
        few = np.flatnonzero(~common[np.arange(1, done) % 2, values[1:done]]) + 1
        rare[: few.size] = few
        upto = min(heaps, max(2 * done, FIRST_HEAPS))
        filled = _values_kernel(takes, game.equal_parts, common, rare, few.size, marks, values[:upto], done, counted)
        steps.taken = int(counted[0])
        if filled < upto:
            return filled
        done = upto
    return heaps


def most_steps(game: HeapGame, heaps: int) -> int:
    """Upper bound of the steps of grundy_values, which takes a small part of them if rare values are few.

    Raises:
        InputError: the heap has an invalid size.
    """
    # every heap is split with each rare part, and in all ways into two common parts
    check_heap(heaps)
    return heaps * heaps * 3 // 4 * len(game.takes(TWO_LEFT)) + heaps * len(game.digits)


@dataclass(frozen=True, slots=True)
class Coset:
    """A class of values that two heaps of the class never leave together.

    Attributes:
        mask: mask of the ones that are counted; not 0.
        odd: for even and for odd heaps, whether values with an odd number of ones are common; otherwise those with an even one.
    """

    mask: int
    odd: tuple[bool, bool]

    @property
    def alternating(self) -> bool:
        """Whether common values differ between even and odd heaps."""
        return self.odd[0] != self.odd[1]

    def common(self, limit: int = VALUES) -> NDArray[np.bool_]:
        """Whether each value is common at even heaps and at odd heaps: bool, shape (2, limit)."""
        ones: NDArray[np.uint8] = np.bitwise_count(np.arange(limit, dtype=np.uint32) & np.uint32(self.mask))
        is_common: NDArray[np.bool_] = (ones % 2 == 1) == np.array(self.odd)[:, None]
        return is_common


def cosets(game: HeapGame) -> list[tuple[bool, bool]]:
    """The choices of `Coset.odd` for which two common parts give only rare values."""
    parity_pairs = [(True, True)]
    parities = {k % 2 for k in game.takes(TWO_LEFT)}
    if len(parities) == 1:
        parity_pairs.append((parities == {0}, parities == {1}))
    return parity_pairs


def best_coset(game: HeapGame, values: NDArray[np.uint16]) -> Coset:
    """The coset to which most values belong; among equals one without alternation, and the least mask.

    A Walsh-Hadamard transform of the counts of values treats all masks at once: for every mask it gives the number of values
    with an even number of ones minus the number with an odd number.

    Args:
        game: the rules.
        values: Grundy values of heaps 0, 1, ...
    """
    best: tuple[int, Coset] | None = None
    excesses = [_excess(np.bincount(values[parity::2], minlength=int(values.max()) + 1)) for parity in (0, 1)]
    for odd in cosets(game):
        excess = np.sum([part if is_odd else -part for part, is_odd in zip(excesses, odd, strict=True)], axis=0)
        index = 1 + int(np.argmin(excess[1:]))
        if best is None or excess[index] < best[0]:
            best = int(excess[index]), Coset(index, odd)
    assert best is not None
    return best[1]


def _excess(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    size = max(2, 1 << (counts.size - 1).bit_length())
    excess = np.zeros(size, dtype=np.int64)
    excess[: counts.size] = counts
    width = 1
    while width < size:
        pairs = excess.reshape(-1, 2, width)
        excess = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        width *= 2
    return excess


@kernel
def _values_kernel(
    takes: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    equal_parts: bool,
    common: NDArray[np.bool_],
    rare: NDArray[np.int32],
    rares: int,
    marks: NDArray[np.int32],
    values: NDArray[np.uint16],
    done: int,
    steps: NDArray[np.int64],
) -> int:
    """Fill the values of the heaps from `done` on.

    Args:
        takes: numbers of tokens that a move may take so that no heap, one heap or two heaps are left.
        equal_parts: whether the two heaps may be equal.
        common: whether each value is common at even and at odd heaps, shape (2, limit).
        rare: scratch; rare[:rares] are the heaps from 1 to done - 1 with a rare value, ascending.
        rares: number of these heaps.
        marks: scratch: for every value the last heap that marked it, all below `done`.
        values: in and out.
        done: first heap without a value.
        steps: number of splits that were examined, and the number beyond which no further heap is computed.

    Returns:
        The first heap whose value is beyond the marks, or that was not computed; the number of values if there is no such heap.
    """
    nothing, one, two = takes
    limit = marks.shape[0]
    for n in range(done, values.shape[0]):
        if steps[0] > steps[1]:
            return n
        for k in nothing:
            if k == n:
                marks[0] = n
        for k in one:
            if k < n:
                marks[values[n - k]] = n
        for k in two:
            remainder = n - k
            if remainder < 2:
                continue
            if equal_parts and remainder % 2 == 0:
                marks[0] = n
            i = 0
            while i < rares and rare[i] < remainder:
                a = rare[i]
                if 2 * a != remainder:
                    marks[values[a] ^ values[remainder - a]] = n
                i += 1
            steps[0] += i

        free, missing = 0, 0
        while free < limit and (marks[free] == n or not common[n & 1, free]):
            if marks[free] != n:
                missing += 1
            free += 1
        for k in two:
            remainder = n - k
            a = 1
            while missing > 0 and 2 * a < remainder:
                v = values[a] ^ values[remainder - a]
                if marks[v] != n:
                    marks[v] = n
                    if v < free:
                        missing -= 1
                a += 1
            steps[0] += a - 1
        if missing > 0:
            free = 0
            while marks[free] == n:
                free += 1
        if free == limit:
            return n
        values[n] = free
        if not common[n & 1, free]:
            rare[rares] = n
            rares += 1
    return len(values)


@dataclass(frozen=True, slots=True)
class Period:
    """The known facts about the period of a game's Grundy values g(0), g(1), ...

    Attributes:
        period: least p with g(n + p) = g(n) for all large n; None if no period was found.
        last_exception: greatest n with g(n + p) != g(n): 0 if only the empty heap is an exception, -1 if no heap is; None if no
            period was found.
        checked_to: largest heap whose value the proof needs; if no period was found, the largest heap whose value is known,
            and no period can be proved by the values up to it.
        proved: whether the period holds for ever.
    """

    period: int | None
    last_exception: int | None
    checked_to: int
    proved: bool


@dataclass(frozen=True, slots=True, eq=False)
class SolvedHeaps:
    """A game's Grundy values as far as they were computed, and their period.

    Attributes:
        game: the rules.
        values: uint16, shape (heaps + 1,): values of heaps 0, 1, ...
        period: the period, if one was proved.
    """

    game: HeapGame
    values: NDArray[np.uint16]
    period: Period


def solve_heaps(game: HeapGame, heaps: int, steps: Steps | None = None) -> SolvedHeaps:
    """Grundy values and their period: FIRST_HEAPS heaps, then twice as many, and so on, until a period is proved.

    Args:
        game: the rules.
        heaps: the largest heap, with or without a period.
        steps: work counter, which may limit the work; the values then end earlier.

    Raises:
        InputError: the heap has an invalid size, no period of the game can be proved, or a value does not fit into 16 bits.
    """
    check_heap(heaps)
    _check_provable(game)
    values = np.zeros(1, dtype=np.uint16)
    upto = min(FIRST_HEAPS, heaps)
    while True:
        values = grundy_values(game, upto, values, steps)
        period = find_period(values, game)
        if period.proved or upto == heaps or values.shape[0] <= upto:
            return SolvedHeaps(game, values, period)
        upto = min(2 * upto, heaps)


def find_period(values: NDArray[np.uint16], game: HeapGame) -> Period:
    """The least period that the values prove, and its last exception.

    Args:
        values: Grundy values of heaps 0, 1, ...: uint16, shape (heaps + 1,), not empty.
        game: the rules of the game.

    Raises:
        InputError: there are no values, or the rules forbid splitting a heap into equal parts, so that no proof is known.

    >>> from tafelwerk.families.minimax.rules.heaps import octal_game
    >>> kayles = octal_game("0.77")
    >>> find_period(grundy_values(kayles, 200), kayles)
    Period(period=12, last_exception=70, checked_to=166, proved=True)
    """
    _check_provable(game)
    if values.ndim != 1 or values.shape[0] == 0:
        raise InputError(f"values: must be one-dimensional, the values of heaps 0, 1, ..., not of shape {values.shape}")
    return _find_period(values, game)


def _check_provable(game: HeapGame) -> None:
    if game.breaks and not game.equal_parts:
        raise InputError(f"game: {game.name} forbids equal parts; the proof of a period holds for octal games only")


def _find_period(values: NDArray[np.uint16], game: HeapGame) -> Period:
    heaps = values.shape[0] - 1
    alike = np.zeros(heaps + 1, dtype=np.int32)
    _prefix_kernel(values[::-1].copy(), alike)
    lengths = np.arange(heaps + 1)
    last = heaps - lengths - alike
    # a proved period is a multiple of the least one, which needs no more values for its proof and has no later exception
    needed = (np.maximum(last, 0) + lengths) * (2 if game.breaks else 1) + game.most_taken
    proved = np.flatnonzero(needed[1:] <= heaps) + 1
    if proved.size == 0:
        return Period(None, None, heaps, False)
    length = int(proved[0])
    return Period(length, int(last[length]), int(needed[length]), True)


@kernel
def _prefix_kernel(text: NDArray[np.uint16], alike: NDArray[np.int32]) -> None:
    """Fill `alike`: for every place, the length of the longest common prefix of the text and its suffix from that place.

    The Z-algorithm, linear time: Gusfield, Algorithms on Strings, Trees, and Sequences, section 1.4."""
    n = text.shape[0]
    alike[0] = n
    left, right = 0, 0
    for i in range(1, n):
        k = 0
        if i < right:
            k = min(right - i, alike[i - left])
        while i + k < n and text[k] == text[i + k]:
            k += 1
        alike[i] = k
        if i + k > right:
            left, right = i, i + k


Values = Mapping[HeapGame, NDArray[np.uint16]]
"""Grundy values of heaps 0, 1, ..., by game."""


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum.

    Attributes:
        place: place of the heap in the sum, from 0.
        left: heaps that are left of it.
    """

    place: int
    left: Left


@dataclass(frozen=True, slots=True)
class SolvedSum:
    """A sum of heaps under normal play.

    Attributes:
        value: Grundy value of the sum.
        won: whether the player to move wins, that is, the value is not 0.
        moves: all winning moves, by place, then in the order of HeapGame.options.
    """

    value: int
    won: bool
    moves: tuple[SumMove, ...]


def solve_sum(heaps: Sequence[tuple[HeapGame, int]], known: Values | None = None) -> SolvedSum:
    """Grundy value and all winning moves of a sum.

    Args:
        heaps: heaps, each with its game.
        known: values that were computed before; missing values are computed.

    Raises:
        InputError: a heap has an invalid size.

    >>> from tafelwerk.families.minimax.rules.heaps import GRUNDY
    >>> solve_sum([(GRUNDY, 8), (GRUNDY, 13), (GRUNDY, 20)]).value
    1
    """
    largest: dict[HeapGame, int] = {}
    for game, heap in heaps:
        largest[game] = max(largest.get(game, 0), check_heap(heap))
    known = known or {}
    values: dict[HeapGame, NDArray[np.uint16]] = {}
    for game, heap in largest.items():
        before = known.get(game)
        values[game] = before if before is not None and before.shape[0] > heap else grundy_values(game, heap, before)
    value = 0
    for game, heap in heaps:
        value ^= int(values[game][heap])
    moves: list[SumMove] = []
    if value:
        for index, (game, heap) in enumerate(heaps):
            wanted = value ^ int(values[game][heap])
            moves.extend(SumMove(index, left) for left in options_of_value(game, values[game], heap, wanted))
    return SolvedSum(value, value != 0, tuple(moves))


def options_of_value(game: HeapGame, values: NDArray[np.uint16], heap: int, value: int) -> list[Left]:
    """The options of a heap that have a given Grundy value, in the order of HeapGame.options.

    Args:
        game: the rules.
        values: Grundy values of heaps 0, 1, ..., including every heap that a move can leave.
        heap: the heap.
        value: the Grundy value wanted.

    Raises:
        InputError: the heap has an invalid size, or the values end too early.
    """
    check_heap(heap)
    least = next(taken for taken, digit in enumerate(game.digits) if digit)
    if values.shape[0] <= (heap - 1 if least == 0 else heap - least):
        raise InputError(
            f"values: must include every heap that a move of heap {heap} leaves; they end at {values.shape[0] - 1}"
        )
    options: list[Left] = []
    for taken, digit in enumerate(game.digits[: heap + 1]):
        remainder = heap - taken
        if digit & NOTHING_LEFT and remainder == 0 and value == 0:
            options.append(())
        if digit & ONE_LEFT and remainder > 0 and values[remainder] == value:
            options.append((remainder,))
        if digit & TWO_LEFT:
            smaller = np.arange(1, game.smaller_parts(remainder))
            hits = smaller[(values[smaller] ^ values[remainder - smaller]) == value]
            options.extend((a, remainder - a) for a in hits.tolist())
    return options


Position = tuple[int, ...]
"""The heaps that are not left out, ascending."""


class MisereGame:
    """A taking-and-breaking game under misere play, with a cache of all outcomes found.

    Args:
        game: the rules.
    """

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        # for heaps 0, 1, ...: the heap that represents it, or none
        self._stands: list[Position] = []
        # by heap: the distinct positions that its moves leave, the fewest tokens first
        self._lefts: dict[int, tuple[Position, ...]] = {}
        self._least: dict[tuple[Position, ...], int] = {}
        self._won: dict[Position, bool] = {(): True}

    def wins(self, heaps: Sequence[int]) -> bool:
        """Whether the player to move wins a sum of heaps of this game.

        Raises:
            InputError: a heap has an invalid size, or the heaps have more than LARGEST_MISERE tokens together.
        """
        return self._outcome(self._position(self._check(heaps)))

    def winning_moves(self, heaps: Sequence[int]) -> list[SumMove]:
        """All winning moves, by place, then in the order of HeapGame.options; none for a position without a move, which is won.

        Raises:
            InputError: a heap has an invalid size, or the heaps have more than LARGEST_MISERE tokens together.
        """
        checked = self._check(heaps)
        return [
            SumMove(index, left)
            for index, heap in enumerate(checked)
            for left in self.game.options(heap)
            if not self._outcome(self._position((*checked[:index], *left, *checked[index + 1 :])))
        ]

    @property
    def positions(self) -> int:
        """Number of positions whose outcome is known."""
        return len(self._won)

    def _check(self, heaps: Sequence[int]) -> Position:
        checked = tuple(check_heap(heap) for heap in heaps)
        if sum(checked) > LARGEST_MISERE:
            raise InputError(
                f"heaps: under misere play they must have at most {LARGEST_MISERE} tokens together, not {sum(checked)}"
            )
        for heap in range(len(self._stands), max(checked, default=0) + 1):
            self._learn(heap)
        return checked

    def _learn(self, heap: int) -> None:
        """Add the representative and the moves of the next heap; all smaller heaps are known."""
        options = {self._position(left) for left in self.game.options(heap)}
        lefts = tuple(sorted(options, key=lambda left: (sum(left), left)))
        least = self._least.setdefault(lefts, heap)
        self._stands.append((least,) if lefts else ())
        self._lefts[least] = lefts

    def _position(self, heaps: Position) -> Position:
        return self._join((), tuple(least for heap in heaps for least in self._stands[heap]))

    def _join(self, some: Position, others: Position) -> Position:
        heaps = sorted(some + others)
        single = self._least.get(((),))
        if single is not None and (number := heaps.count(single)) > 1:
            first = heaps.index(single)
            del heaps[first : first + number - number % 2]
        return tuple(heaps)

    def _outcome(self, position: Position) -> bool:
        won = self._won.get(position)
        if won is None:
            won = self._won[position] = self._can_win(position)
        return won

    def _can_win(self, position: Position) -> bool:
        for index, heap in enumerate(position):
            if index and heap == position[index - 1]:
                continue
            others = position[:index] + position[index + 1 :]
            for left in self._lefts[heap]:
                if not self._outcome(self._join(others, left)):
                    return True
        return False
