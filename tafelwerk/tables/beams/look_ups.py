"""Look-ups shared by questions, games and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, NamedTuple

from tafelwerk.rules.beams.board import FAMILY
from tafelwerk.rules.beams.history import History, hits_of, write_history
from tafelwerk.rules.beams.strategies import Strategy
from tafelwerk.tables.beams.answers import Node, Spent
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_KEY = "variant = ? AND strategy = ? AND tie = ?"

Bitsets = Mapping[tuple[int, int], Mapping[int, int]]
"""Codes that give an answer, by query and answer as in `Beam`: bit n is code n."""


class Bounds(NamedTuple):
    """Proved lower bounds for every strategy.

    Attributes:
        total: queries and wrong fields, summed over all codes; the optimum if it is stored.
        queries: queries for some code; None if no proof is stored.
    """

    total: int
    queries: int | None


@layered
def get_spent(book: Book, variant: str, strategy: Strategy) -> Spent | None:
    """Costs of a strategy over all codes; None unless all of its parts are stored."""
    rows = book.rows(
        FAMILY,
        "SELECT queries, wrong, codes_num, codes_den, build FROM beams.costs JOIN beams.whole"
        f" USING (variant, strategy, tie, parts) WHERE {_KEY}",
        variant,
        strategy.name,
        strategy.tie,
    )
    spent: dict[tuple[int, int], Fraction] = {}
    for queries, wrong, num, den in rows:
        spent[queries, wrong] = spent.get((queries, wrong), Fraction(0)) + Fraction(int(num), int(den))
    return tuple((*cost, codes) for cost, codes in sorted(spent.items())) or None


def get_parts(book: Book, variant: str, strategy: Strategy) -> tuple[int, int]:
    """Number of stored parts of a strategy's costs and number of all parts, in the most complete division; (0, 1) if none."""
    row = book.one(
        FAMILY,
        f"SELECT count(DISTINCT part), parts FROM {FAMILY}.costs WHERE {_KEY}"
        " GROUP BY parts ORDER BY count(DISTINCT part) / parts DESC, parts LIMIT 1",
        variant,
        strategy.name,
        strategy.tie,
    )
    return (0, 1) if row is None else row


@layered
def get_bounds(book: Book, variant: str) -> Bounds | None:
    """Sharpest stored lower bounds; None if no bound of the total is stored."""
    row = book.one(
        FAMILY,
        f"SELECT max(total), max(queries), list_distinct(flatten(list(builds))) AS build"
        f" FROM (SELECT total, NULL AS queries, [build] AS builds FROM {FAMILY}.bounds WHERE variant = $1"
        f" UNION ALL SELECT NULL, max(queries) + 1, list(DISTINCT build) FROM {FAMILY}.query_bounds WHERE variant = $1"
        f" UNION ALL SELECT sum((queries + wrong) * codes_num::UBIGINT), NULL, list(DISTINCT build) FROM {FAMILY}.costs"
        " WHERE variant = $1 AND strategy = 'optimal')",
        variant,
    )
    if row is None or row[0] is None:
        return None
    return Bounds(int(row[0]), None if row[1] is None else int(row[1]))


@layered
def get_node(book: Book, variant: str, strategy: Strategy, history: History) -> Node | None:
    """Node that a history leads to in the strategy's stored tree; None if it leaves the tree, or leaves one code or none."""
    here = write_history(history)
    below = f"{here}; " if here else ""
    rows = book.rows(
        FAMILY,
        f"SELECT history, colour, diagonal, codes, cost, build FROM {FAMILY}.nodes WHERE {_KEY}"
        " AND (history = ? OR depth = ? AND starts_with(history, ?)) ORDER BY depth, history",
        variant,
        strategy.name,
        strategy.tie,
        here,
        len(history) + 1,
        below,
    )
    if not rows or rows[0][0] != here:
        return None
    _, colour, diagonal, codes, cost = rows[0]
    query = None if colour is None else (colour - 1, diagonal - 1)
    if cost is None:
        cost = _summed(book, variant, strategy, here)
    return Node(query, codes, cost, tuple((text.rpartition(" ")[2], left) for text, _, _, left, _ in rows[1:]))


def _summed(book: Book, variant: str, strategy: Strategy, history: str) -> int | None:
    """Cost of the codes left at a node of a top, over all parts; None unless all parts are stored."""
    row = book.one(
        FAMILY,
        "SELECT sum(cost), list(DISTINCT build) AS build FROM beams.node_costs"
        f" JOIN beams.whole USING (variant, strategy, tie, parts) WHERE {_KEY} AND history = ?",
        variant,
        strategy.name,
        strategy.tie,
        history,
    )
    return None if row is None or row[0] is None else int(row[0])


@layered
def get_bitsets(book: Book, variant: str, queries: Iterable[tuple[int, int]]) -> Bitsets:
    """Codes that give each answer, for each of some queries; empty if the book does not hold them.

    Args:
        book: the book.
        variant: the variant.
        queries: colour and diagonal, from 0.
    """
    wanted = sorted(set(queries))
    rows = book.rows(
        FAMILY,
        f"SELECT colour - 1, diagonal - 1, hits, codes, build FROM {FAMILY}.answers WHERE variant = ?"
        " AND list_contains(?::USMALLINT[], (256 * (colour - 1) + diagonal - 1)::USMALLINT)",
        variant,
        [256 * colour + diagonal for colour, diagonal in wanted],
    )
    found: dict[tuple[int, int], dict[int, int]] = {query: {} for query in wanted} if rows else {}
    for colour, diagonal, hits, codes in rows:
        found[colour, diagonal][hits_of(hits)] = int.from_bytes(codes, "little")
    return found


def bitset_of(bitsets: Bitsets, history: History, codes: int) -> int:
    """Codes that all beams of a history allow.

    Args:
        bitsets: bitsets of the history's queries.
        history: the beams.
        codes: number of codes of the variant.
    """
    left = (1 << codes) - 1
    for colour, diagonal, hits in history:
        left &= bitsets[colour, diagonal].get(hits, 0)
    return left


@layered
def get_codes(book: Book, variant: str, numbers: Sequence[int], colours: int) -> tuple[str, ...]:
    """Texts of some codes: the colours of their fields, from 1, in the order of the fields; empty if a pattern is not stored.

    Args:
        book: the book.
        variant: the variant.
        numbers: numbers of the codes, from 0: by pattern, then lexicographically by the places of colours 1, 2, ... in it.
        colours: number of colours.
    """
    orders = factorial(colours)
    rows = book.rows(
        FAMILY,
        "SELECT pattern, list(fields ORDER BY place) FROM (SELECT variant, pattern, unnest(pieces) AS piece,"
        f" generate_subscripts(pieces, 1) AS place FROM {FAMILY}.patterns"
        " WHERE variant = ? AND list_contains(?::UINTEGER[], pattern))"
        f" JOIN {FAMILY}.pieces USING (variant, piece) GROUP BY pattern",
        variant,
        sorted({number // orders for number in numbers}),
    )
    masks = dict(rows)
    if any(number // orders not in masks for number in numbers):
        return ()
    return tuple(_code(masks[number // orders], number % orders) for number in numbers)


def _code(masks: Sequence[int], rank: int) -> str:
    """Text of a code, from the pieces of its pattern and the rank of its colouring."""
    free = list(masks)
    found = ["0"] * max(mask.bit_length() for mask in masks)
    for colour in range(len(masks)):
        place, rank = divmod(rank, factorial(len(masks) - colour - 1))
        mask = free.pop(place)
        for field in range(len(found)):
            if mask >> field & 1:
                found[field] = str(colour + 1)
    return "".join(found)
