"""The program's server as a process of its own, for tests, pictures and measurements."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

PATIENCE = 60.0
"""Seconds within which it must answer."""


class Running(NamedTuple):
    """A server that answers.

    Attributes:
        base: "http://127.0.0.1:PORT".
        ready: seconds from its start to its first answer.
        process: number of its process.
    """

    base: str
    ready: float
    process: int


@contextmanager
def running(book: Path, *words: str, env: Mapping[str, str] | None = None) -> Iterator[Running]:
    """The server on a free port.

    Args:
        book: the book that it serves.
        words: options besides.
        env: variables added to the environment.

    Raises:
        TimeoutError: it does not answer.
    """
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "tafelwerk", "serve", "--port", str(port), "--book", str(book), *words]
    base, begun = f"http://127.0.0.1:{port}", time.perf_counter()
    process = subprocess.Popen(line, stderr=subprocess.DEVNULL, env={**os.environ, **(env or {})})
    try:
        while True:
            try:
                urllib.request.urlopen(f"{base}/static/site.css", timeout=1).close()
                break
            except OSError as error:
                if time.perf_counter() - begun > PATIENCE or process.poll() is not None:
                    raise TimeoutError(f"no answer from {' '.join(line)}") from error
                time.sleep(0.005)
        yield Running(base, time.perf_counter() - begun, process.pid)
    finally:
        process.terminate()
        process.wait(30)
