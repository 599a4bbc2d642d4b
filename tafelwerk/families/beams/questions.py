"""What can be asked about Beams: counts of variants, costs of strategies, bounds, puzzles, simulated games.

A stored answer is given without numpy and numba: what computes is imported by the methods that compute.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.beams import answers, estimates, look_ups, rules
from tafelwerk.families.beams.next_step import Explain, Next, strategy_phrase
from tafelwerk.families.beams.parameters import Beams, Ending, First, Strategy, TieRule, VariantName
from tafelwerk.language import percent
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import MOST_CODES, Optimal, check_order
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.puzzles import BEAMS, Difficulty, Seed, first_fitting
from tafelwerk.tables.explanation import Adversary as Choice
from tafelwerk.tables.questions import Asks, Computation, Question, Questions, Text
from tafelwerk.wording import bytes_text, count_noun, three_digits

if TYPE_CHECKING:
    from tafelwerk.families.beams.builds import AdversaryBuild, BoundBuild, CurveBuild, StrategyBuild, VariantBuild
    from tafelwerk.solvers.beams.codes_left import Puzzle as Drawing
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.records import Record


MOST_BEAMS = max(len(variant.board.windows) for variant in rules.VARIANTS.values())
"""Largest number of beams of a puzzle: each uses a different diagonal."""

MOST_ATTEMPTS = 1000
"""Largest number of hidden codes to try."""

SAMPLED_ATTEMPTS = 2
"""Default number of hidden codes to try for a puzzle of a sampled variant."""

GRADED = 40
"""Largest number of puzzles drawn to find one of a given difficulty."""

MOST_LOOKED_THROUGH = 20_000_000
"""Limit of the patterns searched in all attempts together, if their number is not given: about four seconds."""

Number = Annotated[int, Parameter("K", "Number of beams. Default: any.", 1, MOST_BEAMS)]
Attempts = Annotated[
    int,
    Parameter(
        "N",
        f"Number of hidden codes to try. Default: {rules.ATTEMPTS}, fewer in large variants.",
        1,
        MOST_ATTEMPTS,
        option="--tries",
    ),
]


class Puzzle(Question[answers.Puzzle], title="a puzzle of Beams {variant}"):
    """Beams and their answers that leave exactly one code, none of them redundant.

    Example: tafelwerk beams puzzle --board 4x4 --colors 4 --seed 2
    """

    variant: VariantName
    seed: Seed | None = None
    beams: Number | None = None
    attempts: Attempts | None = None
    difficulty: Difficulty | None = None

    def computation(self, book: Book) -> Computation[answers.Puzzle]:
        if self.variant in rules.SAMPLED:
            tried, work = SAMPLED_ATTEMPTS, estimates.SAMPLED_PUZZLE_OPERATIONS
        else:
            estimates.check_listable(self.variant)
            patterns = estimates.patterns_of(self.variant)
            tried = max(1, min(rules.ATTEMPTS, MOST_LOOKED_THROUGH // patterns))
            work = estimates.PATTERN_OPERATIONS * patterns
        tried = self.attempts or tried
        # with any number of beams, the first attempt succeeds
        expected = 1 if self.beams is None else tried
        return Computation(work * (1 + expected), lambda: self._draw(book, tried))

    def _draw(self, book: Book, attempts: int) -> answers.Puzzle:
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.solvers.beams.code_samples import SampleSource
        from tafelwerk.solvers.beams.codes_left import ListSource, make_puzzle

        assert self.seed is not None, "a seed is drawn where none is given"
        board = rules.variant_of(self.variant).board
        is_sampled = self.variant in rules.SAMPLED
        source = (
            SampleSource(rules.variant_of(self.variant))
            if is_sampled
            else ListSource(problem_of(self.variant, book.path))
        )

        def hidden(drawing: Drawing) -> int:
            # each hit shows the colour of a field
            colours = rules.hit_fields(board, drawing.history)
            return 100 * colours.count(0) // len(colours)

        drawing, count = first_fitting(
            lambda random: make_puzzle(source, random, self.beams, attempts),
            self.seed,
            BEAMS,
            hidden,
            self.difficulty,
            GRADED,
        )
        return answers.Puzzle(
            self.variant,
            self.seed,
            rules.write_history(drawing.history),
            len(drawing.history),
            1,
            source.text(drawing.solution),
            count,
            BEAMS.grade(count),
            BEAMS.measure,
        )


LONGEST_TOTAL = 40
"""Largest number of characters of a total shown exactly; longer ones are shown as decimals."""

MOST_PATTERNS = 1_000_000
"""Largest number of patterns of a random preselection."""

MOST_GAMES = 1_000_000
"""Largest number of games of a simulation."""


class Counts(Question[answers.Counts | answers.SampledCounts], title="Beams {variant}"):
    """Counts of a variant: pieces up to translation, patterns, codes, diagonals or windows.

    Example: tafelwerk beams counts --variant 6c6p

    Example: tafelwerk beams counts --variant hex30

    Example: tafelwerk beams counts --board 4x4 --colors 4 --windows directions

    Example: tafelwerk beams counts --variant 6c10p --json
    """

    variant: VariantName

    def look_up(self, book: Book) -> answers.Counts | None:
        if self.variant not in rules.STORED:
            return None
        counts = look_ups.get_counts(book, self.variant)
        pieces = look_ups.get_pieces(book, self.variant) if counts is None else None
        return counts if pieces is None else self._sampled_counts(pieces)

    def record(self) -> tuple[answers.Counts, Record] | None:
        return look_ups.recorded_counts(self.variant)

    def operations(self) -> float:
        sampled = self.variant in rules.SAMPLED
        return estimates.SAMPLE_OPERATIONS if sampled else estimates.count_operations(self.variant)

    def solve(self) -> answers.Counts:
        from tafelwerk.families.beams.hidden_codes import counts_of

        if self.variant in rules.SAMPLED:
            from tafelwerk.solvers.beams.pieces import shapes

            definition = rules.variant_of(self.variant)
            return self._sampled_counts(shapes(definition.size, definition.shape))
        return answers.Counts(*counts_of(self.variant), self._windows)

    def _sampled_counts(self, pieces: int) -> answers.SampledCounts:
        from tafelwerk.families.beams.hidden_codes import sampled_counts

        return sampled_counts(self.variant, pieces, self._windows)

    @property
    def _windows(self) -> int:
        return len(rules.variant_of(self.variant).board.windows)

    def build(self) -> VariantBuild | None:
        from tafelwerk.families.beams.builds import VariantBuild

        return VariantBuild(self.variant) if self.variant in rules.STORED else None

    def complete(self, book: Book, answer: answers.Counts) -> answers.Counts:
        return replace(answer, reading=rules.reading_of(self.variant))

    def text(self, answer: answers.Counts) -> str:
        if isinstance(answer, answers.SampledCounts):
            assert answer.codes is not None
            assert answer.standard_error is not None
            numbers = f"about {three_digits(answer.patterns or 0)} patterns, {three_digits(answer.codes)} codes"
            numbers += f" ({100 * answer.standard_error / answer.codes:.1f} % standard error)"
        else:
            numbers = "patterns are not known" if answer.patterns is None else f"{answer.patterns:,} patterns"
            numbers += "" if answer.codes is None else f", {answer.codes:,} codes"
        lines = f"{answer.diagonals} {rules.variant_of(self.variant).board.noun}s"
        reading = "" if answer.reading is None else f"\nThe reading chosen: {answer.reading}."
        return f"Beams {self.variant}: {answer.pieces:,} pieces, {numbers}, {lines} ({answer.source}){reading}"


class Summary(Question[answers.Summary | answers.WithinSummary]):
    """Cost of a strategy, in queries and wrong fields: total over all codes, mean, maximum and histogram.

    Example: tafelwerk beams summary --variant 3c6p --strategy optimal

    Example: tafelwerk beams summary --variant 6c3p --strategy h1 --tie lex-d --json

    Example: tafelwerk beams summary --variant 3c6p --strategy optimal --within 4

    Example: tafelwerk beams summary --board 3x4 --colors 3 --strategy optimal --finish early
    """

    variant: VariantName
    strategy: Parsed[Strategy] = default(rules.STAND_IN)
    finish: Ending | None = None

    @property
    def phrase(self) -> str:
        return strategy_phrase(self.variant, self.strategy, self.finish)

    @property
    def _is_stored(self) -> bool:
        """Whether books hold such answers."""
        return self.variant in rules.STORED and self.finish is None

    def look_up(self, book: Book) -> answers.Summary | None:
        spent = look_ups.get_spent(book, self.variant, self.strategy) if self._is_stored else None
        return None if spent is None else answers.summary_of(spent, self._within)

    @property
    def _within(self) -> int | None:
        """Number of queries within which most codes are found."""
        return self.strategy.within if isinstance(self.strategy, Optimal) else None

    def record(self) -> tuple[answers.Summary, Record] | None:
        return look_ups.recorded_summary(self.variant, self.strategy) if self.finish is None else None

    def operations(self) -> float:
        estimates.check_strategy(self.variant, self.strategy)
        if self.finish is None:
            return estimates.strategy_operations(self.variant, self.strategy)
        estimates.check_early(self.variant, self.strategy)
        return estimates.early_operations(self.variant, self.strategy)

    def solve(self) -> answers.Summary:
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.families.beams.rows import early_spent, part_of, whole_strategy

        if self.finish is not None:
            return answers.summary_of(early_spent(self.variant, self.strategy))
        if rules.is_listed(self.variant):
            codes_by_cost, _ = whole_strategy(self.variant, self.strategy)
            spent = {cost: Fraction(codes) for cost, codes in codes_by_cost.items()}
        else:
            assert not isinstance(self.strategy, Optimal)
            spent = {}
            for part in range(1, rules.PARTS + 1):
                for cost, codes in part_of(problem_of(self.variant), self.strategy, part, rules.PARTS)[0].items():
                    spent[cost] = spent.get(cost, Fraction(0)) + codes
        return answers.summary_of(tuple((*cost, codes) for cost, codes in sorted(spent.items())), self._within)

    def build(self) -> StrategyBuild | None:
        from tafelwerk.families.beams.builds import StrategyBuild

        return StrategyBuild(self.variant, self.strategy) if self._is_stored else None

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        error = super().missing(book)
        held, parts = look_ups.get_parts(book, self.variant, self.strategy) if self._is_stored else (0, 1)
        if not 0 < held < parts:
            return error
        build = self.build()
        assert build is not None
        phrase = f"{self.phrase} ({held} of {parts} parts are stored)"
        return MissingTableError(phrase, f"tafelwerk build {build.name}", book.path)

    def complete(self, book: Book, answer: answers.Summary) -> answers.Summary:
        bound: Fraction | int | None = answer.total if self.strategy == Optimal() else None
        if bound is None and self._is_stored:
            # a bound for strategies without early finishing
            bounds = look_ups.get_bounds(book, self.variant)
            bound = None if bounds is None else bounds.total
        return replace(
            answer,
            bound=None if bound is None else Fraction(bound),
            bound_mean=None if bound is None else float(bound / answer.codes),
        )

    def text(self, answer: answers.Summary) -> Text:
        from tafelwerk.commands.output import rational, table, with_heading

        numbers = [*answer.histogram.values(), *answer.query_histogram.values()]
        integral = all(codes.denominator == 1 for codes in numbers)
        penalty = rational(answer.penalty) if integral or not answer.penalty else f"{float(answer.penalty):.4f}"
        heading = (
            f"{self.phrase}: cost {_total(answer.total)} for {answer.codes:,} codes, "
            f"{answer.mean:.6f} on average, at most {answer.max}; {penalty} of the total for wrong fields ({answer.source})"
        )
        if answer.bound is not None and answer.bound < answer.total:
            # rounded down, so that the statement stays true
            heading += f"; any strategy costs at least {10**4 * answer.bound // answer.codes / 10**4:.4f} on average"
        if answer.build is not None:
            heading += f"; repeat the run with: {answer.build}"
        if isinstance(answer, answers.WithinSummary):
            heading += (
                f"\nFound with at most {self._within} queries: {int(answer.done):,} codes, {percent(answer.chance, 4)}"
            )
        rows = []
        for cost in range(min(map(int, answer.query_histogram)), answer.max + 1):
            pair = (histogram.get(str(cost)) for histogram in (answer.histogram, answer.query_histogram))
            rows.append(
                (cost, *(None if n is None else int(n) if integral else Decimal(f"{float(n):.4f}") for n in pair))
            )
        return lambda: with_heading(heading, table(("cost", "codes of this cost", "codes of this many queries"), rows))


def _total(total: Fraction) -> str:
    from tafelwerk.commands.output import rational

    exact = rational(total)
    return exact if len(exact) <= LONGEST_TOTAL else f"{float(total):.6f}"


class Curve(Question[list[answers.Point]]):
    """Cost of the entropy strategies by order of the entropy: every stored order, infinity last.

    With --patterns the hidden code is one of some patterns drawn at random, with any colouring: smaller games on the same board.

    Example: tafelwerk beams curve --variant 3c6p

    Example: tafelwerk beams curve --variant 6c3p --tie lex-d --json

    Example: tafelwerk beams curve --variant 3c6p --patterns 100
    """

    variant: VariantName
    tie: TieRule = "lex-c"
    patterns: (
        Annotated[int, Parameter("N", "Number of patterns of a random preselection. Default: all.", 1, MOST_PATTERNS)]
        | None
    ) = None
    seed: Annotated[int, Parameter("N", "Random seed. Default: 1.", 0, LARGEST_SEED)] = 1

    @property
    def phrase(self) -> str:
        return f"Beams {self.variant}, ties {self.tie}: a curve{self._preselection}"

    @property
    def _preselection(self) -> str:
        """The preselection, in words."""
        return "" if self.patterns is None else f" over {count_noun(self.patterns, 'pattern')} of seed {self.seed}"

    @property
    def _is_stored(self) -> bool:
        """Whether books hold such answers."""
        return self.variant in rules.STORED and self.patterns is None

    def check(self) -> None:
        estimates.check_listable(self.variant, "for a curve")

    def look_up(self, book: Book) -> list[answers.Point] | None:
        return look_ups.get_curve(book, self.variant, self.tie) if self._is_stored else None

    def record(self) -> tuple[list[answers.Point], Record] | None:
        return look_ups.recorded_curve(self.variant, self.tie) if self._is_stored else None

    def operations(self) -> float:
        orders = rules.curve_orders()
        for alpha in orders:
            estimates.check_strategy(self.variant, rules.Entropy(alpha, self.tie))
        if self.patterns is not None:
            return estimates.preselected_operations(self.variant, self.tie, orders, self.patterns)
        if self.variant in rules.STORED:
            from tafelwerk.families.beams.builds import curve_builds

            return sum(build.operations() for build in curve_builds(self.variant, self.tie))
        followed = [orders] if rules.is_listed(self.variant) else [(alpha,) for alpha in orders]
        return sum(estimates.points_operations(self.variant, self.tie, group) for group in followed)

    def solve(self) -> list[answers.Point]:
        orders = rules.curve_orders()
        if self.patterns is not None:
            from tafelwerk.families.beams.rows import curve_totals, preselect

            codes = self.patterns * factorial(rules.variant_of(self.variant).colours)
            totals = curve_totals(self.variant, self.tie, orders, preselect(self.variant, self.patterns, self.seed))
            return [answers.point_of(alpha, total, codes) for alpha, total in totals]
        if rules.is_listed(self.variant):
            from tafelwerk.families.beams.hidden_codes import problem_of
            from tafelwerk.families.beams.rows import curve_totals

            codes = problem_of(self.variant).codes
            totals = curve_totals(self.variant, self.tie, orders)
            return [answers.point_of(alpha, total, codes) for alpha, total in totals]
        summaries = (Summary(self.variant, rules.Entropy(alpha, self.tie)).solve() for alpha in orders)
        return [
            answers.point_of(alpha, summary.total, summary.codes)
            for alpha, summary in zip(orders, summaries, strict=True)
        ]

    def build(self) -> CurveBuild | None:
        from tafelwerk.families.beams.builds import CurveBuild

        is_built = self._is_stored and rules.is_listed(self.variant)
        return CurveBuild(self.variant, self.tie, rules.curve_orders()) if is_built else None

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if not self._is_stored:
            return super().missing(book)
        line = f"tafelwerk build beams --variant {self.variant} {rules.curve_options(self.tie, rules.curve_orders())}"
        return MissingTableError(self.phrase, line, book.path)

    def text(self, answer: list[answers.Point]) -> Text:
        from tafelwerk.commands.output import table, with_heading

        least = min(answer, key=lambda point: point.total)
        heading = (
            f"Beams {self.variant}, ties {self.tie}: {count_noun(len(answer), 'order')}{self._preselection}, lowest mean "
            f"{least.mean:.6f}, by {least.strategy} ({least.source})"
        )
        rows = [(point.strategy[1:], f"{point.mean:.6f}", _total(point.total)) for point in answer]
        return lambda: with_heading(heading, table(("alpha", "mean", "total"), rows))


class Bound(Question[answers.Bound], title="Beams {variant}: a lower bound"):
    """Lower bounds of the total of every strategy, and of the queries that it takes at worst: the sharpest ones in the book; for
    6c6p a total derived from the first two queries.

    Example: tafelwerk beams bound --variant 6c3p

    Example: tafelwerk beams bound --variant 3c6p --json
    """

    variant: VariantName

    def check(self) -> None:
        if self.variant in rules.SAMPLED:
            raise InputError(
                f"--variant {self.variant} has no bound, because its codes are not counted; take {', '.join(rules.ANALYSED)}"
            )

    def look_up(self, book: Book) -> answers.Bound | None:
        counts, bounds = look_ups.get_counts(book, self.variant), look_ups.get_bounds(book, self.variant)
        if counts is None or counts.codes is None or bounds is None:
            return None
        return answers.Bound(counts.codes, Fraction(bounds.total), bounds.total / counts.codes, bounds.queries)

    def computation(self, book: Book) -> Computation[answers.Bound]:
        """Two queries exactly, and a bound of the cost after them: less sharp than what is built."""
        estimates.check_listable(self.variant)

        def bound() -> answers.Bound:
            from tafelwerk.families.beams.hidden_codes import problem_of
            from tafelwerk.solvers.beams.optimal_strategies import depth_two_bound

            problem = problem_of(self.variant, book.path)
            total = depth_two_bound(problem)
            return answers.Bound(problem.codes, Fraction(total), total / problem.codes)

        return Computation(estimates.BOUND_OPERATIONS, bound)

    def build(self) -> BoundBuild | None:
        from tafelwerk.families.beams.builds import COARSE_BOUND, BoundBuild

        return BoundBuild(self.variant, COARSE_BOUND) if self.variant in rules.LISTED else None

    def text(self, answer: answers.Bound) -> str:
        from tafelwerk.commands.output import rational

        # rounded down, so that the statement stays true
        mean = 10**4 * int(answer.total) // answer.codes / 10**4
        worst = (
            "" if answer.queries is None else f"; every strategy takes at least {answer.queries} queries for some code"
        )
        return (
            f"Beams {self.variant}: no strategy has a total below {rational(answer.total)} for {answer.codes:,} codes, "
            f"{mean:.4f} on average{worst} ({answer.source})"
        )


class Adversary(Question[Choice], title="Beams {variant}, the codemaker's choice"):
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; the breaker pays the queries and the wrong fields of a guess. Codes of
    one class, which symmetries of the board and permutations of the colours map to each other, have equal chances; a class is
    named by its first code. A code is never worth hiding if it costs an optimal breaker less than the value. With early
    finishing the breaker may lay a filling at any time.

    Example: tafelwerk beams adversary --variant 3c6p

    Example: tafelwerk beams adversary --board 3x3 --colors 3 --show-trees --json

    Example: tafelwerk beams adversary --board 3x3 --colors 3 --finish early
    """

    variant: VariantName
    show_trees: Annotated[bool, Parameter("", "List the strategies that the breaker mixes, with their chances.")] = (
        False
    )
    finish: Ending | None = None

    @property
    def _is_stored(self) -> bool:
        """Whether books hold such answers."""
        return self.variant in rules.STORED and self.finish is None

    def look_up(self, book: Book) -> Choice | None:
        return look_ups.get_choice(book, self.variant, self.show_trees) if self._is_stored else None

    def operations(self) -> float:
        estimates.check_choosing(self.variant)
        return (1.0 if self.finish is None else estimates.EARLY_CHOOSING) * estimates.choosing_operations(self.variant)

    def solve(self) -> Choice:
        from tafelwerk.build.choosing import adversary_answer
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.families.beams.rows import solve_adversary

        return adversary_answer(solve_adversary(problem_of(self.variant), self.finish is not None), self.show_trees)

    def build(self) -> AdversaryBuild | None:
        from tafelwerk.families.beams.builds import AdversaryBuild

        return AdversaryBuild(self.variant) if self._is_stored else None

    def text(self, answer: Choice) -> Text:
        from tafelwerk.commands.explaining import choice_shown

        early = "" if self.finish is None else ", finishing early"
        return lambda: choice_shown(f"Beams {self.variant}{early}", "queries and wrong fields", answer)


class Bitset(Question[answers.Bitset], title="Beams {variant}: a bitset of codes"):
    """Bitset of the codes that the beams leave: bit n is code n, and the lowest bit of the first byte is code 0."""

    variant: VariantName
    history: Beams = ""
    first: First = 10

    def check(self) -> None:
        if self.variant in rules.SAMPLED:
            raise InputError(
                f"--variant {self.variant} has too many codes for a bitset; take {', '.join(rules.ANALYSED)}"
            )

    def computation(self, book: Book) -> Computation[answers.Bitset]:
        estimates.check_listable(self.variant)
        beams = rules.read_history(self.history, rules.variant_of(self.variant))

        def bitset() -> answers.Bitset:
            from tafelwerk.families.beams.hidden_codes import describe_bits

            return describe_bits(self.variant, beams, self.first, book.path)

        return Computation(estimates.PATTERN_OPERATIONS * estimates.patterns_of(self.variant), bitset)

    def text(self, answer: answers.Bitset) -> str:
        left = f"{answer.remaining:,} of {answer.codes:,} codes left ({answer.source})"
        size = bytes_text(answer.bytes)
        lines = [f"Beams {self.variant}: {left}, a bitset of {size}, SHA-256 {answer.sha256}"]
        if answer.first:
            more = ", ..." if answer.remaining > len(answer.first) else ""
            lines.append(f"Codes {', '.join(map(str, answer.first))}{more}")
        return "\n".join(lines if answer.hex is None else [*lines, answer.hex])


class Simulate(Question[answers.Simulation], title="Beams {variant}: games of {strategy.title}"):
    """Mean cost of a strategy in simulated games against random codes, for variants without a complete analysis.

    On one core a game of 6c6p takes about a second, one of 6c10p about ten.

    Example: tafelwerk beams simulate --variant 6c3p --strategy h0 --tie mix --games 200

    Example: tafelwerk beams simulate --variant 6c6p --strategy improved --games 300 --compute

    Example: tafelwerk beams simulate --variant 6c10p --strategy h-prime --games 20 --compute
    """

    variant: VariantName
    strategy: Parsed[Strategy] = default(rules.STAND_IN)
    games: Annotated[int, Parameter("N", "Number of games. Default: 100.", 2, MOST_GAMES)] = 100
    seed: Seed | None = None

    def check(self) -> None:
        is_improved = isinstance(self.strategy, rules.Improved)
        if is_improved and self.variant in rules.SAMPLED:
            estimates.check_sampled(self.variant, self.strategy)
        if isinstance(self.strategy, Optimal) or (is_improved and rules.is_listed(self.variant)):
            raise InputError(
                f"{self.strategy.options} is not simulated: beams summary gives its exact cost; take h1, h-prime or u"
            )
        if is_improved:
            estimates.check_strategy(self.variant, self.strategy)

    def computation(self, book: Book) -> Computation[answers.Simulation]:
        strategy, seed = self.strategy, self.seed
        assert not isinstance(strategy, Optimal), "refused"
        assert seed is not None
        if isinstance(strategy, rules.Entropy):
            check_order(strategy.alpha, MOST_CODES)
        if self.variant in rules.SAMPLED:
            work = estimates.SAMPLED_GAME_OPERATIONS
        else:
            estimates.check_listable(self.variant)
            work = estimates.GAME_OPERATIONS + estimates.PATTERN_OPERATIONS * estimates.patterns_of(self.variant)

        def simulation() -> answers.Simulation:
            from tafelwerk.families.beams.advice import simulate

            return simulate(self.variant, strategy, self.games, seed, book.path)

        return Computation(self.games * work, simulation)

    def text(self, answer: answers.Simulation) -> Text:
        from tafelwerk.commands.output import table, with_heading

        assert answer.interval is not None
        low, high = answer.interval
        heading = (
            f"Beams {self.variant}, {self.strategy.title}: {answer.mean:.4f} ± {answer.standard_error:.4f} on average over "
            f"{count_noun(answer.games, 'game')} (95 %: {low:.3f} to {high:.3f}), variance {answer.variance:.3f}, "
            f"{answer.guessed_wrong} guessed wrong (seed {answer.seed}; {answer.source})"
        )
        rows = [(int(cost), count) for cost, count in answer.histogram.items()]
        return lambda: with_heading(heading, table(("cost", "games"), rows))


class BeamsQuestions(Questions):
    """The questions, as `book.beams` has them."""

    adversary = Asks(Adversary)
    explain = Asks(Explain)
    counts = Asks(Counts)
    summary = Asks(Summary)
    curve = Asks(Curve)
    next = Asks(Next)
    bound = Asks(Bound)
    bitset = Asks(Bitset)
    simulate = Asks(Simulate)
    puzzle = Asks(Puzzle)
