"""Whole games: nodes of a search, how good looking ahead is, stacks of burnt pancakes by distance.

Source: P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (alpha-beta search,
looking ahead with the evaluation M - O); D. S. Cohen and M. Blum, On the problem of sorting burnt pancakes, Discrete
Applied Mathematics 61, 1995.
"""

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, COLOURS, INK, VERMILION, WIDTH, data, dressed, layered
from tafelwerk.tables.minimax.builds import game_build_line
from tafelwerk.tables.minimax.words import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

Record = dict[str, Any]

BUILT_PANCAKES = 7
"""Stacks of up to so many are in the standard set."""

ANY = "in any order"
"""Minimax visits as many nodes however moves are ordered."""

_SEARCHES = {"minimax": INK, "alpha-beta": BLUE}
_CHOICES = {"every": "every best-looking move keeps the value", "one": "at least one does"}


@figure("minimax-nodes", "Tic-tac-toe: nodes of minimax and alpha-beta by the order of moves")
def nodes(book: "Book") -> "alt.TopLevelMixin":
    """Nodes by search and order of moves."""
    import altair as alt

    rows = book.rows(FAMILY, "SELECT algorithm, move_order, nodes FROM minimax.node_counts WHERE game = 'tictactoe'")
    counts = {(algorithm, order): count for algorithm, order, count in rows}
    orders = [
        order for _, order in sorted((count, order) for (name, order), count in counts.items() if name != "minimax")
    ]
    whole = next((count for (name, _), count in counts.items() if name == "minimax"), None)
    if not orders or whole is None:
        raise MissingTableError("node counts of tic-tac-toe", game_build_line("tictactoe"), book.path)
    low = 10 ** (len(str(min(counts.values()))) - 1)
    searches = [
        ("minimax", ANY, whole),
        *(("alpha-beta", order, counts["alpha-beta", order]) for order in orders[::-1]),
    ]
    records: list[Record] = [
        {"search": name, "order": order, "low": low, "nodes": count, "text": f"{count:,}"}
        for name, order, count in searches
    ]
    scale = alt.Scale(type="log", domain=[low, 2.4 * whole], nice=False)
    ticks = [power * step for power in (10, 100, 1000, 10**4, 10**5) for step in (1, 2, 5) if low <= power * step]
    names = list(_SEARCHES)
    base = alt.Chart(data(records)).encode(
        y=alt.Y("order:N", sort=[ANY, *orders[::-1]], title="moves are tried", axis=alt.Axis(ticks=False)),
        color=alt.Color(
            "search:N",
            sort=names,
            scale=alt.Scale(domain=names, range=list(_SEARCHES.values())),
            legend=alt.Legend(title=None, orient="top"),
        ),
    )
    x = alt.X("nodes:Q", title="nodes visited", scale=scale, axis=alt.Axis(values=ticks, format=",d"))
    bars = base.mark_rule(strokeWidth=2.5).encode(x=alt.X("low:Q", scale=scale), x2="nodes:Q")
    points = base.mark_circle(size=70, opacity=1).encode(x=x)
    texts = base.mark_text(align="left", dx=8, fontSize=11).encode(x=x, text="text:N")
    best, natural = orders[0], "natural" if "natural" in orders else orders[-1]
    return dressed(
        layered(bars, points, texts).properties(width=WIDTH, height=30 * len(searches)),
        f"Alpha-beta visits {counts['alpha-beta', natural]:,} of {whole:,} nodes in {natural} order, "
        f"{counts['alpha-beta', best]:,} with the {best}",
        "The whole game of tic-tac-toe, utilities 1, 0, -1, full window; every visit counts, the root and the leaves too.",
        "Best and worst first: by the true values.",
    )


@figure("minimax-look-ahead", "Tic-tac-toe: how often looking ahead keeps the value, by depth")
def look_ahead(book: "Book") -> "alt.TopLevelMixin":
    """How often the choice of a depth-limited search keeps the true value."""
    import altair as alt

    rows = book.rows(
        FAMILY,
        'SELECT depth, count(*), count(*) FILTER (every), count(*) FILTER ("some") FROM minimax.look_ahead '
        "JOIN minimax.positions USING (game, rank) WHERE game = 'tictactoe' AND depth > 0 AND distance > 0 "
        "GROUP BY depth ORDER BY depth",
    )
    if not rows:
        raise MissingTableError("looking ahead in tic-tac-toe", game_build_line("tictactoe"), book.path)
    records: list[Record] = []
    for depth, count, every, one in rows:
        for name, kept in (("every", every), ("one", one)):
            percent = 100 * kept / count
            # a share that is not whole must not be written as if it were
            text = "100" if kept == count else f"{min(percent, 99.9):.1f}"
            records.append({"depth": depth, "kind": _CHOICES[name], "percent": round(percent, 4), "text": text})
    low = 5 * int(min(record["percent"] for record in records) // 5)
    names, colours = list(_CHOICES.values()), [BLUE, VERMILION]
    base = alt.Chart(data(records)).encode(
        x=alt.X("depth:O", title="moves looked ahead", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("percent:Q", title="positions (%)", scale=alt.Scale(domain=[low, 101], nice=False, zero=False)),
        color=alt.Color(
            "kind:N",
            sort=names,
            scale=alt.Scale(domain=names, range=colours),
            legend=alt.Legend(title=None, orient="bottom", direction="vertical"),
        ),
    )
    lines = base.mark_line(strokeWidth=1.6)
    points = base.mark_circle(size=40, opacity=1)
    below = base.transform_filter(alt.datum.kind == names[0]).mark_text(align="left", dx=4, dy=12, fontSize=11)
    above = base.transform_filter((alt.datum.kind == names[1]) & (alt.datum.text != "100")).mark_text(
        align="right", dx=-2, dy=-9, fontSize=11
    )
    safe = next((depth for depth, count, every, _ in rows if every == count), None)
    count = rows[0][1]
    title = f"One move ahead can err in {100 - 100 * rows[0][2] / count:.0f} % of the positions of tic-tac-toe"
    if safe is not None:
        title += f", {safe} moves ahead in none"
    return dressed(
        layered(lines, points, below.encode(text="text:N"), above.encode(text="text:N")).properties(
            width=WIDTH, height=300
        ),
        title,
        f"All {count:,} positions that are not over, evaluation E = M - O: open lines of one's own less the other's. Exact.",
    )


@figure("minimax-pancakes", "Burnt pancakes: stacks by the flips that they need")
def pancakes(book: "Book") -> "alt.TopLevelMixin":
    """Stacks by the flips that sort them."""
    import altair as alt

    rows = book.rows(
        FAMILY,
        "SELECT regexp_extract(game::VARCHAR, '[0-9]+$')::INTEGER AS n, distance, count(*) FROM minimax.positions "
        "WHERE starts_with(game::VARCHAR, 'burnt-pancakes-') GROUP BY n, distance ORDER BY n, distance",
    )
    sizes = sorted({n for n, _, _ in rows})
    if not sizes:
        raise MissingTableError(
            "stacks of burnt pancakes", game_build_line(f"burnt-pancakes-{BUILT_PANCAKES}"), book.path
        )
    records: list[Record] = [{"n": n, "distance": distance, "count": count} for n, distance, count in rows]
    last = {n: max(distance for m, distance, _ in rows if m == n) for n in sizes}
    ends = [record | {"text": f"n = {record['n']}"} for record in records if record["distance"] == last[record["n"]]]
    top = max(count for _, _, count in rows)
    ticks = [10**power for power in range(len(str(top)) + 1)]
    x = alt.X(
        "distance:Q",
        title="flips to the sorted stack",
        scale=alt.Scale(domain=[-0.3, max(last.values()) + 1.2], nice=False),
        axis=alt.Axis(tickCount=max(last.values()) + 1, format="d"),
    )
    y = alt.Y(
        "count:Q",
        title="stacks",
        scale=alt.Scale(type="log", domain=[0.7, 2 * top], nice=False),
        axis=alt.Axis(values=ticks, format=",d"),
    )
    colours = [COLOURS[(n - sizes[0]) % len(COLOURS)] for n in sizes]
    colour = alt.Color("n:O", scale=alt.Scale(domain=sizes, range=colours), legend=None)
    base = alt.Chart(data(records)).encode(x=x, y=y, color=colour)
    names = (
        alt.Chart(data(ends)).mark_text(align="left", dx=8, fontSize=11).encode(x=x, y=y, color=colour, text="text:N")
    )
    most = sizes[-1]
    farthest = next(count for n, distance, count in rows if (n, distance) == (most, last[most]))
    stacks = "one stack needs" if farthest == 1 else f"{farthest:,} stacks need"
    return dressed(
        layered(base.mark_line(strokeWidth=1.6), base.mark_circle(size=36, opacity=1), names).properties(
            width=WIDTH, height=340
        ),
        f"{most} burnt pancakes take up to {last[most]} flips; {stacks} as many",
        f"All {sum(count for n, _, count in rows if n == most):,} stacks of {most}{', and stacks of fewer,' * (len(sizes) > 1)} "
        "by the fewest flips that sort them. Exact.",
    )
