"""Games won by classes of the declarer's hands, and the fitted chances beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.cards import read_seat
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.words import worded
from tafelwerk.tables.intervals import Share
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LEAST = 20
"""Default: smallest number of games of a class that is listed."""

DEALS, DEALT = 3000, 1000
"""Deals that the build line of a miss tries, and deals that it plays as dealt."""

TRIALS, WINS = f"{FAMILY}.trials", f"{FAMILY}.wins"

_COLUMNS = (
    "t.number, enum_code(t.game)::INTEGER AS game, enum_code(t.declarer)::INTEGER AS declarer, t.hand, t.skat, t.build"
)


@frozen
class HandClass:
    """Games with hands of one class: solved with all cards open, and as the fitted model rates them.

    Attributes:
        kind: suit (all suit games), grand or null.
        jacks: number of jacks held; None in Null.
        trumps: number of trumps held, jacks included; only in suit games.
        aces: number of aces held, without that of the trump suit; None in Null.
        excess: by how many ranks the worst card of each suit is above a safe one, summed over suits; only in Null, where 0 is
            a hand that takes no trick once a defender leads.
        games: number of games.
        won: games won with all cards open and best play by all.
        chance: mean chance to win with open cards by the fitted model.
    """

    kind: str
    jacks: int | None
    trumps: int | None
    aces: int | None
    excess: int | None
    games: int
    won: Share
    chance: float


@frozen
class RatedGames:
    """Games whose chance to win by the fitted model is in a range.

    Attributes:
        model: open, the chance with open cards, compared with solved games; hidden, the chance with hidden cards, compared with
            games played out.
        kind: suit (all suit games), grand or null.
        least, most: range of the chance, without `most` except for 1.
        games: number of games.
        won: games won.
        chance: mean chance of these games.
    """

    model: str
    kind: str
    least: float
    most: float
    games: int
    won: Share
    chance: float


@frozen
class SkatClass:
    """Games as dealt by the cards of the Skat left, whose suits the fitted model does not know.

    Attributes:
        kind: suit (all suit games) or grand.
        trumps: number of trumps in the Skat.
        aces: number of aces in the Skat, without that of the trump suit.
        games: number of games.
        won: games won with all cards open and best play by all.
        chance: mean chance to win with open cards by the fitted model.
    """

    kind: str
    trumps: int
    aces: int
    games: int
    won: Share
    chance: float


@answer
class Hands(Answer):
    """Games won by classes of the declarer's hands, beside the chances by which the program bids.

    Only games count to which the model was not fitted. Games of one deal count as independent.

    Attributes:
        seed: random seed of the deals.
        dealt: whether the hands are as dealt, with the Skat left untouched; otherwise the Skat is taken up and two cards are
            discarded, of hands with a fair prospect (table trials).
        position: seat of the declarer; None for all seats.
        deals: number of deals with such games.
        games: number of games.
        classes: classes of hands with enough games.
        skats: classes of Skats with enough games; only of hands as dealt.
        ratings: games by kind and by tenths of the chance, for each model.
        samples: the number of games.
        standard_error: largest standard error of the shares won by class; None without classes.
    """

    seed: int
    dealt: bool
    position: str | None
    deals: int
    games: int
    classes: list[HandClass]
    skats: list[SkatClass]
    ratings: list[RatedGames]


def _resolve(asked: dict[str, Any]) -> None:
    if asked["position"] is not None:
        asked["position"] = read_seat(asked["position"]).word
    if not 0 <= asked["seed"] <= LARGEST_SEED:
        raise InputError(f"seed must be from 0 to {LARGEST_SEED:,}, not {asked['seed']:,}")
    if not 1 <= asked["least"] <= MOST_DRAWN:
        raise InputError(f"least must be from 1 to {MOST_DRAWN:,}, not {asked['least']:,}")


def _line(seed: int, *, dealt: bool, **_: Any) -> str:
    what = f"--deals {DEALT} --question win" if dealt else f"--trials {DEALS}"
    return f"tafelwerk build skat {what}" + f" --seed {seed}" * (seed != 1)


def _games(book: Book, seed: int, *, dealt: bool, **_: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Columns of solved games and of games played out; None if no game is stored. Codes of games and seats are their places."""
    table = WINS if dealt else TRIALS
    if book.one(FAMILY, f"SELECT number FROM {table} WHERE seed = ? LIMIT 1", seed) is None:
        return None
    solved = book.arrays(FAMILY, f"SELECT {_COLUMNS}, t.won FROM {table} t WHERE seed = ? ORDER BY ALL", seed)
    played = (
        {}
        if dealt
        else book.arrays(
            FAMILY,
            f"SELECT {_COLUMNS}, p.won FROM {table} t JOIN {FAMILY}.playouts p USING (seed, number, game) WHERE seed = ?"
            " ORDER BY ALL",
            seed,
        )
    )
    return solved, played


@question(
    lambda **_: worded("games by classes of hands", "Spiele nach Klassen von Blättern"),
    _line,
    resolve=_resolve,
    material=_games,
)
def hands(
    book: Book, seed: int = 1, position: str | None = None, dealt: bool = False, least: int = LEAST
) -> Hands | None:
    """Games won by classes of the declarer's hands, with open cards, and the chances by which the program bids.

    Args:
        book: the book.
        seed: random seed of the deals.
        position: seat of the declarer. Default: all seats.
        dealt: whether hands are judged as dealt, with the Skat left, from the deals only won or lost.
        least: smallest number of games of a class.

    Raises:
        InputError: unknown seat, or a number out of range.
    """
    return None
