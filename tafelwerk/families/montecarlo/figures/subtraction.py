"""Figures of the subtraction games (2.14 to 2.16, 3.1 to 3.5) and of the number game 3-5-11 (3 to 12).

Perfect play and curves, the damped wave of random play, errors of MC(inf) with biased playouts; random play in 3-5-11 and its
limits, exact and simulated, and better strategies.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2 and 2.6.2 and chapter 3;
page on the win probabilities of the number game 3-5-11 at random moves, figures 3 to 12. The last two of the page are simulated
and exact here. The page gives the picture of 30 games the number 8 again, and that of 10 games the number 9, but speaks of
pictures 6 to 10: here they are 9 and 10.
"""

from fractions import Fraction
from itertools import pairwise
from math import atan, cos, pi, sin, sqrt
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.montecarlo import answers
from tafelwerk.families.montecarlo.figures import (
    K_TITLE,
    MEAN_TITLE,
    colour_by_key,
    ends_of_means,
    heap_curves,
    mean_lines,
    text_table,
)
from tafelwerk.families.montecarlo.questions import Limits
from tafelwerk.families.montecarlo.rules import FAMILY, Kind, Subtraction, SubtractionRules
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.tables.answers import QUANTILE

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
    by_moves = {row["moves"]: row for row in rows}
    return {rules: by_moves[rules.text] for rules in TWO_MOVE_GAMES}


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
    colours = dict(
        zip(
            meanings.values(),
            (style.TINTS[name] for name in (style.GREEN, style.BLUE, style.VERMILION, style.MUTED)),
            strict=True,
        )
    )
    order = [_name(rules) for rules in games]
    bare = alt.Y("game:N", sort=order, title=None, axis=None)
    above: Record = {"orient": "top", "ticks": False, "domain": False}
    x = style.cells(HEAP_TITLE, "heap:O", scale={"padding": 0}, **above)
    base = style.chart(square | {"meaning": meanings[square["mark"]]} for square in squares).encode(
        x=x, y=bare, tooltip=style.hints(game="game", heap="heap", meaning="winning move")
    )
    periods = style.chart(
        {"game": _name(rules), "heap": heap}
        for rules, game in games.items()
        if game["period"] is not None
        for heap in range(game["preperiod"] + 1, min(game["preperiod"] + game["period"], last) + 1)
    )
    columns = style.chart(
        {"game": _name(rules), "column": column, "text": text}
        for rules, game in games.items()
        for column, text in (
            ("n*", f"none to {game['searched_to']:,}" if game["blunder"] is None else str(game["blunder"])),
            ("pre-period, period", "unknown" if game["period"] is None else f"{game['preperiod']}, {game['period']}"),
        )
    )
    left = columns.mark_text(fontSize=13, color=style.INK).encode(
        x=style.cells(None, "column:N", labelLimit=200, labelFontSize=12, **above).sort(None),
        y=alt.Y("game:N", sort=order, title=None, axis=alt.Axis(ticks=False, domain=False, labelFontSize=13)),
        text="text:N",
    )
    right: list[Layer] = [
        base.mark_rect(stroke=style.PAPER).encode(
            color=style.palette("meaning:N", colours, style.legend(symbolType="square", symbolSize=180))
        ),
        base.mark_text(fontSize=13, color=style.INK).encode(text="mark:N"),
        periods.mark_bar(height=3, yOffset=15, color=style.INK, width=alt.RelativeBandSize(1.0)).encode(
            x=x, y=bare, tooltip=style.hints(game="game", heap="heap of the first period")
        ),
    ]
    row = alt.Step(36)
    return style.add_title(
        alt.hconcat(
            style.panel(left, width=220, height=row, frame=False),
            style.panel(*right, width=alt.Step(30), height=row, frame=False),
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
    low, high = ends_of_means((curve for group in curves.values() for curve in group), 0.05)
    panels = []
    for number, (rules, game) in enumerate(games.items()):
        lines = mean_lines(
            (curve.record() for curve in curves[rules]),
            style.log_x(K_TITLE if number >= 4 else "", 1, k_max),
            style.y_axis(MEAN_TITLE if number % 2 == 0 else "", low, high, "win"),
            {"strokeWidth": 0.9},
            **colour_by_key([0, 50], HEAP_TITLE, [3, 10, 20, 30, 40, 50]),
        )
        blunder = f"n* = {game['blunder']}" if game["blunder"] is not None else f"no n* to {game['searched_to']:,}"
        panels.append(style.panel(*lines, width=330, height=230, title=f"{_name(rules)}, {blunder}"))
    return style.add_title(
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
    ends = ends_of_means((curve for group in curves.values() for curve in group), 0.02)
    colours = dict(zip(curves, style.COLOURS, strict=False))
    lines = mean_lines(
        (curve.record(game=name) for name, group in curves.items() for curve in group),
        style.log_x(K_TITLE, 1, k_max),
        style.y_axis(MEAN_TITLE, *ends, "win"),
        {"strokeWidth": 1.1, "opacity": 0.85},
        color=style.palette("game:N", colours, style.legend(columns=3, symbolType="stroke", symbolSize=300)),
        detail="key:N",
        tooltip=style.hints(game="game", key="heap", k=K_TITLE, win=MEAN_TITLE),
    )
    return style.add_title(
        style.panel(*lines),
        "Two-move games: large heaps share one curve, the limit graph, until k is large enough",
        f"Eleven heaps per game, mean of moving first and second; the source ends at k = {style.power_of_ten(6)}.",
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
    return style.add_title(
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
    axes = {"x": style.x_axis(HEAP_TITLE, first, last, "heap"), "y": style.y_axis(title, *window, "value")}
    steps = (last - first) * 12
    heaps = [first + (last - first) * step / steps for step in range(steps + 1)]
    line = style.chart(point(heap, 0.5 + wave(heap)) for heap in heaps).mark_line(
        color=style.MUTED, strokeWidth=1.1, clip=True
    )
    dots = style.chart(point(heap, chances[heap]) for heap in range(first, last + 1))
    dots = dots.mark_point(filled=True, color=style.INK, size=26, opacity=1, clip=True)
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
    course = style.palette(
        "course:N", {"rises": style.BLUE, "falls": style.VERMILION}, style.legend("segment 3k to 3k + 1")
    )
    rules = style.chart(segments).mark_rule(strokeWidth=3, clip=True)
    return style.panel(
        style.level(0.0 if scaled else 0.5),
        line.encode(**axes),
        rules.encode(
            **axes,
            x2="end:Q",
            y2="top:Q",
            color=course,
            tooltip=style.hints(heap="from heap", end="to heap", course="the chance"),
        ),
        dots.encode(**axes),
        width=width,
        height=220,
    )


ONE_OR_TWO = SubtractionRules((1, 2))
FOUR_OR_SEVEN = SubtractionRules((4, 7))
BIAS_TITLE = "bias ε of the playouts"
GOLDEN = 2 - sqrt(5)
"""The static bias at which MC(inf) in S(1,2) has a tie at every heap 3k + 1; section 3.3."""

HEAPS = 200
"""Largest heap of S(1,2) shown."""

_LEAST_SPAN = 1.5
_WIDEST_STEP = 0.2


def _stripes(book: Book, rules: SubtractionRules, kind: Kind, heaps: int = HEAPS) -> list[Record]:
    """Bad moves as stripes: a heap, and the ends of an interval of biases at which MC(inf) may lose there.

    A bias represents the values up to half-way to its neighbours among the stored ones.
    """
    scanned = [
        bias
        for (bias,) in book.rows(
            FAMILY,
            "SELECT DISTINCT epsilon FROM montecarlo.asymmetry_scans "
            "WHERE moves = ? AND overshoot = ? AND kind = ? AND heaps >= ? ORDER BY epsilon",
            rules.text,
            rules.overshoot,
            kind,
            heaps,
        )
    ]
    steps = [after - before for before, after in pairwise(scanned)]
    dense = len(scanned) > 1 and sum(steps) >= _LEAST_SPAN and max(steps) <= _WIDEST_STEP
    need(dense, f"{kind} biases of {rules.options} to heap {heaps}")
    return book.records(
        FAMILY,
        """
        WITH biases AS (
            SELECT epsilon, row_number() OVER all_of_them AS place,
                coalesce(epsilon - lag(epsilon) OVER all_of_them, lead(epsilon) OVER all_of_them - epsilon) AS below,
                coalesce(lead(epsilon) OVER all_of_them - epsilon, epsilon - lag(epsilon) OVER all_of_them) AS above
            FROM (SELECT unnest(?::DOUBLE[]) AS epsilon)
            WINDOW all_of_them AS (ORDER BY epsilon)
        ), bad AS (
            SELECT DISTINCT heap, place, epsilon - below / 2 AS low, epsilon + above / 2 AS high
            FROM montecarlo.asymmetry_bad_moves JOIN biases USING (epsilon)
            WHERE moves = ? AND overshoot = ? AND kind = ? AND heap <= ?
        ), stretches AS (
            SELECT *, place - row_number() OVER (PARTITION BY heap ORDER BY place) AS stretch FROM bad
        )
        SELECT heap, heap % ? AS remainder, round(min(low), 6) AS "from", round(max(high), 6) AS "to"
        FROM stretches GROUP BY heap, stretch ORDER BY heap, min(low)
        """,
        scanned,
        rules.text,
        rules.overshoot,
        kind,
        heaps,
        sum(rules.moves),
    )


def _draw_stripes(
    stripes: list[Record], heaps: int, colours: dict[int, str], modulus: int, thickness: float, wide: bool = True
) -> "alt.Chart":
    key = alt.Legend(title=f"heap mod {modulus}", symbolType="stroke", symbolStrokeWidth=5)
    lines: alt.Chart = style.chart(stripes).mark_rule(strokeWidth=thickness, clip=True)
    return lines.encode(
        x=style.x_axis(BIAS_TITLE, -1, 1, "from", tickCount=10 if wide else 4),
        x2="to:Q",
        y=style.y_axis(HEAP_TITLE, 0, heaps, "heap"),
        color=style.palette("remainder:O", colours, key if wide else None),
        tooltip=style.hints(**{"heap": "heap", "from": "MC(inf) errs from bias", "to": "to bias"}),
    )


_BY_THREE = {1: style.BLUE, 2: style.VERMILION}


def _one_or_two(book: Book, kind: Kind, *rules: Layer) -> Layer:
    return style.panel(_draw_stripes(_stripes(book, ONE_OR_TWO, kind), HEAPS, _BY_THREE, 3, 1.9), *rules, height=420)


def static_bias(book: Book) -> Drawing:
    """Figure 3.2: static bias in S(1,2)."""
    return style.add_title(
        _one_or_two(book, "static", style.upright(GOLDEN, "2 − √5"), style.upright(5 - sqrt(32), "5 − √32")),
        "S(1,2), static bias: MC(inf) errs at every bias",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 1 with (1 − ε)/2, 2 with (1 + ε)/2.",
    )


def static_bias_apart(book: Book) -> Drawing:
    """Figure 3.3: static bias in S(1,2), one panel per remainder of the heap modulo 3."""
    stripes = _stripes(book, ONE_OR_TWO, "static")
    panels = [
        style.panel(
            _draw_stripes(
                [stripe for stripe in stripes if stripe["remainder"] == remainder], HEAPS, _BY_THREE, 3, 5.0, wide=False
            ),
            style.upright(GOLDEN, "2 − √5"),
            width=340,
            height=420,
            title=f"heaps 3k + {remainder}",
        )
        for remainder in _BY_THREE
    ]
    return style.add_title(
        alt.hconcat(*panels),
        "S(1,2), static bias: only the heaps 3k + 1 have an edge at ε = 2 − √5",
        "Won heaps at which MC(inf) may take a losing move, one panel per remainder.",
    )


def informed_bias(book: Book) -> Drawing:
    """Figure 3.4: informed bias in S(1,2)."""
    return style.add_title(
        _one_or_two(book, "informed", style.upright(-1 / 3, "−1/3"), style.upright(1 / 3, "1/3")),
        "S(1,2), informed bias: above ε = 1/3 MC(inf) plays perfectly",
        "Stripes: won heaps at which MC(inf) may take a losing move.",
        "In won heaps playouts take the winning move with (1 + ε)/2, the other with (1 − ε)/2.",
    )


def four_or_seven(book: Book) -> Drawing:
    """Figure 3.5: static bias in S(4,7)."""
    heaps = 400
    stripes = _stripes(book, FOUR_OR_SEVEN, "static", heaps)
    remainders = sorted({stripe["remainder"] for stripe in stripes})
    colours = dict(zip(remainders, style.COLOURS * 2, strict=False))
    clean = [t for t in range(1, 8) if t not in remainders]
    spared = f"; none at heaps 11k + {', '.join(map(str, clean))}" if clean else ""
    return style.add_title(
        style.panel(style.layer_charts(_draw_stripes(stripes, heaps, colours, 11, 1.3)), width=style.WIDTH, height=520),
        f"S(4,7), static bias: MC(inf) errs in most classes of won heaps{spared}",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 4 with (1 − ε)/2, 7 with (1 + ε)/2.",
    )


RULES = SubtractionRules((3, 5, 11), "loses")
PARITIES = {"even": style.VERMILION, "odd": style.BLUE}


def _random_play(book: Book) -> list[Record]:
    records = book.records(
        FAMILY,
        "SELECT heap, round(chance, 6) AS win, if(heap % 2 = 0, 'even', 'odd') AS parity, "
        "if(won, 'won', 'lost') AS play FROM montecarlo.subtraction_positions "
        "WHERE moves = ? AND overshoot = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        HEAPS,
    )
    need(len(records) == HEAPS, f"the positions of 3-5-11 to heap {HEAPS}")
    return records


def _axes(title: str = "chance of the player to move to win") -> dict[str, Any]:
    return {"x": style.x_axis(HEAP_TITLE, 0, HEAPS, "heap"), "y": style.y_axis(title, 0.0, 1.0, "win")}


def _parity() -> "alt.Color":
    colour: alt.Color = style.palette("parity:N", PARITIES, style.legend("heap", symbolOpacity=1))
    return colour


def _over_limits(book: Book, points: "alt.Chart", title: str) -> Drawing:
    """Points over a rule at each limit of random play, with the fraction at its right end."""
    limits = need(Limits(RULES).look_up(book), "the limits of 3-5-11")
    parities = list(PARITIES)
    base = style.chart(
        {"win": float(chance), "text": f"{chance}", "parity": parities[residue % 2]}
        for residue, chance in limits.limits.items()
    ).encode(y=alt.Y("win:Q"), color=_parity())
    rules: Layer = style.layer_charts(
        base.mark_rule(strokeDash=[6, 3], strokeWidth=1.2).encode(
            tooltip=style.hints(parity="heaps", text="limit of the chance", win="about")
        ),
        base.mark_text(align="left", dx=6, fontSize=11).encode(x=alt.value(style.WIDTH), text="text:N"),
    )
    return style.add_title(style.panel(rules, points), title, _limits_in_words(limits))


def _limits_in_words(limits: answers.Limits) -> str:
    names = "even heaps", "odd heaps"
    if limits.modulus == 1:
        return f"Limit: {limits.limits[0]} ({float(limits.limits[0]):.4f})."
    parts = [f"{names[residue % 2]} {chance} ({float(chance):.4f})" for residue, chance in limits.limits.items()]
    return f"Limits, exact: {', '.join(parts)}."


def first_chances(book: Book) -> Drawing:
    """Figure 3: chances of small even and odd heaps under random play."""
    most = 18
    chances = dict(
        book.rows(
            FAMILY,
            "SELECT heap, chance_num || '/' || chance_den FROM montecarlo.subtraction_positions "
            "WHERE moves = ? AND overshoot = ? AND heap <= ?",
            RULES.text,
            RULES.overshoot,
            most,
        )
    )
    need(len(chances) == most, f"the positions of 3-5-11 to heap {most}")
    lines = []
    for n in range(1, most // 2 + 1):
        even, odd = (Fraction(chances[heap]) for heap in (2 * n, 2 * n - 1))
        lines.append((n, tuple(map(str, (n, even, 1 - even, odd, 1 - odd)))))
    return style.add_title(
        text_table(("n", "p(2n)", "q(2n)", "p(2n − 1)", "q(2n − 1)"), lines),
        "3-5-11: chances of the player to move to win (p) and to lose (q) under random play, exact",
        "All moves are odd: after two of them, an even heap is even again, and an odd heap odd.",
    )


def random_play(book: Book) -> Drawing:
    """Figure 4: random play in 3-5-11."""
    points = style.chart(_random_play(book)).mark_point(filled=True, size=26, opacity=1)
    title = "3-5-11: under random play, even and odd heaps have different limits"
    return _over_limits(book, points.encode(**_axes(), color=_parity()), title)


def random_play_won(book: Book) -> Drawing:
    """Figure 5: random play in 3-5-11, with the outcome of every heap under perfect play."""
    shapes = {"won": "circle", "lost": style.CROSS}
    shape = style.palette("play:N", shapes, style.legend("perfect play", symbolStrokeColor=style.INK), channel="Shape")
    points = style.chart(_random_play(book)).mark_point(size=30, strokeWidth=1.5, opacity=1)
    title = "3-5-11: the chance under random play says little about perfect play"
    return _over_limits(book, points.encode(**_axes(), color=_parity(), shape=shape), title)


def simulated_shares(book: Book, games: int) -> Drawing:
    """Figures 6 to 10: random play simulated with some games per heap, around the exact chances."""
    shares = _shares(book, games)
    exact = _random_play(book)
    bands, inside = [], 0
    for record in exact:
        half = QUANTILE * (record["win"] * (1 - record["win"]) / games) ** 0.5
        low, high = max(0.0, record["win"] - half), min(1.0, record["win"] + half)
        bands.append({"heap": record["heap"], "parity": record["parity"], "low": round(low, 6), "high": round(high, 6)})
        inside += low - 1e-9 <= shares[record["heap"]] <= high + 1e-9
    points = style.chart(record | {"win": shares[record["heap"]], "mark": "simulated"} for record in exact)
    shapes = {"won": "circle", "lost": style.CROSS}
    shape = style.palette(
        "play:N", shapes, style.legend("exact, perfect play", symbolStrokeColor=style.INK), channel="Shape"
    )
    marks = style.palette(
        "mark:N",
        {"simulated": "triangle-up"},
        style.legend(None, symbolStrokeColor=style.INK, symbolFillColor=style.INK),
        channel="Shape",
    )
    band = (
        style.chart(bands)
        .mark_area(opacity=0.18)
        .encode(
            x=style.x_axis(HEAP_TITLE, 0, HEAPS, "heap"),
            y=style.y_axis("chance of the player to move to win", 0.0, 1.0, "low"),
            y2="high:Q",
            color=_parity(),
            tooltip=style.hints(heap=HEAP_TITLE, low="95 % of shares from", high="to"),
        )
    )
    layers: Layer = style.panel(
        band,
        style.chart(exact)
        .mark_point(size=22, strokeWidth=1.3, opacity=1)
        .encode(**_axes(), color=_parity(), shape=shape),
        points.mark_point(size=26, filled=True, opacity=0.85).encode(**_axes(), color=_parity(), shape=marks),
    ).resolve_scale(shape="independent")
    return style.add_title(
        layers,
        f"3-5-11: shares of {games:,} random games per heap around the exact chances",
        f"Triangles: simulated shares. Bands hold about 95 % of them, here {inside} of {HEAPS}.",
    )


def _shares(book: Book, games: int) -> dict[int, float]:
    """The share of simulated random games that the player to move won, by heap."""
    what = f"{games:,} random games of 3-5-11 per heap to heap {HEAPS}"
    names = {str(Subtraction(RULES, heap)): heap for heap in range(1, HEAPS + 1)}
    rows = book.rows(
        FAMILY,
        "SELECT game, arg_min(wins, seed) FROM montecarlo.simulations "
        "WHERE first = 'random' AND second = 'random' AND games = ? AND list_contains(?, game) GROUP BY game",
        games,
        list(names),
    )
    need(len(rows) == HEAPS, what)
    return {names[game]: wins / games for game, wins in rows}


def careful_first(book: Book) -> Drawing:
    """Figure 11: the careful agent moves first against the random one."""
    return _duel(
        book,
        "careful",
        "random",
        "3-5-11: careful play from heap 11 down pays off from large heaps too",
        "The first player, from 11 down, avoids overshooting and goes to 0 if it can; the second is random.",
    )


def half_perfect_second(book: Book) -> Drawing:
    """Figure 12: the random agent moves first against the half-perfect one."""
    return _duel(
        book,
        "random",
        "half-perfect",
        "3-5-11: a perfect move half of the time is enough to beat a random player",
        "The first player plays at random, the second perfectly with probability 1/2 at every move.",
    )


def _duel(book: Book, first: str, second: str, title: str, subtitle: str) -> Drawing:
    records = book.records(
        FAMILY,
        "SELECT heap, round(chance, 6) AS win, if(heap % 2 = 0, 'even', 'odd') AS parity, "
        "first || ' against ' || second AS agents FROM montecarlo.agent_duels "
        "WHERE moves = ? AND overshoot = ? AND first = ? AND second = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        first,
        second,
        HEAPS,
    )
    need(len(records) == HEAPS, f"the duels of {first} against {second} in 3-5-11 to heap {HEAPS}")
    axes = _axes("chance of the first player to win")
    under = style.chart(record | {"agents": "random against random"} for record in _random_play(book))
    agents = alt.StrokeDash("agents:N", legend=alt.Legend(title="for comparison", orient="bottom"))
    points = style.chart(records).mark_point(filled=True, size=26, opacity=1)
    return style.add_title(
        style.panel(
            under.mark_line(strokeWidth=1.1, color=style.MUTED).encode(**axes, detail="parity:N", strokeDash=agents),
            points.encode(**axes, color=_parity()),
        ),
        title,
        subtitle,
        f"Exact, where the source simulated. At heap {HEAPS - 1}: {records[-2]['win']:.4f}, "
        f"at {HEAPS}: {records[-1]['win']:.4f}.",
    )
