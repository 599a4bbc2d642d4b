"""What the tasks make is what is in print."""

from fractions import Fraction

import pytest
from published import OPTIMAL_TOTALS, TABLE_4_5

from tafelwerk.families.mastermind.builds import AnswerTables, StrategyTables
from tafelwerk.families.mastermind.rules import Pegs, strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.entropy_strategies import alpha_curve, lex_tree
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.deduction.search_problem import histogram, walk
from tafelwerk.solvers.mastermind.scoring import mastermind

GAMES = (Pegs(4, 6), Pegs(4, 6, True))


@pytest.mark.parametrize(("word", "tie"), TABLE_4_5)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_row_of_table_4_5(game: Pegs, word: str, tie: str) -> None:
    wanted = strategy(word, None if tie == "none" else tie)
    rows = StrategyTables(game, wanted).run()["strategies"]
    total = Fraction(int(rows["total_num"][0]), int(rows["total_den"][0]))
    printed = TABLE_4_5[word, tie][GAMES.index(game)]
    if "." in printed:
        assert f"{float(total):.2f}" == printed
    else:
        assert total == Fraction(printed)


@pytest.mark.parametrize(
    ("game", "by_depth"),
    [((4, 6, False), [0, 1, 8, 102, 630, 548, 7]), ((4, 6, True), [0, 1, 7, 70, 189, 93])],
)
def test_histograms_of_optimal_trees(game: tuple[int, int, bool], by_depth: list[int]) -> None:
    """Any optimal tree has the least total; these histograms are those of the trees stored here, found by walking them."""
    problem = mastermind(*game)
    found = optimal_tree(problem)
    assert found.tree is not None
    assert histogram(walk(problem, found.tree)).tolist() == by_depth
    assert sum(depth * codes for depth, codes in enumerate(by_depth)) == found.total == OPTIMAL_TOTALS[game]


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if total > 8_000 else ()) for game, total in OPTIMAL_TOTALS.items()],
    ids=str,
)
def test_optimal_totals(game: tuple[int, int, bool]) -> None:
    problem = mastermind(*game)
    found = optimal_tree(problem)
    assert (found.total, found.lower, found.proved) == (OPTIMAL_TOTALS[game], OPTIMAL_TOTALS[game], True)
    assert found.tree is not None
    assert walk(problem, found.tree).sum() == found.total


def test_five_queries_are_enough_at_the_cost_of_one() -> None:
    """4 x 6 with depth at most 5: 5626 (K. Koyama and T. W. Lai, 1993); with four there is no strategy."""
    rows = StrategyTables(Pegs(4, 6), Optimal(max_depth=5)).run()["strategies"]
    assert rows["total_num"][0] == "5626"
    assert rows["most"] == 5


def test_the_first_guess_turns_where_the_source_says() -> None:
    """ABCD up to alpha = 1.3378999, AABC beyond; section 4.3.3 gives 1.33789."""
    problem = mastermind(4, 6)
    for alpha, first in ((Fraction(13378999, 10**7), "ABCD"), (Fraction(13379, 10**4), "AABC")):
        assert problem.queries[lex_tree(problem, alpha).query[0]] == first


@pytest.mark.slow
def test_the_best_order_on_a_grid() -> None:
    points = alpha_curve(mastermind(4, 6), [Fraction(i, 50) for i in range(1, 301)])
    assert min(point.total for point in points) == 5680


def test_partitions_of_the_first_queries() -> None:
    """The largest parts of the five kinds of first query: D. E. Knuth, The computer as Master Mind, 1976."""
    rows = AnswerTables(Pegs(4, 6)).run()["first_queries"]
    assert dict(zip(rows["query"], rows["largest"], strict=True)) == {
        "AAAA": 625,
        "AAAB": 317,
        "AABB": 256,
        "AABC": 276,
        "ABCD": 312,
    }
