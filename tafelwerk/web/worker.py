"""A worker process: runs commands of the program, statements, figures and games for the server, one job at a time.

Jobs come as lines of JSON on standard input, `{"job": NAME, "given": {...}}`; each is answered by one line on standard output,
`{"done": ...}` or `{"error": TEXT, "code": EXIT CODE, "limit": whether it took too much}`, or by `{"file": BYTES}` in a line and
that many bytes of a file. Lines before it, `{"so_far": ...}`, say what is known meanwhile. Whatever a command prints is part of
its answer, never of the protocol. A process that would have to compile answers in plain Python, unless NUMBA_DISABLE_JIT is 0;
what takes long there is answered by COMPILE.
The process reads no file beyond the program, its libraries, its caches, the book and the files named at the start; it starts no
process and opens no connection. No request of a page can change that.
"""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from errno import EACCES
from importlib import import_module
from pathlib import Path
from typing import Any

JOBS: Mapping[str, str] = {
    "command": "tafelwerk.web.worker:command",
    "answer": "tafelwerk.web.answers:answer",
    "answer_file": "tafelwerk.web.answers:save_picture",
    "rows": "tafelwerk.web.statements:own_rows",
    "statement": "tafelwerk.web.statements:rows",
    "profile": "tafelwerk.web.statements:profile",
    "named": "tafelwerk.web.statements:named_statement",
    "saved": "tafelwerk.web.statements:save_rows",
    "figure": "tafelwerk.web.picture_jobs:figure",
    "picture": "tafelwerk.web.picture_jobs:picture",
    "library": "tafelwerk.web.picture_jobs:library",
    "play": "tafelwerk.web.game_jobs:play",
    "first_moves": "tafelwerk.web.game_jobs:first_moves",
    "start_pictures": "tafelwerk.web.game_jobs:start_pictures",
    "schema": "tafelwerk.web.command_forms:schema",
    "skat_table": "tafelwerk.web.skat_table:table",
    "skat_played": "tafelwerk.web.skat_table:at_table",
    "skat_rounds": "tafelwerk.web.skat_table:round_list",
    "skat_round": "tafelwerk.web.skat_table:round_line",
    "skat_typed": "tafelwerk.web.skat_table:typed_round",
    "puzzle": "tafelwerk.web.puzzle_jobs:puzzle",
    "word_lists": "tafelwerk.web.game_jobs:word_lists",
    "room_picture": "tafelwerk.web.picture_jobs:room_picture",
    "figure_card": "tafelwerk.web.picture_jobs:figure_card",
    "findings": "tafelwerk.web.stored_tables:stated_findings",
    "shelves": "tafelwerk.web.stored_tables:shelves",
    "proof": "tafelwerk.families.dresher.proof_lines:proof_line",
}
"""Jobs by name, each with the place of its function."""

COMPILE = b'{"compile": true}'
"""The line that leaves a job to a process that compiles."""

SO_FAR = b'{"so_far": '
"""Begin of a line that says what a job knows before it is done; that and a brace follow."""

SEND: ContextVar[Callable[[bytes], None]] = ContextVar("send", default=lambda line: None)
"""Sends a line to the server while a job is being done."""


def tell(value: Any) -> None:
    """Say what a job knows before it is done; what is said later takes its place."""
    SEND.get()(SO_FAR + json.dumps(value, allow_nan=False).encode() + b"}\n")


FILES = frozenset({"saved", "picture", "answer_file"})
"""Jobs whose answers are files."""

LONG_JOBS = frozenset({"statement", "profile", "room_picture", "figure_card", *FILES})
"""Jobs that may take long, as computing does, and that look-ups do not wait for."""


def scratch_folder(process: int) -> Path:
    """Folder for the files of a process on their way to a page; there while it makes one."""
    return Path(tempfile.gettempdir()) / f"tafelwerk-page-{process}"


@contextlib.contextmanager
def scratch(name: str) -> Iterator[Path]:
    """A file's path in a folder of its own, which is removed with it."""
    folder = scratch_folder(os.getpid())
    folder.mkdir(mode=0o700)
    try:
        yield folder / name
    finally:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def command(words: list[str], text: str = "") -> dict[str, Any]:
    """Run a command as the command line does.

    Args:
        words: behind the program's name.
        text: what it reads from standard input.

    Returns:
        Its exit code; what it printed on standard output and standard error; if it asked a question of a book, the question's
        name and the line that asks it in Python.
    """
    from tafelwerk.cli import main
    from tafelwerk.commands.asking import HEARD

    out, err = io.StringIO(), io.StringIO()
    HEARD.set(None)
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
    finally:
        sys.stdin = before
    done = {"code": int(code), "out": out.getvalue(), "err": err.getvalue()}
    heard = HEARD.get()
    if heard is not None:
        question, compute = heard
        done |= {"question": question.name, "python": question.call(compute=compute)}
    return done


READ = ("/usr", "/lib", "/lib64", "/etc/localtime", "/etc/ld.so.cache", "/dev/null", "/dev/urandom", "/sys", "/proc")
"""Places of the system that libraries read."""

_CHANGES = frozenset(
    {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
)
_FORBIDDEN = frozenset(
    {
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.posix_spawn",
        "os.fork",
        "socket.connect",
        "socket.bind",
        "webbrowser.open",
    }
)


def confine(book: Path, logs: Sequence[str] = (), games: Sequence[str] = ()) -> None:
    """Restrict this process, for good: it reads the program, its libraries, its caches, the book and what the server was given.

    It writes its caches alone. Starting programs and opening connections are refused, too. DuckDB opens its files itself,
    read-only.

    Args:
        book: folder of the book.
        logs: files that it reads besides.
        games: files, or classes in files, that games may be taken from.
    """
    from tafelwerk import own_games
    from tafelwerk.places import pocket_folder, user_cache
    from tafelwerk.tables.storage import duckdb_path

    own_games.take_installed_alone(games)
    pocket = pocket_folder()
    own = [user_cache(), scratch_folder(os.getpid())]
    libraries: list[str | Path] = [
        sys.prefix,
        sys.base_prefix,
        *filter(None, sys.path),
        Path(__file__).parents[2],
        *READ,
    ]
    duckdb_path(book / "any")  # where that takes a link, it is made before the process is confined
    writable = _real(own)
    files = [*logs, *(game.partition(":")[0] for game in games)]
    readable = writable + _real([*libraries, book, *files, *([pocket] if pocket else [])])

    def heed(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            changes = isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
            if isinstance(path, str | bytes | os.PathLike):
                _check(path, writable if changes else readable)
        elif event in _CHANGES:
            for path in arguments[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
                if isinstance(path, str | bytes | os.PathLike):
                    _check(path, writable)
        elif event in _FORBIDDEN:
            raise PermissionError(EACCES, f"a page cannot make the program do this ({event})")

    sys.addaudithook(heed)


def _real(places: Iterable[str | Path]) -> tuple[str, ...]:
    return tuple(os.path.realpath(path) for path in places)


def _check(path: str | bytes | os.PathLike[str], places: tuple[str, ...]) -> None:
    """Raise where a path does not lie in one of the places; /dev/null may be written, too."""
    real = os.path.realpath(os.fsdecode(path))
    if real != os.devnull and not any(real == folder or real.startswith(folder.rstrip("/") + "/") for folder in places):
        raise PermissionError(EACCES, "a page cannot reach this file", os.fsdecode(path))


def reply(job: str, given: Mapping[str, Any]) -> bytes:
    """The line that answers a job, and the file behind it.

    Args:
        job: one of `JOBS`.
        given: what its function is given.
    """
    from tafelwerk.commands.compiling import CompileError, trial
    from tafelwerk.errors import LimitError, TafelwerkError
    from tafelwerk.tables.readings import boundary
    from tafelwerk.web.statements import LARGEST_FILE, check_size

    module, _, name = JOBS[job].partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    try:
        with boundary(), trial(is_repeatable=True):
            answer = function(**given)
            if isinstance(answer, bytes):
                check_size(len(answer), LARGEST_FILE)
                return b'{"file": %d}\n' % len(answer) + answer
            line = json.dumps({"done": answer}, allow_nan=False)
            check_size(len(line))
    except CompileError:
        return COMPILE + b"\n"
    except TafelwerkError as error:
        is_limit = isinstance(error, LimitError)
        line = json.dumps({"error": str(error), "code": int(error.exit_code), "limit": is_limit})
    except Exception as error:
        line = json.dumps({"error": f"{type(error).__name__}: {error}", "code": 1, "limit": False})
    return f"{line}\n".encode()


def main() -> None:
    """Answer jobs until standard input ends."""
    from tafelwerk.commands.compiling import watch_worker
    from tafelwerk.places import serve_book
    from tafelwerk.web import worker

    watch_worker()
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    # a process of the same number may have been killed over a file
    shutil.rmtree(scratch_folder(os.getpid()), ignore_errors=True)
    book = Path(sys.argv[1]).absolute()
    serve_book(book)
    settings = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    if settings.pop("is_patient", False):
        os.nice(10)
    confine(book, **settings)

    def send(line: bytes) -> None:
        replies.write(line)
        replies.flush()

    # jobs know this module by its name, under which it has not been run
    worker.SEND.set(send)
    for line in requests:
        request = json.loads(line)
        send(reply(request["job"], request["given"]))


if __name__ == "__main__":
    main()
