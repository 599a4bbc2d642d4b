"""Connections of the server: one that does not send a whole request in time is closed."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

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
