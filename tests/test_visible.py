"""No text of a book, a file, a game or a command line reaches a person as a control character, whatever the command."""

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import category

import duckdb
import pytest
from books import copy_family
from golden.small_book import write_files
from hypothesis import given
from hypothesis import strategies as st
from program import call, every_command, on_screen, tasks_here
from sharing import made_once

from tafelwerk.commands.output import json_text
from tafelwerk.streams import escape_json, is_seen, legible, program, visible
from tafelwerk.tables.layout import identifier, layout

PLANT = "\r all checks passed\x1b[2J\x07\x08\x9b1A\x7f\u202e\u2066\u200f\u2028\u200b\ufeff\nall checks passed"
"""What is stored behind a text: a book could write a report of its own by it."""

SPELLED = (
    "\\r all checks passed\\x1b[2J\\x07\\x08\\x9b1A\\x7f\\u202e\\u2066\\u200f\\u2028\\u200b\\ufeff\\nall checks passed"
)

POCKET = Path(__file__).parents[1] / "tafelwerk" / "pocket"

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

OWN_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def unseen(text: str) -> list[str]:
    """Control characters of a text, other than line breaks."""
    return [sign for sign in text if category(sign) in UNSEEN and sign != "\n"]


def test_every_unseen_character_is_spelled_as_in_a_python_string() -> None:
    for sign in map(chr, (*range(0x20000), *range(0xE0000, 0xE0200))):
        if category(sign) not in UNSEEN:
            assert sign.isprintable() or visible(f"a{sign}b") == f"a{sign}b"
            continue
        text = f"a{sign}b"
        spelled = visible(text, lines=False)
        assert not unseen(spelled)
        assert eval(f"'{spelled}'") == text
        assert visible(text) == (text if sign == "\n" else spelled)
        assert not is_seen(text)
    assert visible(PLANT, lines=False) == SPELLED


@given(st.text() | st.text(st.characters(categories=("Cc", "Cf", "Zl", "Zp", "L"))))
def test_json_has_the_same_strings_and_nothing_unseen(text: str) -> None:
    written = json_text({text: [text]})
    assert not unseen(written)
    assert "\n" not in written
    assert json.loads(written) == {text: [text]}
    assert json.loads(escape_json(json.dumps(text, ensure_ascii=False))) == text


def test_an_answer_without_unseen_characters_is_left_alone() -> None:
    answer = {"a": ["b", (1, None, 2.5)], "c": {"d": "e"}}
    assert legible(answer) is answer
    assert legible({"a\r": ["b\n", (1, "c")]}) == {"a\\r": ["b\\n", (1, "c")]}


def test_streams_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with program():
        sys.stdout.write(f"{PLANT}\n")
        sys.stderr.writelines([PLANT, "\n"])
    assert (sys.stdout, sys.stderr) == (out, err)
    assert out.getvalue() == err.getvalue() == SPELLED.replace("\\n", "\n") + "\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write_files(folder)
    (folder / "nim.py").write_text(GAME, encoding="utf-8")
    return folder


GAME = f'''
PLANT = {PLANT!a}
class Nim:
    """Nim{ascii(PLANT)[1:-1]}"""
    def start(self):
        return "3" + PLANT
    def moves(self, heap):
        return [str(one) + PLANT for one in range(1, min(2, int(heap[0])) + 1)]
    def after(self, heap, taken):
        return str(int(heap[0]) - int(taken[0])) + PLANT
    def outcome(self, heap):
        return -1 if heap[0] == "0" else None
    def board(self, heap):
        return heap
'''


@pytest.fixture(scope="module")
def books(files: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Copies of files of the pocket book, of a table of answers and of a game, with PLANT behind stored texts.

    In "values" behind those outside the key of their table, in "names" behind all but what a file is recognised by.
    """
    folder = made_once(tmp_path_factory, "planted", lambda folder: plant(files, folder))
    return {name: folder / name for name in ("values", "names")}


def plant(files: Path, folder: Path) -> None:
    sound = folder / "sound"
    sound.mkdir(parents=True)
    for family in ("dresher", "mastermind", "minimax", "skat"):
        copy_family(POCKET, family, sound)
    for line in ("build mastermind --matrix matrix.csv --name table --strategy h1", "games solve nim.py"):
        with tasks_here():
            done = call(*line.split(), "--book", sound, cwd=files, TAFELWERK_POCKET="")
        assert done.returncode == 0, done.stderr
    for name in ("values", "names"):
        shutil.copytree(sound, folder / name)
        for file in (folder / name).glob("*.duckdb"):
            with duckdb.connect(str(file)) as connection:
                for table, column in list(columns(connection, file.stem, name)):
                    with suppress(duckdb.ConstraintException):
                        text = identifier(column)
                        connection.execute(f"UPDATE {table} SET {text} = {text} || ?", [PLANT])


def columns(connection: duckdb.DuckDBPyConnection, family: str, name: str) -> Iterator[tuple[str, str]]:
    """Tables and their columns of texts that are planted."""
    keys = {table.name: table.key for table in layout(family)}
    rows = connection.execute(
        "SELECT schema_name, table_name, column_name FROM duckdb_columns() JOIN duckdb_tables() USING (schema_name, table_name)"
        " WHERE data_type = 'VARCHAR' AND NOT duckdb_columns.internal"
    ).fetchall()
    for schema, table, column in rows:
        is_checked = (schema == "meta" and table != "builds") or (table == "builds" and column in CHECKED)
        if not (is_checked or (name == "values" and column in keys.get(table, ()))):
            yield f"{schema}.{identifier(table)}", column


CHECKED = frozenset({"digest", "parameters", "sha256", "fingerprint", "certainty", "evidence"})
"""Columns of meta.builds that are read as more than a text."""


REPORTS = (
    *("tables --verbose", "doctor", "games list", "skat games", "verify games", "schema --all", "plot --list"),
    *("tables skat", "tables --card games", "cite skat.games", "sql 'FROM meta.builds'", "build games --dry-run"),
    *("sql 'FROM skat.games' --format markdown", "export skat.games --format jsonl"),
)
"""Commands that tell what a book holds, whatever it is."""

ANSWERS = (
    *("games solve nim.py", "games position nim", "games explain nim.py", "games verify nim.py"),
    *("mastermind next --name table", "skat replay --game kupferschmid-1", "minimax octal 0.127", "dresher hider 5"),
)

SESSIONS = ("games play nim.py", "mastermind play --name table")


def show(line: str, book: Path, files: Path, stdin: str = "") -> str:
    """What a line prints, on both streams."""
    done = call(*shlex.split(line), "--book", book, cwd=files, stdin=stdin, TAFELWERK_POCKET="")
    text = done.stdout + done.stderr
    assert not unseen(text), (line, text)
    if not stdin:
        imitated = [said for said in text.splitlines() if said.strip().startswith("all checks passed")]
        assert not imitated, (line, text)
    return text


def test_no_command_shows_a_control_character(books: dict[str, Path], files: Path) -> None:
    for name, lines in (("names", REPORTS), ("values", ANSWERS)):
        spelled = [line for line in lines if "\\x1b[2J" in show(line, books[name], files)]
        assert len(spelled) >= len(lines) // 2, spelled
    for line in SESSIONS:
        assert "\\x1b[2J" in show(line, books["values"], files, stdin="help\nhint\nmoves\n\x1b[2J\nboard\n1\nquit\n")


def test_no_terminal_is_sent_one(books: dict[str, Path], files: Path) -> None:
    """Colours are the program's own."""
    for line in ("tables skat", "cite skat.games", "sql 'FROM skat.games'", "sql 'FROM skat.games' --format csv"):
        text = on_screen(*shlex.split(line), "--book", books["names"], columns=100, cwd=files, TAFELWERK_POCKET="")
        assert "\\x1b[2J" in text, line
        assert not unseen(OWN_STYLE.sub("", text)), line


WORDS = ("\x1b[2J\u202e\r all checks passed", "--\x1b[2J\u202e", "x\u2028\u200b=\x9b")


def test_what_was_typed_is_repeated_visibly(files: Path) -> None:
    """Every command refuses these words, or takes them; in its help there are none."""
    lines = ([WORDS[0]], [WORDS[1]], [WORDS[0], WORDS[2]])
    for place, (words, _) in enumerate(every_command()):
        is_refused_only = words[:1] in (("serve",), ("atlas",), ("warm",))
        line = lines[1 if is_refused_only else place % 3]
        done = call(*words, *line, cwd=files, TAFELWERK_BOOK=str(files / "none"))
        assert not unseen(done.stdout + done.stderr), (words, line, done.stderr)
        assert done.returncode != 1, (words, line)


def test_raw_pipes_keep_the_text(tmp_path: Path) -> None:
    text = PLANT.replace("'", "")
    statement = "SELECT " + " || ".join(f"chr({ord(sign)})" for sign in text) + " AS text"
    assert call("sql", statement, "--format", "csv", "--book", tmp_path).stdout == f'text\n"{text}"\n'
    for form in ("json", "jsonl"):
        out = call("sql", statement, "--format", form, "--book", tmp_path).stdout
        assert not unseen(out)
        answer = json.loads(out)
        assert (answer[0] if form == "json" else answer)["text"] == text
    file = tmp_path / "x.parquet"
    assert call("sql", statement, "-o", file, "--book", tmp_path).returncode == 0
    with duckdb.connect() as connection:
        assert connection.execute(f"SELECT text FROM '{file}'").fetchall() == [(text,)]


FAULTY = {
    "mastermind next --words F --score wordle": "crane\n" + PLANT + "\nslate\n",
    "build mastermind --codes F --score wordle --name x --strategy h1": "crane\nab" + PLANT + "\n",
    "build mastermind --matrix F --name x --strategy h1": "q,a" + PLANT.replace("\n", "") + ",b\na,1,=\nb,=,1,3\n",
    "switching solve F": "A x" + PLANT.replace("\n", " ") + "\nx B\n",
    "switching move --graph F --policy heuristic": "A x\x1b[2J\nx\x1b[2J B\nA \u202e\n\u202e B\n",
    "minimax tree F": '{"x\x1b[2J": 1}',
    "skat replay F": "(;GM[Skat]PC[\x1b[2J\u202e]ID[1\x9b]P0[a\x1b[2J]P1[b]P2[c]MV[w \x1b])\n",
    "skat deals F": "CJ \x1b[2J | SJ\u202e | \n",
    "skat solve --game null --declarer forehand --deal -": "CJ \x1b[2J | SJ\u202e | \n",
    "games solve F.py": "raise ValueError('\x1b[2J\u202e')\n",
    "sql": "SELECT '\x1b[2J' FROM \u202e\n",
}
"""Commands with the content of a file, or of standard input, that they repeat."""


def test_what_a_file_holds_is_repeated_visibly(tmp_path: Path) -> None:
    name = "f\x1b[2J\u202e"
    for line, content in FAULTY.items():
        (tmp_path / name).write_text(content, encoding="utf-8", newline="")
        (tmp_path / f"{name}.py").write_text(content, encoding="utf-8", newline="")
        words = [word.replace("F", name) if word in ("F", "F.py") else word for word in line.split()]
        done = call(*words, cwd=tmp_path, stdin=content, TAFELWERK_BOOK=str(tmp_path / "book"))
        assert not unseen(done.stdout + done.stderr), done
        assert done.returncode != 1, line


def test_no_candidate_has_one(books: dict[str, Path]) -> None:
    for line in ("mastermind next --name ", "skat games "):
        asked = {"_TAFELWERK_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        for name, book in books.items():
            done = call(stdin=None, cwd=None, **asked, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
            assert not unseen(done.stdout + done.stderr), (line, name)
