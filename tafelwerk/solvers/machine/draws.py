"""Random numbers inside kernels: one stream per game, the same on every machine.

The generator is sfc32: three words of 32 bits that are mixed with one another and with a counter. Words are kept in int64, so
that nothing overflows, compiled or not.

Source: C. Doty-Humphrey, PractRand, small fast counting generator; G. L. Steele, D. Lea, C. H. Flood, Fast splittable
pseudorandom number generators, OOPSLA 2014 (the mixing function of `hash_numbers`).
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

WORDS = 4
"""Words per stream: int64, shape (4,)."""

_MASK = 2**32 - 1
_ROUNDS = 15

Stream = NDArray[np.int64]


@kernel
def draw(stream: Stream) -> int:
    """A uniform integer below 2^32."""
    a, b, c, counter = int(stream[0]), int(stream[1]), int(stream[2]), int(stream[3])
    word = (a + b + counter) & _MASK
    stream[3] = (counter + 1) & _MASK
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & _MASK
    stream[2] = ((((c << 21) & _MASK) | (c >> 11)) + word) & _MASK
    return word


@kernel
def begin_stream(seed: int, number: int, stream: Stream) -> None:
    """Initialise the stream of a game.

    Args:
        seed: from 0 to 2^63 - 1.
        number: number of the game, from 0 to 2^32 - 1.
        stream: filled.
    """
    stream[0] = seed & _MASK
    stream[1] = (seed >> 32) & _MASK
    stream[2] = number & _MASK
    stream[3] = 1
    for _ in range(_ROUNDS):
        draw(stream)


@kernel
def below(stream: Stream, limit: int) -> int:
    """A uniform integer below a limit of at most 2^20, with a bias below 2^-12 of a chance in 2^32."""
    return (draw(stream) * limit) >> 32


@kernel
def unit(stream: Stream) -> float:
    """A uniform number from 0 to below 1, in steps of 2^-53."""
    high = draw(stream) >> 5
    low = draw(stream) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


@kernel
def bring_forward(stream: Stream, items: NDArray[np.int32], total: int, count: int) -> None:
    """Move `count` of the first `total` items, drawn uniformly without replacement, to the front (partial Fisher-Yates).

    Args:
        stream: updated.
        items: int32, reordered in place.
        total: at most 2^20.
        count: at most total.
    """
    for i in range(count):
        j = i + below(stream, total - i)
        items[i], items[j] = items[j], items[i]


def hash_numbers(numbers: NDArray[np.integer], seed: int) -> NDArray[np.uint64]:
    """A pseudorandom word per number that depends on the number and the seed only: the mixing function of SplitMix64.

    Args:
        numbers: 0 or more.
        seed: from 0 to 2^64 - 1.
    """
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    words: NDArray[np.uint64] = mixed ^ (mixed >> np.uint64(31))
    return words


def draw_subset(numbers: NDArray[np.int32], most: int, seed: int) -> NDArray[np.int32]:
    """At most `most` of several distinct numbers, drawn without replacement, in their original order."""
    if len(numbers) <= most:
        return numbers
    return numbers[np.sort(np.argpartition(hash_numbers(numbers, seed), most)[:most])]
