"""What every family's file has: comments, views, labels, hashes and provenance are looked at."""

import shutil
from pathlib import Path

import duckdb
import pytest
from mutations import reseal
from program import call
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.dresher.builds import games_builds
from tafelwerk.families.search.builds import STRATEGIES, FreeTotals, RootTotals
from tafelwerk.proofs.claims import Sampling
from tafelwerk.proofs.frame import build_checks
from tafelwerk.proofs.running import family_checks
from tafelwerk.tables.book import Book


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [FreeTotals(60, 3), RootTotals(80), RootTotals(80, STRATEGIES[1])]
    return made_once(tmp_path_factory, "search-frame", lambda folder: run(folder, builds, executor="inline"), "search")


def alter_book(book: Path, folder: Path, sql: str, *, fits: bool = True, refit: bool = False) -> Path:
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


BLOCKS = (Path(__file__).parent / "frame.sql").read_text(encoding="utf-8").split("\n\n")[1:]
FITTING = dict(block.removeprefix("-- ").split("\n", 1) for block in BLOCKS)


def test_what_is_said_of_the_rows_is_checked(book: Path, tmp_path: Path) -> None:
    assert faults(alter_book(book, tmp_path, "SELECT 1")) == []
    kinds = {kind: alter_book(book, tmp_path / kind, sql, fits="dropped" not in kind) for kind, sql in FITTING.items()}
    assert [kind for kind, folder in kinds.items() if not faults(folder)] == []


def test_damage_to_the_provenance_is_found(book: Path, tmp_path: Path) -> None:
    """Without hashes that fit: any column, a seal less, a seal more."""
    others = {"seconds": "seconds + 1", "built_at": "built_at + INTERVAL 1 SECOND", '"rows"': '"rows" + 1'}
    for column in ("machine", "seconds", "built_at", '"rows"', "parameters"):
        value = others.get(column, f"reverse({column})")
        damaged = alter_book(book, tmp_path, f"UPDATE meta.builds SET {column} = {value}", fits=False)
        assert "not as they were written: meta.builds" in " ".join(faults(damaged)), column
    for sql in ("DELETE FROM meta.seals", "INSERT INTO meta.seals VALUES ('free_totals', '')"):
        assert faults(alter_book(book, tmp_path, sql, fits=False)), sql


def test_the_hash_of_rows_that_belong_together_is_compared(tmp_path: Path) -> None:
    """Such rows may be those of another build; these are not."""
    run(tmp_path, games_builds(1, 2), executor="inline")
    with duckdb.connect(str(tmp_path / "dresher.duckdb")) as connection:
        connection.execute("UPDATE meta.builds SET sha256 = repeat('0', 64)")
    with Book(tmp_path) as opened:
        (fault,) = (check.detail for check in build_checks(opened, "dresher") if not check.ok)
    assert "its rows have another hash than recorded" in fault


def test_verify_ends_in_4_over_any_fault(book: Path, tmp_path: Path) -> None:
    """Of the provenance, and of a claim where all hashes fit."""
    assert call("verify", "search", "--book", alter_book(book, tmp_path, "SELECT 1")).returncode == 0
    wrong = "UPDATE free_totals SET total = total + 1 WHERE codes = 30"
    for folder, name in (
        (alter_book(book, tmp_path / "labels", FITTING["certainty"]), "search"),
        (alter_book(book, tmp_path / "rows", wrong, refit=True), "search.free_totals: "),
    ):
        done = call("verify", "search", "--book", folder)
        assert done.returncode == 4, done.stderr
        assert f"FAILED {name}" in done.stderr, done.stderr
