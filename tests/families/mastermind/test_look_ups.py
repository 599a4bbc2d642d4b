"""What the family's tasks make comes back from a book; where nothing is stored there is no answer."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from sharing import made_once

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import questions
from tafelwerk.families.mastermind.builds import GameBuild, StrategyBuild
from tafelwerk.families.mastermind.problems import probe_matrix, problem_from, problem_of, stored_rules
from tafelwerk.families.mastermind.rules import AnswerTable, Entropy, Named, Pegs, WordList, answer_table, word_list
from tafelwerk.rules.deduction import Optimal

GAME = Pegs(3, 4)
WORDS = WordList(Named("words"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("xyz", "aad"))
LETTERS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [GameBuild(GAME), StrategyBuild(GAME, Optimal()), StrategyBuild(GAME, Entropy(None, "mix"))]
    for rules in (WORDS, LETTERS):
        builds += [GameBuild(rules), StrategyBuild(rules, Optimal())]
    path = made_once(
        tmp_path_factory, "mastermind-tasks", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    with open_book(path) as opened:
        yield opened


def test_off_the_tree_there_is_no_answer(book: Book) -> None:
    first = questions.Next(GAME, Optimal()).stored(book)
    assert questions.Next(GAME, Optimal(), [("AAA", "3,0")]).stored(book) is None
    assert questions.Next(GAME, Optimal(), [(first.guess, "0,3")]).stored(book) is None
    assert questions.Next(GAME, Entropy(None, "mix")).stored(book) is None, "mixed ties make no tree"
    assert questions.Next(Pegs(2, 2), Optimal()).stored(book) is None
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --strategy h2 --tie mix"):
        questions.Summary(GAME, Entropy(Fraction(2), "mix")).probe(book)
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --curve --tie lex --opening ABC"):
        questions.Curve(GAME, opening="ABC").probe(book)
    missing = questions.Next(Named("x"), Optimal(), [("a", "b")]).missing(book)
    assert "tafelwerk build mastermind --name x --strategy optimal" in str(missing)


@pytest.mark.parametrize("rules", [WORDS, LETTERS])
def test_games_from_files_come_back_whole(book: Book, rules: WordList | AnswerTable) -> None:
    """What the book holds of a game makes the same builds as the files did, whatever order they were in."""
    made, stored = problem_from(rules), problem_of(rules.game, book)
    for name in ("codes", "queries", "labels", "solved"):
        assert getattr(stored, name) == getattr(made, name)
    assert (stored.answers == made.answers).all()
    assert (stored.code_of == made.code_of).all()
    assert probe_matrix(book, rules.game).score == ("wordle" if rules is WORDS else "matrix")
    again = stored_rules(rules.game, book.path)
    if isinstance(rules, WordList):
        same: WordList | AnswerTable = word_list(rules.game, rules.score, rules.codes[::-1], (*rules.queries, "abc"))
    else:
        same = answer_table(rules.game, rules.codes[::-1], rules.queries, [row[::-1] for row in rules.cells])
    assert again == same
    assert StrategyBuild(again, Optimal()).digest == StrategyBuild(same, Optimal()).digest
    for read in (lambda: stored_rules(Named("nothing"), book.path), lambda: problem_of(Named("nothing"), book)):
        with pytest.raises(MissingTableError, match="nothing"):
            read()


def test_lone_codes_are_answers_too(book: Book) -> None:
    """Where codes are not named a tree has no nodes for them; the matrix of answers has them all the same."""
    first = questions.Next(LETTERS.game, Optimal()).stored(book)
    assert first.answers in ({"high": 2, "low": 2}, {"<": 2, "=": 2})
    after = questions.Next(LETTERS.game, Optimal(), [(first.guess, next(iter(first.answers)))]).stored(book)
    assert (after.remaining, list(after.answers.values()), after.expected) == (2, [1, 1], 1)
    summary = questions.Summary(LETTERS.game, Optimal()).probe(book)
    assert (summary.total, summary.histogram) == (8, {2: 4})
