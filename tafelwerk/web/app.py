"""The server's routes: every page and every document of JSON, by its address."""

import json
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import randbelow
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tafelwerk.build.catalogue import FAMILIES, KNOWN
from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.play.games import GAMES, all_games, game_named
from tafelwerk.web import explorer
from tafelwerk.web.guard import Guard
from tafelwerk.web.jobs import AT_ONCE, LONG, PATIENCE, Jobs, Working
from tafelwerk.web.pages import STATIC, fill
from tafelwerk.web.questions import Form, form_of, forms, play_form
from tafelwerk.web.workers import JobError, Workers, status_of

MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}
"""Types of files by their endings."""

WHOLE = ("tables", "schema", "published")
"""Commands on the whole book whose documents are at /api."""

TURN, HINT, PICK = "turn", "hint", "pick"
"""Names in the address of a game that are no options of it."""


class Site:
    """Pages and documents of one book.

    Args:
        jobs: who answers.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def warm(self) -> None:
        """Ask what most pages need, so that the first of them need not wait for it."""
        with suppress(TafelwerkError):
            forms()
            self._json("tables")
            self._json("schema")

    # first page, families, tables

    def home(self, request: Request) -> Response:
        """Families with what they hold."""
        return self._page("home.html", tables=self._json("tables"), games=GAMES)

    def family(self, request: Request) -> Response:
        """A family: its tables, macros, questions, figures."""
        family = _one_of(request.path_params["family"], KNOWN, "family")
        schema, macros = explorer.described(self._json("schema", family))
        own = [form for (of, _), form in forms().items() if of == family]
        return self._page(
            "family.html",
            family=family,
            tables=schema,
            macros=macros,
            held=self._json("tables", family),
            forms=own,
            figures=[one for one in _figures() if one["name"].partition("-")[0] == family],
        )

    def table(self, request: Request) -> Response:
        """A table's columns, and a page of its rows."""
        name = request.path_params["table"]
        (described,) = self._json("schema", name)
        if "macro" in described:
            return self._page("macro.html", macro=described)
        shown = explorer.view(name, [one["column"] for one in described["columns"]], dict(request.query_params))
        rows = self._ask("rows", PATIENCE, statement=shown.limited(), limit=explorer.ROWS)
        return self._page("table.html", table=described, view=shown, answer=rows)

    def builds(self, request: Request) -> Response:
        """What was built, when, by which code and with which certainty."""
        rows = self._ask("rows", None, statement="FROM meta.builds ORDER BY built_at DESC, family, name", limit=1000)
        return self._page("builds.html", answer=rows)

    # SQL

    def sql(self, request: Request) -> Response:
        """A statement and its rows."""
        statement = request.query_params.get("q", "").strip()
        schema, _ = explorer.described(self._json("schema"))
        values: dict[str, Any] = {"statement": statement, "schema": schema, "answer": None, "error": None}
        if not statement:
            return self._page("sql.html", **values)
        try:
            values["answer"] = self._ask("rows", PATIENCE, statement=statement)
        except TafelwerkError as error:
            values["error"] = str(error)
            return self._page("sql.html", status=status_of(error), **values)
        return self._page("sql.html", **values)

    async def sql_document(self, request: Request) -> Response:
        """The rows of a statement that is sent."""
        try:
            given = json.loads(await request.body())
            statement, limit = given["sql"], given.get("limit", 1000)
            if (
                not isinstance(statement, str)
                or isinstance(limit, bool)
                or not isinstance(limit, int)
                or not 0 < limit <= 10_000
            ):
                raise InputError("limit is a whole number from 1 to 10,000")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            told = str(error) if isinstance(error, InputError) else 'send {"sql": STATEMENT, "limit": ROWS}'
            return JSONResponse({"error": told}, 400)
        return await run_in_threadpool(lambda: JSONResponse(self._ask("rows", None, statement=statement, limit=limit)))

    # questions

    def questions(self, request: Request) -> Response:
        """All questions."""
        return self._page("questions.html", forms=list(forms().values()))

    def question(self, request: Request) -> Response:
        """A question as a form, with its answer where it was asked."""
        form = form_of(request.path_params["family"], request.path_params["question"])
        given = dict(request.query_params)
        values: dict[str, Any] = {"form": form, "values": given, "answer": None, "error": None, "line": "", "text": ""}
        if not given and any(field.is_required for field in form.fields):
            return self._page("question.html", **values)
        try:
            values["line"] = form.line(given)
            done = self._answer(form, given, PATIENCE)
        except TafelwerkError as error:
            return self._page("question.html", status=status_of(error), **(values | {"error": str(error)}))
        if isinstance(done, Working):
            return self._page("question.html", **(values | {"answer": done}))
        if done["code"]:
            return self._page("question.html", status=_status(done), **(values | {"error": _fault(done)}))
        return self._page("question.html", **(values | {"answer": json.loads(done["out"]), "notes": done["err"]}))

    def question_document(self, request: Request) -> Response:
        """The document that --json prints."""
        form = form_of(request.path_params["family"], request.path_params["question"])
        return _printed(self._answer(form, dict(request.query_params), None))

    def _answer(self, form: Form, given: Mapping[str, str], patience: float | None) -> Any:
        words = [*form.words(given), "--json"] if "--" not in form.words(given) else _before_rest(form.words(given))
        most = LONG if given.get("compute") else AT_ONCE
        return self._ask("command", patience, most=most, words=words)

    def document(self, request: Request) -> Response:
        """The document of a command on the whole book."""
        command = _one_of(request.path_params["command"], WHOLE, "document")
        return _printed(self._ask("command", None, words=[command, "--json"]))

    def download(self, request: Request) -> Response:
        """All rows of a statement as a file."""
        ending = _one_of(request.path_params["ending"], ("csv", "parquet"), "format")
        content = self._ask("saved", None, statement=request.query_params.get("q", ""), ending=ending)
        return _attachment(content, f"rows.{ending}")

    # figures

    def figures(self, request: Request) -> Response:
        """All figures."""
        return self._page("figures.html", figures=_figures())

    def figure(self, request: Request) -> Response:
        """A figure."""
        name = request.path_params["name"]
        (one,) = [one for one in _figures() if one["name"] == name] or [_unknown("figure", name)]
        return self._page("figure.html", figure=one)

    def figure_document(self, request: Request) -> Response:
        """A figure's specification."""
        name, asked = request.path_params["name"], request.query_params
        theme = _one_of(asked.get("theme", "light"), ("light", "dark"), "theme")
        width = asked.get("width", "")
        if width and not width.isdecimal():
            raise InputError(f"width is a whole number of pixels, not {width[:20]!r}")
        return JSONResponse(self._ask("figure", None, name=name, theme=theme, width=int(width) if width else None))

    def picture(self, request: Request) -> Response:
        """A figure as a file."""
        name, ending = (
            request.path_params["name"],
            _one_of(request.path_params["ending"], ("svg", "png", "pdf"), "format"),
        )
        theme = _one_of(request.query_params.get("theme", "light"), ("light", "dark"), "theme")
        return _attachment(self._ask("picture", None, name=name, ending=ending, theme=theme), f"{name}.{ending}")

    def library(self, request: Request) -> Response:
        """The JavaScript that draws figures."""
        headers = {"cache-control": "private, max-age=86400"}
        return Response(self._ask("library", None), media_type="text/javascript", headers=headers)

    # games

    def games(self, request: Request) -> Response:
        """All games."""
        return self._page("games.html", games=all_games())

    def play(self, request: Request) -> Response:
        """A game as its address has it; without a seed, what it is begun with."""
        entry = game_named(request.path_params["game"])
        _, family, _, *fixed = entry.command.split()
        form = play_form(family)
        pairs = request.query_params.multi_items()
        turns = [value for name, value in pairs if name == TURN and value.strip()]
        picked = "".join(value for name, value in pairs if name == PICK)
        if picked:
            kept = [(name, value) for name, value in pairs if name != PICK and value]
            return RedirectResponse(f"?{urlencode([*kept, (TURN, picked)])}", 303)
        given = {name: value for name, value in pairs if name not in (TURN, HINT)}
        if fixed:
            given[form.fields[0].name] = " ".join(fixed)
        values: dict[str, Any] = {
            "entry": entry,
            "form": form,
            "given": given,
            "turns": turns,
            "fixed": bool(fixed),
            "error": None,
        }
        if not given.get("seed"):
            if pairs:
                return RedirectResponse(f"?{urlencode([*pairs, ('seed', randbelow(10**6))])}", 303)
            return self._page("begin.html", **values)
        words = form.words(given)
        is_hinted = bool(request.query_params.get(HINT))
        try:
            found = self._ask("play", PATIENCE, most=LONG, words=words, turns=turns, hint=is_hinted)
        except TafelwerkError as error:
            values |= {"error": str(error), "turns": turns[:-1]}
            if not turns:
                return self._page("begin.html", status=status_of(error), **values)
            found = self._ask("play", None, most=LONG, words=words, turns=turns[:-1], hint=is_hinted)
        pairs = [*given.items(), *((TURN, turn) for turn in values["turns"])]
        return self._page("play.html", game=found, pairs=pairs, is_hinted=is_hinted, **values)

    # plumbing

    def _ask(self, job: str, patience: float | None, *, most: float = AT_ONCE, **given: Any) -> Any:
        return self._jobs.ask(job, patience=patience, most=most, **given)

    def _json(self, *words: str) -> Any:
        """The document of a command that answers at once."""
        done = self._ask("command", None, words=[*words, "--json"])
        if done["code"]:
            raise JobError(_fault(done), done["code"])
        return json.loads(done["out"])

    def _page(self, template: str, status: int = 200, **values: Any) -> Response:
        is_working = any(isinstance(value, Working) for value in values.values())
        headers = {"refresh": "1"} if is_working else {"cache-control": "no-cache"}
        return HTMLResponse(fill(template, **values), status, headers)


def application(book: Path, port: int) -> Callable[..., Any]:
    """The server of a book.

    Args:
        book: folder of the book.
        port: that it listens on.
    """
    workers = Workers(book)
    jobs = Jobs(workers, book)
    site = Site(jobs)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # the first pages need it, and it takes a second
        warming = Thread(target=site.warm, daemon=True)
        warming.start()
        yield
        jobs.close()
        workers.close()

    routes = [
        Route("/", site.home),
        Route("/tables", lambda request: RedirectResponse("/")),
        Route("/tables/{table:str}", _table_or_family(site)),
        Route("/builds", site.builds),
        Route("/sql", site.sql),
        Route("/sql/rows.{ending}", site.download),
        Route("/ask", site.questions),
        Route("/ask/{family}/{question}", site.question),
        Route("/figures", site.figures),
        Route("/figures/{name}/picture.{ending}", site.picture),
        Route("/figures/{name}", site.figure),
        Route("/play", site.games),
        Route("/play/{game}", site.play),
        Route("/api/sql", site.sql_document, methods=["POST"]),
        Route("/api/figures/{name}.json", site.figure_document),
        Route("/api/{command}", site.document),
        Route("/api/{family}/{question}", site.question_document),
        Route("/vega.js", site.library),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    made = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={TafelwerkError: _told, HTTPException: _told, Exception: _defect},
    )
    return Guard(made, port)


def _printed(done: Mapping[str, Any]) -> Response:
    """What a command printed with --json, or its error."""
    if done["code"]:
        return JSONResponse({"error": _fault(done), "exit_code": done["code"]}, _status(done))
    return Response(done["out"], media_type="application/json")


def _attachment(content: str, name: str) -> Response:
    """A file of a worker, which is sent as base 64."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(b64decode(content), media_type=MEDIA[name.rpartition(".")[2]], headers=headers)


def _table_or_family(site: Site) -> Callable[[Request], Response]:
    def chosen(request: Request) -> Response:
        name = request.path_params["table"]
        if "." in name:
            return site.table(request)
        request.scope["path_params"] = {"family": name}
        return site.family(request)

    return chosen


def _told(request: Request, error: Exception) -> Response:
    """An error as a page, or as JSON below /api."""
    if isinstance(error, HTTPException):
        status, text = error.status_code, "there is no such page" if error.status_code == 404 else error.detail
    else:
        assert isinstance(error, TafelwerkError)
        status, text = status_of(error), str(error)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, status)
    return HTMLResponse(fill("error.html", text=text, status=status), status)


def _defect(request: Request, error: Exception) -> Response:
    return PlainTextResponse("this is a bug in Tafelwerk; standard error of the server has its traceback\n", 500)


def _before_rest(words: list[str]) -> list[str]:
    place = words.index("--")
    return [*words[:place], "--json", *words[place:]]


def _fault(done: Mapping[str, Any]) -> str:
    """What a command says on standard error when it fails."""
    lines = [line for line in done["err"].strip().split("\n") if line]
    return lines[-1].removeprefix("error: ") if lines else "it failed without a word"


def _status(done: Mapping[str, Any]) -> int:
    return status_of(JobError("", done["code"]))


def _one_of(given: str, known: Any, what: str) -> str:
    if given not in known:
        raise HTTPException(404, f"unknown {what} {given[:50]!r}: there are {', '.join(known)}")
    return given


def _unknown(what: str, name: str) -> Any:
    raise HTTPException(404, f"unknown {what} {name[:50]!r}")


def _figures() -> list[dict[str, Any]]:
    from tafelwerk.plots.figure import all_figures

    return [{"name": one.name, "title": one.title, "set": one.set} for one in all_figures(FAMILIES).values()]
