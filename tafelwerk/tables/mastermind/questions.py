"""The family's questions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import order_name
from tafelwerk.rules.mastermind.games import FAMILY, Game, parse_game
from tafelwerk.rules.mastermind.notation import History
from tafelwerk.rules.mastermind.strategies import Strategy, parse_strategy, tie_rule
from tafelwerk.tables.mastermind.answers import AnyNext, Next, Point, Solved, Summary
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game, "strategy": parse_strategy}

_OPTIMAL = Optimal()
_TREE = "game = ? AND strategy = ? AND tie = ?"
_BUILD = "tafelwerk build mastermind {game.options} {strategy.options}"
"""Puts a strategy into the book; a named game must be there already."""


def _builds(game: Game, strategy: Strategy, history: History = ()) -> dict[str, Any]:
    return {"game": game.name, "strategy": strategy.name, "tie": strategy.tie}


@question("{game.title}, {strategy.title}", _BUILD, builds=_builds)
def summary(book: Book, game: Game, strategy: Strategy = _OPTIMAL) -> Summary | None:
    """What the strategy needs for all codes.

    Args:
        book: the book.
        game: the game.
        strategy: the strategy.
    """
    rows = book.rows(
        FAMILY,
        f"SELECT queries, codes_num, codes_den FROM mastermind.histograms WHERE {_TREE} ORDER BY queries",
        game.name,
        strategy.name,
        strategy.tie,
    )
    return summarized({queries: Fraction(int(num), int(den)) for queries, num, den in rows}) if rows else None


def summarized(histogram: Mapping[int, Fraction]) -> Summary:
    """Queries for all codes: total, mean and most."""
    codes, total = int(sum(histogram.values())), sum((n * codes for n, codes in histogram.items()), Fraction(0))
    return Summary(codes, total, float(total / codes), max(histogram), histogram)


@question(
    lambda game, strategy, history: (
        f"{game.title}, {strategy.title}" + (f" after {len(history)} queries" if history else "")
    ),
    lambda game, strategy, history: _BUILD.format(game=game, strategy=strategy),
    builds=_builds,
)
def next(book: Book, game: Game, strategy: Strategy = _OPTIMAL, history: History = ()) -> AnyNext | None:
    """What the strategy asks after a history; stored where the history follows the strategy's stored tree.

    Args:
        book: the book.
        game: the game.
        strategy: the strategy.
        history: queries and answers so far.
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
    if codes == 1:
        return Solved(query)
    parts = book.rows(
        FAMILY, f"SELECT answer, codes FROM {FAMILY}.trees WHERE {_TREE} AND parent = ? ORDER BY node", *key, node
    )
    if possible:
        solved = book.one(FAMILY, f"SELECT text FROM {FAMILY}.labels WHERE game = ? AND solved", game.name)
        if solved is not None:
            parts.append((solved[0], 1))
    if sum(left for _, left in parts) < codes:
        parts = _parts(book, game, query, history)
    return Next(query, codes, total / codes, dict(parts), possible, Fraction(total))


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


def _resolve_curve(asked: dict[str, Any]) -> None:
    tie_rule(asked["tie"])


@question(
    lambda game, tie, opening: (
        f"{game.title}, the curve over alpha, ties {tie}" + (f", first {opening}" if opening else "")
    ),
    lambda game, tie, opening: (
        f"tafelwerk build mastermind {game.options} --curve --tie {tie}" + (f" --opening {opening}" if opening else "")
    ),
    resolve=_resolve_curve,
)
def curve(book: Book, game: Game, tie: str = "lex", opening: str | None = None) -> list[Point] | None:
    """What the entropy strategies need along their order, ascending, as far as they are stored.

    Args:
        book: the book.
        game: the game.
        tie: the tie rule.
        opening: a first query that is always asked. Default: what the strategy asks.

    Raises:
        InputError: there is no such tie rule.
    """
    rows = book.rows(
        FAMILY,
        "SELECT alpha_num, alpha_den, query, total_num, total_den, most, codes"
        f" FROM {FAMILY}.curves JOIN {FAMILY}.games USING (game)"
        " WHERE game = ? AND tie = ? AND opening = ? ORDER BY alpha, alpha_num",
        game.name,
        tie,
        opening or "",
    )
    points = [
        point_of(Fraction(num, den), query, Fraction(int(total), int(one)), most, codes)
        for num, den, query, total, one, most, codes in rows
    ]
    return points or None


def point_of(alpha: Fraction, query: str, total: Fraction, most: int, codes: int) -> Point:
    """A point of a curve, given the total and the number of codes."""
    return Point(float(alpha), order_name(alpha), float(total / codes), total, query, most)
