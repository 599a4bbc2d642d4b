"""What a build of Mastermind owes, from its parameters alone: how its rows are known, and which they are."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tafelwerk.families.mastermind.rules import (
    CURVE_STEP,
    FAMILY,
    Entropy,
    Game,
    Hard,
    Pegs,
    Strategy,
    has_bounds_proved_again,
    has_optimum_found_again,
    parse_game,
    stored_strategy,
)
from tafelwerk.rules.deduction import Optimal, order_name
from tafelwerk.tables.metadata import Contents, Evidence, text

MOST_ORDER = 2000
"""Largest order of an entropy."""

_GAME = ("games", "codes", "queries", "labels")
_ANSWERS = ("answer_rows", "first_queries", "first_parts")
_STRATEGY = ("trees", "strategies", "histograms")
_ADVERSARY = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")
_FRACTION = re.compile(r"\d{1,18}(/\d{1,18})?", re.ASCII)


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    game = read_game(parameters["game"])
    own, is_file = f"game = {text(game.name)}", not isinstance(game, Pegs)
    evidence: Evidence = "recomputed"
    rows = dict.fromkeys(_GAME, own)
    match {key: value for key, value in parameters.items() if key != "game"}:
        case {"rules": str(rules), **none} if not none and is_file == bool(rules):
            name = f"game {game.options}"
            rows |= dict.fromkeys(_ANSWERS, own)
        case {"rules": str(rules), "strategy": str(word), "tie": str(tie), **none} if not none and is_file == bool(
            rules
        ):
            chosen = read_strategy(word, tie)
            name = f"{game.options} {chosen.options}"
            rows |= dict.fromkeys(_STRATEGY, f"{own} AND strategy = {text(word)} AND tie = {text(tie)}")
            if isinstance(chosen, Hard) and isinstance(chosen.rule, Optimal):
                evidence = "single"
            evidence = optimum_evidence(game) if isinstance(chosen, Optimal) else evidence
        case {"rules": str(rules), "codemaker": "optimal", **none} if not none and is_file == bool(rules):
            name = f"{game.options} --adversary"
            rows |= dict.fromkeys(_ADVERSARY, own)
            evidence = optimum_evidence(game)
        case {"tries": int(tries), **none} if not (none or is_file) and tries >= 1:
            name = f"{game.options} --bounds --tries {tries}"
            rows["lower_bounds"] = f"{own} AND tries = {tries}"
            evidence = bounds_evidence(game)
        case {"tie": "lex" | "mix" as tie, "opening": opening, "alphas": [*alphas], **none} if not (none or is_file):
            if opening == "" or not (opening is None or (isinstance(opening, str) and tie == "lex")):
                raise ValueError("no such curve")
            orders = read_orders(alphas)
            name = f"{game.options} --curve --tie {tie}" + (f" --opening {opening}" if opening else "")
            name += "" if orders[0] == CURVE_STEP else f" --step {order_name(orders[0])[1:]}"
            pairs = ", ".join(f"({order.numerator}, {order.denominator})" for order in orders)
            rows["curves"] = f"{own} AND tie = {text(tie)} AND opening = {text(opening or '')}"
            rows["curves"] += f" AND (alpha_num, alpha_den) IN ({pairs})"
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}", "exact", evidence, rows)


def read_game(name: str) -> Game:
    """The game with this name in the tables.

    Raises:
        ValueError: there is none, or it is too large.
    """
    game = parse_game(name)
    if game.name != name or (isinstance(game, Pegs) and not game.size):
        raise ValueError(f"no game is named {name!r}")
    return game


def read_strategy(word: str, tie: str) -> Strategy:
    """The strategy with this name and tie rule in the tables.

    Raises:
        ValueError: there is none, or its order is too great.
    """
    chosen = stored_strategy(word, tie)
    rule = chosen.rule if isinstance(chosen, Hard) else chosen
    if isinstance(rule, Entropy) and rule.alpha is not None and rule.alpha > MOST_ORDER:
        raise ValueError(f"the order of {word} is too great")
    return chosen


def read_orders(alphas: Sequence[Any]) -> list[Fraction]:
    """The orders of a curve in the parameters of a build.

    Raises:
        ValueError: there are none, one is not a fraction in lowest terms, or one is too great.
    """
    orders = [Fraction(alpha) for alpha in alphas if _FRACTION.fullmatch(alpha)]
    if not orders or [str(order) for order in orders] != list(alphas) or max(orders) > MOST_ORDER:
        raise ValueError("no orders of a curve")
    return orders


def bounds_evidence(game: Game) -> Evidence:
    """How lower bounds of a game's least total are known."""
    return "recomputed" if has_bounds_proved_again(game) else "single"


def optimum_evidence(game: Game) -> Evidence:
    """How the least totals of a game are known, with equal chances of the codes or with those of an optimal codemaker."""
    return "recomputed" if has_optimum_found_again(game) else "single"
