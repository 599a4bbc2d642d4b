"""Figures for pages: their specifications, and the library that draws them. Runs in a worker."""

from functools import cache
from pathlib import Path
from typing import Any, cast

from tafelwerk.plots.colours import Theme


def figure(name: str, theme: str = "light", width: int | None = None) -> dict[str, Any]:
    """A figure as a Vega-Lite specification.

    Args:
        name: of the figure.
        theme: "light" or "dark".
        width: of the picture in pixels. Default: what its plots ask for.

    Returns:
        "spec", and "marks", the number of records drawn.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.places import default_book
    from tafelwerk.plots.figure import named
    from tafelwerk.tables.book import open_book

    with open_book(Path(default_book()), pocket=True) as book:
        spec = named(name, FAMILIES).spec(book, cast(Theme, theme), width, zoom=True)
    return {"spec": spec, "marks": sum(map(len, spec.get("datasets", {}).values()))}


@cache
def library() -> str:
    """The JavaScript that draws figures, which sets `window.vegaEmbed`."""
    import vl_convert

    return f"(() => {{{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;')}}})();"
