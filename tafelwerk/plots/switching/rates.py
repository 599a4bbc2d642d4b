"""Heuristic against heuristic over the order of the board."""

from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, HEIGHT, INK, WIDTH, data, dressed, layered, linear_x, linear_y, zoom
from tafelwerk.rules.switching.boards import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LEAST = 2
"""Boards that the figure needs at least."""


@figure("switching-5.8", "Heuristic against heuristic: how often Cut wins, by the order of the board")
def rates(book: "Book") -> "alt.TopLevelMixin":
    """The share of games that Cut wins."""
    import altair as alt

    rows = book.rows(FAMILY, "SELECT m, cut, losing, mixed FROM switching.rates ORDER BY m")
    if len(rows) < LEAST:
        raise MissingTableError("heuristic against heuristic on several boards", f"tafelwerk build {FAMILY}", book.path)
    records = [{"m": m, "cut": round(100 * cut, 4)} for m, cut, _, _ in rows]
    first, last = rows[0][0], rows[-1][0]
    low, _ = zoom([record["cut"] for record in records], 10.0)
    base = alt.Chart(data(records)).encode(
        x=linear_x("order M", first - 0.5, last + 0.5, "m", last - first + 1),
        y=linear_y("Cut wins (%)", min(low, 90.0), 101.0, "cut"),
    )
    lost = next(((m, losing + mixed) for m, _, losing, mixed in rows if losing + mixed), None)
    title = f"Cut wins every game on the boards of orders {first} to {last}"
    if lost is not None:
        title = f"From order {lost[0]} on the heuristic can lose to itself; at order {last} Cut wins {rows[-1][1]:.1%}"
    return dressed(
        layered(
            base.mark_line(color=BLUE, strokeWidth=1.6), base.mark_circle(color=INK, size=36, opacity=1)
        ).properties(width=WIDTH, height=HEIGHT),
        title,
        "Both follow the resistor heuristic, Cut first, all ties enumerated: exact.",
    )
