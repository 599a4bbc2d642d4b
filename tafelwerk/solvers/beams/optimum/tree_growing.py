"""The tree of a strategy that a search has found: its sets once more, each with the query that reaches its remembered rest."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.endgame import endgame_kernel
from tafelwerk.solvers.beams.optimum.search_tables import Tables
from tafelwerk.solvers.beams.optimum.splitting import PART_ANSWER, PART_COUNT, PART_LOW, guess_all_kernel, split_kernel
from tafelwerk.solvers.beams.optimum.tree import Tree
from tafelwerk.solvers.beams.optimum.tree_search import (
    EXACT,
    NONE,
    VALUE,
    Desk,
    begin_kernel,
    search_kernel,
)
from tafelwerk.solvers.machine.jit import kernel

# fields of a set that waits: first row, number of elements; colours asked for, diagonals used; first free row; the parent's node,
# the answer that leads here
LOW, COUNT, ASKED, USED, FREE, PARENT, ANSWER = range(7)
FIELDS = 7

# fields of a node, in the order of Tree
NODE_PARENT, NODE_ANSWER, NODE_COLOUR, NODE_DIAGONAL, NODE_CODES, NODE_TOTAL, NODE_GUESS = range(7)

_SLICE = 256
"""Nodes grown before the interpreter has its turn."""


def grow(tables: Tables, desk: Desk, patterns: int, codes: int, first: int) -> Tree:
    """The tree of what a search has found.

    Args:
        tables: what is known of the variant.
        desk: the search, done; its memo knows the rests. Its first `patterns` rows are the root's elements.
        patterns: how many patterns there are.
        codes: how many codes.
        first: the diagonal of the first query where that was set, else -1.
    """
    diagonals, colours = tables.shown.shape[1], desk.elements.shape[1]
    waiting = np.zeros(((diagonals + 1) * 256 + 1, FIELDS), np.int64)
    waiting[0] = 0, patterns, 0, 0, patterns, -1, 0
    nodes = np.zeros((codes, 7), np.int64)
    guesses = np.zeros((codes, colours), np.uint16)
    counts = np.array([1, 0, 0], np.int64)
    while counts[0]:
        _grow_kernel(tables, desk, first, waiting, nodes, guesses, counts, _SLICE)
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
    desk: Desk,
    first: int,
    waiting: NDArray[np.int64],
    nodes: NDArray[np.int64],
    guesses: NDArray[np.uint16],
    counts: NDArray[np.int64],
    steps: int,
) -> None:
    """Grow some nodes.

    Args:
        waiting: (., FIELDS): sets whose nodes are to come, the next one last.
        nodes: (codes, 7); every node has two parts or more, or is a guess, so that there are fewer than codes.
        guesses: (codes, colours).
        counts: (3,): sets waiting, nodes, guesses.
        steps: how many nodes.
    """
    colours = desk.elements.shape[1]
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
            desk.best[0], desk.best[1] = 0, first
            node[NODE_TOTAL] = 0
        elif codes <= desk.state[EXACT]:
            node[NODE_TOTAL] = endgame_kernel(
                tables, desk.endgame, desk.elements, low, number, asked, used, NONE, desk.best
            )
        else:
            begin_kernel(desk, low, number, asked, used, free, NONE)
            search_kernel(tables, desk, 1 << 60, False)
            node[NODE_TOTAL] = desk.state[VALUE]
            begin_kernel(desk, low, number, asked, used, free, node[NODE_TOTAL] + 1)
            search_kernel(tables, desk, 1 << 60, True)
        node[NODE_COLOUR], node[NODE_DIAGONAL] = desk.best[0], desk.best[1]
        colour, diagonal = desk.best[0], desk.best[1]
        if colour < 0:
            guess_all_kernel(tables, desk.elements, low, number, asked, desk.best)
            for place in range(colours):
                guesses[counts[2], place] = desk.elements[desk.best[0], place]
            node[NODE_GUESS] = counts[2]
            counts[2] += 1
            continue
        found = split_kernel(
            tables, desk.elements, low, number, asked, colour, diagonal, free, desk.tally, desk.parts, False
        )
        below = free
        for place in range(found):
            below += desk.parts[place, PART_COUNT]
        for place in range(found - 1, -1, -1):
            next_one = waiting[counts[0]]
            next_one[LOW], next_one[COUNT] = desk.parts[place, PART_LOW], desk.parts[place, PART_COUNT]
            next_one[ASKED], next_one[USED] = asked + (colour == asked), used | (1 << diagonal)
            next_one[FREE], next_one[PARENT], next_one[ANSWER] = below, made, desk.parts[place, PART_ANSWER]
            counts[0] += 1
