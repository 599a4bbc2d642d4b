"""Figures of double-dummy Skat: the ladder of solvers, each step's cost against that of the step before, transposition tables,
sure tricks and Null; random deals, points of declarers, and the chance to win by jacks and by trumps and aces.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, figures 5.1, 5.3, 6.3, 6.4, 7.2, 7.3, 8.3,
8.4, 9.7, 9.8, 10.2 and 10.3; the fast solver is this program's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, comb, floor, log10
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.limits import PAIRS, WHAT
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

DOTS = 400
"""Most deals of each number of cards in a panel."""

STEPS = {
    "minimax": "minimax",
    "ab": "alpha-beta",
    "ab_tt": "alpha-beta, table",
    "mws": "minimal window",
    "mws_tt": "minimal window, table",
    "mws_equiv": "with equivalence classes",
    "mws_ss": "with sure tricks",
    "mws_mo": "with move ordering",
    "fast_win": "fast solver, who wins",
    "mtd_minus_inf": "MTD(−∞)",
    "mtd_plus_inf": "MTD(+∞)",
    "mtd_f": "MTD(f)",
    "mtd_mo": "MTD(+∞), sure tricks, order",
    "fast_points": "fast solver, points",
}
"""The steps, as named on the axes."""

WHOLE = ("ab_tt", "fast_points")
"""The first and the last step that find the points of ten cards."""

_SIDE, _LARGE, _SINGLE = 186, 320, 440
"""Pixels of a panel's sides: of the whole ladder, of a figure of two steps, and of one."""

_COLUMNS = 3
_MARGIN = 1.7
"""Factor between the outermost ticks and the ends of an axis."""

_COLOURS = {
    4: style.MUTED,
    5: style.GREEN,
    6: style.SKY,
    7: style.PURPLE,
    8: style.BROWN,
    9: style.VERMILION,
    10: style.BLUE,
}


@dataclass(frozen=True, slots=True)
class _Measure:
    """A column of table statistics.

    Attributes:
        column: its name.
        what: what it measures.
        unit: of it.
        less: words for less of it.
        more: words for more of it.
        label: expression for the labels of an axis.
    """

    column: str
    what: str
    unit: str
    less: str
    more: str
    label: str


_NODES = _Measure("nodes", WHAT["nodes"], "positions", "fewer positions", "more positions", "format(datum.value, '~s')")
_TIMES = _Measure(
    "milliseconds",
    WHAT["times"],
    "ms",
    "faster",
    "slower",
    "replace(format(datum.value / 1000, '~s'), regexp('([a-zµ]?)$'), ' $1s')",
)
_MEASURES = {"nodes": _NODES, "times": _TIMES}


def nodes(book: Book) -> Drawing:
    """Positions searched at each step, against the step before."""
    return _figure(book, _NODES)


def times(book: Book) -> Drawing:
    """Time of each step, against the step before."""
    return _figure(book, _TIMES)


def steps(book: Book, measure: str, pairs: Sequence[tuple[str, str]]) -> Drawing:
    """A numbered figure of the source: some steps, by a measure of WHAT."""
    return _figure(book, _MEASURES[measure], pairs)


def _figure(book: Book, measure: _Measure, pairs: Iterable[tuple[str, str]] = PAIRS) -> Drawing:
    """The panels of pairs of steps. Default: all pairs."""
    dots, factors = _compare_steps(book, measure.column)
    shown_pairs = [pair for pair in pairs if pair in dots]
    need(shown_pairs, "the work of the ladder's solvers")
    sizes = sorted({dot["cards"] for pair in shown_pairs for dot in dots[pair]})
    side = _SIDE if len(shown_pairs) > _COLUMNS else _LARGE if len(shown_pairs) > 1 else _SINGLE
    panels = [_panel(pair, dots[pair], factors[pair], sizes, measure, side) for pair in shown_pairs]
    subtitle = ""
    if pairs is not PAIRS:
        subtitle = f": {'; '.join(PAIRS[pair].lower() for pair in shown_pairs)}"
    elif WHOLE in factors:
        cards = max(factors[WHOLE])
        gain = f"{_times(factors[WHOLE][cards][0])} {measure.less}"
        subtitle = f": from alpha-beta with a table to the fast solver {gain} on {cards} cards"
    return style.add_title(
        alt.concat(*panels, columns=_COLUMNS, spacing=18),
        f"Ladder of solvers{subtitle}",
        f"One dot per random deal: {measure.what}, one step across, the next upwards; on the diagonal there is no gain.",
        "Above each panel: geometric mean of the gain, over the deals with the most cards in a hand that both steps solved.",
    )


def _compare_steps(book: Book, column: str) -> tuple[dict[tuple[str, str], list[Record]], dict[Any, Any]]:
    """For each pair of steps the deals shown, and by cards in a hand the mean factor between their costs."""
    pairs = [*PAIRS, WHOLE]
    both = (
        "SELECT a.step AS before, b.step AS after, cards_each AS cards,"
        f" a.{column}::DOUBLE AS x, b.{column}::DOUBLE AS y, deal"
        f" FROM (VALUES {', '.join(['(?, ?)'] * len(pairs))}) pairs(first, second)"
        " JOIN skat.statistics a ON a.step = first JOIN skat.statistics b USING (deal, game, declarer)"
        " JOIN skat.deals USING (deal) WHERE b.step = second AND x > 0 AND y > 0"
    )
    steps = [step for pair in pairs for step in pair]
    # deals with neighbouring numbers have similar hands; the remainder of the number spreads those shown
    rows = book.rows(
        FAMILY,
        f"SELECT before, after, cards, x, y FROM ({both})"
        f" QUALIFY row_number() OVER (PARTITION BY before, after, cards ORDER BY deal % 10007, deal) <= {DOTS}"
        " ORDER BY ALL",
        *steps,
    )
    dots: dict[tuple[str, str], list[Record]] = {}
    for before, after, cards, x, y in rows:
        dots.setdefault((before, after), []).append({"cards": cards, "x": round(x, 4), "y": round(y, 4)})
    means = book.rows(
        FAMILY,
        f"SELECT before, after, cards, exp(avg(ln(x / y))), count(*) FROM ({both}) GROUP BY ALL ORDER BY ALL",
        *steps,
    )
    factors: dict[tuple[str, str], dict[int, tuple[float, int]]] = {}
    for before, after, cards, factor, count in means:
        factors.setdefault((before, after), {})[cards] = factor, count
    return dots, factors


def _panel(
    pair: tuple[str, str],
    dots: list[Record],
    factors: dict[int, tuple[float, int]],
    sizes: list[int],
    measure: _Measure,
    side: int,
) -> Layer:
    """One step against the next, on equal logarithmic axes."""
    spent = [dot[axis] for dot in dots for axis in ("x", "y")]
    low = floor(log10(min(spent)))
    high = max(ceil(log10(max(spent))), low + 1)
    ends = 10.0**low / _MARGIN, 10.0**high * _MARGIN
    ticks = [10.0**power for power in range(low, high + 1, 1 + (high - low) // 5)]
    log = {"type": "log"}
    look: Record = {"values": ticks, "labelExpr": measure.label}
    points = style.chart(dots).mark_circle(size=26, opacity=0.65)
    diagonal = style.chart({"x": end, "y": end} for end in ends)
    diagonal = diagonal.mark_line(color=style.MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=style.silent()
    )
    cards = max(factors)
    factor, count = factors[cards]
    gain = f"{_times(factor)} {measure.less}" if factor >= 1 else f"{_times(1 / factor)} {measure.more}"
    points = points.encode(
        x=style.x_axis(STEPS[pair[0]], *ends, "x", log, **look),
        y=style.y_axis(STEPS[pair[1]], *ends, "y", log, **look),
        color=style.palette(
            "cards:O",
            {size: _COLOURS.get(size, style.INK) for size in sizes},
            style.legend("cards in a hand", symbolSize=70),
        ),
        tooltip=style.hints(
            cards="cards in a hand",
            **{axis: f"{STEPS[step]}, {measure.unit}" for axis, step in zip("xy", pair, strict=True)},
        ),
    )
    title = [PAIRS[pair], f"{gain} ({cards} cards, {count:,} deal{'s' * (count != 1)})"]
    return style.panel(diagonal, points, width=side, height=side, title=title)


def _times(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 9.95 else f"{factor:.1f} times"


CARDS = 10
"""Cards in a hand."""

BOUND = 1 + 3 * sum(comb(CARDS, left) ** 3 for left in range(1, CARDS))
"""Upper bound on the number of positions at the start of a trick in a deal (section 5.3)."""

MEASURED_DOTS = 2000
"""Most outcomes in the figure of sure tricks."""

TABLED = {
    "ab_tt": style.BLUE,
    "mws_tt": style.BROWN,
    "mws_equiv": style.GREEN,
    "mws_ss": style.PURPLE,
    "mws_mo": style.VERMILION,
}
NULL = {"null_tt": style.BLUE, "null_safe": style.GREEN, "null_mo": style.VERMILION, "fast_null": style.MUTED}
"""Steps and the colours of their lines."""

NAMES = STEPS | {
    "null_tt": "with a table",
    "null_safe": "with safe suits",
    "null_mo": "with move ordering",
    "fast_null": "fast solver of Null",
}

SIDES = {"declarer leads": style.BLUE, "defenders lead": style.VERMILION}


def entries(book: Book) -> Drawing:
    """Positions in the transposition table at the end, ten cards in a hand."""
    rows = _shares(book, "entries", TABLED)
    first = [row["x"] for row in rows if row["step"] == NAMES["ab_tt"]]
    need(first, "the sizes of transposition tables")
    return _curves(
        rows,
        TABLED,
        "positions in the table",
        f"Alpha-beta keeps {sum(first) / len(first):,.0f} positions on average of {len(first)} deals, {max(first):,.0f} at most",
        f"Random deals of ten cards each, suit games and Grand: share of deals that need no more. Upper bound: {BOUND:,}.",
    )


def sure(book: Book) -> Drawing:
    """The declarer's points at the end, against those guaranteed by the sure tricks of the side on lead."""
    of = f"FROM {FAMILY}.results JOIN {FAMILY}.deals USING (deal) WHERE cards_each = {CARDS} AND sure IS NOT NULL"
    gap, leads = "abs(points::INTEGER - sure)", "declarer = 'forehand'"
    row = book.one(
        FAMILY,
        f"SELECT count(*), avg({gap}), avg({gap}) FILTER ({leads}), avg({gap}) FILTER (NOT ({leads})) {of}",
    )
    need(row is not None and row[0], "outcomes of random deals")
    assert row is not None
    count, mean, alone, against = row
    by_side = [
        f"{mean_gap:.2f} where {who}" for mean_gap, who in ((alone, "the declarer leads"), (against, "a defender does"))
    ]
    outcomes = book.records(
        FAMILY,
        "SELECT sure AS x, points AS y, if(declarer = 'forehand', 'declarer leads', 'defenders lead') AS side"
        f" {of} QUALIFY row_number() OVER (ORDER BY deal % 10007, deal, game, declarer) <= {MEASURED_DOTS} ORDER BY ALL",
    )
    dots = style.chart(outcomes).mark_circle(size=22, opacity=0.65)
    diagonal = style.chart({"x": end, "y": end} for end in (0, 120))
    diagonal = diagonal.mark_line(color=style.MUTED, strokeDash=[5, 4], strokeWidth=1).encode(
        x="x:Q", y="y:Q", tooltip=style.silent()
    )
    ticks: Record = {"values": [*range(0, 121, 20)]}
    points = dots.encode(
        x=style.x_axis("declarer's points that sure tricks leave", -2, 122, "x", **ticks),
        y=style.y_axis("declarer's points under best play by all", -2, 122, "y", **ticks),
        color=style.palette("side:N", SIDES, style.legend(symbolSize=70)),
    )
    return style.add_title(
        style.panel(diagonal, points, width=380, height=380),
        f"Sure tricks fall short of the value by {mean:.2f} points on average over {count:,} outcomes",
        f"Random deals, suit games and Grand; by {' and '.join(by_side)}.",
        "On the diagonal, search adds nothing. The farther from it, the more the side on lead gets beyond its sure tricks.",
    )


def null_nodes(book: Book) -> Drawing:
    """Positions searched for a Null, by the steps of its ladder."""
    return _null(book, "nodes", "positions looked at", "{:,.0f} positions")


def null_times(book: Book) -> Drawing:
    """Time for a Null, by the steps of its ladder."""
    return _null(book, "milliseconds", "milliseconds of one core", "{:.3g} ms")


def _null(book: Book, column: str, title: str, words: str) -> Drawing:
    rows = _shares(book, column, NULL)
    need(rows, "the work of Null's solvers")
    means = []
    for step, by in (("null_mo", "with all of the thesis"), ("fast_null", "with the fast solver")):
        spent = [row["x"] for row in rows if row["step"] == NAMES[step]]
        if spent:
            means.append(f"{words.format(sum(spent) / len(spent))} {by}")
    return _curves(
        rows,
        NULL,
        title,
        f"A Null takes {', '.join(means)}",
        "Random deals of ten cards each, declarers in turn: share of deals that take no more. Above: means.",
    )


def _shares(book: Book, column: str, steps: dict[str, str]) -> list[Record]:
    """For each deal of a step, its cost and the share of deals that cost no more."""
    marks = ", ".join("?" * len(steps))
    rows = book.rows(
        FAMILY,
        f"SELECT step::VARCHAR, {column}::DOUBLE AS x,"
        " 100 * row_number() OVER (PARTITION BY step ORDER BY x, deal) / count(*) OVER (PARTITION BY step)"
        f" FROM {FAMILY}.statistics JOIN {FAMILY}.deals USING (deal)"
        f" WHERE cards_each = {CARDS} AND {column} IS NOT NULL AND step::VARCHAR IN ({marks}) ORDER BY 1, 3",
        *steps,
    )
    # zeros are counted but have no place on the axis
    return [{"step": NAMES[step], "x": round(x, 5), "y": round(y, 3)} for step, x, y in rows if x > 0]


def _curves(rows: list[Record], steps: dict[str, str], title: str, *titles: str) -> Drawing:
    spent = [row["x"] for row in rows]
    ends = min(spent) / 1.3, 1.3 * max(spent)
    met = {row["step"] for row in rows}
    colours = {NAMES[step]: colour for step, colour in steps.items() if NAMES[step] in met}
    lines = style.chart(rows).mark_line(interpolate="step-after", strokeWidth=1.8)
    curves = lines.encode(
        x=style.x_axis(
            title, *ends, "x", {"type": "log"}, values=style.decades(*ends), format="~s" if min(spent) >= 1 else "~g"
        ),
        y=style.y_axis("deals, %", 0, 100, "y"),
        color=style.palette("step:N", colours, style.legend(symbolSize=70)),
        order=alt.Order("y:Q"),
    )
    return style.add_title(style.panel(curves), *titles)


LEAST = 40
"""Least number of outcomes of ten cards each that a figure needs."""

ENOUGH = 5
"""Least number of outcomes for which a chance is shown."""

TELLING = 30
"""Least number of hands for which a title names a chance."""

TOP = 120
"""Card points in the pack."""

GAMES = {"clubs": "clubs", "spades": "spades", "hearts": "hearts", "diamonds": "diamonds", "grand": "Grand"}
"""Games in which points count, as named in figures."""

BAR, PANEL = 5, 140
"""Points per bar; width of the panel of a game, in pixels."""

CHANCE = (
    f'count(*) AS "of", if(count(*) >= {ENOUGH}, round(100 * count(*) FILTER (won) / count(*), 4), NULL) AS percent'
)
"""SQL: number of outcomes, and the chance to win if there are enough."""


def need_whole_deals(book: Book) -> None:
    """Refuse to draw where there are fewer than LEAST outcomes of deals of ten cards each."""
    row = book.one(FAMILY, "SELECT count(*) FROM skat.results JOIN skat.deals USING (deal) WHERE cards_each = 10")
    need(row is not None and row[0] >= LEAST, "outcomes of random deals")


def points(book: Book) -> Drawing:
    """The declarer's points in suit games and Grand: 1 to 5 and none, 6 to 10, ..., 61 to 65, ..."""
    need_whole_deals(book)
    # ends between integers, so that bars touch; 0 belongs to the lowest bar
    bars = book.records(
        FAMILY,
        f'SELECT if(low > 1, low, 0) - 0.5::DOUBLE AS "from", low + {BAR} - 0.5::DOUBLE AS "to", 0 AS base,'
        " round(100 * count(*) / sum(count(*)) OVER (), 4) AS percent, count(*) AS outcomes, count(*) FILTER (won) AS won"
        f" FROM (SELECT greatest(points::INTEGER - 1, 0) // {BAR} * {BAR} + 1 AS low, won"
        " FROM skat.results JOIN skat.deals USING (deal) WHERE cards_each = 10 AND points IS NOT NULL)"
        " GROUP BY low ORDER BY low",
    )
    total, won = (sum(bar.pop(column) for bar in bars) for column in ("outcomes", "won"))
    highest = 1.08 * max(bar["percent"] for bar in bars)
    for bar in bars:
        bar["points"] = f"{bar['from'] + 0.5:.0f} to {bar['to'] - 0.5:.0f}"
    bars_layer = (
        style.chart(bars)
        .mark_rect(color=style.BLUE, stroke=style.PAPER)
        .encode(
            x=style.x_axis("declarer's points", -1, TOP + 1, "from", values=[*range(0, TOP + 1, 10)]),
            x2="to:Q",
            y=style.y_axis("outcomes, %", 0, highest, "percent"),
            y2="base:Q",
            tooltip=style.hints(points="declarer's points", percent="outcomes, %"),
        )
    )
    limit = style.chart([{"x": 60.5}]).mark_rule(color=style.VERMILION, strokeDash=[5, 4], strokeWidth=1.5)
    return style.add_title(
        style.panel(bars_layer, limit.encode(x="x:Q", tooltip=style.silent())),
        f"Suit games and Grand on random deals: the declarer wins {100 * won / total:.1f} % of {total:,}",
        "Best play by all with open cards, the Skat as dealt.",
        f"Bars of {BAR} points, 0 in the lowest. The declarer wins with 61 points, right of the dashed line.",
    )


def jacks(book: Book) -> Drawing:
    """The chance to win by game and the declarer's jacks."""
    need_whole_deals(book)
    bars = book.records(
        FAMILY,
        f"SELECT h.game::VARCHAR AS game, bit_count(h.hand >> 28) AS jacks, {CHANCE}, count(*) FILTER (won) AS won"
        " FROM skat.hands h JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null'"
        " GROUP BY ALL ORDER BY ALL",
    )
    # room for numbers above the highest bar; no tick at the end of the axis, which would shift titles
    top = 1.06 * style.zoom([1.05 * (bar["percent"] or 0) for bar in bars] + [9], 5)[1]
    panels: list[Layer] = []
    for game, name in GAMES.items():
        game_bars = [bar | {"n": f"{bar['of']:,}", "top": bar["percent"] or 0} for bar in bars if bar["game"] == game]
        if game_bars:
            panels.append(_jacks_bars(game_bars, name, top, axis=not panels))
    telling = []
    for held in range(5):
        games = [bar for bar in bars if bar["jacks"] == held]
        # a hand counts once, whatever the number of games played with it
        if max((bar["of"] for bar in games), default=0) >= TELLING:
            share = sum(bar["won"] for bar in games) / sum(bar["of"] for bar in games)
            telling.append(f"{100 * share:.0f} % with {held or 'none'}")
    return style.add_title(
        alt.hconcat(*panels, spacing=16),
        "The chance to win by the declarer's jacks" + (f": {', '.join(telling)}" if telling else ""),
        "Best play by all with open cards on random deals, the Skat as dealt, the declarer in any seat.",
        f"Grey: number of outcomes; no chance is given for fewer than {ENOUGH}.",
    )


def _jacks_bars(bars: list[Record], title: str, top: float, *, axis: bool) -> Layer:
    """The chances of one game, one bar per number of jacks, on an axis up to a chance in percent."""
    base = style.chart(bars).encode(
        x=style.cells("jacks", "jacks:O", scale={"domain": [*range(5)]}),
        tooltip=style.hints(jacks="jacks", percent="won, %", of="outcomes"),
    )
    y = "won, %" if axis else None, 0, top
    look: Record = {"tickCount": 6, "labels": axis, "ticks": axis}
    full = base.transform_filter("datum.percent !== null").mark_bar(color=style.BLUE)
    counts = base.mark_text(dy=-6, fontSize=9, color=style.NOTE_INK)
    return style.panel(
        full.encode(y=style.y_axis(*y, "percent", **look)),
        counts.encode(y=style.y_axis(*y, "top", **look), text="n:N"),
        width=PANEL,
        height=style.HEIGHT * 2 // 3,
        title=title,
    )


CELL = 74
"""Width of a cell in pixels."""

_JACKS = 0xF << 28
_SUITS = {name: 0x7F << 7 * suit for suit, name in enumerate(("diamonds", "hearts", "spades", "clubs"))}
_ACES = sum(1 << 7 * suit + 6 for suit in range(4))
_TRUMPS = (
    "CASE game "
    + " ".join(f"WHEN '{name}' THEN {_JACKS | suit}" for name, suit in _SUITS.items())
    + f" ELSE {_JACKS} END"
)


def hands(book: Book) -> Drawing:
    """The chance to win by number of trumps and of aces of other suits; in Grand, by jacks and aces."""
    need_whole_deals(book)
    records = book.records(
        FAMILY,
        "SELECT game = 'grand' AS grand, bit_count((hand & trumps)::UINTEGER) AS trumps,"
        f" bit_count((hand & ~trumps & {_ACES})::UINTEGER) AS aces, {CHANCE}"
        f" FROM (SELECT h.game, h.won, h.hand::BIGINT AS hand, ({_TRUMPS})::BIGINT AS trumps"
        " FROM skat.hands h JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null')"
        " GROUP BY ALL ORDER BY ALL",
    )
    squares = [square | {"n": f"n={square['of']:,}"} for square in records]
    suits, grands = ([square for square in squares if square["grand"] == kind] for kind in (False, True))
    panels = alt.hconcat(
        _heat_map(suits, "suit games", "trumps, jacks included", "aces of other suits", 3),
        _heat_map(grands, GAMES["grand"], "jacks", "aces", 4),
        spacing=40,
    )
    telling = [
        f"{good['trumps']} {word} and {good['aces']} aces win {good['percent']:.0f} % of {games}"
        for word, games, good in (("trumps", "suit games", _good(suits)), ("jacks", "Grands", _good(grands)))
        if good
    ]
    return style.add_title(
        panels,
        "Trumps and aces decide" + (": " + ", ".join(telling) if telling else ""),
        "Best play by all with open cards on random deals, the Skat as dealt, the declarer in any seat.",
        f"Grey: number of outcomes; no chance is given for fewer than {ENOUGH}.",
    )


def _heat_map(squares: list[Record], title: str, rows: str, columns: str, most_aces: int) -> Layer:
    """A heat map."""
    held = [square["trumps"] for square in squares]
    base = style.chart(squares).encode(
        x=style.cells(columns, "aces:O", scale={"domain": [*range(most_aces + 1)]}),
        tooltip=style.hints(trumps=rows, aces=columns, percent="won, %", of="outcomes"),
        y=alt.Y("trumps:O", title=rows, scale=alt.Scale(domain=[*range(max(held), min(held) - 1, -1)])),
    )
    filled = base.transform_filter("datum.percent !== null")
    scale = alt.Scale(domain=[0, 100], range=[style.PALE, style.BLUE])
    share = alt.Color("percent:Q", scale=scale, legend=style.legend("won, %", gradientLength=180))
    dark = "datum.percent > 70"
    return style.panel(
        filled.mark_rect(stroke=style.PAPER, strokeWidth=1.5).encode(color=share),
        filled.mark_text(dy=-6, fontSize=13).encode(text=alt.Text("percent:Q", format=".0f"), color=style.ink_on(dark)),
        base.mark_text(dy=9, fontSize=9).encode(text="n:N", color=style.ink_on(dark, style.ON_FILL, style.NOTE_INK)),
        width=CELL * (most_aces + 1),
        height=36 * (max(held) - min(held) + 1),
        title=title,
    )


def _good(squares: list[Record]) -> Record | None:
    """The most frequent square that wins more often than it loses, among those with enough hands."""
    good = [square for square in squares if square["of"] >= TELLING and square["percent"] >= 50]
    return max(good, key=lambda square: square["of"], default=None)
