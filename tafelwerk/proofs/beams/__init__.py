"""Proofs of Beams: all claims about the family's tables.

beams_rules         the rules, implemented again: fields, diagonals, pieces, patterns, codes
variant_counts      tables variants, pieces, patterns, answers; pieces and patterns counted again
strategy_play       a strategy played, considering every query; measures that decide ties
least_totals        the least total, with or without weights, and lower bounds, by plain search
strategy_costs      tables nodes, costs, node_costs, curves, bounds, query_bounds; the top of a tree; of variants in which the
                    codemaker chooses, too: adversaries, adversary_codes, adversary_trees, adversary_nodes
contents            what a build owes
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import factorial
from typing import Any

from tafelwerk.families.beams import rules
from tafelwerk.families.beams.rules import BOUND_EXACT, FAMILY, LISTED, SOLVED, STORED, Improved, has_top
from tafelwerk.proofs.beams import strategy_costs, variant_counts
from tafelwerk.proofs.beams.beams_rules import GAMES
from tafelwerk.proofs.beams.strategy_costs import StoredStrategy
from tafelwerk.proofs.claims import Claim, divide_rows, near_and_far, proof, table_proof, uncompiled
from tafelwerk.proofs.frame import complete
from tafelwerk.rules.deduction import Optimal, order_name, read_order
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Contents, Evidence, text
from tafelwerk.tables.provenance import builds

MOST_POINTS = 1000
"""Number of points of curves up to which all are proved."""

NEAR_BOUND = 400
"""Least N of a bound of 6c3p, which searches sets of more than N codes with every query, that is proved without --full: 450 takes
20 seconds."""

Parameters = Mapping[str, Any]
Faults = Callable[[Book, StoredStrategy], Iterator[str]]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about variants, strategies, curves and bounds."""
    parameters = [build.parameters for build in builds(book, FAMILY)]
    yield from _variant_claims(book, parameters)
    yield from _strategy_claims(book, parameters)
    yield from _curve_claims(book, parameters)
    yield from _bound_claims(book, parameters)
    yield from _query_claims(book, parameters)
    yield from strategy_costs.mixture_claims(book, parameters)


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


def _variant_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    names = [name for name in STORED if {"variant": name} in parameters]
    variants, pieces, patterns, answers = (
        f"{FAMILY}.{table}" for table in ("variants", "pieces", "patterns", "answers")
    )
    yield complete(book, variants, lambda: ((name,) for name in names))
    numbers = ("colours", "size", "fields", "diagonals", "shapes", "placed")
    columns: tuple[str, ...] = ("variant::VARCHAR", *numbers, "patterns", "codes")
    large = ", ".join(text(name) for name in STORED if not variant_counts.is_counted(name)) or "NULL"
    near, far = divide_rows(book, variants, columns, f"variant NOT IN ({large})")
    faults, counted = variant_counts.variant_faults, (*numbers, "patterns", "codes")
    yield proof(variants, "the rules, and counts by other ways", counted, near, faults, whole=True)
    yield proof(variants, "the rules, on large boards", numbers, far, faults, whole=True)
    unproved = "billions of patterns are not counted again"
    yield proof(variants, "patterns of large boards", ("patterns", "codes"), far, faults, unproved=unproved)
    columns = ("variant", "piece", "fields")
    yield complete(book, pieces, lambda: variant_counts.piece_rows(names), columns, noun="rows")
    columns, method = ("variant", "pattern", "pieces"), "covers, as many as are counted"
    prove = partial(variant_counts.pattern_faults, book, names)
    yield table_proof(book, patterns, method, columns, prove, least=1)
    columns, prove = (
        ("variant", "colour", "diagonal", "hits", "codes"),
        partial(variant_counts.answer_faults, book, names),
    )
    yield table_proof(book, answers, "the pieces of all codes", columns, prove, least=1)


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

    for table, wanted in (
        ("nodes", [stored.key for stored in (*trees_of, *tops)]),
        ("costs", [*(stored.key for stored in small), *(division.stored.key for division in divided)]),
        ("node_costs", [division.stored.key for division in divided if has_top(division.stored.strategy)]),
    ):
        keys = ("variant", "strategy", "tie")
        yield complete(book, f"{FAMILY}.{table}", partial(iter, wanted), keys, noun="strategies")

    def faults_of(faults: Faults) -> Callable[[Sequence[StoredStrategy]], Iterator[str]]:
        return lambda strategies: (fault for stored in strategies for fault in faults(book, stored))

    both, costs = f"{FAMILY}.nodes, {FAMILY}.costs", f"{FAMILY}.costs"
    nodes = ("history", "depth", "colour", "diagonal", "codes", "cost")
    spent = ("parts", "part", "queries", "wrong", "codes_num", "codes_den", "codes")
    columns = (*nodes, *(name for name in spent if name not in nodes))
    ruled = [stored for stored in trees_of if not isinstance(stored.strategy, Optimal | Improved)]
    searched = [stored for stored in trees_of if isinstance(stored.strategy, Optimal | Improved)]
    more: dict[str, Any] = {"noun": "strategies", "seconds": 0.5}
    trees = faults_of(strategy_costs.tree_faults)
    played = proof(both, "every query at every set", columns, ruled, trees, **more)
    yield played
    yield uncompiled(played, [unit for unit, stored in enumerate(ruled) if stored.variant == "3c6p"][:1])
    yield proof(both, "trees played as they are", columns, searched, trees, "certificate", **more)
    best = [stored for stored in searched if isinstance(stored.strategy, Optimal)]
    least, more = faults_of(strategy_costs.optimal_faults), {"noun": "strategies", "seconds": 1}
    yield proof(costs, "search for a smaller total", ("codes_num",), best, least, **more)
    near, far = ([stored for stored in mixed if (stored.variant == "3c6p") == is_near] for is_near in (True, False))
    more = {"noun": "strategies", "seconds": (0.1, 30.0)}
    yield from near_and_far(
        costs, "all choices of MIX", spent, (near, far), faults_of(strategy_costs.mix_faults), **more
    )
    pieces, more = faults_of(strategy_costs.top_faults), {"noun": "strategies", "seconds": 4}
    yield proof(f"{FAMILY}.nodes", "pieces counted per colour", nodes, tops, pieces, **more)
    yield from strategy_costs.claims(book, divided, tops)


def _curve_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    small = [build for build in parameters if "curve" in build and build["variant"] in LISTED]
    keys = [(build["variant"], build["tie"], order) for build in small for order in build["curve"]]
    table = f"{FAMILY}.curves"
    yield complete(book, table, lambda: keys, ("variant", "tie", "strategy"))
    proved = ("alpha", "total_num", "total_den", "codes", "mean")
    names = ("variant::VARCHAR", "tie::VARCHAR", "strategy", *proved)
    points = divide_rows(book, table, names, "NOT (variant = '6c3p' AND tie = 'mix')")
    more: dict[str, Any] = {"seconds": (0.2, 30.0), "least": MOST_POINTS}
    yield from near_and_far(table, "strategies played", proved, points, strategy_costs.curve_faults, **more)


def _bound_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    table = f"{FAMILY}.bounds"
    keys = [(build["variant"], build["bound"], BOUND_EXACT) for build in parameters if "bound" in build]
    yield complete(book, table, lambda: keys)
    near, names = f"NOT (variant = '6c3p' AND above < {NEAR_BOUND})", ("variant::VARCHAR", "above", "exact", "total")
    # that the number bounds every strategy rests on one argument, which both programs share
    method, prove = "the bound as defined, by search with every query", strategy_costs.bound_faults
    rows, more = divide_rows(book, table, names, near), dict[str, Any](seconds=(7.0, 200.0), least=MOST_POINTS)
    yield from near_and_far(table, method, ("total",), rows, prove, **more)
    order = partial(strategy_costs.order_faults, book)
    yield table_proof(book, table, "totals of strategies, and sharper bounds", (), order, least=1)


def _query_claims(book: Book, parameters: Sequence[Parameters]) -> Iterator[Claim]:
    """The claims about numbers of queries that are not enough."""
    table, columns = f"{FAMILY}.query_bounds", ("variant", "queries")
    keys = [(build["variant"], build["more_than"]) for build in parameters if "more_than" in build]
    yield complete(book, table, lambda: keys)
    yield table_proof(book, table, "queries of all strategies", (), partial(strategy_costs.most_faults, book), least=1)
    small = [key for key in keys if key[0] in SOLVED]
    large = [key for key in keys if key[0] not in SOLVED]
    prove, takes_long = strategy_costs.query_bound_faults, "trying all strategies again takes too long"
    yield proof(table, "search for a strategy", columns, small, prove, seconds=1)
    method = "search for a strategy of a larger variant"
    yield proof(table, method, columns, large, prove, "single", seconds=1, unproved=takes_long)


_ADVERSARY = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    variant = parameters["variant"]
    if variant not in rules.STORED:
        raise ValueError("no such variant")
    own = f"variant = {text(variant)}"
    evidence: Evidence = "recomputed"
    match {key: value for key, value in parameters.items() if key != "variant"}:
        case {**none} if not none:
            name, rows = "", dict.fromkeys(("variants", "pieces", "patterns", "answers"), own)
            # the proof does not recount billions of patterns
            if variant.startswith("square36"):
                evidence = "single"
        case {"codemaker": "optimal", **none} if not none and variant in rules.SOLVED:
            name, rows = " --adversary", dict.fromkeys(_ADVERSARY, own)
        case {"bound": int(above), **none} if not none and variant in rules.LISTED and above >= 1:
            name, rows = f" --bound {above}", {"bounds": f"{own} AND above = {above} AND exact = {rules.BOUND_EXACT}"}
        case {"more_than": int(queries), **none} if not none and 1 <= queries < rules.FEWEST_QUERIES.get(variant, 1):
            name, rows = f" --more-than {queries}", {"query_bounds": f"{own} AND queries = {queries}"}
            # the proof repeats the search where all strategies can be tried
            if variant not in rules.SOLVED:
                evidence = "single"
        case {"curve": [*orders], "tie": str(tie), **none} if (
            not none and variant in rules.LISTED and tie in rules.TIES
        ):
            name = f" {_curve_name(orders, tie)}"
            names = ", ".join(text(order) for order in orders)
            rows = {"curves": f"{own} AND tie = {text(tie)} AND strategy IN ({names})"}
            # the proof does not replay MIX of six colours, where most queries tie
            if (variant, tie) == ("6c3p", "mix"):
                evidence = "single"
        case {"curve": [*orders], "tie": str(tie), **more} if variant in rules.ANALYSED and variant not in rules.LISTED:
            name = f" {_curve_name(orders, tie)}"
            rows = dict.fromkeys(("costs", "node_costs"), f"{own} AND {_together(orders, tie, more)}")
            evidence = "single"
        case {"strategy": str(word), "tie": str(tie), **more}:
            chosen = _strategy(variant, word, tie)
            key = f"{own} AND strategy = {text(word)} AND tie = {text(tie)}"
            options, rows = _of_strategy(variant, chosen, key, more)
            name = f" {chosen.options}{options}"
            if (variant, tie) == ("6c3p", "mix") or not {*rows} <= {"costs", "nodes"}:
                evidence = "single"
            elif isinstance(chosen, rules.Improved):
                # the tree is stored, and the proof walks it
                evidence = "certificate"
        case _:
            raise ValueError("no such build")
    return Contents(f"{rules.FAMILY} --variant {variant}{name}", "exact", evidence, rows)


def _curve_name(orders: Sequence[str], tie: str) -> str:
    """Options that name a curve of these orders."""
    read = [read_order(name) for name in orders]
    if [order_name(order) for order in read] != list(orders):
        raise ValueError("no such orders")
    return rules.curve_options(tie, read)


def _together(orders: Sequence[str], tie: str, more: Mapping[str, Any]) -> str:
    """Condition on the rows of the strategies on a curve of a large variant."""
    without = more.get("without", [])
    if tie not in rules.TIES or tie == "mix" or set(more) - {"without"} or not set(without) < set(orders):
        raise ValueError("no such curve")
    names = ", ".join(text(order) for order in orders if order not in without)
    return f"tie = {text(tie)} AND parts = {rules.CURVE_PARTS} AND strategy IN ({names})"


def _strategy(variant: str, word: str, tie: str) -> rules.Strategy:
    """Strategy of a build."""
    few = {"optimal": rules.SOLVED, "improved": rules.IMPROVED, "improved shallowest": rules.IMPROVED_SHALLOWEST}
    if variant not in few.get(word, few.get(word.split(" ")[0], rules.ANALYSED)):
        raise ValueError("no such strategy")
    chosen = rules.stored_strategy(word, tie)
    if (
        isinstance(chosen, Optimal)
        and chosen.max_depth is not None
        and chosen.max_depth < rules.FEWEST_QUERIES[variant]
    ):
        raise ValueError("so few queries are not enough")
    return chosen


def _of_strategy(variant: str, chosen: rules.Strategy, key: str, more: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Further options of a strategy's build, and its rows by table."""
    match dict(more):
        case {**none} if not none and variant in rules.LISTED:
            return "", {"costs": f"{key} AND parts = 1", "nodes": key}
        case {**none} if not none and not isinstance(chosen, Optimal):
            rows = dict.fromkeys(("costs", "node_costs"), f"{key} AND parts = {rules.PARTS}")
            return "", {**rows, "nodes": key} if rules.has_top(chosen) else rows
        case {"top": int(depth), **none} if not none and variant in rules.LISTED and chosen.tie != "mix":
            return " --top", {"costs": f"{key} AND parts = 1", "nodes": f"{key} AND depth <= {depth}"}
        case {"top": int(), **none} if not none and rules.has_top(chosen):
            return " --top", {"nodes": key}
        case {"part": int(part), "parts": int(parts), **none} if not none and 1 <= part <= parts:
            if variant in rules.LISTED:
                raise ValueError("small variants have no parts")
            rows = dict.fromkeys(("costs", "node_costs"), f"{key} AND parts = {parts} AND part = {part}")
            return f" --part {part}/{parts}", rows
    raise ValueError("no such build of a strategy")
