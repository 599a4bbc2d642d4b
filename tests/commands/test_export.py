"""`tafelwerk export`: a table as a file."""

import shlex
from pathlib import Path

import duckdb
import pytest
from program import call, refused


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_table_is_exported_whole(ending: str, book: Path, tmp_path: Path) -> None:
    path = tmp_path / f"duels.{ending}"
    done = call("export", "montecarlo.subtraction_duels", "-o", path, "--book", book)
    assert (done.returncode, done.stdout) == (0, "")
    assert "15 rows" in done.stderr
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{book / 'montecarlo.duckdb'}' AS stored (READ_ONLY)")
        quoted = ", quote = '\"'" if ending == "csv" else ""
        read = f"read_{ending}('{path}'{quoted})"
        rows = connection.sql(f"FROM {read}").fetchall()
        assert rows == connection.sql("FROM stored.subtraction_duels").fetchall()
        assert connection.sql(f"FROM {read}").columns == connection.sql("FROM stored.subtraction_duels").columns
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "file", "said"),
    [
        ("montecarlo.duels", "a.csv", "did you mean montecarlo.esr_duels"),
        ("subtraction_duels", "a.csv", "montecarlo.subtraction_duels"),
        ('montecarlo.a"b', "a.csv", "unknown table"),
        ("montecarlo.subtraction_duels", "a.xlsx", "FILE.parquet or FILE.csv"),
        ("montecarlo.subtraction_duels", "none/a.csv", "there is no folder"),
    ],
)
def test_what_is_refused(name: str, file: str, said: str, book: Path, tmp_path: Path) -> None:
    assert said in refused(call("export", name, "-o", file, "--book", book, cwd=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_a_family_that_is_not_built(tmp_path: Path) -> None:
    error = refused(call("export", "montecarlo.subtraction_duels", "-o", "a.csv", cwd=tmp_path), 3)
    assert error.endswith("tafelwerk build montecarlo")


def test_a_view_is_named_with_what_writes_it(quick_book: Path, tmp_path: Path) -> None:
    error = refused(call("export", "skat.openings", "-o", "a b.csv", "--book", quick_book, cwd=tmp_path), 2)
    told = "error: skat.openings is a view, not a table; write its rows with: tafelwerk "
    assert error.startswith(told)
    words = shlex.split(error.removeprefix(told))
    assert words == ["sql", "FROM skat.openings", "--output", "a b.csv"]
    done = call(*words, "--book", quick_book, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a b.csv").read_text().startswith("deal,game,declarer,card,points")
