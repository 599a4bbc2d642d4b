"""Contents of the builds of the search family."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.rules.search import FAMILY, FREE_WIDTHS, curve_orders, root_sizes
from tafelwerk.tables.builds import Contents, text


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    match dict(parameters):
        case {"free": int(codes), "widths": [*widths], **none} if not none:
            name = f"free --codes {codes}" + ("" if widths == list(FREE_WIDTHS) else f" --width {widths[0]}")
            if len(widths) != 1 and widths != list(FREE_WIDTHS):
                raise ValueError("a build has one width or those of the standard set")
            rows = {"free_totals": f"width IN ({_numbers(widths)}) AND codes BETWEEN 1 AND {codes}"}
        case {"root": str(strategy), "size": int(size), "points": None | int() as points, **none} if not none:
            name = f"root --size {size}" + ("" if strategy == "optimal" else f" --strategy {strategy}")
            sizes = f"size BETWEEN 1 AND {size}"
            if points is not None:
                name += f" --points {points}"
                sizes = f"size IN ({_numbers(root_sizes(size, points))})"
            rows = {"root_totals": f"strategy = {text(strategy)} AND {sizes}"}
        case {"curve": int(size), "alpha_max": int(most), "points": int(points), **none} if not none:
            name = f"curve --size {size} --alpha-max {most} --points {points}"
            names = ", ".join(text(order) for order in curve_orders(most, points))
            rows = {"root_totals": f"size = {size} AND strategy IN ({names})"}
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}", "exact", "recomputed", rows)


def _numbers(values: Any) -> str:
    return ", ".join(str(int(value)) for value in values)
