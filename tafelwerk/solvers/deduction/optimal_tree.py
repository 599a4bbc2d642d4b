"""Optimal strategies of search problems: the least total number of queries over all codes, and a tree that attains it.

Also here: lower bounds of the least total, proved within a given amount of work, and best strategies against codes with weights.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction import optimal_search
from tafelwerk.solvers.deduction import optimal_workspace as ws
from tafelwerk.solvers.deduction.entropy_strategies import lex_tree
from tafelwerk.solvers.deduction.optimal_search import DONE, MEMO_FULL, PAUSED, TOO_DEEP, key_of, search_kernel
from tafelwerk.solvers.deduction.search_problem import NONE, SearchProblem, StrategyTree, chosen_codes, least_totals
from tafelwerk.solvers.machine.memo import ENTRY_BYTES, empty_memo, fill_memo, grown_memo

MEMORY = 128 << 20
"""Default limit of the memo, in bytes."""

SLICE_SECONDS = 0.25
"""Approximate time between two reports of a search."""

FIRST_STEPS = 64
"""Queries that a search tries before its speed is known."""

SETUP_WORK = 3
"""Operations per code and query of preparing a search."""

FOREVER = 1 << 62
"""Operations of a search that does not give up."""

SNAPSHOT_VERSION = 2

FIRST_QUERIES = (ws.BEST, ws.BEST_QUERY, ws.SOFT, ws.NEXT)
"""Fields of frame 0 that a snapshot keeps."""

LARGEST_KEPT = 20_000
"""Number of sets whose bounds a snapshot keeps: the largest."""


class DepthError(InputError):
    """No strategy finds every code within the depth allowed, as this number of operations has shown."""

    def __init__(self, message: str, operations: int) -> None:
        super().__init__(message)
        self.operations = operations


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a search in progress.

    Attributes:
        total: the least total found so far; None before the first.
        lower: a proven lower bound on the least total.
        nodes: number of sets searched.
        done: number of first queries that are searched or refuted.
        queries: number of first queries that are to be.
        snapshot: returns what `optimal_tree` takes as `resume`, as plain data that JSON can hold.
    """

    total: int | None
    lower: int
    nodes: int
    done: int
    queries: int
    snapshot: Callable[[], dict[str, Any]]


@dataclass(frozen=True, eq=False, slots=True)
class Optimum:
    """Result of an optimal search.

    Attributes:
        total: queries of the best strategy found, summed over the codes; None if the search stopped before the first.
        lower: a proven lower bound on the least total; equal to `total` if that is proved.
        tree: a strategy of that total; None if not proved.
        depth: most queries that the tree needs for a code; None without a tree.
        nodes: number of sets searched.
        proved: whether `total` is the least.
        operations: number of operations, about one per nanosecond.
        snapshot: what `resume` takes to continue; None if proved.
    """

    total: int | None
    lower: int
    tree: StrategyTree | None
    depth: int | None
    nodes: int
    proved: bool
    operations: int
    snapshot: dict[str, Any] | None = field(default=None, repr=False)


def optimal_tree(
    problem: SearchProblem,
    *,
    codes: Sequence[int] | NDArray[np.int32] | None = None,
    asked: Sequence[int] = (),
    max_depth: int | None = None,
    least_depth: bool = False,
    progress: Callable[[Progress], object] | None = None,
    resume: dict[str, Any] | None = None,
    operations: float | None = None,
    memory: int = MEMORY,
) -> Optimum:
    """Find a strategy of least total.

    Of equally good queries, one that may be the code is preferred. Otherwise the strategy is any of the best, the same in
    every run.

    Args:
        problem: the search problem.
        codes: the codes left. Default: all.
        asked: queries asked before, whose answers left exactly these codes. They only save time, by symmetry.
        max_depth: greatest number of queries allowed for any code.
        least_depth: whether to find a strategy of least depth among those of least total.
        progress: called a few times per second; what it raises ends the search.
        resume: a snapshot of an earlier search with the same problem, codes and max_depth.
        operations: number of operations before giving up, about one per nanosecond; counted, so that a search gives up in the
            same way on every machine. Default: never.
        memory: most bytes of the memo.

    Returns:
        The least total, proved unless the search gave up. If it gave up while it looked for the least depth, the total is proved
        and there is no tree.

    Raises:
        DepthError: no strategy finds every code within max_depth.
        InputError: codes cannot be told apart or named, the snapshot is of another problem, or an argument is out of range.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> optimal_tree(mastermind(3, 3)).total
    73
    """
    chosen = chosen_codes(problem, codes)
    check(problem, chosen, asked, max_depth, memory)
    if max_depth is not None and max_depth >= len(chosen):
        max_depth = None
    search = Search(problem, chosen, asked, max_depth, memory)
    if resume is not None:
        search.restore(resume)
    total, lower = search.least(progress, operations)
    proved = total == lower
    if proved and total >= NONE:
        if max_depth is not None:
            raise DepthError(
                f"max_depth {max_depth} is too small: no strategy finds every code within it", search.spent
            )
        raise InputError("codes: some cannot be told apart by any query")
    if not proved:
        return Optimum(search.best, lower, None, None, search.nodes, False, search.spent, search.snapshot())
    tree, depth = search.strategy()
    nodes, spent = search.nodes, search.spent

    def report(other: Progress) -> None:
        """Report during the search for the least depth: the total is known, and a snapshot is of the search for the total."""
        if progress is not None:
            progress(replace(other, total=total, lower=total, nodes=nodes + other.nodes, snapshot=search.snapshot))

    while least_depth and depth > 1:
        shallow = Search(problem, chosen, asked, depth - 1, memory)
        shallow.goal = total
        upper, least = shallow.least(report, None if operations is None else operations - spent)
        nodes, spent = nodes + shallow.nodes, spent + shallow.spent
        if upper != least:
            return Optimum(total, total, None, None, nodes, False, spent, search.snapshot())
        if upper > total:
            break
        tree, depth = shallow.strategy()
    return Optimum(total, lower, tree, depth, nodes, True, spent)


def most_within(
    problem: SearchProblem,
    within: int,
    *,
    codes: Sequence[int] | NDArray[np.int32] | None = None,
    asked: Sequence[int] = (),
    operations: float | None = None,
    memory: int = MEMORY,
) -> Optimum:
    """Find, of the strategies that find most codes within a number of queries, one of least total.

    For arguments and errors see `optimal_tree`.

    A late code costs more than all queries of that strategy together: after the queries in time at most, each set that is left
    goes on as LEX would with these codes, which costs no code more than in the game of LEX from the start.
    """
    chosen = chosen_codes(problem, codes)
    if within >= len(chosen):
        return optimal_tree(problem, codes=codes, asked=asked, operations=operations, memory=memory)
    check(problem, chosen, asked, None, memory)
    if problem.solved < 0:
        raise InputError("within: codes that no query names are found without being asked; only named ones count")
    if within < 1:
        raise InputError(f"within must be at least 1, not {within}")
    late = within * len(chosen) + int(lex_tree(problem, Fraction(1), codes=chosen, asked=asked or None).total[0]) + 1
    if late * (len(chosen) + 1) >= ws.NO_TOTAL:
        raise InputError(f"within: {len(chosen)} codes are too many; use a smaller game")
    search = Search(problem, chosen, asked, within, memory, late)
    cost, least = search.least(None, operations)
    if cost != least:
        return Optimum(None, len(chosen), None, None, search.nodes, False, search.spent)
    tree, depth = search.strategy()
    total = int(tree.total[0])
    assert cost % late == total, "a tree costs what was found"
    return Optimum(total, total, tree, depth, search.nodes, True, search.spent)


def check(
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
            raise InputError(f"codes: no query names {problem.codes[int(unnamed[0])]}, so no strategy ends with it")
    same = np.ones(len(problem.codes), bool)
    for query in asked:
        if not 0 <= query < len(problem.queries):
            raise InputError(f"asked must be indices of queries, 0 to {len(problem.queries) - 1}, not {query}")
        same &= problem.answers[query] == problem.answers[query, codes[0]]
    if len(asked) and not np.array_equal(np.flatnonzero(same), codes):
        raise InputError("asked: no answers to these queries leave just these codes")


class Search:
    """A search in progress: the game as kernels see it, their workspace and memo.

    Codes with weights are in descending order of weight, and symmetries keep the weights.
    """

    def __init__(
        self,
        problem: SearchProblem,
        codes: NDArray[np.int32],
        asked: Sequence[int],
        max_depth: int | None,
        memory: int,
        late: int = 0,
        weights: NDArray[np.int64] | None = None,
    ) -> None:
        self.problem, self.codes = problem, codes
        self.depths = max_depth or 0
        # without the queries asked before, nothing is known of the symmetries of a choice of codes
        symmetry = problem.symmetry if len(codes) == len(problem.codes) or len(asked) else None
        self.order, self.game = ws.make_game(problem, codes, symmetry, self.depths, late, weights)
        self.most_entries = 1 << (max(memory // ENTRY_BYTES, 2).bit_length() - 1)
        self.memo = empty_memo(min(self.most_entries, 1 << 14))
        self.work = ws.make_workspace(self.game, 12)
        self.work.state[ws.WORK] = SETUP_WORK * problem.answers.shape[0] * len(codes)
        self.goal: int | None = None
        self.tried = 0
        # fields of frame 0: as a snapshot has them, or as the search for the least total has left them
        self.resumed: list[int] | None = None
        self.finished: NDArray[np.int64] | None = None
        history = ws.ranks(self.order)[np.array(asked, np.int64)]
        self.asked = len(history)
        self.colors = int(self.game.symmetry.colors[history].max(initial=0))
        self.work.history[: self.asked] = history[: ws.ORBIT_PLIES]

    @property
    def nodes(self) -> int:
        """Number of sets searched."""
        return int(self.work.state[ws.NODES])

    @property
    def spent(self) -> int:
        """Operations so far."""
        return int(self.work.state[ws.WORK])

    def least(
        self,
        progress: Callable[[Progress], object] | None,
        operations: float | None = None,
        tries: int | None = None,
    ) -> tuple[int, int]:
        """The least total found and its lower bound; equal once proved, unequal after this many operations or tries."""
        count = len(self.codes)
        if count == 1:
            total = int(self.problem.solved >= 0) * int(self.game.weights[0])
            return total, total
        frame, state = self.work.frames[0], self.work.state
        frame[ws.LOW], frame[ws.SIZE], frame[ws.DEEP], frame[ws.COLORS] = 0, count, self.depths, self.colors
        frame[ws.FLOOR] = self.game.bounds.least[self.depths, count]
        if self.game.weighted:
            frame[ws.FLOOR] = int(self.game.weights @ self.game.bounds.levels[1 : count + 1])
        frame[ws.UPPER] = frame[ws.BEST] = NONE if self.goal is None else self.goal + 1
        self.work.codes[0] = np.arange(count)
        frame[ws.KEY], frame[ws.CHECK] = key_of(self.game, self.work.codes[0], self.depths)
        state[ws.FRAME], state[ws.PHASE], state[ws.ASKED] = 0, ws.ENTER, self.asked
        if frame[ws.FLOOR] >= NONE:
            return NONE, NONE
        if self.resumed is not None:
            self._enter_again(self.resumed)
        self.finished = None
        value = self.search(progress, operations, tries)
        if value is None:
            return NONE if self.best is None else self.best, self.lower(0)
        self.finished = self.work.frames[0].copy()
        return value, value

    def _enter_again(self, resumed: list[int]) -> None:
        """List the first queries as the earlier search did, and take up what it had found and refuted."""
        search_kernel(self.game, self.work, self.memo, 0)
        self.work.frames[0, list(FIRST_QUERIES)] = resumed

    def value(self, codes: NDArray[np.uint32], below: int) -> tuple[int, int]:
        """The least total of a set of codes, without a limit of depth and without symmetries.

        Args:
            codes: the set, ascending places in the order of the search; two codes or more.
            below: limit of interest.

        Returns:
            The total if it is below the limit, otherwise a lower bound that is not; and a query that attains the total, by its
            place in `order`, -1 if it is not below.
        """
        frame, state = self.work.frames[0], self.work.state
        frame[ws.LOW], frame[ws.SIZE], frame[ws.DEEP], frame[ws.COLORS] = 0, len(codes), 0, 0
        frame[ws.UPPER] = frame[ws.BEST] = below
        frame[ws.FLOOR] = 0
        self.work.codes[0, : len(codes)] = codes
        frame[ws.KEY], frame[ws.CHECK] = key_of(self.game, codes, 0)
        state[ws.FRAME], state[ws.PHASE], state[ws.ASKED] = 0, ws.ENTER, 0
        value = self.search(None)
        assert value is not None
        return value, int(self.work.frames[0, ws.BEST_QUERY]) if value < below else -1

    def search(
        self,
        progress: Callable[[Progress], object] | None,
        operations: float | None = None,
        tries: int | None = None,
    ) -> int | None:
        """Finish the search in the workspace and return the value it finds; None after too many operations or tries.

        Tries are queries tried, counted in `tried` by FIRST_STEPS. Neither depends on the speed of the machine.
        """
        most = FOREVER if operations is None else int(operations)
        self.work.state[ws.MOST_WORK] = most
        steps = FIRST_STEPS
        while True:
            begun = monotonic()
            result = search_kernel(self.game, self.work, self.memo, steps)
            seconds = monotonic() - begun
            self.tried += steps
            if result == DONE:
                return int(self.work.state[ws.VALUE])
            if result == MEMO_FULL:
                self.grow_memo()
            elif result == TOO_DEEP:
                self.work = ws.deeper(self.game, self.work)
            elif result == PAUSED:
                if tries is not None:
                    if self.tried >= tries:
                        return None
                    continue
                if seconds < SLICE_SECONDS / 2:
                    steps *= 2
                elif seconds > SLICE_SECONDS * 2:
                    steps = max(1, steps // 2)
                if progress is not None:
                    progress(self._progress())
                if self.spent >= most:
                    return None

    def _progress(self) -> Progress:
        """State of the search for the least total."""
        first = self._first
        return Progress(self.best, self.lower(0), self.nodes, self._done, int(first[ws.COUNT]), self.snapshot)

    def grow_memo(self) -> None:
        """Replace the memo by a larger one, as far as memory allows."""
        entries = min(len(self.memo) * 4, self.most_entries)
        if entries > len(self.memo):
            self.memo = grown_memo(self.memo, entries)
        if entries == self.most_entries:
            self.work.state[ws.USED] = -(1 << 60)  # entries replace each other from here on

    @property
    def best(self) -> int | None:
        """The least total known to be attained."""
        attained = int(self._first[ws.BEST])
        if attained < NONE and (self.goal is None or attained <= self.goal):
            return attained
        return self.goal

    @property
    def _first(self) -> NDArray[np.int64]:
        """Frame 0 of the search for the least total; the search for a tree uses the frame for other sets."""
        first: NDArray[np.int64] = self.work.frames[0] if self.finished is None else self.finished
        return first

    @property
    def _done(self) -> int:
        """Number of first queries searched or refuted, in the order in which they are listed."""
        trying = self.work.state[ws.FRAME] > 0 or self.work.state[ws.PHASE] == ws.DESCEND
        return int(self._first[ws.NEXT]) - int(trying and self.finished is None)

    def lower(self, depth: int) -> int:
        """A proven lower bound on the least total of a frame on the stack."""
        frame, last, phase = self.work.frames[depth], int(self.work.state[ws.FRAME]), self.work.state[ws.PHASE]
        if depth == last and phase == ws.ENTER:
            return int(frame[ws.FLOOR])
        bounds = [int(frame[ws.BEST]), int(frame[ws.SOFT])]
        if frame[ws.NEXT] < frame[ws.COUNT]:
            bounds.append(int(self.work.ordered[depth, frame[ws.NEXT]]) >> (ws.QUERY_BITS + 1))
        if depth < last:
            part = int(self.work.parts[depth, frame[ws.PART], ws.PART_VALUE])
            bounds.append(int(frame[ws.SUM]) + max(0, self.lower(depth + 1) - part))
        elif phase == ws.DESCEND:
            bounds.append(int(frame[ws.SUM]))
        return max(int(frame[ws.FLOOR]), min(bounds))

    def identity(self) -> str:
        """What a snapshot must agree with: the answers, the codes and the limit of depth."""
        digest = hashlib.blake2b(digest_size=16)
        for array in (self.game.answers, self.game.query_of, self.game.keys[:1]):
            digest.update(array.data)
        digest.update(f"{SNAPSHOT_VERSION} {self.game.answers.shape} {self.game.solved} {self.depths}".encode())
        return digest.hexdigest()

    def snapshot(self) -> dict[str, Any]:
        """The memo's entries of the largest sets, and the first queries that are done: the best one, and those refuted."""
        entries = self.memo[self.memo[:, 3] > 0]
        if len(entries) > LARGEST_KEPT:
            entries = entries[np.argpartition(entries[:, 3], -LARGEST_KEPT)[-LARGEST_KEPT:]]
        first = self._first.copy()
        first[ws.NEXT] = self._done
        return {"search": self.identity(), "first": first[list(FIRST_QUERIES)].tolist(), "entries": entries.tolist()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Start from what a snapshot knows."""
        if snapshot.get("search") != self.identity():
            raise InputError("resume is of another search; use a snapshot of the same problem, codes and max_depth")
        entries = np.array(snapshot["entries"], np.int64).reshape(-1, 4)
        while len(self.memo) < min(4 * len(entries), self.most_entries):
            self.memo = empty_memo(len(self.memo) * 2)
        self.work.state[ws.USED] += fill_memo(self.memo, entries)
        self.resumed = snapshot["first"]

    def strategy(self) -> tuple[StrategyTree, int]:
        """A tree of the least total that was found, and its depth; its totals count queries, whatever they cost."""
        count = len(self.codes)
        read = optimal_search.new_extraction(count, count > 1 or self.problem.solved >= 0)
        while (
            optimal_search.extract_kernel(self.game, self.work, self.memo, read, self.depths, self.asked, self.colors)
            == optimal_search.SEARCH
        ):
            self.search(None)
            assert self.work.frames[0, ws.BEST_QUERY] >= 0, "a part of an optimal strategy has one"
            read.state[optimal_search.SEARCHED] = 1
        nodes = read.nodes[: read.state[optimal_search.MADE]]
        answer = self.game.labels[nodes[:, optimal_search.ANSWER]]
        answer[:1] = 0
        made = StrategyTree(
            parent=nodes[:, optimal_search.PARENT].astype(np.int32),
            answer=answer.astype(np.uint16),
            query=self.order[nodes[:, optimal_search.QUERY]].astype(np.int32),
            codes=nodes[:, optimal_search.CODES].astype(np.uint32),
            total=nodes[:, optimal_search.TOTAL].copy(),
        )
        return made, int(nodes[:, optimal_search.LEVEL].max(initial=-1)) + 1


LIMITS = 50
"""The limit rises by this fraction of the number of codes."""


def lower_bound(
    problem: SearchProblem, codes: NDArray[np.int32], asked: Sequence[int], tries: int, memory: int = MEMORY
) -> tuple[int, bool]:
    """A lower bound on the least total of a set of codes.

    Totals up to a limit are refuted, then up to a higher limit, until the work is done or the least total is found. A search that
    looks for the least total instead knows little more than the bound of its next query until it ends.

    Args:
        problem: the search problem.
        codes: the set, not empty.
        asked: queries asked before, whose answers left exactly these codes.
        tries: number of queries tried in all, approximately; the same number gives the same bound on every machine.
        memory: most bytes of the memo.

    Returns:
        The bound, and whether it is the least total.

    Raises:
        InputError: codes cannot be told apart or named, or an argument is out of range.
    """
    if tries < 1:
        raise InputError(f"tries must be at least 1, not {tries}")
    check(problem, codes, asked, None, memory)
    search = Search(problem, codes, asked, None, memory)
    # the search needs a limit above what the number of codes tells
    goal = bound = int(search.game.bounds.least[0, len(codes)])
    while search.tried < tries:
        search.goal = goal
        _, lower = search.least(None, tries=tries)
        # a total above the goal is not looked for: one at most the goal is attained
        if len(codes) == 1 or lower == search.work.frames[0, ws.BEST] <= goal:
            return lower, True
        if lower >= NONE:
            raise InputError("codes: some cannot be told apart by any query")
        bound = max(bound, lower)
        goal = bound + len(codes) // LIMITS
    return bound, False


def most_weight(problem: SearchProblem) -> int:
    """Greatest sum of the weights of all codes."""
    answered = max(len(np.unique(row)) for row in problem.answers)
    totals = least_totals(len(problem.codes), answered, problem.solved >= 0, 0)[0]
    return NONE // (3 + min(len(problem.codes), int(np.diff(totals).max())))


@dataclass(frozen=True, eq=False, slots=True)
class Reply:
    """A best reply to weights.

    Attributes:
        cost: sum over the codes of weight times queries; no strategy has a smaller one.
        tree: a strategy of this cost; its totals are queries without weights.
    """

    cost: int
    tree: StrategyTree


def best_reply(
    problem: SearchProblem, weights: NDArray[np.int64], below: int | None = None, memory: int = MEMORY
) -> Reply | None:
    """Find a strategy of least cost by weight.

    Args:
        problem: the search problem.
        weights: int64, shape (C,): weights of the codes, at least 1; symmetries of the problem keep them.
        below: cost above those of interest. Default: all are.
        memory: most bytes of the memo.

    Returns:
        The best reply; None if no strategy costs less than `below`.

    Raises:
        InputError: a weight is below 1, their sum is too large, or codes cannot be told apart or named.
    """
    if weights.min() < 1 or int(weights.sum()) > most_weight(problem):
        raise InputError(f"weights must be at least 1, with a sum of at most {most_weight(problem)}")
    codes = np.argsort(-weights, kind="stable").astype(np.int32)
    check(problem, codes, (), None, memory)
    search = Search(problem, codes, (), None, memory, weights=weights[codes])
    if below is not None:
        search.goal = min(below, NONE) - 1
    cost, _ = search.least(None, None)
    if below is not None and cost >= min(below, NONE):
        return None
    if cost >= NONE:
        raise InputError("codes: some cannot be told apart by any query")
    return Reply(cost, search.strategy()[0])
