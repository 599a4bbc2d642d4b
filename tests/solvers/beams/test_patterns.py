"""Pieces and patterns against growing them field by field and trying every piece, the published counts, and symmetries."""

from math import factorial

import numpy as np
import pytest
from beams_games import TINY, WRONG, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import (
    VARIANTS,
    Hexagon,
    Square,
    Variant,
    fields_of,
    is_analysed,
    is_listed,
    make_board,
    variant_of,
)
from tafelwerk.solvers.beams import patterns as module
from tafelwerk.solvers.beams.patterns import pattern_count, patterns
from tafelwerk.solvers.beams.pieces import (
    answers,
    connected_sets,
    field_symmetries,
    placed_pieces,
    shapes,
    symmetries,
    windows_of,
)
from tafelwerk.solvers.machine.jit import INTERPRETED

A001207 = (1, 3, 11, 44, 186, 814, 3652, 16689)
"""Hexagonal polyominoes of 1, 2, ... cells, turned and mirrored ones counted apart. The On-Line Encyclopedia of Integer
Sequences, A001207."""


def test_published_shapes() -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    counts = {name: shapes(VARIANTS[name].size, VARIANTS[name].shape) for name in ("3c6p", "6c3p", "6c6p", "6c10p")}
    assert counts == {"3c6p": 751, "6c3p": 11, "6c6p": 814, "6c10p": 361_648}


def test_shapes_in_a_rhombus_that_holds_all() -> None:
    assert tuple(shapes(size, 5) for size in range(1, 9)) == A001207


def test_says_how_large_a_piece_may_be() -> None:
    assert shapes(12, 2) == 0  # nothing fits
    for size in (0, 13):
        with pytest.raises(InputError, match=f"1 to 12 fields, not {size}"):
            shapes(size, 2)


@pytest.mark.parametrize(
    ("variant", "count"),
    [
        (VARIANTS["3c6p"], 871),
        (Variant("6c3p", 6, 3, 3, True), 72),
        (Variant("3c2p", 3, 2, 2), 6),
    ],
    ids=str,
)
def test_placed_pieces_equal_those_grown(variant: Variant, count: int) -> None:
    pieces = placed_pieces(variant)
    assert pieces.dtype == np.uint64
    assert len(pieces) == count
    assert [frozenset(fields_of(int(piece))) for piece in pieces] == naive.pieces(variant)


@given(st.integers(2, 4), st.integers(1, 5), st.data())
def test_each_connected_set_comes_once(side: int, size: int, data: st.DataObject) -> None:
    board = make_board(side)
    lowest = data.draw(st.integers(0, len(board.fields) - 1))
    allowed = data.draw(st.integers(0, board.all)) | 1 << lowest
    found = [frozenset(fields_of(cells)) for cells in connected_sets(board.neighbours, size, allowed, lowest)]
    assert len(set(found)) == len(found)
    every = naive.connected_sets(side, size)
    assert set(found) == {cells for cells in every if min(cells) == lowest and all(allowed >> i & 1 for i in cells)}


def test_answers_are_the_fields_hit() -> None:
    pieces = placed_pieces(VARIANTS["6c3p"])
    shown = answers(make_board(3), pieces)
    assert shown.dtype == np.uint8
    check_answers(pieces, shown, naive.lines(3))
    lines = [[4, 5, 6, 8], [0, 17], [3]]
    shown = answers(make_board(3), pieces, [sum(1 << field for field in line) for line in lines])
    check_answers(pieces, shown, lines)


def check_answers(pieces: NDArray[np.uint64], shown: NDArray[np.uint8], lines: naive.Lines) -> None:
    assert shown.shape == (len(pieces), len(lines))
    for piece, row in list(zip(pieces.tolist(), shown.tolist(), strict=True))[::7]:
        covered = fields_of(piece)
        assert row == [sum((field in covered) << bit for bit, field in enumerate(line)) for line in lines]


@pytest.mark.parametrize("side", [2, 4])
def test_twelve_that_keep_neighbours(side: int) -> None:
    board = make_board(side)
    found = field_symmetries(board)
    assert len(set(found)) == 12
    assert found[0] == tuple(range(len(board.fields)))
    for moved in found:
        for field, near in enumerate(board.neighbours):
            assert sorted(moved[other] for other in fields_of(near)) == fields_of(board.neighbours[moved[field]])


def test_maps_of_pieces_and_diagonals() -> None:
    variant = Variant("3c6p", 3, 6, 3)
    board, pieces = make_board(3), placed_pieces(variant).astype(np.int64)
    piece_maps, diagonal_maps = symmetries(board, pieces, board.windows)
    moves = field_symmetries(board)
    assert len(piece_maps) == len(diagonal_maps) == 12
    for moved, to, lines in zip(moves, piece_maps, diagonal_maps, strict=True):
        for piece in range(0, len(pieces), 50):
            image = {moved[field] for field in fields_of(int(pieces[piece]))}
            assert image == set(fields_of(int(pieces[to[piece]])))
        for line, mask in enumerate(board.diagonals):
            assert {moved[field] for field in fields_of(mask)} == set(fields_of(board.diagonals[lines[line]]))


def test_a_wrong_diagonal_leaves_few() -> None:
    board, pieces = make_board(3), placed_pieces(Variant("3c6p", 3, 6, 3)).astype(np.int64)
    assert len(symmetries(board, pieces, windows_of(board, WRONG))[0]) < 12
    assert len(symmetries(board, pieces, board.windows[:5])[0]) == 4
    assert len(symmetries(board, pieces, board.windows[:10])[0]) == 4


SMALL = [
    VARIANTS["6c3p"],
    Variant("6c3p", 6, 3, 3, True),
    Variant("9c2p", 9, 2, 3),
    *TINY,
]


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_equals_trying_every_piece(variant: Variant) -> None:
    pieces, cover = patterns(variant)
    assert cover.dtype == np.uint16
    by_fields = [tuple(frozenset(fields_of(int(pieces[piece]))) for piece in row) for row in cover]
    assert by_fields == naive.patterns(variant)


def test_published_counts() -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    counts = [len(patterns(VARIANTS[name])[1]) for name in ("3c6p", "6c3p")]
    assert (counts, [counts[0] * factorial(3), counts[1] * factorial(6)]) == ([310, 311], [1860, 223_920])


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        (Variant("1c6p", 1, 6, 2), "1c6p: two or more colours cover the 6 fields, not 1 with 6 each"),
        (Variant("4c6p", 4, 6, 3), "18 fields, not 4 with 6 each"),
        (Variant("3c5p", 3, 5, 3), "not 3 with 5 each"),
        (Variant("2c18p", 2, 18, 9), "2 to 5 fields, not 9"),
    ],
    ids=str,
)
def test_says_what_does_not_cover(variant: Variant, said: str) -> None:
    with pytest.raises(InputError, match=said):
        patterns(variant)


def test_says_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PIECES", 871)
    assert len(patterns(VARIANTS["3c6p"])[0]) == 871
    monkeypatch.setattr(module, "_MOST_PIECES", 870)
    with pytest.raises(InputError, match="3c6p has 871 placed pieces; at most 870 are combined"):
        patterns(VARIANTS["3c6p"])


def test_four_squares_in_two_pieces() -> None:
    """Two dominoes lie upright, flat or crossed."""
    assert pattern_count(variant_of("2x2c2")) == 3


@pytest.mark.parametrize(
    "variant", [*TINY, Variant("", 3, 4, Square(4, 3)), Variant("", 2, 5, Hexagon((2, 2, 3)))], ids=str
)
def test_equals_the_patterns_cut_one_by_one(variant: Variant) -> None:
    assert pattern_count(variant) == len(naive.patterns(variant))


def test_public_counts_of_side_contact() -> None:
    """Divisions of the 4 x 4 square into four pieces of four fields and of the 6 x 6 square into six of six, side contact only.
    The On-Line Encyclopedia of Integer Sequences, A172477."""
    assert pattern_count(Variant("", 4, 4, Square(4, 4, corners=False))) == 117
    if not INTERPRETED:
        assert pattern_count(Variant("", 6, 6, Square(6, 6, corners=False))) == 451_206


@pytest.mark.parametrize("name", ["3c6p", "6c3p", "4x4c4"])
def test_equals_exact_cover(name: str) -> None:
    assert pattern_count(variant_of(name)) == len(patterns(variant_of(name))[1])


@compiled
def test_boards_whose_codes_or_patterns_are_listed() -> None:
    """The limits of boards of squares keep to what the listing of codes and of patterns has room for."""
    for fields in range(4, 26):
        for rows in range(2, 9):
            columns, rest = divmod(fields, rows)
            for colours in range(2, 7):
                if rest or not rows <= columns <= 8 or fields % colours:
                    continue
                name = f"{rows}x{columns}c{colours}"
                count = pattern_count(variant_of(name))
                if is_listed(name):
                    assert count * factorial(colours) < 120_000
                if is_analysed(name):
                    assert count < 1_400_000


def test_says_what_it_has_room_for() -> None:
    with pytest.raises(InputError, match="do not cover 9 fields"):
        pattern_count(Variant("odd", 2, 4, Square(3, 3)))
    with pytest.raises(InputError, match="up to 6 colours"):
        pattern_count(Variant("many", 7, 2, Square(2, 7)))
