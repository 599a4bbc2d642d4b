"""The share of random deals that each declarer wins in each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.families.skat import surveys
from tafelwerk.families.skat.parameters import Seed
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.limits import MOST_DRAWN
from tafelwerk.families.skat.rules.words import term
from tafelwerk.families.skat.stored_only import not_stored
from tafelwerk.families.skat.surveys import ShareWon
from tafelwerk.language import counted, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL, sampled_share
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.errors import MissingTableError
    from tafelwerk.tables.book import Book

DEALS = 1000
"""Random deals that the build line of a miss draws, unless a number was asked for."""

PLACES = 2
"""Decimals of a share in percent."""

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


class Shares(Question[surveys.Shares]):
    """Share of random deals that each declarer wins in each game, with all cards open and best play by all.

    The deals are played as dealt: nobody takes up the Skat, whose card points are the declarer's. The shares are no chances at
    the table, where nobody sees the other hands and most of these games would not be announced.

    Example: tafelwerk skat shares --deals 50

    Example: tafelwerk skat shares --deals 20 --seed 7
    """

    deals: (
        Annotated[
            int, Parameter("N", "Number of deals, the first of the seed. Default: all in the book.", 1, MOST_DRAWN)
        ]
        | None
    ) = None
    seed: Seed = 1

    @property
    def phrase(self) -> str:
        return say("shares of random deals won")

    def look_up(self, book: Book) -> surveys.Shares | None:
        rows = book.rows("skat", _SHARES, self.seed, MOST_DRAWN if self.deals is None else self.deals)
        if not rows or (self.deals is not None and rows[0][0] < self.deals):
            return None
        return shares_of(self.seed, rows[0][0], {(game, declarer): won for _, game, declarer, won in rows})

    def computation(self, book: Book) -> Computation[surveys.Shares]:
        """By search; of all stored deals only if there are any."""
        from tafelwerk.families.skat.tasks import CONTRACTS, Wins

        deals = self.deals
        if deals is None:
            raise self.missing(book)

        def run(report: Callable[[float], None] = lambda share: None) -> surveys.Shares:
            from tafelwerk.families.skat.deal_rows import winners

            wins: Counter[tuple[str, str]] = Counter()
            for done, deal in enumerate(random_deals(deals, self.seed), 1):
                wins.update((game.value, declarer.word) for game, declarer, won in winners(deal) if won)
                report(done / deals)
            return shares_of(self.seed, deals, {contract: wins[contract] for contract in CONTRACTS})

        return Computation(Wins(self.seed, 0, deals - 1).operations(), run, watched=run)

    def missing(self, book: Book) -> MissingTableError:
        return not_stored(self, book, f"--deals {self.deals or DEALS} --seed {self.seed} --question win")

    def text(self, answer: surveys.Shares) -> Text:
        return lambda: _layout(answer)


def shares_of(seed: int, deals: int, won: Mapping[tuple[str, str], int]) -> surveys.Shares:
    """The answer for the number of deals won by game and declarer."""
    found = []
    for (game, declarer), wins in won.items():
        share = wins / deals
        said = sampled_share(share, deals, sqrt(share * (1 - share) / deals))
        found.append(ShareWon(game, declarer, wins, share, said["standard_error"], said["interval"]))
    error = max(one.standard_error for one in found)
    return surveys.Shares(seed, deals, found, certainty="sampled", samples=deals, standard_error=error, level=LEVEL)


def _layout(found: surveys.Shares) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    columns = [
        Column(term("game"), [term(one.game) for one in found.shares]),
        Column(term("declarer"), [term(one.declarer) for one in found.shares]),
        Column(term("deals won"), [one.won for one in found.shares], goes=1),
        Column(term("share"), [percent(one.share, PLACES) for one in found.shares]),
        Column(term("95 % interval"), [_interval(*one.interval) for one in found.shares], goes=2),
    ]
    table = fitted(columns, console().width, bars=[one.share for one in found.shares])
    drawn, seed = counted(found.deals, "random deal"), number_text(found.seed, "d")
    below = say(
        "{drawn} of seed {seed} with all cards open and best play by all. Nobody takes up the Skat, "
        "whose card points are the declarer's. In Null no trick wins, otherwise 61 points.",
        drawn=drawn,
        seed=seed,
    )
    return Group(table, "", Line(below))


def _interval(low: float, high: float) -> str:
    return say("{low} to {high}", low=number_text(100 * low, ".2f"), high=percent(high, PLACES))
