"""Grundy values of heap games: two octal games laid out by their periods, and Grundy's game as a whole.

Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52, 1956 (periods);
OEIS A002188 (Grundy's game).
"""

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, INK, VERMILION, WIDTH, data, dressed, heading, layered
from tafelwerk.tables.minimax.words import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

Record = dict[str, Any]

PERIODIC = (("0.77", "Kayles"), ("0.07", "Dawson's Kayles"))
"""Octal games that are laid out by their periods."""

MORE_ROWS = 1
"""Periods that are shown behind the last exception."""

STEPS = 20
"""Columns of the picture of Grundy's game that the heap takes to double."""

_PALE, _LINE, _PICTURE = 0.7, 19, 250


@figure("minimax-grundy", "Grundy values: Kayles and Dawson's Kayles by their periods, Grundy's game as a whole")
def grundy(book: "Book") -> "alt.TopLevelMixin":
    """Kayles and Dawson's Kayles, a row a period; below, which values the heaps of Grundy's game have."""
    import altair as alt

    panels = [_by_period(book, code, name) for code, name in PERIODIC]
    picture, largest, lost = _picture(book)
    _, last = _period(book, PERIODIC[0][0])
    return dressed(
        alt.vconcat(*panels, picture, spacing=22).resolve_scale(color="independent"),
        f"Kayles repeats after heap {last}; {len(lost)} heaps of Grundy's game up to {largest:,} are lost, the last {lost[-1]:,}",
        "Above: Grundy values, a row a period; framed ones differ from those that come back for ever (proved).",
        "Below: how often each value occurs; ticks: the heaps that the player to move loses. No period is known.",
    )


def _period(book: "Book", code: str) -> tuple[int, int]:
    """A proved period and its last exception."""
    row = book.one(
        FAMILY,
        "SELECT period, last_exception FROM minimax.periods WHERE game = ? AND proved ORDER BY checked_to LIMIT 1",
        f"octal {code}",
    )
    if row is None:
        raise MissingTableError(f"the period of octal game {code}", f"tafelwerk build {FAMILY} octal {code}", book.path)
    return int(row[0]), int(row[1])


def _by_period(book: "Book", code: str, name: str) -> "alt.LayerChart":
    """A game's values in rows as long as its period."""
    import altair as alt

    period, last = _period(book, code)
    rows = (last + 1 + period - 1) // period + MORE_ROWS
    values = [
        value
        for (value,) in book.rows(
            FAMILY,
            "SELECT value FROM minimax.grundy WHERE game = ? AND heap < ? ORDER BY heap",
            f"octal {code}",
            rows * period,
        )
    ]
    if len(values) < rows * period:
        raise MissingTableError(
            f"heaps of octal game {code} to {rows * period - 1}",
            f"tafelwerk build {FAMILY} octal {code} --heap {rows * period - 1}",
            book.path,
        )
    final = values[-period:]
    records: list[Record] = [
        {"column": heap % period, "row": heap // period * period, "value": value}
        | {"odd": value != final[heap % period]}
        for heap, value in enumerate(values)
    ]
    odd = [record for record in records if record["odd"]]
    colour = alt.Scale(domain=[0, max(values)], range=["#ffffff", BLUE], interpolate="lab")
    x = alt.X("column:O", title=f"heap modulo {period}", axis=alt.Axis(labelAngle=0, ticks=False))
    y = alt.Y("row:O", title="heap from", axis=alt.Axis(ticks=False, labelPadding=5))
    base = alt.Chart(data(records)).encode(x=x, y=y)
    ink = alt.condition(alt.datum.value > _PALE * max(values), alt.value("white"), alt.value(INK))
    squares = base.mark_rect(stroke="#ffffff", strokeWidth=1).encode(
        color=alt.Color("value:Q", scale=colour, legend=None)
    )
    frames = (
        alt.Chart(data(odd))
        .mark_rect(filled=False, stroke=VERMILION, strokeWidth=2)
        .encode(x=alt.X("column:O"), y=alt.Y("row:O"))
    )
    numbers = base.mark_text(fontSize=11).encode(text="value:Q", color=ink)
    last_odd = max(record["row"] + record["column"] for record in odd)
    title = f"{name} ({code}): period {period}, {len(odd)} exceptions, the last of them heap {last_odd}"
    return layered(squares, frames, numbers).properties(width=WIDTH, height=_LINE * rows, title=heading(title))


def _picture(book: "Book") -> tuple["alt.LayerChart", int, list[int]]:
    """Which values the heaps of Grundy's game have, with the largest heap and the lost ones."""
    import altair as alt

    # two values a line: they come in such pairs, and lines stay thicker than a pixel
    rows = book.rows(
        FAMILY,
        "WITH part AS (SELECT heap, value, floor(? * log2(heap)) AS part FROM minimax.grundy "
        "WHERE game = 'grundy' AND heap > 0), "
        "ends AS (SELECT part, min(heap) - 0.5::DOUBLE AS low, max(heap) + 0.5::DOUBLE AS high FROM part GROUP BY part) "
        "SELECT low, high, value // 2 * 2 AS value, count(*) / (high - low) AS share FROM part JOIN ends USING (part) "
        "GROUP BY low, high, value // 2 ORDER BY low, value",
        STEPS,
    )
    lost = [
        heap
        for (heap,) in book.rows(
            FAMILY, "SELECT heap FROM minimax.grundy WHERE game = 'grundy' AND value = 0 AND heap > 0 ORDER BY heap"
        )
    ]
    if not rows:
        raise MissingTableError("heaps of Grundy's game", f"tafelwerk build {FAMILY} grundy", book.path)
    records: list[Record] = [
        {"low": low, "high": high, "value": value, "next": value + 2, "share": round(100 * share, 3)}
        for low, high, value, share in rows
    ]
    largest, top = int(rows[-1][1] - 0.5), max(record["next"] for record in records)
    ticks = [10**power for power in range(8) if 10**power <= largest]
    scale = alt.Scale(type="log", domain=[0.5, largest], nice=False)
    x = alt.X("low:Q", title="heap", scale=scale, axis=alt.Axis(values=ticks, format=",d"))
    y = alt.Y("value:Q", title="Grundy value", scale=alt.Scale(domain=[0, top], nice=False))
    shade = alt.Color(
        "share:Q",
        scale=alt.Scale(type="log", domain=[0.3, 100], clamp=True, range=["#dbe9f4", BLUE, INK], interpolate="lab"),
        legend=alt.Legend(title="heaps (%)", values=[0.3, 1, 3, 10, 30, 100], gradientLength=150),
    )
    cells = alt.Chart(data(records)).mark_rect().encode(x=x, x2="high:Q", y=y, y2="next:Q", color=shade)
    marks = (
        alt.Chart(data({"heap": heap} for heap in lost))
        .mark_tick(color=VERMILION, thickness=1.5, size=12, opacity=1)
        .encode(x=alt.X("heap:Q", scale=scale), y=alt.value(_PICTURE - 6))
    )
    title = f"Grundy's game: values up to {max(rows, key=lambda row: row[2])[2]}"
    return (
        layered(cells, marks).properties(width=WIDTH, height=_PICTURE, title=heading(title)),
        largest,
        lost,
    )
