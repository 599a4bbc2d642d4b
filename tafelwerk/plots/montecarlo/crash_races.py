"""Figures of the double-step crash races (2.8 to 2.13).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.5.1.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.montecarlo.curves import (
    K_TITLE,
    MEAN_TITLE,
    Curve,
    dsc_curves,
    flattened,
    missing,
    three_roles,
)
from tafelwerk.plots.style import (
    BLUE,
    CROSS,
    GREEN,
    HEIGHT,
    INK,
    MUTED,
    VERMILION,
    WIDTH,
    data,
    dressed,
    layered,
    level,
    linear_y,
    log_x,
    spread,
    upright,
    zoom,
)
from tafelwerk.tables.montecarlo import FAMILY, Dsc, questions

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

_FLAT = 1e-9
"""Differences of means that a figure takes for none."""


@figure("montecarlo-2.8", "DSC(n): the board after a first move")
def board(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.8: the board of DSC(n) after a first move. A drawing of the rules; it asks nothing of the book."""
    import altair as alt

    n = 10
    x = alt.X("field:Q", scale=alt.Scale(domain=[-0.9, n + 0.9]), axis=None)
    y = alt.Y("height:Q", scale=alt.Scale(domain=[-1.7, 1.9]), axis=None)
    names = ["0", "1", "2", "3", *[""] * (n - 4), "n"]
    fields = alt.Chart(data({"field": i, "height": 0, "name": name} for i, name in enumerate(names)))
    lane = alt.Chart(data([{"field": 0, "end": n, "height": 0}])).mark_rule(color=MUTED, strokeWidth=2)
    pieces = alt.Chart(
        data(
            [
                {"field": 1, "height": 0, "player": "W", "ink": INK},
                {"field": n, "height": 0, "player": "B", "ink": "white"},
            ]
        )
    )
    steps: list[dict[str, Any]] = [
        {"field": 0, "height": 0, "peak": 0.55, "to": 1, "step": "W has gone 1"},
        {"field": n, "height": 0, "peak": 0.55, "to": n - 1, "step": "single step"},
        {"field": n, "height": 0, "peak": 1.0, "to": n - 2, "step": "double step"},
    ]
    arcs = [
        {
            "field": s["field"] + (s["to"] - s["field"]) * t / 20,
            "height": 0.3 + s["peak"] * 4 * (t / 20) * (1 - t / 20),
            "step": s["step"],
            "order": t,
        }
        for s in steps
        for t in range(21)
    ]
    tips = [{"field": s["to"], "height": 0.32, "step": s["step"]} for s in steps]
    labels = [
        {"field": 0.5, "height": 1.15, "text": "W has gone 1"},
        {"field": n - 0.75, "height": 1.6, "text": "B may go 1 or 2"},
        {"field": 0, "height": -1.1, "text": "start of W,"},
        {"field": 0, "height": -1.4, "text": "home of B"},
        {"field": n, "height": -1.1, "text": "start of B,"},
        {"field": n, "height": -1.4, "text": "home of W"},
    ]
    colour = alt.Color(
        "step:N",
        scale=alt.Scale(domain=[s["step"] for s in steps], range=[BLUE, VERMILION, VERMILION]),
        legend=None,
    )
    chart = layered(
        lane.encode(x=x, x2="end:Q", y=y),
        fields.mark_point(
            shape="circle", size=900, filled=True, fill="white", stroke=MUTED, strokeWidth=1.5, opacity=1
        ).encode(x=x, y=y),
        fields.mark_text(dy=32, fontSize=12, color=INK).encode(x=x, y=y, text="name:N"),
        alt.Chart(data(arcs)).mark_line(strokeWidth=2).encode(x=x, y=y, order="order:Q", color=colour, detail="step:N"),
        alt.Chart(data(tips))
        .mark_point(shape="triangle-down", filled=True, size=90, opacity=1)
        .encode(x=x, y=y, color=colour),
        pieces.mark_point(shape="circle", size=520, filled=True, stroke=INK, strokeWidth=1.5, opacity=1).encode(
            x=x, y=y, fill=alt.Fill("player:N", scale=alt.Scale(domain=["W", "B"], range=["white", INK]), legend=None)
        ),
        pieces.mark_text(fontSize=12, fontWeight="bold").encode(
            x=x, y=y, text="player:N", color=alt.Color("ink:N", scale=None)
        ),
        alt.Chart(data(labels)).mark_text(fontSize=12, color=INK).encode(x=x, y=y, text="text:N"),
    ).properties(width=WIDTH, height=220)
    return dressed(
        chart.resolve_scale(color="independent"),
        "DSC(n): the board after a first, single step of W",
        "Who reaches the far end or lands on the other piece wins; jumping over it is allowed.",
    )


@figure("montecarlo-2.9", "DSC(10): random and perfect play in every position")
def positions(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.9: DSC(10), every position with its chance at random play."""
    import altair as alt

    n = 10
    rows = book.rows(
        FAMILY, "SELECT own, other, won, chance FROM montecarlo.dsc_positions WHERE n = ? ORDER BY own, other", n
    )
    openings = book.rows(
        FAMILY,
        "SELECT step, chance_num, chance_den, chance, wins FROM montecarlo.dsc_moves "
        "WHERE n = ? AND own = 0 AND other = 0 ORDER BY step",
        n,
    )
    if not rows or len(openings) < 2:
        raise missing(book, f"the positions of dsc {n}")
    records = [
        {
            "own": own,
            "other": other,
            "play": "won" if won else "lost",
            "chance": chance,
            "percent": f"{100 * chance:.1f}",
            "ink": "dark" if 0.2 < chance < 0.8 else "light",
        }
        for own, other, won, chance in rows
    ]
    axis = alt.Axis(labelAngle=0, grid=False, domain=False, ticks=False)
    base = alt.Chart(data(records)).encode(
        x=alt.X("own:O", title="fields the player to move has gone", axis=axis),
        y=alt.Y("other:O", title="fields the other player has gone", sort="descending", axis=axis),
    )
    ink = alt.Color("ink:N", scale=alt.Scale(domain=["dark", "light"], range=[INK, "white"]), legend=None)
    cells = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        fill=alt.Fill(
            "chance:Q",
            scale=alt.Scale(scheme="blueorange", domain=[0, 1], reverse=True),
            legend=alt.Legend(title="chance at random play", gradientLength=180, format=".1f"),
        )
    )
    texts = base.mark_text(dy=-7, fontSize=11).encode(text="percent:N", color=ink)
    marks = base.mark_point(yOffset=11, size=42, strokeWidth=1.6, opacity=1).encode(
        shape=alt.Shape(
            "play:N",
            scale=alt.Scale(domain=["won", "lost"], range=["circle", CROSS]),
            legend=alt.Legend(title="perfect play", symbolStrokeColor=INK),
        ),
        color=ink,
    )
    spoken = {1: "single", 2: "double"}
    chances = ", ".join(f"{spoken[step]} step {p}/{q} ({100 * chance:.1f} %)" for step, p, q, chance, _ in openings)
    winning = " and ".join(f"the {spoken[step]} step" for step, _, _, _, wins in openings if wins)
    return dressed(
        layered(cells, texts, marks).properties(width=alt.Step(52), height=alt.Step(44)),
        "DSC(10): the chance of the player to move at random play, in %",
        f"Opening: {chances}.",
        f"Under perfect play {winning} wins: here MC(k) errs for large k.",
    )


@figure("montecarlo-2.10", "DSC(n), n = 3 to 12")
def short_lanes(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.10: DSC(n) for n = 3 to 12."""
    import altair as alt

    curves = dsc_curves(book, range(3, 13), 1000)
    low, high = zoom([mean for curve in curves for mean in curve.mean], 0.02)
    colours = alt.Color(
        "key:O", scale=alt.Scale(scheme=alt.SchemeParams("viridis", extent=[0, 0.9]), reverse=True), legend=None
    )
    lines = (
        flattened(curve.record() for curve in curves)
        .mark_line(strokeWidth=1.8)
        .encode(
            x=log_x(K_TITLE, 1, 1000),
            y=linear_y(MEAN_TITLE, low, high, "win"),
            color=colours,
            strokeDash=alt.condition("datum.key % 2 == 0", alt.value([1, 0]), alt.value([6, 2])),
        )
    )
    ends = [curve.mean[-1] for curve in curves]
    over = [curve.key for curve in curves if max(curve.mean) > 0.5 + _FLAT]
    heights = spread(ends, (high - low) / HEIGHT * 14)
    labels = [
        {"key": curve.key, "k": 1000, "win": end, "height": height, "label": f"n = {curve.key}"}
        for curve, end, height in zip(curves, ends, heights, strict=True)
    ]
    base = alt.Chart(data(labels))
    leaders = base.mark_rule(strokeWidth=1, clip=False).encode(
        x=alt.value(WIDTH + 2), x2=alt.value(WIDTH + 18), y=alt.Y("win:Q"), y2="height:Q", color=colours
    )
    texts = base.mark_text(align="left", dx=4, fontSize=11, color=INK).encode(
        x=alt.value(WIDTH + 18), y=alt.Y("height:Q"), text="label:N"
    )
    return dressed(
        layered(level(0.5), lines, leaders, texts).properties(width=WIDTH, height=HEIGHT),
        "DSC(n), n = 3 to 12: the weaker agent can be the better one",
        "Mean of moving first and second; odd n dashed. "
        f"Above one half, MC(k) beating MC(2k), go n = {_ranges(over) if over else 'none'}.",
    )


@figure("montecarlo-2.11", "DSC(n), n = 3 to 40")
def all_lanes(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.11: DSC(n) for n = 3 to 40."""
    import altair as alt

    curves = dsc_curves(book, range(3, 41), 100_000, 30)
    low, high = zoom([mean for curve in curves for mean in curve.mean], 0.01)
    lines = (
        flattened(curve.record() for curve in curves)
        .mark_line(strokeWidth=1.3)
        .encode(
            x=log_x(K_TITLE, 1, 100_000),
            y=linear_y(MEAN_TITLE, low, high, "win"),
            color=alt.Color(
                "key:Q",
                scale=alt.Scale(scheme="inferno", domain=[1, 40], reverse=True),
                legend=alt.Legend(title="lane length n", gradientLength=200, values=[3, 10, 20, 30, 40]),
            ),
            detail="key:N",
        )
    )
    return dressed(
        layered(level(0.5), lines).properties(width=WIDTH, height=HEIGHT),
        "DSC(n), n = 3 to 40: below k = 100 long lanes share one curve",
        "Mean of moving first and second.",
    )


@figure("montecarlo-2.12", "DSC(40) to k = 10^9")
def long_lane(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.12: DSC(40) to k = 10^6 and on to 10^9."""
    import altair as alt

    curve = dsc_curves(book, [40], 10**9)[0]
    found = questions.basins(book, Dsc(40), 10**6)
    if found is None:
        raise missing(book, "the basins of dsc 40 to k = 1000000")
    bottoms = alt.Chart(data({"k": basin.k, "win": basin.mean} for basin in found.basins))
    points = bottoms.mark_point(filled=True, size=70, color=GREEN, opacity=1).encode(x="k:Q", y="win:Q")
    return dressed(
        layered(three_roles(curve), upright(1e6, "the source ends here", HEIGHT * 0.7), points),
        f"DSC(40): {_counted(len(found.basins), 'basin')} of the mean up to k = 10^6, and how it goes on",
        f"Dots: the bottoms of the basins, k = {', '.join(f'{basin.k:,}' for basin in found.basins)}.",
    )


def _counted(number: int, noun: str) -> str:
    words = ("no", "one", "two", "three", "four", "five")
    return f"{words[number] if number < len(words) else number} {noun}{'' if number == 1 else 's'}"


@figure("montecarlo-2.13", "DSC(n) with two or more basins")
def many_basins(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.13: the double-step crash races with two or more basins."""
    import altair as alt

    curves = [*dsc_curves(book, range(3, 40), 100_000), *dsc_curves(book, [40], 10**6)]
    bottoms = {curve.key: basin_bottoms(curve) for curve in curves}
    chosen = [curve for curve in curves if curve.key == 40 or len(bottoms[curve.key]) > 1]
    low, high = zoom([mean for curve in chosen for mean in curve.mean], 0.01)
    colours = alt.Color(
        "key:O",
        scale=alt.Scale(scheme=alt.SchemeParams("viridis", extent=[0, 0.9]), reverse=True),
        legend=alt.Legend(title="lane length n", symbolType="stroke", columns=1 if len(chosen) < 16 else 2),
    )
    x, y = log_x(K_TITLE, 1, 10**6), linear_y(MEAN_TITLE, low, high, "win")
    lines = (
        flattened(curve.record() for curve in chosen)
        .mark_line()
        .encode(
            x=x,
            y=y,
            color=colours,
            strokeWidth=alt.condition("datum.key == 40", alt.value(2.8), alt.value(1.3)),
        )
    )
    dots = [{"key": curve.key, "k": k, "win": mean} for curve in chosen for k, mean in bottoms[curve.key]]
    points = alt.Chart(data(dots)).mark_point(filled=True, size=26, opacity=1).encode(x=x, y=y, color=colours)
    shorter = [curve.key for curve in chosen if curve.key < 40]
    names = f"n = {_ranges(shorter)}" if shorter else "no lane below n = 40"
    return dressed(
        layered(level(0.5), lines, points).properties(width=WIDTH, height=HEIGHT),
        "DSC(n) where the mean has two or more basins",
        f"{names} to k = 10^5, n = 40 (thick) to k = 10^6, where it has {_counted(len(bottoms[40]), 'basin')}.",
        "Dots: the lowest points computed of each basin.",
    )


def basin_bottoms(curve: Curve) -> list[tuple[int, float]]:
    """The local minima past k = 3 of the curve's points, (k, mean) each.

    The source counts the fall to k = 2 as half a basin at most. A minimum that rises on either side by less than _FLAT
    is a flat stretch.
    """
    found: list[tuple[int, float]] = []
    high = low = (curve.ks[0], curve.mean[0])
    falling = False
    for point in zip(curve.ks, curve.mean, strict=True):
        if falling:
            if point[1] < low[1]:
                low = point
            elif point[1] > low[1] + _FLAT:
                if low[0] > 3:
                    found.append(low)
                high, falling = point, False
        elif point[1] > high[1]:
            high = point
        elif point[1] < high[1] - _FLAT:
            low, falling = point, True
    return found


def _ranges(numbers: list[int]) -> str:
    """Ascending numbers with longer runs joined: "26 to 30, 33, 34"."""
    runs = [[numbers[0], numbers[0]]]
    for before, after in pairwise(numbers):
        if after == before + 1:
            runs[-1][1] = after
        else:
            runs.append([after, after])
    return ", ".join(
        f"{first} to {last}" if last > first + 1 else ", ".join(map(str, range(first, last + 1)))
        for first, last in runs
    )
