"""Optimal strategies of search problems: the least total number of queries over all codes, and a tree that reaches it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.core.optimal_bounds import NONE, least_totals, split_bounds
from tafelwerk.solvers.core.optimal_extraction import MORE_ROWS, extract_kernel
from tafelwerk.solvers.core.optimal_memo import ENTRY_BYTES, empty_memo, grown_memo, random_words
from tafelwerk.solvers.core.optimal_parts import BLOCK, CHUNK, MOST_BITS, PLANES, bit_type, most_parts
from tafelwerk.solvers.core.optimal_search import (
    ASKED,
    BEST,
    COLORS,
    DEEP,
    DONE,
    ENTER,
    FLOOR,
    FRAME,
    FRAME_FIELDS,
    LOW,
    MEMO_FULL,
    NODES,
    ORBIT_PLIES,
    PAUSED,
    PHASE,
    SIZE,
    STATE_FIELDS,
    TOO_DEEP,
    UPPER,
    USED,
    VALUE,
    Desk,
    Game,
    search_kernel,
)
from tafelwerk.solvers.core.search_problem import SearchProblem, chosen_codes
from tafelwerk.solvers.core.strategy_tree import StrategyTree
from tafelwerk.solvers.core.symmetry import Symmetry
from tafelwerk.solvers.jit import kernel

MEMORY = 128 << 20
"""Bytes of the memo, at most, unless told otherwise."""

SPLIT_LIMIT = 80
"""Codes up to which queries are bounded by the number of parts alone; beyond, by the sizes of the parts."""

SLICE_SECONDS = 0.25
"""How long, about, the search runs between two reports."""

LARGEST_KEPT = 20_000
"""Sets whose bounds a snapshot keeps, the largest ones."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Attributes:
        total: the least total found so far; None before the first.
        lower: a proven lower bound on the least total.
        nodes: sets of codes searched.
        snapshot: gives what `optimal_tree` takes as `resume`, as plain data that JSON can hold.
    """

    total: int | None
    lower: int
    nodes: int
    snapshot: Callable[[], dict[str, Any]]


@dataclass(frozen=True, eq=False, slots=True)
class Optimum:
    """What an optimal search found.

    Attributes:
        total: queries of the best strategy found, summed over the codes.
        lower: proven lower bound on the least total; equal to `total` when it is proved.
        tree: a strategy of that total, None if none was asked for or the search was not brought to its end.
        depth: most queries that the tree needs for a code; None without a tree.
        nodes: sets of codes searched.
        proved: whether `total` is the least.
        snapshot: where not proved, what `resume` takes to go on.
    """

    total: int
    lower: int
    tree: StrategyTree | None
    depth: int | None
    nodes: int
    proved: bool
    snapshot: dict[str, Any] | None = field(default=None, repr=False)


def optimal_total(
    problem: SearchProblem, codes: Sequence[int] | NDArray[np.int32] | None = None, *, asked: Sequence[int] = ()
) -> int:
    """The least total alone; arguments and errors as of `optimal_tree`."""
    return optimal_tree(problem, codes=codes, asked=asked, tree=False).total


def optimal_tree(
    problem: SearchProblem,
    *,
    codes: Sequence[int] | NDArray[np.int32] | None = None,
    asked: Sequence[int] = (),
    max_depth: int | None = None,
    least_depth: bool = False,
    tree: bool = True,
    progress: Callable[[Progress], object] | None = None,
    resume: dict[str, Any] | None = None,
    max_nodes: int | None = None,
    memory: int = MEMORY,
) -> Optimum:
    """A strategy of least total.

    Among queries as good as each other those come first that may be the code; else the strategy is any of the best, the
    same in every run.

    Args:
        problem: the search problem.
        codes: the codes left, all by default.
        asked: queries asked before, whose answers left just these codes; only to save time, by symmetry.
        max_depth: most queries allowed for any code.
        least_depth: of the strategies of least total, one whose deepest code is least deep.
        tree: whether the strategy itself is wanted.
        progress: called some times a second; what it raises ends the search.
        resume: a snapshot of an earlier search with the same problem, codes and max_depth.
        max_nodes: sets to search before giving up, about.
        memory: bytes of the memo, at most.

    Raises:
        InputError: codes that cannot be told apart or named, no strategy within max_depth, another problem's snapshot, or
            arguments out of range.
    """
    chosen = chosen_codes(problem, codes)
    _check(problem, chosen, asked, max_depth, memory)
    if max_depth is not None and max_depth >= len(chosen):
        max_depth = None
    search = _Search(problem, chosen, asked, max_depth, memory)
    if resume is not None:
        search.restore(resume)
    total, lower = search.least(progress, max_nodes)
    proved = total == lower
    if proved and total >= NONE:
        if max_depth is not None:
            raise InputError(f"max_depth {max_depth} is too small: no strategy finds every code so soon")
        raise InputError("codes: some cannot be told apart by any query")
    if not proved:
        return Optimum(total, lower, None, None, search.nodes, False, search.snapshot())
    grown, depth = search.strategy(total) if tree or least_depth else (None, None)
    while least_depth and depth is not None and depth > 1:
        shallow = _Search(problem, chosen, asked, depth - 1, memory)
        shallow.goal = total
        found, _ = shallow.least(progress, None)
        search.nodes += shallow.nodes
        if found > total:
            break
        grown, depth = shallow.strategy(total)
    return Optimum(total, lower, grown if tree else None, depth, search.nodes, True)


def _check(
    problem: SearchProblem, codes: NDArray[np.int32], asked: Sequence[int], max_depth: int | None, memory: int
) -> None:
    if max_depth is not None and max_depth < 1:
        raise InputError(f"max_depth must be at least 1, not {max_depth}")
    if memory < 1 << 16:
        raise InputError(f"memory must be at least {1 << 16} bytes, not {memory}")
    if len(problem.queries) >= 1 << 23:
        raise InputError(f"problem has {len(problem.queries)} queries; at most {(1 << 23) - 1} can be searched")
    if problem.solved >= 0:
        naming = problem.code_of[problem.code_of >= 0]
        if len(np.unique(naming)) < len(naming):
            raise InputError("problem: two queries name the same code; leave one of them out")
        unnamed = codes[problem.query_of[codes] < 0]
        if len(unnamed):
            raise InputError(
                f"codes: no query names {problem.codes[int(unnamed[0])]}, so that no strategy ends with it"
            )
    same = np.ones(len(problem.codes), bool)
    for query in asked:
        if not 0 <= query < len(problem.queries):
            raise InputError(f"asked must be indices of queries, 0 to {len(problem.queries) - 1}, not {query}")
        same &= problem.answers[query] == problem.answers[query, codes[0]]
    if len(asked) and not np.array_equal(np.flatnonzero(same), codes):
        raise InputError("asked: no answers to these queries leave just these codes")


class _Search:
    """A search under way: the game as kernels see it, their desk and memo."""

    def __init__(
        self,
        problem: SearchProblem,
        codes: NDArray[np.int32],
        asked: Sequence[int],
        max_depth: int | None,
        memory: int,
    ) -> None:
        self.problem, self.codes, self.asked = problem, codes, asked
        self.depths = max_depth or 0
        self.whole = len(codes) == len(problem.codes)
        # without the queries asked before, nothing is known of the symmetries of a choice of codes
        self.symmetry = problem.symmetry if self.whole or len(asked) else None
        self.order, self.game = _game(problem, codes, self.symmetry, self.depths)
        self.most_entries = 1 << (max(memory // ENTRY_BYTES, 2).bit_length() - 1)
        self.memo = empty_memo(min(self.most_entries, 1 << 14))
        self.desk = _desk(self.game, 12)
        self.nodes = 0
        self.goal: int | None = None
        rank = np.empty(len(self.order), np.int32)
        rank[self.order] = np.arange(len(self.order), dtype=np.int32)
        self.history = rank[np.array(asked, np.int64)]

    def least(self, progress: Callable[[Progress], object] | None, max_nodes: int | None) -> tuple[int, int]:
        """The least total found and its lower bound; equal once proved."""
        count = len(self.codes)
        if count == 1:
            total = int(self.problem.solved >= 0)
            return total, total
        frame, state = self.desk.frames[0], self.desk.state
        frame[LOW], frame[SIZE], frame[DEEP] = 0, count, self.depths
        frame[FLOOR] = self.game.least[self.depths, count]
        frame[UPPER] = NONE if self.goal is None else self.goal + 1
        frame[COLORS] = self.colors
        frame[BEST] = frame[UPPER]
        self.desk.codes[0] = np.arange(count)
        self.desk.frame_keys[0] = np.bitwise_xor.reduce(self.game.keys, axis=0) ^ self.game.depth_keys[self.depths]
        state[FRAME], state[PHASE], state[ASKED] = 0, ENTER, len(self.history)
        self.desk.history[: min(len(self.history), ORBIT_PLIES)] = self.history[:ORBIT_PLIES]
        if frame[FLOOR] >= NONE:
            return NONE, NONE
        steps = 64
        while True:
            begun = monotonic()
            result = search_kernel(self.game, self.desk, self.memo, steps)
            steps = self.after(result, steps, monotonic() - begun)
            self.nodes = int(state[NODES])
            if result == DONE:
                value = int(state[VALUE])
                return value, value
            if result == PAUSED:
                if progress is not None:
                    progress(Progress(self.best, self.lower, self.nodes, self.snapshot))
                if max_nodes is not None and self.nodes >= max_nodes:
                    return self.best if self.best is not None else NONE, self.lower

    def after(self, result: int, steps: int, seconds: float) -> int:
        """Make room for what stopped a kernel; how many steps it may make next."""
        if result == MEMO_FULL:
            entries = len(self.memo) * 4
            if entries > self.most_entries:
                entries = self.most_entries
            if entries > len(self.memo):
                self.memo = grown_memo(self.memo, entries)
            if entries == self.most_entries:
                self.desk.state[USED] = -(1 << 60)  # entries replace each other from here on
        elif result == TOO_DEEP:
            self.desk = _deeper(self.game, self.desk)
        elif result == PAUSED and seconds < SLICE_SECONDS / 2:
            return steps * 2
        elif result == PAUSED and seconds > SLICE_SECONDS * 2:
            return max(1, steps // 2)
        return steps

    @property
    def colors(self) -> int:
        """One more than the highest symbol of the queries asked before."""
        return max((int(self.game.colors[query]) for query in self.history), default=0) if self.symmetry else 0

    @property
    def best(self) -> int | None:
        """The least total found so far."""
        found = int(self.desk.frames[0, BEST])
        return None if found >= NONE else found

    @property
    def lower(self) -> int:
        """What the first frame's queries leave as a lower bound of the least total."""
        return int(self.desk.frames[0, FLOOR])

    def snapshot(self) -> dict[str, Any]:
        return {}

    def restore(self, snapshot: dict[str, Any]) -> None:
        pass

    def strategy(self, total: int) -> tuple[StrategyTree, int]:
        """A tree of the least total, and its depth."""
        count = len(self.codes)
        rows = self.desk.codes.shape[0]
        state = np.array([0, 1, 0, 0], np.int64)
        waiting = np.zeros((2 * count + 1, 5), np.int64)
        waiting[0] = 0, 0, count, -1, 0
        codes = np.zeros((rows, count), np.uint32)
        codes[0] = np.arange(count)
        path = np.zeros(rows, np.int32)
        nodes = np.zeros((2 * count + 1, 5), np.int64)
        if count == 1 and self.problem.solved < 0:
            state[1] = 0
        result, steps = -1, 1 << 12
        while result != DONE:
            begun = monotonic()
            result = extract_kernel(
                self.game,
                self.desk,
                self.memo,
                steps,
                len(self.history),
                self.colors,
                self.depths,
                state,
                waiting,
                codes,
                path,
                nodes,
            )
            if result == MORE_ROWS:
                codes = np.concatenate([codes, np.zeros_like(codes)])
                path = np.concatenate([path, np.zeros_like(path)])
            else:
                steps = self.after(result, steps, monotonic() - begun)
        nodes = nodes[: state[0]]
        made = StrategyTree(
            parent=nodes[:, 0].astype(np.int32),
            answer=nodes[:, 1].astype(np.uint16),
            query=self.order[nodes[:, 2]].astype(np.int32),
            codes=nodes[:, 3].astype(np.uint32),
            total=nodes[:, 4].copy(),
        )
        return made, int(state[3])


def _game(
    problem: SearchProblem, codes: NDArray[np.int32], symmetry: Symmetry | None, depths: int
) -> tuple[NDArray[np.int64], Game]:
    """The game for some codes, and the problem's query for each of its queries."""
    queries, count = len(problem.queries), len(codes)
    order = np.arange(queries)
    words, permutations = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint8)
    index, symbols = np.zeros(1, np.int32), 0
    colors, prefix = np.zeros(queries, np.int64), np.zeros(1, np.int64)
    if symmetry is not None:
        symbols = symmetry.symbols
        levels = np.empty(queries, np.int64)
        _levels_kernel(symmetry.words, np.empty(symbols, np.int64), levels)
        order = np.argsort(levels, kind="stable")
        prefix = np.searchsorted(levels[order], np.arange(symbols + 1), side="right")
        words, permutations = symmetry.words[order], symmetry.permutations
        rank = np.empty(queries + 1, np.int32)
        rank[order] = np.arange(queries, dtype=np.int32)
        rank[-1] = -1
        index = rank[symmetry.index]
        colors = words.max(axis=1).astype(np.int64) + 1
    answers = problem.answers
    if len(codes) < len(problem.codes):
        answers = np.take(answers, codes, axis=1)
    if symmetry is not None:
        answers = np.take(answers, order, axis=0)
    answers = np.ascontiguousarray(answers)
    named = problem.solved >= 0
    labels = int(answers.max()) + 1
    bits = np.zeros((1, 1), np.uint16)
    if labels <= MOST_BITS:
        word = bit_type(labels)
        line = 64 // np.dtype(word).itemsize
        # an odd number of cache lines a row, lest all rows compete for the same places in the cache
        width = ((queries + line - 1) // line | 1) * line
        bits = np.zeros((count + 1, width), word)
        _bits_kernel(answers, bits)
        every = np.arange(count, dtype=np.uint32)
        answered = most_parts(bits, every, 0, count, queries, np.empty(queries, word))
    else:
        answered = max(len(np.unique(row)) for row in answers)
    query_of = np.full(count, -1, np.int32)
    if named:
        rank = np.empty(queries, np.int32)
        rank[order] = np.arange(queries, dtype=np.int32)
        query_of = rank[problem.query_of[codes]]
    limit = min(SPLIT_LIMIT, count)
    free = least_totals(count, answered, named, 0)
    hinges = np.zeros(0, np.int64)
    if named and labels <= MOST_BITS:
        # the codes that a tree of queries names on its first levels
        levels = [0]
        while answered > 1 and levels[-1] < count:
            levels.append(levels[-1] + (answered - 1) ** (len(levels) - 1))
        hinges = np.array(levels, np.int64)
    depth_keys = random_words(depths + 1, 1)
    depth_keys[0] = 0
    return order, Game(
        answers,
        bits,
        query_of,
        problem.solved,
        random_words(count, 0),
        depth_keys,
        free if depths == 0 else least_totals(count, answered, named, depths),
        split_bounds(limit, answered, named, free[0]),
        hinges,
        words,
        permutations,
        index,
        symbols,
        colors,
        prefix,
    )


def _desk(game: Game, frames: int) -> Desk:
    queries, count = game.answers.shape
    answers = int(game.answers.max()) + 1
    parts = max(1, min(answers, count // 3))
    limit = game.splits.shape[1]
    return Desk(
        state=np.zeros(STATE_FIELDS, np.int64),
        frames=np.zeros((frames, FRAME_FIELDS), np.int64),
        frame_keys=np.zeros((frames, 2), np.uint64),
        codes=np.zeros((frames + 1, count), np.uint32),
        candidates=np.zeros((frames, queries), np.uint32),
        bounds=np.zeros((frames, queries), np.int64),
        part_low=np.zeros((frames, parts), np.int64),
        part_size=np.zeros((frames, parts), np.int64),
        part_value=np.zeros((frames, parts), np.int64),
        part_keys=np.zeros((frames, parts, 2), np.uint64),
        history=np.zeros(ORBIT_PLIES + frames, np.int32),
        orbits=np.zeros((ORBIT_PLIES, queries), np.int32),
        orbit_of=np.full((ORBIT_PLIES, ORBIT_PLIES), -1, np.int32),
        renaming=np.zeros((3, max(1, game.symbols)), np.int64),
        union=np.zeros(queries, game.bits.dtype),
        totals=np.zeros(queries, np.int32),
        lows=np.zeros(queries // CHUNK + 1, np.int32),
        may_be=np.ones(queries, np.uint8),
        planes=np.zeros((PLANES, BLOCK), game.bits.dtype),
        found=np.zeros(queries + count, np.int64),
        counts=np.zeros(answers, np.int64),
        others=np.zeros(answers, np.int64),
        offsets=np.zeros(answers, np.int64),
        listed=np.zeros(answers, np.int64),
        stamps=np.zeros(answers, np.int64),
        answer_of=np.zeros(count, np.uint16),
        ranks=np.zeros(count, np.uint32),
        pairs=np.zeros((frames, limit, limit), game.bits.dtype),
        buckets=np.zeros(1024, np.int64),
    )


def _deeper(game: Game, desk: Desk) -> Desk:
    """A desk of twice the frames, in the same state."""
    deeper = _desk(game, 2 * len(desk.frames))
    for old, new in zip(desk, deeper, strict=True):
        new[tuple(slice(0, length) for length in old.shape)] = old
    return deeper


@kernel
def _levels_kernel(words: NDArray[np.uint8], first: NDArray[np.int64], levels: NDArray[np.int64]) -> None:
    """The level of each word: the least u such that the symbols from u on first occur in their order, u first."""
    positions = words.shape[1]
    for word in range(words.shape[0]):
        first[:] = positions
        highest = 0
        for position in range(positions - 1, -1, -1):
            first[words[word, position]] = position
            highest = max(highest, np.int64(words[word, position]))
        level = highest + 1
        following = positions
        while level > 0 and first[level - 1] < following:
            following = first[level - 1]
            level -= 1
        levels[word] = level
    return


@kernel
def _bits_kernel(answers: NDArray[np.uint8], bits: NDArray[np.uint16]) -> None:
    """The bit of each answer (Q, C), transposed (C, Q), tile by tile."""
    queries, codes = answers.shape
    for low in range(0, codes, 32):
        for begin in range(0, queries, 32):
            for code in range(low, min(low + 32, codes)):
                for query in range(begin, min(begin + 32, queries)):
                    bits[code, query] = 1 << answers[query, code]
