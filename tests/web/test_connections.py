"""Connections on which a request does not come to its end."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tafelwerk.web import guard, site
from tafelwerk.web.guard import TimedProtocol

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf"


async def _app(scope: Any, _receive: Any, send: Any) -> None:
    await asyncio.sleep(0.3)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.mark.parametrize(
    ("parts", "answers"),
    [
        ([b""], []),
        ([REQUEST[:10]], []),
        ([REQUEST], [b"200"]),
        # the first is slower than the limit for headers; the second is never complete
        ([REQUEST, REQUEST[:10]], [b"200"]),
        ([REQUEST, REQUEST], [b"200", b"200"]),
        ([POST], [b"408"]),
    ],
    ids=["nothing", "half", "whole", "half of a second", "two", "half a body"],
)
def test_who_sends_no_whole_request_is_sent_away(
    parts: list[bytes], answers: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "HEADER_SECONDS", 0.1)
    monkeypatch.setattr(site, "BODY_SECONDS", 0.1)

    async def talk() -> list[bytes]:
        config = uvicorn.Config(site.with_reader(_app), http=TimedProtocol, lifespan="off", timeout_keep_alive=1)
        config.load()
        server = await asyncio.get_running_loop().create_server(
            lambda: TimedProtocol(config=config, server_state=ServerState(), app_state={}), "127.0.0.1"
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        statuses = []
        for part in parts:
            writer.write(part)
            lines = []
            while line := await reader.readline():
                lines.append(line)
                if line == b"\r\n":
                    size = next(int(line.split()[1]) for line in lines if line.lower().startswith(b"content-length"))
                    await reader.readexactly(size)
                    statuses.append(lines[0].split()[1])
                    break
        assert await asyncio.wait_for(reader.read(), 60) == b""
        writer.close()
        server.close()
        return statuses

    assert asyncio.run(talk()) == answers
