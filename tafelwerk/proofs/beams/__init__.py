"""Proofs of Beams: all claims about the family's tables.

beams_rules         the rules, implemented again: fields, diagonals, pieces, patterns, codes
variant_counts      tables variants, pieces, patterns, answers; pieces and patterns counted again
strategy_play       a strategy played, considering every query; measures that decide ties
least_totals        the least total, with or without weights, and lower bounds, by plain search
strategy_costs      tables nodes, costs, node_costs, curves, bounds, query_bounds; the top of a tree
codemaker_choice    tables adversaries, adversary_codes, adversary_trees, adversary_nodes
contents            what a build owes
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import factorial
from typing import Any

from tafelwerk.families.beams.rules import BOUND_EXACT, FAMILY, LISTED, SOLVED, STORED, Improved, has_top
from tafelwerk.proofs.beams import codemaker_choice, strategy_costs, variant_counts
from tafelwerk.proofs.beams.beams_rules import GAMES
from tafelwerk.proofs.beams.strategy_costs import StoredStrategy
from tafelwerk.proofs.claims import Claim, Rows, divide_rows, near_and_far, uncompiled
from tafelwerk.proofs.frame import complete
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import text
from tafelwerk.tables.provenance import builds

MOST_POINTS = 1000
"""Number of points of curves up to which all are proved."""

NEAR_BOUND = 400
"""Least N of a bound of 6c3p, which searches sets of more than N codes with every query, that is proved without --full: 450 takes
20 seconds."""

Parameters = Mapping[str, Any]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about variants, strategies, curves and bounds."""
    parameters = [build.parameters for build in builds(book, FAMILY)]
    yield from _variant_claims(book, parameters)
    yield from _strategy_claims(book, parameters)
    yield from _curve_claims(book, parameters)
    yield from _bound_claims(book, parameters)
    yield from _query_claims(book, parameters)
    yield from codemaker_choice.claims(book, parameters)


def check_recorded(answer: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Whether an answer of a record of a long run can be computed again as a whole, and its faults as far as it can.

    Args:
        answer: an answer of a record. The costs of strategies are not computed again: that takes minutes or hours.
    """
    question = answer["question"]
    if question["command"] != "beams counts":
        return False, []
    game = GAMES[question["variant"]]
    patterns = (
        variant_counts.patterns_of(game) if variant_counts.is_counted(question["variant"]) else answer["patterns"]
    )
    expected = {
        "question": {"command": "beams counts", "variant": question["variant"]},
        "pieces": variant_counts.shapes_of(game),
        "patterns": patterns,
        "codes": patterns * factorial(game.colours),
        "diagonals": game.lines,
    }
    wrong = [
        f"{key} {answer.get(key)} should be {expected.get(key)}"
        for key in sorted({*expected, *answer})
        if answer.get(key) != expected.get(key)
    ]
    return variant_counts.is_counted(question["variant"]), wrong


def _whole(book: Book, table: str, method: str, columns: tuple[str, ...], faults: Callable[[], Iterable[str]]) -> Claim:
    """A claim about all rows of a table, which may be empty."""
    counted = book.one(FAMILY, f"SELECT count(*) FROM {FAMILY}.{table}")
    units = max(1, counted[0]) if counted else 1
    return Claim(f"{FAMILY}.{table}", method, columns, "recomputed", units, lambda places: faults(), whole=True)


def _variant_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    names = [name for name in STORED if {"variant": name} in parameters]
    yield complete(book, f"{FAMILY}.variants", ("variant",), lambda: {"variant": names})
    numbers = ("colours", "size", "fields", "diagonals", "shapes", "placed")
    columns: tuple[str, ...] = ("variant::VARCHAR", *numbers, "patterns", "codes")
    large = ", ".join(text(name) for name in STORED if not variant_counts.is_counted(name)) or "NULL"
    near = Rows(book, f"{FAMILY}.variants", columns, f"variant NOT IN ({large})")
    far = Rows(book, f"{FAMILY}.variants", columns, f"variant IN ({large})")
    method = "the rules, and counts by other ways"
    yield near.claim(method, (*numbers, "patterns", "codes"), variant_counts.variant_faults, whole=True)
    yield far.claim("the rules, on large boards", numbers, variant_counts.variant_faults, whole=True)
    unproved = "billions of patterns are not counted again"
    yield far.claim("patterns of large boards", ("patterns", "codes"), variant_counts.variant_faults, unproved=unproved)
    yield complete(book, f"{FAMILY}.pieces", ("variant", "piece"), lambda: variant_counts.piece_keys(names))
    grown = "connected sets grown field by field"
    yield _whole(book, "pieces", grown, ("fields",), lambda: variant_counts.piece_faults(book))
    columns = ("variant", "pattern", "pieces")
    yield _whole(
        book, "patterns", "covers, as many as are counted", columns, lambda: variant_counts.pattern_faults(book, names)
    )
    columns = ("variant", "colour", "diagonal", "hits", "codes")
    yield _whole(book, "answers", "the pieces of all codes", columns, lambda: variant_counts.answer_faults(book, names))


def strategies_of(parameters: Sequence[Parameters]) -> list[StoredStrategy]:
    """Strategies in the builds; where a strategy is stored both whole and as a top, only the whole one."""
    depths: dict[tuple[str, str, str], int | None] = {}
    for build in parameters:
        if "strategy" in build and "part" not in build:
            key = build["variant"], build["strategy"], build["tie"]
            depths[key] = None if None in (depths.get(key, 0), build.get("top")) else build["top"]
    return [strategy_costs.read_strategy(*key, depth) for key, depth in depths.items()]


def _strategy_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    every = strategies_of(parameters)
    small = [stored for stored in every if stored.variant in LISTED]
    mixed = [stored for stored in small if stored.strategy.tie == "mix"]
    trees_of = [stored for stored in small if stored.strategy.tie != "mix"]
    tops = [stored for stored in every if stored.variant not in LISTED and has_top(stored.strategy)]
    divided = strategy_costs.divisions(parameters)

    keys = ("variant", "strategy", "tie")
    for table, wanted in (
        ("nodes", [stored.key for stored in (*trees_of, *tops)]),
        ("costs", [*(stored.key for stored in small), *(division.stored.key for division in divided)]),
        ("node_costs", [division.stored.key for division in divided if has_top(division.stored.strategy)]),
    ):
        yield _whole(
            book, table, "complete strategies", keys, partial(_other_strategies, book, table, frozenset(wanted))
        )

    def claim(
        table: str,
        method: str,
        columns: tuple[str, ...],
        strategies: Sequence[StoredStrategy],
        faults: Any,
        **more: Any,
    ) -> Claim:
        more = {"evidence": "recomputed", "noun": "strategies", **more}
        prove = partial(_faults_of, book, faults, strategies)
        return Claim(table, method, columns, units=len(strategies), prove=prove, **more)

    both = f"{FAMILY}.nodes, {FAMILY}.costs"
    nodes = ("history", "depth", "colour", "diagonal", "codes", "cost")
    spent = ("parts", "part", "queries", "wrong", "codes_num", "codes_den", "codes")
    columns = (*nodes, *(name for name in spent if name not in nodes))
    ruled = [stored for stored in trees_of if not isinstance(stored.strategy, Optimal | Improved)]
    searched = [stored for stored in trees_of if isinstance(stored.strategy, Optimal | Improved)]
    played = claim(both, "every query at every set", columns, ruled, strategy_costs.tree_faults, seconds=0.5)
    yield played
    yield uncompiled(played, [unit for unit, stored in enumerate(ruled) if stored.variant == "3c6p"][:1])
    yield claim(
        both,
        "trees played as they are",
        columns,
        searched,
        strategy_costs.tree_faults,
        seconds=0.5,
        evidence="certificate",
    )
    best = [stored for stored in searched if isinstance(stored.strategy, Optimal)]
    yield claim(
        f"{FAMILY}.costs", "search for a smaller total", ("codes_num",), best, strategy_costs.optimal_faults, seconds=1
    )
    near, far = ([stored for stored in mixed if (stored.variant == "3c6p") == is_near] for is_near in (True, False))
    yield from near_and_far(
        f"{FAMILY}.costs",
        "all choices of MIX",
        spent,
        (near, far),
        partial(_faults_of, book, strategy_costs.mix_faults),
        seconds=(0.1, 30.0),
        noun="strategies",
    )
    yield claim(f"{FAMILY}.nodes", "pieces counted per colour", nodes, tops, strategy_costs.top_faults, seconds=4)
    yield from strategy_costs.claims(book, divided, tops)


def _faults_of(
    book: Book,
    faults: Callable[[Book, StoredStrategy], Iterator[str]],
    strategies: Sequence[StoredStrategy],
    places: Sequence[int],
) -> Iterator[str]:
    for place in places:
        yield from faults(book, strategies[place])


def _other_strategies(book: Book, table: str, wanted: frozenset[tuple[str, str, str]]) -> Iterator[str]:
    """Strategies that a table lacks, or that belong to no build."""
    rows = book.rows(FAMILY, f"SELECT DISTINCT variant::VARCHAR, strategy, tie::VARCHAR FROM {FAMILY}.{table}")
    yield from (f"{row}: missing" for row in sorted(wanted - set(rows)))
    yield from (f"{row}: belongs to no build" for row in sorted(set(rows) - wanted))


def _curve_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    small = [build for build in parameters if "curve" in build and build["variant"] in LISTED]
    keys = [(build["variant"], build["tie"], order) for build in small for order in build["curve"]]
    names = ("variant::VARCHAR", "tie::VARCHAR", "strategy", "alpha", "total_num", "total_den", "codes", "mean")
    near = "NOT (variant = '6c3p' AND tie = 'mix')"
    faults = strategy_costs.curve_faults
    yield from _point_claims(
        book, "curves", ("variant", "tie", "strategy"), keys, names, near, "strategies played", faults, (0.2, 30.0)
    )


def _bound_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    keys = [(build["variant"], build["bound"], BOUND_EXACT) for build in parameters if "bound" in build]
    near, names = f"NOT (variant = '6c3p' AND above < {NEAR_BOUND})", ("variant::VARCHAR", "above", "exact", "total")
    # that the number bounds every strategy rests on one argument, which both programs share
    method, faults = "the bound as defined, by search with every query", strategy_costs.bound_faults
    yield from _point_claims(
        book, "bounds", ("variant", "above", "exact"), keys, names, near, method, faults, (7.0, 200.0)
    )
    yield _whole(
        book, "bounds", "totals of strategies, and sharper bounds", (), lambda: strategy_costs.order_faults(book)
    )


def _query_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    """The claims about numbers of queries that are not enough."""
    keys = [(build["variant"], build["more_than"]) for build in parameters if "more_than" in build]
    columns = ("variant", "queries")
    yield complete(book, f"{FAMILY}.query_bounds", columns, lambda: keys)
    yield _whole(book, "query_bounds", "queries of all strategies", (), lambda: strategy_costs.most_faults(book))
    takes_long = "trying all strategies again takes too long"
    for method, is_small in (("search for a strategy", True), ("search for a strategy of a larger variant", False)):
        bounds = [key for key in keys if (key[0] in SOLVED) == is_small]
        yield Claim(
            f"{FAMILY}.query_bounds",
            method,
            columns,
            "recomputed" if is_small else "single",
            len(bounds),
            partial(_few_queries, bounds),
            seconds=1,
            unproved="" if is_small else takes_long,
        )


def _few_queries(bounds: Sequence[tuple[str, int]], places: Sequence[int]) -> Iterator[str]:
    return strategy_costs.query_bound_faults([bounds[index] for index in places])


def _point_claims(
    book: Book,
    table: str,
    keys: tuple[str, ...],
    expected: Sequence[tuple[Any, ...]],
    names: tuple[str, ...],
    near: str,
    method: str,
    faults: Callable[[Sequence[Any]], Iterator[str]],
    seconds: tuple[float, float],
) -> Iterator[Claim]:
    """The claims that a table has the expected keys, and that its rows, read by SQL names, have no faults; `near`: condition of
    those that every proof examines, in CPU seconds per row as the others."""
    name = f"{FAMILY}.{table}"
    yield complete(
        book, name, keys, lambda: {key: [row[column] for row in expected] for column, key in enumerate(keys)}
    )
    proved = tuple(column for column in names if column.partition("::")[0] not in keys)
    rows = divide_rows(book, name, names, near)
    yield from near_and_far(
        name, method, proved, rows, lambda part, at: faults(part.at(at)), seconds=seconds, least=MOST_POINTS
    )
