"""Proofs of Beams.

claims                 all claims about the family's tables
board                  the rules, implemented again: fields, diagonals, pieces, patterns, codes
shapes.shapes_again    pieces up to translation, counted cell by cell
covers.cover_count     patterns, counted by the fields left empty
variants               tables variants, pieces, patterns, answers
choice.choose          the queries that a strategy chooses at a set, considering every query
play.play              a strategy played
measures               measures of strategies, as doubles and as residues that decide ties
top.top_rows           the top of a strategy's tree of a large variant
search.Search          the least total, and lower bounds, by plain search
trees                  tables nodes, costs, curves, bounds
parts                  costs and node_costs of large variants
choosing               tables adversaries, adversary_codes, adversary_trees, adversary_nodes
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tafelwerk.families.beams.rules.board import BOUND_EXACT, FAMILY, LISTED, SOLVED, STORED
from tafelwerk.families.beams.rules.strategies import Improved, has_top
from tafelwerk.proofs.beams import choosing, parts, trees, variants
from tafelwerk.proofs.beams.trees import Stored
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds import text
from tafelwerk.tables.provenance import builds

MOST_POINTS = 1000
"""Number of points of curves up to which all are proved."""

NEAR_BOUND = 400
"""Least N of a bound of 6c3p, which searches sets of more than N codes with every query, that is proved without --full: 450 takes
20 seconds."""

Parameters = Mapping[str, Any]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about variants, strategies, curves and bounds."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    yield from _variant_claims(book, stored)
    yield from _strategy_claims(book, stored)
    yield from _curve_claims(book, stored)
    yield from _bound_claims(book, stored)
    yield from _query_claims(book, stored)
    yield from choosing.claims(book, stored)


def _whole(book: Book, table: str, method: str, columns: tuple[str, ...], faults: Callable[[], Iterable[str]]) -> Claim:
    """A claim about all rows of a table, which may be empty."""
    counted = book.one(FAMILY, f"SELECT count(*) FROM {FAMILY}.{table}")
    units = max(1, counted[0]) if counted else 1
    return Claim(f"{FAMILY}.{table}", method, columns, "recomputed", units, lambda places: faults(), whole=True)


def _variant_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    names = [name for name in STORED if {"variant": name} in stored]
    yield complete(book, f"{FAMILY}.variants", ("variant",), lambda: {"variant": names})
    numbers = ("colours", "size", "fields", "diagonals", "shapes", "placed")
    columns: tuple[str, ...] = ("variant::VARCHAR", *numbers, "patterns", "codes")
    large = ", ".join(text(name) for name in STORED if not variants.is_counted(name)) or "NULL"
    near = Rows(book, f"{FAMILY}.variants", columns, f"variant NOT IN ({large})")
    far = Rows(book, f"{FAMILY}.variants", columns, f"variant IN ({large})")
    method = "the rules, and counts by other ways"
    yield near.claim(method, (*numbers, "patterns", "codes"), variants.variant_faults, whole=True)
    yield far.claim("the rules, on large boards", numbers, variants.variant_faults, whole=True)
    unproved = "billions of patterns are not counted again"
    yield far.claim("patterns of large boards", ("patterns", "codes"), variants.variant_faults, unproved=unproved)
    yield complete(book, f"{FAMILY}.pieces", ("variant", "piece"), lambda: variants.piece_keys(names))
    grown = "connected sets grown field by field"
    yield _whole(book, "pieces", grown, ("fields",), lambda: variants.piece_faults(book))
    columns = ("variant", "pattern", "pieces")
    yield _whole(
        book, "patterns", "covers, as many as are counted", columns, lambda: variants.pattern_faults(book, names)
    )
    columns = ("variant", "colour", "diagonal", "hits", "codes")
    yield _whole(book, "answers", "the pieces of all codes", columns, lambda: variants.answer_faults(book, names))


def strategies_of(stored: Sequence[Parameters]) -> list[Stored]:
    """Strategies in the builds; where a strategy is stored both whole and as a top, only the whole one."""
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
        ("costs", [*(one.key for one in small), *(one.stored.key for one in divided)]),
        ("node_costs", [one.stored.key for one in divided if has_top(one.stored.strategy)]),
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
    spent = ("parts", "part", "queries", "wrong", "codes_num", "codes_den", "codes")
    columns = (*nodes, *(name for name in spent if name not in nodes))
    ruled = [one for one in trees_of if not isinstance(one.strategy, Optimal | Improved)]
    given = [one for one in trees_of if isinstance(one.strategy, Optimal | Improved)]
    yield claim(both, "every query at every set", columns, ruled, trees.tree_faults, seconds=0.5)
    yield claim(
        both, "trees played as they are", columns, given, trees.tree_faults, seconds=0.5, evidence="certificate"
    )
    best = [one for one in given if isinstance(one.strategy, Optimal)]
    yield claim(f"{FAMILY}.costs", "search for a smaller total", ("codes_num",), best, trees.optimal_faults, seconds=1)
    near = [one for one in mixed if one.variant == "3c6p"]
    yield claim(f"{FAMILY}.costs", "all choices of MIX", spent, near, trees.mix_faults, seconds=0.1)
    far = [one for one in mixed if one.variant != "3c6p"]
    method = "all choices of MIX, six colours"
    yield claim(f"{FAMILY}.costs", method, spent, far, trees.mix_faults, seconds=30, long=True)
    yield claim(f"{FAMILY}.nodes", "pieces counted per colour", nodes, tops, trees.top_faults, seconds=4)
    yield from parts.claims(book, divided, tops)


def _other_strategies(book: Book, table: str, wanted: frozenset[tuple[str, str, str]]) -> Iterator[str]:
    """Strategies that a table lacks, or that belong to no build."""
    rows = book.rows(FAMILY, f"SELECT DISTINCT variant::VARCHAR, strategy, tie::VARCHAR FROM {FAMILY}.{table}")
    yield from (f"{row}: missing" for row in sorted(wanted - set(rows)))
    yield from (f"{row}: belongs to no build" for row in sorted(set(rows) - wanted))


def _curve_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    small = [build for build in stored if "curve" in build and build["variant"] in LISTED]
    keys = [(build["variant"], build["tie"], order) for build in small for order in build["curve"]]
    names = ("variant::VARCHAR", "tie::VARCHAR", "strategy", "alpha", "total_num", "total_den", "codes", "mean")
    long = "variant = '6c3p' AND tie = 'mix'"
    method = "strategies played"
    yield from _split(
        book,
        "curves",
        ("variant", "tie", "strategy"),
        keys,
        names,
        trees.curve_faults,
        (Split(method, f"NOT ({long})", 0.2), Split(f"{method}, MIX of six colours", long, 30.0, long=True)),
    )


def _bound_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    keys = [(build["variant"], build["bound"], BOUND_EXACT) for build in stored if "bound" in build]
    long = f"variant = '6c3p' AND above < {NEAR_BOUND}"
    method = "search with every query"
    yield from _split(
        book,
        "bounds",
        ("variant", "above", "exact"),
        keys,
        ("variant::VARCHAR", "above", "exact", "total"),
        trees.bound_faults,
        (
            Split(method, f"NOT ({long})", 7.0),
            Split(f"{method}, {NEAR_BOUND - 1} codes and fewer", long, 200.0, long=True),
        ),
    )
    yield _whole(book, "bounds", "totals of strategies, and sharper bounds", (), lambda: trees.order_faults(book))


def _query_claims(book: Book, stored: Sequence[Parameters]) -> Iterator[Claim]:
    """The claims about numbers of queries that are not enough."""
    keys = [(build["variant"], build["more_than"]) for build in stored if "more_than" in build]
    columns = ("variant", "queries")
    yield complete(book, f"{FAMILY}.query_bounds", columns, lambda: keys)
    yield _whole(book, "query_bounds", "queries of all strategies", (), lambda: trees.most_faults(book))
    takes_long = "trying all strategies again takes too long"
    for method, is_small in (("search for a strategy", True), ("search for a strategy of a larger variant", False)):
        some = [key for key in keys if (key[0] in SOLVED) == is_small]
        yield Claim(
            f"{FAMILY}.query_bounds",
            method,
            columns,
            "recomputed" if is_small else "single",
            len(some),
            partial(_few_queries, some),
            seconds=1,
            unproved="" if is_small else takes_long,
        )


def _few_queries(some: Sequence[tuple[str, int]], places: Sequence[int]) -> Iterator[str]:
    return trees.query_bound_faults([some[place] for place in places])


class Split(NamedTuple):
    """Rows of a table that are proved together: an SQL condition, CPU seconds per row, and whether only full proofs include
    them."""

    method: str
    condition: str
    seconds: float
    long: bool = False


def _split(
    book: Book,
    table: str,
    keys: tuple[str, ...],
    expected: Sequence[tuple[Any, ...]],
    names: tuple[str, ...],
    faults: Callable[[Sequence[Any]], Iterator[str]],
    splits: Sequence[Split],
) -> Iterator[Claim]:
    """The claims that a table has the expected keys, and that its rows, read by SQL names, have no faults."""
    name = f"{FAMILY}.{table}"
    wanted = {key: [row[place] for row in expected] for place, key in enumerate(keys)}
    yield complete(book, name, keys, lambda: wanted)
    proved = tuple(column for column in names if column.partition("::")[0] not in keys)
    for split in splits:
        rows = Rows(book, name, names, split.condition)
        yield Claim(
            name,
            split.method,
            proved,
            "recomputed",
            len(rows),
            partial(_at, rows, faults),
            seconds=split.seconds,
            least=MOST_POINTS,
            long=split.long,
        )


def _at(rows: Rows, faults: Callable[[Sequence[Any]], Iterator[str]], places: Sequence[int]) -> Iterator[str]:
    return faults(rows.at(places))
