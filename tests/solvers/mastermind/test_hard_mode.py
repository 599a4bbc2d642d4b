"""Strategies in hard mode against their plain twins, and against the second program that proves stored ones."""

from collections.abc import Sequence
from functools import partial
from itertools import product

import pytest
from answer_tables import columns, stored
from hypothesis import given
from hypothesis import strategies as st
from naive import strategies
from naive.strategies import read_alpha

from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.table_claims import least_hard, takes
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, walk
from tafelwerk.solvers.mastermind import hard_mode
from tafelwerk.solvers.mastermind.hard_mode import hard_entropy_tree, hard_optimal_tree, hard_queries
from tafelwerk.solvers.mastermind.word_problems import jotto, wordle

ORDERS = ("0", "1/2", "1", "2", "inf")

WORDS = ["".join(word) for word in product("abcd", repeat=3)]


@st.composite
def lists(draw: st.DrawFn, most: int = 14, least: int = 1) -> SearchProblem:
    """Words of three letters, and others that may be asked."""
    codes = draw(st.lists(st.sampled_from(WORDS), min_size=least, max_size=most, unique=True))
    others = draw(st.lists(st.sampled_from(WORDS), max_size=6, unique=True))
    return wordle(codes, [word for word in others if word not in codes])


def after(problem: SearchProblem, queries: Sequence[int], query: int, answer: int) -> tuple[int, ...]:
    """Those of some queries that may follow."""
    text, label = problem.queries[query], problem.labels[answer]
    return tuple(later for later in queries if takes(text, label, problem.queries[later]))


def keeps(problem: SearchProblem, tree: StrategyTree) -> None:
    """Every query uses what the answers before it have shown, and totals are those of playing."""
    for node in range(len(tree.parent)):
        below = node
        while (above := int(tree.parent[below])) >= 0:
            asked, answer = problem.queries[tree.query[above]], problem.labels[tree.answer[below]]
            assert takes(asked, answer, problem.queries[tree.query[node]])
            below = above
    assert walk(problem, tree).sum() == tree.total[0]


@given(problem=lists(), order=st.sampled_from(ORDERS), data=st.data())
def test_strategies_are_the_twins_after_any_history_that_keeps_to_it(
    problem: SearchProblem, order: str, data: st.DataObject
) -> None:
    left, queries, history = tuple(range(len(problem.codes))), tuple(range(len(problem.queries))), []
    for _ in range(data.draw(st.integers(0, 3))):
        query = data.draw(st.sampled_from(queries))
        parts = strategies.parts(problem, query, left)
        answers = [answer for answer in parts if answer != problem.solved]
        if not answers:
            break
        answer = data.draw(st.sampled_from(answers))
        history.append((query, answer))
        left = parts[answer]
        queries = after(problem, queries, query, answer)
        assert hard_queries(problem, history).tolist() == list(queries)
    alpha = read_alpha(order)
    lex = hard_entropy_tree(problem, alpha, history)
    assert columns(lex) == strategies.lex(problem, left, alpha, queries, partial(after, problem))
    tree = hard_optimal_tree(problem, history)
    if len(left) < 10:
        assert tree.total[0] == least_hard(stored(problem), left, queries)
    assert tree.total[0] <= lex.total[0]
    if not history:
        keeps(problem, tree)
        assert walk(problem, lex).sum() == lex.total[0]


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    two = wordle(["abd", "bcd"], ["xyz", "acx"])
    history = [(two.query_index[asked], two.label_index[answer]) for asked, answer in (("xyz", "---"), ("acx", "G--"))]
    assert [two.queries[query] for query in hard_queries(two, history)] == ["abd", "acx"]
    with pytest.raises(InputError, match="bcd is refused in hard mode: letter 1 must be a, as acx G-- shows"):
        hard_queries(two, [*history, (two.query_index["bcd"], 0)])
    with pytest.raises(InputError, match="--hard is a rule of Wordle"):
        hard_queries(jotto(["ab", "cd"]), [])
    monkeypatch.setattr(hard_mode, "MOST_SETS", 1)
    assert hard_optimal_tree(wordle(["ab", "cd"])).total[0] == 3
    monkeypatch.setattr(hard_mode, "MOST_SETS", 0)
    with pytest.raises(
        InputError, match="queries in hard mode takes more than 0 sets of codes; use --strategy h1 --hard, or"
    ):
        hard_optimal_tree(two)


def test_letters_of_several_characters_in_hard_mode() -> None:
    """The queries allowed are those of the same words in other letters, by both programs."""
    joined = {"a": "\u0915", "b": "\u0915\u093f", "c": "x\u0304"}
    plain = ["".join(word) for word in product("abc", repeat=3)]
    spelled = ["".join(joined[letter] for letter in word) for word in plain]
    one, other = wordle(plain), wordle(spelled)
    for query in range(0, len(plain), 4):
        asked = other.query_index[spelled[plain.index(one.queries[query])]]
        for answer in one.labels:
            if answer not in other.labels:
                continue
            history = [(query, one.labels.index(answer))], [(asked, other.labels.index(answer))]
            allowed = [one.queries[number] for number in hard_queries(one, history[0])]
            again = {other.queries[number] for number in hard_queries(other, history[1])}
            assert again == {spelled[plain.index(word)] for word in allowed}
            assert again == {word for word in spelled if takes(other.queries[asked], answer, word)}
