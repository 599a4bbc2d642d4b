"""First page, families, tables, builds; documents of the whole book."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.build.catalogue import KNOWN
from tafelwerk.play.games import GAMES
from tafelwerk.web import explorer
from tafelwerk.web.questions import forms
from tafelwerk.web.routes.figures import listed_figures
from tafelwerk.web.site import Site, one_of, page, printed

WHOLE = ("tables", "schema", "published")
"""Commands on the whole book whose documents are at /api."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def home(request: Request) -> Response:
        return page("home.html", tables=site.document("tables"), games=GAMES)

    def family(name: str) -> Response:
        one_of(name, KNOWN, "family")
        tables, macros = explorer.described(site.document("schema", name))
        return page(
            "family.html",
            family=name,
            tables=tables,
            macros=macros,
            held=site.document("tables", name),
            forms=[form for (of, _), form in forms().items() if of == name],
            figures=listed_figures(name),
        )

    def table(request: Request) -> Response:
        name = request.path_params["table"]
        if "." not in name:
            return family(name)
        (described,) = site.document("schema", name)
        if "macro" in described:
            return page("macro.html", macro=described)
        view = explorer.view(name, [one["column"] for one in described["columns"]], dict(request.query_params))
        answer = site.need("rows", statement=view.limited(), limit=explorer.ROWS)
        return page("table.html", table=described, view=view, answer=answer)

    def builds(request: Request) -> Response:
        statement = "FROM meta.builds ORDER BY built_at DESC, family, name"
        return page("builds.html", answer=site.need("rows", statement=statement, limit=1000))

    def whole(request: Request) -> Response:
        command = one_of(request.path_params["command"], WHOLE, "document")
        return printed(site.ask("command", None, words=[command, "--json"]))

    return [
        Route("/", home),
        Route("/tables", lambda request: RedirectResponse("/")),
        Route("/tables/{table:str}", table),
        Route("/builds", builds),
        Route("/api/{command}", whole),
    ]
