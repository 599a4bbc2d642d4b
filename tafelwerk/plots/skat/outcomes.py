"""Figures over all stored outcomes of random deals: how many points declarers make, and what jacks are worth."""

from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.style import BLUE, HEIGHT, VERMILION, WIDTH, data, dressed, layered
from tafelwerk.tables.skat import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LEAST = 40
"""Outcomes of ten cards each that a figure needs at least."""

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")


def whole_deals(book: "Book") -> int:
    """Outcomes of deals of ten cards each.

    Raises:
        MissingTableError: fewer than LEAST.
    """
    row = book.one(FAMILY, "SELECT count(*) FROM skat.results JOIN skat.deals USING (deal) WHERE cards_each = 10")
    if row is None or row[0] < LEAST:
        raise MissingTableError("outcomes of random deals", f"tafelwerk build {FAMILY}")
    return int(row[0])


def points(book: "Book") -> "alt.TopLevelMixin":
    """The declarer's points in suit games and Grand, in steps of five."""
    import altair as alt

    count = whole_deals(book)
    rows = book.rows(
        FAMILY,
        "SELECT least(points // 5 * 5, 115), count(*) FROM skat.results JOIN skat.deals USING (deal) "
        "WHERE cards_each = 10 AND points IS NOT NULL GROUP BY ALL ORDER BY ALL",
    )
    total = sum(row[1] for row in rows)
    (won,) = book.rows(
        FAMILY,
        "SELECT count(*) FROM skat.results JOIN skat.deals USING (deal) "
        "WHERE cards_each = 10 AND points IS NOT NULL AND won",
    )[0]
    records = [
        {"from": low, "to": low + 5, "base": 0, "percent": round(100 * number / total, 4)} for low, number in rows
    ]
    bars = (
        alt.Chart(data(records))
        .mark_rect(color=BLUE, stroke="white")
        .encode(
            x=alt.X("from:Q", title="declarer's points", scale=alt.Scale(domain=[0, 120]), axis=alt.Axis(tickCount=12)),
            x2="to:Q",
            y=alt.Y("percent:Q", title="outcomes, %", scale=alt.Scale(domainMin=0)),
            y2="base:Q",
        )
    )
    limit = alt.Chart(data([{"x": 61}])).mark_rule(color=VERMILION, strokeDash=[5, 4]).encode(x="x:Q")
    return dressed(
        layered(bars, limit).properties(width=WIDTH, height=HEIGHT),
        f"Suit games and Grand on random deals: the declarer wins {100 * won / total:.1f} % of {total:,}",
        f"Best play by all with open cards, the Skat as dealt; {count:,} outcomes with Null. Dashed: 61 points win.",
    )


def jacks(book: "Book") -> "alt.TopLevelMixin":
    """The chance to win by game and the declarer's jacks."""
    import altair as alt

    whole_deals(book)
    rows = book.rows(
        FAMILY,
        "SELECT h.game::VARCHAR, bit_count(h.hand >> 28), count(*), sum(h.won::INTEGER) FROM skat.hands h "
        "JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null' GROUP BY ALL ORDER BY ALL",
    )
    records = [
        {"game": game, "jacks": count, "percent": round(100 * won / number, 4), "of": number}
        for game, count, number, won in rows
    ]
    held = [(record["jacks"], record["of"], record["percent"]) for record in records]
    chances = {
        number: sum(of * percent for jacks, of, percent in held if jacks == number)
        / sum(of for jacks, of, _ in held if jacks == number)
        for number in sorted({jacks for jacks, _, _ in held})
    }
    chart = (
        alt.Chart(data(records))
        .mark_bar(color=BLUE)
        .encode(
            x=alt.X("jacks:O", title="jacks", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("percent:Q", title="won, %", scale=alt.Scale(domain=[0, 100])),
        )
        .properties(width=WIDTH // 6, height=HEIGHT * 2 // 3)
        .facet(column=alt.Column("game:N", title=None, sort=list(GAMES)))
    )
    return dressed(
        chart,
        "Jacks decide: won with " + ", ".join(f"{number}: {chance:.0f} %" for number, chance in chances.items()),
        "Jacks in the declarer's hand. Best play by all with open cards, the Skat as dealt, the declarer in any seat.",
    )
