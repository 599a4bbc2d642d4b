"""What is known after some beams, and puzzles that leave one code, against all codes looked at one by one."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Beam, Variant, fields_of, read_history
from tafelwerk.solvers.beams.codes_left import (
    Knowledge,
    Listed,
    Puzzle,
    allows,
    answer_of,
    code_text,
    draw_code,
    drop_redundant,
    make_puzzle,
    pin_down,
    read_code,
)
from tafelwerk.solvers.beams.elements import count_elements
from tafelwerk.solvers.beams.patterns import Problem, make_problem

THREE = VARIANTS["3c6p"]
TWO = Variant("2c3p", 2, 3, 2)
TINY = Variant("3c2p", 3, 2, 2)


def word(code: naive.Code) -> str:
    return "".join(str(colour + 1) for colour in code)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Problem, list[Beam]]:
    problem = make_problem(draw(st.sampled_from([THREE, TWO, TINY])))
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
    assert list(knowledge.known()) == known
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
    assert (knowledge.remaining, knowledge.codes(5), set(knowledge.known())) == (0, [], {0})
    with pytest.raises(InputError, match="no code"):
        knowledge.draw(Random(0))


@pytest.mark.parametrize("asked", [0, 2])
def test_every_code_left_is_drawn_equally_often(asked: int) -> None:
    problem, random = make_problem(TINY), Random(7)
    code = draw_code(problem, random)
    history = [Beam(colour, 1 + colour, answer_of(problem, code, colour, 1 + colour)) for colour in range(asked)]
    knowledge = Knowledge(problem, history)
    codes = [code_text(problem, code) for code in knowledge.codes(10_000)]
    assert len(codes) > 1
    check_draws(set(codes), [code_text(problem, knowledge.draw(random)) for _ in range(100 * len(codes))])


def test_codes_of_the_whole_variant_are_drawn_equally_often() -> None:
    problem, random = make_problem(TINY), Random(3)
    codes = {word(code) for code in naive.codes(TINY)}
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
    known = {field: colour for field, colour in enumerate(left.known()) if colour}
    hit = {8: red, 18: red, 9: yellow, 10: yellow, 12: yellow}
    assert known == hit | {5: yellow, 6: yellow, 14: red, 19: red}
    assert fields_of(problem.diagonals[1])[1:3] == [5, 6]
    assert (fields_of(problem.diagonals[2])[-1], fields_of(problem.diagonals[15])[1]) == (14, 19)
    alike = sum(1 << field for field in (0, 1, 2, 7, 13))
    masks = problem.pieces[left.listed()]
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
    check_puzzle(problem, make_puzzle(Listed(problem), Random(seed)))


def test_the_same_seed_the_same_puzzle() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzles = [make_puzzle(Listed(problem), Random(seed)) for seed in (1, 1, 2)]
    assert puzzles[0] == puzzles[1] != puzzles[2]


@pytest.mark.parametrize("beams", [2, 4])
def test_as_many_beams_as_are_wanted(beams: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzle = make_puzzle(Listed(problem), Random(5), beams)
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
        make_puzzle(Listed(make_problem(VARIANTS["3c6p"])), Random(0), beams, attempts=5)


def test_codes_that_no_diagonal_tells_apart_are_not_pinned() -> None:
    """Where the diagonals miss most fields no history leaves one code."""
    problem = make_problem(VARIANTS["3c6p"], make_problem(VARIANTS["3c6p"]).diagonals[:2])
    assert pin_down(Listed(problem), draw_code(problem, Random(1)), 4, Random(1)) is None
    with pytest.raises(InputError, match="no puzzle that one code solves in 3 attempts, which gave no puzzle at all"):
        make_puzzle(Listed(problem), Random(1), attempts=3)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_pinned_then_thinned(seed: int, choices: int) -> None:
    problem, random = make_problem(VARIANTS["6c3p"]), Random(seed)
    hidden = draw_code(problem, random)
    history = pin_down(Listed(problem), hidden, choices, random)
    if history is None:
        return
    assert all(beam.hits == answer_of(problem, hidden, beam.colour, beam.diagonal) for beam in history)
    assert len({beam.diagonal for beam in history}) == len(history)
    kept = drop_redundant(Listed(problem), history, random)
    assert set(kept) <= set(history)
    assert Knowledge(problem, kept).codes(2) == [hidden]
    for beam in kept:
        assert not Listed(problem).is_one([other for other in kept if other != beam])


def test_two_colours_not_asked_for_are_two_codes() -> None:
    """One element, but two ways to colour it."""
    problem = make_problem(VARIANTS["3c6p"])
    hidden = draw_code(problem, Random(2))
    history = [Beam(0, diagonal, answer_of(problem, hidden, 0, diagonal)) for diagonal in range(15)]
    elements = count_elements(problem.patterns, problem.answers, history)
    assert Knowledge(problem, history).remaining == 2 * elements
    assert not Listed(problem).is_one(history)
