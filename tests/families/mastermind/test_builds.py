"""The orders of curves, and which optima a second program finds again."""

from fractions import Fraction

import pytest

from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.families.mastermind import builds
from tafelwerk.families.mastermind.rules import Named, Pegs, WordList
from tafelwerk.rules.deduction import Optimal

WORDS = WordList(Named("words"), "wordle", ("ab", "ba"), ())


def optimum(pegs: int, colors: int) -> builds.StrategyBuild:
    return builds.StrategyBuild(Pegs(pegs, colors), Optimal())


@pytest.mark.parametrize(
    ("recomputed", "single"),
    [
        (optimum(4, 7), optimum(4, 9)),
        (optimum(5, 5), optimum(5, 6)),
        (optimum(9, 2), optimum(10, 2)),
        (optimum(2, 36), optimum(1, 101)),
        (builds.BoundsBuild(Pegs(5, 4), 10), builds.BoundsBuild(Pegs(5, 7), 10)),
        (builds.AdversaryBuild(Pegs(4, 7)), builds.AdversaryBuild(Pegs(4, 8))),
        (optimum(4, 6), builds.AdversaryBuild(WORDS)),
        (optimum(4, 6), builds.StrategyBuild(WORDS, Optimal())),
    ],
)
def test_optima_that_no_second_program_finds(recomputed: Build, single: Build) -> None:
    assert (recomputed.evidence, single.evidence) == ("recomputed", "single")


def test_orders_of_a_curve() -> None:
    assert tuple(Fraction(i, 100) for i in range(1, 601)) == builds.FINE_ORDERS
    assert builds.curve_orders(Fraction(3, 2)) == (Fraction(3, 2), 3, Fraction(9, 2), 6)
    assert builds.curve_orders(Fraction(6)) == (6,)
    for step in ["0", "-1", "7", "4", "0.07", "1/1001"]:
        with pytest.raises(InputError, match="--step must divide 6"):
            builds.curve_orders(Fraction(step))
    fine = builds.CurveBuild(Pegs(2, 3), "mix", None)
    coarse = builds.CurveBuild(Pegs(2, 3), "mix", None, builds.curve_orders(Fraction(1, 2)))
    assert coarse.name == "mastermind --pegs 2 --colors 3 --curve --tie mix --step 0.5"
    assert coarse.digest != fine.digest
    orders = [alpha for task in coarse.tasks if isinstance(task, builds.Curve) for alpha in task.alphas]
    assert orders == [Fraction(i, 2) for i in range(1, 13)]


def test_an_opening_is_a_query_of_the_game() -> None:
    assert "--opening AB" in builds.CurveBuild(Pegs(2, 3), "lex", "AB").name
    for tie, opening in [("mix", "AB"), *(("lex", text) for text in ("A", "AAA", "AD", "aa", "1,1"))]:
        with pytest.raises(InputError, match="--opening must be a query"):
            builds.CurveBuild(Pegs(2, 3), tie, opening)
    with pytest.raises(InputError, match="at most 20,000"):
        builds.CurveBuild(Pegs(6, 6), "lex", None)
