"""Hangman against trying every letter: what each word is missed by, the most frequent letter, the least total."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import words as naive

from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.games_by_rules import letter_game
from tafelwerk.proofs.mastermind.least_totals import least_misses, most_frequent
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction import misses
from tafelwerk.solvers.deduction.entropy_strategies import lex_tree
from tafelwerk.solvers.deduction.misses import count_misses, fewest_misses_tree, least_misses_tree
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, walk
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
