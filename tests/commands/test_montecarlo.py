"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

from fractions import Fraction
from functools import partial

from program import answered

ask = partial(answered, "montecarlo")


def test_duel_of_huge_agents(tmp_path):
    far = ask("duel", "subtraction", "50", "--moves", "1,2", "--k", "1000000000000", book=tmp_path)
    three = ask("duel", "subtraction", "40", "--moves", "1,3,4", "--k", "1000000000", book=tmp_path)
    for answer in (far, three):
        assert answer["error_bound"] <= 1e-13
        assert 0 <= answer["mean"] <= 1


def test_exact_duel_agrees_with_the_float(tmp_path):
    exact = ask("duel", "dsc", "6", "--k", "3", "--exact", book=tmp_path)
    rounded = ask("duel", "dsc", "6", "--k", "3", book=tmp_path)
    for name in ("first", "second", "mean"):
        assert abs(Fraction(exact[name]) - Fraction(rounded[name])) <= rounded["error_bound"]
    assert exact["certainty"] == "exact"


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
