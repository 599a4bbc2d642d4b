"""Mean costs of entropy strategies over the order of the entropy, as far as the book holds them.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figures 4.11, 4.12 and 4.17.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import (
    BLUE,
    GREEN,
    HEIGHT,
    INK,
    MUTED,
    ORANGE,
    VERMILION,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    level,
    linear_y,
    upright,
    zoom,
)
from tafelwerk.rules.beams.board import LISTED
from tafelwerk.rules.beams.strategies import TIES, Entropy, Improved
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import order_name, read_order
from tafelwerk.tables.beams import questions

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

TABLE_ORDERS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of table 4.10; a figure of several variants needs them of LEX-c."""

LAST = 6
"""The greatest finite order that is shown."""

INFINITY = 7
"""Where on the axis the order infinity stands."""

ALPHA_TITLE = "order α of the Rényi entropy"
MEAN_TITLE = "queries and wrong fields on average"

_DENSE = 60
"""Orders from which on a curve is drawn with small marks."""

_TIES = {"lex-c": "LEX-c", "lex-d": "LEX-d", "mix": "MIX"}

_HOLLOW = "transparent"

_LOOKS = {
    "MIX": (VERMILION, _HOLLOW, "diamond", 62, 140),
    "LEX-d": (ORANGE, _HOLLOW, "square", 46, 110),
    "LEX-c": (BLUE, BLUE, "circle", 11, 32),
    "6c3p": (VERMILION, _HOLLOW, "square", 62, 140),
    "6c6p": (GREEN, _HOLLOW, "diamond", 80, 170),
    "3c6p": (BLUE, BLUE, "circle", 24, 44),
}
"""Line and filling of a curve's marks, their shape, their size where they are many and where they are few; the first lie below:
hollow ones, then full ones within them."""

Means = dict[tuple[str, str], float]
"""By strategy and tie rule the mean cost of a code."""


def _means(book: "Book", variant: str) -> Means:
    """Those of curves, and of the strategies whose parts are all there."""
    means: Means = {
        (point.strategy, tie): point.mean for tie in TIES for point in questions.curve(book, variant, tie) or ()
    }
    for one in (Optimal(), Improved()):
        found = questions.summary(book, variant, one)
        if found is not None:
            means[one.name, one.tie] = found.mean
    return means


def _require(book: "Book", means: Means, variant: str, orders: Iterable[Fraction | None]) -> None:
    """Refuse to draw where LEX-c is missing under one of the orders; where all are, the whole curve is named."""
    missing = [Entropy(alpha, "lex-c") for alpha in orders if (order_name(alpha), "lex-c") not in means]
    if not missing:
        return
    if variant in LISTED and all(_place(strategy) is None for strategy, _ in means):
        line = f"tafelwerk build beams --variant {variant} --curve"
        raise MissingTableError(f"the curve of Beams {variant}", line, book.path)
    raise questions.summary.of(variant, missing[0]).missing(book)


def _place(strategy: str) -> float | None:
    """Where an order stands on the axis; None: nowhere."""
    if strategy in (Optimal().name, Improved().name):
        return None
    alpha = read_order(strategy)
    if alpha is None:
        return INFINITY
    return float(alpha) if alpha <= LAST else None


def _records(means: Means, ties: Collection[str]) -> list[dict[str, Any]]:
    found = [
        {"alpha": place, "mean": round(mean, 7), "curve": _TIES[tie], "strategy": strategy}
        for (strategy, tie), mean in means.items()
        if tie in ties and (place := _place(strategy)) is not None
    ]
    return sorted(found, key=lambda record: (str(record["curve"]), record["alpha"]))


def _alpha_axis() -> "alt.X":
    """From 0 to LAST, and infinity set off."""
    import altair as alt

    return alt.X(
        "alpha:Q",
        title=ALPHA_TITLE,
        scale=alt.Scale(domain=[-0.2, INFINITY + 0.2], nice=False),
        axis=alt.Axis(
            values=[*range(INFINITY + 1)], format="d", labelExpr=f"datum.value === {INFINITY} ? '∞' : datum.label"
        ),
    )


def _marks(records: list[dict[str, Any]], y: "alt.Y") -> "alt.Chart":
    """Piecewise constant functions of alpha as marks, as they jump."""
    import altair as alt

    counts = Counter(record["curve"] for record in records)
    names = sorted(counts)
    lines, fillings, shapes, small, large = zip(*(_LOOKS[name] for name in names), strict=True)
    dense = max(counts.values()) >= _DENSE
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolStrokeWidth=1.5)

    def scale(values: Sequence[Any]) -> "alt.Scale":
        return alt.Scale(type="ordinal", domain=names, range=[*values])

    below = list(_LOOKS)
    marks: alt.Chart = (
        alt.Chart(data(sorted(records, key=lambda record: below.index(record["curve"]))))
        .mark_point(opacity=1, strokeWidth=1.1 if dense else 1.8)
        .encode(
            x=_alpha_axis(),
            y=y,
            stroke=alt.Stroke("curve:N", scale=scale(lines), legend=legend),
            fill=alt.Fill("curve:N", scale=scale(fillings), legend=legend),
            shape=alt.Shape("curve:N", scale=scale(shapes), legend=legend),
            size=alt.Size("curve:N", scale=scale(small if dense else large), legend=legend),
        )
    )
    return marks


def _range(values: Sequence[float], step: float) -> tuple[float, float]:
    """The range of an axis that holds marks at all values whole, its ends multiples of the step."""
    margin = 0.03 * (max(values) - min(values)) or step / 2
    return zoom([min(values) - margin, max(values) + margin], step)


def _panel(means: Means, step: float, width: float) -> "alt.LayerChart":
    """The means of a variant under every tie rule, and the least possible, or the least known, where it is stored."""
    import altair as alt

    records = _records(means, _TIES)
    best, name = next(
        ((mean, one.name) for one in (Optimal(), Improved()) if (mean := means.get((one.name, one.tie))) is not None),
        (None, ""),
    )
    low, high = _range([*(record["mean"] for record in records), *([] if best is None else [best])], step)
    layers: list[Any] = [_marks(records, linear_y(MEAN_TITLE, low, high, "mean"))]
    if best is not None:
        at = alt.YDatum(best)
        layers.append(alt.Chart(data([{}])).mark_rule(color=MUTED, strokeDash=[5, 4]).encode(y=at))
        note = alt.Chart(data([{}])).mark_text(align="right", baseline="bottom", dx=-4, dy=-2, fontSize=11, color=INK)
        layers.append(note.encode(x=alt.value(width), y=at, text=alt.value(f"{name} {best:.4f}")))
    chart: alt.LayerChart = layered(*layers).properties(width=width, height=HEIGHT)
    return chart


@figure("beams-4.11", "Beams 3c6p and 6c3p: mean cost over alpha")
def small_variants(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.11: the two variants of 18 fields."""
    import altair as alt

    panels = []
    for variant, step in (("3c6p", 0.05), ("6c3p", 0.1)):
        means = _means(book, variant)
        _require(book, means, variant, TABLE_ORDERS)
        words = "three colours of six fields" if variant == "3c6p" else "six colours of three fields"
        panels.append(_panel(means, step, WIDTH * 0.62).properties(title=heading(f"{variant}: {words}")))
    return dressed(
        alt.hconcat(*panels, spacing=36),
        "Beams on 18 fields: entropy strategies over α",
        "Exact means over all codes; of tied queries LEX-c takes that of the least colour, LEX-d that of the least diagonal,",
        "MIX each with equal chance. Marks are the orders that the book holds.",
    )


@figure("beams-4.12", "Beams 6c6p: mean cost over alpha")
def standard_game(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.12: the standard game."""
    variant = "6c6p"
    means = _means(book, variant)
    if not any(_place(strategy) is not None for strategy, _ in means):
        _require(book, means, variant, [Fraction(1)])
    least, name = min((mean, strategy) for (strategy, _), mean in means.items() if _place(strategy) is not None)
    return dressed(
        _panel(means, 0.05, WIDTH),
        f"Beams 6c6p, the standard game: {least:.4f} at best, by {_name(name)}",
        "Exact means over all 3,048,812,640 codes. Marks are the orders that the book holds.",
    )


def _name(strategy: str) -> str:
    """An order as a reader has it."""
    return "H_∞" if strategy == "hinf" else f"H_{strategy[1:]}"


@figure("beams-4.17", "Beams: mean cost over alpha against that of H_1")
def variants_compared(book: "Book") -> "alt.TopLevelMixin":
    """The part of figure 4.17 that is about Beams: each variant against its own H_1."""
    records: list[dict[str, Any]] = []
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
    marks = _marks(records, linear_y("cost against H_1, in percent", low, high, "loss"))
    return dressed(
        layered(level(0), marks, upright(1, "H_1")).properties(width=WIDTH, height=HEIGHT),
        "Beams: entropy strategies over α, every variant against its own H_1",
        "Exact mean costs, ties LEX-c. Marks are the orders that the book holds.",
    )
