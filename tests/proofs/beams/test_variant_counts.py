"""Pieces counted by the cells of rows, against those that are listed one by one."""

from itertools import product

import pytest

from tafelwerk.families.beams.rules import STORED, Square, variant_of
from tafelwerk.proofs.beams.beams_rules import GAMES, lines, near
from tafelwerk.proofs.beams.variant_counts import cover_count, grown_shapes, shapes_again
from tafelwerk.solvers.beams.pieces import shapes


def test_as_many_pieces_as_are_listed() -> None:
    for size, side in product(range(1, 8), (2, 3, 4)):
        assert shapes_again(size, 2 * side - 1, 2 * side - 1) == shapes(size, side)
    for size, (height, width) in product(range(1, 6), [(2, 5), (3, 4), (4, 4), (5, 6)]):
        assert grown_shapes(size, height, width) == shapes(size, Square(height, width))


@pytest.mark.parametrize("name", STORED)
def test_the_boards_are_those_of_the_rules(name: str) -> None:
    """Fields by number, windows and neighbours, written down twice."""
    side, board = GAMES[name].side, variant_of(name).board
    assert lines(side) == board.windows
    assert near(side) == board.neighbours
    assert GAMES[name].fields == len(board.fields)


def test_patterns_of_the_hexagon_of_thirty_fields() -> None:
    assert cover_count(GAMES["hex30"]) == 398_519


@pytest.mark.slow
def test_those_of_the_expert_game() -> None:
    assert shapes_again(10, 9, 9) == 361_648
