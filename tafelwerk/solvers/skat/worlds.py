"""Worlds, the distributions of the cards consistent with a player's knowledge: counted, numbered, drawn at random.

The unseen cards are in the hands of the two other players, the one to the left and the next one, and in the Skat, unless some of
these are known. Trumps and each other suit are placed independently except for the sizes of the hands, and whether a player may
hold a suit depends only on the suit. So the number of ways to place the last suits, by the number of cards that the two hands
still take, follows from suit to suit by binomials.

Worlds are numbered from 0 without gaps: first by the trumps, then clubs, spades, hearts, diamonds; within a suit by the
number of its cards in the hand to the left, the number in the next hand, the set of the former and the set of the latter. Sets of
one size are in the order of S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, figure 12.1:
first those with the highest card.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, isfinite
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Seat, bits, order
from tafelwerk.families.skat.rules.knowledge import Knowledge, World

_SUITS = 5  # trumps are one
_MOST = 11  # cards of a suit, and one more than a hand holds
_CHUNK = 4096
_NONE = "no deal agrees with what is known: a player must have revoked"

_BINOMIALS = np.array([[comb(n, k) for k in range(_MOST + 1)] for n in range(_MOST + 1)], np.int64)
_BINOMIALS.setflags(write=False)

Draw = Callable[[Knowledge, int, int], Sequence[World]]
"""Draws worlds: what is known, how many, seed."""


def count_worlds(known: Knowledge) -> int:
    """Exact number of worlds consistent with a player's knowledge; 0 only if another player must have revoked."""
    return _space(known).count


def all_worlds(known: Knowledge) -> Iterator[World]:
    """All worlds consistent with a player's knowledge, in the order of their numbers."""
    space = _space(known)
    for first in range(0, space.count, _CHUNK):
        yield from space.worlds(np.arange(first, min(first + _CHUNK, space.count), dtype=np.int64))


def draw_worlds(known: Knowledge, n: int, seed: int) -> list[World]:
    """Worlds drawn independently and uniformly; the same seed always gives the same worlds.

    If there are few worlds, `all_worlds` is better than a draw with repetitions.

    Args:
        known: the player's knowledge.
        n: number of worlds to draw.
        seed: random seed, 0 or more.

    Raises:
        InputError: n or the seed is negative, or no world agrees with what is known.
    """
    space = _space_to_draw(known, n, seed)
    return space.worlds(_numbers(Random(seed), n, space.count))


def draw_weighted(
    known: Knowledge,
    n: int,
    seed: int,
    weights: Callable[[list[World]], Iterable[float]],
    candidates: int | None = None,
) -> list[World]:
    """Worlds drawn in proportion to a weight, in random order: sampling-importance-resampling (D. B. Rubin, 1987).

    Candidates are drawn uniformly. If there are no more worlds than candidates, all worlds are candidates, and the draw is exact.
    From these the worlds are drawn systematically: a world with the share p of the total weight comes floor(n p) or ceil(n p)
    times, n p times on average.

    Args:
        known: the player's knowledge.
        n: number of worlds to draw.
        seed: random seed, 0 or more.
        weights: weights of worlds, each 0 or more; only proportions matter.
        candidates: number of candidates. Default: 20 n.

    Raises:
        InputError: n or the seed is negative, candidates are fewer than 1, no world agrees with what is known, a weight is
            negative or not finite, or all candidates have weight 0.
    """
    space = _space_to_draw(known, n, seed)
    wanted = max(1, 20 * n) if candidates is None else candidates
    if wanted < 1:
        raise InputError(f"candidates are 1 or more, not {wanted}")
    random, exhaustive = Random(seed), space.count <= wanted
    worlds = space.worlds(np.arange(space.count) if exhaustive else _numbers(random, wanted, space.count))
    which = "all worlds have" if exhaustive else f"all {wanted} candidates have"
    advice = f"give some more weight{'' if exhaustive else ', or draw more candidates'}"
    return resample(worlds, weights(worlds), n, random, f"{which} weight 0; {advice}")


def resample(
    worlds: list[World], weights: Iterable[float], n: int, random: Random, fault: str = "all weights are 0"
) -> list[World]:
    """Worlds drawn from some in proportion to a weight, in random order; as `draw_weighted` draws from its candidates.

    Args:
        worlds: the candidates.
        weights: their weights, each 0 or more.
        n: number of worlds to draw.
        random: source of randomness.
        fault: message of the error if all weights are 0.

    Raises:
        InputError: A weight is negative or not finite, or all are 0.
    """
    floats = [float(weight) for weight in weights]
    for value in floats:
        if not (isfinite(value) and value >= 0):
            raise InputError(f"the weight of a world is 0 or more and finite, not {value}")
    largest = max(floats)
    if largest == 0:
        raise InputError(fault)
    # sums neither overflow nor vanish
    indices = _systematic([value / largest for value in floats], n, random.random())
    _shuffle(indices, random)
    return [worlds[index] for index in indices]


@dataclass(frozen=True, slots=True, eq=False)
class _Space:
    """All worlds of a player.

    Attributes:
        seats: the player to the left, and the next one.
        free: number of unseen cards in the hand of each.
        suits: masks of the unseen cards of trumps, clubs, spades, hearts, diamonds.
        may: for each of these whether the two players may hold cards of it.
        ways: (6, 11, 11) int64: ways to place the cards of this suit and those after it, by the number of cards that the two
            hands still take; the others lie in the Skat.
        known: the player's knowledge.
    """

    seats: tuple[Seat, Seat]
    free: tuple[int, int]
    suits: Sequence[int]
    may: Sequence[Sequence[bool]]
    ways: NDArray[np.int64]
    known: Knowledge

    @property
    def count(self) -> int:
        """Number of worlds."""
        return int(self.ways[0, self.free[0], self.free[1]])

    def worlds(self, numbers: NDArray[np.int64]) -> list[World]:
        """The worlds of these numbers."""
        # columns 1 to 3 are the hand to the left, the next hand and the Skat
        masks, rows = np.zeros((numbers.size, 4), np.int64), np.arange(numbers.size)
        a, b = (np.full(numbers.size, size) for size in self.free)
        for cards, may, after in zip(self.suits, self.may, self.ways[1:], strict=True):
            i, j, placements = np.array(_splits(cards, may)).T
            left_a, left_b = a - i[:, None], b - j[:, None]
            blocks = placements[:, None] * after[left_a, left_b] * ((left_a >= 0) & (left_b >= 0))
            ends = blocks.cumsum(0)
            block = (ends <= numbers).sum(0)
            numbers = numbers - (ends - blocks)[block, rows]
            i, j, a, b = i[block], j[block], left_a[block, rows], left_b[block, rows]
            sets, numbers = np.divmod(numbers, after[a, b])
            first, second = np.divmod(sets, _BINOMIALS[cards.bit_count() - i, j])
            in_first = _subsets(first, i, np.full(numbers.size, cards))
            in_second = _subsets(second, j, cards & ~in_first)
            masks[:, 1:] |= np.stack([in_first, in_second, cards & ~in_first & ~in_second], 1)
        columns = [*((seat - self.known.seat) % 3 for seat in Seat), 3]
        masks = masks[:, columns] | np.array([*(hand or 0 for hand in self.known.hands), self.known.skat or 0])
        return [
            World((forehand, middlehand, rearhand), skat) for forehand, middlehand, rearhand, skat in masks.tolist()
        ]


@lru_cache(maxsize=64)
def _space(known: Knowledge) -> _Space:
    own, neighbour = order(known.game), known.seat.left
    seats = neighbour, neighbour.left
    masks = [own.from_game(suit) for suit in (own.trumps, *own.suits)]
    suits = [mask & known.unseen for mask in masks]
    may = [[not mask & known.voids[seat] for seat in seats] for mask in masks]
    free_one, free_other = (known.sizes[seat] if known.hands[seat] is None else 0 for seat in seats)
    return _Space(seats, (free_one, free_other), suits, may, _ways(suits, may), known)


def _numbers(random: Random, n: int, count: int) -> NDArray[np.int64]:
    """Numbers below `count`, all equally likely."""
    # Python guarantees the same random() in all versions; numbers above the last multiple of count are drawn again
    fair = 2**53 - 2**53 % count
    numbers = np.empty(n, np.int64)
    for index in range(n):
        number = int(random.random() * 2**53)
        while number >= fair:
            number = int(random.random() * 2**53)
        numbers[index] = number % count
    return numbers


def _systematic(weights: list[float], n: int, offset: float) -> list[int]:
    """Indices of weights, drawn at n equal distances along their sum; the first point lies at `offset` (0 to 1) distances."""
    sums = list(accumulate(weights))
    last = bisect_left(sums, sums[-1])
    # if rounding moves the last point to the end of the sum, it still belongs to the last weight
    return [min(last, bisect_right(sums, (offset + step) * sums[-1] / n)) for step in range(n)]


def _shuffle(items: list[int], random: Random) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = int(random.random() * (i + 1))
        items[i], items[j] = items[j], items[i]


def _space_to_draw(known: Knowledge, n: int, seed: int) -> _Space:
    for what, number in (("n", n), ("seed", seed)):
        if number < 0:
            raise InputError(f"{what} is 0 or more, not {number}")
    space = _space(known)
    if not space.count:
        raise InputError(_NONE)
    return space


def _ways(suits: Sequence[int], may: Sequence[Sequence[bool]]) -> NDArray[np.int64]:
    """`_Space.ways`, from the last suit on. At most 22 cards in three places: counts fit into 35 bits."""
    ways = np.zeros((_SUITS + 1, _MOST, _MOST), np.int64)
    ways[_SUITS, 0, 0] = 1
    for suit in reversed(range(_SUITS)):
        for i, j, placements in _splits(suits[suit], may[suit]):
            ways[suit, i:, j:] += placements * ways[suit + 1, : _MOST - i, : _MOST - j]
    return ways


def _splits(cards: int, may: Sequence[bool]) -> list[tuple[int, int, int]]:
    """How many cards of a suit the two hands may have, and the number of ways to choose them; in the order of worlds."""
    m = cards.bit_count()
    return [(i, j, comb(m, i) * comb(m - i, j)) for i in range(m * may[0] + 1) for j in range((m - i) * may[1] + 1)]


def _subsets(numbers: NDArray[np.int64], sizes: NDArray[np.int64], cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sets of some numbers among those of their sizes out of `cards`, masks of one number of cards (figure 12.1)."""
    chosen, left = np.zeros_like(numbers), np.bitwise_count(cards).astype(np.int64)
    for card in bits(int(np.bitwise_or.reduce(cards))):
        is_there = (cards >> card & 1 > 0) & (sizes > 0)
        left -= is_there
        having = is_there * _BINOMIALS[left, sizes - 1]
        takes = is_there & (numbers < having)
        chosen |= takes.astype(np.int64) << card
        sizes = sizes - takes
        numbers = numbers - having * ~takes
    return chosen
