"""`tafelwerk diff`: its report, its JSON and its exit codes."""

import json
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest
from program import call, refused

from tafelwerk.commands.diff import _value
from tafelwerk.errors import BookError, StorageError, TafelwerkError
from tafelwerk.tables import difference
from tafelwerk.tables.layout import schema_sql
from tafelwerk.tables.provenance import FORMAT_VERSION


@pytest.fixture
def other(book: Path, tmp_path: Path) -> Path:
    """A copy of the book, to be changed."""
    return Path(shutil.copytree(book, tmp_path / "other"))


def change(book: Path, *statements: str) -> None:
    with duckdb.connect(str(book / "montecarlo.duckdb")) as connection:
        for statement in statements:
            connection.execute(statement)


def compare_books(*words: str | Path, code: int, **env: str) -> dict[str, Any]:
    done = call("diff", *words, "--json", **env)
    assert (done.returncode, done.stderr) == (code, "")
    document: dict[str, Any] = json.loads(done.stdout)
    assert document["same"] is (code == 0)
    return document


def test_the_report_of_differences(book: Path, other: Path) -> None:
    change(
        other,
        "ALTER TABLE subtraction_duels ALTER second DROP NOT NULL",
        "UPDATE subtraction_duels SET second = NULL, mean = 0.75 WHERE heap = 3 AND k = 2",
        "DELETE FROM subtraction_duels WHERE heap = 5 AND k = 3",
        "UPDATE meta.builds SET certainty = 'sampled'",
        "ALTER TABLE subtraction_duels DROP error",
    )
    done = call("diff", book, other)
    assert (done.returncode, done.stderr) == (4, "")
    assert done.stdout.splitlines()[3:] == [
        "montecarlo: different",
        "  build montecarlo subtraction 5 --moves 1,2 --k-max 3: certainty certified -> sampled",
        "  subtraction_duels: only in the left book: column error",
        "  subtraction_duels: only in the left book: 1 row",
        "  subtraction_duels: second differs in 1 row",
        "  subtraction_duels: mean differs in 1 row",
        "    moves 1,2, overshoot wins, heap 3, k 2, rival 4: second 0.25 -> NULL, mean 0.3125 -> 0.75",
        "    moves 1,2, overshoot wins, heap 5, k 3, rival 6: only in the left book",
        "",
        "1 of 1 family differs",
    ]
    assert [_value(text) for text in (None, "x" * 60, "x" * 61)] == ["NULL", "x" * 60, f"{'x' * 60}..."]


def test_each_side_has_its_name(book: Path, other: Path) -> None:
    """What the right book alone has is said of the right one, and with the books exchanged of the left one."""
    change(other, "DELETE FROM subtraction_duels WHERE heap = 4", "DROP TABLE subtraction_limits")
    change(other, "UPDATE meta.builds SET name = 'another'")
    with duckdb.connect(str(other / "search.duckdb")) as connection:
        for name in ("meta", "search"):
            connection.execute(schema_sql(name))
        connection.execute("INSERT INTO meta.format VALUES (?, 'search', 'a test')", [FORMAT_VERSION])
    for books, (here, there) in (((book, other), ("left", "right")), ((other, book), ("right", "left"))):
        lines = [line.strip() for line in call("diff", *books).stdout.splitlines()]
        assert f"search: only in the {there} book" in lines
        assert f"build only in the {here} book: montecarlo subtraction 5 --moves 1,2 --k-max 3" in lines
        assert f"build only in the {there} book: another" in lines
        assert f"subtraction_limits: only in the {here} book, 0 rows" in lines
        assert f"subtraction_duels: only in the {here} book: 3 rows" in lines
        assert f"moves 1,2, overshoot wins, heap 4, k 1, rival 2: only in the {here} book" in lines
        assert lines[-1] == "2 of 2 families differ"
        family, search = compare_books(*books, code=4)["families"]
        assert search["held"] == {here: False, there: True}
        assert family["builds"]["only"][there] == ["another"]
    assert [one["family"] for one in compare_books(book, other, "--family", "search", code=4)["families"]] == ["search"]
    assert compare_books(book, other, "--family", "dresher", code=0)["families"] == []
    assert "neither book" in call("diff", book, other, "--family", "dresher").stdout
    change(
        other,
        "ALTER TABLE subtraction_duels RENAME heap TO tokens",
        "COMMENT ON TABLE subtraction_duels IS 'Duels. Key: moves, overshoot, tokens, k, rival.'",
    )
    said = "  subtraction_duels: the keys have no columns in common: rows were not compared"
    assert said in call("diff", book, other).stdout.splitlines()


@pytest.mark.parametrize(("fault", "code"), [(StorageError("no permission"), 5), (BookError("cut off"), 4)])
def test_a_family_that_cannot_be_read_is_left_out(
    fault: TafelwerkError, code: int, book: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are compared, and a difference is said before what could not be read."""
    compare = difference._family

    def compared_family(books: tuple[Path, Path], family: str) -> Any:
        if family == "search":
            raise fault
        return compare(books, family)

    monkeypatch.setattr(difference, "_family", compared_family)
    (other / "search.duckdb").touch()
    done = call("diff", book, other, "--json")
    assert (done.returncode, done.stderr) == (code, f"left out: {fault}\n")
    document = json.loads(done.stdout)
    assert (document["same"], document["damaged"]) == (False, [{"family": "search", "error": str(fault)}])
    assert [one["same"] for one in document["families"]] == [True]
    said = "search: not compared, since a file cannot be read\n\nwhat could be read says the same: 1 family\n"
    assert call("diff", book, other).stdout.endswith(said)
    change(other, "DELETE FROM subtraction_duels WHERE heap = 4")
    assert call("diff", book, other).returncode == 4


def test_the_second_book_is_your_own_unless_it_is_named(book: Path, other: Path, tmp_path: Path) -> None:
    change(other, "DELETE FROM subtraction_duels WHERE k = 1")
    assert compare_books(other, code=4, TAFELWERK_BOOK=str(book))["right"] == str(book)
    assert compare_books(other, "--book", book, code=4)["right"] == str(book)
    same = compare_books("other", "other", code=0, cwd=tmp_path)
    assert (same["left"], same["right"]) == (str(other), str(other))
    assert [(family["same"], family["builds"]["count"]) for family in same["families"]] == [
        (True, {"left": 1, "right": 1})
    ]
    (tmp_path / "montecarlo.duckdb").write_bytes(b"nothing")
    assert "is damaged" in refused(call("diff", tmp_path, book), 4)
