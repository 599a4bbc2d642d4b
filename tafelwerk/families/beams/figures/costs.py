"""Costs of strategies: number of codes by their cost, and means by the order of the entropy, for the orders that the book holds.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figures 4.11, 4.12, 4.13 and 4.17. Figure
4.13 is a simulation of 5000 games; here all codes are counted.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.beams import questions
from tafelwerk.families.beams.answers import Spent, summary_of
from tafelwerk.families.beams.look_ups import get_curve, get_spent
from tafelwerk.families.beams.records import recorded_spent
from tafelwerk.families.beams.rules import LISTED, TIES, Entropy, Improved
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.rules.deduction import Optimal, order_name, read_order

LARGEST_FIRST = ("6c6p", "6c3p", "3c6p")
"""The variants, the one with most codes first."""

LEAST = 0.005
"""Least percentage that is written above a bar."""

RIGHT, WRONG = "guessed right, or known", "guessed wrong"


class StrategyCosts(NamedTuple):
    """The costs of a strategy, its variant and tie rule, and their source."""

    variant: str
    tie: str
    spent: Spent
    source: str


def _read_costs(book: Book) -> StrategyCosts:
    """H_1 on the largest variant that the book or a record holds, preferably LEX-c."""
    for variant in LARGEST_FIRST:
        recorded = {tie: spent for name, tie, spent in recorded_spent(variant) if name == order_name(Fraction(1))}
        for tie in TIES:
            spent = get_spent(book, variant, Entropy(Fraction(1), tie))
            if spent is not None:
                return StrategyCosts(variant, tie, spent, "the book")
            if tie in recorded:
                return StrategyCosts(variant, tie, recorded[tie], "the record of a whole run")
    return need(None, "Beams 6c6p, 6c3p or 3c6p under h1")


def costs(book: Book) -> Drawing:
    """Figure 4.13: codes by their cost."""
    variant, tie, spent, source = _read_costs(book)
    summary = summary_of(spent)
    shares: dict[tuple[int, bool], Fraction] = {}
    for queries, wrong, codes in spent:
        key = queries + wrong, wrong > 0
        shares[key] = shares.get(key, Fraction(0)) + 100 * codes / summary.codes
    costs = range(min(cost for cost, _ in shares), summary.max + 1)
    records, wrongs = [], []
    for cost in costs:
        right, wrong_share = (shares.get((cost, is_wrong), Fraction(0)) for is_wrong in (False, True))
        if right:
            records.append(_bar(cost, RIGHT, Fraction(0), right))
        if wrong_share:
            records.append(_bar(cost, WRONG, right, right + wrong_share))
            wrongs.append(_bar(cost, WRONG, Fraction(0), wrong_share))
    colours = {RIGHT: style.BLUE, WRONG: style.VERMILION} if wrongs else {RIGHT: style.BLUE}
    tops = {cost: shares.get((cost, False), Fraction(0)) + shares.get((cost, True), Fraction(0)) for cost in costs}
    panels = [_bars_panel(records, tops, colours, style.WIDTH * 0.7, "all codes")]
    if wrongs:
        tops = {cost: share for (cost, wrong), share in sorted(shares.items()) if wrong}
        panels.append(_bars_panel(wrongs, tops, colours, style.WIDTH * 0.4, f"those {WRONG}"))
    guessed = sum((share for (_, wrong), share in shares.items() if wrong), Fraction(0))
    mean = summary.total / summary.codes
    square = (
        sum(((int(cost) - mean) ** 2 * codes for cost, codes in summary.histogram.items()), Fraction(0)) / summary.codes
    )
    rule = tie.replace("lex", "LEX").replace("mix", "MIX")
    return style.add_title(
        alt.hconcat(*panels, spacing=28).resolve_scale(color="shared"),
        f"Beams {variant}: H₁ costs {summary.mean:.4f} on average, {summary.max} at most",
        f"All {summary.codes:,} codes, exact, ties {rule}, from {source}; variance {float(square):.3f}.",
        f"Where no query separates the codes left, one is guessed; {_percent(guessed)} % of all codes are guessed wrong.",
    )


def _bar(cost: int, kind: str, low: Fraction, high: Fraction) -> Record:
    return {"cost": cost, "kind": kind, "low": round(float(low), 6), "high": round(float(high), 6)} | {
        "share": _percent(high - low)
    }


def _bars_panel(
    records: list[Record], tops: dict[int, Fraction], colours: dict[str, str], width: float, title: str
) -> Layer:
    """Stacked bars, and their percentages in all."""
    x, high = style.cells("queries and wrong fields", "cost:O"), 1.12 * float(max(tops.values()))
    bars = style.chart(records).mark_bar()
    numbers = style.chart(
        {"cost": cost, "top": round(float(top), 6), "percent": f"{float(top):.2f}" if top >= LEAST else ""}
        for cost, top in tops.items()
    )
    return style.panel(
        bars.encode(
            x=x,
            y=style.y_axis("codes, %", 0, high, "low"),
            y2="high:Q",
            color=style.palette("kind:N", colours, style.legend()),
            tooltip=style.hints(cost="queries and wrong fields", kind="codes", share="codes, %"),
        ),
        numbers.mark_text(dy=-7, fontSize=10, color=style.INK).encode(
            x=x, y=style.y_axis("codes, %", 0, high, "top"), text="percent:N"
        ),
        width=width,
        title=title,
    )


def _percent(share: Fraction) -> str:
    """A percentage to two decimals, the smallest to one significant digit."""
    value = float(share)
    return f"{value:.2f}" if value >= 0.01 or not value else f"{value:.1g}"


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
    "MIX": (style.VERMILION, _HOLLOW, style.PLUS, 110, 240),
    "LEX-d": (style.BROWN, _HOLLOW, "circle", 46, 110),
    "LEX-c": (style.BLUE, style.BLUE, "circle", 11, 32),
    "6c3p": (style.VERMILION, _HOLLOW, "square", 62, 140),
    "6c6p": (style.GREEN, _HOLLOW, "diamond", 80, 170),
    "3c6p": (style.BLUE, style.BLUE, "circle", 24, 44),
}
"""Line and fill of a curve's marks, their shape, and their size where they are many and where they are few. The first are drawn
below: hollow marks, then filled ones inside them."""

Means = dict[tuple[str, str], float]
"""Mean cost of a code by strategy and tie rule."""


def _means(book: Book, variant: str) -> Means:
    """Means from records, from curves, and from strategies with all their parts."""
    means: Means = {(name, tie): summary_of(spent).mean for name, tie, spent in recorded_spent(variant)}
    means |= {(point.strategy, tie): point.mean for tie in TIES for point in get_curve(book, variant, tie) or ()}
    for strategy in (Optimal(), Improved()):
        spent = get_spent(book, variant, strategy)
        if spent is not None:
            means[strategy.name, strategy.tie] = summary_of(spent).mean
    return means


def _require(book: Book, means: Means, variant: str, orders: Iterable[Fraction | None]) -> None:
    """Refuse to draw where LEX-c is missing for an order; where all orders are missing, the whole curve is named."""
    missing = [Entropy(alpha, "lex-c") for alpha in orders if (order_name(alpha), "lex-c") not in means]
    if missing:
        curve = variant not in LISTED or any(_axis_position(strategy) is not None for strategy, _ in means)
        need(curve, f"the curve of Beams {variant}", f"tafelwerk build beams --variant {variant} --curve")
        raise questions.Summary(variant, missing[0]).missing(book)


def _axis_position(strategy: str) -> float | None:
    """Position of an order on the axis, or None if it is not shown."""
    if strategy in (Optimal().name, Improved().name):
        return None
    alpha = read_order(strategy)
    if alpha is None:
        return INFINITY
    return float(alpha) if alpha <= LAST else None


def _records(means: Means, ties: Collection[str]) -> list[Record]:
    records = [
        {"alpha": x, "mean": round(mean, 7), "curve": _TIES[tie], "strategy": strategy}
        for (strategy, tie), mean in means.items()
        if tie in ties and (x := _axis_position(strategy)) is not None
    ]
    return sorted(records, key=lambda record: (str(record["curve"]), record["alpha"]))


def _marks(records: list[Record], counts: Counter[str], y: "alt.Y") -> "alt.Chart":
    """Piecewise constant functions of alpha as marks, from 0 to LAST and, set apart, at infinity.

    Args:
        records: of curves.
        counts: number of marks per curve, for all panels of the figure, which share a legend.
        y: the axis of means.
    """
    dense = max(counts.values()) >= _DENSE
    key = style.legend(symbolStrokeWidth=1.5)
    below = list(_LOOKS)
    marks = style.chart(sorted(records, key=lambda record: below.index(record["curve"])))
    label = f"datum.value === {INFINITY} ? '∞' : datum.label"
    ticks: Record = {"values": [*range(INFINITY + 1)], "format": "d", "labelExpr": label}

    def look(channel: str, column: int) -> Any:
        field = "curve:O" if channel == "Size" else "curve:N"  # sizes have an order, for Vega
        return style.palette(field, {name: _LOOKS[name][column] for name in sorted(counts)}, key, channel)

    layer: alt.Chart = marks.mark_point(opacity=1, strokeWidth=1.1 if dense else 1.8).encode(
        x=style.x_axis(ALPHA_TITLE, -0.2, INFINITY + 0.2, "alpha", **ticks),
        y=y,
        stroke=look("Stroke", 0),
        fill=look("Fill", 1),
        shape=look("Shape", 2),
        size=look("Size", 3 if dense else 4),
    )
    return layer


def _range(values: Sequence[float], step: float) -> tuple[float, float]:
    """The range of an axis in which marks at all values fit; its ends are multiples of the step."""
    margin = 0.03 * (max(values) - min(values)) or step / 2
    return style.zoom([min(values) - margin, max(values) + margin], step)


def _panel(
    means: Means, counts: Counter[str], step: float, width: float = style.WIDTH, title: str | None = None
) -> Layer:
    """The means of a variant under every tie rule, and the optimal or best known mean where it is stored."""
    records = _records(means, _TIES)
    known = [
        (means[strategy.name, strategy.tie], strategy.name)
        for strategy in (Optimal(), Improved())
        if (strategy.name, strategy.tie) in means
    ][:1]
    low, high = _range([*(record["mean"] for record in records), *(best for best, _ in known)], step)
    marks = _marks(records, counts, style.y_axis(MEAN_TITLE, low, high, "mean"))
    rules = [style.level(best, f"{name} {best:.4f}", width) for best, name in known]
    return style.panel(marks, *rules, width=width, title=title)


def _counts(*variants: Means) -> Counter[str]:
    """The tie rules shown in the panels of the variants, each with its greatest number of marks in a panel."""
    counts = Counter[str]()
    for means in variants:
        counts |= Counter(record["curve"] for record in _records(means, _TIES))
    return counts


def small_variants(book: Book) -> Drawing:
    """Figure 4.11: the two variants of 18 fields."""
    means_by_variant = {variant: _means(book, variant) for variant in ("3c6p", "6c3p")}
    for variant, means in means_by_variant.items():
        _require(book, means, variant, TABLE_ORDERS)
    counts = _counts(*means_by_variant.values())
    panels = [
        _panel(means_by_variant["3c6p"], counts, 0.05, style.WIDTH * 0.62, "3c6p: three colours of six fields"),
        _panel(means_by_variant["6c3p"], counts, 0.1, style.WIDTH * 0.62, "6c3p: six colours of three fields"),
    ]
    return style.add_title(
        alt.hconcat(*panels, spacing=36),
        "Beams on 18 fields: entropy strategies over α",
        "Exact means over all codes. Ties: LEX-c takes the lowest colour, LEX-d the lowest diagonal,",
        "MIX each query with equal chance. Marks are the orders that the book holds.",
    )


def standard_game(book: Book) -> Drawing:
    """Figure 4.12: the standard game."""
    variant = "6c6p"
    means = _means(book, variant)
    if not any(_axis_position(strategy) is not None for strategy, _ in means):
        _require(book, means, variant, [Fraction(1)])
    least, name = min((mean, strategy) for (strategy, _), mean in means.items() if _axis_position(strategy) is not None)
    return style.add_title(
        _panel(means, _counts(means), 0.05),
        f"Beams 6c6p, the standard game: of all orders, {style.entropy_name(name)} is best, {least:.4f}",
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
    marks = _marks(records, counts, style.y_axis("cost relative to H₁, in percent", low, high, "loss"))
    return style.add_title(
        style.panel(style.level(0), marks, style.upright(1, "H₁")),
        "Beams: entropy strategies over α, each variant relative to its own H₁",
        "Exact mean costs, ties LEX-c. Marks are the orders that the book holds, and of 6c6p those of shipped records.",
    )
