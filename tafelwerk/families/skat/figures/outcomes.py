"""Figures of random deals: points of declarers, and the chance to win by jacks and by trumps and aces."""

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

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
