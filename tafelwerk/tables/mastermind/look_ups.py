"""The family's look-ups: one function, one typed answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.mastermind.answers import CurvePoint, FirstQuery, History, Matrix, Next, Summary
from tafelwerk.tables.mastermind.games import FAMILY, Game, Named, Strategy, Tie

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_TREE = "game = ? AND strategy = ? AND tie = ?"


def build_line(game: Game, strategy: Strategy) -> str:
    """The command line that puts a strategy into the book; a named game must be there already."""
    return f"tafelwerk build mastermind {game.options} {strategy.options}"


@layered
def get_summary(book: Book, game: Game, strategy: Strategy) -> Summary | None:
    """What the strategy needs for all codes, or None."""
    key = (game.name, strategy.name, strategy.tie)
    row = book.one(
        FAMILY,
        f"SELECT codes, total_numerator, total_denominator, most FROM {FAMILY}.strategies WHERE {_TREE}",
        *key,
    )
    if row is None:
        return None
    histogram = book.rows(
        FAMILY,
        f"SELECT queries, codes_numerator, codes_denominator FROM {FAMILY}.histograms WHERE {_TREE} ORDER BY queries",
        *key,
    )
    codes, numerator, denominator, most = row
    return Summary(
        game,
        strategy,
        codes,
        Fraction(int(numerator), int(denominator)),
        most,
        tuple((queries, Fraction(int(above), int(below))) for queries, above, below in histogram),
    )


def probe_summary(book: Book, game: Game, strategy: Strategy) -> Summary:
    """What the strategy needs for all codes.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_summary(book, game, strategy)
    if found is None:
        raise MissingTableError(f"{game}, {strategy}", build_line(game, strategy), book.path)
    return found


@layered
def get_next(book: Book, game: Game, strategy: Strategy, history: History = ()) -> Next | None:
    """What the strategy asks after a history that its stored tree knows; None where the tree does not lead there.

    Args:
        book: the book.
        game: the game.
        strategy: a strategy that is stored as a tree.
        history: queries and answers so far. None is returned where a query is not the tree's, or an answer leaves nothing.
    """
    key = (game.name, strategy.name, strategy.tie)
    select = f"SELECT node, query, possible, codes, total FROM {FAMILY}.trees WHERE {_TREE}"
    row = book.one(FAMILY, f"{select} AND node = 0", *key)
    for query, answer in history:
        if row is None or row[1] != query:
            return None
        row = book.one(FAMILY, f"{select} AND parent = ? AND answer = ?", *key, row[0], answer)
    if row is None:
        return None
    node, query, possible, codes, total = row
    parts = book.rows(
        FAMILY, f"SELECT answer, codes FROM {FAMILY}.trees WHERE {_TREE} AND parent = ? ORDER BY node", *key, node
    )
    if possible:
        solved = book.one(FAMILY, f"SELECT text FROM {FAMILY}.labels WHERE game = ? AND solved", game.name)
        if solved is not None:
            parts.append((solved[0], 1))
    if sum(left for _, left in parts) < codes != 1:
        parts = _parts(book, game, query, history)
    return Next(query, codes, possible, Fraction(total, codes), tuple(parts))


def _parts(book: Book, game: Game, query: str, history: History) -> list[tuple[str, int]]:
    """How many codes each answer to a query leaves, from the matrix of answers: lone codes that need not be named are no
    nodes of a tree."""
    asked = f"SELECT code FROM {FAMILY}.answers WHERE game = ? AND query = ? AND answer = ?"
    condition = "".join(f" AND code IN ({asked})" for _ in history)
    words = [word for entry in history for word in (game.name, *entry)]
    return book.rows(
        FAMILY,
        f"SELECT answer, count(*) FROM {FAMILY}.answers WHERE game = ? AND query = ?{condition} GROUP BY answer ORDER BY answer",
        game.name,
        query,
        *words,
    )


@layered
def get_curve(book: Book, game: Game, tie: Tie, opening: str = "") -> list[CurvePoint]:
    """The entropy strategies of a game along alpha, ascending, as far as they are stored; `opening`: with this first
    query always."""
    rows = book.rows(
        FAMILY,
        "SELECT alpha_numerator, alpha_denominator, query, total_numerator, total_denominator, most, codes"
        f" FROM {FAMILY}.curves JOIN {FAMILY}.games USING (game)"
        " WHERE game = ? AND tie = ? AND opening = ? ORDER BY alpha, alpha_numerator",
        game.name,
        tie,
        opening,
    )
    points = []
    for above, below, query, numerator, denominator, most, codes in rows:
        total = Fraction(int(numerator), int(denominator))
        points.append(CurvePoint(Fraction(above, below), query, total, total / codes, most))
    return points


@layered
def get_first_queries(book: Book, game: Game) -> list[FirstQuery]:
    """The classes of first queries of a game, in the order of the queries; empty where they are not stored."""
    rows = book.rows(
        FAMILY,
        f"SELECT query, alike, answer, p.codes FROM {FAMILY}.first_queries JOIN {FAMILY}.first_parts p USING (game, query)"
        " WHERE game = ? ORDER BY query, answer",
        game.name,
    )
    found: dict[str, tuple[int, list[tuple[str, int]]]] = {}
    for query, alike, answer, codes in rows:
        found.setdefault(query, (alike, []))[1].append((answer, codes))
    return [FirstQuery(query, alike, tuple(parts)) for query, (alike, parts) in found.items()]


@layered
def get_matrix(book: Book, game: Named) -> Matrix | None:
    """The whole game as it was built from a file, or None."""
    row = book.one(FAMILY, f"SELECT score FROM {FAMILY}.games WHERE game = ?", game.name)
    if row is None:
        return None
    codes = _texts(book, game, f"SELECT text FROM {FAMILY}.codes WHERE game = ? ORDER BY code")
    queries = _texts(book, game, f"SELECT text FROM {FAMILY}.queries WHERE game = ? ORDER BY query")
    labels = _texts(book, game, f"SELECT text FROM {FAMILY}.labels WHERE game = ? ORDER BY answer")
    rows = _texts(book, game, f"SELECT answers FROM {FAMILY}.answer_rows WHERE game = ? ORDER BY query")
    solved = book.one(FAMILY, f"SELECT answer FROM {FAMILY}.labels WHERE game = ? AND solved", game.name)
    return Matrix(row[0], codes, queries, labels, -1 if solved is None else solved[0], rows)


def probe_matrix(book: Book, game: Named) -> Matrix:
    """The whole game as it was built from a file.

    Raises:
        MissingTableError: there is no game of this name.
    """
    found = get_matrix(book, game)
    if found is None:
        raise MissingTableError(
            f"a game named {game.name}",
            f"tafelwerk build mastermind --codes FILE --score wordle|jotto|mastermind {game.options} --strategy h1",
            book.path,
        )
    return found


def _texts(book: Book, game: Game, statement: str) -> tuple[str, ...]:
    return tuple(row[0] for row in book.rows(FAMILY, statement, game.name))
