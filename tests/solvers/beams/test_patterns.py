"""Pieces and patterns against growing them field by field and trying every piece, public counts, and symmetries."""

from math import factorial

import numpy as np
import pytest
from beams_games import TINY, WRONG
from marks import compiled
from naive import beams as naive

from tafelwerk.families.beams import rules
from tafelwerk.solvers.beams.code_paths import pattern_count
from tafelwerk.solvers.beams.patterns import patterns
from tafelwerk.solvers.beams.pieces import field_symmetries, symmetries, windows_of


def test_symmetries_keep_neighbours_and_take_pieces_to_pieces() -> None:
    board, pieces = rules.make_board(3), patterns(rules.VARIANTS["3c6p"])[0].astype(np.int64)
    moves = field_symmetries(board)
    piece_maps, diagonal_maps = symmetries(board, pieces, board.windows)
    assert len(set(moves)) == len(piece_maps) == len(diagonal_maps) == 12
    assert moves[0] == tuple(range(len(board.fields)))
    for moved, to, lines in zip(moves, piece_maps, diagonal_maps, strict=True):
        for field, near in enumerate(board.neighbours):
            assert sorted(moved[other] for other in rules.fields_of(near)) == rules.fields_of(
                board.neighbours[moved[field]]
            )
        for piece in range(0, len(pieces), 50):
            assert {moved[field] for field in rules.fields_of(int(pieces[piece]))} == set(
                rules.fields_of(int(pieces[to[piece]]))
            )
        for line, mask in enumerate(board.diagonals):
            assert {moved[field] for field in rules.fields_of(mask)} == set(
                rules.fields_of(board.diagonals[lines[line]])
            )
    # those that some diagonals, or a wrong one, leave
    assert len(symmetries(board, pieces, windows_of(board, WRONG))[0]) < 12
    assert [len(symmetries(board, pieces, board.windows[:count])[0]) for count in (5, 10)] == [4, 4]


CUT = [
    rules.VARIANTS["6c3p"],
    rules.Variant("6c3p", 6, 3, 3, True),
    rules.Variant("9c2p", 9, 2, 3),
    *TINY,
    rules.Variant("", 2, 2, rules.Square(2, 2)),
    rules.Variant("", 3, 4, rules.Square(4, 3)),
    rules.Variant("", 7, 2, rules.Square(2, 7)),
    rules.Variant("", 2, 5, rules.Hexagon((2, 2, 3))),
]


@pytest.mark.parametrize("variant", CUT, ids=str)
def test_equals_trying_every_piece(variant: rules.Variant) -> None:
    pieces, cover = patterns(variant)
    masks = [frozenset(rules.fields_of(int(piece))) for piece in pieces]
    assert masks == naive.pieces(variant)
    assert [tuple(masks[piece] for piece in row) for row in cover] == naive.patterns(variant)
    assert pattern_count(variant) == len(cover)


@compiled
def test_public_counts_of_side_contact() -> None:
    """Divisions of the 4 x 4 square into four pieces of four fields and of the 6 x 6 square into six of six, side contact only.
    The On-Line Encyclopedia of Integer Sequences, A172477."""
    counts = [pattern_count(rules.Variant("", side, side, rules.Square(side, side, corners=False))) for side in (4, 6)]
    assert counts == [117, 451_206]


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
                count = pattern_count(rules.variant_of(name))
                if rules.is_listed(name):
                    assert count * factorial(colours) < 120_000
                if rules.is_analysed(name):
                    assert count < 1_400_000
