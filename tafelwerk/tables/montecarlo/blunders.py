"""Questions about the errors of MC(inf) in won positions, also with biased playouts, and about biased random play."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.biases import STATIC, Shares, bias_of, read_shares
from tafelwerk.rules.montecarlo import (
    FAMILY,
    Dsc,
    Dsr,
    Kind,
    SubtractionRules,
    bias_key,
    is_storable,
    parse_rules,
    read_bias,
)
from tafelwerk.tables.montecarlo.answers import BadMoves, Bias, Blunder, Errors
from tafelwerk.tables.montecarlo.choices import select
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"rules": parse_rules, "epsilon": read_bias, "weights": read_shares, "chances": read_shares}


def _resolve_blunder(asked: dict[str, Any]) -> None:
    if asked["rules"] is None:
        asked["race"] = asked["race"] or Dsc.name
        if asked["race"] not in (Dsc.name, Dsr.name):
            raise InputError(f"race must be {Dsc.name} or {Dsr.name}, not {asked['race']!r}")
    elif asked["race"] is not None:
        raise InputError("give either the rules of a subtraction game or a race")
    asked["limit"] = asked["limit"] or (100 if asked["rules"] is None else 3000)


@question(
    lambda rules, limit, race: f"blunders in {race.upper() if rules is None else f'S({rules.text})'} up to {limit}",
    lambda rules, limit, race: (
        f"tafelwerk montecarlo blunder {race} --limit {limit} --compute"
        if rules is None
        else f"tafelwerk montecarlo blunder subtraction {rules.options} --limit {limit} --compute --keep"
    ),
    resolve=_resolve_blunder,
)
def blunder(
    book: Book, rules: SubtractionRules | None = None, limit: int = 0, race: str | None = None
) -> Blunder | None:
    """The smallest size at which MC(inf) plays a losing move in a won position.

    Args:
        book: the book.
        rules: rules of a subtraction game. Default: the openings of a race.
        limit: largest size searched. Default: 3000, for races 100.
        race: dsc or dsr; the openings of every length are searched. Default: dsc.
    """
    if rules is None:
        return _race_blunder(book, race or Dsc.name, limit)
    columns = "blunder, blunder_with_ties, searched_to, build"
    rows = select(book, columns, "subtraction_games", rules.key, "ORDER BY searched_to DESC LIMIT 1")
    if not rows or rows[0][2] < limit:
        return None
    size, with_ties = (None if found is None or found > limit else found for found in rows[0][:2])
    return Blunder(size, with_ties, limit)


def _race_blunder(book: Book, race: str, limit: int) -> Blunder | None:
    row = book.one(
        FAMILY,
        "SELECT count(*), min(n) FILTER (won AND is_lost), min(n) FILTER (won AND may_be_lost),"
        " list_distinct(flatten(list(builds))) AS build FROM (SELECT n, list(DISTINCT build) AS builds,"
        " bool_or(wins) AS won, bool_and(NOT wins) FILTER (best) AS is_lost, bool_or(NOT wins) FILTER (best) AS may_be_lost"
        f" FROM montecarlo.{race}_moves WHERE own = 0 AND other = 0 AND n <= ? GROUP BY n)",
        limit,
    )
    return None if row is None or row[0] < limit else Blunder(row[1], row[2], limit)


@question(
    "errors in S({rules.text}) up to {limit}",
    "tafelwerk montecarlo errors subtraction {rules.options} --limit {limit} --compute --keep",
)
def errors(book: Book, rules: SubtractionRules, limit: int) -> Errors | None:
    """Every won heap up to `limit` at which MC(inf) may lose, with the share of its best candidates that lose."""
    best = (
        "(SELECT moves, overshoot, heap, count(*) FILTER (NOT wins) AS losing, count(*) AS best"
        f" FROM {FAMILY}.subtraction_moves WHERE best GROUP BY ALL)"
    )
    table = f"subtraction_positions LEFT JOIN {best} USING (moves, overshoot, heap)"
    rows = select(
        book, "heap, won, losing, best, build", table, rules.key, "AND heap BETWEEN 1 AND ? ORDER BY heap", limit
    )
    if len(rows) < limit:
        return None
    won = [(heap, Fraction(losing, best)) for heap, is_won, losing, best in rows if is_won]
    return mean_errors([(heap, share) for heap, share in won if share], len(won), limit)


def mean_errors(bad_moves: list[tuple[int, Fraction]], won: int, limit: int) -> Errors:
    """Bad moves among the won heaps up to `limit`."""
    share = sum((share for _, share in bad_moves), Fraction()) / won if won else Fraction()
    return Errors(bad_moves, won, share, limit)


def _resolve_bias(asked: dict[str, Any]) -> None:
    if asked["kind"] is None and asked["epsilon"] is not None:
        asked["kind"] = STATIC
    bias_of(asked["rules"].moves, *(asked[name] for name in ("kind", "epsilon", "weights", "chances")))


def _bias_options(kind: Kind | None, epsilon: Fraction | None, weights: Shares | None, chances: Shares | None) -> str:
    """The options that name a bias."""
    options = {"--kind": kind, "--epsilon": epsilon, "--weights": weights, "--chances": chances}
    return " ".join(f"{name} {value}" for name, value in options.items() if value is not None)


def _is_scanned(epsilon: Fraction | None) -> bool:
    """Whether the tables can hold a bias."""
    return epsilon is not None and is_storable(epsilon)


@question(
    lambda heap, rules, **bias: f"S({rules.text}) up to heap {heap} with {_bias_options(**bias)}",
    lambda heap, rules, **bias: (
        f"tafelwerk montecarlo asymmetry {heap} {rules.options} {_bias_options(**bias)} --compute"
        + (" --keep" if _is_scanned(bias["epsilon"]) else "")
    ),
    resolve=_resolve_bias,
    stored=lambda epsilon, **_: _is_scanned(epsilon),
)
def asymmetry(
    book: Book,
    heap: int,
    rules: SubtractionRules,
    kind: Kind | None = None,
    epsilon: Fraction | None = None,
    weights: Shares | None = None,
    chances: Shares | None = None,
) -> BadMoves | None:
    """Biased playouts: won heaps up to `heap` at which MC(inf) may lose, with the share of its best candidates that lose.

    Args:
        book: the book.
        heap: the largest heap.
        rules: rules of the game.
        kind: "static" or "informed". Default: static.
        epsilon: the bias, from -1 to 1.
        weights: instead of epsilon, one chance per move, in the ascending order of the moves.
        chances: instead of epsilon, chances of the smaller of two moves, by heap modulo their number.

    Raises:
        InputError: not exactly one of epsilon, weights and chances is given, or it does not fit the moves.
    """
    if kind is None or epsilon is None or not is_storable(epsilon):
        return None
    key = bias_key(rules, kind, epsilon)
    ((reach,),) = select(book, "max(heaps), list(DISTINCT build) AS build", "asymmetry_scans", key) or [(None,)]
    if reach is None or reach < heap:
        return None
    columns = "heap, share_num, share_den, build"
    rows = select(book, columns, "asymmetry_bad_moves", key, "AND heap <= ? ORDER BY heap", heap)
    return BadMoves([(bad, Fraction(p, q)) for bad, p, q in rows])


@question(
    lambda rules, limit, **bias: f"random play in S({rules.text}) up to heap {limit} with {_bias_options(**bias)}",
    lambda rules, limit, **bias: (
        f"tafelwerk montecarlo bias {rules.options} {_bias_options(**bias)} --limit {limit} --compute"
    ),
    resolve=_resolve_bias,
    stored=False,
)
def bias(
    book: Book,
    rules: SubtractionRules,
    kind: Kind | None = None,
    epsilon: Fraction | None = None,
    weights: Shares | None = None,
    chances: Shares | None = None,
    limit: int = 50,
) -> Bias | None:
    """Random play with biased playouts: winning chance of the player to move at heaps 1 to `limit`, critical bias, beat period.

    Args:
        book: the book.
        rules: rules of the game.
        kind, epsilon, weights, chances: the bias, as for `asymmetry`.
        limit: the largest heap.

    Raises:
        InputError: see `asymmetry`.
    """
    return None
