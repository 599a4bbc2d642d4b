"""Figures 3.5 and 3.6: what it takes to solve a game, and how the bounds on its value close in."""

from itertools import count, takewhile
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import (
    BLUE,
    GREEN,
    INK,
    VERMILION,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    level,
    linear_x,
    linear_y,
    zoom,
)
from tafelwerk.tables.dresher import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

BUILD = f"tafelwerk build {FAMILY}"
"""The build that holds the rows of these figures."""

LEAST = 8
"""Games that figure 3.5 needs at least."""

CLOSED = 100
"""The game of figure 3.6."""

METHODS = {"plain": "from nothing, plain", "centred": "from nothing, centred"}
_WARM = "as built: 20 iterations per round, from the game before"
_COLOURS = {METHODS["plain"]: VERMILION, METHODS["centred"]: BLUE, _WARM: GREEN}
_TICKS = [0, *(step * 10**power for power in range(7) for step in (1, 3))]


def _work(book: "Book") -> tuple[list[dict[str, Any]], dict[tuple[str, int], int]]:
    """Rounds and simplex iterations of the runs from nothing and of the games as built, as records; the runs' rounds.

    Games beyond the first that was not run by both methods are left out.

    Raises:
        MissingTableError: fewer than LEAST games were run by both methods.
    """
    runs = book.rows(FAMILY, "SELECT method, n, rounds, pivots FROM dresher.runs WHERE n >= 2 ORDER BY method, n")
    rounds = {(method, n): times for method, n, times, _ in runs}
    both = set(takewhile(lambda n: ("plain", n) in rounds and ("centred", n) in rounds, count(2)))
    if len(both) < LEAST:
        raise MissingTableError("the work of solving games from nothing", BUILD, book.path)
    games = book.rows(
        FAMILY, "SELECT n, rounds, pivots FROM dresher.games WHERE n BETWEEN 2 AND ? ORDER BY n", max(both)
    )
    records = [{"n": n, "how": METHODS[method], "rounds": a, "pivots": b} for method, n, a, b in runs if n in both]
    records += [{"n": n, "how": _WARM, "rounds": a, "pivots": b} for n, a, b in games]
    return records, {key: times for key, times in rounds.items() if key[1] in both}


def _powers(last: int, named: bool) -> list["alt.Chart"]:
    """Dotted rules at the powers of two up to the last N, with their numbers above if so wanted."""
    import altair as alt

    powers = data({"n": 2**power} for power in range(2, 13) if 2**power <= last)
    base = alt.Chart(powers).encode(x=linear_x("", 0, last, "n", 16))
    rules = base.mark_rule(color=INK, strokeDash=[2, 3], strokeWidth=1)
    if not named:
        return [rules]
    numbers = base.mark_text(baseline="bottom", fontSize=11, color=INK)
    return [rules, numbers.encode(y=alt.value(-4), text=alt.Text("n:Q", format="d"))]


@figure("dresher-3.5", "Rounds and simplex iterations over N")
def effort(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.5: rounds and simplex iterations over N."""
    import altair as alt

    records, rounds = _work(book)
    last = max(record["n"] for record in records)
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="stroke", symbolSize=400)
    colour = alt.Color("how:N", scale=alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values())), legend=legend)
    panels = []
    for field, title in (("rounds", "rounds"), ("pivots", "simplex iterations")):
        high = 1.2 * max(record[field] for record in records)
        scale = alt.Scale(type="symlog", domain=[0, high], nice=False)
        lines = (
            alt.Chart(data({"n": record["n"], "how": record["how"], field: record[field]} for record in records))
            .mark_line(strokeWidth=1.6)
            .encode(
                x=linear_x("N" if field == "pivots" else "", 0, last, "n", 16),
                y=alt.Y(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(values=_TICKS, format=",d")),
                color=colour,
            )
        )
        panels.append(layered(*_powers(last, field == "rounds"), lines).properties(width=WIDTH, height=240))
    most = max(n for _, n in rounds)
    saved = sum(rounds["plain", n] for _, n in rounds) / sum(rounds["centred", n] for _, n in rounds)
    return dressed(
        alt.vconcat(*panels, spacing=14),
        f"Games to N = {most} from nothing: plain takes {saved:.1f} times the rounds of centred",
        "Plain asks for best trees against the program's optimal hider, centred against mixtures of it with the best known.",
        "From nothing, every round goes on to an optimum. Dotted: powers of two. Height: the logarithm of the count plus 1.",
    )


@figure("dresher-3.6", "N = 100: the bounds on the value from round to round")
def bounds(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.6: upper and lower bound from round to round for CLOSED numbers."""
    import altair as alt

    rows = book.rows(
        FAMILY, "SELECT method, round, upper, lower FROM dresher.bounds WHERE n = ? ORDER BY method, round", CLOSED
    )
    found = book.one(FAMILY, "SELECT value, value_num || '/' || value_den FROM dresher.games WHERE n = ?", CLOSED)
    if found is None or {row[0] for row in rows} != set(METHODS):
        raise MissingTableError(f"the bounds on the value of Dresher's game with {CLOSED} numbers", BUILD, book.path)
    value, fraction = found
    last = {method: max(row[1] for row in rows if row[0] == method) for method in METHODS}
    colours = {"upper bound: the trees so far": BLUE, "lower bound: the tree found": VERMILION}
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="stroke", symbolSize=400)
    colour = alt.Color("what:N", scale=alt.Scale(domain=list(colours), range=list(colours.values())), legend=legend)
    low, high = zoom([min(row[3] for row in rows) - 0.05, max(row[2] for row in rows) + 0.05], 0.1)
    panels = []
    for method in METHODS:
        records = [
            {"round": number, "bound": round(bound, 5), "what": what}
            for name, number, *pair in rows
            for what, bound in zip(colours, pair, strict=True)
            if name == method
        ]
        lines = (
            alt.Chart(data(records))
            .mark_line(strokeWidth=1.3)
            .encode(
                x=linear_x("round" if method == "centred" else "", 0, max(last.values()), "round"),
                y=linear_y("guesses", low, high, "bound"),
                color=colour,
            )
        )
        title = heading(f"{METHODS[method]}: {last[method]} rounds")
        panels.append(layered(level(value), lines).properties(width=WIDTH, height=210, title=title))
    return dressed(
        alt.vconcat(*panels, spacing=14),
        f"N = {CLOSED}: the bounds meet after {last['plain']} rounds, centred after {last['centred']}",
        f"Dashed: the value, {fraction} = {value:.6f}.",
    )
