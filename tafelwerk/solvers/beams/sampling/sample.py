"""Codes of a variant with too many codes: counted, drawn, or listed once a history leaves few of them.

Drawn codes have equal weights. Where all paths of a history are followed, its codes are counted exactly and drawn independently.
Otherwise several runs drop states at random. Each run estimates the number without bias, and contributes codes in proportion to
its estimate. Codes of one run resemble each other, so n of them tell less than n independent codes. Standard errors are therefore
computed from the differences between runs, and so is the effective sample size: the number of independent codes that would give
shares of answers of the same precision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.board import Variant
from tafelwerk.families.beams.rules.history import Beam, History, checked_history
from tafelwerk.solvers.beams.sampling.frontier import Plan, Task, admitted_colours, make_plan
from tafelwerk.solvers.beams.sampling.narrow import narrowed
from tafelwerk.solvers.beams.sampling.paths import Paths, drawn, follow, learned, listed

BATCHES = 20
"""Number of groups of independently drawn codes."""

PILOTS = 3
"""Number of pilot runs, from which the worth of classes is learned."""

MOST_STATES = 1 << 20
"""Largest number of states per level, if fewer do not find any code."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A variant in the form for the sampler.

    Attributes:
        neighbours: masks, one per field.
        lines: fields of each line, in the order of its answers' bits.
        colours: number of colours.
        size: fields per colour, which are connected.
        edge: mask of fields of which every colour must have one; 0 for no such rule.
        planar: whether chains of different colours cannot cross; fields are numbered row by row.
    """

    neighbours: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    colours: int
    size: int
    edge: int = 0
    planar: bool = False


def ground_of(variant: Variant) -> Ground:
    """Ground of a variant on its board."""
    board = variant.board
    edge = board.edge if variant.to_edge else 0
    return Ground(board.neighbours, board.windows, variant.colours, variant.size, edge, not board.squares)


@dataclass(frozen=True, slots=True)
class Effort:
    """Size of a sample.

    Attributes:
        codes: number of codes to draw; if at most that many are left, all are listed.
        first: largest number of states per level with which an exact count is tried.
        states: number of states kept per level in a run.
        runs: number of runs.
    """

    codes: int = 8000
    first: int = 4000
    states: int = 2500
    runs: int = 10


@dataclass(frozen=True, eq=False)
class Sample:
    """Codes that a history leaves.

    Attributes:
        asked: colours asked for, ascending.
        masks: int64 (n, colours): fields of the colours asked for, then of the others by their first field.
        groups: int64 (n,): run or batch of each code; groups are ascending and independent.
        totals: float64: number of elements estimated by each run; a single entry if it is exact.
        admitted: mask per run and class of colours, the others last, of the fields that it has in some code followed.
        exact: whether the number of elements is exact.
        complete: whether all of them are listed.
    """

    asked: tuple[int, ...]
    masks: NDArray[np.int64]
    groups: NDArray[np.int64]
    totals: NDArray[np.float64]
    admitted: tuple[tuple[int, ...], ...]
    exact: bool
    complete: bool

    @property
    def total(self) -> float:
        """Number of elements, see `rules.codes`: codes that differ only in the colours not asked for are one element."""
        return float(self.totals.mean())

    @property
    def error(self) -> float:
        """Standard error of the number of elements, 0 if it is exact."""
        runs = len(self.totals)
        return 0.0 if self.exact else float(self.totals.std(ddof=1)) / sqrt(runs)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of codes by group; int64 (groups,)."""
        return np.bincount(self.groups)

    def effective(self, lines: Sequence[Sequence[int]]) -> float:
        """Effective sample size, over the shares of all answers to all queries; at most the number of codes.

        Args:
            lines: fields of each line, see `Ground`.
        """
        if self.exact:
            return float(len(self.masks))
        spread = between = 0.0
        weights = self.sizes / self.sizes.sum()
        scale = len(weights) / (len(weights) - 1)
        for line in lines:
            shown = answers_of(self.masks, line)
            for column in range(shown.shape[1]):
                table = tallied(shown[:, column], self.groups, len(weights))
                shares = table.sum(axis=0) / len(self.masks)
                apart = table / np.maximum(self.sizes, 1)[:, None] - shares
                spread += float((shares * (1 - shares)).sum())
                between += scale * float((weights[:, None] ** 2 * apart**2).sum())
        return float(len(self.masks)) if not between else min(spread / between, float(len(self.masks)))


def answers_of(masks: NDArray[np.int64], line: Sequence[int]) -> NDArray[np.int64]:
    """Answers of a line for sets of fields, as bits in the order of its fields; same shape as the masks."""
    found = np.zeros_like(masks)
    for place, field in enumerate(line):
        found |= (masks >> field & 1) << place
    return found


def tallied(shown: NDArray[np.int64], groups: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Number of codes by group and answer; int64 (number of groups, answers)."""
    answers = int(shown.max(initial=0)) + 1
    return np.bincount(groups * answers + shown, minlength=number * answers).reshape(number, answers)


def task_of(ground: Ground, history: History) -> tuple[tuple[int, ...], Task]:
    """Colours asked for, and the task of the colourings that a history leaves."""
    fields = len(ground.neighbours)
    asked, admitted = admitted_colours(ground.lines, fields, ground.colours, history)
    return asked, Task(
        ground.neighbours, ground.size, ground.colours - len(asked), admitted, ground.edge, ground.planar
    )


def sample(ground: Ground, history: History, effort: Effort, seed: int) -> Sample:
    """Count the codes that a history leaves, and draw some, or list all of them if there are few.

    Args:
        ground: the variant.
        history: beams; any colours, in any order.
        effort: size of the sample.
        seed: random seed.

    Raises:
        InputError: a colour, a line or hits out of range; or none of some 200,000 paths leads to a code, though one may be left.
    """
    checked_history(history, ground.colours, len(ground.lines))
    asked, task = task_of(ground, history)
    plan = make_plan(task)
    if effort.first:
        first = follow(plan, effort.first, np.random.default_rng((seed, 0)))
        if first.exact:
            return _exact(asked, first, effort, seed)
        if not first.total:
            fewer = narrowed(task)
            if fewer is None:
                nothing = np.zeros((0, ground.colours), np.int64)
                return Sample(asked, nothing, np.zeros(0, np.int64), np.zeros(1), (first.admitted,), True, True)
            plan = make_plan(fewer)
    runs, states = _runs(plan, effort.states, effort, seed), effort.states
    while not any(run.total for run in runs):
        states *= 8
        if states > MOST_STATES:
            raise InputError(
                "history: no code was found that fits it, though one may exist; its answers may contradict each other: check them"
            )
        if follow(plan, states, np.random.default_rng((seed, 1, 0))).total:
            runs = _runs(plan, states, effort, seed)
    totals = np.array([run.total for run in runs])
    masks: list[NDArray[np.int64]] = []
    groups: list[NDArray[np.int64]] = []
    for run, number in enumerate(allotted(totals, effort.codes)):
        if number:
            masks.append(drawn(runs[run], number, np.random.default_rng((seed, 3, run))))
            groups.append(np.full(number, len(groups)))
    admitted = tuple(run.admitted for run in runs)
    return Sample(asked, np.concatenate(masks), np.concatenate(groups), totals, admitted, False, False)


def any_left(ground: Ground, history: History, effort: Effort, seed: int = 0) -> bool:
    """Whether a history leaves a code: one path to a code is enough.

    Raises:
        InputError: as `sample`.
    """
    checked_history(history, ground.colours, len(ground.lines))
    first = follow(make_plan(task_of(ground, history)[1]), effort.first, np.random.default_rng((seed, 0)))
    return first.total > 0 or (not first.exact and sample(ground, history, effort, seed).total > 0)


def _runs(plan: Plan, states: int, effort: Effort, seed: int) -> list[Paths]:
    """Runs with the worth of classes that pilot runs teach."""
    worth = learned([follow(plan, states, np.random.default_rng((seed, 1, run))) for run in range(PILOTS)])
    return [follow(plan, states, np.random.default_rng((seed, 2, run)), worth) for run in range(effort.runs)]


def _exact(asked: tuple[int, ...], paths: Paths, effort: Effort, seed: int) -> Sample:
    """Sample of all codes, or of some of them, where all paths were followed."""
    totals, admitted = np.array([paths.total]), (paths.admitted,)
    if paths.total <= effort.codes:
        found = listed(paths, effort.codes)
        assert found is not None, "as many as were counted"
        return Sample(asked, found, np.zeros(len(found), np.int64), totals, admitted, True, True)
    masks = drawn(paths, effort.codes, np.random.default_rng((seed, 3)))
    groups = np.arange(len(masks)) * BATCHES // len(masks)
    return Sample(asked, masks, groups, totals, admitted, True, False)


def allotted(weights: NDArray[np.float64], number: int) -> list[int]:
    """Integer shares of a number in proportion to weights: the largest remainders are rounded up."""
    exact = weights * (number / weights.sum())
    found = np.floor(exact).astype(np.int64)
    order = np.argsort(-(exact - found), kind="stable")
    found[order[: number - int(found.sum())]] += 1
    shares: list[int] = found.tolist()
    return shares


def hidden_codes(ground: Ground, seed: int, number: int) -> NDArray[np.int64]:
    """Random codes of a variant, fixed by the seed: int64, shape (number, colours), masks of each colour's fields."""
    random = np.random.default_rng((seed, 4))
    masks = sample(ground, (), Effort(codes=number), seed).masks
    return random.permuted(random.permutation(masks), axis=1)


def preferred(ground: Ground, history: History, order: Callable[[int, int], float]) -> tuple[int, ...]:
    """Code in which each field in turn has its first admissible colour.

    It stays the same when its own answers are added to the history, as long as all paths of both histories can be followed.

    Args:
        ground: the variant.
        history: beams that leave a code.
        order: sort key of a field and a colour; the colour with the least key is the first.

    Raises:
        InputError: no code was found.
    """
    # a line without fields hits no colour: with it all colours are asked for, none is spare
    every = [Beam(colour, len(ground.lines), 0) for colour in range(ground.colours)]
    _, admitted = admitted_colours((*ground.lines, ()), len(ground.neighbours), ground.colours, [*history, *every])
    task = Task(ground.neighbours, ground.size, 0, admitted, ground.edge, ground.planar)
    paths = follow(make_plan(task), MOST_STATES >> 3, np.random.default_rng(0))
    if not paths.total:
        raise InputError("history: no code was found that fits it; check its answers")
    masks, row = [0] * ground.colours, 0
    for field, (level, following) in enumerate(zip(paths.levels, paths.levels[1:], strict=False)):
        ways = {
            int(level.labels[edge]): int(level.to[edge])
            for edge in range(level.starts[row], level.starts[row + 1])
            if level.to[edge] >= 0 and following.left[level.to[edge]] > 0
        }
        colour = min(ways, key=lambda one: order(field, one))
        masks[colour] |= 1 << field
        row = ways[colour]
    return tuple(masks)


def is_one(ground: Ground, history: History) -> bool:
    """Whether a history provably leaves exactly one code, including the colours not asked for."""
    asked, task = task_of(ground, history)
    if ground.colours - len(asked) > 1:
        return False
    states = Effort().first
    while states <= MOST_STATES:
        paths = follow(make_plan(task), states, np.random.default_rng(0))
        if paths.exact or (paths.total and listed(paths, 1) is None):
            return paths.exact and paths.total == 1
        states *= 8
    return False
