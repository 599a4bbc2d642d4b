"""Number of codes by their cost, and of those guessed wrong.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figure 4.13, a simulation of
5000 games; here all codes are counted.
"""

from fractions import Fraction
from typing import NamedTuple

from tafelwerk.families.beams.answers import Spent, summary_of
from tafelwerk.families.beams.look_ups import get_spent
from tafelwerk.families.beams.recorded import recorded_spent
from tafelwerk.families.beams.rules.strategies import TIES, Entropy
from tafelwerk.plots.colours import BLUE, INK, VERMILION, WIDTH
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import cells, chart, hints, legend, palette, panel, titled, y_axis
from tafelwerk.rules.entropy import order_name

LARGEST_FIRST = ("6c6p", "6c3p", "3c6p")
"""The variants, the one with most codes first."""

LEAST = 0.005
"""Least percentage that is written above a bar."""

RIGHT, WRONG = "guessed right, or known", "guessed wrong"


class Stored(NamedTuple):
    """The costs of a strategy, its variant and tie rule, and their source."""

    variant: str
    tie: str
    spent: Spent
    source: str


def _stored(book: Book) -> Stored:
    """H_1 on the largest variant that the book or a record holds, preferably LEX-c."""
    for variant in LARGEST_FIRST:
        recorded = {tie: spent for name, tie, spent in recorded_spent(variant) if name == order_name(Fraction(1))}
        for tie in TIES:
            spent = get_spent(book, variant, Entropy(Fraction(1), tie))
            if spent is not None:
                return Stored(variant, tie, spent, "the book")
            if tie in recorded:
                return Stored(variant, tie, recorded[tie], "the record of a whole run")
    return need(None, "Beams 6c6p, 6c3p or 3c6p under h1")


def costs(book: Book) -> Drawing:
    """Figure 4.13: codes by their cost."""
    variant, tie, spent, source = _stored(book)
    found = summary_of(spent)
    shares: dict[tuple[int, bool], Fraction] = {}
    for queries, wrong, codes in spent:
        key = queries + wrong, wrong > 0
        shares[key] = shares.get(key, Fraction(0)) + 100 * codes / found.codes
    costs = range(min(cost for cost, _ in shares), found.max + 1)
    records, wrongs = [], []
    for cost in costs:
        right, wrong_share = (shares.get((cost, some), Fraction(0)) for some in (False, True))
        if right:
            records.append(_bar(cost, RIGHT, Fraction(0), right))
        if wrong_share:
            records.append(_bar(cost, WRONG, right, right + wrong_share))
            wrongs.append(_bar(cost, WRONG, Fraction(0), wrong_share))
    colours = {RIGHT: BLUE, WRONG: VERMILION} if wrongs else {RIGHT: BLUE}
    tops = {cost: shares.get((cost, False), Fraction(0)) + shares.get((cost, True), Fraction(0)) for cost in costs}
    panels = [_panel(records, tops, colours, WIDTH * 0.7, "all codes")]
    if wrongs:
        tops = {cost: share for (cost, wrong), share in sorted(shares.items()) if wrong}
        panels.append(_panel(wrongs, tops, colours, WIDTH * 0.4, f"those {WRONG}"))
    guessed = sum((share for (_, wrong), share in shares.items() if wrong), Fraction(0))
    mean = found.total / found.codes
    square = (
        sum(((int(cost) - mean) ** 2 * codes for cost, codes in found.histogram.items()), Fraction(0)) / found.codes
    )
    rule = tie.replace("lex", "LEX").replace("mix", "MIX")
    return titled(
        alt.hconcat(*panels, spacing=28).resolve_scale(color="shared"),
        f"Beams {variant}: H₁ costs {found.mean:.4f} on average, {found.max} at most",
        f"All {found.codes:,} codes, exact, ties {rule}, from {source}; variance {float(square):.3f}.",
        f"Where no query separates the codes left, one is guessed; {_percent(guessed)} % of all codes are guessed wrong.",
    )


def _bar(cost: int, kind: str, low: Fraction, high: Fraction) -> Record:
    return {"cost": cost, "kind": kind, "low": round(float(low), 6), "high": round(float(high), 6)} | {
        "share": _percent(high - low)
    }


def _panel(
    records: list[Record], tops: dict[int, Fraction], colours: dict[str, str], width: float, title: str
) -> Layer:
    """Stacked bars, and their percentages in all."""
    x, high = cells("queries and wrong fields", "cost:O"), 1.12 * float(max(tops.values()))
    bars = chart(records).mark_bar()
    numbers = chart(
        {"cost": cost, "top": round(float(top), 6), "percent": f"{float(top):.2f}" if top >= LEAST else ""}
        for cost, top in tops.items()
    )
    return panel(
        bars.encode(
            x=x,
            y=y_axis("codes, %", 0, high, "low"),
            y2="high:Q",
            color=palette("kind:N", colours, legend()),
            tooltip=hints(cost="queries and wrong fields", kind="codes", share="codes, %"),
        ),
        numbers.mark_text(dy=-7, fontSize=10, color=INK).encode(
            x=x, y=y_axis("codes, %", 0, high, "top"), text="percent:N"
        ),
        width=width,
        title=title,
    )


def _percent(share: Fraction) -> str:
    """A percentage to two decimals, the smallest to one significant digit."""
    value = float(share)
    return f"{value:.2f}" if value >= 0.01 or not value else f"{value:.1g}"
