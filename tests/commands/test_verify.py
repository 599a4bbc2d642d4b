"""`tafelwerk verify`: what is right passes, what was changed is found."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from program import call, make_book

from tafelwerk import cli
from tafelwerk.build.catalogue import module
from tafelwerk.commands.verify import _rebuild_lines
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
from tafelwerk.proofs.claims import Claim


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> list[Claim]:
    """What is claimed of every family; empty at first."""
    found: list[Claim] = []
    monkeypatch.setattr("tafelwerk.proofs.running.claims_of_family", lambda book, family, seed: found)
    return found


def claim(method: str, units: int, *faults: str | BaseException) -> Claim:
    """A claim of montecarlo with these faults, or whose proof raises one."""

    def prove(places: Sequence[int]) -> list[str]:
        for fault in faults:
            if isinstance(fault, BaseException):
                raise fault
        return [str(fault) for fault in faults]

    return Claim("montecarlo.subtraction_duels", method, ("first",), "recomputed", units, prove)


def test_a_sound_book_passes(book: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]) -> None:
    claims.append(claim("other method", 70))
    assert cli.main(["verify", "--sample", "7", "--seed", "5", "--json", "--book", str(book)]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["ok"] is True
    assert document["seed"] == 5
    assert document["checks"][-1] == {
        "family": "montecarlo",
        "name": "montecarlo.subtraction_duels: other method",
        "ok": True,
        "detail": "7 of 70 rows, at most 43 % wrong (95 %)",
        "proved": 7,
        "of": 70,
        "missed": 3 / 7,
    }
    first, *lines = err.splitlines()
    assert first == "seed 5"
    assert len(document["checks"]) == len(lines) > 10


def test_all_rows_or_a_sample(book: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]) -> None:
    claims.append(claim("other method", 70_000))
    assert cli.main(["verify", "--full", "--book", str(book)]) == 0
    first = capsys.readouterr().err
    assert "other method: all 70,000 rows" in first
    # the seed is a fresh one each time
    assert cli.main(["verify", "--full", "--book", str(book)]) == 0
    assert capsys.readouterr().err.splitlines()[0] != first.splitlines()[0]


def test_a_row_that_does_not_prove_is_exit_4(
    book: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]
) -> None:
    claims.append(claim("other method", 9, "heap 3: 0.5, stored 0.4"))
    assert cli.main(["verify", "montecarlo", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    assert out.startswith(f"{book}: 1 of ")
    assert out.endswith(" checks failed\n")
    last = err.splitlines()[-1]
    assert last.startswith("error: 1 of ")
    assert "heap 3: 0.5, stored 0.4" in last
    assert last.endswith(
        f"; rebuild with: tafelwerk build montecarlo subtraction 5 --moves 1,2 --k-max 3 --force --book {book}"
    )


def test_rows_of_the_standard_set_and_of_other_builds_are_made_by_both(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard = next(iter(module("montecarlo").standard())).name
    names = (standard, "montecarlo esr 2 2 1", "montecarlo log FILE: 3 games")
    delivered = {"subtraction_duels": [SimpleNamespace(name=name) for name in names]}
    monkeypatch.setattr("tafelwerk.tables.provenance.table_builds", lambda layer, family: delivered)
    failed: Any = [SimpleNamespace(name="montecarlo.subtraction_duels: checksum")]
    others = ["tafelwerk build montecarlo esr 2 2 1 --force", "tafelwerk build montecarlo log FILE --force"]
    assert _rebuild_lines(book, "montecarlo", failed) == ["tafelwerk build montecarlo --force", *others]
    del delivered["subtraction_duels"][0]
    assert _rebuild_lines(book, "montecarlo", failed) == others


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
    KeyError("--moves"),
    IndexError("list index out of range"),
    InputError("--strategy must be optimal, h0, h1"),
    duckdb.ConversionException("Conversion Error: Could not convert string 'zz'"),
    RecursionError("maximum recursion depth exceeded"),
)


def test_whatever_a_proof_meets_is_a_check_that_failed(
    book: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]
) -> None:
    claims += [claim("one way", 7), *(claim("another way", 7, fault) for fault in FAULTS), claim("a third way", 7)]
    assert cli.main(["verify", "--json", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["ok"] is False
    assert [check["ok"] for check in report["checks"]][-len(FAULTS) - 2 :] == [True, *(False for _ in FAULTS), True]
    failed = [line for line in err.splitlines() if line.startswith("FAILED")]
    for fault, line in zip(FAULTS, failed, strict=True):
        assert line.startswith("FAILED montecarlo.subtraction_duels: another way: ")
        assert type(fault).__name__ in line or isinstance(fault, BookError)
    last = err.splitlines()[-1]
    assert last.startswith(f"error: {len(FAULTS)} of ")
    assert f" and {len(FAULTS) - 3} more" in last


def test_what_says_nothing_of_the_rows_goes_through(
    book: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]
) -> None:
    for fault, code in ((StorageError("cannot read it"), 5), (MemoryError(), 5), (KeyboardInterrupt(), 130)):
        claims[:] = [claim("other method", 7, fault)]
        assert cli.main(["verify", "--json", "--book", str(book)]) == code
        out, err = capsys.readouterr()
        assert "FAILED" not in err
        assert not out or json.loads(out)["ok"] is False


def test_the_other_families_are_checked(
    tmp_path: Path, claims: list[Claim], capsys: pytest.CaptureFixture[str]
) -> None:
    book = make_book(tmp_path / "book")
    (book / "beams.duckdb").write_text("no book at all")
    (book / "skat.duckdb").write_bytes((book / "montecarlo.duckdb").read_bytes())
    (book / "stranger.duckdb").write_bytes((book / "montecarlo.duckdb").read_bytes())
    claims.append(claim("other method", 7))
    assert cli.main(["verify", "--book", str(book)]) == 4
    out, err = capsys.readouterr()
    assert out.startswith(f"{book}: 3 of ")
    lines = err.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("FAILED")] == [
        "FAILED beams",
        "FAILED skat",
        "FAILED stranger",
    ]
    assert "ok montecarlo.subtraction_duels: other method: all 7 rows" in lines
    assert lines[-1].startswith("error: 3 of ")
    assert " more" not in lines[-1]
