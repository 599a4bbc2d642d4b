"""Chance once more, from its definition: the Mersenne Twister MT19937 of Matsumoto and Nishimura (1998), seeded by an array of
words (2002), whose doubles have 53 random bits. Deals and numbers that are drawn with it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.jit import kernel

Words = NDArray[np.int64]

BLOCK = 312
"""Numbers that one run through the state gives."""

_WORD = 0xFFFFFFFF


def drawn(seed: int, count: int) -> list[int]:
    """The first numbers of 53 random bits that belong to a seed, 0 or more."""
    key = [seed >> 32 * place & _WORD for place in range(max(1, -(-seed.bit_length() // 32)))]
    state, block, found = np.zeros(624, np.int64), np.zeros(BLOCK, np.int64), list[int]()
    _seed(np.array(key, np.int64), state)
    while len(found) < count:
        _fill(state, block)
        found += block.tolist()
    return found[:count]


def random_deals(seed: int, numbers: Sequence[int], cards: int = 10) -> Words:
    """Deals of a seed's sequence: a random order of the pack, drawn card by card and dealt out.

    Args:
        seed: which sequence.
        numbers: places in it.
        cards: cards in a hand.

    Returns:
        int64, shape (n, 4): masks of the hands and of the Skat.
    """
    found = np.zeros((len(numbers), 4), np.int64)
    key = np.array([0, seed] if seed else [0], np.int64)
    scratch = key, np.zeros(624, np.int64), np.zeros(BLOCK, np.int64), np.zeros(32, np.int64)
    _deals(np.array(numbers, np.int64), cards, *scratch, found)
    return found


@kernel
def _seed(key: Words, state: Words) -> None:
    state[0] = 19650218
    for i in range(1, 624):
        state[i] = (1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + i) & _WORD
    i, j = 1, 0
    for _ in range(max(624, key.size)):
        state[i] = ((state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525) + key[j] + j) & _WORD
        i, j = i + 1, j + 1
        if i == 624:
            state[0], i = state[623], 1
        if j == key.size:
            j = 0
    for _ in range(623):
        state[i] = ((state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941) - i) & _WORD
        i += 1
        if i == 624:
            state[0], i = state[623], 1
    state[0] = 0x80000000


@kernel
def _fill(state: Words, found: Words) -> None:
    for i in range(624):
        mixed = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7FFFFFFF)
        state[i] = state[(i + 397) % 624] ^ mixed >> 1 ^ (0x9908B0DF if mixed & 1 else 0)
    for place in range(found.size):
        high, low = _tempered(state[2 * place]) >> 5, _tempered(state[2 * place + 1]) >> 6
        found[place] = high * 67108864 + low


@kernel
def _tempered(word: int) -> int:
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


@kernel
def _deals(numbers: Words, cards: int, key: Words, state: Words, uniform: Words, pack: Words, found: Words) -> None:
    dealt = 32 if cards == 10 else 3 * cards
    for row in range(numbers.size):
        key[0] = numbers[row]
        _seed(key, state)
        _fill(state, uniform)
        for card in range(32):
            pack[card] = card
        for place in range(dealt):
            # 53 random bits times 32 at most fit into a word
            other = place + (uniform[place] * (32 - place) >> 53)
            pack[place], pack[other] = pack[other], pack[place]
            found[row, place // cards if place < 3 * cards else 3] |= 1 << pack[place]
