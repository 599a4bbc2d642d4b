"""Estimates from samples for variants with too many codes: counts, next queries, and whether any code is left."""

from typing import Any

from tafelwerk.families.beams.answers import SampledCounts, SampledQuery
from tafelwerk.families.beams.rules.board import variant_of
from tafelwerk.families.beams.rules.history import History, answer_text, query_text
from tafelwerk.families.beams.rules.strategies import STAND_IN, Approximate, Entropy, Strategy
from tafelwerk.families.beams.strategies import measure_of
from tafelwerk.solvers.beams import code_samples
from tafelwerk.solvers.beams.code_samples import Effort, Estimate, Sampled, best_by_fields, ground_of, remaining, worth
from tafelwerk.solvers.beams.entropy_queries import Approximation, Parts
from tafelwerk.tables.answers import LEVEL

COUNTED = Effort(codes=4000, first=0, states=2500, runs=10)
"""Effort of an estimate of the number of codes."""

GLIMPSE = Effort(codes=1, first=3000, states=1000, runs=4)
"""Effort of a search for any code."""


def sampled_counts(variant: str, pieces: int, diagonals: int) -> SampledCounts:
    """Counts of a variant, with estimated patterns and codes."""
    left = Sampled(variant_of(variant), (), COUNTED)
    codes, patterns = remaining(left), round(left.sample.total)
    return SampledCounts(
        pieces, patterns, left.remaining, diagonals, effective=left.effective, **_said(codes, len(left.sample.masks))
    )


def sampled_query(left: Sampled, strategy: Strategy) -> SampledQuery | None:
    """Next query of a strategy, chosen from a sample; None if no query splits the codes left."""
    named = strategy if isinstance(strategy, Entropy | Approximate) else STAND_IN
    measure = measure_of(named)
    tied = sampled_lanes(left, named)
    if not tied:
        return None
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]

    def query(lane: tuple[int, int]) -> tuple[int, int]:
        return (*left.asked, *others[:1])[lane[0]], lane[1]

    by_diagonal = named.tie == "lex-d"
    lane = min(tied, key=lambda one: query(one)[::-1] if by_diagonal else query(one))
    colour, diagonal = query(lane)
    answers = {answer_text(hits): codes for hits, codes in sorted(left.parts(colour, diagonal).items())}
    codes, value = remaining(left), worth(left, lane, measure)
    return SampledQuery(
        query_text(colour, diagonal),
        left.remaining,
        answers,
        None,
        None,
        asked_by=named.name,
        value=value.value,
        remaining_interval=None if left.sample.exact else codes.interval,
        effective=left.effective,
        **_said(value, len(left.sample.masks)),
    )


def sampled_lanes(left: Sampled, strategy: Entropy | Approximate) -> list[tuple[int, int]]:
    """Tied best queries of a strategy, from a sample; colours by their place among those asked for."""
    unused = ((1 << len(left.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in left.history)
    if isinstance(strategy, Approximate):
        return best_by_fields(left, unused, Approximation(strategy.kind))
    return Parts(left.problem, left.counts, len(left.asked)).best(strategy.alpha, unused)


def _said(number: Estimate, samples: int) -> dict[str, Any]:
    """Fields of an answer for an estimate."""
    return {
        "certainty": "sampled",
        "samples": samples,
        "standard_error": number.error,
        "interval": number.interval,
        "level": LEVEL,
    }


def any_left(variant: str, history: History) -> bool:
    """Whether a code is left; raises InputError if none of some 200,000 paths leads to one although one may be left."""
    return code_samples.any_left(ground_of(variant_of(variant)), history, GLIMPSE)
