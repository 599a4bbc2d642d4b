"""Look-ups of rounds of Skat with hidden cards, and of what programs saw in them."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tafelwerk.tables.layers import layered
from tafelwerk.tables.skat import FAMILY

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

COLUMNS = (
    *(
        "name",
        "dealt",
        "bid",
        "declarer",
        "game",
        "hand",
        "schneider",
        "schwarz",
        "ouvert",
        "matadors",
        "won",
        "overbid",
    ),
    *("value", "score", "forehand", "middlehand", "rearhand", "calls", "seed", "source"),
)
"""Columns of table rounds."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round. Exact.

    `name`: its name; `dealt`: number of the deal as dealt; `bid`: the last bid, 0 where all passed; the columns from `declarer`
    to `score` are None then: who played alone, what, what was announced, matadors, result; `players`: names at forehand,
    middlehand and rearhand; `calls`: what was said, None where not known; `seed`: where chance began, None where not known;
    `source`: what played or recorded it.
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
    players: tuple[str, str, str]
    calls: str | None
    seed: int | None
    source: str

    @property
    def row(self) -> tuple[object, ...]:
        """The row of table rounds that it was read from."""
        values = tuple(getattr(self, field.name) for field in fields(self) if field.name != "players")
        return (*values[:14], *self.players, *values[14:])


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """A card that a program might have played, and what it saw; sampled.

    `place`: which card of the game was to be played; `card`: as a bit; `chosen`: whether it was played; `worlds`, `wins`: in how
    many worlds it was looked at and won; `points_worlds`, `points`: in how many its points were found, and these added.
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
    """The stored rounds, by name; of some names only those that are stored."""
    sql = f"SELECT {', '.join(COLUMNS)} FROM {FAMILY}.rounds"
    if names is None:
        rows = book.rows(FAMILY, f"{sql} ORDER BY name")
    else:
        rows = book.rows(FAMILY, f"{sql} WHERE name IN (SELECT unnest(?::VARCHAR[])) ORDER BY name", list(names))
    return tuple(map(_round, rows))


@layered
def get_decisions(book: "Book", name: str) -> tuple[StoredDecision, ...]:
    """What programs saw in a round, by place and card; nothing where there is no such round."""
    rows = book.rows(
        FAMILY,
        f"SELECT place, card, chosen, worlds, wins, points_worlds, points FROM {FAMILY}.decisions"
        " WHERE name = ? ORDER BY place, card DESC",
        name,
    )
    return tuple(StoredDecision(*row) for row in rows)


@layered
def get_all_decisions(book: "Book") -> dict[str, dict[int, tuple[StoredDecision, ...]]]:
    """What programs saw, by the round's name and by place; each place's cards from the highest bit down."""
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
    """Games of some names, those that are stored: the deal's number and the cards in the order played, as bits."""
    rows = book.rows(
        FAMILY,
        f"SELECT g.name, g.deal, list(p.card ORDER BY p.place) FROM {FAMILY}.games g JOIN {FAMILY}.plays p USING (name)"
        " WHERE g.name IN (SELECT unnest(?::VARCHAR[])) GROUP BY ALL",
        list(names),
    )
    return {name: (deal, tuple(cards)) for name, deal, cards in rows}


def _round(row: tuple[Any, ...]) -> StoredRound:
    values = (*row[:14], row[14:17], *row[17:])
    return StoredRound(*values)
