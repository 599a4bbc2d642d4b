"""Games built from files, as the book holds them, and whole trees of strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind.rules.games import FAMILY, Game, Named
from tafelwerk.families.mastermind.rules.strategies import Strategy
from tafelwerk.frozen import frozen
from tafelwerk.tables.layers import layered
from tafelwerk.tables.names import word_lists
from tafelwerk.wording import meant

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


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


@frozen
class Node:
    """A node of a strategy's tree.

    Attributes:
        answer: the answer to the previous query; "" at the root.
        depth: number of the query within the game, from 1.
        query: the query asked.
        possible: whether the query may be the code.
        codes: codes left.
        total: queries from here on, summed over these codes.
    """

    answer: str
    depth: int
    query: str
    possible: bool
    codes: int
    total: int


@layered
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
    codes, queries, labels = (tuple(some or ()) for some in texts)
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
        raise MissingTableError(
            f"a game named {game.name}{meant(game.name, word_lists(book))}",
            f"tafelwerk build mastermind --codes FILE --score wordle|jotto|mastermind|hangman {game.options} --strategy h1",
            book.path,
        )
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


def probe_tree(book: Book, game: Game, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, in depth-first order.

    Raises:
        MissingTableError: the tree is not stored.
    """
    tree = _get_tree(book, game, strategy)
    if not tree:
        line = f"tafelwerk build mastermind {game.options} {strategy.options}"
        raise MissingTableError(f"the tree of {strategy.title} for {game}", line, book.path)
    return tree


@layered
def _get_tree(book: Book, game: Game, strategy: Strategy) -> list[Node]:
    rows = book.rows(
        FAMILY,
        "SELECT answer, depth, query, possible, codes, total, build FROM mastermind.trees"
        " WHERE game = ? AND strategy = ? AND tie = ? ORDER BY node",
        game.name,
        strategy.name,
        strategy.tie,
    )
    return [Node(answer or "", *fields) for answer, *fields in rows]
