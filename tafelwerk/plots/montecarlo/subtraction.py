"""Figures of the subtraction games: perfect play and curves (2.14 to 2.16), the damped wave of random play (3.1).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2, 2.6.2 and 3.3.
"""

from math import atan, cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.montecarlo.curves import K_TITLE, MEAN_TITLE, flattened, heap_curves, missing
from tafelwerk.plots.style import (
    BLUE,
    COLOURS,
    HEIGHT,
    INK,
    MUTED,
    VERMILION,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    level,
    linear_x,
    linear_y,
    log_x,
    zoom,
)
from tafelwerk.tables.montecarlo import FAMILY, SubtractionRules

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

TWO_MOVE_GAMES = tuple(SubtractionRules(moves) for moves in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 5), (3, 4)))
LARGEST_HEAPS = {TWO_MOVE_GAMES[0]: 110}
"""Largest heap of a game's limit graphs; 210 where it is not named."""

HEAP_TITLE = "heap, counters"
_MARKS = {"+": "either move wins", "a": "only a wins", "b": "only b wins", "–": "lost"}


def _name(rules: SubtractionRules) -> str:
    return f"S({rules.text})"


def _games(book: "Book") -> dict[SubtractionRules, tuple[int | None, int | None, int | None, int]]:
    """Pre-period, period, smallest blunder, and how far it was looked for, of the two-move games."""
    rows = book.rows(
        FAMILY,
        "SELECT moves, preperiod, period, blunder, searched_to FROM montecarlo.subtraction_games "
        "WHERE overshoot = 'wins' AND list_contains(?, moves) "
        "QUALIFY row_number() OVER (PARTITION BY moves ORDER BY searched_to DESC) = 1",
        [rules.text for rules in TWO_MOVE_GAMES],
    )
    found = {moves: tuple(rest) for moves, *rest in rows}
    if len(found) < len(TWO_MOVE_GAMES):
        raise missing(book, "the periods and blunders of the two-move games")
    return {rules: found[rules.text] for rules in TWO_MOVE_GAMES}


def _titled(rules: SubtractionRules, blunder: int | None, searched_to: int) -> str:
    return f"{_name(rules)}, " + (f"n* = {blunder}" if blunder is not None else f"no n* to {searched_to:,}")


@figure("montecarlo-2.14", "Two-move games: winning moves, periods, first blunders")
def winning_moves(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.14: the table of the two-move games."""
    import altair as alt

    last = 18
    games = _games(book)
    rows = book.rows(
        FAMILY,
        "SELECT moves, heap, count(*) FILTER (wins), min(move) FILTER (wins) FROM montecarlo.subtraction_moves "
        "WHERE overshoot = 'wins' AND list_contains(?, moves) AND heap <= ? GROUP BY moves, heap ORDER BY moves, heap",
        [rules.text for rules in TWO_MOVE_GAMES],
        last,
    )
    if len(rows) < last * len(TWO_MOVE_GAMES):
        raise missing(book, f"the moves of the two-move games to heap {last}")
    names = {rules.text: _name(rules) for rules in TWO_MOVE_GAMES}
    cells = []
    for moves, heap, winning, smallest in rows:
        single = "a" if str(smallest) == moves.partition(",")[0] else "b"
        mark = "–" if winning == 0 else "+" if winning == 2 else single
        cells.append({"game": names[moves], "heap": heap, "mark": mark, "meaning": f"{mark}   {_MARKS[mark]}"})
    order = list(names.values())
    y = alt.Y("game:N", sort=order, title=None, axis=alt.Axis(ticks=False, domain=False, labelFontSize=13))
    bare = alt.Y("game:N", sort=order, title=None, axis=None)
    x = alt.X(
        "heap:O",
        title=HEAP_TITLE,
        axis=alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False),
        scale=alt.Scale(padding=0),
    )
    base = alt.Chart(data(cells)).encode(x=x, y=bare)
    fills = base.mark_rect(stroke="white").encode(
        color=alt.Color(
            "meaning:N",
            scale=alt.Scale(
                domain=[f"{mark}   {meaning}" for mark, meaning in _MARKS.items()],
                range=["#bfe3d4", "#b9d7ea", "#f6cdb0", "#ececec"],
            ),
            legend=alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="square", symbolSize=180),
        )
    )
    texts = base.mark_text(fontSize=13, color=INK).encode(text="mark:N")
    periods = [
        {"game": _name(rules), "heap": heap}
        for rules, (preperiod, period, _, _) in games.items()
        if preperiod is not None and period is not None
        for heap in range(preperiod + 1, min(preperiod + period, last) + 1)
    ]
    rules_below = (
        alt.Chart(data(periods))
        .mark_bar(height=3, yOffset=15, color=INK, width=alt.RelativeBandSize(1.0))
        .encode(x=x, y=bare)
    )
    columns = [
        {"game": _name(rules), "column": column, "text": text}
        for rules, (preperiod, period, blunder, searched) in games.items()
        for column, text in (
            ("n*", f"none to {searched:,}" if blunder is None else str(blunder)),
            ("pre-period, period", "unknown" if period is None else f"{preperiod}, {period}"),
        )
    ]
    left = (
        alt.Chart(data(columns))
        .mark_text(fontSize=13, color=INK)
        .encode(
            x=alt.X(
                "column:N",
                title=None,
                sort=None,
                axis=alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False, labelLimit=200, labelFontSize=12),
            ),
            y=y,
            text="text:N",
        )
        .properties(width=220, height=alt.Step(36), view=alt.ViewBackground(stroke=None))
    )
    right = layered(fills, texts, rules_below).properties(
        width=alt.Step(30), height=alt.Step(36), view=alt.ViewBackground(stroke=None)
    )
    return dressed(
        alt.hconcat(left, right, spacing=14),
        "Two-move games S(a,b): which move wins, and where MC(inf) first errs",
        "n*: the smallest won heap at which MC(inf) plays a losing move. Underlined: the first period of win and loss.",
    )


@figure("montecarlo-2.15", "Two-move games, heaps 3 to 50")
def heap_panels(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.15: the two-move games from the heaps 3 to 50."""
    import altair as alt

    games = _games(book)
    k_max, heaps = 10**6, range(3, 51)
    curves = {rules: heap_curves(book, rules, heaps, k_max, 15) for rules in games}
    low, high = zoom([mean for found in curves.values() for curve in found for mean in curve.mean], 0.05)
    panels = []
    for number, (rules, (_, _, blunder, searched_to)) in enumerate(games.items()):
        lines = (
            flattened(curve.record() for curve in curves[rules])
            .mark_line(strokeWidth=0.9)
            .encode(
                x=log_x(K_TITLE if number >= 4 else "", 1, k_max),
                y=linear_y(MEAN_TITLE if number % 2 == 0 else "", low, high, "win"),
                color=alt.Color(
                    "key:Q",
                    scale=alt.Scale(scheme="inferno", domain=[0, 50], reverse=True),
                    legend=alt.Legend(title=HEAP_TITLE, gradientLength=200, values=[3, 10, 20, 30, 40, 50]),
                ),
                detail="key:N",
            )
        )
        title = heading(_titled(rules, blunder, searched_to))
        panels.append(layered(level(0.5), lines).properties(width=330, height=230, title=title))
    return dressed(
        alt.concat(*panels, columns=2),
        "Two-move games S(a,b), heaps 3 to 50: basins deepen and move right as heaps grow",
        "Mean of moving first and second; n* is the smallest won heap at which MC(inf) plays a losing move.",
    )


@figure("montecarlo-2.16", "Two-move games: limit graphs of large heaps")
def limit_graphs(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.16: the limit graphs of the two-move games."""
    import altair as alt

    k_max = 10**9
    records: list[dict[str, Any]] = []
    ends: list[tuple[str, float]] = []
    for rules in TWO_MOVE_GAMES:
        largest = LARGEST_HEAPS.get(rules, 210)
        name = f"{_name(rules)}, heaps {largest - 10} to {largest}"
        curves = heap_curves(book, rules, range(largest - 10, largest + 1), k_max, 15)
        records += [curve.record(game=name) for curve in curves]
        ends.append((name, curves[0].mean[0]))
    low, high = zoom([chance for record in records for chance in record["win"]], 0.02)
    names = [name for name, _ in ends]
    lines = (
        flattened(records)
        .mark_line(strokeWidth=1.1, opacity=0.85)
        .encode(
            x=log_x(K_TITLE, 1, k_max),
            y=linear_y(MEAN_TITLE, low, high, "win"),
            color=alt.Color(
                "game:N",
                scale=alt.Scale(domain=names, range=list(COLOURS[: len(names)])),
                legend=alt.Legend(title=None, orient="bottom", columns=3, symbolType="stroke", symbolSize=300),
            ),
            detail="key:N",
        )
    )
    return dressed(
        layered(level(0.5), lines).properties(width=WIDTH, height=HEIGHT),
        "Two-move games: large heaps share one curve, the limit graph, until k is large enough",
        "Eleven heaps a game, mean of moving first and second; the source ends at k = 10^6.",
    )


@figure("montecarlo-3.1", "S(1,2): random play as a damped wave")
def damped_wave(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.1: random play in S(1,2) as a damped wave."""
    import altair as alt

    last = 60
    rows = book.rows(
        FAMILY,
        "SELECT heap, chance, won FROM montecarlo.subtraction_positions "
        "WHERE moves = '1,2' AND overshoot = 'wins' AND heap <= ? ORDER BY heap",
        last,
    )
    if len(rows) < last:
        raise missing(book, f"the positions of {TWO_MOVE_GAMES[0].options} to heap {last}")
    chances = [0.0] + [chance for _, chance, _ in rows]
    blunder = next(heap for heap in range(4, last) if heap % 3 == 2 and chances[heap - 1] < chances[heap - 2])
    full = _wave_panel(chances, 0, 9, (0.0, 1.0), False, 190)
    near = _wave_panel(chances, 6, 22, (0.47, 0.53), False, 420)
    scaled = _wave_panel(chances, 0, last, (-0.85, 0.85), True, 690)
    return dressed(
        alt.vconcat(alt.hconcat(full, near, spacing=30), scaled),
        "S(1,2): the chance at random play is a damped wave that drifts against the period of three",
        "Segments from 3k to 3k + 1 rise (blue) or fall (orange). "
        f"Where one falls, MC(inf) errs at 3k + 2, first at {blunder}.",
    )


def wave(heap: float) -> float:
    """y(m) = p(m) - 1/2 for a real heap m: the closed form of random play in S(1,2), a damped sine."""
    a, b = -1 / 4, sqrt(7) / 4
    phase = heap * (pi - atan(sqrt(7)))
    return float(2 ** (-heap / 2) / (2 * b) * ((1 + a) * sin(phase) - b * cos(phase)))


def _wave_panel(
    chances: list[float], first: int, last: int, window: tuple[float, float], scaled: bool, width: int
) -> "alt.LayerChart":
    """The wave, the heaps on it and the segments from 3k to 3k + 1; scaled: y(m) with its damping undone."""
    import altair as alt

    def height(heap: float, chance: float) -> float:
        return (chance - 0.5) * 2 ** (heap / 2) if scaled else chance

    title = "y(m) · 2^(m/2)" if scaled else "chance at random play"
    x = linear_x(HEAP_TITLE, first, last, "heap")
    y = linear_y(title, *window, "value")
    steps = (last - first) * 12
    heaps = [first + (last - first) * step / steps for step in range(steps + 1)]
    line = (
        alt.Chart(data({"heap": heap, "value": height(heap, 0.5 + wave(heap))} for heap in heaps))
        .mark_line(color=MUTED, strokeWidth=1.1, clip=True)
        .encode(x=x, y=y)
    )
    dots = (
        alt.Chart(data({"heap": heap, "value": height(heap, chances[heap])} for heap in range(first, last + 1)))
        .mark_point(filled=True, color=INK, size=26, opacity=1, clip=True)
        .encode(x=x, y=y)
    )
    segments = [
        {
            "heap": heap,
            "value": height(heap, chances[heap]),
            "end": heap + 1,
            "top": height(heap + 1, chances[heap + 1]),
            "course": "rises" if chances[heap + 1] > chances[heap] else "falls",
        }
        for heap in range(first - first % 3, last, 3)
        if heap >= first
    ]
    rules = (
        alt.Chart(data(segments))
        .mark_rule(strokeWidth=3, clip=True)
        .encode(
            x=x,
            x2="end:Q",
            y=y,
            y2="top:Q",
            color=alt.Color(
                "course:N",
                scale=alt.Scale(domain=["rises", "falls"], range=[BLUE, VERMILION]),
                legend=alt.Legend(title="segment 3k to 3k + 1", orient="bottom", direction="horizontal"),
            ),
        )
    )
    return layered(level(0.0 if scaled else 0.5), line, rules, dots).properties(width=width, height=220)
