"""Codes and elements against codes that are colours of fields, one by one; counts without lists."""

from functools import cache
from itertools import permutations
from math import factorial
from random import Random

import numpy as np
import pytest
from beams_games import TINY, WRONG
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Beam, History, Variant, fields_of, make_board
from tafelwerk.solvers.beams import codes_left as module
from tafelwerk.solvers.beams.codes_left import Codes, bitset, bitsets, consistent, history_bitset, list_codes
from tafelwerk.solvers.beams.elements import BATCH, MOST_COLOURS, asked_colours, count_elements, piece_counts
from tafelwerk.solvers.beams.patterns import patterns
from tafelwerk.solvers.beams.pieces import answers

SMALL = [VARIANTS["3c6p"], *TINY]


def beams_of(variant: Variant, code: naive.Code, asked: list[naive.Query]) -> tuple[Beam, ...]:
    """What a code answers."""
    lines = naive.lines(variant.shape)
    return tuple(
        Beam(colour, line, sum((code[field] == colour) << bit for bit, field in enumerate(lines[line])))
        for colour, line in asked
    )


@st.composite
def histories(draw: st.DrawFn, variants: list[Variant], most: int = 7) -> tuple[Variant, tuple[Beam, ...]]:
    """Beams that one code answers, any colours in any order; now and then one that is no answer of it."""
    variant = draw(st.sampled_from(variants))
    code = draw(st.sampled_from(naive.codes(variant)))
    lines = naive.lines(variant.shape)
    diagonals = draw(st.lists(st.integers(0, len(lines) - 1), unique=True, max_size=most))
    asked = [(draw(st.integers(0, variant.colours - 1)), line) for line in diagonals]
    history = list(beams_of(variant, code, asked))
    if history and draw(st.integers(0, 3)) == 0:
        place = draw(st.integers(0, len(history) - 1))
        history[place] = history[place]._replace(
            hits=draw(st.integers(0, 2 ** len(lines[history[place].diagonal]) - 1))
        )
    return variant, tuple(history)


listed = cache(list_codes)


def colours_of(codes: Codes, numbers: NDArray[np.integer]) -> list[naive.Code]:
    """Colours of the fields of codes."""
    pieces = [fields_of(int(piece)) for piece in codes.pieces]
    owners = [{f: c for c, piece in enumerate(row) for f in pieces[piece]} for row in codes.piece_of[:, numbers].T]
    return [tuple(owner[field] for field in sorted(owner)) for owner in owners]


def numbers_of(bits: NDArray[np.uint8]) -> NDArray[np.intp]:
    return np.flatnonzero(np.unpackbits(bits, bitorder="little"))


def remaining(codes: Codes, history: History) -> NDArray[np.uint8]:
    every = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    return np.bitwise_and.reduce([every, *(bitset(codes, beam) for beam in history)])


@cache
def shown_of(variant: Variant) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Patterns, and what the diagonals show of the pieces."""
    pieces, cover = patterns(variant)
    return cover, answers(make_board(variant.shape), pieces)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_order_of_the_codes(variant: Variant) -> None:
    codes = listed(variant)
    assert colours_of(codes, np.arange(len(codes))) == naive.codes(variant)


@pytest.mark.parametrize("variant", [SMALL[0], SMALL[-1]], ids=str)
def test_bitsets_part_the_codes(variant: Variant) -> None:
    codes = listed(variant)
    pairs = list(bitsets(codes))
    beams = [beam for beam, _ in pairs]
    assert beams == sorted(set(beams))
    counts = np.zeros((variant.colours, codes.answers.shape[1], len(codes)), np.int64)
    for beam, bits in pairs:
        numbers = numbers_of(bits)
        assert len(numbers)
        assert np.array_equal(bits, bitset(codes, beam))
        counts[beam.colour, beam.diagonal, numbers] += 1
    assert (counts == 1).all()


@given(histories(SMALL))
def test_codes_and_elements_left_by_a_history(game: tuple[Variant, tuple[Beam, ...]]) -> None:
    """Elements are the codes up to the colours not asked for."""
    variant, history = game
    codes, (cover, shown) = listed(variant), shown_of(variant)
    left = remaining(codes, history)
    assert (left.dtype, left.shape) == (np.uint8, ((len(codes) + 7) // 8,))
    assert colours_of(codes, numbers_of(left)) == naive.left_of(variant, history)
    elements = consistent(cover, shown, history)
    assert elements.dtype == np.uint16
    assert [tuple(row) for row in elements.tolist()] == naive.elements(variant, history)
    check_counts(cover, shown, history, elements)


def check_counts(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, found: NDArray[np.uint16]
) -> None:
    """What is counted without a list is what the list holds."""
    asked = len(asked_colours(history))
    assert count_elements(cover, shown, history) == len(found)
    assert (count_elements(cover, shown, history, 1) > 0) == (len(found) > 0)
    total, counts = piece_counts(cover, shown, history)
    assert total == len(found)
    expected = np.zeros((asked + 1, len(shown)), np.int64)
    for place in range(cover.shape[1]):
        np.add.at(expected[min(place, asked)], found[:, place], 1)
    assert np.array_equal(counts, expected)


@settings(max_examples=10)
@given(st.randoms(use_true_random=False))
def test_elements_and_bitsets_of_six_colours(random: Random) -> None:
    """Each element stands for that many codes, and they answer as the history says."""
    variant = VARIANTS["6c3p"]
    codes, (cover, shown) = listed(variant), shown_of(variant)
    code = colours_of(codes, np.array([random.randrange(len(codes))]))[0]
    lines = random.sample(range(15), random.randint(0, 8))
    history = beams_of(variant, code, [(random.randrange(6), line) for line in lines])
    asked = asked_colours(history)
    elements = consistent(cover, shown, history)
    bits = remaining(codes, history)
    numbers = numbers_of(bits)
    assert len(numbers) == len(elements) * factorial(6 - len(asked))
    others = [colour for colour in range(6) if colour not in asked]
    rows = np.hstack([codes.piece_of[list(asked)][:, numbers].T, np.sort(codes.piece_of[others][:, numbers].T, axis=1)])
    assert {tuple(row) for row in rows.tolist()} == {tuple(row) for row in elements.tolist()}
    check_counts(cover, shown, history, elements)
    bitset_by_pattern = history_bitset(cover, shown, history)
    assert bitset_by_pattern.shape == (311, 90)
    assert np.array_equal(bitset_by_pattern.ravel(), bits)
    again = np.zeros_like(bitset_by_pattern)
    assert history_bitset(cover, shown, history, again) is again
    assert np.array_equal(again, bitset_by_pattern)


def test_other_diagonals() -> None:
    codes = list_codes(VARIANTS["3c6p"], WRONG)
    expected = [
        code for code in naive.codes(VARIANTS["3c6p"]) if code[4] == code[8] == 1 and code[5] != 1 and code[6] != 1
    ]
    found = colours_of(codes, numbers_of(bitset(codes, Beam(1, 1, 0b1001))))
    # bits go by the field's number: 4, 5, 6, 8
    assert fields_of(WRONG[1]) == [4, 5, 6, 8]
    assert found == expected


def test_says_what_was_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = listed(VARIANTS["3c6p"])
    cover, shown = shown_of(VARIANTS["3c6p"])
    with pytest.raises(InputError, match="colour 3 at place 1; it is 0 to 2"):
        bitset(codes, Beam(3, 0, 0))
    with pytest.raises(InputError, match="diagonal 15 at place 1; it is 0 to 14"):
        bitset(codes, Beam(0, 15, 0))
    for ask in (consistent, count_elements, piece_counts):
        with pytest.raises(InputError, match="diagonal 15 at place 2"):
            ask(cover, shown, [Beam(0, 1, 0), Beam(0, 15, 0)])
    assert len(consistent(cover, shown, (), 310)) == 310
    with pytest.raises(InputError, match="it leaves 310 elements; at most 309 can be listed"):
        consistent(cover, shown, (), 309)
    with pytest.raises(InputError, match="3 colours do not fill whole bytes"):
        history_bitset(cover, shown, ())
    wide = Variant("9c2p", 9, 2, 3)
    with pytest.raises(InputError, match="9c2p has 37,739,520 codes; at most 1,000,000"):
        list_codes(wide)
    monkeypatch.setattr(module, "MOST_CODES", 1860)
    assert len(list_codes(VARIANTS["3c6p"])) == 1860
    monkeypatch.setattr(module, "MOST_CODES", 1859)
    with pytest.raises(InputError, match="3c6p has 1,860 codes; at most 1,859"):
        list_codes(VARIANTS["3c6p"])
    with pytest.raises(InputError, match="at most 8 colours, not 9"):
        count_elements(*shown_of(wide), ())


def test_eight_colours_that_may_have_any_piece() -> None:
    cover, shown = np.arange(8, dtype=np.uint16)[None], np.zeros((8, 8), np.uint8)
    history = [Beam(colour, colour, 0) for colour in range(MOST_COLOURS)]
    assert count_elements(cover, shown, history) == factorial(8)
    total, counts = piece_counts(cover, shown, history)
    assert total == factorial(8)
    assert (counts[:8] == factorial(7)).all()
    assert (counts[8] == 0).all()


@pytest.mark.parametrize("patterns", [1, BATCH, BATCH + 1])
def test_patterns_in_batches(patterns: int) -> None:
    """Elements by permutations; patterns that no element can come of stand among the others."""
    random = np.random.default_rng(patterns)
    cover = np.sort(np.argsort(random.random((patterns, 12)), axis=1)[:, :4], axis=1).astype(np.uint16)
    shown = random.integers(0, 2, (12, 3)).astype(np.uint8)
    history = [Beam(2, 0, 1), Beam(0, 1, 0), Beam(2, 2, 0)]
    total, expected = 0, np.zeros((3, 12), np.int64)
    for pattern in cover.tolist():
        for zero, two in permutations(pattern, 2):
            if shown[two, 0] == 1 and shown[zero, 1] == 0 and shown[two, 2] == 0:
                total += 1
                for piece in pattern:
                    expected[0 if piece == zero else 1 if piece == two else 2, piece] += 1
    assert count_elements(cover, shown, history) == total
    found, counts = piece_counts(cover, shown, history)
    assert found == total
    assert np.array_equal(counts, expected)
    assert total == 0 or 0 < count_elements(cover, shown, history, 1) <= total
