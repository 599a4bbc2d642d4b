"""Paths of half-coloured boards: counted against patterns found by exact cover, listed and drawn against all codes."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.rules.codes import consistent
from tafelwerk.solvers.beams.rules.knowledge import answer_of, draw_code
from tafelwerk.solvers.beams.rules.problem import Problem, make_problem
from tafelwerk.solvers.beams.sampling.frontier import Task, make_plan
from tafelwerk.solvers.beams.sampling.paths import drawn, follow, listed, thinned
from tafelwerk.solvers.beams.sampling.sample import ground_of, task_of

THREE, SIX = VARIANTS["3c6p"], VARIANTS["6c3p"]
TWO = Variant("2c3p", 2, 3, 2)
TINY = Variant("3c2p", 3, 2, 2)
EDGED = Variant("edged", 3, 6, 3, to_edge=True)


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def square(rows: int, columns: int, size: int, corners: bool) -> Task:
    """The squares of a board, beside each other also where corners meet."""
    cells = [(y, x) for y in range(rows) for x in range(columns)]
    near = tuple(
        sum(
            1 << number
            for number, (v, u) in enumerate(cells)
            if (v, u) != (y, x) and (max(abs(v - y), abs(u - x)) == 1 if corners else abs(v - y) + abs(u - x) == 1)
        )
        for y, x in cells
    )
    return Task(near, size, len(cells) // size, (1,) * len(cells))


@st.composite
def positions(draw: st.DrawFn) -> tuple[Problem, list[Beam]]:
    problem = make_problem(draw(st.sampled_from([THREE, TWO, TINY, SIX])))
    code = draw_code(problem, Random(draw(st.integers(0, 1000))))
    diagonals = draw(st.lists(st.integers(0, len(problem.diagonals) - 1), unique=True, max_size=6))
    colours = [draw(st.integers(0, problem.variant.colours - 1)) for _ in diagonals]
    return problem, [Beam(c, d, answer_of(problem, code, c, d)) for c, d in zip(colours, diagonals, strict=True)]


@settings(max_examples=15)
@given(positions())
def test_all_elements_are_listed(position: tuple[Problem, list[Beam]]) -> None:
    """The pieces of the colours asked for, then the others, as exact cover has them."""
    problem, history = position
    paths = follow(make_plan(task_of(ground_of(problem.variant), history)[1]), 100_000, generator())
    wanted = consistent(problem.patterns, problem.answers, history)
    found = listed(paths, len(wanted))
    assert paths.exact
    assert paths.total == len(wanted)
    assert found is not None
    assert {tuple(row) for row in found.tolist()} == {tuple(row) for row in problem.pieces[wanted].tolist()}
    assert listed(paths, len(wanted) - 1) is None


@settings(max_examples=15)
@given(positions())
def test_admitted_colours_are_those_of_the_codes(position: tuple[Problem, list[Beam]]) -> None:
    problem, history = position
    asked, task = task_of(ground_of(problem.variant), history)
    elements = consistent(problem.patterns, problem.answers, history)
    masks = problem.pieces[elements]
    wanted = [int(np.bitwise_or.reduce(masks[:, place])) for place in range(len(asked))]
    wanted.append(int(np.bitwise_or.reduce(masks[:, len(asked) :].reshape(-1))) if len(asked) < masks.shape[1] else 0)
    assert follow(make_plan(task), 100_000, generator()).admitted == tuple(wanted)


@compiled
def test_all_patterns_of_the_standard_game() -> None:
    """As many as exact cover finds one by one, from some forty thousand states of a level."""
    paths = follow(make_plan(task_of(ground_of(VARIANTS["6c6p"]), ())[1]), 1_000_000, generator())
    assert (paths.exact, paths.total) == (True, 4_234_462)


def test_an_edge_for_every_colour() -> None:
    """Three colours of six fields on the board of side 3, each with a field on the edge: no colour has the inner ring."""
    wanted = len(naive.patterns(EDGED))
    assert follow(make_plan(task_of(ground_of(EDGED), ())[1]), 100_000, generator()).total == wanted


@pytest.mark.parametrize(
    ("rows", "size", "wanted"), [(4, 4, 117), pytest.param(6, 6, 451_206, marks=[compiled, pytest.mark.slow])]
)
def test_squares_with_common_sides(rows: int, size: int, wanted: int) -> None:
    """Partitions of squares into polyominoes: 117 into tetrominoes, 451,206 into hexominoes (OEIS A172477)."""
    paths = follow(make_plan(square(rows, rows, size, corners=False)), 10_000_000, generator())
    assert (paths.exact, paths.total) == (True, wanted)


def test_squares_whose_corners_meet() -> None:
    """Chains of different colours may cross: every cover of the 3 x 4 board by sets that kings hold together."""
    task = square(3, 4, 4, corners=True)
    paths = follow(make_plan(task), 1_000_000, generator())

    def connected(mask: int) -> bool:
        reached = mask & -mask
        while True:
            around = reached
            for field in range(12):
                if reached >> field & 1:
                    around |= task.neighbours[field] & mask
            if around == reached:
                return reached == mask
            reached = around

    pieces = [mask for mask in range(1 << 12) if mask.bit_count() == 4 and connected(mask)]
    firsts = [mask for mask in pieces if mask & 1]
    every = {
        frozenset((one, two, 4095 ^ one ^ two))
        for one in firsts
        for two in pieces
        if not one & two and connected(4095 ^ one ^ two)
    }
    assert paths.total == len(every)


@pytest.mark.parametrize("seed", range(3))
def test_the_estimate_is_unbiased(seed: int) -> None:
    """With twenty states of a level: the mean of many runs is within five of its standard errors of 310 and of 311 patterns."""
    for variant, wanted in ((THREE, 310), (SIX, 311)):
        task = task_of(ground_of(variant), ())[1]
        totals = np.array([follow(make_plan(task), 20, generator(1000 * seed + run)).total for run in range(200)])
        assert abs(totals.mean() - wanted) < 5 * totals.std() / 200**0.5


def test_drawn_codes_are_even() -> None:
    """3100 codes of 310, drawn from all paths: chi-squared within five standard deviations of its mean; each once at least."""
    paths = follow(make_plan(task_of(ground_of(THREE), ())[1]), 100_000, generator())
    every = Counter(map(tuple, drawn(paths, 3100, generator(5)).tolist()))
    squared = sum((count - 10) ** 2 / 10 for count in every.values()) + 10 * (310 - len(every))
    assert abs(squared - 309) < 5 * (2 * 309) ** 0.5


def test_the_same_seed_the_same_codes() -> None:
    task = task_of(ground_of(SIX), [Beam(0, 1, 0)])[1]
    first, again = (drawn(follow(make_plan(task), 30, generator(3)), 50, generator(4)) for _ in range(2))
    assert (first == again).all()


@given(st.lists(st.floats(1, 1e6), min_size=3, max_size=60), st.floats(0, 0.999), st.data())
def test_thinning_keeps_what_is_expected(ways: list[float], offset: float, data: st.DataObject) -> None:
    """At most as many as wanted, ways never lowered, the greatest as they are."""
    most = data.draw(st.integers(1, len(ways) - 1))
    places, factor = thinned(np.array(ways), most, offset)
    assert 0 < len(places) <= most + 1
    assert (np.diff(places) > 0).all()
    assert (factor >= 1).all()
    raised = np.array(ways)[places] * factor
    lowered = raised[factor > 1 + 1e-12]
    assert not len(lowered) or np.allclose(lowered, lowered[0])


def test_thinning_is_unbiased() -> None:
    ways = np.array([9.0, 4.0, 3.0, 2.0, 1.0, 1.0])
    mean = np.zeros(6)
    for offset in (np.arange(1000) + 0.5) / 1000:
        places, factor = thinned(ways, 3, float(offset))
        mean[places] += ways[places] * factor / 1000
    assert np.allclose(mean, ways, rtol=0.01)


def test_pieces_that_do_not_cover() -> None:
    with pytest.raises(InputError, match="pieces of 5 fields do not cover 12 fields"):
        make_plan(Task((0,) * 12, 5, 2, (1,) * 12))
    with pytest.raises(InputError, match="spare must be 0 to the number of colours, 6, not 7"):
        make_plan(Task((0,) * 12, 2, 7, (1,) * 12))
