"""What the steps of the ladder spent is looked over, and lies are found."""

from pathlib import Path
from shutil import copytree

import duckdb
import pytest

from tafelwerk.build.runner import run
from tafelwerk.build.skat import ladder_proof
from tafelwerk.build.skat.ladder_proof import statistic_checks
from tafelwerk.build.skat.sets import ladder_builds
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check

COLUMNS, OUTCOMES, COUNTS = (
    f"skat.statistics: {what}" for what in ("columns", "retrograde values", "positions counted anew")
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ladder") / "book"
    run(folder, list(ladder_builds(4, 5)), executor="inline")
    return folder


def checks(book: Path, sample: int | None = 500) -> list[Check]:
    with open_book(book) as opened:
        return list(statistic_checks(opened, sample))


def altered(book: Path, folder: Path, *changes: str) -> Path:
    copy = folder / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        for change in changes:
            connection.execute(f"UPDATE {change}")
    return copy


def test_a_real_book_passes(book: Path) -> None:
    found = checks(book)
    assert all(check.ok for check in found), found
    assert [(check.name, check.detail) for check in found] == [
        (COLUMNS, "56 rows"),
        (OUTCOMES, "4 of 4 outcomes proved"),
        (COUNTS, "56 of 56 rows"),
    ]
    assert [check.detail for check in checks(book, 3)[1:]] == ["3 of 4 outcomes proved", "3 of 56 rows"]


def test_long_searches_are_left_out_and_said_to_be(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_proof, "MOST_NODES", 20_000)
    *_, counts = checks(book)
    assert counts.ok
    with open_book(book) as opened:
        (longer,) = opened.rows("skat", "SELECT count(*) FROM skat.statistics WHERE nodes > 20000")[0]
    assert 0 < longer < 56
    assert counts.detail == f"{56 - longer} of 56 rows, {longer} with more than 20,000 positions not looked at"


def test_counts_of_other_code_are_not_compared(book: Path, tmp_path: Path) -> None:
    copy = altered(book, tmp_path, "meta.builds SET fingerprint = 'others'", "statistics SET nodes = nodes + 1")
    *_, counts = checks(copy)
    assert counts.ok
    assert counts.detail == "other code counted them: nothing to compare"


def test_no_rows_no_checks(tmp_path: Path) -> None:
    assert checks(tmp_path) == []


ONE = "WHERE step = 'mtd_mo'"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("deals SET deal = deal + 1", COLUMNS),
        ("statistics SET game = 'null'", COLUMNS),
        ("statistics SET target = target + 1", COLUMNS),
        ("statistics SET step = 'negamax' WHERE step = 'minimax'", COLUMNS),
        (f"statistics SET points = points + 1 {ONE}", COLUMNS),
        (f"statistics SET points = NULL {ONE}", COLUMNS),
        ("statistics SET points = 40 WHERE step = 'mws_mo'", COLUMNS),
        (f"statistics SET won = NOT won {ONE}", COLUMNS),
        ("statistics SET won = NOT won", COLUMNS),
        ("statistics SET nodes = 0 WHERE step = 'minimax'", COLUMNS),
        ("statistics SET milliseconds = 'nan'", COLUMNS),
        ("statistics SET milliseconds = -1", COLUMNS),
        ("statistics SET points = points + 1 WHERE points + 1 <> target", OUTCOMES),
        ("statistics SET nodes = nodes + 1", COUNTS),
        ("statistics SET nodes = nodes + 1 WHERE step = 'fast_points'", COUNTS),
    ],
)
def test_lies_are_found(change: str, found: str, book: Path, tmp_path: Path) -> None:
    assert [check.name for check in checks(altered(book, tmp_path, change)) if not check.ok] == [found]
