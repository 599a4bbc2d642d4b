"""Proofs of the costs of large variants, which are stored part by part."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tafelwerk.families.beams.rules.board import FAMILY, LISTED
from tafelwerk.families.beams.rules.strategies import CURVE_PARTS, PARTS, has_top
from tafelwerk.proofs.beams.board import GAMES
from tafelwerk.proofs.beams.trees import Stored, read
from tafelwerk.proofs.beams.variants import codes_of
from tafelwerk.proofs.claims import Claim
from tafelwerk.tables.book import Book


class Division(NamedTuple):
    """Stored parts of a strategy."""

    stored: Stored
    parts: int
    held: frozenset[int]

    def __str__(self) -> str:
        return f"{self.stored}, {self.parts} parts"


def divisions(stored: Sequence[Mapping[str, Any]]) -> list[Division]:
    """Divisions with parts in the builds."""
    found: dict[tuple[str, str, str, int], set[int]] = {}
    for build in stored:
        if "strategy" in build and "top" not in build and build["variant"] not in LISTED:
            parts = build.get("parts", PARTS)
            held = {build["part"]} if "part" in build else set(range(1, parts + 1))
            found.setdefault((build["variant"], build["strategy"], build["tie"], parts), set()).update(held)
        for order in build["curve"] if "curve" in build and build["variant"] not in LISTED else ():
            if order not in build.get("without", ()):
                found[build["variant"], order, build["tie"], CURVE_PARTS] = set(range(1, CURVE_PARTS + 1))
    return [Division(read(*key[:3]), key[3], frozenset(held)) for key, held in found.items()]


def claims(book: Book, divided: Sequence[Division], tops: Sequence[Stored]) -> Iterator[Claim]:
    """The claims about costs and node_costs of large variants."""
    held = {one.key for one in tops}

    def prove(places: Sequence[int]) -> Iterator[str]:
        for place in places:
            yield from division_faults(book, divided[place], divided[place].stored.key in held)

    tables = f"{FAMILY}.costs, {FAMILY}.node_costs"
    columns = ("parts", "part", "codes", "history")
    yield Claim(
        tables, "sums of parts and of nodes", columns, "single", len(divided), prove, noun="divisions", whole=True
    )
    yield Claim(
        tables,
        "costs of whole strategies",
        ("queries", "wrong", "codes_num", "codes_den", "cost"),
        "single",
        len(divided),
        prove,
        noun="divisions",
        unproved="they are not played again, which takes hours",
    )


def division_faults(book: Book, one: Division, has_nodes: bool) -> Iterator[str]:
    """Faults of the costs of a division and of the nodes of a stored top."""
    where, key = "variant = ? AND strategy = ? AND tie = ? AND parts = ?", (*one.stored.key, one.parts)
    costs = book.rows(
        FAMILY,
        f"SELECT part, queries, wrong, codes_num, codes_den, codes FROM {FAMILY}.costs WHERE {where} ORDER BY rowid",
        *key,
    )
    if {row[0] for row in costs} != one.held:
        yield f"{one}: parts are missing, or belong to no build"
    spent = dict.fromkeys(one.held, 0)
    codes = 0.0
    for part, queries, wrong, above, below, double in costs:
        if double != int(above) / int(below):
            yield f"{one}, part {part}: {double!r} codes are not the double of {above}/{below}"
        if one.stored.strategy.tie != "mix" and (below != "1" or int(above) < 1):
            yield f"{one}, part {part}: {above}/{below} is not a number of codes"
        spent[part] = spent.get(part, 0) + (queries + wrong) * int(above)
        codes += double
    every = codes_of(GAMES[one.stored.variant])
    whole = len(one.held) == one.parts
    if whole and abs(codes - every) > 1e-9 * every:
        yield f"{one}: costs of {codes:,} codes, not {every:,}"
    if not has_top(one.stored.strategy):
        return
    rows = book.rows(FAMILY, f"SELECT part, history, cost FROM {FAMILY}.node_costs WHERE {where} ORDER BY rowid", *key)
    if {part: cost for part, history, cost in rows if not history} != spent:
        yield f"{one}: costs of the start differ from the sums of costs"
    if has_nodes and whole:
        yield from _added_up(book, one, rows)


def _added_up(book: Book, one: Division, rows: Sequence[tuple[int, str, int]]) -> Iterator[str]:
    """Faults of nodes whose cost, over all parts, differs from the sum over the nodes below."""
    costs: dict[str, int] = {}
    for _, history, cost in rows:
        costs[history] = costs.get(history, 0) + cost
    nodes = book.rows(
        FAMILY,
        f"SELECT history, depth, colour, codes FROM {FAMILY}.nodes WHERE variant = ? AND strategy = ? AND tie = ?",
        *one.stored.key,
    )
    if costs.keys() != {history for history, *_ in nodes}:
        yield f"{one}: nodes without a cost, or costs without a node"
    below, alone = dict.fromkeys(costs, 0), {history: codes for history, _, _, codes in nodes}
    for history, _, _, codes in nodes:
        if history:
            parent = history.rpartition("; ")[0]
            below[parent] = below.get(parent, 0) + costs.get(history, 0)
            alone[parent] = alone.get(parent, 0) - codes
    for history, depth, colour, _ in nodes:
        if colour is not None and costs.get(history) != below[history] + alone[history] * (depth + 1):
            yield f"{one}, history {history!r}: its cost is not the sum over the nodes below"
