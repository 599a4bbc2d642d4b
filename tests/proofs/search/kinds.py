"""Kinds of error in a book of search models."""

from fractions import Fraction
from pathlib import Path

from mutations import Planted

from tafelwerk.build.runner import run
from tafelwerk.families.search.builds import STRATEGIES, FreeTotals, RootCurve, RootTotals
from tafelwerk.rules.deduction import Entropy

PARTS = (
    "[struct_pack(size := coalesce({0}[1].size, 1) + 1, count := coalesce({0}[1].count, 1))] || coalesce({0}[2:], [])"
)
"""SQL: another size of the first part."""


def make(folder: Path) -> None:
    builds = [
        FreeTotals(150, 3),
        FreeTotals(120, 10),
        FreeTotals(100, 2),
        FreeTotals(1300, 700),
        *(RootTotals(200, strategy) for strategy in STRATEGIES),
        RootTotals(20_000, Entropy(Fraction(3, 2)), 3),
        RootTotals(15_000, points=4),
        RootCurve(60, 3, 6),
    ]
    run(folder, builds, executor="inline")


PLANTED = Planted(
    "search", make, own={"free_totals.query": PARTS.format("query"), "root_totals.small": PARTS.format("small")}
)
