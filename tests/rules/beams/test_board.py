"""The board against its definition, field by field."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import (
    STORED,
    VARIANTS,
    Hexagon,
    Shape,
    Square,
    fields_of,
    is_connected,
    make_board,
    variant,
    variant_of,
)


def test_equals_the_definition() -> None:
    """Fields and diagonals: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    for side, fields, diagonals in [(2, 6, 9), (3, 18, 15), (4, 36, 21), (5, 60, 27)]:
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


def test_every_field_lies_on_three_diagonals() -> None:
    for side in [3, 4, 5]:
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
    for rules in VARIANTS.values():
        assert rules.colours * rules.size == len(rules.board.fields)
        if isinstance(rules.shape, int):
            assert rules.name == f"{rules.colours}c{rules.size}p"


SQUARES = [Square(4, 4), Square(3, 5, "directions"), Square(2, 6, corners=False), Square(5, 3, "directions", False)]


@pytest.mark.parametrize("shape", [Hexagon((4, 4, 3)), Hexagon((2, 3, 4)), *SQUARES], ids=str)
def test_other_boards_equal_the_definition(shape: Shape) -> None:
    board = make_board(shape)
    assert list(board.fields) == naive.cells(shape)
    assert [list(window) for window in board.windows] == naive.lines(shape)
    assert [fields_of(line) for line in board.diagonals] == [sorted(line) for line in naive.lines(shape)]
    for place, cell in enumerate(board.fields):
        near = [other for other, at in enumerate(board.fields) if naive.touch(shape, cell, at)]
        assert fields_of(board.neighbours[place]) == near
    assert sorted(field for window in board.windows[: board.rows] for field in window) == list(range(len(board.fields)))


def test_the_hexagon_of_thirty_fields() -> None:
    """The only convex hexagon of 30 fields with every side at least 3 has rows of 4, 5, 6, 6, 5, 4 fields and 19 diagonals."""
    board = VARIANTS["hex30"].board
    assert [len(window) for window in board.windows[:6]] == [4, 5, 6, 6, 5, 4]
    assert len(board.windows) == 19


def test_windows_of_squares() -> None:
    for name, windows in [
        ("square30", 22),
        ("square36", 24),
        ("square30-directions", 31),
        ("square36-directions", 34),
        ("4x4c4", 16),
    ]:
        assert len(variant_of(name).board.windows) == windows


def test_a_window_counts_from_its_own_side() -> None:
    windows = variant_of("square36").board.windows
    assert windows[0] == (0, 1, 2, 3, 4, 5)
    assert windows[12] == (5, 4, 3, 2, 1, 0)
    assert windows[7] == (1, 7, 13, 19, 25, 31)
    assert windows[19] == (31, 25, 19, 13, 7, 1)


def test_names_of_variants_are_read_back() -> None:
    for name in [*STORED, "4x4c4", "3x4c3-directions", "2x8c4"]:
        assert variant_of(name).name == variant(name) == name


@given(st.integers(2, 5), st.data())
def test_sets_hang_together_as_one_can_walk(side: int, data: st.DataObject) -> None:
    board = make_board(side)
    fields = data.draw(st.sets(st.integers(0, len(board.fields) - 1), min_size=1, max_size=12))
    mask = sum(1 << field for field in fields)
    assert fields_of(mask) == sorted(fields)
    assert is_connected(mask, board.neighbours) == naive.hangs_together(side, fields)


def test_says_which_sides_there_are() -> None:
    for side in [-1, 0, 1, 6]:
        with pytest.raises(InputError, match=f"2 to 5 fields, not {side}"):
            make_board(side)
