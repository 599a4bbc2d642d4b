"""The pages' SQL questions give the answers that stand beside them.
The pages show what their commands print: on an empty book, so that the pocket book answers, or what is computed.
The notebook in docs/ runs, and goes through the one public door.
What a type checker says of programs that ask the book, those of the documentation among them.
What the commands of the README and of docs/ print fits the terminal, and no heading is broken letter by letter.
"""

import ast
import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from page_commands import PAGE_OF, PAGES, ROOT, Example, examples, files, python_sources
from program import call, on_screen

import tafelwerk
from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE


def questions(page: str) -> list[Example]:
    """The SQL questions of a page that stand there as blocks, with the answers below them."""
    return [one for one in examples(f"docs/{page}") if one.words[0] == "sql" and not one.typed and one.printed]


PAGES_WITH_QUESTIONS = (*(f"{PAGE_OF.get(family, family)}.md" for family in FAMILIES), "skat-playing.md")


@pytest.mark.parametrize("page", PAGES_WITH_QUESTIONS)
def test_a_page_has_five_questions_in_sql(page: str) -> None:
    assert len(questions(page)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_WITH_QUESTIONS)
def test_questions_are_answered_as_the_page_says(page: str, standard_book: Path) -> None:
    for one in questions(page):
        lines = call(*one.words, "--book", standard_book).stdout.splitlines()
        found = [line.split() for line in lines if line.strip() and not line.startswith("─")]
        assert found == [line.split() for line in one.printed.splitlines()], one.words


@pytest.mark.parametrize("page", ["skat.md", "skat-playing.md"])
def test_examples_in_python(page: str) -> None:
    """What a page shows of the Python API is what comes."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert (failed, tried > 2) == (0, True)


TYPED = {"play", "replay", "match"}
"""Commands that want more than their line, or a wider terminal: what is typed, files, tables of many columns."""

DEAR = ("beams", "puzzle")
"""Takes seven seconds on the standard game; shown/puzzles.txt has it on small ones."""

SOURCE = re.compile(r"\((?:exact; )?(?:pocket book|book|computed)\b")
TAKEN = re.compile(r"solved in [\d.]+ s")
POCKET = PACKAGE / "pocket"
COLUMNS = "100"


def shown(page: str) -> list[Example]:
    """Command lines that a page shows with what they print, in its order."""
    printed = [one for one in examples(page) if one.typed and one.printed and TYPED.isdisjoint(one.words[:2])]
    return [one for one in printed if one.words[:2] != DEAR]


def plain(text: str) -> str:
    """Lines folded and padded as they may be, as words, wherever answers come from and however long they took."""
    return TAKEN.sub("solved", SOURCE.sub("(book", " ".join(re.sub("─+", "─", text).split())))


@pytest.mark.parametrize("page", [page for page in PAGES if shown(page)])
def test_commands_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    for name, source in files(page).items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    book = tmp_path / "book"
    checker, places = doctest.OutputChecker(), {"COLUMNS": COLUMNS, "TAFELWERK_POCKET": str(POCKET)}
    for one in shown(page):
        done = call(*one.words, "--book", book, cwd=tmp_path, **places)
        assert done.returncode == 0, (one.words, done.stderr)
        # the reader's book is the default one
        found = re.sub(rf"( \\)? --book {re.escape(str(book))}", "", plain(done.stdout))
        assert checker.check_output(plain(one.printed), found, doctest.ELLIPSIS), (one.words, done.stdout)


def test_the_pages_explain_something_of_every_kind() -> None:
    explained = {one.words[0] for page in PAGES for one in shown(page) if one.words[1:2] == ("explain",)}
    assert explained >= {"montecarlo", "mastermind", "beams", "search", "switching", "minimax", "games"}


TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


@pytest.fixture(scope="module")
def cells() -> list[str]:
    document = json.loads(TOUR.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def test_it_runs(cells: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path))
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell, TOUR.name, "exec"), names)
    assert "MissingTableError" not in names
    assert repr(names["duel"]).startswith("Duel(k=10, rival=20, first=0.41")
    assert names["frame"].height == 10  # type: ignore[attr-defined]


def test_it_imports_nothing_but_the_package(cells: list[str]) -> None:
    for cell in cells:
        for node in ast.walk(ast.parse(cell)):
            assert not isinstance(node, ast.ImportFrom)
            if isinstance(node, ast.Import):
                assert [one.name for one in node.names] == ["tafelwerk"]


ASKED = """\
import tafelwerk
book = tafelwerk.open_book()
fraction = book.dresher.value(11, compute=True).value + 1
"""
WRONG = {
    'book.dresher.value(11).value + "x"': "No overload variant",
    'book.dresher.value("eleven")': "incompatible type",
    "book.dresher.values(11)": "has no attribute",
    "book.chess": "has no attribute",
}


@pytest.mark.slow
def test_a_type_checker_knows_what_is_asked_and_answered(tmp_path: Path) -> None:
    sources = python_sources() | {"asked": ASKED + "\n".join(WRONG) + "\n"}
    assert {"tictactoe", "using_0", "tour"} <= sources.keys()
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    # a cluster's library is not among the project's
    options = ("--strict", "--config-file=", "--disable-error-code=import-not-found")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "."], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
    begin = ASKED.count("\n") + 1
    places = [f"asked.py:{begin + number}" for number in range(len(WRONG))]
    assert [":".join(line.split(":")[:2]) for line in errors] == places, checked.stdout
    for line, reason in zip(errors, WRONG.values(), strict=True):
        assert reason in line


POCKET_BOOK = Path(tafelwerk.__file__).parent / "pocket"
WIDTHS = (60, 80)
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
RULE = re.compile(r"\s*─{3,}\s*$")

QUICK = (
    "montecarlo duel",
    "montecarlo blunder",
    "mastermind next --pegs 4 --colors 6",
    "mastermind summary --pegs 4",
    "mastermind gamma",
    "mastermind curve",
    "dresher value",
    "dresher hider",
    "dresher searcher",
    "dresher explain",
    "skat games",
    "switching winrate",
    "minimax grundy",
    "minimax octal",
    "minimax tictactoe",
    "minimax tree",
    "play",
    "schema",
    "tables",
    "sql",
)
MOST = 3
"""How many lines with the same first words are asked."""

MORE = (
    "tables --verbose",
    "schema skat",
    "schema montecarlo.subtraction_duels",
    "plot --list",
    "sql 'FROM dresher.games'",
    "sql 'FROM skat.games' --format table",
    "published search",
)


def faults(text: str, columns: int) -> list[str]:
    """Lines that are too long, and lines that hold a heading's letters one above the other."""
    lines = [STYLE.sub("", line.split("\r")[-1]) for line in text.replace("\r\n", "\n").split("\n")]
    found = [line for line in lines if len(line) > columns]
    for place, line in enumerate(lines):
        if RULE.match(line):
            above = [f" {one} " for one in lines[max(place - 3, 0) : place]]
            alone = [
                {
                    at
                    for at in range(1, len(one) - 1)
                    if one[at - 1 : at + 2].strip().isalpha() and one[at - 1] == one[at + 1] == " "
                }
                for one in above
            ]
            found += [above[-1]] if len(alone) == 3 and set.intersection(*alone) else []
    return found


def test_letters_one_above_the_other_are_noticed() -> None:
    heads = ["  c  what", "  o  it", "  s  says", " ────────────"]
    assert faults("\n".join(heads), 60) == ["   s  says "]
    assert faults("\n".join(["  cost   what", "  of it  it says", " ────────────"]), 60) == []


def asked() -> list[tuple[str, ...]]:
    """Command lines of the pages that take little time and no file."""
    met: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for page in PAGES:
        for one in examples(page):
            if shlex.join(one.words).startswith(QUICK) and (one.words[0] == "sql" or "--json" not in one.words):
                met.setdefault(one.words[: 1 if one.words[0] == "sql" else 2], set()).add(one.words)
    return [words for same in met.values() for words in sorted(same)[:MOST]]


def test_answers_of_the_pages_fit(tmp_path: Path) -> None:
    for words in asked():
        text = on_screen(*words, "--book", POCKET_BOOK, columns=60, cwd=tmp_path, TAFELWERK_POCKET=str(POCKET_BOOK))
        assert text, words
        assert faults(text, 60) == [], words


def test_long_lists_fit(tmp_path: Path) -> None:
    for line in MORE:
        for columns in WIDTHS:
            words = shlex.split(line)
            text = on_screen(
                *words, "--book", POCKET_BOOK, columns=columns, cwd=tmp_path, TAFELWERK_POCKET=str(POCKET_BOOK)
            )
            assert text, line
            assert faults(text, columns) == [], (line, columns)
