"""Proofs of Beams.

claims                 all claims about its tables
board                  the rules once more: fields, diagonals, pieces, patterns, codes
shapes.shapes_again    pieces up to translation, counted cell by cell
covers.cover_count     patterns, counted by the fields that are left empty
variants               tables variants, pieces, patterns, answers
play.play              a strategy played, every query looked at at every set
measures               what a strategy looks at, as doubles and as residues that decide ties
top.top_rows           the top of a strategy's tree of a large variant
search.Search          the least total, and lower bounds, by plain search
trees                  tables nodes, costs, curves, bounds
parts                  costs and node_costs of large variants
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tafelwerk.proofs.beams import parts, trees, variants
from tafelwerk.proofs.beams.trees import Stored
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.rules.beams.board import BOUND_EXACT, FAMILY, LISTED, VARIANTS
from tafelwerk.rules.beams.strategies import Improved
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds import Evidence
from tafelwerk.tables.builds.beams import has_top
from tafelwerk.tables.provenance import builds

MOST_POINTS = 1000
"""Points of curves up to which all are proved."""

NEAR_BOUND = 400
"""Codes above which the sets of a bound of 6c3p are searched with every query, at least, where the bound is found again by
default: 450 take 20 seconds."""

Parameters = Mapping[str, Any]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about variants, strategies, curves and bounds."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    yield from _variant_claims(book, stored)
    yield from _strategy_claims(book, stored)
    yield from _curve_claims(book, stored)
    yield from _bound_claims(book, stored)


def _whole(book: Book, table: str, method: str, columns: tuple[str, ...], faults: Callable[[], Iterable[str]]) -> Claim:
    """A claim about all rows of a table; of an empty one, too."""
    counted = book.one(FAMILY, f"SELECT count(*) FROM {FAMILY}.{table}")
    units = max(1, counted[0]) if counted else 1
    return Claim(f"{FAMILY}.{table}", method, columns, "recomputed", units, lambda places: faults(), whole=True)


def _variant_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    names = [name for name in VARIANTS if {"variant": name} in stored]
    yield complete(book, f"{FAMILY}.variants", ("variant",), lambda: {"variant": names})
    numbers = ("colours", "size", "fields", "diagonals", "shapes", "placed", "patterns", "codes")
    yield _whole(
        book, "variants", "the rules, and counts by other ways", numbers, lambda: variants.variant_faults(book)
    )
    yield complete(book, f"{FAMILY}.pieces", ("variant", "piece"), lambda: variants.piece_keys(names))
    grown = "connected sets grown field by field"
    yield _whole(book, "pieces", grown, ("fields",), lambda: variants.piece_faults(book))
    pieces = tuple(f"piece_{place}" for place in range(1, variants.MOST_COLOURS + 1))
    columns = ("variant", "pattern", *pieces)
    yield _whole(
        book, "patterns", "covers, as many as are counted", columns, lambda: variants.pattern_faults(book, names)
    )
    columns = ("variant", "colour", "diagonal", "hits", "codes")
    yield _whole(book, "answers", "the pieces of all codes", columns, lambda: variants.answer_faults(book, names))


def strategies_of(stored: Sequence[Parameters]) -> list[Stored]:
    """The strategies that builds hold; of those that are held whole and as a top only the former."""
    found: dict[tuple[str, str, str], int | None] = {}
    for build in stored:
        if "strategy" in build and "part" not in build:
            key = build["variant"], build["strategy"], build["tie"]
            found[key] = None if None in (found.get(key, 0), build.get("top")) else build["top"]
    return [trees.read(*key, depth) for key, depth in found.items()]


def _strategy_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    every = strategies_of(stored)
    small = [one for one in every if one.variant in LISTED]
    mixed = [one for one in small if one.strategy.tie == "mix"]
    trees_of = [one for one in small if one.strategy.tie != "mix"]
    tops = [one for one in every if one.variant not in LISTED and has_top(one.strategy)]
    divided = parts.divisions(stored)

    keys = ("variant", "strategy", "tie")
    for table, wanted in (
        ("nodes", [one.key for one in (*trees_of, *tops)]),
        ("costs", [*(one.key for one in small), *(one.key for one in divided)]),
        ("node_costs", [one.key for one in divided if has_top(one.strategy)]),
    ):
        yield _whole(
            book, table, "complete strategies", keys, partial(_other_strategies, book, table, frozenset(wanted))
        )

    def claim(
        table: str, method: str, columns: tuple[str, ...], some: Sequence[Stored], faults: Any, **more: Any
    ) -> Claim:
        def prove(places: Sequence[int]) -> Iterator[str]:
            for place in places:
                yield from faults(book, some[place])

        more = {"evidence": "recomputed", "noun": "strategies", **more}
        return Claim(table, method, columns, units=len(some), prove=prove, **more)

    both = f"{FAMILY}.nodes, {FAMILY}.costs"
    nodes = ("history", "depth", "colour", "diagonal", "codes", "cost")
    spent = ("parts", "part", "queries", "wrong", "numerator", "denominator", "codes")
    columns = (*nodes, *(name for name in spent if name not in nodes))
    ruled = [one for one in trees_of if not isinstance(one.strategy, Optimal | Improved)]
    given = [one for one in trees_of if isinstance(one.strategy, Optimal | Improved)]
    yield claim(both, "every query at every set", columns, ruled, trees.tree_faults, seconds=0.5)
    yield claim(
        both, "trees played as they are", columns, given, trees.tree_faults, seconds=0.5, evidence="certificate"
    )
    best = [one for one in given if isinstance(one.strategy, Optimal)]
    yield claim(f"{FAMILY}.costs", "search for a smaller total", ("numerator",), best, trees.optimal_faults, seconds=1)
    near = [one for one in mixed if one.variant == "3c6p"]
    yield claim(f"{FAMILY}.costs", "all choices of MIX", spent, near, trees.mix_faults, seconds=0.1)
    far = [one for one in mixed if one.variant != "3c6p"]
    method = "all choices of MIX, six colours"
    yield claim(f"{FAMILY}.costs", method, spent, far, trees.mix_faults, seconds=30, long=True)
    yield claim(f"{FAMILY}.nodes", "pieces counted per colour", nodes, tops, trees.top_faults, seconds=4)
    yield from parts.claims(book, divided, tops)


def _other_strategies(book: Book, table: str, wanted: frozenset[tuple[str, str, str]]) -> Iterator[str]:
    """Strategies that a table lacks, or that no build asks for."""
    rows = book.rows(FAMILY, f"SELECT DISTINCT variant::VARCHAR, strategy, tie::VARCHAR FROM {FAMILY}.{table}")
    yield from (f"{row}: missing" for row in sorted(wanted - set(rows)))
    yield from (f"{row}: no build asks for it" for row in sorted(set(rows) - wanted))


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Rows as columns, typed where there are none."""
    import polars

    texts = {"variant", "strategy", "tie"}
    kinds = {name: polars.String if name in texts else polars.Int64 for name in names}
    return {name: polars.Series([row[place] for row in rows], dtype=kinds[name]) for place, name in enumerate(names)}


def _curve_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    table = f"{FAMILY}.curves"
    keys = [(build["variant"], build["tie"], order) for build in stored if "curve" in build for order in build["curve"]]
    columns = ("variant", "tie", "strategy")
    yield complete(book, table, columns, lambda: _columns(columns, keys))
    names = ("variant::VARCHAR", "tie::VARCHAR", "strategy", "alpha", "numerator", "denominator", "codes", "mean")
    proved = ("alpha", "numerator", "denominator", "codes", "mean")
    long = "variant = '6c3p' AND tie = 'mix'"
    near, far = Rows(book, table, names, f"NOT ({long})"), Rows(book, table, names, long)
    for method, rows, more in (
        ("strategies played", near, {"seconds": 0.2}),
        ("strategies played, MIX of six colours", far, {"seconds": 30.0, "long": True}),
    ):
        evidence: Evidence = "recomputed"
        yield Claim(
            table,
            method,
            proved,
            evidence,
            len(rows),
            partial(_curve_rows, rows),
            least=MOST_POINTS,
            **more,  # type: ignore[arg-type]
        )


def _curve_rows(rows: Rows, places: Sequence[int]) -> Iterator[str]:
    return trees.curve_faults(rows.at(places))


def _bound_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    table = f"{FAMILY}.bounds"
    keys = [(build["variant"], build["bound"], BOUND_EXACT) for build in stored if "bound" in build]
    columns = ("variant", "above", "exact")
    yield complete(book, table, columns, lambda: _columns(columns, keys))
    names = ("variant::VARCHAR", "above", "exact", "total")
    long = f"variant = '6c3p' AND above < {NEAR_BOUND}"
    near, far = Rows(book, table, names, f"NOT ({long})"), Rows(book, table, names, long)
    method = "search with every query"
    for rows, more in ((near, {"seconds": 7.0}), (far, {"seconds": 200.0, "long": True})):
        name = method if rows is near else f"{method}, {NEAR_BOUND - 1} codes and fewer"
        yield Claim(
            table,
            name,
            ("total",),
            "recomputed",
            len(rows),
            lambda places, rows=rows: trees.bound_faults(rows.at(places)),  # type: ignore[misc]
            **more,  # type: ignore[arg-type]
        )
    yield _whole(
        book, "bounds", "totals of strategies, and sharper bounds", ("total",), lambda: trees.order_faults(book)
    )
