"""`tafelwerk serve`: the book in a browser, on this machine."""

import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import Annotated
from urllib.parse import quote

import typer

from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.commands.common import App, BookOption
from tafelwerk.commands.compiling import missing_seconds
from tafelwerk.commands.output import note
from tafelwerk.errors import InputError, StorageError
from tafelwerk.extras import need
from tafelwerk.files import refuse_book_file
from tafelwerk.own_games import short_name
from tafelwerk.places import pocket_beneath, with_book
from tafelwerk.wording import bytes_text, seconds_text

app = App()

PORT, PORTS = 8731, 20
"""The usual port, and how many are tried from there on."""

_WARM = ("nice", "-n", "19", sys.executable, "-m", "tafelwerk", "warm", "--jobs", "1")

WORTH_WARMING = 5.0
"""Seconds of compiling that are worth a process in the background."""

LARGEST_LOG, MOST_LOGS = 8 * 2**20, 100
"""Bytes of a log whose rounds are pages, some 4,000 rounds that are read in ten seconds; and number of logs."""


@app.command()
def serve(
    book: BookOption,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=1024,
            max=65_535,
            metavar="N",
            help="Port on 127.0.0.1. Default: 8731, or the next free one.",
            show_default=False,
        ),
    ] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the first page in the browser.")] = False,
    log: Annotated[
        list[Path] | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Log of rounds of Skat to replay, of any format that skat replay reads. May be given several times.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="FILE",
            help="File with a game of your own, such as nim.py or nim.py:Nim, solved before. May be given several times.",
            show_default=False,
        ),
        VERBATIM,
    ] = None,
    warm: Annotated[
        bool,
        typer.Option("--warm/--no-warm", help="Compile what computing needs in the background, at low priority."),
    ] = True,
) -> None:
    """Show the book in a browser: tables, SQL, questions, figures and games. Only this machine can reach it; Ctrl-C ends it.

    Example: tafelwerk serve --browse

    Example: tafelwerk serve --port 9000

    Example: tafelwerk serve --log rounds.jsonl --game nim.py
    """
    need("serve", "plots", "web")
    logs = _readable(log or [])
    games = _own_games(game or [])
    import uvicorn

    from tafelwerk.web.app import application
    from tafelwerk.web.guard import TimedProtocol

    listening = _bound(port)
    with closing(listening):
        number = listening.getsockname()[1]
        address = f"http://127.0.0.1:{number}/"
        config = uvicorn.Config(
            application(book, number, logs=logs, games=games),
            log_level="warning",
            access_log=False,
            lifespan="on",
            http=TimedProtocol,
            timeout_graceful_shutdown=1,
        )
        note(f"{address} shows {_what_is_shown(book)}; Ctrl-C ends it")
        for file in games:
            note(f"{address}play/{quote(short_name(file))} plays {short_name(file)}")
        if browse:
            webbrowser.open(address)
        # Ctrl-C is how a server is meant to end
        with suppress(KeyboardInterrupt), _warming() if warm else nullcontext():
            uvicorn.Server(config).run(sockets=[listening])
    note("ended")


def _what_is_shown(book: Path) -> str:
    """The book or, where its folder does not exist, what is shown in its place and how a larger one is made."""
    if book.is_dir():
        return f"the book {book}"
    instead = "an empty book" if pocket_beneath(book) is None else "the pocket book"
    return f"{instead}, since there is no book in {book}; to make a larger one: {with_book('tafelwerk build --quick', book)}"


@contextmanager
def _warming() -> Iterator[None]:
    """Meanwhile compile what is missing, in a process of its own that is ended with the server."""
    seconds = missing_seconds()
    if seconds < WORTH_WARMING or os.environ.get("NUMBA_DISABLE_JIT", ""):
        yield
        return
    note(f"compiling in the background, {seconds_text(seconds)} of one core; small questions are answered meanwhile")
    # a group of its own: Ctrl-C is the server's, and the process has a worker
    with subprocess.Popen(_WARM, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True) as process:
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def _readable(files: list[Path]) -> list[Path]:
    """Logs of which at least one round can be read, as absolute paths.

    Raises:
        InputError: a file is missing, too large, or no log.
        OSError: a file cannot be read.
    """
    if len(files) > MOST_LOGS:
        raise InputError(f"--log may be given {MOST_LOGS} times, not {len(files)}; put several logs into one file")
    paths = dict.fromkeys(file.absolute() for file in files)
    for file in paths:
        _check(file)
    return list(paths)


def _check(file: Path) -> None:
    """Refuse a file that is no log of rounds, or too large for pages."""
    from tafelwerk.families.skat.log_formats import log_file
    from tafelwerk.families.skat.rules.rounds import Round

    refuse_book_file(file, "--log")
    if not file.is_file():
        why = "is a folder" if file.is_dir() else "is not a file" if file.exists() else "does not exist"
        raise InputError(f"--log {file} {why}; give a log of rounds, such as one of tafelwerk skat match")
    if (size := file.stat().st_size) > LARGEST_LOG:
        raise InputError(
            f"--log {file} has {bytes_text(size)}; pages show logs of up to {bytes_text(LARGEST_LOG)}: give a part of it, or"
            " run tafelwerk skat replay"
        )
    try:
        next(entry for entry in log_file(file).read(lambda word: None) if isinstance(entry, Round))
    except InputError as error:
        raise InputError(f"--log {error}") from None


def _own_games(named: list[str]) -> list[str]:
    """Files with games, each perhaps with a class, as absolute paths. Their code is not run here.

    Raises:
        InputError: one is no Python file, or two have the same name.
    """
    files: dict[str, str] = {}
    for word in named:
        file, _, kind = word.strip().partition(":")
        path = Path(file).absolute()
        if path.suffix != ".py" or not path.is_file():
            why = "does not exist" if not path.exists() else "is not a Python file"
            raise InputError(f"--game {word}: {path} {why}; give a file such as nim.py, or a class in it: nim.py:Nim")
        path_text = f"{path}:{kind}" if kind else str(path)
        if files.setdefault(short_name(path_text), path_text) != path_text:
            raise InputError(f"--game {word}: another file has the same name; rename one of them")
    return list(files.values())


def _bound(port: int | None) -> socket.socket:
    """A socket that listens on this machine alone.

    Raises:
        StorageError: the port, or every port that was tried, is taken.
    """
    ports = range(PORT, PORT + PORTS) if port is None else (port,)
    for number in ports:
        # by this protocol's number asyncio knows that it may send at once what is short (TCP_NODELAY)
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(("127.0.0.1", number))
        except OSError:
            made.close()
            continue
        made.listen(128)
        return made
    taken = f"port {port} is" if port is not None else f"ports {PORT} to {PORT + PORTS - 1} are"
    raise StorageError(f"{taken} taken: give another with --port N")
