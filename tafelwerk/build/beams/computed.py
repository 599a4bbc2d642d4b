"""Computations of answers about Beams that the book does not hold: one function per question, with its estimate of work."""

from fractions import Fraction

from tafelwerk.build.beams import choosing, sets
from tafelwerk.build.beams.advice import next_of, with_reason
from tafelwerk.build.beams.bitsets import summarised
from tafelwerk.build.beams.estimates import (
    BOUND_OPERATIONS,
    GAME_OPERATIONS,
    PATTERN_OPERATIONS,
    SAMPLE_OPERATIONS,
    SAMPLED_GAME_OPERATIONS,
    SAMPLED_PUZZLE_OPERATIONS,
    choosing_operations,
    count_operations,
    early_operations,
    patterns_of,
    points_operations,
    strategy_operations,
)
from tafelwerk.build.beams.explaining import explain
from tafelwerk.build.beams.problems import check_listable, counts_of, knowledge_of, problem_of
from tafelwerk.build.beams.sampling import check_sampled, sampled_counts
from tafelwerk.build.beams.simulating import simulated
from tafelwerk.build.beams.strategies import curve_totals, early_spent, part_of, whole_strategy
from tafelwerk.build.choosing import adversary_answer
from tafelwerk.build.puzzles import first_fitting
from tafelwerk.build.task import Build
from tafelwerk.rules.beams.board import ATTEMPTS, SAMPLED, STORED, is_listed, variant_of
from tafelwerk.rules.beams.history import read_history, write_history
from tafelwerk.rules.beams.strategies import PARTS, STAND_IN, Approximate, Entropy, Finish, Strategy, Tie, curve_orders
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import MOST_CODES, check_order
from tafelwerk.rules.puzzles import BEAMS, Grade
from tafelwerk.solvers.beams.optimum.large import depth_two_bound
from tafelwerk.solvers.beams.rules.pieces import shapes
from tafelwerk.solvers.beams.rules.puzzles import Listed, make_puzzle
from tafelwerk.solvers.beams.rules.puzzles import Puzzle as Drawing
from tafelwerk.solvers.beams.sampling.left import Drawn
from tafelwerk.tables.beams.answers import (
    Bitset,
    Bound,
    Counts,
    Next,
    Point,
    Puzzle,
    Simulation,
    Summary,
    point_of,
    summary_of,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.choosing import Adversary
from tafelwerk.tables.computation import Computation

__all__ = ["explain"]
"""Computations that are defined elsewhere."""

SAMPLED_ATTEMPTS = 2
"""Default number of hidden codes to try for a puzzle of a sampled variant."""

GRADED = 40
"""Largest number of puzzles drawn to find one of a given difficulty."""

MOST_LOOKED_THROUGH = 20_000_000
"""Limit of the patterns searched in all attempts together, if their number is not given: about four seconds."""


def counts(variant: str, material: int | None = None) -> Computation[Counts]:
    """Counts of a variant.

    Args:
        variant: the variant.
        material: number of pieces up to translation, if known.
    """
    rules = variant_of(variant)
    if variant in SAMPLED:

        def sampled() -> Counts:
            pieces = shapes(rules.size, rules.shape) if material is None else material
            return sampled_counts(variant, pieces, len(rules.board.windows))

        return Computation(SAMPLE_OPERATIONS, sampled, sets.variant_build(variant))

    def found() -> Counts:
        return Counts(*counts_of(variant), len(variant_of(variant).board.windows))

    return Computation(count_operations(variant), found, sets.variant_build(variant) if variant in STORED else None)


def summary(variant: str, strategy: Strategy, finish: Finish | None) -> Computation[Summary]:
    """Cost of a strategy over all codes.

    Raises:
        InputError: the strategy is out of reach for this variant or finish.
    """
    sets.check_strategy(variant, strategy)
    if finish is not None:
        sets.check_early(variant, strategy)
        work = early_operations(variant, strategy)
        return Computation(work, lambda: summary_of(early_spent(variant, strategy)))
    build = sets.strategy_build(variant, strategy) if variant in STORED else None

    def found() -> Summary:
        if is_listed(variant):
            spent = {cost: Fraction(codes) for cost, codes in whole_strategy(variant, strategy)[0].items()}
        else:
            assert not isinstance(strategy, Optimal)
            spent = {}
            for part in range(1, PARTS + 1):
                for cost, codes in part_of(problem_of(variant), strategy, part, PARTS)[0].items():
                    spent[cost] = spent.get(cost, Fraction(0)) + codes
        return summary_of(tuple((*cost, codes) for cost, codes in sorted(spent.items())))

    return Computation(strategy_operations(variant, strategy), found, build)


def curve(variant: str, tie: Tie) -> Computation[list[Point]]:
    """Costs of entropy strategies by order of the entropy.

    Raises:
        InputError: the variant is out of reach.
    """
    orders = curve_orders()
    for alpha in orders:
        sets.check_strategy(variant, Entropy(alpha, tie))
    followed = [orders] if is_listed(variant) else [(alpha,) for alpha in orders]
    work = sum(points_operations(variant, tie, some) for some in followed)
    build: Build | None = None
    if variant in STORED:
        builds = list(sets.curve_builds(variant, tie))
        work, build = sum(one.operations() for one in builds), builds[0] if is_listed(variant) else None

    def found() -> list[Point]:
        if is_listed(variant):
            codes = problem_of(variant).codes
            return [point_of(alpha, total, codes) for alpha, total in curve_totals(variant, tie, orders)]
        summaries = (summary(variant, Entropy(alpha, tie), None).run() for alpha in orders)
        return [point_of(alpha, one.total, one.codes) for alpha, one in zip(orders, summaries, strict=True)]

    return Computation(work, found, build)


def next(book: Book, variant: str, strategy: Strategy, history: str, finish: Finish | None) -> Computation[Next]:
    """Next step of a strategy after any history.

    Tie rules compare the colours' own numbers; of the colours not asked for, only the lowest may be asked. Where the optimal
    query is too expensive to compute, the query of greatest Shannon entropy stands in, marked as not proved. The question is
    always answered: codes that can be listed are, which takes a few seconds at most; others are sampled.

    Args:
        book: book to read the patterns of a large variant from, if it holds them.
        variant: the variant.
        strategy: the strategy.
        history: the beams.
        finish: end of the game.

    Raises:
        InputError: the variant has too many codes, the strategy is out of reach, or the history is invalid.
    """
    beams = read_history(history, variant_of(variant))
    if variant in SAMPLED:
        check_sampled(variant, strategy)
        return Computation(SAMPLE_OPERATIONS, lambda: next_of(knowledge_of(variant, beams), strategy), always=True)
    check_listable(variant)
    if strategy != Optimal():
        sets.check_strategy(variant, strategy)
    if finish is not None:
        sets.check_early(variant, strategy)
    build = sets.strategy_build(variant, strategy) if variant == "3c6p" and finish is None else None
    work = PATTERN_OPERATIONS * patterns_of(variant)
    if is_listed(variant):
        work = 2 * work if variant in STORED else strategy_operations(variant, STAND_IN)

    def step() -> Next:
        return next_of(knowledge_of(variant, beams, book.path), strategy, finish)

    return Computation(work, lambda: with_reason(step(), variant, strategy), build, step, always=True)


def bound(book: Book, variant: str) -> Computation[Bound]:
    """Lower bound of the total of every strategy: two queries exactly, and a bound of the cost after them."""

    def found() -> Bound:
        problem = problem_of(variant, book.path)
        total = depth_two_bound(problem)
        return Bound(problem.codes, Fraction(total), total / problem.codes)

    return Computation(BOUND_OPERATIONS, found)


def adversary(variant: str, show_trees: bool) -> Computation[Adversary]:
    """The game in which the codemaker chooses the code.

    Raises:
        InputError: the variant has too many codes.
    """
    sets.check_choosing(variant)
    build = sets.adversary_build(variant) if variant in STORED else None
    return Computation(
        choosing_operations(variant), lambda: adversary_answer(choosing.solve(problem_of(variant)), show_trees), build
    )


def bitset(book: Book, variant: str, history: str, first: int) -> Computation[Bitset]:
    """Bitset of the codes that some beams leave.

    Raises:
        InputError: the history is invalid.
    """
    check_listable(variant)
    beams = read_history(history, variant_of(variant))
    work = PATTERN_OPERATIONS * patterns_of(variant)
    return Computation(work, lambda: summarised(variant, beams, first, book.path))


def simulate(book: Book, variant: str, strategy: Strategy, games: int, seed: int) -> Computation[Simulation]:
    """Mean cost of a strategy in simulated games against random codes."""
    assert isinstance(strategy, Entropy | Approximate)
    if isinstance(strategy, Entropy):
        check_order(strategy.alpha, MOST_CODES)
    sampled = variant in SAMPLED
    work = SAMPLED_GAME_OPERATIONS if sampled else GAME_OPERATIONS + PATTERN_OPERATIONS * patterns_of(variant)
    return Computation(games * work, lambda: simulated(variant, strategy, games, seed, book.path))


def puzzle(
    book: Book, variant: str, seed: int, beams: int | None, attempts: int | None, difficulty: Grade | None
) -> Computation[Puzzle]:
    """Beams and their answers that leave exactly one code."""
    sampled = variant in SAMPLED
    if not sampled:
        check_listable(variant)
    usual = SAMPLED_ATTEMPTS if sampled else max(1, min(ATTEMPTS, MOST_LOOKED_THROUGH // patterns_of(variant)))

    def found() -> Puzzle:
        source = Drawn(variant_of(variant)) if sampled else Listed(problem_of(variant, book.path))
        fields = len(source.variant.board.fields)

        def hidden(made: Drawing) -> int:
            # each hit shows the colour of a field
            windows = source.variant.board.windows
            hits = {
                field
                for beam in made.history
                for place, field in enumerate(windows[beam.diagonal])
                if beam.hits >> place & 1
            }
            return 100 * (fields - len(hits)) // fields

        made, count = first_fitting(
            lambda random: make_puzzle(source, random, beams, attempts or usual),
            seed,
            BEAMS,
            hidden,
            difficulty,
            GRADED,
        )
        history = write_history(made.history)
        solution, grade = source.text(made.solution), BEAMS.grade(count)
        return Puzzle(variant, seed, history, len(made.history), 1, solution, count, grade, BEAMS.measure)

    # with any number of beams, the first attempt succeeds
    tried = 1 if beams is None else attempts or usual
    work = SAMPLED_PUZZLE_OPERATIONS if sampled else PATTERN_OPERATIONS * patterns_of(variant)
    return Computation(work * (1 + tried), found)
