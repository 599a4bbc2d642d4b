"""MIX played out: against its definition and the values that `mix` finds by keeping sets; and in parts."""

from fractions import Fraction
from math import factorial
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, make_board
from tafelwerk.rules.beams.history import Beam
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams import analysis, mixed_plan
from tafelwerk.solvers.beams.entropy.analysis import Spent, Start, analyse_mixed
from tafelwerk.solvers.beams.entropy.mix import mix_value
from tafelwerk.solvers.beams.entropy.plan import Alike, dealt_leaves, make_mixed_plan, mixed_share, start_of
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.machine.jit import INTERPRETED

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

TINY = (Variant("3c2p", 3, 2, 2), Variant("2c3p", 2, 3, 2))
ALPHAS = [Fraction(0), Fraction(1, 2), Fraction(1), 1 + Fraction(1, 10**9), Fraction(2), Fraction(3), None]


def total(spent: Spent) -> Fraction:
    return sum(((queries + wrong) * codes for (queries, wrong), codes in spent.items()), Fraction(0))


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
@pytest.mark.parametrize("variant", TINY, ids=lambda variant: variant.name)
def test_its_definition(variant: Variant, alpha: Alpha) -> None:
    assert analyse_mixed(make_problem(variant), alpha)[0] == naive.analyse(variant, alpha, "mix").ends


@given(st.data())
def test_its_definition_with_any_diagonals(data: st.DataObject) -> None:
    variant, alpha = data.draw(st.sampled_from(TINY)), data.draw(st.sampled_from(ALPHAS))
    lines = data.draw(st.lists(st.integers(1, 63), min_size=1, max_size=6, unique=True))
    expected = naive.analyse(variant, alpha, "mix", [fields_of(line) for line in lines]).ends
    assert analyse_mixed(make_problem(variant, tuple(lines)), alpha)[0] == expected


@compiled
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), None], ids=str)
def test_as_by_sets_that_are_kept(alpha: Alpha) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    spent, _ = analyse_mixed(problem, alpha)
    assert sum(spent.values()) == 1860
    assert total(spent) == mix_value(problem, alpha)


@compiled
@pytest.mark.parametrize(
    ("alpha", "least"),
    [
        (Fraction(1), Fraction(8863077893, 5148)),
        pytest.param(Fraction(2), Fraction(6331679195987, 3603600), marks=pytest.mark.slow),
    ],
)
def test_six_colours(alpha: Fraction, least: Fraction) -> None:
    """Totals that `mix` needs a minute for."""
    assert total(analyse_mixed(make_problem(VARIANTS["6c3p"]), alpha)[0]) == least


@compiled
def test_printed_mean_of_six_colours_on_the_wrong_board() -> None:
    """Jena dissertation, table 4.10, 6c3p, H_1: with one wrong field in a diagonal."""
    wrong = sum(1 << field for field in (8, 4, 5, 6))
    lines = tuple(wrong if line == 0b1111000 else line for line in make_board(3).diagonals)
    problem = make_problem(VARIANTS["6c3p"], lines)
    assert f"{float(total(analyse_mixed(problem, Fraction(1))[0])) / problem.codes:.4f}" == "7.6969"


@compiled
def test_where_sums_do_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With sums that are never sure, and those of no set looked up, every tie is decided by `choice`."""
    problem = make_problem(VARIANTS["3c6p"])
    rule = analysis.make_rule(Fraction(1), None, 5000)
    unsure = rule._replace(certain=0, tolerance=1e-3)
    monkeypatch.setattr(analysis, "make_rule", lambda *_: unsure)
    table = analysis.make_table
    monkeypatch.setattr(analysis, "make_table", lambda *args: table(*args)._replace(most=0))
    assert total(analyse_mixed(problem, Fraction(1))[0]) == Fraction(44479, 6)


def test_no_codes() -> None:
    with pytest.raises(InputError, match="no code to analyse"):
        analyse_mixed(make_problem(TINY[0]), Fraction(1), Start(np.zeros((0, 3), np.uint16)))


@compiled
@pytest.mark.parametrize("parts", [1, 3])
def test_parts_add_up(parts: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    spent: Spent = {}
    for part in range(1, parts + 1):
        for cost, codes in mixed_share(problem, Fraction(1), part, parts).items():
            spent[cost] = spent.get(cost, Fraction(0)) + codes
    assert spent == analyse_mixed(problem, Fraction(1))[0]
    with pytest.raises(InputError, match=f"a part is 1 to {parts}, not {parts + 1}"):
        mixed_share(problem, Fraction(1), parts + 1, parts)


@pytest.mark.parametrize("alpha", [Fraction(1), None], ids=str)
def test_leaves_make_all_codes(alpha: Alpha, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = make_problem(VARIANTS["6c3p"])
    monkeypatch.setattr(mixed_plan, "LARGEST", 20)
    make_mixed_plan.cache_clear()
    plan = make_mixed_plan(problem, alpha)
    make_mixed_plan.cache_clear()
    assert sum(leaf.codes * leaf.chance for leaf in plan.leaves) == problem.codes
    assert all(leaf.codes * 20 <= problem.codes for leaf in plan.leaves)
    for leaf in plan.leaves[::7]:
        start = start_of(problem, leaf.history)
        assert factorial(6 - start.used) * len(start.elements) == leaf.codes
    hands = dealt_leaves(plan, 4)
    assert sorted(repr(leaf) for hand in hands for leaf in hand) == sorted(map(repr, plan.leaves))


@given(st.randoms(use_true_random=False))
def test_what_looks_alike(random: Random) -> None:
    """Beams on a code, and the same beams on the code turned, mirrored and recoloured, in any order."""
    variant = VARIANTS["6c3p"]
    problem, board = make_problem(variant), make_board(3)
    alike = Alike(problem)
    pieces = [int(problem.pieces[piece]) for piece in problem.patterns[random.randrange(len(problem.patterns))]]
    moved = random.choice(mixed_plan.field_symmetries(board))
    names = random.sample(range(6), 6)
    images = [sum(1 << moved[field] for field in fields_of(piece)) for piece in pieces]
    beams, others = [], []
    for line in random.sample(range(15), random.randint(1, 6)):
        colour = random.randrange(6)
        fields = fields_of(board.diagonals[line])
        other = board.diagonals.index(sum(1 << moved[field] for field in fields))
        for found, piece, at, name in ((beams, pieces, line, colour), (others, images, other, names[colour])):
            hits = [piece[colour] >> field & 1 for field in fields_of(board.diagonals[at])]
            found.append(Beam(name, at, sum(hit << place for place, hit in enumerate(hits))))
    random.shuffle(others)
    assert alike.first(tuple(beams)) == alike.first(tuple(others))
    assert start_of(problem, alike.first(tuple(beams))).elements.shape == start_of(problem, tuple(beams)).elements.shape
