"""Estimated work of the tasks of Beams, and what is out of reach: plain Python, known before anything is compiled."""

from collections.abc import Sequence
from math import factorial

from tafelwerk.errors import InputError
from tafelwerk.families.beams import rules
from tafelwerk.rules.deduction import MOST_CODES, Alpha, Optimal, check_order

PATTERNS = {"3c6p": 310, "6c3p": 311, "6c6p": 4_234_462, "hex30": 398_519}
"""Number of patterns, only for estimates of work."""

SQUARE_PATTERNS = {
    "2x2c2": 3,
    "2x2c4": 1,
    "2x3c2": 6,
    "2x3c3": 5,
    "2x3c6": 1,
    "2x4c2": 13,
    "2x4c4": 11,
    "3x3c3": 36,
    "2x5c2": 26,
    "2x5c5": 21,
    "2x6c2": 53,
    "2x6c3": 41,
    "2x6c4": 52,
    "2x6c6": 43,
    "3x4c2": 158,
    "3x4c3": 193,
    "3x4c4": 151,
    "3x4c6": 43,
    "2x7c2": 106,
    "3x5c3": 928,
    "3x5c5": 759,
    "2x8c2": 213,
    "2x8c4": 277,
    "4x4c2": 1_718,
    "4x4c4": 2_620,
    "3x6c2": 3_803,
    "3x6c3": 4_178,
    "3x6c6": 3_788,
    "4x5c4": 43_383,
    "4x5c5": 28_407,
    "3x7c3": 17_441,
    "3x8c4": 154_224,
    "3x8c6": 159_922,
    "4x6c4": 659_292,
    "4x6c6": 368_760,
    "5x5c5": 1_397_790,
}
"""The same for small boards of squares."""

PATTERN_OPERATIONS = 400.0
"""Estimated work per pattern of listing the patterns."""

SEARCHED_OPERATIONS = 2e4
"""Work per pattern of listing millions of them and searching them."""

SHAPE_OPERATIONS = {"3c6p": 1e6, "6c3p": 1e6, "6c6p": 1e6, "6c10p": 5e8, "hex30": 1e6}
"""Estimated work of counting pieces up to translation; for squares see `SQUARE_SHAPE_OPERATIONS`."""

SQUARE_SHAPE_OPERATIONS = 2e8
"""Estimated work of counting pieces of squares up to translation."""

SAMPLE_OPERATIONS = 1e9
"""Work of a sample of codes: the limit of a look-up."""

SAMPLED_PUZZLE_OPERATIONS = 8e9
"""Estimated work per attempt at a puzzle of a sampled variant."""

BOUND_OPERATIONS = 6e9
"""Estimated work of the bound from two queries: more than a look-up may take, since the book has sharper bounds of small
variants."""

SHALLOWEST_OPERATIONS = 1.3e9
"""Estimated work of the improved strategy of 6c3p that takes the fewest queries."""

QUERY_BOUND_OPERATIONS = 2e8
"""Estimated work of the proof that some queries are not enough for 3c6p."""

GAME_OPERATIONS, SAMPLED_GAME_OPERATIONS = 3e6, 1.2e10
"""Estimated work per game against a random code, without listing the patterns; and per game on sampled codes."""

VARIANT_OPERATIONS = {"3c6p": 1.2e7, "6c3p": 5e8, "6c6p": 2.4e9, "6c10p": 4e8, "hex30": 4e8}
"""Work of a variant's tables: pieces, patterns, and the answers of small variants."""

IMPROVED_OPERATIONS = {"6c3p": 1.2e10, "hex30": 9e10, "6c6p": 6.4e12}
"""Estimated work of the improved strategies; of large variants some ten times that of H_1."""

CODE_OPERATIONS = 1200.0
"""Estimated work per code of a strategy on a board of squares."""

MIXED_TIES, MIXED_TIES_INFINITE = 80, 8
"""Estimated work of MIX under H_0 and H_inf, where nearly all queries tie, in multiples of the work under H_1."""

FRONTIER_OPERATIONS = 2.4e9
"""Estimated work of counting the patterns of 36 squares with pieces of six."""

EARLY_TIMES, EARLY_OPTIMAL_TIMES = 4.0, 40.0
"""Factors of the work with early finishing: for a strategy, and for an optimum with five or more colours."""

OPTIMAL_OPERATIONS = 5.0
"""Estimated work of an optimal strategy on a board of squares, divided by the square of its number of codes."""

MOST_OPTIMAL = 10_000
"""Largest estimated number of codes of a board of squares whose optimal strategy is searched."""

MOST_CHOSEN = 400
"""Largest estimated number of codes of a board of squares that is solved with a codemaker who chooses."""

CHOOSING_OPERATIONS = {"3c6p": 1.8e11}
"""Estimated work of a game in which the codemaker chooses; for boards of squares see `choosing_operations`."""

EARLY_CHOOSING = 0.25
"""Factor of the work of such a game with early finishing."""

TOP_OPERATIONS = 3000.0
"""Estimated work per pattern of a tree's top."""


def patterns_of(variant: str) -> int:
    """Approximate number of patterns of a variant; an upper estimate for boards of squares that are not in the table."""
    if variant in PATTERNS:
        return PATTERNS[variant]
    shape = rules.variant_of(variant).shape
    assert isinstance(shape, rules.Square), "the other variants are there"
    sides = sorted((shape.rows, shape.columns))
    name = f"{sides[0]}x{sides[1]}c{rules.variant_of(variant).colours}"
    # measured on boards of 9 to 36 fields
    return SQUARE_PATTERNS.get(name, round(10 ** (0.34 * shape.rows * shape.columns - 2.1)) + 10)


def count_operations(variant: str) -> float:
    """Estimated work of counting pieces and patterns."""
    if variant in PATTERNS:
        return SHAPE_OPERATIONS[variant] + PATTERN_OPERATIONS * PATTERNS[variant]
    if not rules.variant_of(variant).board.squares:
        return SHAPE_OPERATIONS[variant]
    if rules.is_analysed(variant):
        return SQUARE_SHAPE_OPERATIONS + PATTERN_OPERATIONS * patterns_of(variant)
    definition = rules.variant_of(variant)
    # larger pieces give more states of the frontier
    return (
        SQUARE_SHAPE_OPERATIONS
        + FRONTIER_OPERATIONS * 3.0 ** (len(definition.board.fields) - 36) * (definition.size / 6) ** 2
    )


def variant_operations(variant: str) -> float:
    """Estimated work of a variant's tables."""
    return VARIANT_OPERATIONS[variant] if variant in VARIANT_OPERATIONS else count_operations(variant)


def codes_of(variant: str) -> int:
    """Approximate number of codes of a variant."""
    return patterns_of(variant) * factorial(rules.variant_of(variant).colours)


def strategy_operations(variant: str, strategy: rules.Strategy) -> float:
    """Estimated work of a strategy's analysis."""
    if isinstance(strategy, Optimal):
        if variant in PATTERNS:
            return 1e8 if strategy == Optimal() else 2e8
        return OPTIMAL_OPERATIONS * codes_of(variant) ** 2
    if isinstance(strategy, rules.Improved):
        return SHALLOWEST_OPERATIONS if strategy.shallowest else IMPROVED_OPERATIONS[variant]
    if isinstance(strategy, rules.Entropy) and strategy.tie == "mix":
        return mixed_operations(variant, strategy.alpha)
    known = {"3c6p": 1e7, "6c3p": 2.5e8, "6c6p": 6e11, "hex30": 1e10}
    return known[variant] if variant in known else 1e7 + CODE_OPERATIONS * codes_of(variant)


def step_operations(variant: str) -> float:
    """Estimated work of the next step of a strategy."""
    work = PATTERN_OPERATIONS * patterns_of(variant)
    if not rules.is_listed(variant):
        return work
    return 2 * work if variant in rules.STORED else strategy_operations(variant, rules.STAND_IN)


def early_operations(variant: str, strategy: rules.Strategy) -> float:
    """Estimated work of a strategy with early finishing."""
    many = isinstance(strategy, Optimal) and rules.variant_of(variant).colours >= 5
    return (EARLY_OPTIMAL_TIMES if many else EARLY_TIMES) * strategy_operations(variant, strategy)


def choosing_operations(variant: str) -> float:
    """Estimated work of the game in which the codemaker chooses, too; for boards of squares an upper estimate."""
    if variant in CHOOSING_OPERATIONS:
        return CHOOSING_OPERATIONS[variant]
    return 5e7 + 2e3 * float(codes_of(variant)) ** 2


def mixed_operations(variant: str, alpha: Alpha) -> float:
    """Estimated work of MIX."""
    ties = MIXED_TIES if alpha == 0 else MIXED_TIES_INFINITE if alpha is None else 1
    known = {"3c6p": 3e7, "6c3p": 3e8, "6c6p": 8e11, "hex30": 2e10}
    return ties * (known[variant] if variant in known else 1e8 + 5 * CODE_OPERATIONS * codes_of(variant))


def points_operations(variant: str, tie: rules.Tie, orders: Sequence[Alpha]) -> float:
    """Estimated work of points of a curve of a small variant; those of MIX are computed one by one."""
    if tie == "mix":
        return sum(1.7e7 if variant == "3c6p" else mixed_operations(variant, alpha) for alpha in orders)
    # large integer powers of many codes take long to compute
    integral = [alpha for alpha in orders if alpha is not None and alpha >= 3 and alpha.denominator == 1]
    powers = 6e8 * len(integral) if variant == "6c3p" else 0.0
    known = {"3c6p": 1.5e7, "6c3p": 6e7}
    return powers + sum(
        known.get(variant) or strategy_operations(variant, rules.Entropy(alpha, tie)) for alpha in orders
    )


def preselected_operations(variant: str, tie: rules.Tie, orders: Sequence[Alpha], patterns: int) -> float:
    """Estimated work of points of a curve over the codes of some patterns."""
    work = sum(strategy_operations(variant, rules.Entropy(alpha, tie)) for alpha in orders)
    return PATTERN_OPERATIONS * patterns_of(variant) + work * min(patterns / patterns_of(variant), 1.0)


def check_listable(variant: str, purpose: str = "to list") -> None:
    """Refuse a variant with too many patterns.

    Args:
        variant: the variant.
        purpose: what its codes are too many for, in words.

    Raises:
        InputError: the variant has too many patterns.
    """
    if not rules.is_analysed(variant):
        raise InputError(
            f"--variant {variant} has too many codes {purpose}; take {', '.join(rules.ANALYSED)}, or a small board of squares, "
            "such as --board 4x4 --colors 4"
        )


def check_strategy(variant: str, strategy: rules.Strategy) -> None:
    """Refuse strategies that cannot be analysed.

    Raises:
        InputError: the strategy is out of reach for this variant, or the variant is too large for any analysis.
    """
    check_listable(variant, "to analyse")
    instead = "h1 or another entropy strategy"
    if isinstance(strategy, Optimal) and not has_optimum(variant):
        instead = "improved" if variant in rules.IMPROVED else instead
        raise InputError(
            f"--strategy optimal is for 3c6p and boards of squares with few codes only, not for {variant}; "
            f"take {instead}"
        )
    if has_aim(strategy) and not _is_weighed(variant):
        raise InputError(
            f"--{strategy.name.split()[1]} is for {', '.join(rules.SOLVED)} and boards of squares with at most "
            f"{MOST_CHOSEN:,} codes, not for {variant}"
        )
    fewest = rules.FEWEST_QUERIES.get(variant, 0)
    if isinstance(strategy, Optimal) and strategy.max_depth is not None and strategy.max_depth < fewest:
        raise InputError(
            f"--max-depth must be {fewest} or more for {variant}, not {strategy.max_depth}: "
            f"every strategy takes {fewest} queries or more for some code"
        )
    if (
        isinstance(strategy, rules.Improved)
        and strategy.shallowest
        and variant in rules.IMPROVED
        and variant not in rules.IMPROVED_SHALLOWEST
    ):
        raise InputError(
            f"--shallowest with improved is for {', '.join(rules.IMPROVED_SHALLOWEST)}, not for {variant}; leave it out"
        )
    if isinstance(strategy, rules.Improved) and variant not in rules.IMPROVED:
        instead = "optimal, which is better" if variant == "3c6p" else instead
        raise InputError(f"--strategy improved is for {', '.join(rules.IMPROVED)}, not for {variant}; take {instead}")
    if isinstance(strategy, rules.Entropy):
        check_order(strategy.alpha, MOST_CODES)


def has_aim(strategy: rules.Strategy) -> bool:
    """Whether a strategy is optimal and has another aim besides the least total."""
    return isinstance(strategy, Optimal) and strategy != Optimal()


def has_optimum(variant: str) -> bool:
    """Whether the optimal strategy of a variant can be computed."""
    return variant in rules.SOLVED or (
        variant not in rules.STORED and rules.is_listed(variant) and codes_of(variant) <= MOST_OPTIMAL
    )


def check_early(variant: str, strategy: rules.Strategy) -> None:
    """Refuse strategies that have no version with early finishing.

    Raises:
        InputError: the variant's codes are not listed, or the strategy has no deterministic tree.
    """
    if not rules.is_listed(variant):
        raise InputError(
            f"--finish early is for variants with few codes: {', '.join(rules.LISTED)} and small boards of squares, "
            f"not for {variant}"
        )
    if strategy.tie == "mix" or isinstance(strategy, rules.Improved) or has_aim(strategy):
        raise InputError(
            f"--finish early is for optimal, and for strategies that break ties by an order, not for {strategy.title}; "
            "take a strategy such as h1 with --tie lex-c or lex-d"
        )


def _is_weighed(variant: str) -> bool:
    """Whether the search with weights and limits is feasible for a variant."""
    return variant in rules.SOLVED or (
        variant not in rules.STORED and rules.is_listed(variant) and codes_of(variant) <= MOST_CHOSEN
    )


def check_choosing(variant: str) -> None:
    """Refuse variants that cannot be solved with a codemaker who chooses.

    Raises:
        InputError: the variant has too many codes.
    """
    if not _is_weighed(variant):
        raise InputError(
            f"the codemaker's choice is computed for {', '.join(rules.SOLVED)} and boards of squares with at most "
            f"{MOST_CHOSEN:,} codes, such as --board 3x3 --colors 3, not for {variant}"
        )


def check_sampled(variant: str, strategy: rules.Strategy) -> None:
    """Refuse strategies that need a search.

    Raises:
        InputError: the strategy is `improved`.
    """
    if isinstance(strategy, rules.Improved):
        raise InputError(
            f"--strategy improved is for 6c3p, hex30, 6c6p, not for {variant}; take h1 or another entropy strategy"
        )


def check_played(variant: str, strategy: rules.Strategy, finish: rules.Finish = "certain") -> None:
    """Refuse a strategy or a finish that the variant does not have. `optimal` passes: where it is unknown, H_1 stands in.

    Raises:
        InputError: the variant does not have the strategy or the finish.
    """
    if variant in rules.SAMPLED:
        check_sampled(variant, strategy)
    if finish == "early":
        check_early(variant, strategy)
    if rules.is_analysed(variant) and strategy != Optimal():
        check_strategy(variant, strategy)
