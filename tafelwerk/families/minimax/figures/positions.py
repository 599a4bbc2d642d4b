"""Whole games: nodes of a search, quality of a limited look-ahead, stacks of burnt pancakes by distance.

Source: P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (alpha-beta search,
looking ahead with the evaluation M - O); D. S. Cohen and M. Blum, On the problem of sorting burnt pancakes, Discrete
Applied Mathematics 61, 1995.
"""

from tafelwerk.families.minimax.rules.limits import FAMILY
from tafelwerk.plots.colours import BLUE, COLOURS, INK, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, alt
from tafelwerk.plots.style import cells, chart, decades, dotted, hints, legend, palette, panel, titled, x_axis, y_axis

ANY = "in any order"
"""Minimax visits the same number of nodes in any order of moves."""

_SEARCHES = {"minimax": INK, "alpha-beta": BLUE}
_EVERY, _ONE = "every best-looking move keeps the value", "at least one does"


def nodes(book: Book) -> Drawing:
    """Nodes by search and order of moves."""
    rows = book.rows(FAMILY, "SELECT algorithm, move_order, nodes FROM minimax.node_counts WHERE game = 'tictactoe'")
    whole = need(next((count for name, _, count in rows if name == "minimax"), None), "node counts of tic-tac-toe")
    counts = dict(
        sorted(((order, count) for name, order, count in rows if name != "minimax"), key=lambda item: item[::-1])
    )
    need(counts, "node counts of tic-tac-toe")
    low = 10 ** (len(str(min(counts.values()))) - 1)
    searches = [("minimax", ANY, whole), *(("alpha-beta", order, count) for order, count in reversed(counts.items()))]
    base = chart(
        {"search": name, "order": order, "low": low, "nodes": count, "text": f"{count:,}"}
        for name, order, count in searches
    ).encode(
        y=alt.Y(
            "order:N", sort=[order for _, order, _ in searches], title="moves are tried", axis=alt.Axis(ticks=False)
        ),
        color=palette("search:N", _SEARCHES, alt.Legend(title=None, orient="top")),
        tooltip=hints(search="search", order="moves are tried", nodes="nodes visited"),
    )
    log = {"type": "log"}
    ticks = {"values": decades(low, 5 * 10**5, (1, 2, 5)), "format": ",d"}
    x = x_axis("nodes visited", low, 2.4 * whole, "nodes", log, **ticks)
    best = next(iter(counts))
    natural = "natural" if "natural" in counts else [*counts][-1]
    return titled(
        panel(
            base.mark_rule(strokeWidth=2.5).encode(
                x=x_axis("nodes visited", low, 2.4 * whole, "low", log, **ticks), x2="nodes:Q"
            ),
            base.mark_circle(size=70, opacity=1).encode(x=x),
            base.mark_text(align="left", dx=8, fontSize=11).encode(x=x, text="text:N"),
            height=30 * len(searches),
        ),
        f"Alpha-beta visits {counts[natural]:,} of {whole:,} nodes in {natural} order, {counts[best]:,} with the {best}",
        "The whole game of tic-tac-toe, utilities 1, 0, −1, full window; all visits are counted, root and leaves included.",
        "Best and worst first: by the true values.",
    )


def look_ahead(book: Book) -> Drawing:
    """How often the choice of a depth-limited search keeps the true value."""
    rows = book.rows(
        FAMILY,
        'SELECT depth, count(*), count(*) FILTER (every), count(*) FILTER ("some") FROM minimax.look_ahead '
        "JOIN minimax.positions USING (game, rank) WHERE game = 'tictactoe' AND depth > 0 AND distance > 0 "
        "GROUP BY depth ORDER BY depth",
    )
    need(rows, "looking ahead in tic-tac-toe")
    records = [
        {
            "depth": depth,
            "kind": kind,
            "percent": round(100 * kept / count, 4),
            # a share below 100 % must not be rounded to it
            "text": "100" if kept == count else f"{min(100 * kept / count, 99.9):.1f}",
        }
        for depth, count, *choices in rows
        for kind, kept in zip((_EVERY, _ONE), choices, strict=True)
    ]
    low = 5 * int(min(record["percent"] for record in records) // 5)
    base = chart(records).encode(
        x=cells("moves looked ahead", "depth:O"),
        y=y_axis("positions (%)", low, 101, "percent"),
        color=palette("kind:N", {_EVERY: BLUE, _ONE: VERMILION}, legend(direction="vertical")),
    )
    below = base.transform_filter(alt.datum.kind == _EVERY).mark_text(align="left", dx=4, dy=12, fontSize=11)
    above = base.transform_filter((alt.datum.kind == _ONE) & (alt.datum.text != "100"))
    above = above.mark_text(align="right", dx=-2, dy=-9, fontSize=11)
    safe = next((depth for depth, count, every, _ in rows if every == count), None)
    _, count, every, _ = rows[0]
    title = f"One move ahead can err in {100 - 100 * every / count:.0f} % of the positions of tic-tac-toe"
    if safe is not None:
        title += f", {safe} moves ahead in none"
    return titled(
        panel(*dotted(base, 40), below.encode(text="text:N"), above.encode(text="text:N"), height=300),
        title,
        f"All {count:,} positions that are not over, evaluation E = M − O: own open lines minus the opponent's. Exact.",
    )


def pancakes(book: Book) -> Drawing:
    """Stacks by the flips that sort them."""
    records = book.records(
        FAMILY,
        "SELECT regexp_extract(game::VARCHAR, '[0-9]+$')::INTEGER AS n, distance, count(*) AS count FROM minimax.positions "
        "WHERE starts_with(game::VARCHAR, 'burnt-pancakes-') GROUP BY n, distance ORDER BY n, distance",
    )
    need(records, "stacks of burnt pancakes")
    ends = {record["n"]: record for record in records}
    sizes, farthest = list(ends), max(record["distance"] for record in records)
    top = max(record["count"] for record in records)
    log = {"type": "log"}
    axes = {
        "x": x_axis("flips to the sorted stack", -0.3, farthest + 1.2, "distance", tickCount=farthest + 1, format="d"),
        "y": y_axis("stacks", 0.7, 2 * top, "count", log, values=decades(1, 10 * top), format=",d"),
        "tooltip": hints(n="pancakes", distance="flips", count="stacks"),
        "color": palette("n:O", {n: COLOURS[(n - sizes[0]) % len(COLOURS)] for n in sizes}),
    }
    names = chart(record | {"text": f"n = {n}"} for n, record in ends.items())
    most, last = sizes[-1], ends[sizes[-1]]
    stacks = "one stack needs" if last["count"] == 1 else f"{last['count']:,} stacks need"
    fewer = ", and stacks of fewer," if len(sizes) > 1 else ""
    total = sum(record["count"] for record in records if record["n"] == most)
    return titled(
        panel(
            *dotted(chart(records).encode(**axes), 36),
            names.mark_text(align="left", dx=8, fontSize=11).encode(**axes, text="text:N"),
            height=340,
        ),
        f"{most} burnt pancakes take up to {last['distance']} flips; {stacks} as many",
        f"All {total:,} stacks of {most}{fewer} by the fewest flips that sort them. Exact.",
    )
