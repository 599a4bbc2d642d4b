"""Figures 3.1 to 3.4: how the hider picks.

Probabilities are shown as weights that come to N + 2 in all, so that the strategy 2, 1, ..., 1, 2 is just these numbers.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import (
    BLUE,
    HEIGHT,
    WIDTH,
    data,
    dressed,
    layered,
    level,
    linear_x,
    linear_y,
    zoom,
)
from tafelwerk.tables.dresher import FAMILY, questions

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

FEW, MANY, LEAST = 40, 300, 64
"""Games of figures 3.1 and 3.2; of figure 3.3 at most, and at least."""

SINGLES = 253, 126
"""Games of figure 3.4: the first that the book holds. The source shows N = 253; N = 126 looks alike and takes a moment."""

_SHADES = {0.6: "#08519c", 0.8: "#6baed6", 1.0: "#f7f7f7", 1.2: "#f1a340", 1.4: "#a63603"}
_STEPS = 40  # shades between 0 and 1
_OVERLAP = 0.002, 0.3  # by which a cell lies under its right and its lower neighbour, else thin seams show
_TINTS = {True: ("#d6e7f4", BLUE), False: ("#fbe3c8", "#a65600")}  # of a profile: below it, and its line
_ROWS = 2.2  # rows that a weight of 1 is high

_TWO_ONE = "weights 2, 1, …, 1, 2"
_UNIT = "Weight: the probability times N + 2, so that the strategy 2, 1, …, 1, 2 shows as these weights."

_BUILD_FEW = f"tafelwerk build {FAMILY} --from 1 --to {FEW}"

_Strategies = dict[int, list[float]]
"""For each N the weights of 1, ..., N, which come to N + 2 in all."""


def _strategies(book: "Book", least: int, most: int, build: str) -> _Strategies:
    """The hider's strategies of the consecutive games that the book has from N = 1 on.

    Args:
        book: the book.
        least: so many games there must be.
        most: no more are looked at.
        build: the command line that puts `least` of them into the book.

    Raises:
        MissingTableError: fewer than `least`.
    """
    rows = book.rows(
        FAMILY,
        "SELECT n, list(round(probability * (n + 2), 6) ORDER BY number) FROM dresher.hider WHERE n <= ? "
        "GROUP BY n QUALIFY row_number() OVER (ORDER BY n) = n ORDER BY n",
        most,
    )
    if len(rows) < least:
        raise MissingTableError(f"the hider from 1 to {least} numbers", build, book.path)
    return dict(rows)


def _two_one(weights: list[float]) -> bool:
    """Whether the hider plays 2, 1, ..., 1, 2, as far as six places tell; with a single number there is no other way."""
    return len(weights) == 1 or (weights[0] == weights[-1] == 2 and set(weights[1:-1]) <= {1})


def _shade(weight: float) -> float:
    """What a weight is shown as, of the few shades there are."""
    return min(max(round(weight * _STEPS) / _STEPS, min(_SHADES)), max(_SHADES))


def _cells(strategies: _Strategies) -> list[dict[str, Any]]:
    """A picture's cells, in the order in which they are laid: neighbours of the same shade in a row are one."""
    aside, below = _OVERLAP
    last = max(strategies)
    cells = []
    for n, weights in strategies.items():
        left, bottom = 0, min(n + 0.5 + below, last + 0.5)
        for shade, run in groupby(weights, _shade):
            right = left + len(list(run))
            ends = {"left": round(left / n, 4), "right": round(min(right / n + aside, 1), 4)}
            cells.append({"top": n - 0.5, "bottom": bottom, **ends, "v": shade})
            left = right
    return cells


def _picture(strategies: _Strategies, named: Iterable[int], height: float) -> "alt.Chart":
    """The hider's strategies as a picture: a game a row, from above, each divided into N pieces of equal width.

    Args:
        strategies: the games 1, 2, ....
        named: the N written at the axis.
        height: of a row, in pixels.
    """
    import altair as alt

    last = max(strategies)
    colour = alt.Scale(domain=list(_SHADES), range=list(_SHADES.values()), clamp=True, interpolate="rgb")
    beyond = f"(datum.value >= {max(_SHADES)} ? '≥ ' : datum.value <= {min(_SHADES)} ? '≤ ' : '') + datum.label"
    legend = alt.Legend(
        title="weight", type="gradient", gradientLength=200, values=list(_SHADES), labelExpr=beyond, format=".1f"
    )
    rows = alt.Scale(domain=[0.5, last + 0.5], nice=False, reverse=True)
    chart: alt.Chart = (
        alt.Chart(data(_cells(strategies)))
        .mark_rect()
        .encode(
            x=_place(),
            x2="right:Q",
            y=alt.Y("top:Q", title="N", scale=rows, axis=alt.Axis(values=list(named), grid=False, labelOverlap=False)),
            y2="bottom:Q",
            color=alt.Color("v:Q", scale=colour, legend=legend),
        )
        .properties(width=WIDTH, height=height * last)
    )
    return chart


def _place() -> "alt.X":
    """The axis of the places from the first number to the last."""
    import altair as alt

    names = "['1', 'N/4', 'N/2', '3N/4', 'N'][4 * datum.value]"
    axis = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], grid=False, labelExpr=names)
    title = "number picked; each row is divided into N equal pieces"
    return alt.X("left:Q", title=title, scale=alt.Scale(domain=[0, 1], nice=False), axis=axis)


@figure("dresher-3.1", "The hider's strategies, N <= 40, as a picture")
def picture_few(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.1: the hider's strategies, N <= FEW."""
    strategies = _strategies(book, FEW, FEW, _BUILD_FEW)
    inner = max((max(weights[1:-1]), -n) for n, weights in strategies.items() if n > 2)
    ends = max((weights[0], -n) for n, weights in strategies.items() if n > 2)
    return dressed(
        _picture(strategies, [1, *range(5, FEW + 1, 5)], 12),
        f"Hider, N ≤ {FEW}: the ends weigh up to {ends[0]:.2f} (N = {-ends[1]}), "
        f"the others up to {inner[0]:.2f} (N = {-inner[1]})",
        f"A game a row. {_UNIT}",
    )


@figure("dresher-3.2", "The hider's strategies, N <= 40, as profiles")
def profiles(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.2: the same strategies as profiles, one before the other, where there are numbers between the ends."""
    import altair as alt

    strategies = {n: weights for n, weights in _strategies(book, FEW, FEW, _BUILD_FEW).items() if n > 2}
    kind = {n: _two_one(weights) for n, weights in strategies.items()}
    records = [
        {
            "n": n,
            "left": round(i / n, 4),
            "top": round(n - _ROWS * (weights[min(i, n - 1)] - 1), 3),
            "bottom": n + _ROWS,
            "flat": kind[n],
        }
        for n, weights in strategies.items()
        for i in range(n + 1)
    ]
    top = min(record["top"] for record in records)
    domain, (fills, lines) = list(_TINTS), zip(*_TINTS.values(), strict=True)
    names = f"datum.value ? '{_TWO_ONE}' : 'other weights'"
    legend = alt.Legend(title=None, orient="bottom", labelExpr=names, symbolType="square")
    scale = alt.Scale(domain=[top - 0.5, FEW + _ROWS], nice=False, reverse=True)
    chart = (
        alt.Chart(data(records))
        .mark_area(interpolate="step-after", strokeWidth=1.1, opacity=1)
        .encode(
            x=_place(),
            y=alt.Y("top:Q", title="N", scale=scale, axis=alt.Axis(values=[3, *range(5, FEW + 1, 5)], grid=False)),
            y2="bottom:Q",
            detail="n:O",
            fill=alt.Fill("flat:N", scale=alt.Scale(domain=domain, range=fills), legend=legend),
            stroke=alt.Stroke("flat:N", scale=alt.Scale(domain=domain, range=lines), legend=legend),
        )
        .properties(width=WIDTH, height=15 * (FEW + _ROWS - top))
    )
    return dressed(
        chart,
        f"Hider, 3 ≤ N ≤ {FEW}: {_TWO_ONE} in {sum(kind.values())} of {len(kind)} games",
        f"A game a profile, at the height of N where the weight is 1; a weight of 1 is {_ROWS} rows high.",
        _UNIT,
    )


@figure("dresher-3.3", "The hider's strategies as far as the book goes, N <= 300")
def picture_many(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.3: the hider's strategies as far as the book has them, N <= MANY."""
    strategies = _strategies(book, LEAST, MANY, f"tafelwerk build {FAMILY}")
    last = max(strategies)
    flat = sum(map(_two_one, strategies.values()))
    powers = [2**power for power in range(4, 9) if 2**power <= last]
    return dressed(
        _picture(strategies, powers, 600 / last),
        f"Hider, N ≤ {last}: waves around the powers of two, {_TWO_ONE} in {flat} games between",
        f"A game a row. {_UNIT}",
    )


@figure("dresher-3.4", "The hider's strategy, N = 253 (else 126)")
def single(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.4: the hider's strategy in one of the games SINGLES."""
    import altair as alt

    for n in SINGLES:
        rows = book.rows(
            FAMILY,
            "SELECT number, round(probability * (n + 2), 5) FROM dresher.hider WHERE n = ? ORDER BY number",
            n,
        )
        if len(rows) == n:
            break
    else:
        raise questions.hider.of(SINGLES[0]).missing(book)
    records = [{"left": number - 0.5, "v": weight} for number, weight in [*rows, (n + 1, rows[-1][1])]]
    ends, least = rows[0][1], min(weight for _, weight in rows)
    where = [number for number, weight in rows if weight == least]
    _, high = zoom([weight for _, weight in rows], 0.2)
    chart = (
        alt.Chart(data(records))
        .mark_area(interpolate="step-after", color=BLUE)
        .encode(x=linear_x("number picked", 0, n + 1, "left", 12), y=linear_y("weight", 0, high, "v"))
        .properties(width=WIDTH, height=HEIGHT)
    )
    return dressed(
        layered(chart, level(1)),
        f"Hider, N = {n}: the ends weigh {ends:.2f}; the least weight, {least:.2f}, lies between {where[0]} and {where[-1]}",
        _UNIT,
    )
