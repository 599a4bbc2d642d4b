"""Games of the user's own on the command line: of a package, of a file, of a stored table alone."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from own_nim import SOURCE, make_package
from program import PROGRAM, build_here, call, environment, refused, run

from tafelwerk.families.games import rules

NIM = {"game": "own-nim", "position": "[1,2,2]", "kind": "decision", "value": "1", "distance": 5, "moves": ["[0,1]"]}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return make_package(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def book(package: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the game that the package offers, solved by the installed program."""
    found = tmp_path_factory.mktemp("games") / "book"
    done = run("build", "games", "own-nim", "--book", found, **package)
    assert done.returncode == 0, done.stderr
    return found


@pytest.fixture(autouse=True)
def _forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What this process learns of games is forgotten."""
    monkeypatch.setattr(rules, "_KNOWN", {})
    yield
    forget()


@pytest.fixture
def _offered(package: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed in this process."""
    monkeypatch.delitem(sys.modules, "own_nim")  # what makes the package has its name
    monkeypatch.syspath_prepend(package["PYTHONPATH"].partition(os.pathsep)[0])
    yield
    for name in ("own_nim", "own_broken"):
        sys.modules.pop(name, None)


def forget() -> None:
    rules._KNOWN.clear()
    for name in ("some_nim", "another", "other"):
        sys.modules.pop(name, None)


def afresh(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What is answered by a process that has read no game yet."""
    forget()
    return build_here(*words)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some_nim.py"
    found.write_text(SOURCE.replace("class Nim", "class SomeNim"), encoding="utf-8")
    return found


@pytest.mark.usefixtures("_offered")
def test_an_offered_game_is_listed_asked_and_proved(book: Path) -> None:
    listed = json.loads(call("games", "list", "--json", "--book", book).stdout)["games"]
    assert listed == [
        {"name": "broken", "class": "own_broken:Game", "installed": True, "positions": None},
        {"name": "own-nim", "class": "own_nim:Nim", "installed": True, "positions": 9},
    ]
    found = json.loads(call("games", "position", "own-nim", "--json", "--book", book).stdout)
    assert {name: found[name] for name in NIM} == NIM
    assert (found["certainty"], found["evidence"], found["source"]) == ("exact", "certificate", "book")
    done = call("verify", "games", "--book", book)
    assert done.returncode == 0
    assert "ok games.positions: own-nim, values by those of the successors: all 9 rows" in done.stderr.replace(
        "ok     ", "ok "
    )
    assert "own-nim" in call("play", "--book", book).stdout
    assert "games own-nim" in call("tables", "games", "--book", book).stdout
    env = {"_TAFELWERK_COMPLETE": "complete_bash", "COMP_WORDS": "tafelwerk games play own", "COMP_CWORD": "3"}
    assert call(**env).stdout.split() == ["own-nim"]
    said = refused(call("games", "solve", "broken", "--book", book), 2)
    assert "the game broken of own_broken:Game cannot be loaded: RuntimeError: no luck" in said


def test_a_table_is_asked_without_the_code(book: Path) -> None:
    found = json.loads(call("games", "position", "own-nim", "[1, 1, 2]", "--json", "--book", book).stdout)
    assert (found["value"], found["distance"], found["moves"]) == ("1", 3, ["[2,2]"])
    assert call("games", "solve", "own-nim", "--book", book).stdout.startswith("own-nim: 9 positions, 1 end.\n[1,2,2]:")
    sql = "SELECT count(*) AS won FROM games.positions WHERE game = 'own-nim' AND value > 0"
    assert json.loads(call("sql", sql, "--json", "--book", book).stdout) == [{"won": 6}]
    assert "the code of own-nim (own_nim:Nim) is not installed" in refused(
        call("games", "explain", "own-nim", "--book", book), 2
    )
    assert "code is missing" in refused(call("games", "position", "own-nim", "[2,1,1]", "--book", book), 2)
    error = refused(call("games", "position", "Own-Nim", "--book", book), 3)
    assert error.startswith("error: the game Own-Nim (did you mean own-nim?): not in the book ")
    done = call("verify", "games", "--book", book)
    assert done.returncode == 0
    told = (
        "0 of 9 rows: the code of own-nim (own_nim:Nim) is not installed; give its file: tafelwerk games verify FILE.py"
    )
    assert f"not proved games.positions: own-nim, values by those of the successors: {told}" in done.stderr
    assert not re.search("^ok.*own-nim", done.stderr, re.MULTILINE)
    assert "games.meta.builds: labels: 1 build\n" in done.stderr
    assert done.stdout.endswith(" passed; 3 not proved\n")
    assert "\ngames.games: 1 row, SHA-256 " in call("tables", "--card", "games", "--book", book).stdout
    checks = json.loads(call("verify", "games", "--json", "--book", book).stdout)["checks"]
    assert sum(check["proved"] == 0 for check in checks) == 3


def test_a_changed_game_is_solved_anew(file: Path, tmp_path: Path) -> None:
    book = tmp_path / "book"
    assert afresh("build", "games", file, "--book", book).returncode == 0
    assert "nothing to do" in afresh("build", "games", file, "--book", book).stdout
    file.write_text(file.read_text().replace("(1, 2, 2)", "(1, 2, 3)"), encoding="utf-8")
    done = afresh("games", "solve", file, "--book", book)
    assert "some-nim: 14 positions" in done.stdout
    assert "worth -1" in done.stdout
    rows = json.loads(afresh("sql", "SELECT count(*) AS n FROM games.positions", "--json", "--book", book).stdout)
    assert rows == [{"n": 14}]
    file.write_text(file.read_text().replace("(1, 2, 3)", "(1, 1, 1)"), encoding="utf-8")
    assert "1 build done, 5 rows" in afresh("build", "games", file, "--book", book).stdout
    assert afresh("games", "verify", file, "--book", book).returncode == 0


def test_a_game_of_the_same_name_takes_its_place_and_says_so(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "another.py"
    other.write_text(SOURCE.replace("class Nim", "class SomeNim").replace("(1, 2, 2)", "(1, 1, 1)"), encoding="utf-8")
    assert afresh("games", "solve", file, "--book", tmp_path / "book").returncode == 0
    done = afresh("games", "solve", other, "--book", tmp_path / "book")
    assert "some-nim replaces the game of that name by some_nim:SomeNim" in done.stderr
    assert "some-nim: 4 positions" in done.stdout


SLOW = """
import sys
import time

class Slow:
    def start(self): return 0
    def moves(self, number): return ["on"]
    def after(self, number, move):
        if number == 5:
            print("solving", file=sys.stderr, flush=True)
        time.sleep(0.01)
        return number + 1
    def outcome(self, number): return None
"""


def test_ctrl_c_leaves_the_book_as_it_was(book: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW, encoding="utf-8")
    before = (book / "games.duckdb").read_bytes()
    words = [PROGRAM, "games", "solve", str(slow), "--book", str(book)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment()) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == "solving slow\n"
        assert program.stderr.readline() == "solving\n"  # said by the game itself
        program.send_signal(signal.SIGINT)
        said = program.stderr.read()
        assert program.wait(30) == 130
    told = "interrupted: nothing was finished, so nothing is kept; the same command starts from the beginning"
    assert said.splitlines()[-1] == told
    assert "Traceback" not in said
    assert (book / "games.duckdb").read_bytes() == before
    assert call("games", "position", "own-nim", "--book", book).returncode == 0


@pytest.mark.usefixtures("_offered")
def test_a_stored_game_whose_code_fails_is_not_proved(tmp_path: Path) -> None:
    file = tmp_path / "other.py"
    file.write_text(SOURCE.replace("    def start", "    name = 'broken'\n\n    def start"), encoding="utf-8")
    assert call("games", "solve", file, "--book", tmp_path / "book").returncode == 0
    done = afresh("verify", "games", "--book", tmp_path / "book")
    assert done.returncode == 0
    assert "not proved games.positions: broken, values by those of the successors: 0 of 9 rows: " in done.stderr
    assert "0 of 9 rows: the game broken of own_broken:Game cannot be loaded" in done.stderr


def test_a_game_solved_by_another_program_is_to_be_solved_again(
    book: Path, package: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """By the name that a package offers, else from its file."""
    stale = tmp_path / "book"
    stale.mkdir()
    shutil.copy(book / "games.duckdb", stale)
    with duckdb.connect(str(stale / "games.duckdb")) as connection:
        connection.execute("UPDATE meta.builds SET fingerprint = 'another'")
    for name in ("FILE.py", "own-nim"):
        if name == "own-nim":
            request.getfixturevalue("_offered")
        line = f"tafelwerk games solve {name} --force --book {stale}"
        said = afresh("tables", "--book", stale).stderr
        assert f"games: 1 build was made by other code; rebuild with: {line}" in said
        assert json.loads(call("doctor", "--json", "--book", stale).stdout)["next"] == line
    assert afresh("games", "solve", "own-nim", "--force", "--book", stale).returncode == 0
    assert "other code" not in call("tables", "--book", stale).stderr


NOISE = """
import os, subprocess, sys
print("noise of the file")
class Noisy:
    def start(self):
        print("noise of start")
        return 3
    def moves(self, heap):
        sys.stdout.write("noise of moves\\n")
        os.write(1, b"noise of the system\\n")
        print("noise of the first stream", file=sys.__stdout__)
        return range(1, min(2, heap) + 1)
    def after(self, heap, taken):
        if heap == 3:
            subprocess.run(["echo", "noise of a child"])
        return heap - taken
    def outcome(self, heap):
        return -1 if heap == 0 else None
"""


def test_what_a_game_prints_is_no_part_of_the_answer(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISE + "import atexit; atexit.register(print, 'noise of the end')\n")
    done = run("games", "solve", "noisy.py", "--json", "--book", tmp_path / "book", cwd=tmp_path)
    assert (done.returncode, "noise" in done.stdout) == (0, False), done.stderr
    assert isinstance(json.loads(done.stdout), dict)
    for what in ("the file", "start", "moves", "the system", "the first stream", "a child", "the end"):
        assert f"noise of {what}\n" in done.stderr, what


def test_what_a_known_game_prints_is_no_part_of_the_answer_either(tmp_path: Path) -> None:
    """A process that has its code already, as that of a page has."""
    system = ("os.write", "__stdout__", "heap == 3", "subprocess.run")
    lines = [line for line in NOISE.splitlines() if not any(word in line for word in system)]
    (tmp_path / "noisy.py").write_text("\n".join(lines))
    for line in ("games solve noisy.py --json", "games explain noisy.py --json", "games explain noisy"):
        done = call(*line.split(), "--book", tmp_path / "book", cwd=tmp_path)
        assert (done.returncode, "noise" in done.stdout) == (0, False), done.stderr
        assert "noise of moves\n" in done.stderr
    # the conversation of a game in play stays on standard output, prompts and all
    done = call("games", "play", "noisy.py", "--book", tmp_path / "book", cwd=tmp_path, stdin="1\n")
    assert (done.returncode, "noise" in done.stdout) == (0, False), done.stderr
    assert "move 1, yours: 1\nmove 2: perfect plays 2\n" in done.stdout
