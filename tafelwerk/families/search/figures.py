"""Free search (figures 4.1, 4.3, 4.4) and the root model (4.16 and its continuation).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3, 4.2.5 and 4.5.3.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, sqrt

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.search.rules import DENSE
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

CODES, LARGEST = 1000, 1_000_000
"""Most codes in the figures of free search, and largest size of the root model."""

COLUMNS, PER_DECADE = 170, 350
"""Numbers of codes in a figure over codes and width; sizes per decade in a curve of the root model."""

_OVER = 1.01

CODES_TITLE, WIDTH_TITLE = "m, number of codes", "a, answers per query"
SIZE_TITLE = "|C|, number of codes"
STRATEGIES = {"h2": "H₂ = H∞", "h1": "H₁", "h1.5": "H₃⁄₂"}
_COLOURS = {"H₁": style.VERMILION, "H₃⁄₂": style.BLUE, "H₂ = H∞": style.MUTED}
_WIDTHS = {name: 4 if name.startswith("H₂") else 1.2 for name in _COLOURS}
"""Widths of lines: H₂ is below and wider, to be seen where H₃⁄₂ is equal."""


def _picture(book: Book, value: str, key: str) -> tuple[Layer, float]:
    """A value as colour over codes and width, 2 <= width <= codes <= CODES, and its maximum.

    Args:
        book: the book.
        value: SQL over the columns codes, width, total and even.
        key: what the colour shows.
    """
    columns = sorted({round(2 * (CODES / 2) ** (i / COLUMNS)) for i in range(COLUMNS + 1)})
    rows = book.rows(
        "search",
        f"SELECT width, codes, {value} FROM search.free_totals "
        "WHERE width <= codes AND list_contains(?, codes) ORDER BY width, codes",
        columns,
    )
    widths = sorted({row[0] for row in rows})
    is_complete = len(rows) == sum(codes >= width for width in widths for codes in columns)
    wide = len(widths) >= 10 and widths[0] <= 2 and widths[-1] >= CODES // 2
    need(is_complete and wide, f"free search up to {CODES} codes")
    x, y = _edges(columns), _edges(widths)
    # a cell overlaps its right and its upper neighbour, which avoids thin seams
    cells = style.chart(
        {"codes": codes, "width": width, "left": x[codes][0], "right": min(_OVER * x[codes][1], x[CODES][1])}
        | {"low": y[width][0], "high": min(_OVER * y[width][1], x[CODES][1]), "v": round(ratio, 4)}
        for width, codes, ratio in rows
    )
    greatest = max(row[2] for row in rows)
    scale = alt.Scale(type="log", domain=[min(x[2][0], y[2][0]), x[CODES][1]], nice=False)
    axis = alt.Axis(values=style.decades(2, CODES, (1, 2, 5)), format="d", grid=False)
    shade: Record = {
        "scale": alt.Scale(scheme="viridis", reverse=True, domain=[1, ceil(greatest * 20) / 20]),
        "legend": alt.Legend(title=key, type="gradient", gradientLength=200),
    }
    rectangles = cells.mark_rect().encode(
        x=alt.X("left:Q", title=CODES_TITLE, scale=scale, axis=axis),
        x2="right:Q",
        y=alt.Y("low:Q", title=WIDTH_TITLE, scale=scale, axis=axis),
        y2="high:Q",
        color=alt.Color("v:Q", **shade),
        tooltip=style.hints(codes=CODES_TITLE, width=WIDTH_TITLE, v=key),
    )
    return style.panel(rectangles, height=style.WIDTH * 3 // 4), greatest


def _edges(values: Sequence[int]) -> dict[int, tuple[float, float]]:
    """The ends of each of the ascending values on a logarithmic axis, half-way to its neighbours."""
    between = [sqrt(below * above) for below, above in pairwise(values)]
    ends = [values[0] ** 2 / between[0], *between, values[-1] ** 2 / between[-1]]
    return {value: (round(ends[i], 4), round(ends[i + 1], 4)) for i, value in enumerate(values)}


def over_logarithm(book: Book) -> Drawing:
    """Figure 4.1: perfect play relative to the logarithm."""
    picture, greatest = _picture(book, "total / codes * ln(width) / ln(codes)", "mean / logₐ(m)")
    return style.add_title(
        picture,
        f"Free search: perfect play takes up to {greatest:.3f} times logₐ(m)",
        "Expected number of queries relative to the bound logₐ(m), which is reached where m is a power of a (light lines).",
    )


def even_over_perfect(book: Book) -> Drawing:
    """Figure 4.3: even splits relative to perfect play."""
    picture, greatest = _picture(book, "even / total", "even / perfect")
    return style.add_title(
        picture,
        f"Free search: even splits take up to {greatest:.3f} times as many queries as perfect play",
        "Every Hα with 0 < α < ∞ splits evenly. Light: no loss.",
    )


def width_ten(book: Book) -> Drawing:
    """Figure 4.4: even splits, perfect play and the logarithm for width 10."""
    width = 10
    rows = book.rows(
        "search",
        "SELECT codes, even / codes, total / codes, log10(codes) FROM search.free_totals "
        "WHERE width = ? AND codes BETWEEN 2 AND ? ORDER BY codes",
        width,
        CODES,
    )
    need(len(rows) == CODES - 1, f"free search up to {CODES} codes, width {width}")
    colours = {"even splits": style.VERMILION, "perfect": style.BLUE, "logarithm to base 10": style.INK}
    lines = style.chart(
        {"m": codes, "mean": round(means[i], 5), "what": what}
        for i, what in enumerate(colours)
        for codes, *means in rows
    )
    curves = lines.mark_line(strokeWidth=1.8).encode(
        x=style.log_x(CODES_TITLE, 2, CODES, "m"),
        y=style.y_axis("expected number of queries", 0, 3, "mean"),
        color=style.palette("what:N", colours, style.legend(**style.STROKES)),
    )
    loss, codes = max((even / perfect, -codes) for codes, even, perfect, _ in rows)
    return style.add_title(
        style.panel(curves),
        f"Free search, ten answers: even splits lose most at m = {-codes}, {100 * (loss - 1):.1f} %",
        "All three meet where m is a power of ten.",
    )


def _sample_sizes(book: Book, columns: str, names: Sequence[str], per_decade: int, largest: int) -> list[Record]:
    """Strategies of the root model, `s`, beside perfect play, `o`, at sizes from 2 to the largest, some per decade.

    The rows have the columns `m` and `strategy` and those asked for.
    """
    records = book.records(
        "search",
        f"SELECT s.strategy, s.size AS m, {columns} FROM search.root_totals s "
        "JOIN search.root_totals o ON o.strategy = 'optimal' AND o.size = s.size "
        "WHERE list_contains(?, s.strategy) AND s.size BETWEEN 2 AND ? "
        "QUALIFY row_number() OVER (PARTITION BY s.strategy, floor(log10(s.size) * ?) ORDER BY s.size) = 1 "
        "OR s.size = ? ORDER BY ALL",
        list(names),
        largest,
        per_decade,
        largest,
    )
    for name in names:
        sizes = [record["m"] for record in records if record["strategy"] == name]
        is_complete = sizes and (sizes[0], sizes[-1]) == (2, largest) and all(b <= 1.5 * a for a, b in pairwise(sizes))
        need(is_complete, f"the root model up to {largest} codes under {name}")
    return records


def _against_perfect(book: Book, largest: int, per_decade: int) -> tuple[Layer, dict[str, float]]:
    """Queries of the strategies relative to perfect play, and the loss of each strategy at the largest size."""
    samples = _sample_sizes(book, "round(s.total / o.total, 6) AS ratio", list(STRATEGIES), per_decade, largest)
    below = list(STRATEGIES)
    samples.sort(key=lambda record: below.index(record["strategy"]))
    records = [record | {"strategy": STRATEGIES[record["strategy"]]} for record in samples]
    ends = {record["strategy"]: record["ratio"] - 1 for record in records if record["m"] == largest}
    low, high = style.zoom([record["ratio"] for record in records], 0.01)
    lines = style.chart(records).mark_line()
    curves = lines.encode(
        x=style.log_x(SIZE_TITLE, 2, largest, "m", fine=largest <= DENSE),
        y=style.y_axis("queries relative to perfect play", low, high, "ratio"),
        color=style.palette("strategy:N", _COLOURS, style.legend(**style.STROKES)),
        strokeWidth=style.palette("strategy:O", _WIDTHS, style.legend(**style.STROKES), "StrokeWidth"),
    )
    return style.panel(style.level(1), curves), ends


def root_strategies(book: Book) -> Drawing:
    """Figure 4.16: three strategies of the root model relative to perfect play."""
    lines, ends = _against_perfect(book, DENSE, PER_DECADE)
    lost = f"{100 * ends[STRATEGIES['h1']]:.1f} %"
    return style.add_title(
        lines,
        f"Root model: H₃⁄₂ stays near perfect play, Shannon's H₁ loses {lost} at {DENSE:,} codes",
        "Expected number of queries relative to perfect play.",
    )


def root_beyond(book: Book) -> Drawing:
    """Figure 4.16 continued to LARGEST codes."""
    lines, ends = _against_perfect(book, LARGEST, 60)
    losses = ", ".join(f"{name} {100 * loss:.2f} %" for name, loss in ends.items())
    return style.add_title(
        lines,
        f"Root model to {LARGEST:,} codes: H₃⁄₂ converges to perfect play",
        f"Expected number of queries relative to perfect play. Loss at the end: {losses}.",
    )


def root_limit(book: Book) -> Drawing:
    """Theorem 4.10 sharpened: the mean of perfect play divided by the square root of the size converges to 2/3."""
    columns = "round(s.total / (m * sqrt(m)), 6) AS v, round(2 / 3 * (1 - 1 / sqrt(m)), 6) AS low"
    values = _sample_sizes(book, columns, ["optimal"], 100, LARGEST)
    base = style.chart(values).encode(x=style.log_x(SIZE_TITLE, 2, LARGEST, "m"))
    title = "mean / √|C|"
    bound = base.mark_line(strokeWidth=1.4, color=style.MUTED).encode(y=style.y_axis(title, 0.2, 1.3, "low"))
    mean = base.mark_line(strokeWidth=1.8, color=style.BLUE).encode(y=style.y_axis(title, 0.2, 1.3, "v"))
    return style.add_title(
        style.panel(style.level(2 / 3), bound, mean),
        f"Root model: mean / √|C| falls to 2/3; {values[-1]['v']:.4f} at {LARGEST:,} codes",
        "Blue: perfect play. Grey: the bound 2/3 (1 − 1/√|C|) below it. Dashed: 2/3.",
    )
