"""Mean costs of entropy strategies by the order of the entropy, for the orders that the book holds.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figures 4.11, 4.12 and 4.17.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from tafelwerk.families.beams import questions
from tafelwerk.families.beams.answers import summary_of
from tafelwerk.families.beams.look_ups import get_curve, get_spent
from tafelwerk.families.beams.recorded import recorded_spent
from tafelwerk.families.beams.rules.board import LISTED
from tafelwerk.families.beams.rules.strategies import TIES, Entropy, Improved
from tafelwerk.plots.colours import BLUE, BROWN, GREEN, PLUS, VERMILION, WIDTH
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import (
    chart,
    entropy_name,
    legend,
    level,
    palette,
    panel,
    titled,
    upright,
    x_axis,
    y_axis,
    zoom,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import order_name, read_order

TABLE_ORDERS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of table 4.10; a figure of several variants needs all of them with LEX-c."""

LAST = 6
"""Greatest finite order shown."""

INFINITY = 7
"""Position of the order infinity on the axis."""

ALPHA_TITLE = "order α of the Rényi entropy"
MEAN_TITLE = "queries and wrong fields on average"

_DENSE = 60
"""Number of orders from which a curve is drawn with small marks."""

_TIES = {"lex-c": "LEX-c", "lex-d": "LEX-d", "mix": "MIX"}

_HOLLOW = "transparent"

_LOOKS = {
    "MIX": (VERMILION, _HOLLOW, PLUS, 110, 240),
    "LEX-d": (BROWN, _HOLLOW, "circle", 46, 110),
    "LEX-c": (BLUE, BLUE, "circle", 11, 32),
    "6c3p": (VERMILION, _HOLLOW, "square", 62, 140),
    "6c6p": (GREEN, _HOLLOW, "diamond", 80, 170),
    "3c6p": (BLUE, BLUE, "circle", 24, 44),
}
"""Line and fill of a curve's marks, their shape, and their size where they are many and where they are few. The first are drawn
below: hollow marks, then filled ones inside them."""

Means = dict[tuple[str, str], float]
"""Mean cost of a code by strategy and tie rule."""


def _means(book: Book, variant: str) -> Means:
    """Means from records, from curves, and from strategies with all their parts."""
    means: Means = {(name, tie): summary_of(spent).mean for name, tie, spent in recorded_spent(variant)}
    means |= {(point.strategy, tie): point.mean for tie in TIES for point in get_curve(book, variant, tie) or ()}
    for one in (Optimal(), Improved()):
        spent = get_spent(book, variant, one)
        if spent is not None:
            means[one.name, one.tie] = summary_of(spent).mean
    return means


def _require(book: Book, means: Means, variant: str, orders: Iterable[Fraction | None]) -> None:
    """Refuse to draw where LEX-c is missing for an order; where all orders are missing, the whole curve is named."""
    missing = [Entropy(alpha, "lex-c") for alpha in orders if (order_name(alpha), "lex-c") not in means]
    if missing:
        curve = variant not in LISTED or any(_place(strategy) is not None for strategy, _ in means)
        need(curve, f"the curve of Beams {variant}", f"tafelwerk build beams --variant {variant} --curve")
        raise questions.Summary(variant, missing[0]).missing(book)


def _place(strategy: str) -> float | None:
    """Position of an order on the axis, or None if it is not shown."""
    if strategy in (Optimal().name, Improved().name):
        return None
    alpha = read_order(strategy)
    if alpha is None:
        return INFINITY
    return float(alpha) if alpha <= LAST else None


def _records(means: Means, ties: Collection[str]) -> list[Record]:
    found = [
        {"alpha": place, "mean": round(mean, 7), "curve": _TIES[tie], "strategy": strategy}
        for (strategy, tie), mean in means.items()
        if tie in ties and (place := _place(strategy)) is not None
    ]
    return sorted(found, key=lambda record: (str(record["curve"]), record["alpha"]))


def _marks(records: list[Record], counts: Counter[str], y: "alt.Y") -> "alt.Chart":
    """Piecewise constant functions of alpha as marks, from 0 to LAST and, set apart, at infinity.

    Args:
        records: of curves.
        counts: number of marks per curve, for all panels of the figure, which share a legend.
        y: the axis of means.
    """
    dense = max(counts.values()) >= _DENSE
    key = legend(symbolStrokeWidth=1.5)
    below = list(_LOOKS)
    marks = chart(sorted(records, key=lambda record: below.index(record["curve"])))
    label = f"datum.value === {INFINITY} ? '∞' : datum.label"
    ticks: Record = {"values": [*range(INFINITY + 1)], "format": "d", "labelExpr": label}

    def look(channel: str, place: int) -> Any:
        field = "curve:O" if channel == "Size" else "curve:N"  # sizes have an order, for Vega
        return palette(field, {name: _LOOKS[name][place] for name in sorted(counts)}, key, channel)

    found: alt.Chart = marks.mark_point(opacity=1, strokeWidth=1.1 if dense else 1.8).encode(
        x=x_axis(ALPHA_TITLE, -0.2, INFINITY + 0.2, "alpha", **ticks),
        y=y,
        stroke=look("Stroke", 0),
        fill=look("Fill", 1),
        shape=look("Shape", 2),
        size=look("Size", 3 if dense else 4),
    )
    return found


def _range(values: Sequence[float], step: float) -> tuple[float, float]:
    """The range of an axis in which marks at all values fit; its ends are multiples of the step."""
    margin = 0.03 * (max(values) - min(values)) or step / 2
    return zoom([min(values) - margin, max(values) + margin], step)


def _panel(means: Means, counts: Counter[str], step: float, width: float = WIDTH, title: str | None = None) -> Layer:
    """The means of a variant under every tie rule, and the optimal or best known mean where it is stored."""
    records = _records(means, _TIES)
    known = [(means[one.name, one.tie], one.name) for one in (Optimal(), Improved()) if (one.name, one.tie) in means][
        :1
    ]
    low, high = _range([*(record["mean"] for record in records), *(best for best, _ in known)], step)
    marks = _marks(records, counts, y_axis(MEAN_TITLE, low, high, "mean"))
    rules = [level(best, f"{name} {best:.4f}", width) for best, name in known]
    return panel(marks, *rules, width=width, title=title)


def _counts(*variants: Means) -> Counter[str]:
    """The tie rules shown in the panels of the variants, each with its greatest number of marks in a panel."""
    found = Counter[str]()
    for means in variants:
        found |= Counter(record["curve"] for record in _records(means, _TIES))
    return found


def small_variants(book: Book) -> Drawing:
    """Figure 4.11: the two variants of 18 fields."""
    found = {variant: _means(book, variant) for variant in ("3c6p", "6c3p")}
    for variant, means in found.items():
        _require(book, means, variant, TABLE_ORDERS)
    counts = _counts(*found.values())
    panels = [
        _panel(found["3c6p"], counts, 0.05, WIDTH * 0.62, "3c6p: three colours of six fields"),
        _panel(found["6c3p"], counts, 0.1, WIDTH * 0.62, "6c3p: six colours of three fields"),
    ]
    return titled(
        alt.hconcat(*panels, spacing=36),
        "Beams on 18 fields: entropy strategies over α",
        "Exact means over all codes. Ties: LEX-c takes the lowest colour, LEX-d the lowest diagonal,",
        "MIX each query with equal chance. Marks are the orders that the book holds.",
    )


def standard_game(book: Book) -> Drawing:
    """Figure 4.12: the standard game."""
    variant = "6c6p"
    means = _means(book, variant)
    if not any(_place(strategy) is not None for strategy, _ in means):
        _require(book, means, variant, [Fraction(1)])
    least, name = min((mean, strategy) for (strategy, _), mean in means.items() if _place(strategy) is not None)
    return titled(
        _panel(means, _counts(means), 0.05),
        f"Beams 6c6p, the standard game: of all orders, {entropy_name(name)} is best, {least:.4f}",
        "Exact means over all 3,048,812,640 codes. Marks are the orders that the book holds, and those of shipped records.",
    )


def variants_compared(book: Book) -> Drawing:
    """The Beams part of figure 4.17: each variant relative to its own H_1."""
    records: list[Record] = []
    for variant in ("3c6p", "6c3p", "6c6p"):
        means = _means(book, variant)
        if variant == "6c6p" and ("h1", "lex-c") not in means:
            continue
        _require(book, means, variant, TABLE_ORDERS if variant != "6c6p" else [Fraction(1)])
        unit = means["h1", "lex-c"]
        records += [
            record | {"curve": variant, "loss": round(100 * (record["mean"] / unit - 1), 5)}
            for record in _records(means, ("lex-c",))
        ]
    low, high = _range([record["loss"] for record in records], 0.5)
    counts = Counter(record["curve"] for record in records)
    marks = _marks(records, counts, y_axis("cost relative to H₁, in percent", low, high, "loss"))
    return titled(
        panel(level(0), marks, upright(1, "H₁")),
        "Beams: entropy strategies over α, each variant relative to its own H₁",
        "Exact mean costs, ties LEX-c. Marks are the orders that the book holds, and of 6c6p those of shipped records.",
    )
