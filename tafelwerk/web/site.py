"""What all routes share: jobs asked for, pages filled, errors and files sent."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from html import escape
from os import environ
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from tafelwerk import __version__
from tafelwerk.commands.output import cell_text
from tafelwerk.commands.rowset import bound_text
from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families import KNOWN
from tafelwerk.language import Language, count_noun, language_of, say, speaking, speech, translate
from tafelwerk.museum import games_of, starts_of
from tafelwerk.places import default_book
from tafelwerk.play.games import GAMES, Entry, own_game
from tafelwerk.plots.pictures import COLOUR, dark_colour, enlarge_letters
from tafelwerk.streams import is_seen, visible
from tafelwerk.web.command_forms import forms, play_form
from tafelwerk.web.guard import ForeignError, led_here
from tafelwerk.web.jobs import (
    AGAIN,
    AT_ONCE,
    LONG,
    PATIENCE,
    BusyError,
    JobError,
    Jobs,
    Working,
    check_done,
    fault,
    status_of,
)
from tafelwerk.wording import localize, number_text

T = TypeVar("T")

FOLDER = Path(__file__).parent
TEMPLATES, STATIC = FOLDER / "templates", FOLDER / "static"


LONGEST_CELL = 80
"""Characters of a value in a table; SQL and downloads have all of it."""

_LEAST_TALLY, _LONGEST_NUMBER = 3, 15
_OPTION = re.compile(r"(?<![\w-])--([A-Za-z][\w-]*)")
_WORD = re.compile(r"[a-z][a-z_]*")
_NUMBER = re.compile(r"-?[0-9]{1,999}((\.[0-9]{1,99})?(e[+-]?[0-9]{1,3})?|/[0-9]{1,999})")


CERTAINTY: Mapping[str, str] = {
    "exact": "integers or fractions throughout",
    "certified": "floats with a proven bound of their error",
    "sampled": "means of samples, each with its size and standard error",
}
"""Words of `meta.builds` for how far numbers can be trusted, and what they mean."""

EVIDENCE: Mapping[str, str] = {
    "certificate": "a small plain program checks a certificate of every number",
    "recomputed": "a second program, or another seed and order, found the same numbers",
    "single": "a single program computed the numbers",
}
"""Words of `meta.builds` for how numbers are known, and what they mean."""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.tests["starting"] = lambda text, start: text.startswith(start)
    made.filters |= {
        "cell": cell_text,
        "query": query,
        "words": words,
        "key_words": key_words,
        "localized": localize,
        "games_of": games_of,
        "term": term,
        "plain": plain,
        "plain_fault": plain_fault,
        "build_words": build_words,
        "address": address,
        "cells": cells,
        "brief": brief,
        "key": lambda row, names: {name: "NULL" if row[name] is None else row[name] for name in names},
        "tally": tally,
        "bound": bound,
        "art": art,
    }
    made.globals |= {"families": KNOWN, "version": __version__, "say": say, "counted": count_noun, "zip": zip}
    made.globals |= {"certainties": CERTAINTY, "evidences": EVIDENCE, "meanings": {**CERTAINTY, **EVIDENCE}}
    made.globals |= {"link": link, "other_language": other_language}
    return made


_AS_FILES: ContextVar[bool] = ContextVar("files", default=False)
"""Whether pages are written to files."""


@contextmanager
def as_files() -> Iterator[None]:
    """While pages are written to files: what needs a server is no part of them."""
    before = _AS_FILES.set(True)
    try:
        yield
    finally:
        _AS_FILES.reset(before)


def fill(template: str, **values: Any) -> str:
    """A page.

    Args:
        template: name of the template.
        values: what the template shows.
    """
    usual = {"template": template, "root": "/", "is_served": not _AS_FILES.get(), LANG: speech().language.value}
    page = _environment().get_template(template).render(usual | values)
    return page if is_seen(page.replace("\n", "")) else _PARTS.sub(_visible_part, page)


_PARTS = re.compile(r"<(textarea|script|style)\b.*?</\1>|<[^>]*>|[^<]+", re.DOTALL)
"""Texts of a page, and what surrounds them: tags, and what is sent back or read by programs as it is."""


def _visible_part(part: re.Match[str]) -> str:
    """A text of a page, as on a terminal: what a page shows is never reordered or hidden by a stored character."""
    return part[0] if part[0].startswith("<") else visible(part[0])


def query(values: Mapping[str, Any], **changed: Any) -> str:
    """The query of an address, with its question mark; what is None or "" is left out.

    Args:
        values: by name; lists stand for a name that is given several times.
        changed: values to put in their place.
    """
    pairs = {name: value for name, value in {**values, **changed}.items() if value is not None and value != ""}
    return f"?{urlencode(pairs, doseq=True)}" if pairs else ""


LANG = "lang"
"""Name of the language in an address."""

_IS_BILINGUAL: ContextVar[bool] = ContextVar("bilingual", default=False)
"""Whether the page at hand is there in both languages."""


def link(path: str, **changed: Any) -> str:
    """The address of a page in the language that the reader asked for; without a path, of the page at hand.

    Args:
        path: its path, perhaps with a query.
        changed: what its query has besides.
    """
    more = query({LANG: dict(_asked_pairs()).get(LANG), **changed})
    return path + (f"&{more[1:]}" if more and "?" in path else more)


def other_language() -> dict[str, str] | None:
    """The other language of the page at hand: its "code", its "name" and the "address" there; None where there is none."""
    if not _IS_BILINGUAL.get():
        return None
    code, name = ("en", "English") if speech().language is Language.GERMAN else ("de", "Deutsch")
    pairs = [pair for pair in _asked_pairs() if pair[0] != LANG]
    return {"code": code, "name": name, "address": address(pairs, (LANG, code))}


def _asked_pairs() -> list[tuple[str, str]]:
    """Names and values in the address of the request at hand."""
    return parse_qsl(_ADDRESS.get().partition("?")[2], keep_blank_values=True)


def language(request: Request) -> Language:
    """The language of a page that is there in both: what its address says, or that of the environment.

    Raises:
        InputError: there is no such language.
    """
    code = request.query_params.get(LANG)
    if not code:
        return language_of(environ)
    if code not in [known.value for known in Language]:
        raise InputError(f"lang is de or en, not {code[:20]!r}")
    return Language(code)


def bilingual(route: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """A route in the language of its page, errors and pages that wait included."""

    def respond(request: Request) -> Response:
        with speaking(language(request), signs=True):
            before = _IS_BILINGUAL.set(True)
            try:
                return route(request)
            except (NotDoneError, ForeignError, HTTPException, TafelwerkError) as error:
                return error_page(error)
            finally:
                _IS_BILINGUAL.reset(before)

    return respond


def address(pairs: Sequence[tuple[str, Any]], *more: tuple[str, Any]) -> str:
    """The query of an address, of pairs in their order."""
    return f"?{urlencode([*pairs, *more])}"


def cells(row: Sequence[Any], names: Sequence[str] = (), link: str = "") -> Markup:
    """A row of a table as its cells; what is long is cut, floats have six digits.

    Args:
        row: its values.
        names: of the columns, for a table that is too wide for paper, where each value stands behind its name.
        link: the address of the row, to which its first cell leads.
    """
    labels = [f' data-label="{escape(name)}"' for name in names] or [""] * len(row)
    texts = [escape(brief(value)) for value in row]
    if link and row:
        texts[0] = f'<a href="{escape(link)}">{texts[0] or "NULL"}</a>'
    # put together as text, which takes a sixth of the time that Markup takes
    return Markup(
        "".join(
            f"<td{' class=n' if is_number(value) else ''}{label}>{text}</td>"
            for value, label, text in zip(row, labels, texts, strict=True)
        )
    )


def is_number(value: Any) -> bool:
    """Whether a value is a number of JSON."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def brief(value: Any, longest: int = LONGEST_CELL) -> str:
    """A value as text that fits a table: what is long is cut, floats have six digits, no value is nothing.

    Integers have no separators, so that one that is copied, such as the number of a deal, can be asked for.
    """
    if value is None:
        return ""
    if is_number(value):
        return f"{value:.6g}" if isinstance(value, float) else str(value)
    if isinstance(value, list | dict):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = cell_text(bound_text(value) if isinstance(value, str) else value)
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text):,} characters)"


def tally(given: Mapping[str, Any], name: str) -> list[tuple[str, Any, str | None]] | None:
    """The entries of a mapping that counts or weighs things, such as a histogram; None of another mapping.

    Args:
        given: three or more numbers, or fractions as text, by what they are of.
        name: of the mapping, which is plural where the keys are plain words.

    Returns:
        Per entry the key, the value and its share of the largest in percent; None for the shares if a value is negative.
    """
    if len(given) < _LEAST_TALLY or not (name.endswith(("s", "histogram")) or not all(map(_WORD.fullmatch, given))):
        return None
    try:
        numbers = [Fraction(value) if _NUMBER.fullmatch(str(value)) else None for value in given.values()]
    except ZeroDivisionError:
        return None
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    most = max(known)
    shares = [f"{float(100 * value / most):.4g}" if most > 0 and min(known) >= 0 else None for value in known]
    return list(zip(given, given.values(), shares, strict=True))


def bound(value: float) -> str:
    """A bound of a number; a great power of ten as such."""
    text = str(value)
    return (
        f"10^{len(text) - 1}"
        if len(text) > _LONGEST_NUMBER and text == f"1{'0' * (len(text) - 1)}"
        else cell_text(value)
    )


def words(name: str) -> str:
    """A key of JSON as words: "mean_depth" is "mean depth"."""
    return re.sub(r"[_-]+", " ", name)


def term(text: str) -> str:
    """A word or a text of the program's in the language of the page."""
    return translate(translate(text, "term"))


def key_words(name: str) -> str:
    """The same in the language of the page; a key may be a term, such as a game's."""
    text = translate(words(name), "key")
    return translate(name, "term") if text == name else text


def plain(text: str) -> str:
    """A text with words for options, without marks of code: "--k-max 200" is "k max 200"."""
    return _OPTION.sub(lambda option: words(option[1]), text).replace("`", "")


_NEXT = re.compile(
    "; (?:[^;]* --compute,? (?:or|oder) )?(?:build it with|run|repeat the run with|zu bauen mit|zu berechnen mit): "
    "(tafelwerk .*)$"
    "|; (?:try|all names|siehe|alle Namen): tafelwerk .*$"
)
"""What a text says of the command line."""


def plain_fault(text: str) -> tuple[str, str]:
    """What a text says apart from the command line that helps, and that line, "" for none."""
    line = _NEXT.search(text)
    return (text, "") if line is None else (text[: line.start()], line[1] or "")


def build_words(line: str) -> str:
    """What a build has made, of its command line: "tafelwerk build dresher --from 1 --to 64" is "dresher, from 1, to 64"."""
    return plain(line.removeprefix("tafelwerk build ").replace(" --", ", --"))


def art(body: str, width: float = 0) -> Markup:
    """SVG markup for a page: each colour in both themes.

    Args:
        body: the markup.
        width: of the picture; letters that a phone would show too small are enlarged. Default: as they are.
    """

    def colour(part: re.Match[str]) -> str:
        dark = dark_colour(part[1])
        return part[0] if dark is None else f'"light-dark({part[1]},{dark})"'

    # the markup is the program's own
    return Markup(COLOUR.sub(colour, enlarge_letters(body, width) if width else body))


MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}
"""Types of files by their endings."""

_BEGUN: ContextVar[float | None] = ContextVar("begun", default=None)
"""When the request at hand arrived."""

_ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""Path and query of the request at hand."""

_IS_PART: ContextVar[bool] = ContextVar("part", default=False)
"""Whether the request at hand wants `<main>` of a page alone."""

_GONE: ContextVar["Future[None] | None"] = ContextVar("gone", default=None)
"""Done when the reader of the request at hand is gone."""

BODY_SECONDS = 10.0
"""Seconds within which the body of a request is there."""


def with_reader(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """An application whose pages know their reader: since when they wait, whether they are gone, and what they have already."""

    async def watched_app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        gone: Future[None] = Future()
        _BEGUN.set(monotonic())
        _ADDRESS.set(address_of(Request(scope)))
        _IS_PART.set(any(name == b"x-fragment" for name, _ in scope["headers"]))
        _GONE.set(gone)
        body = b""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while scope["method"] == "POST":
                    message = await receive()
                    body += message.get("body", b"")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            await Response("the body of the request did not come\n", 408)(scope, receive, send)
            return

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set_result(None)

        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Any:
            if not messages:
                await asyncio.wait([watching])
            return messages.pop() if messages else {"type": "http.disconnect"}

        watching = asyncio.create_task(watch())
        try:
            await app(scope, replay, send)
        finally:
            watching.cancel()

    return watched_app


def patience() -> float:
    """Seconds that the page at hand still waits for its jobs."""
    begun = _BEGUN.get()
    return PATIENCE if begun is None else max(0.0, PATIENCE - (monotonic() - begun))


class NotDoneError(Exception):
    """A page needs work that is not done yet; the page is asked for again.

    Args:
        working: the work, or why it is not begun.
    """

    def __init__(self, working: Working | BusyError) -> None:
        super().__init__("not done yet")
        self.working = working


class Site:
    """Pages and documents of one book.

    Args:
        jobs: who answers.
        logs: of rounds of Skat.
        games: files, or classes in files, with games of the user's own.

    Attributes:
        logs: the logs by the names that addresses give them.
        own: the user's own games of these files, by the names that addresses give them.
    """

    def __init__(self, jobs: Jobs, *, logs: Sequence[Path] = (), games: Sequence[str] = ()) -> None:
        self._jobs = jobs
        self.logs: Mapping[str, Path] = _files_by_name(logs)
        self.own: Mapping[str, Entry] = {entry.name: entry for entry in map(own_game, games)}

    @property
    def named_book(self) -> str:
        """The book's folder where a command line has to name it, "" for the default book."""
        folder = self._jobs.book.absolute()
        return "" if folder == default_book() else str(folder)

    def warm(self) -> None:
        """Ask what most pages need, so that the first of them need not wait for it; then keep a process in which games begin."""
        with suppress(TafelwerkError):
            self.ask("shelves", None)
            self.ask("command", None, words=["schema", "--json"])
            self.ask("library", None)
            # reading all commands keeps this process from answering
            forms()
            self._jobs.warm("first_moves", games=list(_ready_games()))

    def ask(self, job: str, patience: float | None, *, most: float = AT_ONCE, **given: Any) -> Any:
        """The answer of a job; see `Jobs.ask`.

        Raises:
            ForeignError: a foreign page led to the page at hand.
            NotDoneError: a page asks, and too many others wait.
        """
        _check_reader()
        try:
            return self._jobs.ask(job, patience=patience, most=most, gone=_GONE.get(), **given)
        except BusyError as error:
            if patience is None:
                raise
            raise NotDoneError(error) from error

    def need(self, job: str, *, most: float = AT_ONCE, **given: Any) -> Any:
        """The answer of a job without which there is no page.

        Raises:
            NotDoneError: it takes longer than a page waits.
        """
        answer = self.ask(job, patience(), most=most, **given)
        if isinstance(answer, Working):
            raise NotDoneError(answer)
        return answer

    def begin(self, job: str, briefly: float, **given: Any) -> Any:
        """The answer of a job, or after a moment `Working` with what it knows so far; a page that asks again waits longer.

        Args:
            job: the job.
            briefly: how long the moment is, in seconds.
            given: what it is given.

        Raises:
            NotDoneError: nothing is known so far.
        """
        answer = self.ask(job, briefly, most=LONG, **given)
        if isinstance(answer, Working) and (answer.so_far is None or answer.seconds > 2 * briefly):
            answer = self.ask(job, patience(), most=LONG, **given)
        if isinstance(answer, Working) and answer.so_far is None:
            raise NotDoneError(answer)
        return answer

    def end(self, job: str, **given: Any) -> float | None:
        """End a job; see `Jobs.end`.

        Raises:
            ForeignError: a foreign page led to the page at hand.
        """
        _check_reader()
        return self._jobs.end(job, **given)

    def document(self, *words: str) -> Any:
        """The document that a command prints with --json, for a page.

        Raises:
            NotDoneError: it takes longer than a page waits.
            JobError: the command failed.
        """
        return json.loads(check_done(self.need("command", words=[*words, "--json"]))["out"])

    def perhaps(self, *words: str) -> Any:
        """The document of a command that a page can do without: `Working` while it is made, None if the command prints none.

        A report, as of `doctor`, is printed whatever it has found.
        """
        done = self.perhaps_job("command", words=[*words, "--json"])
        if done is None or isinstance(done, Working):
            return done
        return json.loads(done["out"]) if done["out"] else None

    def perhaps_job(self, job: str, **given: Any) -> Any:
        """The answer of a job that a page can do without: `Working` while it is made, None if it fails."""
        with suppress(TafelwerkError):
            return self.ask(job, patience(), **given)
        return None


def _ready_games() -> Iterator[list[str]]:
    """Command lines of the games that are offered first."""
    for entry in GAMES:
        starts, form = starts_of(entry.name), play_form(entry.command.split()[1])
        for start in () if starts is None else starts.ready:
            yield form.words({**form.values(entry.command), **start.fields, "seed": "1"})


def _check_reader() -> None:
    """Refuse work, and the end of work, for a page that a foreign page led to."""
    if led_here():
        raise ForeignError


def _files_by_name(files: Sequence[Path]) -> dict[str, Path]:
    """Files by their names; of files that share one, the second is NAME-2. "book" is the book."""
    by_name: dict[str, Path] = {}
    for file in files:
        names = [file.name, *(f"{file.name}-{number}" for number in range(2, len(files) + 2))]
        by_name[next(name for name in names if name not in by_name and name != "book")] = file
    return by_name


def status_and_text(error: Exception) -> tuple[int, str]:
    """Status of a page that is refused, and why."""
    if isinstance(error, HTTPException):
        return error.status_code, "there is no such page" if error.detail == "Not Found" else error.detail
    return status_of(error) if isinstance(error, TafelwerkError) else 403, str(error)


def error_page(error: Exception) -> Response:
    """The page that stands for one that is refused, is not done yet, or was led to by another site.

    Args:
        error: why. A page that is refused since too many wait says so, and is asked for again as well.
    """
    if isinstance(error, ForeignError):
        return page("unasked.html", 403, address=_ADDRESS.get())
    if isinstance(error, NotDoneError) and isinstance(error.working, Working):
        return page("working.html", job=error.working)
    reason = error.working if isinstance(error, NotDoneError) else error
    assert isinstance(reason, Exception)
    status, text = status_and_text(reason)
    response = page("error.html", status, text=text, code=status)
    if isinstance(reason, BusyError):
        response.headers["retry-after"] = str(AGAIN)
        if isinstance(error, NotDoneError):
            response.headers["refresh"] = f"{AGAIN}; url={_ADDRESS.get()}"
    return response


def page(template: str, status: int = 200, **values: Any) -> Response:
    """A page; one that shows work in progress is asked for again after a second.

    Asked for with the header `X-Fragment` (any value), every page answers its `<title>` and `<main>` alone, with the same status
    and headers. static/inplace.js does so for the links and GET forms below an element with `data-inplace`: what they lead to is
    shown in place of `<main>`, and the address and the title follow.
    """
    is_working = any(isinstance(value, Working) for value in values.values())
    # neither a part of a page, nor one without its answer since another site led to it, must stand for the page
    caching = "no-store" if led_here() or _IS_PART.get() else "no-cache"
    # without its address, a page whose address has a fragment would not be asked for again
    headers = {"refresh": f"1; url={_ADDRESS.get()}"} if is_working else {"cache-control": caching}
    text = fill(template, **values)
    if _IS_PART.get():
        text = "".join(part[0] for part in _FRAGMENT.finditer(text))
    return HTMLResponse(text, status, headers)


_FRAGMENT = re.compile(r"<title>.*?</title>|<main .*</main>", re.DOTALL)
"""What is sent of a page to a script that has the rest of it."""


def address_of(request: Request) -> str:
    """Path and query of a request, as a link of this server's pages."""
    query = request.scope["query_string"].decode("latin-1")
    return f"/{quote(request.scope['path'].lstrip('/'))}{'?' if query else ''}{query}"


def json_response(done: Mapping[str, Any]) -> Response:
    """What a command printed with --json, or its error."""
    if done["code"]:
        return JSONResponse({"error": fault(done), "exit_code": done["code"]}, status_of_command(done))
    return Response(done["out"], media_type="application/json")


def attachment(content: bytes, name: str) -> Response:
    """A file of a worker, sent part by part."""

    async def parts() -> AsyncIterator[bytes]:
        for start in range(0, len(content), 2**16):
            yield content[start : start + 2**16]

    headers = {"content-disposition": f'attachment; filename="{name}"', "content-length": str(len(content))}
    return StreamingResponse(parts(), media_type=MEDIA[name.rpartition(".")[2]], headers=headers)


def status_of_command(done: Mapping[str, Any]) -> int:
    """The status of a page that shows how a command failed."""
    return status_of(JobError("", done["code"]))


def number_in(text: str | None, name: str, least: int, most: int, default: int | None = None) -> int:
    """A number in an address.

    Args:
        text: what stands there.
        name: of the number.
        least, most: its bounds.
        default: where nothing stands there. Default: the least.

    Raises:
        InputError: it is none, or out of range.
    """
    if not text:
        return least if default is None else default
    if not (text.isascii() and text.isdigit() and len(text) < _LONGEST_NUMBER and least <= int(text) <= most):
        raise InputError(
            say(
                "{name} must be from {least} to {most}, not {given!r}",
                name=name,
                least=number_text(least),
                most=number_text(most),
                given=text[:20],
            )
        )
    return int(text)


def one_of(given: str, known: Iterable[str] | Container[str], what: str) -> str:
    """A part of an address that is a name.

    Raises:
        HTTPException: it is no name of the list; status 404.
    """
    names = list(known) if isinstance(known, Iterable) else []
    if given not in names:
        unknown(what, given, f": there are {', '.join(names)}")
    return given


def find(look_up: Callable[[str], T], name: str) -> T:
    """What a name in an address stands for.

    Args:
        look_up: finds it, or raises InputError.
        name: the name.

    Raises:
        HTTPException: it stands for nothing; status 404.
    """
    try:
        return look_up(name)
    except InputError as error:
        raise HTTPException(404, str(error)) from error


def unknown(what: str, name: str, more: str = "") -> NoReturn:
    """Say that there is no page of this name."""
    raise HTTPException(404, f"unknown {what} {name[:50]!r}{more}")
