"""The installed program in a process of its own or, sooner, in this one; and a small book to ask."""

import io
import json
import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TextIO

import duckdb
import pytest
import typer.main

from tafelwerk import cli
from tafelwerk.build import runner
from tafelwerk.fingerprint import family_fingerprint
from tafelwerk.tables.checksum import combine, digest_rows, seals
from tafelwerk.tables.layout import read_layout, schema_sql
from tafelwerk.tables.metadata import build_digest, build_number, contents
from tafelwerk.tables.provenance import FORMAT_VERSION

Runs = Callable[..., subprocess.CompletedProcess[str]]
"""`run` or `call`."""

PROGRAM = Path(sysconfig.get_path("scripts")) / "tafelwerk"

# typer makes all commands of a group anew at every call, which takes longer than most answers
typer.main.get_command_from_info = cache(typer.main.get_command_from_info)
typer.main.get_params_from_function = cache(typer.main.get_params_from_function)


def environment(**extra: str) -> dict[str, str]:
    """The environment without what would change the program's ways, and with `extra`."""
    names = ("TAFELWERK_BOOK", "TAFELWERK_DEBUG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERMINAL_WIDTH")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return kept | {"TAFELWERK_LANG": "en"} | extra


def run(
    *words: str | Path, stdin: str | None = None, cwd: Path | None = None, timeout: float = 120, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run `tafelwerk WORDS` to its end; standard input is empty unless given."""
    return subprocess.run(
        [PROGRAM, *map(str, words)],
        input=stdin if stdin is not None else "",
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment(**env),
        timeout=timeout,
        check=False,
    )


def call(
    *words: str | Path, stdin: str | None = None, cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    """What `run` does, in this process: nothing has to be started, imported or loaded anew.

    For what the words are answered with; what a process adds, such as signals, terminals and imports, is for `run`.
    """
    out, err = io.StringIO(), io.StringIO()
    with (
        _streams(io.StringIO(stdin if stdin is not None else ""), out, err, **env),
        pytest.MonkeyPatch.context() as patch,
    ):
        if cwd is not None:
            patch.chdir(cwd)
        code = cli.main([str(word) for word in words])
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def answered(*words: object, book: Path | None = None, by: Runs = call, **options: Any) -> Any:
    """What a program is answered: the document of a command that succeeds."""
    done = by(*map(str, words), "--json", *(() if book is None else ("--book", book)), **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def told(*words: object, book: Path | None = None, **options: Any) -> str:
    """What a person is answered, with nothing on standard error."""
    done = call(*map(str, words), *(() if book is None else ("--book", book)), **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@contextmanager
def _streams(stdin: TextIO, stdout: TextIO, stderr: TextIO, **env: str) -> Iterator[None]:
    """Standard streams and `environment` in this process."""
    kept = environment(**env)
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - kept.keys():
            patch.delenv(name)
        for name, value in kept.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        yield


class Terminal(io.StringIO):
    """A stream that passes for a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Keyboard(Terminal):
    """What is typed at a terminal; its screen shows it too."""

    def __init__(self, typed: str, screen: Terminal) -> None:
        super().__init__(typed)
        self.screen = screen

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(size)
        self.screen.write(line)
        return line


def on_terminal(*words: object, columns: int, book: Path, typed: str = "") -> str:
    """What a terminal of that many columns is sent by a command that succeeds, in this process."""
    screen = Terminal()
    with _streams(Keyboard(typed, screen), screen, screen, TERM="xterm-256color", COLUMNS=str(columns)):
        assert cli.main([*map(str, words), "--book", str(book)]) == 0, screen.getvalue()
    return screen.getvalue()


def on_screen(*words: object, columns: int, cwd: Path, **env: str) -> str:
    """What a terminal of that many columns is sent, in this process, by a command that succeeds or is refused."""
    screen = Terminal()
    with (
        _streams(Terminal(), screen, screen, TERM="xterm-256color", COLUMNS=str(columns), **env),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.chdir(cwd)
        assert cli.main([str(word) for word in words]) in (0, 2, 3), screen.getvalue()
    return screen.getvalue()


def on_pseudo_terminal(*words: object, columns: int, book: Path, typed: str = "") -> str:
    """What `on_terminal` says, of a process on a terminal of its own; what is typed there is shown too."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [str(PROGRAM), *map(str, words), "--book", str(book)]
    env = environment(TERM="xterm-256color", COLUMNS=str(columns))
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as shown:
        os.close(theirs)
        os.write(ours, typed.encode())
        text = b""
        with suppress(OSError):  # the terminal is closed when the program ends
            while more := os.read(ours, 4096):
                text += more
    os.close(ours)
    assert shown.returncode == 0
    return text.decode().replace("\r\n", "\n")


def read(lines: str) -> list[str]:
    """The words of command lines as a shell reads them, blanks within a text as one."""
    return [" ".join(word.split()) for word in shlex.split(lines.replace("\\\n", ""))]


@contextmanager
def tasks_here() -> Iterator[None]:
    """Builds that are made by `call` run their tasks in this process too, rather than in workers."""
    begin = runner.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "run", lambda *words, **options: begin(*words, **options | {"executor": "inline"}))
        yield


def build_here(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """`call` of a build, its tasks in this process."""
    with tasks_here():
        return call(*words)


def run_python(
    code: str, *words: str | Path, stdin: str = "", seconds: float = 120, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a piece of Python in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(**env),
        timeout=seconds,
        check=False,
    )


def every_command() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of the program, groups too, with the words that call it."""
    todo: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(cli.root))]
    while todo:
        words, command = todo.pop()
        yield words, command
        names = command.list_commands(None) if hasattr(command, "list_commands") else ()
        todo += [((*words, name), command.get_command(None, name)) for name in reversed(names)]


def refused(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line with which the program refused, after checking that nothing else came out."""
    assert done.returncode == code, (done.returncode, done.stderr)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith(("error: ", "Fehler: "))
    return lines[0]


def make_book(folder: Path, heaps: int = 5) -> Path:
    """A book of one family with duels of S(1,2), heaps 1.., k = 1..3, its file written here and by nothing else.

    The chances are no real ones: they are heap / 8 and k / 8.
    """
    folder.mkdir(exist_ok=True)
    with duckdb.connect(str(folder / "montecarlo.duckdb")) as connection:
        connection.execute(schema_sql("meta"))
        connection.execute(schema_sql("montecarlo"))
        connection.execute("INSERT INTO meta.format VALUES (?, 'montecarlo', 'a test')", [FORMAT_VERSION])
        parameters = {"game": f"subtraction {heaps} --moves 1,2", "k_max": 3, "points": None}
        digest = build_digest("montecarlo", parameters)
        connection.execute(
            "INSERT INTO subtraction_duels SELECT '1,2', 'wins', heap, k, 2 * k, heap / 8, k / 8, (heap + k) / 16,"
            " 1e-15, ? FROM range(1, ? + 1) h(heap), range(1, 4) r(k) ORDER BY heap, k",
            [build_number(digest), heaps],
        )
        digests = {}
        for table in read_layout(connection, "montecarlo"):
            state = digest_rows(connection, f'montecarlo.main."{table.name}"', table)
            connection.execute("INSERT INTO meta.tables VALUES (?, ?, ?)", [table.name, *state])
            digests[table.name] = state[1]
        described = contents("montecarlo", parameters)
        assert described is not None
        connection.execute(
            "INSERT INTO meta.builds VALUES (?, ?, ?, ?, ?, ?, ?, 'a machine', ?, ?, 0.25, TIMESTAMP '2020-01-02 03:04:05')",
            [
                build_number(digest),
                digest,
                described.name,
                json.dumps(parameters, sort_keys=True),
                3 * heaps,
                combine([(name, digests[name]) for name in sorted(described.rows)]),
                family_fingerprint("montecarlo"),
                described.certainty,
                described.evidence,
            ],
        )
        for seal in list(seals(connection, "montecarlo", read_layout(connection, "montecarlo"))):
            connection.execute("INSERT INTO meta.seals VALUES (?, ?)", list(seal))
    return folder
