"""Weights and limits: the search, strategies of least depth and best replies, against the second program."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import factorial, lcm

import numpy as np
import pytest
from beams_games import TINY, second_rules
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant, variant_of
from tafelwerk.proofs.beams.least_totals import FAR, LeastCost
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.few_codes import NONE, UNLIMITED
from tafelwerk.solvers.beams.least_cost import EXACT, every_code, make_search, search_kernel, set_limits, set_weights
from tafelwerk.solvers.beams.optimal_strategies import Tree, limited_choice, optimal, walk
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.weighted_replies import Replies
from tafelwerk.solvers.deduction import adversary_game, exact_replies
from tafelwerk.solvers.deduction.adversary_game import Solution, solve_game


def least_total(problem: Problem, weight: int = 1, queries: int = UNLIMITED, cost: int = UNLIMITED) -> int | None:
    """The least weighted total within limits for every code; None if no strategy keeps them."""
    search = make_search(problem)
    set_limits(search, queries, cost)
    if weight != 1:
        set_weights(problem, search, np.full(len(problem.patterns), weight, np.int64))
    total = int(search_kernel(search, every_code(problem), NONE))
    return total if total < NONE else None


@pytest.mark.parametrize("variant", [TINY[1], variant_of("2x2c2"), variant_of("2x3c2")], ids=str)
def test_whole_games(variant: Variant) -> None:
    problem = make_problem(variant)
    least = (LeastCost(second_rules(variant), most=depth).total() for depth in range(len(problem.diagonals) + 1))
    totals = [total if total < FAR else None for total in least]
    for depth, total in enumerate(totals):
        assert least_total(problem, queries=depth) == total
    depths = [depth for depth, total in enumerate(totals) if total is not None]
    deep = totals.index(totals[-1])
    expected = {Optimal(shallowest=True): depths[0], Optimal(least_depth=True): deep}
    expected |= {Optimal(max_depth=depth): depth for depth in depths if depth}
    for aim, limit in expected.items():
        tree = optimal(problem, aim)
        queries, wrong = walk(list_codes(variant), tree)
        assert int(queries.max()) <= limit
        assert int((queries + wrong).sum()) == totals[limit]
        choice = limited_choice(problem, aim, problem.patterns, 0, 0)
        assert choice == ((tree.colour[0], tree.diagonal[0]), totals[limit], limit)
    assert depths[0] > 1
    with pytest.raises(InputError, match="is too small: no strategy"):
        optimal(problem, Optimal(max_depth=depths[0] - 1))


@pytest.mark.parametrize("variant", [TINY[1], *map(variant_of, ("2x2c2", "2x3c2", "2x3c3"))], ids=str)
def test_most_codes_within_some_queries(variant: Variant) -> None:
    problem = make_problem(variant)
    for within in range(1, 5):
        aim = Optimal(within=within)
        tree = optimal(problem, aim)
        queries, wrong = walk(list_codes(variant), tree)
        late, total = int(((queries > within) | (wrong > 0)).sum()), int((queries + wrong).sum())
        assert LeastCost(second_rules(variant), most=within, late=1000).total() == total + 1000 * late
        choice = limited_choice(problem, aim, problem.patterns, 0, 0)
        assert choice == ((tree.colour[0], tree.diagonal[0]), total, within)


@compiled
def test_3c6p() -> None:
    """With equal weights and no limit, perfect play; five queries are enough for every code."""
    problem = make_problem(VARIANTS["3c6p"])
    assert least_total(problem, weight=1_000_003) == 7334 * 1_000_003
    assert least_total(problem, weight=3, queries=5) == 7350 * 3
    assert least_total(problem, queries=6) == 7334
    assert least_total(problem, queries=5) == least_total(problem, cost=5) == 7350
    assert least_total(problem, queries=4) is least_total(problem, cost=4) is None
    for aim, most, total in (
        (Optimal(shallowest=True), 5, 7350),
        (Optimal(max_depth=5), 5, 7350),
        (Optimal(max_depth=6), 6, 7334),
        (Optimal(least_depth=True), 6, 7334),
    ):
        queries, wrong = walk(list_codes(VARIANTS["3c6p"]), optimal(problem, aim))
        assert (int(queries.max()), int(queries.sum()), int(wrong.sum())) == (most, total, 0)
    for within, codes, total in ((2, 46, 7554), (3, 537, 7628), (4, 1549, 7411), (5, 1860, 7350)):
        queries, wrong = walk(list_codes(VARIANTS["3c6p"]), optimal(problem, Optimal(within=within)))
        assert (int((queries <= within).sum()), int(queries.sum()), int(wrong.sum())) == (codes, total, 0)


TINIEST = [TINY[1], variant_of("2x2c2"), variant_of("2x3c2")]


def check(problem: Problem, replies: Replies, found: Solution[Tree]) -> None:
    """The mixtures are mixtures, and the breaker's costs at most the value for every code."""
    sizes = replies.sizes
    assert min(found.chances) >= 0
    assert sum(size * chance for size, chance in zip(sizes, found.chances, strict=True)) == 1
    assert min(found.shares) > 0
    assert sum(found.shares) == 1
    means = [Fraction(0)] * len(sizes)
    for share, strategy in zip(found.shares, found.strategies, strict=True):
        queries, wrong = walk(replace(list_codes(problem.variant), answers=problem.answers), strategy.tree)
        column = np.bincount(replies.classes.of, queries + wrong, len(sizes)).astype(int).tolist()
        assert list(strategy.column) == column
        assert strategy.tree.total[:1].sum() == sum(column)
        means = [mean + share * Fraction(total, size) for mean, total, size in zip(means, column, sizes, strict=True)]
    assert max(means) == found.value >= found.lower
    assert all(mean == found.value or not chance for mean, chance in zip(means, found.chances, strict=True))


def least_cost(variant: Variant, replies: Replies, weights: Sequence[int], early: bool) -> int:
    """The least cost against weights of the classes."""
    of, game = replies.classes.of.tolist(), second_rules(variant)
    return LeastCost(game, early=early, weights=tuple(weights[k] for k in of[:: factorial(variant.colours)])).total()


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("variant", [TINY[0], *TINIEST], ids=str)
def test_no_strategy_is_cheaper_against_the_codemaker(variant: Variant, early: bool) -> None:
    problem = make_problem(variant)
    replies = Replies(problem, early)
    found = solve_game(replies)
    check(problem, replies, found)
    scale = lcm(*(chance.denominator for chance in found.chances))
    weights = [int(chance * scale) for chance in found.chances]
    assert least_cost(variant, replies, weights, early) == found.value * scale


@given(data=st.data())
def test_replies_to_any_weights(data: st.DataObject) -> None:
    variant, early = data.draw(st.sampled_from(TINIEST)), data.draw(st.booleans())
    replies = Replies(make_problem(variant), early)
    # sets of more codes are not solved as masks
    replies._search.state[EXACT] = data.draw(st.sampled_from([2, 5, 63]))
    classes = len(replies.sizes)
    weights = data.draw(st.lists(st.integers(0, 50), min_size=classes, max_size=classes))
    least = least_cost(variant, replies, weights, early)
    found = replies.reply(weights, None)
    assert found is not None
    assert sum(weight * total for weight, total in zip(weights, found.column, strict=True)) == least
    assert least == 0 or replies.reply(weights, least) is None
    assert replies.reply(weights, least + 1) is not None
    if early:
        return
    whole = sum(weight * size for weight, size in zip(weights, replies.sizes, strict=True))
    cost, reply = replies.exact([Fraction(weight, max(whole, 1)) for weight in weights])
    assert cost * max(whole, 1) == least
    assert sum(chance * total for chance, total in zip(weights, reply.column, strict=True)) == least


@compiled
def test_programs_prepared_in_doubles_and_replies_in_large_integers() -> None:
    problem = make_problem(variant_of("2x3c3"))
    replies = Replies(problem)
    expected = solve_game(replies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adversary_game, "FEW", 0)
        replies.most = 1 << 12
        found = solve_game(replies)
        check(problem, replies, found)
        assert found.value == found.lower == expected.value
        replies.most = 3 * problem.codes
        patch.setattr(exact_replies, "MOST_QUERIES", 0)
        rough = solve_game(replies)
    assert rough.lower <= expected.value <= rough.value


@compiled
def test_values_of_small_boards() -> None:
    values = {name: solve_game(Replies(make_problem(variant_of(name)))).value for name in ("2x3c3", "2x6c3", "3x3c3")}
    assert values == {"2x3c3": Fraction(129, 46), "2x6c3": Fraction(170, 57), "3x3c3": Fraction(19031, 5682)}
    early = {name: solve_game(Replies(make_problem(variant_of(name)), True)).value for name in values}
    assert early == {"2x3c3": Fraction(43, 16), "2x6c3": Fraction(365, 126), "3x3c3": Fraction(6719, 2028)}


@pytest.mark.slow
@compiled
def test_3c6p_with_early_finishing() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    found = solve_game(Replies(problem, True))
    assert found.lower == found.value == Fraction(102394645, 25736976)
    assert min(found.chances) > 0
