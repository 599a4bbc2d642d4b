"""Figures over all stored outcomes of random deals: how many points declarers make, and what jacks are worth."""

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, HEIGHT, VERMILION, WIDTH, data, dressed, heading, layered
from tafelwerk.tables.builds.skat import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LEAST = 40
"""Outcomes of ten cards each that a figure needs at least."""

ENOUGH = 5
"""Outcomes from which on a chance is shown."""

TELLING = 30
"""Hands from which on a title tells a chance."""

TOP = 120
"""Card points in the pack."""

GAMES = {"clubs": "clubs", "spades": "spades", "hearts": "hearts", "diamonds": "diamonds", "grand": "Grand"}
"""Games in which points count, as figures call them."""

BAR, PANEL = 5, 140
"""Points that share a bar; width of the panel of a game, in pixels."""

COUNT_INK = "#5c5c5c"
"""Colour of numbers of outcomes."""


def whole_deals(book: "Book") -> int:
    """Outcomes of deals of ten cards each.

    Raises:
        MissingTableError: fewer than LEAST.
    """
    row = book.one(FAMILY, "SELECT count(*) FROM skat.results JOIN skat.deals USING (deal) WHERE cards_each = 10")
    if row is None or row[0] < LEAST:
        raise MissingTableError("outcomes of random deals", f"tafelwerk build {FAMILY}", book.path)
    return int(row[0])


@figure("skat-points", "The declarer's points on random deals")
def points(book: "Book") -> "alt.TopLevelMixin":
    """The declarer's points in suit games and Grand: 1 to 5 and none, 6 to 10, ..., 61 to 65, ..."""
    import altair as alt

    whole_deals(book)
    rows = book.rows(
        FAMILY,
        f"SELECT greatest(points::INTEGER - 1, 0) // {BAR} * {BAR} + 1 AS low, count(*), sum(won::INTEGER)"
        " FROM skat.results JOIN skat.deals USING (deal)"
        " WHERE cards_each = 10 AND points IS NOT NULL GROUP BY ALL ORDER BY ALL",
    )
    total, won = sum(row[1] for row in rows), sum(row[2] for row in rows)
    # between whole points, so that a bar ends where the next begins, and 0 lies within the lowest
    records = [
        {
            "from": low - 0.5 if low > 1 else -0.5,
            "to": low + BAR - 0.5,
            "base": 0,
            "percent": round(100 * number / total, 4),
        }
        for low, number, _ in rows
    ]
    ends, highest = [-1, TOP + 1], 1.08 * max(record["percent"] for record in records)
    bars = (
        alt.Chart(data(records))
        .mark_rect(color=BLUE, stroke="white")
        .encode(
            x=alt.X(
                "from:Q",
                title="declarer's points",
                scale=alt.Scale(domain=ends, nice=False),
                axis=alt.Axis(values=[*range(0, TOP + 1, 10)]),
            ),
            x2="to:Q",
            y=alt.Y("percent:Q", title="outcomes, %", scale=alt.Scale(domain=[0, highest], nice=False)),
            y2="base:Q",
        )
    )
    limit = alt.Chart(data([{"x": 60.5}])).mark_rule(color=VERMILION, strokeDash=[5, 4], strokeWidth=1.5)
    return dressed(
        layered(bars, limit.encode(x="x:Q")).properties(width=WIDTH, height=HEIGHT),
        f"Suit games and Grand on random deals: the declarer wins {100 * won / total:.1f} % of {total:,}",
        "Best play by all with open cards, the Skat as dealt.",
        f"Bars of {BAR} points, 0 with the lowest; right of the dashed line, from 61 points on, the declarer wins.",
    )


@figure("skat-jacks", "The chance to win by game and jacks")
def jacks(book: "Book") -> "alt.TopLevelMixin":
    """The chance to win by game and the declarer's jacks."""
    import altair as alt

    whole_deals(book)
    rows = book.rows(
        FAMILY,
        "SELECT h.game::VARCHAR, bit_count(h.hand >> 28), count(*), sum(h.won::INTEGER) FROM skat.hands h "
        "JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null' GROUP BY ALL ORDER BY ALL",
    )
    records: dict[str, list[dict[str, Any]]] = {game: [] for game in GAMES}
    seen: dict[int, list[tuple[int, int]]] = {}
    for game, held, count, won in rows:
        percent = round(100 * won / count, 4) if count >= ENOUGH else None
        records[game].append({"jacks": held, "of": count, "n": f"{count:,}", "percent": percent, "top": percent or 0})
        seen.setdefault(held, []).append((count, won))
    shown = [game for game in GAMES if records[game]]
    panels = [_panel(records[game], GAMES[game], axis=game == shown[0]) for game in shown]
    # a hand counts once, however many games were played with it
    telling = [
        f"{100 * sum(won for _, won in games) / sum(count for count, _ in games):.0f} % with {held or 'none'}"
        for held, games in sorted(seen.items())
        if max(games)[0] >= TELLING
    ]
    return dressed(
        alt.hconcat(*panels, spacing=16),
        "The chance to win by the declarer's jacks" + (f": {', '.join(telling)}" if telling else ""),
        "Best play by all with open cards on random deals, the Skat as dealt, the declarer in any seat.",
        f"Grey: number of outcomes; no chance is given for fewer than {ENOUGH}.",
    )


def _panel(records: list[dict[str, Any]], title: str, *, axis: bool) -> "alt.LayerChart":
    """The chances of one game, a bar for each number of jacks."""
    import altair as alt

    base = alt.Chart(data(records)).encode(
        x=alt.X("jacks:O", title="jacks", scale=alt.Scale(domain=[*range(5)]), axis=alt.Axis(labelAngle=0))
    )
    scale = alt.Scale(domain=[0, 108], nice=False)  # a number has room above a full bar
    ticks = alt.Axis(values=[*range(0, 101, 20)], labels=axis, ticks=axis)
    title_y = "won, %" if axis else None
    bars = (
        base.transform_filter("datum.percent !== null")
        .mark_bar(color=BLUE)
        .encode(y=alt.Y("percent:Q", title=title_y, scale=scale, axis=ticks))
    )
    counts = base.mark_text(dy=-6, fontSize=9, color=COUNT_INK).encode(
        y=alt.Y("top:Q", title=title_y, scale=scale, axis=ticks), text="n:N"
    )
    chart: alt.LayerChart = layered(bars, counts).properties(width=PANEL, height=HEIGHT * 2 // 3, title=heading(title))
    return chart
