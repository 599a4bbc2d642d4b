"""Patterns against trying every piece on the lowest empty field, the published counts, and the symmetries of the board."""

from collections.abc import Callable
from math import factorial

import numpy as np
import pytest
from beams_games import TINY, compiled
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, make_board
from tafelwerk.solvers.beams.rules.patterns import patterns

SMALL = [
    VARIANTS["3c6p"],
    VARIANTS["6c3p"],
    Variant("3c6p", 3, 6, 3, True),
    Variant("6c3p", 6, 3, 3, True),
    Variant("9c2p", 9, 2, 3),
    Variant("18c1p", 18, 1, 3),
    *TINY,
]

PUBLISHED = {"3c6p": (310, 1860), "6c3p": (311, 223_920), "6c6p": (4_234_462, 3_048_812_640)}
"""Patterns and codes. Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""


@pytest.mark.parametrize(
    "variant",
    [pytest.param(variant, marks=pytest.mark.slow if variant == SMALL[2] else ()) for variant in SMALL],
    ids=str,
)
def test_equals_trying_every_piece(variant: Variant) -> None:
    pieces, cover = patterns(variant)
    assert cover.dtype == np.uint16
    found = [tuple(frozenset(fields_of(int(pieces[piece]))) for piece in row) for row in cover]
    assert found == naive.patterns(variant)


@pytest.mark.parametrize("name", ["3c6p", "6c3p"])
def test_published_counts(name: str) -> None:
    variant = VARIANTS[name]
    count = len(patterns(variant)[1])
    assert (count, count * factorial(variant.colours)) == PUBLISHED[name]
    assert len(naive.codes(variant)) == PUBLISHED[name][1]


@compiled
@pytest.mark.slow
def test_patterns_of_the_standard_game() -> None:
    """They cover the board, each once, in lexicographic order, and symmetries take them to each other."""
    pieces, cover = patterns(VARIANTS["6c6p"])
    assert (len(cover), len(cover) * factorial(6)) == PUBLISHED["6c6p"]
    assert len(np.unique(cover)) == 4627
    assert (np.bitwise_or.reduce(pieces[cover], axis=1) == make_board(4).all).all()
    assert (np.bitwise_count(pieces) == 6).all()
    keys = packed(cover)
    assert (keys[1:] > keys[:-1]).all()
    for turn in TURNS.values():
        images = np.sort(moved(pieces, 4, turn).astype(np.uint16)[cover], axis=1)
        assert np.array_equal(np.sort(packed(images)), keys)


def packed(cover: NDArray[np.uint16]) -> NDArray[np.uint64]:
    """A pattern of six pieces as one number: the sixth piece is what the others leave."""
    key = cover[:, 0].astype(np.uint64)
    for place in range(1, 5):
        key = key << np.uint64(13) | cover[:, place].astype(np.uint64)
    return key


Cell = tuple[int, int]
TURNS: dict[str, Callable[[int, int], Cell]] = {
    "turned": lambda q, r: (-r, q + r),
    "mirrored": lambda q, r: (r, q),
}


def moved(pieces: NDArray[np.uint64], side: int, turn: Callable[[int, int], Cell]) -> NDArray[np.int64]:
    """The numbers of the placed pieces after a symmetry of the board."""
    board = make_board(side)
    goes_to = [board.fields.index(turn(*field)) for field in board.fields]
    number = {int(piece): i for i, piece in enumerate(pieces)}
    return np.array([number[sum(1 << goes_to[field] for field in fields_of(int(piece)))] for piece in pieces])


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_symmetries_lead_to_the_same_patterns(variant: Variant, turn: str) -> None:
    pieces, cover = patterns(variant)
    images = np.sort(moved(pieces, variant.shape, TURNS[turn])[cover], axis=1)
    assert sorted(images.tolist()) == cover.tolist()


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


@pytest.mark.slow
def test_says_what_is_too_much() -> None:
    with pytest.raises(InputError, match="6c10p has 2,350,116 placed pieces; at most 65,536"):
        patterns(VARIANTS["6c10p"])
