"""What the family's tasks make, read back from a book through its look-ups, is what the solvers say."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from naive import mastermind as naive
from sharing import made_once

from tafelwerk.book import Book, open_book
from tafelwerk.build.mastermind.problems import problem_from, problem_of, stored_rules
from tafelwerk.build.mastermind.sets import curve_build, game_build, strategy_build
from tafelwerk.build.runner import run
from tafelwerk.errors import MissingTableError
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import AnswerTable, Named, Pegs, WordList, answer_table, word_list
from tafelwerk.rules.mastermind.strategies import Entropy
from tafelwerk.solvers.deduction.mix import mix_play
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import Solved
from tafelwerk.tables.mastermind.look_ups import probe_matrix

GAME = Pegs(3, 4)
WORDS = WordList(Named("words"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("xyz", "aad"))
LETTERS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)
ORDERS = (Fraction(1, 2), Fraction(1), Fraction(2))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [
        game_build(GAME),
        strategy_build(GAME, Optimal()),
        strategy_build(GAME, Entropy(Fraction(1))),
        strategy_build(GAME, Entropy(None, "mix")),
        curve_build(GAME, "lex", None, ORDERS),
        curve_build(GAME, "lex", "ABC", ORDERS),
        curve_build(GAME, "mix", None, ORDERS),
    ]
    for rules in (WORDS, LETTERS):
        builds += [game_build(rules), strategy_build(rules, Optimal()), strategy_build(rules, Entropy(Fraction(2)))]
    path = made_once(
        tmp_path_factory, "mastermind-tasks", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    with open_book(path) as opened:
        yield opened


def test_the_tree_answers_every_game(book: Book) -> None:
    """Each code is played against the stored tree, with answers by the rules."""
    summary = questions.summary.probe(book, GAME, Optimal())
    words = naive.words(3, 4, False)
    total = 0
    for secret in words:
        history: list[tuple[str, str]] = []
        while True:
            asked = questions.next(book, GAME, Optimal(), history)
            assert asked is not None
            left = [
                word
                for word in words
                if all("{},{}".format(*naive.feedback(word, ["ABCD".index(c) for c in q])) == a for q, a in history)
            ]
            assert asked.remaining == len(left)
            total += 1
            guess = tuple("ABCD".index(letter) for letter in asked.guess)
            answer = "{},{}".format(*naive.feedback(secret, guess))
            if isinstance(asked, Solved):
                assert left == [guess] == [secret]
                break
            assert asked.possible == (guess in left)
            assert answer in asked.answers
            assert sum(asked.answers.values()) == len(left)
            if answer == "3,0":
                break
            history.append((asked.guess, answer))
    assert total == summary.total


def test_off_the_tree_there_is_no_answer(book: Book) -> None:
    first = questions.next(book, GAME, Optimal())
    assert first is not None
    assert questions.next(book, GAME, Optimal(), [("AAA", "3,0")]) is None
    assert questions.next(book, GAME, Optimal(), [(first.guess, "3,1")]) is None
    assert questions.next(book, GAME, Entropy(None, "mix")) is None, "mixed ties make no tree"
    assert questions.next(book, Pegs(2, 2), Optimal()) is None


def test_what_is_missing_names_its_build(book: Book) -> None:
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --strategy h2 --tie mix"):
        questions.summary.probe(book, GAME, Entropy(Fraction(2), "mix"))
    assert questions.summary(book, Pegs(2, 2), Optimal()) is None
    missing = questions.next.of(Named("x")).missing(book)
    assert "tafelwerk build mastermind --name x --strategy optimal" in str(missing)
    with pytest.raises(MissingTableError, match="nothing"):
        problem_of(Named("nothing"), book)


def test_curves_hold_their_strategies(book: Book) -> None:
    points = questions.curve.probe(book, GAME)
    assert [point.alpha for point in points] == [float(alpha) for alpha in ORDERS]
    assert points[1].total == questions.summary.probe(book, GAME, Entropy(Fraction(1))).total
    assert points[1].query == questions.next(book, GAME, Entropy(Fraction(1))).guess  # type: ignore[union-attr]
    assert all(point.query == "ABC" for point in questions.curve.probe(book, GAME, opening="ABC"))
    mixed = questions.curve.probe(book, GAME, "mix")
    assert [point.total for point in mixed] == [mix_play(problem_from(GAME), alpha).total for alpha in ORDERS]
    assert all(point.mean == float(point.total / 64) for point in mixed)


@pytest.mark.parametrize("rules", [WORDS, LETTERS])
def test_games_from_files_come_back_whole(book: Book, rules: WordList | AnswerTable) -> None:
    made, stored = problem_from(rules), problem_of(rules.game, book)
    assert (stored.codes, stored.queries, stored.labels, stored.solved) == (
        made.codes,
        made.queries,
        made.labels,
        made.solved,
    )
    assert (stored.answers == made.answers).all()
    assert (stored.code_of == made.code_of).all()
    assert probe_matrix(book, rules.game).score == ("wordle" if rules is WORDS else "matrix")


@pytest.mark.parametrize("rules", [WORDS, LETTERS])
def test_another_strategy_needs_no_file(book: Book, rules: WordList | AnswerTable) -> None:
    """What the book holds of a game makes the same builds as the files did, whatever order they were in."""
    again = stored_rules(rules.game, book.path)
    if isinstance(rules, WordList):
        same: WordList | AnswerTable = word_list(rules.game, rules.score, rules.codes[::-1], (*rules.queries, "abc"))
    else:
        same = answer_table(rules.game, rules.codes[::-1], rules.queries, [row[::-1] for row in rules.cells])
    assert again == same
    assert strategy_build(again, Optimal()).digest == strategy_build(same, Optimal()).digest
    with pytest.raises(MissingTableError, match="nothing"):
        stored_rules(Named("nothing"), book.path)


def test_lone_codes_are_answers_too(book: Book) -> None:
    """Where codes are not named a tree has no nodes for them; the matrix of answers has them all the same."""
    first = questions.next(book, LETTERS.game, Optimal())
    assert first is not None
    assert first.answers in ({"high": 2, "low": 2}, {"<": 2, "=": 2})
    after = questions.next(book, LETTERS.game, Optimal(), [(first.guess, next(iter(first.answers)))])
    assert after is not None
    assert after.remaining == 2
    assert list(after.answers.values()) == [1, 1]
    assert after.expected == 1


def test_identification_needs_no_naming(book: Book) -> None:
    found = questions.summary.probe(book, LETTERS.game, Optimal())
    assert found.total == 8
    assert found.histogram == {2: 4}


def test_answers_in_sql_are_the_rules(book: Book) -> None:
    rows = book.rows("mastermind", "SELECT query, code, answer FROM mastermind.answers WHERE game = '3x4'")
    assert len(rows) == 64 * 64
    for query, code, answer in rows[::17]:
        assert answer == "{},{}".format(*naive.feedback(code, query))
    wrong = book.rows(
        "mastermind",
        "SELECT * FROM mastermind.answers WHERE game = '3x4' AND answer <> mastermind.feedback(code, query)",
    )
    assert wrong == []


def test_rows_of_every_table_say_what_they_are(book: Book) -> None:
    commented = book.rows(
        "mastermind",
        "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = 'mastermind' AND comment IS NULL"
        " AND table_name <> 'answers' AND schema_name = 'main'",
    )
    assert commented == []
