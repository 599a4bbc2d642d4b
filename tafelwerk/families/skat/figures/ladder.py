"""The cost of each step of the ladder of solvers against the step before, one dot per deal.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, figures 5.1, 5.3, 6.3, 6.4, 7.2, 7.3, 8.3,
8.4, 9.7, 9.8, 10.2 and 10.3; the fast solver is this program's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from tafelwerk.families.skat.figures import PAIRS, WHAT
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.plots.colours import BLUE, BROWN, GREEN, INK, MUTED, PURPLE, SKY, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, hints, legend, palette, panel, silent, titled, x_axis, y_axis

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

_COLOURS = {4: MUTED, 5: GREEN, 6: SKY, 7: PURPLE, 8: BROWN, 9: VERMILION, 10: BLUE}


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
    dots, factors = _compared(book, measure.column)
    drawn = [pair for pair in pairs if pair in dots]
    need(drawn, "the work of the ladder's solvers")
    sizes = sorted({dot["cards"] for pair in drawn for dot in dots[pair]})
    side = _SIDE if len(drawn) > _COLUMNS else _LARGE if len(drawn) > 1 else _SINGLE
    panels = [_panel(pair, dots[pair], factors[pair], sizes, measure, side) for pair in drawn]
    whole = ""
    if pairs is not PAIRS:
        whole = f": {'; '.join(PAIRS[pair].lower() for pair in drawn)}"
    elif WHOLE in factors:
        cards = max(factors[WHOLE])
        gain = f"{_times(factors[WHOLE][cards][0])} {measure.less}"
        whole = f": from alpha-beta with a table to the fast solver {gain} on {cards} cards"
    return titled(
        alt.concat(*panels, columns=_COLUMNS, spacing=18),
        f"Ladder of solvers{whole}",
        f"One dot per random deal: {measure.what}, one step across, the next upwards; on the diagonal there is no gain.",
        "Above each panel: geometric mean of the gain, over the deals with the most cards in a hand that both steps solved.",
    )


def _compared(book: Book, column: str) -> tuple[dict[tuple[str, str], list[Record]], dict[Any, Any]]:
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
    shown = book.rows(
        FAMILY,
        f"SELECT before, after, cards, x, y FROM ({both})"
        f" QUALIFY row_number() OVER (PARTITION BY before, after, cards ORDER BY deal % 10007, deal) <= {DOTS}"
        " ORDER BY ALL",
        *steps,
    )
    dots: dict[tuple[str, str], list[Record]] = {}
    for before, after, cards, x, y in shown:
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
    shown = chart(dots).mark_circle(size=26, opacity=0.65)
    diagonal = chart({"x": end, "y": end} for end in ends)
    diagonal = diagonal.mark_line(color=MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=silent()
    )
    cards = max(factors)
    factor, count = factors[cards]
    gain = f"{_times(factor)} {measure.less}" if factor >= 1 else f"{_times(1 / factor)} {measure.more}"
    shown = shown.encode(
        x=x_axis(STEPS[pair[0]], *ends, "x", log, **look),
        y=y_axis(STEPS[pair[1]], *ends, "y", log, **look),
        color=palette(
            "cards:O", {size: _COLOURS.get(size, INK) for size in sizes}, legend("cards in a hand", symbolSize=70)
        ),
        tooltip=hints(
            cards="cards in a hand",
            **{axis: f"{STEPS[step]}, {measure.unit}" for axis, step in zip("xy", pair, strict=True)},
        ),
    )
    title = [PAIRS[pair], f"{gain} ({cards} cards, {count:,} deal{'s' * (count != 1)})"]
    return panel(diagonal, shown, width=side, height=side, title=title)


def _times(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 9.95 else f"{factor:.1f} times"
