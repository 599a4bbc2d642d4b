"""What the tasks of Beams cost, in plain Python: known before anything is compiled."""

from tafelwerk.rules.beams.strategies import Entropy, Improved, Strategy, Tie
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import Alpha

PATTERNS = {"3c6p": 310, "6c3p": 311, "6c6p": 4_234_462}
"""How many patterns there are, about: for estimates of work alone."""

PATTERN_OPERATIONS = 200.0
"""Estimated work of a pattern found."""

SHAPE_OPERATIONS = {"3c6p": 1e6, "6c3p": 1e6, "6c6p": 1e6, "6c10p": 5e8}
"""Estimated work of counting pieces up to translation."""

SAMPLE_OPERATIONS = 1e9
"""Work of a sample of codes: as much as a look-up may be."""

SAMPLED_PUZZLE_OPERATIONS = 8e9
"""Estimated work of an attempt at a puzzle of a sampled variant."""

BOUND_OPERATIONS = 6e9
"""Estimated work of the bound by two queries: more than a look-up may be, since small variants have sharper ones in the book."""

GAME_OPERATIONS = {"3c6p": 3e6, "6c3p": 5e6, "6c6p": 8e8, "6c10p": 1.2e10}
"""Estimated work of a game against a random code."""

VARIANT_OPERATIONS = {"3c6p": 1.2e7, "6c3p": 5e8, "6c6p": 2.4e9, "6c10p": 4e8}
"""Work of a variant's tables: pieces, patterns, and the answers of small ones."""

MIXED_TIES = 1000
"""How many times as much work MIX is under H_0 as under H_1, at least."""

TOP_OPERATIONS = 3000.0
"""Estimated work a pattern of a tree's top."""


def strategy_operations(variant: str, strategy: Strategy) -> float:
    """Estimated work of a strategy's analysis."""
    if isinstance(strategy, Optimal):
        return 1e8
    if isinstance(strategy, Improved):
        return 1.2e10
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        return mixed_operations(variant, strategy.alpha)
    return {"3c6p": 1e7, "6c3p": 2.5e8, "6c6p": 6e11}[variant]


def mixed_operations(variant: str, alpha: Alpha) -> float:
    """Estimated work of MIX: where the number of answers or the largest part decides nearly every query ties."""
    ties = MIXED_TIES if alpha == 0 else MIXED_TIES / 50 if alpha is None else 1
    return {"3c6p": 3e7, "6c3p": 1e9 * ties, "6c6p": 8e11 * ties}[variant]


def point_operations(variant: str, tie: Tie, alpha: Alpha) -> float:
    """Estimated work of a point of a curve."""
    if tie == "mix":
        return 1.7e7 if variant == "3c6p" else mixed_operations(variant, alpha)
    # large whole powers of many codes take long to write down
    powers = 6e8 if variant == "6c3p" and alpha is not None and alpha >= 3 and alpha.denominator == 1 else 0.0
    return powers + {"3c6p": 1.5e7, "6c3p": 6e7}[variant]
