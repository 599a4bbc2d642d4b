"""Security checks of every request, and security headers of every response. Pure ASGI.

The server listens on this machine only, but every page in the user's browser can reach it. The check of Host stops foreign names
that resolve to 127.0.0.1; the checks of Origin and of the type of the body stop statements sent by foreign pages.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

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
        refused = self._refused(scope)

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [(name, value) for name, value in HEADERS.items() if name not in names]
            await send(message)

        if refused is None:
            await self._app(scope, receive, guarded)
            return
        status, reason = refused
        body = f"{reason}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await guarded({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Status and reason of a refusal; None for a request that may pass."""
        headers: Mapping[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"")
        if host not in self._hosts or [name for name, _ in scope["headers"]].count(b"host") != 1:
            return 421, "this server answers to 127.0.0.1 and localhost alone"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"an address may have {LONGEST_ADDRESS:,} bytes"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, f"the method is GET, HEAD or POST, not {scope['method'][:20]}"
        if headers.get(b"origin") != b"http://" + host:
            return 403, "a request with a body comes from a page of this server"
        if headers.get(b"content-type", b"").partition(b";")[0].strip() != b"application/json":
            return 403, "the body is application/json"
        length = headers.get(b"content-length", b"")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            return 413, f"a body may have {LONGEST_BODY:,} bytes, and says how many"
        return None
