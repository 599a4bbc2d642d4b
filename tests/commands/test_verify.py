"""`tafelwerk verify`: what it says of claims that hold and that do not; damaged files beside sound ones: tests/tables."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from tafelwerk import cli
from tafelwerk.build.kind import builders
from tafelwerk.commands.verify import _rebuild_lines
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.frame import complete


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


Verified = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def verify(book: Path, capsys: pytest.CaptureFixture[str]) -> Verified:
    """Run the command: its standard output and the lines of standard error."""

    def run(*words: str, code: int = 0, book: Path = book) -> tuple[str, list[str]]:
        assert cli.main(["verify", *words, "--book", str(book)]) == code
        out, err = capsys.readouterr()
        return out, err.splitlines()

    return run


def test_a_sound_book_passes(claims: list[Claim], verify: Verified) -> None:
    """All rows or a sample; the seed is a fresh one each time."""
    claims.append(claim("other method", 70))
    out, lines = verify("--sample", "7", "--seed", "5", "--json")
    document = json.loads(out)
    assert (document["ok"], document["seed"], lines[0]) == (True, 5, "seed 5")
    detail = "7 of 70 rows, at most 43 % wrong (95 %)"
    about = {"family": "montecarlo", "name": "montecarlo.subtraction_duels: other method", "ok": True, "detail": detail}
    assert document["checks"][-1] == about | {"proved": 7, "of": 70, "missed": 3 / 7}
    assert len(document["checks"]) == len(lines) - 1 > 10
    _, first = verify("--full")
    assert "other method: all 70 rows" in first[-1]
    assert verify("--full")[1][0] != first[0]


def test_an_empty_table_that_should_be_empty_has_no_rows(claims: list[Claim], verify: Verified) -> None:
    empty: Any = SimpleNamespace(one=lambda *_: (0,), arrays=lambda *_: {})
    claims += [
        complete(empty, "montecarlo.esr_duels", list, ("k",)),
        complete(empty, "montecarlo.dsr_duels", lambda: [(3,)], ("k",)),
    ]
    _, lines = verify("montecarlo", code=4)
    assert "ok montecarlo.esr_duels: complete keys: no rows" in lines
    (failed,) = [line for line in lines if line.startswith("FAILED")]
    assert failed.startswith("FAILED montecarlo.dsr_duels: complete keys: ")
    assert "missing" in failed


def test_a_row_that_does_not_prove_is_exit_4(book: Path, claims: list[Claim], verify: Verified) -> None:
    claims.append(claim("other method", 9, "heap 3: 0.5, stored 0.4"))
    out, lines = verify("montecarlo", code=4)
    assert out.startswith(f"{book}: 1 of ")
    assert out.endswith(" checks failed\n")
    assert lines[-1].startswith("error: 1 of ")
    assert "heap 3: 0.5, stored 0.4" in lines[-1]
    line = "tafelwerk build montecarlo subtraction 5 --moves 1,2 --k-max 3 --force"
    assert lines[-1].endswith(f"; rebuild with: {line} --book {book}")


def test_rows_of_the_standard_set_and_of_other_builds_are_made_by_both(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard = next(iter(builders("montecarlo").standard())).name
    names = (standard, "montecarlo esr 2 2 1", "montecarlo log FILE: 3 games")
    delivered = {"subtraction_duels": [SimpleNamespace(name=name) for name in names]}
    monkeypatch.setattr("tafelwerk.tables.provenance.table_builds", lambda layer, family: delivered)
    failed: Any = [SimpleNamespace(name="montecarlo.subtraction_duels: checksum")]
    others = ["tafelwerk build montecarlo esr 2 2 1 --force", "tafelwerk build montecarlo log FILE --force"]
    assert _rebuild_lines(book, "montecarlo", failed) == ["tafelwerk build montecarlo --force", *others]
    del delivered["subtraction_duels"][0]
    assert _rebuild_lines(book, "montecarlo", failed) == others


FAULTS = (
    ValueError("invalid literal for int() with base 10: 'a,b'"),
    AssertionError(),
    MissingTableError("it", "tafelwerk build it", Path("book")),
    duckdb.BinderException("Binder Error: column even"),
    BookError("the file ends early"),
    OverflowError("int too large\nto convert"),
    OSError(22, "Invalid argument"),
    InputError("--strategy must be optimal, h0, h1"),
    RecursionError("maximum recursion depth exceeded"),
)


def test_whatever_a_proof_meets_is_a_check_that_failed(claims: list[Claim], verify: Verified) -> None:
    claims += [claim("one way", 7), *(claim("another way", 7, fault) for fault in FAULTS), claim("a third way", 7)]
    out, lines = verify("--json", code=4)
    report = json.loads(out)
    assert report["ok"] is False
    assert [check["ok"] for check in report["checks"]][-len(FAULTS) - 2 :] == [True, *(False for _ in FAULTS), True]
    failed = [line for line in lines if line.startswith("FAILED")]
    for fault, line in zip(FAULTS, failed, strict=True):
        assert line.startswith("FAILED montecarlo.subtraction_duels: another way: ")
        assert type(fault).__name__ in line or isinstance(fault, BookError)
    assert lines[-1].startswith(f"error: {len(FAULTS)} of ")
    assert f" and {len(FAULTS) - 3} more" in lines[-1]


def test_what_says_nothing_of_the_rows_goes_through(claims: list[Claim], verify: Verified) -> None:
    for fault, code in ((StorageError("cannot read it"), 5), (MemoryError(), 5), (KeyboardInterrupt(), 130)):
        claims[:] = [claim("other method", 7, fault)]
        out, lines = verify("--json", code=code)
        assert "FAILED" not in "\n".join(lines)
        assert not out or json.loads(out)["ok"] is False
