"""Commands on a book with the pocket book beneath it: which answers, and how that is said.
An answer that is computed is put into the book when that is asked for, and comes from there from then on.
"""

import json
from pathlib import Path
from shlex import split

import pytest
from books import alter_file, copy_family
from golden.questions import POCKET
from program import call, make_book, refused, tasks_here

from tafelwerk.tables.book import family_file

DUEL = ("montecarlo", "duel", "subtraction")
OPTIONS = ("--moves", "1,2", "--k", "3")


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pocket book with heaps 1 to 8."""
    return make_book(tmp_path_factory.mktemp("pockets") / "pocket", heaps=8)


def ask(*words: str | Path, book: Path, pocket: Path) -> str:
    done = call(*words, "--book", book, TAFELWERK_POCKET=str(pocket))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_source_of_an_answer(book: Path, pocket: Path) -> None:
    for heap, source, said in (("5", "book", "; book)"), ("8", "pocket", "; pocket book)")):
        found = json.loads(ask(*DUEL, heap, *OPTIONS, "--json", book=book, pocket=pocket))
        assert (found["source"], found["first"]) == (source, int(heap) / 8)
        assert said in ask(*DUEL, heap, *OPTIONS, book=book, pocket=pocket)


def test_sql_says_what_a_file_of_ones_own_takes_the_place_of(book: Path, pocket: Path, tmp_path: Path) -> None:
    line = ("sql", "SELECT count(*) AS n FROM montecarlo.subtraction_duels")
    said = "montecarlo is read from your book alone; to read the pocket book, with 1 other build, instead: --book"
    for folder, beneath, is_said in ((book, pocket, True), (tmp_path, pocket, False), (book, book, False)):
        done = call(*line, "--book", folder, TAFELWERK_POCKET=str(beneath))
        assert (said in done.stderr) is is_said


def test_a_damaged_pocket_book_is_to_be_reinstalled(tmp_path: Path) -> None:
    (tmp_path / "montecarlo.duckdb").write_bytes(b"nothing")
    done = call(*DUEL, "8", *OPTIONS, "--book", tmp_path / "none", TAFELWERK_POCKET=str(tmp_path))
    assert "reinstall tafelwerk" in refused(done, 4)


def test_tables_lists_the_book_then_the_pocket_book(book: Path, pocket: Path, tmp_path: Path) -> None:
    found = json.loads(ask("tables", "--json", book=book, pocket=pocket))
    assert (found["book"], found["pocket"]["book"]) == (str(book), str(pocket))
    rows = [
        table["rows"]
        for one in (found, found["pocket"])
        for table in one["families"][0]["tables"]
        if table["table"] == "montecarlo.subtraction_duels"
    ]
    assert rows == [15, 24]
    text = ask("tables", "montecarlo", book=book, pocket=pocket)
    assert text.index(str(book)) < text.index("Pocket book") < text.index(str(pocket))
    for folder, is_beneath in ((book, False), (tmp_path / "none", True)):
        lines = ask("tables", book=folder, pocket=pocket).splitlines()
        assert [line.rstrip().endswith("pocket book") for line in lines if line.startswith("montecarlo")] == [
            is_beneath
        ]
    empty = ask("tables", "montecarlo", book=tmp_path / "none", pocket=pocket)
    assert "holds no tables" in empty
    done = call("tables", "--book", book, TAFELWERK_POCKET="")
    assert "pocket" not in done.stdout
    assert done.returncode == 0
    # builds of other code are not named for the pocket book
    assert call("tables", "--book", tmp_path / "none", TAFELWERK_POCKET=str(pocket)).stderr == ""


def test_verify_proves_the_pocket_book_where_the_book_has_none(pocket: Path, tmp_path: Path) -> None:
    done = call("verify", "montecarlo", "--book", tmp_path / "none", TAFELWERK_POCKET=str(pocket))
    # the chances of these books are no real ones
    assert done.returncode == 4
    assert f"checks of {pocket} failed" in done.stderr.splitlines()[-1]


def test_build_makes_what_the_upper_book_lacks_whatever_the_pocket_book_holds(tmp_path: Path) -> None:
    words = ("build", "dresher", "--from", "1", "--to", "40", "--dry-run", "--json")
    for book, builds in ((tmp_path / "none", 1), (POCKET, 0)):
        plan = json.loads(call(*words, "--book", book, TAFELWERK_POCKET=str(POCKET)).stdout)
        assert len(plan["builds"]) == builds


def test_a_name_that_the_upper_book_does_not_know_may_be_one_of_the_pocket_book(tmp_path: Path) -> None:
    file = family_file(copy_family(POCKET, "skat", tmp_path), "skat")
    alter_file(file, "DELETE FROM games WHERE name = 'kupferschmid-6'")
    game = json.loads(ask("skat", "games", "kupferschmid-6", "--json", book=tmp_path, pocket=POCKET))
    assert (game["name"], game["source"]) == ("kupferschmid-6", "pocket")
    listed = json.loads(ask("skat", "games", "--json", book=tmp_path, pocket=POCKET))
    assert listed["source"] == "book"
    assert "kupferschmid-6" not in [game["name"] for game in listed["games"]]
    assert "from the pocket book" in ask("skat", "games", "kupferschmid-6", book=tmp_path, pocket=POCKET)
    unknown = call("skat", "games", "kupferschmid-66", "--book", tmp_path, TAFELWERK_POCKET=str(POCKET))
    assert "did you mean kupferschmid-6" in refused(unknown, 2)


KEPT = Path(__file__).with_name("kept.txt").read_text(encoding="utf-8").splitlines()
"""Questions, each with one that is answered by what is kept of it, where that is another."""


def source(line: str, book: Path) -> str:
    done = call(*split(line), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["source"])


@pytest.mark.parametrize("line", KEPT, ids=lambda line: " ".join(line.split()[:2]))
def test_an_answer_is_kept_when_asked(line: str, tmp_path: Path) -> None:
    question, _, other = line.partition(" => ")
    assert source(question, tmp_path) == "computed"
    assert list(tmp_path.iterdir()) == []
    with tasks_here():
        assert source(f"{question} --keep", tmp_path) == "computed"
    assert source(other or question, tmp_path) == "book"
