"""The server as a program: where it listens, how it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from program import PROGRAM, call, environment, refused

import tafelwerk
from tafelwerk.commands import serve
from tafelwerk.commands.serve import LARGEST_LOG, MOST_LOGS, PORT, PORTS, _bound, _own_games, _readable
from tafelwerk.errors import InputError

POCKET = Path(tafelwerk.__file__).parent / "pocket"
XSKAT = Path(__file__).parents[1] / "data" / "xskat.log"


@contextmanager
def serve_book(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address."""
    line = [str(PROGRAM), "serve", "--no-warm", "--book", str(POCKET), *words]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=environment()) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            found = re.match(r"(http://127\.0\.0\.1:\d+/) shows the book .*; Ctrl-C ends it", said)
            assert found, said
            yield process, found[1]
        finally:
            process.kill()


def test_what_is_shown_where_there_is_no_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serve._what_is_shown(tmp_path) == f"the book {tmp_path}"
    none = tmp_path / "none"
    line = f"since there is no book in {none}; to make a larger one: tafelwerk build --quick --book {none}"
    monkeypatch.delenv("TAFELWERK_POCKET", raising=False)
    assert serve._what_is_shown(none) == f"the pocket book, {line}"
    monkeypatch.setenv("TAFELWERK_POCKET", "")
    assert serve._what_is_shown(none) == f"an empty book, {line}"


def test_a_server_answers_until_ctrl_c() -> None:
    """On this machine alone; rounds of a log are asked by the log's name."""
    name = "xskat-1795314937-0"
    with serve_book("--log", str(XSKAT)) as (process, address):
        with urllib.request.urlopen(f"{address}api/dresher/value?n=11", timeout=60) as answer:
            assert b'"n": 11' in answer.read()
        port = int(address.rsplit(":", 1)[1].rstrip("/"))
        addresses = {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
        for outside in [one for one in addresses if not one.startswith("127.")]:
            with pytest.raises(OSError, match=r"refused|timed out"):
                socket.create_connection((outside, port), timeout=2)
        with urllib.request.urlopen(f"{address}api/skat/rounds/xskat.log?name={name}", timeout=60) as answer:
            assert f'"name": "{name}"'.encode() in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}api/skat/rounds/rounds.jsonl?name={name}", timeout=60)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == "ended\n"


@pytest.mark.parametrize(("seconds", "begins"), [(60.0, True), (1.0, False)])
def test_kernels_are_compiled_until_the_server_ends(
    seconds: float, begins: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    class Process(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **how: Any) -> None:
            super().__init__(*words, **how)
            processes.append(self)

    monkeypatch.setattr(serve, "missing_seconds", lambda: seconds)
    monkeypatch.setattr(serve, "_WARM", (sys.executable, "-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    with serve._warming():
        assert len(processes) == int(begins)
        assert all(process.poll() is None for process in processes)
    assert all(process.returncode == -signal.SIGTERM for process in processes)
    said = "compiling in the background, 1 min 00 s of one core; small questions are answered meanwhile\n"
    assert capsys.readouterr().err == (said if begins else "")


def test_a_port_that_is_taken() -> None:
    with closing(_bound(None)) as first, closing(_bound(None)) as second:
        assert PORT <= first.getsockname()[1] < second.getsockname()[1] < PORT + PORTS
        # without the protocol's number asyncio does not send at once what is short
        assert first.proto == socket.IPPROTO_TCP
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is taken: give another with --port N" in refused(call("serve", "--port", port), 5)


def test_a_log_that_is_none_is_refused(tmp_path: Path) -> None:
    def said(file: Path, *more: Path) -> str:
        words = [word for one in (file, *more) for word in ("--log", one)]
        return refused(call("serve", *words, "--book", POCKET), 2)

    files = {name: tmp_path / name for name in ("empty.log", "damaged.jsonl", "other.txt", "large.log")}
    empty, damaged, other, large = files.values()
    for file, text in zip(
        files.values(), ("", '{"skat_round": 1, "name": "x"\n' * 3, "no log of rounds\n"), strict=False
    ):
        file.write_text(text)
    large.write_bytes(XSKAT.read_bytes())
    os.truncate(large, LARGEST_LOG)
    assert _readable([large, XSKAT] * (MOST_LOGS // 2)) == [large, XSKAT]
    with pytest.raises(InputError, match="--log may be given 100 times, not 101"):
        _readable([XSKAT] * (MOST_LOGS + 1))
    os.truncate(large, LARGEST_LOG + 1)
    for file, text in (
        (tmp_path / "missing.log", " does not exist; give a log of rounds"),
        (tmp_path, " is a folder"),
        (damaged, ": no round can be read; line 1: "),
        (other, ": unknown format"),
        (large, " has 8.4 MB; pages show logs of up to 8.4 MB"),
        (Path("/dev/zero"), " is not a file"),
        (POCKET / "skat.duckdb", " is a file of a book"),
    ):
        assert f"{file}{text}" in said(file)
    assert f"--log {empty}: the log is empty" in said(XSKAT, empty)


def test_games_have_names_of_their_own(tmp_path: Path) -> None:
    one, other = (tmp_path / folder / "nim.py" for folder in "ab")
    for file in (one, other):
        file.parent.mkdir()
        file.touch()
    assert _own_games([str(one), f" {one}", f"{other}:Nim"]) == [str(one), f"{other}:Nim"]
    with pytest.raises(InputError, match="another file has the same name"):
        _own_games([str(one), str(other)])
