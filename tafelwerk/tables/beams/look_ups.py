"""The family's look-ups: one function, one typed answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.beams.answers import Counts, History, Next, Node, Point, Summary, history_text
from tafelwerk.tables.beams.games import FAMILY, LISTED, Strategy
from tafelwerk.tables.entropy_orders import read_order
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_KEY = "variant = ? AND strategy = ? AND tie = ?"

Bitsets = Mapping[tuple[int, int], Mapping[str, int]]
"""By query and answer the codes that give it: code number n is bit n."""

MOST_GUESSES = 500
"""Codes among which a guess is looked for one by one."""


def build_line(variant: str, strategy: Strategy | None = None) -> str:
    """The command line that puts a variant, or a strategy of it, into the book."""
    return f"tafelwerk build {FAMILY} --variant {variant}" + ("" if strategy is None else f" {strategy.options}")


@layered
def get_counts(book: Book, variant: str) -> Counts | None:
    """What the variant has, or None."""
    row = book.one(
        FAMILY, f"SELECT shapes, patterns, codes, diagonals FROM {FAMILY}.variants WHERE variant = ?", variant
    )
    return None if row is None else Counts(variant, *row)


def probe_counts(book: Book, variant: str) -> Counts:
    """What the variant has.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_counts(book, variant)
    if found is None:
        raise MissingTableError(f"Beams {variant}", build_line(variant), book.path)
    return found


@layered
def get_summary(book: Book, variant: str, strategy: Strategy) -> Summary | None:
    """What the strategy costs over all codes; None unless all of its parts are there."""
    rows = book.rows(
        FAMILY,
        f"SELECT parts, part, queries, wrong, numerator, denominator FROM {FAMILY}.costs WHERE {_KEY} ORDER BY parts",
        variant,
        strategy.name,
        strategy.tie,
    )
    for parts in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == parts]
        if len({row[1] for row in own}) == parts:
            spent: dict[tuple[int, int], Fraction] = {}
            for _, _, queries, wrong, above, below in own:
                spent[queries, wrong] = spent.get((queries, wrong), Fraction(0)) + Fraction(int(above), int(below))
            return Summary(variant, strategy, tuple((*key, codes) for key, codes in sorted(spent.items())))
    return None


def get_parts(book: Book, variant: str, strategy: Strategy) -> tuple[int, int]:
    """How many parts of a strategy's costs are there, and of how many; the most complete division. (0, 1): none."""
    row = book.one(
        FAMILY,
        f"SELECT count(DISTINCT part), parts FROM {FAMILY}.costs WHERE {_KEY}"
        " GROUP BY parts ORDER BY count(DISTINCT part) / parts DESC, parts LIMIT 1",
        variant,
        strategy.name,
        strategy.tie,
    )
    return (0, 1) if row is None else row


def probe_summary(book: Book, variant: str, strategy: Strategy) -> Summary:
    """What the strategy costs over all codes.

    Raises:
        MissingTableError: not built, or not all of its parts; its message names what would make it.
    """
    found = get_summary(book, variant, strategy)
    if found is None:
        raise missing_summary(book, variant, strategy)
    return found


def missing_summary(book: Book, variant: str, strategy: Strategy) -> MissingTableError:
    """What is said where a strategy's costs are not all there."""
    held, parts = get_parts(book, variant, strategy)
    some = f" ({held} of {parts} parts are there)" if 0 < held < parts else ""
    return MissingTableError(f"Beams {variant}, {strategy}{some}", build_line(variant, strategy), book.path)


@layered
def get_bound(book: Book, variant: str) -> int | None:
    """The greatest total that is proved not to be above any strategy's, the optimum where it is stored; None: none is."""
    row = book.one(
        FAMILY,
        f"SELECT max(total) FROM (SELECT total FROM {FAMILY}.bounds WHERE variant = ?"
        f" UNION ALL SELECT sum((queries + wrong) * numerator::UBIGINT) FROM {FAMILY}.costs"
        " WHERE variant = ? AND strategy = 'optimal')",
        variant,
        variant,
    )
    return None if row is None or row[0] is None else int(row[0])


@layered
def get_curve(book: Book, variant: str, tie: str) -> tuple[Point, ...]:
    """What entropy strategies cost, by ascending order, infinity last: points of stored curves, and the strategies whose costs
    are all there."""
    rows = book.rows(
        FAMILY,
        "SELECT strategy, 0, 0, numerator, denominator, codes::VARCHAR, '1', 1"
        f" FROM {FAMILY}.curves WHERE variant = ? AND tie = ?"
        " UNION ALL SELECT strategy, parts, part, numerator, denominator, numerator, denominator, queries + wrong"
        f" FROM {FAMILY}.costs WHERE variant = ? AND tie = ? AND regexp_matches(strategy, '^h([0-9]|inf$)')",
        variant,
        tie,
        variant,
        tie,
    )
    found: dict[tuple[str, int], list[tuple[int, Fraction, Fraction]]] = {}
    for word, parts, part, above, below, codes, of, cost in rows:
        one = part, Fraction(int(above), int(below)) * cost, Fraction(int(codes), int(of))
        found.setdefault((word, parts), []).append(one)
    points: dict[str, Point] = {}
    for (word, parts), rows_of in found.items():
        if parts == 0 or len({part for part, _, _ in rows_of}) == parts:
            total = sum((cost for _, cost, _ in rows_of), Fraction(0))
            points[word] = Point(read_order(word), total, int(sum(codes for _, _, codes in rows_of)))
    return tuple(sorted(points.values(), key=lambda point: (point.alpha is None, point.alpha or 0)))


@layered
def get_node(book: Book, variant: str, strategy: Strategy, history: History) -> Node | None:
    """The node that a history leads to in the strategy's stored tree, or None: it does not lead there, one code is left, or
    no code."""
    here = history_text(history)
    below = f"{here}; " if here else ""
    rows = book.rows(
        FAMILY,
        f"SELECT history, colour, diagonal, codes, cost FROM {FAMILY}.nodes WHERE {_KEY}"
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
    query = None if colour is None else (colour, diagonal)
    if cost is None:
        cost = _summed(book, variant, strategy, here)
    return Node(query, codes, cost, tuple((text.rpartition(" ")[2], left) for text, _, _, left, _ in rows[1:]))


def _summed(book: Book, variant: str, strategy: Strategy, history: str) -> int | None:
    """What the codes left at a node of a top cost, over all parts; None unless all are there."""
    row = book.one(
        FAMILY,
        f"SELECT sum(cost) FROM {FAMILY}.node_costs WHERE {_KEY} AND history = ? AND parts ="
        f" (SELECT parts FROM {FAMILY}.costs WHERE {_KEY} GROUP BY parts HAVING count(DISTINCT part) = parts"
        " ORDER BY parts LIMIT 1)",
        variant,
        strategy.name,
        strategy.tie,
        history,
        variant,
        strategy.name,
        strategy.tie,
    )
    return None if row is None or row[0] is None else int(row[0])


@layered
def get_bitsets(book: Book, variant: str, queries: Iterable[tuple[int, int]]) -> Bitsets:
    """The codes that give each answer to each of some queries; empty where the book does not hold them.

    Args:
        book: the book.
        variant: the variant.
        queries: colour and diagonal, from 1.
    """
    wanted = sorted(set(queries))
    rows = book.rows(
        FAMILY,
        f"SELECT colour, diagonal, hits, codes FROM {FAMILY}.answers WHERE variant = ?"
        " AND list_contains(?::USMALLINT[], (256 * colour + diagonal)::USMALLINT)",
        variant,
        [256 * colour + diagonal for colour, diagonal in wanted],
    )
    found: dict[tuple[int, int], dict[str, int]] = {query: {} for query in wanted} if rows else {}
    for colour, diagonal, hits, codes in rows:
        found[colour, diagonal][hits] = int.from_bytes(codes, "little")
    return found


def bitset_of(bitsets: Bitsets, history: History, codes: int) -> int:
    """The codes that all beams of a history allow.

    Args:
        bitsets: those of the history's queries.
        history: the beams.
        codes: how many codes there are.
    """
    left = (1 << codes) - 1
    for colour, diagonal, hits in history:
        left &= bitsets[colour, diagonal].get(hits, 0)
    return left


@layered
def get_code(book: Book, variant: str, number: int, colours: int) -> str | None:
    """The colours of a code's fields, from 1, in the order of the fields; None where the book does not hold them.

    Args:
        book: the book.
        variant: the variant.
        number: of the code, from 0: by pattern, then by the places of colours 1, 2, ... in it in lexicographic order.
        colours: how many there are.
    """
    pattern, rank = divmod(number, factorial(colours))
    pieces = ", ".join(f"piece_{place}" for place in range(1, colours + 1))
    rows = book.rows(
        FAMILY,
        f"SELECT fields FROM (SELECT unnest([{pieces}]) AS piece, generate_subscripts([{pieces}], 1) AS place"
        f" FROM {FAMILY}.patterns WHERE variant = ? AND pattern = ?)"
        f" JOIN (SELECT piece, fields FROM {FAMILY}.pieces WHERE variant = ?) USING (piece) ORDER BY place",
        variant,
        pattern,
        variant,
    )
    if not rows:
        return None
    masks, free = [fields for (fields,) in rows], list(range(colours))
    size = max(mask.bit_length() for mask in masks)
    found = ["0"] * size
    for colour in range(colours):
        place, rank = divmod(rank, factorial(colours - colour - 1))
        mask = masks[free.pop(place)]
        for field in range(size):
            if mask >> field & 1:
                found[field] = str(colour + 1)
    return "".join(found)


@layered
def get_next(
    book: Book,
    variant: str,
    strategy: Strategy,
    history: History = (),
    refuse: Callable[[Callable[[History], bool]], None] = lambda any_left: None,
) -> Next | None:
    """What a strategy does after a history that its stored tree knows, or that leaves one code; None where the tree does not
    lead there.

    Args:
        book: the book.
        variant: the variant.
        strategy: the strategy.
        history: beams so far.
        refuse: called where no code is left, with a function that tells of some beams whether they leave one; it raises.
    """
    node = get_node(book, variant, strategy, history)
    if variant not in LISTED:
        if node is None or node.query is None or sum(left for _, left in node.children) != node.codes:
            return None
        return Next(node.codes, node.query, node.children, expected=_rest(node, len(history)))
    counts = get_counts(book, variant)
    asked = [(colour, diagonal) for colour, diagonal, _ in history]
    bitsets = get_bitsets(book, variant, asked if node is None or node.query is None else [*asked, node.query])
    if counts is None or counts.codes is None or (asked and not bitsets):
        return None
    codes, colours = counts.codes, int(variant.partition("c")[0])
    left = bitset_of(bitsets, history, codes)
    if not left:
        refuse(lambda beams: bool(bitset_of(bitsets, beams, codes)))
        return None
    remaining = left.bit_count()
    if remaining == 1:
        return Next(1, None, code=get_code(book, variant, left.bit_length() - 1, colours), wrong=0)
    if node is None:
        return None
    if node.query is None:
        return _guess(book, variant, left, colours)
    parts = ((hits, (left & some).bit_count()) for hits, some in bitsets[node.query].items())
    answers = tuple(sorted(((hits, size) for hits, size in parts if size), key=lambda part: _places(part[0])))
    return Next(remaining, node.query, answers, expected=_rest(node, len(history)))


def _rest(node: Node, depth: int) -> Fraction | None:
    """Expected cost from a node on."""
    return None if node.cost is None else Fraction(node.cost, node.codes) - depth


def _places(hits: str) -> int:
    """An answer as a mask, by which answers are in order."""
    return 0 if hits == "-" else sum(1 << int(place) for place in hits.split(","))


def _guess(book: Book, variant: str, left: int, colours: int) -> Next | None:
    """The guess among the codes left with the fewest wrong fields over all of them, the first of several."""
    remaining = left.bit_count()
    if remaining > MOST_GUESSES:
        return None
    numbers, rest = [], left
    while rest:
        numbers.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    codes = [code for number in numbers if (code := get_code(book, variant, number, colours)) is not None]
    if len(codes) < remaining:
        return None
    wrong = [sum(a != b for code in codes for a, b in zip(code, guess, strict=True)) for guess in codes]
    least = min(wrong)
    return Next(remaining, None, code=codes[wrong.index(least)], wrong=least, expected=Fraction(least, remaining))
