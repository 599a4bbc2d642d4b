"""The next query and what it leaves, tops of trees, and an analysis in parts: against the whole analysis."""

from fractions import Fraction
from math import factorial
from random import Random

import pytest
from beams_games import TINY
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled

from tafelwerk.families.beams.rules import TOP_DEPTH, VARIANTS, Beam, Variant, fields_of, make_board, variant_of
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.analysis_shares import Alike, deal_leaves, make_plan, share, spread, start_of
from tafelwerk.solvers.beams.entropy_analysis import Spent, analyse, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Order
from tafelwerk.solvers.beams.entropy_tree import top
from tafelwerk.solvers.beams.patterns import make_problem
from tafelwerk.solvers.beams.pieces import field_symmetries


@pytest.mark.parametrize("variant", [TINY[0], VARIANTS["6c3p"]], ids=str)
def test_the_top_of_the_whole_tree(variant: Variant) -> None:
    problem = make_problem(variant)
    for alpha, order in ((Fraction(0), Order.COLOUR), (Fraction(1), Order.DIAGONAL), (None, Order.COLOUR)):
        whole = analyse(problem, alpha, order, record_depth=TOP_DEPTH)
        wanted = {}
        for history, row in spread(whole, ()):
            query, codes = int(whole.nodes.query[row]), int(whole.nodes.codes[row])
            if codes > 1:
                asks = query >= 0 and len(history) < TOP_DEPTH
                wanted[history] = (divmod(query, 256) if asks else None, codes)
        nodes = list(top(problem, alpha, order))
        assert {node.history: (node.query, node.codes) for node in nodes} == wanted
        assert len(nodes) == len(wanted)
        places = {node.history: place for place, node in enumerate(nodes)}
        assert all(places[node.history[:-1]] < places[node.history] for node in nodes if node.history)


@compiled
@pytest.mark.parametrize(("name", "order"), [("6c3p", Order.COLOUR), ("3c6p", None), ("3x4c3-directions", None)])
def test_parts_add_up(name: str, order: Order | None) -> None:
    problem = make_problem(variant_of(name))
    spent: Spent = {}
    for part in range(1, 4):
        reports: list[int] = []
        costs = share(problem, Fraction(1), order, part, 3, progress=reports.append).spent
        assert reports == sorted(reports)
        assert reports[-1] == int(sum(costs.values()))
        for key, codes in costs.items():
            spent[key] = spent.get(key, 0) + codes
    assert spent == (analyse(problem, Fraction(1), order).spent if order else analyse_mixed(problem, Fraction(1))[0])


@pytest.mark.parametrize(("alpha", "order"), [(Fraction(2), Order.COLOUR), (Fraction(1), None), (None, None)], ids=str)
def test_leaves_make_all_codes(alpha: Alpha, order: Order | None) -> None:
    problem = make_problem(VARIANTS["6c3p"])
    leaves = make_plan(problem, alpha, order, 20)
    assert sum(leaf.codes * leaf.chance for leaf in leaves) == problem.codes
    assert order is None or {leaf.chance for leaf in leaves} == {1}
    assert all(leaf.codes * 20 <= problem.codes for leaf in leaves)
    for leaf in leaves[::7]:
        start = start_of(problem, leaf.history)
        assert factorial(6 - start.used) * len(start.elements) == leaf.codes
    loads = [sum(leaf.codes for leaf in hand) for hand in deal_leaves(leaves, 5)]
    assert sum(loads) == sum(leaf.codes for leaf in leaves)
    assert max(loads) - min(loads) <= max(leaf.codes for leaf in leaves)


@given(st.randoms(use_true_random=False))
def test_what_looks_alike(random: Random) -> None:
    """Beams on a code, and the same beams on the code turned, mirrored and recoloured, in any order."""
    problem, board = make_problem(VARIANTS["6c3p"]), make_board(3)
    alike = Alike(problem)
    pieces = [int(problem.pieces[piece]) for piece in problem.patterns[random.randrange(len(problem.patterns))]]
    moved = random.choice(field_symmetries(board))
    names = random.sample(range(6), 6)
    images = [sum(1 << moved[field] for field in fields_of(piece)) for piece in pieces]
    beams, others = [], []
    for line in random.sample(range(15), random.randint(1, 6)):
        colour = random.randrange(6)
        other = board.diagonals.index(sum(1 << moved[field] for field in fields_of(board.diagonals[line])))
        for found, piece, at, name in ((beams, pieces, line, colour), (others, images, other, names[colour])):
            hits = [piece[colour] >> field & 1 for field in fields_of(board.diagonals[at])]
            found.append(Beam(name, at, sum(hit << place for place, hit in enumerate(hits))))
    random.shuffle(others)
    assert alike.first(tuple(beams)) == alike.first(tuple(others))
    assert start_of(problem, alike.first(tuple(beams))).elements.shape == start_of(problem, tuple(beams)).elements.shape
