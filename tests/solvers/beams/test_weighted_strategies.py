"""Weights and limits: the search, strategies of least depth and best replies, against the second program.
Optimal strategies, narrow ones, endgames and lower bounds: against the second program, published numbers, and each other.
Fewest queries at worst: strategies that keep to a limit, and proofs that none does.
"""

import signal
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import factorial, lcm
from pathlib import Path

import numpy as np
import pytest
from beams_games import TINY, WRONG, mask, second_rules
from checkpoints import resume_interrupted
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive

from research.codemaker_bounds.costliest_class import costliest_class
from research.eleven_queries import proof
from research.eleven_queries.proof import Refutation, RefutationBuild
from research.eleven_queries.refutation import refute
from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams.look_ups import get_bounds
from tafelwerk.families.beams.rules import FEWEST_QUERIES, VARIANTS, Variant, fields_of, variant_of
from tafelwerk.proofs.beams.least_totals import FAR, LeastCost
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.beams import optimal_strategies
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.few_codes import NONE, UNLIMITED
from tafelwerk.solvers.beams.least_cost import (
    EXACT,
    every_code,
    make_search,
    search_kernel,
    set_limits,
    set_weights,
    write_set,
)
from tafelwerk.solvers.beams.optimal_strategies import Tree, are_enough, limited_choice, limited_tree, optimal, walk
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.search_tables import distances, least_guesses
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
    assert all(value <= costliest_class(make_problem(variant_of(name)))[0] for name, value in values.items())
    early = {name: solve_game(Replies(make_problem(variant_of(name)), True)).value for name in values}
    assert early == {"2x3c3": Fraction(43, 16), "2x6c3": Fraction(365, 126), "3x3c3": Fraction(6719, 2028)}


@pytest.mark.slow
@compiled
def test_3c6p_with_early_finishing() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    found = solve_game(Replies(problem, True))
    assert found.lower == found.value == Fraction(102394645, 25736976)
    assert min(found.chances) > 0


THREE = VARIANTS["3c6p"]


def play_all(problem: Problem, tree: optimal_strategies.Tree) -> int:
    """Play a tree for all codes; its total. The proofs play stored trees by the rules."""
    queries, wrong = optimal_strategies.walk(replace(list_codes(problem.variant), answers=problem.answers), tree)
    total = int(queries.sum() + wrong.sum())
    assert (int(tree.total[0]), int(tree.codes[0])) == (total, problem.codes)
    return total


@pytest.mark.parametrize("variant", [*TINY[:2], *map(variant_of, ("2x3c2", "3x3c3", "3x3c3-directions"))], ids=str)
def test_small_boards(variant: Variant) -> None:
    problem, least = make_problem(variant), LeastCost(second_rules(variant)).total()
    assert play_all(problem, optimal_strategies.optimal(problem)) == least
    for width in (1, 3):
        assert play_all(problem, optimal_strategies.improve(problem, width)) >= least
    for exact in (1, 3):
        bounds = [optimal_strategies.lower_bound(problem, above, exact=exact) for above in (12, 6, 3, 1)]
        assert max(bounds) <= least == bounds[-1]


def least_after(problem: Problem, first: int) -> int:
    """The least total if the first query is of colour 0 on a given diagonal."""
    search = make_search(problem)
    parts = naive.split(naive.codes(problem.variant), (0, first), [fields_of(line) for line in problem.diagonals])
    number = {int(piece): index for index, piece in enumerate(problem.pieces)}
    total = problem.codes
    for part in parts:
        # all colours count as asked for: a code is an element
        rows = [
            [number[sum(1 << i for i, c in enumerate(code) if c == colour)] for colour in range(3)] for code in part
        ]
        total += int(search_kernel(search, write_set(search, np.array(rows, np.uint16), 3, 1 << first), NONE))
    return total


@compiled
def test_three_colours() -> None:
    """Jena dissertation, table 4.10, gives 7347 / 1860 as the least mean: by the rules 7334 is reached; on a board with a wrong
    field in a diagonal 7347, if the query of section 4.4.2 comes first."""
    problem, wrong = make_problem(THREE), make_problem(THREE, WRONG)
    tree = optimal_strategies.optimal(problem)
    assert play_all(problem, tree) == 7334
    assert least_after(problem, int(tree.diagonal[0])) == 7334
    assert least_after(wrong, WRONG.index(mask(3, 8, 12, 16))) == 7347
    assert play_all(wrong, optimal_strategies.optimal(wrong)) < 7334
    # narrow strategies, and lower bounds
    totals = [play_all(problem, optimal_strategies.improve(problem, width)) for width in (1, 2, 4, 90)]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] == 7334
    assert 7334 <= play_all(problem, optimal_strategies.improve(problem, 1, below=200, inner=2)) <= totals[0]
    bounds = [optimal_strategies.lower_bound(problem, above, exact=20) for above in (1860, 500, 100, 20)]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1] == 7334


@compiled
def test_an_interrupt_ends_a_search() -> None:
    """It takes ten seconds to the end."""
    problem = make_problem(VARIANTS["6c3p"])
    optimal_strategies.improve(make_problem(THREE), 2)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    with pytest.raises(KeyboardInterrupt):
        optimal_strategies.improve(problem, 3, below=300, inner=4)
    signal.signal(signal.SIGALRM, before)


@given(st.data())
def test_no_guess_is_cheaper(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    problem = make_problem(variant)
    left = data.draw(st.lists(st.sampled_from(naive.codes(variant)), min_size=1, max_size=12, unique=True))
    guessed = naive.guess(left)
    bound = least_guesses(distances(problem.pieces, problem.patterns), problem.codes)
    assert bound[len(left)] <= sum(naive.wrong_fields(guessed, code) for code in left)


SMALL = [*TINY[:2], variant_of("2x3c2-directions")]


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_both_sides(variant: Variant) -> None:
    problem = make_problem(variant)
    depth = next(queries for queries in count(1) if limited_tree(problem, queries) is not None)
    for queries in range(1, depth + 3):
        assert refute(problem, queries) == (queries < depth)
        assert are_enough(problem, queries) == (queries >= depth)
        tree = limited_tree(problem, queries)
        assert (tree is None) == (queries < depth)
        if tree is not None:
            asked, wrong = walk(list_codes(variant), tree)
            assert asked.max() <= queries
            assert tree.total[0] == asked.sum() + wrong.sum()


@compiled
def test_3c6p_takes_five() -> None:
    problem, fewest = make_problem(VARIANTS["3c6p"]), FEWEST_QUERIES["3c6p"]
    assert [refute(problem, queries) for queries in (2, 4, fewest)] == [True, True, False]
    assert [are_enough(problem, queries) for queries in (2, 4, fewest)] == [False, False, True]
    assert limited_tree(problem, fewest - 1) is None
    tree = limited_tree(problem, fewest)
    assert tree is not None
    assert walk(list_codes(problem.variant), tree)[0].max() == fewest


@pytest.mark.slow
@compiled
def test_6c3p_takes_no_more_than_eleven() -> None:
    """Half of a theorem; the other half takes a quarter of an hour."""
    problem, fewest = make_problem(VARIANTS["6c3p"]), FEWEST_QUERIES["6c3p"]
    tree = limited_tree(problem, fewest)
    assert tree is not None
    asked, wrong = walk(list_codes(problem.variant), tree)
    assert (int(asked.max()), int(wrong.sum()), int(asked.sum() + wrong.sum())) == (fewest, 998, 1_706_291)


@compiled
def test_6c3p_takes_more_than_six() -> None:
    seen: list[int] = []
    known: dict[str, bool] = {}
    problem = make_problem(VARIANTS["6c3p"])
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == len(known) == 30
    assert seen == sorted(seen)
    # what is known is not proved again
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == 30
    # where the answers that leave most codes prove nothing, others are tried
    assert refute(problem, 6, dict.fromkeys(known, False), seen.append)
    assert len(seen) > 60


@compiled
def test_an_interrupted_proof_goes_on() -> None:
    at_once, rows = resume_interrupted(Refutation("3c6p", 4))
    assert rows == {"variant": ["3c6p"], "queries": 4}
    assert len(at_once.state["known"]) == len(at_once.messages) > 3
    assert at_once.messages[-1] == f"{at_once.state['sets']:,} sets of codes"


def test_a_proof_that_fails_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "refute", lambda *_: False)
    with pytest.raises(TafelwerkError, match="not proved that 4 queries are not enough"):
        Refutation("3c6p", 4).run()


@compiled
def test_its_result_is_a_build_of_a_book(tmp_path: Path) -> None:
    """The same row, under the same digest, as by trying all strategies; what the claims of `verify` say of it is as before."""
    for build in (RefutationBuild("3c6p", 4), kinds.QueryBoundBuild("3c6p", 4)):
        assert build.digest == kinds.QueryBoundBuild("3c6p", 4).digest
        run(
            tmp_path / type(build).__name__,
            [kinds.VariantBuild("3c6p"), kinds.BoundBuild("3c6p", 1000), build],
            executor="inline",
        )
    for folder in tmp_path.iterdir():
        with open_book(folder, pocket=False) as book:
            bounds = get_bounds(book, "3c6p")
            assert bounds is not None
            assert bounds.queries == 5
    result = RefutationBuild("6c3p", 10)
    assert (result.name, result.evidence) == ("beams --variant 6c3p --more-than 10", "single")
    with pytest.raises(InputError, match="research/eleven_queries"):
        list(kinds.QueryBoundBuild("6c3p", 10).make_tasks())
