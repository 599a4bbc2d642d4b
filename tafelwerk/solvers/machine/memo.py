"""Transposition memo: values of sets that a search has met, in a table of fixed size, by a key of 128 bits.

A key is two words of 64 bits. `random_words` gives every element of a set two random words; the key of a set is their
exclusive or over its elements. Two different sets share a key with probability 2^-128 over the choice of words. Among n sets,
the probability that any two do is below n^2 / 2^129: less than 10^-18 for 10^10 sets.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

Memo = NDArray[np.int64]

ENTRY_BYTES = 32

SEED = 0x5EA2C4

UNKNOWN = 0x7FFFFF
"""Query of an entry that stores none; stored queries are smaller."""


def random_words(rows: int, stream: int) -> NDArray[np.int64]:
    """Random words, int64, shape (rows, 2), the same in every run.

    Args:
        rows: number of elements.
        stream: number of the random stream; words of different streams are independent.
    """
    generator = np.random.Generator(np.random.PCG64([SEED, stream]))
    return generator.integers(-(2**63), 2**63, (rows, 2), np.int64)


def empty_memo(entries: int) -> Memo:
    """An empty memo.

    Args:
        entries: a power of 2, at least 2.

    Returns:
        int64, shape (entries, 4): the two words of the key; value, query and whether the value is exact; the size of the
        set, 0 in an empty entry. Entries form pairs: the first keeps the larger set, the second the latest.
    """
    return np.zeros((entries, 4), np.int64)


@kernel
def recall(memo: Memo, key: int, check: int) -> int:
    """Row of a set's entry, -1 if there is none."""
    row = (key ^ key >> 32) & (memo.shape[0] - 2)
    for slot in range(row, row + 2):
        if memo[slot, 0] == key and memo[slot, 1] == check and memo[slot, 3] != 0:
            return slot
    return -1


@kernel
def value_at(memo: Memo, row: int) -> int:
    """Value of an entry."""
    return int(memo[row, 2] >> 24)


@kernel
def exact_at(memo: Memo, row: int) -> bool:
    """Whether an entry's value is exact rather than a bound."""
    return bool(memo[row, 2] & 1)


@kernel
def query_at(memo: Memo, row: int) -> int:
    """Query of an entry, or UNKNOWN."""
    return int((memo[row, 2] >> 1) & UNKNOWN)


@kernel
def remember(memo: Memo, key: int, check: int, size: int, value: int, exact: bool, query: int) -> int:
    """Store the value of a set; returns the number of entries newly in use, 0 or 1.

    Args:
        memo: from `empty_memo`.
        key, check: the two words of the set's key.
        size: size of the set, at least 1; of two sets that compete for an entry, the larger one is kept longer.
        value: from 0 to 2^39 - 1.
        exact: whether the value is exact rather than a bound.
        query: query to store with it, or UNKNOWN.
    """
    return store(memo, key, check, (value << 24) | (query << 1) | exact, size)


@kernel
def store(memo: Memo, key: int, check: int, packed: int, size: int) -> int:
    """Store any word for a set, as `remember` stores the value; it is column 2 of the row that `recall` finds."""
    slot = recall(memo, key, check)
    used = 0
    if slot < 0:
        slot = (key ^ key >> 32) & (memo.shape[0] - 2)
        used = 1 if memo[slot, 3] == 0 or memo[slot + 1, 3] == 0 else 0
        if memo[slot, 3] > size:
            slot += 1
        elif memo[slot, 3] != 0:
            for word in range(4):
                memo[slot + 1, word] = memo[slot, word]
    memo[slot, 0], memo[slot, 1], memo[slot, 2], memo[slot, 3] = key, check, packed, size
    return used


@kernel
def fill_memo(memo: Memo, entries: NDArray[np.int64]) -> int:
    """Put entries of another memo, shape (n, 4), into a memo; returns the number of entries newly in use."""
    used = 0
    for row in range(entries.shape[0]):
        if entries[row, 3] != 0:
            used += store(memo, entries[row, 0], entries[row, 1], entries[row, 2], entries[row, 3])
    return used


def grown_memo(memo: Memo, entries: int) -> Memo:
    """A larger memo with the same entries."""
    larger = empty_memo(entries)
    fill_memo(larger, memo)
    return larger
