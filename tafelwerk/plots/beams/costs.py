"""How many codes cost how much, and how many of them are guessed wrong.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figure 4.13: 5000 games, simulated. Here it
is every code.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import BLUE, HEIGHT, INK, VERMILION, WIDTH, data, dressed, heading, layered
from tafelwerk.rules.beams.strategies import TIES, Entropy
from tafelwerk.tables.beams.answers import Spent, summary_of
from tafelwerk.tables.beams.look_ups import get_spent

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LARGEST_FIRST = ("6c6p", "6c3p", "3c6p")
"""The variants, that of most codes first."""

RIGHT, WRONG = "guessed right, or known", "guessed wrong"


def _stored(book: "Book") -> tuple[str, str, Spent]:
    """H_1 on the largest variant that the book holds, LEX-c if it can be chosen: the variant, the tie rule and what is spent."""
    for variant in LARGEST_FIRST:
        for tie in TIES:
            found = get_spent(book, variant, Entropy(Fraction(1), tie))
            if found is not None:
                return variant, tie, found
    line = "tafelwerk build beams --variant 6c6p --strategy h1"
    raise MissingTableError("Beams 6c6p, 6c3p or 3c6p under h1", line, book.path)


@figure("beams-4.13", "Beams: how many codes cost so much under H_1")
def costs(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.13: codes by what they cost."""
    import altair as alt

    variant, tie, spent = _stored(book)
    found = summary_of(spent)
    shares: dict[tuple[int, bool], Fraction] = {}
    for queries, wrong, codes in spent:
        key = queries + wrong, wrong > 0
        shares[key] = shares.get(key, Fraction(0)) + 100 * codes / found.codes
    records: list[dict[str, Any]] = []
    tops: list[dict[str, Any]] = []
    for cost in range(min(cost for cost, _ in shares), found.max + 1):
        right, wrong_share = (shares.get((cost, some), Fraction(0)) for some in (False, True))
        top = right + wrong_share
        for kind, low, high in ((RIGHT, Fraction(0), right), (WRONG, right, top)):
            if high > low:
                records.append({"cost": cost, "kind": kind, "low": round(float(low), 6), "high": round(float(high), 6)})
        tops.append({"cost": cost, "top": round(float(top), 6), "percent": _percent(top)})
    kinds = [kind for kind in (RIGHT, WRONG) if any(record["kind"] == kind for record in records)]
    wrongs = [dict(record, low=0, high=record["high"] - record["low"]) for record in records if record["kind"] == WRONG]
    colours = dict(zip(kinds, (BLUE, VERMILION), strict=False))
    panels = [_panel(records, tops, colours, WIDTH * 0.7).properties(title=heading("all codes"))]
    if wrongs:
        tops = [{"cost": bar["cost"], "top": bar["high"], "percent": _percent(Fraction(bar["high"]))} for bar in wrongs]
        panels.append(_panel(wrongs, tops, colours, WIDTH * 0.4).properties(title=heading(f"those {WRONG}")))
    guessed = sum((share for (_, wrong), share in shares.items() if wrong), Fraction(0))
    mean = found.total / found.codes
    square = (
        sum(((int(cost) - mean) ** 2 * codes for cost, codes in found.histogram.items()), Fraction(0)) / found.codes
    )
    rule = tie.replace("lex", "LEX").replace("mix", "MIX")
    return dressed(
        alt.hconcat(*panels, spacing=28).resolve_scale(color="shared"),
        f"Beams {variant}: H_1 costs {found.mean:.4f} on average, {found.max} at most",
        f"All {found.codes:,} codes, exact, ties {rule}; variance {float(square):.3f}.",
        f"Where no query tells the codes left apart one is guessed; {_percent(guessed)} % of all codes are guessed wrong.",
    )


def _panel(
    records: list[dict[str, Any]], tops: list[dict[str, Any]], colours: dict[str, str], width: float
) -> "alt.LayerChart":
    """Bars of one colour on the other, and how many percent they make together."""
    import altair as alt

    scale = alt.Scale(domain=[0, 1.12 * max(top["top"] for top in tops)], nice=False)
    x = alt.X("cost:O", title="queries and wrong fields", axis=alt.Axis(labelAngle=0))
    title = "codes, %"
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal")
    kinds = alt.Scale(domain=list(colours), range=list(colours.values()))
    bars = alt.Chart(data(records)).mark_bar()
    bars = bars.encode(
        x=x,
        y=alt.Y("low:Q", title=title, scale=scale),
        y2="high:Q",
        color=alt.Color("kind:N", scale=kinds, legend=legend),
    )
    numbers = alt.Chart(data(tops)).mark_text(dy=-7, fontSize=11, color=INK)
    numbers = numbers.encode(x=x, y=alt.Y("top:Q", title=title, scale=scale), text="percent:N")
    chart: alt.LayerChart = layered(bars, numbers).properties(width=width, height=HEIGHT)
    return chart


def _percent(share: Fraction) -> str:
    """To a hundredth, the smallest to a first digit."""
    value = float(share)
    return f"{value:.2f}" if value >= 0.01 or not value else f"{value:.1g}"
