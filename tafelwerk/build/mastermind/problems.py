"""From games, as the tables name them or as files describe them, to search problems."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.core.search_problem import Answers, SearchProblem
from tafelwerk.solvers.mastermind.scoring import code_count, mastermind
from tafelwerk.solvers.mastermind.words import from_table, jotto, mastermind_words, wordle
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.mastermind import Game, Matrix, Named, Pegs, probe_matrix

SCORES = {"wordle": wordle, "jotto": jotto, "mastermind": mastermind_words}
"""How word lists are scored."""

LARGEST_BYTE = 256
"""Answers up to which an index takes two hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class WordList:
    """A game of words: those that may be the code, others that may be asked, and how they are scored."""

    game: Named
    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A game by its table of answers, a row a query, an answer a code."""

    game: Named
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


Rules = Pegs | WordList | AnswerTable
"""All that a game is made from."""


def game_of(rules: Rules) -> Game:
    """What the tables call it."""
    return rules if isinstance(rules, Pegs) else rules.game


def score_of(rules: Rules) -> str:
    """How its queries are answered, in a word."""
    match rules:
        case Pegs():
            return "mastermind"
        case WordList():
            return rules.score
        case AnswerTable():
            return "matrix"


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
    with open_book(book) as opened:
        return _stored(probe_matrix(opened, game))


def stored_rules(game: Named, book: Path) -> Rules:
    """What a game in the book was made from.

    Raises:
        MissingTableError: the book holds no game of that name.
    """
    with open_book(book) as opened:
        matrix = probe_matrix(opened, game)
    if matrix.score in SCORES:
        return word_list(game, matrix.score, matrix.codes, matrix.queries)
    problem = _stored(matrix)
    cells = [[matrix.labels[answer] for answer in row] for row in problem.answers.tolist()]
    return answer_table(game, matrix.codes, matrix.queries, cells)


def word_list(game: Named, score: str, codes: Iterable[str], queries: Iterable[str]) -> WordList:
    """A game of words, the same for the same words in any order."""
    words = tuple(codes)
    return WordList(game, score, tuple(sorted(words)), tuple(sorted(set(queries) - set(words))))


def answer_table(
    game: Named, codes: Sequence[str], queries: Sequence[str], cells: Sequence[Sequence[str]]
) -> AnswerTable:
    """A game by its table of answers, the same for the same answers in any order."""
    by_code = sorted(range(len(codes)), key=codes.__getitem__)
    by_query = sorted(range(len(queries)), key=queries.__getitem__)
    return AnswerTable(
        game,
        tuple(codes[code] for code in by_code),
        tuple(queries[query] for query in by_query),
        tuple(tuple(cells[query][code] for code in by_code) for query in by_query),
    )


def size_of(rules: Rules) -> tuple[int, int]:
    """How many codes and queries a game has (of word lists at most so many queries), without scoring it.

    Raises:
        InputError: the game is too large.
    """
    match rules:
        case Pegs(pegs, colors, distinct):
            codes = code_count(pegs, colors, distinct)
            return codes, codes
        case WordList(_, _, words, queries):
            return len(words), len(words) + len(queries)
        case AnswerTable(_, words, queries, _):
            return len(words), len(queries)


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
