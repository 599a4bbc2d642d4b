"""A specification made as wide as requested: plots are narrowed or widened, drawings of boards and tables are scaled whole."""

import re
from collections.abc import Iterator
from copy import deepcopy
from textwrap import wrap
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.plots.parts import PARTS, Spec, panels, units

NARROWEST, WIDEST = 200, 4000
"""Smallest and greatest width of a picture, in pixels."""

_PANEL = 180
_KEPT = 0.75
"""Least width in pixels of a panel beside another, or least share of its own width where that is less. Otherwise panels are
stacked."""

_FACTORS = 0.05, 24.0
_STEPS, _SPARE = 8, 2.0
"""Range of the factor on the width of plots; most steps of the search for it; pixels of the picture that may be left over."""

_BESIDE = 110
"""Pixels beside the text of a legend: axes, symbols and margins."""

_MARGINS = 70, 150, 220
"""Pixels beside titles. These begin where plots do, which is not known beforehand; the first that fits is taken."""

_TITLE, _SUBTITLE = 8.2, 6.2
"""Mean width of a letter in titles and subtitles, in pixels."""

NARROW = 480
"""Width of a picture, in pixels, below which legends stand below the plots and headings of panels are wrapped."""

_SMALL = 0.7
"""Least factor on the boards of a drawing that stand side by side."""

_CURVES, _FEW, _MANY = 24, 60, 400
"""Most values of a field that are all measured: of curves with a record each, otherwise, and where plots are as wide as their
values are many; also most records with text of their own."""

_ENTRY, _SYMBOL, _HEADING = 6.2, 34, 7.4
"""Mean width of a letter of a legend, width of a symbol with its margin, mean width of a letter of a panel's heading."""

_DIGIT, _LEAST = 0.6, 6.5
"""Width of a digit relative to its height; least size of words in cells, in pixels."""

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
    """The width of a picture in pixels.

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
    """A specification whose picture has the given width.

    Titles are wrapped to fit. Panels side by side that would become narrower than _PANEL are stacked. In pictures below NARROW,
    legends stand below the plots.

    Args:
        spec: of a whole figure.
        width: pixels of the picture.

    Raises:
        InputError: the width is below NARROWEST or above WIDEST.
    """
    checked_width(width)
    # the width depends on few records, and measuring takes as long as drawing
    found: Spec = _fitted(spec | {"datasets": extremes(spec)}, width)
    return found | {"datasets": spec.get("datasets", {})}


def _fitted(spec: Spec, width: int) -> Spec:
    if _is_drawing(spec):
        return _filled(_drawing(spec, width), width)
    if width < NARROW:
        spec = _with_lower_legends(_with_broken_headings(spec, width), width)
    # unchanged; with panels stacked; with legends upright, too
    shapes: list[Spec] = [spec, _stacked(spec), _upright_legends(_stacked(spec), width)]
    rooms = [width - beside for beside in _MARGINS if beside < width] if "title" in spec else [width]
    for shape in shapes if _has_neighbours(spec) else shapes[::2]:
        for room in rooms:
            found = _stretched(_with_broken_titles(shape, room), width)
            if found is not None:
                return _filled(_with_smaller_words(found) if width < NARROW else found, width)
    found = _with_broken_titles(shapes[-1], width - _MARGINS[0])
    for _ in range(3):
        found = _magnified(found, width / measured(found))
    return _filled(found, width)


def _drawing(spec: Spec, width: int) -> Spec:
    """A drawing of boards or tables scaled to a width; boards side by side are stacked if they became small."""
    bare = {key: value for key, value in spec.items() if key != "title"}
    if _has_neighbours(spec) and width < _SMALL * measured(bare):
        spec, bare = _stacked(spec), _stacked(bare)
    spec = _with_broken_titles(spec, measured(bare))
    found: Spec = _magnified(spec, width / measured(spec))
    return found


def extremes(spec: Spec) -> dict[str, list[Spec]]:
    """The records that the width of a figure depends on: every value of fields with few values, the ends of others."""
    few = _MANY if any(isinstance(panel.get("width"), dict) for panel in panels(spec)) else _FEW
    written = {unit["data"]["name"] for unit in _with_data(spec) if _kind(unit) == "text"}
    return {
        name: rows if name in written and len(rows) <= _MANY else _extreme(rows, few)
        for name, rows in spec.get("datasets", {}).items()
    }


def _with_data(spec: Spec, data: Spec | None = None) -> Iterator[Spec]:
    """The marks, each with the data that it has or inherits."""
    data = spec.get("data", data)
    if "mark" in spec and data and "name" in data:
        yield spec | {"data": data}
    for part in PARTS:
        for one in spec.get(part, ()):
            yield from _with_data(one, data)


def _kind(unit: Spec) -> str:
    return str(unit["mark"] if isinstance(unit["mark"], str) else unit["mark"]["type"])


def _extreme(rows: list[Spec], few: int) -> list[Spec]:
    if not rows:
        return rows
    kept: set[int] = set()
    if any(isinstance(value, list | tuple) for value in rows[0].values()):
        few = _CURVES
    for field in dict.fromkeys(name for row in rows for name in row):
        places: dict[Any, int] = {}
        for place, row in enumerate(rows):
            value = row.get(field)
            if not isinstance(value, list | tuple):
                places.setdefault(value, place)
        numbers = [value for value in places if isinstance(value, int | float)]
        texts = [value for value in places if isinstance(value, str)]
        if len(places) > few:
            ends = [min(numbers), max(numbers)] if numbers else []
            kept |= {places[value] for value in [*ends, *sorted(texts, key=len)[-3:]]}
        else:
            kept |= {*places.values()}
    return [_shortened(rows[place]) for place in sorted(kept)]


def _shortened(row: Spec) -> Spec:
    """A record whose lists, all of the same length, keep their ends, least and greatest values."""
    lists = [value for value in row.values() if isinstance(value, list | tuple) and value]
    if not lists:
        return row
    ends = {place for one in lists for place in (0, one.index(min(one)), one.index(max(one)), len(one) - 1)}
    return {
        name: [value[place] for place in sorted(ends)] if isinstance(value, list | tuple) and value else value
        for name, value in row.items()
    }


def _filled(spec: Spec, width: int) -> Spec:
    """The specification with the missing pixels added as a margin on the right."""
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
    """Whether all its panels are boards or tables of text, which have no frame."""
    return all((panel.get("view") or {"stroke": ""})["stroke"] is None for panel in panels(spec))


def _stretched(spec: Spec, width: int) -> Spec | None:
    """The specification with its plots stretched until the picture is at most _SPARE narrower than the width.

    None if the picture cannot be so narrow, or if a plot beside another would be too narrow.
    """
    bare = _bare(spec)
    low, high = _FACTORS[0], None
    below, natural = measured(_scaled(bare, low)), measured(bare)
    if below > width:
        return None
    # the width is linear in the factor until another row of panels is the widest
    slope = max((natural - below) / (1 - low), 1.0)
    factor, above = 1 + (width - natural) / slope, 0.0
    for _ in range(_STEPS):
        factor = min(max(factor, _FACTORS[0]), _FACTORS[1])
        found = measured(_scaled(bare, factor))
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
    if _narrowest(stretched) < min(least, _narrowest(spec)) or measured(stretched) > width:
        return None
    return stretched


def _bare(spec: Spec) -> Spec:
    """The specification without its titles and the legends below plots, whose width does not depend on the plots."""
    found = {key: value for key, value in spec.items() if key not in ("title", *PARTS)}
    for part in PARTS:
        if part in spec:
            found[part] = [_bare(one) for one in spec[part]]
    if "encoding" in spec:
        found["encoding"] = {
            name: one | {"legend": None}
            if isinstance(one, dict) and (one.get("legend") or {}).get("orient") == "bottom"
            else one
            for name, one in spec["encoding"].items()
        }
    return found


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
    """The specification with the widths of all plots, and positions given in pixels of them, multiplied by a factor."""
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
    """The specification with its panels stacked."""
    found: Spec = dict(spec)
    for part in PARTS[1:]:
        if part in found:
            parts = [_stacked(one) for one in found.pop(part)]
            found.pop("columns", None)
            found["vconcat"] = parts
    return found


def _upright_legends(spec: Spec, width: int) -> Spec:
    """The specification with one legend entry per line; entries that are too long are cut."""
    config = spec.get("config", {})
    spec = spec | {"config": config | {"legend": config.get("legend", {}) | {"labelLimit": width - _BESIDE}}}
    found = deepcopy({key: value for key, value in spec.items() if key != "datasets"})
    for unit in units(found):
        for channel in unit.get("encoding", {}).values():
            if isinstance(channel, dict) and channel.get("legend") and channel["legend"].get("type") != "gradient":
                channel["legend"] = channel["legend"] | {"orient": "bottom", "direction": "vertical", "columns": 1}
    return found | {"datasets": spec.get("datasets", {})}


def _with_lower_legends(spec: Spec, width: int) -> Spec:
    """The specification with the legends beside plots below them, in as many columns as fit."""
    found = deepcopy({key: value for key, value in spec.items() if key != "datasets"})
    for unit in units(found):
        for channel in unit.get("encoding", {}).values():
            legend = channel.get("legend") if isinstance(channel, dict) else None
            if not legend or legend.get("orient") == "bottom":
                continue
            if legend.get("type") == "gradient" or "gradientLength" in legend:
                wanted = {
                    "direction": "horizontal",
                    "gradientLength": min(legend.get("gradientLength", 200), width // 2),
                }
            else:
                names = [*map(str, (channel.get("scale") or {}).get("domain") or legend.get("values") or [""])]
                column = _SYMBOL + _ENTRY * max(map(len, names))
                wanted = {"columns": max(int((width - _BESIDE) / column), 1)}
            channel["legend"] = legend | {"orient": "bottom"} | wanted
    return found | {"datasets": spec.get("datasets", {})}


def _with_smaller_words(spec: Spec) -> Spec:
    """The specification with words in cells and above bars that fit these, and without labels of axes that overlap others."""
    found = deepcopy({key: value for key, value in spec.items() if key != "datasets"})
    for panel in panels(found):
        width = panel.get("width")
        for unit in _with_data(panel, found.get("data")):
            across = unit.get("encoding", {}).get("x", {})
            if across.get("type") not in ("ordinal", "nominal") or "field" not in across:
                continue
            if across.get("axis", {}) is not None:
                across["axis"] = across.get("axis", {}) | {"labelOverlap": "parity"}
            if _kind(unit) != "text":
                continue
            rows = spec["datasets"][unit["data"]["name"]]
            step = (
                width["step"]
                if isinstance(width, dict)
                else _width(panel) / len({row[across["field"]] for row in rows})
            )
            longest = max(len(str(row.get(unit["encoding"]["text"].get("field"), ""))) for row in rows)
            # the mark is that of the panel, not of a copy
            size = unit["mark"].get("fontSize", 11)
            unit["mark"]["fontSize"] = max(min(size, round(step / (_DIGIT * max(longest, 1)), 1)), _LEAST)
    return found | {"datasets": spec["datasets"]}


def _with_broken_headings(spec: Spec, width: int) -> Spec:
    """The specification with the headings of its panels wrapped."""
    found: Spec = dict(spec)
    for part in PARTS[1:]:
        if part in found:
            found[part] = [_with_broken_headings(one, width) for one in found[part]]
    title = spec.get("title")
    if "background" not in spec and isinstance(title, dict):
        lines = [title["text"]] if isinstance(title["text"], str) else title["text"]
        letters = int((width - _BESIDE) / _HEADING)
        found["title"] = title | {"text": [part for line in lines for part in wrap(line, letters)]}
    return found


def _with_broken_titles(spec: Spec, room: float) -> Spec:
    """The specification with title and subtitle wrapped to a number of pixels."""
    if not isinstance(spec.get("title"), dict):
        return spec
    title = dict(spec["title"])
    title["text"] = wrap(title["text"], max(int(room / _TITLE), 12))
    title["subtitle"] = [
        part for line in title.get("subtitle") or [] for part in wrap(line, max(int(room / _SUBTITLE), 16))
    ]
    return spec | {"title": title}


def _magnified(spec: Any, factor: float, name: str = "") -> Any:
    """The specification with all lengths multiplied by a factor; data are unchanged."""
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
    """What a number under a key measures: under `value` and the like, what the channel above measures."""
    if key in ("value", "condition", "range", "scale"):
        return {"x": "dx", "y": "dy", "x2": "dx", "y2": "dy"}.get(name, name)
    return key
