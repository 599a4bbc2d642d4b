"""What an optimal search remembers of the sets of codes it has met: a table of fixed size, by a key of 128 bits.

Every code has two random words of 64 bits; the key of a set is their exclusive or over its codes. Two given sets that
differ share a key with chance 2^-128 over the choice of words; among n sets met, the chance that any two do is below
n^2 / 2^129, less than 10^-18 for 10^10 sets.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

ENTRY_BYTES = 32

SEED = 0x5EA2C4

UNKNOWN = 0x7FFFFF
"""The query of an entry that keeps none."""


def random_words(rows: int, stream: int) -> NDArray[np.int64]:
    """Random words, int64, shape (rows, 2), the same in every run."""
    generator = np.random.Generator(np.random.PCG64([SEED, stream]))
    return generator.integers(-(2**63), 2**63, (rows, 2), np.int64)


def empty_memo(entries: int) -> NDArray[np.int64]:
    """An empty table; entries: a power of 2, at least 2.

    An entry is four words: the two of the key; value, query and whether the value is exact; the size of the set, 0 in an
    empty entry. Entries stand in pairs: the first keeps the larger set, the second the latest.
    """
    return np.zeros((entries, 4), np.int64)


@kernel
def recall(memo: NDArray[np.int64], key: int, check: int) -> int:
    """Row of the entry of a set, -1 if there is none."""
    row = key & (memo.shape[0] - 2)
    for slot in range(row, row + 2):
        if memo[slot, 0] == key and memo[slot, 1] == check and memo[slot, 3] != 0:
            return slot
    return -1


@kernel
def value_at(memo: NDArray[np.int64], row: int) -> int:
    """The total, or the bound below it, that an entry keeps."""
    return int(memo[row, 2] >> 24)


@kernel
def exact_at(memo: NDArray[np.int64], row: int) -> bool:
    """Whether an entry's value is the total itself."""
    return bool(memo[row, 2] & 1)


@kernel
def query_at(memo: NDArray[np.int64], row: int) -> int:
    """The best query that an exact entry keeps, or UNKNOWN."""
    return int((memo[row, 2] >> 1) & UNKNOWN)


@kernel
def remember(memo: NDArray[np.int64], key: int, check: int, size: int, value: int, exact: bool, query: int) -> int:
    """Keep a value; how many more entries are in use now, 0 or 1."""
    return _put(memo, key, check, (value << 24) | (query << 1) | exact, size)


@kernel
def _put(memo: NDArray[np.int64], key: int, check: int, packed: int, size: int) -> int:
    row = key & (memo.shape[0] - 2)
    for slot in range(row, row + 2):
        if memo[slot, 0] == key and memo[slot, 1] == check and memo[slot, 3] != 0:
            memo[slot, 2] = packed
            return 0
    empty = memo[row, 3] == 0 or memo[row + 1, 3] == 0
    slot = row
    if memo[row, 3] > size:
        slot = row + 1
    elif memo[row, 3] != 0:
        for word in range(4):
            memo[row + 1, word] = memo[row, word]
    memo[slot, 0], memo[slot, 1], memo[slot, 2], memo[slot, 3] = key, check, packed, size
    return 1 if empty else 0


def grown_memo(memo: NDArray[np.int64], entries: int) -> NDArray[np.int64]:
    """A larger table with the same entries."""
    larger = empty_memo(entries)
    fill_memo(larger, memo)
    return larger


@kernel
def fill_memo(memo: NDArray[np.int64], entries: NDArray[np.int64]) -> int:
    """Put entries of another table, shape (n, 4), into a table; how many more of it are in use."""
    used = 0
    for row in range(entries.shape[0]):
        if entries[row, 3] != 0:
            used += _put(memo, entries[row, 0], entries[row, 1], entries[row, 2], entries[row, 3])
    return used
