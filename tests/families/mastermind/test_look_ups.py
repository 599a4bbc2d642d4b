"""What the family's tasks make, read back from a book through its look-ups, is what the solvers say."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from naive import mastermind as naive
from sharing import made_once

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import questions
from tafelwerk.families.mastermind.answers import Solved
from tafelwerk.families.mastermind.builds import CurveBuild, GameBuild, StrategyBuild
from tafelwerk.families.mastermind.problems import probe_matrix, problem_from, problem_of, stored_rules
from tafelwerk.families.mastermind.rules import AnswerTable, Entropy, Named, Pegs, WordList, answer_table, word_list
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.entropy_strategies import mix_play

GAME = Pegs(3, 4)
WORDS = WordList(Named("words"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("xyz", "aad"))
LETTERS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)
ORDERS = (Fraction(1, 2), Fraction(1), Fraction(2))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [
        GameBuild(GAME),
        StrategyBuild(GAME, Optimal()),
        StrategyBuild(GAME, Entropy(Fraction(1))),
        StrategyBuild(GAME, Entropy(None, "mix")),
        CurveBuild(GAME, "lex", None, ORDERS),
        CurveBuild(GAME, "lex", "ABC", ORDERS),
        CurveBuild(GAME, "mix", None, ORDERS),
    ]
    for rules in (WORDS, LETTERS):
        builds += [GameBuild(rules), StrategyBuild(rules, Optimal()), StrategyBuild(rules, Entropy(Fraction(2)))]
    path = made_once(
        tmp_path_factory, "mastermind-tasks", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    with open_book(path) as opened:
        yield opened


def test_the_tree_answers_every_game(book: Book) -> None:
    """Each code is played against the stored tree, with answers by the rules."""
    summary = questions.Summary(GAME, Optimal()).probe(book)
    words = naive.words(3, 4, False)
    total = 0
    for secret in words:
        history: list[tuple[str, str]] = []
        while True:
            asked = questions.Next(GAME, Optimal(), history).stored(book)
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
    first = questions.Next(GAME, Optimal()).stored(book)
    assert first is not None
    assert questions.Next(GAME, Optimal(), [("AAA", "3,0")]).stored(book) is None
    assert questions.Next(GAME, Optimal(), [(first.guess, "0,3")]).stored(book) is None
    assert questions.Next(GAME, Entropy(None, "mix")).stored(book) is None, "mixed ties make no tree"
    assert questions.Next(Pegs(2, 2), Optimal()).stored(book) is None


def test_what_is_missing_names_its_build(book: Book) -> None:
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --strategy h2 --tie mix"):
        questions.Summary(GAME, Entropy(Fraction(2), "mix")).probe(book)
    assert questions.Summary(Pegs(2, 2), Optimal()).stored(book) is None
    missing = questions.Next(Named("x")).missing(book)
    assert "tafelwerk build mastermind --name x --strategy optimal" in str(missing)
    with pytest.raises(MissingTableError, match="nothing"):
        problem_of(Named("nothing"), book)


def test_curves_hold_their_strategies(book: Book) -> None:
    points = questions.Curve(GAME).probe(book)
    assert [point.alpha for point in points] == [float(alpha) for alpha in ORDERS]
    assert points[1].total == questions.Summary(GAME, Entropy(Fraction(1))).probe(book).total
    assert points[1].query == questions.Next(GAME, Entropy(Fraction(1))).stored(book).guess  # type: ignore[union-attr]
    assert all(point.query == "ABC" for point in questions.Curve(GAME, opening="ABC").probe(book))
    mixed = questions.Curve(GAME, "mix").probe(book)
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
    assert StrategyBuild(again, Optimal()).digest == StrategyBuild(same, Optimal()).digest
    with pytest.raises(MissingTableError, match="nothing"):
        stored_rules(Named("nothing"), book.path)


def test_lone_codes_are_answers_too(book: Book) -> None:
    """Where codes are not named a tree has no nodes for them; the matrix of answers has them all the same."""
    first = questions.Next(LETTERS.game, Optimal()).stored(book)
    assert first is not None
    assert first.answers in ({"high": 2, "low": 2}, {"<": 2, "=": 2})
    after = questions.Next(LETTERS.game, Optimal(), [(first.guess, next(iter(first.answers)))]).stored(book)
    assert after is not None
    assert after.remaining == 2
    assert list(after.answers.values()) == [1, 1]
    assert after.expected == 1


def test_identification_needs_no_naming(book: Book) -> None:
    found = questions.Summary(LETTERS.game, Optimal()).probe(book)
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
