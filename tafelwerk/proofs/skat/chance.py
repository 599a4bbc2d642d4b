"""Random numbers and deals, drawn again with numpy's Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded by an
array of words (2002), whose doubles have 53 random bits."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.int64]

_TWISTER = np.random.RandomState()


def drawn(seed: int, count: int) -> list[int]:
    """The first numbers of 53 random bits for a seed, 0 or more."""
    words = max(1, -(-seed.bit_length() // 32))
    _TWISTER.seed([seed >> 32 * place & 0xFFFFFFFF for place in range(words)])
    return [int(number) for number in _TWISTER.random_sample(count) * 2**53]


def random_deals(seed: int, numbers: Sequence[int], cards: int = 10) -> Words:
    """Deals of a seed's sequence: a random order of the pack, drawn card by card and dealt out.

    Args:
        seed: seed of the sequence.
        numbers: places in it.
        cards: cards per hand.

    Returns:
        int64, shape (n, 4): masks of the hands and of the Skat.
    """
    found = np.zeros((len(numbers), 4), np.int64)
    dealt = 32 if cards == 10 else 3 * cards
    for row, number in enumerate(numbers):
        pack = list(range(32))
        for place, uniform in enumerate(drawn((seed << 32) + number, dealt)):
            other = place + (uniform * (32 - place) >> 53)
            pack[place], pack[other] = pack[other], pack[place]
            found[row, min(place // cards, 3)] |= 1 << pack[place]
    return found
