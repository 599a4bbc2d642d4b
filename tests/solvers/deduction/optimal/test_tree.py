"""Optimal totals and trees against all strategies of small problems, and against published totals."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.optimal_tree import least_depth, least_total, most_within

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal.bounds import NONE, least_totals
from tafelwerk.solvers.deduction.optimal.bounds import least_depth as least_possible_depth
from tafelwerk.solvers.deduction.optimal.parts import fill_totals, flat_size
from tafelwerk.solvers.deduction.optimal.tree import DepthError, Optimum, Progress, optimal_tree
from tafelwerk.solvers.deduction.optimal.workspace import NO_TOTAL, make_game, make_workspace
from tafelwerk.solvers.deduction.problem import SearchProblem, chosen_codes
from tafelwerk.solvers.deduction.tree import walk
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


@st.composite
def small_problems(draw: st.DrawFn, labels: int | None = None) -> SearchProblem:
    """Answers at random; every code can be told from every other, and named where codes are named."""
    count, extra, named = draw(st.integers(1, 7)), draw(st.integers(0, 5)), draw(st.booleans())
    kinds = labels or draw(st.integers(2, 5))
    answers = st.lists(st.integers(0, kinds - 1 - named), min_size=count, max_size=count)
    code_of = draw(st.permutations([*range(count), *[-1] * extra]))
    rows = []
    for code in code_of:
        rows.append(draw(answers))
        if code >= 0 and named:
            rows[-1][code] = kinds - 1
        elif code >= 0:  # so that every code can be told from the others
            rows[-1] = [int(other == code) for other in range(count)]
    return SearchProblem(
        codes=tuple(f"c{i}" for i in range(count)),
        queries=tuple(f"q{i}" for i in range(len(rows))),
        labels=tuple(str(i) for i in range(kinds)),
        answers=np.array(rows, np.uint16 if kinds > 256 else np.uint8),
        code_of=np.array(code_of if named else [-1] * len(rows), np.int32),
        solved=kinds - 1 if named else -1,
    )


@given(problem=small_problems(), data=st.data())
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


@given(problem=small_problems().filter(lambda problem: problem.solved >= 0), within=st.integers(1, 5))
def test_most_codes_in_time(problem: SearchProblem, within: int) -> None:
    check_within(problem, within, most_within(problem, within))


def check_within(problem: SearchProblem, within: int, expected: tuple[int, int]) -> None:
    """As many codes are found in time as can be, and of such strategies the total is least."""
    optimum = optimal_tree(problem, within=within)
    check_tree(problem, optimum)
    assert optimum.tree is not None
    assert ((walk(problem, optimum.tree) <= within).sum(), optimum.total) == expected


@pytest.mark.parametrize("labels", [70, *(pytest.param(labels, marks=pytest.mark.slow) for labels in (20, 40, 300))])
@given(data=st.data())
@settings(max_examples=25)
def test_many_answers(labels: int, data: st.DataObject) -> None:
    problem = data.draw(small_problems(labels=labels))
    optimum = optimal_tree(problem)
    assert optimum.total == least_total(problem)
    check_tree(problem, optimum)


SMALL = [(1, 1, False), (1, 5, False), (2, 2, False), (2, 3, False), (2, 4, False), (3, 2, False), (2, 3, True)]
SMALL += [(2, 4, True), (3, 3, True), (3, 4, True), (4, 4, True)]
LARGER = [(4, 2, False), (3, 4, False), (2, 7, False), (3, 5, False), (4, 3, False), (7, 2, False), (4, 5, True)]
WIDE = pytest.param(5, 2, False, marks=pytest.mark.slow)  # words of 32 bits


@pytest.mark.parametrize(("pegs", "colors", "distinct"), SMALL)
def test_mastermind_by_every_strategy(pegs: int, colors: int, distinct: bool) -> None:
    problem = mastermind(pegs, colors, distinct)
    optimum = optimal_tree(problem, least_depth=True)
    assert (optimum.total, optimum.depth) == (least_total(problem), least_depth(problem))
    check_tree(problem, optimum)


@compiled
@pytest.mark.parametrize(("pegs", "colors", "distinct"), [*LARGER, (3, 7, True), WIDE])
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


# Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.5
PUBLISHED: list[Any] = [(6, False, 5625), (6, True, 1446)]
# G. Ville, An optimal Mastermind (4,7) strategy and more results in the expected case (2013)
PUBLISHED += [(7, False, 11228), (8, True, 7817), (9, True, 14914)]
PUBLISHED += [pytest.param(*game, marks=pytest.mark.slow) for game in ((10, True, 26274), (8, False, 20471))]


@compiled
@pytest.mark.parametrize(("colors", "distinct", "total"), PUBLISHED)
def test_published_totals(colors: int, distinct: bool, total: int) -> None:
    problem = mastermind(4, colors, distinct)
    optimum = optimal_tree(problem)
    assert optimum.total == total
    check_tree(problem, optimum)


@compiled
@pytest.mark.slow
def test_codes_in_time_of_the_standard_game() -> None:
    """Two queries find 14 codes, a code per answer to the first; five find all, with the least total of depth five."""
    problem = mastermind(4, 6)
    for within, expected in ((2, (14, 5642)), (3, (132, 5653)), (4, (768, 5630)), (5, (1296, 5626)), (6, (1296, 5625))):
        check_within(problem, within, expected)


@compiled
def test_published_total_of_depth_five() -> None:
    """K. Koyama and T. W. Lai, An optimal Mastermind strategy (1993): 5625/1296, and 5626/1296 with at most five."""
    problem = mastermind(4, 6)
    for options, expected in (({"max_depth": 5}, (5626, 5)), ({"least_depth": True}, (5625, 6))):
        optimum = optimal_tree(problem, **options)  # type: ignore[arg-type]
        assert (optimum.total, optimum.depth) == expected
        check_tree(problem, optimum)
    with pytest.raises(DepthError, match="max_depth 4 is too small"):
        optimal_tree(problem, max_depth=4)


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


@compiled
def test_search_for_codes_found_in_time_gives_up() -> None:
    found = optimal_tree(mastermind(4, 5), within=4, operations=3e6)
    assert (found.proved, found.total, found.tree) == (False, None, None)


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


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("max_depth must be at least 1, not 0", {"max_depth": 0}),
        ("within must be at least 1, not 0", {"within": 0}),
        ("memory must be at least 65536 bytes, not 1", {"memory": 1}),
        ("asked must be indices of queries, 0 to 8, not 9", {"codes": [0], "asked": [9]}),
        ("asked: no answers", {"codes": [0, 8], "asked": [0]}),
    ],
)
def test_bad_arguments_are_named(message: str, options: dict[str, Any]) -> None:
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
    labels=st.sampled_from([3, 16, 17, 40, 70]),
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
