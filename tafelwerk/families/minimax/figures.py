"""The figures: Grundy values of heap games, Memory, nodes of a search, quality of a look-ahead, burnt pancakes by distance.

Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52, 1956 (periods); OEIS
A002188 (Grundy's game); U. Zwick and M. S. Paterson, The memory game, Theoretical Computer Science 110, 1993; P. Becker,
Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (alpha-beta search, looking ahead with the
evaluation M - O); D. S. Cohen and M. Blum, On the problem of sorting burnt pancakes, Discrete Applied Mathematics 61, 1995.
"""

from fractions import Fraction
from math import copysign
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.minimax.rules.chance_games import Objective, Rule
from tafelwerk.families.minimax.rules.heaps import FAMILY
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

PERIODIC = (("0.77", "Kayles"), ("0.07", "Dawson's Kayles"))
"""Octal games laid out by their periods."""

MORE_ROWS = 1
"""Periods shown after the last exception."""

STEPS = 20
"""Columns of the picture of Grundy's game per doubling of the heap."""

_PALE, _LINE, _PICTURE = 0.7, 19, 250


def grundy(book: Book) -> Drawing:
    """Kayles and Dawson's Kayles, one row per period; below them, the values of the heaps of Grundy's game."""
    panels = [_by_period(book, code, name) for code, name in PERIODIC]
    picture, largest, lost = _picture(book)
    _, last = _period(book, PERIODIC[0][0])
    return style.add_title(
        alt.vconcat(*panels, picture, spacing=22).resolve_scale(color="independent"),
        f"Kayles repeats after heap {last}; {len(lost)} heaps of Grundy's game up to {largest:,} are lost, the last {lost[-1]:,}",
        "Above: Grundy values, one row per period; framed values are exceptions from the period (proved).",
        "Below: frequency of each value; ticks: heaps that the player to move loses. No period is known.",
    )


def _period(book: Book, code: str) -> tuple[int, int]:
    """A proved period and its last exception."""
    row = book.one(
        FAMILY,
        "SELECT period, last_exception FROM minimax.periods WHERE game = ? AND proved ORDER BY checked_to LIMIT 1",
        f"octal {code}",
    )
    period, last = need(row, f"the period of octal game {code}", f"tafelwerk build {FAMILY} octal {code}")
    return int(period), int(last)


def _by_period(book: Book, code: str, name: str) -> Layer:
    """The values of a game, one row per period."""
    period, last = _period(book, code)
    rows = (last + 1 + period - 1) // period + MORE_ROWS
    squares = book.records(
        FAMILY,
        'SELECT heap, heap % $3 AS "column", heap // $3 * $3 AS row, value, '
        "value <> last_value(value) OVER (PARTITION BY heap % $3 ORDER BY heap "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS odd "
        "FROM minimax.grundy WHERE game = $1 AND heap < $2 ORDER BY heap",
        f"octal {code}",
        rows * period,
        period,
    )
    largest = rows * period - 1
    build = f"tafelwerk build {FAMILY} octal {code} --heap {largest}"
    need(len(squares) == rows * period, f"heaps of octal game {code} to {largest}", build)
    odd = [square for square in squares if square["odd"]]
    most = max(square["value"] for square in squares)
    base = style.chart(squares).encode(
        x=style.cells(f"heap modulo {period}", "column:O", ticks=False),
        y=style.cells("heap from", "row:O", "Y", ticks=False, labelPadding=5),
        tooltip=style.hints(heap="heap", value="Grundy value"),
    )
    shade = alt.Scale(domain=[0, most], range=[style.PAPER, style.BLUE], interpolate="lab")
    last_odd = max(square["row"] + square["column"] for square in odd)
    return style.panel(
        base.mark_rect(stroke=style.PAPER, strokeWidth=1).encode(color=alt.Color("value:Q", scale=shade, legend=None)),
        style.chart(odd)
        .mark_rect(filled=False, stroke=style.VERMILION, strokeWidth=2)
        .encode(x="column:O", y="row:O", tooltip=style.hints(heap="heap, an exception", value="Grundy value")),
        base.mark_text(fontSize=11).encode(text="value:Q", color=style.ink_on(alt.datum.value > _PALE * most)),
        height=_LINE * rows,
        title=f"{name} ({code}): period {period}, {len(odd)} exceptions, the last of them heap {last_odd}",
    )


def _picture(book: Book) -> tuple[Layer, int, list[int]]:
    """The values of the heaps of Grundy's game, with the largest heap and the lost ones."""
    # two values per line, so that lines are thicker than a pixel; values come in such pairs
    shares = book.records(
        FAMILY,
        "WITH part AS (SELECT heap, value, floor(? * log2(heap)) AS part FROM minimax.grundy "
        "WHERE game = 'grundy' AND heap > 0), "
        "ends AS (SELECT part, min(heap) - 0.5::DOUBLE AS low, max(heap) + 0.5::DOUBLE AS high FROM part GROUP BY part) "
        "SELECT low, high, (low + 0.5)::INTEGER AS first, (high - 0.5)::INTEGER AS last, "
        "value // 2 * 2 AS value, value // 2 * 2 + 2 AS next, "
        "round(100 * count(*) / (high - low), 3) AS share FROM part JOIN ends USING (part) "
        "GROUP BY low, high, value // 2 ORDER BY low, value",
        STEPS,
    )
    lost = book.records(
        FAMILY, "SELECT heap FROM minimax.grundy WHERE game = 'grundy' AND value = 0 AND heap > 0 ORDER BY heap"
    )
    need(shares, "heaps of Grundy's game", f"tafelwerk build {FAMILY} grundy")
    largest, top = int(shares[-1]["high"] - 0.5), max(record["next"] for record in shares)
    log = {"type": "log"}
    shade = alt.Color(
        "share:Q",
        scale=alt.Scale(
            type="log", domain=[0.3, 100], clamp=True, range=[style.PALE, style.BLUE, style.INK], interpolate="lab"
        ),
        legend=alt.Legend(title="heaps (%)", values=[0.3, 1, 3, 10, 30, 100], gradientLength=150),
    )
    parts = style.chart(shares).mark_rect()
    marks = style.chart(lost).mark_tick(color=style.VERMILION, thickness=1.5, size=12, opacity=1)
    axis = {"values": style.decades(1, largest), "format": ",d"}
    chart_panel = style.panel(
        parts.encode(
            x=style.x_axis("heap", 0.5, largest, "low", log, **axis),
            x2="high:Q",
            y=style.y_axis("Grundy value", 0, top, "value"),
            y2="next:Q",
            color=shade,
            tooltip=style.hints(
                first="heaps from", last="to", value="Grundy value from", next="below", share="heaps (%)"
            ),
        ),
        marks.encode(
            x=style.x_axis("heap", 0.5, largest, "heap", log, **axis),
            y=alt.value(_PICTURE - 6),
            tooltip=style.hints(heap="heap that the player to move loses"),
        ),
        height=_PICTURE,
        title=f"Grundy's game: values up to {top - 2}",
    )
    return chart_panel, largest, [record["heap"] for record in lost]


WRITTEN = 6
"""Most pairs of a position that shows its fraction."""

STRONGEST = 1.0
"""Number of pairs from which positions look alike."""

SHOWN_FROM = 3
"""Least pairs of a fresh game shown: one pair and two are worth far more."""

BUILT_PAIRS = {"gain": 50, "win": 12}

MARKED = {"pass": ("pass", "to pass"), "forced": ("decline", "to decline a match")}
"""The marked turn, by rule: the last word of such a turn, and its name."""

_NAMES = {"pass": "with passes", "forced": "forced"}
_TICKS = (-1.0, -0.1, -0.01, 0.01, 0.1, 1.0)
_ROOT = 1 / 3
_HALF, _WHOLE = 350, 780


def _fraction(above: str, below: str) -> str:
    return str(Fraction(int(above), int(below)))


def _shade(value: float) -> float:
    """Position of a value on the colour scale: its cube root, so that small advantages are visible."""
    return round(copysign(min(abs(value), STRONGEST) ** _ROOT, value), 6)


def _colour(legend: bool) -> "alt.Color":
    most = _shade(STRONGEST)
    colour_legend = None
    if legend:
        colour_legend = alt.Legend(
            title="mean gain",
            values=[_shade(tick) for tick in _TICKS],
            labelExpr="format(datum.value * datum.value * datum.value, '.2~f')"
            f" + (abs(datum.value) >= {most} ? (datum.value > 0 ? ' or more' : ' or less') : '')",
            gradientLength=220,
        )
    scale = alt.Scale(domain=[-most, 0, most], range=[style.VERMILION, style.PAPER, style.BLUE], interpolate="lab")
    return alt.Color("shade:Q", scale=scale, legend=colour_legend)


def _need(rows: object, rule: str, objective: str) -> None:
    build = f"tafelwerk build minimax memory --pairs {BUILT_PAIRS[objective]}"
    build += "" if rule == Rule.PASS else f" --rule {rule}"
    build += "" if objective == Objective.GAIN else f" --objective {objective}"
    need(rows, f"Memory, rule {rule}, objective {objective}", build)


def _records(book: Book, rule: str) -> list[Record]:
    """Positions under a rule, mean gain."""
    rows = book.rows(
        FAMILY,
        "SELECT pairs, known, value_num, value_den, value, actions FROM minimax.memory "
        "WHERE rule = ? AND objective = 'gain' ORDER BY pairs, known",
        rule,
    )
    _need(rows, rule, "gain")
    word = MARKED[rule][0]
    return [
        {"pairs": pairs, "known": known, "shade": _shade(value), "text": _fraction(above, below)}
        | {"marked": word in {turn.split()[-1] for turn in turns} and not _has_rival(turns, word)}
        for pairs, known, above, below, value, turns in rows
    ]


def _has_rival(turns: list[str], word: str) -> bool:
    """Whether another turn is as good as the marked one: another first card or, if that is declining, taking the match."""
    rivals = ["unseen then take"] if word == "decline" else [turn for turn in turns if turn != word]
    return any(turn in rivals for turn in turns)


def memory_values(book: Book) -> Drawing:
    """Mean gain of all positions under both rules: as fractions for small ones, as colours for all."""
    records_of = {rule: _records(book, rule) for rule in Rule}
    firsts = []
    for rule, records in records_of.items():
        first = next((record for record in records if record["marked"]), None)
        if first is not None:
            firsts.append(f"{MARKED[rule][1]} from {first['pairs']} pairs on")
    small = [_fractions_panel(records_of[rule], f"Rule {rule}") for rule in Rule]
    large = [_colours_panel(records_of[rule], rule is Rule.FORCED) for rule in Rule]
    beside = alt.hconcat(*large, spacing=22).resolve_scale(color="independent")
    return style.add_title(
        alt.vconcat(*small, beside, spacing=16).resolve_scale(color="independent"),
        f"Memory: it can be better {', and '.join(firsts)}" if firsts else "Memory: values of positions",
        "Mean of the mover's pairs minus the opponent's; best play, perfect memory, no complete pair known. Exact.",
        "Dots: with passes, passing is best; forced, declining a match that turns up is better.",
    )


def _memory_grid(records: list[Record], **axis: Any) -> "alt.Chart":
    """Positions by pairs left and pairs with one card known."""
    grid: alt.Chart = style.chart(records).encode(
        tooltip=style.hints(pairs="pairs left", known="of these with one card known", text="mean gain (pairs)"),
        x=style.cells("of these with one card known", "known:O", ticks=False, **axis).sort("ascending"),
        y=style.cells("pairs left", "pairs:O", "Y", ticks=False, **axis),
    )
    return grid


def _fractions_panel(records: list[Record], title: str) -> Layer:
    """The small positions with their fractions."""
    base = _memory_grid([record for record in records if record["pairs"] <= WRITTEN])
    return style.panel(
        base.mark_rect(stroke=style.FRAME, strokeWidth=0.5).encode(color=_colour(False)),
        base.mark_text(fontSize=15).encode(
            text="text:N", color=style.ink_on(f"abs(datum.shade) > {0.82 * _shade(STRONGEST)}")
        ),
        width=_WHOLE,
        height=22 * WRITTEN,
        title=title,
    )


def _colours_panel(records: list[Record], legend: bool) -> Layer:
    """All positions as colours."""
    most = max(record["pairs"] for record in records)
    ticks = [pairs for pairs in range(most + 1) if pairs % (10 if most > 20 else 2) == 0]
    base = _memory_grid(records, values=ticks)
    dots = base.transform_filter(alt.datum.marked).mark_circle(size=max(5, 400 / most), color=style.INK, opacity=1)
    return style.panel(base.mark_rect().encode(color=_colour(legend)), dots, width=_HALF, height=0.8 * _HALF)


def memory_starts(book: Book) -> Drawing:
    """The fresh game by its pairs, under both rules and both objectives."""
    games = book.records(
        FAMILY,
        "SELECT objective::VARCHAR AS objective, rule::VARCHAR AS rule, pairs, value, value_num, value_den "
        "FROM minimax.memory WHERE known = 0 AND lead = 0 ORDER BY memory.objective, memory.rule, pairs",
    )
    panels, odd, ends = [], {}, []
    for objective, title in zip(Objective, ("mean gain (pairs)", "chance to win minus chance to lose"), strict=True):
        games_of_objective = [game for game in games if game["objective"] == objective and game["pairs"] >= SHOWN_FROM]
        for rule in Rule:
            line = [game for game in games_of_objective if game["rule"] == rule]
            _need(line, rule, objective)
            if objective == "gain":
                odd[rule] = _alternating_from(line)
                ends.append(line[-1]["pairs"])
        panels.append(_curve(games_of_objective, title))
    most = min(ends)
    known = [f"{pairs} ({rule})" for rule, pairs in odd.items() if pairs is not None]
    return style.add_title(
        alt.vconcat(*panels, spacing=18).resolve_scale(color="shared"),
        f"On average, odd numbers of pairs favour the first player, even ones the second, from {' and '.join(known)} to {most}"
        if known
        else f"Memory: value of the first turn, to {most} pairs",
        f"Best play by both, perfect memory. Exact. Left out: {_omission_text(games)}.",
    )


def _omission_text(games: list[Record]) -> str:
    """The games that are not drawn, with their mean gains."""
    texts = [
        f"{pairs} pair{'s' * (pairs > 1)}, worth {_fraction(game['value_num'], game['value_den'])} on average"
        for game in games
        if (game["objective"], game["rule"]) == (Objective.GAIN, Rule.PASS) and (pairs := game["pairs"]) < SHOWN_FROM
    ]
    return "; ".join(texts)


def _alternating_from(line: list[Record]) -> int | None:
    """Least number of pairs from which odd numbers have positive value and even ones negative value; None if there is none."""
    least = None
    for record in reversed(line):
        if record["value"] * (1 if record["pairs"] % 2 else -1) <= 0:
            break
        least = record["pairs"]
    return least


def _curve(records: list[Record], title: str) -> Layer:
    """Both rules over the number of pairs."""
    most = max(record["pairs"] for record in records)
    ticks = [pairs for pairs in range(SHOWN_FROM, most + 1) if most <= 20 or pairs % 5 == 0]
    colours = dict(zip(_NAMES.values(), (style.BLUE, style.VERMILION), strict=True))
    points = style.chart({"pairs": row["pairs"], "rule": _NAMES[row["rule"]], "value": row["value"]} for row in records)
    base = points.encode(
        x=style.x_axis("pairs", SHOWN_FROM - 0.5, most + 0.5, "pairs", values=ticks, format="d"),
        y=alt.Y("value:Q", title=title),
        color=style.palette("rule:N", colours, alt.Legend(title="rule", orient="right")),
    )
    return style.panel(style.level(0), *style.line_with_dots(base, 26, 1.2), height=220)


ANY = "in any order"
"""Minimax visits the same number of nodes in any order of moves."""

_SEARCHES = {"minimax": style.INK, "alpha-beta": style.BLUE}
_EVERY, _ONE = "every best-looking move keeps the value", "at least one does"


def nodes(book: Book) -> Drawing:
    """Nodes by search and order of moves."""
    rows = book.rows(FAMILY, "SELECT algorithm, move_order, nodes FROM minimax.node_counts WHERE game = 'tictactoe'")
    full = need(next((count for name, _, count in rows if name == "minimax"), None), "node counts of tic-tac-toe")
    counts = dict(
        sorted(((order, count) for name, order, count in rows if name != "minimax"), key=lambda item: item[::-1])
    )
    need(counts, "node counts of tic-tac-toe")
    low = 10 ** (len(str(min(counts.values()))) - 1)
    searches = [("minimax", ANY, full), *(("alpha-beta", order, count) for order, count in reversed(counts.items()))]
    base = style.chart(
        {"search": name, "order": order, "low": low, "nodes": count, "text": f"{count:,}"}
        for name, order, count in searches
    ).encode(
        y=alt.Y(
            "order:N", sort=[order for _, order, _ in searches], title="moves are tried", axis=alt.Axis(ticks=False)
        ),
        color=style.palette("search:N", _SEARCHES, alt.Legend(title=None, orient="top")),
        tooltip=style.hints(search="search", order="moves are tried", nodes="nodes visited"),
    )
    log = {"type": "log"}
    ticks = {"values": style.decades(low, 5 * 10**5, (1, 2, 5)), "format": ",d"}
    x = style.x_axis("nodes visited", low, 2.4 * full, "nodes", log, **ticks)
    best = next(iter(counts))
    natural = "natural" if "natural" in counts else [*counts][-1]
    return style.add_title(
        style.panel(
            base.mark_rule(strokeWidth=2.5).encode(
                x=style.x_axis("nodes visited", low, 2.4 * full, "low", log, **ticks), x2="nodes:Q"
            ),
            base.mark_circle(size=70, opacity=1).encode(x=x),
            base.mark_text(align="left", dx=8, fontSize=11).encode(x=x, text="text:N"),
            height=30 * len(searches),
        ),
        f"Alpha-beta visits {counts[natural]:,} of {full:,} nodes in {natural} order, {counts[best]:,} with the {best}",
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
            "percent": round(100 * right / count, 4),
            # a share below 100 % must not be rounded to it
            "text": "100" if right == count else f"{min(100 * right / count, 99.9):.1f}",
        }
        for depth, count, *choices in rows
        for kind, right in zip((_EVERY, _ONE), choices, strict=True)
    ]
    low = 5 * int(min(record["percent"] for record in records) // 5)
    base = style.chart(records).encode(
        x=style.cells("moves looked ahead", "depth:O"),
        y=style.y_axis("positions (%)", low, 101, "percent"),
        color=style.palette("kind:N", {_EVERY: style.BLUE, _ONE: style.VERMILION}, style.legend(direction="vertical")),
    )
    below = base.transform_filter(alt.datum.kind == _EVERY).mark_text(align="left", dx=4, dy=12, fontSize=11)
    above = base.transform_filter((alt.datum.kind == _ONE) & (alt.datum.text != "100"))
    above = above.mark_text(align="right", dx=-2, dy=-9, fontSize=11)
    safe = next((depth for depth, count, every, _ in rows if every == count), None)
    _, count, every, _ = rows[0]
    title = f"One move ahead can err in {100 - 100 * every / count:.0f} % of the positions of tic-tac-toe"
    if safe is not None:
        title += f", {safe} moves ahead in none"
    return style.add_title(
        style.panel(
            *style.line_with_dots(base, 40), below.encode(text="text:N"), above.encode(text="text:N"), height=300
        ),
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
    flips = style.x_axis(
        "flips to the sorted stack", -0.3, farthest + 1.2, "distance", tickCount=farthest + 1, format="d"
    )
    colours = {n: style.COLOURS[(n - sizes[0]) % len(style.COLOURS)] for n in sizes}
    plot = style.counts_chart(
        records,
        flips,
        "stacks",
        "n",
        {n: f"n = {n}" for n in sizes},
        colours,
        n="pancakes",
        distance="flips",
        count="stacks",
    )
    most, last = sizes[-1], ends[sizes[-1]]
    stacks = "one stack needs" if last["count"] == 1 else f"{last['count']:,} stacks need"
    fewer = ", and stacks of fewer," if len(sizes) > 1 else ""
    total = sum(record["count"] for record in records if record["n"] == most)
    return style.add_title(
        plot,
        f"{most} burnt pancakes take up to {last['distance']} flips; {stacks} as many",
        f"All {total:,} stacks of {most}{fewer} by the fewest flips that sort them. Exact.",
    )
