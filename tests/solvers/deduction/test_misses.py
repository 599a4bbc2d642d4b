"""Hangman against trying every letter: what each word is missed by, the most frequent letter, the least total.
What a history leaves over, against trying every code, and the least explanation of a contradiction.
Orbits of queries as they are listed and as they are merged; what they are is tested by strategies with and without them.
"""

from itertools import combinations

import numpy as np
import pytest
from answer_tables import problem_of
from hypothesis import example, given
from hypothesis import strategies as st
from naive import words as naive
from naive.words import least_contradiction, left_over

from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.games_by_rules import letter_game
from tafelwerk.proofs.mastermind.least_totals import least_misses, most_frequent
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction import misses
from tafelwerk.solvers.deduction.entropy_strategies import lex_tree
from tafelwerk.solvers.deduction.misses import count_misses, fewest_misses_tree, least_misses_tree
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, consistent, contradiction, walk
from tafelwerk.solvers.deduction.symmetry import EVERY, make_orbits, merge_kernel, orbits, row_kernel
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.word_problems import hangman

LISTS = st.integers(1, 4).flatmap(
    lambda length: st.lists(st.text("abcdef", min_size=length, max_size=length), min_size=1, max_size=7, unique=True)
)


def check_tree(problem: SearchProblem, tree: StrategyTree) -> None:
    """Totals are misses, node by node, and what the walk finds."""
    spent = walk(problem, tree)
    assert spent.sum() == tree.total[:1].sum()
    assert np.array_equal(count_misses(problem, tree).total, tree.total)


@given(LISTS)
def test_every_strategy_tried(words: list[str]) -> None:
    problem = hangman(words)
    assert (problem.codes, problem.queries) == (tuple(sorted(words)), tuple(sorted(set("".join(words)))))
    assert problem.labels[problem.miss] == "-" * len(words[0])
    for letter, row in zip(problem.queries, problem.answers.tolist(), strict=True):
        assert [problem.labels[answer] for answer in row] == [naive.hangman(letter, word) for word in problem.codes]
    tree = least_misses_tree(problem)
    check_tree(problem, tree)
    game = letter_game("words", problem.codes)
    assert (list(game.labels), game.answers.tolist()) == (list(problem.labels), problem.answers.tolist())
    assert tree.total[:1].sum() == least_misses(game, np.arange(len(words), dtype=np.int32))


@given(LISTS, st.sampled_from([0, 1, None]))
def test_other_strategies(words: list[str], order: Alpha) -> None:
    problem = hangman(words)
    least = int(least_misses_tree(problem).total[:1].sum())
    for tree in (fewest_misses_tree(problem), count_misses(problem, lex_tree(problem, order))):
        check_tree(problem, tree)
        assert tree.total[:1].sum() >= least
    frequent, game = fewest_misses_tree(problem), letter_game("words", problem.codes)
    sets = [np.arange(len(words))]
    for node in range(len(frequent.query)):
        if node:
            parent = frequent.parent[node]
            before = sets[parent]
            sets.append(before[problem.answers[frequent.query[parent], before] == frequent.answer[node]])
        assert frequent.query[node] == most_frequent(game, sets[node].astype(np.int32))


def test_some_words_left_and_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = hangman(["abc", "abd", "bcd", "aef"])
    tree = fewest_misses_tree(problem, [0, 1, 3])
    assert (tree.codes[0], problem.queries[int(tree.query[0])]) == (3, "b")
    with pytest.raises(InputError, match="misses are counted"):
        fewest_misses_tree(mastermind(2, 2, False))
    monkeypatch.setattr(misses, "MOST_SETS", 1)
    assert least_misses_tree(hangman(["abc", "bcd"])).total[0] == 0
    monkeypatch.setattr(misses, "MOST_SETS", 0)
    with pytest.raises(InputError, match="more than 0 sets"):
        least_misses_tree(hangman(["abc", "bcd"]))


@st.composite
def games(draw: st.DrawFn) -> tuple[list[list[int]], list[tuple[int, int]]]:
    codes, queries = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    row = st.lists(st.integers(0, 3), min_size=codes, max_size=codes)
    rows = draw(st.lists(row, min_size=queries, max_size=queries))
    return rows, draw(st.lists(st.tuples(st.integers(0, queries - 1), st.integers(0, 3)), max_size=6))


@given(games())
@example(([[0, 1]], []))
@example(([[0, 0, 1], [0, 1, 0], [1, 0, 0]], [(0, 0), (1, 0), (2, 0)]))
@example(([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0]], [(0, 0), (1, 0), (3, 0), (2, 0)]))
def test_history_against_trying_every_code(game: tuple[list[list[int]], list[tuple[int, int]]]) -> None:
    rows, history = game
    problem = problem_of(rows, 4)
    left = consistent(problem, history)
    assert left.dtype == np.int32
    assert left.tolist() == left_over(rows, history)
    places = contradiction(problem, history)
    least = least_contradiction(rows, history)
    if places is None:
        assert least is None
        return
    assert list(places) == sorted(set(places))
    assert not left_over(rows, [history[place] for place in places])
    for place in places:
        assert left_over(rows, [history[other] for other in places if other != place])
    assert len(places) == least if least <= 2 else len(places) >= least
    if least == 2:
        pairs = [
            pair for pair in combinations(range(len(history)), 2) if not left_over(rows, [history[i] for i in pair])
        ]
        assert places == min(pairs, key=lambda pair: (pair[1], pair[0]))


GAMES = [(2, 3, False), (3, 3, False), (3, 4, True), (3, 2, False), (4, 3, False), (5, 2, False), (1, 5, False)]


@given(st.sampled_from(GAMES), st.data())
def test_rows_hold_the_orbits_last_asked_for(game: tuple[int, int, bool], data: st.DataObject) -> None:
    problem = mastermind(*game)
    queries = len(problem.queries)
    room = make_orbits(problem.symmetry, queries, queries)
    for asked in data.draw(
        st.lists(st.lists(st.integers(0, queries - 1), max_size=5, unique=True), min_size=1, max_size=5)
    ):
        least = orbits(problem.symmetry, asked)
        row = row_kernel(room, np.array(asked, np.int32), 1 << 10)
        heads = [query for query in np.unique(least).tolist() if query not in asked]
        if row == EVERY:
            assert len(np.unique(least)) == queries
            continue
        assert room.heads[row, : room.head_count[row]].tolist() == heads
        assert [room.size[row, head] for head in heads] == [int((least == head).sum()) for head in heads]


@given(st.sampled_from(GAMES), st.data())
def test_queries_that_tie_are_counted_by_their_orbits(game: tuple[int, int, bool], data: st.DataObject) -> None:
    problem = mastermind(*game)
    queries = len(problem.queries)
    asked = data.draw(st.lists(st.integers(0, queries - 1), max_size=4))
    least = orbits(problem.symmetry, asked)
    heads = data.draw(st.sets(st.sampled_from(np.unique(least).tolist()), min_size=1))
    members = np.flatnonzero(np.isin(least, sorted(heads)))
    tied, weight = np.zeros(queries, np.int32), np.zeros(queries, np.int64)
    tied[: len(members)] = members
    kept = merge_kernel(
        make_orbits(problem.symmetry, queries, queries), np.array(asked, np.int32), tied, len(members), weight
    )
    assert tied[:kept].tolist() == sorted(heads)
    assert weight[:kept].tolist() == [int((least == head).sum()) for head in sorted(heads)]
    tied[: len(members)] = members
    assert merge_kernel(
        make_orbits(None, queries, queries), np.array(asked, np.int32), tied, len(members), weight
    ) == len(members)
    assert tied[: len(members)].tolist() == members.tolist()
    assert (weight[: len(members)] == 1).all()
