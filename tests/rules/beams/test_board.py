"""The board against its definition, field by field."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, connected, fields_of, make_board


@pytest.mark.parametrize(("side", "fields", "diagonals"), [(2, 6, 9), (3, 18, 15), (4, 36, 21), (5, 60, 27)])
def test_equals_the_definition(side: int, fields: int, diagonals: int) -> None:
    """Fields and diagonals: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    board = make_board(side)
    assert len(board.fields) == fields
    assert board.all.bit_count() == fields
    assert len(board.diagonals) == diagonals
    assert list(board.fields) == naive.cells(side)
    assert [fields_of(line) for line in board.diagonals] == naive.lines(side)
    for place, cell in enumerate(board.fields):
        near = [i for i, other in enumerate(board.fields) if naive.steps(cell, other) == 1]
        assert fields_of(board.neighbours[place]) == near
        assert (board.edge >> place & 1 == 1) == naive.on_edge(side, [place])


@pytest.mark.parametrize("side", [3, 4, 5])
def test_every_field_lies_on_three_diagonals(side: int) -> None:
    board = make_board(side)
    lengths = [line.bit_count() for line in board.diagonals]
    # from edge to edge, the middle one without the centre
    one_direction = [
        *range(side, 2 * side - 1),
        2 * side - 2,
        *range(2 * side - 2, side - 1, -1),
    ]
    assert lengths == one_direction * 3
    for field in range(len(board.fields)):
        assert sum(line >> field & 1 for line in board.diagonals) == 3


def test_diagonals_of_side_three() -> None:
    diagonals = [set(fields_of(line)) for line in make_board(3).diagonals]
    assert diagonals[1] == {3, 4, 5, 6}
    assert {3, 8, 12, 16} in diagonals
    assert {8, 4, 5, 6} not in diagonals


def test_diagonals_are_straight() -> None:
    """The fields of a diagonal, in their order, are each a step further on in one direction; the centre is leapt over."""
    for side in (2, 3, 4, 5):
        board = make_board(side)
        for direction, step in enumerate([(1, 0), (0, 1), (1, -1)]):
            for line in board.diagonals[direction * (2 * side - 1) : (direction + 1) * (2 * side - 1)]:
                along = [board.fields[field] for field in fields_of(line)]
                for (q, r), (next_q, next_r) in pairwise(along):
                    steps = {(next_q - q, next_r - r), (q - next_q, r - next_r)}
                    middle = (q + next_q, r + next_r) == (0, 0)
                    assert (step[0] * (1 + middle), step[1] * (1 + middle)) in steps


def test_variants_fill_their_boards() -> None:
    for variant in VARIANTS.values():
        assert variant.colours * variant.size == len(make_board(variant.shape).fields)
        assert variant.name == f"{variant.colours}c{variant.size}p"


@given(st.integers(2, 5), st.data())
def test_sets_hang_together_as_one_can_walk(side: int, data: st.DataObject) -> None:
    board = make_board(side)
    fields = data.draw(st.sets(st.integers(0, len(board.fields) - 1), min_size=1, max_size=12))
    mask = sum(1 << field for field in fields)
    assert fields_of(mask) == sorted(fields)
    assert connected(mask, board.neighbours) == naive.hangs_together(side, fields)


@pytest.mark.parametrize("side", [-1, 0, 1, 6])
def test_says_which_sides_there_are(side: int) -> None:
    with pytest.raises(InputError, match=f"2 to 5 fields, not {side}"):
        make_board(side)
