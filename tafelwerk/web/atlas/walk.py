"""The pages of the server, walked from the first one, as files that lead to each other.

What needs a server is left out, or becomes text: forms, scripts, links to pages that are not written. A figure has its
specification within it.
"""

import asyncio
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import unquote

from tafelwerk.errors import ExitCode, TafelwerkError
from tafelwerk.families import KNOWN
from tafelwerk.museum import findings, room_named
from tafelwerk.web.app import pages
from tafelwerk.web.jobs import Jobs, Workers
from tafelwerk.web.site import Site
from tafelwerk.wording import seconds_text

PAGES = re.compile(
    r"/|/(game|results|figures|tables|records)/[^/?]+|/(results|published|how|figures|records|data|strategies)"
    r"|/skat/rounds/book|/skat/round/book\?name=[^&]*"
)
"""Addresses of pages that are written; and below, those of the questions that some of them ask."""

QUESTIONS, ASKING = re.compile(r"/ask/[^/]+/[^/?]+\?.*"), re.compile(r"/(game|results)/.*")

FILES = re.compile(
    r"/static/(icon\.svg|[a-z]+\.css|(chart|stored)\.js)|/vega\.js|/game/[^/]+/[^/]+\.svg(\?(card=1|(narrow=1&?)?(theme=dark)?))?"
    r"|/figures/[^/]+/picture\.svg(\?theme=dark)?"
)
"""Addresses of other files."""

AT_ONCE = 4
"""Pages asked for at a time."""

PORT = 8731


class PatientJobs(Jobs):
    """Jobs that are waited for until they are done."""

    def ask(self, job: str, **given: Any) -> Any:
        """The answer of a job; see `Jobs.ask`."""
        return super().ask(job, **given | {"patience": None, "most": 600.0})


class Walk:
    """Pages of a book and the files that they show.

    Args:
        book: folder of the book.
        figures: names of the figures to be written.
        tell: told what is being made.
        families: whose games, findings and tables are written.

    Attributes:
        figures: as given.
        drawn: those of them that have a page.
        pages: texts of pages by address.
        files: contents of other files by address.
        failed: why a picture is missing, by address.
    """

    def __init__(
        self, book: Path, figures: set[str], tell: Callable[[str], None], families: Collection[str] = KNOWN
    ) -> None:
        self.figures, self._tell, self._families = figures, tell, families
        self.drawn: set[str] = set()
        self.pages: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self.failed: dict[str, str] = {}
        self._workers = Workers(book, 2), Workers(book, 2)
        look_ups, long_work = self._workers
        self._site = Site(PatientJobs(look_ups, long_work, book))
        self._app = pages(self._site)

    def close(self) -> None:
        """End the processes that do the work."""
        for workers in self._workers:
            workers.close()

    def build_of(self, figure: str) -> str:
        """The command line that makes a figure possible."""
        try:
            self._site.ask("figure", None, name=figure)
        except TafelwerkError as error:
            build = re.search(r"tafelwerk build .*?(?= --book |$)", str(error))
            if build and error.exit_code == ExitCode.NOT_BUILT:
                return build[0]
        return "tafelwerk doctor"

    def follow(self) -> None:
        """Ask for the first page and for all that it leads to, and other pages that are there already."""
        asyncio.run(self._follow())

    async def _follow(self) -> None:
        limit = asyncio.Semaphore(AT_ONCE)
        waiting = sorted({"/"}.union(*map(self._links, self.pages)) - self.pages.keys())
        known = {*self.pages, *waiting}
        begin, asked = monotonic(), 0

        async def get(path: str) -> bool:
            nonlocal asked
            is_page = await self._get(path, limit)
            asked += 1
            left = seconds_text((monotonic() - begin) * (len(known) - asked) / asked)
            self._tell(f"{asked:,} of {len(known):,} pages and pictures known so far, about {left} left for these")
            return is_page

        while waiting:
            are_pages = await asyncio.gather(*map(get, waiting))
            leads = {
                link for path, is_page in zip(waiting, are_pages, strict=True) if is_page for link in self._links(path)
            }
            waiting = sorted(leads - known)
            known |= leads

    async def _get(self, path: str, limit: asyncio.Semaphore) -> bool:
        """Ask for an address: whether it is a page that is there."""
        name, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": unquote(name),
            "raw_path": name.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", f"127.0.0.1:{PORT}".encode())],
            "server": ("127.0.0.1", PORT),
            "client": ("127.0.0.1", PORT),
        }
        messages: list[dict[str, Any]] = []
        is_asked = False

        async def receive() -> dict[str, Any]:
            nonlocal is_asked
            if is_asked:
                await asyncio.Event().wait()
            is_asked = True
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        async with limit:
            await self._app(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in messages)
        if messages[0]["status"] != 200:
            if FILES.fullmatch(path):
                error = re.search(r'role="alert">(.*?)<', body.decode())
                self.failed[path] = unescape(error[1]) if error else f"status {messages[0]['status']}"
            return False
        if FILES.fullmatch(path):
            self.files[path] = body
            return False
        self.pages[path] = body.decode()
        if name.startswith("/figures/"):
            self.drawn.add(name.removeprefix("/figures/"))
            self.pages[path] = self._with_specification(self.pages[path], name.removeprefix("/figures/"))
        return True

    def _with_specification(self, text: str, name: str) -> str:
        """A figure's page with its specification: from a file it could ask for none."""
        figure = self._site.ask("figure", None, name=name)
        del figure["spec"]["title"]
        figure = {"spec": figure["spec"], "marks": figure["marks"]}
        # no "</script>" may stand in what a script element holds
        content = json.dumps(figure, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        inline = f'<script type="application/json" id="spec">{content}</script>\n</figure>'
        return re.sub(r' data-spec="[^"]*"', "", text).replace("</figure>", inline, 1)

    def _links(self, path: str) -> Iterator[str]:
        """What is to be written of that to which a page leads."""
        for link in map(unescape, re.findall(r'\b(?:href|src|srcset)="(/[^"]*)"', self.pages[path])):
            link, _, _ = link.partition("#")
            if link.startswith("/figures/") and link.split("/")[2] not in self.figures:
                continue
            if family_of(link) not in (None, *self._families):
                continue
            is_asked = QUESTIONS.fullmatch(link) and ASKING.fullmatch(path)
            if is_asked or PAGES.fullmatch(link) or FILES.fullmatch(link):
                yield link

    def write(self, folder: Path) -> None:
        """Write all pages and files.

        Args:
            folder: the folder, where files of rows lie beside the pages of their tables.
        """
        names = {path: _file_name(path, ".html") for path in self.pages}
        names |= {path: _file_name(path, "") for path in self.files}
        for path, content in self.files.items():
            _write(folder / names[path], content)
        for path, text in self.pages.items():
            up = "../" * names[path].count("/")
            text = in_files(text, {link: up + name for link, name in names.items()})
            rows = folder / f"{path.lstrip('/')}.csv"
            if rows.exists():
                link = f'<p><a href="{rows.name}" download>All rows as CSV</a></p>\n<div class="scroll'
                text = text.replace('<div class="scroll', link, 1)
            _write(folder / names[path], text.encode())


def family_of(link: str) -> str | None:
    """The family that the address of a game, a finding, a table or one of its own belongs to; None for other addresses."""
    _, kind, name, *_ = [*unquote(link.partition("?")[0]).split("/"), "", ""]
    if kind == "game":
        return room_named(name).family
    if kind == "results" and name:
        return next((finding.family for finding in findings() if finding.name == name), None)
    return name.partition(".")[0] if kind == "tables" else kind if kind in KNOWN else None


def _file_name(path: str, ending: str) -> str:
    """The file of an address, relative to the folder."""
    name, _, query = path.lstrip("/").partition("?")
    stem, dot, kind = name.rpartition(".") if not ending else (name or "index", "", "")
    more = re.sub(r"[^A-Za-z0-9]+", "-", unquote(query)).strip("-").lower()
    return f"{stem}{'-' * bool(more)}{more}{dot}{kind}{ending}"


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def in_files(text: str, files: Mapping[str, str]) -> str:
    """A page whose links lead to files.

    Args:
        text: the page.
        files: files by the addresses that links name.
    """

    def lead(link: re.Match[str]) -> str:
        target, sign, anchor = unescape(link[1]).partition("#")
        if not target:
            return link[0]
        if target not in files:
            return f"\0{link[2]}\0"
        return link[0].replace(f'href="{link[1]}"', f'href="{escape(files[target] + sign + anchor)}"', 1)

    def show(source: re.Match[str]) -> str:
        file = files.get(unescape(source[3]))
        return f'{source[1]}{source[2]}="{escape(file)}"{source[4]}' if file else ""

    def shorten(paragraph: re.Match[str]) -> str:
        """Nothing of a paragraph that says nothing else, no dead links in a list of links."""
        alive = _DEAD.sub("", paragraph[2])
        if not re.search(r"\w", re.sub(r"<[^>]*>", "", alive)):
            return "" if "\0" in paragraph[2] else paragraph[0]
        return f"{paragraph[1]}{alive}</p>" if 'class="links"' in paragraph[1] else paragraph[0]

    text = re.sub(r"<form\b.*?</form>|<input\b[^>]*>", "", text, flags=re.DOTALL)
    text = re.sub(r'<script src="/static/(?!chart|stored)[a-z]*\.js" defer></script>', "", text)
    text = _LINK.sub(lead, text)
    text = re.sub(r"(<p\b[^>]*>)(.*?)</p>", shorten, text, flags=re.DOTALL)
    text = re.sub(r"\s*<li>\0[^\0]*\0</li>", "", text)
    return _SOURCE.sub(show, text).replace("\0", "")


_LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_DEAD = re.compile("\0[^\0]*\0")
_SOURCE = re.compile(r'(<(?:link|script|img|source)\b[^>]*?)\b(href|src|srcset)="(/[^"]*)"([^>]*>)')
