"""Shares of random deals that declarers win with all cards open."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.words import worded
from tafelwerk.tables.question import LEVEL, Answer, answer, question, sampled_share

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

DEALS = 1000
"""Random deals that the build line of a miss draws, unless a number was asked for."""

_SHARES = """WITH numbers AS (
    SELECT number FROM skat.wins WHERE seed = $1 AND declarer = 'forehand' AND game = 'clubs' AND number < $2
    UNION SELECT number FROM skat.samples WHERE seed = $1 AND number < $2
), drawn AS (
    SELECT count(*) AS deals FROM (SELECT number, row_number() OVER (ORDER BY number) AS place FROM numbers)
    WHERE place = number + 1
), outcomes AS (
    SELECT game, declarer, won, build FROM skat.wins, drawn WHERE seed = $1 AND number < deals
    UNION ALL SELECT r.game, r.declarer, r.won, r.build FROM skat.results r JOIN skat.samples s USING (deal), drawn
    WHERE s.seed = $1 AND s.number < deals AND s.number NOT IN (SELECT number FROM skat.wins WHERE seed = $1)
)
SELECT deals, game, declarer, count(*) FILTER (won), list(DISTINCT build) AS build
FROM outcomes, drawn GROUP BY ALL ORDER BY game, declarer"""
"""Deals won among the longest run of stored deals from number 0, whether their points or only the winners are stored; parameters:
seed, largest number of deals."""


@frozen
class ShareWon:
    """Share of random deals that a declarer wins in a game.

    Attributes:
        game: the game.
        declarer: seat of the declarer.
        won: number of deals won.
        share: share of deals won.
        standard_error: its standard error.
        interval: its 95 % interval, by Wilson.
    """

    game: str
    declarer: str
    won: int
    share: float
    standard_error: float
    interval: tuple[float, float]


@answer
class Shares(Answer):
    """Shares of random deals won with all cards open and best play by all. The deals are played as dealt: nobody takes up the
    Skat, whose card points are the declarer's.

    Attributes:
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        shares: shares for each game and declarer.
        samples: the number of deals.
        standard_error: largest standard error of the shares.
    """

    seed: int
    deals: int
    shares: list[ShareWon]


def _resolve(asked: dict[str, Any]) -> None:
    for name, least, most in (("seed", 0, LARGEST_SEED), ("deals", 1, MOST_DRAWN)):
        if asked[name] is not None and not least <= asked[name] <= most:
            raise InputError(f"{name} must be from {least} to {most:,}, not {asked[name]:,}")


@question(
    lambda **_: worded("shares of random deals won", "Anteile gewonnener zufälliger Verteilungen"),
    lambda deals, seed: f"tafelwerk build skat --deals {deals or DEALS} --seed {seed} --question win",
    resolve=_resolve,
)
def shares(book: Book, deals: int | None = None, seed: int = 1) -> Shares | None:
    """Share of random deals that each declarer wins in each game, with all cards open and best play by all.

    Args:
        book: the book.
        deals: number of deals, the first of the seed. Default: all that are stored.
        seed: random seed of the deals.

    Raises:
        InputError: number of deals or seed out of range.
    """
    rows = book.rows(FAMILY, _SHARES, seed, MOST_DRAWN if deals is None else deals)
    if not rows or (deals is not None and rows[0][0] < deals):
        return None
    return shares_of(seed, rows[0][0], {(game, declarer): won for _, game, declarer, won in rows})


def shares_of(seed: int, deals: int, won: Mapping[tuple[str, str], int]) -> Shares:
    """The answer for the number of deals won by game and declarer."""
    found = []
    for (game, declarer), wins in won.items():
        share = wins / deals
        said = sampled_share(share, deals, sqrt(share * (1 - share) / deals))
        found.append(ShareWon(game, declarer, wins, share, said["standard_error"], said["interval"]))
    error = max(one.standard_error for one in found)
    return Shares(seed, deals, found, certainty="sampled", samples=deals, standard_error=error, level=LEVEL)
