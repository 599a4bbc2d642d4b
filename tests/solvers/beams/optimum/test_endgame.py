"""Endgames: the least rest of small sets, against its definition."""

import numpy as np
from beams_games import TINY
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from naive.beams_rest import least_rest

from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.solvers.beams.optimum.endgame import endgame_kernel, make_endgame
from tafelwerk.solvers.beams.optimum.search import NONE
from tafelwerk.solvers.beams.optimum.tables import make_tables
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.machine.jit import INTERPRETED

GAMES = (*TINY, VARIANTS["3c6p"], *(() if INTERPRETED else (VARIANTS["6c3p"],)))
MADE = {variant.name: (make_tables(make_problem(variant)), make_endgame(make_problem(variant))) for variant in GAMES}


@given(st.data())
def test_the_least_rest(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(GAMES))
    problem, (tables, endgame) = make_problem(variant), MADE[variant.name]
    colours, lines = variant.colours, naive.lines(variant.shape)
    unused = data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=1, max_size=4, unique=True))
    # codes that differ little, so that some cannot be told apart
    few = data.draw(st.integers(0, len(problem.patterns) - 1))
    rows = [
        problem.patterns[(few + data.draw(st.integers(0, 3))) % len(problem.patterns)][
            data.draw(st.permutations(range(colours)))
        ]
        for _ in range(data.draw(st.integers(2, 7)))
    ]
    elements = np.unique(np.array(rows, np.uint16), axis=0)
    if len(elements) == 1:
        return
    codes = [
        tuple(
            next(colour for colour in range(colours) if int(problem.pieces[row[colour]]) >> field & 1)
            for field in range(len(problem.board.fields))
        )
        for row in elements.tolist()
    ]
    rest = least_rest(codes, [lines[line] for line in unused])
    used = (1 << len(lines)) - 1 - sum(1 << line for line in unused)
    best = np.zeros(2, np.int64)
    arguments = tables, endgame, elements, 0, len(elements), colours, used
    assert endgame_kernel(*arguments, NONE, best) == rest
    assert best[1] in unused or best.tolist() == [-1, -1]
    assert endgame_kernel(*arguments, rest + 1, best) == rest
    assert rest >= endgame_kernel(*arguments, rest, best) >= rest
    assert endgame_kernel(*arguments, max(1, rest - 3), best) <= rest


def test_colours_not_asked_for() -> None:
    """An element stands for all codes that colour its other pieces."""
    variant = GAMES[0]
    problem, (tables, endgame) = make_problem(variant), MADE[variant.name]
    best = np.zeros(2, np.int64)
    rest = endgame_kernel(tables, endgame, problem.patterns, 0, len(problem.patterns), 0, 0, NONE, best)
    assert rest == naive.least_total(variant) == least_rest(naive.codes(variant), naive.lines(2))
    assert best[0] == 0
