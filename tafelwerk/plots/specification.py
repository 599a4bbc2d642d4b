"""A chart as Vega-Lite: with its theme, its width, a description, tooltips and, for pages, zoom.

what are its colours in the dark theme                  themed()
what do tooltips show                                   with_tooltips()
what is the description for readers who cannot see it   described()
how is it made as wide as requested                     width.py
how are plots zoomed                                    zoomable()
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tafelwerk.plots.colours import DARK, SCHEMES, Theme
from tafelwerk.plots.lazy import Drawing, alt
from tafelwerk.plots.parts import PARTS, Spec, panels, units
from tafelwerk.plots.width import as_wide

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
        chart: a finished chart (`style.titled`); it is not changed.
        theme: its colours.
        width: of the picture in pixels. Default: the width of the figure as drawn.
        zoom: whether plots with two numerical axes can be zoomed and moved with the pointer.
        is_titled: whether the picture has its title and subtitle; the description always has them.
    """
    # altair would check every record against Vega-Lite's schema, which takes as long as drawing
    spec: Spec = chart.to_dict(validate=False)
    spec = with_tooltips(themed(spec, theme))
    spec["description"] = described(spec)
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


def themed(spec: Any, theme: Theme) -> Any:
    """A specification, or a part of it, in the colours of a theme."""
    if theme == "light":
        return spec
    if isinstance(spec, str):
        return DARK.get(spec, spec)
    if isinstance(spec, dict):
        entries = {key: themed(value, theme) for key, value in spec.items()}
        scheme = spec.get("scheme")
        if isinstance(scheme, dict) and "extent" in scheme:
            entries |= {"scheme": {"name": scheme["name"], "extent": [*SCHEMES[scheme["name"]][1]]}, "reverse": False}
        return entries
    if isinstance(spec, list):
        return [themed(value, theme) for value in spec]
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


def described(spec: Spec) -> str:
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
