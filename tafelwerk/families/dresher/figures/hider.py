"""Figures 3.1 to 3.4: the hider's strategies.

Probabilities are shown as weights with sum N + 2, so that the strategy 2, 1, ..., 1, 2 appears as these numbers.
"""

from collections.abc import Iterable
from itertools import groupby

from tafelwerk.families.dresher import questions
from tafelwerk.plots.colours import BLUE, BROWN, DIVERGING, TINTS
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, hints, level, palette, panel, titled, x_axis, y_axis, zoom

FEW, MANY, LEAST = 40, 300, 64
"""Games of figures 3.1 and 3.2; most and fewest games of figure 3.3."""

SINGLES = 253, 126
"""Games of figure 3.4; the first that the book holds is shown. The source has N = 253; N = 126 looks similar and is quick."""

_SHADES = dict(zip((0.6, 0.8, 1.0, 1.2, 1.4), DIVERGING, strict=True))
_STEPS = 40  # shades between 0 and 1
_OVERLAP = 0.002, 0.3  # overlap of a cell with its right and its lower neighbour, which avoids thin seams
_TINTS = {True: (TINTS[BLUE], BLUE), False: (TINTS[BROWN], BROWN)}  # of a profile: its area and its line
_ROWS = 2.2  # height of a weight of 1, in rows

_TWO_ONE = "weights 2, 1, …, 1, 2"
_UNIT = "Weight: the probability times N + 2, so that the strategy 2, 1, …, 1, 2 shows as these weights."


_Strategies = dict[int, list[float]]
"""For each N the weights of 1, ..., N, whose sum is N + 2."""


def _strategies(book: Book, least: int, most: int) -> _Strategies:
    """The hider's strategies of the consecutive games from N = 1 that the book holds, `least` to `most` of them."""
    rows = book.rows(
        "dresher",
        "SELECT n, list(round(probability * (n + 2), 6) ORDER BY number) FROM dresher.hider WHERE n <= ? "
        "GROUP BY n QUALIFY row_number() OVER (ORDER BY n) = n ORDER BY n",
        most,
    )
    need(len(rows) >= least, f"the hider from 1 to {least} numbers")
    return dict(rows)


def _two_one(weights: list[float]) -> bool:
    """Whether the hider plays 2, 1, ..., 1, 2, to six places; with a single number there is no other strategy."""
    return len(weights) == 1 or (weights[0] == weights[-1] == 2 and set(weights[1:-1]) <= {1})


def _shade(weight: float) -> float:
    """The shade of a weight, one of a few."""
    return min(max(round(weight * _STEPS) / _STEPS, min(_SHADES)), max(_SHADES))


def _cells(strategies: _Strategies) -> list[Record]:
    """The cells of a picture in drawing order; neighbours of the same shade in a row are merged."""
    aside, below = _OVERLAP
    last = max(strategies)
    cells = []
    for n, weights in strategies.items():
        left, bottom = 0, min(n + 0.5 + below, last + 0.5)
        for shade, run in groupby(weights, _shade):
            right = left + len(list(run))
            ends = {"left": round(left / n, 4), "right": round(min(right / n + aside, 1), 4)}
            numbers = {"n": n, "first": left + 1, "last": right}
            cells.append({"top": n - 0.5, "bottom": bottom, **ends, "v": shade} | numbers)
            left = right
    return cells


def _picture(strategies: _Strategies, named: Iterable[int], height: float) -> Layer:
    """The hider's strategies as a picture: one game per row, from the top, each divided into N pieces of equal width.

    Args:
        strategies: the games 1, 2, ....
        named: the N labelled on the axis.
        height: of a row, in pixels.
    """
    last = max(strategies)
    colour = alt.Scale(domain=list(_SHADES), range=list(_SHADES.values()), clamp=True, interpolate="rgb")
    beyond = f"(datum.value >= {max(_SHADES)} ? '≥ ' : datum.value <= {min(_SHADES)} ? '≤ ' : '') + datum.label"
    key = alt.Legend(
        title="weight", type="gradient", gradientLength=200, values=list(_SHADES), labelExpr=beyond, format=".1f"
    )
    look = {"values": list(named), "grid": False, "labelOverlap": False}
    cells = chart(_cells(strategies)).mark_rect()
    drawn = cells.encode(
        x=_place(),
        x2="right:Q",
        y=y_axis("N", 0.5, last + 0.5, "top", {"reverse": True}, **look),
        y2="bottom:Q",
        color=alt.Color("v:Q", scale=colour, legend=key),
        tooltip=hints(n="numbers N", first="numbers from", last="to", v="weight, about"),
    )
    return panel(drawn, height=height * last)


def _place() -> "alt.X":
    """The axis from the first number to the last."""
    names = "['1', 'N/4', 'N/2', '3N/4', 'N'][4 * datum.value]"
    title = "number picked; each row is divided into N equal pieces"
    return x_axis(title, 0, 1, "left", values=[0, 0.25, 0.5, 0.75, 1], grid=False, labelExpr=names)


def picture_few(book: Book) -> Drawing:
    """Figure 3.1: the hider's strategies, N <= FEW."""
    strategies = _strategies(book, FEW, FEW)
    inner = max((max(weights[1:-1]), -n) for n, weights in strategies.items() if n > 2)
    ends = max((weights[0], -n) for n, weights in strategies.items() if n > 2)
    return titled(
        _picture(strategies, [1, *range(5, FEW + 1, 5)], 12),
        f"Hider, N ≤ {FEW}: the ends weigh up to {ends[0]:.2f} (N = {-ends[1]}), "
        f"the others up to {inner[0]:.2f} (N = {-inner[1]})",
        f"One game per row. {_UNIT}",
    )


def profiles(book: Book) -> Drawing:
    """Figure 3.2: the same strategies as overlapping profiles, for games with numbers between the ends."""
    strategies = {n: weights for n, weights in _strategies(book, FEW, FEW).items() if n > 2}
    kind = {n: _two_one(weights) for n, weights in strategies.items()}
    records = [
        {
            "n": n,
            "left": round(i / n, 4),
            "top": round(n - _ROWS * (weights[min(i, n - 1)] - 1), 3),
            "bottom": n + _ROWS,
            "flat": kind[n],
            "number": min(i + 1, n),
            "weight": weights[min(i, n - 1)],
        }
        for n, weights in strategies.items()
        for i in range(n + 1)
    ]
    top = min(record["top"] for record in records)
    names = f"datum.value ? '{_TWO_ONE}' : 'other weights'"
    key = alt.Legend(title=None, orient="bottom", labelExpr=names, symbolType="square")
    look = {"values": [3, *range(5, FEW + 1, 5)], "grid": False}
    steps = chart(records).mark_area(interpolate="step-after", strokeWidth=1.1, opacity=1)
    drawn = steps.encode(
        x=_place(),
        y=y_axis("N", top - 0.5, FEW + _ROWS, "top", {"reverse": True}, **look),
        y2="bottom:Q",
        detail="n:O",
        tooltip=hints(n="numbers N", number="number", weight="weight"),
        fill=palette("flat:N", {flat: fill for flat, (fill, _) in _TINTS.items()}, key, "Fill"),
        stroke=palette("flat:N", {flat: line for flat, (_, line) in _TINTS.items()}, key, "Stroke"),
    )
    return titled(
        panel(drawn, height=15 * (FEW + _ROWS - top)),
        f"Hider, 3 ≤ N ≤ {FEW}: {_TWO_ONE} in {sum(kind.values())} of {len(kind)} games",
        f"One game per profile, at the height of N where the weight is 1; a weight of 1 is {_ROWS} rows high.",
        _UNIT,
    )


def picture_many(book: Book) -> Drawing:
    """Figure 3.3: the hider's strategies that the book holds, N <= MANY."""
    strategies = _strategies(book, LEAST, MANY)
    last = max(strategies)
    flat = sum(map(_two_one, strategies.values()))
    powers = [2**power for power in range(4, 9) if 2**power <= last]
    return titled(
        _picture(strategies, powers, 600 / last),
        f"Hider, N ≤ {last}: waves around the powers of two, {_TWO_ONE} in {flat} games between",
        f"One game per row. {_UNIT}",
    )


def single(book: Book) -> Drawing:
    """Figure 3.4: the hider's strategy in one of the games SINGLES."""
    rows = book.rows(
        "dresher",
        "SELECT n, number, round(probability * (n + 2), 5) FROM dresher.hider WHERE list_contains(?, n) ORDER BY number",
        list(SINGLES),
    )
    strategies = ([(number, weight) for of, number, weight in rows if of == n] for n in SINGLES)
    found = next((one for n, one in zip(SINGLES, strategies, strict=True) if len(one) == n), None)
    if found is None:
        raise questions.Hider(SINGLES[0]).missing(book)
    n, least = len(found), min(weight for _, weight in found)
    where = [number for number, weight in found if weight == least]
    _, high = zoom([weight for _, weight in found], 0.2)
    steps = chart(
        {"left": number - 0.5, "v": weight, "number": min(number, n)}
        for number, weight in [*found, (n + 1, found[-1][1])]
    )
    drawn = steps.mark_area(interpolate="step-after", color=BLUE).encode(
        x=x_axis("number picked", 0, n + 1, "left", tickCount=12),
        y=y_axis("weight", 0, high, "v"),
        tooltip=hints(number="number", v="weight"),
    )
    return titled(
        panel(drawn, level(1)),
        f"Hider, N = {n}: the ends weigh {found[0][1]:.2f}; the least weight, {least:.2f}, "
        f"lies between {where[0]} and {where[-1]}",
        _UNIT,
    )
