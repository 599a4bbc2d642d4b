"""What strategies cost over all codes of a game: summaries, curves over the order of entropy, bounds of any strategy's cost.

And the cost if the codemaker chooses, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import inf, log2
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.mastermind import answers, parameters
from tafelwerk.families.mastermind.answers import MISSES, Point
from tafelwerk.families.mastermind.rules import (
    FAMILY,
    MOST_PLAYED,
    MOST_SEARCHED,
    AnswerTable,
    Entropy,
    Game,
    Letter,
    Pegs,
    Strategy,
    check_choosing,
    check_hangman,
    check_size,
    parse_strategy,
)
from tafelwerk.language import percent
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import ALIASES, Alpha, Optimal, least_total, order_name, read_order
from tafelwerk.tables import explanation
from tafelwerk.tables.answers import Source
from tafelwerk.tables.book import Book, in_layers
from tafelwerk.tables.questions import BUDGET, Allowance, Computation, OverBudgetError, Question, Text
from tafelwerk.wording import count_noun, exact_number, join_words

if TYPE_CHECKING:
    from tafelwerk.families.mastermind.builds import AdversaryBuild, CurveBuild
    from tafelwerk.plots.pictures import Picture

_TREE = "game = ? AND strategy = ? AND tie = ?"

CONSTANT_ERROR = 1e-13
"""Error bound of gamma, Gamma and their quotient: a few operations on doubles below 1000."""


SHANNON = Entropy(Fraction(1))
"""The strategy that is played out in the largest games."""


class Summary(parameters.OfStrategy[answers.Summary | answers.WithinSummary]):
    """Queries that a strategy needs: total over all codes, mean, maximum and histogram.

    Example: tafelwerk mastermind summary 4x6 --strategy h1

    Example: tafelwerk mastermind summary 4x6-distinct --strategy h2 --tie mix --json
    """

    game: Parsed[parameters.PlayedGame]
    strategy: Parsed[parameters.GameStrategy] = default(Optimal())

    def look_up(self, book: Book) -> answers.Summary | answers.WithinSummary | None:
        unit = parameters.unit_of_costs(book, self.game)
        rows = book.rows(
            FAMILY,
            f"SELECT queries, codes_num, codes_den, build FROM mastermind.histograms WHERE {_TREE} ORDER BY queries",
            self.game.name,
            self.strategy.name,
            self.strategy.tie,
        )
        histogram = {queries: Fraction(int(num), int(den)) for queries, num, den in rows}
        return self._summarize(histogram, unit) if rows else None

    def computation(self, book: Book) -> Computation[answers.Summary | answers.WithinSummary]:
        from tafelwerk.families.mastermind.next_query import (
            deepest_queries,
            estimate_work,
            few_states,
            is_counted,
            search_within,
            unit_of,
        )
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.families.mastermind.rows import play_out
        from tafelwerk.solvers.deduction.entropy_strategies import MOST_STATES, TooManySetsError

        self._check_size()
        problem = problem_of(self.game, book)
        check_hangman(self.strategy, problem.miss >= 0)

        def run(
            most_states: int = MOST_STATES, allowed: Allowance | None = None
        ) -> answers.Summary | answers.WithinSummary:
            tree, histogram = play_out(problem, self.strategy, most_states=most_states, allowed=allowed)
            summary = self._summarize(histogram, unit_of(problem))
            if tree is None or problem.solved < 0 or problem.miss >= 0:
                return summary
            return replace(summary, hardest=self._write([problem.queries[query] for query in deepest_queries(tree)]))

        def attempt() -> answers.Summary | answers.WithinSummary:
            try:
                return run(few_states(problem))
            except TooManySetsError as error:
                raise OverBudgetError(str(error)) from error

        work = estimate_work(problem, self.strategy, len(problem.codes))
        if is_counted(problem, self.strategy):
            return search_within(work, lambda allowed: run(allowed=allowed), self.build())
        return Computation(work, run, self.build(), attempt if self.strategy.tie == "mix" else None)

    def complete(
        self, book: Book, answer: answers.Summary | answers.WithinSummary
    ) -> answers.Summary | answers.WithinSummary:
        """The answer with the hardest codes, which a stored tree names at its deepest nodes."""
        if answer.hardest is not None or answer.unit is not None:
            return answer
        sql = f"SELECT query, build FROM mastermind.trees WHERE {_TREE} AND depth = ? AND codes = 1 ORDER BY query LIMIT ?"
        key = (self.game.name, self.strategy.name, self.strategy.tie, answer.max, parameters.LISTED)
        codes = [code for (code,) in book.rows(FAMILY, sql, *key)]
        return replace(answer, hardest=self._write(codes)) if codes else answer

    def _write(self, codes: Sequence[str]) -> tuple[str, ...]:
        return tuple(parameters.written_as((), self.game, code) for code in codes[: parameters.LISTED])

    def _check_size(self) -> None:
        """Raise InputError for a game too large for the strategy, with the strategy that it is not too large for."""
        try:
            check_size(self.game, self.strategy)
        except InputError as error:
            with suppress(InputError):
                check_size(self.game, SHANNON)
                line = f"tafelwerk mastermind summary {self.game.options} {SHANNON.options}"
                error = InputError(f"{error}, or: {line}")
            raise error from None

    def _summarize(
        self, histogram: Mapping[int, Fraction], unit: str | None
    ) -> answers.Summary | answers.WithinSummary:
        """Queries over all codes: total, mean and maximum; under `within D`, also the codes found with D queries."""
        codes, total = int(sum(histogram.values())), sum((n * codes for n, codes in histogram.items()), Fraction(0))
        fields = codes, total, float(total / codes), max(histogram), histogram
        within = self.strategy.within if isinstance(self.strategy, Optimal) else None
        if within is None:
            return answers.Summary(*fields, unit=unit)
        done = sum((codes for queries, codes in histogram.items() if queries <= within), Fraction(0))
        return answers.WithinSummary(*fields, done, float(done / codes), unit=unit)

    def text(self, answer: answers.Summary | answers.WithinSummary) -> Text:
        from tafelwerk.commands.output import rational, table, with_heading

        is_whole = all(codes.denominator == 1 for codes in answer.histogram.values())
        total = rational(answer.total) if len(rational(answer.total)) <= 40 else f"{float(answer.total):.6f}"
        unit = answer.unit or "queries"
        heading = (
            f"{self.phrase}: {total} {unit} for {answer.codes:,} codes, "
            f"{answer.mean:.6f} on average, at most {answer.max} ({answer.source})"
        )
        if isinstance(answer, answers.WithinSummary):
            limit = self.strategy.name.split()[-1]
            heading += f"\nFound with at most {limit} queries: {int(answer.done):,} codes, {percent(answer.chance, 4)}"
        if answer.hardest:
            more = int(answer.histogram[answer.max]) - len(answer.hardest)
            heading += f"\nHardest, with {count_noun(answer.max, 'query', 'queries')}: {', '.join(answer.hardest)}"
            heading += f" and {more:,} more" if more else ""
        rows = [
            (queries, int(codes) if is_whole else f"{float(codes):.4f}") for queries, codes in answer.histogram.items()
        ]
        return lambda: with_heading(heading, table((unit, "codes"), rows))


def _other_names(strategies: Iterable[str]) -> str:
    """By which names the literature knows strategies, as a further line; "" where it has none."""
    names = [
        f"{strategy} is {join_words([name for name, known in ALIASES.items() if known == strategy], last='or')}"
        for strategy in strategies
        if strategy in ALIASES.values()
    ]
    return f"\nBy other names, {join_words(names)}." if names else ""


AIMS = {
    "max-depth": "max-depth D: the fewest queries on average of strategies that never need more than D",
    "least-depth": "least-depth: of the strategies with the fewest on average, one whose longest game is shortest",
    "within": "within D: as many codes as possible found with D queries, then the fewest on average",
    "shallowest": "shallowest: the longest game as short as possible, then the fewest on average",
}
"""What an optimal strategy of that name aims at, in a line."""

USUAL: tuple[Strategy, ...] = (Optimal(), SHANNON, *(Entropy(alpha) for alpha in (Fraction(2), None, Fraction(0))))
"""Strategies that are compared unless others are named: optimal play, Shannon's entropy, and those with names."""

USUAL_IN_HANGMAN: tuple[Strategy, ...] = (Optimal(), Letter())


class Compare(Question[answers.Comparison]):
    """Strategies of a game side by side: total over all codes, mean, maximum and histogram of the queries they need.

    Example: tafelwerk mastermind compare 4x6 --strategies h1,optimal,h2

    Example: tafelwerk mastermind compare 4x6 --strategies "h1,h1 mix,optimal" -o strategies.svg

    Example: tafelwerk mastermind compare 4x6-distinct
    """

    rows_line = "sql --query mastermind-guesses", "histograms of optimal, h1 and hinf for 4x6"

    game: Parsed[parameters.PlayedGame]
    strategies: Parsed[parameters.Strategies] | None = None

    @property
    def phrase(self) -> str:
        return f"{self.game.title}: {join_words([str(strategy) for strategy in self.strategies or USUAL])}"

    def _compared_strategies(self, book: Book) -> Sequence[Strategy]:
        """The strategies asked for. Default: those in the book without random ties; the usual ones if it has fewer than two."""
        if self.strategies is not None:
            return self.strategies
        rows = book.rows(
            FAMILY,
            "SELECT strategy, tie, build FROM mastermind.strategies WHERE game = ? AND tie <> 'mix' "
            "ORDER BY tie <> 'none', length(strategy), strategy",
            self.game.name,
        )
        if len(rows) > 1:
            return [parse_strategy(name if tie == "none" else f"{name} {tie}") for name, tie in rows]
        return USUAL if parameters.unit_of_costs(book, self.game) is None else USUAL_IN_HANGMAN

    def look_up(self, book: Book) -> answers.Comparison | None:
        chosen = self._compared_strategies(book)
        stored = [Summary(self.game, strategy).look_up(book) for strategy in chosen]
        costs = [cost for cost in stored if cost is not None]
        return self._compare(chosen, costs) if len(costs) == len(stored) else None

    def computation(self, book: Book) -> Computation[answers.Comparison]:
        costs: list[answers.Summary | Computation[answers.Summary | answers.WithinSummary]] = []
        chosen = self._compared_strategies(book)
        for strategy in chosen:
            summary = Summary(self.game, strategy)
            stored = summary.stored(book)
            costs.append(summary.computation(book) if stored is None else stored)

        works = [cost.operations if isinstance(cost, Computation) else 0.0 for cost in costs]
        few = [*range(len(costs))]
        if self.strategies is None:
            # of the usual strategies those that take long are left out, unless they are computed anyway
            totals = dict(zip(sorted(few, key=works.__getitem__), accumulate(sorted(works)), strict=True))
            few = [index for index in few if totals[index] <= BUDGET] or few

        def settle(compute: bool) -> answers.Comparison:
            asked = [*range(len(costs))] if compute else few
            settled = [
                cost.settle(compute) if isinstance(cost := costs[index], Computation) else cost for index in asked
            ]
            return self._compare([chosen[index] for index in asked], settled)

        return Computation(sum(works[index] for index in few), lambda: settle(True), attempt=lambda: settle(False))

    def _compare(self, chosen: Sequence[Strategy], costs: Sequence[answers.Summary]) -> answers.Comparison:
        of_strategies = {
            str(strategy).replace(" lex", ""): answers.Cost(cost.total, cost.mean, cost.max, cost.histogram)
            for strategy, cost in zip(chosen, costs, strict=True)
        }
        return answers.Comparison(costs[0].codes, of_strategies, unit=costs[0].unit)

    def text(self, answer: answers.Comparison) -> Text:
        from tafelwerk.commands.output import table, with_heading

        unit, given = answer.unit or "queries", self.strategies
        names = given.names if isinstance(given, parameters.NamedStrategies) else answer.strategies
        costs = dict(zip(names, answer.strategies.values(), strict=True))
        least = min(cost.mean for cost in costs.values())
        best = [name for name, cost in costs.items() if cost.mean == least]
        those = "" if self.strategies is not None else f"of {self._default_text(answer)}, "
        heading = (
            f"{self.game.title}: {those}{join_words(best)} {'needs' if len(best) == 1 else 'need'} the fewest {unit}, "
        )
        heading += f"{least:.6f} on average over {answer.codes:,} codes ({answer.source})"
        longest = max(cost.max for cost in costs.values())
        fewest = min(min(cost.histogram) for cost in costs.values())
        rows: list[tuple[Any, ...]] = [
            (queries, *(_number_text(cost.histogram.get(queries, Fraction(0))) for cost in costs.values()))
            for queries in range(fewest, longest + 1)
        ]
        rows += [
            ("total", *(_number_text(cost.total) for cost in costs.values())),
            # a number, for which its column stands on the right
            ("mean", *(Decimal(f"{cost.mean:.6f}") for cost in costs.values())),
        ]
        aims = [text for word, text in AIMS.items() if any(word in name.split() for name in costs)]
        return lambda: with_heading(heading + _other_names(answer.strategies), table((unit, *costs), rows), *aims)

    def _default_text(self, answer: answers.Comparison) -> str:
        """Which strategies are compared by default."""
        if answer.source == Source.COMPUTED:
            usual = f"{len(answer.strategies)} usual strategies"
            return usual + " (others take long: --compute)" * (len(answer.strategies) < len(USUAL) and not answer.unit)
        return f"the {count_noun(len(answer.strategies), 'strategy', 'strategies')} stored without random ties"

    def picture(self, answer: answers.Comparison) -> Picture:
        from tafelwerk.families.mastermind.figures import compare_histograms
        from tafelwerk.plots.pictures import of_chart

        costs = answer.strategies
        means = "; ".join(f"{name} {cost.mean:.4f}" for name, cost in costs.items())
        title = f"{self.game.title}: {means} {answer.unit or 'queries'} on average"
        return of_chart(compare_histograms(costs, answer.codes, title), title, f"{answer.codes:,} codes. {means}.")


def _number_text(number: Fraction) -> str:
    """A number of codes or queries; with decimals under random ties."""
    return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,.4f}"


class Curve(Question[list[Point]]):
    """Queries that the entropy strategies need, by order of the entropy: every stored order.

    Example: tafelwerk mastermind curve 4x6 --tie mix

    Example: tafelwerk mastermind curve 4x6 --opening AABC --json
    """

    game: Parsed[parameters.PlayedGame]
    tie: Parsed[parameters.TieRule] = default("lex")
    opening: parameters.FirstGuess | None = None

    @property
    def phrase(self) -> str:
        opening = f", first {self.opening}" if self.opening else ""
        return f"{self.game.title}, the curve over alpha, ties {self.tie.upper()}{opening}"

    def look_up(self, book: Book) -> list[Point] | None:
        """The points of a curve, and the strategies stored one by one, such as those of order 0 and infinity."""
        rows = book.rows(
            FAMILY,
            "SELECT alpha_num, alpha_den, query, total_num, total_den, most, codes, curves.build"
            f" FROM {FAMILY}.curves JOIN {FAMILY}.games USING (game) WHERE game = ? AND tie = ? AND opening = ?",
            self.game.name,
            self.tie,
            self.opening or "",
        )
        if not rows:
            return None
        points = {} if self.opening else self._points_of_strategies(book)
        for num, den, query, total_num, total_den, most, codes in rows:
            order, total = Fraction(num, den), Fraction(int(total_num), int(total_den))
            points[order] = _point_of(order, query, total, most, codes)
        return sorted(points.values(), key=lambda point: point.alpha)

    def _points_of_strategies(self, book: Book) -> dict[Alpha, Point]:
        """Entropy strategies stored one by one, by order; MIX first asks LEX's query or one that ties with it."""
        rows = book.rows(
            FAMILY,
            f"SELECT s.strategy, t.query, s.total_num, s.total_den, s.most, s.codes, s.build FROM {FAMILY}.strategies s"
            f" JOIN {FAMILY}.trees t ON t.game = s.game AND t.strategy = s.strategy AND t.tie = 'lex' AND t.node = 0"
            " WHERE s.game = ? AND s.tie = ?",
            self.game.name,
            self.tie,
        )
        points: dict[Alpha, Point] = {}
        for name, query, total_num, total_den, most, codes in rows:
            order, total = read_order(name), Fraction(int(total_num), int(total_den))
            points[order] = _point_of(order, query, total, most, codes)
        return points

    def build(self) -> CurveBuild | None:
        from tafelwerk.families.mastermind.builds import CurveBuild

        return CurveBuild(self.game, self.tie, self.opening) if isinstance(self.game, Pegs) else None

    def computation(self, book: Book) -> Computation[list[Point]]:
        game, build = self.game, self.build()
        if not isinstance(game, Pegs) or build is None:
            raise InputError("a curve is computed for --pegs P --colors C [--distinct]")

        def run() -> list[Point]:
            from tafelwerk.families.mastermind.problems import problem_from
            from tafelwerk.families.mastermind.rows import curve_points

            points = curve_points(problem_from(game), self.tie, self.opening, build.orders)
            return [_point_of(order, *point, game.size[0]) for order, point in zip(build.orders, points, strict=True)]

        return Computation(build.operations(), run, build)

    def text(self, answer: list[Point]) -> Text:
        from tafelwerk.commands.output import table, with_heading

        heading = f"{self.game.title}, ties {self.tie.upper()}: queries for all codes by order of the entropy"
        heading += f" ({answer[0].source})"
        rows = [
            (f"{point.alpha:g}", point.query, f"{float(point.total):.6g}", f"{point.mean:.6f}", point.max)
            for point in answer
        ]
        return lambda: with_heading(heading, table(("alpha", "first query", "total", "mean", "most"), rows))


class Bound(Question[answers.Bound], title="{game.title}"):
    """Lower bound of the optimal total, without a search: from the number of answers that a query can have.

    Example: tafelwerk mastermind bound 4x6

    Example: tafelwerk mastermind bound 4x6-distinct --json
    """

    # with a answers per query, at most 1 code is found with the first query, a - 1 with the second, (a - 1)^2 with the third;
    # in Mastermind a is the number of answers under the rules, otherwise the greatest number of answers to a query;
    # source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2
    game: Parsed[parameters.PlayedGame]

    at_once = True

    def look_up(self, book: Book) -> answers.Bound | None:
        game = self.game
        if isinstance(game, Pegs) or parameters.unit_of_costs(book, game) == MISSES:
            return None
        size = book.one(FAMILY, f"SELECT codes, goal = 'name' FROM {FAMILY}.games WHERE game = ?", game.name)
        widest = book.one(
            FAMILY,
            f"SELECT max(answers), list(DISTINCT build) AS build FROM {FAMILY}.first_queries WHERE game = ?",
            game.name,
        )
        if size is None or widest is None or widest[0] is None:
            return None
        codes, is_named = size
        return _bound_of(codes, widest[0], is_named)

    def computation(self, book: Book) -> Computation[answers.Bound]:
        if isinstance(self.game, Pegs):
            codes, most_answers = self.game.size[0], self.game.answers
            return Computation(1.0, lambda: _bound_of(codes, most_answers, is_named=True))
        import numpy as np

        from tafelwerk.families.mastermind.problems import problem_of

        problem = problem_of(self.game, book)
        if problem.miss >= 0:
            raise InputError(
                f"{self.game.title}: the bound counts queries, hangman counts misses; no bound above 0 is known"
            )

        def run() -> answers.Bound:
            most = max(len(np.unique(row)) for row in problem.answers)
            return _bound_of(len(problem.codes), most, problem.solved >= 0)

        return Computation(10.0 * problem.answers.size, run)

    def complete(self, book: Book, answer: answers.Bound) -> answers.Bound:
        """The answer with the sharper bound that the book has proved."""
        return replace(answer, proved=in_layers(self._proved_bound)(book))

    def _proved_bound(self, book: Book) -> Fraction | None:
        row = book.one(
            FAMILY,
            f"SELECT max(total) FROM (SELECT lower AS total FROM {FAMILY}.intervals WHERE game = $1 UNION ALL SELECT total FROM"
            f" {FAMILY}.strategies WHERE game = $1 AND strategy = 'optimal')",
            self.game.name,
        )
        return None if row is None or row[0] is None else Fraction(row[0])

    def text(self, answer: answers.Bound) -> str:
        queries, codes = count_noun(int(answer.total), "query", "queries"), count_noun(answer.codes, "code")
        text = f"{self.game.title}: at least {queries} for {codes}, {answer.mean:.4f} on average, "
        text += f"since a query has at most {answer.answers} answers ({answer.source})."
        if answer.proved is None:
            is_bounded = isinstance(self.game, Pegs) and answer.codes <= MOST_PLAYED
            return text + f" Sharper: tafelwerk build mastermind {self.game} --bounds." * is_bounded
        if answer.proved == answer.total:
            return text
        return (
            text
            + f" Proved by search: at least {int(answer.proved):,}, {float(answer.proved / answer.codes):.4f} on average."
        )


class Gamma(Question[answers.Constants], title="{game.title}, gamma and Gamma"):
    """Constants gamma and Gamma of a game: how far an entropy query may be from an optimal one.

    For every set M of codes, the mean number <M> of queries until the code is known is between gamma log2 |M| and
    Gamma log2 |M|.

    Example: tafelwerk mastermind gamma 2x4

    Example: tafelwerk mastermind gamma 4x6 --json
    """

    # source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.7
    game: Parsed[parameters.PlayedGame]

    def computation(self, book: Book) -> Computation[answers.Constants]:
        """From all sets of codes if these are few, otherwise from how many queries tell all codes apart."""
        import numpy as np

        from tafelwerk.families.mastermind.next_query import estimate_work, grow_tree, search_within
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.solvers.deduction.entropy_strategies import best_queries
        from tafelwerk.solvers.deduction.search_problem import walk
        from tafelwerk.solvers.deduction.subsets import MOST_CODES, subset_totals

        game, shallowest = self.game, Optimal(shallowest=True)
        if isinstance(game, Pegs):
            game.require_size(MOST_SEARCHED, "gamma and Gamma are")
        problem = problem_of(game, book)
        codes = len(problem.codes)
        if codes < 2:
            raise InputError(f"{game.title} has one code; gamma and Gamma need a game of two codes or more")
        most_answers = max(len(np.unique(row)) for row in problem.answers)

        def search(allowed: Allowance) -> answers.Constants:
            tree = grow_tree(problem, shallowest, np.arange(codes, dtype=np.int32), [], allowed)
            # a code named by the last query is known before it
            depths = int(walk(problem, tree).max()) - (problem.solved >= 0)
            return constants_of(codes, most_answers, longest=depths)

        def run() -> answers.Constants:
            subsets = subset_totals(problem)
            totals = dict(enumerate(zip(*(row.tolist() for row in subsets.by_size()), strict=True)))
            perfect = subsets.totals[-1]
            loss = max(
                Fraction(subsets.after(problem.answers[query]), int(perfect))
                for query in best_queries(problem, None, Fraction(1))
            )
            by_size = {size: totals[size] for size in range(2, codes + 1)}
            return constants_of(codes, most_answers, loss=loss, totals=by_size)

        if codes <= MOST_CODES:
            return Computation(float(len(problem.queries) * most_answers) * 2**codes / 2, run)
        return search_within(10 * estimate_work(problem, shallowest, codes), search, None)

    def text(self, answer: answers.Constants) -> Text:
        from tafelwerk.commands.output import table, with_heading

        low, high = answer.Gamma
        upper = f"Gamma = {high:.6f}" if low == high else f"Gamma from {low:g} to {high:.6f}"
        heading = (
            f"{self.game.title}: gamma = 1 / log2({answer.answers}) = {answer.gamma:.6f}, {upper}; "
            f"asking H_1's query once takes at most {answer.bound:.4f} times as long as perfect play ({answer.source})."
        )
        totals = answer.totals
        if totals is None or answer.loss is None:
            return heading
        heading += (
            f"\nWith all {count_noun(answer.codes, 'code')} left it takes {exact_number(answer.loss)} times as long."
        )
        rows = [
            (size, least, most, f"{least / (size * log2(size)):.6f}", f"{most / (size * log2(size)):.6f}")
            for size, (least, most) in totals.items()
        ]
        names = ("codes left", "least total", "greatest", "least / (m log2 m)", "greatest / (m log2 m)")
        return lambda: with_heading(heading, table(names, rows))


def constants_of(
    codes: int,
    most_answers: int,
    longest: int | None = None,
    loss: Fraction | None = None,
    totals: Mapping[int, tuple[int, int]] | None = None,
) -> answers.Constants:
    """The constants, given the totals by size, or the number of queries that tells all codes apart.

    gamma is exact: <M> >= log_a |M| if a query has at most a answers, with equality if the codes of M give different answers to a
    query with a answers. If totals are not known, two codes show that Gamma is at least 1, and Gamma is at most the greatest
    value of min(m (m + 1) / 2 - 1, m longest) / (m log2 m), because a query splits at least one code off a set of m codes.
    """
    gamma = 1 / log2(most_answers)
    if totals is None:
        assert longest is not None
        upper = max(min(m * (m + 1) / 2 - 1, m * longest) / (m * log2(m)) for m in range(2, codes + 1))
        interval = 1.0, upper
    else:
        upper = max(most / (m * log2(m)) for m, (_, most) in totals.items())
        interval = upper, upper
    rounded: dict[str, Any] = {"certainty": "certified", "error_bound": CONSTANT_ERROR}
    return answers.Constants(codes, most_answers, gamma, interval, upper / gamma, loss, totals, **rounded)


def _bound_of(codes: int, most_answers: int, is_named: bool) -> answers.Bound:
    """The bound, given the number of codes, the greatest number of answers to a query, and whether codes must be named."""
    total = least_total(codes, most_answers, is_named)
    return answers.Bound(Fraction(total), total / codes, codes, most_answers)


def _point_of(alpha: Alpha, query: str, total: Fraction, most: int, codes: int) -> Point:
    """A point of a curve, given the total and the number of codes."""
    return Point(inf if alpha is None else float(alpha), order_name(alpha), float(total / codes), total, query, most)


class Adversary(Question[explanation.Adversary], title="{game.title}, the codemaker's choice"):
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; any query may be asked at any time, and the last one counts. Codes of
    one class, which symmetries of the game map to each other, have equal chances; a class is named by its first code. A code is
    never worth hiding if an optimal breaker finds it in fewer queries than the value.

    Example: tafelwerk mastermind adversary 3x4

    Example: tafelwerk mastermind adversary 2x3 --show-trees --json
    """

    game: Parsed[parameters.GameOrTable]
    show_trees: Annotated[bool, Parameter("", "List the strategies that the breaker mixes, with their chances.")] = (
        False
    )

    def look_up(self, book: Book) -> explanation.Adversary | None:
        if isinstance(self.game, AnswerTable):
            return None
        row = book.one(
            FAMILY, "SELECT value_num, value_den, build FROM mastermind.adversaries WHERE game = ?", self.game.name
        )
        if row is None:
            return None
        trees = book.rows(
            FAMILY,
            "SELECT chance_num, chance_den, totals FROM mastermind.adversary_trees WHERE game = ? ORDER BY tree",
            self.game.name,
        )
        rows = book.rows(
            FAMILY,
            "SELECT code, codes, chance_num, chance_den FROM mastermind.adversary_codes WHERE game = ? ORDER BY class",
            self.game.name,
        )
        chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
        sizes = {code: size for code, size, _, _ in rows}
        mixture = [(Fraction(int(num), int(den)), totals) for num, den, totals in trees]
        nodes = _mixed_trees(book, self.game) if self.show_trees else None
        return explanation.choice_answer(Fraction(int(row[0]), int(row[1])), chances, sizes, mixture, nodes)

    def build(self) -> AdversaryBuild | None:
        from tafelwerk.families.mastermind.builds import AdversaryBuild

        return AdversaryBuild(self.game) if isinstance(self.game, Pegs) else None

    def computation(self, book: Book) -> Computation[explanation.Adversary]:
        from tafelwerk.build.choosing import adversary_answer
        from tafelwerk.families.mastermind.builds import adversary_operations
        from tafelwerk.families.mastermind.problems import problem_from, problem_of
        from tafelwerk.families.mastermind.rows import solve_choosing

        game = self.game
        if isinstance(game, Pegs):
            check_choosing(game)
        problem = problem_from(game) if isinstance(game, AnswerTable) else problem_of(game, book)
        if problem.miss >= 0:
            raise InputError(f"{game.title}: hangman counts misses; the codemaker's choice is computed for queries")
        work = adversary_operations(len(problem.codes), len(problem.queries), game if isinstance(game, Pegs) else None)
        return Computation(work, lambda: adversary_answer(solve_choosing(problem), self.show_trees), self.build())

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if isinstance(self.game, AnswerTable):
            return super().missing(book)
        line = f"tafelwerk build mastermind {self.game.options} --adversary"
        return MissingTableError(self.phrase, line, book.path)

    def text(self, answer: explanation.Adversary) -> Text:
        from tafelwerk.commands.explaining import choice_shown

        return lambda: choice_shown(self.game.title, "queries", answer)


def _mixed_trees(book: Book, game: Game) -> Sequence[Sequence[explanation.Node]]:
    """The strategies that the breaker mixes."""
    nodes: dict[int, list[explanation.Node]] = {}
    for tree, parent, answer, query in book.rows(
        FAMILY,
        "SELECT tree, parent, answer, query FROM mastermind.adversary_nodes WHERE game = ? ORDER BY tree, node",
        game.name,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answer or "", query))
    return list(nodes.values())
