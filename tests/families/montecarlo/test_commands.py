"""What the family's commands say of long numbers and of weights."""

from fractions import Fraction
from functools import partial
from pathlib import Path

from program import answered

from tafelwerk import open_book

ask = partial(answered, "montecarlo")


def test_fractions_of_thousands_of_digits_are_written(tmp_path: Path) -> None:
    """Python refuses them, unless it is told."""
    words = ("duel", "dsc", "10", "--at", "2 1", "--k", "100")
    exact, rounded = ask(*words, "--exact", book=tmp_path), ask(*words, book=tmp_path)
    assert len(exact["first"]) > 8600
    numerator, denominator = (value[:40] for value in exact["first"].split("/"))
    assert abs(int(numerator) / int(denominator) - rounded["first"]) < 1e-12
    assert exact["certainty"] == "exact"


def test_weights_follow_the_order_of_the_moves_and_a_static_bias_is_two_of_them(tmp_path: Path) -> None:
    one = ask("bias", "--moves", "1,2,5", "--weights", "1/2,1/3,1/6", book=tmp_path)
    assert one == ask("bias", "--moves", "5,1,2", "--weights", "1/6,1/2,1/3", book=tmp_path)
    # 1/2 to heap 1, which wins, and the rest wins at once
    assert (one["win"]["1"], one["win"]["2"]) == ("1", "1/2")
    weights = ask("bias", "--moves", "2,3", "--weights", "1/3,2/3", book=tmp_path)
    epsilon = ask("bias", "--moves", "2,3", "--epsilon", "1/3", book=tmp_path)
    assert weights.pop("question") != epsilon.pop("question")
    assert weights == epsilon


def test_a_decimal_is_read_exactly_in_python_too(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        for epsilon in (0.1, "0.1", "1e-1", "1/10", Fraction(1, 10)):
            assert book.montecarlo.bias("1,2", epsilon=epsilon).win[2] == Fraction(11, 20)  # type: ignore[arg-type]
