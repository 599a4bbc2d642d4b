"""The server: all routes, and errors as pages or JSON."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.web.guard import ForeignError, Guard, with_composed_query
from tafelwerk.web.jobs import AGAIN, BusyError, Jobs, Workers
from tafelwerk.web.routes import (
    book_pages,
    figure_pages,
    game_pages,
    question_pages,
    room_pages,
    skat_pages,
    sql_pages,
)
from tafelwerk.web.routes.game_pages import REPEATED
from tafelwerk.web.site import STATIC, NotDoneError, Site, error_page, status_and_text, with_reader


def application(book: Path, port: int, *, logs: Sequence[Path] = (), games: Sequence[str] = ()) -> Callable[..., Any]:
    """The server of a book.

    Args:
        book: folder of the book.
        port: that it listens on.
        logs: of rounds of Skat.
        games: files, or classes in files, with games of the user's own.
    """
    cores = max(2, min(4, os.cpu_count() or 2))
    look_ups = Workers(book, cores, logs=logs, games=games)
    long_work = Workers(book, 2, is_patient=True, logs=logs, games=games)
    jobs = Jobs(look_ups, long_work, book, logs)
    site = Site(jobs, logs=logs, games=games)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # the first pages need it, and it takes a second
        Thread(target=site.warm, daemon=True).start()
        yield
        look_ups.close()
        long_work.close()

    return Guard(pages(site, lifespan), port)


def pages(site: Site, lifespan: Callable[[Starlette], Any] | None = None) -> Callable[..., Any]:
    """The pages of a site, for whoever may ask for them.

    Args:
        site: what answers.
        lifespan: what is done while they can be asked for.
    """
    made = Starlette(
        routes=[*every_route(site), Mount("/static", StaticFiles(directory=STATIC))],
        lifespan=lifespan,
        exception_handlers={
            **dict.fromkeys((TafelwerkError, HTTPException, NotDoneError, ForeignError), _error_response),
            Exception: _defect,
        },
    )
    return with_reader(with_composed_query(_once(made)))


def every_route(site: Site) -> list[Route]:
    """The routes of all parts."""
    # questions last: documents of the other parts lie below their addresses; those of single games before all games
    parts = (
        room_pages,
        figure_pages,
        sql_pages,
        book_pages,
        skat_pages,
        game_pages,
        question_pages,
    )
    return [*(route for part in parts for route in part.routes(site)), Route("/{name}", room_pages.by_name)]


def _once(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """An application that refuses a name given twice in an address, since one of the values would not count."""

    async def once(scope: Any, receive: Any, send: Any) -> None:
        answers: Callable[..., Awaitable[None]] = app
        if scope["type"] == "http":
            request = Request(scope)
            names = [name for name, _ in request.query_params.multi_items()]
            several = REPEATED if request.url.path.startswith("/play/") else ()
            twice = next((name for name in names if name not in several and names.count(name) > 1), None)
            if twice is not None:
                answers = _error_response(
                    request, InputError(f"{in_quotes(twice)} is given twice in the address; give it once")
                )
        await answers(scope, receive, send)

    return once


def _error_response(request: Request, error: Exception) -> Response:
    """An error as a page, or as JSON below /api."""
    if not request.url.path.startswith("/api/"):
        return error_page(error)
    status, text = status_and_text(error)
    return JSONResponse({"error": text}, status, {"retry-after": str(AGAIN)} if isinstance(error, BusyError) else None)


def _defect(request: Request, error: Exception) -> Response:
    return PlainTextResponse("this is a bug in Tafelwerk; standard error of the server has its traceback\n", 500)
