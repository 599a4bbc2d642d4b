"""Kinds of error in a book of Beams."""

from fractions import Fraction
from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams.rules import TIES, Approximate, Entropy
from tafelwerk.proofs.stored_trees import TABLES
from tafelwerk.rules.deduction import Optimal

H1 = Entropy(Fraction(1))

OWN = {
    # no other value is in the book
    "costs.parts": "parts + 1",
    "costs.part": "part + 1",
    "costs.wrong": '"wrong" + 1',
    "bounds.exact": "exact - 1",
    "bounds.variant": "'6c3p'",
    "patterns.variant": "'6c3p'",
    "pieces.variant": "'6c3p'",
    "answers.variant": "'6c3p'",
    "curves.codes": "1861",
    "query_bounds.variant": "'6c3p'",
    # none are stored, see test_choosing and test_parts
    **{f"{table}.*": None for table in TABLES},
    "node_costs.*": None,
}

WHERE = {
    # of the optimal strategy another query may be as good
    "nodes.colour": "strategy NOT LIKE 'optimal%'",
    "nodes.diagonal": "strategy NOT LIKE 'optimal%'",
}


def make(folder: Path) -> None:
    strategies = (
        H1,
        Entropy(Fraction(0)),
        Entropy(Fraction(0), "lex-d"),
        Entropy(Fraction(1), "mix"),
        Entropy(None, "mix"),
        Optimal(),
        Optimal(shallowest=True),
        Optimal(max_depth=5),
        Optimal(least_depth=True),
        Optimal(within=4),
        Approximate("h-prime", "lex-d"),
        Approximate("u"),
    )
    builds = [
        kinds.VariantBuild("3c6p"),
        kinds.VariantBuild("6c10p"),
        *(kinds.StrategyBuild("3c6p", strategy) for strategy in strategies),
        kinds.TopBuild("3c6p", H1),
        kinds.TopBuild("3c6p", Entropy(Fraction(2))),
        kinds.BoundBuild("3c6p", 500),
        kinds.BoundBuild("3c6p", 100),
        kinds.QueryBoundBuild("3c6p", 4),
    ]
    for tie in TIES:
        builds += kinds.curve_builds("3c6p", tie, Fraction(1, 2), Fraction(3, 2), Fraction(1, 2))
    run(folder, builds, executor="inline")


PLANTED = Planted("beams", make, lies("beams"), own=OWN, where=WHERE, slow=("costs",), sound={})
