"""What a build of the search models owes, from its parameters alone: how its rows are known, and which they are."""

from collections.abc import Iterable, Mapping
from typing import Any

from tafelwerk.families.search.rules import FREE_WIDTHS, curve_orders, root_sizes
from tafelwerk.tables.metadata import Contents, text


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    match dict(parameters):
        case {"free": int(codes), "widths": [*widths], **none} if not none:
            if len(widths) != 1 and widths != list(FREE_WIDTHS):
                raise ValueError("a build has one width or those of the standard set")
            name = f"free --codes {codes}" + ("" if widths == list(FREE_WIDTHS) else f" --width {widths[0]}")
            return _contents_of(name, "free_totals", f"width IN ({_numbers(widths)}) AND codes BETWEEN 1 AND {codes}")
        case {"codes": int(codes), "most": int(most), **none} if not none:
            name = f"widths --codes {codes}" + ("" if most == 1000 else f" --width {most}")
            return _contents_of(name, "free_totals", f"codes = {codes} AND width BETWEEN 2 AND {most}")
        case {"root": str(strategy), "size": int(size), "points": None | int() as points, **none} if not none:
            name = f"root --size {size}" + ("" if strategy == "optimal" else f" --strategy {strategy}")
            name += "" if points is None else f" --points {points}"
            sizes = f"BETWEEN 1 AND {size}" if points is None else f"IN ({_numbers(root_sizes(size, points))})"
            return _contents_of(name, "root_totals", f"strategy = {text(strategy)} AND size {sizes}")
        case {"curve": int(size), "alpha_max": int(most), "points": int(points), **none} if not none:
            names = ", ".join(text(order) for order in curve_orders(most, points))
            name = f"curve --size {size} --alpha-max {most} --points {points}"
            return _contents_of(name, "root_totals", f"size = {size} AND strategy IN ({names})")
    raise ValueError("no such build")


def _contents_of(name: str, table: str, rows: str) -> Contents:
    return Contents(f"search {name}", "exact", "recomputed", {table: rows})


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(map(str, map(int, values)))
