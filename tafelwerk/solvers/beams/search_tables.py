"""What searches for good strategies share: tables of a variant, splits of a set by a query, lower bounds.

Tables of a variant for the search for good strategies: pieces, answers, symmetries and bounds.

A search stores a set of codes as elements. An element is a row of the pieces of all colours: first the pieces of the colours
asked so far, in the order in which they were first asked for, then the other pieces of the pattern, ascending. It stands for the
(colours - asked)! codes that differ only in the pieces of the other colours.

Lower bounds of the cost-to-go of a set of codes, from the number of codes and the number of answers only.

The cost-to-go of a set of n codes ("rest" for short) is the cost from there on, summed over the codes. Suppose no query has more
than a answers on them; then none has more on a part of them. Relax the game: every partition into at most a parts is a query, and
at any set of n codes one may stop and guess, at the cost G(n), a lower bound of any guess among n codes. The least cost-to-go of
the relaxed game,

    B_a(1) = 0,    B_a(n) = min(G(n), n + min sum B_a(parts)),

is a lower bound of the true cost-to-go. It is computed in this way for small sets. Without stopping, the relaxed game is
Huffman's: codes are the leaves of a tree with at most a branches per node, with the least sum K_a(n) of depths. If K_a(n) <= G(n)
for all n, stopping gains nothing, since each stop can be replaced by such a tree, and B_a = K_a. B_a and K_a decrease in a. So
with b the least such a, B_a >= B_b = K_b for all a below b.

G(n) comes from distances: the number of codes within w wrong fields of any code is bounded, so the n - 1 codes guessed wrong are
at least as far away as this allows.

Source of the rules: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.1; of Huffman's
tree: D. A. Huffman, A method for the construction of minimum-redundancy codes, 1952.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.elements import Elements, copy_element, count_answers, count_pieces, piece_orders
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import symmetries
from tafelwerk.solvers.deduction.search_problem import least_totals
from tafelwerk.solvers.machine.jit import INTERPRETED, kernel

EXACT = 64
"""Largest number of codes for which the relaxed game is solved with stopping."""


def least_rests(
    pieces: NDArray[np.int64], cover: NDArray[np.uint16], answers: int, codes: int, early: bool = False
) -> NDArray[np.int32]:
    """Lower bounds of the cost-to-go of sets of codes.

    Args:
        pieces: int64 masks of the placed pieces.
        cover: patterns, uint16, shape (p, colours).
        answers: largest number of answers of a query.
        codes: number of codes, p times colours!.
        early: whether any filling may be laid at any set; otherwise one of the codes left is guessed.

    Returns:
        int32, shape (answers + 1, codes + 1): entry [a, n] for n codes where no query has more than a answers; with a below 2
        no query splits them, and they are guessed at once.
    """
    near = distances(pieces, cover)
    if early:
        # codes within w wrong fields of a filling are within 2 w of each other; no filling differs from a code in one field
        near = near[np.minimum(2 * np.arange(len(near)), len(near) - 1)]
        near[1] = 0
    guesses = least_guesses(near, codes)
    least = np.empty((answers + 1, codes + 1), np.int32)
    least[:2] = guesses
    # in any case every code takes a query, or a guess that is wrong in two fields for all codes but one
    best = np.arange(codes + 1, dtype=np.int64)
    best[:2] = 0
    for few in range(answers, 1, -1):
        trees = least_totals(codes, few, False, 0)[0]
        if (trees <= guesses).all():
            best = trees
        least[few] = best
    small = min(EXACT, codes)
    _small_kernel(guesses, least[:, : small + 1], np.zeros((answers + 1, small + 1), np.int64))
    return least


def distances(pieces: NDArray[np.int64], cover: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Largest number of other codes within each distance of a code.

    Returns:
        int64, shape (fields + 1,): entry w is the maximum, over all codes, of the number of other codes that differ in at most w
        fields.
    """
    colours = cover.shape[1]
    fields = int(np.bitwise_count(pieces[cover[0]]).sum())
    outside = np.bitwise_count(pieces[:, None] & ~pieces[None, :]).astype(np.uint8)
    orders = np.array(list(permutations(range(colours))), np.int64).reshape(-1, colours)
    most = np.zeros(fields + 1, np.int64)
    _distance_kernel(outside, cover, orders, most, np.zeros(fields + 1, np.int64))
    return most


def least_guesses(near: NDArray[np.int64], codes: int) -> NDArray[np.int64]:
    """Fewest wrong fields of a guess over sets of 0 to `codes` codes; int64, shape (codes + 1,).

    Args:
        near: result of `distances`.
        codes: size of the largest set.
    """
    others = np.maximum(np.arange(codes + 1, dtype=np.int64) - 1, 0)
    # a code counts once for every w that it is farther away than
    return np.asarray(sum(np.maximum(others - within, 0) for within in near.tolist()), np.int64)


@kernel
def _distance_kernel(
    outside: NDArray[np.uint8],
    cover: NDArray[np.uint16],
    orders: NDArray[np.int64],
    most: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Raise `most` [w] to the number of codes within w. All colourings of a pattern are equivalent, so one of each is considered.

    Args:
        outside: (m, m): fields of one piece outside another.
        orders: all orders of the colours.
        tally: scratch, (fields + 1,).
    """
    colours = cover.shape[1]
    for mine in range(cover.shape[0]):
        for wrong in range(tally.shape[0]):
            tally[wrong] = 0
        for other in range(cover.shape[0]):
            for order in range(orders.shape[0]):
                wrong = 0
                for colour in range(colours):
                    wrong += outside[cover[mine, colour], cover[other, orders[order, colour]]]
                tally[wrong] += 1
        within = -1
        for wrong in range(tally.shape[0]):
            within += tally[wrong]
            most[wrong] = max(most[wrong], within)


@kernel
def _small_kernel(guesses: NDArray[np.int64], least: NDArray[np.int32], spread: NDArray[np.int64]) -> None:
    """Solve the relaxed game, for each number of answers from 2 on.

    Args:
        guesses: G(n).
        least: (answers + 1, codes + 1), to be filled.
        spread: scratch of the same shape: entry [p, n]: least sum of rests of n codes in p parts.
    """
    for answers in range(2, least.shape[0]):
        costs = least[answers]
        costs[0] = costs[1] = 0
        for parts in range(spread.shape[0]):
            for count in range(spread.shape[1]):
                spread[parts, count] = 1 << 40
        spread[1, 1] = 0
        for count in range(2, least.shape[1]):
            best = guesses[count]
            for parts in range(2, min(answers, count) + 1):
                for first in range(1, count - parts + 2):
                    spread[parts, count] = min(spread[parts, count], costs[first] + spread[parts - 1, count - first])
                best = min(best, count + spread[parts, count])
            costs[count] = best
            spread[1, count] = best


MOST_CODES = 1_000_000
"""Largest number of codes of a variant that is searched."""

SMALL = 63
"""Largest number of codes of a set that is searched as a mask."""

_SEED = 0xBEA35


class KeyTables(NamedTuple):
    """Tables for the keys of sets alone, of a variant of any size; fields as in `Tables`."""

    piece_maps: NDArray[np.int64]
    diagonal_maps: NDArray[np.int64]
    words: NDArray[np.uint64]
    signs: NDArray[np.int64]


@lru_cache(maxsize=4)
def make_key_tables(problem: Problem) -> KeyTables:
    """Tables for the keys of sets of a variant."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    colours, pieces = problem.variant.colours, len(problem.pieces)
    return KeyTables(
        *symmetries(problem.board, problem.pieces, problem.windows),
        words=generator.integers(0, 1 << 64, (colours + 1, pieces), np.uint64),
        signs=generator.integers(0, 1 << 40, pieces, np.int64),
    )


class CodeSet(NamedTuple):
    """A set of codes as rows of elements.

    Attributes:
        low, number: its first row and number of rows.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        free: first row that is free.
    """

    low: int
    number: int
    colours_asked: int
    diagonals_used: int
    free: int


class Tables(NamedTuple):
    """Tables of a variant for kernels: m pieces, D diagonals, g symmetries.

    Attributes:
        masks: int64, shape (m,): fields of the pieces.
        answers: uint8, shape (m, D): answers by piece and diagonal.
        ways: int64, shape (colours + 1,): codes per element, by number of colours asked for.
        least: int32, shape (answers + 1, codes + 1): entry [a, n]: a lower bound of the cost-to-go of n codes if no query
            has more than a answers on them.
        disorder: int64, shape (codes + 1,): n log n, scaled; a query of greater Shannon entropy has a smaller sum over its parts.
            Used only to order queries, not to decide ties.
        piece_maps, diagonal_maps: int64, shapes (g, m) and (g, D): see `symmetries`.
        words: uint64, shape (colours + 1, m): random words of pieces for the keys of sets; the last row for colours not asked
            for.
        signs: int64, shape (m,): random words of 40 bits, whose sums distinguish colours.
        orders: see `elements.piece_orders`; more pieces have more than SMALL orders.
        twins: int64, shape (D,): the earlier window of the same line, or -1; of two unused windows only the earlier one is asked.
        early: whether a filling may be laid at any set, which ends the game.
        size: fields per piece.
    """

    masks: NDArray[np.int64]
    answers: NDArray[np.uint8]
    ways: NDArray[np.int64]
    least: NDArray[np.int32]
    disorder: NDArray[np.int64]
    piece_maps: NDArray[np.int64]
    diagonal_maps: NDArray[np.int64]
    words: NDArray[np.uint64]
    signs: NDArray[np.int64]
    orders: NDArray[np.int64]
    twins: NDArray[np.int64]
    early: bool
    size: int


@lru_cache(maxsize=4)
def make_tables(problem: Problem, early: bool = False) -> Tables:
    """Tables of a variant.

    Args:
        problem: the variant.
        early: whether a filling may be laid at any set.

    Raises:
        InputError: no codes, or more than `MOST_CODES`; no diagonals, or two equal ones.
    """
    if not 1 <= problem.codes <= MOST_CODES:
        raise InputError(f"{problem.variant.name} has {problem.codes:,} codes; 1 to {MOST_CODES:,} can be searched")
    if not problem.windows or len(set(map(tuple, problem.windows))) < len(problem.windows):
        raise InputError(f"diagonals must be different sets of fields, at least one, not {problem.diagonals}")
    colours, codes = problem.variant.colours, problem.codes
    # answers of pieces that occur in no pattern are ignored
    answering = problem.answers[np.unique(problem.patterns)]
    most = max(len(np.unique(column)) for column in answering.T)
    size = np.arange(codes + 1, dtype=np.float64)
    return Tables(
        masks=problem.pieces,
        answers=problem.answers,
        ways=np.array([factorial(colours - colours_asked) for colours_asked in range(colours + 1)], np.int64),
        least=least_rests(problem.pieces, problem.patterns, most, codes, early),
        disorder=np.round(size * np.log2(np.maximum(size, 1)) * 2.0**32).astype(np.int64),
        **make_key_tables(problem)._asdict(),
        orders=piece_orders(),
        twins=np.array([_twin(problem.diagonals, diagonal) for diagonal in range(len(problem.diagonals))], np.int64),
        early=early,
        size=problem.variant.size,
    )


def _twin(lines: Sequence[int], diagonal: int) -> int:
    first = lines.index(lines[diagonal])
    return first if first < diagonal else -1


if INTERPRETED:

    def scramble(word: np.uint64) -> np.uint64:
        """A word of 64 bits whose every bit depends on all of another's, one to one (D. Stafford's mix 13 of splitmix64)."""
        full = (1 << 64) - 1
        value = int(word)
        value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & full
        value = ((value ^ value >> 27) * 0x94D049BB133111EB) & full
        return np.uint64(value ^ value >> 31)

else:

    @kernel
    def scramble(word: np.uint64) -> np.uint64:
        """A word of 64 bits whose every bit depends on all of another's, one to one (D. Stafford's mix 13 of splitmix64)."""
        value = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return value ^ (value >> np.uint64(31))


@kernel
def is_free(tables: Tables, diagonals_used: int, diagonal: int) -> bool:
    """Whether a window may be asked; the later of a line's two windows only after the earlier one."""
    twin = tables.twins[diagonal]
    return not diagonals_used >> diagonal & 1 and (twin < 0 or bool(diagonals_used >> twin & 1))


@kernel
def moved_mask(diagonals_used: int, places: NDArray[np.int64]) -> int:
    """Image of a set of diagonals under a symmetry."""
    moved = 0
    for diagonal in range(places.shape[0]):
        moved |= (diagonals_used >> diagonal & 1) << places[diagonal]
    return moved


@kernel
def key_kernel(
    tables: Tables | KeyTables,
    elements: NDArray[np.uint16],
    low: int,
    count: int,
    colours_asked: int,
    diagonals_used: int,
    names: NDArray[np.int64],
    key: NDArray[np.uint64],
) -> None:
    """Write the key of the codes left, up to symmetry, to `key`.

    Args:
        tables: tables of the variant.
        elements: rows low to low + count - 1 are left.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        names: scratch, (2, colours).
        key: (2,).
    """
    colours = elements.shape[1]
    least = 1 << 62
    for move in range(tables.diagonal_maps.shape[0]):
        least = min(least, moved_mask(diagonals_used, tables.diagonal_maps[move]))
    has_key = False
    order, sums = names[0], names[1]
    for move in range(tables.diagonal_maps.shape[0]):
        if moved_mask(diagonals_used, tables.diagonal_maps[move]) != least:
            continue
        moved = tables.piece_maps[move]
        for colour in range(colours_asked):
            total = 0
            for row in range(low, low + count):
                total += tables.signs[moved[elements[row, colour]]]
            index = colour
            while index > 0 and sums[index - 1] > total:
                sums[index], order[index] = sums[index - 1], order[index - 1]
                index -= 1
            sums[index], order[index] = total, colour
        first = scramble(np.uint64(least << 8 | colours_asked))
        second = scramble(~np.uint64(least << 8 | colours_asked))
        for row in range(low, low + count):
            word = np.uint64(0)
            for name in range(colours_asked):
                word ^= tables.words[name, moved[elements[row, order[name]]]]
            for index in range(colours_asked, colours):
                word ^= tables.words[colours, moved[elements[row, index]]]
            first ^= scramble(word)
            second ^= scramble(~word)
        if not has_key or first < key[0] or (first == key[0] and second < key[1]):
            key[0], key[1] = first, second
            has_key = True


COLOUR, DIAGONAL, PROMISE, DISORDER, PARTS, SIZES = range(6)
"""Fields of a listed query: colour and diagonal, lower bound, sum of n log n over its parts, number of parts, their codes."""

PART_LOW, PART_COUNT, PART_ANSWER, PART_REST = range(4)
"""Fields of a part: its first row and number of elements, the answer, a lower bound or the value of its cost-to-go."""

PART_FIELDS = 4


class Tally(NamedTuple):
    """Scratch for counting; counts are zeros between calls.

    Attributes:
        counts: int32, shape (256,): counts of answers.
        seen: int32, shape (257,): answers that occur.
        pieces: int32, shape (m,): counts of pieces.
        met: int32, shape (m + 1,): pieces that occur.
    """

    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    pieces: NDArray[np.int32]
    met: NDArray[np.int32]


def make_tally(tables: Tables) -> Tally:
    """Scratch for counting answers."""
    pieces = len(tables.masks)
    return Tally(*(np.zeros(length, np.int32) for length in (256, 257, pieces, pieces + 1)))


def query_fields(tables: Tables) -> int:
    """Number of fields of a listed query."""
    return SIZES + len(tables.least)


@kernel
def list_queries_kernel(
    tables: Tables, elements: Elements, subset: CodeSet, tally: Tally, queries: NDArray[np.int64]
) -> int:
    """List the queries that split a set, by colour, then diagonal, with their lower bounds.

    Args:
        tables: tables of the variant.
        elements: rows of the set.
        subset: the set.
        tally: scratch.
        queries: (colours * D or more, query_fields).

    Returns:
        Number of queries.
    """
    low, number, colours_asked, diagonals_used, _ = subset
    colours, counts, seen = elements.shape[1], tally.counts, tally.seen
    written, most = 0, 0
    for colour in range(min(colours_asked + 1, colours)):
        # there are fewer pieces than elements, and answers depend only on the piece
        last = colours - 1 if colour == colours_asked else colour
        pieces = count_pieces(elements, low, number, colour, last, tally.pieces, tally.met)
        # an element in a column stands for all colourings of the other pieces
        weight = tables.ways[colours_asked + 1] if colour == colours_asked else tables.ways[colours_asked]
        for diagonal in range(tables.answers.shape[1]):
            if not is_free(tables, diagonals_used, diagonal):
                continue
            answers = 0
            for i in range(pieces):
                answer = tables.answers[tally.met[i], diagonal]
                seen[answers] = answer
                answers += counts[answer] == 0
                counts[answer] += tally.pieces[tally.met[i]]
            if answers > 1:
                query = queries[written]
                query[COLOUR], query[DIAGONAL], query[PARTS] = colour, diagonal, answers
                query[DISORDER] = 0
                for part in range(answers):
                    size = counts[seen[part]] * weight
                    query[SIZES + part] = size
                    query[DISORDER] += tables.disorder[size]
                most = max(most, answers)
                written += 1
            for part in range(answers):
                counts[seen[part]] = 0
        for i in range(pieces):
            tally.pieces[tally.met[i]] = 0
    for index in range(written):
        query = queries[index]
        query[PROMISE] = number * tables.ways[colours_asked]
        for part in range(query[PARTS]):
            query[PROMISE] += tables.least[most, query[SIZES + part]]
    return written


@kernel
def split_kernel(
    tables: Tables,
    elements: Elements,
    subset: CodeSet,
    colour: int,
    diagonal: int,
    tally: Tally,
    parts: NDArray[np.int64],
    by_size: bool,
) -> int:
    """Write the parts of a set to the rows that are free, except parts of one code.

    Args:
        tables, elements, subset, tally: as for `list_queries_kernel`.
        colour, diagonal: the query.
        parts: (answers or more, PART_FIELDS): filled with the parts; PART_REST is not set.
        by_size: order of the parts: by ascending size, then answer, rather than by answer alone.

    Returns:
        Number of parts written.
    """
    low, number, colours_asked, _, end = subset
    counts, seen, answer_of = tally.counts, tally.seen, tables.answers[:, diagonal]
    last = elements.shape[1] - 1 if colour == colours_asked else colour
    weight = tables.ways[colours_asked + (colour == colours_asked)]
    answers = count_answers(elements, low, number, colour, last, answer_of, counts, seen)
    for i in range(1, answers):
        answer = seen[i]
        index = i
        while index > 0 and (
            counts[seen[index - 1]] > counts[answer]
            if by_size and counts[seen[index - 1]] != counts[answer]
            else seen[index - 1] > answer
        ):
            seen[index] = seen[index - 1]
            index -= 1
        seen[index] = answer
    written = 0
    for i in range(answers):
        size = counts[seen[i]]
        if size * weight == 1:
            counts[seen[i]] = -1
        else:
            parts[written, PART_LOW], parts[written, PART_COUNT], parts[written, PART_ANSWER] = end, size, seen[i]
            written += 1
            # from here on: the row for the next element
            counts[seen[i]] = end
            end += size
    for row in range(low, low + number):
        for column in range(colour, last + 1):
            answer = answer_of[elements[row, column]]
            if counts[answer] >= 0:
                copy_element(elements, counts[answer], row, colour, column)
                counts[answer] += 1
    for i in range(answers):
        counts[seen[i]] = 0
    return written


@kernel
def part_of(parts: NDArray[np.int64], part: int, subset: CodeSet, colour: int, diagonal: int, free: int) -> CodeSet:
    """A part that `split_kernel` wrote, as a set; rows from `free` on are free."""
    return CodeSet(
        parts[part, PART_LOW],
        parts[part, PART_COUNT],
        subset.colours_asked + (colour == subset.colours_asked),
        subset.diagonals_used | 1 << diagonal,
        free,
    )
