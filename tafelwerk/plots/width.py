"""A specification for a picture of another width: plots are stretched or narrowed, boards and tables scaled whole."""

import re
from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.plots.lazy import vl_convert
from tafelwerk.plots.parts import PARTS, Spec, panels

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


def measured(spec: Spec) -> float:
    """The width of a picture in pixels, as Vega lays it out."""
    size = re.search(r'<svg[^>]*? width="([0-9.]+)"', vl_convert.vegalite_to_svg(spec))
    assert size is not None
    return float(size[1])


def as_wide(spec: Spec, width: int) -> Spec:
    """A specification whose picture has the given width.

    Letters keep their size while plots can be stretched; what is left is made up by scaling the picture.

    Args:
        spec: of a whole figure.
        width: pixels of the picture.

    Raises:
        InputError: the width is below NARROWEST or above WIDEST.
    """
    if not NARROWEST <= width <= WIDEST:
        raise InputError(f"--width {width}: a figure is {NARROWEST} to {WIDEST:,} pixels wide")
    spec = _with_fitting_legends(spec, width) | {"config": spec.get("config", {}) | {"axisXDiscrete": _SPARSE}}
    natural = measured(_without_title(spec))
    if _has_neighbours(spec) and width < _STACKED * natural:
        spec = _stack(spec)
        natural = measured(_without_title(spec))
    if _is_drawing(spec):
        spec = _with_wrapped_titles(spec, natural)
    else:
        spec = _with_wrapped_titles(spec, width)
        factor = width / natural
        # axes and legends keep their width: that of the picture is linear in the factor, not proportional to it
        slope = (measured(_without_title(_stretch(spec, factor))) - natural) / (factor - 1) if factor != 1 else natural
        if slope > natural / 4:
            factor = 1 + (width - natural) / slope
        spec = _stretch(spec, max(factor, 0.1))
    scaled: Spec = _magnify(spec, width / measured(spec))
    return scaled


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


def _stretch(spec: Spec, factor: float) -> Spec:
    """The specification with the widths of all plots, and positions given in pixels of them, multiplied by a factor."""
    stretched = _with_parts(spec, PARTS, lambda panel: _stretch(panel, factor))
    width, encoding = spec.get("width"), spec.get("encoding", {})
    if isinstance(width, int | float):
        stretched["width"] = round(width * factor, 2)
    elif isinstance(width, dict):
        stretched["width"] = {"step": round(width["step"] * factor, 3)}
    places = {name: encoding[name] for name in ("x", "x2") if isinstance(encoding.get(name), dict)}
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
    return [part for line in lines for part in wrap(line, max(int(letters), 12))]


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
