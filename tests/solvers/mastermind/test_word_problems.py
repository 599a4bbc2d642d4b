"""Word games against the rules played letter by letter, and tables of answers against what their texts say.
Strategies in hard mode against their plain twins, and against the second program that proves stored ones.
Mastermind's answers are those of its rules.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np
import pytest
from answer_tables import columns, stored
from hypothesis import example, given
from hypothesis import strategies as st
from naive import strategies
from naive import words as naive
from naive.strategies import read_alpha

from benchmarks.wordlike import wordlike
from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.table_claims import least_hard, takes
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, walk
from tafelwerk.solvers.mastermind import hard_mode
from tafelwerk.solvers.mastermind.hard_mode import hard_entropy_tree, hard_optimal_tree, hard_queries
from tafelwerk.solvers.mastermind.word_problems import from_table, hangman, jotto, mastermind_words, wordle

Rule = Callable[[str, str], str]
RULES = [(wordle, naive.wordle), (jotto, naive.jotto), (mastermind_words, naive.mastermind)]


def text(problem: SearchProblem, query: str, code: str) -> str:
    """The text of the answer to a query for a code."""
    return problem.labels[problem.answers[problem.queries.index(query), problem.codes.index(code)]]


def keeps_its_promises(problem: SearchProblem) -> None:
    """What every solver relies on."""
    shape = (len(problem.queries), len(problem.codes))
    assert problem.answers.shape == shape
    assert problem.answers.flags.c_contiguous
    assert problem.answers.dtype == (np.uint8 if len(problem.labels) <= 256 else np.uint16)
    assert set(np.unique(problem.answers).tolist()) == set(range(len(problem.labels)))
    assert len(set(problem.labels)) == len(problem.labels)
    assert problem.code_of.dtype == np.int32
    assert list(problem.queries) == sorted(set(problem.queries))
    assert list(problem.codes) == sorted(set(problem.codes))
    for query, code in zip(problem.queries, problem.code_of.tolist(), strict=True):
        assert code == (problem.codes.index(query) if query in problem.codes else -1)
    if problem.solved >= 0:
        ends = np.argwhere(problem.answers == problem.solved)
        assert ends.tolist() == [[query, code] for query, code in enumerate(problem.code_of.tolist()) if code >= 0]
        assert problem.solved == len(problem.labels) - 1
        assert set(problem.codes) <= set(problem.queries)
    else:
        assert not set(problem.codes) & set(problem.queries)


@st.composite
def lists(draw: st.DrawFn, alphabet: str = "abcß") -> tuple[list[str], list[str]]:
    length = draw(st.integers(1, 6))
    word = st.text(alphabet, min_size=length, max_size=length)
    return draw(st.lists(word, min_size=1, max_size=12, unique=True)), draw(st.lists(word, max_size=12, unique=True))


@pytest.mark.parametrize(("solver", "rule"), RULES)
@given(lists())
@example((["a"], []))
@example((["aab", "aba", "bbb"], ["xyz", "aaa"]))
@example((["abcdefghij", "jihgfedcba", "aaaaabbbbb"], []))
def test_answers_are_those_of_the_rule(
    solver: Callable[..., SearchProblem], rule: Rule, words: tuple[list[str], list[str]]
) -> None:
    problem = solver(*words)
    keeps_its_promises(problem)
    assert set(problem.queries) == {*words[0], *words[1]}
    for query, code in product(problem.queries, problem.codes):
        assert text(problem, query, code) == rule(query, code)


def test_jotto_takes_anagrams_and_words_of_any_length() -> None:
    assert jotto(["a" * 255]).codes == ("a" * 255,)
    problem = jotto(["least", "steal", "stale", "tea"], ["states", "a"])
    keeps_its_promises(problem)
    for query, code in product(problem.queries, problem.codes):
        assert text(problem, query, code) == naive.jotto(query, code)
    assert text(problem, "least", "steal") == "5"
    assert problem.labels[problem.solved] == "="


def test_long_words_have_more_answers_than_a_byte_holds() -> None:
    codes, queries = wordlike(400, 300, length=7)
    problem = wordle(codes, queries)
    assert len(problem.labels) > 256
    keeps_its_promises(problem)
    for query, code in zip(problem.queries[:300:10], problem.codes[::10], strict=True):
        assert text(problem, query, code) == naive.wordle(query, code)


def test_a_table_keeps_the_answer_that_ends_the_game_where_it_is_plain() -> None:
    problem = from_table(["b", "a"], ["q", "b", "a"], [["1", "10"], ["won", "2"], ["10", "won"]])
    keeps_its_promises(problem)
    assert problem.codes == ("a", "b")
    assert problem.queries == ("a", "b", "q")
    assert problem.labels == ("1", "2", "10", "won")
    assert problem.answers.tolist() == [[3, 2], [1, 3], [2, 0]]


@pytest.mark.parametrize("last", ["1", "4"])
def test_a_table_gives_the_end_an_answer_of_its_own(last: str) -> None:
    """The answer to naming the code stands elsewhere, too, or is not the same for all."""
    cells = [["5", "5", "1"], ["5" if last == "1" else "3", "5", "2"], [last, "2", "5"]]
    problem = from_table(["a", "b", "c"], ["a", "b", "c"], cells)
    keeps_its_promises(problem)
    assert problem.labels[problem.solved] == "="
    for query, code in product(range(3), range(3)):
        assert problem.labels[problem.answers[query, code]] == ("=" if query == code else cells[query][code])


def test_a_table_without_names_ends_when_one_code_is_left() -> None:
    problem = from_table(["x", "y", "z"], ["heavier?", "even?"], [["no", "yes", "yes"], ["no", "no", "yes"]])
    keeps_its_promises(problem)
    assert (problem.solved, text(problem, "even?", "z")) == (-1, "yes")


@pytest.mark.parametrize(("answers", "size"), [(256, 1), (257, 2)])
def test_bytes_hold_256_answers(answers: int, size: int) -> None:
    codes = [f"{number:03}" for number in range(answers)]
    problem = from_table(codes, ["which?"], [codes])
    assert problem.answers.tolist() == [[*range(answers)]]
    assert problem.answers.itemsize == size


@given(lists())
def test_a_table_of_a_word_game_is_the_word_game(words: tuple[list[str], list[str]]) -> None:
    for solver, _ in RULES:
        meant = solver(*words)
        cells = [[meant.labels[answer] for answer in row] for row in meant.answers.tolist()]
        found = from_table(meant.codes, meant.queries, cells)
        keeps_its_promises(found)
        for query, code in product(range(len(meant.queries)), range(len(meant.codes))):
            assert found.labels[found.answers[query, code]] == cells[query][code]


JOINED = {"a": "\u0915", "b": "\u0915\u093f", "c": "\u0938\u094d\u0924\u094d\u0930\u0940", "d": "x\u0304"}
"""Letters of one to six characters."""


@pytest.mark.parametrize("rule", [wordle, mastermind_words, jotto, hangman])
def test_letters_of_several_characters_are_letters(rule: Callable[..., SearchProblem]) -> None:
    """The answers are those of the same words in other letters."""
    plain = ["".join(word) for word in product("abcd", repeat=3)][::3]
    spelled = {word: "".join(JOINED[letter] for letter in word) for word in (*plain, *JOINED)}
    one, other = rule(plain), rule([spelled[word] for word in plain])
    for query, asked in enumerate(one.queries):
        row = other.answers[other.query_index[spelled[asked]]]
        for code, word in enumerate(one.codes):
            answer = other.labels[row[other.codes.index(spelled[word])]]
            assert answer == one.labels[one.answers[query, code]]
    assert other.solved == one.solved


ORDERS = ("0", "1/2", "1", "2", "inf")

WORDS = ["".join(word) for word in product("abcd", repeat=3)]


@st.composite
def hard_lists(draw: st.DrawFn, most: int = 14, least: int = 1) -> SearchProblem:
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


@given(problem=hard_lists(), order=st.sampled_from(ORDERS), data=st.data())
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
