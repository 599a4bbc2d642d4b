"""Look-ups of double-dummy Skat: outcomes of stored deals, positions of deals stored whole, games that were played."""

from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from pathlib import Path

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
class Result:
    """Outcome of a deal under best play by all. Exact.

    `deal`: its number; `points`: the declarer's at the end, the Skat's included, None in Null; `won`: 61 points or more, in Null
    no trick; `openings`: the same points after each of forehand's cards is led, from its highest bit down, in Null 1 or 0.
    """

    deal: int
    game: str
    declarer: str
    points: int | None
    won: bool
    openings: tuple[int, ...]


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
def get_result(book: "Book", deal: int, game: str, declarer: str) -> Result | None:
    """The stored outcome of a deal, or None.

    Args:
        book: the book.
        deal: number of the deal.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
    """
    row = book.one(
        FAMILY,
        "SELECT points, won, openings FROM skat.results WHERE deal = ? AND game = ? AND declarer = ?",
        deal,
        game,
        declarer,
    )
    return None if row is None else Result(deal, game, declarer, row[0], row[1], tuple(row[2]))


def probe_result(book: "Book", deal: int, game: str, declarer: str, text: str) -> Result:
    """The stored outcome of a deal, given by its number and as text.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_result(book, deal, game, declarer)
    if found is None:
        raise MissingTableError(f"{game} by {declarer} on {text}", build_line(text), book.path)
    return found


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


@layered
def get_games(book: "Book") -> tuple[StoredGame, ...]:
    """The stored games, by name."""
    rows = book.rows(FAMILY, f"{_GAMES} GROUP BY ALL ORDER BY g.name")
    return tuple(map(_game, rows))


@layered
def get_game(book: "Book", name: str) -> StoredGame | None:
    """A stored game by its name, or None."""
    row = book.one(FAMILY, f"{_GAMES} WHERE g.name = ? GROUP BY ALL", name)
    return None if row is None else _game(row)


def probe_game(book: "Book", name: str) -> StoredGame:
    """A stored game by its name.

    Raises:
        MissingTableError: no game is stored.
        InputError: others are; the message names some.
    """
    found = get_game(book, name)
    if found is None:
        raise unknown_game(book, name)
    return found


def unknown_game(book: "Book", name: str) -> MissingTableError | InputError:
    """What is raised where no game has a name: others have, or no game is stored."""
    names = sorted({row[0] for layer in book.layers for row in layer.rows(FAMILY, "SELECT name FROM skat.games")})
    if not names:
        return missing_games(book.path)
    near = get_close_matches(name, names, 3)
    shown = near or names[:10]
    more = "" if len(shown) == len(names) else f"; all {len(names)}: tafelwerk {FAMILY} games"
    return InputError(
        f"there is no game {quoted(name)}; {'near it: ' if near else 'there are '}{', '.join(shown)}{more}"
    )


@layered
def get_plays(book: "Book", name: str) -> tuple[StoredPlay, ...]:
    """The cards of a stored game in their order; none where there is no such game."""
    rows = book.rows(FAMILY, 'SELECT card, "before", "after", best FROM skat.plays WHERE name = ? ORDER BY place', name)
    return tuple(StoredPlay(*row) for row in rows)


def missing_games(book: "Path") -> MissingTableError:
    """The error where the book in a folder holds no played games."""
    return MissingTableError("played games", f"tafelwerk build {FAMILY}", book)


def build_line(text: str) -> str:
    """The command line that puts a deal into the book."""
    return f'tafelwerk build {FAMILY} --deal "{text}"'


def _game(row: tuple[Any, ...]) -> StoredGame:
    values = (*row[:8], row[8:])
    return StoredGame(*values)
