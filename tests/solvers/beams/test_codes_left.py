"""Codes that histories leave, and puzzles that leave one, against codes that are colours of fields, looked at one by one."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import factorial
from random import Random

import numpy as np
import pytest
from beams_games import TINY, WRONG
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Beam, History, Variant, fields_of, make_board, read_history
from tafelwerk.solvers.beams import codes_left as module
from tafelwerk.solvers.beams.codes_left import (
    Codes,
    Knowledge,
    ListSource,
    Puzzle,
    allows,
    answer_of,
    bitset,
    bitsets,
    code_text,
    consistent,
    draw_code,
    drop_redundant,
    history_bitset,
    list_codes,
    make_puzzle,
    pin_down,
    read_code,
)
from tafelwerk.solvers.beams.elements import BATCH, MOST_COLOURS, asked_colours, count_elements, piece_counts
from tafelwerk.solvers.beams.patterns import Problem, make_problem, patterns
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


THREE = VARIANTS["3c6p"]
TWO = Variant("2c3p", 2, 3, 2)
TINIEST = Variant("3c2p", 3, 2, 2)


def word(code: naive.Code) -> str:
    return "".join(str(colour + 1) for colour in code)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Problem, list[Beam]]:
    problem = make_problem(draw(st.sampled_from([THREE, TWO, TINIEST])))
    code = draw_code(problem, Random(draw(st.integers(0, 1000))))
    diagonals = draw(st.lists(st.integers(0, len(problem.diagonals) - 1), unique=True, max_size=6))
    colours = [draw(st.integers(0, problem.variant.colours - 1)) for _ in diagonals]
    return problem, [Beam(c, d, answer_of(problem, code, c, d)) for c, d in zip(colours, diagonals, strict=True)]


@settings(max_examples=6)
@given(positions())
def test_all_codes_looked_at_one_by_one(position: tuple[Problem, list[Beam]]) -> None:
    problem, history = position
    knowledge, codes = Knowledge(problem, history), naive.left_of(problem.variant, history)
    board, colours = naive.lines(problem.variant.shape), range(problem.variant.colours)
    assert knowledge.remaining == len(codes)
    assert sorted(code_text(problem, code) for code in knowledge.codes(10_000)) == sorted(map(word, codes))
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
    problem = make_problem(THREE)
    knowledge = Knowledge(problem, [Beam(0, 0, 0b111), Beam(1, 5, 0b001), Beam(2, 0, 0b001)])
    assert (knowledge.remaining, knowledge.codes(5), set(knowledge.known_colours())) == (0, [], {0})
    with pytest.raises(InputError, match="no code"):
        knowledge.draw(Random(0))


@pytest.mark.parametrize("asked", [0, 2])
def test_every_code_left_is_drawn_equally_often(asked: int) -> None:
    problem, random = make_problem(TINIEST), Random(7)
    code = draw_code(problem, random)
    history = [Beam(colour, 1 + colour, answer_of(problem, code, colour, 1 + colour)) for colour in range(asked)]
    knowledge = Knowledge(problem, history)
    codes = [code_text(problem, code) for code in knowledge.codes(10_000)]
    assert len(codes) > 1
    check_draws(set(codes), [code_text(problem, knowledge.draw(random)) for _ in range(100 * len(codes))])


def test_codes_of_the_whole_variant_are_drawn_equally_often() -> None:
    problem, random = make_problem(TINIEST), Random(3)
    codes = {word(code) for code in naive.codes(TINIEST)}
    check_draws(codes, [code_text(problem, draw_code(problem, random)) for _ in range(100 * len(codes))])


def check_draws(codes: set[str], drawn: list[str]) -> None:
    """Chi-squared stays below its mean and five deviations; 100 draws per code."""
    counts = Counter(drawn)
    assert set(counts) == codes
    squares = sum((counts[code] - 100) ** 2 / 100 for code in codes)
    assert squares < len(codes) + 5 * (2 * len(codes)) ** 0.5


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_codes_as_text(one: int, other: int) -> None:
    problem = make_problem(VARIANTS["6c3p"])
    first, second = (draw_code(problem, Random(seed)) for seed in (one, other))
    texts = [code_text(problem, code) for code in (first, second)]
    assert [read_code(problem, text) for text in texts] == [first, second]
    history = [Beam(2, diagonal, answer_of(problem, first, 2, diagonal)) for diagonal in range(15)]
    assert allows(problem, first, history)
    same = {place for place, colour in enumerate(texts[0]) if colour == "3"}
    assert allows(problem, second, history) == (same == {place for place, c in enumerate(texts[1]) if c == "3"})


def test_what_is_no_code() -> None:
    for text, message in (
        ("123", "18 digits"),
        ("1" * 17 + "x", "18 digits"),
        ("1" * 17 + "4", "the colours of 3c6p are 1 to 3"),
        ("1" * 17 + "0", "the colours of 3c6p are 1 to 3"),
        ("1" * 18, "colour 1 has 18 fields, not 6"),
        ("123" * 6, "the fields of colour 1 are not connected"),
    ):
        with pytest.raises(InputError, match=message):
            read_code(make_problem(THREE), text)
    to_edge = make_problem(Variant("6c3p", 6, 3, 3, to_edge=True))
    inside = fields_of(to_edge.board.all & ~to_edge.board.edge)[:3]
    with pytest.raises(InputError, match="colour 1 has no field on the edge"):
        read_code(to_edge, "".join("1" if field in inside else "2" for field in range(18)))


@pytest.mark.slow
@compiled
def test_the_worked_opening() -> None:
    """Jena dissertation, appendix A.2: red on diagonal 17 hits fields 8 and 18, yellow on diagonal 3 hits 9, 10 and 12.

    Two fields of diagonal 2 are then yellow, the last of diagonal 3 and the second of diagonal 16 red, and five fields alike.
    """
    problem = make_problem(VARIANTS["6c6p"])
    red, yellow = 1, 2
    history = read_history("1@17 1,3; 2@3 1,2,4", problem.variant)
    assert fields_of(problem.diagonals[16])[:3:2] == [8, 18]
    assert [fields_of(problem.diagonals[2])[place] for place in (0, 1, 3)] == [9, 10, 12]
    left = Knowledge(problem, history)
    assert left.remaining == 12_384
    known = {field: colour for field, colour in enumerate(left.known_colours()) if colour}
    hit = {8: red, 18: red, 9: yellow, 10: yellow, 12: yellow}
    assert known == hit | {5: yellow, 6: yellow, 14: red, 19: red}
    assert fields_of(problem.diagonals[1])[1:3] == [5, 6]
    assert (fields_of(problem.diagonals[2])[-1], fields_of(problem.diagonals[15])[1]) == (14, 19)
    alike = sum(1 << field for field in (0, 1, 2, 7, 13))
    masks = problem.pieces[left.list_elements()]
    assert ((masks & alike == alike).any(axis=1)).all()


VARIANTS_OF_PUZZLES = (Variant("2c3p", 2, 3, 2), Variant("3c2p", 3, 2, 2), VARIANTS["3c6p"])


def left_over(problem: Problem, history: tuple[Beam, ...]) -> list[str]:
    return ["".join(str(colour + 1) for colour in code) for code in naive.left_of(problem.variant, history)]


def check_puzzle(problem: Problem, puzzle: Puzzle) -> None:
    diagonals = [beam.diagonal for beam in puzzle.history]
    assert diagonals == sorted(set(diagonals))
    assert left_over(problem, puzzle.history) == [code_text(problem, puzzle.solution)]
    for fewer in combinations(puzzle.history, len(puzzle.history) - 1):
        assert len(left_over(problem, fewer)) > 1


@given(st.sampled_from(VARIANTS_OF_PUZZLES), st.integers(0, 10**6))
def test_one_code_and_no_beam_too_many(variant: Variant, seed: int) -> None:
    problem = make_problem(variant)
    check_puzzle(problem, make_puzzle(ListSource(problem), Random(seed)))


def test_the_same_seed_the_same_puzzle() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzles = [make_puzzle(ListSource(problem), Random(seed)) for seed in (1, 1, 2)]
    assert puzzles[0] == puzzles[1] != puzzles[2]


@pytest.mark.parametrize("beams", [2, 4])
def test_as_many_beams_as_are_wanted(beams: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzle = make_puzzle(ListSource(problem), Random(5), beams)
    assert len(puzzle.history) == beams
    check_puzzle(problem, puzzle)


@pytest.mark.parametrize(
    ("beams", "said"),
    [
        (1, "2 to 15 beams, not 1"),
        (16, "2 to 15 beams"),
        (15, r"no puzzle of 15 beams in 5 attempts, which gave puzzles of \d to \d;"),
    ],
)
def test_numbers_of_beams_that_cannot_be(beams: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make_puzzle(ListSource(make_problem(VARIANTS["3c6p"])), Random(0), beams, attempts=5)


def test_codes_that_no_diagonal_tells_apart_are_not_pinned() -> None:
    """Where the diagonals miss most fields no history leaves one code."""
    problem = make_problem(VARIANTS["3c6p"], make_problem(VARIANTS["3c6p"]).diagonals[:2])
    assert pin_down(ListSource(problem), draw_code(problem, Random(1)), 4, Random(1)) is None
    with pytest.raises(InputError, match="no puzzle that one code solves in 3 attempts, which gave no puzzle at all"):
        make_puzzle(ListSource(problem), Random(1), attempts=3)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_pinned_then_thinned(seed: int, choices: int) -> None:
    problem, random = make_problem(VARIANTS["6c3p"]), Random(seed)
    hidden = draw_code(problem, random)
    history = pin_down(ListSource(problem), hidden, choices, random)
    if history is None:
        return
    assert all(beam.hits == answer_of(problem, hidden, beam.colour, beam.diagonal) for beam in history)
    assert len({beam.diagonal for beam in history}) == len(history)
    kept = drop_redundant(ListSource(problem), history, random)
    assert set(kept) <= set(history)
    assert Knowledge(problem, kept).codes(2) == [hidden]
    for beam in kept:
        assert not ListSource(problem).is_one([other for other in kept if other != beam])


def test_two_colours_not_asked_for_are_two_codes() -> None:
    """One element, but two ways to colour it."""
    problem = make_problem(VARIANTS["3c6p"])
    hidden = draw_code(problem, Random(2))
    history = [Beam(0, diagonal, answer_of(problem, hidden, 0, diagonal)) for diagonal in range(15)]
    elements = count_elements(problem.patterns, problem.answers, history)
    assert Knowledge(problem, history).remaining == 2 * elements
    assert not ListSource(problem).is_one(history)
