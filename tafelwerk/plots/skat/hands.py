"""What hands win: the chance by trumps and aces, which of the features of a hand tell most.

Features of hands: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1.
"""

from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.skat.outcomes import COUNT_INK, ENOUGH, GAMES, TELLING, whole_deals
from tafelwerk.plots.style import BLUE, INK, data, dressed, heading, layered
from tafelwerk.tables.builds.skat import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

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


@figure("skat-hands", "The chance to win by trumps and aces")
def hands(book: "Book") -> "alt.TopLevelMixin":
    """The chance to win by trumps and by aces of the other suits; in Grand by jacks and aces."""
    import altair as alt

    whole_deals(book)
    rows = book.rows(
        FAMILY,
        "SELECT game = 'grand', bit_count((hand & trumps)::UINTEGER) AS trumps,"
        f" bit_count((hand & ~trumps & {_ACES})::UINTEGER) AS aces, count(*), sum(won::INTEGER)"
        f" FROM (SELECT h.game, h.won, h.hand::BIGINT AS hand, ({_TRUMPS})::BIGINT AS trumps"
        " FROM skat.hands h JOIN skat.deals USING (deal) WHERE cards_each = 10 AND h.game <> 'null')"
        " GROUP BY ALL ORDER BY ALL",
    )
    cells = [
        {
            "grand": grand,
            "trumps": trumps,
            "aces": aces,
            "of": count,
            "n": f"n={count:,}",
            "percent": round(100 * won / count, 4) if count >= ENOUGH else None,
        }
        for grand, trumps, aces, count, won in rows
    ]
    suits, grands = ([cell for cell in cells if cell["grand"] == kind] for kind in (False, True))
    panels = alt.hconcat(
        _panel(suits, "suit games", "trumps, jacks included", "aces of other suits", 3),
        _panel(grands, GAMES["grand"], "jacks", "aces", 4),
        spacing=40,
    )
    telling = [
        text.format(**cell, chance=f"{cell['percent']:.0f}")
        for text, cell in (
            ("{trumps} trumps and {aces} aces win {chance} % of suit games", _good(suits)),
            ("{trumps} jacks and {aces} aces win {chance} % of Grands", _good(grands)),
        )
        if cell
    ]
    return dressed(
        panels,
        "Trumps and aces decide" + (": " + ", ".join(telling) if telling else ""),
        "Best play by all with open cards on random deals, the Skat as dealt, the declarer in any seat.",
        f"Grey: number of outcomes; no chance is given for fewer than {ENOUGH}.",
    )


def _panel(cells: list[dict[str, Any]], title: str, rows: str, columns: str, most_aces: int) -> "alt.LayerChart":
    """A heat map."""
    import altair as alt

    held = [cell["trumps"] for cell in cells]
    base = alt.Chart(data(cells)).encode(
        x=alt.X("aces:O", title=columns, scale=alt.Scale(domain=[*range(most_aces + 1)]), axis=alt.Axis(labelAngle=0)),
        y=alt.Y("trumps:O", title=rows, scale=alt.Scale(domain=[*range(max(held), min(held) - 1, -1)])),
    )
    shown = base.transform_filter("datum.percent !== null")
    fills = shown.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color(
            "percent:Q",
            scale=alt.Scale(domain=[0, 100], range=["#eaf2f8", BLUE]),
            legend=alt.Legend(title="won, %", orient="bottom", direction="horizontal", gradientLength=180),
        )
    )
    dark = "datum.percent > 55"
    chances = shown.mark_text(dy=-6, fontSize=13).encode(
        text=alt.Text("percent:Q", format=".0f"),
        color=alt.condition(dark, alt.value("white"), alt.value(INK)),
    )
    counts = base.mark_text(dy=9, fontSize=9).encode(
        text="n:N", color=alt.condition(dark, alt.value("#e6eff6"), alt.value(COUNT_INK))
    )
    size = {"width": CELL * (most_aces + 1), "height": 36 * (max(held) - min(held) + 1)}
    chart: alt.LayerChart = layered(fills, chances, counts).properties(title=heading(title), **size)
    return chart


def _good(cells: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The most frequent cell that wins more often than not, of those with enough hands to tell."""
    good = [cell for cell in cells if cell["of"] >= TELLING and cell["percent"] >= 50]
    return max(good, key=lambda cell: cell["of"], default=None)
