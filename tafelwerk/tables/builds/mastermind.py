"""What the builds of the Mastermind family hold."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import perm
from typing import Any

from tafelwerk.tables.builds import Contents, Evidence, text
from tafelwerk.tables.entropy_orders import order_name
from tafelwerk.tables.mastermind import FAMILY, Entropy, Game, Named, Optimal, Pegs, Strategy, strategy

CURVE_STEP = Fraction(1, 100)
"""From one order of entropy to the next on curves that are not named by their step."""

FEW_CODES, SOME_CODES, MANY_CODES = 100, 1300, 3100
"""Codes of games whose optimal totals a second program finds again: of any game of pegs; of three pegs and colours or more, since
with fewer answers a search takes far longer; of four pegs."""

MOST_CODES, MOST_ORDER = 20_000, 2000
"""Codes of a game, and the order of an entropy, at most."""

_GAME = ("games", "codes", "queries", "labels")
_ANSWERS = ("answer_rows", "first_queries", "first_parts")
_STRATEGY = ("trees", "strategies", "histograms")
_PEGS = re.compile(r"(\d+)x(\d+)( distinct)?", re.ASCII)
_OPTIMAL = re.compile(r"optimal(?: max-depth (\d+))?( least-depth)?", re.ASCII)


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    match dict(parameters):
        case {"game": str(game), "rules": str(rules), **none} if not none:
            played = _built(game, rules)
            rows = _rows(game, (*_GAME, *_ANSWERS))
            return Contents(f"{FAMILY} game {played.options}", "exact", "recomputed", rows)
        case {"game": str(game), "rules": str(rules), "strategy": str(word), "tie": str(tie), **none} if not none:
            played, chosen = _built(game, rules), read_strategy(word, tie)
            own = f"game = {text(game)} AND strategy = {text(word)} AND tie = {text(tie)}"
            rows = {**_rows(game, _GAME), **dict.fromkeys(_STRATEGY, own)}
            evidence = optimum_evidence(played) if isinstance(chosen, Optimal) else "recomputed"
            return Contents(f"{FAMILY} {played.options} {chosen.options}", "exact", evidence, rows)
        case {"game": str(game), "tie": "lex" | "mix" as tie, "opening": opening, "alphas": [*alphas], **none} if (
            not none
        ):
            return _curve(game, tie, opening, alphas)
        case _:
            raise ValueError("no such build")


def read_game(name: str) -> Game:
    """A game by the name that the tables have.

    Raises:
        ValueError: it names none.
    """
    found = _PEGS.fullmatch(name)
    game = Pegs(int(found[1]), int(found[2]), bool(found[3])) if found else Named(name)
    if game.name != name or (isinstance(game, Pegs) and code_count(game) > MOST_CODES):
        raise ValueError(f"no game is named {name!r}")
    return game


def code_count(game: Pegs) -> int:
    """Number of codes of a game of pegs."""
    return perm(game.colors, game.pegs) if game.distinct else game.colors**game.pegs


def read_strategy(word: str, tie: str) -> Strategy:
    """A strategy by the name and the tie rule that the tables have.

    Raises:
        ValueError: they name none.
    """
    found = _OPTIMAL.fullmatch(word)
    if found:
        chosen: Strategy = Optimal(int(found[1]) if found[1] else None, bool(found[2]))
    else:
        chosen = strategy(word, tie)
        if isinstance(chosen, Entropy) and chosen.alpha is not None and chosen.alpha > MOST_ORDER:
            raise ValueError(f"the order of {word} is too great")
    if (chosen.name, chosen.tie) != (word, tie):
        raise ValueError(f"no strategy is named {word!r}, ties {tie!r}")
    return chosen


def optimum_evidence(game: Game) -> Evidence:
    """How the least totals of a game are known."""
    if not isinstance(game, Pegs):
        return "single"
    most = FEW_CODES if min(game.pegs, game.colors) < 3 else MANY_CODES if game.pegs == 4 else SOME_CODES
    return "recomputed" if code_count(game) <= most else "single"


def _built(name: str, rules: str) -> Game:
    game = read_game(name)
    if isinstance(game, Pegs) != (rules == ""):
        raise ValueError("games of pegs alone follow from their names")
    return game


def _rows(game: str, tables: tuple[str, ...]) -> dict[str, str]:
    return dict.fromkeys(tables, f"game = {text(game)}")


def _points(game: str, tie: str, opening: str | None, orders: list[Fraction]) -> str:
    pairs = ", ".join(f"({order.numerator}, {order.denominator})" for order in orders)
    return (
        f"game = {text(game)} AND tie = {text(tie)} AND opening = {text(opening or '')}"
        f" AND (alpha_numerator, alpha_denominator) IN ({pairs})"
    )


def _curve(game: str, tie: str, opening: Any, alphas: list[Any]) -> Contents:
    played, orders = _built(game, ""), [Fraction(alpha) for alpha in alphas]
    strange = [str(order) for order in orders] != alphas or not 0 <= min(orders) <= max(orders) <= MOST_ORDER
    if strange or opening == "" or not (opening is None or (isinstance(opening, str) and tie == "lex")):
        raise ValueError("no such curve")
    name = f"{FAMILY} {played.options} --curve --tie {tie}" + (f" --opening {opening}" if opening else "")
    if orders[0] != CURVE_STEP:
        name += f" --step {order_name(orders[0])[1:]}"
    rows = {**_rows(game, _GAME), "curves": _points(game, tie, opening, orders)}
    return Contents(name, "exact", "recomputed", rows)
