"""A strategy of least total, read from what the search for it remembers."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.parts import best_named
from tafelwerk.solvers.deduction.optimal.split import SMALL
from tafelwerk.solvers.deduction.optimal.workspace import (
    ASKED,
    BEST_QUERY,
    COLORS,
    COUNTS,
    DEEP,
    ENTER,
    FLOOR,
    FRAME,
    LOW,
    OFFSETS,
    ORBIT_PLIES,
    PHASE,
    SIZE,
    STAMP,
    STAMPS,
    UPPER,
    VALUE,
    Desk,
    Game,
)
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, exact_at, query_at, recall, value_at

# fields of what is still to be visited: row of codes, begin, size, parent, answer
LEVEL, BEGIN, LEFT, PARENT, ANSWER = range(5)

# fields of the state: nodes made, sets to visit, whether the last of them has been searched again, deepest node
MADE, WAITING, SEARCHED, DEEPEST = range(4)

VISITED, SEARCH, MORE_ROWS = range(3)


@kernel
def extract_kernel(
    game: Game,
    desk: Desk,
    memo: NDArray[np.int64],
    asked: int,
    colors: int,
    depths: int,
    state: NDArray[np.int64],
    waiting: NDArray[np.int64],
    codes: NDArray[np.uint32],
    path: NDArray[np.int32],
    nodes: NDArray[np.int64],
) -> int:
    """Visit sets of codes, parents first.

    Args:
        game, desk, memo: as for `search_kernel`.
        asked, colors, depths: queries in the desk's history, one more than their highest symbol, and queries allowed.
        state: int64, shape (4,): MADE, WAITING, SEARCHED, DEEPEST; at the start 0, 1, 0, 0.
        waiting: int64, shape (2 C + 1, 5): the sets still to be visited, the next last; at the start the set of all codes.
        codes: uint32, shape (rows, C): row 0 all codes, row l + 1 the set at level l, part by part.
        path: int32, shape (rows,): the query asked at each level.
        nodes: int64, shape (2 C + 1, 5): parent, answer, query, codes and total of each node, filled.

    Returns:
        VISITED; SEARCH: the memo does not know the best query of a set, which stands on the desk to be searched, and
        SEARCHED is to be set to 1 then; MORE_ROWS: of the codes and the path are needed.
    """
    limited = game.least.shape[0] > 1
    counts, offsets = desk.tally[COUNTS], desk.tally[OFFSETS]
    while state[WAITING]:
        item = waiting[state[WAITING] - 1]
        level, begin, size = item[LEVEL], item[BEGIN], item[LEFT]
        if level + 1 >= codes.shape[0]:
            return MORE_ROWS
        deep = depths - level if limited else 0
        left = codes[level, begin : begin + size]
        query, total = -1, game.least[deep, min(size, 2)]
        if state[SEARCHED]:
            state[SEARCHED] = 0
            query, total = desk.frames[0, BEST_QUERY], desk.state[VALUE]
        elif game.solved >= 0 and size <= 2:
            query = int(game.query_of[left[0]])
        elif game.solved >= 0 and size <= SMALL:
            stamp = desk.state[STAMP]
            desk.state[STAMP] = stamp + size
            most, query = best_named(game.answers, game.query_of, left, desk.tally[STAMPS], stamp)
            total = 2 * size - 1
            if most < size:
                total = 2 * size
                if (limited and deep < 3) or (most < size - 1 and size > 3):
                    query = -1
        if query < 0:
            key, check = game.depth_keys[deep, 0], game.depth_keys[deep, 1]
            for i in range(size):
                key ^= game.keys[left[i], 0]
                check ^= game.keys[left[i], 1]
            row = recall(memo, key, check)
            frame = desk.frames[0]
            frame[UPPER], frame[FLOOR] = NONE, 0
            if row >= 0:
                frame[FLOOR] = value_at(memo, row)
                if exact_at(memo, row):
                    total = frame[FLOOR]
                    frame[UPPER] = total + 1
                    if query_at(memo, row) != UNKNOWN:
                        query = query_at(memo, row)
            if query < 0:
                frame[LOW], frame[SIZE], frame[DEEP] = 0, size, deep
                frame[COLORS] = colors
                for i in range(size):
                    desk.codes[0, i] = left[i]
                desk.frame_keys[0, 0], desk.frame_keys[0, 1] = key, check
                desk.state[FRAME], desk.state[PHASE] = 0, ENTER
                desk.state[ASKED] = asked + level
                for i in range(level):
                    frame[COLORS] = max(frame[COLORS], game.colors[path[i]])
                    if asked + i < ORBIT_PLIES:
                        desk.history[asked + i] = path[i]
                return SEARCH
        node = state[MADE]
        made = nodes[node]
        made[0], made[1], made[2], made[3], made[4] = item[PARENT], item[ANSWER], query, size, total
        state[MADE] = node + 1
        state[DEEPEST] = max(state[DEEPEST], level + 1)
        state[WAITING] -= 1
        path[level] = query
        answers = game.answers[query]
        for i in range(size):
            counts[answers[left[i]]] += 1
        place = 0
        for answer in range(counts.shape[0]):
            offsets[answer] = place
            place += counts[answer]
        for i in range(size):
            answer = int(answers[left[i]])
            codes[level + 1, offsets[answer]] = left[i]
            offsets[answer] += 1
        for answer in range(counts.shape[0] - 1, -1, -1):
            part = counts[answer]
            counts[answer] = 0
            if part > (game.solved < 0) and answer != game.solved:
                after = waiting[state[WAITING]]
                after[LEVEL], after[BEGIN], after[LEFT] = level + 1, offsets[answer] - part, part
                after[PARENT], after[ANSWER] = node, answer
                state[WAITING] += 1
    return VISITED
