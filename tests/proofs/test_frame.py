"""What every family's file has: comments, views, labels, hashes and provenance are looked at."""

import shutil
from pathlib import Path

import duckdb
import pytest
from mutations import reseal
from program import call
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.search.builds import STRATEGIES, FreeTotals, RootTotals
from tafelwerk.proofs.claims import Sampling
from tafelwerk.proofs.running import family_checks
from tafelwerk.tables.book import Book


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [FreeTotals(60, 3), RootTotals(80), RootTotals(80, STRATEGIES[1])]
    return made_once(tmp_path_factory, "search-frame", lambda folder: run(folder, builds, executor="inline"), "search")


def altered(book: Path, folder: Path, sql: str, *, fits: bool = True, refit: bool = False) -> Path:
    """The book after a statement, with hashes that fit, those of the builds too, or as they were."""
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(book / "search.duckdb", folder))
    if fits:
        reseal(file, "search", sql, refit=refit)
    else:
        with duckdb.connect(str(file)) as connection:
            connection.execute(sql)
    return folder


def faults(book: Path) -> list[str]:
    """What is wrong with the file and its provenance; claims are asked of a sound one only."""
    with Book(book) as opened:
        return [check.detail for check in family_checks(opened, "search", Sampling(1), print) if not check.ok]


FREE = "name LIKE '%free%'"
FITTING = {
    "certainty": f"UPDATE meta.builds SET certainty = 'certified' WHERE {FREE}",
    "evidence": "UPDATE meta.builds SET evidence = 'certificate'",
    "unknown evidence": "UPDATE meta.builds SET evidence = 'hearsay'",
    "name": f"UPDATE meta.builds SET name = 'search free --codes 61 --width 3' WHERE {FREE}",
    "parameters": f"""UPDATE meta.builds SET parameters = '{{"free": 61, "widths": [3]}}' WHERE {FREE}""",
    "parameters of no build": f"""UPDATE meta.builds SET parameters = '{{"chess": 8}}' WHERE {FREE}""",
    "parameters of another type": f"""UPDATE meta.builds SET parameters = '[1]' WHERE {FREE}""",
    "digest": f"UPDATE meta.builds SET digest = '0123456789abcdef' WHERE {FREE}",
    "number": f"UPDATE meta.builds SET build = build + 1 WHERE {FREE}",
    "rows of another build": f"UPDATE free_totals SET build = (SELECT max(build) FROM meta.builds WHERE NOT {FREE})",
    "a row of no build": "UPDATE free_totals SET build = 0 WHERE codes = 30",
    "rows": f'UPDATE meta.builds SET "rows" = "rows" + 1 WHERE {FREE}',
    "hash": f"UPDATE meta.builds SET sha256 = repeat('0', 64) WHERE {FREE}",
    "seconds": "UPDATE meta.builds SET seconds = -1",
    "no builds": "DELETE FROM meta.builds",
    "a build less": f"DELETE FROM meta.builds WHERE {FREE}",
    "a build twice": "INSERT INTO meta.builds FROM meta.builds LIMIT 1",
    "a build that was never made": "INSERT INTO meta.builds SELECT 266875861232907, '0f2b8e0e86d0b1f5', 'search root --size 81',"
    """ '{"points": null, "root": "optimal", "size": 81}', 81, sha256, fingerprint, machine, certainty, evidence,"""
    " seconds, built_at FROM meta.builds LIMIT 1",
    "comment of a column": "COMMENT ON COLUMN free_totals.total IS 'Queries, about. Exact.'",
    "comment of the provenance": "COMMENT ON COLUMN meta.builds.rows IS 'Rows, about.'",
    "a view": "CREATE VIEW more AS SELECT 42 AS total",
    "an extra table": "CREATE TABLE more (total UBIGINT)",
    "a column dropped": "ALTER TABLE free_totals DROP COLUMN query",
}


def test_what_is_said_of_the_rows_is_checked(book: Path, tmp_path: Path) -> None:
    assert faults(altered(book, tmp_path, "SELECT 1")) == []
    kinds = {kind: altered(book, tmp_path / kind, sql, fits="dropped" not in kind) for kind, sql in FITTING.items()}
    assert [kind for kind, folder in kinds.items() if not faults(folder)] == []


def test_damage_to_the_provenance_is_found(book: Path, tmp_path: Path) -> None:
    """Without hashes that fit: any column, a seal less, a seal more."""
    others = {"seconds": "seconds + 1", "built_at": "built_at + INTERVAL 1 SECOND", '"rows"': '"rows" + 1'}
    for column in ("fingerprint", "machine", "seconds", "built_at", "sha256", '"rows"', "parameters"):
        value = others.get(column, f"reverse({column})")
        damaged = altered(book, tmp_path, f"UPDATE meta.builds SET {column} = {value}", fits=False)
        assert "not as they were written: meta.builds" in " ".join(faults(damaged)), column
    for sql in ("DELETE FROM meta.seals", "INSERT INTO meta.seals VALUES ('free_totals', '')"):
        assert faults(altered(book, tmp_path, sql, fits=False)), sql


def test_verify_ends_in_4_over_any_fault(book: Path, tmp_path: Path) -> None:
    """Of the provenance, and of a claim where all hashes fit."""
    assert call("verify", "search", "--book", altered(book, tmp_path, "SELECT 1")).returncode == 0
    wrong = "UPDATE free_totals SET total = total + 1 WHERE codes = 30"
    for folder, name in (
        (altered(book, tmp_path / "labels", FITTING["certainty"]), "search"),
        (altered(book, tmp_path / "rows", wrong, refit=True), "search.free_totals: "),
    ):
        done = call("verify", "search", "--book", folder)
        assert done.returncode == 4, done.stderr
        assert f"FAILED {name}" in done.stderr, done.stderr
