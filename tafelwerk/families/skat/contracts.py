"""Contracts that a program bids: how many are won with open cards, and how many in play with hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.families.skat import surveys
from tafelwerk.families.skat.parameters import Seed
from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.limits import MOST_PLAYED, WORLDS, agent_name
from tafelwerk.families.skat.rules.scoring import Contract, goal
from tafelwerk.families.skat.rules.words import term
from tafelwerk.families.skat.stored_only import StoredOnly
from tafelwerk.families.skat.surveys import ContractShares
from tafelwerk.language import counted, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.intervals import mean_of, paired_difference, share_of
from tafelwerk.tables.questions import Text
from tafelwerk.wording import number_text

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

PLACES = 1
"""Decimals of a share in percent."""


class _Played(NamedTuple):
    """A contract: its game; won with open cards, with hidden cards; final points of both, None in Null."""

    game: str
    open: bool
    hidden: bool
    open_points: int | None
    hidden_points: int | None


class Contracts(StoredOnly[surveys.Contracts]):
    """Contracts won with all cards open, and by a program against itself with hidden cards.

    The program bids, discards and announces on random deals. Each contract is judged by best play with all cards open, and is
    played once by the program at all three seats. The difference is about this program, not about perfect play with hidden cards.

    Example: tafelwerk skat contracts

    Example: tafelwerk skat contracts --player pimc:30 --deals 50
    """

    deals: (
        Annotated[
            int, Parameter("N", "Number of deals, the first of the seed. Default: all in the book.", 1, MOST_PLAYED)
        ]
        | None
    ) = None
    player: Annotated[str, Parameter("A", "Program at all three seats, such as pimc:100.", parse=agent_name)] = (
        f"pimc:{WORLDS}"
    )
    seed: Seed = 1

    @property
    def phrase(self) -> str:
        return say("contracts played with hidden cards")

    @property
    def build_options(self) -> str:
        return f"--match {self.deals or DEALS} --players {self.player}" + f" --seed {self.seed}" * (self.seed != 1)

    def look_up(self, book: Book) -> surveys.Contracts | None:
        most = MOST_PLAYED if self.deals is None else self.deals
        rows = book.rows("skat", _ROUNDS, self.seed, SOURCE, self.player, most)
        played = [_played(*row) for row in rows if row[0]]
        if not played or (self.deals is not None and len(rows) < self.deals):
            return None
        games = [[one for one in played if one.game == game.value] for game in Game]
        shares = [_shares("all", played), *(_shares(some[0].game, some) for some in games if some)]
        gain = shares[0].gain
        return surveys.Contracts(
            self.player,
            self.seed,
            len(rows),
            len(rows) - len(played),
            shares,
            certainty="sampled",
            samples=len(played),
            standard_error=gain.standard_error,
            interval=gain.interval,
            level=LEVEL,
        )

    def text(self, answer: surveys.Contracts) -> Text:
        return lambda: _layout(answer)


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


def _layout(found: surveys.Contracts) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    rows = found.shares
    columns = [
        Column(term("game"), [term(one.game) for one in rows]),
        Column(term("contracts"), [one.contracts for one in rows]),
        Column(term("won, open"), [percent(one.open.share, PLACES) for one in rows], term("open")),
        Column(term("won, hidden"), [percent(one.hidden.share, PLACES) for one in rows], term("hidden")),
        Column(term("difference"), [number_text(100 * one.gain.difference, "+.1f") for one in rows]),
        Column(term("95 % interval"), [_interval(one) for one in rows], goes=1),
        Column(term("won only open"), [one.only_open for one in rows], term("only open"), goes=3),
        Column(term("won only hidden"), [one.only_hidden for one in rows], term("only hidden"), goes=3),
        Column(term("points, open"), [_points(one.open_points) for one in rows], goes=2),
        Column(term("points, hidden"), [_points(one.hidden_points) for one in rows], goes=2),
    ]
    drawn, seed, passed = counted(found.deals, "random deal"), number_text(found.seed, "d"), number_text(found.passed)
    below = say(
        "{drawn} of seed {seed}, {passed} of them passed. {player} bids, discards and announces, and "
        "plays all three hands with hidden cards; open: best play by all with all cards open. "
        "Differences are in points of percentage, paired by contract. They are about this program, not "
        "about perfect play with hidden cards.",
        drawn=drawn,
        seed=seed,
        passed=passed,
        player=found.player,
    )
    return Group(fitted(columns, console().width), "", Line(below))


def _interval(one: ContractShares) -> str:
    low, high = (number_text(100 * end, "+.1f") for end in one.gain.interval)
    return say("{low} to {high}", low=low, high=high)


def _points(mean: float | None) -> str | None:
    return None if mean is None else number_text(mean, ".1f")
