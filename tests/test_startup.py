"""What a look-up may cost before it starts: no library of numbers, frames or figures is imported on its way."""

import json
from functools import cache
from pathlib import Path

import pytest
from golden.questions import expected, questions
from own_nim import SOURCE
from program import make_book, run, run_python

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.fingerprint import PACKAGE

HEAVY = (
    "pydantic",
    "numba",
    "llvmlite",
    "numpy",
    "scipy",
    "polars",
    "altair",
    "vl_convert",
    "flint",
    "distributed",
    "duckdb",  # the package; its compiled module alone answers
)
CODE = """
import json, sys
from tafelwerk.cli import main
code = main(sys.argv[1:])
sys.stdout.flush()
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})), file=sys.stderr)
sys.exit(code)
"""
DUEL = ("montecarlo", "duel", "subtraction", "5", "--moves", "1,2", "--k", "3", "--json")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_book(tmp_path_factory.mktemp("startup") / "book")


@cache
def imported(book: Path, *words: str) -> tuple[frozenset[str], str]:
    done = run_python(CODE, *words, TAFELWERK_BOOK=str(book))
    assert done.returncode == 0, done.stderr
    return frozenset(json.loads(done.stderr.splitlines()[-1])), done.stdout


SEVERAL = """
import contextlib, io, json, shlex, sys
from tafelwerk.cli import main
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()):
        code = main(shlex.split(line))
    print(json.dumps([line, code, sorted({name.partition(".")[0] for name in sys.modules})]))
"""


def stored(family: str) -> list[str]:
    """The first golden question of each command that the pocket book answers from its rows."""
    answers, found = expected(family), dict[str, str]()
    for line in questions(family):
        book, _, words = line.partition(" ")
        answer = answers[line].get("answer")
        first = answer[0] if isinstance(answer, list) and answer else answer
        if book == "pocket" and isinstance(first, dict) and first.get("source") == "pocket":
            found.setdefault(" ".join(words.split()[:2]), words)
    return list(found.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_no_stored_answer_imports_what_is_heavy(family: str, tmp_path: Path) -> None:
    lines = stored(family)
    assert lines
    done = run_python(
        SEVERAL, json.dumps(lines), TAFELWERK_BOOK=str(tmp_path), TAFELWERK_POCKET=str(PACKAGE / "pocket")
    )
    assert done.returncode == 0, done.stderr
    for line, code, modules in map(json.loads, done.stdout.splitlines()):
        assert code == 0, line
        assert set(HEAVY).isdisjoint(modules), line


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("tables",), ("tables", "--json"), DUEL, DUEL[:-1]])
def test_nothing_heavy_is_imported(words: tuple[str, ...], book: Path) -> None:
    modules, _ = imported(book, *words)
    assert "typer" in modules  # what is listed is what was imported
    assert modules.isdisjoint(HEAVY)


@pytest.mark.parametrize("words", [("--version",), ("tables", "--json"), DUEL])
def test_no_terminal_layout_for_a_program(words: tuple[str, ...], book: Path) -> None:
    assert "rich" not in imported(book, *words)[0]


def test_the_version_needs_no_database(book: Path) -> None:
    assert imported(book, "--version")[0].isdisjoint({"duckdb", "_duckdb"})


def test_the_duel_came_from_the_book(book: Path) -> None:
    answer = json.loads(imported(book, *DUEL)[1])
    assert (answer["source"], answer["first"], answer["second"]) == ("book", 5 / 8, 3 / 8)


def test_the_package_itself_imports_nothing() -> None:
    done = run_python("import sys, tafelwerk; print(tafelwerk.__version__, 'duckdb' in sys.modules)")
    assert done.stdout.endswith(" False\n")


@pytest.mark.parametrize("line", ["minimax race --length 8 --tokens 2 --sides 6 --json", "montecarlo duel --help"])
def test_what_no_table_answers_opens_no_database(line: str, tmp_path: Path) -> None:
    assert imported(tmp_path, *line.split())[0].isdisjoint({"_duckdb", *HEAVY})


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A book with a game of the user's own, and the game's file."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "nim.py").write_text(SOURCE, encoding="utf-8")
    assert run("games", "solve", folder / "nim.py", "--book", folder / "book").returncode == 0
    return folder / "book", folder / "nim.py"


@pytest.mark.parametrize(
    "line", ["games list --json", "games position nim --json", "games explain {file} --json", "play"]
)
def test_own_games_are_asked_without_what_solves_them(line: str, own: tuple[Path, Path]) -> None:
    book, file = own
    modules, said = imported(book, *line.format(file=file).split())
    assert "nim" in said
    assert modules.isdisjoint(HEAVY)


COMPLETED = """
import json, sys
from tafelwerk.cli import main
try:
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
"""What a shell asks; prints the modules that were imported on the way."""


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    "line",
    [
        "",
        "tables ",
        "verify ",
        "schema ",
        "export ",
        "plot ",
        "cite ",
        "beams next --variant ",
        "beams next --strategy ",
        "mastermind next --strategy ",
        "mastermind next --tie ",
        "mastermind next --name ",
        "build mastermind --name ",
        "skat solve --game ",
        "skat solve --declarer ",
        "skat bid --position ",
        "minimax solve ",
    ],
)
def test_completion_imports_neither_libraries_nor_what_draws_and_answers(line: str, shell: str, tmp_path: Path) -> None:
    words = f"tafelwerk {line}"
    asked = (
        {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        if shell == "bash"
        else {"_TYPER_COMPLETE_ARGS": words}
    )
    env = {"TAFELWERK_BOOK": str(tmp_path / "book"), "XDG_CACHE_HOME": str(tmp_path), **asked}
    for _ in range(2 if line.endswith("--name ") else 1):  # names are remembered
        done = run_python(COMPLETED, _TAFELWERK_COMPLETE=f"complete_{shell}", **env)
        assert done.returncode == 0
    modules = json.loads(done.stderr.splitlines()[-1])
    assert {name.partition(".")[0] for name in modules}.isdisjoint({*HEAVY, "rich", "_duckdb"})
    drawing = [name for name in modules if name.startswith("tafelwerk.plots.") and name.count(".") > 2]
    assert not drawing
    if " --" in line:
        commands = {name for name in modules if name.startswith("tafelwerk.commands.") and name.count(".") > 2}
        assert commands <= {"tafelwerk.commands.skat.language"}
