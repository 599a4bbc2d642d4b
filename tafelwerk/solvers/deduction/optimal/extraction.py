"""Reading a strategy from the memo of a finished search, set by set; what the memo does not know is searched again."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal import workspace as ws
from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.parts import best_named, count_answers, fill_pairs, total_weight
from tafelwerk.solvers.deduction.optimal.search import SMALL, key_of
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, exact_at, query_at, recall, value_at

# Fields of an open set: the place where it begins, its size, parent and answer.
BEGIN, LEFT, ABOVE, AFTER = range(4)

# Fields of a node.
PARENT, ANSWER, QUERY, CODES, TOTAL, LEVEL = range(6)

# Fields of the state: nodes made, open sets, whether the last of them has just been searched.
MADE, OPEN, SEARCHED = range(3)

VISITED, SEARCH = range(2)


class Extraction(NamedTuple):
    """A strategy as far as it has been read from the memo; C codes.

    Attributes:
        state: int64, shape (3,): MADE, OPEN and SEARCHED.
        open_sets: int64, shape (2 C + 1, 4): sets still to be visited, the next one last.
        codes: uint32, shape (C,): all codes; every open set is a slice of them.
        scratch: uint32, shape (C,).
        nodes: int64, shape (2 C + 1, 6): nodes made, parents first.
    """

    state: NDArray[np.int64]
    open_sets: NDArray[np.int64]
    codes: NDArray[np.uint32]
    scratch: NDArray[np.uint32]
    nodes: NDArray[np.int64]


def new_extraction(codes: int, is_asked: bool) -> Extraction:
    """The extraction of a strategy for a number of codes before its first node; a single one may need no query."""
    rows = 2 * codes + 1
    made = Extraction(
        np.array([0, int(is_asked), 0], np.int64),
        np.zeros((rows, 4), np.int64),
        np.arange(codes, dtype=np.uint32),
        np.zeros(codes, np.uint32),
        np.zeros((rows, 6), np.int64),
    )
    made.open_sets[0] = 0, codes, -1, 0
    return made


@kernel
def extract_kernel(
    game: ws.Game, work: ws.Workspace, memo: Memo, tree: Extraction, depths: int, asked: int, colors: int
) -> int:
    """Visit the open sets.

    Args:
        game, work, memo: as for `search_kernel`.
        tree: the strategy so far.
        depths, asked, colors: queries allowed, queries in the workspace's history, and one more than their highest symbol.

    Returns:
        VISITED; or SEARCH: the memo does not know the best query of a set, which is frame 0 of the workspace now. Set
        SEARCHED when it has been searched.
    """
    counts = work.tally[ws.COUNTS]
    state, nodes = tree.state, tree.nodes
    while state[OPEN]:
        item = tree.open_sets[state[OPEN] - 1]
        begin, size, above = item[BEGIN], item[LEFT], item[ABOVE]
        codes = tree.codes[begin : begin + size]
        level = nodes[above, LEVEL] + 1 if above >= 0 else 0
        deep = max(0, depths - level)
        if state[SEARCHED]:
            state[SEARCHED] = 0
            query, total = work.frames[0, ws.BEST_QUERY], work.state[ws.VALUE]
        else:
            query, total = _known_query(game, work, memo, codes, deep)
        if query < 0:
            _begin_kernel(game, work, nodes, above, asked, colors)
            return SEARCH
        node = nodes[state[MADE]]
        node[PARENT], node[ANSWER], node[QUERY] = above, item[AFTER], query
        node[CODES], node[TOTAL], node[LEVEL] = size, total, level
        state[MADE] += 1
        state[OPEN] -= 1
        count_answers(game, work, codes, query)
        offsets, answer_of = work.tally[ws.OFFSETS], work.places[0]
        place = 0
        for answer in range(counts.shape[0]):
            offsets[answer] = place
            place += counts[answer]
        for i in range(size):
            tree.scratch[offsets[answer_of[i]]] = codes[i]
            offsets[answer_of[i]] += 1
        for i in range(size):
            codes[i] = tree.scratch[i]
        for answer in range(counts.shape[0] - 1, -1, -1):
            part = counts[answer]
            counts[answer] = 0
            if part > int(game.solved < 0) and answer != game.solved:
                after = tree.open_sets[state[OPEN]]
                after[BEGIN], after[LEFT] = begin + offsets[answer] - part, part
                after[ABOVE], after[AFTER] = state[MADE] - 1, answer
                state[OPEN] += 1
    return VISITED


@kernel
def _known_query(
    game: ws.Game, work: ws.Workspace, memo: Memo, codes: NDArray[np.uint32], deep: int
) -> tuple[int, int]:
    """A best query of a set and its total; -1 if it must be searched, which frame 0 is then ready for, but for the history."""
    size = codes.shape[0]
    if game.solved >= 0 and size <= 2:
        return int(game.query_of[codes[0]]), 2 * total_weight(game, codes) - game.weights[codes[0]]
    if 2 < size <= SMALL and game.solved >= 0 and size < work.pairs.shape[1]:
        fill_pairs(game.bits, game.query_of, codes, work.pairs[0])
        for i in range(size):
            work.places[1, i] = i
        cost, best, tells_all, others = best_named(game, work.pairs[0], work.places[1, :size], codes)
        if cost <= others and (tells_all or deep == 0 or deep >= 3):
            return int(game.query_of[codes[best]]), cost
    frame = work.frames[0]
    frame[ws.LOW], frame[ws.SIZE], frame[ws.DEEP] = 0, size, deep
    frame[ws.UPPER], frame[ws.FLOOR] = NONE, 0
    key, check = key_of(game, codes, deep)
    frame[ws.KEY], frame[ws.CHECK] = key, check
    row = recall(memo, key, check)
    if row >= 0:
        frame[ws.FLOOR] = value_at(memo, row)
        if exact_at(memo, row):
            frame[ws.UPPER] = value_at(memo, row) + 1
            if query_at(memo, row) != UNKNOWN:
                return query_at(memo, row), value_at(memo, row)
    for i in range(size):
        work.codes[0, i] = codes[i]
    return -1, 0


@kernel
def _begin_kernel(
    game: ws.Game, work: ws.Workspace, nodes: NDArray[np.int64], node: int, asked: int, colors: int
) -> None:
    """Begin the search of the set in frame 0, below a node or none (-1)."""
    work.state[ws.FRAME], work.state[ws.PHASE] = 0, ws.ENTER
    work.state[ws.ASKED] = asked + (nodes[node, LEVEL] + 1 if node >= 0 else 0)
    while node >= 0:
        query, ply = nodes[node, QUERY], asked + nodes[node, LEVEL]
        colors = max(colors, game.colors[query])
        if ply < ws.ORBIT_PLIES:
            work.history[ply] = query
        node = nodes[node, PARENT]
    work.frames[0, ws.COLORS] = colors
