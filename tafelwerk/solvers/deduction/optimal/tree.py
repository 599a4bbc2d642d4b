"""Optimal strategies of search problems: the least total number of queries over all codes, and a tree that reaches it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.extraction import MORE_ROWS, SEARCH, SEARCHED, VISITED, extract_kernel
from tafelwerk.solvers.deduction.optimal.search import DONE, MEMO_FULL, PAUSED, TOO_DEEP, search_kernel
from tafelwerk.solvers.deduction.optimal.setup import deeper_desk, new_desk, search_game
from tafelwerk.solvers.deduction.optimal.workspace import (
    ASKED,
    BEST,
    BEST_QUERY,
    COLORS,
    COUNT,
    DEEP,
    DESCEND,
    ENTER,
    FLOOR,
    FRAME,
    LOW,
    NEXT,
    NODES,
    ORBIT_PLIES,
    PART,
    PART_VALUE,
    PHASE,
    QUERY_BITS,
    SIZE,
    SOFT,
    SUM,
    UPPER,
    USED,
    VALUE,
)
from tafelwerk.solvers.deduction.problem import SearchProblem, chosen_codes
from tafelwerk.solvers.deduction.tree import StrategyTree
from tafelwerk.solvers.machine.memo import ENTRY_BYTES, empty_memo, fill_memo, grown_memo

MEMORY = 128 << 20
"""Bytes of the memo, at most, unless told otherwise."""

SLICE_SECONDS = 0.25
"""How long, about, the search runs between two reports."""

FIRST_STEPS = 64
"""Queries that a search tries before its speed is known."""

SNAPSHOT_VERSION = 1

LARGEST_KEPT = 20_000
"""Sets whose bounds a snapshot keeps, the largest ones."""


class DepthError(InputError):
    """No strategy finds every code within the depth allowed."""


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
        total: queries of the best strategy found, summed over the codes; None where the search ended before the first.
        lower: proven lower bound on the least total; equal to `total` when it is proved.
        tree: a strategy of that total, None if none was asked for or the search was not brought to its end.
        depth: most queries that the tree needs for a code; None without a tree.
        nodes: sets of codes searched.
        proved: whether `total` is the least.
        snapshot: where not proved, what `resume` takes to go on.
    """

    total: int | None
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
    total = optimal_tree(problem, codes=codes, asked=asked, tree=False).total
    assert total is not None, "without a limit of nodes a search is brought to its end"
    return total


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
        DepthError: no strategy keeps to max_depth.
        InputError: codes that cannot be told apart or named, another problem's snapshot, or arguments out of range.
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
            raise DepthError(f"max_depth {max_depth} is too small: no strategy finds every code so soon")
        raise InputError("codes: some cannot be told apart by any query")
    if not proved:
        return Optimum(search.best, lower, None, None, search.nodes, False, search.snapshot())
    grown, depth = search.strategy(total) if tree or least_depth else (None, None)
    while least_depth and depth is not None and depth > 1:
        shallow = _Search(problem, chosen, asked, depth - 1, memory)
        shallow.goal = total
        found, _ = shallow.least(None if progress is None else _settled(progress, search, total), None)
        search.nodes += shallow.nodes
        if found > total:
            break
        grown, depth = shallow.strategy(total)
    return Optimum(total, lower, grown if tree else None, depth, search.nodes, True)


def _settled(progress: Callable[[Progress], object], search: "_Search", total: int) -> Callable[[Progress], object]:
    """Reports while the least depth is sought: the total is settled, and a snapshot is of the search for it."""
    return lambda other: progress(Progress(total, total, search.nodes + other.nodes, search.snapshot))


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
        self.order, self.game = search_game(problem, codes, self.symmetry, self.depths)
        self.most_entries = 1 << (max(memory // ENTRY_BYTES, 2).bit_length() - 1)
        self.memo = empty_memo(min(self.most_entries, 1 << 14))
        self.desk = new_desk(self.game, 12)
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
        value = self.search(progress, max_nodes)
        if value is None:
            return NONE if self.best is None else self.best, self.lower(0)
        return value, value

    def search(self, progress: Callable[[Progress], object] | None, max_nodes: int | None = None) -> int | None:
        """Bring the search on the desk to its end: what it finds; None after too many nodes."""
        steps = FIRST_STEPS
        while True:
            begun = monotonic()
            result = search_kernel(self.game, self.desk, self.memo, steps)
            steps = self.after(result, steps, monotonic() - begun)
            self.nodes = int(self.desk.state[NODES])
            if result == DONE:
                return int(self.desk.state[VALUE])
            if result == PAUSED:
                if progress is not None:
                    progress(Progress(self.best, self.lower(0), self.nodes, self.snapshot))
                if max_nodes is not None and self.nodes >= max_nodes:
                    return None

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
            self.desk = deeper_desk(self.game, self.desk)
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
        """The least total known to be reached."""
        found = int(self.desk.frames[0, BEST])
        if found < NONE and (self.goal is None or found <= self.goal):
            return found
        return self.goal

    def lower(self, depth: int) -> int:
        """What the search has proved of a frame on the stack: a bound that its least total is not below."""
        frame = self.desk.frames[depth]
        last = int(self.desk.state[FRAME])
        if depth == last and self.desk.state[PHASE] == ENTER:
            return int(frame[FLOOR])
        bounds = [int(frame[BEST]), int(frame[SOFT])]
        if frame[NEXT] < frame[COUNT]:
            bounds.append(int(self.desk.listed[depth, frame[NEXT]]) >> (QUERY_BITS + 1))
        if depth < last:
            part = int(self.desk.parts[depth, frame[PART], PART_VALUE])
            bounds.append(int(frame[SUM]) + max(0, self.lower(depth + 1) - part))
        elif self.desk.state[PHASE] == DESCEND:
            bounds.append(int(frame[SUM]))
        return max(int(frame[FLOOR]), min(bounds))

    def identity(self) -> str:
        """What a snapshot must agree with: the answers, the codes and the limit of depth."""
        digest = hashlib.blake2b(digest_size=16)
        for array in (self.game.answers, self.game.query_of, self.game.keys[:1]):
            digest.update(array.data)
        digest.update(f"{SNAPSHOT_VERSION} {self.game.answers.shape} {self.game.solved} {self.depths}".encode())
        return digest.hexdigest()

    def snapshot(self) -> dict[str, Any]:
        """What the memo knows of the largest sets, and the best total."""
        entries = self.memo[self.memo[:, 3] > 0]
        if len(entries) > LARGEST_KEPT:
            entries = entries[np.argpartition(entries[:, 3], -LARGEST_KEPT)[-LARGEST_KEPT:]]
        return {"search": self.identity(), "total": self.best, "entries": entries.tolist()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go on from what a snapshot knows."""
        if snapshot.get("search") != self.identity():
            raise InputError("resume is of another search: take one of the same problem, codes and max_depth")
        entries = np.array(snapshot["entries"], np.int64).reshape(-1, 4)
        while len(self.memo) < min(4 * len(entries), self.most_entries):
            self.memo = empty_memo(len(self.memo) * 2)
        self.desk.state[USED] += fill_memo(self.memo, entries)
        self.goal = snapshot["total"]

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
        colors = self.colors
        result = -1
        while result != VISITED:
            result = extract_kernel(
                self.game,
                self.desk,
                self.memo,
                len(self.history),
                colors,
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
            elif result == SEARCH:
                self.search(None)
                assert self.desk.frames[0, BEST_QUERY] >= 0, "a part of an optimal strategy has one"
                state[SEARCHED] = 1
        nodes = nodes[: state[0]]
        made = StrategyTree(
            parent=nodes[:, 0].astype(np.int32),
            answer=nodes[:, 1].astype(np.uint16),
            query=self.order[nodes[:, 2]].astype(np.int32),
            codes=nodes[:, 3].astype(np.uint32),
            total=nodes[:, 4].copy(),
        )
        return made, int(state[3])
