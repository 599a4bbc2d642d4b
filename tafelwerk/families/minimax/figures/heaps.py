"""Grundy values of heap games: two octal games laid out by their periods, and Grundy's game as a whole.

Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52, 1956 (periods);
OEIS A002188 (Grundy's game).
"""

from tafelwerk.families.minimax.rules.limits import FAMILY
from tafelwerk.plots.colours import BLUE, INK, PALE, PAPER, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, alt
from tafelwerk.plots.style import cells, chart, decades, hints, ink_on, panel, titled, x_axis, y_axis

PERIODIC = (("0.77", "Kayles"), ("0.07", "Dawson's Kayles"))
"""Octal games laid out by their periods."""

MORE_ROWS = 1
"""Periods shown after the last exception."""

STEPS = 20
"""Columns of the picture of Grundy's game per doubling of the heap."""

_PALE, _LINE, _PICTURE = 0.7, 19, 250


def grundy(book: Book) -> Drawing:
    """Kayles and Dawson's Kayles, one row per period; below them, the values of the heaps of Grundy's game."""
    panels = [_by_period(book, code, name) for code, name in PERIODIC]
    picture, largest, lost = _picture(book)
    _, last = _period(book, PERIODIC[0][0])
    return titled(
        alt.vconcat(*panels, picture, spacing=22).resolve_scale(color="independent"),
        f"Kayles repeats after heap {last}; {len(lost)} heaps of Grundy's game up to {largest:,} are lost, the last {lost[-1]:,}",
        "Above: Grundy values, one row per period; framed values are exceptions from the period (proved).",
        "Below: frequency of each value; ticks: heaps that the player to move loses. No period is known.",
    )


def _period(book: Book, code: str) -> tuple[int, int]:
    """A proved period and its last exception."""
    row = book.one(
        FAMILY,
        "SELECT period, last_exception FROM minimax.periods WHERE game = ? AND proved ORDER BY checked_to LIMIT 1",
        f"octal {code}",
    )
    period, last = need(row, f"the period of octal game {code}", f"tafelwerk build {FAMILY} octal {code}")
    return int(period), int(last)


def _by_period(book: Book, code: str, name: str) -> Layer:
    """The values of a game, one row per period."""
    period, last = _period(book, code)
    rows = (last + 1 + period - 1) // period + MORE_ROWS
    squares = book.records(
        FAMILY,
        'SELECT heap, heap % $3 AS "column", heap // $3 * $3 AS row, value, '
        "value <> last_value(value) OVER (PARTITION BY heap % $3 ORDER BY heap "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS odd "
        "FROM minimax.grundy WHERE game = $1 AND heap < $2 ORDER BY heap",
        f"octal {code}",
        rows * period,
        period,
    )
    largest = rows * period - 1
    build = f"tafelwerk build {FAMILY} octal {code} --heap {largest}"
    need(len(squares) == rows * period, f"heaps of octal game {code} to {largest}", build)
    odd = [square for square in squares if square["odd"]]
    most = max(square["value"] for square in squares)
    base = chart(squares).encode(
        x=cells(f"heap modulo {period}", "column:O", ticks=False),
        y=cells("heap from", "row:O", "Y", ticks=False, labelPadding=5),
        tooltip=hints(heap="heap", value="Grundy value"),
    )
    shade = alt.Scale(domain=[0, most], range=[PAPER, BLUE], interpolate="lab")
    last_odd = max(square["row"] + square["column"] for square in odd)
    return panel(
        base.mark_rect(stroke=PAPER, strokeWidth=1).encode(color=alt.Color("value:Q", scale=shade, legend=None)),
        chart(odd)
        .mark_rect(filled=False, stroke=VERMILION, strokeWidth=2)
        .encode(x="column:O", y="row:O", tooltip=hints(heap="heap, an exception", value="Grundy value")),
        base.mark_text(fontSize=11).encode(text="value:Q", color=ink_on(alt.datum.value > _PALE * most)),
        height=_LINE * rows,
        title=f"{name} ({code}): period {period}, {len(odd)} exceptions, the last of them heap {last_odd}",
    )


def _picture(book: Book) -> tuple[Layer, int, list[int]]:
    """The values of the heaps of Grundy's game, with the largest heap and the lost ones."""
    # two values per line, so that lines are thicker than a pixel; values come in such pairs
    shares = book.records(
        FAMILY,
        "WITH part AS (SELECT heap, value, floor(? * log2(heap)) AS part FROM minimax.grundy "
        "WHERE game = 'grundy' AND heap > 0), "
        "ends AS (SELECT part, min(heap) - 0.5::DOUBLE AS low, max(heap) + 0.5::DOUBLE AS high FROM part GROUP BY part) "
        "SELECT low, high, (low + 0.5)::INTEGER AS first, (high - 0.5)::INTEGER AS last, "
        "value // 2 * 2 AS value, value // 2 * 2 + 2 AS next, "
        "round(100 * count(*) / (high - low), 3) AS share FROM part JOIN ends USING (part) "
        "GROUP BY low, high, value // 2 ORDER BY low, value",
        STEPS,
    )
    lost = book.records(
        FAMILY, "SELECT heap FROM minimax.grundy WHERE game = 'grundy' AND value = 0 AND heap > 0 ORDER BY heap"
    )
    need(shares, "heaps of Grundy's game", f"tafelwerk build {FAMILY} grundy")
    largest, top = int(shares[-1]["high"] - 0.5), max(record["next"] for record in shares)
    log = {"type": "log"}
    shade = alt.Color(
        "share:Q",
        scale=alt.Scale(type="log", domain=[0.3, 100], clamp=True, range=[PALE, BLUE, INK], interpolate="lab"),
        legend=alt.Legend(title="heaps (%)", values=[0.3, 1, 3, 10, 30, 100], gradientLength=150),
    )
    parts = chart(shares).mark_rect()
    marks = chart(lost).mark_tick(color=VERMILION, thickness=1.5, size=12, opacity=1)
    axis = {"values": decades(1, largest), "format": ",d"}
    drawn = panel(
        parts.encode(
            x=x_axis("heap", 0.5, largest, "low", log, **axis),
            x2="high:Q",
            y=y_axis("Grundy value", 0, top, "value"),
            y2="next:Q",
            color=shade,
            tooltip=hints(first="heaps from", last="to", value="Grundy value from", next="below", share="heaps (%)"),
        ),
        marks.encode(
            x=x_axis("heap", 0.5, largest, "heap", log, **axis),
            y=alt.value(_PICTURE - 6),
            tooltip=hints(heap="heap that the player to move loses"),
        ),
        height=_PICTURE,
        title=f"Grundy's game: values up to {top - 2}",
    )
    return drawn, largest, [record["heap"] for record in lost]
