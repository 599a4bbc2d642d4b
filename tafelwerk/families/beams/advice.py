"""Next step of a strategy after any history, computed from the codes left."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial, inf

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.answers import Guess, MixedQuery, Next, Query, SampledQuery, Solved, UnprovedQuery
from tafelwerk.families.beams.limits import has_optimum
from tafelwerk.families.beams.rules.board import is_listed
from tafelwerk.families.beams.rules.history import History, answer_text, explain_contradiction, query_text
from tafelwerk.families.beams.rules.strategies import STAND_IN, Approximate, Entropy, Finish, Improved, Strategy
from tafelwerk.families.beams.sampling import any_left, sampled_query
from tafelwerk.families.beams.strategies import IMPROVED, measure_of
from tafelwerk.families.beams.tasks import WHOLE
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.beams.code_samples import Sampled
from tafelwerk.solvers.beams.codes_left import Knowledge, code_text
from tafelwerk.solvers.beams.elements import best_filling, count_elements
from tafelwerk.solvers.beams.entropy_analysis import Start, analyse, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Order, Parts, best_queries
from tafelwerk.solvers.beams.entropy_tree import Finished, Sets, finish_early, rights
from tafelwerk.solvers.beams.lookahead_strategy import is_large, query_ahead
from tafelwerk.solvers.beams.optimal_strategies import (
    EVERY,
    begin_kernel,
    entries_for,
    make_search,
    run,
    search_kernel,
    widths,
)
from tafelwerk.solvers.beams.search_tables import make_tables
from tafelwerk.solvers.beams.weighted_trees import shallowest_choice

EXACT_CODES = {"3c6p": 1860, "6c3p": 63}
"""Largest number of codes left for which the optimal query is searched; unlimited on boards of squares with a known optimum."""

EXACT_FEW = 63
"""The same for other boards of squares whose codes are listed."""

IMPROVED_CODES = {"6c3p": 12_000}
"""Largest number of codes left for which the improved strategy is searched."""

FEW_TIES = Fraction(16)
"""Up to this order of entropy, except 0, few queries tie, and MIX is played out from any set."""

MIXED_CODES = 2000
"""Largest number of codes left from which MIX is played out under the other orders."""


def next_of(left: Knowledge, strategy: Strategy, finish: Finish | None = None) -> Next:
    """Next step of a strategy, given the codes that a history leaves; see `Next`.

    Raises:
        InputError: no code is left.
    """
    if isinstance(left, Sampled) and not left.complete:
        found = sampled_query(left, strategy)
        if found is not None:
            return found
    if left.elements:
        return _Advice(left, finish == "early").next(strategy)
    problem, history = left.problem, left.history

    def is_any_left(beams: History) -> bool:
        if isinstance(left, Sampled):
            return any_left(problem.variant.name, beams)
        return count_elements(problem.patterns, problem.answers, beams, 1) > 0

    why = explain_contradiction(history, problem.variant, is_any_left)
    assert why is not None, "no code is left"
    raise InputError(f"--history: {why}")


def with_reason(step: Next, variant: str, strategy: Strategy) -> Next:
    """The step, with the reason for what is not known of it.

    Args:
        step: the next step, whose computation was asked for.
        variant, strategy: as of the step.
    """
    if not isinstance(step, Query) or isinstance(step, SampledQuery):
        return step
    if isinstance(step, UnprovedQuery):
        most = most_searched(variant, strategy)
        those = f"up to {most:,.0f} codes are left" if most else "no boards of its size"
        return replace(
            step,
            reason=f"the {strategy.name} query of {variant} is searched where {those}; {step.asked_by} asks instead",
        )
    if step.expected is None:
        why = (
            f"up to {MIXED_CODES:,} codes are left"
            if is_listed(variant)
            else "all codes of a variant are few enough to be listed"
        )
        return replace(step, reason=f"the expected cost of {strategy.name} is computed where {why}")
    return step


def guess_of(left: Knowledge) -> Guess:
    """Guess where no query distinguishes the codes left; all of them are listed."""
    return _Advice(left).guess()


class _Advice:
    """Next steps of strategies, given the codes that a history leaves."""

    def __init__(self, left: Knowledge, early: bool = False) -> None:
        self.left, self.early, self.problem, self.history = left, early, left.problem, left.history
        self.asked, self.colours = left.asked, left.problem.variant.colours

    def next(self, strategy: Strategy) -> Next:
        """Next step of the strategy."""
        remaining = self.left.remaining
        if remaining == 1:
            return Solved(code_text(self.problem, self.left.codes(1)[0]))
        unused = ((1 << len(self.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in self.history)
        parts = Parts(self.problem, self.left.counts, len(self.asked))
        named, best = strategy, True
        ahead = isinstance(strategy, Improved) and not is_listed(self.problem.variant.name)
        if ahead and is_large(self.problem, remaining):
            # the improved strategy's own query there
            named = STAND_IN
        elif not ahead and remaining > most_searched(self.problem.variant.name, strategy):
            named, best = STAND_IN, False
        if isinstance(named, Approximate):
            lanes = best_queries(self.problem, self.left.listed(), len(self.asked), unused, measure_of(named), parts)
        else:
            lanes = parts.best(named.alpha if isinstance(named, Entropy) else STAND_IN.alpha, unused)
        if not lanes:
            return self._laid() if self.early else self.guess()
        expected: Fraction | None = None
        tied = sorted(lanes, key=lambda lane: self._rank(lane, named))
        if isinstance(named, Entropy | Approximate):
            lane = tied[0]
            if best and is_listed(self.problem.variant.name):
                if self.early:
                    finished = self._finished(named)
                    if finished.first is not None:
                        return self._laid()
                    expected = Fraction(finished.total, remaining)
                else:
                    expected = self._mixed(named) if named.tie == "mix" else self._expected(named)
        elif ahead:
            elements, diagonals = self._start()
            asked = query_ahead(self.problem, Start(elements, len(self.asked), diagonals))
            assert asked is not None, "some query splits the codes"
            lane = asked
        else:
            found, expected = self._search(named)
            if found is None:
                return self._laid()
            lane = found
        answers = {answer_text(hits): codes for hits, codes in parts.of(*lane).items()}
        mean, total = (None, None) if expected is None else (float(expected), expected * remaining)
        query = self._named(lane), remaining, answers, mean, total
        if not best:
            return UnprovedQuery(*query, best=False, asked_by=named.name)
        if named.tie == "mix" and len(tied) > 1:
            return MixedQuery(*query, tied=tuple(map(self._named, tied)))
        return Query(*query)

    def _rank(self, lane: tuple[int, int], strategy: Strategy) -> tuple[int, int]:
        """Sort key of the tie rule: colour and diagonal, or diagonal and colour."""
        colour, diagonal = self._query(lane)
        return (diagonal, colour) if strategy.tie == Order.DIAGONAL else (colour, diagonal)

    def _query(self, lane: tuple[int, int]) -> tuple[int, int]:
        """Colour and diagonal of a lane: colours asked for come first in elements, then the lowest of the others."""
        place, diagonal = lane
        others = set(range(self.colours)) - set(self.asked)
        return self.asked[place] if place < len(self.asked) else min(others), diagonal

    def _named(self, lane: tuple[int, int]) -> str:
        """Text of a query."""
        return query_text(*self._query(lane))

    def guess(self) -> Guess:
        """Code left with the fewest wrong fields, summed over all codes left; its right fields are sums over its own fields."""
        used, spare, elements = len(self.asked), self.left.spare, self.left.listed()
        fields = np.arange(len(self.problem.board.fields))
        covers = self.problem.pieces[:, None] >> fields & 1
        # by piece and colour: right fields over all codes left if the piece had that colour
        right_pieces = covers @ (self.left.counts @ covers).T
        right = np.zeros(len(elements), np.int64)
        for place in range(used):
            right += right_pieces[elements[:, place], place] * factorial(spare)
        for place in range(used, self.colours):
            right += right_pieces[elements[:, place], used] * factorial(spare - 1)
        best = int(right.argmax())
        wrong = self.left.remaining * len(fields) - int(right[best])
        code = code_text(self.problem, self.left.colourings(elements[best].tolist())[0])
        return Guess(code, self.left.remaining, Fraction(wrong), wrong / self.left.remaining)

    def _laid(self) -> Guess:
        """Filling with the fewest wrong fields, summed over all codes left."""
        right = rights(self.problem, self.left.listed(), len(self.asked))
        others = [colour for colour in range(self.colours) if colour not in self.asked]
        # rows of `right` are the colours asked for, then the others
        filling = best_filling(right, self.problem.variant.size, self.left.remaining)
        named = [*self.asked, *others]
        code = "".join(str(named[place] + 1) for place in filling.colours.tolist())
        return Guess(code, self.left.remaining, Fraction(filling.wrong), filling.wrong / self.left.remaining)

    def _finished(self, strategy: Entropy | Approximate) -> Finished:
        """The strategy's tree from here on, with early finishing."""
        elements, diagonals = self._start()
        start = Start(*_with_lower(elements, self.asked), diagonals)
        found = analyse(self.problem, measure_of(strategy), Order(strategy.tie), start, record_depth=WHOLE)
        return finish_early(self.problem, Sets.of_nodes(found.nodes), start)

    def _start(self) -> tuple[NDArray[np.uint16], int]:
        return self.left.listed(), sum(1 << beam.diagonal for beam in self.history)

    def _expected(self, strategy: Entropy | Approximate) -> Fraction:
        """Expected cost from here on of a strategy that breaks ties by an order."""
        elements, diagonals = self._start()
        start = Start(*_with_lower(elements, self.asked), diagonals)
        found = analyse(self.problem, measure_of(strategy), Order(strategy.tie), start)
        return Fraction(found.total, found.codes)

    def _mixed(self, strategy: Entropy | Approximate) -> Fraction | None:
        """Expected cost from here on under MIX; None where it is expensive to compute."""
        assert isinstance(strategy, Entropy), "approximations break ties by an order"
        few = strategy.alpha is not None and 0 < strategy.alpha <= FEW_TIES
        if not few and self.left.remaining > MIXED_CODES:
            return None
        elements, diagonals = self._start()
        spent, _ = analyse_mixed(self.problem, strategy.alpha, Start(elements, len(self.asked), diagonals))
        total = sum(((queries + wrong) * codes for (queries, wrong), codes in spent.items()), Fraction(0))
        return Fraction(total, self.left.remaining)

    def _search(self, strategy: Strategy) -> tuple[tuple[int, int] | None, Fraction]:
        """Query of the optimal or improved strategy, its colour by its place among those asked for, and the expected cost from
        here on; the query is None where a filling is laid."""
        problem = self.problem
        if isinstance(strategy, Optimal | Improved) and strategy.shallowest:
            elements, diagonals = self._start()
            found = shallowest_choice(problem, elements, len(self.asked), diagonals)
            return (found.choice.colour, found.choice.diagonal), Fraction(found.total, self.left.remaining)
        tables = make_tables(problem, self.early)
        tried = widths(problem, *(IMPROVED if isinstance(strategy, Improved) else (EVERY,)))
        search = make_search(problem, tables, tried, entries_for(problem))
        elements, diagonals = self._start()
        search.elements[: len(elements)] = elements
        root = 0, len(elements), len(self.asked), diagonals, len(elements)
        total = run(tables, search, root, None)
        begin_kernel(search, *root, total + 1)
        search_kernel(tables, search, 1 << 60, True)
        asked = None if search.best[0] < 0 else (int(search.best[0]), int(search.best[1]))
        return asked, Fraction(total, self.left.remaining)


def most_searched(variant: str, strategy: Strategy) -> float:
    """Largest number of codes left for which the query of a strategy is computed."""
    if isinstance(strategy, Entropy | Approximate):
        return inf
    if isinstance(strategy, Optimal) and has_optimum(variant):
        return inf
    if isinstance(strategy, Improved) and strategy.shallowest:
        return EXACT_FEW
    most = EXACT_CODES if isinstance(strategy, Optimal) else IMPROVED_CODES
    return most.get(variant, EXACT_FEW if is_listed(variant) else 0)


def _with_lower(elements: NDArray[np.uint16], asked: tuple[int, ...]) -> tuple[NDArray[np.uint16], int]:
    """Elements in which the colours asked for come first, so that the tie rule can compare the colours' own numbers.

    Colours below the last one asked for count as asked for: each element is listed once for every way to give them pieces. In
    such a set each of these colours has every piece equally often. Ties go to the lowest of them, so no other is asked for
    before it.

    Args:
        elements: uint16, shape (n, colours): first the pieces of the colours asked for, see `codes`.
        asked: colours asked for, ascending, from 0.

    Returns:
        Elements by colour, with the colours above the last one asked for at the end; and the number of colours before these.
    """
    used = asked[-1] + 1 if asked else 0
    lower = [colour for colour in range(used) if colour not in asked]
    others = range(len(asked), elements.shape[1])
    found = []
    for chosen in permutations(others, len(lower)):
        place_of = dict(zip((*asked, *lower), (*range(len(asked)), *chosen), strict=True))
        rest = [place for place in others if place not in chosen]
        found.append(elements[:, [*(place_of[colour] for colour in range(used)), *rest]])
    return np.concatenate(found), used
