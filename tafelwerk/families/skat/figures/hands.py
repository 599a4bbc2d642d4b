"""Chances of hands by trumps and aces, their most telling features.

Features of hands: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1.
"""

from tafelwerk.families.skat.figures.outcomes import CHANCE, ENOUGH, GAMES, TELLING, need_whole_deals
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.plots.colours import BLUE, NOTE_INK, ON_FILL, PALE, PAPER
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import cells, chart, hints, ink_on, legend, panel, titled

CELL = 74
"""Width of a cell in pixels."""

_JACKS = 0xF << 28
_SUITS = {name: 0x7F << 7 * place for place, name in enumerate(("diamonds", "hearts", "spades", "clubs"))}
_ACES = sum(1 << 7 * suit + 6 for suit in range(4))
_TRUMPS = (
    "CASE game "
    + " ".join(f"WHEN '{name}' THEN {_JACKS | suit}" for name, suit in _SUITS.items())
    + f" ELSE {_JACKS} END"
)


def hands(book: Book) -> Drawing:
    """The chance to win by number of trumps and of aces of other suits; in Grand, by jacks and aces."""
    need_whole_deals(book)
    found = book.records(
        FAMILY,
        "SELECT game = 'grand' AS grand, bit_count((hand & trumps)::UINTEGER) AS trumps,"
        f" bit_count((hand & ~trumps & {_ACES})::UINTEGER) AS aces, {CHANCE}"
        f" FROM (SELECT h.game, h.won, h.hand::BIGINT AS hand, ({_TRUMPS})::BIGINT AS trumps"
        " FROM skat.hands h JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null')"
        " GROUP BY ALL ORDER BY ALL",
    )
    squares = [square | {"n": f"n={square['of']:,}"} for square in found]
    suits, grands = ([square for square in squares if square["grand"] == kind] for kind in (False, True))
    panels = alt.hconcat(
        _panel(suits, "suit games", "trumps, jacks included", "aces of other suits", 3),
        _panel(grands, GAMES["grand"], "jacks", "aces", 4),
        spacing=40,
    )
    telling = [
        f"{good['trumps']} {word} and {good['aces']} aces win {good['percent']:.0f} % of {games}"
        for word, games, good in (("trumps", "suit games", _good(suits)), ("jacks", "Grands", _good(grands)))
        if good
    ]
    return titled(
        panels,
        "Trumps and aces decide" + (": " + ", ".join(telling) if telling else ""),
        "Best play by all with open cards on random deals, the Skat as dealt, the declarer in any seat.",
        f"Grey: number of outcomes; no chance is given for fewer than {ENOUGH}.",
    )


def _panel(squares: list[Record], title: str, rows: str, columns: str, most_aces: int) -> Layer:
    """A heat map."""
    held = [square["trumps"] for square in squares]
    base = chart(squares).encode(
        x=cells(columns, "aces:O", scale={"domain": [*range(most_aces + 1)]}),
        tooltip=hints(trumps=rows, aces=columns, percent="won, %", of="outcomes"),
        y=alt.Y("trumps:O", title=rows, scale=alt.Scale(domain=[*range(max(held), min(held) - 1, -1)])),
    )
    shown = base.transform_filter("datum.percent !== null")
    scale = alt.Scale(domain=[0, 100], range=[PALE, BLUE])
    share = alt.Color("percent:Q", scale=scale, legend=legend("won, %", gradientLength=180))
    dark = "datum.percent > 70"
    return panel(
        shown.mark_rect(stroke=PAPER, strokeWidth=1.5).encode(color=share),
        shown.mark_text(dy=-6, fontSize=13).encode(text=alt.Text("percent:Q", format=".0f"), color=ink_on(dark)),
        base.mark_text(dy=9, fontSize=9).encode(text="n:N", color=ink_on(dark, ON_FILL, NOTE_INK)),
        width=CELL * (most_aces + 1),
        height=36 * (max(held) - min(held) + 1),
        title=title,
    )


def _good(squares: list[Record]) -> Record | None:
    """The most frequent square that wins more often than it loses, among those with enough hands."""
    good = [square for square in squares if square["of"] >= TELLING and square["percent"] >= 50]
    return max(good, key=lambda square: square["of"], default=None)
