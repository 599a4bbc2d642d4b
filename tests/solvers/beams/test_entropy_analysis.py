"""The exact analysis and early finish: against the second program, published numbers, and among its own parts.
The next query and what it leaves, tops of trees, and an analysis in parts: against the whole analysis.
The improved strategy of large variants: its totals and its parts.
"""

from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random
from typing import Any

import numpy as np
import pytest
from beams_games import ALPHAS, TINY, WRONG, second_rules
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rows import queries_of
from tafelwerk.families.beams.rules import (
    TOP_DEPTH,
    VARIANTS,
    Approximate,
    Beam,
    Entropy,
    Variant,
    fields_of,
    make_board,
    variant_of,
)
from tafelwerk.proofs.beams.least_totals import LeastCost
from tafelwerk.proofs.beams.strategy_play import agrees, measure_of, play
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams import entropy_analysis
from tafelwerk.solvers.beams.analysis_shares import (
    LARGEST,
    Alike,
    deal_leaves,
    is_large,
    make_plan,
    share,
    share_ahead,
    spread,
    start_of,
)
from tafelwerk.solvers.beams.elements import best_filling
from tafelwerk.solvers.beams.entropy_analysis import Outcome, Spent, Start, analyse, analyse_ahead, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order
from tafelwerk.solvers.beams.entropy_tree import Sets, finish_early, top
from tafelwerk.solvers.beams.optimal_strategies import optimal
from tafelwerk.solvers.beams.patterns import make_problem
from tafelwerk.solvers.beams.pieces import field_symmetries

MEASURES: tuple[Measure, ...] = (*ALPHAS, *Approximation)


def check(variant: Variant, measure: Measure, order: Order | None) -> None:
    """All ends of all codes, by the kernels and by the second program."""
    problem, tie, alpha = make_problem(variant), order.value if order else "mix", None
    if isinstance(measure, Approximation):
        rule: Approximate | Entropy = Approximate(measure.value, tie)
    else:
        rule, alpha = Entropy(measure, tie), measure
    second = play(second_rules(variant), measure_of(rule, problem.codes, variant.colours), alpha, 1 << 18).spent
    if order is None:
        spent = analyse_mixed(problem, alpha)[0]
    else:
        outcome = analyse(problem, measure, order)
        spent = {ends: Fraction(codes) for ends, codes in outcome.spent.items()}
        penalty = sum(wrong * codes for (_, wrong), codes in spent.items())
        total = penalty + sum(queries * codes for (queries, _), codes in spent.items())
        assert (outcome.codes, outcome.total, outcome.penalty) == (problem.codes, total, penalty)
    assert (measure, tie, spent.keys()) == (measure, tie, second.keys())
    assert all(agrees(codes.numerator, codes.denominator, second[ends]) for ends, codes in spent.items()), (
        measure,
        tie,
    )


SOME: tuple[Measure, ...] = (Fraction(0), Fraction(1), Fraction(7, 3), None, *Approximation)


@pytest.mark.parametrize(
    ("variant", "measures", "mixed"),
    [
        (TINY[0], MEASURES, True),
        (TINY[1], MEASURES, True),
        # six colours have too many ways
        (TINY[2], SOME, False),
        (variant_of("2x3c2"), MEASURES, True),
        (variant_of("3x3c3-directions"), (Fraction(1), None, *Approximation), False),
    ],
    ids=str,
)
def test_small_boards(variant: Variant, measures: tuple[Measure, ...], mixed: bool) -> None:
    """On a board of squares two windows of a line are two queries: MIX counts both."""
    for measure in measures:
        for order in Order:
            check(variant, measure, order)
        # approximations break ties by an order
        if mixed and not isinstance(measure, Approximation):
            check(variant, measure, None)


def mixed_total(variant: str, alpha: Alpha, lines: tuple[int, ...] | None = None) -> Fraction:
    problem = make_problem(VARIANTS[variant], lines)
    spent, _ = analyse_mixed(problem, alpha)
    assert sum(spent.values()) == problem.codes
    return sum(((queries + wrong) * codes for (queries, wrong), codes in spent.items()), Fraction(0))


@compiled
@pytest.mark.parametrize(
    ("alpha", "total"),
    [
        (Fraction(1), Fraction(8863077893, 5148)),
        (Fraction(2), Fraction(6331679195987, 3603600)),
        (None, Fraction(1471142614945277754802288145288177, 789055978626070025270400000)),
    ],
    ids=str,
)
def test_mix_of_six_colours(alpha: Alpha, total: Fraction) -> None:
    """Totals that were also found by playing every way to a set."""
    assert mixed_total("6c3p", alpha) == total


@compiled
def test_mix_analyses_a_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the arrays are at first; 39252 and 81105 sets would be analysed once for each way."""
    problem = make_problem(VARIANTS["3c6p"])
    wanted = [analyse_mixed(problem, alpha) for alpha in (Fraction(0), None)]
    assert [sets for _, sets in wanted] == [2397, 4738]
    monkeypatch.setattr(entropy_analysis, "_ROWS", 128)
    outcomes = [analyse_mixed(problem, alpha) for alpha in (Fraction(0), None)]
    assert [costs for costs, _ in outcomes] == [costs for costs, _ in wanted]


@compiled
def test_printed_means_are_those_of_a_wrong_board() -> None:
    """Jena dissertation, table 4.10: MIX with one wrong field in a diagonal; H_1 costs 7412 by the rules, under either order."""
    means = [f"{float(mixed_total('3c6p', alpha, WRONG)) / 1860:.4f}" for alpha in (*map(Fraction, range(3)), None)]
    assert means == ["4.0460", "3.9875", "4.0125", "4.2677"]
    wrong = make_problem(VARIANTS["3c6p"], WRONG)
    assert [analyse(wrong, Fraction(1), order).total for order in Order] == [7426, 7428]


def tighten(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    """Have workspaces of that many rows for elements."""
    made = entropy_analysis.make_workspace

    def tight(*arguments: Any) -> entropy_analysis.Workspace:
        work = made(*arguments)
        return work._replace(elements=work.elements[:rows].copy())

    monkeypatch.setattr(entropy_analysis, "make_workspace", tight)


def test_little_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all arrays are small at first, or the loop is left all the time, the outcome is the same."""
    problem = make_problem(VARIANTS["6c3p"])
    wanted = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3)
    tighten(monkeypatch, len(problem.patterns) + 1200)
    monkeypatch.setattr(entropy_analysis, "_ROWS", 64)
    monkeypatch.setattr(entropy_analysis, "SHARE", 50)
    reports: list[int] = []
    outcome = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3, progress=reports.append)
    assert (outcome.spent, tree(outcome)) == (wanted.spent, tree(wanted))
    assert reports == sorted(reports)
    assert len(reports) > 100


@compiled
@pytest.mark.parametrize(
    "change",
    [{"certain": 1}, {"certain": 0, "tolerance": 1e-3}, {"weight": 200}],
    ids=["certain", "tolerance", "weight"],
)
@pytest.mark.parametrize("order", [Order.COLOUR, None], ids=str)
def test_where_sums_do_not_decide(change: dict[str, Any], order: Order | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same strategy, whether sums of doubles decide or exact comparison has to, node after node."""
    problem = make_problem(VARIANTS["3c6p" if order is None else "6c3p"])

    def outcome() -> object:
        return analyse_mixed(problem, Fraction(1))[0] if order is None else analyse(problem, Fraction(1), order).spent

    wanted = outcome()
    made = entropy_analysis.make_rule
    if "weight" in change:
        # weights of few units: larger sets are compared outside
        monkeypatch.setattr(entropy_analysis, "make_rule", lambda *args: made(*args, 200))
    else:
        rule = made(problem, Fraction(1), order)
        changed = rule._replace(few=rule.few._replace(most=0), **change)
        monkeypatch.setattr(entropy_analysis, "make_rule", lambda *args: changed)
    assert outcome() == wanted


def tree(found: Outcome) -> list[tuple[int, ...]]:
    """The recorded nodes in an order that does not depend on how they were found."""
    nodes = found.nodes
    paths: list[tuple[int, ...]] = []
    for row, parent in enumerate(nodes.parent.tolist()):
        paths.append((*paths[parent], int(nodes.query[parent]), int(nodes.answer[row])) if row else ())
    keys = (getattr(nodes, key).tolist() for key in ("query", "codes", "depth", "cost"))
    return sorted((path, *row) for path, *row in zip(paths, *keys, strict=True))


@given(st.data())
def test_the_best_filling_is_the_best_of_all(data: st.DataObject) -> None:
    colours = data.draw(st.integers(2, 3))
    fields = 6
    right = np.array(
        data.draw(st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=colours, max_size=colours))
    )
    found = best_filling(right, fields // colours, 9)
    assert sorted(found.colours.tolist()) == sorted(field * colours // fields for field in range(fields))
    costs = {
        sum(9 - int(right[colour, field]) for field, colour in enumerate(filling))
        for filling in set(permutations(field * colours // fields for field in range(fields)))
    }
    assert found.wrong == min(costs)
    assert found.wrong == sum(9 - int(right[colour, field]) for field, colour in enumerate(found.colours.tolist()))


@pytest.mark.parametrize("variant", [*TINY, *map(variant_of, ("2x3c2", "2x4c4-directions"))], ids=str)
def test_stops_where_that_costs_least(variant: Variant) -> None:
    problem = make_problem(variant)
    for order in Order:
        nodes = analyse(problem, Fraction(1), order, record_depth=256).nodes
        early = finish_early(problem, Sets.of_nodes(nodes))
        assert early.total == naive.early_total(variant, Fraction(1), order)
        assert sum(early.spent.values()) == problem.codes


@pytest.mark.parametrize("variant", [*TINY[:2], variant_of("2x3c2")], ids=str)
def test_the_least_total_with_stops(variant: Variant) -> None:
    problem = make_problem(variant)
    tree = optimal(problem, early=True)
    assert tree.total[0] == LeastCost(second_rules(variant), early=True).total()
    sets = Sets(tree.parent.astype(np.int64), tree.answer.astype(np.int64), queries_of(tree), tree.codes, tree.total)
    assert finish_early(problem, sets).total == tree.total[0]


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


@compiled
def test_parts_of_the_look_ahead_add_up() -> None:
    problem = make_problem(variant_of("6c3p"))
    costs: dict[tuple[int, int], int] = {}
    for part in range(1, 5):
        for cost, codes in share_ahead(problem, part, 4).items():
            costs[cost] = costs.get(cost, 0) + codes
    assert sum(costs.values()) == problem.codes
    leaves = make_plan(problem, Fraction(1), Order.COLOUR, LARGEST)
    alone = [analyse_ahead(problem, start_of(problem, leaf.history)) for leaf in leaves]
    totals = [sum((queries + wrong) * codes for (queries, wrong), codes in part.items()) for part in (costs, *alone)]
    assert totals[0] == sum(totals[1:]) < 1_721_663  # under H_1
    assert not any(is_large(problem, leaf.codes) for leaf in leaves)
    with pytest.raises(InputError, match="part must be 1 to 4, not 5"):
        share_ahead(problem, 5, 4)
    assert share_ahead(problem, 1, len(leaves))
    with pytest.raises(InputError, match="parts must be at most"):
        share_ahead(problem, 1, len(leaves) + 1)


def test_progress_counts_codes() -> None:
    """Followed as a whole, the total is near the optimum, which is 7334."""
    problem = make_problem(variant_of("3c6p"))
    reports: list[int] = []
    parts: list[dict[tuple[int, int], int]] = []
    whole = share_ahead(problem, 1, 1, parts, reports.append)
    costs = analyse_ahead(problem, Start(problem.patterns))
    assert sum((queries + wrong) * codes for (queries, wrong), codes in costs.items()) == 7342
    assert reports == sorted(reports)
    assert reports[-1] == sum(whole.values()) == problem.codes
    half, reports = parts[: len(parts) // 2], []
    assert share_ahead(problem, 1, 1, half, reports.append) == whole
    assert half == parts
    assert sum(map(sum, (costs.values() for costs in half[: len(parts) // 2]))) < reports[0]
    with pytest.raises(InputError, match="no code"):
        analyse_ahead(problem, Start(problem.patterns[:0]))
