"""The root of the command line: help, versions, errors as one line, exit codes."""

import json
import re
import shlex
from pathlib import Path

import duckdb
import pytest
from program import call, every_command, make_book, refused, run, run_python

from tafelwerk import cli
from tafelwerk.errors import StorageError
from tafelwerk.places import default_book


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book; only to be read."""
    return make_book(tmp_path_factory.mktemp("cli") / "book")


EVERY = dict(every_command())


def test_every_command_takes_a_book_and_has_an_example_that_parses() -> None:
    for path, command in EVERY.items():
        assert [param.opts for param in command.params if param.name == "book"] == [["--book"]], path
        lines = re.findall(r"^Example: (.*)$", command.help or "", re.MULTILINE)
        if hasattr(command, "list_commands") and not command.invoke_without_command and path:
            assert command.list_commands(None), path
            continue
        assert lines, f"no Example in the help of: tafelwerk {' '.join(path)}"
        for line in lines:
            program, *words = shlex.split(line)
            assert program == "tafelwerk"
            assert tuple(words[: len(path)]) == path, f"the example is of another command: {line}"
            parse(words)


def parse(words: list[str]) -> None:
    """Parse without running anything; a wrong word raises."""
    command, path = EVERY[()], ()
    context = command.make_context("tafelwerk", list(words))
    while context._protected_args:
        path = (*path, context._protected_args[0])
        context = EVERY[path].make_context(path[-1], list(context.args), parent=context)


def test_the_version_needs_no_book(tmp_path: Path) -> None:
    """The installed program, and the module run as one."""
    (tmp_path / "text").write_text("no book")
    done = run("--version", cwd=tmp_path, TAFELWERK_BOOK="text")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"tafelwerk \d+\.\d+\.\d+\n", done.stdout)
    module = "import runpy, sys; sys.argv[0] = 'x'; runpy.run_module('tafelwerk', run_name='__main__')"
    assert run_python(module, "--version").stdout == done.stdout


def test_words_for_help_and_version() -> None:
    for line, usual in (
        ("", "--help"),
        ("help", "--help"),
        ("help sql", "sql -h"),
        ("help build dresher", "build dresher --help"),
        ("montecarlo", "montecarlo --help"),
    ):
        done, same = call(*line.split()), call(*usual.split())
        assert (done.returncode, done.stdout.strip(), done.stderr) == (0, same.stdout.strip(), ""), line
        assert "Usage: tafelwerk" in done.stdout
    assert call("version").stdout == call("-V").stdout == call("--version").stdout


DUEL = ("montecarlo", "duel", "subtraction", "5", "--moves", "1,2", "--k", "3", "--json")


def test_the_book_may_be_named_anywhere_and_named_last_counts(book: Path, tmp_path: Path) -> None:
    none = str(tmp_path / "none")
    for place in (0, 1, 2, 4, 6, len(DUEL)):
        words = (*DUEL[:place], "--book", book, *DUEL[place:])
        found = json.loads(call(*words, TAFELWERK_BOOK=none).stdout)
        assert (found["source"], found["first"]) == ("book", 5 / 8), words
        assert json.loads(call("--book", none, *words).stdout)["source"] == "book", words
    line = ["build", "montecarlo", "subtraction", "5", "--moves", "1,2", "--k-max", "2", "--dry-run", "--json"]
    for place in (0, 1, 2):
        done = call(*line[:place], "--book", tmp_path / "there", *line[place:])
        assert json.loads(done.stdout)["book"] == str(tmp_path / "there")


def test_the_current_folder_is_no_book(tmp_path: Path) -> None:
    make_book(tmp_path / "book")
    error = refused(call("verify", cwd=tmp_path), 3)
    assert f"not in the book {default_book()};" in error
    found = json.loads(call("tables", "--json", cwd=tmp_path, TAFELWERK_BOOK="book").stdout)
    assert found["book"] == str(tmp_path / "book")


def test_debug_shows_the_traceback_wherever_it_stands() -> None:
    assert "Traceback" not in call("tables", "skittles").stderr
    for words in (("--debug", "tables", "skittles"), ("tables", "skittles", "--debug")):
        done = call(*words)
        assert "Traceback" in done.stderr
        assert done.stderr.splitlines()[-1].startswith("error: ")
        assert done.returncode == 2
        assert done.stdout == ""
    assert "Traceback" in call("tables", "skittles", TAFELWERK_DEBUG="1").stderr
    assert "Traceback" not in call("tables", "skittles", TAFELWERK_DEBUG="0").stderr


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (ZeroDivisionError("division by zero"), 1, "defect: ZeroDivisionError: division by zero; .*report.*--debug.*"),
        (KeyError("lost\nline"), 1, "defect: KeyError: .*"),
        (MemoryError(), 5, "error: out of memory.*"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (RuntimeError("Query interrupted"), 130, "interrupted"),
        (duckdb.InterruptException("INTERRUPT Error: Interrupted!"), 130, "interrupted"),
        (PermissionError(13, "Permission denied", "x"), 5, "error: cannot read or write x: Permission denied"),
        (StorageError("disk full"), 5, "error: disk full"),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_exit_codes(
    error: BaseException, code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.delenv("TAFELWERK_DEBUG", raising=False)
    monkeypatch.setattr("tafelwerk.commands.tables.open_book", fail)
    assert cli.main(["tables"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(line, err.rstrip("\n"))


def test_a_book_that_is_a_link_to_nothing(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("away")
    for words in (("tables",), ("verify",), ("build", "search", "free", "--codes", "3", "--width", "2")):
        told = refused(call(*words, "--book", link, cwd=tmp_path), 4)
        assert (
            f"{link} is a link to nothing: make {tmp_path / 'away'}, or name the folder of a book (--book DIR" in told
        )
    (tmp_path / "away").mkdir()
    assert call("tables", "--book", link).returncode == 0


def test_a_pocket_book_that_is_none_is_named_by_its_variable(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no book")
    told = refused(call("tables", "--book", tmp_path, TAFELWERK_POCKET=str(text)), 4)
    assert f"{text} is not a folder: set TAFELWERK_POCKET to the folder of the pocket book, or to nothing" in told


def test_a_book_that_is_none_is_said_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no book")
    for line in ("tables", "verify", "sql SELECT(1)", "export montecarlo.meta -o x.csv", "build dresher --to 2"):
        assert "text is not a folder" in refused(call(*line.split(), "--book", text, cwd=tmp_path), 4)
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
