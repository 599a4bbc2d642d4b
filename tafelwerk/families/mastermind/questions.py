"""What can be asked about Mastermind, Bulls and Cows, word lists and tables of answers.

A stored answer is found without numpy and numba: what computes is imported by the methods that compute.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import inf, log2
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.mastermind import answers
from tafelwerk.families.mastermind.answers import MISSES, AnyNext, Point
from tafelwerk.families.mastermind.explanation import Explain
from tafelwerk.families.mastermind.parameters import (
    FirstGuess,
    GameOrTable,
    GameStrategy,
    Guess,
    Guesses,
    PlayedGame,
    TieRule,
)
from tafelwerk.families.mastermind.puzzles import Puzzle
from tafelwerk.families.mastermind.rules.games import FAMILY, HANGMAN, AnswerTable, Game, Pegs, check_choosing
from tafelwerk.families.mastermind.rules.histories import History, text_after, written_as
from tafelwerk.families.mastermind.rules.notation import first_alike
from tafelwerk.families.mastermind.rules.strategies import check_hangman, check_size
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Optimal, least_total
from tafelwerk.rules.entropy import Alpha, entropies, order_name, read_order
from tafelwerk.tables import choosing
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import A, Asks, Question, Questions, Text
from tafelwerk.wording import counted, exact_number, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tafelwerk.families.mastermind.builds import AdversaryBuild, CurveBuild, StrategyBuild
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book

OPTIMAL = Optimal()

_TREE = "game = ? AND strategy = ? AND tie = ?"


class OfStrategy(Question[A], title="{game.title}, {strategy.title}"):
    """A question about a strategy of a game.

    Its subclasses name the fields again: mypy takes inherited ones for what may be given, text included.
    """

    game: Parsed[PlayedGame]
    strategy: Parsed[GameStrategy] = default(OPTIMAL)

    def build(self) -> StrategyBuild | None:
        from tafelwerk.families.mastermind.builds import StrategyBuild

        return StrategyBuild(self.game, self.strategy) if isinstance(self.game, Pegs) else None

    def missing(self, book: Book) -> MissingTableError:
        line = f"tafelwerk build mastermind {self.game.options} {self.strategy.options}"
        return MissingTableError(self.phrase, line, book.path)


class Summary(OfStrategy[answers.Summary | answers.WithinSummary]):
    """Queries that a strategy needs: total over all codes, mean, maximum and histogram.

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --distinct --strategy h2 --tie mix --json
    """

    game: Parsed[PlayedGame]
    strategy: Parsed[GameStrategy] = default(OPTIMAL)

    def look_up(self, book: Book) -> answers.Summary | answers.WithinSummary | None:
        unit = _unit(book, self.game)
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
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.families.mastermind.rows import play_out
        from tafelwerk.families.mastermind.searches import (
            estimate_work,
            few_states,
            is_counted,
            search_within,
            unit_of,
        )
        from tafelwerk.solvers.deduction.entropy_strategies import MOST_STATES, TooManySetsError
        from tafelwerk.tables.computation import Allowance, OverBudgetError

        check_size(self.game, self.strategy)
        problem = problem_of(self.game, book)
        check_hangman(self.strategy, problem.miss >= 0)

        def run(
            most_states: int = MOST_STATES, allowed: Allowance | None = None
        ) -> answers.Summary | answers.WithinSummary:
            _, histogram = play_out(problem, self.strategy, most_states=most_states, allowed=allowed)
            return self._summarize(histogram, unit_of(problem))

        def attempt() -> answers.Summary | answers.WithinSummary:
            try:
                return run(few_states(problem))
            except TooManySetsError as error:
                raise OverBudgetError(str(error)) from error

        work = estimate_work(problem, self.strategy, len(problem.codes))
        if is_counted(problem, self.strategy):
            return search_within(work, lambda allowed: run(allowed=allowed), self.build())
        return Computation(work, run, self.build(), attempt if self.strategy.tie == "mix" else None)

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
        def layout() -> Any:
            from tafelwerk.commands.output import headed, rational, table

            is_whole = all(codes.denominator == 1 for codes in answer.histogram.values())
            total = rational(answer.total) if len(rational(answer.total)) <= 40 else f"{float(answer.total):.6f}"
            unit = answer.unit or "queries"
            heading = (
                f"{self.phrase}: {total} {unit} for {answer.codes:,} codes, "
                f"{answer.mean:.6f} on average, at most {answer.max} ({answer.source})"
            )
            if isinstance(answer, answers.WithinSummary):
                limit = self.strategy.name.split()[-1]
                heading += f"\nFound with at most {limit} queries: {int(answer.done):,} codes, {answer.chance:.4%}"
            rows = [
                (queries, int(codes) if is_whole else f"{float(codes):.4f}")
                for queries, codes in answer.histogram.items()
            ]
            return headed(heading, table((unit, "codes"), rows))

        return layout


class Next(OfStrategy[AnyNext]):
    """Next query of a strategy after any queries and answers, and the number of codes that each answer would leave.

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind next --pegs 5 --colors 8 --strategy h1 --history "11234 BW"

    Example: tafelwerk mastermind next --name words --strategy h1 --hard --history "crane G---Y" --json

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2" -o game.svg
    """

    game: Parsed[PlayedGame]
    strategy: Parsed[GameStrategy] = default(OPTIMAL)
    history: Parsed[Guesses] = default(())

    @property
    def phrase(self) -> str:
        return f"{super().phrase}{text_after(self.history)}"

    def look_up(self, book: Book) -> AnyNext | None:
        key, unit = (self.game.name, self.strategy.name, self.strategy.tie), _unit(book, self.game)
        select = f"SELECT node, query, possible, codes, total, build FROM {FAMILY}.trees WHERE {_TREE}"
        row = book.one(FAMILY, f"{select} AND node = 0", *key)
        for query, answer in self.history:
            if row is None or row[1] != query:
                return None
            row = book.one(FAMILY, f"{select} AND parent = ? AND answer = ?", *key, row[0], answer)
        if row is None:
            return None
        node, query, possible, codes, total = row
        if codes == 1:
            return answers.Solved(query)
        parts = book.rows(
            FAMILY, f"SELECT answer, codes FROM {FAMILY}.trees WHERE {_TREE} AND parent = ? ORDER BY node", *key, node
        )
        if possible:
            solved = book.one(FAMILY, f"SELECT text FROM {FAMILY}.labels WHERE game = ? AND solved", self.game.name)
            if solved is not None:
                parts.append((solved[0], 1))
        left = dict(parts)
        if sum(left.values()) < codes:
            # a single remaining code that need not be named has no node
            left = _codes_by_answer(book, self.game, query, self.history, _labels(book, self.game))
        return answers.Next(query, codes, total / codes, left, possible, Fraction(total), unit=unit)

    def computation(self, book: Book) -> Computation[AnyNext]:
        from tafelwerk.families.mastermind.next_query import next_computation

        return next_computation(book, self.game, self.strategy, self.history)

    def text(self, answer: AnyNext) -> Text:
        def shown(code: str) -> str:
            return written_as(self.history, self.game, code)

        if isinstance(answer, answers.Solved):
            return f"One code is left: {shown(answer.solved)} ({answer.source})."
        heading = f"{shown(answer.guess)}, {answer.remaining:,} codes left"
        if answer.expected is not None:
            heading += f", {answer.expected:.6f} more {answer.unit or 'queries'} expected"
        heading += f" ({answer.source})"
        if isinstance(answer, answers.UnprovedNext):
            heading += f"; chosen by {answer.asked_by}, not proved optimal"
        if isinstance(answer, answers.SampledNext):
            error = (
                f" ± {answer.standard_error:.4f} by {answer.samples:,} sampled codes" if answer.standard_error else ""
            )
            heading += (
                f"; {answer.asked_by} of the answer {answer.value:.4f} bits{error}, the greatest of a sample of queries"
            )
        if isinstance(answer, answers.MixedNext) and len(answer.tied) > 1:
            heading += f"; equally good: {listed([shown(code) for code in answer.tied[1:]], 12)}"
        if answer.reason is not None:
            heading += f"\n{answer.reason[0].upper()}{answer.reason[1:]}."
        return _answers_table(heading, answer.answers)

    def picture(self, answer: AnyNext) -> Picture:
        from tafelwerk.families.mastermind.pictures import next_picture

        return next_picture(self.game, self.history, answer)


class Parts(Question[answers.Parts]):
    """Information of a guess: the number of codes that each answer leaves, and entropies of the answer in bits.

    Example: tafelwerk mastermind parts AABC --pegs 4 --colors 6

    Example: tafelwerk mastermind parts ABDE --pegs 4 --colors 6 --history "AABC 1,2" --json
    """

    game: Parsed[PlayedGame]
    guess: Guess
    history: Parsed[Guesses] = default(())

    at_once = True

    @property
    def phrase(self) -> str:
        return f"{self.game.title}, the information of {self.guess}{text_after(self.history)}"

    def look_up(self, book: Book) -> answers.Parts | None:
        """A first guess is looked up among the classes of first queries, a later one in the matrix of answers."""
        labels = _labels(book, self.game)
        left: dict[str, int] = {}
        if not self.history and isinstance(self.game, Pegs):
            sql = f"SELECT answer, codes, build FROM {FAMILY}.first_parts WHERE game = ? AND query = ?"
            stored = dict(book.rows(FAMILY, sql, self.game.name, first_alike(self.game, self.guess)))
            left = {answer: stored[answer] for answer in labels if answer in stored}
        left = left or _codes_by_answer(book, self.game, self.guess, self.history, labels)
        return _parts_of(self.guess, left, any(labels[answer] for answer in left)) if left else None

    def computation(self, book: Book) -> Computation[answers.Parts]:
        from tafelwerk.families.mastermind.histories import codes_left, query_index
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.families.mastermind.searches import codes_by_answer

        problem = problem_of(self.game, book)
        codes, query = codes_left(problem, self.history), query_index(problem, self.guess)

        def run() -> answers.Parts:
            return _parts_of(problem.queries[query], *codes_by_answer(problem, codes, query))

        return Computation(float(len(codes)), run)

    def text(self, answer: answers.Parts) -> Text:
        may = "may be the code" if answer.consistent else "cannot be the code"
        bits = ", ".join(f"H_{order} {bits:.4f}" for order, bits in answer.entropies.items())
        guess = written_as(self.history, self.game, answer.guess)
        heading = (
            f"{guess}, {counted(answer.remaining, 'code')} left, {may} ({answer.source})\nEntropies in bits: {bits}"
        )
        return _answers_table(heading, answer.parts)

    def picture(self, answer: answers.Parts) -> Picture:
        from tafelwerk.families.mastermind.pictures import parts_picture

        return parts_picture(self.game, self.history, answer)


class Bound(Question[answers.Bound], title="{game.title}"):
    """Lower bound of the optimal total, without a search: from the number of answers that a query can have.

    Example: tafelwerk mastermind bound --pegs 4 --colors 6

    Example: tafelwerk mastermind bound --pegs 4 --colors 6 --distinct --json
    """

    # with a answers per query, at most 1 code is found with the first query, a - 1 with the second, (a - 1)^2 with the third;
    # in Mastermind a is the number of answers under the rules, otherwise the greatest number of answers to a query;
    # source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2
    game: Parsed[PlayedGame]

    at_once = True

    def look_up(self, book: Book) -> answers.Bound | None:
        game = self.game
        if isinstance(game, Pegs) or _unit(book, game) == MISSES:
            return None
        played = book.one(FAMILY, f"SELECT codes, goal = 'name' FROM {FAMILY}.games WHERE game = ?", game.name)
        widest = book.one(
            FAMILY,
            f"SELECT max(answers), list(DISTINCT build) AS build FROM {FAMILY}.first_queries WHERE game = ?",
            game.name,
        )
        if played is None or widest is None or widest[0] is None:
            return None
        codes, is_named = played
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

    def text(self, answer: answers.Bound) -> str:
        text = f"{self.game.title}: at least {answer.total} queries for {answer.codes:,} codes, {answer.mean:.4f} on average, "
        return text + f"since a query has at most {answer.answers} answers ({answer.source})."


class Gamma(Question[answers.Constants], title="{game.title}, gamma and Gamma"):
    """Constants gamma and Gamma of a game: how far an entropy query may be from an optimal one.

    For every set M of codes, the mean number <M> of queries until the code is known is between gamma log2 |M| and
    Gamma log2 |M|.

    Example: tafelwerk mastermind gamma --pegs 2 --colors 4

    Example: tafelwerk mastermind gamma --pegs 4 --colors 6 --json
    """

    # source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.7
    game: Parsed[PlayedGame]

    def computation(self, book: Book) -> Computation[answers.Constants]:
        from tafelwerk.families.mastermind.constants import constants_computation

        return constants_computation(book, self.game)

    def text(self, answer: answers.Constants) -> Text:
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
            f"\nWith all {counted(answer.codes, 'code')} left it takes {exact_number(answer.loss)} times as long."
        )

        def layout() -> Any:
            from tafelwerk.commands.output import headed, table

            rows = [
                (size, least, most, f"{least / (size * log2(size)):.6f}", f"{most / (size * log2(size)):.6f}")
                for size, (least, most) in totals.items()
            ]
            names = ("codes left", "least total", "greatest", "least / (m log2 m)", "greatest / (m log2 m)")
            return headed(heading, table(names, rows))

        return layout


class Curve(Question[list[Point]]):
    """Queries that the entropy strategies need, by order of the entropy: every stored order.

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --tie mix

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --opening AABC --json
    """

    game: Parsed[PlayedGame]
    tie: Parsed[TieRule] = default("lex")
    opening: FirstGuess | None = None

    @property
    def phrase(self) -> str:
        opening = f", first {self.opening}" if self.opening else ""
        return f"{self.game.title}, the curve over alpha, ties {self.tie}{opening}"

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
        def layout() -> Any:
            from tafelwerk.commands.output import headed, table

            heading = f"{self.game.title}, ties {self.tie}: queries for all codes by order of the entropy ({answer[0].source})"
            rows = [
                (f"{point.alpha:g}", point.query, f"{float(point.total):.6g}", f"{point.mean:.6f}", point.max)
                for point in answer
            ]
            return headed(heading, table(("alpha", "first query", "total", "mean", "most"), rows))

        return layout


class Adversary(Question[choosing.Adversary], title="{game.title}, the codemaker's choice"):
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; any query may be asked at any time, and the last one counts. Codes of
    one class, which symmetries of the game map to each other, have equal chances; a class is named by its first code. A code is
    never worth hiding if an optimal breaker finds it in fewer queries than the value.

    Example: tafelwerk mastermind adversary --pegs 3 --colors 4

    Example: tafelwerk mastermind adversary --pegs 2 --colors 3 --show-trees --json
    """

    game: Parsed[GameOrTable]
    show_trees: Annotated[bool, Parameter("", "List the strategies that the breaker mixes, with their chances.")] = (
        False
    )

    def look_up(self, book: Book) -> choosing.Adversary | None:
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
        return choosing.solved(Fraction(int(row[0]), int(row[1])), chances, sizes, mixture, nodes)

    def build(self) -> AdversaryBuild | None:
        from tafelwerk.families.mastermind.builds import AdversaryBuild

        return AdversaryBuild(self.game) if isinstance(self.game, Pegs) else None

    def computation(self, book: Book) -> Computation[choosing.Adversary]:
        from tafelwerk.build.choosing import adversary_answer
        from tafelwerk.families.mastermind.codemaker import solve_choosing
        from tafelwerk.families.mastermind.problems import problem_from, problem_of
        from tafelwerk.families.mastermind.tasks import adversary_operations

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

    def text(self, answer: choosing.Adversary) -> Text:
        def layout() -> Any:
            from tafelwerk.commands.choosing import choice_shown

            return choice_shown(self.game.title, "queries", answer)

        return layout


class MastermindQuestions(Questions):
    """The questions, as `book.mastermind` has them."""

    adversary = Asks(Adversary)
    explain = Asks(Explain)
    summary = Asks(Summary)
    next = Asks(Next)
    parts = Asks(Parts)
    bound = Asks(Bound)
    gamma = Asks(Gamma)
    curve = Asks(Curve)
    puzzle = Asks(Puzzle)


def _answers_table(heading: str, left: Mapping[str, int]) -> Text:
    """A row per answer: the codes that it leaves."""

    def layout() -> Any:
        from tafelwerk.commands.output import headed, table

        return headed(heading, table(("answer", "codes left"), left.items()))

    return layout


def _unit(book: Book, game: Game) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    if isinstance(game, Pegs):
        return None
    row = book.one(FAMILY, f"SELECT score FROM {FAMILY}.games WHERE game = ?", game.name)
    return MISSES if row == (HANGMAN,) else None


def _labels(book: Book, game: Game) -> dict[str, bool]:
    """The answers of a game in order, and which of them ends it."""
    return dict(
        book.rows(FAMILY, f"SELECT text, solved FROM {FAMILY}.labels WHERE game = ? ORDER BY answer", game.name)
    )


def _codes_by_answer(
    book: Book, game: Game, query: str, history: History, labels: Mapping[str, bool]
) -> dict[str, int]:
    """Number of codes left by each answer to a query, from the matrix of answers; empty if the matrix is not stored, or if query
    or history do not belong to the game."""
    names = {query, *(asked for asked, _ in history)}
    marks = ", ".join("?" * len(names))
    sql = f"SELECT query, text FROM {FAMILY}.queries WHERE game = ? AND text IN ({marks})"
    texts = dict(book.rows(FAMILY, sql, game.name, *names))
    if len(texts) < len(names) or any(answer not in labels for _, answer in history):
        return {}
    sql = f"SELECT query, answers, build FROM {FAMILY}.answer_rows WHERE game = ? AND query IN ({marks})"
    matrix = {texts[index]: row for index, row in book.rows(FAMILY, sql, game.name, *texts)}
    if not matrix:
        return {}
    written = list(labels)
    wanted = tuple(written.index(answer) for _, answer in history)
    by_code = zip(*(matrix[asked] for asked, _ in history), matrix[query], strict=True)
    counts: Counter[int] = Counter(answer for *before, answer in by_code if tuple(before) == wanted)
    return {written[answer]: counts[answer] for answer in sorted(counts)}


def _mixed_trees(book: Book, game: Game) -> Sequence[Sequence[choosing.Node]]:
    """The strategies that the breaker mixes."""
    nodes: dict[int, list[choosing.Node]] = {}
    for tree, parent, answer, query in book.rows(
        FAMILY,
        "SELECT tree, parent, answer, query FROM mastermind.adversary_nodes WHERE game = ? ORDER BY tree, node",
        game.name,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answer or "", query))
    return list(nodes.values())


def _parts_of(guess: str, left: Mapping[str, int], consistent: bool) -> answers.Parts:
    """The information of a guess, given the codes left by each answer."""
    return answers.Parts(guess, sum(left.values()), left, entropies(left.values()), consistent)


def _bound_of(codes: int, most_answers: int, is_named: bool) -> answers.Bound:
    """The bound, given the number of codes, the greatest number of answers to a query, and whether codes must be named."""
    total = least_total(codes, most_answers, is_named)
    return answers.Bound(Fraction(total), total / codes, codes, most_answers)


def _point_of(alpha: Alpha, query: str, total: Fraction, most: int, codes: int) -> Point:
    """A point of a curve, given the total and the number of codes."""
    return Point(inf if alpha is None else float(alpha), order_name(alpha), float(total / codes), total, query, most)
