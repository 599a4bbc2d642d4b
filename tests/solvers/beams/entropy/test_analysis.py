"""The exact analysis: against the rules played out code by code, against published numbers, and among its own parts."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from beams_games import ALPHAS, TINY, WRONG, compiled
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive
from naive import beams_admissible as twin

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, variant_of
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy import analysis, workspace
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.entropy.analysis import Outcome, Start, analyse, analyse_all, analyse_mixed
from tafelwerk.solvers.beams.entropy.queries import Measure, Order
from tafelwerk.solvers.beams.rules.problem import make_problem

MEASURES: tuple[Measure, ...] = (*ALPHAS, *Approximation)


def check(variant: Variant, measure: Measure, order: Order | None, lines: tuple[int, ...] | None = None) -> None:
    """All ends of all codes, by the kernels and by the rules."""
    problem, board = make_problem(variant, lines), [fields_of(line) for line in lines] if lines else None
    if isinstance(measure, Approximation):
        wanted = twin.analyse(variant, measure.value, str(order), board)
    else:
        wanted = naive.analyse(variant, measure, order.value if order else "mix", board)
    if order is None:
        assert not isinstance(measure, Approximation)
        assert analyse_mixed(problem, measure)[0] == wanted.ends
        return
    found = analyse(problem, measure, order)
    assert found.spent == wanted.ends
    assert (found.codes, found.total, found.penalty) == (problem.codes, wanted.total, wanted.penalty)


@pytest.mark.parametrize("variant", TINY, ids=lambda variant: variant.name)
@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_small_boards(variant: Variant, measure: Measure) -> None:
    for order in Order:
        check(variant, measure, order)
    # approximations break ties by an order; six colours have too many ways
    if not isinstance(measure, Approximation) and variant is not TINY[2]:
        check(variant, measure, None)


@pytest.mark.parametrize("name", ["2x3c2", "2x4c4-directions", "3x3c3", "3x3c3-directions"])
@pytest.mark.parametrize("measure", [Fraction(0), Fraction(1), Fraction(2), None, *Approximation], ids=str)
def test_boards_of_squares(name: str, measure: Measure) -> None:
    """Two windows of a line are two queries: MIX counts both."""
    variant = variant_of(name)
    for order in Order:
        check(variant, measure, order)
    if not isinstance(measure, Approximation) and variant.colours < 4:
        check(variant, measure, None)


@settings(max_examples=60)
@given(st.data())
def test_any_diagonals(data: st.DataObject) -> None:
    """Few and odd diagonals: codes stay undecided, and wrong fields count."""
    order = data.draw(st.sampled_from([*Order, None]))
    variant = data.draw(st.sampled_from(TINY if order else TINY[:2]))
    measure = data.draw(st.sampled_from(MEASURES if order else ALPHAS))
    check(variant, measure, order, tuple(data.draw(st.lists(st.integers(1, 63), min_size=1, max_size=6, unique=True))))


@pytest.mark.slow
@pytest.mark.parametrize("measure", [Fraction(0), Fraction(1), Fraction(2), None, *Approximation], ids=str)
@pytest.mark.parametrize("order", list(Order))
def test_three_colours(measure: Measure, order: Order) -> None:
    check(VARIANTS["3c6p"], measure, order)


def mixed_total(variant: str, alpha: Alpha, lines: tuple[int, ...] | None = None) -> Fraction:
    problem = make_problem(VARIANTS[variant], lines)
    spent, _ = analyse_mixed(problem, alpha)
    assert sum(spent.values()) == problem.codes
    return sum(((queries + wrong) * codes for (queries, wrong), codes in spent.items()), Fraction(0))


@compiled
@pytest.mark.parametrize(
    ("variant", "alpha", "wanted"),
    [
        ("3c6p", Fraction(0), Fraction(275668321, 36960)),
        ("3c6p", Fraction(1), Fraction(44479, 6)),
        ("3c6p", Fraction(2), Fraction(7475)),
        ("3c6p", None, Fraction(8784304093681, 1102701600)),
        ("6c3p", Fraction(1), Fraction(8863077893, 5148)),
        pytest.param("6c3p", Fraction(2), Fraction(6331679195987, 3603600), marks=pytest.mark.slow),
    ],
)
def test_mix_by_the_rules(variant: str, alpha: Alpha, wanted: Fraction) -> None:
    """Totals that were also found by a program that keeps the cost of every set, up to symmetry."""
    assert mixed_total(variant, alpha) == wanted


@compiled
@pytest.mark.parametrize(
    ("variant", "alpha", "printed"),
    [
        ("3c6p", Fraction(0), "4.0460"),
        ("3c6p", Fraction(1), "3.9875"),
        ("3c6p", Fraction(2), "4.0125"),
        ("3c6p", None, "4.2677"),
        ("6c3p", Fraction(1), "7.6969"),
    ],
)
def test_printed_means_of_mix_on_the_wrong_board(variant: str, alpha: Alpha, printed: str) -> None:
    """Jena dissertation, table 4.10: with one wrong field in a diagonal."""
    codes = make_problem(VARIANTS[variant]).codes
    assert f"{float(mixed_total(variant, alpha, WRONG)) / codes:.4f}" == printed


def test_the_thesis_has_a_board_with_a_wrong_field() -> None:
    """By the rules H_1 costs 7412 of 1860 codes under either order; with one field of a diagonal misread, 7426 and 7428."""
    variant = VARIANTS["3c6p"]
    for order, wanted in ((Order.COLOUR, 7426), (Order.DIAGONAL, 7428)):
        assert analyse(make_problem(variant), Fraction(1), order).total == 7412
        assert analyse(make_problem(variant, WRONG), Fraction(1), order).total == wanted


def tighten(monkeypatch: pytest.MonkeyPatch, rows: int, height: int) -> None:
    """Have workspaces of that many rows for elements, and so high a stack."""
    made = workspace.make_workspace

    def tight(*arguments: object) -> workspace.Workspace:
        work = made(*arguments)  # type: ignore[arg-type]
        return work._replace(elements=work.elements[:rows].copy(), stack=work.stack[:height].copy())

    monkeypatch.setattr(analysis, "make_workspace", tight)


def test_little_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the arena holds few children at a time, or the loop is left all the time, the outcome is the same."""
    problem = make_problem(VARIANTS["6c3p"])
    wanted = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3)
    tighten(monkeypatch, len(problem.patterns) + 1200, 64)
    monkeypatch.setattr(analysis, "SHARE", 50)
    told: list[int] = []
    found = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3, progress=told.append)
    assert found.spent == wanted.spent
    assert told == sorted(told)
    assert len(told) > 100
    keys = ("answer", "query", "codes", "depth", "cost")
    rows = [sorted(zip(*(getattr(one.nodes, key).tolist() for key in keys), strict=True)) for one in (found, wanted)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize(("used", "spare"), [(0, 0), (0, 5), (2, 5), (3, 0)])
def test_room_is_made(used: int, spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena that holds hardly more than the first set grows, with all colours used as with none."""
    problem = make_problem(VARIANTS["3c6p"])
    start = Start(problem.patterns, used)
    wanted = analyse(problem, Fraction(1), Order.COLOUR, start)
    tighten(monkeypatch, len(problem.patterns) + spare, 4096)
    assert analyse(problem, Fraction(1), Order.COLOUR, start).spent == wanted.spent


@compiled
@pytest.mark.parametrize(
    "change",
    [{"certain": np.array([1])}, {"certain": np.array([0]), "tolerance": np.array([1e-3])}, {"weight": 200}],
    ids=["certain", "tolerance", "weight"],
)
@pytest.mark.parametrize("order", [*Order, None], ids=str)
def test_where_sums_do_not_decide(change: dict[str, Any], order: Order | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same strategy, whether sums of doubles decide or exact comparison has to, node after node."""
    problem = make_problem(VARIANTS["3c6p" if order is None else "6c3p"])

    def outcome() -> object:
        return analyse_mixed(problem, Fraction(1))[0] if order is None else analyse(problem, Fraction(1), order).spent

    wanted = outcome()
    made, few = workspace.make_rule, workspace.make_few
    if "weight" in change:
        # weights of few units: larger sets are compared outside
        monkeypatch.setattr(analysis, "make_rule", lambda *args: made(*args, 200))
    else:
        monkeypatch.setattr(analysis, "make_rule", lambda *args: made(*args)._replace(**change))
        monkeypatch.setattr(workspace, "make_few", lambda *args: few(*args)._replace(most=0))
    assert outcome() == wanted


def tree(found: Outcome) -> list[tuple[int, ...]]:
    """The recorded nodes in an order that does not depend on how they were found."""
    nodes = found.nodes
    paths: list[tuple[int, ...]] = []
    for row, parent in enumerate(nodes.parent.tolist()):
        paths.append((*paths[parent], int(nodes.query[parent]), int(nodes.answer[row])) if row else ())
    keys = (getattr(nodes, key).tolist() for key in ("query", "codes", "depth", "cost"))
    return sorted((path, *row) for path, *row in zip(paths, *keys, strict=True))


TOGETHER = (*ALPHAS, Fraction(9, 10), Fraction(11, 10), Fraction(4, 3))


def check_together(variant: Variant, order: Order, alphas: tuple[Alpha, ...], start: Start | None = None) -> None:
    """Strategies followed together have the outcomes that each has alone."""
    problem = make_problem(variant)
    found = analyse_all(problem, alphas, order, start, record_depth=3)
    for alpha, outcome in zip(alphas, found, strict=True):
        alone = analyse(problem, alpha, order, start, record_depth=3)
        assert outcome.spent == alone.spent
        assert tree(outcome) == tree(alone)


@pytest.mark.parametrize("variant", TINY, ids=lambda variant: variant.name)
@pytest.mark.parametrize("order", list(Order))
def test_small_boards_together(variant: Variant, order: Order) -> None:
    check_together(variant, order, TOGETHER)


@compiled
@pytest.mark.parametrize("name", ["3c6p", "6c3p", "3x4c4"])
@pytest.mark.parametrize("order", list(Order))
def test_orders_together(name: str, order: Order) -> None:
    check_together(variant_of(name), order, TOGETHER)


@compiled
def test_some_of_the_orders() -> None:
    """Orders may be followed with the weights of more; those from a set further down, as in a part."""
    problem = make_problem(VARIANTS["6c3p"])
    start = Start(problem.patterns[::3], 0, 0b1001, 2)
    some = (None, Fraction(0), Fraction(3, 2))
    found = analyse_all(problem, some, Order.COLOUR, start, among=TOGETHER, record_depth=3)
    for alpha, outcome in zip(some, found, strict=True):
        alone = analyse(problem, alpha, Order.COLOUR, start, record_depth=3)
        assert (outcome.spent, tree(outcome)) == (alone.spent, tree(alone))


@compiled
@pytest.mark.parametrize("rows", [700, 100_000])
def test_orders_together_in_little_room(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where weights are few or there is little room, the outcome is the same."""
    problem, made = make_problem(VARIANTS["6c3p"]), workspace.make_rule
    wanted = [analyse(problem, alpha, Order.COLOUR, record_depth=3) for alpha in TOGETHER]
    monkeypatch.setattr(analysis, "make_rule", lambda *args: made(*args, rows))
    tighten(monkeypatch, len(problem.patterns) + 1200, 64)
    monkeypatch.setattr(analysis, "SHARE", 5000)
    found = analyse_all(problem, TOGETHER, Order.COLOUR, record_depth=3)
    assert [(one.spent, tree(one)) for one in found] == [(one.spent, tree(one)) for one in wanted]


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        ((), "1 to 62 measures"),
        (tuple(Fraction(n) for n in range(63)), "1 to 62 measures"),
        ((Fraction(1), Fraction(1)), "different orders"),
        ((Fraction(1), Approximation.U), "different orders"),
    ],
    ids=str,
)
def test_measures_that_are_not_followed_together(measures: tuple[Measure, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        analyse_all(make_problem(VARIANTS["3c6p"]), measures, Order.COLOUR)


def test_nodes_are_a_tree() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    found = analyse(problem, Fraction(1), Order.COLOUR, record_depth=20)
    nodes = found.nodes
    parents = nodes.parent[1:]
    assert nodes.parent[0] == -1
    assert (parents < np.arange(1, len(nodes.parent))).all()
    assert (nodes.depth[1:] == nodes.depth[parents] + 1).all()
    asked = nodes.query >= 0
    below = np.bincount(parents, nodes.codes[1:], len(nodes.parent))
    assert (below[asked] == nodes.codes[asked]).all()
    costs = np.bincount(parents, nodes.cost[1:], len(nodes.parent))
    assert (costs[asked] == nodes.cost[asked]).all()
    assert nodes.cost[0] == found.total
    assert nodes.codes[~asked].sum() == problem.codes
    # two siblings never share an answer
    assert len(set(zip(parents.tolist(), nodes.answer[1:].tolist(), strict=True))) == len(parents)


def test_no_codes() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    start = Start(problem.patterns[:0])
    with pytest.raises(InputError, match="no code"):
        analyse(problem, Fraction(1), Order.COLOUR, start)
    with pytest.raises(InputError, match="no code"):
        analyse_mixed(problem, Fraction(1), start)
