"""Figures for pages: their specifications, and the library that draws them. Runs in a worker."""

import os
from base64 import b64encode
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from tafelwerk.places import user_cache
from tafelwerk.plots.colours import Theme

if TYPE_CHECKING:
    from tafelwerk.plots.figure import Figure
    from tafelwerk.tables.book import Book


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
    with _opened() as book:
        spec = _named(name).spec(book, cast(Theme, theme), width, zoom=True)
    return {"spec": spec, "marks": sum(map(len, spec.get("datasets", {}).values()))}


def picture(name: str, ending: str, theme: str = "light") -> str:
    """A figure as a file.

    Args:
        name: of the figure.
        ending: "svg", "png" or "pdf".
        theme: "light" or "dark".

    Returns:
        The file in base 64.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    from tafelwerk.plots.rendering import save
    from tafelwerk.web.worker import scratch

    with _opened() as book, scratch(f"figure.{ending}") as file:
        save(_named(name).chart(book), file, cast(Theme, theme))
        return b64encode(file.read_bytes()).decode()


@cache
def library() -> str:
    """The JavaScript that draws figures, which sets `window.vegaEmbed`. Made in seconds, then kept in the user's cache folder."""
    from importlib.metadata import version

    kept = user_cache() / f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    import vl_convert

    made = f"(() => {{{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;')}}})();"
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}.part")
        partial.write_text(made, encoding="utf-8", newline="\n")
        partial.replace(kept)
    return made


def _named(name: str) -> "Figure":
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import named

    return named(name, FAMILIES)


def _opened() -> "Book":
    from tafelwerk.places import default_book
    from tafelwerk.tables.book import open_book

    return open_book(default_book(), pocket=True)
