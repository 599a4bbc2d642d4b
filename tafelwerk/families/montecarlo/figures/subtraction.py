"""Figures of the subtraction games: perfect play and curves (2.14 to 2.16), the damped wave of random play (3.1).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2, 2.6.2 and 3.3.
"""

from math import atan, cos, pi, sin, sqrt

from tafelwerk.families.montecarlo.figures.curves import (
    K_TITLE,
    MEAN_TITLE,
    ends_of_means,
    heap_curves,
    mean_lines,
    sized,
)
from tafelwerk.families.montecarlo.rules.games import FAMILY, SubtractionRules
from tafelwerk.plots.colours import BLUE, COLOURS, GREEN, INK, MUTED, PAPER, TINTS, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import (
    cells,
    chart,
    hints,
    legend,
    level,
    log_x,
    palette,
    panel,
    power_of_ten,
    titled,
    x_axis,
    y_axis,
)

TWO_MOVE_GAMES = tuple(SubtractionRules(moves) for moves in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 5), (3, 4)))
LARGEST_HEAPS = {TWO_MOVE_GAMES[0]: 110}
"""Largest heap of a game's limit graphs. Default: 210."""

HEAP_TITLE = "heap, counters"
_MARKS = {"+": "either move wins", "a": "only a wins", "b": "only b wins", "–": "lost"}


def _name(rules: SubtractionRules) -> str:
    return f"S({rules.text})"


def _games(book: Book) -> dict[SubtractionRules, Record]:
    """Pre-period, period, smallest blunder and limit of the search for it, of the two-move games."""
    rows = book.records(
        FAMILY,
        "SELECT moves, preperiod, period, blunder, searched_to FROM montecarlo.subtraction_games "
        "WHERE overshoot = 'wins' AND list_contains(?, moves) "
        "QUALIFY row_number() OVER (PARTITION BY moves ORDER BY searched_to DESC) = 1",
        [rules.text for rules in TWO_MOVE_GAMES],
    )
    need(len(rows) == len(TWO_MOVE_GAMES), "the periods and blunders of the two-move games")
    found = {row["moves"]: row for row in rows}
    return {rules: found[rules.text] for rules in TWO_MOVE_GAMES}


def winning_moves(book: Book) -> Drawing:
    """Figure 2.14: the table of the two-move games."""
    last = 18
    games = _games(book)
    squares = book.records(
        FAMILY,
        "SELECT 'S(' || moves || ')' AS game, heap, CASE WHEN bool_and(wins) THEN '+' WHEN NOT bool_or(wins) THEN '–' "
        "WHEN arg_max(wins, move) THEN 'b' ELSE 'a' END AS mark FROM montecarlo.subtraction_moves "
        "WHERE overshoot = 'wins' AND list_contains(?, moves) AND heap <= ? GROUP BY moves, heap ORDER BY moves, heap",
        [rules.text for rules in TWO_MOVE_GAMES],
        last,
    )
    need(len(squares) == last * len(TWO_MOVE_GAMES), f"the moves of the two-move games to heap {last}")
    meanings = {mark: f"{mark}   {meaning}" for mark, meaning in _MARKS.items()}
    colours = dict(zip(meanings.values(), (TINTS[name] for name in (GREEN, BLUE, VERMILION, MUTED)), strict=True))
    order = [_name(rules) for rules in games]
    bare = alt.Y("game:N", sort=order, title=None, axis=None)
    above: Record = {"orient": "top", "ticks": False, "domain": False}
    x = cells(HEAP_TITLE, "heap:O", scale={"padding": 0}, **above)
    base = chart(square | {"meaning": meanings[square["mark"]]} for square in squares).encode(
        x=x, y=bare, tooltip=hints(game="game", heap="heap", meaning="winning move")
    )
    periods = chart(
        {"game": _name(rules), "heap": heap}
        for rules, game in games.items()
        if game["period"] is not None
        for heap in range(game["preperiod"] + 1, min(game["preperiod"] + game["period"], last) + 1)
    )
    columns = chart(
        {"game": _name(rules), "column": column, "text": text}
        for rules, game in games.items()
        for column, text in (
            ("n*", f"none to {game['searched_to']:,}" if game["blunder"] is None else str(game["blunder"])),
            ("pre-period, period", "unknown" if game["period"] is None else f"{game['preperiod']}, {game['period']}"),
        )
    )
    left = columns.mark_text(fontSize=13, color=INK).encode(
        x=cells(None, "column:N", labelLimit=200, labelFontSize=12, **above).sort(None),
        y=alt.Y("game:N", sort=order, title=None, axis=alt.Axis(ticks=False, domain=False, labelFontSize=13)),
        text="text:N",
    )
    right: list[Layer] = [
        base.mark_rect(stroke=PAPER).encode(
            color=palette("meaning:N", colours, legend(symbolType="square", symbolSize=180))
        ),
        base.mark_text(fontSize=13, color=INK).encode(text="mark:N"),
        periods.mark_bar(height=3, yOffset=15, color=INK, width=alt.RelativeBandSize(1.0)).encode(
            x=x, y=bare, tooltip=hints(game="game", heap="heap of the first period")
        ),
    ]
    row = alt.Step(36)
    return titled(
        alt.hconcat(
            panel(left, width=220, height=row, frame=False),
            panel(*right, width=alt.Step(30), height=row, frame=False),
            spacing=14,
        ),
        "Two-move games S(a,b): which move wins, and where MC(inf) first errs",
        "n*: the smallest won heap at which MC(inf) plays a losing move. Underlined: the first period of win and loss.",
    )


def heap_panels(book: Book) -> Drawing:
    """Figure 2.15: the two-move games, heaps 3 to 50."""
    games = _games(book)
    k_max = 10**6
    curves = {rules: heap_curves(book, rules, range(3, 51), k_max, 15) for rules in games}
    low, high = ends_of_means((curve for found in curves.values() for curve in found), 0.05)
    panels = []
    for number, (rules, game) in enumerate(games.items()):
        lines = mean_lines(
            (curve.record() for curve in curves[rules]),
            log_x(K_TITLE if number >= 4 else "", 1, k_max),
            y_axis(MEAN_TITLE if number % 2 == 0 else "", low, high, "win"),
            {"strokeWidth": 0.9},
            **sized([0, 50], HEAP_TITLE, [3, 10, 20, 30, 40, 50]),
        )
        blunder = f"n* = {game['blunder']}" if game["blunder"] is not None else f"no n* to {game['searched_to']:,}"
        panels.append(panel(*lines, width=330, height=230, title=f"{_name(rules)}, {blunder}"))
    return titled(
        alt.concat(*panels, columns=2),
        "Two-move games S(a,b), heaps 3 to 50: basins deepen and move right as heaps grow",
        "Mean of moving first and second; n* is the smallest won heap at which MC(inf) plays a losing move.",
    )


def limit_graphs(book: Book) -> Drawing:
    """Figure 2.16: the limit graphs of the two-move games."""
    k_max = 10**9
    curves = {}
    for rules in TWO_MOVE_GAMES:
        largest = LARGEST_HEAPS.get(rules, 210)
        name = f"{_name(rules)}, heaps {largest - 10} to {largest}"
        curves[name] = heap_curves(book, rules, range(largest - 10, largest + 1), k_max, 15)
    ends = ends_of_means((curve for found in curves.values() for curve in found), 0.02)
    colours = dict(zip(curves, COLOURS, strict=False))
    lines = mean_lines(
        (curve.record(game=name) for name, found in curves.items() for curve in found),
        log_x(K_TITLE, 1, k_max),
        y_axis(MEAN_TITLE, *ends, "win"),
        {"strokeWidth": 1.1, "opacity": 0.85},
        color=palette("game:N", colours, legend(columns=3, symbolType="stroke", symbolSize=300)),
        detail="key:N",
        tooltip=hints(game="game", key="heap", k=K_TITLE, win=MEAN_TITLE),
    )
    return titled(
        panel(*lines),
        "Two-move games: large heaps share one curve, the limit graph, until k is large enough",
        f"Eleven heaps per game, mean of moving first and second; the source ends at k = {power_of_ten(6)}.",
    )


def damped_wave(book: Book) -> Drawing:
    """Figure 3.1: random play in S(1,2) as a damped wave."""
    last = 60
    rows = book.rows(
        FAMILY,
        "SELECT chance FROM montecarlo.subtraction_positions "
        "WHERE moves = '1,2' AND overshoot = 'wins' AND heap <= ? ORDER BY heap",
        last,
    )
    need(len(rows) == last, f"the positions of {TWO_MOVE_GAMES[0].options} to heap {last}")
    chances = [0.0] + [chance for (chance,) in rows]
    blunder = next(heap for heap in range(4, last) if heap % 3 == 2 and chances[heap - 1] < chances[heap - 2])
    full = _wave_panel(chances, 0, 9, (0.0, 1.0), False, 190)
    near = _wave_panel(chances, 6, 22, (0.47, 0.53), False, 420)
    scaled = _wave_panel(chances, 0, last, (-0.85, 0.85), True, 690)
    return titled(
        alt.vconcat(alt.hconcat(full, near, spacing=30), scaled),
        "S(1,2): the chance under random play is a damped wave that drifts against the period of three",
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
) -> Layer:
    """The wave, the heaps on it and the segments from 3k to 3k + 1. If scaled, y(m) is shown without damping."""

    def point(heap: float, chance: float) -> Record:
        return {"heap": heap, "value": (chance - 0.5) * 2 ** (heap / 2) if scaled else chance}

    title = "y(m) · √(2ᵐ)" if scaled else "chance at random play"
    axes = {"x": x_axis(HEAP_TITLE, first, last, "heap"), "y": y_axis(title, *window, "value")}
    steps = (last - first) * 12
    heaps = [first + (last - first) * step / steps for step in range(steps + 1)]
    line = chart(point(heap, 0.5 + wave(heap)) for heap in heaps).mark_line(color=MUTED, strokeWidth=1.1, clip=True)
    dots = chart(point(heap, chances[heap]) for heap in range(first, last + 1))
    dots = dots.mark_point(filled=True, color=INK, size=26, opacity=1, clip=True)
    segments = [
        point(heap, chances[heap])
        | {
            "end": heap + 1,
            "top": point(heap + 1, chances[heap + 1])["value"],
            "course": "rises" if chances[heap + 1] > chances[heap] else "falls",
        }
        for heap in range(first - first % 3, last, 3)
        if heap >= first
    ]
    course = palette("course:N", {"rises": BLUE, "falls": VERMILION}, legend("segment 3k to 3k + 1"))
    rules = chart(segments).mark_rule(strokeWidth=3, clip=True)
    return panel(
        level(0.0 if scaled else 0.5),
        line.encode(**axes),
        rules.encode(
            **axes,
            x2="end:Q",
            y2="top:Q",
            color=course,
            tooltip=hints(heap="from heap", end="to heap", course="the chance"),
        ),
        dots.encode(**axes),
        width=width,
        height=220,
    )
