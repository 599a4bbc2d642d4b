"""Search problems of games, given by their names in the tables or by their rules; games from files, as the book has them."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.mastermind.rules import (
    FAMILY,
    HANGMAN,
    AnswerTable,
    Game,
    Named,
    Pegs,
    Rules,
    WordList,
    answer_table,
    parse_strategy,
    word_list,
)
from tafelwerk.frozen import frozen
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.word_problems import from_table, hangman, jotto, mastermind_words, wordle
from tafelwerk.tables.book import Book, in_layers
from tafelwerk.tables.names import word_lists
from tafelwerk.wording import join_words, meant


@frozen
class Matrix:
    """A game built from a file.

    Attributes:
        score: the rule of the answers.
        codes, queries, labels: codes, queries and answers as text.
        solved: the answer that ends the game; -1: none does.
        answers: uint16, shape (queries, codes): indices of answers.
    """

    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    labels: tuple[str, ...]
    solved: int
    answers: Any


@in_layers
def get_matrix(book: Book, game: Named) -> Matrix | None:
    """The whole game built from a file, or None."""
    row = book.one(
        FAMILY,
        "SELECT score, (SELECT list(text ORDER BY code) FROM mastermind.codes WHERE game = $1),"
        " (SELECT list(text ORDER BY query) FROM mastermind.queries WHERE game = $1),"
        " (SELECT list(text ORDER BY answer) FROM mastermind.labels WHERE game = $1),"
        " (SELECT answer FROM mastermind.labels WHERE game = $1 AND solved), build"
        " FROM mastermind.games WHERE game = $1",
        game.name,
    )
    if row is None:
        return None
    score, *texts, solved = row
    rows = "SELECT unnest(flatten(list(answers ORDER BY query))) AS answer FROM mastermind.answer_rows WHERE game = ?"
    codes, queries, labels = (tuple(column or ()) for column in texts)
    answers = book.arrays(FAMILY, rows, game.name)["answer"].reshape(len(queries), len(codes))
    return Matrix(score, codes, queries, labels, -1 if solved is None else solved, answers)


def probe_matrix(book: Book, game: Named) -> Matrix:
    """The whole game built from a file.

    Raises:
        MissingTableError: there is no game of this name.
        ValueError: the rows make no game.
    """
    matrix = get_matrix(book, game)
    if matrix is None:
        names = word_lists(book)
        known = f"the book has {join_words(names)}; " if names else ""
        hint = (
            meant(game.name, names)
            or f" ({known}with a file of words, one per line, --words FILE asks without a build)"
        )
        with suppress(InputError):
            parse_strategy(game.name)
            hint = f" (a strategy is named by --strategy {game.name}, a game by a word such as 4x6)"
        score = game.name if game.name in (*SCORES, HANGMAN) else "wordle"
        line = f"tafelwerk build mastermind --codes FILE --score {score} {game.options} --strategy h1"
        raise MissingTableError(f"a game named {game.name}{hint}", line, book.path)
    _check(matrix)
    return matrix


def _check(matrix: Matrix) -> None:
    """Raise ValueError unless the rows make a game, so that what is computed of them fails only for what was asked."""
    number = {text: code for code, text in enumerate(matrix.codes)}
    names = {*matrix.codes, *matrix.queries, *matrix.labels}
    if not all(isinstance(text, str) and text for text in names):
        raise ValueError("a code, a query or an answer has no text")
    if len(number) < len(matrix.codes) or len({*matrix.queries}) < len(matrix.queries):
        raise ValueError("two codes or two queries have the same text")
    if not matrix.answers.size or matrix.answers.max() >= len(matrix.labels):
        raise ValueError("an answer has no label")
    if matrix.solved >= 0:
        naming = {number[text]: query for query, text in enumerate(matrix.queries) if text in number}
        if len(naming) < len(number):
            raise ValueError("a code is named by no query")
        ending = matrix.answers == matrix.solved
        if ending.sum() != len(number) or not all(ending[query, code] for code, query in naming.items()):
            raise ValueError("the answer that ends the game is not that to the query that names the code")


SCORES = {"wordle": wordle, "jotto": jotto, "mastermind": mastermind_words}
"""Functions that score words against each other."""


@lru_cache(maxsize=2)
def problem_from(rules: Rules) -> SearchProblem:
    """The search problem of a game.

    Raises:
        InputError: the rules make no problem, or one that is too large.
    """
    match rules:
        case Pegs(pegs, colors, distinct):
            return mastermind(pegs, colors, distinct)
        case WordList():
            return hangman(rules.codes) if rules.score == HANGMAN else SCORES[rules.score](rules.codes, rules.queries)
        case AnswerTable():
            return from_table(rules.codes, rules.queries, rules.cells)


def problem_of(game: Game, book: Path | Book) -> SearchProblem:
    """The search problem of a game that its name determines, or that the book holds.

    Raises:
        MissingTableError: the book holds no game of that name.
        InputError: the game is too large.
    """
    if not isinstance(game, Named):
        return problem_from(game)
    if not isinstance(book, Book):
        with Book(book) as opened:
            return problem_of(game, opened)
    matrix = probe_matrix(book, game)
    number = {text: index for index, text in enumerate(matrix.codes)} if matrix.solved >= 0 else {}
    code_of = np.array([number.get(text, -1) for text in matrix.queries], np.int32)
    answers = matrix.answers.astype(np.uint8 if len(matrix.labels) <= 256 else np.uint16)
    # the answer without a place comes first
    miss = 0 if matrix.score == HANGMAN else -1
    return SearchProblem(matrix.codes, matrix.queries, matrix.labels, answers, code_of, matrix.solved, miss=miss)


def stored_rules(game: Named, book: Path) -> Rules:
    """The rules of a game in the book.

    Raises:
        MissingTableError: the book holds no game of that name.
    """
    with Book(book) as opened:
        matrix = probe_matrix(opened, game)
    if matrix.score != "matrix":
        return word_list(game, matrix.score, matrix.codes, matrix.queries)
    cells = [[matrix.labels[answer] for answer in row] for row in matrix.answers.tolist()]
    return answer_table(game, matrix.codes, matrix.queries, cells)
