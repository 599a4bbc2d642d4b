"""Puzzles leave exactly one code, and more without any one of their beams, by all codes looked at one by one."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.rules.counting import count_elements
from tafelwerk.solvers.beams.rules.knowledge import Knowledge, answer_of, code_text, draw_code
from tafelwerk.solvers.beams.rules.problem import Problem, make_problem
from tafelwerk.solvers.beams.rules.puzzles import Listed, Puzzle, make_puzzle, pinned, thinned

SMALL = (Variant("2c3p", 2, 3, 2), Variant("3c2p", 3, 2, 2), VARIANTS["3c6p"])


def left_over(problem: Problem, history: tuple[Beam, ...]) -> list[str]:
    return ["".join(str(colour + 1) for colour in code) for code in naive.left_of(problem.variant, history)]


def check(problem: Problem, puzzle: Puzzle) -> None:
    diagonals = [beam.diagonal for beam in puzzle.history]
    assert diagonals == sorted(set(diagonals))
    assert left_over(problem, puzzle.history) == [code_text(problem, puzzle.solution)]
    for fewer in combinations(puzzle.history, len(puzzle.history) - 1):
        assert len(left_over(problem, fewer)) > 1


@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_one_code_and_no_beam_too_many(variant: Variant, seed: int) -> None:
    problem = make_problem(variant)
    check(problem, make_puzzle(Listed(problem), Random(seed)))


def test_the_same_seed_the_same_puzzle() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzles = [make_puzzle(Listed(problem), Random(seed)) for seed in (1, 1, 2)]
    assert puzzles[0] == puzzles[1] != puzzles[2]


@pytest.mark.parametrize("beams", [2, 3, 4])
def test_as_many_beams_as_are_wanted(beams: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    puzzle = make_puzzle(Listed(problem), Random(5), beams)
    assert len(puzzle.history) == beams
    check(problem, puzzle)


@pytest.mark.parametrize(
    ("beams", "said"), [(1, "2 to 15 beams, not 1"), (16, "2 to 15 beams"), (15, "no puzzle of 15")]
)
def test_numbers_of_beams_that_cannot_be(beams: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make_puzzle(Listed(make_problem(VARIANTS["3c6p"])), Random(0), beams, attempts=5)


def test_codes_that_no_diagonal_tells_apart_are_not_pinned() -> None:
    """Where the diagonals miss most fields no history leaves one code."""
    problem = make_problem(VARIANTS["3c6p"], make_problem(VARIANTS["3c6p"]).diagonals[:2])
    assert pinned(Listed(problem), draw_code(problem, Random(1)), 4, Random(1)) is None
    with pytest.raises(InputError, match="no puzzle that one code solves in 3 attempts, which gave no puzzle at all"):
        make_puzzle(Listed(problem), Random(1), attempts=3)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_pinned_then_thinned(seed: int, choices: int) -> None:
    problem, random = make_problem(VARIANTS["6c3p"]), Random(seed)
    hidden = draw_code(problem, random)
    history = pinned(Listed(problem), hidden, choices, random)
    if history is None:
        return
    assert all(beam.hits == answer_of(problem, hidden, beam.colour, beam.diagonal) for beam in history)
    assert len({beam.diagonal for beam in history}) == len(history)
    kept = thinned(Listed(problem), history, random)
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


@pytest.mark.slow
def test_puzzles_of_the_standard_game() -> None:
    problem = make_problem(VARIANTS["6c6p"])
    for seed in range(4):
        puzzle = make_puzzle(Listed(problem), Random(seed))
        assert Knowledge(problem, puzzle.history).codes(2) == [puzzle.solution]
        for beam in puzzle.history:
            fewer = [other for other in puzzle.history if other != beam]
            assert Knowledge(problem, fewer).remaining > 1
    assert len(make_puzzle(Listed(problem), Random(1), 8).history) == 8
