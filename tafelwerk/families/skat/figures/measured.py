"""Measurements of the ladder of solvers: entries of the transposition table, sure tricks, and the cost of Null.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, figures 5.4, 9.6, 11.3 and 11.4.
"""

from math import comb

from tafelwerk.families.skat.figures.ladder import STEPS
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.plots.colours import BLUE, BROWN, GREEN, MUTED, PURPLE, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Record, alt
from tafelwerk.plots.style import chart, decades, legend, palette, panel, silent, titled, x_axis, y_axis

CARDS = 10
"""Cards in a hand."""

BOUND = 1 + 3 * sum(comb(CARDS, left) ** 3 for left in range(1, CARDS))
"""Upper bound on the number of positions at the start of a trick in a deal (section 5.3)."""

DOTS = 2000
"""Most outcomes in the figure of sure tricks."""

TABLED = {"ab_tt": BLUE, "mws_tt": BROWN, "mws_equiv": GREEN, "mws_ss": PURPLE, "mws_mo": VERMILION}
NULL = {"null_tt": BLUE, "null_safe": GREEN, "null_mo": VERMILION, "fast_null": MUTED}
"""Steps and the colours of their lines."""

NAMES = STEPS | {
    "null_tt": "with a table",
    "null_safe": "with safe suits",
    "null_mo": "with move ordering",
    "fast_null": "fast solver of Null",
}

SIDES = {"declarer leads": BLUE, "defenders lead": VERMILION}


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
    by_side = [f"{one:.2f} where {who}" for one, who in ((alone, "the declarer leads"), (against, "a defender does"))]
    found = book.records(
        FAMILY,
        "SELECT sure AS x, points AS y, if(declarer = 'forehand', 'declarer leads', 'defenders lead') AS side"
        f" {of} QUALIFY row_number() OVER (ORDER BY deal % 10007, deal, game, declarer) <= {DOTS} ORDER BY ALL",
    )
    dots = chart(found).mark_circle(size=22, opacity=0.65)
    diagonal = chart({"x": end, "y": end} for end in (0, 120))
    diagonal = diagonal.mark_line(color=MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=silent()
    )
    ticks: Record = {"values": [*range(0, 121, 20)]}
    shown = dots.encode(
        x=x_axis("declarer's points that sure tricks leave", -2, 122, "x", **ticks),
        y=y_axis("declarer's points under best play by all", -2, 122, "y", **ticks),
        color=palette("side:N", SIDES, legend(symbolSize=70)),
    )
    return titled(
        panel(diagonal, shown, width=380, height=380),
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
    lines = chart(rows).mark_line(interpolate="step-after", strokeWidth=1.8)
    drawn = lines.encode(
        x=x_axis(title, *ends, "x", {"type": "log"}, values=decades(*ends), format="~s" if min(spent) >= 1 else "~g"),
        y=y_axis("deals, %", 0, 100, "y"),
        color=palette("step:N", colours, legend(symbolSize=70)),
        order=alt.Order("y:Q"),
    )
    return titled(panel(drawn), *titles)
