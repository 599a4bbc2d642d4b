"""Optimal totals and trees, bounds and replies to weights, against the second program on small problems.
Optimal searches with more than 64 answers: bounds by repeats, totals of generated word lists, resuming, memory.
Totals of all sets of codes against the second program, and the constants of a game.
The codemaker chooses, too: values certified from both sides, programs of matrices, best replies.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm, log2
from operator import mul
from typing import Any

import numpy as np
import pytest
from answer_tables import ALIKE, problem_of, stored, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.least_totals import LeastTotals
from tafelwerk.solvers.deduction import adversary_game, exact_replies, search_problem
from tafelwerk.solvers.deduction import optimal_tree as solver
from tafelwerk.solvers.deduction import optimal_tree as tree
from tafelwerk.solvers.deduction.adversary_game import (
    VALUE,
    Classes,
    Program,
    Solution,
    TooManyQueriesError,
    code_classes,
)
from tafelwerk.solvers.deduction.adversary_game import solve_game as solve
from tafelwerk.solvers.deduction.exact_replies import MatrixExactReplies, MatrixReplies
from tafelwerk.solvers.deduction.optimal_tree import (
    MEMORY,
    DepthError,
    Optimum,
    Search,
    best_reply,
    lower_bound,
    most_within,
    optimal_tree,
)
from tafelwerk.solvers.deduction.optimal_workspace import NO_TOTAL, make_game, make_workspace
from tafelwerk.solvers.deduction.part_bounds import fill_totals, flat_size
from tafelwerk.solvers.deduction.search_problem import (
    NONE,
    SearchProblem,
    StrategyTree,
    chosen_codes,
    least_totals,
    walk,
)
from tafelwerk.solvers.deduction.subsets import subset_totals
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.machine.memo import ENTRY_BYTES
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.word_problems import wordle

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


ENOUGH = 10**9


def second_total(problem: SearchProblem, limit: int = ENOUGH, **game: Any) -> int:
    """The least total, or a bound not below the limit, by the second program."""
    return LeastTotals(stored(problem), **game).at_least(np.arange(len(problem.codes), dtype=np.int32), limit)


def check_tree(problem: SearchProblem, optimum: Optimum) -> None:
    """The tree reaches the total and the depth it claims, node by node."""
    tree = optimum.tree
    assert optimum.proved
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
    assert optimum.total == second_total(problem)
    check_tree(problem, optimum)
    shallow = optimal_tree(problem, least_depth=True)
    assert shallow.total == optimum.total
    assert shallow.depth < 2 or second_total(problem, depth=shallow.depth - 1) > optimum.total
    check_tree(problem, shallow)
    depth = data.draw(st.integers(1, 5), label="depth")
    expected = second_total(problem, depth=depth)
    if expected >= ENOUGH:
        with pytest.raises(DepthError, match="max_depth"):
            optimal_tree(problem, max_depth=depth)
    else:
        limited = optimal_tree(problem, max_depth=depth)
        assert limited.total == expected
        assert (limited.depth or 0) <= depth
        check_tree(problem, limited)
    codes = sorted(data.draw(st.sets(st.integers(0, len(problem.codes) - 1), min_size=1), label="codes"))
    least = LeastTotals(stored(problem)).at_least(np.array(codes, np.int32), ENOUGH)
    assert optimal_tree(problem, codes=codes).total == least


@given(problem=tables(6).filter(lambda problem: problem.solved >= 0), within=st.integers(1, 5))
def test_most_codes_in_time(problem: SearchProblem, within: int) -> None:
    """As many codes are found in time as can be, and of such strategies the total is least."""
    optimum = most_within(problem, within)
    check_tree(problem, optimum)
    late = int((walk(problem, optimum.tree) > within).sum())
    aim = {"depth": within, "late": 1000} if within < len(problem.codes) else {}
    assert second_total(problem, **aim) == optimum.total + 1000 * late


@pytest.mark.parametrize(
    "game", [(1, 5), (3, 2), *(pytest.param(game, marks=compiled) for game in [(4, 3), (7, 2), (3, 7, True)])], ids=str
)
def test_symmetry_changes_nothing(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    for depth in (None, 4):
        try:
            plain = optimal_tree(replace(problem, symmetry=None), max_depth=depth)
        except DepthError:
            with pytest.raises(DepthError, match="max_depth"):
                optimal_tree(problem, max_depth=depth)
        else:
            optimum = optimal_tree(problem, max_depth=depth)
            assert optimum.total == plain.total
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
    codes = np.flatnonzero((asked == asked[:, code, None]).all(axis=0)).astype(np.int32)
    plain = optimal_tree(problem, codes=codes)
    assert optimal_tree(problem, codes=codes, asked=queries).total == plain.total
    assert (plain.tree.total[0], plain.tree.codes[0]) == (plain.total, len(codes))
    bound, exact = lower_bound(problem, codes, queries, data.draw(st.sampled_from([1, 100, ENOUGH])))
    assert bound == plain.total if exact else bound <= plain.total


@compiled
def test_search_goes_on_from_a_snapshot_and_with_small_memory() -> None:
    problem = mastermind(4, 5)
    least = optimal_tree(problem)
    total = least.total
    small = optimal_tree(problem, memory=1 << 16)
    assert small.total == total
    check_tree(problem, small)
    seen: list[solver.Progress] = []
    snapshot: dict[str, Any] | None = None
    for _ in range(100):
        part = optimal_tree(problem, resume=snapshot, operations=least.operations / 2, progress=seen.append)
        if part.proved:
            break
        assert part.tree is None
        assert part.lower <= total
        assert part.total is None or total <= part.total
        snapshot = json.loads(json.dumps(part.snapshot))
    assert snapshot is not None
    assert part.total == total
    check_tree(problem, part)
    assert all(step.lower <= total and (step.total is None or step.total >= total) for step in seen)
    assert optimal_tree(problem, resume=json.loads(json.dumps(seen[0].snapshot()))).total == total
    with pytest.raises(InputError, match="resume is of another search"):
        optimal_tree(problem, resume=snapshot, max_depth=6)
    few = [optimal_tree(problem, operations=least.operations / 2).operations for _ in range(2)]
    assert few[0] == few[1] < 0.6 * least.operations
    enough = optimal_tree(problem, operations=least.operations + 1)
    assert (enough.total, enough.operations) == (total, least.operations)


@pytest.mark.parametrize("named", [True, False])
def test_least_depth_is_the_first_at_which_the_bound_is_finite(named: bool) -> None:
    for answers in (2, 3, 5):
        for codes in range(1, 40):
            totals = least_totals(codes, answers, named, 45)[1:, codes]
            assert search_problem.least_depth(codes, answers, named) == 1 + int(np.argmax(totals < NONE))


@given(
    size=st.sampled_from([1, 5, 15, 16, 33, 40, 64, 127, 200]),
    labels=st.sampled_from([3, 16, 40, 70]),
    kinds=st.sampled_from([0, 2, 5, 60]),
    seed=st.integers(0, 99),
)
def test_totals_by_sizes_of_parts(size: int, labels: int, kinds: int, seed: int) -> None:
    """Unions, planes of counts and counts one by one, against counts.

    With weights of some kinds, of each query: its weight, and for each part the heaviest codes first, as many as a tree
    names per level.
    """
    labels = min(labels, 40) if kinds else labels  # weights of few answers
    generator = np.random.default_rng(seed)
    answers = generator.integers(0, labels, (7, size)).astype(np.uint8) // (1 + seed % 3)
    weights = np.sort(generator.integers(1, kinds + 1, size))[::-1].copy() if kinds else None
    game = make_game(problem_of(answers.tolist(), labels), np.arange(size, dtype=np.int32), None, 0, weights=weights)[1]
    work = make_workspace(game, 1)
    points = np.array([0, 1, 5, 38, 300])
    counted = kinds == 0 and len(game.bits) == 1
    lowest = fill_totals(
        game._replace(bounds=game.bounds._replace(breakpoints=points[:0] if counted else points)),
        work,
        np.arange(size, dtype=np.uint32),
        7,
        0,
    )
    assert lowest == work.totals.min()
    weighs = np.ones(size, np.int64) if weights is None else weights
    used = points if size > flat_size(points) else points[:2]
    for total, row in zip(work.totals.tolist(), answers, strict=True):
        counts = np.bincount(row, minlength=labels)
        expected = weighs.sum() + sum(weighs[row == answer][point:].sum() for answer in range(labels) for point in used)
        if counted:
            assert total == (NO_TOTAL if counts.max() == size else size + game.bounds.least[0][counts].sum())
        elif kinds <= 12 or size <= flat_size(points):
            assert total == expected
        else:
            assert 2 * weighs.sum() - weighs[0] * labels <= total <= expected


@given(tables(7), st.integers(1, 500))
def test_never_above_the_least_total(problem: SearchProblem, tries: int) -> None:
    codes, least = np.arange(len(problem.codes), dtype=np.int32), second_total(problem)
    bound, exact = lower_bound(problem, codes, (), tries)
    assert bound == least if exact else bound <= least
    assert lower_bound(problem, codes, (), ENOUGH) == (least, True)


@given(problem=tables(6), data=st.data(), by=st.sampled_from([1, 1 << 28]))
def test_replies_are_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject, by: int) -> None:
    """Also if costs need more than 32 bits."""
    count = len(problem.codes)
    weights = by * np.array(data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count), label="weights"))
    reply = best_reply(problem, weights)
    assert reply.cost == walk(problem, reply.tree) @ weights
    for limit in (reply.cost - 1, reply.cost, reply.cost + 1):
        proved = second_total(problem, limit, weights=weights.tolist())
        assert proved == reply.cost if reply.cost < limit else proved >= limit
    assert reply.tree.total[:1].sum() == walk(problem, reply.tree).sum()
    assert best_reply(problem, weights, below=reply.cost) is None
    again = best_reply(problem, weights, below=reply.cost + 1)
    assert again.cost == reply.cost


def words(codes: int, others: int, seed: int, letters: str = "aeioubdglmnprst") -> SearchProblem:
    """Different words of five letters, drawn at random: those that may be the code, and others."""
    generator, drawn = np.random.default_rng(seed), dict[str, None]()
    while len(drawn) < codes + others:
        drawn["".join(generator.choice(list(letters), 5))] = None
    problem = wordle([*drawn][:codes], [*drawn][codes:])
    assert problem.answers.max() >= 64
    return problem


@pytest.mark.parametrize("depths", [None, 5])
@compiled
def test_totals_are_those_of_a_second_program_and_of_bounds_query_by_query(depths: int | None) -> None:
    problem = words(60, 300, 7, "aeinrst")
    every = chosen_codes(problem, None)
    fast = Search(problem, every, (), depths, 1 << 24)
    slow = Search(problem, every, (), depths, 1 << 24)
    slow.game = slow.game._replace(columns=slow.game.columns[:0, :0])
    small = Search(problem, every, (), depths, 1 << 16)
    total, lower = fast.least(None)
    assert total == lower
    assert slow.least(None) == small.least(None) == (total, lower)
    assert fast.nodes == slow.nodes
    assert len(small.memo) * ENTRY_BYTES == 1 << 16
    trees = [search.strategy()[0] for search in (fast, slow)]
    assert np.array_equal(trees[0].query, trees[1].query)
    assert walk(problem, trees[0]).sum() == total
    assert total == LeastTotals(stored(problem), depths).at_least(every, 10**6)


@compiled
def test_resumes_after_the_first_queries_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "FIRST_STEPS", 3)
    problem = words(300, 500, 5, "aeiloudnrstbcm")
    every, whole = chosen_codes(problem, None), optimal_tree(problem)
    snapshot: dict[str, Any] | None = None
    done, total, lower = [0], 0, -1
    while total != lower:
        search = Search(problem, every, (), None, MEMORY)
        if snapshot is not None:
            search.restore(snapshot)
        total, lower = search.least(None, tries=3)
        assert lower <= whole.total <= total
        snapshot = json.loads(json.dumps(search.snapshot()))
        assert snapshot is not None
        done.append(snapshot["first"][-1])
        assert len(done) < 100, "the search makes no progress"
    assert total == whole.total
    assert len(done) > 2
    assert all(before <= after for before, after in pairwise(done))
    assert walk(problem, search.strategy()[0]).sum() == total


def identifying(problem: SearchProblem) -> SearchProblem:
    """The problem whose search ends when the code is known."""
    nameless = np.full(len(problem.queries), -1, np.int32)
    return replace(problem, code_of=nameless, solved=-1, symmetry=None)


@settings(max_examples=15)
@given(tables(6))
def test_equals_the_second_program(problem: SearchProblem) -> None:
    found, second = subset_totals(problem), LeastTotals(stored(identifying(problem)))
    codes = len(problem.codes)
    expected = {0: 0}
    for size in range(1, codes + 1):
        for chosen in combinations(range(codes), size):
            total = second.at_least(np.array(chosen, np.int32), 1000)
            expected[sum(1 << code for code in chosen)] = total
    assert found.totals.tolist() == [expected[word] for word in range(1 << codes)]
    for size, (least, most) in enumerate(zip(*found.by_size(), strict=True)):
        sets = [total for word, total in expected.items() if word.bit_count() == size]
        assert (least, most) == (min(sets), max(sets))


def test_the_lower_constant_is_that_of_the_widest_query() -> None:
    """No search is shorter than log_a of the number of its codes (theorem 4.4), and one of a codes is as short."""
    problem = mastermind(2, 3)
    found = subset_totals(problem)
    assert min(found.after(row) for row in problem.answers) == found.totals[-1]
    least, _ = found.by_size()
    widest = max(len(np.unique(row)) for row in problem.answers)
    ratios = {size: int(least[size]) / (size * log2(size)) for size in range(2, len(least))}
    assert min(ratios.values()) == ratios[widest] == pytest.approx(1 / log2(widest), abs=1e-15)


def solve_game(problem: SearchProblem, classes: Classes) -> Solution[StrategyTree]:
    """The solution of the game on a matrix of answers."""
    return solve(MatrixReplies(problem, classes))


def check(problem: SearchProblem, classes: Classes, found: Solution[StrategyTree]) -> None:
    """The mixtures are mixtures, the breaker's takes at most the value for every code, and the two are strictly complementary."""
    assert min(found.chances) >= 0
    assert sum(size * chance for size, chance in zip(classes.sizes, found.chances, strict=True)) == 1
    assert min(found.shares) > 0
    assert sum(found.shares) == 1
    assert list(found.shares) == sorted(found.shares, reverse=True)
    taken = [Fraction(0)] * len(classes.sizes)
    for share, strategy in zip(found.shares, found.strategies, strict=True):
        depths = walk(problem, strategy.tree)
        assert strategy.column == tuple(depths[classes.of == k].sum() for k in range(len(taken)))
        taken = [mean + share * total for mean, total in zip(taken, strategy.column, strict=True)]
    means = [total / size for total, size in zip(taken, classes.sizes, strict=True)]
    assert max(means) == found.value >= found.lower
    for mean, chance in zip(means, found.chances, strict=True):
        assert mean == found.value or chance == 0
        assert mean < found.value or chance > 0 or found.lower < found.value


def least_mean(problem: SearchProblem, chances: Sequence[Fraction]) -> Fraction:
    """Least mean of all strategies against chances of the codes, by the second program."""
    scale = lcm(*(chance.denominator for chance in chances))
    second = LeastTotals(stored(problem), weights=[int(chance * scale) for chance in chances])
    return Fraction(second.at_least(np.arange(len(chances), dtype=np.int32), 1 << 60, None), scale)


def chance_of(classes: Classes, found: Solution[StrategyTree]) -> Sequence[Fraction]:
    """The codemaker's chance of each code."""
    return [found.chances[k] for k in classes.of.tolist()]


@given(problem=tables(8), most=st.sampled_from([16, 64, 1 << 34]), has_basis=st.booleans())
def test_no_strategy_is_better_against_the_codemaker(problem: SearchProblem, most: int, has_basis: bool) -> None:
    """Large games, in small: all codes are many classes, few weights fit the search, and exact replies may be too much."""
    classes = code_classes(problem)
    expected = solve_game(problem, classes)
    check(problem, classes, expected)
    assert least_mean(problem, chance_of(classes, expected)) == expected.value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adversary_game, "FEW", 0)
        if not has_basis:
            patch.setattr(adversary_game.ApproximateProgram, "basis", lambda program: None)
        patch.setattr(exact_replies, "most_weight", lambda problem: most)
        solution = solve_game(problem, classes)
        check(problem, classes, solution)
        assert solution.value == solution.lower == expected.value
        assert least_mean(problem, chance_of(classes, solution)) == solution.value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_replies, "most_weight", lambda problem: 16)
        patch.setattr(exact_replies, "MOST_QUERIES", 0)
        interval = solve_game(problem, classes)
    assert interval.lower <= expected.value <= interval.value
    assert sum(size * chance for size, chance in zip(classes.sizes, interval.chances, strict=True)) == 1
    assert least_mean(problem, chance_of(classes, interval)) >= interval.lower


@pytest.mark.parametrize("game", [(1, 1), (2, 3), (3, 2), (3, 3, True)], ids=str)
def test_mastermind_by_every_strategy(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    classes = code_classes(problem)
    solution = solve_game(problem, classes)
    check(problem, classes, solution)
    assert least_mean(problem, chance_of(classes, solution)) == solution.value


@given(data=st.data())
def test_program_of_random_matrices(data: st.DataObject) -> None:
    """Values of random matrix games, with rows that represent several codes and with ties."""
    rows, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    entries = st.lists(st.integers(0, 4), min_size=rows, max_size=rows)
    matrix = [data.draw(entries) for _ in range(columns)]
    program = Program(sizes, [entry * size for entry, size in zip(matrix[0], sizes, strict=True)])
    for column in matrix[1:]:
        program.improve()
        program.add([entry * size for entry, size in zip(column, sizes, strict=True)])
    program.improve()
    # whoever mixes so gets no less, and loses no more, than the value
    chances = [size * chance for size, chance in zip(sizes, program.chances, strict=True)]
    assert program.value == min(sum(map(mul, chances, column)) for column in matrix)
    shares = [program.mixture.get(place, 0) for place in range(columns)]
    assert program.value == max(sum(map(mul, shares, row)) for row in zip(*matrix, strict=True))
    assert min(*chances, *shares) >= 0
    assert sum(shares) == 1
    assert sum(size * chance for size, chance in zip(sizes, program.chances, strict=True)) == 1


@pytest.mark.parametrize(
    ("basis", "value_there"),
    [
        ((0, VALUE, 1), Fraction(3, 2)),
        ((2, VALUE, VALUE - 1), 3),
        # none, dependent columns, a slack below 0, or without v: from the first strategy, then
        (None, 2),
        ((0, VALUE, 3), 2),
        ((VALUE, 0, VALUE - 2), 2),
        ((0, 1, 2), 2),
    ],
)
def test_programs_begin_at_a_basis(basis: tuple[int, ...] | None, value_there: Fraction) -> None:
    program = Program.from_basis((1, 1), [(1, 2), (2, 1), (3, 3), (1, 2)], basis)
    assert program.value == value_there
    program.improve()
    assert program.value == Fraction(3, 2)


def test_codes_that_no_query_tells_apart() -> None:
    with pytest.raises(InputError, match="cannot be told apart"):
        solve_game(ALIKE, code_classes(ALIKE))


WEIGHTS = st.one_of(st.just(0), st.integers(1, 6), st.integers(10**9, 10**9 + 5))


@given(problem=tables(8), data=st.data())
def test_no_mixture_is_better(problem: SearchProblem, data: st.DataObject) -> None:
    """Chances of large denominators, nearly equal ones, and none."""
    count = len(problem.codes)
    if count == 1 and problem.solved < 0:
        return  # nothing is asked
    weights = data.draw(st.lists(WEIGHTS, min_size=count, max_size=count).filter(any))
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    mean, tree = MatrixExactReplies(problem, chances, MEMORY).best()
    assert mean == least_mean(problem, chances)
    spent = walk(problem, tree).tolist()
    assert sum(chance * each for chance, each in zip(chances, spent, strict=True)) == mean
    assert int(tree.total[0]) == sum(spent)


def test_chances_that_64_bits_cannot_tell_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three codes, one of which can be asked first; the two most probable differ by one in 10^40."""
    answers = np.array([[2, 0, 1], [0, 2, 1], [0, 0, 2]])
    # also where few of many answers occur, which the search numbers anew
    for stride in (60, 1):
        problem = problem_of((stride * answers).tolist(), 2 * stride + 1, range(3), 2 * stride)
        for best in (0, 1):
            chances = [Fraction(10**40 + (code == best), 3 * 10**40 + 1) for code in range(3)]
            mean, tree = MatrixExactReplies(problem, chances, MEMORY).best()
            assert tree.query[0] == best
            assert mean == 2 - chances[best]
            assert walk(problem, tree).sum() == tree.total[0]
    monkeypatch.setattr(exact_replies, "MOST_QUERIES", 1)
    with pytest.raises(TooManyQueriesError):
        MatrixExactReplies(problem, chances, MEMORY).best()
