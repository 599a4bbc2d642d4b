"""The value over N beside L(N), and Johnson's suppositions about the hider."""

from collections.abc import Sequence
from itertools import groupby
from math import log2
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, INK, ORANGE, VERMILION, WIDTH, data, dressed, layered, linear_y, zoom
from tafelwerk.tables.dresher import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LEAST = 16
"""Consecutive games from N = 1 on that the figures need at least."""

_START = 0.9  # of the axis of N
_EXTENT = 40  # of the labels of the vertical axes, so that panels stand one under the other
_BAND = "#d6e7f4"
_RULES = {
    "bound_met": "value = L(N)",
    "double_rule": "a1 = 2 a2",
    "sum_rule": "a1 = a2 + a3",
    "ends_largest": "a1 > aj, 1 < j < N",
    "hider_unique": "only optimum (proved)",
}


def _games(book: "Book", columns: Sequence[str]) -> list[tuple[Any, ...]]:
    """Columns of the consecutive games that the book has from N = 1 on.

    Raises:
        MissingTableError: fewer than LEAST.
    """
    rows = book.rows(
        FAMILY,
        f"SELECT n, {', '.join(columns)} FROM dresher.games QUALIFY row_number() OVER (ORDER BY n) = n ORDER BY n",
    )
    if len(rows) < LEAST:
        raise MissingTableError(f"Dresher's games with 1 to {LEAST} numbers", f"tafelwerk build {FAMILY}", book.path)
    return rows


def _runs(truths: Sequence[tuple[int, Any]]) -> list[tuple[int, int, Any]]:
    """First, last and truth of each run of consecutive N with the same."""
    found = []
    for truth, run in groupby(truths, key=lambda item: item[1]):
        members = [n for n, _ in run]
        found.append((members[0], members[-1], truth))
    return found


def _doublings(field: str, last: int, title: str = "N") -> "alt.X":
    """The axis of N, a step for each factor of 2."""
    import altair as alt

    ticks = [2**power for power in range(13) if 2**power <= last + 0.5]
    scale = alt.Scale(type="log", base=2, domain=[_START, last + 0.5], nice=False)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(values=ticks, format="d"))


@figure("dresher-value", "Value, log2 N and L(N)")
def value(book: "Book") -> "alt.TopLevelMixin":
    """The value less log2 N, and what it exceeds L(N) by."""
    import altair as alt

    rows = _games(book, ["value", "bound", "bound_met"])
    last = rows[-1][0]
    bands = [
        {"left": max(first - 0.5, _START), "right": end + 0.5}
        for first, end, met in _runs([(row[0], row[3]) for row in rows])
        if met
    ]
    records = [
        {
            "n": n,
            "v": round(v - log2(n), 6),
            "l": round(bound - log2(n), 6),
            "excess": 0 if met else round(v - bound, 6),
        }
        for n, v, bound, met in rows
    ]
    worst = max(records, key=lambda record: (record["excess"], -record["n"]))
    low, high = zoom([record[key] for record in records for key in "vl"], 0.1)
    shaded = [
        alt.Chart(data(bands)).mark_rect(color=_BAND).encode(x=_doublings("left", last, title), x2="right:Q")
        for title in ("", "N")
    ]
    above, below = (alt.Chart(data(records)).encode(x=_doublings("n", last, title)) for title in ("", "N"))
    title = "guesses − log2 N"
    bound = above.mark_line(color=VERMILION, strokeWidth=1.4).encode(
        y=linear_y(title, low, high, "l").axis(minExtent=_EXTENT)
    )
    exact = above.mark_circle(color=INK, size=9, opacity=1).encode(
        y=linear_y(title, low, high, "v").axis(minExtent=_EXTENT)
    )
    _, highest = zoom([worst["excess"]], 0.02)
    excess = below.mark_rule(color=BLUE, strokeWidth=1.6).encode(
        y=linear_y("value − L(N)", 0, highest, "excess").axis(minExtent=_EXTENT), y2=alt.Y2Datum(0)
    )
    return dressed(
        alt.vconcat(
            layered(shaded[0], bound, exact).properties(width=WIDTH, height=300),
            layered(shaded[1], excess).properties(width=WIDTH, height=150),
            spacing=14,
        ),
        f"The value is L(N) in {sum(row[3] for row in rows)} of {last} games, "
        f"and at most {worst['excess']:.4f} more (N = {worst['n']})",
        "Dots: value. Line: L(N), what the weights 2, 1, …, 1, 2 guarantee the hider. Shaded: plateaus, where both are equal.",
    )


@figure("dresher-conjectures", "Which of Johnson's suppositions hold, for each N")
def conjectures(book: "Book") -> "alt.TopLevelMixin":
    """For each N which rules the stored strategy of the hider keeps."""
    import altair as alt

    rows = [row for row in _games(book, list(_RULES)) if row[0] >= 5]
    last = rows[-1][0]
    held = {rule: sum(row[i] for row in rows) for i, rule in enumerate(_RULES, 1)}
    records = [
        {"left": first - 0.5, "right": end + 0.5, "rule": name, "held": truth}
        for i, name in enumerate(_RULES.values(), 1)
        for first, end, truth in _runs([(row[0], row[i]) for row in rows])
    ]
    ticks = [power for power in (8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096) if power <= last]
    scale = alt.Scale(domain=[4.5, last + 0.5], nice=False)
    legend = alt.Legend(
        title=None,
        orient="bottom",
        labelExpr="datum.value ? 'holds' : 'does not hold, or is not proved'",
        symbolType="square",
    )
    chart = (
        alt.Chart(data(records))
        .mark_rect(height=22)
        .encode(
            x=alt.X("left:Q", title="N", scale=scale, axis=alt.Axis(values=ticks)),
            x2="right:Q",
            y=alt.Y(
                "rule:N",
                title=None,
                sort=list(_RULES.values()),
                axis=alt.Axis(labelFontSize=12, domain=False, ticks=False),
            ),
            color=alt.Color("held:N", scale=alt.Scale(domain=[True, False], range=[BLUE, ORANGE]), legend=legend),
        )
        .properties(width=WIDTH, height=34 * len(_RULES))
    )
    return dressed(
        chart,
        f"Johnson's suppositions, 5 ≤ N ≤ {last}: a1 = a2 + a3 in {held['sum_rule']} of {len(rows)} games, "
        f"a1 = 2 a2 in {held['double_rule']}",
        f"aj: probability of j in the stored strategy of the hider. a1 > aj for all 1 < j < N in {held['ends_largest']} games.",
    )
