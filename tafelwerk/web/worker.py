"""A worker process: runs commands of the program, statements, figures and games for the server, one job at a time.

Jobs come as lines of JSON on standard input, `{"job": NAME, "given": {...}}`; each is answered by one line on standard output,
`{"done": ...}` or `{"error": TEXT, "code": EXIT CODE}`. Whatever a command prints is part of its answer, never of the protocol.
The process reads no file beyond the program, its libraries, its caches and the book, starts no process and opens no connection:
what a page asks for cannot make it.
"""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

JOBS: Mapping[str, str] = {
    "command": "tafelwerk.web.worker:command",
    "rows": "tafelwerk.web.statements:rows",
    "saved": "tafelwerk.web.statements:saved",
    "figure": "tafelwerk.web.figures:figure",
    "picture": "tafelwerk.web.figures:picture",
    "library": "tafelwerk.web.figures:library",
    "play": "tafelwerk.web.play:play",
}
"""What can be asked of a worker, each by the place of its function."""


SCRATCH = "tafelwerk-page-{}"
"""Folder for files on their way to a page, in the system's folder for such, by the process."""


@contextlib.contextmanager
def scratch(name: str) -> Iterator[Path]:
    """A file's path in a folder of its own, which is removed with it."""
    folder = Path(tempfile.gettempdir()) / SCRATCH.format(os.getpid())
    folder.mkdir(mode=0o700)
    try:
        yield folder / name
    finally:
        shutil.rmtree(folder)


def command(words: list[str]) -> dict[str, Any]:
    """Run a command as the command line does.

    Args:
        words: behind the program's name.

    Returns:
        Its exit code, and what it printed on standard output and standard error.
    """
    from tafelwerk.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return {"code": int(code), "out": out.getvalue(), "err": err.getvalue()}


def confine(book: Path) -> None:
    """Keep this process from reading other files than the program's and the book's, and from starting anything. For good.

    Args:
        book: folder of the book.
    """
    from tafelwerk.places import pocket_folder, user_cache
    from tafelwerk.rules.games import finding

    finding.take_installed_alone()
    places = [
        book,
        user_cache(),
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path(__file__).parents[2],
        Path("/proc/self"),
    ]
    places.append(Path(tempfile.gettempdir()) / SCRATCH.format(os.getpid()))
    places += [Path(entry) for entry in sys.path if entry]
    places += [folder for folder in (pocket_folder(),) if folder]
    allowed = tuple(os.path.realpath(place) for place in places)
    system = (
        "/usr/lib",
        "/lib",
        "/usr/share",
        "/etc/localtime",
        "/dev/null",
        "/dev/urandom",
        "/sys",
        "/proc/cpuinfo",
        "/proc/meminfo",
    )

    def heed(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            if not any(path == place or path.startswith(place.rstrip("/") + "/") for place in (*allowed, *system)):
                raise PermissionError(13, "not a file of the book", os.fsdecode(arguments[0]))
        elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "socket.connect"):
            raise PermissionError(13, f"a page cannot make the program do this ({event})")

    sys.addaudithook(heed)


def main() -> None:
    """Answer jobs until standard input ends."""
    from tafelwerk.errors import TafelwerkError

    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    confine(Path(sys.argv[1]))
    for line in requests:
        asked = json.loads(line)
        module, _, name = JOBS[asked["job"]].partition(":")
        function: Callable[..., Any] = getattr(import_module(module), name)
        try:
            reply: dict[str, Any] = {"done": function(**asked["given"])}
        except TafelwerkError as error:
            reply = {"error": str(error), "code": int(error.exit_code)}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}", "code": 1}
        replies.write(json.dumps(reply, allow_nan=False) + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
