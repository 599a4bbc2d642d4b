"""Games of the user's own on the command line: of packages, files, stored tables, and those of docs/games.md."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from own_nim import SOURCE, make_package
from page_commands import ROOT, files
from program import answered, build_here, call, refused, run

from tafelwerk.families.games import rules


@contextmanager
def offering(folder: Path) -> Iterator[None]:
    """The package is installed in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "own_nim")  # what makes the package has its name
        patch.syspath_prepend(str(folder))
        yield
        for name in ("own_nim", "own_broken"):
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    make_package(folder)
    return folder


@pytest.fixture(scope="module")
def book(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the game that the package offers."""
    path = tmp_path_factory.mktemp("games") / "book"
    with offering(package):
        assert build_here("build", "games", "own-nim", "--book", path).returncode == 0
    return path


@pytest.fixture
def _offered(package: Path) -> Iterator[None]:
    with offering(package):
        yield


@pytest.fixture(autouse=True)
def _forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What this process learns of games is forgotten."""
    monkeypatch.setattr(rules, "_KNOWN", {})
    yield
    forget()


def forget() -> None:
    rules._KNOWN.clear()
    for name in ("some_nim", "another", "other"):
        sys.modules.pop(name, None)


def afresh(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What is answered by a process that has read no game yet."""
    forget()
    return build_here(*words)


def test_ctrl_c_within_a_game_leaves_the_book_as_it_was(book: Path, tmp_path: Path) -> None:
    file = tmp_path / "some_nim.py"
    file.write_text(SOURCE.replace("heap, taken = move", "raise KeyboardInterrupt"), encoding="utf-8")
    before = (book / "games.duckdb").read_bytes()
    done = afresh("games", "solve", file, "--book", book)
    told = "interrupted: nothing was finished, so nothing is kept; the same command starts from the beginning"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (130, told)
    assert "Traceback" not in done.stderr
    assert (book / "games.duckdb").read_bytes() == before


STOPPED = """
from pathlib import Path
class Count:
    start = lambda self: (0, frozenset())
    outcome = lambda self, n: -1 if n[0] > 4000 else None
    def moves(self, n):
        if Path("again").exists():
            assert n[0] > 2900
        elif n[0] == 3000:
            raise KeyboardInterrupt
        return [1, 2]
    def after(self, n, move):
        return (n[0] + move, n[1])
"""


def test_ctrl_c_within_a_long_game_keeps_its_positions(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(STOPPED, encoding="utf-8")
    words = ("games", "solve", "counting.py", "--book", "book")
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, "3,000 of 3,002 positions of count looked at" in done.stderr) == (130, True), done.stderr
    (tmp_path / "again").touch()
    done = run(*words, cwd=tmp_path)
    assert done.stdout.startswith("count: 4,003 positions, 2 ends, solved"), done.stderr
    assert "worth 1 to the player to move in 2,667 plies" in done.stdout


@pytest.mark.usefixtures("_offered")
def test_an_offered_game_is_listed_asked_and_proved(book: Path, tmp_path: Path) -> None:
    assert answered("games", "list", book=book)["games"] == [
        {"name": "broken", "class": "own_broken:Game", "installed": True, "positions": None},
        {"name": "own-nim", "class": "own_nim:Nim", "installed": True, "positions": 9},
    ]
    position = answered("games", "position", "own-nim", book=book)
    assert (position["position"], position["value"], position["distance"]) == ("[1,2,2]", "1", 5)
    assert (position["certainty"], position["evidence"], position["source"]) == ("exact", "certificate", "book")
    done = call("verify", "games", "--book", book)
    assert done.returncode == 0
    assert re.search("ok +games.positions: own-nim, values by those of the successors: all 9 rows", done.stderr)
    for words in (("play",), ("tables", "games")):
        assert "own-nim" in call(*words, "--book", book).stdout
    env = {"_TAFELWERK_COMPLETE": "complete_bash", "COMP_WORDS": "tafelwerk games play own", "COMP_CWORD": "3"}
    assert call(**env).stdout.split() == ["own-nim"]
    # a stored game whose code fails
    file = tmp_path / "other.py"
    file.write_text(SOURCE.replace("    def start", "    name = 'broken'\n\n    def start"), encoding="utf-8")
    assert call("games", "solve", file, "--book", tmp_path / "book").returncode == 0
    done = afresh("verify", "games", "--book", tmp_path / "book")
    assert done.returncode == 0
    cause = "0 of 9 rows: the game broken of own_broken:Game cannot be loaded: RuntimeError: no luck"
    assert f"not proved games.positions: broken, values by those of the successors: {cause}" in done.stderr


def test_a_table_is_asked_without_the_code(book: Path) -> None:
    position = answered("games", "position", "own-nim", "[1, 1, 2]", book=book)
    assert (position["value"], position["distance"], position["moves"]) == ("1", 3, ["[2,2]"])
    assert call("games", "solve", "own-nim", "--book", book).stdout.startswith("own-nim: 9 positions, 1 end.\n[1,2,2]:")
    for words, code, told in (
        (("explain", "own-nim"), 2, "the code of own-nim (own_nim:Nim) is not installed"),
        (("position", "own-nim", "[2,1,1]"), 2, "code is missing"),
        (("position", "Own-Nim"), 3, "error: the game Own-Nim (did you mean own-nim?): not in the book "),
    ):
        assert told in refused(call("games", *words, "--book", book), code)
    done = call("verify", "games", "--book", book)
    assert done.returncode == 0
    cause = "the code of own-nim (own_nim:Nim) is not installed; give its file: tafelwerk games verify FILE.py"
    wanted = f"not proved games.positions: own-nim, positions by its rules: 0 of 9 rows: {cause}"
    assert wanted in done.stderr
    assert done.stderr.count("games verify FILE.py") == 1
    assert not re.search("^ok.*own-nim", done.stderr, re.MULTILINE)
    assert " passed; 4 not proved: games.positions: own-nim, " in done.stdout
    checks = json.loads(call("verify", "games", "--json", "--book", book).stdout)["checks"]
    assert sum(check["proved"] == 0 for check in checks) == 4


def test_a_changed_game_is_solved_anew(tmp_path: Path) -> None:
    """A game of the same name takes its place, and says so."""
    file, other, book = tmp_path / "some_nim.py", tmp_path / "another.py", tmp_path / "book"

    def write(path: Path, heaps: str) -> None:
        path.write_text(SOURCE.replace("class Nim", "class SomeNim").replace("(1, 2, 2)", heaps), encoding="utf-8")

    write(file, "(1, 2, 2)")
    assert afresh("build", "games", file, "--book", book).returncode == 0
    assert "nothing to do" in afresh("build", "games", file, "--book", book).stdout
    write(file, "(1, 2, 3)")
    done = afresh("games", "solve", file, "--book", book)
    assert "some-nim: 14 positions" in done.stdout
    assert "worth -1" in done.stdout
    assert answered("sql", "SELECT count(*) AS n FROM games.positions", book=book) == [{"n": 14}]
    assert afresh("games", "verify", file, "--book", book).returncode == 0
    write(other, "(1, 1, 1)")
    done = afresh("games", "solve", other, "--book", book)
    assert "some-nim replaces the game of that name by some_nim:SomeNim" in done.stderr
    assert "some-nim: 4 positions" in done.stdout


def test_a_game_solved_by_another_program_is_to_be_solved_again(
    book: Path, tmp_path: Path, request: pytest.FixtureRequest
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
    noise = "print('noise of a move'); heap, taken = move"
    (tmp_path / "some_nim.py").write_text(SOURCE.replace("heap, taken = move", noise))
    for line in ("games solve some_nim.py --json", "games explain some_nim.py --json", "games explain nim"):
        done = call(*line.split(), "--book", tmp_path / "book", cwd=tmp_path)
        assert (done.returncode, "noise" in done.stdout) == (0, False), done.stderr
        assert "noise of a move\n" in done.stderr
    # the conversation of a game in play stays on standard output, prompts and all
    done = call("games", "play", "some_nim.py", "--book", tmp_path / "book", cwd=tmp_path, stdin="[0,1]\n")
    assert (done.returncode, "noise" in done.stdout) == (0, False), done.stderr
    assert "move 1, yours: [0,1]\nmove 2: perfect play takes " in done.stdout


def test_a_play_at_random_follows_the_rules(tmp_path: Path) -> None:
    """Each move leads to the next position, and the value of the end is for the player whose turn it is."""
    (tmp_path / "some_nim.py").write_text(SOURCE, encoding="utf-8")
    plays = answered("games", "check", tmp_path / "some_nim.py", "--games", 20, "--seed", 1, book=tmp_path / "book")[
        "plays"
    ]
    winners = set()
    for play in plays:
        positions = [json.loads(move["position"]) for move in play["moves"]] + [json.loads(play["end"])]
        assert positions[0] == [1, 2, 2]
        for number, (move, before, after) in enumerate(zip(play["moves"], positions, positions[1:], strict=False)):
            heap, taken = json.loads(move["move"])
            assert before[heap] - taken == after[heap]
            assert (move["mover"], move["choices"]) == (("first", "second")[number % 2], sum(before))
        assert (positions[-1], play["outcome"]) == ([0, 0, 0], "-1")
        assert play["mover"] == ("first", "second")[len(play["moves"]) % 2]
        winners.add(play["mover"])
    assert winners == {"first", "second"}
    again = answered("games", "check", tmp_path / "some_nim.py", "--games", 20, "--seed", 1, book=tmp_path / "book")
    assert again["plays"] == plays


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("(0, *sorted(heaps)[1:])", "only one of the two leads to"),
        ("heaps if any(heaps) else (1, 0, 0)", "the two do not end alike"),
    ],
)
def test_a_key_that_is_no_symmetry_shows_in_a_play(key: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "some_nim.py"
    file.write_text(SOURCE.replace("tuple(sorted(heaps))", key), encoding="utf-8")
    done = afresh("games", "check", file, "--games", "9", "--seed", "1", "--book", tmp_path / "book")
    assert reason in refused(done, 2)
    assert "key or symmetry makes different positions equal" in done.stderr


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("n + move", "is a limit missing? Such a game is never solved"),
        ("(n + move) % 5", "196 positions had come before"),
    ],
)
def test_a_game_without_an_end_shows_in_a_play(after: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "some_count.py"
    file.write_text(
        "class Count:\n    start = lambda self: 0\n    moves = lambda self, n: [1, 2]\n"
        f"    after = lambda self, n, move: {after}\n    outcome = lambda self, n: None\n",
        encoding="utf-8",
    )
    text = call("games", "check", file, "--seed", "1", "--book", tmp_path / "book").stdout
    assert "but 1 of them did not end within 200 moves" in text
    assert said in text


def test_a_cited_build_runs_where_its_file_is(tmp_path: Path) -> None:
    """Also from another book, whose reader has the file."""
    (tmp_path / "some_nim.py").write_text(SOURCE, encoding="utf-8")
    assert run("games", "solve", "some_nim.py", "--book", "book", cwd=tmp_path).returncode == 0
    (build,) = answered("cite", "games.positions", book=tmp_path / "book")["table"]["builds"]
    assert build["line"] == "tafelwerk build games some_nim.py:Nim"
    done = run(*build["line"].split()[1:], "--book", "another", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (same,) = answered("cite", "games.positions", book=tmp_path / "another")["table"]["builds"]
    assert same["sha256"] == build["sha256"]


def test_the_code_is_kept_with_the_table(tmp_path: Path) -> None:
    """As it was when the game was solved."""
    book, file = tmp_path / "book", tmp_path / "some_nim.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert afresh("games", "solve", file, "--book", book).returncode == 0
    file.write_text(SOURCE.replace("(1, 2, 2)", "(1, 2, 3)"), encoding="utf-8")
    forget()
    assert answered("games", "source", "nim", book=book) == {"game": "nim", "class": "some_nim:Nim", "source": SOURCE}
    assert call("games", "source", "nim", "--book", book).stdout.strip() == SOURCE.strip()
    assert call("games", "source", "nim", "-o", tmp_path / "same.py", "--book", book).returncode == 0
    assert (tmp_path / "same.py").read_text(encoding="utf-8") == SOURCE
    assert "not in the book" in refused(call("games", "source", "another", "--book", book), 3)
    assert "some_nim.py:Nim --force" in refused(call("games", "solve", "nim", "--force", "--book", book), 2)
    # the code at hand is another
    checks = json.loads(call("games", "verify", file, "--json", "--book", book).stdout)["checks"]
    (changed,) = [check for check in checks if check["name"].endswith("nim, code by that at hand")]
    assert changed["proved"] == 0
    file.write_text(SOURCE + "# a comment\n", encoding="utf-8")
    done = afresh("games", "verify", file, "--book", book)
    assert (done.returncode, "code by that at hand: 1 row" in done.stderr) == (0, True)


@pytest.mark.usefixtures("_offered")
def test_a_game_of_a_package_is_cited_by_its_name(book: Path) -> None:
    (build,) = answered("cite", "games.games", book=book)["table"]["builds"]
    assert build["line"] == "tafelwerk build games own-nim"


PAGE = "docs/games.md"


def test_python_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = files(PAGE)
    games = ("tictactoe", "thirteen", "pig", "cram", "wythoff", "chomp", "hexapawn", "morris", "dots", "sliding")
    assert list(texts) == [*(f"{game}.py" for game in games), "ask.py"]
    assert len(texts["tictactoe.py"].splitlines()) == 25
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path / "book"))
    monkeypatch.syspath_prepend(str(tmp_path))
    exec(compile(texts["ask.py"], "ask.py", "exec"), {})
    shown = "".join(f"    {line}\n" for line in ["$ python ask.py", *capsys.readouterr().out.splitlines()])
    assert shown in (ROOT / PAGE).read_text(encoding="utf-8")
