"""Games played, card by card, and their rounds with hidden cards."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from tafelwerk.errors import BookError, InputError, MissingTableError, quoted
from tafelwerk.rules.skat.words import term
from tafelwerk.tables.builds.skat import FAMILY
from tafelwerk.tables.layers import layered
from tafelwerk.tables.names import played_games
from tafelwerk.tables.storage import remedy
from tafelwerk.wording import suggestion

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_GAMES = (
    "SELECT g.name, g.deal, g.game, g.declarer, g.start, g.points, g.won, g.source,"
    " coalesce(sum(c.cost) FILTER (c.player = 'forehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'middlehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'rearhand'), 0)::INTEGER"
    " FROM skat.games g JOIN skat.costs c USING (name)"
)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game that was played. Exact.

    `name`: its name; `deal`: number of the deal; `start`: the declarer's result under best play by all from the start, final
    points with the Skat, in Null 1 if won, otherwise 0; `points`: points made, None in Null; `won`: whether the declarer won;
    `source`: source of the record; `costs`: points given away by the cards of forehand, middlehand and rearhand, in Null 1 for
    each card that gave the game away.
    """

    name: str
    deal: int
    game: str
    declarer: str
    start: int
    points: int | None
    won: bool
    source: str
    costs: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A card that was played, the value of the game before and after it, and a card that keeps the value; cards are bits."""

    card: int
    before: int
    after: int
    best: int


def get_games(book: "Book", name: str | None = None, limit: int | None = None) -> list[StoredGame]:
    """The games of one layer of a book in the order of their names, up to a limit, or the game with a given name."""
    where = "" if name is None else "WHERE g.name = ?"
    rows = book.rows(
        FAMILY,
        f"{_GAMES} {where} GROUP BY ALL ORDER BY g.name LIMIT ?",
        *(() if name is None else (name,)),
        2**62 if limit is None else limit,
    )
    values = ((*row[:8], row[8:]) for row in rows)
    return [StoredGame(*one) for one in values]


def get_plays(book: "Book", name: str) -> tuple[StoredPlay, ...]:
    """The cards of a game of one layer of a book, in order; none if there is no such game."""
    rows = book.rows(FAMILY, 'SELECT card, "before", "after", best FROM skat.plays WHERE name = ? ORDER BY place', name)
    return tuple(StoredPlay(*row) for row in rows)


def missing_game(book: "Book", name: str | None) -> MissingTableError | InputError:
    """The error for an unknown name of a game, or for a book without games.

    Raises:
        BookError: the book lists a game of this name.
    """
    names = played_games(book)
    if name is None or not names:
        return MissingTableError(term("played games"), f"tafelwerk build {FAMILY}", book.path)
    if name in names:
        _, path = book.metadata(FAMILY)
        raise BookError(f"{path} lists the game {quoted(name)}, but not its cards: {remedy(path)}")
    return InputError(f"unknown game {quoted(name)}; {suggestion(name, names, f'tafelwerk {FAMILY} games')}")


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A row of table rounds. Exact.

    `dealt`: number of the deal as dealt; `bid`: the last bid, 0 if all passed; the columns from `declarer` to `score` are
    None then; `forehand` to `rearhand`: names of the players; `calls`, `seed`: None if not known.
    """

    name: str
    dealt: int
    bid: int
    declarer: str | None
    game: str | None
    hand: bool | None
    schneider: bool | None
    schwarz: bool | None
    ouvert: bool | None
    matadors: int | None
    won: bool | None
    overbid: bool | None
    value: int | None
    score: int | None
    forehand: str
    middlehand: str
    rearhand: str
    calls: str | None
    seed: int | None
    source: str

    @property
    def players(self) -> tuple[str, str, str]:
        """Names at forehand, middlehand and rearhand."""
        return self.forehand, self.middlehand, self.rearhand


COLUMNS = tuple(field.name for field in fields(StoredRound))
"""Columns of table rounds."""


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """A legal card at a program's decision, and its evaluation; sampled.

    `place`: number of the card in the game; `card`: as a bit; `chosen`: whether it was played; `worlds`, `wins`: numbers of
    worlds examined and won; `points_worlds`, `points`: number of worlds in which its points were computed, and their sum.
    """

    place: int
    card: int
    chosen: bool
    worlds: int
    wins: int
    points_worlds: int
    points: int


@layered
def get_rounds(book: "Book", names: Collection[str] | None = None) -> tuple[StoredRound, ...]:
    """The stored rounds in the order of their names; given names, those of them that are stored."""
    where = "" if names is None else "WHERE name IN (SELECT unnest(?::VARCHAR[]))"
    asked = () if names is None else (list(names),)
    rows = book.rows(FAMILY, f"SELECT {', '.join(COLUMNS)} FROM {FAMILY}.rounds {where} ORDER BY name", *asked)
    return tuple(StoredRound(*row) for row in rows)


@layered
def get_all_decisions(book: "Book") -> dict[str, dict[int, tuple[StoredDecision, ...]]]:
    """Evaluations of programs by name of the round and by place; the cards of a place from the highest bit down."""
    rows = book.rows(
        FAMILY,
        f"SELECT name, place, card, chosen, worlds, wins, points_worlds, points FROM {FAMILY}.decisions"
        " ORDER BY name, place, card DESC",
    )
    found: dict[str, dict[int, list[StoredDecision]]] = {}
    for name, place, *numbers in rows:
        found.setdefault(name, {}).setdefault(place, []).append(StoredDecision(place, *numbers))
    return {name: {place: tuple(cards) for place, cards in places.items()} for name, places in found.items()}


def get_cards(book: "Book", names: Collection[str]) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Stored games among given names: number of the deal, and the cards in the order played, as bits."""
    rows = book.rows(
        FAMILY,
        f"SELECT g.name, g.deal, list(p.card ORDER BY p.place) FROM {FAMILY}.games g JOIN {FAMILY}.plays p USING (name)"
        " WHERE g.name IN (SELECT unnest(?::VARCHAR[])) GROUP BY ALL",
        list(names),
    )
    return {name: (deal, tuple(cards)) for name, deal, cards in rows}
