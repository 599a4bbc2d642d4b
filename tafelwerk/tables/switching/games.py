"""Boards and agents: their names, their limits, and the builds that hold them."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, quoted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

FAMILY = "switching"

LEAST_ORDER, MOST_ORDER = 2, 60
"""Orders of boards."""

MOST_WHOLE_ORDER = 3
"""Order up to which every position is stored."""

MOST_REFUTED_ORDER = 4
"""Order up to which all that the heuristic may do is gone through."""

PLAYERS = ("cut", "short")

POLICIES = ("heuristic", "perfect")

GAMES, SEED = 10_000, 1
"""Games that are played, and their seed, where nothing else is asked for."""

MOST_GAMES = 10_000_000
"""Games of a pairing."""

AGENTS = "perfect, heuristic, random, temperature:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T]"
"""The agents, as an error lists them."""

MOST_PLAYOUTS, MOST_SWEEPS, MOST_TEMPERATURE = 1_000_000, 1000, 10**6

# numbers are written as `parse_agent` of the solvers reads them, which knows nothing of the book
_DIGITS = re.compile(r"[0-9]{1,18}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?|\.[0-9]{1,18}|[0-9]{1,18}/0*[1-9][0-9]{0,17}", re.ASCII)


def checked_order(order: int) -> int:
    """The order, where there is such a board.

    Raises:
        InputError: there is none.
    """
    if isinstance(order, bool) or not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise InputError(f"an order is {LEAST_ORDER} to {MOST_ORDER}, not {quoted(order)}")
    return order


def agent_name(text: str) -> str:
    """The one name of an agent: temperature:0 is heuristic, temperature:0.10 is temperature:0.1.

    Raises:
        InputError: there is no such agent.
    """
    kind, *rest = text.strip().lower().split(":")
    if kind in ("perfect", "heuristic", "random") and not rest:
        return kind
    if kind == "mc" and rest == ["inf"]:
        return "mc:inf"
    if kind == "mc" and len(rest) == 1:
        return f"mc:{_counted('K of mc:K', rest[0], MOST_PLAYOUTS)}"
    if kind == "temperature" and len(rest) == 1:
        heat = _temperature(rest[0])
        return f"temperature:{heat}" if heat else "heuristic"
    if kind == "gauss-seidel" and len(rest) in (1, 2):
        sweeps = _counted("SWEEPS of gauss-seidel:SWEEPS", rest[0], MOST_SWEEPS)
        heat = _temperature(rest[1]) if len(rest) == 2 else ""
        return f"gauss-seidel:{sweeps}{':' if heat else ''}{heat}"
    raise InputError(f"{quoted(text)} is no agent: these are {AGENTS}, with T such as 0.1 or 1/10")


def build_line(order: int) -> str:
    """The command line that puts a board's openings, and the positions of a small one, into the book."""
    return f"tafelwerk build {FAMILY} --order {order}"


def pairing_build_line(order: int, cut: str, short: str, games: int | None = None, seed: int | None = None) -> str:
    """The command line that puts a pairing into the book."""
    if cut == short == "heuristic" and games is None:
        return build_line(order)
    words = f"{build_line(order)} --cut {cut} --short {short}"
    words += "" if games in (None, GAMES) else f" --games {games}"
    return words + ("" if seed in (None, SEED) else f" --seed {seed}")


def holds_agent(book: "Book", order: int, agent: str) -> bool:
    """Whether the book holds what an agent does in every position of a small board.

    Raises:
        InputError: there is no such board or agent.
        BookError: the family's file is damaged, foreign or of another format.
    """
    name = agent_name(agent)
    # a file of an earlier version has no such table, and so no agents
    table = "SELECT 1 FROM duckdb_tables() WHERE database_name = ? AND schema_name = 'main' AND table_name = 'agents'"
    if book.one(FAMILY, table, FAMILY) is None:
        return False
    return (
        book.one(FAMILY, "SELECT 1 FROM switching.agents WHERE m = ? AND agent = ? LIMIT 1", checked_order(order), name)
        is not None
    )


def _counted(what: str, text: str, most: int) -> int:
    number = int(text) if _DIGITS.fullmatch(text) else 0
    if not 1 <= number <= most:
        raise InputError(f"{what} is a whole number from 1 to {most}, not {quoted(text)}")
    return number


def _temperature(text: str) -> str:
    """A temperature as it is written: the shortest decimals, else a fraction; empty for 0."""
    if text == "inf":
        return text
    heat = Fraction(text) if _DECIMAL.fullmatch(text) else None
    if heat is None or (heat != 0 and not Fraction(1, MOST_TEMPERATURE) <= heat <= MOST_TEMPERATURE):
        raise InputError(
            f"a temperature is 0, from 0.000001 to {MOST_TEMPERATURE}, or inf, such as 0.1, not {quoted(text)}"
        )
    if heat == 0:
        return ""
    rest, twos, fives = heat.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return str(heat)
    places = max(twos, fives)
    digits = str(heat.numerator * 10**places // heat.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
