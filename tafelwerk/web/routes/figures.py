"""Figures: their pages, specifications and files, and the library that draws them."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.errors import InputError
from tafelwerk.web.site import Site, attachment, one_of, page, unknown

THEMES = ("light", "dark")
ENDINGS = ("svg", "png", "pdf")


def listed_figures() -> list[dict[str, Any]]:
    """All figures: name, title, set."""
    from tafelwerk.plots.figure import all_figures

    return [{"name": one.name, "title": one.title, "set": one.set} for one in all_figures(FAMILIES).values()]


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def figures(request: Request) -> Response:
        return page("figures.html", figures=listed_figures())

    def figure(request: Request) -> Response:
        name = request.path_params["name"]
        (one,) = [one for one in listed_figures() if one["name"] == name] or [unknown("figure", name)]
        return page("figure.html", figure=one)

    def specification(request: Request) -> Response:
        theme = one_of(request.query_params.get("theme", "light"), THEMES, "theme")
        width = request.query_params.get("width", "")
        if width and not (width.isascii() and width.isdecimal() and len(width) < 6):
            raise InputError(f"width is a whole number of pixels, not {width[:20]!r}")
        given = {"name": request.path_params["name"], "theme": theme, "width": int(width) if width else None}
        return JSONResponse(site.ask("figure", None, **given))

    def picture(request: Request) -> Response:
        name, ending = request.path_params["name"], one_of(request.path_params["ending"], ENDINGS, "format")
        theme = one_of(request.query_params.get("theme", "light"), THEMES, "theme")
        return attachment(site.ask("picture", None, name=name, ending=ending, theme=theme), f"{name}.{ending}")

    def library(request: Request) -> Response:
        headers = {"cache-control": "private, max-age=86400"}
        return Response(site.ask("library", None), media_type="text/javascript", headers=headers)

    return [
        Route("/figures", figures),
        Route("/figures/{name}/picture.{ending}", picture),
        Route("/figures/{name}", figure),
        Route("/api/figures/{name}.json", specification),
        Route("/vega.js", library),
    ]
