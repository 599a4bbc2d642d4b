"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from program import answered

ask = partial(answered, "montecarlo")


def test_duel_of_huge_agents(tmp_path):
    far = ask("duel", "subtraction", "50", "--moves", "1,2", "--k", "1000000000000", book=tmp_path)
    three = ask("duel", "subtraction", "40", "--moves", "1,3,4", "--k", "1000000000", book=tmp_path)
    for answer in (far, three):
        assert answer["error_bound"] <= 1e-12
        assert 0 <= answer["mean"] <= 1


def test_exact_duel_agrees_with_the_float(tmp_path):
    exact = ask("duel", "dsc", "6", "--k", "3", "--exact", book=tmp_path)
    rounded = ask("duel", "dsc", "6", "--k", "3", book=tmp_path)
    for name in ("first", "second", "mean"):
        assert abs(Fraction(exact[name]) - Fraction(rounded[name])) <= rounded["error_bound"]
    assert exact["certainty"] == "exact"
    # thousands of digits
    long = ("duel", "dsc", "10", "--at", "2 1", "--k", "100")
    assert len(ask(*long, "--exact", book=tmp_path)["first"]) > 8600


def test_basins_of_the_longest_crash_race(tmp_path):
    answer = ask("basins", "dsc", "40", "--k-max", "1000000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in answer["basins"]] == [11, 575, 231977]


def test_more_playouts_do_harm_below_the_first_blunder(tmp_path):
    """MC(inf) errs in S(1,2) from heap 14 on; the dissertation, section 2.5.2, sees no mean above one half up to k = 2500."""
    double = ask("basins", "subtraction", "11", "--moves", "1,2", "--k-max", "1000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in double["basins"]] == [7, 683]
    asked = "first-over-half subtraction 12 --moves 1,2 --k-max 1300 --compute"
    over = ask(*asked.split(), book=tmp_path)
    assert over["k"] == 1217


def test_the_double_step_race_has_one_basin(tmp_path):
    answer = ask("basins", "dsr", "40", "--k-max", "100000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in answer["basins"]] == [20]


def test_random_play_of_3_5_11(tmp_path):
    """The page on random play in the number game 3-5-11, figure 3."""
    expected = ["0", "0", "1/3", "1/3", "2/3", "5/9", "5/9", "1/3", "10/27"]
    found = [
        ask("random", "subtraction", str(n), "--moves", "3,5,11", "--overshoot", "loses", book=tmp_path)["win"]
        for n in range(1, 10)
    ]
    assert found == expected


@pytest.mark.parametrize(
    "words",
    [
        ("esr", "3", "4", "2", "--first", "mc:2", "--second", "mc:5"),
        ("dsc", "12", "--first", "mc:20", "--second", "mc:inf"),
        ("subtraction", "31", "--moves", "1,2", "--first", "mc:4", "--second", "perfect"),
        (
            "subtraction",
            "40",
            "--moves",
            "3,5,11",
            "--overshoot",
            "loses",
            "--first",
            "careful",
            "--second",
            "half-perfect",
        ),
        ("subtraction", "23", "--moves", "2,3,7", "--overshoot", "illegal", "--first", "random", "--second", "mc:3"),
    ],
)
def test_simulated_games_agree_with_the_exact_duel(words: tuple[str, ...], tmp_path: Path) -> None:
    """With fixed seeds that might have failed."""
    games = ask("simulate", *words, "--games", "4000", "--seed", "11", book=tmp_path)
    exact = ask("duel", *words, book=tmp_path)
    chance = float(Fraction(exact["first"]))
    assert abs(games["first"] - chance) < 3.5 * games["standard_error"]
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


def test_bias_of_one_and_two(tmp_path: Path) -> None:
    """Examples 3.6, 3.7 and 3.17."""
    found = ask("bias", "--moves", "1,2", "--epsilon", "0", book=tmp_path)
    assert abs(found["critical_epsilon"] - (2 - 5**0.5)) < 1e-15
    assert f"{found['beat_period']:.3f}" == "38.730"
    assert len(found["win"]) == 50
    x = {0: Fraction(0), 1: Fraction(1)}
    for m in range(2, 51):
        x[m] = 1 - (x[m - 1] + x[m - 2]) / 2
        assert Fraction(found["win"][str(m)]) == x[m]
        assert abs(found["closed_form"][str(m)] - x[m]) < 1e-13


def test_weights_follow_the_order_of_the_moves(tmp_path: Path) -> None:
    one = ask("bias", "--moves", "1,2,5", "--weights", "1/2,1/3,1/6", book=tmp_path)
    other = ask("bias", "--moves", "5,1,2", "--weights", "1/6,1/2,1/3", book=tmp_path)
    assert one == other
    assert one["win"]["1"] == "1"
    # 1/2 to heap 1, which wins, and the rest wins at once
    assert one["win"]["2"] == "1/2"


def test_a_static_bias_is_two_weights(tmp_path: Path) -> None:
    weights = ask("bias", "--moves", "2,3", "--weights", "1/3,2/3", book=tmp_path)
    epsilon = ask("bias", "--moves", "2,3", "--epsilon", "1/3", book=tmp_path)
    assert weights.pop("question") != epsilon.pop("question")
    assert weights == epsilon
