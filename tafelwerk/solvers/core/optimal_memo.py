"""What an optimal search remembers of the sets of codes it has met: a table of fixed size, by a key of 128 bits.

Every code has two random words of 64 bits; the key of a set is their exclusive or over its codes. Two given sets that
differ share a key with chance 2^-128 over the choice of words; among n sets met, the chance that any two do is below
n^2 / 2^129, less than 10^-18 for 10^10 sets.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.jit import kernel

ENTRY_BYTES = 32

SEED = 0x5EA2C4

UNKNOWN = 0x7FFFFF
"""The query of an entry that keeps none."""


def random_words(rows: int, stream: int) -> NDArray[np.uint64]:
    """Random words, uint64, shape (rows, 2), the same in every run."""
    generator = np.random.Generator(np.random.PCG64([SEED, stream]))
    return generator.integers(0, 2**64, (rows, 2), np.uint64)


def empty_memo(entries: int) -> NDArray[np.uint64]:
    """An empty table; entries: a power of 2, at least 2.

    An entry is four words: the two of the key; value, query and whether the value is exact; the size of the set, 0 in an
    empty entry. Entries stand in pairs: the first keeps the larger set, the second the latest.
    """
    return np.zeros((entries, 4), np.uint64)


@kernel
def recall(memo: NDArray[np.uint64], first: np.uint64, second: np.uint64) -> int:
    """Row of the entry of a key, -1 if there is none."""
    row = np.int64(first & np.uint64(memo.shape[0] - 2))
    for slot in range(row, row + 2):
        if memo[slot, 0] == first and memo[slot, 1] == second and memo[slot, 3] != 0:
            return slot
    return -1


@kernel
def value_at(memo: NDArray[np.uint64], row: int) -> int:
    """The total, or the bound below it, that an entry keeps."""
    return np.int64(memo[row, 2] >> np.uint64(24))


@kernel
def exact_at(memo: NDArray[np.uint64], row: int) -> bool:
    """Whether an entry's value is the total itself."""
    return (memo[row, 2] & np.uint64(1)) != 0


@kernel
def query_at(memo: NDArray[np.uint64], row: int) -> int:
    """The best query that an exact entry keeps."""
    return np.int64((memo[row, 2] >> np.uint64(1)) & np.uint64(UNKNOWN))


@kernel
def remember(
    memo: NDArray[np.uint64],
    first: np.uint64,
    second: np.uint64,
    size: int,
    value: int,
    exact: bool,
    query: int,
) -> int:
    """Keep a value; how many more entries are in use now, 0 or 1."""
    row = np.int64(first & np.uint64(memo.shape[0] - 2))
    packed = np.uint64((value << 24) | (query << 1) | (1 if exact else 0))
    for slot in range(row, row + 2):
        if memo[slot, 0] == first and memo[slot, 1] == second and memo[slot, 3] != 0:
            memo[slot, 2] = packed
            return 0
    slot = row
    grown = 0
    if memo[row, 3] == 0:
        grown = 1
    elif memo[row + 1, 3] == 0:
        slot = row + 1
        grown = 1
        if memo[row, 3] <= np.uint64(size):
            slot = row
    elif memo[row, 3] > np.uint64(size):
        slot = row + 1
    if slot == row and memo[row, 3] != 0:
        for word in range(4):
            memo[row + 1, word] = memo[row, word]
    memo[slot, 0] = first
    memo[slot, 1] = second
    memo[slot, 2] = packed
    memo[slot, 3] = np.uint64(size)
    return grown


def grown_memo(memo: NDArray[np.uint64], entries: int) -> NDArray[np.uint64]:
    """A larger table with the same entries."""
    larger = empty_memo(entries)
    _copy_kernel(memo, larger)
    return larger


@kernel
def _copy_kernel(memo: NDArray[np.uint64], larger: NDArray[np.uint64]) -> int:
    used = 0
    for row in range(memo.shape[0]):
        if memo[row, 3] != 0:
            word = memo[row, 2]
            used += remember(
                larger,
                memo[row, 0],
                memo[row, 1],
                np.int64(memo[row, 3]),
                np.int64(word >> np.uint64(24)),
                (word & np.uint64(1)) != 0,
                np.int64((word >> np.uint64(1)) & np.uint64(UNKNOWN)),
            )
    return used
