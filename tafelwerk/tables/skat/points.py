"""Card points of random deals: means and distributions, for each declarer and game, with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.words import worded
from tafelwerk.tables.intervals import Share, mean_interval, share_of
from tafelwerk.tables.question import LEVEL, Answer, answer, question

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


@frozen
class PointClass:
    """Deals in which the declarer's final card points are in a range.

    Attributes:
        least, most: least and greatest number of points.
        deals: the deals: their number and share, with its interval.
    """

    least: int
    most: int
    deals: Share


@frozen
class DeclarersPoints:
    """Final card points of a declarer in a game, over random deals.

    Attributes:
        game: the game.
        declarer: seat of the declarer.
        mean: mean points.
        standard_error: its standard error; None for one deal.
        interval: its normal 95 % interval; None without an estimate of the spread.
        quartiles: first quartile, median and third quartile, as points of a deal.
        classes: deals by class of points: 0 to 30 (the declarer is Schneider), 31 to 60, 61 to 89, 90 to 119 (the defenders are
            Schneider) and 120. Schwarz is part of the last class, in which the defenders can still have a trick without points.
    """

    game: str
    declarer: str
    mean: float
    standard_error: float | None
    interval: tuple[float, float] | None
    quartiles: tuple[int, int, int]
    classes: list[PointClass]


@answer
class Points(Answer):
    """Final card points of random deals with all cards open and best play by all. The deals are played as dealt: nobody takes up
    the Skat, whose card points are the declarer's.

    Attributes:
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        points: points for each game and declarer; Null has none.
        samples: the number of deals.
        standard_error: largest standard error of the means.
    """

    seed: int
    deals: int
    points: list[DeclarersPoints]


def _resolve(asked: dict[str, Any]) -> None:
    for name, least, most in (("seed", 0, LARGEST_SEED), ("deals", 1, MOST_DRAWN)):
        if asked[name] is not None and not least <= asked[name] <= most:
            raise InputError(f"{name} must be from {least} to {most:,}, not {asked[name]:,}")


@question(
    lambda **_: worded("card points of random deals", "Augen zufälliger Verteilungen"),
    lambda deals, seed: f"tafelwerk build skat --deals {deals or DEALS} --seed {seed}",
    resolve=_resolve,
)
def points(book: Book, deals: int | None = None, seed: int = 1) -> Points | None:
    """Card points that each declarer makes in each game, with all cards open and best play by all: mean and distribution.

    Args:
        book: the book.
        deals: number of deals, the first of the seed. Default: all that are stored with their points.
        seed: random seed of the deals.

    Raises:
        InputError: number of deals or seed out of range.
    """
    rows = book.rows(FAMILY, _POINTS, seed, MOST_DRAWN if deals is None else deals)
    if not rows or (deals is not None and rows[0][2] < deals):
        return None
    found = [_points(*row) for row in rows]
    errors = [one.standard_error for one in found if one.standard_error is not None]
    error = max(errors, default=None)
    count = rows[0][2]
    return Points(seed, count, found, certainty="sampled", samples=count, standard_error=error, level=LEVEL)


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
