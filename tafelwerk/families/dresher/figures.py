"""Figures of Dresher's game: search trees (1.3), the hider's strategies (3.1 to 3.4), the work of solving a game (3.5).

Also the bounds on a value by round (3.6), the value over N, and Johnson's conjectures about the hider.

Probabilities are shown as weights with sum N + 2, so that the strategy 2, 1, ..., 1, 2 appears as these numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby, takewhile
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.dresher import questions
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

LEAST_RUNS, MOST_RUNS = 8, 512
"""Least and greatest number of games in figure 3.5."""

CLOSED = 100
"""The game of figure 3.6."""

NAMED = 16
"""Least power of two with a label, so that labels do not overlap."""

METHODS = {"plain": "from scratch, plain", "centred": "from scratch, centred"}
_WARM = "as built: 20 iterations per round, from the game before"
_COLOURS = {METHODS["plain"]: style.VERMILION, METHODS["centred"]: style.BLUE, _WARM: style.GREEN}


def _work(book: Book) -> tuple[list[Record], dict[tuple[str, int], int]]:
    """Rounds, simplex iterations and seconds of the runs from scratch and of the games as built, as records; rounds of the runs.

    Runs stop before the first game that was not run by both methods, games before the first that is not stored.
    """
    runs = book.rows(
        "dresher", "SELECT method, n, rounds, pivots, seconds FROM dresher.runs WHERE n >= 2 ORDER BY method, n"
    )
    rounds = {(method, n): times for method, n, times, _, _ in runs}
    both = set(takewhile(lambda n: ("plain", n) in rounds and ("centred", n) in rounds, count(2)))
    need(len(both) >= LEAST_RUNS, "the work of solving games from scratch")
    games = book.rows(
        "dresher",
        "SELECT n, rounds, pivots, seconds FROM dresher.games WHERE n BETWEEN 2 AND ?"
        " QUALIFY row_number() OVER (ORDER BY n) = n - 1 ORDER BY n",
        MOST_RUNS,
    )
    names = ("how", "n", "rounds", "pivots", "seconds")
    records = [dict(zip(names, (METHODS[how], *values), strict=True)) for how, *values in runs if values[0] in both]
    records += [dict(zip(names, (_WARM, *row), strict=True)) for row in games]
    return records, {key: times for key, times in rounds.items() if key[1] in both}


def _powers(last: int, named: bool) -> list[Layer]:
    """Dotted rules at the powers of two up to the last N, with labels above them if wanted."""
    base = style.chart({"n": 2**power} for power in range(2, 13) if 2**power <= last)
    base = base.encode(x=style.x_axis("", 0, last, "n", tickCount=16))
    rules = base.mark_rule(color=style.INK, strokeDash=[2, 3], strokeWidth=1).encode(tooltip=style.silent())
    numbers = base.transform_filter(f"datum.n >= {NAMED}").mark_text(baseline="bottom", fontSize=11, color=style.INK)
    return [rules, *([numbers.encode(y=alt.value(-4), text=alt.Text("n:Q", format="d"))] if named else [])]


def effort(book: Book) -> Drawing:
    """Figure 3.5: rounds and simplex iterations over N."""
    records, rounds = _work(book)
    last = max(record["n"] for record in records)
    colour = style.palette("how:N", _COLOURS, style.legend(**style.STROKES))
    panels = []
    for field, title in (("rounds", "rounds"), ("pivots", "simplex iterations")):
        high = 1.2 * max(record[field] for record in records)
        lines = style.chart({"n": record["n"], "how": record["how"], field: record[field]} for record in records)
        curves = lines.mark_line(strokeWidth=1.6).encode(
            x=style.x_axis("N" if field == "pivots" else "", 0, last, "n", tickCount=16),
            y=style.y_axis(
                title, 0, high, field, {"type": "symlog"}, values=[0, *style.decades(1, 3 * 10**6, (1, 3))], format=",d"
            ),
            color=colour,
        )
        panels.append(style.panel(*_powers(last, field == "rounds"), curves, height=240))
    most = max(n for _, n in rounds)
    saved = sum(rounds["plain", n] for _, n in rounds) / sum(rounds["centred", n] for _, n in rounds)
    return style.add_title(
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
    lines = style.chart(measured).mark_line(strokeWidth=1.6)
    curves = lines.encode(
        x=style.x_axis("N", 0, last, "n", tickCount=16),
        y=style.y_axis("seconds", low / 1.2, 1.2 * high, "seconds", {"type": "log"}, values=style.decades(1e-6, 1e5)),
        color=style.palette("how:N", _COLOURS, style.legend(**style.STROKES)),
    )
    slowest = {how: max(record["seconds"] for record in measured if record["how"] == how) for how in _COLOURS}
    return style.add_title(
        style.panel(*_powers(last, True), curves, height=300),
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
    value_row = book.one(
        "dresher", "SELECT value, value_num || '/' || value_den FROM dresher.games WHERE n = ?", CLOSED
    )
    what = f"the bounds on the value of Dresher's game with {CLOSED} numbers"
    need({row[0] for row in rows} == set(METHODS), what)
    value, fraction = need(value_row, what)
    last = {method: max(row[1] for row in rows if row[0] == method) for method in METHODS}
    colours = {"upper bound: the trees so far": style.BLUE, "lower bound: the tree found": style.VERMILION}
    low, high = style.zoom([min(row[3] for row in rows) - 0.05, max(row[2] for row in rows) + 0.05], 0.1)
    panels = []
    for method, word in METHODS.items():
        lines = style.chart(
            {"round": number, "bound": round(bound, 5), "what": what}
            for name, number, *pair in rows
            for what, bound in zip(colours, pair, strict=True)
            if name == method
        )
        curves = lines.mark_line(strokeWidth=1.3).encode(
            x=style.x_axis("round" if method == "centred" else "", 0, max(last.values()), "round"),
            y=style.y_axis("guesses", low, high, "bound"),
            color=style.palette("what:N", colours, style.legend(**style.STROKES)),
        )
        panels.append(style.panel(style.level(value), curves, height=210, title=f"{word}: {last[method]} rounds"))
    return style.add_title(
        alt.vconcat(*panels, spacing=14),
        f"N = {CLOSED}: the bounds meet after {last['plain']} rounds, centred after {last['centred']}",
        f"Dashed: the value, {fraction} = {value:.6f}.",
    )


NUMBERS = 4
"""Numbers of the game shown."""

PAIRS = 2
"""Pairs of trees per row, at most."""

_ACROSS, _DOWN = NUMBERS + 1.5, NUMBERS + 1.5
"""Distances between trees, in steps between numbers and between guesses."""

_STEP = 26
"""Pixels of a step."""

Parents = dict[int, int]
"""The parent of each number; 0 for the root."""


def trees(first: int, last: int, parent: int = 0) -> Iterator[Parents]:
    """All binary search trees of the numbers first to last below a parent, ordered by their roots."""
    if first > last:
        yield {}
    for root in range(first, last + 1):
        for lower in trees(first, root - 1, root):
            for higher in trees(root + 1, last, root):
                yield {root: parent} | lower | higher


def pairs(n: int) -> Iterator[list[Parents]]:
    """The trees of 1, ..., n, each followed by its mirror image unless that is the same tree."""
    seen: list[Parents] = []
    for tree in trees(1, n):
        image = {n + 1 - number: parent and n + 1 - parent for number, parent in tree.items()}
        if tree not in seen:
            seen += [tree, image]
            yield [tree] if tree == image else [tree, image]


def depth(tree: Parents, number: int) -> int:
    """Number of guesses that a tree needs for a number."""
    return 0 if number == 0 else 1 + depth(tree, tree[number])


def search_trees(book: Book) -> Drawing:
    """Figure 1.3: the 14 trees of 4 numbers. No rows of the book are needed."""
    nodes: list[Record] = []
    lines: list[Record] = []
    for index, pair in enumerate(pairs(NUMBERS)):
        for side, tree in enumerate(pair):
            left, top = (2 * (index % PAIRS) + side) * _ACROSS, -(index // PAIRS) * _DOWN
            at = {number: (left + number, top - depth(tree, number)) for number in tree}
            nodes += [{"x": x, "y": y, "number": str(number)} for number, (x, y) in sorted(at.items())]
            edges = [(at[number], at[parent]) for number, parent in tree.items() if parent]
            lines += [{"x": x, "y": y, "x2": to_x, "y2": to_y} for (x, y), (to_x, to_y) in edges]
    width, height = max(node["x"] for node in nodes) + 1, 1 - min(node["y"] for node in nodes)
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-height, 0], nice=False))
    dots = style.chart(nodes).encode(x=x, y=y, tooltip=style.hints(number="guess"))
    count = len(nodes) // NUMBERS
    return style.add_title(
        style.panel(
            style.chart(lines).mark_rule(color=style.MUTED, strokeWidth=1.5).encode(x=x, y=y, x2="x2:Q", y2="y2:Q"),
            dots.mark_circle(size=300, opacity=1, color=style.PAPER, stroke=style.BLUE),
            dots.mark_text(color=style.INK).encode(text="number:N"),
            width=width * _STEP,
            height=height * _STEP,
            frame=False,
        ),
        f"{NUMBERS} numbers: {count} search trees",
        "In pairs of mirror images. The first guess is at the top, lower numbers are to the left.",
    )


FEW, MANY, LEAST = 40, 300, 64
"""Games of figures 3.1 and 3.2; most and fewest games of figure 3.3."""

SINGLES = 253, 126
"""Games of figure 3.4; the first that the book holds is shown. The source has N = 253; N = 126 looks similar and is quick."""

_SHADES = dict(zip((0.6, 0.8, 1.0, 1.2, 1.4), style.DIVERGING, strict=True))
_STEPS = 40  # shades between 0 and 1
_OVERLAP = 0.002, 0.3  # overlap of a cell with its right and its lower neighbour, which avoids thin seams
_TINTS = {
    True: (style.TINTS[style.BLUE], style.BLUE),
    False: (style.TINTS[style.BROWN], style.BROWN),
}  # of a profile: its area and its line
_ROWS = 2.2  # height of a weight of 1, in rows

_TWO_ONE = "weights 2, 1, …, 1, 2"
_UNIT = "Weight: the probability times N + 2, so that the strategy 2, 1, …, 1, 2 shows as these weights."


_Strategies = dict[int, list[float]]
"""For each N the weights of 1, ..., N, whose sum is N + 2."""


def _strategies(book: Book, least: int, most: int) -> _Strategies:
    """The hider's strategies of the consecutive games from N = 1 that the book holds, `least` to `most` of them."""
    rows = book.rows(
        "dresher",
        "SELECT n, list(round(probability * (n + 2), 6) ORDER BY number) FROM dresher.hider WHERE n <= ? "
        "GROUP BY n QUALIFY row_number() OVER (ORDER BY n) = n ORDER BY n",
        most,
    )
    need(len(rows) >= least, f"the hider from 1 to {least} numbers")
    return dict(rows)


def _two_one(weights: list[float]) -> bool:
    """Whether the hider plays 2, 1, ..., 1, 2, to six places; with a single number there is no other strategy."""
    return len(weights) == 1 or (weights[0] == weights[-1] == 2 and set(weights[1:-1]) <= {1})


def _shade(weight: float) -> float:
    """The shade of a weight, one of a few."""
    return min(max(round(weight * _STEPS) / _STEPS, min(_SHADES)), max(_SHADES))


def _cells(strategies: _Strategies) -> list[Record]:
    """The cells of a picture in drawing order; neighbours of the same shade in a row are merged."""
    aside, below = _OVERLAP
    last = max(strategies)
    cells = []
    for n, weights in strategies.items():
        left, bottom = 0, min(n + 0.5 + below, last + 0.5)
        for shade, run in groupby(weights, _shade):
            right = left + len(list(run))
            ends = {"left": round(left / n, 4), "right": round(min(right / n + aside, 1), 4)}
            numbers = {"n": n, "first": left + 1, "last": right}
            cells.append({"top": n - 0.5, "bottom": bottom, **ends, "v": shade} | numbers)
            left = right
    return cells


def _picture(strategies: _Strategies, named: Iterable[int], height: float) -> Layer:
    """The hider's strategies as a picture: one game per row, from the top, each divided into N pieces of equal width.

    Args:
        strategies: the games 1, 2, ....
        named: the N labelled on the axis.
        height: of a row, in pixels.
    """
    last = max(strategies)
    colour = alt.Scale(domain=list(_SHADES), range=list(_SHADES.values()), clamp=True, interpolate="rgb")
    beyond = f"(datum.value >= {max(_SHADES)} ? '≥ ' : datum.value <= {min(_SHADES)} ? '≤ ' : '') + datum.label"
    key = alt.Legend(
        title="weight", type="gradient", gradientLength=200, values=list(_SHADES), labelExpr=beyond, format=".1f"
    )
    look = {"values": list(named), "grid": False, "labelOverlap": False}
    cells = style.chart(_cells(strategies)).mark_rect()
    rectangles = cells.encode(
        x=_numbers_axis(),
        x2="right:Q",
        y=style.y_axis("N", 0.5, last + 0.5, "top", {"reverse": True}, **look),
        y2="bottom:Q",
        color=alt.Color("v:Q", scale=colour, legend=key),
        tooltip=style.hints(n="numbers N", first="numbers from", last="to", v="weight, about"),
    )
    return style.panel(rectangles, height=height * last)


def _numbers_axis() -> "alt.X":
    """The axis from the first number to the last."""
    names = "['1', 'N/4', 'N/2', '3N/4', 'N'][4 * datum.value]"
    title = "number picked; each row is divided into N equal pieces"
    return style.x_axis(title, 0, 1, "left", values=[0, 0.25, 0.5, 0.75, 1], grid=False, labelExpr=names)


def picture_few(book: Book) -> Drawing:
    """Figure 3.1: the hider's strategies, N <= FEW."""
    strategies = _strategies(book, FEW, FEW)
    inner = max((max(weights[1:-1]), -n) for n, weights in strategies.items() if n > 2)
    ends = max((weights[0], -n) for n, weights in strategies.items() if n > 2)
    return style.add_title(
        _picture(strategies, [1, *range(5, FEW + 1, 5)], 12),
        f"Hider, N ≤ {FEW}: the ends weigh up to {ends[0]:.2f} (N = {-ends[1]}), "
        f"the others up to {inner[0]:.2f} (N = {-inner[1]})",
        f"One game per row. {_UNIT}",
    )


def profiles(book: Book) -> Drawing:
    """Figure 3.2: the same strategies as overlapping profiles, for games with numbers between the ends."""
    strategies = {n: weights for n, weights in _strategies(book, FEW, FEW).items() if n > 2}
    kind = {n: _two_one(weights) for n, weights in strategies.items()}
    records = [
        {
            "n": n,
            "left": round(i / n, 4),
            "top": round(n - _ROWS * (weights[min(i, n - 1)] - 1), 3),
            "bottom": n + _ROWS,
            "flat": kind[n],
            "number": min(i + 1, n),
            "weight": weights[min(i, n - 1)],
        }
        for n, weights in strategies.items()
        for i in range(n + 1)
    ]
    top = min(record["top"] for record in records)
    names = f"datum.value ? '{_TWO_ONE}' : 'other weights'"
    key = alt.Legend(title=None, orient="bottom", labelExpr=names, symbolType="square")
    look = {"values": [3, *range(5, FEW + 1, 5)], "grid": False}
    steps = style.chart(records).mark_area(interpolate="step-after", strokeWidth=1.1, opacity=1)
    areas = steps.encode(
        x=_numbers_axis(),
        y=style.y_axis("N", top - 0.5, FEW + _ROWS, "top", {"reverse": True}, **look),
        y2="bottom:Q",
        detail="n:O",
        tooltip=style.hints(n="numbers N", number="number", weight="weight"),
        fill=style.palette("flat:N", {flat: fill for flat, (fill, _) in _TINTS.items()}, key, "Fill"),
        stroke=style.palette("flat:N", {flat: line for flat, (_, line) in _TINTS.items()}, key, "Stroke"),
    )
    return style.add_title(
        style.panel(areas, height=15 * (FEW + _ROWS - top)),
        f"Hider, 3 ≤ N ≤ {FEW}: {_TWO_ONE} in {sum(kind.values())} of {len(kind)} games",
        f"One game per profile, at the height of N where the weight is 1; a weight of 1 is {_ROWS} rows high.",
        _UNIT,
    )


def picture_many(book: Book) -> Drawing:
    """Figure 3.3: the hider's strategies that the book holds, N <= MANY."""
    strategies = _strategies(book, LEAST, MANY)
    last = max(strategies)
    flat = sum(map(_two_one, strategies.values()))
    powers = [2**power for power in range(4, 9) if 2**power <= last]
    return style.add_title(
        _picture(strategies, powers, 600 / last),
        f"Hider, N ≤ {last}: waves around the powers of two, {_TWO_ONE} in {flat} games between",
        f"One game per row. {_UNIT}",
    )


def single(book: Book) -> Drawing:
    """Figure 3.4: the hider's strategy in one of the games SINGLES."""
    rows = book.rows(
        "dresher",
        "SELECT n, number, round(probability * (n + 2), 5) FROM dresher.hider WHERE list_contains(?, n) ORDER BY number",
        list(SINGLES),
    )
    strategies = ([(number, weight) for of, number, weight in rows if of == n] for n in SINGLES)
    weights = next((strategy for n, strategy in zip(SINGLES, strategies, strict=True) if len(strategy) == n), None)
    if weights is None:
        raise questions.Hider(SINGLES[0]).missing(book)
    n, least = len(weights), min(weight for _, weight in weights)
    where = [number for number, weight in weights if weight == least]
    _, high = style.zoom([weight for _, weight in weights], 0.2)
    steps = style.chart(
        {"left": number - 0.5, "v": weight, "number": min(number, n)}
        for number, weight in [*weights, (n + 1, weights[-1][1])]
    )
    area = steps.mark_area(interpolate="step-after", color=style.BLUE).encode(
        x=style.x_axis("number picked", 0, n + 1, "left", tickCount=12),
        y=style.y_axis("weight", 0, high, "v"),
        tooltip=style.hints(number="number", v="weight"),
    )
    return style.add_title(
        style.panel(area, style.level(1)),
        f"Hider, N = {n}: the ends weigh {weights[0][1]:.2f}; the least weight, {least:.2f}, "
        f"lies between {where[0]} and {where[-1]}",
        _UNIT,
    )


LEAST_VALUES = 16
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
    need(len(rows) >= LEAST_VALUES, f"Dresher's games with 1 to {LEAST_VALUES} numbers")
    return rows


def _runs(rows: Sequence[Record], column: str) -> list[tuple[float, float, Any]]:
    """Each run of consecutive N with the same truth value in a column: its ends, half-way to their neighbours, and the value."""
    runs = [(truth, [row["n"] for row in run]) for truth, run in groupby(rows, key=lambda row: row[column])]
    return [(members[0] - 0.5, members[-1] + 0.5, truth) for truth, members in runs]


def _doublings(field: str, last: int, title: str) -> "alt.X":
    """The axis of N, a step for each factor of 2."""
    ticks = [2**power for power in range(13) if 2**power <= last + 0.5]
    return style.x_axis(title, _START, last + 0.5, field, {"type": "log", "base": 2}, values=ticks, format="d")


def _shade_plateaus(games: Sequence[Record], title: str) -> Layer:
    """The plateaus of some games as bands along the axis of N, which has this title."""
    last = games[-1]["n"]
    plateaus = (
        {"left": max(low, _START), "right": high, "first": low + 0.5, "last": high - 0.5}
        for low, high, met in _runs(games, "bound_met")
        if met
    )
    bands: Layer = style.chart(plateaus).mark_rect(color=style.BAND)
    tooltip = style.hints(first="the value is L(N) from N", last="to N")
    return bands.encode(x=_doublings("left", last, title), x2="right:Q", tooltip=tooltip)


def even_hider(book: Book) -> Drawing:
    """What it costs the hider to pick every number equally often."""
    games = _games(book, ["round(value - even_total / n, 6) AS loss", "bound_met"])
    worst = max(games, key=lambda game: (game["loss"], -game["n"]))
    _, highest = style.zoom([worst["loss"]], 0.02)
    losses = style.chart(games).encode(x=_doublings("n", games[-1]["n"], "N"))
    rules = losses.mark_rule(color=style.BLUE, strokeWidth=1.6)
    rules = rules.encode(y=style.y_axis("guesses lost", 0, highest, "loss"), y2=alt.Y2Datum(0))
    return style.add_title(
        style.panel(_shade_plateaus(games, "N"), rules),
        f"A hider who picks evenly loses at most {worst['loss']:.4f} guesses (N = {worst['n']}), N ≤ {games[-1]['n']}",
        "The value, minus the guesses of a best tree against even picks. Shaded: plateaus, where the value is L(N).",
    )


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
    worst = max(games, key=lambda game: (game["excess"], -game["n"]))
    low, high = style.zoom([game[key] for game in games for key in "vl"], 0.1)
    above, below = (style.chart(games).encode(x=_doublings("n", last, title)) for title in ("", "N"))
    shaded = [_shade_plateaus(games, title) for title in ("", "N")]
    title = "guesses − log₂ N"
    bound = above.mark_line(color=style.VERMILION, strokeWidth=1.4).encode(
        y=style.y_axis(title, low, high, "l", minExtent=_EXTENT)
    )
    exact = above.mark_circle(color=style.INK, size=9, opacity=1)
    exact = exact.encode(y=style.y_axis(title, low, high, "v", minExtent=_EXTENT))
    _, highest = style.zoom([worst["excess"]], 0.02)
    excess = below.mark_rule(color=style.BLUE, strokeWidth=1.6).encode(
        y=style.y_axis("value − L(N)", 0, highest, "excess", minExtent=_EXTENT), y2=alt.Y2Datum(0)
    )
    return style.add_title(
        alt.vconcat(
            style.panel(shaded[0], bound, exact, height=300), style.panel(shaded[1], excess, height=150), spacing=14
        ),
        f"The value is L(N) in {sum(game['bound_met'] for game in games)} of {last} games, "
        f"and at most {worst['excess']:.4f} more (N = {worst['n']})",
        "Dots: value. Line: L(N), what the weights 2, 1, …, 1, 2 guarantee the hider. Shaded: plateaus, where both are equal.",
    )


def conjectures(book: Book) -> Drawing:
    """The rules that the hider's stored strategy satisfies, for each N."""
    games = [game for game in _games(book, list(_RULES)) if game["n"] >= 5]
    last = games[-1]["n"]
    held = {rule: sum(game[rule] for game in games) for rule in _RULES}
    strips = style.chart(
        {"left": low, "right": high, "rule": name, "held": truth}
        | {"first": low + 0.5, "last": high - 0.5, "said": _WORDS[truth]}
        for rule, name in _RULES.items()
        for low, high, truth in _runs(games, rule)
    )
    ticks = [2**power for power in range(3, 13) if 2**power <= last]
    label = f"datum.value ? '{_WORDS[True]}' : '{_WORDS[False]}'"
    key = alt.Legend(title=None, orient="bottom", labelExpr=label, symbolType="square")
    look = alt.Axis(labelFontSize=12, domain=False, ticks=False)
    rectangles = strips.mark_rect(height=22).encode(
        x=style.x_axis("N", 4.5, last + 0.5, "left", values=ticks),
        x2="right:Q",
        y=alt.Y("rule:N", title=None, sort=list(_RULES.values()), axis=look),
        tooltip=style.hints(rule="rule", first="N from", last="N to", said="in these games"),
        color=style.palette("held:N", {True: style.BLUE, False: style.VERMILION}, key),
    )
    return style.add_title(
        style.panel(rectangles, height=34 * len(_RULES)),
        f"Johnson's conjectures, 5 ≤ N ≤ {last}: a₁ = a₂ + a₃ in {held['sum_rule']} of {len(games)} games, "
        f"a₁ = 2 a₂ in {held['double_rule']}",
        f"aⱼ: probability of j in the hider's stored strategy. a₁ > aⱼ for all 1 < j < N in {held['ends_largest']} games.",
    )
