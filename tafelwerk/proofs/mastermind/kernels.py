"""Kernels of the proofs: answers by the rules, how queries split a set of codes, bounds of least totals, least images of queries.

All of them are in one file, because compiled code is cached per file.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

PLACES, WORDLE, LETTERS = 0, 1, 2
"""Rules for comparing words: right places and right letters elsewhere; Wordle's signs; common letters alone."""

NONE = 1 << 40
"""A total above that of every strategy; sums of some thousands of them fit in 63 bits."""


@kernel
def answer_numbers(
    queries: NDArray[np.int64], codes: NDArray[np.int64], rule: int, used: NDArray[np.bool_], answers: NDArray[np.int32]
) -> None:
    """Answers to queries for codes, letter by letter.

    Args:
        queries, codes: shape (Q, length) and (C, length), the letters as numbers, -1 behind the end of a word.
        rule: PLACES, WORDLE or LETTERS.
        used: shape (length,), scratch.
        answers: shape (Q, C), filled: (length + 1) * common + right under PLACES, signs in base 3 under WORDLE, common
            letters under LETTERS.
    """
    length = queries.shape[1]
    for q in range(queries.shape[0]):
        for c in range(codes.shape[0]):
            right, common, signs = 0, 0, 0
            for i in range(length):
                used[i] = rule == WORDLE and codes[c, i] == queries[q, i]
            for i in range(length):
                letter = queries[q, i]
                if letter < 0:
                    break
                same = letter == codes[c, i]
                right += same
                sign = 2 if same and rule == WORDLE else 0
                if sign == 0:
                    for j in range(length):
                        if not used[j] and codes[c, j] == letter:
                            used[j] = True
                            common += 1
                            sign = 1
                            break
                signs = 3 * signs + sign
            if rule == WORDLE:
                answers[q, c] = signs
            elif rule == LETTERS:
                answers[q, c] = common
            else:
                answers[q, c] = (length + 1) * common + right


@kernel
def splitting_query(
    answers: NDArray[Any],
    query_of: NDArray[np.int32],
    codes: NDArray[np.int32],
    count: NDArray[np.int64],
    every: bool,
) -> int:
    """The first query that tells all codes apart, first among those that name one of them; -1 if there is none.

    Args:
        answers: shape (Q, C).
        query_of: shape (C,), the query that names each code, or -1; increasing where it is not -1.
        codes: the set, ascending.
        count: shape (labels,), zero before and after.
        every: whether queries that name no code of the set are looked at, too.
    """
    n = codes.shape[0]
    if n > count.shape[0]:
        return -1
    for k in range(n + (answers.shape[0] if every else 0)):
        query = query_of[codes[k]] if k < n else k - n
        if query < 0:
            continue
        i = 0
        while i < n and count[answers[query, codes[i]]] == 0:
            count[answers[query, codes[i]]] = 1
            i += 1
        for j in range(i):
            count[answers[query, codes[j]]] = 0
        if i == n:
            return int(query)
    return -1


@kernel
def split_kinds(
    answers: NDArray[Any],
    codes: NDArray[np.int32],
    random: NDArray[np.int64],
    count: NDArray[np.int64],
    slots: NDArray[np.int64],
    kind: NDArray[np.int32],
    first: NDArray[np.int32],
) -> int:
    """Classify queries by the sizes of the parts into which they split a set.

    Args:
        answers: shape (Q, C).
        codes: the set.
        random: shape (C + 1,), a random number per size of a part; 0 for no code. Their sums are hashes of the sizes.
        count: shape (labels,), zero before and after.
        slots: shape (2, a power of two above 2 Q), scratch.
        kind: shape (Q,), filled: number of the kind of each query, -1 if all codes have the same answer.
        first: shape (Q,), filled: the first query of each kind.

    Returns:
        Number of kinds.
    """
    mask = slots.shape[1] - 1
    for i in range(slots.shape[1]):
        slots[1, i] = -1
    kinds = 0
    for query in range(answers.shape[0]):
        for i in range(codes.shape[0]):
            count[answers[query, codes[i]]] += 1
        key, is_single = np.int64(0), False
        for label in range(count.shape[0]):
            key += random[count[label]]
            is_single = is_single or count[label] == codes.shape[0]
            count[label] = 0
        if is_single:
            kind[query] = -1
            continue
        slot = key & mask
        while slots[1, slot] >= 0 and slots[0, slot] != key:
            slot = (slot + 1) & mask
        if slots[1, slot] < 0:
            slots[0, slot], slots[1, slot] = key, kinds
            first[kinds] = query
            kinds += 1
        kind[query] = slots[1, slot]
    return kinds


@kernel
def least_images(
    words: NDArray[np.int64],
    colors: int,
    orders: NDArray[np.int64],
    history: NDArray[np.int64],
    queries: NDArray[np.int64],
    renamed: NDArray[np.int64],
    images: NDArray[np.int64],
) -> None:
    """Least images of queries under the symmetries that keep every query asked: places permuted, colours renamed.

    Args:
        words: shape (Q, pegs), the colours of each query.
        colors: number of colours.
        orders: shape (n, pegs), permutations of the places.
        history: the queries asked.
        queries: the queries to map.
        renamed: shape (3, colours), scratch.
        images: shape as queries, filled: the least image, read as a number in base `colors`.
    """
    pegs = words.shape[1]
    name, back, fresh = renamed[0], renamed[1], renamed[2]
    images[:] = np.int64(1) << 62
    for o in range(orders.shape[0]):
        for color in range(colors):
            name[color] = back[color] = -1
        keeps = True
        for h in range(history.shape[0]):
            for position in range(pegs):
                old, new = words[history[h], orders[o, position]], words[history[h], position]
                if name[old] < 0 and back[new] < 0:
                    name[old], back[new] = new, old
                keeps = keeps and name[old] == new
        if not keeps:
            continue
        free = 0
        for color in range(colors):
            if back[color] < 0:
                fresh[free] = color
                free += 1
        for k in range(queries.shape[0]):
            taken, number = 0, np.int64(0)
            for position in range(pegs):
                old = words[queries[k], orders[o, position]]
                if name[old] < 0:
                    name[old] = fresh[taken]
                    taken += 1
                number = number * colors + name[old]
            for position in range(pegs):
                old = words[queries[k], position]
                if name[old] >= 0 and back[name[old]] != old:
                    name[old] = -1
            images[k] = min(images[k], number)


class BoundArrays(NamedTuple):
    """A game and scratch, for bounds of the queries at a set.

    Attributes:
        answers: shape (Q, C).
        columns: shape (C, Q): bit a if the answer is a, in words of 32 or 64 bits; shape (0, 0) if there are more answers.
        weights: shape (C,), how often the queries of a code count; they do not increase.
        ends: shape (L,), increasing: layer l contains the codes below ends[l].
        query_of: shape (C,), the query that names a code, or -1.
        random: shape (C,), random numbers.
        sizes: shape (2, labels), scratch, zero before and after.
        parts: shape (C,), scratch.
        union: shape (Q,), scratch.
        slots: shape (a power of two above 2 Q,), scratch: of queries with the same parts, only one is examined.
        solved: the answer that ends the game, -1 if none does.
    """

    answers: NDArray[Any]
    columns: NDArray[Any]
    weights: NDArray[np.int64]
    ends: NDArray[np.int64]
    query_of: NDArray[np.int32]
    random: NDArray[np.int64]
    sizes: NDArray[np.int64]
    parts: NDArray[np.int32]
    union: NDArray[Any]
    slots: NDArray[np.int64]
    solved: int


@kernel
def bounded_queries(
    game: BoundArrays,
    codes: NDArray[np.int32],
    queries: NDArray[np.int64],
    limit: int,
    least: NDArray[np.int64],
    spread: NDArray[np.int64],
    bounds: NDArray[np.int64],
) -> int:
    """Lower bounds of the total of a set per first query, from the sizes of the parts and the most parts these can be split into.

    Args:
        game: the game.
        codes: the set, ascending.
        queries: the queries to look at.
        limit: bounds at or above it need not be exact.
        least: shape (L, C + 1): what a layer adds to the total of any set, n codes of which are in the layer, at least.
        spread: shape (L, 2, n + 1, labels + 1): the same if the next query makes p parts of these n codes; row 1: one of them
            is solved. There is no such bound for larger sets.
        bounds: shape as queries, filled; NONE for a useless query.

    Returns:
        The least bound, at most `limit`.
    """
    answers, random, parts, slots, solved = game.answers, game.random, game.parts, game.slots, game.solved
    n, labels = codes.shape[0], game.sizes.shape[1]
    size, begins = game.sizes[0], game.sizes[1]
    mask = slots.shape[0] - 1
    for i in range(slots.shape[0]):
        slots[i] = 0
    weight = np.int64(0)
    for i in range(n):
        weight += game.weights[codes[i]]
    lowest = limit
    for k in range(queries.shape[0]):
        row = answers[queries[k]]
        bound, end, is_useless, i = weight, 0, False, 0
        for layer in range(game.ends.shape[0]):
            while i < n and codes[i] < game.ends[layer]:
                size[row[codes[i]]] += 1
                i += 1
            for label in range(labels):
                if label != solved:
                    bound += least[layer, size[label]]
        while i < n:
            size[row[codes[i]]] += 1
            i += 1
        for label in range(labels):
            is_useless = is_useless or (size[label] == n and label != solved)
            begins[label] = end
            end += size[label]
        bounds[k] = NONE
        if not is_useless and bound < limit:
            for i in range(n):
                label = row[codes[i]]
                parts[begins[label]] = codes[i]
                begins[label] += 1
            # the same partition, in whatever order its parts come, has the same bound
            key = np.int64(1)
            for label in range(labels):
                if size[label] > 0:
                    mixed = np.int64(7 if label == solved else 0)
                    for i in range(begins[label] - size[label], begins[label]):
                        mixed += random[parts[i]]
                    mixed ^= mixed >> 29
                    mixed *= np.int64(0x1F58_77C5_A3B1_9D27)
                    mixed ^= mixed >> 32
                    key += mixed
            slot = key & mask
            while slots[slot] != 0 and slots[slot] != key:
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                slots[slot] = key
                if game.columns.shape[0] > 0:
                    for label in range(labels):
                        m = size[label]
                        if label != solved and m > 2 and bound < limit:
                            begin = begins[label] - m
                            bound += _finest(game, parts[begin : begin + m], least, spread)
                bounds[k] = bound
                if bound < lowest:
                    lowest = int(bound)
        for label in range(labels):
            size[label] = 0
    return int(lowest)


@kernel
def _finest(game: BoundArrays, codes: NDArray[np.int32], least: NDArray[np.int64], spread: NDArray[np.int64]) -> int:
    """What the greatest number of parts of any query adds to the lower bound of a set's total, layer by layer."""
    union, most_codes = game.union, spread.shape[2] - 1
    for q in range(union.shape[0]):
        union[q] = 0
    added, begin = np.int64(0), 0
    for layer in range(game.ends.shape[0]):
        end = begin
        while end < codes.shape[0] and codes[end] < game.ends[layer]:
            end += 1
        if end > most_codes:
            break
        for i in range(begin, end):
            column = game.columns[codes[i]]
            for q in range(union.shape[0]):
                union[q] |= column[q]
        begin = end
        if end > 2:
            most, own = np.int64(0), np.int64(0)
            for q in range(union.shape[0]):
                most = max(most, _popcount(union[q]))
            for i in range(end):
                if game.query_of[codes[i]] >= 0:
                    own = max(own, _popcount(union[game.query_of[codes[i]]]))
            most, own = min(np.int64(end), most), min(np.int64(end), own)
            added += min(spread[layer, 0, end, most], spread[layer, 1, end, own]) - least[layer, end]
    return int(added)


@kernel
def _popcount(word: Any) -> np.int64:
    """Number of bits of a word of at most 64 bits."""
    x = np.uint64(word)
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    x += x >> np.uint64(8)
    x += x >> np.uint64(16)
    x += x >> np.uint64(32)
    return np.int64(x & np.uint64(0x7F))
