"""Limits of the family, and rows that its questions read: positions of deals stored whole, games that were played."""

from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

FAMILY = "skat"

MOST_DRAWN, LARGEST_SEED = 1_000_000, 2**32 - 1
"""Random deals that can be asked for, and the largest seed of theirs."""

MOST_PLAYED = 100_000
"""Random deals that a stored match plays, or on which the ladder is measured."""

MOST_WORLDS = 100_000
"""Ways to deal the hidden cards that a command looks at for one choice."""

MOST_WAYS = 10_000
"""More ways to discard and announce than there are."""

MOST_CARDS, LEAST_LADDER_CARDS = 10, 4
"""Cards in a hand, and the least for which the ladder is measured: with fewer a random deal may come twice."""

_GAMES = (
    "SELECT g.name, g.deal, g.game, g.declarer, g.start, g.points, g.won, g.source,"
    " coalesce(sum(c.cost) FILTER (c.player = 'forehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'middlehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'rearhand'), 0)::INTEGER"
    " FROM skat.games g JOIN skat.costs c USING (name)"
)


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """The start of a trick: bounds on the declarer's card points still to come, and a card to lead that keeps them, as a bit."""

    lower: int
    upper: int
    best: int


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


@layered
def get_position(book: "Book", deal: int, game: str, declarer: str, position: int) -> StoredPosition | None:
    """A position of a deal stored whole, or None; `position` as in table positions."""
    row = book.one(
        FAMILY,
        "SELECT lower, upper, best FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ? AND position = ?",
        deal,
        game,
        declarer,
        position,
    )
    return None if row is None else StoredPosition(*row)


@layered
def get_positions(
    book: "Book", deal: int, game: str, declarer: str, keys: Collection[int]
) -> dict[int, StoredPosition]:
    """Positions of a deal stored whole, by their keys; those that are not stored are left out.

    Args:
        book: the book.
        deal: number of the deal.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
        keys: as in table positions, any number of them.
    """
    rows = book.rows(
        FAMILY,
        "SELECT position, lower, upper, best FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ?"
        " AND position IN (SELECT unnest(?::UINTEGER[]))",
        deal,
        game,
        declarer,
        list(keys),
    )
    return {row[0]: StoredPosition(*row[1:]) for row in rows}


def get_games(book: "Book", name: str | None = None, limit: int | None = None) -> list[StoredGame]:
    """The games of one layer of a book by name, so many of them, or the one of a name."""
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
    names = sorted({row[0] for layer in book.layers for row in layer.rows(FAMILY, "SELECT name FROM skat.games")})
    if name is None or not names:
        return MissingTableError("played games", f"tafelwerk build {FAMILY}", book.path)
    near = get_close_matches(name, names, 3)
    shown = near or names[:10]
    more = "" if len(shown) == len(names) else f"; all {len(names)}: tafelwerk {FAMILY} games"
    return InputError(
        f"there is no game {quoted(name)}; {'near it: ' if near else 'there are '}{', '.join(shown)}{more}"
    )
