"""What a build of Beams owes, from its parameters alone: how its rows are known, and which they are."""

from collections.abc import Mapping, Sequence
from typing import Any

from tafelwerk.families.beams import rules
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import order_name, read_order
from tafelwerk.tables.metadata import Contents, Evidence, text

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
