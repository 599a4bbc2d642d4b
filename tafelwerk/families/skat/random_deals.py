"""Questions about random deals: the deals, checked and numbered, games won by each declarer, and card points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.asking import AtOnce, asks
from tafelwerk.commands.fitting import Column, fit_table, lay_out
from tafelwerk.commands.output import encodes, note
from tafelwerk.errors import InputError
from tafelwerk.families.skat import answers, surveys
from tafelwerk.families.skat.answers import NumberedDeal
from tafelwerk.families.skat.board import share_range
from tafelwerk.families.skat.parameters import Seed, StoredOnly, not_stored
from tafelwerk.families.skat.rules.cards import card_names, read_list, term
from tafelwerk.families.skat.rules.deals import deal_number, deal_of, random_deals
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, MOST_CARDS, MOST_DRAWN
from tafelwerk.families.skat.surveys import DeclarersPoints, PointClass, ShareWon, mean_interval, share_of
from tafelwerk.language import count_noun, in_german, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import random_seed
from tafelwerk.tables.answers import LEVEL, sampled_share
from tafelwerk.tables.questions import Computation, Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.errors import MissingTableError
    from tafelwerk.tables.book import Book


Count = Annotated[int, Parameter("N", "Number of random deals. Default: 1.", 1, MOST_DRAWN, option="--deals")]
DealsSeed = Annotated[int, Parameter("S", "Random seed of the deals. Default: random.", 0, LARGEST_SEED)]
CardsEach = Annotated[
    int,
    Parameter("K", "Cards per hand; below ten there is no Skat. Default: 10.", 1, MOST_CARDS, option="--cards-each"),
]
GivenDeals = Annotated[
    Sequence[str],
    Parameter(
        "DEALS",
        "Deals, or their numbers.",
        parse=lambda deals: [deal_of(str(text)).text() for text in deals],
        several=True,
    ),
]


class Deals(Question[answers.Deals], title="deals"):
    """Deals and their numbers: random deals, always the same for a seed, or given deals."""

    random: Count | None = None
    seed: DealsSeed | None = None
    cards: CardsEach | None = None
    given: GivenDeals | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.given is None:
            for name, usual in (("random", 1), ("seed", random_seed()), ("cards", 10)):
                if getattr(self, name) is None:
                    object.__setattr__(self, name, usual)

    def solve(self) -> answers.Deals:
        if self.given is None:
            dealt = random_deals(self.random or 1, self.seed or 0, cards_each=self.cards or 10)
        else:
            dealt = map(deal_of, self.given)
        numbered = [NumberedDeal(str(deal_number(deal)), deal.text(), deal.cards_each) for deal in dealt]
        return answers.Deals(seed=None if self.given is not None else self.seed, deals=numbered)


@asks
def deals(
    ask: AtOnce,
    file: Annotated[
        Path | None,
        Parameter("FILE", "Deals to check and number, one per line; - reads standard input.", is_argument=True),
    ] = None,
    random: Count | None = None,
    seed: DealsSeed | None = None,
    cards: CardsEach | None = None,
) -> Text:
    """Deals as text, one per line: random deals, always the same for a seed, or the deals of a file.

    The deal's number follows after #; the book and --deal know the deal by it. Printed lines can be read again as they are.

    Example: tafelwerk skat deals --deals 5 --seed 7

    Example: tafelwerk skat deals deals.txt --json
    """
    texts = None
    if file is not None:
        for name, value in (("--deals", random), ("--seed", seed), ("--cards-each", cards)):
            if value is not None:
                raise InputError(
                    say(
                        "{name} is for random deals, and {file} is a file of deals; give one or the other",
                        name=name,
                        file=file,
                    )
                )
        from tafelwerk.families.skat.log_files import deals_in

        texts = [deal.text() for deal in deals_in(file)]
    numbered = ask(Deals, random, seed, cards, texts)
    if seed is None and texts is None:
        note(say("seed {seed}", seed=numbered.seed))
    return lambda: "".join(f"{_deal_text(deal.deal)}  # {deal.number}\n" for deal in numbered.deals)


def _deal_text(deal: str) -> str:
    """A deal as shown to people; in English it is written as in tables and logs."""
    return " | ".join(card_names(read_list(part)) for part in deal.split("|")) if in_german() else deal


SHARES_DEALS = 1000
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
        return not_stored(self, book, f"--deals {self.deals or SHARES_DEALS} --seed {self.seed} --question win")

    def text(self, answer: surveys.Shares) -> Text:
        return lambda: _shares_table(answer)


def shares_of(seed: int, deals: int, won: Mapping[tuple[str, str], int]) -> surveys.Shares:
    """The answer for the number of deals won by game and declarer."""
    shares = []
    for (game, declarer), wins in won.items():
        share = wins / deals
        fields = sampled_share(share, deals)
        shares.append(ShareWon(game, declarer, wins, share, fields["standard_error"], fields["interval"]))
    error = max((row.standard_error for row in shares if row.standard_error is not None), default=None)
    return surveys.Shares(seed, deals, shares, certainty="sampled", samples=deals, standard_error=error, level=LEVEL)


def _shares_table(answer: surveys.Shares) -> Any:
    columns = [
        Column(term("game"), [term(row.game) for row in answer.shares]),
        Column(term("declarer"), [term(row.declarer) for row in answer.shares]),
        Column(term("deals won"), [row.won for row in answer.shares], goes=1),
        Column(term("share"), [percent(row.share, PLACES) for row in answer.shares]),
        Column(term("95 % interval"), [share_range(*row.interval, PLACES) for row in answer.shares], goes=2),
    ]
    table = fit_table(columns, bars=[row.share for row in answer.shares])
    deals_text, seed = count_noun(answer.deals, "random deal"), number_text(answer.seed, "d")
    below = say(
        "{drawn} of seed {seed} with all cards open and best play by all. Nobody takes up the Skat, "
        "whose card points are the declarer's. In Null no trick wins, otherwise 61 points.",
        drawn=deals_text,
        seed=seed,
    )
    return lay_out(table, "", below)


POINTS_DEALS = 100
"""Random deals that the build line of a miss solves, unless a number was asked for."""

CLASSES = ((0, 30), (31, 60), (61, 89), (90, 119), (120, 120))
"""Classes of card points: the declarer Schneider, lost, won, the defenders Schneider, and all card points."""

_POINTS = f"""WITH drawn AS (
    SELECT deal FROM (SELECT deal, number, row_number() OVER (ORDER BY number) AS place FROM skat.samples
        WHERE seed = $1 AND number < $2)
    WHERE place = number + 1
)
SELECT game, declarer, count(*), sum(points)::BIGINT, sum(points::INTEGER * points)::BIGINT,
    quantile_disc(points, [0.25, 0.5, 0.75]),
    [{", ".join(f"count(*) FILTER (points BETWEEN {least} AND {most})" for least, most in CLASSES)}],
    list(DISTINCT build) AS build
FROM skat.results JOIN drawn USING (deal) WHERE points IS NOT NULL GROUP BY ALL ORDER BY game, declarer"""
"""Numbers of deals, sums of points and of their squares, quartiles and numbers by class, among the longest run of stored deals
from number 0; parameters: seed, largest number of deals."""


class Points(StoredOnly[surveys.Points]):
    """Card points that each declarer makes in each game, with all cards open and best play by all: mean and distribution.

    The deals are played as dealt: nobody takes up the Skat, whose card points are the declarer's. The answer with --json has the
    quartiles and the interval of every share too.

    Example: tafelwerk skat points

    Example: tafelwerk skat points --deals 20
    """

    deals: (
        Annotated[
            int,
            Parameter(
                "N",
                "Number of deals, the first of the seed. Default: all in the book with their points.",
                1,
                MOST_DRAWN,
            ),
        ]
        | None
    ) = None
    seed: Seed = 1

    @property
    def phrase(self) -> str:
        return say("card points of random deals")

    @property
    def build_options(self) -> str:
        return f"--deals {self.deals or POINTS_DEALS} --seed {self.seed}"

    def look_up(self, book: Book) -> surveys.Points | None:
        rows = book.rows("skat", _POINTS, self.seed, MOST_DRAWN if self.deals is None else self.deals)
        if not rows or (self.deals is not None and rows[0][2] < self.deals):
            return None
        means = [_declarers_points(*row) for row in rows]
        error = max((row.standard_error for row in means if row.standard_error is not None), default=None)
        count = rows[0][2]
        return surveys.Points(
            self.seed, count, means, certainty="sampled", samples=count, standard_error=error, level=LEVEL
        )

    def text(self, answer: surveys.Points) -> Text:
        return lambda: _points_table(answer)


def _declarers_points(
    game: str, declarer: str, deals: int, total: int, squares: int, quartiles: Sequence[int], counts: Sequence[int]
) -> DeclarersPoints:
    mean, error = total / deals, None
    if deals > 1:
        # integers until the last step, so that nothing cancels
        error = sqrt((deals * squares - total**2) / (deals - 1)) / deals
    classes = [PointClass(*bounds, share_of(count, deals)) for bounds, count in zip(CLASSES, counts, strict=True)]
    low, middle, high = quartiles
    return DeclarersPoints(game, declarer, mean, error, mean_interval(mean, error), (low, middle, high), classes)


def _points_table(answer: surveys.Points) -> Any:
    sign = "±" if encodes("±") else "+-"
    means = [
        number_text(row.mean, ".2f")
        + ("" if row.standard_error is None else f" {sign} {number_text(row.standard_error, '.2f')}")
        for row in answer.points
    ]
    columns = [
        Column(term("game"), [term(row.game) for row in answer.points]),
        Column(term("declarer"), [term(row.declarer) for row in answer.points]),
        Column(term("card points"), means, term("points")),
        Column("61+", [percent(sum(each.deals.share for each in row.classes[2:]), PLACES) for row in answer.points]),
        *(
            Column(
                say("{least} to {most}", least=least, most=most) if least < most else str(least),
                [percent(row.classes[number].deals.share, PLACES) for row in answer.points],
                goes=goes,
            )
            for number, ((least, most), goes) in enumerate(zip(CLASSES, (4, 2, 1, 3, 5), strict=True))
        ),
    ]
    deals_text, seed = count_noun(answer.deals, "random deal"), number_text(answer.seed, "d")
    below = say(
        "{drawn} of seed {seed} with all cards open and best play by all, as dealt: nobody takes up the "
        "Skat, whose card points are the declarer's. Means with their standard errors; shares of the "
        "deals by the declarer's points. With 30 points or fewer the declarer is Schneider, with 90 or "
        "more the defenders are.",
        drawn=deals_text,
        seed=seed,
    )
    return lay_out(columns, "", below)
