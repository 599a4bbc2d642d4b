"""What every family's file has: comments, views, labels, hashes and provenance are looked at."""

import shutil
from pathlib import Path

import duckdb
import pytest
from mutations import reseal
from program import call
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.search import sets


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [sets.free_build(60, 3), sets.root_build(80), sets.root_build(80, sets.STRATEGIES[1])]
    return made_once(tmp_path_factory, "search-frame", lambda folder: run(folder, builds, executor="inline"), "search")


def verified(book: Path, folder: Path, *statements: str, fits: bool = True) -> tuple[int, str]:
    """Exit code and report of `verify` after statements, with hashes that fit or as they were."""
    shutil.copytree(book, folder)
    with duckdb.connect(str(folder / "search.duckdb")) as connection:
        for statement in statements:
            connection.execute(statement)
    if fits:
        reseal(folder / "search.duckdb", "search")
    done = call("verify", "search", "--book", folder)
    return done.returncode, done.stderr


FREE = "name LIKE '%free%'"
FITTING = {
    "certainty": "UPDATE meta.builds SET certainty = 'sampled'",
    "certainty of one": f"UPDATE meta.builds SET certainty = 'certified' WHERE {FREE}",
    "evidence": "UPDATE meta.builds SET evidence = 'certificate'",
    "unknown evidence": "UPDATE meta.builds SET evidence = 'hearsay'",
    "name": f"UPDATE meta.builds SET name = 'search free --codes 61 --width 3' WHERE {FREE}",
    "parameters": f"""UPDATE meta.builds SET parameters = '{{"free": 61, "widths": [3]}}' WHERE {FREE}""",
    "parameters of no build": f"""UPDATE meta.builds SET parameters = '{{"chess": 8}}' WHERE {FREE}""",
    "parameters of another type": f"""UPDATE meta.builds SET parameters = '[1]' WHERE {FREE}""",
    "digest": f"UPDATE meta.builds SET digest = '0123456789abcdef' WHERE {FREE}",
    "rows": f'UPDATE meta.builds SET "rows" = "rows" + 1 WHERE {FREE}',
    "hash": f"UPDATE meta.builds SET sha256 = repeat('0', 64) WHERE {FREE}",
    "seconds": "UPDATE meta.builds SET seconds = -1",
    "no builds": "DELETE FROM meta.builds",
    "a build less": f"DELETE FROM meta.builds WHERE {FREE}",
    "a build twice": "INSERT INTO meta.builds FROM meta.builds LIMIT 1",
    "a build that was never made": "INSERT INTO meta.builds SELECT '0f2b8e0e86d0b1f5', 'search root --size 81',"
    """ '{"points": null, "root": "optimal", "size": 81}', 81, sha256, fingerprint, machine, certainty, evidence,"""
    " seconds, built_at FROM meta.builds LIMIT 1",
    "comment of a table": "COMMENT ON TABLE free_totals IS 'Free search. Sampled, n = 10. Key: width, codes.'",
    "comment of a column": "COMMENT ON COLUMN free_totals.total IS 'Queries, about. Exact.'",
    "comment of the provenance": "COMMENT ON COLUMN meta.builds.rows IS 'Rows, about.'",
    "a measured column": "COMMENT ON COLUMN free_totals.total IS 'Queries. Measured.'",
    "a view": "CREATE VIEW more AS SELECT 42 AS total",
    "an extra table": "CREATE TABLE more (total UBIGINT)",
    "a column dropped": "ALTER TABLE free_totals DROP COLUMN query",
}


@pytest.mark.parametrize("kind", FITTING)
def test_what_is_said_of_the_rows_is_checked(kind: str, book: Path, tmp_path: Path) -> None:
    code, report = verified(book, tmp_path / "book", FITTING[kind], fits="dropped" not in kind)
    assert code == 4, report
    assert "FAILED search" in report


@pytest.mark.parametrize("column", ["fingerprint", "machine", "seconds", "built_at", "sha256", '"rows"', "parameters"])
def test_damage_to_the_provenance_is_found(column: str, book: Path, tmp_path: Path) -> None:
    kept = {"seconds": "seconds + 1", "built_at": "built_at + INTERVAL 1 SECOND", '"rows"': '"rows" + 1'}
    value = kept.get(column, f"reverse({column})")
    code, report = verified(book, tmp_path / "book", f"UPDATE meta.builds SET {column} = {value}", fits=False)
    assert code == 4, report
    assert "not as they were written: meta.builds" in report


def test_hashes_that_fit_are_needed_to_get_as_far(book: Path, tmp_path: Path) -> None:
    assert verified(book, tmp_path / "book")[0] == 0


def test_a_seal_less_or_more_is_found(book: Path, tmp_path: Path) -> None:
    assert verified(book, tmp_path / "less", "DELETE FROM meta.seals", fits=False)[0] == 4
    assert verified(book, tmp_path / "more", "INSERT INTO meta.seals VALUES ('free_totals', '')", fits=False)[0] == 4
