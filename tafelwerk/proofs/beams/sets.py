"""Kernels of the search for the least total: splits of a set of codes by queries, and complete search of small sets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.choice import Rules
from tafelwerk.proofs.beams.rests import FAR
from tafelwerk.solvers.machine.jit import inlined, kernel

Set = NDArray[np.uint16]

# fields of a frame: codes, colours and diagonals used; least cost-to-go so far, or the limit; number of listed queries, largest
# number of parts of one, current query, its cost so far, its next part, the bound of the current part
CODES, USED, LINES, LIMIT, LISTED, MOST, AT, TOTAL, NEXT, FLOOR = range(10)


class Sets(NamedTuple):
    """Bounds and scratch of the kernels.

    Attributes:
        least: int64, shape (answers + 1, codes + 1): bounds of `least_rests`.
        sizes: int64, shape (256,): zeros.
        seen: int64, shape (256,).
        lanes: int64, shape (depths, colours D): queries of a set.
        promises: int64, shape (depths, colours D): lower bounds of these queries.
        rows: int64, shape (depths + 1, codes): sets, one after the other.
        shown: uint8, shape (codes, colours D): answers of the current codes.
        wrong: int64, shape (codes, codes): wrong fields between these codes.
        frames: int64, shape (depths + 1, 10).
        parts: int64: sizes of the parts of queries, one after the other.
        often: int64, shape (m,): zeros; number of occurrences of pieces.
        met: int64, shape (m,): pieces that occur.
        found: int64, shape (2,): number of parts of a query, and a lower bound of its cost.
    """

    least: NDArray[np.int64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    lanes: NDArray[np.int64]
    promises: NDArray[np.int64]
    rows: NDArray[np.int64]
    shown: NDArray[np.uint8]
    wrong: NDArray[np.int64]
    frames: NDArray[np.int64]
    parts: NDArray[np.int64]
    often: NDArray[np.int64]
    met: NDArray[np.int64]
    found: NDArray[np.int64]


@kernel
def survey(
    rules: Rules,
    scratch: Sets,
    some: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
) -> int:
    """List the queries that split a set, with their lower bounds. Returns their number."""
    sizes, seen, often, met, colours = scratch.sizes, scratch.seen, scratch.often, scratch.met, some.shape[1]
    most, listed, held = 0, 0, 0
    for colour in range(min(used + 1, colours)):
        end = colours if colour == used else colour + 1
        weight = rules.weight[used + 1] if colour == used else rules.weight[used]
        pieces = 0
        for row in range(some.shape[0]):
            for place in range(colour, end):
                piece = some[row, place]
                if often[piece] == 0:
                    met[pieces] = piece
                    pieces += 1
                often[piece] += weight
        for line in range(rules.shown.shape[1]):
            if used_lines >> line & 1:
                continue
            parts = 0
            for place in range(pieces):
                answer = rules.shown[met[place], line]
                if sizes[answer] == 0:
                    seen[parts] = answer
                    parts += 1
                sizes[answer] += often[met[place]]
            if parts > 1:
                queries[listed], promises[listed] = colour << 8 | line, parts
                listed += 1
                most = max(most, parts)
            for part in range(parts):
                if parts > 1:
                    scratch.parts[held] = sizes[seen[part]]
                    held += 1
                sizes[seen[part]] = 0
        for place in range(pieces):
            often[met[place]] = 0
    held = 0
    for place in range(listed):
        parts, promise = promises[place], some.shape[0] * rules.weight[used]
        for part in range(held, held + parts):
            promise += scratch.least[most, scratch.parts[part]]
        promises[place] = promise
        held += parts
    return listed


@kernel
def _split(rules: Rules, scratch: Sets, some: Set, used: int, query: int, rows: Set, parts: NDArray[np.int64]) -> int:
    """Write the parts of a set one after the other, with their begins and ends. Returns their number."""
    sizes, seen, colours = scratch.sizes, scratch.seen, some.shape[1]
    colour, line = query >> 8, query & 255
    end = colours if colour == used else colour + 1
    listed = 0
    for row in range(some.shape[0]):
        for place in range(colour, end):
            answer = rules.shown[some[row, place], line]
            if sizes[answer] == 0:
                seen[listed] = answer
                listed += 1
            sizes[answer] += 1
    free = 0
    for part in range(listed):
        parts[part, 0] = free
        free += sizes[seen[part]]
        sizes[seen[part]] = parts[part, 0]
    for row in range(some.shape[0]):
        for place in range(colour, end):
            answer = rules.shown[some[row, place], line]
            to = sizes[answer]
            sizes[answer] += 1
            for other in range(colours):
                rows[to, other] = some[row, other]
            rows[to, colour], rows[to, place] = some[row, place], some[row, colour]
    for part in range(listed):
        parts[part, 1], parts[part, 3] = sizes[seen[part]], seen[part]
        sizes[seen[part]] = 0
    return listed


@kernel
def _floors(
    rules: Rules,
    scratch: Sets,
    rows: Set,
    parts: NDArray[np.int64],
    used: int,
    used_lines: int,
    exact: int,
    limit: int,
) -> int:
    """Lower bounds of the cost-to-go of parts: from their sizes, then from their queries while the sum is below the limit.
    Returns the sum of the bounds and of the codes."""
    total = 0
    for part in range(parts.shape[0]):
        count = (parts[part, 1] - parts[part, 0]) * rules.weight[used]
        parts[part, 2] = scratch.least[scratch.least.shape[0] - 1, count]
        total += parts[part, 2] + count
    for part in range(parts.shape[0]):
        if total >= limit:
            break
        some = rows[parts[part, 0] : parts[part, 1]]
        if some.shape[0] * rules.weight[used] <= max(exact, 1):
            continue
        listed = survey(rules, scratch, some, used, used_lines, scratch.lanes[0], scratch.promises[0])
        promise = 0 if listed == 0 else scratch.promises[0, 0]
        for place in range(1, listed):
            promise = min(promise, scratch.promises[0, place])
        # 0 where no query splits the part: it is guessed
        total += promise - parts[part, 2]
        parts[part, 2] = promise
    return total


@kernel
def next_query(
    rules: Rules,
    scratch: Sets,
    some: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
    place: int,
    limit: int,
    exact: int,
    rows: Set,
    parts: NDArray[np.int64],
) -> int:
    """Place of the next query that may cost less than the limit, with its parts; -1 if there is none."""
    while place < queries.shape[0] and promises[place] < limit:
        listed = _split(rules, scratch, some, used, queries[place], rows, parts)
        after, lines_after = max(used, (queries[place] >> 8) + 1), used_lines | 1 << (queries[place] & 255)
        total = _floors(rules, scratch, rows, parts[:listed], after, lines_after, exact, limit)
        if total < limit:
            scratch.found[0], scratch.found[1] = listed, total
            return place
        place += 1
    return -1


@inlined
def count_parts(some: NDArray[np.int64], shown: NDArray[np.uint8], query: int, sizes: NDArray[np.int64]) -> int:
    """Number of different answers of a set's codes to a query; `sizes`, by answer, is zero before and after."""
    parts = 0
    for row in range(some.shape[0]):
        answer = shown[some[row], query]
        parts += sizes[answer] == 0
        sizes[answer] = 1
    for row in range(some.shape[0]):
        sizes[shown[some[row], query]] = 0
    return parts


@kernel
def _queries(scratch: Sets, diagonals: int, depth: int, allowed: int) -> int:
    """Cost-to-go of the set at a depth if it is known without a search. Otherwise returns -1, writes the queries that may be best
    to scratch.lanes, by ascending lower bound, and their number to the frame. FAR if more than the allowed queries are needed."""
    frame, rows, sizes, seen, shown = (
        scratch.frames[depth],
        scratch.rows[depth],
        scratch.sizes,
        scratch.seen,
        scratch.shown,
    )
    lanes, promises = scratch.lanes[depth], scratch.promises[depth]
    count = frame[CODES]
    listed, most = 0, 0
    for query in range(min((frame[USED] + 1) * diagonals, shown.shape[1])):
        if frame[LINES] >> (query % diagonals) & 1:
            continue
        parts = count_parts(rows[:count], shown, query, sizes)
        if parts > 1 and depth >= allowed:
            return FAR
        if parts == count:
            return int(count)
        if parts > 1:
            lanes[listed] = query
            listed += 1
            most = max(most, parts)
    if listed == 0:
        best: int = 1 << 40
        for guess in range(count):
            wrong: int = 0
            for row in range(count):
                wrong += scratch.wrong[rows[guess], rows[row]]
            best = min(best, wrong)
        return best
    kept = 0
    for place in range(listed):
        query, parts, promise = lanes[place], 0, count
        for row in range(count):
            answer = shown[rows[row], query]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += 1
        for part in range(parts):
            promise += scratch.least[most, sizes[seen[part]]]
            sizes[seen[part]] = 0
        if promise < frame[LIMIT]:
            to = kept
            while to > 0 and promises[to - 1] > promise:
                promises[to], lanes[to] = promises[to - 1], lanes[to - 1]
                to -= 1
            promises[to], lanes[to] = promise, query
            kept += 1
    frame[LISTED], frame[MOST], frame[AT], frame[TOTAL], frame[NEXT] = kept, most, -1, 1 << 40, count
    return -1


@kernel
def group(rows: NDArray[np.int64], begin: int, count: int, shown: NDArray[np.uint8], query: int) -> int:
    """Move the codes with the same answer as the first one to the front. Returns the end of these codes."""
    end = begin
    answer = shown[rows[begin], query]
    for row in range(begin, count):
        if shown[rows[row], query] == answer:
            rows[end], rows[row] = rows[row], rows[end]
            end += 1
    return end


@kernel
def least_rest(scratch: Sets, diagonals: int, count: int, used: int, used_lines: int, limit: int, allowed: int) -> int:
    """Cost-to-go of the codes in the first row of scratch.rows with at most the allowed queries, see `Search.exactly`."""
    frames = scratch.frames
    frames[0, CODES], frames[0, USED], frames[0, LINES], frames[0, LIMIT] = count, used, used_lines, limit
    depth, value = 0, 0
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            value = 0 if frame[CODES] == 1 else _queries(scratch, diagonals, depth, allowed)
            entering = False
            if value < 0:
                continue
        elif frame[NEXT] < frame[CODES] and frame[TOTAL] < frame[LIMIT]:
            query = scratch.lanes[depth, frame[AT]]
            begin = frame[NEXT]
            end = group(scratch.rows[depth], begin, frame[CODES], scratch.shown, query)
            frame[NEXT] = end
            if end - begin > 1:
                below = frames[depth + 1]
                for row in range(begin, end):
                    scratch.rows[depth + 1, row - begin] = scratch.rows[depth, row]
                frame[FLOOR] = scratch.least[frame[MOST], end - begin]
                below[CODES], below[USED] = end - begin, max(frame[USED], query // diagonals + 1)
                below[LINES] = frame[LINES] | 1 << (query % diagonals)
                below[LIMIT] = frame[LIMIT] - frame[TOTAL] + frame[FLOOR]
                depth += 1
                entering = True
            continue
        else:
            frame[LIMIT] = min(frame[LIMIT], frame[TOTAL])
            frame[AT] += 1
            if frame[AT] < frame[LISTED] and scratch.promises[depth, frame[AT]] < frame[LIMIT]:
                frame[TOTAL], frame[NEXT] = scratch.promises[depth, frame[AT]], 0
                continue
            value = frame[LIMIT]
        if depth == 0:
            return value
        depth -= 1
        frames[depth, TOTAL] += value - frames[depth, FLOOR]
