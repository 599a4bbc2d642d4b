"""Two columns of a statement's rows as a Vega-Lite specification."""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.plots.colours import BLUE, GRID, INK, MUTED, PAPER, Theme
from tafelwerk.plots.specification import themed
from tafelwerk.wording import listed, rows_text

MARKS: Mapping[str, str] = {"line": "line", "points": "point", "bars": "bar"}
"""Marks of a chart by their names in addresses, each as Vega-Lite calls it."""

LOOKS: Mapping[str, Mapping[str, Any]] = {
    "line": {"point": True},
    "points": {"filled": True, "size": 40, "opacity": 0.8},
}
HEIGHT = 360
_NUMBERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL(\(.*\))?|BIGNUM")
_TIMES = re.compile(r"DATE|TIMESTAMP.*")
_FRACTION = re.compile(r"-?[0-9]{1,300}/[0-9]{1,300}")


def chosen(answer: Mapping[str, Any], x: str, y: str, mark: str) -> tuple[int, int]:
    """The places of the columns that an address chooses.

    Args:
        answer: "columns" and "rows", as of `statements.rows`.
        x, y: names of columns.
        mark: one of MARKS.

    Raises:
        InputError: there is no such column or mark.
    """
    names = [column["name"] for column in answer["columns"]]
    for axis, name in (("x", x), ("y", y)):
        if name not in names:
            raise InputError(f"{axis}: the rows have no column {quoted(name)}; there are {listed(names)}")
    if mark not in MARKS:
        raise InputError(f"mark {quoted(mark)}: the marks are {listed(list(MARKS))}")
    return names.index(x), names.index(y)


def chart(answer: Mapping[str, Any], x: str, y: str, mark: str, theme: Theme, width: int) -> dict[str, Any]:
    """A chart of two columns.

    Args:
        answer: "columns" and "rows", as of `statements.rows`.
        x, y: names of columns.
        mark: one of MARKS.
        theme: its colours.
        width: of the picture in pixels.

    Returns:
        "spec", and "marks", the number of records drawn.

    Raises:
        InputError: there is no such column or mark.
    """
    places = chosen(answer, x, y, mark)
    scales = [_kind(answer["columns"][place]["type"], [row[place] for row in answer["rows"]]) for place in places]
    records = [
        {axis: _value(row[place], kind) for axis, place, kind in zip("xy", places, scales, strict=True)}
        for row in answer["rows"]
    ]
    drawn = [record for record in records if None not in record.values()]
    sides = {axis: _side(axis, name, kind) for axis, name, kind in zip("xy", (x, y), scales, strict=True)}
    shape: dict[str, Any] = {"type": MARKS[mark], "color": BLUE, **LOOKS.get(mark, {})}
    if mark == "bars" and scales[1] == "quantitative":
        shape["orient"] = "vertical"
    axis_look = {"labelColor": INK, "titleColor": INK, "gridColor": GRID, "domainColor": MUTED, "tickColor": MUTED}
    spec: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": f"{y} by {x}, {len(drawn):,} of {'the first ' if answer.get('more') else ''}{rows_text(len(records))}",
        "width": width,
        "height": HEIGHT,
        "autosize": {"type": "fit", "contains": "padding"},
        "background": PAPER,
        "padding": 8,
        "data": {"values": drawn},
        "mark": shape,
        "encoding": sides | {"tooltip": [_told(axis, side) for axis, side in sides.items()]},
        "config": {"axis": axis_look, "view": {"stroke": None}, "font": "Helvetica, Arial, sans-serif"},
    }
    if scales == ["quantitative", "quantitative"] and mark != "bars":
        spec["params"] = [{"name": "zoom", "select": "interval", "bind": "scales"}]
    return {"spec": themed(spec, theme), "marks": len(drawn)}


def _kind(column: str, values: Sequence[Any]) -> str:
    """The scale of a column: of numbers, of times or of names."""
    if _NUMBERS.fullmatch(column):
        return "quantitative"
    if _TIMES.fullmatch(column):
        return "temporal"
    known = [value for value in values if value is not None]
    return (
        "quantitative"
        if known and all(isinstance(one, str) and _FRACTION.fullmatch(one) for one in known)
        else "nominal"
    )


def _value(value: Any, kind: str) -> Any:
    """A value as it is drawn; None if it cannot be."""
    if value is None or kind == "temporal":
        return value
    if kind == "nominal":
        return value if isinstance(value, str | bool | int | float) else str(value)
    try:
        number = float(Fraction(value)) if isinstance(value, str) and "/" in value else float(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return number if math.isfinite(number) else None


def _side(axis: str, name: str, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {"field": axis, "type": kind, "title": name}
    # names keep the order of the rows
    return found | ({"sort": None, "axis": {"labelLimit": 160, "labelOverlap": True}} if kind == "nominal" else {})


def _told(axis: str, side: Mapping[str, Any]) -> dict[str, Any]:
    return {"field": axis, "type": side["type"], "title": side["title"]}
