"""What is out of reach: variants and strategies that cannot be listed, searched or sampled."""

from tafelwerk.errors import InputError
from tafelwerk.families.beams.estimates import MOST_CHOSEN, MOST_OPTIMAL, codes_of
from tafelwerk.families.beams.rules.board import ANALYSED, LISTED, SAMPLED, SOLVED, STORED, is_analysed, is_listed
from tafelwerk.families.beams.rules.strategies import IMPROVED, IMPROVED_SHALLOWEST, Entropy, Finish, Improved, Strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import MOST_CODES, check_order


def check_listable(variant: str) -> None:
    """Refuse a variant with too many patterns to list.

    Raises:
        InputError: the variant has too many patterns.
    """
    if not is_analysed(variant):
        raise InputError(
            f"--variant {variant} has too many codes to list; take {', '.join(ANALYSED)}, or a small board of squares, such as "
            "--board 4x4 --colors 4"
        )


def check_strategy(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that cannot be analysed.

    Raises:
        InputError: the strategy is out of reach for this variant, or the variant is too large for any analysis.
    """
    if not is_analysed(variant):
        raise InputError(
            f"--variant {variant} has too many codes to analyse; take {', '.join(ANALYSED)}, or a small board of squares, such "
            "as --board 4x4 --colors 4"
        )
    instead = "h1 or another entropy strategy"
    if isinstance(strategy, Optimal) and not has_optimum(variant):
        instead = "improved" if variant in IMPROVED else instead
        raise InputError(
            f"--strategy optimal is for 3c6p and boards of squares with few codes only, not for {variant}; "
            f"take {instead}"
        )
    if strategy == Optimal(shallowest=True) and not _is_weighed(variant):
        raise InputError(
            f"--shallowest is for {', '.join(SOLVED)} and boards of squares with at most {MOST_CHOSEN:,} codes, not for {variant}"
        )
    if (
        isinstance(strategy, Improved)
        and strategy.shallowest
        and variant in IMPROVED
        and variant not in IMPROVED_SHALLOWEST
    ):
        raise InputError(
            f"--shallowest with improved is for {', '.join(IMPROVED_SHALLOWEST)}, not for {variant}; leave it out"
        )
    if isinstance(strategy, Improved) and variant not in IMPROVED:
        instead = "optimal, which is better" if variant == "3c6p" else instead
        raise InputError(f"--strategy improved is for {', '.join(IMPROVED)}, not for {variant}; take {instead}")
    if isinstance(strategy, Entropy):
        check_order(strategy.alpha, MOST_CODES)


def has_optimum(variant: str) -> bool:
    """Whether the optimal strategy of a variant can be computed."""
    return variant in SOLVED or (variant not in STORED and is_listed(variant) and codes_of(variant) <= MOST_OPTIMAL)


def check_early(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that have no version with early finishing.

    Raises:
        InputError: the variant's codes are not listed, or the strategy has no deterministic tree.
    """
    if not is_listed(variant):
        raise InputError(
            f"--finish early is for variants with few codes: {', '.join(LISTED)} and small boards of squares, not for {variant}"
        )
    if strategy.tie == "mix" or isinstance(strategy, Improved) or strategy == Optimal(shallowest=True):
        raise InputError(
            f"--finish early is for optimal, and for strategies that break ties by an order, not for {strategy.title}; "
            "take a strategy such as h1 with --tie lex-c or lex-d"
        )


def _is_weighed(variant: str) -> bool:
    """Whether the search with weights and limits is feasible for a variant."""
    return variant in SOLVED or (variant not in STORED and is_listed(variant) and codes_of(variant) <= MOST_CHOSEN)


def check_choosing(variant: str) -> None:
    """Refuse variants that cannot be solved with a codemaker who chooses.

    Raises:
        InputError: the variant has too many codes.
    """
    if not _is_weighed(variant):
        raise InputError(
            f"the codemaker's choice is computed for {', '.join(SOLVED)} and boards of squares with at most {MOST_CHOSEN:,} "
            f"codes, such as --board 3x3 --colors 3, not for {variant}"
        )


def check_sampled(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that need a search.

    Raises:
        InputError: the strategy is `improved`.
    """
    if isinstance(strategy, Improved):
        raise InputError(
            f"--strategy improved is for 6c3p, hex30, 6c6p, not for {variant}; take h1 or another entropy strategy"
        )


def check_played(variant: str, strategy: Strategy, finish: Finish = "certain") -> None:
    """Refuse a strategy or a finish that the variant does not have. `optimal` passes: where it is unknown, H_1 stands in.

    Raises:
        InputError: the variant does not have the strategy or the finish.
    """
    if variant in SAMPLED:
        check_sampled(variant, strategy)
    if finish == "early":
        check_early(variant, strategy)
    if is_analysed(variant) and strategy != Optimal():
        check_strategy(variant, strategy)
