"""Figures of the search family: free search (4.1, 4.3, 4.4) and the root model (4.16, and how it goes on).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3, 4.2.5 and 4.5.3.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log, sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import (
    BLUE,
    HEIGHT,
    INK,
    MUTED,
    VERMILION,
    WIDTH,
    data,
    dressed,
    layered,
    level,
    linear_y,
    log_x,
    zoom,
)
from tafelwerk.rules.search import DENSE, FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

BUILD = "tafelwerk build search"
"""The build that holds the rows of every figure."""

CODES, LARGEST = 1000, 1_000_000
"""Codes of the pictures of free search, and the root model's largest size."""

COLUMNS, PER_DECADE = 170, 350
"""Numbers of codes in a picture over codes and width; sizes a factor of ten in a curve of the root model."""

CODES_TITLE, WIDTH_TITLE = "m, number of codes", "a, answers a query"
STRATEGIES = {"h1": "H_1", "h1.5": "H_3/2", "h2": "H_2 = H_inf"}
_COLOURS = {"h1": VERMILION, "h1.5": BLUE, "h2": INK}


def _picture(book: "Book", value: str, what: str, legend: str) -> tuple["alt.Chart", float]:
    """A value over codes and width as colour, 2 <= width <= codes <= CODES, and its greatest.

    Args:
        book: the book.
        value: SQL over the columns codes, width, total and even.
        what: named where rows are missing.
        legend: what the colour shows.
    """
    import altair as alt

    columns = sorted({round(2 * (CODES / 2) ** (i / COLUMNS)) for i in range(COLUMNS + 1)})
    rows = book.rows(
        FAMILY,
        f"SELECT width, codes, {value} FROM search.free_totals "
        "WHERE width <= codes AND list_contains(?, codes) ORDER BY width, codes",
        columns,
    )
    widths = sorted({row[0] for row in rows})
    whole = len(rows) == sum(codes >= width for width in widths for codes in columns)
    if not whole or len(widths) < 10 or widths[0] > 2 or widths[-1] < CODES // 2:
        raise MissingTableError(what, BUILD, book.path)
    x, y = _edges(columns), _edges(widths)
    cells = [
        {"left": x[codes][0], "right": x[codes][1], "low": y[width][0], "high": y[width][1], "v": round(ratio, 4)}
        for width, codes, ratio in rows
    ]
    greatest = max(row[2] for row in rows)
    ticks = [step * power for power in (1, 10, 100, 1000) for step in (1, 2, 5) if 2 <= step * power <= CODES]
    scale = alt.Scale(type="log", domain=[min(x[2][0], y[2][0]), x[CODES][1]], nice=False)
    axis = alt.Axis(values=ticks, format="d", grid=False)
    colour = alt.Scale(scheme="viridis", reverse=True, domain=[1, ceil(greatest * 20) / 20])
    chart: alt.Chart = (
        alt.Chart(data(cells))
        .mark_rect(strokeWidth=0.5)
        .encode(
            x=alt.X("left:Q", title=CODES_TITLE, scale=scale, axis=axis),
            x2="right:Q",
            y=alt.Y("low:Q", title=WIDTH_TITLE, scale=scale, axis=axis),
            y2="high:Q",
            color=alt.Color("v:Q", scale=colour, legend=alt.Legend(title=legend, gradientLength=240)),
            stroke=alt.Stroke("v:Q", scale=colour, legend=None),  # else thin seams show between the cells
        )
        .properties(width=WIDTH, height=WIDTH * 3 // 4)
    )
    return chart, greatest


def _edges(values: Sequence[int]) -> dict[int, tuple[float, float]]:
    """For each of the ascending values its ends on a logarithmic axis, half way to its neighbours."""
    between = [sqrt(below * above) for below, above in pairwise(values)]
    ends = [values[0] ** 2 / between[0], *between, values[-1] ** 2 / between[-1]]
    return {value: (round(ends[i], 4), round(ends[i + 1], 4)) for i, value in enumerate(values)}


@figure("search-4.1", "Free search: perfect play against log_a(m)")
def over_logarithm(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.1: perfect play against the logarithm."""
    chart, greatest = _picture(
        book,
        "total / codes * ln(width) / ln(codes)",
        f"free search up to {CODES} codes",
        "mean / log_a(m)",
    )
    return dressed(
        chart,
        f"Free search: perfect play takes up to {greatest:.3f} times log_a(m)",
        "Expected number of queries relative to the bound log_a(m), which is reached where m is a power of a (light lines).",
    )


@figure("search-4.3", "Free search: even splits against perfect play")
def even_over_perfect(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.3: even splits against perfect play."""
    chart, greatest = _picture(book, "even / total", f"free search up to {CODES} codes", "even / perfect")
    return dressed(
        chart,
        f"Free search: even splits take up to {greatest:.3f} times as many queries as perfect play",
        "Even splits are what every H_alpha with 0 < alpha < inf asks. Light: nothing is lost.",
    )


@figure("search-4.4", "Free search, ten answers: even, perfect, logarithm")
def width_ten(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.4: even splits, perfect play and the logarithm for width 10."""
    import altair as alt

    width = 10
    rows = book.rows(
        FAMILY,
        "SELECT codes, total / codes, even / codes FROM search.free_totals "
        "WHERE width = ? AND codes BETWEEN 2 AND ? ORDER BY codes",
        width,
        CODES,
    )
    if [row[0] for row in rows] != list(range(2, CODES + 1)):
        raise MissingTableError(f"free search up to {CODES} codes, width {width}", BUILD, book.path)
    colours = {"even splits (H_alpha)": VERMILION, "perfect": BLUE, "logarithm to base 10": INK}
    curves = list(zip(*((even, perfect, log(codes, width)) for codes, perfect, even in rows), strict=True))
    records = [
        {"m": codes, "mean": round(value, 5), "what": what}
        for what, curve in zip(colours, curves, strict=True)
        for (codes, _, _), value in zip(rows, curve, strict=True)
    ]
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="stroke", symbolSize=400)
    chart = (
        alt.Chart(data(records))
        .mark_line(strokeWidth=1.8)
        .encode(
            x=log_x(CODES_TITLE, 2, CODES, "m"),
            y=linear_y("expected number of queries", 0, 3, "mean"),
            color=alt.Color(
                "what:N", scale=alt.Scale(domain=list(colours), range=list(colours.values())), legend=legend
            ),
        )
        .properties(width=WIDTH, height=HEIGHT)
    )
    worst = max(rows, key=lambda row: (row[2] / row[1], -row[0]))
    return dressed(
        chart,
        f"Free search, ten answers: even splits lose most at m = {worst[0]}, {100 * (worst[2] / worst[1] - 1):.1f} %",
        "All three meet where m is a power of ten.",
    )


def _ratios(book: "Book", largest: int, per_decade: int) -> list[dict[str, Any]]:
    """Totals of the strategies over those of perfect play, thinned to so many sizes a factor of ten."""
    rows = book.rows(
        FAMILY,
        "SELECT s.strategy, s.size, s.total / o.total FROM search.root_totals s JOIN search.root_totals o "
        "ON o.strategy = 'optimal' AND o.size = s.size "
        "WHERE list_contains(?, s.strategy) AND s.size BETWEEN 2 AND ? "
        "QUALIFY row_number() OVER (PARTITION BY s.strategy, floor(log10(s.size) * ?) ORDER BY s.size) = 1 "
        "OR s.size = ? ORDER BY ALL",
        list(STRATEGIES),
        largest,
        per_decade,
        largest,
    )
    for name in STRATEGIES:
        sizes = [row[1] for row in rows if row[0] == name]
        if not sizes or (sizes[0], sizes[-1]) != (2, largest) or any(b > 1.5 * a for a, b in pairwise(sizes)):
            raise MissingTableError(f"the root model up to {largest} codes under {name}", BUILD, book.path)
    return [{"strategy": STRATEGIES[name], "m": size, "ratio": round(ratio, 6)} for name, size, ratio in rows]


def _curves(records: list[dict[str, Any]], largest: int) -> "alt.Chart":
    import altair as alt

    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="stroke", symbolSize=400)
    domain, colours = [STRATEGIES[name] for name in _COLOURS], list(_COLOURS.values())
    low, high = zoom([record["ratio"] for record in records], 0.01)
    chart: alt.Chart = (
        alt.Chart(data(records))
        .mark_line(strokeWidth=1.4)
        .encode(
            x=log_x("|C|, number of codes", 2, largest, "m", fine=largest <= DENSE),
            y=linear_y("queries relative to perfect play", low, high, "ratio"),
            color=alt.Color("strategy:N", scale=alt.Scale(domain=domain, range=colours), legend=legend),
        )
        .properties(width=WIDTH, height=HEIGHT)
    )
    return chart


@figure("search-4.16", "Root model: H_1, H_3/2, H_2 against perfect play")
def root_strategies(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.16: three strategies in the root model against perfect play."""
    records = _ratios(book, DENSE, PER_DECADE)
    ends = {record["strategy"]: record["ratio"] - 1 for record in records if record["m"] == DENSE}
    return dressed(
        layered(level(1), _curves(records, DENSE)),
        f"Root model: H_3/2 stays near perfect play, Shannon's H_1 loses {100 * ends[STRATEGIES['h1']]:.1f} % at {DENSE:,} codes",
        "Expected number of queries relative to perfect play.",
    )


@figure("search-root-beyond", "Root model: the same to a million codes")
def root_beyond(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.16 continued to LARGEST codes."""
    records = _ratios(book, LARGEST, 60)
    ends = {record["strategy"]: record["ratio"] - 1 for record in records if record["m"] == LARGEST}
    told = ", ".join(f"{name} {100 * loss:.2f} %" for name, loss in ends.items())
    return dressed(
        layered(level(1), _curves(records, LARGEST)),
        f"Root model to {LARGEST:,} codes: H_3/2 goes to perfect play",
        f"Expected number of queries relative to perfect play. Loss at the end: {told}.",
    )


@figure("search-root-limit", "Root model: mean / sqrt of the size to a million codes")
def root_limit(book: "Book") -> "alt.TopLevelMixin":
    """Theorem 4.10 sharpened: the mean of perfect play over the root of the size goes to 2/3."""
    import altair as alt

    rows = book.rows(
        FAMILY,
        "SELECT size, total / (size * sqrt(size)) FROM search.root_totals WHERE strategy = 'optimal' AND size >= 2 "
        "QUALIFY row_number() OVER (PARTITION BY floor(log10(size) * 100) ORDER BY size) = 1 OR size = ? ORDER BY size",
        LARGEST,
    )
    sizes = [row[0] for row in rows]
    if not sizes or (sizes[0], sizes[-1]) != (2, LARGEST) or any(b > 1.5 * a for a, b in pairwise(sizes)):
        raise MissingTableError(f"the root model up to {LARGEST} codes", BUILD, book.path)
    values = [{"m": size, "v": round(value, 6), "low": round(2 / 3 * (1 - 1 / sqrt(size)), 6)} for size, value in rows]
    base = alt.Chart(data(values)).encode(x=log_x("|C|, number of codes", 2, LARGEST, "m"))
    title = "mean / √|C|"
    mean = base.mark_line(strokeWidth=1.8, color=BLUE).encode(y=linear_y(title, 0.2, 1.3, "v"))
    bound = base.mark_line(strokeWidth=1.4, color=MUTED).encode(y=linear_y(title, 0.2, 1.3, "low"))
    return dressed(
        layered(level(2 / 3), bound, mean).properties(width=WIDTH, height=HEIGHT),
        f"Root model: mean / √|C| falls to 2/3; {rows[-1][1]:.4f} at {LARGEST:,} codes",
        "Blue: perfect play. Grey: the bound 2/3 (1 − 1/√|C|) below it. Dashed: 2/3.",
    )
