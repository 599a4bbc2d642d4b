"""Variants, boards, histories and orders of entropy that several tests of Beams use."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from tafelwerk.families.beams.rules import Beam, Hexagon, Square, Variant, make_board
from tafelwerk.proofs.beams.beams_rules import Game
from tafelwerk.solvers.beams.codes_left import answer_of, draw_code
from tafelwerk.solvers.beams.patterns import Problem, make_problem

TINY = (Variant("3c2p", 3, 2, 2), Variant("2c3p", 2, 3, 2), Variant("6c1p", 6, 1, 2))
"""Variants on the board of six fields."""

ALPHAS = (
    Fraction(0),
    Fraction(1, 2),
    Fraction(1),
    1 + Fraction(1, 10**9),
    Fraction(3, 2),
    Fraction(2),
    Fraction(7, 3),
    Fraction(3),
    Fraction(40),
    None,
)


def second_rules(variant: Variant) -> Game:
    """A variant on a regular hexagon or on squares, for the second program."""
    shape = variant.shape
    assert not isinstance(shape, Hexagon)
    side = f"{shape.rows}x{shape.columns} {shape.windows}" if isinstance(shape, Square) else shape
    return Game(variant.colours, variant.size, side)


def mask(*fields: int) -> int:
    return sum(1 << field for field in fields)


WRONG = tuple(mask(8, 4, 5, 6) if line == mask(3, 4, 5, 6) else line for line in make_board(3).diagonals)
"""The diagonals of side 3 with one field wrong, with which the thesis's numbers for its small variants come out."""


@st.composite
def positions(
    draw: st.DrawFn, *variants: Variant, most: int = 6, lies: bool = False
) -> tuple[Problem, tuple[Beam, ...]]:
    """Beams on different diagonals that one code answers, in any order; with `lies` now and then one that it does not."""
    problem = make_problem(draw(st.sampled_from(variants)))
    code = draw_code(problem, Random(draw(st.integers(0, 10**6))))
    colours, lines = st.integers(0, problem.variant.colours - 1), st.integers(0, len(problem.diagonals) - 1)
    lanes = draw(st.lists(st.tuples(colours, lines), unique_by=lambda lane: lane[1], max_size=most))
    beams = [Beam(colour, line, answer_of(problem, code, colour, line)) for colour, line in lanes]
    if beams and lies and draw(st.integers(0, 3)) == 0:
        longest = (1 << problem.diagonals[beams[-1].diagonal].bit_count()) - 1
        beams[-1] = beams[-1]._replace(hits=draw(st.integers(0, longest)))
    return problem, tuple(beams)
