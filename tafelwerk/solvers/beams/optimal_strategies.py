"""Optimal strategies of small variants, good ones, and proven lower bounds of the total.

Depth-first search over strategies of Beams: exact, or limited to the best few queries at large sets, or cut off with bounds.

At a set of n codes, width[n] is the number of queries tried, those of greatest Shannon entropy and all that tie with the last of
them. Small sets are solved exactly, as masks, regardless of the width. So one search covers three cases:

- every query at every set: the exact cost-to-go;
- few queries at large sets: the cost-to-go of the best strategy of that kind, which need not be optimal;
- every query at the largest sets, and width 0 below: the least lower bound of a query replaces the cost-to-go. These lower bounds
  ("promises") are proven (see `least_rests`), and so is the result.

Bounds prune queries that cannot beat the best one found. Values are remembered by key up to symmetry; promises, entropies and
widths depend only on the sizes of parts, so sets with the same key have the same value.

Strategies for small variants of Beams: optimal ones, and good ones that try few queries at large sets.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.4.1 (rules) and 4.4.2 (small
variants). Its best strategy for three colours and six fields uses a board with one wrong field in a diagonal.

Lower bound of the least total of a large variant: two queries exactly, and a bound of the cost after them.

Every first query is considered, up to symmetries of the board, and every second query on each part of it. After the second query
a set of n codes costs at least

    K_a(n) = the least sum of depths of n leaves in a tree of at most a branches per node,

where a is the largest number of answers of any unused query on the set after the first query: no query has more on a part of it.
Guesses do not lower this bound. Two codes differ in at least two fields, and at most C(fields, j) D_j other codes differ from a
code in exactly j fields, with D_j the number of derangements of j things. So a guess among n codes is wrong in at least G(n)
fields over all of them, counting the n - 1 nearest possible codes. If K_a(n) <= G(n) for all n, each guess can be replaced by a
tree that costs no more. This holds from some number of branches on, which replaces a where a is smaller.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Beam
from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.codes_left import Codes, Knowledge
from tafelwerk.solvers.beams.elements import Elements, best_guess, least_filling
from tafelwerk.solvers.beams.endgame import LAID, Endgame, endgame_kernel, make_endgame
from tafelwerk.solvers.beams.entropy_queries import Parts
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import symmetries
from tafelwerk.solvers.beams.search_tables import (
    PART_COUNT,
    PART_LOW,
    SMALL,
    Tables,
    Tally,
    key_kernel,
    list_queries_kernel,
    make_tables,
    make_tally,
    split_kernel,
)
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, exact_at, recall, remember, value_at

KEPT = 12
"""Least number of codes of a set whose cost-to-go is remembered; smaller sets are solved as quickly."""

NONE = 1 << 50
"""A limit above every cost-to-go."""

# fields of a frame: first row and number of elements; colours asked for, diagonals used; number of codes; the limit for the
# cost-to-go, then the best value found; number of listed queries, current query, its total so far; its first part, number of
# parts, next part; first row free for parts, and for parts of a part; colours and diagonals used after the query; the best query;
# the key
LOW, COUNT, ASKED, USED, CODES, LIMIT, LISTED, AT, SUM, PARTS = range(10)
PART_NUMBER, PART, FREE, FREE_BELOW, ASKED_BELOW, USED_BELOW, BEST, KEY, CHECK = range(10, 19)
FIELDS = 19

# fields of the state: frame and phase to continue with, value that a frame returns, number of sets searched, largest number of
# codes of a set that is solved as a mask
DEPTH, PHASE, VALUE, NODES, EXACT = range(5)

ENTER, GO_ON, LEAVE = range(3)

DONE, PAUSED = 0, 1


class Search(NamedTuple):
    """A search under way: stack, memo and scratch.

    Attributes:
        elements: uint16, shape (rows, colours): the set searched, then its parts, their parts, and so on.
        frames: int64, shape (D + 2, FIELDS).
        queries: int64, shape (D + 2, colours * D, query_fields): queries listed at each frame.
        parts: int64: current parts of all frames, one after the other.
        memo: see `machine.memo`; the size of a set is its number of codes.
        state: int64, shape (5,).
        widths: int64, shape (codes + 1,): number of queries tried at a set, by its number of codes.
        best: int64, shape (2,): colour and diagonal of the best query at the first frame, or -1, -1.
        names: int64, shape (2, colours), scratch for keys.
        key: uint64, shape (2,), scratch.
        tally: scratch.
        endgame: scratch.
    """

    elements: Elements
    frames: NDArray[np.int64]
    queries: NDArray[np.int64]
    parts: NDArray[np.int64]
    memo: Memo
    state: NDArray[np.int64]
    widths: NDArray[np.int64]
    best: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    tally: Tally
    endgame: Endgame


def make_search(
    problem: Problem, tables: Tables, widths: NDArray[np.int64], entries: int, exact: int = SMALL
) -> Search:
    """A new search for a problem.

    Args:
        problem: the problem.
        tables: its tables.
        widths: int64, shape (codes + 1,).
        entries: number of entries of the memo, a power of 2.
        exact: largest number of codes of a set that is solved exactly regardless of its width, at most SMALL.
    """
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    answers = len(tables.least)
    # the parts of a set have no more elements than there are codes
    rows = len(problem.patterns) + (diagonals + 1) * problem.codes
    return Search(
        elements=np.empty((rows, colours), np.uint16),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        queries=np.zeros((diagonals + 2, colours * diagonals, sp.query_fields(tables)), np.int64),
        parts=np.zeros(((diagonals + 2) * answers, sp.PART_FIELDS), np.int64),
        memo=empty_memo(entries),
        state=np.array([0, ENTER, 0, 0, exact], np.int64),
        widths=widths,
        best=np.full(2, -1, np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        tally=make_tally(tables),
        endgame=make_endgame(problem),
    )


@kernel
def begin_kernel(
    search: Search, low: int, number: int, colours_asked: int, diagonals_used: int, free: int, limit: int
) -> None:
    """Set up the search for the cost-to-go of rows low to low + number - 1, up to a limit; rows from `free` on are free."""
    frame = search.frames[0]
    frame[LOW], frame[COUNT], frame[ASKED], frame[USED], frame[LIMIT] = (
        low,
        number,
        colours_asked,
        diagonals_used,
        limit,
    )
    frame[PARTS], frame[FREE] = 0, free
    search.state[DEPTH], search.state[PHASE] = 0, ENTER


@kernel
def _sort_kernel(queries: NDArray[np.int64], number: int) -> None:
    """Stable sort by ascending disorder."""
    for i in range(1, number):
        row = i
        while row > 0 and queries[row - 1, sp.DISORDER] > queries[row, sp.DISORDER]:
            for field in range(queries.shape[1]):
                queries[row - 1, field], queries[row, field] = queries[row, field], queries[row - 1, field]
            row -= 1


@kernel
def _least_promise_kernel(queries: NDArray[np.int64], number: int) -> int:
    promise = NONE
    for row in range(number):
        promise = min(promise, queries[row, sp.PROMISE])
    return promise


@kernel
def _ask_kernel(tables: Tables, search: Search, depth: int) -> None:
    """Split a frame's set by the current query, and bound its parts while the total stays below the limit.

    A part is bounded by its size, and a larger part then by the least lower bound of the queries that split it. This is much
    faster than searching the other parts first.
    """
    frame = search.frames[depth]
    colour, diagonal = search.queries[depth, frame[AT], sp.COLOUR], search.queries[depth, frame[AT], sp.DIAGONAL]
    parts = search.parts[frame[PARTS] :]
    low, number, free = frame[LOW], frame[COUNT], frame[FREE]
    part_count = split_kernel(
        tables, search.elements, low, number, frame[ASKED], colour, diagonal, free, search.tally, parts, True
    )
    colours_asked = frame[ASKED] + (colour == frame[ASKED])
    diagonals_used = frame[USED] | (1 << diagonal)
    least = tables.least[tables.least.shape[0] - 1]
    total = frame[CODES]
    for part in range(part_count):
        parts[part, sp.PART_REST] = least[parts[part, sp.PART_COUNT] * tables.ways[colours_asked]]
        total += parts[part, sp.PART_REST]
        free += parts[part, sp.PART_COUNT]
    below = search.queries[depth + 1]
    for part in range(part_count):
        low, number = parts[part, sp.PART_LOW], parts[part, sp.PART_COUNT]
        if total >= frame[LIMIT]:
            break
        if number * tables.ways[colours_asked] > search.state[EXACT]:
            query_count = list_queries_kernel(
                tables, search.elements, low, number, colours_asked, diagonals_used, search.tally, below
            )
            if query_count > 0:
                promise = _least_promise_kernel(below, query_count)
                if tables.early:
                    promise = min(promise, tables.least[1, number * tables.ways[colours_asked]])
                total += promise - parts[part, sp.PART_REST]
                parts[part, sp.PART_REST] = promise
    frame[PART_NUMBER], frame[PART], frame[SUM] = part_count, 0, total
    frame[ASKED_BELOW], frame[USED_BELOW], frame[FREE_BELOW] = colours_asked, diagonals_used, free


@kernel
def _lay_kernel(tables: Tables, search: Search, low: int, number: int, colours_asked: int, limit: int) -> int:
    """Wrong fields of the best filling, summed over the codes of a set, if below the limit; otherwise a number >= the limit."""
    wrong, elements = search.endgame.wrong, search.elements
    colours, ways = elements.shape[1], tables.ways[colours_asked]
    wrong[:] = number * ways
    for row in range(low, low + number):
        for column in range(colours):
            fields = tables.masks[elements[row, column]]
            while fields:
                field = lowest(fields)
                fields &= fields - 1
                if column < colours_asked:
                    wrong[column, field] -= ways
                else:
                    for colour in range(colours_asked, colours):
                        wrong[colour, field] -= tables.ways[colours_asked + 1]
    endgame = search.endgame
    return least_filling(wrong, tables.size, limit, endgame.filled, endgame.steps, endgame.chain)


@kernel
def search_kernel(tables: Tables, search: Search, steps: int, fresh: bool) -> int:
    """Continue a search.

    Args:
        tables: tables of the variant.
        search: the search.
        steps: approximate number of sets to search before a pause.
        fresh: whether to search the first set even if its cost-to-go is remembered, to find its best query.

    Returns:
        DONE, with the cost-to-go of the first set in state[VALUE] if it is below its limit, otherwise a lower bound of it; or
        PAUSED.
    """
    frames, memo, state = search.frames, search.memo, search.state
    depth, phase, value = state[DEPTH], state[PHASE], state[VALUE]
    until = state[NODES] + steps
    while True:
        frame = frames[depth]
        if phase == ENTER:
            if state[NODES] >= until:
                state[DEPTH], state[PHASE] = depth, ENTER
                return PAUSED
            state[NODES] += 1
            low, number, colours_asked, diagonals_used, limit = (
                frame[LOW],
                frame[COUNT],
                frame[ASKED],
                frame[USED],
                frame[LIMIT],
            )
            codes = number * tables.ways[colours_asked]
            frame[CODES], frame[BEST] = codes, -1
            phase = LEAVE
            if codes >= KEPT:
                key_kernel(
                    tables, search.elements, low, number, colours_asked, diagonals_used, search.names, search.key
                )
                frame[KEY], frame[CHECK] = np.int64(search.key[0]), np.int64(search.key[1])
                row = recall(memo, frame[KEY], frame[CHECK])
                if row >= 0 and not (fresh and depth == 0) and (exact_at(memo, row) or value_at(memo, row) >= limit):
                    value = value_at(memo, row)
                    continue
            if codes == 1:
                value = 0
                continue
            if codes <= state[EXACT]:
                value = endgame_kernel(
                    tables,
                    search.endgame,
                    search.elements,
                    low,
                    number,
                    colours_asked,
                    diagonals_used,
                    limit,
                    search.best,
                )
                if codes >= KEPT:
                    remember(memo, frame[KEY], frame[CHECK], codes, value, value < limit, UNKNOWN)
                continue
            queries = search.queries[depth]
            query_count = list_queries_kernel(
                tables, search.elements, low, number, colours_asked, diagonals_used, search.tally, queries
            )
            if query_count == 0:
                value = (
                    _lay_kernel(tables, search, low, number, colours_asked, NONE)
                    if tables.early
                    else best_guess(tables.masks, search.elements, low, number, colours_asked, search.best)
                )
                search.best[0] = search.best[1] = -1
                continue
            width = search.widths[codes]
            promise = _least_promise_kernel(queries, query_count)
            if tables.early:
                laid = _lay_kernel(tables, search, low, number, colours_asked, limit)
                if laid < limit:
                    limit = frame[LIMIT] = laid
                    frame[BEST] = LAID
                    search.best[0] = search.best[1] = -1
                promise = min(promise, laid)
            if width == 0 or promise >= limit:
                value = promise
                continue
            _sort_kernel(queries, query_count)
            width = min(width, query_count)
            while width < query_count and queries[width, sp.DISORDER] == queries[width - 1, sp.DISORDER]:
                width += 1
            frame[LISTED], frame[AT], frame[SUM] = width, -1, NONE
            phase = GO_ON
        elif phase == GO_ON:
            if frame[SUM] < frame[LIMIT]:
                if frame[PART] < frame[PART_NUMBER]:
                    part = search.parts[frame[PARTS] + frame[PART]]
                    frame[PART] += 1
                    depth += 1
                    below = frames[depth]
                    below[LOW], below[COUNT] = part[sp.PART_LOW], part[sp.PART_COUNT]
                    below[ASKED], below[USED] = frame[ASKED_BELOW], frame[USED_BELOW]
                    below[LIMIT] = frame[LIMIT] - frame[SUM] + part[sp.PART_REST]
                    below[PARTS], below[FREE] = frame[PARTS] + frame[PART_NUMBER], frame[FREE_BELOW]
                    phase = ENTER
                    continue
                frame[LIMIT], frame[BEST] = frame[SUM], frame[AT]
            queries = search.queries[depth]
            at = frame[AT] + 1
            while at < frame[LISTED] and queries[at, sp.PROMISE] >= frame[LIMIT]:
                at += 1
            frame[AT] = at
            if at == frame[LISTED]:
                value = frame[LIMIT]
                if frame[CODES] >= KEPT:
                    remember(memo, frame[KEY], frame[CHECK], frame[CODES], value, frame[BEST] != -1, UNKNOWN)
                if depth == 0:
                    search.best[0] = search.best[1] = -1
                    if frame[BEST] >= 0:
                        search.best[0], search.best[1] = (
                            queries[frame[BEST], sp.COLOUR],
                            queries[frame[BEST], sp.DIAGONAL],
                        )
                phase = LEAVE
                continue
            _ask_kernel(tables, search, depth)
        else:
            if depth == 0:
                state[VALUE] = value
                return DONE
            depth -= 1
            above = frames[depth]
            above[SUM] += value - search.parts[above[PARTS] + above[PART] - 1, sp.PART_REST]
            phase = GO_ON


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A strategy, with one node for every set of two or more codes that it can reach.

    Nodes are in depth-first order, parents first, the children of a node by ascending answer; the root is node 0. A single
    code left is known and has no node. Colours are asked for in the order 0, 1, 2, ... on every path.

    Attributes:
        parent: int32, shape (n,): node of the parent; -1 at the root.
        answer: uint8, shape (n,): answer to the parent's query, as bits along the diagonal; 0 at the root.
        colour, diagonal: int8, shape (n,): the query; both -1 where a guess ends the game.
        codes: int64, shape (n,): number of codes left.
        total: int64, shape (n,): queries and wrong fields from here on, summed over the codes left.
        guess: int32, shape (n,): row of `guesses`, -1 where a query is asked.
        guesses: uint16, shape (g, colours): guessed pieces, each colour's piece in its place.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint8]
    colour: NDArray[np.int8]
    diagonal: NDArray[np.int8]
    codes: NDArray[np.int64]
    total: NDArray[np.int64]
    guess: NDArray[np.int32]
    guesses: NDArray[np.uint16]


def walk(codes: Codes, tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cost of a strategy for each code, found by playing it for that code.

    Only the tree's parents, answers, queries and guesses are used, so the result checks the numbers stored with them.

    Args:
        codes: all codes of a variant, with the diagonals of the tree.
        tree: a strategy for them.

    Returns:
        Queries and wrong fields, int64, shape (codes,) each.

    Raises:
        InputError: the tree uses a diagonal twice, or ends with several codes left and no guess.
    """
    everything = np.arange(len(codes))
    queries, wrong = np.zeros((2, len(codes)), np.int64)
    branch = tree.parent.astype(np.int64) << 8 | tree.answer
    order = np.argsort(branch, kind="stable")
    branch = branch[order]
    masks = codes.pieces.astype(np.int64)
    diagonals_used = np.zeros(len(codes), np.int64)
    # codes still in play, and the node of each
    playing, at = everything, np.zeros(len(codes), np.int64)
    while len(playing) and len(branch):
        asks = tree.guess[at] < 0
        for index in np.flatnonzero(~asks).tolist():
            guessed = masks[tree.guesses[tree.guess[at[index]]]]
            wrong[playing[index]] = np.bitwise_count(guessed & ~masks[codes.piece_of[:, playing[index]]]).sum()
        playing, at = playing[asks], at[asks]
        colour, diagonal = tree.colour[at].astype(np.int64), tree.diagonal[at].astype(np.int64)
        if (diagonals_used[playing] >> diagonal & 1).any():
            raise InputError("the strategy uses a diagonal twice")
        diagonals_used[playing] |= np.int64(1) << diagonal
        queries[playing] += 1
        wanted = at << 8 | codes.answers[codes.piece_of[colour, playing], diagonal]
        rows = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
        goes_on = branch[rows] == wanted
        ended = np.unique(wanted[~goes_on], return_counts=True)[1]
        if (ended > 1).any():
            raise InputError("the strategy ends with several codes left and without a guess")
        playing, at = playing[goes_on], order[rows[goes_on]]
    return queries, wrong


# fields of an open set: first row, number of elements; colours asked for, diagonals used; first free row; the parent's node, the
# answer that leads here
OPEN_LOW, OPEN_COUNT, OPEN_ASKED, OPEN_USED, OPEN_FREE, OPEN_PARENT, OPEN_ANSWER = range(7)
OPEN_FIELDS = 7

# fields of a node, in the order of Tree
NODE_PARENT, NODE_ANSWER, NODE_COLOUR, NODE_DIAGONAL, NODE_CODES, NODE_TOTAL, NODE_GUESS = range(7)

_SLICE = 256
"""Nodes per kernel call, between checks for interrupts."""


def grow(tables: Tables, search: Search, patterns: int, codes: int, first: int) -> Tree:
    """Tree of the strategy that a search has found.

    Args:
        tables: tables of the variant.
        search: the finished search, whose memo contains costs-to-go. Its first `patterns` rows are the root's elements.
        patterns: number of patterns.
        codes: number of codes.
        first: diagonal of the first query if it was given, otherwise -1.
    """
    diagonals, colours = tables.answers.shape[1], search.elements.shape[1]
    waiting = np.zeros(((diagonals + 1) * 256 + 1, OPEN_FIELDS), np.int64)
    waiting[0] = 0, patterns, 0, 0, patterns, -1, 0
    nodes = np.zeros((codes, 7), np.int64)
    guesses = np.zeros((codes, colours), np.uint16)
    counts = np.array([1, 0, 0], np.int64)
    while counts[0]:
        _grow_kernel(tables, search, first, waiting, nodes, guesses, counts, _SLICE)
    made = nodes[: counts[1]]
    return Tree(
        parent=made[:, NODE_PARENT].astype(np.int32),
        answer=made[:, NODE_ANSWER].astype(np.uint8),
        colour=made[:, NODE_COLOUR].astype(np.int8),
        diagonal=made[:, NODE_DIAGONAL].astype(np.int8),
        codes=made[:, NODE_CODES].copy(),
        total=made[:, NODE_TOTAL].copy(),
        guess=made[:, NODE_GUESS].astype(np.int32),
        guesses=guesses[: counts[2]].copy(),
    )


@kernel
def _grow_kernel(
    tables: Tables,
    search: Search,
    first: int,
    waiting: NDArray[np.int64],
    nodes: NDArray[np.int64],
    guesses: NDArray[np.uint16],
    counts: NDArray[np.int64],
    steps: int,
) -> None:
    """Grow some nodes.

    Args:
        waiting: (., FIELDS): open sets, the next one last.
        nodes: (codes, 7); every node has two or more parts or is a guess, so there are fewer nodes than codes.
        guesses: (codes, colours).
        counts: (3,): numbers of open sets, nodes and guesses.
        steps: number of nodes to grow.
    """
    colours = search.elements.shape[1]
    for _ in range(steps):
        if counts[0] == 0:
            return
        counts[0] -= 1
        low, number, colours_asked = (
            waiting[counts[0], OPEN_LOW],
            waiting[counts[0], OPEN_COUNT],
            waiting[counts[0], OPEN_ASKED],
        )
        diagonals_used, free = waiting[counts[0], OPEN_USED], waiting[counts[0], OPEN_FREE]
        made = counts[1]
        node = nodes[made]
        counts[1] += 1
        node[NODE_PARENT], node[NODE_ANSWER] = waiting[counts[0], OPEN_PARENT], waiting[counts[0], OPEN_ANSWER]
        codes = number * tables.ways[colours_asked]
        node[NODE_CODES], node[NODE_GUESS] = codes, -1
        if made == 0 and first >= 0:
            search.best[0], search.best[1] = 0, first
            node[NODE_TOTAL] = 0
        elif codes <= search.state[EXACT]:
            node[NODE_TOTAL] = endgame_kernel(
                tables, search.endgame, search.elements, low, number, colours_asked, diagonals_used, NONE, search.best
            )
        else:
            begin_kernel(search, low, number, colours_asked, diagonals_used, free, NONE)
            search_kernel(tables, search, 1 << 60, False)
            node[NODE_TOTAL] = search.state[VALUE]
            begin_kernel(search, low, number, colours_asked, diagonals_used, free, node[NODE_TOTAL] + 1)
            search_kernel(tables, search, 1 << 60, True)
        node[NODE_COLOUR], node[NODE_DIAGONAL] = search.best[0], search.best[1]
        colour, diagonal = search.best[0], search.best[1]
        if colour < 0:
            best_guess(tables.masks, search.elements, low, number, colours_asked, search.best)
            for index in range(colours):
                guesses[counts[2], index] = search.elements[search.best[0], index]
            node[NODE_GUESS] = counts[2]
            counts[2] += 1
            continue
        part_count = sp.split_kernel(
            tables,
            search.elements,
            low,
            number,
            colours_asked,
            colour,
            diagonal,
            free,
            search.tally,
            search.parts,
            False,
        )
        below = free
        for index in range(part_count):
            below += search.parts[index, sp.PART_COUNT]
        for index in range(part_count - 1, -1, -1):
            next_one = waiting[counts[0]]
            next_one[OPEN_LOW], next_one[OPEN_COUNT] = (
                search.parts[index, sp.PART_LOW],
                search.parts[index, sp.PART_COUNT],
            )
            next_one[OPEN_ASKED], next_one[OPEN_USED] = (
                colours_asked + (colour == colours_asked),
                diagonals_used | (1 << diagonal),
            )
            next_one[OPEN_FREE], next_one[OPEN_PARENT], next_one[OPEN_ANSWER] = (
                below,
                made,
                search.parts[index, sp.PART_ANSWER],
            )
            counts[0] += 1


ENTRIES = 1 << 21
"""Largest number of entries of the memo: 64 MB."""

SLICE_SECONDS = 0.25
"""Approximate time between two reports, in seconds."""

EVERY = 1 << 30
"""A width above the number of queries of any set."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search.

    Attributes:
        total: best total so far; None before the first.
        nodes: number of sets of codes searched.
    """

    total: int | None
    nodes: int


Report = Callable[[Progress], object]
"""Called several times per second; an exception that it raises ends the search."""


def optimal(problem: Problem, first: int | None = None, progress: Report | None = None, *, early: bool = False) -> Tree:
    """A strategy of least total.

    Of equally good queries the first by entropy, colour and diagonal is kept, at small sets any of them; the result is the same
    in every run.

    Args:
        problem: a small variant: 3c6p takes a twentieth of a second, 6c3p is out of reach.
        first: diagonal of the first query, whose colour is 0. Default: the best one.
        progress: called several times per second with the progress of the search.
        early: whether a filling may be laid at any set, which ends the game there. Then the tree's guesses stand for the best
            fillings, which are not stored.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: no such diagonal, or one that does not split the codes; a variant that `make_tables` refuses.
    """
    tables = make_tables(problem, early)
    return _best_tree(problem, tables, np.full(problem.codes + 1, EVERY, np.int64), first, progress)


def improve(
    problem: Problem, width: int, *, below: int = 0, inner: int = EVERY, progress: Report | None = None
) -> Tree:
    """Best strategy among those that try few queries of greatest entropy; sets of at most 63 codes are played perfectly.

    Args:
        problem: a small variant.
        width: number of queries tried at a set of more than 63 codes, those of greatest Shannon entropy and all that tie with the
            last.
        below: largest number of codes of a set at which `inner` queries are tried instead.
        inner: number of queries tried there.
        progress: called several times per second with the progress of the search.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: a width below 1; a variant that `make_tables` refuses.
    """
    return _best_tree(problem, make_tables(problem), widths(problem, width, below, inner), None, progress)


def widths(problem: Problem, width: int, below: int = 0, inner: int = EVERY) -> NDArray[np.int64]:
    """Number of queries tried at a set, by the number of its codes: int64, shape (codes + 1,). Arguments and errors are those
    of `improve`."""
    if width < 1 or inner < 1:
        raise InputError(f"a width must be at least 1 query, not {min(width, inner)}")
    tried = np.full(problem.codes + 1, width, np.int64)
    tried[: max(below + 1, 0)] = inner
    return tried


def _best_tree(
    problem: Problem, tables: Tables, tried: NDArray[np.int64], first: int | None, progress: Report | None
) -> Tree:
    search = make_search(problem, tables, tried, entries_for(problem))
    search.elements[: len(problem.patterns)] = problem.patterns
    if first is None:
        run(tables, search, (0, len(problem.patterns), 0, 0, len(problem.patterns)), progress)
        return grow(tables, search, len(problem.patterns), problem.codes, -1)
    if not 0 <= first < len(problem.diagonals):
        raise InputError(f"first must be a diagonal, 0 to {len(problem.diagonals) - 1}, not {first}")
    return _with_first(problem, tables, search, first, progress)


def _with_first(problem: Problem, tables: Tables, search: Search, first: int, progress: Report | None) -> Tree:
    patterns = len(problem.patterns)
    parts = np.zeros_like(search.parts)
    part_count = split_kernel(tables, search.elements, 0, patterns, 0, 0, first, patterns, search.tally, parts, True)
    if part_count == 1 and parts[0, PART_COUNT] == patterns * problem.variant.colours:
        raise InputError(f"first: diagonal {first} does not split the codes; take another one")
    free = patterns + int(parts[:part_count, PART_COUNT].sum())
    total = problem.codes
    for low, number in parts[:part_count, [PART_LOW, PART_COUNT]].tolist():
        total += run(tables, search, (low, number, 1, 1 << first, free), progress)
    tree = grow(tables, search, patterns, problem.codes, first)
    tree.total[0] = total
    return tree


def run(tables: Tables, search: Search, root: tuple[int, int, int, int, int], progress: Report | None) -> int:
    """Cost-to-go of a set, searched to the end.

    Args:
        tables: tables of the variant.
        search: the search, whose elements contain the set.
        root: first row, number of elements, colours asked for, mask of diagonals used, first free row.
        progress: called several times per second with the progress of the search.
    """
    begin_kernel(search, *root, NONE)
    steps = 64
    while True:
        begun = monotonic()
        result = search_kernel(tables, search, steps, False)
        if result != PAUSED:
            return int(search.state[VALUE])
        seconds = monotonic() - begun
        if seconds < SLICE_SECONDS / 2:
            steps *= 2
        elif seconds > SLICE_SECONDS * 2:
            steps = max(1, steps // 2)
        if progress is not None:
            best = int(search.frames[0, LIMIT])
            progress(Progress(best if best < NONE else None, int(search.state[NODES])))


def entries_for(problem: Problem) -> int:
    """Number of entries of a memo for a problem."""
    return min(ENTRIES, max(1 << 10, 1 << (16 * problem.codes).bit_length()))


def lower_bound(problem: Problem, above: int, *, exact: int = 16, progress: Report | None = None) -> int:
    """A proven lower bound on the least total of a small variant.

    Play the true game down to sets of at most `above` codes, with every query at every larger set. At a smaller set S of n codes
    any strategy first asks a query that splits it, or guesses if there is none. If a is the largest number of answers of any
    query on S, no query has more on a part of it, and the cost-to-go of a part of s codes is at least B_a(s), see `least_rests`.
    So the cost-to-go of S is at least the minimum of n + sum B_a(parts) over the queries that split it. Replace the cost-to-go of
    such sets by this minimum: the value of the truncated game, minimised over all queries at the larger sets, is a lower bound of
    the least total.
    Sets of few codes are solved exactly wherever they occur, which only raises the bound.

    Args:
        problem: a small variant.
        above: sets of more codes than this are searched with every query; a smaller number gives a sharper bound and takes longer
            (6c3p: 1000 takes 2 seconds, 300 takes 40).
        exact: largest number of codes of a set that is solved exactly, at most 63.
        progress: called several times per second with the progress of the search.

    Returns:
        The bound; it is the least total if `above` <= `exact`.

    Raises:
        InputError: `exact` or `above` out of range; a variant that `make_tables` refuses.
    """
    if not 1 <= exact <= SMALL:
        raise InputError(f"exact must be 1 to {SMALL} codes, not {exact}")
    if above < 1:
        raise InputError(f"above must be at least 1 code, not {above}")
    tables = make_tables(problem)
    widths = np.zeros(problem.codes + 1, np.int64)
    widths[above + 1 :] = EVERY
    search = make_search(problem, tables, widths, entries_for(problem), exact)
    patterns = len(problem.patterns)
    search.elements[:patterns] = problem.patterns
    return run(tables, search, (0, patterns, 0, 0, patterns), progress)


def depth_two_bound(problem: Problem) -> int:
    """Lower bound of the total of every strategy; takes a second per answer to a first query in 6c6p."""
    least = least_branches(len(problem.board.fields), problem.codes)
    totals = []
    for diagonal in first_diagonals(problem):
        parts = Knowledge(problem, ()).parts(0, diagonal)
        behind = (Knowledge(problem, [Beam(0, diagonal, hits)]) for hits in parts)
        totals.append(problem.codes + sum(_of_set(left, least) for left in behind))
    return min(totals)


def first_diagonals(problem: Problem) -> list[int]:
    """One diagonal per equivalence class under the symmetries of the board."""
    _, maps = symmetries(problem.board, problem.pieces, problem.windows)
    return sorted({int(column.min()) for column in maps.T})


def _of_set(left: Knowledge, least: int) -> int:
    """Lower bound of the cost-to-go of the codes after a first query."""
    codes = left.remaining
    if codes == 1:
        return 0
    parts = Parts(left.problem, left.counts, len(left.asked))
    diagonals_used = [beam.diagonal for beam in left.history]
    sizes = np.delete(parts.table * parts.unit, diagonals_used, axis=1)
    answers = (sizes > 0).sum(axis=2)
    if answers.max() < 2:
        return 2 * (codes - 1)
    trees = tree_totals(sizes, max(least, int(answers.max()))).sum(axis=2)
    return codes + int(trees[answers > 1].min())


def tree_totals(leaves: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """Least sum of depths of a number of leaves in a tree with at most `branches` branches per node; 0 for no leaf or one.

    With d the largest depth for which branches^d is at most the number of leaves, all leaves have depth d or d + 1: the least
    sufficient number m of nodes of depth d have children.
    """
    totals = np.zeros_like(leaves)
    width, depth, most = 1, 0, int(leaves.max(initial=0))
    while width <= most:
        more = leaves - width
        here = (leaves >= width) & (leaves < width * branches)
        totals[here] = (leaves * depth + more - (-more // (branches - 1)))[here]
        width, depth = width * branches, depth + 1
    return totals


def least_branches(fields: int, codes: int) -> int:
    """Least number of branches from which on no guess is cheaper than a tree, for any number of codes."""
    branches = 3
    while not guessing_gains_nothing(fields, codes, branches):
        branches += 1
    return branches


def guessing_gains_nothing(fields: int, codes: int, branches: int) -> bool:
    """Whether K(n) <= G(n) for n = 2, ..., codes.

    Up to a hundred codes each n is checked. Beyond, K(n) <= n d + (n - b^d) b / (b - 1) + 1 for b^d <= n <= b^(d + 1), which is
    linear in n, and so is G between the numbers of codes within w and w + 1 wrong fields: both ends of each interval suffice.
    """
    ends = [1]  # codes within w wrong fields, the guess itself included
    costs = [0]  # G of them
    fewer, derangements, wrong = 1, 0, 1  # of 0 and of 1 things
    while ends[-1] < codes:
        wrong += 1
        fewer, derangements = derangements, (wrong - 1) * (derangements + fewer)
        there = comb(fields, min(wrong, fields)) * derangements
        costs.append(costs[-1] + wrong * there)
        ends.append(ends[-1] + there)

    def guesses(number: int) -> int:
        index = next(index for index, end in enumerate(ends) if number <= end)
        return costs[index] - (ends[index] - number) * (index + 1)

    few = min(codes, 100)
    if any(int(tree_totals(np.array([n]), branches)[0]) > guesses(n) for n in range(2, few + 1)):
        return False
    stops = {few, codes, *(end for end in ends if few < end < codes)}
    width, depth = 1, 0
    while width * branches <= few:
        width, depth = width * branches, depth + 1
    while width < codes:
        above = width * branches
        inside = {max(width, few), min(above, codes), *(stop for stop in stops if width <= stop <= above)}
        for number in inside:
            tree = number * depth + Fraction((number - width) * branches, branches - 1) + 1
            if tree > guesses(number):
                return False
        width, depth = above, depth + 1
    return True
