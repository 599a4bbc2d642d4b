"""Codes of a variant that are too many to be listed: counted, drawn, or listed once a history leaves few of them.

What is drawn has equal weights. Where the paths of a history are all followed its codes are counted exactly, and drawn
independently. Elsewhere several runs drop states at random; each estimates the number without bias, and a run gives as many of
the codes as its estimate is part of the sum. Codes of one run are alike, so that n of them tell less than n independent codes:
errors come from the differences between runs, and so does the effective sample size, the number of independent codes whose
shares of answers would differ from those of all codes as much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import Variant
from tafelwerk.rules.beams.history import Beam, History, checked_history
from tafelwerk.solvers.beams.sampling.frontier import Task, admitted_colours, make_plan
from tafelwerk.solvers.beams.sampling.paths import Paths, drawn, follow, learned, listed

BATCHES = 20
"""Groups of codes that are drawn independently."""

PILOTS = 3
"""Runs that others learn from."""

MOST_STATES = 1 << 20
"""States of a level, at most, where few are not enough to find any code."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a variant is for a sampler.

    Attributes:
        neighbours: masks, one per field.
        lines: what can be asked, each with its fields in the order of its answers' bits.
        colours: how many there are.
        size: fields of a colour, which are connected.
        edge: mask of fields of which every colour has one; 0: no such rule.
        planar: whether chains of different colours cannot cross; fields are numbered row by row.
    """

    neighbours: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    colours: int
    size: int
    edge: int = 0
    planar: bool = False


def ground_of(variant: Variant) -> Ground:
    """That of a variant on its board."""
    board = variant.board
    edge = board.edge if variant.to_edge else 0
    return Ground(board.neighbours, board.windows, variant.colours, variant.size, edge, not board.squares)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a sample is.

    Attributes:
        codes: codes that are drawn; where as many or fewer are left all are listed.
        first: states of a level up to which a count is tried exactly.
        states: states of a level that are kept in a run.
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
        asked: the colours asked for, ascending.
        masks: int64 (n, colours): fields of the colours asked for, then of the others by their first field.
        groups: int64 (n,): the run, or the batch, that a code is from; groups ascend and are independent.
        totals: float64: the number of elements by each run; one where it is exact.
        admitted: by run, by class of colours, the others last, mask of the fields that it has in one of the codes followed.
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
        """Number of elements, see `rules.codes`: codes that differ in the colours not asked for alone are one."""
        return float(self.totals.mean())

    @property
    def error(self) -> float:
        """Standard error of that number, 0 where it is exact."""
        runs = len(self.totals)
        return 0.0 if self.exact else float(self.totals.std(ddof=1)) / sqrt(runs)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of codes by group; int64 (groups,)."""
        return np.bincount(self.groups)

    def effective(self, lines: Sequence[Sequence[int]]) -> float:
        """Effective sample size, over the shares of all answers to all queries; at most the number of codes.

        Args:
            lines: what can be asked, see `Ground`.
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
    """What a line shows of sets of fields, as bits in the order of its fields; the shape of the masks."""
    found = np.zeros_like(masks)
    for place, field in enumerate(line):
        found |= (masks >> field & 1) << place
    return found


def tallied(shown: NDArray[np.int64], groups: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """How many codes of each group give each answer; int64 (number of groups, answers)."""
    answers = int(shown.max(initial=0)) + 1
    return np.bincount(groups * answers + shown, minlength=number * answers).reshape(number, answers)


def task_of(ground: Ground, history: History) -> tuple[tuple[int, ...], Task]:
    """The colours asked for, and the colourings that a history leaves."""
    fields = len(ground.neighbours)
    asked, admitted = admitted_colours(ground.lines, fields, ground.colours, history)
    return asked, Task(
        ground.neighbours, ground.size, ground.colours - len(asked), admitted, ground.edge, ground.planar
    )


def sample(ground: Ground, history: History, effort: Effort, seed: int) -> Sample:
    """Count the codes that a history leaves, and draw some, or list them all where they are few.

    Args:
        ground: the variant.
        history: beams; any colours, in any order.
        effort: how much work it may be.
        seed: random seed.

    Raises:
        InputError: a colour, a line or hits out of range; none of some million paths leads to a code, though one may be left.
    """
    checked_history(history, ground.colours, len(ground.lines))
    asked, task = task_of(ground, history)
    plan = make_plan(task)
    if effort.first:
        first = follow(plan, effort.first, np.random.default_rng((seed, 0)))
        if first.exact:
            return _exact(asked, first, effort, seed)
    states = effort.states
    while True:
        worth = learned([follow(plan, states, np.random.default_rng((seed, 1, run))) for run in range(PILOTS)])
        runs = [follow(plan, states, np.random.default_rng((seed, 2, run)), worth) for run in range(effort.runs)]
        totals = np.array([run.total for run in runs])
        if totals.any():
            break
        states *= 8
        if states > MOST_STATES:
            raise InputError(
                "history: no code that it leaves was found, though one may be left; its answers may contradict each other"
            )
    masks: list[NDArray[np.int64]] = []
    groups: list[NDArray[np.int64]] = []
    for run, number in enumerate(allotted(totals, effort.codes)):
        if number:
            masks.append(drawn(runs[run], number, np.random.default_rng((seed, 3, run))))
            groups.append(np.full(number, len(groups)))
    admitted = tuple(run.admitted for run in runs)
    return Sample(asked, np.concatenate(masks), np.concatenate(groups), totals, admitted, False, False)


def _exact(asked: tuple[int, ...], paths: Paths, effort: Effort, seed: int) -> Sample:
    """All codes, or some of them, where the paths of all were followed."""
    totals, admitted = np.array([paths.total]), (paths.admitted,)
    if paths.total <= effort.codes:
        found = listed(paths, effort.codes)
        assert found is not None, "as many as were counted"
        return Sample(asked, found, np.zeros(len(found), np.int64), totals, admitted, True, True)
    masks = drawn(paths, effort.codes, np.random.default_rng((seed, 3)))
    groups = np.arange(len(masks)) * BATCHES // len(masks)
    return Sample(asked, masks, groups, totals, admitted, True, False)


def allotted(weights: NDArray[np.float64], number: int) -> list[int]:
    """Shares of a number, whole and in the ratio of some weights as near as can be: the largest remainders are rounded up."""
    exact = weights * (number / weights.sum())
    found = np.floor(exact).astype(np.int64)
    order = np.argsort(-(exact - found), kind="stable")
    found[order[: number - int(found.sum())]] += 1
    shares: list[int] = found.tolist()
    return shares


def hidden_codes(ground: Ground, seed: int, number: int) -> NDArray[np.int64]:
    """Codes drawn from all of a variant, the same for a seed: int64, shape (number, colours), masks of each colour's fields."""
    random = np.random.default_rng((seed, 4))
    masks = sample(ground, (), Effort(codes=number), seed).masks
    return random.permuted(random.permutation(masks), axis=1)


def preferred(ground: Ground, history: History, order: Callable[[int, int], float]) -> tuple[int, ...]:
    """The code whose fields, one after the other, have the first of their admissible colours.

    The same after any answers of its own, as long as all paths of both histories can be followed.

    Args:
        ground: the variant.
        history: beams that leave a code.
        order: of a field and a colour a number; the colour of the least is the first.

    Raises:
        InputError: no code was found.
    """
    # a line without fields shows nothing of any colour: all colours are asked for, none is spare
    every = [Beam(colour, len(ground.lines), 0) for colour in range(ground.colours)]
    _, admitted = admitted_colours((*ground.lines, ()), len(ground.neighbours), ground.colours, [*history, *every])
    task = Task(ground.neighbours, ground.size, 0, admitted, ground.edge, ground.planar)
    paths = follow(make_plan(task), MOST_STATES >> 3, np.random.default_rng(0))
    if not paths.total:
        raise InputError("history: no code that it leaves was found")
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
    """Whether it is shown that a history leaves exactly one code, whatever the colours not asked for."""
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
