"""What the tasks make is what is in print."""

from fractions import Fraction

import pytest
from published import OPTIMAL_TOTALS, TABLE_4_5

from tafelwerk.families.mastermind.builds import StrategyTables
from tafelwerk.families.mastermind.rows import solve_choosing
from tafelwerk.families.mastermind.rules import Pegs, strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.entropy_strategies import alpha_curve
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.deduction.search_problem import walk
from tafelwerk.solvers.mastermind.scoring import mastermind

GAMES = (Pegs(4, 6), Pegs(4, 6, True))


@pytest.mark.parametrize(("word", "tie"), TABLE_4_5)
def test_every_row_of_table_4_5(word: str, tie: str) -> None:
    for game, printed in zip(GAMES, TABLE_4_5[word, tie], strict=True):
        rows = StrategyTables(game, strategy(word, None if tie == "none" else tie)).run()["strategies"]
        total = Fraction(int(rows["total_num"][0]), int(rows["total_den"][0]))
        if "." in printed:
            assert f"{float(total):.2f}" == printed
        else:
            assert total == Fraction(printed)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if total > 8_000 else ()) for game, total in OPTIMAL_TOTALS.items()],
    ids=str,
)
def test_optimal_totals(game: tuple[int, int, bool]) -> None:
    problem = mastermind(*game)
    optimum = optimal_tree(problem)
    assert (optimum.total, optimum.lower, optimum.proved) == (OPTIMAL_TOTALS[game], OPTIMAL_TOTALS[game], True)
    assert walk(problem, optimum.tree).sum() == optimum.total


def test_five_queries_are_enough_at_the_cost_of_one() -> None:
    """4 x 6 with depth at most 5: 5626 (K. Koyama and T. W. Lai, 1993); with four there is no strategy."""
    rows = StrategyTables(Pegs(4, 6), Optimal(max_depth=5)).run()["strategies"]
    assert (rows["total_num"], rows["most"]) == (["5626"], 5)


def test_the_first_guess_turns_where_the_source_says() -> None:
    """ABCD up to alpha = 1.3378999, AABC beyond; section 4.3.3 gives 1.33789."""
    problem = mastermind(4, 6)
    near = alpha_curve(problem, [Fraction("1.3378999"), Fraction("1.3379")])
    assert [problem.queries[point.first] for point in near] == ["ABCD", "AABC"]


def test_a_colour_more_costs_one_query_in_one_more_than_the_pegs() -> None:
    """As docs/deduction.md argues: with p pegs and many colours H_1 takes c / (p + 1) queries and a constant."""
    means = {}
    for game in (Pegs(1, 9), Pegs(2, 8), Pegs(2, 16), Pegs(2, 32)):
        rows = StrategyTables(game, strategy("h1", "lex")).run()["strategies"]
        means[game.pegs, game.colors] = Fraction(int(rows["total_num"][0]), game.size[0])
    assert means[1, 9] == Fraction(9 + 1, 2)
    early, late = ((means[2, 2 * c] - means[2, c]) / c - Fraction(1, 3) for c in (8, 16))
    assert 0 < late < early / 3 < Fraction(1, 100)


@pytest.mark.slow
def test_the_best_order_on_a_grid() -> None:
    points = alpha_curve(mastermind(4, 6), [Fraction(i, 50) for i in range(1, 301)])
    assert min(point.total for point in points) == 5680


@pytest.mark.slow
def test_value_if_the_codemaker_chooses_too() -> None:
    """Wikipedia, Mastermind (board game), section "Optimal strategies for the codemaker": 5600 / 1290."""
    assert solve_choosing(mastermind(4, 6)).found.value == Fraction(5600, 1290)
