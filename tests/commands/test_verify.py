"""`tafelwerk verify`: what is right passes, what was changed is found."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from program import make_book, refused, run

from tafelwerk import cli
from tafelwerk.tables.checks import Check


class Builders:
    """Stands in for a family's builders: its proof finds what it is told to."""

    def __init__(self, *checks: Check) -> None:
        self.checks = checks
        self.samples: list[int | None] = []

    def verify(self, book: object, sample: int | None) -> Iterator[Check]:
        self.samples.append(sample)
        yield from self.checks


def test_a_sound_book_passes(book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    builders = Builders(Check("duels: other method", True, "7 rows"))
    monkeypatch.setattr("tafelwerk.build.catalogue.module", lambda family: builders)
    assert cli.main(["verify", "--sample", "7", "--json", "--book", str(book)]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["ok"] is True
    assert document["checks"][-1] == {
        "family": "montecarlo",
        "name": "duels: other method",
        "ok": True,
        "detail": "7 rows",
    }
    assert len(document["checks"]) == len(err.splitlines()) > 10
    assert builders.samples == [7]


def test_a_row_that_does_not_prove_is_exit_4(
    book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builders = Builders(Check("duels: other method", False, "heap 3: 0.5, stored 0.4"))
    monkeypatch.setattr("tafelwerk.build.catalogue.module", lambda family: builders)
    assert cli.main(["verify", "montecarlo", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith("error: 1 of ")
    assert "heap 3: 0.5, stored 0.4" in last
    assert "tafelwerk build montecarlo --force" in last


def test_a_changed_row_is_found(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book")
    with duckdb.connect(str(book / "montecarlo.duckdb")) as connection:
        connection.execute("UPDATE subtraction_duels SET first = 0.5 WHERE heap = 2 AND k = 3")
    done = run("verify", "--book", book)
    assert done.returncode == 4
    assert done.stdout == ""
    last = done.stderr.splitlines()[-1]
    assert last.startswith("error: 1 of ")
    assert "montecarlo.subtraction_duels: checksum" in last
    assert "Traceback" not in done.stderr


def test_nothing_to_verify(tmp_path: Path) -> None:
    assert "tafelwerk build montecarlo" in refused(run("verify", "montecarlo", "--book", tmp_path / "none"), 3)


def test_a_truncated_file_is_exit_4_and_left_alone(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    shutil.copytree(book, copy)
    file = copy / "montecarlo.duckdb"
    content = file.read_bytes()[: 3 * 4096]
    file.write_bytes(content)
    done = run("verify", "--book", copy)
    assert done.returncode == 4
    assert str(file) in done.stderr.splitlines()[-1]
    assert file.read_bytes() == content
