"""From games, as the tables name them or as `rules` describes them, to search problems."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelwerk.build.mastermind.rules import AnswerTable, Rules, WordList, answer_table, word_list
from tafelwerk.errors import InputError
from tafelwerk.solvers.core.search_problem import Answers, SearchProblem
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.words import from_table, jotto, mastermind_words, wordle
from tafelwerk.tables.book import Book
from tafelwerk.tables.mastermind import Game, Matrix, Named, Pegs, probe_matrix

SCORES = {"wordle": wordle, "jotto": jotto, "mastermind": mastermind_words}
"""How word lists are scored."""

LARGEST_BYTE = 256
"""Answers up to which an index takes two hexadecimal digits."""


@lru_cache(maxsize=2)
def problem_from(rules: Rules) -> SearchProblem:
    """The search problem of a game.

    Raises:
        InputError: the rules make none, or one too large.
    """
    match rules:
        case Pegs(pegs, colors, distinct):
            return mastermind(pegs, colors, distinct)
        case WordList():
            return SCORES[rules.score](rules.codes, rules.queries)
        case AnswerTable():
            return from_table(rules.codes, rules.queries, rules.cells)


def problem_of(game: Game, book: Path | Book) -> SearchProblem:
    """The search problem of a game that follows from its name, or that the book holds.

    Raises:
        MissingTableError: the book holds no game of that name.
        InputError: the game is too large.
    """
    if isinstance(game, Pegs):
        return problem_from(game)
    if isinstance(book, Book):
        return _stored(probe_matrix(book, game))
    with Book(book) as opened:
        return _stored(probe_matrix(opened, game))


def stored_rules(game: Named, book: Path) -> Rules:
    """What a game in the book was made from.

    Raises:
        MissingTableError: the book holds no game of that name.
    """
    with Book(book) as opened:
        matrix = probe_matrix(opened, game)
    if matrix.score in SCORES:
        return word_list(game, matrix.score, matrix.codes, matrix.queries)
    problem = _stored(matrix)
    cells = [[matrix.labels[answer] for answer in row] for row in problem.answers.tolist()]
    return answer_table(game, matrix.codes, matrix.queries, cells)


def encoded_rows(problem: SearchProblem) -> list[str]:
    """The rows of the matrix of answers as the book keeps them: two or four hexadecimal digits an answer."""
    answers = problem.answers if len(problem.labels) <= LARGEST_BYTE else problem.answers.astype(">u2")
    if len(problem.labels) <= LARGEST_BYTE:
        answers = answers.astype(np.uint8)
    return [row.tobytes().hex() for row in answers]


def _stored(matrix: Matrix) -> SearchProblem:
    """The problem that `encoded_rows` and the texts describe."""
    wide = len(matrix.labels) > LARGEST_BYTE
    rows = np.frombuffer(bytes.fromhex("".join(matrix.rows)), ">u2" if wide else "u1")
    shape = len(matrix.queries), len(matrix.codes)
    if len(rows) != shape[0] * shape[1]:
        raise InputError("the stored table of answers does not fit the codes and queries; build the game again")
    answers: Answers = np.array(rows.reshape(shape), np.uint8)
    if wide:
        answers = np.array(rows.reshape(shape), np.uint16)
    number = {text: index for index, text in enumerate(matrix.codes)}
    code_of = [number.get(text, -1) if matrix.solved >= 0 else -1 for text in matrix.queries]
    return SearchProblem(
        matrix.codes, matrix.queries, matrix.labels, answers, np.array(code_of, np.int32), matrix.solved
    )
