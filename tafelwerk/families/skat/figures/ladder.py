"""Figures of the ladder of solvers: the cost of each step against the step before, transposition tables, sure tricks, Null.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, figures 5.1, 5.3, 6.3, 6.4, 7.2, 7.3, 8.3,
8.4, 9.7, 9.8, 10.2 and 10.3; the fast solver is this program's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, comb, floor, log10
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.skat.figures import PAIRS, WHAT
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

DOTS = 400
"""Most deals of each number of cards in a panel."""

STEPS = {
    "minimax": "minimax",
    "ab": "alpha-beta",
    "ab_tt": "alpha-beta, table",
    "mws": "minimal window",
    "mws_tt": "minimal window, table",
    "mws_equiv": "with equivalence classes",
    "mws_ss": "with sure tricks",
    "mws_mo": "with move ordering",
    "fast_win": "fast solver, who wins",
    "mtd_minus_inf": "MTD(−∞)",
    "mtd_plus_inf": "MTD(+∞)",
    "mtd_f": "MTD(f)",
    "mtd_mo": "MTD(+∞), sure tricks, order",
    "fast_points": "fast solver, points",
}
"""The steps, as named on the axes."""

WHOLE = ("ab_tt", "fast_points")
"""The first and the last step that find the points of ten cards."""

_SIDE, _LARGE, _SINGLE = 186, 320, 440
"""Pixels of a panel's sides: of the whole ladder, of a figure of two steps, and of one."""

_COLUMNS = 3
_MARGIN = 1.7
"""Factor between the outermost ticks and the ends of an axis."""

_COLOURS = {
    4: style.MUTED,
    5: style.GREEN,
    6: style.SKY,
    7: style.PURPLE,
    8: style.BROWN,
    9: style.VERMILION,
    10: style.BLUE,
}


@dataclass(frozen=True, slots=True)
class _Measure:
    """A column of table statistics.

    Attributes:
        column: its name.
        what: what it measures.
        unit: of it.
        less: words for less of it.
        more: words for more of it.
        label: expression for the labels of an axis.
    """

    column: str
    what: str
    unit: str
    less: str
    more: str
    label: str


_NODES = _Measure("nodes", WHAT["nodes"], "positions", "fewer positions", "more positions", "format(datum.value, '~s')")
_TIMES = _Measure(
    "milliseconds",
    WHAT["times"],
    "ms",
    "faster",
    "slower",
    "replace(format(datum.value / 1000, '~s'), regexp('([a-zµ]?)$'), ' $1s')",
)
_MEASURES = {"nodes": _NODES, "times": _TIMES}


def nodes(book: Book) -> Drawing:
    """Positions searched at each step, against the step before."""
    return _figure(book, _NODES)


def times(book: Book) -> Drawing:
    """Time of each step, against the step before."""
    return _figure(book, _TIMES)


def steps(book: Book, measure: str, pairs: Sequence[tuple[str, str]]) -> Drawing:
    """A numbered figure of the source: some steps, by a measure of WHAT."""
    return _figure(book, _MEASURES[measure], pairs)


def _figure(book: Book, measure: _Measure, pairs: Iterable[tuple[str, str]] = PAIRS) -> Drawing:
    """The panels of pairs of steps. Default: all pairs."""
    dots, factors = _compare_steps(book, measure.column)
    shown_pairs = [pair for pair in pairs if pair in dots]
    need(shown_pairs, "the work of the ladder's solvers")
    sizes = sorted({dot["cards"] for pair in shown_pairs for dot in dots[pair]})
    side = _SIDE if len(shown_pairs) > _COLUMNS else _LARGE if len(shown_pairs) > 1 else _SINGLE
    panels = [_panel(pair, dots[pair], factors[pair], sizes, measure, side) for pair in shown_pairs]
    subtitle = ""
    if pairs is not PAIRS:
        subtitle = f": {'; '.join(PAIRS[pair].lower() for pair in shown_pairs)}"
    elif WHOLE in factors:
        cards = max(factors[WHOLE])
        gain = f"{_times(factors[WHOLE][cards][0])} {measure.less}"
        subtitle = f": from alpha-beta with a table to the fast solver {gain} on {cards} cards"
    return style.add_title(
        alt.concat(*panels, columns=_COLUMNS, spacing=18),
        f"Ladder of solvers{subtitle}",
        f"One dot per random deal: {measure.what}, one step across, the next upwards; on the diagonal there is no gain.",
        "Above each panel: geometric mean of the gain, over the deals with the most cards in a hand that both steps solved.",
    )


def _compare_steps(book: Book, column: str) -> tuple[dict[tuple[str, str], list[Record]], dict[Any, Any]]:
    """For each pair of steps the deals shown, and by cards in a hand the mean factor between their costs."""
    pairs = [*PAIRS, WHOLE]
    both = (
        "SELECT a.step AS before, b.step AS after, cards_each AS cards,"
        f" a.{column}::DOUBLE AS x, b.{column}::DOUBLE AS y, deal"
        f" FROM (VALUES {', '.join(['(?, ?)'] * len(pairs))}) pairs(first, second)"
        " JOIN skat.statistics a ON a.step = first JOIN skat.statistics b USING (deal, game, declarer)"
        " JOIN skat.deals USING (deal) WHERE b.step = second AND x > 0 AND y > 0"
    )
    steps = [step for pair in pairs for step in pair]
    # deals with neighbouring numbers have similar hands; the remainder of the number spreads those shown
    rows = book.rows(
        FAMILY,
        f"SELECT before, after, cards, x, y FROM ({both})"
        f" QUALIFY row_number() OVER (PARTITION BY before, after, cards ORDER BY deal % 10007, deal) <= {DOTS}"
        " ORDER BY ALL",
        *steps,
    )
    dots: dict[tuple[str, str], list[Record]] = {}
    for before, after, cards, x, y in rows:
        dots.setdefault((before, after), []).append({"cards": cards, "x": round(x, 4), "y": round(y, 4)})
    means = book.rows(
        FAMILY,
        f"SELECT before, after, cards, exp(avg(ln(x / y))), count(*) FROM ({both}) GROUP BY ALL ORDER BY ALL",
        *steps,
    )
    factors: dict[tuple[str, str], dict[int, tuple[float, int]]] = {}
    for before, after, cards, factor, count in means:
        factors.setdefault((before, after), {})[cards] = factor, count
    return dots, factors


def _panel(
    pair: tuple[str, str],
    dots: list[Record],
    factors: dict[int, tuple[float, int]],
    sizes: list[int],
    measure: _Measure,
    side: int,
) -> Layer:
    """One step against the next, on equal logarithmic axes."""
    spent = [dot[axis] for dot in dots for axis in ("x", "y")]
    low = floor(log10(min(spent)))
    high = max(ceil(log10(max(spent))), low + 1)
    ends = 10.0**low / _MARGIN, 10.0**high * _MARGIN
    ticks = [10.0**power for power in range(low, high + 1, 1 + (high - low) // 5)]
    log = {"type": "log"}
    look: Record = {"values": ticks, "labelExpr": measure.label}
    points = style.chart(dots).mark_circle(size=26, opacity=0.65)
    diagonal = style.chart({"x": end, "y": end} for end in ends)
    diagonal = diagonal.mark_line(color=style.MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=style.silent()
    )
    cards = max(factors)
    factor, count = factors[cards]
    gain = f"{_times(factor)} {measure.less}" if factor >= 1 else f"{_times(1 / factor)} {measure.more}"
    points = points.encode(
        x=style.x_axis(STEPS[pair[0]], *ends, "x", log, **look),
        y=style.y_axis(STEPS[pair[1]], *ends, "y", log, **look),
        color=style.palette(
            "cards:O",
            {size: _COLOURS.get(size, style.INK) for size in sizes},
            style.legend("cards in a hand", symbolSize=70),
        ),
        tooltip=style.hints(
            cards="cards in a hand",
            **{axis: f"{STEPS[step]}, {measure.unit}" for axis, step in zip("xy", pair, strict=True)},
        ),
    )
    title = [PAIRS[pair], f"{gain} ({cards} cards, {count:,} deal{'s' * (count != 1)})"]
    return style.panel(diagonal, points, width=side, height=side, title=title)


def _times(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 9.95 else f"{factor:.1f} times"


CARDS = 10
"""Cards in a hand."""

BOUND = 1 + 3 * sum(comb(CARDS, left) ** 3 for left in range(1, CARDS))
"""Upper bound on the number of positions at the start of a trick in a deal (section 5.3)."""

MEASURED_DOTS = 2000
"""Most outcomes in the figure of sure tricks."""

TABLED = {
    "ab_tt": style.BLUE,
    "mws_tt": style.BROWN,
    "mws_equiv": style.GREEN,
    "mws_ss": style.PURPLE,
    "mws_mo": style.VERMILION,
}
NULL = {"null_tt": style.BLUE, "null_safe": style.GREEN, "null_mo": style.VERMILION, "fast_null": style.MUTED}
"""Steps and the colours of their lines."""

NAMES = STEPS | {
    "null_tt": "with a table",
    "null_safe": "with safe suits",
    "null_mo": "with move ordering",
    "fast_null": "fast solver of Null",
}

SIDES = {"declarer leads": style.BLUE, "defenders lead": style.VERMILION}


def entries(book: Book) -> Drawing:
    """Positions in the transposition table at the end, ten cards in a hand."""
    rows = _shares(book, "entries", TABLED)
    first = [row["x"] for row in rows if row["step"] == NAMES["ab_tt"]]
    need(first, "the sizes of transposition tables")
    return _curves(
        rows,
        TABLED,
        "positions in the table",
        f"Alpha-beta keeps {sum(first) / len(first):,.0f} positions on average of {len(first)} deals, {max(first):,.0f} at most",
        f"Random deals of ten cards each, suit games and Grand: share of deals that need no more. Upper bound: {BOUND:,}.",
    )


def sure(book: Book) -> Drawing:
    """The declarer's points at the end, against those guaranteed by the sure tricks of the side on lead."""
    of = f"FROM {FAMILY}.results JOIN {FAMILY}.deals USING (deal) WHERE cards_each = {CARDS} AND sure IS NOT NULL"
    gap, leads = "abs(points::INTEGER - sure)", "declarer = 'forehand'"
    row = book.one(
        FAMILY,
        f"SELECT count(*), avg({gap}), avg({gap}) FILTER ({leads}), avg({gap}) FILTER (NOT ({leads})) {of}",
    )
    need(row is not None and row[0], "outcomes of random deals")
    assert row is not None
    count, mean, alone, against = row
    by_side = [
        f"{mean_gap:.2f} where {who}" for mean_gap, who in ((alone, "the declarer leads"), (against, "a defender does"))
    ]
    outcomes = book.records(
        FAMILY,
        "SELECT sure AS x, points AS y, if(declarer = 'forehand', 'declarer leads', 'defenders lead') AS side"
        f" {of} QUALIFY row_number() OVER (ORDER BY deal % 10007, deal, game, declarer) <= {MEASURED_DOTS} ORDER BY ALL",
    )
    dots = style.chart(outcomes).mark_circle(size=22, opacity=0.65)
    diagonal = style.chart({"x": end, "y": end} for end in (0, 120))
    diagonal = diagonal.mark_line(color=style.MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=style.silent()
    )
    ticks: Record = {"values": [*range(0, 121, 20)]}
    points = dots.encode(
        x=style.x_axis("declarer's points that sure tricks leave", -2, 122, "x", **ticks),
        y=style.y_axis("declarer's points under best play by all", -2, 122, "y", **ticks),
        color=style.palette("side:N", SIDES, style.legend(symbolSize=70)),
    )
    return style.add_title(
        style.panel(diagonal, points, width=380, height=380),
        f"Sure tricks fall short of the value by {mean:.2f} points on average over {count:,} outcomes",
        f"Random deals, suit games and Grand; by {' and '.join(by_side)}.",
        "On the diagonal, search adds nothing. The farther from it, the more the side on lead gets beyond its sure tricks.",
    )


def null_nodes(book: Book) -> Drawing:
    """Positions searched for a Null, by the steps of its ladder."""
    return _null(book, "nodes", "positions looked at", "{:,.0f} positions")


def null_times(book: Book) -> Drawing:
    """Time for a Null, by the steps of its ladder."""
    return _null(book, "milliseconds", "milliseconds of one core", "{:.3g} ms")


def _null(book: Book, column: str, title: str, words: str) -> Drawing:
    rows = _shares(book, column, NULL)
    need(rows, "the work of Null's solvers")
    means = []
    for step, by in (("null_mo", "with all of the thesis"), ("fast_null", "with the fast solver")):
        spent = [row["x"] for row in rows if row["step"] == NAMES[step]]
        if spent:
            means.append(f"{words.format(sum(spent) / len(spent))} {by}")
    return _curves(
        rows,
        NULL,
        title,
        f"A Null takes {', '.join(means)}",
        "Random deals of ten cards each, declarers in turn: share of deals that take no more. Above: means.",
    )


def _shares(book: Book, column: str, steps: dict[str, str]) -> list[Record]:
    """For each deal of a step, its cost and the share of deals that cost no more."""
    marks = ", ".join("?" * len(steps))
    rows = book.rows(
        FAMILY,
        f"SELECT step::VARCHAR, {column}::DOUBLE AS x,"
        " 100 * row_number() OVER (PARTITION BY step ORDER BY x, deal) / count(*) OVER (PARTITION BY step)"
        f" FROM {FAMILY}.statistics JOIN {FAMILY}.deals USING (deal)"
        f" WHERE cards_each = {CARDS} AND {column} IS NOT NULL AND step::VARCHAR IN ({marks}) ORDER BY 1, 3",
        *steps,
    )
    # zeros are counted but have no place on the axis
    return [{"step": NAMES[step], "x": round(x, 5), "y": round(y, 3)} for step, x, y in rows if x > 0]


def _curves(rows: list[Record], steps: dict[str, str], title: str, *titles: str) -> Drawing:
    spent = [row["x"] for row in rows]
    ends = min(spent) / 1.3, 1.3 * max(spent)
    met = {row["step"] for row in rows}
    colours = {NAMES[step]: colour for step, colour in steps.items() if NAMES[step] in met}
    lines = style.chart(rows).mark_line(interpolate="step-after", strokeWidth=1.8)
    curves = lines.encode(
        x=style.x_axis(
            title, *ends, "x", {"type": "log"}, values=style.decades(*ends), format="~s" if min(spent) >= 1 else "~g"
        ),
        y=style.y_axis("deals, %", 0, 100, "y"),
        color=style.palette("step:N", colours, style.legend(symbolSize=70)),
        order=alt.Order("y:Q"),
    )
    return style.add_title(style.panel(curves), *titles)
