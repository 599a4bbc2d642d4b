"""What a strategy does after any history, computed from the codes left: its next step, the reasons, and simulated games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial, inf, sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams import rules
from tafelwerk.families.beams.answers import (
    Explanation,
    Guess,
    MixedQuery,
    Next,
    Query,
    SampledQuery,
    Simulation,
    Solved,
    UnprovedQuery,
)
from tafelwerk.families.beams.builds import WHOLE
from tafelwerk.families.beams.estimates import has_optimum
from tafelwerk.families.beams.hidden_codes import any_left, estimate_fields, knowledge_of, problem_of
from tafelwerk.families.beams.look_ups import get_step
from tafelwerk.families.beams.rows import IMPROVED, measure_of
from tafelwerk.luck import Luck, mean_part
from tafelwerk.rules.deduction import Alpha, Optimal, order_name, renyi
from tafelwerk.solvers.beams.analysis_shares import is_large
from tafelwerk.solvers.beams.code_samples import (
    Effort,
    SampleKnowledge,
    SampleSource,
    best_by_fields,
    remaining,
    student,
    worth,
)
from tafelwerk.solvers.beams.codes_left import Knowledge, ListSource, code_text
from tafelwerk.solvers.beams.elements import best_filling, count_elements
from tafelwerk.solvers.beams.entropy_analysis import Start, analyse, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Order, Parts, best_queries
from tafelwerk.solvers.beams.entropy_tree import EarlyFinish, Sets, finish_early, rights
from tafelwerk.solvers.beams.least_cost import EVERY, make_search
from tafelwerk.solvers.beams.lookahead_strategy import query_ahead
from tafelwerk.solvers.beams.optimal_strategies import best_choice, limited_choice, widths
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.deduction.partition_entropy import entropy_ranks
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.book import Book
from tafelwerk.tables.explanation import AnswerPart, QueryOption, TreeNode


def sampled_query(left: SampleKnowledge, strategy: rules.Strategy) -> SampledQuery | None:
    """Next query of a strategy, chosen from a sample; None if no query splits the codes left."""
    asker = strategy if isinstance(strategy, rules.Entropy | rules.Approximate) else rules.STAND_IN
    measure = measure_of(asker)
    tied = sampled_lanes(left, asker)
    if not tied:
        return None
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]

    def query(lane: tuple[int, int]) -> tuple[int, int]:
        return (*left.asked, *others[:1])[lane[0]], lane[1]

    by_diagonal = asker.tie == "lex-d"
    lane = min(tied, key=lambda lane: query(lane)[::-1] if by_diagonal else query(lane))
    colour, diagonal = query(lane)
    answers = {rules.answer_text(hits): codes for hits, codes in sorted(left.parts(colour, diagonal).items())}
    codes, value = remaining(left), worth(left, lane, measure)
    return SampledQuery(
        rules.query_text(colour, diagonal),
        left.remaining,
        answers,
        None,
        None,
        asked_by=asker.name,
        value=value.value,
        remaining_interval=None if left.sample.exact else codes.interval,
        effective=left.effective,
        **estimate_fields(value, len(left.sample.masks)),
    )


def sampled_lanes(left: SampleKnowledge, strategy: rules.Entropy | rules.Approximate) -> list[tuple[int, int]]:
    """Tied best queries of a strategy, from a sample; colours by their place among those asked for."""
    unused = ((1 << len(left.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in left.history)
    if isinstance(strategy, rules.Approximate):
        return best_by_fields(left, unused, Approximation(strategy.kind))
    return Parts(left.problem, left.counts, len(left.asked)).best(strategy.alpha, unused)


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


def next_of(left: Knowledge, strategy: rules.Strategy, finish: rules.Finish | None = None) -> Next:
    """Next step of a strategy, given the codes that a history leaves; see `Next`.

    Raises:
        InputError: no code is left.
    """
    if isinstance(left, SampleKnowledge) and not left.complete:
        step = sampled_query(left, strategy)
        if step is not None:
            return step
    if left.elements:
        return _Advice(left, finish == "early").next(strategy)
    problem, history = left.problem, left.history

    def is_any_left(beams: rules.History) -> bool:
        if isinstance(left, SampleKnowledge):
            return any_left(problem.variant.name, beams)
        return count_elements(problem.patterns, problem.answers, beams, 1) > 0

    why = rules.explain_contradiction(history, problem.variant, is_any_left)
    assert why is not None, "no code is left"
    raise InputError(f"--history: {why}")


def with_reason(step: Next, variant: str, strategy: rules.Strategy) -> Next:
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
            if rules.is_listed(variant)
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

    def next(self, strategy: rules.Strategy) -> Next:
        """Next step of the strategy."""
        remaining = self.left.remaining
        if remaining == 1:
            return Solved(code_text(self.problem, self.left.codes(1)[0]))
        unused = ((1 << len(self.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in self.history)
        parts = Parts(self.problem, self.left.counts, len(self.asked))
        asker, best = strategy, True
        ahead = isinstance(strategy, rules.Improved) and not rules.is_listed(self.problem.variant.name)
        if ahead and is_large(self.problem, remaining):
            # the improved strategy's own query there
            asker = rules.STAND_IN
        elif not ahead and remaining > most_searched(self.problem.variant.name, strategy):
            asker, best = rules.STAND_IN, False
        if isinstance(asker, rules.Approximate):
            lanes = best_queries(self.problem, self.left.list_elements(), len(self.asked), unused, measure_of(asker))
        else:
            lanes = parts.best(asker.alpha if isinstance(asker, rules.Entropy) else rules.STAND_IN.alpha, unused)
        if not lanes:
            return self._filling() if self.early else self.guess()
        expected: Fraction | None = None
        tied = sorted(lanes, key=lambda lane: self._rank(lane, asker))
        if isinstance(asker, rules.Entropy | rules.Approximate):
            lane = tied[0]
            if best and rules.is_listed(self.problem.variant.name):
                if self.early:
                    finished = self._early_tree(asker)
                    if finished.first is not None:
                        return self._filling()
                    expected = Fraction(finished.total, remaining)
                else:
                    expected = self._mixed_cost(asker) if asker.tie == "mix" else self._expected_cost(asker)
        elif ahead:
            elements, diagonals = self._start()
            ahead_lane = query_ahead(self.problem, elements, len(self.asked), diagonals)
            assert ahead_lane is not None, "some query splits the codes"
            lane = ahead_lane
        else:
            best_lane, expected = self._search(asker)
            if best_lane is None:
                return self._filling()
            lane = best_lane
        answers = {rules.answer_text(hits): codes for hits, codes in parts.of(*lane).items()}
        mean, total = (None, None) if expected is None else (float(expected), expected * remaining)
        query = self._text(lane), remaining, answers, mean, total
        if not best:
            return UnprovedQuery(*query, best=False, asked_by=asker.name)
        if asker.tie == "mix" and len(tied) > 1:
            return MixedQuery(*query, tied=tuple(map(self._text, tied)))
        return Query(*query)

    def _rank(self, lane: tuple[int, int], strategy: rules.Strategy) -> tuple[int, int]:
        """Sort key of the tie rule: colour and diagonal, or diagonal and colour."""
        colour, diagonal = self._query(lane)
        return (diagonal, colour) if strategy.tie == Order.DIAGONAL else (colour, diagonal)

    def _query(self, lane: tuple[int, int]) -> tuple[int, int]:
        """Colour and diagonal of a lane: colours asked for come first in elements, then the lowest of the others."""
        index, diagonal = lane
        others = set(range(self.colours)) - set(self.asked)
        return self.asked[index] if index < len(self.asked) else min(others), diagonal

    def _text(self, lane: tuple[int, int]) -> str:
        """Text of a query."""
        return rules.query_text(*self._query(lane))

    def guess(self) -> Guess:
        """Code left with the fewest wrong fields, summed over all codes left; its right fields are sums over its own fields."""
        used, spare, elements = len(self.asked), self.left.spare, self.left.list_elements()
        fields = np.arange(len(self.problem.board.fields))
        covers = self.problem.pieces[:, None] >> fields & 1
        # by piece and colour: right fields over all codes left if the piece had that colour
        right_pieces = covers @ (self.left.counts @ covers).T
        right = np.zeros(len(elements), np.int64)
        for column in range(used):
            right += right_pieces[elements[:, column], column] * factorial(spare)
        for column in range(used, self.colours):
            right += right_pieces[elements[:, column], used] * factorial(spare - 1)
        best = int(right.argmax())
        wrong = self.left.remaining * len(fields) - int(right[best])
        code = code_text(self.problem, self.left.colourings(elements[best].tolist())[0])
        return Guess(code, self.left.remaining, Fraction(wrong), wrong / self.left.remaining)

    def _filling(self) -> Guess:
        """Filling with the fewest wrong fields, summed over all codes left."""
        right = rights(self.problem, self.left.list_elements(), len(self.asked))
        others = [colour for colour in range(self.colours) if colour not in self.asked]
        # rows of `right` are the colours asked for, then the others
        filling = best_filling(right, self.problem.variant.size, self.left.remaining)
        colours = [*self.asked, *others]
        code = "".join(str(colours[row] + 1) for row in filling.colours.tolist())
        return Guess(code, self.left.remaining, Fraction(filling.wrong), filling.wrong / self.left.remaining)

    def _early_tree(self, strategy: rules.Entropy | rules.Approximate) -> EarlyFinish:
        """The strategy's tree from here on, with early finishing."""
        elements, diagonals = self._start()
        start = Start(*_with_lower(elements, self.asked), diagonals)
        analysis = analyse(self.problem, measure_of(strategy), Order(strategy.tie), start, record_depth=WHOLE)
        return finish_early(self.problem, Sets.of_nodes(analysis.nodes), start)

    def _start(self) -> tuple[NDArray[np.uint16], int]:
        return self.left.list_elements(), sum(1 << beam.diagonal for beam in self.history)

    def _expected_cost(self, strategy: rules.Entropy | rules.Approximate) -> Fraction:
        """Expected cost from here on of a strategy that breaks ties by an order."""
        elements, diagonals = self._start()
        start = Start(*_with_lower(elements, self.asked), diagonals)
        analysis = analyse(self.problem, measure_of(strategy), Order(strategy.tie), start)
        return Fraction(analysis.total, analysis.codes)

    def _mixed_cost(self, strategy: rules.Entropy | rules.Approximate) -> Fraction | None:
        """Expected cost from here on under MIX; None where it is expensive to compute."""
        assert isinstance(strategy, rules.Entropy), "approximations break ties by an order"
        few = strategy.alpha is not None and 0 < strategy.alpha <= FEW_TIES
        if not few and self.left.remaining > MIXED_CODES:
            return None
        elements, diagonals = self._start()
        spent, _ = analyse_mixed(self.problem, strategy.alpha, Start(elements, len(self.asked), diagonals))
        total = sum(((queries + wrong) * codes for (queries, wrong), codes in spent.items()), Fraction(0))
        return Fraction(total, self.left.remaining)

    def _search(self, strategy: rules.Strategy) -> tuple[tuple[int, int] | None, Fraction]:
        """Query of the optimal or improved strategy, its colour by its place among those asked for, and the expected cost from
        here on; the query is None where a filling is laid."""
        elements, diagonals = self._start()
        aim = Optimal(shallowest=True) if strategy == rules.Improved(shallowest=True) else strategy
        if isinstance(aim, Optimal) and aim != Optimal():
            choice = limited_choice(self.problem, aim, elements, len(self.asked), diagonals)
        else:
            tried = widths(self.problem, *(IMPROVED if isinstance(strategy, rules.Improved) else (EVERY,)))
            search = make_search(self.problem, tried, early=self.early, by_entropy=True)
            choice = best_choice(search, elements, len(self.asked), diagonals)
        return choice.query, Fraction(choice.total, self.left.remaining)


def most_searched(variant: str, strategy: rules.Strategy) -> float:
    """Largest number of codes left for which the query of a strategy is computed."""
    if isinstance(strategy, rules.Entropy | rules.Approximate):
        return inf
    if isinstance(strategy, Optimal) and has_optimum(variant):
        return inf
    if isinstance(strategy, rules.Improved) and strategy.shallowest:
        return EXACT_FEW
    most = EXACT_CODES if isinstance(strategy, Optimal) else IMPROVED_CODES
    return most.get(variant, EXACT_FEW if rules.is_listed(variant) else 0)


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
    arrangements = []
    for chosen in permutations(others, len(lower)):
        place_of = dict(zip((*asked, *lower), (*range(len(asked)), *chosen), strict=True))
        tail = [column for column in others if column not in chosen]
        arrangements.append(elements[:, [*(place_of[colour] for colour in range(used)), *tail]])
    return np.concatenate(arrangements), used


MOST_PRICED = 60_000
"""Largest number of codes left for which the cost of every listed query is computed."""


SMALL = 64
"""Largest number of codes left for which the whole tree is given."""


@dataclass(frozen=True, slots=True)
class _RankedQuery:
    """A query: colour, diagonal, number of codes by answer, rank of its entropy, and number of queries that it stands for."""

    colour: int
    diagonal: int
    parts: dict[int, int]
    rank: int
    alike: int


def explain(
    book: Book, variant: str, strategy: rules.Strategy, beams: tuple[rules.Beam, ...], most: int
) -> Explanation:
    """Reasons for a strategy's query after any beams; lists `most` queries.

    Raises:
        InputError: the strategy is not searched there, or no code is left.
    """
    return _Explainer(book, variant, strategy, beams, most).explanation()


class _Explainer:
    """One explanation."""

    def __init__(
        self, book: Book, variant: str, strategy: rules.Strategy, beams: tuple[rules.Beam, ...], most: int
    ) -> None:
        self.book, self.variant, self.strategy, self.beams, self.most = book, variant, strategy, beams, most
        self.alpha: Alpha = strategy.alpha if isinstance(strategy, rules.Entropy) else rules.STAND_IN.alpha
        self.mixed = strategy.tie == "mix"

    def explanation(self) -> Explanation:
        """The answer."""
        left = self._knowledge(self.beams)
        chosen = self._stored_query() or next_of(left, self.strategy)
        if isinstance(chosen, UnprovedQuery):
            raise InputError(
                f"--strategy {self.strategy.name} is not searched with {left.remaining:,} codes left; "
                f"take --strategy {rules.STAND_IN.name}"
            )
        if not isinstance(chosen, Query):
            return replace(self._without_query(chosen), luck=tuple(self._luck()))
        ranked = self._rank_queries(left)
        colour_diagonal = rules.read_query(chosen.query, rules.variant_of(self.variant))
        queries = ranked[: self.most]
        if all((query.colour, query.diagonal) != colour_diagonal for query in queries):
            own = next(query for query in ranked if (query.colour, query.diagonal) == colour_diagonal)
            queries = [own, *queries[: self.most - 1]]
        entropic = isinstance(self.strategy, rules.Entropy)
        priced = not self.mixed and rules.is_listed(self.variant) and left.remaining <= MOST_PRICED
        costs = [self._cost(query, left.remaining) if priced else None for query in queries]
        least = min((cost for cost in costs if cost is not None), default=None)
        moves = [
            self._option(query, cost, query.rank == 0 if entropic else cost is not None and cost == least)
            for query, cost in zip(queries, costs, strict=True)
        ]
        if not entropic:
            moves.sort(key=lambda move: (move.move != chosen.query, move.expected is None, move.expected or 0.0))
        return Explanation(
            query=chosen.query,
            remaining=left.remaining,
            expected=chosen.expected,
            measure=order_name(self.alpha).replace("h", "H_", 1) if entropic else "expected",
            order=order_name(self.alpha)[1:],
            tied=sum(query.alike for query in ranked if query.rank == 0) if entropic else None,
            tied_possible=None,
            tie=str(self.strategy.tie) if entropic else None,
            moves=tuple(moves),
            queries=sum(query.alike for query in ranked),
            answers=tuple(self._answers(colour_diagonal, chosen, priced)),
            tree=tuple(self._nodes(chosen, self.beams, 1)) if left.remaining <= SMALL and not self.mixed else (),
            luck=tuple(self._luck()),
        )

    def _luck(self) -> Iterator[Luck]:
        """How lucky each answer was."""
        for turn, beam in enumerate(self.beams):
            parts = self._knowledge(self.beams[:turn]).parts(beam.colour, beam.diagonal)
            left = {rules.answer_text(hits): codes for hits, codes in parts.items()}
            yield Luck.of(rules.query_text(beam.colour, beam.diagonal), rules.answer_text(beam.hits), left)

    def _stored_query(self) -> Query | None:
        """Query of the stored tree, if there is one."""
        if self.variant not in rules.STORED:
            return None
        step = get_step(self.book, self.variant, self.strategy, self.beams)
        return step if isinstance(step, Query) else None

    def _without_query(self, step: Next) -> Explanation:
        """Explanation if one code is left, or no query distinguishes those left."""
        order = order_name(self.alpha)[1:]
        if isinstance(step, Guess):
            return Explanation.without_query(step.guess, step.remaining, step.expected, order, guessed=True)
        assert isinstance(step, Solved)
        return Explanation.without_query(step.solved, 1, 0.0, order)

    def _knowledge(self, beams: Sequence[rules.Beam]) -> Knowledge:
        return knowledge_of(self.variant, tuple(beams), self.book.path)

    def _rank_queries(self, left: Knowledge) -> list[_RankedQuery]:
        """All queries that split the codes left, by descending entropy, then in the order of the tie rule."""
        colours, used = left.problem.variant.colours, len(left.asked)
        others = min(set(range(colours)) - set(left.asked), default=0)
        table = Parts(left.problem, left.counts, used)
        gone = {beam.diagonal for beam in self.beams}
        queries = []
        for index in range(len(table.table)):
            colour, alike = (left.asked[index], 1) if index < used else (others, colours - used)
            for diagonal in range(len(left.problem.diagonals)):
                parts = table.of(index, diagonal)
                if diagonal not in gone and len(parts) > 1:
                    queries.append((colour, diagonal, parts, alike))
        partitions = list(dict.fromkeys(tuple(sorted(parts.values())) for _, _, parts, _ in queries))
        ranks = dict(zip(partitions, entropy_ranks(self.alpha, partitions, self.most), strict=True))
        ranked = [
            _RankedQuery(colour, diagonal, parts, ranks[tuple(sorted(parts.values()))], alike)
            for colour, diagonal, parts, alike in queries
        ]
        across = self.strategy.tie == "lex-d"
        return sorted(
            ranked,
            key=lambda query: (
                query.rank,
                *((query.diagonal, query.colour) if across else (query.colour, query.diagonal)),
            ),
        )

    def _option(self, query: _RankedQuery, cost: Fraction | None, best: bool) -> QueryOption:
        sizes = list(query.parts.values())
        return QueryOption(
            move=rules.query_text(query.colour, query.diagonal),
            best=best,
            alike=query.alike,
            parts=len(sizes),
            largest=max(sizes),
            left=mean_part(sizes),
            entropy=renyi(self.alpha, sizes),
            possible=None,
            expected=None if cost is None else float(cost),
        )

    def _below(self, colour: int, diagonal: int, hits: int) -> Next:
        """Next step of the strategy after one more beam."""
        return next_of(self._knowledge([*self.beams, rules.Beam(colour, diagonal, hits)]), self.strategy)

    def _nodes(self, query: Query, beams: tuple[rules.Beam, ...], depth: int) -> Iterator[TreeNode]:
        """The nodes of the strategy's tree below a query."""
        colour_diagonal = rules.read_query(query.query, rules.variant_of(self.variant))
        for hits in sorted(self._knowledge(beams).parts(*colour_diagonal)):
            further = (*beams, rules.Beam(*colour_diagonal, hits))
            below, label = next_of(self._knowledge(further), self.strategy), rules.answer_text(hits)
            match below:
                case Solved(code):
                    yield TreeNode(depth=depth, answer=label, codes=1, query=code)
                case Guess(code, remaining):
                    yield TreeNode(depth=depth, answer=label, codes=remaining, query=f"guess {code}")
                case Query(text, remaining):
                    yield TreeNode(depth=depth, answer=label, codes=remaining, query=text)
                    yield from self._nodes(below, further, depth + 1)

    def _cost(self, query: _RankedQuery, remaining: int) -> Fraction | None:
        """Expected cost from here on if this query is asked; None if the cost of a part is unknown."""
        total = Fraction(remaining)
        for hits in query.parts:
            match self._below(query.colour, query.diagonal, hits):
                case Solved():
                    continue
                case Guess(_, _, wrong):
                    total += wrong
                case Query(_, _, _, _, below) if below is not None:
                    total += below
                case _:
                    return None
        return total / remaining

    def _answers(self, colour_diagonal: tuple[int, int], chosen: Query, priced: bool) -> Iterator[AnswerPart]:
        """Codes that each answer leaves, and the strategy's next step."""
        for hits in sorted(self._parts(colour_diagonal)):
            label = rules.answer_text(hits)
            then, expected = None, None
            if priced:
                match self._below(*colour_diagonal, hits):
                    case Solved(code):
                        then, expected = code, 0.0
                    case Guess(code, _, _, wrong):
                        then, expected = f"guess {code}", wrong
                    case Query(query, _, _, below, _):
                        then, expected = query, below
            yield AnswerPart(answer=label, codes=chosen.answers[label], then=then, expected=expected)

    def _parts(self, colour_diagonal: tuple[int, int]) -> dict[int, int]:
        return self._knowledge(self.beams).parts(*colour_diagonal)


LIGHT = Effort(codes=1500, first=3000, states=1000, runs=4)
"""Effort of a sample that chooses one query of a game."""


def simulate(
    variant: str, strategy: rules.Entropy | rules.Approximate | rules.Improved, games: int, seed: int, book: Path
) -> Simulation:
    """Mean cost of a strategy in games against random codes, with independent random tie-breaks per game under MIX.

    Args:
        variant: the variant.
        strategy: the strategy; `improved` for variants whose codes are not listed.
        games: number of games, at least two.
        seed: random seed.
        book: book to read the patterns from, if it holds them.
    """
    play = _sampled_game if variant in rules.SAMPLED else partial(_listed_game, problem_of(variant, book))
    costs = [play(variant, strategy, Random(f"{seed} {game}")) for game in range(games)]
    points = [queries + wrong for queries, wrong in costs]
    mean = sum(points) / games
    variance = sum((point - mean) ** 2 for point in points) / (games - 1)
    error = sqrt(variance / games)
    half = student(games - 1) * error
    return Simulation(
        games,
        mean,
        variance,
        {str(cost): count for cost, count in sorted(Counter(points).items())},
        sum(1 for _, wrong in costs if wrong),
        seed,
        certainty="sampled",
        samples=games,
        standard_error=error,
        interval=(mean - half, mean + half),
        level=LEVEL,
    )


def _listed_game(
    whole: Problem, variant: str, strategy: rules.Entropy | rules.Approximate | rules.Improved, random: Random
) -> tuple[int, int]:
    """Queries and wrong fields of a game; patterns that the answers exclude are removed during the game."""
    source, problem = ListSource(whole), whole
    code = source.draw(random)
    text, history = source.text(code), list[rules.Beam]()
    while True:
        left = Knowledge(problem, history)
        lanes = [] if left.remaining == 1 else _lanes(left, strategy, whole)
        if not lanes:
            return len(history), _wrong(left, text)
        colour, diagonal = _choose(left, lanes, strategy, random)
        hits = source.answer(code, colour, diagonal)
        history.append(rules.Beam(colour, diagonal, hits))
        allowed = problem.answers[:, diagonal] == hits
        patterns = problem.patterns[allowed[problem.patterns].any(axis=1)]
        patterns.flags.writeable = False  # as of the whole game: one type for kernels
        problem = replace(problem, patterns=patterns)


def _sampled_game(
    variant: str, strategy: rules.Entropy | rules.Approximate | rules.Improved, random: Random
) -> tuple[int, int]:
    """The same for sampled codes; the codes left become exact before the game ends."""
    assert not isinstance(strategy, rules.Improved), "for variants whose patterns are listed"
    source = SampleSource(rules.variant_of(variant))
    code = source.draw(random)
    text, history = source.text(code), list[rules.Beam]()
    while True:
        left = SampleKnowledge(rules.variant_of(variant), history, LIGHT, random.randrange(1 << 32))
        lanes = [] if left.remaining == 1 else sampled_lanes(left, strategy)
        if not lanes:
            return len(history), _wrong(left, text)
        colour, diagonal = _choose(left, lanes, strategy, random)
        history.append(rules.Beam(colour, diagonal, source.answer(code, colour, diagonal)))


def _lanes(
    left: Knowledge, strategy: rules.Entropy | rules.Approximate | rules.Improved, whole: Problem
) -> list[tuple[int, int]]:
    """Tied best queries of a strategy, colours by their place among those asked for; `whole`: with all patterns."""
    used = sum(1 << beam.diagonal for beam in left.history)
    unused = ((1 << len(left.problem.diagonals)) - 1) & ~used
    if isinstance(strategy, rules.Improved):
        if not is_large(whole, left.remaining):
            query = query_ahead(whole, left.list_elements(), len(left.asked), used)
            return [] if query is None else [query]
        strategy = rules.STAND_IN
    if isinstance(strategy, rules.Entropy):
        return Parts(left.problem, left.counts, len(left.asked)).best(strategy.alpha, unused)
    return best_queries(left.problem, left.list_elements(), len(left.asked), unused, measure_of(strategy))


def _choose(left: Knowledge, lanes: list[tuple[int, int]], strategy: rules.Strategy, random: Random) -> tuple[int, int]:
    """Colour and diagonal of the query that the tie rule chooses."""
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]
    queries = [((*left.asked, *others[:1])[index], diagonal) for index, diagonal in lanes]
    if strategy.tie == "mix":
        return random.choice(queries)
    return min(queries, key=lambda query: query[::-1] if strategy.tie == "lex-d" else query)


def _wrong(left: Knowledge, text: str) -> int:
    """Wrong fields of the guess; 0 if one code is left."""
    if left.remaining == 1:
        return 0
    return sum(mine != other for mine, other in zip(guess_of(left).guess, text, strict=True))
