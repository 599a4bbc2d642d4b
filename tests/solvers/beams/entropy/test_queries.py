"""The next query on one set of codes, and what it leaves."""

from fractions import Fraction
from random import Random

import pytest
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.entropy.queries import Order, Parts, first
from tafelwerk.solvers.beams.rules.codes import consistent
from tafelwerk.solvers.beams.rules.problem import make_problem


@pytest.mark.parametrize("seed", range(6))
def test_parts_and_best_queries_of_random_sets(seed: int) -> None:
    random, variant = Random(seed), VARIANTS["3c6p"]
    problem, board = make_problem(variant), naive.lines(3)
    codes = naive.codes(variant)
    secret, history = random.choice(codes), []
    for colour, diagonal in ((0, random.randrange(15)), (random.randrange(2), random.randrange(15))):
        if diagonal in {beam.diagonal for beam in history}:
            continue
        hit = naive.answer(secret, colour, board[diagonal])
        hits = sum(1 << place for place, at in enumerate(board[diagonal]) if at in hit)
        history.append(Beam(colour, diagonal, hits))
        used = len({beam.colour for beam in history})
        unused = ~sum(1 << beam.diagonal for beam in history)
        left = naive.left_of(variant, history)
        parts = Parts.of_set(problem, consistent(problem.patterns, problem.answers, history), used)
        for colour in range(min(used + 1, 3)):
            for diagonal in range(15):
                wanted = sorted(len(part) for part in naive.split(left, (colour, diagonal), board))
                assert sorted(parts.of(colour, diagonal).values()) == wanted
        split = naive.splits(left, [(beam.colour, beam.diagonal) for beam in history], 3, board)
        wanted = naive.best(split, Fraction(1)) if split else []
        assert parts.best(Fraction(1), unused & (1 << 15) - 1) == wanted


def test_the_first_query_of_the_standard_game() -> None:
    """Any colour, one of the six diagonals next to the centre's, or none better: the twelve symmetries tie six of them."""
    problem = make_problem(VARIANTS["6c6p"])
    parts = Parts.of_set(problem, problem.patterns, 0)
    best = parts.best(Fraction(1), (1 << 21) - 1)
    assert best == [(0, diagonal) for diagonal in (2, 4, 9, 11, 16, 18)]
    assert sum(parts.of(0, 2).values()) == 3_048_812_640


def test_orders() -> None:
    lanes = [(0, 5), (1, 2), (2, 2)]
    assert first(lanes, Order.COLOUR) == (0, 5)
    assert first(lanes, Order.DIAGONAL) == (1, 2)
    with pytest.raises(InputError):
        first([], Order.COLOUR)
