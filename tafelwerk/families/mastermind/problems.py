"""Search problems of games, given by their names in the tables or by their rules."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelwerk.families.mastermind.rules.games import (
    HANGMAN,
    AnswerTable,
    Game,
    Named,
    Pegs,
    Rules,
    WordList,
    answer_table,
    word_list,
)
from tafelwerk.families.mastermind.stored_games import probe_matrix
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.words import from_table, hangman, jotto, mastermind_words, wordle
from tafelwerk.tables.book import Book

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
    if isinstance(game, Pegs):
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
