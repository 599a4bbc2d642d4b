"""Which builds Beams has: a variant, a strategy or a part of one, the standard set, the quick set."""

from collections.abc import Iterator
from fractions import Fraction

from tafelwerk.build.beams.tasks import PATTERNS, StrategyPart, StrategyTables, VariantTables
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.solvers.core.entropy import MOST_CODES, check_order
from tafelwerk.tables.beams import FAMILY, LISTED, TIES, VARIANTS, Entropy, Optimal, Strategy

PARTS = 32
"""Parts of a strategy of a large variant, unless said otherwise."""

MOST_PARTS = 10_000

TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of tables 4.8 and 4.10."""


def check_strategy(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that cannot be analysed.

    Raises:
        InputError: of this variant the strategy is out of reach, or no strategy can be analysed.
    """
    if variant not in PATTERNS:
        raise InputError(
            f"--variant {variant}: its codes are too many to be analysed; strategies are of {', '.join(PATTERNS)}"
        )
    if isinstance(strategy, Optimal):
        if variant != "3c6p":
            raise InputError(
                f"--strategy optimal is known of 3c6p only, not of {variant}; take h1 or another entropy strategy"
            )
        return
    if strategy.tie == "mix" and variant not in LISTED:
        raise InputError(f"--tie mix is for {' and '.join(LISTED)}, not for {variant}; take lex-c or lex-d")
    check_order(strategy.alpha, MOST_CODES)


def variant_build(variant: str) -> Build:
    """A variant itself: its numbers, pieces, patterns, and of small ones all answers."""
    return Build(FAMILY, f"{FAMILY} --variant {variant}", {"variant": variant}, (VariantTables(variant),), "exact")


def strategy_build(variant: str, strategy: Strategy) -> Build:
    """A strategy of a variant, all parts together.

    Raises:
        InputError: as of `check_strategy`.
    """
    check_strategy(variant, strategy)
    tasks: tuple[Task, ...] = (StrategyTables(variant, strategy),)
    if variant not in LISTED:
        assert isinstance(strategy, Entropy)
        tasks = tuple(StrategyPart(variant, strategy, part, PARTS) for part in range(1, PARTS + 1))
    parameters = {"variant": variant, "strategy": strategy.name, "tie": strategy.tie}
    return Build(FAMILY, f"{FAMILY} --variant {variant} {strategy.options}", parameters, tasks, "exact")


def part_build(variant: str, strategy: Strategy, part: int, parts: int) -> Build:
    """A part of a strategy of a large variant.

    Raises:
        InputError: there is no such part, or the variant is small; and as of `check_strategy`.
    """
    check_strategy(variant, strategy)
    if variant in LISTED or not isinstance(strategy, Entropy):
        raise InputError(f"--part is for large variants; {variant} is analysed as a whole")
    if not 1 <= parts <= MOST_PARTS or not 1 <= part <= parts:
        raise InputError(f"--part must be I/N with I from 1 to N and N up to {MOST_PARTS:,}, not {part}/{parts}")
    parameters = {
        "variant": variant,
        "strategy": strategy.name,
        "tie": strategy.tie,
        "part": part,
        "parts": parts,
    }
    name = f"{FAMILY} --variant {variant} {strategy.options} --part {part}/{parts}"
    covered = (strategy_build(variant, strategy).digest,) if parts == PARTS else ()
    return Build(FAMILY, name, parameters, (StrategyPart(variant, strategy, part, parts),), "exact", covered)


def strategy_builds(variant: str, strategy: Strategy) -> Iterator[Build]:
    """A strategy of a variant, of a large one a build a part, so that what is done is kept.

    Raises:
        InputError: as of `check_strategy`.
    """
    if variant in LISTED:
        yield strategy_build(variant, strategy)
    else:
        yield from (part_build(variant, strategy, part, PARTS) for part in range(1, PARTS + 1))


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    yield variant_build("3c6p")
    yield strategy_build("3c6p", Entropy(Fraction(1)))


def standard() -> Iterator[Build]:
    """All variants; every strategy of 3c6p; those of 6c3p that break ties by order."""
    for variant in VARIANTS:
        yield variant_build(variant)
    yield strategy_build("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            yield strategy_build("3c6p", Entropy(alpha, tie))
            if tie != "mix":
                yield strategy_build("6c3p", Entropy(alpha, tie))
