"""Look-ups of the switching game: heuristic against heuristic, positions of small boards, pairings of agents."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.errors import BookError, InputError, MissingTableError, quoted
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.tables.book import Book

FAMILY = "switching"

LEAST_ORDER, MOST_ORDER = 2, 60
"""Orders of boards."""

MOST_WHOLE_ORDER = 3
"""Order up to which every position is stored."""

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
_FRACTION = re.compile(r"[0-9]+", re.ASCII)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opening:
    """What comes of a first move of Cut when both follow the heuristic. Exact.

    `edge`, `name`: the move; `least`: the smallest edge that a symmetry takes it to; `rate`: the chance that Cut wins;
    `shortest`, `longest`: plies of a game; `gap`: the closest decision met, as a potential difference with A at 1 and B at 0.
    """

    edge: int
    name: str
    least: int
    rate: Fraction
    shortest: int
    longest: int
    gap: Fraction


@dataclass(frozen=True, slots=True)
class Rate:
    """Heuristic against heuristic on the board of order `m`, Cut first, every tie uniform. Exact."""

    m: int
    openings: tuple[Opening, ...]

    @property
    def cut(self) -> Fraction:
        """The chance that Cut wins."""
        return sum((opening.rate for opening in self.openings), Fraction(0)) / len(self.openings)

    @property
    def losing(self) -> list[str]:
        """First moves after which Cut never wins."""
        return [opening.name for opening in self.openings if opening.rate == 0]

    @property
    def mixed(self) -> list[str]:
        """First moves after which ties decide."""
        return [opening.name for opening in self.openings if 0 < opening.rate < 1]

    @property
    def gap(self) -> Fraction:
        """The closest decision met."""
        return min(opening.gap for opening in self.openings)


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a small board; bit e of a mask is edge e. Exact.

    `to_move`, `winner`: "cut" or "short"; `decided`: whether the game is over; `moves`: winning moves of the player to move;
    `heuristic`: moves of the heuristic.
    """

    m: int
    deleted: int
    marked: int
    to_move: str
    winner: str
    decided: bool
    moves: int
    heuristic: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two agents, Cut first: Short's chance to win.

    `certainty`: "exact"; "certified", then `error` is a proven bound; "sampled", then it is the standard error and `games` and
    `seed` say what was played. `exactly`: the chance as a fraction, where it is known as one.
    """

    m: int
    cut: str
    short: str
    chance: float
    error: float
    certainty: str
    games: int | None = None
    seed: int | None = None
    exactly: Fraction | None = None


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


def rate_build_line(order: int) -> str:
    """The command line that puts a board's openings, and the positions of a small one, into the book."""
    return f"tafelwerk build {FAMILY} --order {order}"


def agent_build_line(order: int, agent: str) -> str:
    """The command line that puts an agent's rows into the book."""
    return f"{rate_build_line(order)} --agent {agent}"


def pairing_build_line(order: int, cut: str, short: str, games: int | None = None, seed: int | None = None) -> str:
    """The command line that puts a pairing into the book."""
    if cut == short == "heuristic" and games is None:
        return rate_build_line(order)
    words = f"{rate_build_line(order)} --cut {cut} --short {short}"
    words += "" if games in (None, GAMES) else f" --games {games}"
    return words + ("" if seed in (None, SEED) else f" --seed {seed}")


@layered
def get_rate(book: "Book", order: int) -> Rate | None:
    """Heuristic against heuristic, or None where the book does not hold it.

    Raises:
        InputError: there is no such board.
        BookError: what is stored cannot be.
    """
    rows = book.rows(
        FAMILY,
        "SELECT edge, name, least, rate_num, rate_den, shortest, longest, gap_num, gap_den FROM switching.openings "
        "WHERE m = ? ORDER BY edge",
        checked_order(order),
    )
    if not rows:
        return None
    if len(rows) != order**2:
        raise _damaged("openings", order, f"{len(rows)} openings")
    return Rate(order, tuple(_opening(order, row) for row in rows))


def probe_rate(book: "Book", order: int) -> Rate:
    """Heuristic against heuristic.

    Raises:
        InputError: there is no such board.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return _found(get_rate(book, order), missing_rate(book.path, order))


def missing_rate(book: "Path", order: int) -> MissingTableError:
    """The error of a board whose openings the book in a folder lacks."""
    return MissingTableError(f"heuristic against heuristic on the board of order {order}", rate_build_line(order), book)


@layered
def get_position(book: "Book", order: int, deleted: int, marked: int) -> Position | None:
    """A position, by its edges as masks, or None where the book does not hold it.

    Raises:
        InputError: there is no such board.
    """
    row = book.one(
        FAMILY,
        "SELECT to_move, winner, decided, moves, heuristic FROM switching.positions "
        "WHERE m = ? AND deleted = ? AND marked = ?",
        checked_order(order),
        deleted,
        marked,
    )
    return None if row is None else Position(order, deleted, marked, *row)


def probe_position(book: "Book", order: int, deleted: int, marked: int) -> Position:
    """A position, by its edges as masks.

    Raises:
        InputError: there is no such board.
        MissingTableError: not built, or there is no such position.
    """
    missing = MissingTableError(
        f"position {deleted}, {marked} of the board of order {order}", rate_build_line(order), book.path
    )
    return _found(get_position(book, order, deleted, marked), missing)


@layered
def get_pairing(
    book: "Book", order: int, cut: str, short: str, games: int | None = None, seed: int | None = None
) -> Pairing | None:
    """Two agents, Cut first, or None where the book does not hold them.

    Args:
        book: the book.
        order: of the board.
        cut, short: the agents.
        games, seed: what a sample must have been; None: any. What is certified is answered in any case; what theory knows is
            exact, unless games are asked for and were played.

    Raises:
        InputError: there is no such board or agent.
        BookError: what is stored cannot be.
    """
    names = agent_name(cut), agent_name(short)
    if names == ("heuristic", "heuristic"):
        found = get_rate(book, order)
        if found is not None:
            return exact_pairing(order, *names, 1 - found.cut)
    row = book.one(
        FAMILY,
        "SELECT chance, error, certainty, games, seed FROM switching.pairings WHERE m = ? AND cut = ? AND short = ? "
        "AND (certainty <> 'sampled' OR (games = coalesce(?, games) AND seed = coalesce(?, seed)))",
        checked_order(order),
        *names,
        games,
        seed,
    )
    if row is None:
        return None
    chance, error, certainty = row[:3]
    known = known_chance(names[0])
    off = known is not None and abs(chance - known) > (0 if certainty == "sampled" else error)
    if not (0 <= chance <= 1 and error >= 0) or off:
        raise _damaged("pairings", order, f"the chance {chance!r} with the error {error!r}")
    if known is not None and (games is None or certainty != "sampled"):
        return exact_pairing(order, *names, known)
    return Pairing(order, *names, *row)


def known_chance(cut: str) -> Fraction | None:
    """Short's chance where theory knows it: none against a perfect Cut, who moves first on a board that is its own dual."""
    return Fraction(0) if cut == "perfect" else None


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


@layered
def get_agent_row(book: "Book", order: int, agent: str, deleted: int, marked: int) -> dict[int, float] | None:
    """What an agent does in a position, by its edges as masks: the chance of every free edge; None where that is not in the book.

    Raises:
        InputError: there is no such board or agent.
    """
    rows = book.rows(
        FAMILY,
        "SELECT edge, chance FROM switching.agents WHERE m = ? AND agent = ? AND deleted = ? AND marked = ? ORDER BY edge",
        checked_order(order),
        agent_name(agent),
        deleted,
        marked,
    )
    return dict(rows) or None


def probe_agent_row(book: "Book", order: int, agent: str, deleted: int, marked: int) -> dict[int, float]:
    """What an agent does in a position, by its edges as masks.

    Raises:
        InputError: there is no such board or agent.
        MissingTableError: not built, or there is no such open position; its message names what would make it.
    """
    name = agent_name(agent)
    missing = MissingTableError(
        f"{name} in position {deleted}, {marked} of the board of order {order}",
        agent_build_line(order, name),
        book.path,
    )
    return _found(get_agent_row(book, order, name, deleted, marked), missing)


def probe_pairing(book: "Book", order: int, cut: str, short: str) -> Pairing:
    """Two agents, Cut first.

    Raises:
        InputError: there is no such board or agent.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return _found(
        get_pairing(book, order, cut, short), missing_pairing(book.path, order, agent_name(cut), agent_name(short))
    )


def missing_pairing(
    book: "Path", order: int, cut: str, short: str, games: int | None = None, seed: int | None = None
) -> MissingTableError:
    """The error of a pairing that the book in a folder lacks."""
    what = f"{cut} against {short} on the board of order {order}"
    return MissingTableError(what, pairing_build_line(order, cut, short, games, seed), book)


def exact_pairing(order: int, cut: str, short: str, chance: Fraction) -> Pairing:
    """A pairing whose chance is known as a fraction."""
    value = float(chance)
    error = float(abs(Fraction(value) - chance))
    return Pairing(order, cut, short, value, error, "exact", exactly=chance)


def _opening(order: int, row: tuple[Any, ...]) -> Opening:
    edge, name, least, *rest = row
    above, below, shortest, longest, gap_above, gap_below = rest
    rate, gap = _fraction(order, above, below), _fraction(order, gap_above, gap_below)
    if rate > 1:
        raise _damaged("openings", order, f"a rate of {rate}")
    return Opening(edge, name, least, rate, shortest, longest, gap)


def _fraction(order: int, above: str, below: str) -> Fraction:
    if not (_FRACTION.fullmatch(above) and _FRACTION.fullmatch(below)) or not int(below):
        raise _damaged("openings", order, f"{above!r} / {below!r} as a fraction")
    return Fraction(int(above), int(below))


def _damaged(table: str, order: int, what: str) -> BookError:
    """What is raised where a row cannot be."""
    return BookError(
        f"table {FAMILY}.{table} holds {what}, for m = {order}; see what is wrong with: tafelwerk verify {FAMILY}"
    )


def _found(answer: T | None, missing: MissingTableError) -> T:
    if answer is None:
        raise missing
    return answer


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
