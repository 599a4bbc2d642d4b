"""Security checks of every request, security headers of every response, and a limit of time for headers. Pure ASGI.

The server listens on this machine only, but every page in the user's browser can reach it. The check of Host stops foreign names
that resolve to 127.0.0.1. Browsers say where a request comes from (Fetch Metadata, Origin, Referer), and no page can change that:
what a foreign page asks for is refused. If it leads the whole window here, by a link, a form or a script, a page is shown, but
nothing is computed for it (`ForeignError`) until the reader presses a button or a link. Other programs send no such headers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import Any
from urllib.parse import parse_qsl, urlencode

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tafelwerk.spelling import compose_all

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_BODY = 100_000
"""Bytes of a request's body."""

LONGEST_ADDRESS = 16_000
"""Bytes of a request's path and query."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
ONCE = (
    b"host",
    b"origin",
    b"referer",
    b"sec-fetch-site",
    b"sec-fetch-mode",
    b"sec-fetch-dest",
    b"content-type",
    b"content-length",
)
"""Headers that are read here; a request that has one of them twice is refused."""

AHEAD = (b"sec-purpose", b"purpose", b"x-purpose", b"x-moz")
"""Headers of requests that a browser makes before anyone opens the address."""

_LED: ContextVar[bool] = ContextVar("led", default=False)
"""Whether a foreign page led the window to the request at hand."""


class ForeignError(Exception):
    """The server would have to work for a page that a foreign page led to."""

    def __init__(self) -> None:
        super().__init__("another site led to this address, so nothing is computed until you open it yourself")


def led_here() -> bool:
    """Whether a foreign page led the window to the request at hand, for which nothing is computed."""
    return _LED.get()


class Guard:
    """Refuses requests that no page of this server makes, and adds security headers to every response.

    Args:
        app: what is guarded.
        port: the port that the server listens on.
    """

    def __init__(self, app: App, port: int) -> None:
        self._app = app
        self._hosts = frozenset({f"127.0.0.1:{port}".encode(), f"localhost:{port}".encode()})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: Mapping[bytes, bytes] = dict(scope["headers"])
        is_foreign = _is_foreign(headers)
        refused = self._refusal(scope, headers, is_foreign)
        _LED.set(is_foreign)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [(name, value) for name, value in HEADERS.items() if name not in names]
            await send(message)

        if refused is None:
            await self._app(scope, receive, send_with_headers)
            return
        status, reason = refused
        body = f"{reason}\n".encode()
        about = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await send_with_headers({"type": "http.response.start", "status": status, "headers": about})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _refusal(self, scope: Scope, headers: Mapping[bytes, bytes], is_foreign: bool) -> tuple[int, str] | None:
        """Status and reason of a refusal; None for a request that may pass."""
        host = headers.get(b"host", b"")
        names = [name for name, _ in scope["headers"]]
        if host not in self._hosts or names.count(b"host") != 1:
            return 421, "this server answers to 127.0.0.1 and localhost alone"
        twice = next((name for name in ONCE if names.count(name) > 1), None)
        if twice is not None:
            return 400, f"the header {twice.decode()} is given twice; give it once"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"an address may have {LONGEST_ADDRESS:,} bytes"
        if any(name in headers for name in AHEAD):
            # of what a foreign page has opened ahead, Chromium says "none", as of what the user types
            return 503, "nothing is computed ahead; open the address"
        if is_foreign and not _leads(scope["method"], headers):
            return 403, "a page of another site cannot ask this server; open the address yourself"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, f"the method is GET, HEAD or POST, not {scope['method'][:20]}"
        if headers.get(b"origin") != b"http://" + host:
            said = f"another program says so: Origin: http://{host.decode()}"
            return 403, f"a request with a body comes from a page of this server; {said}"
        if headers.get(b"content-type", b"").partition(b";")[0].strip() != b"application/json":
            return 403, "the body is application/json"
        length = headers.get(b"content-length", b"")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            return 413, f"a body may have {LONGEST_BODY:,} bytes, and says how many"
        return None


def _is_foreign(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a browser says that a page of another site, or of another port of this machine, makes the request."""
    own = b"http://" + headers.get(b"host", b"")
    site, origin, referer = (headers.get(name) for name in (b"sec-fetch-site", b"origin", b"referer"))
    # "none": the user typed the address, or took it from the bookmarks
    return (
        (site is not None and site not in (b"same-origin", b"none"))
        or (origin is not None and origin != own)
        or (referer is not None and not referer.startswith(own + b"/"))
    )


def _leads(method: str, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a request of a foreign page opens the address as a page of its own, not within that page."""
    if method not in ("GET", "HEAD"):
        return False
    if b"sec-fetch-site" not in headers:
        # a browser older than these headers does not say how
        return b"origin" not in headers
    return headers.get(b"sec-fetch-mode") == b"navigate" and headers.get(b"sec-fetch-dest") == b"document"


_SQL = ("/sql", "/api/sql")


def with_composed_query(app: App) -> App:
    """An application whose pages see every text of a query string in one spelling; statements of SQL stay as they are."""

    async def spelled_app(scope: Any, receive: Any, send: Any) -> None:
        query = scope.get("query_string", b"")
        if scope["type"] == "http" and b"%" in query and not scope["path"].startswith(_SQL):
            pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
            spelled = compose_all(pairs)
            if spelled != pairs:
                scope = {**scope, "query_string": urlencode(spelled).encode("ascii")}
        await app(scope, receive, send)

    return spelled_app


HEADER_SECONDS = 10.0
"""Seconds within which the headers of a request are there, from its first byte, or from the start of the connection."""


class TimedProtocol(H11Protocol):
    """HTTP with a time limit for headers."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEADER_SECONDS, transport.close)

    def data_received(self, data: bytes) -> None:
        """Wait no longer once a request has begun; of a further one wait from its first byte."""
        before: RequestResponseCycle | None = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop()
        elif self._timer is None and (before is None or before.response_complete):
            self._timer = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def connection_lost(self, exc: Any) -> None:
        """Wait no longer."""
        self._stop()
        super().connection_lost(exc)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
