"""The value over N beside L(N), and Johnson's conjectures about the hider."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tafelwerk.plots.colours import BAND, BLUE, INK, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Record, alt
from tafelwerk.plots.style import chart, hints, palette, panel, titled, x_axis, y_axis, zoom

LEAST = 16
"""Least number of consecutive games from N = 1 that the figures need."""

_START = 0.9  # of the axis of N
_EXTENT = 40  # of the labels of the vertical axes, so that panels are aligned
_WORDS = {True: "holds", False: "does not hold, or is not proved"}
_RULES = {
    "bound_met": "value = L(N)",
    "double_rule": "a₁ = 2 a₂",
    "sum_rule": "a₁ = a₂ + a₃",
    "ends_largest": "a₁ > aⱼ, 1 < j < N",
    "hider_unique": "only optimum (proved)",
}


def _games(book: Book, columns: Sequence[str]) -> list[Record]:
    """Columns of the consecutive games from N = 1 that the book holds, at least LEAST of them."""
    rows = book.records(
        "dresher",
        f"SELECT n, {', '.join(columns)} FROM dresher.games QUALIFY row_number() OVER (ORDER BY n) = n ORDER BY n",
    )
    need(len(rows) >= LEAST, f"Dresher's games with 1 to {LEAST} numbers")
    return rows


def _runs(rows: Sequence[Record], column: str) -> list[tuple[float, float, Any]]:
    """Each run of consecutive N with the same truth value in a column: its ends, half-way to their neighbours, and the value."""
    runs = [(truth, [row["n"] for row in run]) for truth, run in groupby(rows, key=lambda row: row[column])]
    return [(members[0] - 0.5, members[-1] + 0.5, truth) for truth, members in runs]


def _doublings(field: str, last: int, title: str) -> "alt.X":
    """The axis of N, a step for each factor of 2."""
    ticks = [2**power for power in range(13) if 2**power <= last + 0.5]
    return x_axis(title, _START, last + 0.5, field, {"type": "log", "base": 2}, values=ticks, format="d")


def value(book: Book) -> Drawing:
    """The value minus log2 N, and its excess over L(N)."""
    columns = [
        "round(value - log2(n), 6) AS v",
        "round(bound - log2(n), 6) AS l",
        "if(bound_met, 0, round(value - bound, 6)) AS excess",
        "bound_met",
    ]
    games = _games(book, columns)
    last = games[-1]["n"]
    plateaus = [
        {"left": max(low, _START), "right": high, "first": low + 0.5, "last": high - 0.5}
        for low, high, met in _runs(games, "bound_met")
        if met
    ]
    worst = max(games, key=lambda game: (game["excess"], -game["n"]))
    low, high = zoom([game[key] for game in games for key in "vl"], 0.1)
    above, below = (chart(games).encode(x=_doublings("n", last, title)) for title in ("", "N"))
    shaded = [
        chart(plateaus)
        .mark_rect(color=BAND)
        .encode(
            x=_doublings("left", last, title),
            x2="right:Q",
            tooltip=hints(first="the value is L(N) from N", last="to N"),
        )
        for title in ("", "N")
    ]
    title = "guesses − log₂ N"
    bound = above.mark_line(color=VERMILION, strokeWidth=1.4).encode(y=y_axis(title, low, high, "l", minExtent=_EXTENT))
    exact = above.mark_circle(color=INK, size=9, opacity=1)
    exact = exact.encode(y=y_axis(title, low, high, "v", minExtent=_EXTENT))
    _, highest = zoom([worst["excess"]], 0.02)
    excess = below.mark_rule(color=BLUE, strokeWidth=1.6).encode(
        y=y_axis("value − L(N)", 0, highest, "excess", minExtent=_EXTENT), y2=alt.Y2Datum(0)
    )
    return titled(
        alt.vconcat(panel(shaded[0], bound, exact, height=300), panel(shaded[1], excess, height=150), spacing=14),
        f"The value is L(N) in {sum(game['bound_met'] for game in games)} of {last} games, "
        f"and at most {worst['excess']:.4f} more (N = {worst['n']})",
        "Dots: value. Line: L(N), what the weights 2, 1, …, 1, 2 guarantee the hider. Shaded: plateaus, where both are equal.",
    )


def conjectures(book: Book) -> Drawing:
    """The rules that the hider's stored strategy satisfies, for each N."""
    games = [game for game in _games(book, list(_RULES)) if game["n"] >= 5]
    last = games[-1]["n"]
    held = {rule: sum(game[rule] for game in games) for rule in _RULES}
    strips = chart(
        {"left": low, "right": high, "rule": name, "held": truth}
        | {"first": low + 0.5, "last": high - 0.5, "said": _WORDS[truth]}
        for rule, name in _RULES.items()
        for low, high, truth in _runs(games, rule)
    )
    ticks = [2**power for power in range(3, 13) if 2**power <= last]
    label = f"datum.value ? '{_WORDS[True]}' : '{_WORDS[False]}'"
    key = alt.Legend(title=None, orient="bottom", labelExpr=label, symbolType="square")
    look = alt.Axis(labelFontSize=12, domain=False, ticks=False)
    drawn = strips.mark_rect(height=22).encode(
        x=x_axis("N", 4.5, last + 0.5, "left", values=ticks),
        x2="right:Q",
        y=alt.Y("rule:N", title=None, sort=list(_RULES.values()), axis=look),
        tooltip=hints(rule="rule", first="N from", last="N to", said="in these games"),
        color=palette("held:N", {True: BLUE, False: VERMILION}, key),
    )
    return titled(
        panel(drawn, height=34 * len(_RULES)),
        f"Johnson's conjectures, 5 ≤ N ≤ {last}: a₁ = a₂ + a₃ in {held['sum_rule']} of {len(games)} games, "
        f"a₁ = 2 a₂ in {held['double_rule']}",
        f"aⱼ: probability of j in the hider's stored strategy. a₁ > aⱼ for all 1 < j < N in {held['ends_largest']} games.",
    )
