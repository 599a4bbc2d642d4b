"""Optimal totals and trees, bounds and replies to weights: against all strategies of small problems, and published totals."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from answer_tables import tables
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.optimal_tree import least_cost, least_depth, least_total, most_within

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal_tree import (
    DepthError,
    Optimum,
    Progress,
    best_reply,
    lower_bound,
    most_weight,
    optimal_tree,
)
from tafelwerk.solvers.deduction.optimal_workspace import NO_TOTAL, make_game, make_workspace
from tafelwerk.solvers.deduction.part_bounds import fill_totals, flat_size
from tafelwerk.solvers.deduction.search_problem import NONE, SearchProblem, chosen_codes, least_totals, walk
from tafelwerk.solvers.deduction.search_problem import least_depth as least_possible_depth
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


def check_tree(problem: SearchProblem, optimum: Optimum) -> None:
    """The tree reaches the total and the depth it claims, node by node."""
    tree = optimum.tree
    assert optimum.proved
    assert tree is not None
    depths = walk(problem, tree)
    assert (depths.sum(), depths.max(), optimum.lower) == (optimum.total, optimum.depth, optimum.total)
    below = tree.codes.astype(np.int64)
    for node in range(len(below) - 1, 0, -1):
        assert 0 <= tree.parent[node] < node
        below[tree.parent[node]] += tree.total[node]
    assert np.array_equal(below, tree.total)
    path: list[tuple[int, int]] = []  # depth first, children of a node by ascending answer
    for node, (parent, answer) in enumerate(zip(tree.parent.tolist(), tree.answer.tolist(), strict=True)):
        answers = [-1]
        while path and path[-1][0] != parent:
            answers.append(path.pop()[1])
        assert bool(path) == bool(node)
        assert answers[-1] < answer or not node
        path.append((node, answer))


@given(problem=tables(7), data=st.data())
def test_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject) -> None:
    optimum = optimal_tree(problem)
    assert optimum.total == least_total(problem) == optimal_tree(problem, tree=False).total
    check_tree(problem, optimum)
    shallow = optimal_tree(problem, least_depth=True)
    assert (shallow.total, shallow.depth) == (optimum.total, least_depth(problem))
    check_tree(problem, shallow)
    depth = data.draw(st.integers(1, 5), label="depth")
    expected = least_total(problem, None, depth)
    if expected is None:
        with pytest.raises(DepthError, match="max_depth"):
            optimal_tree(problem, max_depth=depth)
    else:
        limited = optimal_tree(problem, max_depth=depth)
        assert limited.total == expected
        assert (limited.depth or 0) <= depth
        check_tree(problem, limited)
    codes = data.draw(st.sets(st.integers(0, len(problem.codes) - 1), min_size=1), label="codes")
    assert optimal_tree(problem, codes=sorted(codes), tree=False).total == least_total(problem, frozenset(codes))


@given(problem=tables(6).filter(lambda problem: problem.solved >= 0), within=st.integers(1, 5))
def test_most_codes_in_time(problem: SearchProblem, within: int) -> None:
    """As many codes are found in time as can be, and of such strategies the total is least."""
    optimum = optimal_tree(problem, within=within)
    check_tree(problem, optimum)
    assert optimum.tree is not None
    assert ((walk(problem, optimum.tree) <= within).sum(), optimum.total) == most_within(problem, within)


@pytest.mark.parametrize(("pegs", "colors", "distinct"), [(1, 1, False), (1, 5, False), (3, 2, False), (3, 4, True)])
def test_mastermind_by_every_strategy(pegs: int, colors: int, distinct: bool) -> None:
    problem = mastermind(pegs, colors, distinct)
    optimum = optimal_tree(problem, least_depth=True)
    assert (optimum.total, optimum.depth) == (least_total(problem), least_depth(problem))
    check_tree(problem, optimum)


@compiled
@pytest.mark.parametrize(("pegs", "colors", "distinct"), [(3, 4, False), (4, 3, False), (7, 2, False), (3, 7, True)])
def test_symmetry_changes_nothing(pegs: int, colors: int, distinct: bool) -> None:
    problem = mastermind(pegs, colors, distinct)
    for depth in (None, 4):
        try:
            plain = optimal_tree(replace(problem, symmetry=None), max_depth=depth)
        except DepthError:
            with pytest.raises(DepthError, match="max_depth"):
                optimal_tree(problem, max_depth=depth)
        else:
            found = optimal_tree(problem, max_depth=depth)
            assert found.total == plain.total
            check_tree(problem, found)
            check_tree(problem, plain)


@compiled
def test_published_total_of_codes_without_repeats() -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.5."""
    problem = mastermind(4, 6, distinct=True)
    optimum = optimal_tree(problem)
    assert optimum.total == 1446
    check_tree(problem, optimum)


@compiled
@given(data=st.data())
@settings(max_examples=15)
def test_codes_left_after_queries(data: st.DataObject) -> None:
    """The symmetries of the queries asked change nothing, and neither does starting from the codes left."""
    problem = mastermind(4, 4)
    queries = data.draw(st.lists(st.integers(0, 255), min_size=1, max_size=4), label="asked")
    asked = problem.answers[queries]
    code = data.draw(st.integers(0, 255), label="code")
    codes = np.flatnonzero((asked == asked[:, code, None]).all(axis=0))
    plain = optimal_tree(problem, codes=codes)
    assert optimal_tree(problem, codes=codes, asked=queries, tree=False).total == plain.total
    assert plain.tree is not None
    assert (plain.tree.total[0], plain.tree.codes[0]) == (plain.total, len(codes))


@compiled
def test_search_goes_on_from_a_snapshot_and_with_small_memory() -> None:
    problem = mastermind(4, 5)
    total = optimal_tree(problem, tree=False).total
    assert total is not None
    small = optimal_tree(problem, memory=1 << 16)
    assert small.total == total
    check_tree(problem, small)
    seen: list[Progress] = []
    snapshot: dict[str, Any] | None = None
    for _ in range(100):
        found = optimal_tree(problem, resume=snapshot, operations=2e6, progress=seen.append)
        if found.proved:
            break
        assert found.tree is None
        assert found.lower <= total
        assert found.total is None or total <= found.total
        snapshot = json.loads(json.dumps(found.snapshot))
    assert snapshot is not None
    assert found.total == total
    check_tree(problem, found)
    assert all(step.lower <= total and (step.total is None or step.total >= total) for step in seen)
    with pytest.raises(InputError, match="resume is of another search"):
        optimal_tree(problem, resume=snapshot, max_depth=6)


@compiled
def test_search_gives_up_after_the_same_operations_in_every_run() -> None:
    problem = mastermind(4, 6)
    least = optimal_tree(problem)
    few = [optimal_tree(problem, operations=least.operations / 2) for _ in range(2)]
    assert [(found.proved, found.tree) for found in few] == [(False, None)] * 2
    assert few[0].operations == few[1].operations < 0.6 * least.operations
    assert least.total is not None
    assert few[0].lower <= least.total
    enough = optimal_tree(problem, operations=least.operations + 1)
    assert (enough.total, enough.operations) == (least.total, least.operations)
    assert enough.tree is not None
    assert least.tree is not None
    assert np.array_equal(enough.tree.query, least.tree.query)


@pytest.mark.parametrize("named", [True, False])
def test_least_depth_is_the_first_at_which_the_bound_is_finite(named: bool) -> None:
    for answers in (2, 3, 5):
        for codes in range(1, 40):
            totals = least_totals(codes, answers, named, 45)[1:, codes]
            assert least_possible_depth(codes, answers, named) == 1 + int(np.argmax(totals < NONE))


@compiled
def test_interrupted_search_leaves_a_snapshot() -> None:
    problem = mastermind(4, 6)
    kept: list[dict[str, Any]] = []

    def stop(progress: Progress) -> None:
        kept.append(progress.snapshot())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimal_tree(problem, progress=stop)
    assert optimal_tree(problem, resume=json.loads(json.dumps(kept[0]))).total == 5625


def test_bad_arguments_are_named() -> None:
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("max_depth must be at least 1, not 0", {"max_depth": 0}),
        ("within must be at least 1, not 0", {"within": 0}),
        ("memory must be at least 65536 bytes, not 65535", {"memory": 65535}),
        ("asked must be indices of queries, 0 to 8, not 9", {"codes": [0], "asked": [9]}),
        ("asked: no answers", {"codes": [0, 8], "asked": [0]}),
    ]
    for message, options in refusals:
        with pytest.raises(InputError, match=message):
            optimal_tree(mastermind(2, 3), **options)


def test_bad_problems_are_named() -> None:
    problem = mastermind(2, 3)
    for rows, message in ((slice(1, None), "no query names AA"), ([*range(9), 0], "two queries name the same code")):
        answers, code_of = problem.answers[rows], problem.code_of[rows]
        queries = tuple(f"q{i}" for i in range(len(answers)))
        with pytest.raises(InputError, match=message):
            optimal_tree(replace(problem, queries=queries, answers=answers, code_of=code_of, symmetry=None))
    alike = SearchProblem(("x", "y"), ("q",), ("no", "yes"), np.ones((1, 2), np.uint8), np.array([-1], np.int32), -1)
    with pytest.raises(InputError, match="cannot be told apart"):
        optimal_tree(alike)


@given(
    size=st.sampled_from([1, 5, 15, 16, 33, 40, 64, 127, 200]),
    labels=st.sampled_from([3, 16, 40, 70]),
    seed=st.integers(0, 99),
)
def test_totals_by_sizes_of_parts(size: int, labels: int, seed: int) -> None:
    """Unions, planes of counts and counts one by one, against counts."""
    queries = 7
    generator = np.random.default_rng(seed)
    answers = generator.integers(0, labels, (queries, size)).astype(np.uint8) // (1 + seed % 3)
    nameless = np.full(queries, -1, np.int32)
    problem = SearchProblem(("c",) * size, ("q",) * queries, ("l",) * labels, answers, nameless, -1)
    _, game = make_game(problem, chosen_codes(problem, None), None, 0)
    work = make_workspace(game, 1)
    points = np.array([0, 1, 5, 38, 300])
    game = game._replace(breakpoints=points if len(game.bits) > 1 else points[:0])
    lowest = fill_totals(game, work, np.arange(size, dtype=np.uint32), queries, 0)
    for query in range(queries):
        counts = np.bincount(answers[query], minlength=labels)
        if len(game.bits) == 1:
            expected = NO_TOTAL if counts.max() == size else size + int(game.least[0][counts].sum())
        else:
            used = points if size > flat_size(points) else points[:2]
            expected = size + sum(np.maximum(0, counts - point).sum() for point in used)
        assert work.totals[query] == expected
    assert lowest == work.totals.min()


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("answers", [2, 3, 5])
def test_least_totals_are_those_of_free_search(named: bool, answers: int) -> None:
    """Any partition may be asked: the recursion over all of them, for small sets."""
    most = 14
    limited = least_totals(most, answers, named, 5)

    def spread(size: int, parts: int, least: list[int]) -> int:
        """The least sum over at most that many parts, none of them all of the set."""
        if parts == 0 or size == 0:
            return 0 if size == 0 else NONE
        return min(least[part] + spread(size - part, parts - 1, least) for part in range(1, size + 1))

    def totals(before: list[int] | None) -> list[int]:
        least = [0, int(named)]
        if before is None:
            return ([0, NONE] if named else [0, 0]) + [NONE] * (most - 1)
        for size in range(2, most + 1):
            best = min(before[part] + spread(size - part, answers - named - 1, before) for part in range(1, size))
            if named:
                best = min(best, spread(size - 1, answers - 1, before))
            least.append(min(NONE, size + best))
        return least

    row = None
    for depth in range(6):
        row = totals(row)
        assert row == limited[depth].tolist()
    free = least_totals(most, answers, named, 0)[0]
    assert np.array_equal(free, least_totals(most, answers, named, most)[most])


ENOUGH = 10**9


@given(tables(7), st.integers(1, 500))
def test_never_above_the_least_total(problem: SearchProblem, tries: int) -> None:
    codes, least = np.arange(len(problem.codes), dtype=np.int32), least_total(problem, None, None)
    bound, exact = lower_bound(problem, codes, (), tries)
    assert bound <= least
    assert not exact or bound == least
    assert lower_bound(problem, codes, (), ENOUGH) == (least, True)


@pytest.mark.parametrize("tries", [1, 2000, ENOUGH])
def test_parts_of_mastermind(tries: int) -> None:
    problem, total = mastermind(3, 6), 1
    for answer in np.unique(problem.answers[7]).tolist():
        if answer != problem.solved:
            codes = np.flatnonzero(problem.answers[7] == answer).astype(np.int32)
            bound, exact = lower_bound(problem, codes, [7], tries)
            least = optimal_tree(problem, codes=codes, asked=[7], tree=False).total
            assert bound <= least if least is not None else False
            assert exact == (bound == least) or tries < ENOUGH
            total += len(codes) + bound
    if tries == ENOUGH:
        assert total >= optimal_tree(problem, tree=False).total  # type: ignore[operator]


def test_tries_out_of_range() -> None:
    with pytest.raises(InputError, match="tries must be at least 1, not 0"):
        lower_bound(mastermind(2, 3), np.arange(9, dtype=np.int32), (), 0)


@given(problem=tables(6), data=st.data())
def test_replies_are_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject) -> None:
    count = len(problem.codes)
    weights = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count), label="weights")
    by = data.draw(st.sampled_from([1, 1 << 28]), label="by")  # costs of 32 bits, or more
    check_reply(problem, by * np.array(weights, np.int64))


def check_reply(problem: SearchProblem, weights: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    least = least_cost(problem, [Fraction(weight) for weight in weights.tolist()])
    found = best_reply(problem, weights)
    assert found is not None
    assert found.cost == least == walk(problem, found.tree) @ weights
    assert found.tree.total[:1].sum() == walk(problem, found.tree).sum()
    assert best_reply(problem, weights, below=found.cost) is None
    again = best_reply(problem, weights, below=found.cost + 1)
    assert again is not None
    assert again.cost == least


@compiled
@pytest.mark.parametrize(("pegs", "colors"), [(4, 4), (2, 8)])
def test_symmetry_and_equal_weights(pegs: int, colors: int) -> None:
    problem = mastermind(pegs, colors)
    total = optimal_tree(problem, tree=False).total
    assert total is not None
    found = best_reply(problem, np.full(len(problem.codes), 7, np.int64))
    assert found is not None
    assert found.cost == 7 * total


@given(
    size=st.sampled_from([5, 33, 64, 127, 200]),
    labels=st.sampled_from([3, 16, 40]),
    kinds=st.sampled_from([2, 5, 60]),
    seed=st.integers(0, 99),
)
def test_totals_are_lower_bounds(size: int, labels: int, kinds: int, seed: int) -> None:
    """Of each query: its weight, and for each part the heaviest codes first, as many as a tree names per level."""
    queries = 7
    generator = np.random.default_rng(seed)
    answers = generator.integers(0, labels, (queries, size)).astype(np.uint8) // (1 + seed % 3)
    weights = np.sort(generator.integers(1, kinds + 1, size).astype(np.int64))[::-1].copy()
    nameless = np.full(queries, -1, np.int32)
    problem = SearchProblem(("c",) * size, ("q",) * queries, ("l",) * labels, answers, nameless, -1)
    _, game = make_game(problem, np.arange(size, dtype=np.int32), None, 0, weights=weights)
    work = make_workspace(game, 1)
    points = np.array([0, 1, 5, 38, 300])
    game = game._replace(breakpoints=points)
    fill_totals(game, work, np.arange(size, dtype=np.uint32), queries, 0)
    for query in range(queries):
        used = points if size > flat_size(points) else points[:2]
        expected = int(weights.sum())
        for answer in range(labels):
            part = weights[answers[query] == answer]
            expected += sum(int(part[point:].sum()) for point in used)
        exact = kinds <= 12 or size <= flat_size(points)
        assert work.totals[query] == expected if exact else work.totals[query] <= expected
        assert work.totals[query] >= 2 * int(weights.sum()) - int(weights[0]) * labels


def test_bad_weights_are_named() -> None:
    problem = mastermind(2, 3)
    weights = np.ones(9, np.int64)
    weights[0] = most_weight(problem) - 8
    assert best_reply(problem, weights) is not None
    weights[0] += 1
    for refused in (np.zeros(9, np.int64), weights):
        with pytest.raises(InputError, match=f"at least 1, with a sum of at most {most_weight(problem)}"):
            best_reply(problem, refused)
