"""The server as a program: where it listens, how it ends."""

import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from program import PROGRAM, environment, refused, run

import tafelwerk

POCKET = Path(tafelwerk.__file__).parent / "pocket"


@contextmanager
def served(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address."""
    line = [str(PROGRAM), "serve", "--book", str(POCKET), *words]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=environment()) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            found = re.match(r"(http://127\.0\.0\.1:\d+/) shows the book .*; Ctrl-C ends it", said)
            assert found, said
            yield process, found[1]
        finally:
            process.kill()


def test_it_answers_and_ctrl_c_ends_it() -> None:
    with served() as (process, address):
        with urllib.request.urlopen(f"{address}api/dresher/value?n=11", timeout=60) as answer:
            assert b'"n": 11' in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == "ended\n"


def test_two_servers_have_two_ports() -> None:
    with served() as (_, first), served() as (_, second):
        assert first != second


def test_it_listens_on_this_machine_alone() -> None:
    with served() as (_, address), closing(socket.socket()) as other:
        port = int(address.rsplit(":", 1)[1].rstrip("/"))
        addresses = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
        outside = [one for one in addresses if not str(one).startswith("127.")]
        if not outside:
            pytest.skip("this machine has no other address")
        other.settimeout(2)
        with pytest.raises(OSError):
            other.connect((outside[0], port))


def test_a_port_that_is_taken() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is taken: give another with --port N" in refused(run("serve", "--port", port), 5)
