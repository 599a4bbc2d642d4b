"""Figures 3.5 and 3.6 and the unnumbered one between: the work of solving a game, and the bounds on its value by round."""

from itertools import count, takewhile

from tafelwerk.plots.colours import BLUE, GREEN, INK, STROKES, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, decades, legend, level, palette, panel, silent, titled, x_axis, y_axis, zoom

LEAST, MOST = 8, 512
"""Least and greatest number of games in figure 3.5."""

CLOSED = 100
"""The game of figure 3.6."""

NAMED = 16
"""Least power of two with a label, so that labels do not overlap."""

METHODS = {"plain": "from scratch, plain", "centred": "from scratch, centred"}
_WARM = "as built: 20 iterations per round, from the game before"
_COLOURS = {METHODS["plain"]: VERMILION, METHODS["centred"]: BLUE, _WARM: GREEN}


def _work(book: Book) -> tuple[list[Record], dict[tuple[str, int], int]]:
    """Rounds, simplex iterations and seconds of the runs from scratch and of the games as built, as records; rounds of the runs.

    Runs stop before the first game that was not run by both methods, games before the first that is not stored.
    """
    runs = book.rows(
        "dresher", "SELECT method, n, rounds, pivots, seconds FROM dresher.runs WHERE n >= 2 ORDER BY method, n"
    )
    rounds = {(method, n): times for method, n, times, _, _ in runs}
    both = set(takewhile(lambda n: ("plain", n) in rounds and ("centred", n) in rounds, count(2)))
    need(len(both) >= LEAST, "the work of solving games from scratch")
    games = book.rows(
        "dresher",
        "SELECT n, rounds, pivots, seconds FROM dresher.games WHERE n BETWEEN 2 AND ?"
        " QUALIFY row_number() OVER (ORDER BY n) = n - 1 ORDER BY n",
        MOST,
    )
    names = ("how", "n", "rounds", "pivots", "seconds")
    records = [dict(zip(names, (METHODS[how], *rest), strict=True)) for how, *rest in runs if rest[0] in both]
    records += [dict(zip(names, (_WARM, *row), strict=True)) for row in games]
    return records, {key: times for key, times in rounds.items() if key[1] in both}


def _powers(last: int, named: bool) -> list[Layer]:
    """Dotted rules at the powers of two up to the last N, with labels above them if wanted."""
    base = chart({"n": 2**power} for power in range(2, 13) if 2**power <= last)
    base = base.encode(x=x_axis("", 0, last, "n", tickCount=16))
    rules = base.mark_rule(color=INK, strokeDash=[2, 3], strokeWidth=1).encode(tooltip=silent())
    numbers = base.transform_filter(f"datum.n >= {NAMED}").mark_text(baseline="bottom", fontSize=11, color=INK)
    return [rules, *([numbers.encode(y=alt.value(-4), text=alt.Text("n:Q", format="d"))] if named else [])]


def effort(book: Book) -> Drawing:
    """Figure 3.5: rounds and simplex iterations over N."""
    records, rounds = _work(book)
    last = max(record["n"] for record in records)
    colour = palette("how:N", _COLOURS, legend(**STROKES))
    panels = []
    for field, title in (("rounds", "rounds"), ("pivots", "simplex iterations")):
        high = 1.2 * max(record[field] for record in records)
        lines = chart({"n": record["n"], "how": record["how"], field: record[field]} for record in records)
        drawn = lines.mark_line(strokeWidth=1.6).encode(
            x=x_axis("N" if field == "pivots" else "", 0, last, "n", tickCount=16),
            y=y_axis(
                title, 0, high, field, {"type": "symlog"}, values=[0, *decades(1, 3 * 10**6, (1, 3))], format=",d"
            ),
            color=colour,
        )
        panels.append(panel(*_powers(last, field == "rounds"), drawn, height=240))
    most = max(n for _, n in rounds)
    saved = sum(rounds["plain", n] for _, n in rounds) / sum(rounds["centred", n] for _, n in rounds)
    return titled(
        alt.vconcat(*panels, spacing=14),
        f"Games to N = {most} from scratch: plain takes {saved:.1f} times the rounds of centred; as built to N = {last}",
        "Plain adds best trees against the LP's optimal hider, centred against mixtures of it with the best known one.",
        "From scratch, every round ends at an optimum. Dotted: powers of two. Height: logarithm of the count plus 1.",
    )


def seconds(book: Book) -> Drawing:
    """The unnumbered figure of section 3.3: computing time over N, of the runs from scratch and of the games as built."""
    records, _ = _work(book)
    last = max(record["n"] for record in records)
    measured = [{key: record[key] for key in ("n", "how", "seconds")} for record in records if record["seconds"] > 0]
    low, high = min(record["seconds"] for record in measured), max(record["seconds"] for record in measured)
    lines = chart(measured).mark_line(strokeWidth=1.6)
    drawn = lines.encode(
        x=x_axis("N", 0, last, "n", tickCount=16),
        y=y_axis("seconds", low / 1.2, 1.2 * high, "seconds", {"type": "log"}, values=decades(1e-6, 1e5)),
        color=palette("how:N", _COLOURS, legend(**STROKES)),
    )
    slowest = {how: max(record["seconds"] for record in measured if record["how"] == how) for how in _COLOURS}
    return titled(
        panel(*_powers(last, True), drawn, height=300),
        f"Seconds per game: plain to {slowest[METHODS['plain']]:.2g}, centred to {slowest[METHODS['centred']]:.2g}, "
        f"as built to {slowest[_WARM]:.2g}",
        "On one core, measured when the rows were made. From scratch by HiGHS, as built by Tafelwerk's own method.",
        "Dotted: powers of two.",
    )


def bounds(book: Book) -> Drawing:
    """Figure 3.6: upper and lower bound by round for CLOSED numbers."""
    rows = book.rows(
        "dresher", "SELECT method, round, upper, lower FROM dresher.bounds WHERE n = ? ORDER BY method, round", CLOSED
    )
    found = book.one("dresher", "SELECT value, value_num || '/' || value_den FROM dresher.games WHERE n = ?", CLOSED)
    what = f"the bounds on the value of Dresher's game with {CLOSED} numbers"
    need({row[0] for row in rows} == set(METHODS), what)
    value, fraction = need(found, what)
    last = {method: max(row[1] for row in rows if row[0] == method) for method in METHODS}
    colours = {"upper bound: the trees so far": BLUE, "lower bound: the tree found": VERMILION}
    low, high = zoom([min(row[3] for row in rows) - 0.05, max(row[2] for row in rows) + 0.05], 0.1)
    panels = []
    for method, word in METHODS.items():
        lines = chart(
            {"round": number, "bound": round(bound, 5), "what": what}
            for name, number, *pair in rows
            for what, bound in zip(colours, pair, strict=True)
            if name == method
        )
        drawn = lines.mark_line(strokeWidth=1.3).encode(
            x=x_axis("round" if method == "centred" else "", 0, max(last.values()), "round"),
            y=y_axis("guesses", low, high, "bound"),
            color=palette("what:N", colours, legend(**STROKES)),
        )
        panels.append(panel(level(value), drawn, height=210, title=f"{word}: {last[method]} rounds"))
    return titled(
        alt.vconcat(*panels, spacing=14),
        f"N = {CLOSED}: the bounds meet after {last['plain']} rounds, centred after {last['centred']}",
        f"Dashed: the value, {fraction} = {value:.6f}.",
    )
