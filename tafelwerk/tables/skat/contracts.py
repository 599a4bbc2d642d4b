"""Contracts that a program bids: how many are won with open cards, and how many in play with hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.cards import Game
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_PLAYED, WORLDS, agent_name
from tafelwerk.rules.skat.scoring import Contract, goal
from tafelwerk.rules.skat.words import worded
from tafelwerk.tables.intervals import Difference, Share, mean_of, paired_difference, share_of
from tafelwerk.tables.question import LEVEL, Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

DEALS = 100
"""Random deals that the build line of a miss plays, unless a number was asked for."""

SOURCE = "a match of programs"
"""Source of rounds whose seed gives the deal: 32 bits for the seed of the sequence, then 32 for the place in it."""

_ROUNDS = """WITH rounds AS (
    SELECT seed & 4294967295 AS number, name, bid, declarer, hand, schneider, schwarz, ouvert, build FROM skat.rounds
    WHERE source = $2 AND seed >> 32 = $1 AND forehand = $3 AND middlehand = $3 AND rearhand = $3
    QUALIFY row_number() OVER (PARTITION BY seed ORDER BY name) = 1
), run AS (
    SELECT *, row_number() OVER (ORDER BY number) AS place FROM rounds WHERE number < $4 QUALIFY place = number + 1
)
SELECT r.bid, r.declarer, g.game, r.hand, r.schneider, r.schwarz, r.ouvert, g.start, g.points, g.won,
    CASE r.declarer WHEN 'forehand' THEN d.forehand WHEN 'middlehand' THEN d.middlehand ELSE d.rearhand END | d.skat, r.build
FROM run r LEFT JOIN skat.games g USING (name) LEFT JOIN skat.deals d USING (deal) ORDER BY r.number"""
"""Rounds of a player with itself, in the longest run of deals from number 0. A deal counts once: rounds of three equal players
are equal. Parameters: seed, source, player, largest number of deals."""


class _Played(NamedTuple):
    """A contract: its game; won with open cards, with hidden cards; final points of both, None in Null."""

    game: str
    open: bool
    hidden: bool
    open_points: int | None
    hidden_points: int | None


@frozen
class ContractShares:
    """Contracts won, with open and with hidden cards.

    Attributes:
        game: the game; "all" for all contracts.
        contracts: number of contracts.
        open: contracts won with all cards open and best play by all.
        hidden: contracts won by the players, who see only their own cards.
        only_open, only_hidden: numbers of contracts won only with open cards, and only with hidden cards.
        gain: share won with hidden cards minus share won with open cards, paired by contract.
        open_points, hidden_points: mean final card points of the declarer, without Null; None without such contracts.
        points_gain: mean of the difference of the two, with hidden cards minus with open cards.
        points_error: standard error of this mean.
    """

    game: str
    contracts: int
    open: Share
    hidden: Share
    only_open: int
    only_hidden: int
    gain: Difference
    open_points: float | None
    hidden_points: float | None
    points_gain: float | None
    points_error: float | None


@answer
class Contracts(Answer):
    """Contracts that a program bids, announces and plays against itself with hidden cards, and their results with open cards.

    A contract is won by the card points that announcement and bid require: 61, 90 for Schneider or 120 for Schwarz; in Null by
    taking no trick. A contract worth less than the bid even with Schwarz is lost.

    Attributes:
        player: the program at all three seats.
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        passed: number of deals that all players passed.
        shares: shares for all contracts, then by game.
        samples: number of contracts.
        standard_error, interval: of the gain over all contracts.
    """

    player: str
    seed: int
    deals: int
    passed: int
    shares: list[ContractShares]


def _resolve(asked: dict[str, Any]) -> None:
    asked["player"] = agent_name(asked["player"])
    for name, least, most in (("seed", 0, LARGEST_SEED), ("deals", 1, MOST_PLAYED)):
        if asked[name] is not None and not least <= asked[name] <= most:
            raise InputError(f"{name} must be from {least} to {most:,}, not {asked[name]:,}")


@question(
    lambda **_: worded("contracts played with hidden cards", "mit verdeckten Karten gespielte Spiele"),
    lambda deals, player, seed: (
        f"tafelwerk build skat --match {deals or DEALS} --players {player}" + f" --seed {seed}" * (seed != 1)
    ),
    resolve=_resolve,
)
def contracts(book: Book, deals: int | None = None, player: str = f"pimc:{WORLDS}", seed: int = 1) -> Contracts | None:
    """Contracts won with open cards and with hidden cards, paired by deal.

    Args:
        book: the book.
        deals: number of deals, the first of the seed. Default: all that are stored.
        player: the program that bids, announces and plays at all seats.
        seed: random seed of the deals.

    Raises:
        InputError: unknown player; number of deals or seed out of range.
    """
    rows = book.rows(FAMILY, _ROUNDS, seed, SOURCE, player, MOST_PLAYED if deals is None else deals)
    played = [_played(*row) for row in rows if row[0]]
    if not played or (deals is not None and len(rows) < deals):
        return None
    games = [[one for one in played if one.game == game.value] for game in Game]
    shares = [_shares("all", played), *(_shares(some[0].game, some) for some in games if some)]
    gain = shares[0].gain
    return Contracts(
        player,
        seed,
        len(rows),
        len(rows) - len(played),
        shares,
        certainty="sampled",
        samples=len(played),
        standard_error=gain.standard_error,
        interval=gain.interval,
        level=LEVEL,
    )


def _played(
    bid: int,
    declarer: str,
    game: str,
    hand: bool,
    schneider: bool,
    schwarz: bool,
    ouvert: bool,
    start: int,
    points: int | None,
    won: bool,
    cards: int,
) -> _Played:
    """A contract from its rows; `start`: value with open cards, `cards`: the declarer's hand and the Skat."""
    if points is None:
        return _Played(game, bool(start), won, None, None)
    wanted = goal(Contract(Game(game), hand, schneider, schwarz, ouvert), cards, bid)
    opened, hidden = (wanted is not None and value >= wanted.points for value in (start, points))
    return _Played(game, opened, hidden, start, points)


def _shares(game: str, played: Sequence[_Played]) -> ContractShares:
    count = len(played)
    both, only_open, only_hidden = (
        sum((one.open, one.hidden) == pair for one in played) for pair in ((True, True), (True, False), (False, True))
    )
    pairs = [
        (one.open_points, one.hidden_points)
        for one in played
        if one.open_points is not None and one.hidden_points is not None
    ]
    gain, error = mean_of([hidden - start for start, hidden in pairs])
    return ContractShares(
        game,
        count,
        share_of(both + only_open, count),
        share_of(both + only_hidden, count),
        only_open,
        only_hidden,
        paired_difference(both, only_open, only_hidden, count - both - only_open - only_hidden),
        mean_of([start for start, _ in pairs])[0],
        mean_of([hidden for _, hidden in pairs])[0],
        gain,
        error,
    )
