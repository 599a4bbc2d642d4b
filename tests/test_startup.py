"""What a look-up may cost before it starts: no library of numbers, frames or figures is imported on its way."""

import dataclasses
import json
import shlex
from functools import cache
from pathlib import Path

import pytest
from golden.questions import expected, questions
from own_nim import SOURCE
from program import call, make_book, run_python

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE

_LIBRARIES = """
pydantic numba llvmlite numpy scipy polars altair vl_convert starlette uvicorn jinja2 anyio flint distributed duckdb
"""
HEAVY = frozenset(_LIBRARIES.split())
"""What takes long to import; of duckdb the package, since its compiled module alone answers."""

SERVER = frozenset({"starlette", "uvicorn", "jinja2", "anyio"})
"""What pages are made with."""

POCKET = str(PACKAGE / "pocket")
DUEL = ("montecarlo", "duel", "subtraction", "5", "--moves", "1,2", "--k", "3", "--json")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_book(tmp_path_factory.mktemp("startup") / "book")


SEVERAL = """
import contextlib, io, json, sys
from tafelwerk.cli import main
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main(words)
    print(json.dumps([code, out.getvalue(), sorted({name.partition(".")[0] for name in sys.modules})]))
"""


@cache
def list_imports(book: Path, *lines: tuple[str, ...], pocket: str = "") -> list[tuple[frozenset[str], str]]:
    """The libraries imported by a process by the end of each of its lines, and what it answered."""
    done = run_python(SEVERAL, json.dumps(lines), TAFELWERK_BOOK=str(book), TAFELWERK_POCKET=pocket)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [code for code, _, _ in found] == [0] * len(lines), done.stderr
    return [(frozenset(modules), said) for _, said, modules in found]


def stored_questions(family: str) -> list[str]:
    """The first golden question of each command that the pocket book answers from its rows."""
    answers, found = expected(family), dict[str, str]()
    for line in questions(family):
        book, _, words = line.partition(" ")
        answer = answers[line].get("answer")
        first = answer[0] if isinstance(answer, list) and answer else answer
        if book == "pocket" and isinstance(first, dict) and first.get("source") == "pocket":
            found.setdefault(" ".join(words.split()[:2]), words)
    return list(found.values())


def test_no_stored_answer_imports_what_is_heavy(tmp_path: Path) -> None:
    lines = [(family, line) for family in FAMILIES for line in stored_questions(family)]
    assert {family for family, _ in lines} == set(FAMILIES)
    found = list_imports(tmp_path, *(tuple(shlex.split(line)) for _, line in lines), pocket=POCKET)
    for (_, line), (modules, _) in zip(lines, found, strict=True):
        assert modules.isdisjoint({"rich", *HEAVY}), line


def test_programs_are_answered_without_a_terminal_s_layout(book: Path) -> None:
    """Line by line: what a line must not import, those before it have not imported either."""
    race = ("minimax", "race", "--length", "8", "--tokens", "2", "--sides", "6", "--json")
    version, raced, tables, duel = list_imports(book, ("--version",), race, ("tables", "--json"), DUEL)
    assert "typer" in version[0]  # what is listed is what was imported
    # no table answers these
    assert (version[0] | raced[0]).isdisjoint({"duckdb", "_duckdb"})
    for modules, _ in (version, raced, tables, duel):
        assert modules.isdisjoint({"rich", *HEAVY})
    answer = json.loads(duel[1])
    assert (answer["source"], answer["first"], answer["second"]) == ("book", 5 / 8, 3 / 8)


LOADED = """
import contextlib, io, json, sys
from tafelwerk.cli import main
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(line.split()) == 0
print(json.dumps(sorted(sys.modules)))
"""

OWN_MODULES = {
    "montecarlo duel dsc 10 --k 200 --json": {"answers", "duels", "estimates", "notation", "parameters"},
    "dresher hider 4 --json": {"answers", "plain_text", "questions"},
    "mastermind next --pegs 4 --colors 6 --json": {"advice", "answers", "parameters"},
    "minimax grundy 8 13 20 --json": {"answers", "heap_answers", "heaps", "parameters"},
    "search free 1000 10 --json": {"builds", "questions"},
    "switching winrate 9 --json": {"agents", "answers", "parameters"},
}
"""Look-ups of the pocket book, and the modules of their families that they may load."""


def test_a_look_up_loads_the_module_of_its_command_alone(tmp_path: Path) -> None:
    done = run_python(LOADED, json.dumps(list(OWN_MODULES)), TAFELWERK_BOOK=str(tmp_path), TAFELWERK_POCKET=POCKET)
    assert done.returncode == 0, done.stderr
    modules = set(json.loads(done.stdout))
    for line, allowed in OWN_MODULES.items():
        family = line.split()[0]
        own = (f"tafelwerk.commands.{family}.", f"tafelwerk.families.{family}.")
        loaded = {name.rpartition(".")[2] for name in modules if name.startswith(own) and ".rules" not in name}
        assert loaded <= allowed, line
    # what was once imported on the way, by name; zipfile by importlib.abc and importlib.resources
    assert modules.isdisjoint({"zipfile", "html", "tafelwerk.plots.output", "rich", "polib", "flint"})
    assert not any(name.startswith("tafelwerk.families.skat.rules") for name in modules)


GENERATED = """
import dataclasses, json, sys
generate, sources = dataclasses._create_fn, []
def counted(name, *values, **named):
    sources.append(name)
    return generate(name, *values, **named)
dataclasses._create_fn = counted
import typer
sources.clear()
from tafelwerk.cli import main
assert main(json.loads(sys.argv[1])) == 0
print(len(sources), file=sys.stderr)
"""


def test_methods_are_generated_for_few_of_the_classes_that_a_look_up_imports(tmp_path: Path) -> None:
    """Generating a method costs as much as importing a small module; it was 250 of them."""
    if not hasattr(dataclasses, "_create_fn"):
        pytest.skip("this Python generates the methods of a class together")
    words = json.dumps(["dresher", "hider", "4", "--json"])
    done = run_python(GENERATED, words, TAFELWERK_BOOK=str(tmp_path), TAFELWERK_POCKET=POCKET)
    assert done.returncode == 0, done.stderr
    assert int(done.stderr) < 60


ENDS = """
import atexit, sys
from tafelwerk import __main__, cli
answer = cli.main
def main():
    atexit.register(print, "at the end")
    return answer()
cli.main = main
sys.exit(__main__.main())
"""


@pytest.mark.parametrize(("words", "code"), [(("--version",), 0), (("dresher", "hider", "x"), 2)])
def test_the_process_does_what_is_to_be_done_at_its_end(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    done = run_python(ENDS, *words, TAFELWERK_BOOK=str(tmp_path))
    assert done.returncode == code
    assert done.stdout.endswith("at the end\n")


def test_people_are_answered_without_what_is_heavy(book: Path) -> None:
    lines = (("--help",), ("montecarlo", "duel", "--help"), ("tables",), DUEL[:-1])
    root, helped, tables, duel = list_imports(book, *lines)
    assert "_duckdb" not in root[0] | helped[0]
    for modules, _ in (root, helped, tables, duel):
        assert modules.isdisjoint(HEAVY)


def test_the_doctor_imports_nothing_to_see_what_is_there(book: Path) -> None:
    ((modules, _),) = list_imports(book, ("doctor",))
    assert modules.isdisjoint({"numba", "numpy", "polars", "altair", "rich"})


def test_the_server_knows_its_forms_without_what_computes() -> None:
    program = "import sys; from tafelwerk.web import app, command_forms; command_forms.forms(); print(*sys.modules)"
    done = run_python(program)
    assert "starlette" in done.stdout.split(), done.stderr
    assert {name.partition(".")[0] for name in done.stdout.split()}.isdisjoint(HEAVY - SERVER)


def test_the_package_itself_imports_nothing() -> None:
    done = run_python("import sys, tafelwerk; print(tafelwerk.__version__, 'duckdb' in sys.modules)")
    assert done.stdout.endswith(" False\n")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A book with a game of the user's own, and the game's file."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "nim.py").write_text(SOURCE, encoding="utf-8")
    assert call("games", "solve", folder / "nim.py", "--book", folder / "book").returncode == 0
    return folder / "book", folder / "nim.py"


def test_own_games_are_asked_without_what_solves_them(own: tuple[Path, Path]) -> None:
    book, file = own
    lines = ("games list --json", "games position nim --json", f"games explain {file} --json", "play")
    for modules, said in list_imports(book, *(tuple(line.split()) for line in lines)):
        assert "nim" in said
        assert modules.isdisjoint(HEAVY)


COMPLETED = """
import json, os, sys
from tafelwerk.cli import main
for asked in json.loads(sys.argv[1]):
    os.environ |= asked
    try:
        main()
    except SystemExit:
        pass
    print("\\n" + json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
"""What a shell asks, line by line; prints the modules that were imported by then."""

VALUES = (
    "beams next --variant ",
    "beams next --strategy ",
    "mastermind next --strategy ",
    "mastermind next --tie ",
    "mastermind next --name ",
    "build mastermind --name ",
    "skat solve --game ",
    "skat solve --declarer ",
    "skat bid --seat ",
)
OTHERS = ("", "tables ", "verify ", "schema ", "export ", "plot ", "cite ", "minimax solve ")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_imports_neither_libraries_nor_what_draws_and_answers(shell: str, tmp_path: Path) -> None:
    asked = [
        {"_TAFELWERK_COMPLETE": f"complete_{shell}", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        if shell == "bash"
        else {"_TAFELWERK_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": words}
        for words in (f"tafelwerk {line}" for line in (*VALUES, *OTHERS))
    ]
    env = {"TAFELWERK_BOOK": str(tmp_path / "book"), "XDG_CACHE_HOME": str(tmp_path)}
    named = [words for words in asked if "--name " in str(words)]
    assert run_python(COMPLETED, json.dumps(named), **env).returncode == 0  # names are remembered
    done = run_python(COMPLETED, json.dumps(asked), **env)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    for line, modules in zip((*VALUES, *OTHERS), lines, strict=True):
        assert {name.partition(".")[0] for name in modules}.isdisjoint({*HEAVY, "rich", "_duckdb"}), line
        assert not [name for name in modules if name.startswith("tafelwerk.plots.") and name.count(".") > 2], line
        if line in VALUES:
            packages = ("tafelwerk.commands.", "tafelwerk.families.")
            loaded = [name for name in modules if name.startswith(packages) and name.count(".") > 2]
            assert not [name for name in loaded if name.split(".")[3] != "rules"], line
