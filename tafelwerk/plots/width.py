"""A specification as wide as wanted: plots are narrower or wider, drawings of boards and tables are scaled as a whole."""

import re
from textwrap import wrap
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.plots.parts import PARTS, Spec, panels, units

NARROWEST, WIDEST = 200, 4000
"""Widths that a picture can have, in pixels."""

_PANEL = 180
_KEPT = 0.75
"""Least width of a panel beside another one, in pixels, and the part that is left of one that was narrower at least. Where less
were left, panels stand below each other."""

_FACTORS = 0.05, 24.0
_STEPS, _SPARE = 8, 2.0
"""How much narrower or wider plots become, in how many steps, and pixels of the picture that may be left over."""

_BESIDE = 110
"""Pixels beside the text of a legend: axes, symbols and margins."""

_TITLE, _SUBTITLE = 8.2, 6.2
"""Mean width of a letter of titles and of the lines below, in pixels."""

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


def checked_width(width: int) -> int:
    """A width of a picture in pixels.

    Raises:
        InputError: it is below NARROWEST or above WIDEST.
    """
    if not NARROWEST <= width <= WIDEST:
        raise InputError(f"--width {width}: a figure is {NARROWEST} to {WIDEST:,} pixels wide")
    return width


def measured(spec: Spec) -> float:
    """The width of a picture in pixels, as Vega lays it out."""
    import vl_convert

    drawn = re.search(r'<svg[^>]*? width="([0-9.]+)"', vl_convert.vegalite_to_svg(spec))
    assert drawn is not None
    return float(drawn[1])


def as_wide(spec: Spec, width: int) -> Spec:
    """A specification whose picture has a width.

    Titles are broken to fit. Where panels side by side would become narrower than _PANEL, they stand below each other.

    Args:
        spec: of a whole figure; it is changed.
        width: pixels of the picture.

    Raises:
        InputError: the width is not one that a figure can have.
    """
    checked_width(width)
    if _is_drawing(spec):
        return _filled(_magnified(spec, width / measured(spec)), width)
    _break_titles(spec, width)
    found = _stretched(spec, width)
    if found is None:
        found = _stretched(_stacked(spec), width)
    if found is None:
        # legends wider than the picture
        found = _stretched(_upright_legends(_stacked(spec), width), width)
    if found is None:
        found = _stacked(spec)
        for _ in range(3):
            found = _magnified(found, width / measured(found))
    return _filled(found, width)


def _filled(spec: Spec, width: int) -> Spec:
    """The last pixels are margin."""
    for _ in range(3):
        missing = width - measured(spec)
        if not missing:
            break
        margin: Any = spec.get("padding", 5)
        if not isinstance(margin, dict):
            margin = dict.fromkeys(_SIDES, margin)
        spec["padding"] = margin | {"right": max(margin["right"] + missing, 0)}
    return spec


_SIDES = ("left", "top", "right", "bottom")


def _is_drawing(spec: Spec) -> bool:
    """Whether it has no plots but boards or tables of text: panels without a frame."""
    return all((panel.get("view") or {"stroke": ""})["stroke"] is None for panel in panels(spec))


def _stretched(spec: Spec, width: int) -> Spec | None:
    """The specification with its plots stretched, the picture at most _SPARE below the width; None where it is never so narrow,
    or a plot beside another one would be too narrow."""
    low, high = _FACTORS[0], None
    below, natural = measured(_scaled(spec, low)), measured(spec)
    if below > width:
        return None
    # the picture grows with the plots, evenly but where another row of panels becomes the widest
    slope = max((natural - below) / (1 - low), 1.0)
    factor, above = 1 + (width - natural) / slope, 0.0
    for _ in range(_STEPS):
        factor = min(max(factor, _FACTORS[0]), _FACTORS[1])
        found = measured(_scaled(spec, factor))
        if found <= width and factor >= low:
            low, below = factor, found
        else:
            high, above = factor, found
        if width - below <= _SPARE:
            break
        factor = (
            low + (width - below) / slope if high is None else low + (high - low) * (width - below) / (above - below)
        )
    stretched = _scaled(spec, low)
    least = min(_PANEL, _KEPT * _narrowest(spec)) if _has_neighbours(spec) else 0
    return None if _narrowest(stretched) < min(least, _narrowest(spec)) else stretched


def _has_neighbours(spec: Spec) -> bool:
    """Whether panels stand side by side."""
    return any(part in spec for part in ("hconcat", "concat")) or any(map(_has_neighbours, spec.get("vconcat", ())))


def _narrowest(spec: Spec) -> float:
    """The width of the narrowest plot that has a width in pixels."""
    return min(filter(None, map(_width, panels(spec))), default=0.0)


def _width(panel: Spec) -> float:
    width = panel.get("width", 0)
    return float(width) if isinstance(width, (int, float)) else 0.0


def _scaled(spec: Spec, factor: float) -> Spec:
    """The specification with all plots so many times as wide, and what stands at a pixel of their width."""
    found: Spec = dict(spec)
    for part in PARTS:
        if part in spec:
            found[part] = [_scaled(one, factor) for one in spec[part]]
    if isinstance(spec.get("width"), (int, float)):
        found["width"] = round(spec["width"] * factor, 2)
    elif isinstance(spec.get("width"), dict):
        found["width"] = {"step": round(spec["width"]["step"] * factor, 3)}
    if "encoding" in spec:
        found["encoding"] = {
            channel: one | {"value": round(one["value"] * factor, 2)}
            if channel in ("x", "x2") and isinstance(one, dict) and isinstance(one.get("value"), (int, float))
            else one
            for channel, one in spec["encoding"].items()
        }
    return found


def _stacked(spec: Spec) -> Spec:
    """The specification with panels below each other."""
    found: Spec = dict(spec)
    for part in PARTS[1:]:
        if part in found:
            parts = [_stacked(one) for one in found.pop(part)]
            found.pop("columns", None)
            found["vconcat"] = parts
    return found


def _upright_legends(spec: Spec, width: int) -> Spec:
    """The specification with an entry of a legend per line, and what is too long for a line cut."""
    config = spec.get("config", {})
    spec["config"] = config | {"legend": config.get("legend", {}) | {"labelLimit": width - _BESIDE}}
    for unit in units(spec):
        for channel in unit.get("encoding", {}).values():
            if isinstance(channel, dict) and channel.get("legend") and channel["legend"].get("type") != "gradient":
                channel["legend"] = channel["legend"] | {"orient": "bottom", "direction": "vertical", "columns": 1}
    return spec


def _break_titles(spec: Spec, width: int) -> None:
    """Break the title and the lines below it."""
    if not isinstance(spec.get("title"), dict):
        return
    title = dict(spec["title"])
    room = width - 70
    text = title["text"] if isinstance(title["text"], str) else " ".join(title["text"])
    title["text"] = wrap(text, max(int(room / _TITLE), 12))
    lines = title.get("subtitle") or []
    broken = []
    for line in [lines] if isinstance(lines, str) else lines:
        broken += wrap(line, max(int(room / _SUBTITLE), 16))
    title["subtitle"] = broken
    spec["title"] = title


def _magnified(spec: Any, factor: float, name: str = "") -> Any:
    """A specification in which everything is so many times as large; data stay as they are."""
    if isinstance(spec, dict):
        return {
            key: value
            if key in ("datasets", "data", "domain", "transform")
            else _magnified(value, factor, _of(key, name))
            for key, value in spec.items()
        }
    if isinstance(spec, list):
        return [_magnified(value, factor, name) for value in spec]
    if isinstance(spec, (int, float)) and not isinstance(spec, bool):
        if name in _AREAS:
            return round(spec * factor**2, 3)
        if name in _LENGTHS:
            return round(spec * factor, 3)
    return spec


def _of(key: str, name: str) -> str:
    """What a number below a key measures: a value that of its channel, a name of its own else."""
    if key in ("value", "condition", "range", "scale"):
        return {"x": "dx", "y": "dy", "x2": "dx", "y2": "dy"}.get(name, name)
    return key
