"""Games that were played, card by card, and the rounds with hidden cards that they belong to."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.rules.skat.words import term
from tafelwerk.tables.builds.skat import FAMILY
from tafelwerk.tables.layers import layered
from tafelwerk.tables.names import played_games
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

    `name`: its name; `deal`: number of the deal; `start`: what best play by all would have brought the declarer, points at the
    end with the Skat's, in Null 1 if won, else 0; `points`: those made, None in Null; `won`: whether the declarer won; `source`:
    where the game is recorded; `costs`: what the cards of forehand, middlehand and rearhand gave away, in Null 1 for each that
    gave the game away.
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
    """A card that was played, what the game was worth before and after it, and a card that would have kept it; cards are bits."""

    card: int
    before: int
    after: int
    best: int


def get_games(book: "Book", name: str | None = None, limit: int | None = None) -> list[StoredGame]:
    """The games of one layer of a book by name, up to a limit, or the one of a name."""
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
    """The cards of a game of one layer of a book, in their order; none where there is no such game."""
    rows = book.rows(FAMILY, 'SELECT card, "before", "after", best FROM skat.plays WHERE name = ? ORDER BY place', name)
    return tuple(StoredPlay(*row) for row in rows)


def missing_game(book: "Book", name: str | None) -> MissingTableError | InputError:
    """What is raised where no game has a name: others have, or no game is stored."""
    names = played_games(book)
    if name is None or not names:
        return MissingTableError(term("played games"), f"tafelwerk build {FAMILY}", book.path)
    return InputError(f"there is no game {quoted(name)}; {suggestion(name, names, f'tafelwerk {FAMILY} games')}")


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A row of table rounds. Exact.

    `dealt`: number of the deal as dealt; `bid`: the last bid, 0 where all passed; the columns from `declarer` to `score` are
    None then; `forehand` to `rearhand`: names of the players; `calls`, `seed`: None where not known.
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
    where = "" if names is None else "WHERE name IN (SELECT unnest(?::VARCHAR[]))"
    asked = () if names is None else (list(names),)
    rows = book.rows(FAMILY, f"SELECT {', '.join(COLUMNS)} FROM {FAMILY}.rounds {where} ORDER BY name", *asked)
    return tuple(StoredRound(*row) for row in rows)


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
