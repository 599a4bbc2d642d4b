"""The tree of a strategy that a search has found, and the cost of a tree for every code, found by playing it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.endgame import endgame_kernel
from tafelwerk.solvers.beams.optimum.search import EXACT, NONE, VALUE, Search, begin_kernel, search_kernel
from tafelwerk.solvers.beams.optimum.tables import Tables
from tafelwerk.solvers.beams.rules.codes import Codes
from tafelwerk.solvers.beams.rules.elements import best_guess
from tafelwerk.solvers.machine.jit import kernel


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
    used = np.zeros(len(codes), np.int64)
    # codes still in play, and the node of each
    playing, at = everything, np.zeros(len(codes), np.int64)
    while len(playing) and len(branch):
        asks = tree.guess[at] < 0
        for place in np.flatnonzero(~asks).tolist():
            guessed = masks[tree.guesses[tree.guess[at[place]]]]
            wrong[playing[place]] = np.bitwise_count(guessed & ~masks[codes.piece_of[:, playing[place]]]).sum()
        playing, at = playing[asks], at[asks]
        colour, diagonal = tree.colour[at].astype(np.int64), tree.diagonal[at].astype(np.int64)
        if (used[playing] >> diagonal & 1).any():
            raise InputError("the strategy uses a diagonal twice")
        used[playing] |= np.int64(1) << diagonal
        queries[playing] += 1
        wanted = at << 8 | codes.answers[codes.piece_of[colour, playing], diagonal]
        found = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
        goes_on = branch[found] == wanted
        ended = np.unique(wanted[~goes_on], return_counts=True)[1]
        if (ended > 1).any():
            raise InputError("the strategy ends with several codes left and without a guess")
        playing, at = playing[goes_on], order[found[goes_on]]
    return queries, wrong


# fields of an open set: first row, number of elements; colours asked for, diagonals used; first free row; the parent's node, the
# answer that leads here
LOW, COUNT, ASKED, USED, FREE, PARENT, ANSWER = range(7)
FIELDS = 7

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
    diagonals, colours = tables.shown.shape[1], search.elements.shape[1]
    waiting = np.zeros(((diagonals + 1) * 256 + 1, FIELDS), np.int64)
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
        low, number, asked = waiting[counts[0], LOW], waiting[counts[0], COUNT], waiting[counts[0], ASKED]
        used, free = waiting[counts[0], USED], waiting[counts[0], FREE]
        made = counts[1]
        node = nodes[made]
        counts[1] += 1
        node[NODE_PARENT], node[NODE_ANSWER] = waiting[counts[0], PARENT], waiting[counts[0], ANSWER]
        codes = number * tables.ways[asked]
        node[NODE_CODES], node[NODE_GUESS] = codes, -1
        if made == 0 and first >= 0:
            search.best[0], search.best[1] = 0, first
            node[NODE_TOTAL] = 0
        elif codes <= search.state[EXACT]:
            node[NODE_TOTAL] = endgame_kernel(
                tables, search.endgame, search.elements, low, number, asked, used, NONE, search.best
            )
        else:
            begin_kernel(search, low, number, asked, used, free, NONE)
            search_kernel(tables, search, 1 << 60, False)
            node[NODE_TOTAL] = search.state[VALUE]
            begin_kernel(search, low, number, asked, used, free, node[NODE_TOTAL] + 1)
            search_kernel(tables, search, 1 << 60, True)
        node[NODE_COLOUR], node[NODE_DIAGONAL] = search.best[0], search.best[1]
        colour, diagonal = search.best[0], search.best[1]
        if colour < 0:
            best_guess(tables.masks, search.elements, low, number, asked, search.best)
            for place in range(colours):
                guesses[counts[2], place] = search.elements[search.best[0], place]
            node[NODE_GUESS] = counts[2]
            counts[2] += 1
            continue
        found = sp.split_kernel(
            tables, search.elements, low, number, asked, colour, diagonal, free, search.tally, search.parts, False
        )
        below = free
        for place in range(found):
            below += search.parts[place, sp.PART_COUNT]
        for place in range(found - 1, -1, -1):
            next_one = waiting[counts[0]]
            next_one[LOW], next_one[COUNT] = search.parts[place, sp.PART_LOW], search.parts[place, sp.PART_COUNT]
            next_one[ASKED], next_one[USED] = asked + (colour == asked), used | (1 << diagonal)
            next_one[FREE], next_one[PARENT], next_one[ANSWER] = below, made, search.parts[place, sp.PART_ANSWER]
            counts[0] += 1
