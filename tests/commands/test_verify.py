"""`tafelwerk verify`: what is right passes, what was changed is found."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from program import call, make_book, refused

from tafelwerk import cli
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
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
    assert out.startswith(f"{book}: 1 of ")
    assert out.endswith(" checks failed\n")
    last = err.splitlines()[-1]
    assert last.startswith("error: 1 of ")
    assert "heap 3: 0.5, stored 0.4" in last
    assert "tafelwerk build montecarlo --force" in last


def test_a_changed_row_is_found(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book")
    with duckdb.connect(str(book / "montecarlo.duckdb")) as connection:
        connection.execute("UPDATE subtraction_duels SET first = 0.5 WHERE heap = 2 AND k = 3")
    done = call("verify", "--book", book)
    assert done.returncode == 4
    assert done.stdout.endswith(" checks failed\n")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("error: 1 of ")
    assert "montecarlo.subtraction_duels: checksum" in last
    assert "Traceback" not in done.stderr


FAULTS = (
    ValueError("invalid literal for int() with base 10: 'a,b'"),
    AssertionError(),
    MissingTableError("it", "tafelwerk build it", Path("book")),
    duckdb.BinderException("Binder Error: column even"),
    BookError("the file ends early"),
    OverflowError("int too large\nto convert"),
    OSError(22, "Invalid argument"),
)
MORE_FAULTS = (
    KeyError("--moves"),
    IndexError("list index out of range"),
    InputError("--strategy must be optimal, h0, h1"),
    duckdb.ConversionException("Conversion Error: Could not convert string 'zz'"),
    RecursionError("maximum recursion depth exceeded"),
)


@pytest.mark.parametrize(
    "fault",
    [*FAULTS, *(pytest.param(fault, marks=pytest.mark.slow) for fault in MORE_FAULTS)],
    ids=lambda fault: type(fault).__name__,
)
def test_whatever_a_proof_meets_is_a_check_that_failed(
    fault: Exception, book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Family(Builders):
        def verify(self, book: object, sample: int | None) -> Iterator[Check]:
            yield Check("duels: one way", True, "7 rows")
            yield from self.basin_checks()

        def basin_checks(self) -> Iterator[Check]:
            raise fault
            yield

    monkeypatch.setattr("tafelwerk.build.catalogue.module", lambda family: Family())
    assert cli.main(["verify", "--json", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["ok"] is False
    assert [check["ok"] for check in report["checks"]][-2:] == [True, False]
    *_, passed, failed, last = err.splitlines()
    assert passed == "ok duels: one way: 7 rows"
    assert failed.startswith("FAILED montecarlo: ")
    if not isinstance(fault, BookError):
        assert failed.startswith("FAILED montecarlo: basin checks: ")
    assert type(fault).__name__ in failed or isinstance(fault, BookError)
    assert last.startswith("error: 1 of ")


@pytest.mark.parametrize(
    ("fault", "code"), [(StorageError("cannot read it"), 5), (MemoryError(), 1), (KeyboardInterrupt(), 130)]
)
def test_what_says_nothing_of_the_rows_goes_through(
    fault: BaseException, code: int, book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Family(Builders):
        def verify(self, book: object, sample: int | None) -> Iterator[Check]:
            raise fault
            yield

    monkeypatch.setattr("tafelwerk.build.catalogue.module", lambda family: Family())
    assert cli.main(["verify", "--book", str(book)]) == code
    assert "FAILED" not in capsys.readouterr().err


def test_the_other_families_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = make_book(tmp_path / "book")
    (book / "beams.duckdb").write_text("no book at all")
    (book / "skat.duckdb").write_bytes((book / "montecarlo.duckdb").read_bytes())
    (book / "stranger.duckdb").write_bytes((book / "montecarlo.duckdb").read_bytes())
    builders = Builders(Check("duels: other method", True, "7 rows"))
    monkeypatch.setattr("tafelwerk.build.catalogue.module", lambda family: builders)
    assert cli.main(["verify", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    assert out.startswith(f"{book}: 3 of ")
    lines = err.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("FAILED")] == [
        "FAILED beams",
        "FAILED skat",
        "FAILED stranger",
    ]
    assert "ok duels: other method: 7 rows" in lines
    assert lines[-1].startswith("error: 3 of ")


def test_nothing_to_verify(tmp_path: Path) -> None:
    assert "tafelwerk build montecarlo" in refused(call("verify", "montecarlo", "--book", tmp_path / "none"), 3)


def test_a_truncated_file_is_exit_4_and_left_alone(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    shutil.copytree(book, copy)
    file = copy / "montecarlo.duckdb"
    content = file.read_bytes()[: 3 * 4096]
    file.write_bytes(content)
    done = call("verify", "--book", copy)
    assert done.returncode == 4
    assert str(file) in done.stderr.splitlines()[-1]
    assert file.read_bytes() == content
