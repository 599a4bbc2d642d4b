"""The page of a proof, for what no small game shows."""

import io
from fractions import Fraction

from rich.console import Console

from tafelwerk.commands.dresher.proof import Proof
from tafelwerk.commands.dresher.proof_text import proof_text
from tafelwerk.commands.dresher.words import Game
from tafelwerk.tables.dresher import Hider, Searcher, Value, WeightedTree


def test_numbers_that_take_less_are_named() -> None:
    """Strategies of three numbers that are not optimal: one tree, whose root takes 1 and not 2."""
    value = Value(3, 2, 1, 2.0, (9, 5), False, 1, 2, None, None, None, False, 1, 0.1)
    game = Game(value, Hider(3, 2, (1, 0, 1)), Searcher(3, 1, (WeightedTree(1, (2, 1, 2)),)))
    proof = Proof(game, Fraction(2), Fraction(2), (2, 1, 2), (Fraction(2),) * 3, Fraction(9, 5))
    page = io.StringIO()
    Console(file=page, width=100).print(proof_text(proof, "book"))
    lines = [line.split() for line in page.getvalue().splitlines()]
    assert ["1,", "3", "2", "2.000000", "all", "of", "the", "value"] in lines
    assert ["2", "1", "1.000000", "1.000000", "less"] in lines
    assert "A number that takes less is none for a hider who plays best." in page.getvalue()
    assert "The hider plays 1, 3, and there" in " ".join(page.getvalue().split())
