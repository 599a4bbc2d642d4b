"""Samples of a variant with too many codes to list, and what a sample tells of the codes left.

Codes of a variant with too many codes: counted, drawn, or listed once a history leaves few of them.

Drawn codes have equal weights. Where all paths of a history are followed, its codes are counted exactly and drawn independently.
Otherwise several runs drop states at random. Each run estimates the number without bias, and contributes codes in proportion to
its estimate. Codes of one run resemble each other, so n of them tell less than n independent codes. Standard errors are therefore
computed from the differences between runs, and so is the effective sample size: the number of independent codes that would give
shares of answers of the same precision.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from multiprocessing import parent_process
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Beam, History, Variant, checked_history, fields_of
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.code_frontier import Plan, Task, admitted_colours, make_plan, narrow_task
from tafelwerk.solvers.beams.code_paths import Paths, draw_codes, follow, learn_worth, list_all_codes
from tafelwerk.solvers.beams.codes_left import Code, Knowledge, mask_text
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, values_of_masks
from tafelwerk.solvers.beams.patterns import Problem, assemble

BATCHES = 20
"""Number of groups of independently drawn codes."""

PILOTS = 3
"""Number of pilot runs, from which the worth of classes is learned."""

MOST_STATES = 1 << 20
"""Largest number of states per level, if fewer do not find any code."""


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
        colours_asked: colours asked for, ascending.
        masks: int64 (n, colours): fields of the colours asked for, then of the others by their first field.
        groups: int64 (n,): run or batch of each code; groups are ascending and independent.
        totals: float64: number of elements estimated by each run; a single entry if it is exact.
        admitted: mask per run and class of colours, the others last, of the fields that it has in some code followed.
        exact: whether the number of elements is exact.
        complete: whether all of them are listed.
    """

    colours_asked: tuple[int, ...]
    masks: NDArray[np.int64]
    groups: NDArray[np.int64]
    totals: NDArray[np.float64]
    admitted: tuple[tuple[int, ...], ...]
    exact: bool
    complete: bool

    @property
    def total(self) -> float:
        """Number of elements, see `codes_left`: codes that differ only in the colours not asked for are one element."""
        return float(self.totals.mean())

    @property
    def error(self) -> float | None:
        """Standard error of the number of elements, see `error_of_mean`."""
        return self.error_of_mean(self.totals)

    def error_of_mean(self, values: Sequence[float] | NDArray[np.float64]) -> float | None:
        """Standard error of the mean of a value per run: 0 if the sample is exact; None of a single run, which tells none."""
        if self.exact:
            return 0.0
        return None if len(values) < 2 else float(np.std(values, ddof=1)) / sqrt(len(values))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of codes by group; int64 (groups,)."""
        return np.bincount(self.groups)

    def effective(self, lines: Sequence[Sequence[int]]) -> float:
        """Effective sample size, over the shares of all answers to all queries; from 1, where all codes are of one run, to the
        number of codes.

        Args:
            lines: fields of each line, in the order of its answers' bits.
        """
        if self.exact:
            return float(len(self.masks))
        spread = between = 0.0
        weights = self.sizes / self.sizes.sum()
        if len(weights) == 1:
            # nothing tells how much the codes of the only run that reached any resemble each other
            return 1.0
        scale = len(weights) / (len(weights) - 1)
        for line in lines:
            answers = answers_of(self.masks, line)
            for column in range(answers.shape[1]):
                table = tally_answers(answers[:, column], self.groups, len(weights))
                shares = table.sum(axis=0) / len(self.masks)
                apart = table / np.maximum(self.sizes, 1)[:, None] - shares
                spread += float((shares * (1 - shares)).sum())
                between += scale * float((weights[:, None] ** 2 * apart**2).sum())
        return float(len(self.masks)) if not between else min(spread / between, float(len(self.masks)))


def answers_of(masks: NDArray[np.int64], line: Sequence[int]) -> NDArray[np.int64]:
    """Answers of a line for sets of fields, as bits in the order of its fields; same shape as the masks."""
    answers = np.zeros_like(masks)
    for bit, field in enumerate(line):
        answers |= (masks >> field & 1) << bit
    return answers


def tally_answers(answers: NDArray[np.int64], groups: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Number of codes by group and answer; int64 (number of groups, answers)."""
    kinds = int(answers.max(initial=0)) + 1
    return np.bincount(groups * kinds + answers, minlength=number * kinds).reshape(number, kinds)


def task_of(variant: Variant, history: History) -> tuple[tuple[int, ...], Task]:
    """Colours asked for, and the task of the colourings that a history leaves."""
    board = variant.board
    # a line without fields hits no colour: a query of it only says that its colour is asked for
    colours_asked, admitted = admitted_colours((*board.windows, ()), len(board.fields), variant.colours, history)
    edge = board.edge if variant.to_edge else 0
    spare = variant.colours - len(colours_asked)
    return colours_asked, Task(board.neighbours, variant.size, spare, admitted, edge, not board.squares)


def sample(variant: Variant, history: History, effort: Effort, seed: int) -> Sample:
    """Count the codes that a history leaves, and draw some, or list all of them if there are few.

    Args:
        variant: the variant.
        history: beams; any colours, in any order.
        effort: size of the sample.
        seed: random seed.

    Raises:
        InputError: a colour, a line or hits out of range; or none of some 200,000 paths leads to a code, though one may be left.
    """
    checked_history(history, variant.colours, len(variant.board.windows))
    colours_asked, task = task_of(variant, history)
    plan = make_plan(task)
    if effort.first:
        first = follow(plan, effort.first, np.random.default_rng((seed, 0)))
        if first.exact:
            return _exact(colours_asked, first, effort, seed)
        if not first.total:
            fewer = narrow_task(task)
            if fewer is None:
                nothing = np.zeros((0, variant.colours), np.int64)
                return Sample(colours_asked, nothing, np.zeros(0, np.int64), np.zeros(1), (first.admitted,), True, True)
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
    for run, number in enumerate(allot(totals, effort.codes)):
        if number:
            masks.append(draw_codes(runs[run], number, np.random.default_rng((seed, 3, run))))
            groups.append(np.full(number, len(groups)))
    admitted = tuple(run.admitted for run in runs)
    return Sample(colours_asked, np.concatenate(masks), np.concatenate(groups), totals, admitted, False, False)


def any_left(variant: Variant, history: History, effort: Effort, seed: int = 0) -> bool:
    """Whether a history leaves a code: one path to a code is enough.

    Raises:
        InputError: as `sample`.
    """
    checked_history(history, variant.colours, len(variant.board.windows))
    first = follow(make_plan(task_of(variant, history)[1]), effort.first, np.random.default_rng((seed, 0)))
    return first.total > 0 or (not first.exact and sample(variant, history, effort, seed).total > 0)


def _runs(plan: Plan, states: int, effort: Effort, seed: int) -> list[Paths]:
    """Runs with the worth of classes that pilot runs teach; on all cores in a process of its own, since each has its own seed."""

    def pilot(run: int) -> Paths:
        return follow(plan, states, np.random.default_rng((seed, 1, run)))

    # what is not compiled yet is compiled in this thread
    first, threads = pilot(0), (os.cpu_count() or 1) if parent_process() is None else 1
    with ThreadPoolExecutor(threads) as pool:
        worth = learn_worth([first, *pool.map(pilot, range(1, PILOTS))])
        seeds = [np.random.default_rng((seed, 2, run)) for run in range(effort.runs)]
        return list(pool.map(lambda random: follow(plan, states, random, worth), seeds))


def _exact(colours_asked: tuple[int, ...], paths: Paths, effort: Effort, seed: int) -> Sample:
    """Sample of all codes, or of some of them, where all paths were followed."""
    totals, admitted = np.array([paths.total]), (paths.admitted,)
    if paths.total <= effort.codes:
        every_code = list_all_codes(paths, effort.codes)
        assert every_code is not None, "as many as were counted"
        return Sample(colours_asked, every_code, np.zeros(len(every_code), np.int64), totals, admitted, True, True)
    masks = draw_codes(paths, effort.codes, np.random.default_rng((seed, 3)))
    groups = np.arange(len(masks)) * BATCHES // len(masks)
    return Sample(colours_asked, masks, groups, totals, admitted, True, False)


def allot(weights: NDArray[np.float64], number: int) -> list[int]:
    """Integer shares of a number in proportion to weights: the largest remainders are rounded up."""
    exact = weights * (number / weights.sum())
    counts = np.floor(exact).astype(np.int64)
    order = np.argsort(-(exact - counts), kind="stable")
    counts[order[: number - int(counts.sum())]] += 1
    shares: list[int] = counts.tolist()
    return shares


def hidden_codes(variant: Variant, seed: int, number: int) -> NDArray[np.int64]:
    """Random codes of a variant, fixed by the seed: int64, shape (number, colours), masks of each colour's fields."""
    random = np.random.default_rng((seed, 4))
    masks = sample(variant, (), Effort(codes=number), seed).masks
    return random.permuted(random.permutation(masks), axis=1)


def preferred_code(variant: Variant, history: History, order: Callable[[int, int], float]) -> tuple[int, ...]:
    """Code in which each field in turn has its first admissible colour.

    It stays the same when its own answers are added to the history, as long as all paths of both histories can be followed.

    Args:
        variant: the variant.
        history: beams that leave a code.
        order: sort key of a field and a colour; the colour with the least key is the first.

    Raises:
        InputError: no code was found.
    """
    every = [Beam(colour, len(variant.board.windows), 0) for colour in range(variant.colours)]
    paths = follow(make_plan(task_of(variant, [*history, *every])[1]), MOST_STATES >> 3, np.random.default_rng(0))
    if not paths.total:
        raise InputError("history: no code was found that fits it; check its answers")
    masks, row = [0] * variant.colours, 0
    for field, (level, following) in enumerate(zip(paths.levels, paths.levels[1:], strict=False)):
        ways = {
            int(level.labels[edge]): int(level.to[edge])
            for edge in range(level.starts[row], level.starts[row + 1])
            if level.to[edge] >= 0 and following.left[level.to[edge]] > 0
        }
        colour = min(ways, key=lambda label: order(field, label))
        masks[colour] |= 1 << field
        row = ways[colour]
    return tuple(masks)


def is_one(variant: Variant, history: History) -> bool:
    """Whether a history provably leaves exactly one code, including the colours not asked for."""
    colours_asked, task = task_of(variant, history)
    if variant.colours - len(colours_asked) > 1:
        return False
    states = Effort().first
    while states <= MOST_STATES:
        paths = follow(make_plan(task), states, np.random.default_rng(0))
        if paths.exact or (paths.total and list_all_codes(paths, 1) is None):
            return paths.exact and paths.total == 1
        states *= 8
    return False


ROUGH = Effort(codes=400, first=4000, states=500, runs=4)
"""Effort of a sample that chooses a beam of a puzzle."""

H_PRIME_UNIT = 60 * (1 << 40)
"""Units of H' per bit, see `entropy_queries`."""

_Z = 1.959963984540054


class SampleKnowledge(Knowledge):
    """Knowledge of the codes that a history leaves, from a sample: numbers of codes are estimates, `counts` are of the sample.

    Attributes:
        sample: the sample.
        problem: problem with the pieces of the sample only, and its codes in place of patterns.
    """

    def __init__(self, variant: Variant, history: History, effort: Effort | None = None, seed: int = 0) -> None:
        """Draw the sample.

        Raises:
            InputError: as `sample`.
        """
        self.sample = codes = sample(variant, history, effort or Effort(), seed)
        self.history, self.asked = tuple(history), codes.colours_asked
        self.problem, self.counts = _problem(variant, codes)
        self.elements = round(codes.total)
        self._lines = variant.board.windows

    @property
    def remaining(self) -> int:
        """Estimated number of codes left; one only if it is certain."""
        estimate = super().remaining
        return estimate if self.sample.exact else max(2, estimate)

    @property
    def exact(self) -> bool:
        """Whether this number is exact."""
        return self.sample.exact

    @property
    def complete(self) -> bool:
        """Whether all codes left are listed, so that everything is exact."""
        return self.sample.complete

    @property
    def effective(self) -> float:
        """Effective sample size."""
        return self.sample.effective(self._lines)

    def parts(self, colour: int, diagonal: int) -> dict[int, int]:
        """Estimated number of codes that each answer to a query would leave, for the answers in the sample."""
        tally = super().parts(colour, diagonal)
        scale = self.remaining / sum(tally.values()) if tally else 1.0
        return {hits: max(1, round(codes * scale)) for hits, codes in tally.items()}

    def splits(self, colour: int, diagonal: int) -> bool:
        """Whether a query has more than one answer: on a field of its diagonal the colour and another one are admissible."""
        admitted = self.admitted_fields()
        others = 0
        for other, fields in enumerate(admitted):
            others |= fields if other != colour else 0
        return bool(admitted[colour] & others & self.problem.diagonals[diagonal])

    def admitted_fields(self, run: int | None = None) -> tuple[int, ...]:
        """Mask per colour of the fields that it has in some code followed, in one run or in all."""
        runs = self.sample.admitted if run is None else self.sample.admitted[run : run + 1]
        classes = np.bitwise_or.reduce(np.array(runs, np.int64), axis=0).tolist()
        colours = range(self.problem.variant.colours)
        return tuple(classes[self.asked.index(colour) if colour in self.asked else -1] for colour in colours)

    def known_colours(self) -> tuple[int, ...]:
        """Only admissible colour per field, from 1; 0 where several are admissible."""
        agreed = [0] * len(self.problem.board.fields)
        admitted = self.admitted_fields()
        for field in range(len(agreed)):
            possible = [colour for colour, fields in enumerate(admitted) if fields >> field & 1]
            if len(possible) == 1:
                agreed[field] = possible[0] + 1
        return tuple(agreed)

    def draw(self, random: Random) -> Code:
        """A code of the sample."""
        return random.choice(
            self.colourings(self.problem.patterns[random.randrange(len(self.problem.patterns))].tolist())
        )

    def list_elements(self) -> NDArray[np.uint16]:
        """Codes of the sample, as elements."""
        return self.problem.patterns


def _problem(variant: Variant, codes: Sample) -> tuple[Problem, NDArray[np.int64]]:
    """Problem with the pieces of a sample and its codes in place of patterns; and the number of codes by colour and piece."""
    pieces, which = np.unique(codes.masks, return_inverse=True)
    order = np.lexsort((pieces, pieces & -pieces))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    elements = rank[which.reshape(codes.masks.shape)].astype(np.uint16)
    colours_asked = len(codes.colours_asked)
    counts = np.zeros((colours_asked + 1, len(pieces)), np.int64)
    for column in range(elements.shape[1]):
        counts[min(column, colours_asked)] += np.bincount(elements[:, column], minlength=len(pieces))
    return assemble(variant, pieces[order].astype(np.uint64), elements), counts


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number.

    Attributes:
        value, error: the number and its standard error; None where a single run does not tell it.
        groups: number of independent groups behind the error.
    """

    value: float
    error: float | None
    groups: int

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 % interval from Student's distribution; None without a standard error."""
        if self.error is None:
            return None
        half = student(self.groups - 1) * self.error if self.error else 0.0
        return self.value - half, self.value + half


def student(freedom: int) -> float:
    """97.5 % quantile of Student's distribution, within 0.01 from three degrees of freedom on.

    Source: M. Abramowitz and I. A. Stegun, Handbook of mathematical functions, 26.7.5.

    >>> round(student(10), 3)
    2.228
    """
    z, n = _Z, max(freedom, 1)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def remaining(left: SampleKnowledge) -> Estimate:
    """Estimate of the number of codes left."""
    scale = left.remaining / left.elements if left.elements else 1.0
    error = left.sample.error
    return Estimate(left.sample.total * scale, None if error is None else error * scale, len(left.sample.totals))


def worth(left: SampleKnowledge, lane: tuple[int, int], measure: Measure) -> Estimate:
    """Value of a query: the entropy of its answer in bits; H' in bits; or U.

    An entropy is that of the sample's shares; its error comes from leaving out each group in turn (jackknife).

    Args:
        left: the codes left.
        lane: place of the colour among those asked for, or the next one, and the diagonal.
        measure: order of the entropy, or H' or U.
    """
    column, diagonal = lane
    colours_asked, sizes = len(left.asked), left.sample.sizes
    groups = len(sizes)
    if isinstance(measure, Approximation):
        colour = (
            left.asked[column]
            if column < colours_asked
            else next(c for c in range(colours_asked + 1) if c not in left.asked)
        )
        runs = range(len(left.sample.admitted))
        values = [_approximate(left, left.admitted_fields(run), colour, diagonal, measure) for run in runs]
        value = _approximate(left, left.admitted_fields(), colour, diagonal, measure)
        return Estimate(value, left.sample.error_of_mean(values), len(values))
    line = fields_of(left.problem.diagonals[diagonal])
    columns = (
        left.sample.masks[:, column : column + 1] if column < colours_asked else left.sample.masks[:, colours_asked:]
    )
    answers = answers_of(columns, line)
    every = np.repeat(left.sample.groups, answers.shape[1])
    table = tally_answers(answers.reshape(-1), every, groups)
    value = entropy(table.sum(axis=0), measure)
    if groups < 2:
        return Estimate(value, None, groups)
    without = np.array([entropy(table.sum(axis=0) - row, measure) for row in table])
    spread = float(((without - without.mean()) ** 2).sum()) * (groups - 1) / groups
    return Estimate(value, sqrt(spread), groups)


def entropy(parts: NDArray[np.int64], alpha: Alpha) -> float:
    """Renyi entropy of order alpha in bits.

    Args:
        parts: int64: sizes of the parts; zeros do not count.
        alpha: order of the entropy; None for infinity.
    """
    shares = parts[parts > 0] / parts.sum()
    if alpha is None:
        return float(-np.log2(shares.max()))
    if alpha == 1:
        return float(-(shares * np.log2(shares)).sum())
    return float(np.log2((shares ** float(alpha)).sum()) / (1 - float(alpha)))


def _approximate(
    left: SampleKnowledge, admitted: tuple[int, ...], colour: int, diagonal: int, measure: Approximation
) -> float:
    value = int(values_of_masks(left.problem, admitted, (colour,), measure)[0, diagonal])
    return float(value) if measure is Approximation.U else value / H_PRIME_UNIT


def best_by_fields(left: SampleKnowledge, unused: int, measure: Approximation) -> list[tuple[int, int]]:
    """Queries of greatest H' or U among those that split the codes left: (place of the colour, diagonal).

    Args:
        left: the codes left.
        unused: mask of the diagonals not used.
        measure: H' or U.
    """
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]
    colours = (*left.asked, *others[:1])
    table = values_of_masks(left.problem, left.admitted_fields(), colours, measure)
    table[:, [not unused >> diagonal & 1 for diagonal in range(table.shape[1])]] = -1
    most = table.max()
    return [(int(column), int(diagonal)) for column, diagonal in np.argwhere(table == most)] if most >= 0 else []


@dataclass(frozen=True, slots=True)
class SampleSource:
    """Source of puzzles for a variant with too many codes to list; a code is the masks of the fields of its colours."""

    variant: Variant
    seed: int = 0

    @property
    def lines(self) -> int:
        """Number of diagonals."""
        return len(self.variant.board.windows)

    def draw(self, random: Random) -> Code:
        """A code drawn from all codes."""
        (masks,) = hidden_codes(self.variant, random.randrange(1 << 32), 1).tolist()
        return tuple(masks)

    def answer(self, code: Code, colour: int, diagonal: int) -> int:
        """Answer of a code to a query."""
        line = self.variant.board.windows[diagonal]
        return sum((code[colour] >> field & 1) << bit for bit, field in enumerate(line))

    def text(self, code: Code) -> str:
        """The colours of its fields."""
        return mask_text(code)

    def knowledge_after(self, history: History) -> SampleKnowledge:
        """Rough knowledge of the codes that beams leave; exact if all of them are listed."""
        return SampleKnowledge(self.variant, history, ROUGH, self.seed)

    def is_one(self, history: History) -> bool:
        """Whether beams provably leave exactly one code: no second one is found, and no path was dropped."""
        return is_one(self.variant, history)
