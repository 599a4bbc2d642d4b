"""Stored rows are proved, and lies among them are found."""

from pathlib import Path
from random import Random
from shutil import copytree

import duckdb
import pytest

from tafelwerk.build.runner import run
from tafelwerk.build.skat.proof import verify
from tafelwerk.build.skat.sets import given_build
from tafelwerk.solvers.skat.deals import random_deal
from tafelwerk.tables.book import open_book

OTHERS = "list_transform(openings, lambda x: 1 - x)"
MORE = "list_transform(openings, lambda x: x + 1)"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    deals = [random_deal(Random(seed), 3) for seed in (1, 2)]
    contracts = (("spades", "forehand"), ("null", "middlehand"))
    run(folder, [*map(given_build, deals), given_build(deals[0], contracts, whole=True)], executor="inline")
    return folder


def failed(book: Path) -> set[str]:
    with open_book(book) as opened:
        return {check.name for check in verify(opened, 500) if not check.ok}


def test_a_real_book_passes(book: Path) -> None:
    with open_book(book) as opened:
        checks = list(verify(opened, 500))
    assert all(check.ok for check in checks), checks
    assert [check.name for check in checks] == [
        "skat.deals: numbers",
        "skat.results: columns",
        "skat.results: retrograde values",
        "skat.positions: search",
    ]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("deals SET forehand = middlehand, middlehand = forehand", "skat.deals: numbers"),
        ("deals SET cards_each = 4", "skat.deals: numbers"),
        ("deals SET skat = forehand", "skat.deals: numbers"),
        ("results SET points = points + 1", "skat.results: columns"),
        ("results SET won = NOT won", "skat.results: columns"),
        ("results SET openings = openings[1:2]", "skat.results: columns"),
        (f"results SET openings = {OTHERS} WHERE game = 'null'", "skat.results: retrograde values"),
        (f"results SET points = points + 1, openings = {MORE} WHERE game <> 'null'", "skat.results: retrograde values"),
        ("positions SET lower = lower + 1, upper = upper + 1", "skat.positions: search"),
        ("positions SET upper = upper + 1", "skat.positions: search"),
        ("positions SET best = (best + 1) % 32", "skat.positions: search"),
    ],
)  # fmt: skip
def test_lies_are_found(change: str, found: str, book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        connection.execute(f"UPDATE {change}")
    assert found in failed(copy)
