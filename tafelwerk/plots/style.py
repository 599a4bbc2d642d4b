"""The common style of all figures: data, axes, legends, panels, rules, titles."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import ceil, floor, log10
from typing import Any, Literal, get_args

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.extras import Drawing, Layer, Plot, Record, alt

Theme = Literal["light", "dark"]

THEMES: tuple[Theme, ...] = get_args(Theme)


def checked_theme(name: str) -> Theme:
    """The theme of a name.

    Raises:
        InputError: there is none.
    """
    for theme in THEMES:
        if theme == name:
            return theme
    raise InputError(f"--theme {in_quotes(name)}: the themes are {' and '.join(THEMES)}")


WIDTH = 640
HEIGHT = 380

PAPER = "#ffffff"
INK = "#1b1b1b"
ON_FILL = "#fefefe"
"""Text on dark fills."""

ON_SOFT = "#1c1c1c"
"""Text on lighter fills, dark in both themes."""

WHITE = "#fffffe"
"""Pegs, and letters on dark ones: white in both themes."""

SOFT_INK = "#4a4a4a"
NOTE_INK = "#5c5c5c"
MUTED = "#757575"
OUTLINE = "#919191"
"""Borders of fields, and edges that no player has taken."""

GRID = "#e8e8e8"
FRAME = "#d0d0d0"
STRIPE = "#f2f2f2"
FIELD = "#f6f3ea"
CHOSEN = "#ffe28a"
"""Background of the names of chosen moves."""

BAND = "#d6e7f4"
PALE = "#dbe9f4"
"""The light end of a scale that ends in BLUE."""

BLUE = "#005a9c"
VERMILION = "#d55e00"
GREEN = "#008560"
PURPLE = "#bc80a8"
BROWN = "#8c4900"
SKY = "#199bde"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, BROWN, SKY, INK)
"""Hues of the palette of Okabe and Ito, lightened or darkened for contrast with the background."""

ORANGE = "#e69f00"
"""Fill of pegs and colour of diamonds, always beside another mark."""

TINTS = {GREEN: "#bfe3d4", BLUE: "#b9d7ea", VERMILION: "#f6cdb0", MUTED: "#ececec", BROWN: "#fbe3c8"}
"""Pale fills behind text or below lines, by the colour that they go with."""

DIVERGING = ("#08519c", "#6baed6", "#f7f7f7", "#f1a340", "#a63603")
"""A scale with a middle, from blue to orange."""

SEQUENCE = ("#fdfdfd", "#cfe3f1", "#5aaee0", "#0b6fb0", "#00344f")
"""A scale from zero to the maximum, light to dark."""

DARK = {
    PAPER: "#16191e",
    INK: "#e6e6e6",
    ON_FILL: "#0c0e11",
    ON_SOFT: "#0d0f12",
    SOFT_INK: "#b9bec6",
    NOTE_INK: "#a8aeb7",
    MUTED: "#8d949e",
    OUTLINE: "#757c87",
    GRID: "#2a2e35",
    FRAME: "#3b4049",
    STRIPE: "#20242a",
    FIELD: "#23272e",
    CHOSEN: "#5c4a00",
    BAND: "#1d3346",
    PALE: "#1c2c3c",
    BLUE: "#4a86d8",
    VERMILION: "#d25e3c",
    GREEN: "#47cc88",
    PURPLE: "#b682a6",
    BROWN: "#e8a317",
    SKY: "#a7ccf9",
    "#c8102e": "#ff9c94",
    TINTS[GREEN]: "#1f4a3b",
    TINTS[BLUE]: "#1f3f58",
    TINTS[VERMILION]: "#5a3420",
    TINTS[MUTED]: "#2b2e33",
    TINTS[BROWN]: "#3b2a18",
    **dict(zip(DIVERGING, ("#9ecbff", "#3f7fc0", "#23262b", "#a8621a", "#ffb45c"), strict=True)),
    **dict(zip(SEQUENCE, ("#17202a", "#1f3d5c", "#2f6da8", "#69a9e6", "#d6eaff"), strict=True)),
}
"""Colour of each role in the dark theme, by its colour in the light theme."""


def pale(colour: str, paper: str = PAPER) -> str:
    """A colour mixed with the background, one part to three."""
    parts = ((colour[start : start + 2], paper[start : start + 2]) for start in (1, 3, 5))
    return "#" + "".join(f"{(int(own, 16) + 3 * int(other, 16)) // 4:02x}" for own, other in parts)


DARK |= {pale(colour): pale(DARK[colour], DARK[PAPER]) for colour in COLOURS}

SCHEMES = {"viridis": ((0.0, 0.55), (0.4, 1.0)), "inferno": ((0.0, 0.62), (0.45, 1.0))}
"""Parts of Vega's colour schemes for lines and points: in the light theme, where they are reversed, and in the dark theme."""

CROSS = "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8"
"""Shape of a diagonal cross."""

PLUS = "M-1,0L1,0M0,-1L0,1"
"""Shape of an upright cross."""

STROKES: dict[str, Any] = {"symbolType": "stroke", "symbolSize": 400}
"""Symbols of a legend of lines."""


_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_RAISED, _LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", str.maketrans("0123456789/", "₀₁₂₃₄₅₆₇₈₉⁄")
_POWER = (
    "datum.value <= 1000 ? format(datum.value, 'd') : '10' + slice("
    f"'{_RAISED}', round(log(datum.value) / LN10), round(log(datum.value) / LN10) + 1)"
)


def power_of_ten(exponent: int) -> str:
    """A power of ten as text: 10⁶."""
    return "10" + "".join(_RAISED[int(digit)] for digit in str(exponent))


def subscript(index: object) -> str:
    """An index, digits or a fraction, as a subscript: ₁, ₃⁄₂."""
    return str(index).translate(_LOWERED)


def entropy_name(order: object) -> str:
    """The entropy of an order, as H₁ or H∞, from a number or the name of a strategy such as h1.5."""
    text = str(order).removeprefix("h")
    return "H∞" if text in ("inf", "∞") else f"H{subscript({'1.5': '3/2'}.get(text, text))}"


def chart(records: Iterable[Mapping[str, Any]]) -> "alt.Chart":
    """A chart of records, without a mark yet."""
    return alt.Chart(data(records))


def data(records: Iterable[Mapping[str, Any]]) -> "alt.InlineData":
    """Records as inline data, without limit.

    Altair's limit of 5000 rows guards against whole tables in a chart; the figures select theirs in SQL.
    """
    return _inline_data()(values=[dict(record) for record in records])


@cache
def _inline_data() -> "type[alt.InlineData]":
    class Data(alt.InlineData):
        """Data that is never changed and valid by construction: Altair need neither copy nor check it."""

        _class_is_valid_at_instantiation = False

        def __deepcopy__(self, memo: object) -> "Data":
            return self

    return Data


def x_axis(
    title: str | None, low: float, high: float, field: str, scale: Mapping[str, Any] | None = None, **axis: Any
) -> "alt.X":
    """A quantitative x axis from low to high, linear unless the scale's properties say otherwise; `axis`: Altair's properties."""
    return alt.X(f"{field}:Q", title=title, **_axis_scale(low, high, scale, axis or {"tickCount": 10}))


def y_axis(
    title: str | None, low: float, high: float, field: str, scale: Mapping[str, Any] | None = None, **axis: Any
) -> "alt.Y":
    """A quantitative y axis, as `x_axis`."""
    # a rule in another layer would extend the axis to zero
    return alt.Y(f"{field}:Q", title=title, **_axis_scale(low, high, scale or {"zero": False}, axis))


def _axis_scale(low: float, high: float, scale: Mapping[str, Any] | None, axis: Mapping[str, Any]) -> Record:
    properties: Record = {"scale": alt.Scale(**{"domain": [low, high], "nice": False, **(scale or {})})}
    return properties | ({"axis": alt.Axis(**axis)} if axis else {})


def log_x(title: str, low: float, high: float, field: str = "k", fine: bool | None = None) -> "alt.X":
    """A logarithmic x axis.

    Args:
        title: what it shows.
        low: where it begins.
        high: where it ends.
        field: the field shown.
        fine: whether ticks are at 1, 2 and 5 times the powers of ten, not only at these. Default: up to three decades.
    """
    fine = high <= 1e3 * low if fine is None else fine
    labels = {"format": "d" if low >= 1 else "~g"} if fine else {"labelExpr": _POWER}
    ticks = decades(low, high, (1, 2, 5) if fine else (1,))
    return x_axis(title, low, high, field, {"type": "log"}, values=ticks, **labels)


def decades(low: float, high: float, steps: Sequence[int] = (1,)) -> list[float]:
    """The powers of ten from low to high, each multiplied by the steps: ticks of a logarithmic axis."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    ticks = [round(step * 10**power, 9) for power in powers for step in steps]
    return [tick for tick in ticks if low * 0.999 <= tick <= high * 1.001]


def cells(
    title: str | None, field: str, channel: str = "X", scale: Mapping[str, Any] | None = None, **axis: Any
) -> Any:
    """An axis (channel X or Y) of the columns or rows of a table or map, with horizontal labels; `axis`: Altair's properties."""
    look = ({"labelAngle": 0} if channel == "X" else {}) | axis
    more = {"scale": alt.Scale(**scale)} if scale else {}
    return getattr(alt, channel)(field, title=title, axis=alt.Axis(**look), **more)


def zoom(values: Iterable[float], step: float) -> tuple[float, float]:
    """The smallest range of an axis that holds all values and has multiples of the step as its ends."""
    ticks = list(values)
    return round(floor(min(ticks) / step) * step, 10), round(ceil(max(ticks) / step) * step, 10)


def legend(title: str | None = None, **look: Any) -> "alt.Legend":
    """A horizontal legend below the figure; `look`: Altair's properties."""
    return alt.Legend(**{"title": title, "orient": "bottom", "direction": "horizontal", **look})


def palette(field: str, values: Mapping[Any, Any], key: "alt.Legend | None" = None, channel: str = "Color") -> Any:
    """A channel that shows the values of a field by the given colours, shapes or dashes.

    Args:
        field: the field with its type, such as `kind:N`.
        values: colour, shape or dash by the field's value, in the order of the legend.
        key: the legend. Default: none.
        channel: name of Altair's class.
    """
    # point scales, which Vega uses for sizes, divide by zero for a single value
    scale = alt.Scale(type="ordinal", domain=list(values), range=list(values.values()))
    return getattr(alt, channel)(field, scale=scale, legend=key)


def ordered_colour(field: str, key: "alt.Legend | None" = None) -> "alt.Color":
    """Colours of an ordered field, from light to dark."""
    return alt.Color(f"{field}:O", scale=alt.Scale(scheme=part_of("viridis"), reverse=True), legend=key)


def part_of(scheme: Literal["viridis", "inferno"]) -> "alt.SchemeParams":
    """The part of one of Vega's schemes that stands out from the background, to be reversed: dark means large."""
    return alt.SchemeParams(scheme, extent=[*SCHEMES[scheme][0]])


def ink_on(dark: Any, light: str = ON_FILL, ink: str = INK) -> Any:
    """The colour of text on cells: light where the test `dark` holds."""
    return alt.condition(dark, alt.value(light), alt.value(ink))


def hints(**names: str) -> "list[alt.Tooltip]":
    """Tooltips: fields in their order, with the names that readers see."""
    return [alt.Tooltip(field, type="nominal", title=name) for field, name in names.items()]


def silent() -> Any:
    """No tooltip, for marks that help to read a figure and stand for no row."""
    return alt.value(None)


def line_with_dots(base: "alt.Chart", size: float, width: float = 1.6) -> "list[alt.Chart]":
    """Lines with a dot at every record."""
    return [base.mark_line(strokeWidth=width), base.mark_circle(size=size, opacity=1)]


def counts_chart(
    records: Sequence[Mapping[str, Any]],
    x: "alt.X",
    y_title: str,
    series: str,
    names: Mapping[Any, str],
    colours: Mapping[Any, str],
    **tooltip: str,
) -> Layer:
    """The field `count` of records over a log scale: a line with dots for every series, with its name at its last dot.

    Args:
        records: the records, each series in the order of its line.
        x: the axis along which they are counted.
        y_title: what is counted.
        series: the field that tells series apart.
        names, colours: of the series, by the values of that field.
        tooltip: titles of fields.
    """
    top = max(record["count"] for record in records)
    axes = {
        "x": x,
        "y": y_axis(y_title, 0.7, 2 * top, "count", {"type": "log"}, values=decades(1, 10 * top), format=",d"),
        "tooltip": hints(**tooltip),
        "color": palette(f"{series}:O", colours),
    }
    ends = {record[series]: record for record in records}
    labels = chart({**record, "text": names[value]} for value, record in ends.items())
    return panel(
        *line_with_dots(chart(records).encode(**axes), 36),
        labels.mark_text(align="left", dx=8, fontSize=11).encode(**axes, text="text:N"),
        height=340,
    )


def layer_charts(*layers: Layer) -> "alt.LayerChart":
    """Charts as layers, the first at the bottom."""
    return alt.LayerChart(layer=list(layers))


def panel(
    *layers: Layer,
    width: Any = WIDTH,
    height: Any = HEIGHT,
    title: str | list[str] | None = None,
    offset: float = 6,
    frame: bool = True,
) -> Layer:
    """A plot of layers, the first at the bottom, with its size in pixels or steps.

    Args:
        layers: one or more.
        width: of the plot.
        height: of the plot.
        title: of one of several panels, in one line or more. Default: none.
        offset: pixels between title and plot.
        frame: whether the plot has a frame.
    """
    drawing = layers[0] if len(layers) == 1 else layer_charts(*layers)
    more: Record = {} if frame else {"view": alt.ViewBackground(stroke=None)}
    if title is not None:
        more["title"] = alt.TitleParams(title, fontSize=12, offset=offset, anchor="middle")
    plot: Layer = drawing.properties(width=width, height=height, **more)
    return plot


def level(value: float, note: str = "", width: float = WIDTH) -> Layer:
    """A thin dashed horizontal rule, for example at one half, with a note above its right end, at the width of the plot."""
    base = chart([{}]).encode(y=alt.YDatum(value))
    rule = base.mark_rule(color=MUTED, strokeDash=[5, 4], strokeWidth=1)
    text = base.mark_text(align="right", baseline="bottom", dx=-4, dy=-2, fontSize=11, color=INK, text=note)
    drawing: Layer = layer_charts(rule, text.encode(x=alt.value(width))) if note else rule
    return drawing


def upright(value: float, text: str, top: float | None = None) -> "alt.LayerChart":
    """A thin dotted vertical rule with a label.

    Args:
        value: position on the x axis.
        text: the label.
        top: distance of the label, beside the rule, from its upper end, in pixels. Default: centred above the plot.
    """
    base = chart([{}]).encode(x=alt.XDatum(value))
    rule = base.mark_rule(color=INK, strokeDash=[2, 3], strokeWidth=1)
    alignment = (
        {"align": "center", "baseline": "bottom"} if top is None else {"align": "left", "baseline": "top", "dx": 4}
    )
    note = base.mark_text(**alignment, fontSize=11, color=INK, text=text)
    return layer_charts(rule, note.encode(y=alt.value(-4 if top is None else top)))


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Heights near the wanted ones, in the same order and at least a gap apart: for labels at the ends of curves."""
    groups: list[tuple[list[int], float]] = []  # members from below, height of the lowest
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        members, lowest = [i], wanted[i]
        while groups and groups[-1][1] + gap * len(groups[-1][0]) > lowest:
            members = groups.pop()[0] + members
            lowest = sum(wanted[j] - gap * position for position, j in enumerate(members)) / len(members)
        groups.append((members, lowest))
    heights = [0.0] * len(wanted)
    for members, lowest in groups:
        for position, i in enumerate(members):
            heights[i] = lowest + gap * position
    return heights


def add_title(plot: Plot, title: str, *subtitle: str) -> Drawing:
    """A finished chart with its title and with the fonts and lines of all figures.

    Args:
        plot: the outermost chart; Altair allows one configuration per figure.
        title: what the figure shows.
        subtitle: lines below the title.
    """
    drawing = plot.properties(title=alt.TitleParams(title, subtitle=list(subtitle)), background=PAPER, padding=12)
    drawing_configured: Drawing = drawing.configure(
        font=_FONT,
        title=alt.TitleConfig(
            anchor="start",
            frame="group",
            fontSize=15,
            fontWeight=600,
            color=INK,
            subtitleFontSize=12,
            subtitleColor=SOFT_INK,
            subtitlePadding=5,
            offset=12,
        ),
        axis=alt.AxisConfig(
            labelFontSize=11,
            titleFontSize=12,
            titleFontWeight="normal",
            titlePadding=8,
            labelColor=INK,
            titleColor=INK,
            gridColor=GRID,
            domainColor=MUTED,
            tickColor=MUTED,
        ),
        legend=alt.LegendConfig(
            labelColor=INK,
            titleColor=INK,
            labelFontSize=11,
            titleFontSize=11,
            titleFontWeight="normal",
            symbolStrokeWidth=2.2,
            labelLimit=320,
        ),
        header=alt.HeaderConfig(labelFontSize=12, labelFontWeight=600, labelColor=INK),
        view=alt.ViewConfig(stroke=FRAME),
    )
    return drawing_configured
