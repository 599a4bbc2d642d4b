"""A chart as Vega-Lite: with its theme, its width, a description, tooltips and, for pages, zoom.

how is it put in the dark theme                         apply_theme(); its colours: style.DARK
what do tooltips show                                   with_tooltips()
what is the description for readers who cannot see it   describe_chart()
how is it made for slides or for print                  for_purpose()
how is it made as wide as requested                     as_wide(), or fit() without drawing it, by layout_widths()
how is it made wider until its letters can be read      fit_legibly()
how are plots zoomed                                    zoomable()
which numbers does it show                              tables()
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf
from textwrap import wrap
from typing import Any, Literal, TypeAlias

from tafelwerk.errors import InputError
from tafelwerk.extras import Drawing, alt, vl_convert
from tafelwerk.plots.style import DARK, SCHEMES, Theme

Spec: TypeAlias = dict[str, Any]
Side: TypeAlias = Literal["width", "height"]

PARTS = ("layer", "hconcat", "vconcat", "concat")
"""Keys that hold the parts of a specification."""


def units(spec: Spec) -> Iterator[Spec]:
    """The parts that have a mark of their own, panel by panel, the lowest layer first."""
    if "mark" in spec:
        yield spec
    for part in PARTS:
        for unit in spec.get(part, ()):
            yield from units(unit)


def panels(spec: Spec) -> Iterator[Spec]:
    """The plots; layers of one plot count as one."""
    if "mark" in spec or "layer" in spec:
        yield spec
        return
    for part in PARTS:
        for panel in spec.get(part, ()):
            yield from panels(panel)


def records(spec: Spec) -> int:
    """The number of records that a figure draws."""
    return sum(map(len, spec.get("datasets", {}).values()))


NARROWEST, WIDEST = 200, 4000
"""Smallest and greatest width of a picture, in pixels."""

NARROW = 480
"""Width of a picture, in pixels, below which legends stand below the plots."""

_STACKED = 0.7
"""Share of the width of a figure as drawn below which panels side by side are stacked."""

_BESIDE = 110
"""Pixels beside the words of a legend or a heading: axes, symbols and margins."""

_TITLE, _SUBTITLE, _HEADING, _ENTRY, _SYMBOL = 8.2, 6.2, 7.4, 6.2, 34
"""Mean widths of a letter of titles, subtitles, headings of panels and legends; width of a legend's symbol with its margin."""

_FLATTEST = 0.55
"""Least share of the height of plots that is left of them where a picture must be lower; otherwise it has margins."""

_SPARSE = {"labelOverlap": "parity"}
"""Axis of columns whose names would overlap where these are narrow."""

_LENGTHS = {
    "width",
    "height",
    "step",
    "dx",
    "dy",
    "xOffset",
    "yOffset",
    "offset",
    "padding",
    "spacing",
    "fontSize",
    "labelFontSize",
    "titleFontSize",
    "subtitleFontSize",
    "subtitlePadding",
    "labelPadding",
    "titlePadding",
    "labelLimit",
    "minExtent",
    "gradientLength",
    "strokeWidth",
    "symbolStrokeWidth",
    "thickness",
}
_AREAS = {"size", "symbolSize"}
_LETTERS = {"fontSize", "labelFontSize", "titleFontSize"}

LEAST_LETTER = 11
"""Pixels of the smallest letter of a figure on a page."""

_LETTER = 11
"""Size of a text without one, in pixels: Vega's own."""


def measure_width(spec: Spec) -> float:
    """The width of a picture in pixels, as Vega lays it out."""
    return measure_size(spec)[0]


def measure_size(spec: Spec) -> tuple[float, float]:
    """Width and height of a picture in pixels, as Vega lays it out."""
    head = vl_convert.vegalite_to_svg(spec).partition(">")[0]
    sides = dict(re.findall(r' (width|height)="([0-9.]+)"', head))
    return float(sides["width"]), float(sides["height"])


@dataclass(frozen=True, slots=True)
class Purpose:
    """Size and letters of a picture by what it is for.

    Attributes:
        width: of the picture, in pixels.
        height: of the picture, in pixels. None: as it comes.
        letters: factor on the sizes of letters, lines and marks; the picture is laid out that much smaller.
        scale: factor on the pixels of an SVG and on the points of a PDF.
        pixels: factor on the pixels of a PNG.
        least: size of the smallest letters, in pixels of the picture. None: as they come.
    """

    width: int
    height: int | None
    letters: float
    scale: float
    pixels: float
    least: float | None = None


PURPOSES = {"slides": Purpose(1280, 720, 2, 1, 1.5, 14.5), "print": Purpose(640, None, 1, 0.753, 3.137)}
"""Purposes of pictures. slides: 16:9, a PNG has 1920 x 1080 pixels, and letters are at least 14 of 720 high. print: 170 mm wide
with letters of 8 to 11 points, smaller in cells that are narrow; a PNG has 300 pixels per inch."""


def for_purpose(spec: Spec, purpose: Purpose) -> Spec:
    """A specification with the size and the letters that a purpose needs.

    Plots are stretched in both directions. Boards and tables of cells keep their shape, and have margins in the file.

    Args:
        spec: of a whole figure.
        purpose: what the picture is for.
    """
    config = spec.get("config", {})
    spec = spec | {"config": config | {"text": {"fontSize": _LETTER} | config.get("text", {})}}
    drawn = measure_width(_without_title(spec))
    # panels side by side stay there
    width = max(round(purpose.width / purpose.letters), round(_STACKED * drawn) + 1 if _has_neighbours(spec) else 0)
    # cells with texts keep their height
    is_stretchy = not _is_drawing(spec) and all(isinstance(each.get("height"), int | float) for each in panels(spec))
    fitted = as_wide(spec, min(width, WIDEST))
    if purpose.height is not None:
        height, own_height = purpose.height * width / purpose.width, measure_size(fitted)[1]
        factor = 1 + (height - own_height) / (_plots_length(fitted, "height") or own_height)
        if is_stretchy and factor >= _FLATTEST:
            fitted = _stretch(fitted, factor, "height")
        elif own_height > height and not _is_drawing(spec):
            # as high as it is, it is wider
            width = min(round(width * own_height / height), WIDEST)
            fitted = as_wide(spec, width)
    magnified: Spec = _magnify(fitted, purpose.width / width)
    if purpose.height is None or purpose.least is None:
        return magnified
    for _ in range(2):
        # larger letters need room, and what is larger is made smaller as a whole
        own_width, own_height = measure_size(magnified)
        magnified = _raise_letters(
            magnified, purpose.least * max(own_width / purpose.width, own_height / purpose.height)
        )
    return magnified


def _raise_letters(spec: Any, least: float) -> Any:
    """The specification with no letters smaller than this."""
    if isinstance(spec, dict):
        return {
            key: max(value, round(least, 1))
            if key in (*_LETTERS, "subtitleFontSize") and isinstance(value, int | float)
            else value
            if key in ("datasets", "data", "transform")
            else _raise_letters(value, least)
            for key, value in spec.items()
        }
    return [_raise_letters(value, least) for value in spec] if isinstance(spec, list) else spec


def as_wide(spec: Spec, width: int) -> Spec:
    """A specification whose picture has the given width.

    Letters keep their size while plots can be stretched; what is left is made up by scaling the picture.

    Args:
        spec: of a whole figure.
        width: pixels of the picture.

    Raises:
        InputError: the width is below NARROWEST or above WIDEST.
    """
    fitted = fit(spec, width, layout_widths(spec, (width,)))
    scaled: Spec = _magnify(fitted, width / measure_width(fitted))
    return scaled


LAYOUTS = (400, 800)
"""Widths of pictures, in pixels, in one of which any other width has its layout."""


def layout_widths(spec: Spec, widths: Iterable[int] = LAYOUTS) -> dict[str, float]:
    """Widths of a picture as drawn, in each of its layouts.

    Args:
        spec: of a whole figure.
        widths: wanted widths whose layouts are measured.
    """
    natural: dict[str, float] = {}
    for width in widths:
        arranged = _without_title(_with_fitting_legends(spec, width))
        natural[_layout(width)] = measure_width(arranged)
        if _has_neighbours(spec):
            natural[_layout(width, is_stacked=True)] = measure_width(_stack(arranged))
    return natural


def _layout(width: int, *, is_stacked: bool = False) -> str:
    return f"{'narrow' if width < NARROW else 'wide'}{' stacked' * is_stacked}"


def fit(spec: Spec, width: int, natural: Mapping[str, float]) -> Spec:
    """A specification whose picture has nearly the given width, found without drawing it.

    Args:
        spec: of a whole figure.
        width: pixels of the picture.
        natural: its widths as drawn, as of `layout_widths`.

    Raises:
        InputError: the width is below NARROWEST or above WIDEST.
    """
    if not NARROWEST <= width <= WIDEST:
        raise InputError(f"--width {width}: a figure is {NARROWEST} to {WIDEST:,} pixels wide")
    spec = _with_fitting_legends(spec, width) | {"config": spec.get("config", {}) | {"axisXDiscrete": _SPARSE}}
    own_width, stacked = natural[_layout(width)], natural.get(_layout(width, is_stacked=True))
    if stacked is not None and width < _STACKED * own_width:
        spec, own_width = _stack(spec), stacked
    if _is_drawing(spec):
        magnified: Spec = _magnify(_with_wrapped_titles(spec, own_width), width / own_width)
        return magnified
    # axes and legends keep their width
    plots = min(_plots_length(spec, "width"), own_width) or max(own_width - _BESIDE, own_width / 4)
    return _stretch(_with_wrapped_titles(spec, width), max(1 + (width - own_width) / plots, 0.1))


def fit_legibly(spec: Spec, width: int, natural: Mapping[str, float]) -> Spec:
    """As `fit`, but wider where letters would be smaller than those of a page, and a wider picture has larger ones.

    Args:
        spec, natural: as of `fit`.
        width: pixels of the picture, or more.
    """
    fitted, least = fit(spec, width, natural), 0.0
    while least < (least := least_letter(fitted)) < LEAST_LETTER:
        width = min(ceil(width * LEAST_LETTER / least), WIDEST)
        wider = fit(spec, width, natural)
        fitted = wider if least_letter(wider) > least else fitted
    return fitted


def least_letter(spec: Any) -> float:
    """The smallest size of letters that a specification names, in pixels; infinity where it names none."""
    if isinstance(spec, dict):
        sizes = (
            size if key in _LETTERS and isinstance(size, int | float) else least_letter(size)
            for key, size in spec.items()
            if key not in ("datasets", "data")
        )
        return min(sizes, default=inf)
    return min(map(least_letter, spec), default=inf) if isinstance(spec, list) else inf


def _plots_length(spec: Spec, side: Side) -> float:
    """The width of all plots in a row, or the height of all in a column, in pixels; 0 if it is not given as such."""
    length = spec.get(side)
    if isinstance(length, int | float):
        return length
    greatest = 0.0
    for part in PARTS:
        below = [_plots_length(panel, side) for panel in spec.get(part, ())]
        columns = {"hconcat": len(below), "concat": int(spec.get("columns", len(below)))}.get(part, 1) or 1
        rows = [below[start : start + columns] for start in range(0, len(below), columns)]
        lengths = [sum(row) for row in rows] if side == "width" else [sum(max(row) for row in rows)]
        greatest = max([greatest, *(lengths if part != "layer" or side == "width" else below)])
    return greatest


def _is_drawing(spec: Spec) -> bool:
    """Whether all its panels are boards or tables of text, which have no frame."""
    return all((panel.get("view") or {"stroke": ""})["stroke"] is None for panel in panels(spec))


def _without_title(spec: Spec) -> Spec:
    return {key: value for key, value in spec.items() if key != "title"}


def _has_neighbours(spec: Spec) -> bool:
    """Whether panels stand side by side."""
    return any(part in spec for part in ("hconcat", "concat")) or any(map(_has_neighbours, spec.get("vconcat", ())))


def _stack(spec: Spec) -> Spec:
    """The specification with its panels stacked."""
    stacked = dict(spec)
    for part in PARTS[1:]:
        if part in stacked:
            panels_below = [_stack(panel) for panel in stacked.pop(part)]
            stacked.pop("columns", None)
            stacked["vconcat"] = panels_below
    return stacked


def _with_parts(spec: Spec, parts: Iterable[str], change: Callable[[Spec], Spec]) -> Spec:
    """A copy of the specification whose parts under some keys are changed."""
    return spec | {part: [change(panel) for panel in spec[part]] for part in parts if part in spec}


def _stretch(spec: Spec, factor: float, side: Side = "width") -> Spec:
    """The specification with all plots, and positions given in pixels of them, wider or higher by a factor."""
    stretched = _with_parts(spec, PARTS, lambda panel: _stretch(panel, factor, side))
    length, encoding = spec.get(side), spec.get("encoding", {})
    if isinstance(length, int | float):
        stretched[side] = round(length * factor, 2)
    elif isinstance(length, dict):
        stretched[side] = {"step": round(length["step"] * factor, 3)}
    axis = "x" if side == "width" else "y"
    places = {name: encoding[name] for name in (axis, f"{axis}2") if isinstance(encoding.get(name), dict)}
    moved = {
        name: extent | {"value": round(extent["value"] * factor, 2)}
        for name, extent in places.items()
        if isinstance(extent.get("value"), int | float)
    }
    if moved:
        stretched["encoding"] = encoding | moved
    is_in_cell = places.get("x", {}).get("type") in ("ordinal", "nominal") and "field" in places["x"]
    if factor < 1 and is_in_cell and isinstance(spec.get("mark"), dict) and spec["mark"]["type"] == "text":
        size = spec["mark"].get("fontSize", 11)
        stretched["mark"] = spec["mark"] | {"fontSize": round(size * factor**0.75, 1)}
    return stretched


def _with_fitting_legends(spec: Spec, width: int) -> Spec:
    """The specification with legends in as many columns as fit; below NARROW, those beside plots stand below them."""
    fitted = _with_parts(spec, PARTS, lambda panel: _with_fitting_legends(panel, width))
    if "encoding" in spec:
        fitted["encoding"] = {
            name: _with_fitting_legend(channel_entry, width) for name, channel_entry in spec["encoding"].items()
        }
    return fitted


def _with_fitting_legend(channel: Any, width: int) -> Any:
    legend = channel.get("legend") if isinstance(channel, dict) else None
    if not legend or (width >= NARROW and legend.get("orient") != "bottom"):
        return channel
    if legend.get("type") == "gradient" or "gradientLength" in legend:
        look = {"direction": "horizontal", "gradientLength": min(legend.get("gradientLength", 200), width // 2)}
    else:
        entries = (channel.get("scale") or {}).get("domain") or legend.get("values") or [""]
        column = _SYMBOL + _ENTRY * max(len(str(entry)) for entry in entries)
        columns = max(int((width - _BESIDE) / column), 1)
        look = {"columns": min(columns, legend.get("columns", len(entries))), "labelLimit": width - _BESIDE}
    return channel | {"legend": legend | {"orient": "bottom"} | look}


def _with_wrapped_titles(spec: Spec, width: float) -> Spec:
    """The specification with its title, at the left edge of the picture, and the headings of panels wrapped to a width."""
    wrapped = _with_parts(spec, PARTS[1:], lambda panel: _with_wrapped_titles(panel, width))
    title = spec.get("title")
    if not isinstance(title, dict):
        return wrapped
    if "background" in spec:
        lines = {"text": _wrap(title["text"], width / _TITLE - 3)}
        lines["subtitle"] = _wrap(title.get("subtitle") or [], width / _SUBTITLE - 4)
        wrapped["title"] = title | lines | {"frame": "bounds"}
    else:
        wrapped["title"] = title | {"text": _wrap(title["text"], (width - _BESIDE) / _HEADING)}
    return wrapped


def _wrap(text: str | list[str], letters: float) -> list[str]:
    lines = [text] if isinstance(text, str) else text
    return [part for line in lines for part in _lines_of(line, max(int(letters), 12))]


def _lines_of(text: str, letters: int) -> list[str]:
    """A text in lines of at most `letters` letters; of several, the last fills at least a quarter of that where it can."""
    lines = wrap(text, letters)
    narrower = (wrap(text, width) for width in range(letters, letters // 2, -1))
    return next((tried for tried in narrower if len(tried) == len(lines) and 4 * len(tried[-1]) >= letters), lines)


def _magnify(spec: Any, factor: float, name: str = "") -> Any:
    """The specification with all lengths multiplied by a factor; data are unchanged."""
    if isinstance(spec, dict):
        return {
            key: value
            if key in ("datasets", "data", "domain", "transform")
            else _magnify(value, factor, _of(key, name))
            for key, value in spec.items()
        }
    if isinstance(spec, list):
        return [_magnify(value, factor, name) for value in spec]
    if isinstance(spec, (int, float)) and not isinstance(spec, bool):
        if name in _AREAS:
            return round(spec * factor**2, 3)
        if name in _LENGTHS:
            return round(spec * factor, 3)
    return spec


def _of(key: str, name: str) -> str:
    """What a number under a key measures: under `value` and the like, what the channel above measures."""
    if key in ("value", "condition", "range", "scale"):
        return {"x": "dx", "y": "dy", "x2": "dx", "y2": "dy"}.get(name, name)
    return key


NAMES = {
    "agents": "agents",
    "count": "stacks",
    "curve": "curve",
    "game": "game",
    "heap": "heap",
    "how": "method",
    "k": "k, playouts per candidate",
    "key": "lane length n",
    "kind": "moves",
    "m": "board",
    "mark": "share",
    "n": "numbers N",
    "parity": "heap",
    "percent": "won, %",
    "play": "perfect play",
    "role": "MC(k)",
    "round": "round",
    "search": "search",
    "series": "Short",
    "side": "on lead",
    "step": "solver",
    "strategy": "strategy",
    "what": "curve",
    "win": "mean chance of MC(k) to win against MC(2k)",
}
"""Names of fields in tooltips where neither an axis nor a legend names them."""

_SERIES = ("color", "fill", "stroke", "shape", "strokeDash")
_SILENT = ("text", "image")
_LINES = ("line", "area")
_WHOLE, _ROUNDED = ",d", ",.5~r"


def specification(
    chart: Drawing, theme: Theme = "light", width: int | None = None, *, zoom: bool = False, is_titled: bool = True
) -> Spec:
    """A chart as Vega-Lite.

    Args:
        chart: a finished chart (`style.add_title`); it is not changed.
        theme: its colours.
        width: of the picture in pixels. Default: the width of the figure as drawn.
        zoom: whether plots with two numerical axes can be zoomed and moved with the pointer.
        is_titled: whether the picture has its title and subtitle; the description always has them.
    """
    # altair would check every record against Vega-Lite's schema, which takes as long as drawing
    spec: Spec = chart.to_dict(validate=False)
    spec = with_tooltips(apply_theme(spec, theme))
    spec["description"] = describe_chart(spec)
    if not is_titled:
        del spec["title"]
    if zoom:
        spec = zoomable(spec)
    return spec if width is None else as_wide(spec, width)


def as_chart(spec: Spec) -> Drawing:
    """A specification as an Altair chart, which notebooks show."""
    kinds = {"layer": "LayerChart", "hconcat": "HConcatChart", "vconcat": "VConcatChart", "concat": "ConcatChart"}
    kind = next((name for part, name in kinds.items() if part in spec), "Chart")
    chart: Drawing = getattr(alt, kind).from_dict(spec, validate=False)
    return chart


def apply_theme(spec: Any, theme: Theme) -> Any:
    """A specification, or a part of it, in the colours of a theme."""
    if theme == "light":
        return spec
    if isinstance(spec, str):
        return DARK.get(spec, spec)
    if isinstance(spec, dict):
        entries = {key: apply_theme(value, theme) for key, value in spec.items()}
        scheme = spec.get("scheme")
        if isinstance(scheme, dict) and "extent" in scheme:
            entries |= {"scheme": {"name": scheme["name"], "extent": [*SCHEMES[scheme["name"]][1]]}, "reverse": False}
        return entries
    if isinstance(spec, list):
        return [apply_theme(value, theme) for value in spec]
    return spec


def with_tooltips(spec: Spec) -> Spec:
    """A specification with tooltips that use the names of axes and legends; text and bare rules get none."""
    _tell(spec, spec.get("datasets", {}), ())
    return spec


def _tell(spec: Spec, datasets: dict[str, list[Spec]], rows: Sequence[Spec]) -> None:
    """Give the marks of a part their tooltips; `rows`: the inherited data."""
    if "data" in spec:
        rows = datasets.get(spec["data"].get("name"), ())
    for part in PARTS:
        for part_spec in spec.get(part, ()):
            _tell(part_spec, datasets, rows)
    encoding = spec.get("encoding", {})
    if "mark" not in spec:
        return
    tooltip = encoding.get("tooltip", None if _kind(spec) in _SILENT else _fields(encoding))
    if tooltip and isinstance(tooltip, list):
        spec["encoding"] = encoding | {"tooltip": [_round_values(entry, rows) for entry in tooltip]}


def _kind(unit: Spec) -> str:
    mark = unit["mark"]
    return str(mark if isinstance(mark, str) else mark["type"])


def _fields(encoding: Spec) -> list[Spec]:
    """Tooltips of the visible fields: series, then both axes; none for a mark without a position on both axes."""
    if any(f"{axis}2" in encoding and "field" in encoding[f"{axis}2"] for axis in "xy"):
        return []
    entries: dict[str, Spec] = {}
    for channel in (*_SERIES, "x", "y"):
        channel_entry = encoding.get(channel, {})
        if "field" not in channel_entry or ("scale" in channel_entry and channel_entry["scale"] is None):
            continue
        if channel in "xy" and "axis" in channel_entry and channel_entry["axis"] is None:
            continue
        title = _title(channel_entry)
        if title:
            entries.setdefault(
                channel_entry["field"], {"field": channel_entry["field"], "type": channel_entry["type"], "title": title}
            )
    return list(entries.values()) if all(encoding.get(axis, {}).get("field") in entries for axis in "xy") else []


def _title(channel: Spec) -> str:
    """The title of a channel's axis or legend, otherwise the name of its field."""
    legend = channel.get("legend") or {}
    title = str(channel.get("title") or legend.get("title") or "")
    # a symbol alone says little
    return title if len(title) > 1 else NAMES.get(channel["field"], title)


def _round_values(entry: Spec, rows: Sequence[Spec]) -> Spec:
    """A tooltip's field with a number format: integers in full, others to five digits."""
    values = [row[entry["field"]] for row in rows if row.get(entry["field"]) is not None]
    values = [value for cell in values for value in (cell if isinstance(cell, (list, tuple)) else (cell,))]
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    if "format" in entry or not values or not numbers:
        return entry if "type" in entry else entry | {"type": "nominal"}
    all_integers = all(float(value).is_integer() for value in values)
    return entry | {"type": "quantitative", "format": _WHOLE if all_integers else _ROUNDED}


def describe_chart(spec: Spec) -> str:
    """The description of a figure in words: title, subtitle, panels, axes and series."""
    title = spec.get("title", {})
    title = {"text": title} if isinstance(title, str) else title
    lines = [*_lines(title.get("text")), *_lines(title.get("subtitle"))]
    headings = [" ".join(_lines(panel.get("title", {}).get("text"))) for panel in panels(spec) if panel is not spec]
    if any(headings):
        lines.append(f"Panels: {'; '.join(filter(None, headings))}")
    for axis, name in (("x", "Across"), ("y", "Upwards")):
        titles = [str(unit["encoding"].get(axis, {}).get("title") or "") for unit in units(spec) if "encoding" in unit]
        if any(titles):
            lines.append(f"{name}: {'; '.join(dict.fromkeys(filter(None, titles)))}")
    series = [str(value) for value in _series(spec)]
    if 1 < len(series) <= 12:
        lines.append(f"Series: {', '.join(series)}")
    text = lines[0] if lines else ""
    for before, line in pairwise(lines):
        # a sentence may continue on the next line
        text += f"{' ' if before.endswith(('.', ',')) or line[:1].islower() else '. '}{line}"
    return text


def _lines(text: Any) -> list[str]:
    if not text:
        return []
    return [text] if isinstance(text, str) else [str(line) for line in text]


def _series(spec: Spec) -> list[Any]:
    """The entries of the legends."""
    labels: dict[Any, None] = {}
    for unit in units(spec):
        for channel in _SERIES:
            channel_entry = unit.get("encoding", {}).get(channel, {})
            if (
                channel_entry.get("legend")
                and isinstance((channel_entry.get("scale") or {}).get("domain"), list)
                and channel_entry["type"] == "nominal"
            ):
                labels |= dict.fromkeys(channel_entry["scale"]["domain"])
    return list(labels)


def zoomable(spec: Spec) -> Spec:
    """A specification whose plots zoom with the wheel, move by dragging and are reset by a double click."""
    for number, panel in enumerate(panels(spec)):
        marks = [unit for unit in units(panel) if _is_plotted(unit)]
        if not marks:
            continue
        for unit in marks:
            # a line's tooltip would always show its first record
            points = {"point": "transparent"} if _kind(unit) in _LINES and _has_tooltip(unit) else {}
            mark = unit["mark"]
            unit["mark"] = (mark if isinstance(mark, dict) else {"type": mark}) | {"clip": True} | points
        for unit in units(panel):
            # labels at an edge stand outside of the plot, where Vega-Lite would clip them
            if _kind(unit) == "text" and any("value" in unit["encoding"].get(axis, {}) for axis in "xy"):
                unit["mark"] = unit["mark"] | {"clip": False}
        marks[0]["params"] = [{"name": f"zoom_{number}", "select": "interval", "bind": "scales"}]
    return spec


def _has_tooltip(unit: Spec) -> bool:
    return isinstance(unit["encoding"].get("tooltip"), list)


def _is_plotted(unit: Spec) -> bool:
    """Whether a mark is placed by two numerical axes."""
    encoding = unit.get("encoding", {})
    axes = [encoding.get(axis, {}) for axis in "xy"]
    numerical = all(axis.get("type") == "quantitative" and axis.get("axis", {}) is not None for axis in axes)
    return numerical and _kind(unit) not in _SILENT


@dataclass(frozen=True, slots=True)
class Table:
    """Rows behind marks.

    Attributes:
        title: of the panel; "" where there is one panel.
        columns: titles of the tooltips.
        rows: their values.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def tables(spec: Spec) -> list[Table]:
    """The rows behind the marks of a figure that have tooltips, panel by panel; rows that are drawn twice are given once.

    Args:
        spec: the figure with its tooltips.
    """
    rows_of_marks: dict[tuple[str, str, tuple[str, ...]], Table] = {}
    for title, name, unit in _marks(spec, "", ""):
        tooltip = unit.get("encoding", {}).get("tooltip")
        if not isinstance(tooltip, list):
            continue
        fields = tuple(entry["field"] for entry in tooltip)
        key = title, name, fields
        if key not in rows_of_marks:
            columns = tuple(entry["title"] for entry in tooltip)
            rows_of_marks[key] = Table(title, columns, tuple(_rows(spec["datasets"][name], fields)))
    merged: dict[tuple[str, tuple[str, ...], tuple[tuple[Any, ...], ...]], Table] = {}
    for table in rows_of_marks.values():
        merged.setdefault((table.title, table.columns, table.rows), table)
    return list(merged.values())


def _marks(spec: Spec, title: str, name: str) -> Iterator[tuple[str, str, Spec]]:
    """The marks with the titles of their panels and the names of their data."""
    if "data" in spec:
        name = spec["data"].get("name", name)
    own_title = spec.get("title") if "background" not in spec else None
    if own_title:
        text = own_title.get("text", "") if isinstance(own_title, dict) else own_title
        title = text if isinstance(text, str) else ", ".join(text)
    if "mark" in spec:
        yield title, name, spec
    for part in PARTS:
        for unit in spec.get(part, ()):
            yield from _marks(unit, title, name)


def _rows(records: Sequence[Spec], fields: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Values of fields, each row once; a record with lists is a row per element."""
    seen = set()
    for record in records:
        values = [record.get(field) for field in fields]
        lists = [value for value in values if isinstance(value, list | tuple)]
        for number in range(max(map(len, lists), default=1)):
            row = tuple(value[number] if isinstance(value, list | tuple) else value for value in values)
            if row not in seen:
                seen.add(row)
                yield row
