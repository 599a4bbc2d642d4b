"""What the book does not hold of Beams, computed: a function a question, each with its estimate of work."""

from fractions import Fraction
from math import factorial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.beams import sets
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.tasks import (
    PATTERN_OPERATIONS,
    PATTERNS,
    SHAPE_OPERATIONS,
    strategy_operations,
    whole_strategy,
)
from tafelwerk.build.computation import Computation
from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.analysis import Start, analyse
from tafelwerk.solvers.beams.board import VARIANTS, make_board
from tafelwerk.solvers.beams.choice import Order, Parts
from tafelwerk.solvers.beams.codes import asked_colours, consistent, count_elements, piece_counts
from tafelwerk.solvers.beams.history import History, answer_text, explain_contradiction
from tafelwerk.solvers.beams.optimal import EVERY, entries_for, run
from tafelwerk.solvers.beams.pieces import shapes
from tafelwerk.solvers.beams.plan import share
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.beams.search_tables import make_tables
from tafelwerk.solvers.beams.tree_search import begin_kernel, make_desk, search_kernel
from tafelwerk.tables.beams import LISTED, Counts, Entropy, Next, Optimal, Strategy, Summary

STAND_IN = Entropy(Fraction(1))
"""What asks where the optimal query is out of reach."""

EXACT_CODES = {"3c6p": 1860, "6c3p": 63}
"""Codes left, at most, for which the optimal query is searched."""


def counts(variant: str) -> Computation[Counts]:
    """What a variant has."""
    rules = VARIANTS[variant]

    def found() -> Counts:
        problem = problem_of(variant) if variant in PATTERNS else None
        return Counts(
            variant,
            shapes(rules.size, rules.side),
            None if problem is None else len(problem.patterns),
            None if problem is None else problem.codes,
            len(make_board(rules.side).diagonals),
        )

    operations = SHAPE_OPERATIONS[variant] + PATTERN_OPERATIONS * PATTERNS.get(variant, 0)
    return Computation(operations, found, sets.variant_build(variant))


def summary(variant: str, strategy: Strategy) -> Computation[Summary]:
    """What a strategy costs over all codes.

    Raises:
        InputError: the strategy is out of reach for this variant.
    """
    build = sets.strategy_build(variant, strategy)

    def found() -> Summary:
        spent: dict[tuple[int, int], Fraction] = {}
        if variant in LISTED:
            spent = {cost: Fraction(codes) for cost, codes in whole_strategy(variant, strategy)[0].items()}
        else:
            assert isinstance(strategy, Entropy)
            problem, order = problem_of(variant), Order(strategy.tie)
            for part in range(1, sets.PARTS + 1):
                for cost, codes in share(problem, strategy.alpha, order, part, sets.PARTS).spent.items():
                    spent[cost] = spent.get(cost, Fraction(0)) + codes
        return Summary(variant, strategy, tuple((*cost, codes) for cost, codes in sorted(spent.items())))

    return Computation(strategy_operations(variant, strategy), found, build)


def next_step(book: Path, variant: str, strategy: Strategy, history: History) -> Computation[Next]:
    """What a strategy does after any history.

    Colours keep their numbers where ties are broken; of those not asked for the lowest alone may be asked. Where the optimal
    query would be too much work the one of greatest Shannon entropy stands in, and is said not to be proved.

    Args:
        book: where the patterns of a large variant are looked for first.
        variant: the variant.
        strategy: the strategy.
        history: beams, whoever chose them.

    Raises:
        InputError: the variant has too many codes for it, or the strategy is out of reach.
    """
    if not (isinstance(strategy, Optimal) and variant in PATTERNS):
        sets.check_strategy(variant, strategy)
    build = sets.strategy_build(variant, strategy) if variant == "3c6p" else None
    work = 2 * PATTERN_OPERATIONS * PATTERNS[variant] if variant in LISTED else PATTERN_OPERATIONS * PATTERNS[variant]
    return Computation(work, lambda: _Left(problem_of(variant, book), history).next(strategy), build)


class _Left:
    """The codes that a history leaves, by how often each colour has each piece."""

    def __init__(self, problem: Problem, history: History) -> None:
        self.problem, self.history = problem, history
        self.colours = problem.variant.colours
        self.asked = asked_colours(history)
        self.spare = self.colours - len(self.asked)
        if history:
            self.elements, self.counts = piece_counts(problem.patterns, problem.answers, history)
        else:
            self.elements = len(problem.patterns)
            self.counts = np.bincount(problem.patterns.ravel(), minlength=len(problem.pieces))[None]
        if not self.elements:
            raise InputError(f"--history: {self._contradiction()}")

    def _contradiction(self) -> str:
        problem = self.problem

        def any_left(beams: History) -> bool:
            return count_elements(problem.patterns, problem.answers, beams, 1) > 0

        found = explain_contradiction(self.history, problem.variant, any_left)
        assert found is not None, "no code is left"
        return found

    @property
    def remaining(self) -> int:
        """Codes left."""
        return self.elements * factorial(self.spare)

    def next(self, strategy: Strategy) -> Next:
        """What the strategy does."""
        if self.remaining == 1:
            return Next(1, None, code=self._code(self._listed()[0]), wrong=0, known=self._known())
        unused = ((1 << len(self.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in self.history)
        parts = self._parts()
        named, best = strategy, True
        if isinstance(strategy, Optimal) and self.remaining > EXACT_CODES.get(self.problem.variant.name, 0):
            named, best = STAND_IN, False
        lanes = parts.best(named.alpha if isinstance(named, Entropy) else STAND_IN.alpha, unused)
        if not lanes:
            return self._guess()
        expected: Fraction | None = None
        tied = sorted(lanes, key=lambda lane: self._rank(lane, named))
        if isinstance(named, Optimal):
            lane, expected = self._optimal()
        else:
            lane = tied[0]
            if named.tie != "mix" and best:
                expected = self._expected(named)
        colour, diagonal = lane
        mixed = isinstance(named, Entropy) and named.tie == "mix"
        return Next(
            self.remaining,
            self._named(lane),
            tuple((answer_text(hits), codes) for hits, codes in parts.of(colour, diagonal).items()),
            expected=expected,
            tied=tuple(map(self._named, tied)) if mixed else (),
            best=best,
            known=self._known(),
        )

    def _rank(self, lane: tuple[int, int], strategy: Strategy) -> tuple[int, int]:
        """What ties are broken by: the colour's own number and the diagonal, or the other way round."""
        colour, diagonal = self._named(lane)
        return (diagonal, colour) if strategy.tie == Order.DIAGONAL else (colour, diagonal)

    def _named(self, lane: tuple[int, int]) -> tuple[int, int]:
        """A query as it is called, from 1: colours asked for come first in elements, then the lowest of the others."""
        place, diagonal = lane
        if place < len(self.asked):
            return self.asked[place] + 1, diagonal + 1
        return min(set(range(self.colours)) - set(self.asked)) + 1, diagonal + 1

    def _parts(self) -> Parts:
        """What every query makes of the set."""
        problem, used = self.problem, len(self.asked)
        parts = Parts(problem, np.zeros((0, self.colours), np.uint16), used)
        answers = parts.table.shape[2]
        for place in range(len(parts.table)):
            times = self.spare if place < used and self.spare else 1
            for diagonal in range(parts.table.shape[1]):
                # sums far below 2^53
                sums = np.bincount(problem.answers[:, diagonal], self.counts[place], answers)
                parts.table[place, diagonal] = sums.astype(np.int64) * times
        return parts

    def _listed(self) -> NDArray[np.uint16]:
        return consistent(self.problem.patterns, self.problem.answers, self.history)

    def _fields(self) -> NDArray[np.int64]:
        """In how many elements a field has each of the colours asked for, and in how many one of the others."""
        fields = np.arange(len(self.problem.board.fields))
        covers = self.problem.pieces[:, None] >> fields & 1
        found: NDArray[np.int64] = self.counts @ covers
        return found

    def _known(self) -> tuple[int, ...]:
        """The colours that all codes left agree in, from 1; 0 for the other fields."""
        found = np.zeros(len(self.problem.board.fields), np.int64)
        names = [colour + 1 for colour in self.asked]
        if self.spare == 1:
            names += set(range(1, self.colours + 1)) - set(names)
        for name, row in zip(names, self._fields(), strict=False):
            found[row == self.elements] = name
        return tuple(found.tolist())

    def _code(self, element: NDArray[np.uint16]) -> str:
        """The colours of the fields of an element; the colours not asked for in the order of their pieces."""
        others = [colour for colour in range(self.colours) if colour not in self.asked]
        found = [""] * len(self.problem.board.fields)
        for colour, piece in zip((*self.asked, *others), element.tolist(), strict=True):
            for field in range(len(found)):
                if int(self.problem.pieces[piece]) >> field & 1:
                    found[field] = str(colour + 1)
        return "".join(found)

    def _guess(self) -> Next:
        """The code left with the fewest wrong fields over all codes left: those right are sums over its own fields."""
        used, spare, elements = len(self.asked), self.spare, self._listed()
        fields = np.arange(len(self.problem.board.fields))
        covers = self.problem.pieces[:, None] >> fields & 1
        right_pieces = covers @ self._fields().T
        right = np.zeros(len(elements), np.int64)
        for place in range(used):
            right += right_pieces[elements[:, place], place] * factorial(spare)
        for place in range(used, self.colours):
            right += right_pieces[elements[:, place], used] * factorial(spare - 1)
        best = int(right.argmax())
        wrong = self.remaining * len(fields) - int(right[best])
        return Next(
            self.remaining,
            None,
            code=self._code(elements[best]),
            wrong=wrong,
            expected=Fraction(wrong, self.remaining),
            known=self._known(),
        )

    def _start(self) -> tuple[NDArray[np.uint16], int]:
        return self._listed(), sum(1 << beam.diagonal for beam in self.history)

    def _expected(self, strategy: Entropy) -> Fraction | None:
        """Cost from here on where the strategy plays on; None where that is not worked out: in large variants, and where
        other colours than the first were asked for."""
        if self.problem.variant.name not in LISTED or self.asked != tuple(range(len(self.asked))):
            return None
        elements, diagonals = self._start()
        start = Start(elements, len(self.asked), diagonals)
        found = analyse(self.problem, strategy.alpha, Order(strategy.tie), start)
        return Fraction(found.total, found.codes)

    def _optimal(self) -> tuple[tuple[int, int], Fraction]:
        """The optimal query, its colour by its place among those asked for, and what it makes the cost from here on."""
        problem = self.problem
        tables = make_tables(problem)
        desk = make_desk(problem, tables, np.full(problem.codes + 1, EVERY, np.int64), entries_for(problem))
        elements, diagonals = self._start()
        desk.elements[: len(elements)] = elements
        root = 0, len(elements), len(self.asked), diagonals, len(elements)
        total = run(tables, desk, root, None)
        begin_kernel(desk, *root, total + 1)
        search_kernel(tables, desk, 1 << 60, True)
        return (int(desk.best[0]), int(desk.best[1])), Fraction(total, self.remaining)
