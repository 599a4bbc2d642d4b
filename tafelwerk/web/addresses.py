"""Addresses as they are looked up: the texts in a query string are composed, but for SQL."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tafelwerk.spelling import compose_all

App = Callable[..., Awaitable[None]]

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
