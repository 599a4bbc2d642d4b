"""Figures: their pages, specifications and files, and the library that draws them."""

from collections.abc import Sequence
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.plots.specification import apply_theme, fit_legibly
from tafelwerk.plots.style import THEMES, Theme
from tafelwerk.web.jobs import status_of
from tafelwerk.web.site import Site, attachment, number_in, one_of, page, unknown

ENDINGS = ("svg", "png", "pdf")


def listed_figures() -> list[dict[str, Any]]:
    """Figures: family, name, title, and the place in a source, "" for one of our own."""
    from tafelwerk.plots.figure import figures
    from tafelwerk.tables.bibliography import figure_place

    return [
        {"family": family, "name": name, "title": figure.title, "place": figure_place(name)}
        for family in FAMILIES
        for name, figure in figures(family).items()
    ]


def group_figures(figures: list[dict[str, Any]]) -> list[tuple[str, list[tuple[str, list[dict[str, Any]]]]]]:
    """Figures by family and, within it, by their origin."""
    groups: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for figure in figures:
        heading = "Figures of the source" if figure["place"] else "More figures"
        groups.setdefault(figure["family"], {}).setdefault(heading, []).append(figure)
    return [(family, list(parts.items())) for family, parts in groups.items()]


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def figures(request: Request) -> Response:
        return page("figures.html", groups=group_figures(listed_figures()))

    def figure(request: Request) -> Response:
        name = request.path_params["name"]
        every = listed_figures()
        (index,) = [index for index, entry in enumerate(every) if entry["name"] == name] or [unknown("figure", name)]
        before, after = (every[other] if 0 <= other < len(every) else None for other in (index - 1, index + 1))
        values: dict[str, Any] = {"figure": every[index], "before": before, "after": after}
        try:
            return page("figure.html", **values, told=site.need("figure", name=name)["told"])
        except TafelwerkError as error:
            return page("figure.html", status_of(error), **values, error=str(error))

    def specification(request: Request) -> Response:
        theme = one_of(request.query_params.get("theme", "light"), THEMES, "theme")
        width = number_in(request.query_params.get("width"), "width", 1, 99_999, 0)
        titled = one_of(request.query_params.get("title", "yes"), ("yes", "no"), "title")
        figure = site.ask("figure", None, name=request.path_params["name"])
        spec = figure["spec"]
        if width:
            spec = fit_legibly(spec, width, figure["widths"])
        if titled == "no":
            del spec["title"]
        return JSONResponse({"spec": apply_theme(spec, cast(Theme, theme)), "marks": figure["marks"]})

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
