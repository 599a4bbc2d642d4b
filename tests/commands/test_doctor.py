"""`tafelwerk doctor`: what it reports of versions, machine, book and kernel cache, and its exit code."""

import json
import os
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import Any

import duckdb
import pytest
from books import alter_file
from program import call, make_book

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import family_fingerprint, kernel_cache
from tafelwerk.places import default_book
from tafelwerk.tables.book import family_file


def examine(*words: str | Path, code: int = 0, **env: str) -> dict[str, Any]:
    done = call("doctor", "--json", *words, **env)
    assert (done.returncode, done.stderr) == (code, "")
    document: dict[str, Any] = json.loads(done.stdout)
    assert document["ok"] is (code == 0)
    return document


def states(document: dict[str, Any]) -> dict[str, str]:
    return {entry["family"]: entry["state"] for entry in document["book"]["families"]}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A book of one family, to be spoilt."""
    return make_book(tmp_path / "a book")


def test_without_a_book_all_is_well() -> None:
    document = examine()
    book = document["book"]
    assert (book["folder"], book["chosen_by"], book["exists"]) == (str(default_book()), "default", False)
    assert states(document) == dict.fromkeys(FAMILIES, "not built")
    assert document["versions"]["numba"] == version("numba")
    assert "SVML off" in document["machine"]
    assert document["kernel_cache"]["folder"] == str(kernel_cache())
    assert document["kernel_cache"]["free_bytes"] > 0
    assert (document["problems"], document["next"]) == ([], "tafelwerk build --quick")
    assert not default_book().exists()


def test_a_good_book_and_what_named_it(book: Path, tmp_path: Path) -> None:
    assert examine(TAFELWERK_BOOK=str(tmp_path))["book"]["chosen_by"] == "TAFELWERK_BOOK"
    document = json.loads(call("--book", tmp_path, "doctor", "--json").stdout)
    assert (document["book"]["chosen_by"], document["book"]["folder"]) == ("--book", str(tmp_path))
    assert shlex.split(document["next"])[-2:] == ["--book", str(tmp_path)]
    document = examine("--book", book, TAFELWERK_BOOK="elsewhere")
    assert document["book"]["chosen_by"] == "--book"
    assert states(document) == dict.fromkeys(FAMILIES, "not built") | {"montecarlo": "ok"}
    assert document["book"]["bytes"] == (book / "montecarlo.duckdb").stat().st_size
    assert document["next"] == f"tafelwerk verify --book {book}"
    lines = call("doctor", "--book", book).stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("  montecarlo ")]
    assert line.endswith(", 1 build")
    assert lines[-1].endswith(document["next"])


def test_the_pocket_book(own: Path, tmp_path: Path) -> None:
    """It is named; other code may have made it, but a damaged file is a problem."""
    assert examine()["pocket"] is None
    document = examine("--book", tmp_path / "none", TAFELWERK_POCKET=str(own))
    size = (own / "montecarlo.duckdb").stat().st_size
    assert document["pocket"] == {"folder": str(own), "families": ["montecarlo"], "bytes": size, "problems": []}
    alter_file(family_file(own, "montecarlo"), "UPDATE meta.builds SET fingerprint = 'ffffffffffffffff'")
    assert examine("--book", tmp_path / "none", TAFELWERK_POCKET=str(own))["problems"] == []
    done = call("doctor", "--book", tmp_path / "none", TAFELWERK_POCKET=str(own))
    assert f"pocket book        {own}" in done.stdout
    (own / "montecarlo.duckdb").write_bytes(b"nothing")
    (problem,) = examine("--book", tmp_path / "none", code=4, TAFELWERK_POCKET=str(own))["problems"]
    assert "reinstall tafelwerk" in problem


def test_what_cannot_be_read(own: Path, tmp_path: Path) -> None:
    """A file that is cut off, a book that is no folder."""
    file = own / "montecarlo.duckdb"
    os.truncate(file, file.stat().st_size // 2)
    document = examine("--book", own, code=4)
    assert states(document) == dict.fromkeys(FAMILIES, "not built") | {"montecarlo": "unreadable"}
    (problem,) = document["problems"]
    assert str(file) in problem
    assert document["next"] == f"tafelwerk build montecarlo --book '{own}'"
    done = call("doctor", "--book", own)
    assert (done.returncode, done.stderr) == (4, "")
    assert done.stdout.splitlines()[-1] == f"1 problem. Move unreadable files away, then run: {document['next']}"
    (tmp_path / "text").write_text("no book")
    document = examine("--book", tmp_path / "text", code=4)
    assert document["problems"] == [document["book"]["problem"]]
    assert "is not a folder" in document["problems"][0]


def test_a_file_in_use_is_no_damage_but_one_beside_it_may_be(own: Path) -> None:
    with duckdb.connect(str(family_file(own, "montecarlo"))):
        assert len(examine("--book", own, code=5)["problems"]) == 1
        family_file(own, "search").write_bytes(b"nothing")
        assert len(examine("--book", own, code=4)["problems"]) == 2


def test_what_is_stale_is_named_with_what_builds_it_again(own: Path) -> None:
    def entry(document: dict[str, Any]) -> dict[str, Any]:
        return next(entry for entry in document["book"]["families"] if entry["family"] == "montecarlo")

    name, file = "montecarlo subtraction 5 --moves 1,2 --k-max 3", family_file(own, "montecarlo")
    alter_file(file, "UPDATE meta.builds SET fingerprint = 'fedcba9876543210'")
    document = examine("--book", own, code=4)
    assert (entry(document)["state"], entry(document)["stale_builds"]) == ("stale", [name])
    assert document["next"] == f"tafelwerk build {name} --force --book '{own}'"
    # a log is named by its option alone
    alter_file(file, "UPDATE meta.builds SET name = 'montecarlo --log FILE: 3 rounds from play-1 on'")
    log = examine("--book", own, code=4)["next"]
    assert log == f"tafelwerk build montecarlo --log FILE --force --book '{own}'"
    alter_file(
        file,
        f"UPDATE meta.builds SET fingerprint = '{family_fingerprint('montecarlo')}'",
        "DROP TABLE subtraction_limits",
        "DELETE FROM meta.tables WHERE name = 'subtraction_limits'",
    )
    document = examine("--book", own, code=4)
    assert (entry(document)["state"], entry(document)["missing_tables"]) == ("stale", ["subtraction_limits"])
    assert document["next"] == f"tafelwerk build montecarlo --book '{own}'"


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    document = examine(NUMBA_CACHE_DIR=str(tmp_path / "file"))
    (warning,) = document["warnings"]
    assert "is not writable" in warning
    assert f"warning: {warning}" in call("doctor", NUMBA_CACHE_DIR=str(tmp_path / "file")).stdout.splitlines()
