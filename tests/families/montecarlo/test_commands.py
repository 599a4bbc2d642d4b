"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from program import answered

from tafelwerk import open_book

ask = partial(answered, "montecarlo")


def test_duel_of_huge_agents(tmp_path: Path) -> None:
    answer = ask("duel", "subtraction", "50", "--moves", "1,2", "--k", "1000000000000", book=tmp_path)
    assert answer["error_bound"] <= 1e-12
    assert 0 <= answer["mean"] <= 1


def test_exact_duel_agrees_with_the_float(tmp_path: Path) -> None:
    exact = ask("duel", "dsc", "6", "--k", "3", "--exact", book=tmp_path)
    rounded = ask("duel", "dsc", "6", "--k", "3", book=tmp_path)
    for name in ("first", "second", "mean"):
        assert abs(Fraction(exact[name]) - Fraction(rounded[name])) <= rounded["error_bound"]
    assert exact["certainty"] == "exact"
    # thousands of digits
    long = ("duel", "dsc", "10", "--at", "2 1", "--k", "100")
    assert len(ask(*long, "--exact", book=tmp_path)["first"]) > 8600


def test_basins_of_the_longest_crash_race(tmp_path: Path) -> None:
    answer = ask("basins", "dsc", "40", "--k-max", "1000000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in answer["basins"]] == [11, 575, 231977]


def test_more_playouts_do_harm_below_the_first_blunder(tmp_path: Path) -> None:
    """MC(inf) errs in S(1,2) from heap 14 on; the dissertation, section 2.5.2, sees no mean above one half up to k = 2500."""
    double = ask("basins", "subtraction", "11", "--moves", "1,2", "--k-max", "1000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in double["basins"]] == [7, 683]
    asked = "first-over-half subtraction 12 --moves 1,2 --k-max 1300 --compute"
    over = ask(*asked.split(), book=tmp_path)
    assert over["k"] == 1217


def test_random_play_of_3_5_11(tmp_path: Path) -> None:
    """The page on random play in the number game 3-5-11, figure 3."""
    expected = ["0", "0", "1/3", "1/3", "2/3", "5/9", "5/9", "1/3", "10/27"]
    words = ("--moves", "3,5,11", "--overshoot", "loses")
    assert [ask("random", "subtraction", n, *words, book=tmp_path)["win"] for n in range(1, 10)] == expected


@pytest.mark.parametrize(
    "line",
    [
        "esr 3 4 2 --first mc:2 --second mc:5",
        "dsc 12 --first mc:20 --second mc:inf",
        "subtraction 31 --moves 1,2 --first mc:4 --second perfect",
        "subtraction 40 --moves 3,5,11 --overshoot loses --first careful --second half-perfect",
        "subtraction 23 --moves 2,3,7 --overshoot illegal --first random --second mc:3",
    ],
)
def test_simulated_games_agree_with_the_exact_duel(line: str, tmp_path: Path) -> None:
    """With fixed seeds that might have failed."""
    games = ask("simulate", *line.split(), "--games", "4000", "--seed", "11", book=tmp_path)
    exact = ask("duel", *line.split(), book=tmp_path)
    assert abs(games["first"] - float(Fraction(exact["first"]))) < 3.5 * games["standard_error"]
    assert games["interval"][0] <= games["first"] <= games["interval"][1]
    assert (games["samples"], games["certainty"], games["level"]) == (4000, "sampled", 0.95)


def test_simulated_games_are_repeated_by_their_seed(tmp_path: Path) -> None:
    words = ("simulate", "dsc", "9", "--first", "mc:2", "--second", "random", "--games", "300")
    one, same, other = (ask(*words, "--seed", seed, book=tmp_path) for seed in ("4", "4", "5"))
    assert one == same
    assert one["wins"] != other["wins"]


def test_where_playouts_first_mislead(tmp_path: Path) -> None:
    """Example 3.18: 74, 767 and 7694 at e = 1/3 - d, d = 1e-2, 1e-4, 1e-6."""
    for d, heap in ((10**2, 74), (10**4, 767), (10**6, 7694)):
        e = Fraction(1, 3) - Fraction(1, d)
        words = ("--moves", "1,2", "--kind", "informed", "--epsilon", str(e))
        assert ask("asymmetry", "8000", *words, book=tmp_path)["bad_moves"][0][0] == heap
        estimate = ask("bias", *words, "--limit", "3", book=tmp_path)["first_bad_estimate"]
        assert estimate <= heap < estimate + 3


def test_weights_follow_the_order_of_the_moves_and_a_static_bias_is_two_of_them(tmp_path: Path) -> None:
    one = ask("bias", "--moves", "1,2,5", "--weights", "1/2,1/3,1/6", book=tmp_path)
    assert one == ask("bias", "--moves", "5,1,2", "--weights", "1/6,1/2,1/3", book=tmp_path)
    # 1/2 to heap 1, which wins, and the rest wins at once
    assert (one["win"]["1"], one["win"]["2"]) == ("1", "1/2")
    weights = ask("bias", "--moves", "2,3", "--weights", "1/3,2/3", book=tmp_path)
    epsilon = ask("bias", "--moves", "2,3", "--epsilon", "1/3", book=tmp_path)
    assert weights.pop("question") != epsilon.pop("question")
    assert weights == epsilon


@pytest.mark.parametrize("epsilon", [0.1, "0.1", "1e-1", "1/10", Fraction(1, 10)])
def test_a_decimal_is_read_exactly_in_python_too(epsilon: object, tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        assert book.montecarlo.bias("1,2", epsilon=epsilon).win[2] == Fraction(11, 20)  # type: ignore[arg-type]
