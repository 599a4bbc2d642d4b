"""The page of a proof, for what no small game shows."""

import io
from fractions import Fraction

from rich.console import Console

from tafelwerk.families.dresher.answers import BestReply, Conjectures, Explanation, Guarantees
from tafelwerk.families.dresher.layouts import proof_text


def test_numbers_that_take_less_are_named() -> None:
    """Strategies of three numbers that are not optimal: one tree, whose root takes 1 and not 2."""
    two, bound, half = Fraction(2), Fraction(9, 5), Fraction(1, 2)
    found = Explanation(
        3,
        two,
        two,
        two,
        Guarantees(two, two, bound),
        BestReply((1, 2, 3), (2, 1, 2)),
        (two,) * 3,
        (two, Fraction(1), two),
        (half, Fraction(0), half),
        bound,
        False,
        Conjectures(None, None, None),
        False,
        2,
        1,
    )
    page = io.StringIO()
    Console(file=page, width=100).print(proof_text(found))
    lines = [line.split() for line in page.getvalue().splitlines()]
    assert ["1,", "3", "2", "2.000000", "the", "value"] in lines
    assert ["2", "1", "1.000000", "1.000000", "less"] in lines
    assert "An optimal hider never picks a number that takes fewer guesses." in page.getvalue()
    assert "The hider picks 1, 3, and for these numbers" in " ".join(page.getvalue().split())
