"""Sets of two and three codes: the shortcut chooses what marginals choose."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.solvers.beams.entropy.few_codes import ALL_APART, NO_QUERY, first_query
from tafelwerk.solvers.beams.entropy.queries import Order, Parts, first
from tafelwerk.solvers.beams.rules.problem import make_problem


@pytest.mark.parametrize("name", ["3c6p", "6c3p"])
@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1), None])
def test_shortcut(name: str, order: Order, alpha: Fraction | None) -> None:
    problem, random = make_problem(VARIANTS[name]), Random(1)
    colours, every = problem.variant.colours, (1 << len(problem.diagonals)) - 1
    seen = set()
    for _ in range(300):
        n, near = random.choice((2, 3)), random.randrange(2)
        pattern = random.choice(problem.patterns)
        drawn = {
            tuple(random.sample((pattern if near else random.choice(problem.patterns)).tolist(), colours))
            for _ in range(n)
        }
        if len(drawn) < n:
            continue
        elements = np.array(sorted(drawn), np.uint16)
        unused = every & random.getrandbits(15) & random.getrandbits(15)
        found = first_query(elements, 0, n, unused, order is Order.DIAGONAL, problem.pieces, problem.crossing)
        lanes = Parts(problem, elements, colours).best(alpha, unused)
        if not lanes:
            assert found == NO_QUERY
            seen.add("none")
            continue
        colour, diagonal = first(lanes, order)
        assert found & ~ALL_APART == colour << 8 | diagonal
        apart = len(Parts(problem, elements, colours).of(colour, diagonal)) == n
        assert (found >= ALL_APART) == apart
        seen.add(apart)
    assert seen == {"none", True, False}
