"""Look-ups: counts of variants, costs of strategies, nodes of their trees, codes as bitsets; answers of long runs, read from
records, and from the rows of a book as records have them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from math import factorial
from typing import Any, NamedTuple

from tafelwerk.families.beams import rules
from tafelwerk.families.beams.answers import (
    Counts,
    Guess,
    Next,
    Node,
    Point,
    Query,
    Solved,
    Spent,
    Summary,
    point_of,
    summary_of,
)
from tafelwerk.rules.deduction import read_order
from tafelwerk.tables.answers import Answer
from tafelwerk.tables.book import Book, in_layers
from tafelwerk.tables.explanation import Adversary, choice_answer
from tafelwerk.tables.explanation import Node as TreeNode
from tafelwerk.tables.records import Record, find_record, records

MOST_GUESSES = 500
"""Largest number of codes among which a look-up searches the guess."""

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


@in_layers
def get_counts(book: Book, variant: str) -> Counts | None:
    """Counts of a variant; None if its codes are not counted."""
    row = book.one(
        rules.FAMILY,
        f"SELECT shapes, patterns, codes, diagonals, build FROM {rules.FAMILY}.variants"
        " WHERE variant = ? AND patterns IS NOT NULL",
        variant,
    )
    return None if row is None else Counts(*row)


def get_pieces(book: Book, variant: str) -> int | None:
    """Number of pieces of a variant whose codes are not counted."""
    row = book.one(
        rules.FAMILY,
        f"SELECT shapes, build FROM {rules.FAMILY}.variants WHERE variant = ? AND patterns IS NULL",
        variant,
    )
    return None if row is None else int(row[0])


@in_layers
def get_spent(book: Book, variant: str, strategy: rules.Strategy) -> Spent | None:
    """Costs of a strategy over all codes; None unless all of its parts are stored."""
    rows = book.rows(
        rules.FAMILY,
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


def get_parts(book: Book, variant: str, strategy: rules.Strategy) -> tuple[int, int]:
    """Number of stored parts of a strategy's costs and number of all parts, in the most complete division; (0, 1) if none."""
    row = book.one(
        rules.FAMILY,
        f"SELECT count(DISTINCT part), parts FROM {rules.FAMILY}.costs WHERE {_KEY}"
        " GROUP BY parts ORDER BY count(DISTINCT part) / parts DESC, parts LIMIT 1",
        variant,
        strategy.name,
        strategy.tie,
    )
    return (0, 1) if row is None else row


@in_layers
def get_bounds(book: Book, variant: str) -> Bounds | None:
    """Sharpest stored lower bounds; None if no bound of the total is stored."""
    row = book.one(
        rules.FAMILY,
        f"SELECT max(total), max(queries), list_distinct(flatten(list(builds))) AS build"
        f" FROM (SELECT total, NULL AS queries, [build] AS builds FROM {rules.FAMILY}.bounds WHERE variant = $1"
        f" UNION ALL SELECT NULL, max(queries) + 1, list(DISTINCT build) FROM {rules.FAMILY}.query_bounds WHERE variant = $1"
        f" UNION ALL SELECT sum((queries + wrong) * codes_num::UBIGINT), NULL, list(DISTINCT build) FROM {rules.FAMILY}.costs"
        " WHERE variant = $1 AND strategy = 'optimal')",
        variant,
    )
    if row is None or row[0] is None:
        return None
    return Bounds(int(row[0]), None if row[1] is None else int(row[1]))


@in_layers
def get_node(book: Book, variant: str, strategy: rules.Strategy, history: rules.History) -> Node | None:
    """Node that a history leads to in the strategy's stored tree; None if it leaves the tree, or leaves one code or none."""
    here = rules.write_history(history)
    below = f"{here}; " if here else ""
    rows = book.rows(
        rules.FAMILY,
        f"SELECT history, colour, diagonal, codes, cost, build FROM {rules.FAMILY}.nodes WHERE {_KEY}"
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
        cost = _sum_parts(book, variant, strategy, here)
    return Node(query, codes, cost, tuple((text.rpartition(" ")[2], left) for text, _, _, left, _ in rows[1:]))


def _sum_parts(book: Book, variant: str, strategy: rules.Strategy, history: str) -> int | None:
    """Cost of the codes left at a node of a top, over all parts; None unless all parts are stored."""
    row = book.one(
        rules.FAMILY,
        "SELECT sum(cost), list(DISTINCT build) AS build FROM beams.node_costs"
        f" JOIN beams.whole USING (variant, strategy, tie, parts) WHERE {_KEY} AND history = ?",
        variant,
        strategy.name,
        strategy.tie,
        history,
    )
    return None if row is None or row[0] is None else int(row[0])


def get_choice(book: Book, variant: str, show_trees: bool) -> Adversary | None:
    """The game in which the codemaker chooses the code, with the strategies that the breaker mixes if they are to be shown."""
    row = book.one(
        rules.FAMILY, f"SELECT value_num, value_den, build FROM {rules.FAMILY}.adversaries WHERE variant = ?", variant
    )
    if row is None:
        return None
    trees = book.rows(
        rules.FAMILY,
        f"SELECT chance_num, chance_den, totals FROM {rules.FAMILY}.adversary_trees WHERE variant = ? ORDER BY tree",
        variant,
    )
    rows = book.rows(
        rules.FAMILY,
        f"SELECT code, codes, chance_num, chance_den FROM {rules.FAMILY}.adversary_codes WHERE variant = ? ORDER BY class",
        variant,
    )
    chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
    sizes = {code: size for code, size, _, _ in rows}
    mixture = [(Fraction(int(num), int(den)), totals) for num, den, totals in trees]
    nodes = _tree_nodes(book, variant) if show_trees else None
    return choice_answer(Fraction(int(row[0]), int(row[1])), chances, sizes, mixture, nodes)


def _tree_nodes(book: Book, variant: str) -> list[list[TreeNode]]:
    """The stored strategies."""
    nodes: dict[int, list[TreeNode]] = {}
    for tree, parent, answered, query in book.rows(
        rules.FAMILY,
        f'SELECT tree, parent, answer, "query" FROM {rules.FAMILY}.adversary_nodes WHERE variant = ? ORDER BY tree, node',
        variant,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answered or "", query))
    return list(nodes.values())


@in_layers
def get_bitsets(book: Book, variant: str, queries: Iterable[tuple[int, int]]) -> Bitsets:
    """Codes that give each answer, for each of some queries; empty if the book does not hold them.

    Args:
        book: the book.
        variant: the variant.
        queries: colour and diagonal, from 0.
    """
    wanted = sorted(set(queries))
    rows = book.rows(
        rules.FAMILY,
        f"SELECT colour - 1, diagonal - 1, hits, codes, build FROM {rules.FAMILY}.answers WHERE variant = ?"
        " AND list_contains(?::USMALLINT[], (256 * (colour - 1) + diagonal - 1)::USMALLINT)",
        variant,
        [256 * colour + diagonal for colour, diagonal in wanted],
    )
    bitsets: dict[tuple[int, int], dict[int, int]] = {query: {} for query in wanted} if rows else {}
    for colour, diagonal, hits, codes in rows:
        bitsets[colour, diagonal][rules.hits_of(hits)] = int.from_bytes(codes, "little")
    return bitsets


def bitset_of(bitsets: Bitsets, history: rules.History, codes: int) -> int:
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


@in_layers
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
        rules.FAMILY,
        "SELECT pattern, list(fields ORDER BY place) FROM (SELECT variant, pattern, unnest(pieces) AS piece,"
        f" generate_subscripts(pieces, 1) AS place FROM {rules.FAMILY}.patterns"
        " WHERE variant = ? AND list_contains(?::UINTEGER[], pattern))"
        f" JOIN {rules.FAMILY}.pieces USING (variant, piece) GROUP BY pattern",
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
    colours = ["0"] * max(mask.bit_length() for mask in masks)
    for colour in range(len(masks)):
        index, rank = divmod(rank, factorial(len(masks) - colour - 1))
        mask = free.pop(index)
        for field in range(len(colours)):
            if mask >> field & 1:
                colours[field] = str(colour + 1)
    return "".join(colours)


@in_layers
def get_curve(book: Book, variant: str, tie: rules.Tie) -> list[Point] | None:
    """Costs of entropy strategies by ascending order, infinity last: points of stored curves, and strategies whose costs are
    stored as a whole."""
    rows = book.rows(
        rules.FAMILY,
        "SELECT strategy, true, total_num, total_den, codes::VARCHAR, '1', 1, build FROM beams.curves"
        " WHERE variant = $1 AND tie = $2"
        " UNION ALL SELECT strategy, false, codes_num, codes_den, codes_num, codes_den, queries + wrong, build"
        " FROM beams.costs JOIN beams.whole USING (variant, strategy, tie, parts)"
        " WHERE variant = $1 AND tie = $2 AND regexp_matches(strategy, '^h([0-9]|inf$)')",
        variant,
        tie,
    )
    sums: dict[tuple[str, bool], tuple[Fraction, Fraction]] = {}
    for word, on_curve, num, den, codes, of, cost in rows:
        total, count = sums.get((word, on_curve), (Fraction(0), Fraction(0)))
        sums[word, on_curve] = total + Fraction(int(num), int(den)) * cost, count + Fraction(int(codes), int(of))
    points = {word: point_of(read_order(word), total, int(codes)) for (word, _), (total, codes) in sums.items()}
    return sorted(points.values(), key=lambda point: point.alpha) or None


@in_layers
def get_step(book: Book, variant: str, strategy: rules.Strategy, beams: rules.History) -> Next | None:
    """Next step of a strategy from its stored tree, or the only code left; None if the beams leave the stored tree."""
    node = get_node(book, variant, strategy, beams)
    query, colours = None if node is None else node.query, rules.variant_of(variant).colours
    if not rules.is_listed(variant):
        if node is None or query is None or sum(left for _, left in node.children) != node.codes:
            return None
        return _query(query, node.codes, node.children, node, len(beams))
    codes = get_counts(book, variant)
    bitsets = get_bitsets(book, variant, [beam[:2] for beam in beams] + ([] if query is None else [query]))
    if codes is None or codes.codes is None or (beams and not bitsets):
        return None
    left = bitset_of(bitsets, beams, codes.codes)
    if left.bit_count() == 1:
        (code,) = get_codes(book, variant, [left.bit_length() - 1], colours)
        return Solved(code)
    if node is None or not left:
        return None
    if query is None:
        return _guess(book, variant, left, colours)
    parts = ((hits, (left & bitset).bit_count()) for hits, bitset in sorted(bitsets[query].items()))
    answers = [(rules.answer_text(hits), size) for hits, size in parts if size]
    return _query(query, left.bit_count(), answers, node, len(beams))


def _query(query: tuple[int, int], remaining: int, answers: Sequence[tuple[str, int]], node: Node, depth: int) -> Query:
    """Query of a stored tree, with the cost from its node on."""
    total = None if node.cost is None else Fraction(node.cost - depth * node.codes)
    expected = None if total is None else float(total / node.codes)
    return Query(rules.query_text(*query), remaining, dict(answers), expected, total)


def _guess(book: Book, variant: str, left: int, colours: int) -> Guess | None:
    """First guess with the fewest wrong fields, summed over all codes left."""
    remaining = left.bit_count()
    if remaining > MOST_GUESSES:
        return None
    codes = get_codes(book, variant, rules.fields_of(left), colours)
    if not codes:
        return None
    wrong = [sum(a != b for code in codes for a, b in zip(code, guess, strict=True)) for guess in codes]
    least = min(wrong)
    return Guess(codes[wrong.index(least)], remaining, Fraction(least), least / remaining)


def known_fields(book: Book, variant: str, beams: rules.History) -> tuple[int, ...]:
    """Colours per field, from 1, that all codes left agree on, 0 for the other fields; in large variants only the hits.

    In small variants a field certainly has a colour if every possible answer for that colour on the field's row includes it.
    """
    definition = rules.variant_of(variant)
    board = definition.board
    known = rules.hit_fields(board, beams)
    if not rules.is_listed(variant):
        return known
    queries = [(colour, row) for colour in range(definition.colours) for row in range(board.rows)]
    bitsets = get_bitsets(book, variant, [*queries, *(beam[:2] for beam in beams)])
    codes = get_counts(book, variant)
    if not bitsets or codes is None or codes.codes is None:
        return known
    left, certain = bitset_of(bitsets, beams, codes.codes), list(known)
    for colour, diagonal in queries:
        always = -1
        for hits, bitset in bitsets[colour, diagonal].items():
            if left & bitset:
                always &= hits
        for position, field in enumerate(board.windows[diagonal]):
            if always >> position & 1:
                certain[field] = colour + 1
    return tuple(certain)


FULL_LINE = f"tafelwerk build {rules.FAMILY} --full"
"""The build that repeats all runs of 6c6p."""

_UNRECORDED = {"bound", "bound_mean", "reading", *(field.name for field in fields(Answer))}


def counts_question(variant: str) -> dict[str, Any]:
    """The question of `beams counts`."""
    return {"command": "beams counts", "variant": variant}


def summary_question(variant: str, strategy: rules.Strategy) -> dict[str, Any]:
    """The question of `beams summary`."""
    return {"command": "beams summary", "variant": variant, "strategy": strategy.name, "tie": strategy.tie}


def recorded_keys(kind: type[Answer]) -> tuple[str, ...]:
    """Fields of an answer that a record has."""
    return tuple(field.name for field in fields(kind) if field.name not in _UNRECORDED)


def recorded_counts(variant: str) -> tuple[Counts, Record] | None:
    """Counts of a variant and their record; None if there is no record."""
    match = find_record(rules.FAMILY, counts_question(variant))
    if match is None:
        return None
    record, answer = match
    return Counts(**{key: answer[key] for key in recorded_keys(Counts)}), record


def recorded_summary(variant: str, strategy: rules.Strategy) -> tuple[Summary, Record] | None:
    """Cost of a strategy over all codes and its record; None if there is no record."""
    match = find_record(rules.FAMILY, summary_question(variant, strategy))
    if match is None:
        return None
    record, answer = match
    return summary_of(_spent(answer)), record


def recorded_spent(variant: str) -> Iterator[tuple[str, rules.Tie, Spent]]:
    """Recorded costs of the strategies of a variant over all codes: name, tie rule, and number of codes by cost."""
    for record in records(rules.FAMILY):
        for answer in record.answers:
            question = answer["question"]
            if (question["command"], question["variant"]) == ("beams summary", variant):
                yield question["strategy"], question["tie"], _spent(answer)


def recorded_curve(variant: str, tie: rules.Tie) -> tuple[list[Point], Record] | None:
    """Recorded costs by order of the entropy, ascending, and one of the records, with the build that repeats all: a curve, if one
    was recorded, else the full set; None if there is no record."""
    points: list[tuple[Point, Record]] = []
    for record in records(rules.FAMILY):
        for answer in record.answers:
            question = answer["question"]
            if (question["command"], question["variant"], question.get("tie")) == ("beams summary", variant, tie):
                cost = summary_of(_spent(answer))
                points.append((point_of(read_order(question["strategy"]), cost.total, cost.codes), record))
    if not points:
        return None
    points.sort(key=lambda pair: pair[0].alpha)
    records_of_curves = (record for _, record in points if "curve" in record.parameters)
    return [point for point, _ in points], next(records_of_curves, replace(points[0][1], build=FULL_LINE))


def _spent(answer: Mapping[str, Any]) -> Spent:
    return tuple((queries, wrong, Fraction(codes)) for queries, wrong, codes in answer["spent"])


def document(book: Book, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer to a recorded question from a book's rows; None if the book lacks it.

    Args:
        book: the book.
        question: the question of an answer in a record.

    Raises:
        InputError, KeyError: it is no such question.
    """
    name = rules.variant(question["variant"])
    if question["command"] == "beams counts":
        counts = get_counts(book, name)
        return None if counts is None else {"question": dict(question), **_record_fields(counts)}
    spent = get_spent(book, name, rules.stored_strategy(question["strategy"], question["tie"]))
    if spent is None:
        return None
    written = [[queries, wrong, str(codes)] for queries, wrong, codes in spent]
    return {"question": dict(question), **_record_fields(summary_of(spent)), "spent": written}


def _record_fields(answer: Answer) -> dict[str, Any]:
    """The fields of an answer that a record contains, as in JSON."""
    values: dict[str, Any] = json.loads(
        json.dumps({key: getattr(answer, key) for key in recorded_keys(type(answer))}, default=str)
    )
    return values
