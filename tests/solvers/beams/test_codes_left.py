"""Codes that histories leave, and puzzles that leave one, against codes that are colours of fields, looked at one by one."""

from collections import Counter
from functools import cache
from itertools import permutations
from math import factorial
from random import Random

import numpy as np
import pytest
from beams_games import TINY, positions
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Beam, History, Variant, fields_of
from tafelwerk.solvers.beams import codes_left
from tafelwerk.solvers.beams.elements import BATCH, MOST_COLOURS, asked_colours, count_elements, piece_counts
from tafelwerk.solvers.beams.patterns import Problem, make_problem

THREE, SIX = VARIANTS["3c6p"], VARIANTS["6c3p"]
SMALL = (THREE, *TINY)

listed = cache(codes_left.list_codes)


def colours_of(codes: codes_left.Codes, numbers: NDArray[np.integer]) -> list[naive.Code]:
    """Colours of the fields of codes."""
    pieces = [fields_of(int(piece)) for piece in codes.pieces]
    owners = [{f: c for c, piece in enumerate(row) for f in pieces[piece]} for row in codes.piece_of[:, numbers].T]
    return [tuple(owner[field] for field in sorted(owner)) for owner in owners]


def numbers_of(bits: NDArray[np.uint8]) -> NDArray[np.intp]:
    return np.flatnonzero(np.unpackbits(bits, bitorder="little"))


def remaining(codes: codes_left.Codes, history: History) -> NDArray[np.uint8]:
    every = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    return np.bitwise_and.reduce([every, *(codes_left.bitset(codes, beam) for beam in history)])


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_codes_are_in_order_and_each_gives_one_answer_to_a_query(variant: Variant) -> None:
    codes = listed(variant)
    assert colours_of(codes, np.arange(len(codes))) == naive.codes(variant)
    pairs = list(codes_left.bitsets(codes))
    beams = [beam for beam, _ in pairs]
    assert beams == sorted(set(beams))
    counts = np.zeros((variant.colours, codes.answers.shape[1], len(codes)), np.int64)
    for beam, bits in pairs:
        numbers = numbers_of(bits)
        assert len(numbers)
        assert np.array_equal(bits, codes_left.bitset(codes, beam))
        counts[beam.colour, beam.diagonal, numbers] += 1
    assert (counts == 1).all()


def check_counts(problem: Problem, history: History, elements: NDArray[np.uint16]) -> None:
    """What is counted without a list is what the list holds."""
    cover, answers = problem.patterns, problem.answers
    asked = len(asked_colours(history))
    assert count_elements(cover, answers, history) == len(elements)
    assert (count_elements(cover, answers, history, 1) > 0) == (len(elements) > 0)
    total, counts = piece_counts(cover, answers, history)
    assert total == len(elements)
    expected = np.zeros((asked + 1, len(answers)), np.int64)
    for place in range(cover.shape[1]):
        np.add.at(expected[min(place, asked)], elements[:, place], 1)
    assert np.array_equal(counts, expected)


@given(positions(*SMALL, most=7, lies=True))
def test_codes_and_elements_left_by_a_history(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """Elements are the codes up to the colours not asked for."""
    problem, history = position
    variant, codes = problem.variant, listed(problem.variant)
    left = remaining(codes, history)
    assert (left.dtype, left.shape) == (np.uint8, ((len(codes) + 7) // 8,))
    assert colours_of(codes, numbers_of(left)) == naive.left_of(variant, history)
    elements = codes_left.consistent(problem.patterns, problem.answers, history)
    assert elements.dtype == np.uint16
    assert [tuple(row) for row in elements.tolist()] == naive.elements(variant, history)
    check_counts(problem, history, elements)


@settings(max_examples=10)
@given(positions(SIX, most=8))
def test_elements_and_bitsets_of_six_colours(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """Each element stands for that many codes, and they answer as the history says."""
    problem, history = position
    codes, asked = listed(SIX), asked_colours(history)
    elements = codes_left.consistent(problem.patterns, problem.answers, history)
    bits = remaining(codes, history)
    numbers = numbers_of(bits)
    assert len(numbers) == len(elements) * factorial(6 - len(asked))
    others = [colour for colour in range(6) if colour not in asked]
    rows = np.hstack([codes.piece_of[list(asked)][:, numbers].T, np.sort(codes.piece_of[others][:, numbers].T, axis=1)])
    assert {tuple(row) for row in rows.tolist()} == {tuple(row) for row in elements.tolist()}
    check_counts(problem, history, elements)
    by_pattern = codes_left.history_bitset(problem.patterns, problem.answers, history)
    assert by_pattern.shape == (311, 90)
    assert np.array_equal(by_pattern.ravel(), bits)
    again = np.zeros_like(by_pattern)
    assert codes_left.history_bitset(problem.patterns, problem.answers, history, again) is again
    assert np.array_equal(again, by_pattern)


def test_eight_colours_that_may_have_any_piece() -> None:
    cover, answers = np.arange(8, dtype=np.uint16)[None], np.zeros((8, 8), np.uint8)
    history = [Beam(colour, colour, 0) for colour in range(MOST_COLOURS)]
    assert count_elements(cover, answers, history) == factorial(8)
    total, counts = piece_counts(cover, answers, history)
    assert total == factorial(8)
    assert (counts[:8] == factorial(7)).all()
    assert (counts[8] == 0).all()


@pytest.mark.parametrize("patterns", [1, BATCH, BATCH + 1])
def test_patterns_in_batches(patterns: int) -> None:
    """Elements by permutations; patterns that no element can come of stand among the others."""
    random = np.random.default_rng(patterns)
    cover = np.sort(np.argsort(random.random((patterns, 12)), axis=1)[:, :4], axis=1).astype(np.uint16)
    answers = random.integers(0, 2, (12, 3)).astype(np.uint8)
    history = [Beam(2, 0, 1), Beam(0, 1, 0), Beam(2, 2, 0)]
    total, expected = 0, np.zeros((3, 12), np.int64)
    for pattern in cover.tolist():
        for zero, two in permutations(pattern, 2):
            if answers[two, 0] == 1 and answers[zero, 1] == 0 and answers[two, 2] == 0:
                total += 1
                for piece in pattern:
                    expected[0 if piece == zero else 1 if piece == two else 2, piece] += 1
    assert count_elements(cover, answers, history) == total
    found, counts = piece_counts(cover, answers, history)
    assert found == total
    assert np.array_equal(counts, expected)
    assert total == 0 or 0 < count_elements(cover, answers, history, 1) <= total


def word(code: naive.Code) -> str:
    return "".join(str(colour + 1) for colour in code)


@settings(max_examples=6)
@given(positions(*SMALL[:3]))
def test_knowledge_is_that_of_all_codes_looked_at_one_by_one(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    problem, history = position
    knowledge, codes = codes_left.Knowledge(problem, history), naive.left_of(problem.variant, history)
    board, colours = naive.lines(problem.variant.shape), range(problem.variant.colours)
    assert knowledge.remaining == len(codes)
    assert sorted(codes_left.code_text(problem, code) for code in knowledge.codes(10_000)) == sorted(map(word, codes))
    known = [fields[0] + 1 if len(set(fields)) == 1 else 0 for fields in zip(*codes, strict=True)]
    assert list(knowledge.known_colours()) == known
    used = {beam.diagonal for beam in history}
    several = set()
    for colour in colours:
        for diagonal, line in enumerate(board):
            answers = Counter(naive.answer(code, colour, line) for code in codes)
            parts = knowledge.parts(colour, diagonal)
            assert {frozenset(line[place] for place in fields_of(hits)): n for hits, n in parts.items()} == answers
            assert knowledge.splits(colour, diagonal) == (len(answers) > 1)
            if len(answers) > 1 and diagonal not in used:
                several.add(diagonal)
    assert knowledge.can_split() == bool(several)


def test_no_code_left() -> None:
    knowledge = codes_left.Knowledge(make_problem(THREE), [Beam(0, 0, 0b111), Beam(1, 5, 0b001), Beam(2, 0, 0b001)])
    assert (knowledge.remaining, knowledge.codes(5), set(knowledge.known_colours())) == (0, [], {0})
    with pytest.raises(InputError, match="no code"):
        knowledge.draw(Random(0))


def test_codes_are_drawn_equally_often() -> None:
    """Those left after two beams, and all; with 100 draws per code chi-squared stays below its mean and five deviations."""
    problem, random = make_problem(TINY[0]), Random(7)
    code = codes_left.draw_code(problem, random)
    some = codes_left.Knowledge(
        problem,
        [Beam(colour, 1 + colour, codes_left.answer_of(problem, code, colour, 1 + colour)) for colour in (0, 1)],
    )
    for codes, draw in (
        (some.codes(10_000), lambda: some.draw(random)),
        (codes_left.Knowledge(problem, ()).codes(10_000), lambda: codes_left.draw_code(problem, random)),
    ):
        counts = Counter(draw() for _ in range(100 * len(codes)))
        assert set(counts) == set(codes)
        assert len(codes) > 1
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < len(codes) + 5 * (2 * len(codes)) ** 0.5


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_codes_as_text(seed: int, other: int) -> None:
    problem = make_problem(SIX)
    codes = [codes_left.draw_code(problem, Random(number)) for number in (seed, other)]
    texts = [codes_left.code_text(problem, code) for code in codes]
    assert [codes_left.read_code(problem, text) for text in texts] == codes
    history = [Beam(2, diagonal, codes_left.answer_of(problem, codes[0], 2, diagonal)) for diagonal in range(15)]
    threes = [{place for place, colour in enumerate(text) if colour == "3"} for text in texts]
    assert [codes_left.allows(problem, code, history) for code in codes] == [True, threes[0] == threes[1]]


def check_puzzle(variant: Variant, seed: int, beams: int | None = None) -> None:
    """One code is left, by each of the beams fewer more than one."""
    problem = make_problem(variant)
    puzzle = codes_left.make_puzzle(codes_left.ListSource(problem), Random(seed), beams)
    diagonals = [beam.diagonal for beam in puzzle.history]
    assert diagonals == sorted(set(diagonals))
    assert beams is None or len(puzzle.history) == beams
    assert codes_left.Knowledge(problem, puzzle.history).codes(2) == [puzzle.solution]
    for beam in puzzle.history:
        assert len(codes_left.Knowledge(problem, [other for other in puzzle.history if other != beam]).codes(2)) == 2


@given(st.sampled_from([*TINY[:2], THREE, SIX]), st.integers(0, 10**6))
def test_a_puzzle_leaves_one_code_and_has_no_beam_too_many(variant: Variant, seed: int) -> None:
    check_puzzle(variant, seed)


def test_a_puzzle_has_as_many_beams_as_are_wanted() -> None:
    for beams in (2, 4):
        check_puzzle(THREE, 5, beams)
    for beams, message in (
        (1, "2 to 15 beams, not 1"),
        (16, "2 to 15 beams"),
        (15, r"no puzzle of 15 beams in 5 attempts, which gave puzzles of \d to \d;"),
    ):
        with pytest.raises(InputError, match=message):
            codes_left.make_puzzle(codes_left.ListSource(make_problem(THREE)), Random(0), beams, attempts=5)


def test_codes_that_no_diagonal_tells_apart_are_not_pinned() -> None:
    """Where the diagonals miss most fields no history leaves one code."""
    problem = make_problem(THREE, make_problem(THREE).diagonals[:2])
    assert (
        codes_left.pin_down(codes_left.ListSource(problem), codes_left.draw_code(problem, Random(1)), 4, Random(1))
        is None
    )
    with pytest.raises(InputError, match="no puzzle that one code solves in 3 attempts, which gave no puzzle at all"):
        codes_left.make_puzzle(codes_left.ListSource(problem), Random(1), attempts=3)


def test_two_colours_not_asked_for_are_two_codes() -> None:
    """One element, but two ways to colour it."""
    problem = make_problem(THREE)
    hidden = codes_left.draw_code(problem, Random(2))
    history = [Beam(0, diagonal, codes_left.answer_of(problem, hidden, 0, diagonal)) for diagonal in range(15)]
    assert codes_left.Knowledge(problem, history).remaining == 2 * count_elements(
        problem.patterns, problem.answers, history
    )
    assert not codes_left.ListSource(problem).is_one(history)
