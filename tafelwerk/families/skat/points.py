"""Card points of random deals: means and distributions, for each declarer and game, with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.families.skat import surveys
from tafelwerk.families.skat.parameters import Seed
from tafelwerk.families.skat.rules.limits import MOST_DRAWN
from tafelwerk.families.skat.rules.words import term
from tafelwerk.families.skat.shares import PLACES
from tafelwerk.families.skat.stored_only import StoredOnly
from tafelwerk.families.skat.surveys import DeclarersPoints, PointClass
from tafelwerk.language import counted, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.intervals import mean_interval, share_of
from tafelwerk.tables.questions import Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

DEALS = 100
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
        return f"--deals {self.deals or DEALS} --seed {self.seed}"

    def look_up(self, book: Book) -> surveys.Points | None:
        rows = book.rows("skat", _POINTS, self.seed, MOST_DRAWN if self.deals is None else self.deals)
        if not rows or (self.deals is not None and rows[0][2] < self.deals):
            return None
        means = [_points(*row) for row in rows]
        error = max((one.standard_error for one in means if one.standard_error is not None), default=None)
        count = rows[0][2]
        return surveys.Points(
            self.seed, count, means, certainty="sampled", samples=count, standard_error=error, level=LEVEL
        )

    def text(self, answer: surveys.Points) -> Text:
        return lambda: _layout(answer)


def _points(
    game: str, declarer: str, deals: int, total: int, squares: int, quartiles: Sequence[int], counts: Sequence[int]
) -> DeclarersPoints:
    mean, error = total / deals, None
    if deals > 1:
        # integers until the last step, so that nothing cancels
        error = sqrt((deals * squares - total**2) / (deals - 1)) / deals
    classes = [PointClass(*bounds, share_of(count, deals)) for bounds, count in zip(CLASSES, counts, strict=True)]
    low, middle, high = quartiles
    return DeclarersPoints(game, declarer, mean, error, mean_interval(mean, error), (low, middle, high), classes)


def _layout(found: surveys.Points) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console, encodes

    sign = "±" if encodes("±") else "+-"
    means = [
        number_text(one.mean, ".2f")
        + ("" if one.standard_error is None else f" {sign} {number_text(one.standard_error, '.2f')}")
        for one in found.points
    ]
    columns = [
        Column(term("game"), [term(one.game) for one in found.points]),
        Column(term("declarer"), [term(one.declarer) for one in found.points]),
        Column(term("card points"), means, term("points")),
        Column("61+", [percent(sum(each.deals.share for each in one.classes[2:]), PLACES) for one in found.points]),
        *(
            Column(
                say("{least} to {most}", least=least, most=most) if least < most else str(least),
                [percent(one.classes[place].deals.share, PLACES) for one in found.points],
                goes=goes,
            )
            for place, ((least, most), goes) in enumerate(zip(CLASSES, (4, 2, 1, 3, 5), strict=True))
        ),
    ]
    table = fitted(columns, console().width)
    drawn, seed = counted(found.deals, "random deal"), number_text(found.seed, "d")
    below = say(
        "{drawn} of seed {seed} with all cards open and best play by all, as dealt: nobody takes up the "
        "Skat, whose card points are the declarer's. Means with their standard errors; shares of the "
        "deals by the declarer's points. With 30 points or fewer the declarer is Schneider, with 90 or "
        "more the defenders are.",
        drawn=drawn,
        seed=seed,
    )
    return Group(table, "", Line(below))
