"""One look for every figure: sizes, colours that the colour-blind can tell apart, axes, titles."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import ceil, floor
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import altair as alt

    Layer: TypeAlias = alt.Chart | alt.LayerChart
    Plot: TypeAlias = Layer | alt.ConcatChart | alt.VConcatChart | alt.HConcatChart

WIDTH = 640
HEIGHT = 380

INK = "#1b1b1b"
MUTED = "#7a7a7a"
BLUE = "#0072b2"
VERMILION = "#d55e00"
GREEN = "#009e73"
PURPLE = "#cc79a7"
ORANGE = "#e69f00"
SKY = "#56b4e9"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, INK)
"""The palette of Okabe and Ito, without its yellow, which is too pale for lines."""

CROSS = "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8"
"""Shape of a diagonal cross."""

_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
# fonts often lack raised digits past 3
_POWER = "datum.value <= 1000 ? format(datum.value, 'd') : '10^' + round(log(datum.value) / LN10)"


def data(records: Iterable[Mapping[str, Any]]) -> "alt.InlineData":
    """Records as data that the chart carries with it, however many they are.

    Altair's limit of 5000 rows guards against whole tables in a chart; figures thin theirs in SQL.
    """
    return _inline_data()(values=[dict(record) for record in records])


@cache
def _inline_data() -> "type[alt.InlineData]":
    import altair as alt

    class Data(alt.InlineData):
        """Data that nobody changes, right by the way it is made: altair need not copy it into every chart, nor check it."""

        _class_is_valid_at_instantiation = False

        def __deepcopy__(self, memo: object) -> "Data":
            return self

    return Data


def log_x(title: str, low: float, high: float, field: str = "k", fine: bool | None = None) -> "alt.X":
    """A logarithmic x axis.

    Args:
        title: what it shows.
        low: where it begins.
        high: where it ends.
        field: the field shown.
        fine: ticks at 1, 2 and 5 times the powers of ten, not only at these; by default on an axis of few decades.
    """
    import altair as alt

    powers = [10**power for power in range(13)]
    scale = alt.Scale(type="log", domain=[low, high], nice=False)
    if high <= 1e3 * low if fine is None else fine:
        ticks = [step * power for power in powers for step in (1, 2, 5) if low <= step * power <= high]
        return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(values=ticks, format="d"))
    ticks = [power for power in powers if low <= power <= high]
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(values=ticks, labelExpr=_POWER))


def linear_x(title: str, low: float, high: float, field: str, ticks: int = 10) -> "alt.X":
    """A linear x axis from low to high with about so many ticks."""
    import altair as alt

    scale = alt.Scale(domain=[low, high], nice=False)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=ticks))


def linear_y(title: str, low: float, high: float, field: str) -> "alt.Y":
    """A linear y axis from low to high."""
    import altair as alt

    return alt.Y(f"{field}:Q", title=title, scale=alt.Scale(domain=[low, high], nice=False, zero=False))


def zoom(values: Iterable[float], step: float) -> tuple[float, float]:
    """The range of an axis that holds all values, its ends multiples of the step."""
    found = list(values)
    return round(floor(min(found) / step) * step, 10), round(ceil(max(found) / step) * step, 10)


def layered(*layers: "Layer") -> "alt.LayerChart":
    """One chart over the other, the first at the bottom."""
    import altair as alt

    return alt.LayerChart(layer=list(layers))


def level(value: float) -> "alt.Chart":
    """A thin dashed horizontal rule, as for one half."""
    import altair as alt

    rule = alt.Chart(data([{}])).mark_rule(color=MUTED, strokeDash=[5, 4], strokeWidth=1)
    placed: alt.Chart = rule.encode(y=alt.YDatum(value))
    return placed


def upright(value: float, text: str, top: float | None = None) -> "alt.LayerChart":
    """A thin dotted vertical rule with a text.

    Args:
        value: where on the x axis.
        text: what it marks.
        top: how far below the upper end the text stands beside the rule, in pixels; None: centred above the plot.
    """
    import altair as alt

    base = alt.Chart(data([{}])).encode(x=alt.XDatum(value))
    rule = base.mark_rule(color=INK, strokeDash=[2, 3], strokeWidth=1)
    if top is None:
        note = base.mark_text(align="center", baseline="bottom", fontSize=11, color=INK, text=text)
        return layered(rule, note.encode(y=alt.value(-4)))
    note = base.mark_text(align="left", baseline="top", dx=4, fontSize=11, color=INK, text=text)
    return layered(rule, note.encode(y=alt.value(top)))


def heading(text: str | list[str], offset: float = 6) -> "alt.TitleParams":
    """The title of one panel of several, in one line or more."""
    import altair as alt

    return alt.TitleParams(text, fontSize=12, offset=offset, anchor="middle")


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Heights near the wanted ones and at least a gap apart, in the same order: for labels at the ends of curves."""
    groups: list[tuple[list[int], float]] = []  # members from below, height of the lowest
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        members, lowest = [i], wanted[i]
        while groups and groups[-1][1] + gap * len(groups[-1][0]) > lowest:
            members = groups.pop()[0] + members
            lowest = sum(wanted[j] - gap * place for place, j in enumerate(members)) / len(members)
        groups.append((members, lowest))
    heights = [0.0] * len(wanted)
    for members, lowest in groups:
        for place, i in enumerate(members):
            heights[i] = lowest + gap * place
    return heights


def dressed(chart: "Plot", title: str, *subtitle: str) -> "alt.TopLevelMixin":
    """The chart with its title and the house's fonts and lines.

    Args:
        chart: a finished chart; configured once, so outermost.
        title: what is seen.
        subtitle: lines below it.
    """
    import altair as alt

    named = chart.properties(title=alt.TitleParams(title, subtitle=list(subtitle)), background="white", padding=12)
    finished: alt.TopLevelMixin = (
        named.configure(font=_FONT)
        .configure_title(
            anchor="start",
            frame="group",
            fontSize=15,
            fontWeight=600,
            color=INK,
            subtitleFontSize=12,
            subtitleColor="#4a4a4a",
            subtitlePadding=5,
            offset=12,
        )
        .configure_axis(
            labelFontSize=11,
            titleFontSize=12,
            titleFontWeight="normal",
            titlePadding=8,
            labelColor=INK,
            titleColor=INK,
            gridColor="#e8e8e8",
            domainColor=MUTED,
            tickColor=MUTED,
        )
        .configure_legend(
            labelFontSize=11, titleFontSize=11, titleFontWeight="normal", symbolStrokeWidth=2.2, labelLimit=320
        )
        .configure_header(labelFontSize=12, labelFontWeight=600, labelColor=INK)
        .configure_view(stroke="#d0d0d0")
    )
    return finished
