"""Proofs of stored rows: a real book passes, and whatever is falsified in it is found."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from altered import Altered
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.search import proof, sets
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.search import Entropy


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [
        sets.free_build(150, 3),
        sets.free_build(120, 10),
        sets.free_build(1300, 700),
        *(sets.root_build(200, strategy) for strategy in sets.STRATEGIES),
        sets.root_build(20_000, Entropy(Fraction(3, 2)), 3),
        sets.root_build(15_000, None, 4),
        sets.curve_build(60, 3, 6),
    ]
    return made_once(tmp_path_factory, "search-proof", lambda folder: run(folder, builds, executor="inline"), "search")


@pytest.fixture(scope="module")
def altered(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(book, "search", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def verify(folder: Path, sample: int | None = None) -> dict[str, Check]:
    with open_book(folder) as opened:
        checks = list(proof.verify(opened, sample))
    assert len({check.name for check in checks}) == len(checks)
    return {check.name.removeprefix("search."): check for check in checks}


def test_a_real_book_passes(book: Path) -> None:
    checks = verify(book, 10**6)
    assert all(check.ok for check in checks.values()), checks
    assert checks["free_totals: recursion"].detail == "1270 of 1570 rows proved"
    assert checks["free_totals: Huffman"].detail == "300 of 300 larger rows proved"
    assert checks["root_totals: perfect play by coins"].detail == "202 of 202 rows proved"
    proved, _, rows, *_ = checks["root_totals: entropies of all even queries"].detail.split()
    assert proved == rows


def test_an_empty_book_has_nothing_to_prove(tmp_path: Path) -> None:
    assert verify(tmp_path) == {}


def test_what_is_out_of_reach_is_said(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "ROW_SECONDS", 0.0)
    monkeypatch.setattr(proof, "ROOT_CODES", 100)
    checks = verify(book)
    assert checks["free_totals: Huffman"].detail == "0 of 300 larger rows proved"
    assert checks["root_totals: perfect play by coins"].detail == "100 of 202 rows proved"
    assert all(check.ok for check in checks.values())


def test_samples_are_always_the_same(book: Path) -> None:
    once, again = verify(book, 2), verify(book, 2)
    assert once == again
    assert once["free_totals: Huffman"].detail.startswith("2 of 300")


FREE, HUFFMAN = "free_totals: recursion", "free_totals: Huffman"
QUERIES, PERFECT = "root_totals: queries", "root_totals: perfect play by coins"
ENTROPY = "root_totals: entropies of all even queries"
ROOT = "UPDATE root_totals SET"


@pytest.mark.parametrize(
    ("name", "lie"),
    [
        (FREE, "UPDATE free_totals SET total = total + 1 WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET even = even - 1 WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET query = '70, 7' WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET query = '77' WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET query = 'many' WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET query = NULL WHERE codes = 77"),
        (FREE, "UPDATE free_totals SET query = '1' WHERE codes = 1"),
        (FREE, "UPDATE free_totals SET codes = 151 WHERE codes = 77"),
        (HUFFMAN, "UPDATE free_totals SET total = total - 1 WHERE codes = 1234"),
        (QUERIES, f"{ROOT} alpha = 3 WHERE size = 5"),
        (QUERIES, f"{ROOT} alpha = NULL WHERE strategy = 'h1' AND size = 5"),
        (QUERIES, f"{ROOT} parts = parts + 1 WHERE size = 50"),
        (QUERIES, f"{ROOT} rest = rest + 1 WHERE size = 50"),
        (QUERIES, f"{ROOT} small = 'few' WHERE size = 50"),
        (QUERIES, f"{ROOT} small = '8', parts = 1, rest = 42 WHERE size = 50"),
        (QUERIES, f"{ROOT} strategy = 'best' WHERE strategy = 'h2'"),
        (QUERIES, f"{ROOT} parts = 0 WHERE size = 1"),
        (PERFECT, f"{ROOT} total = total + 1 WHERE strategy = 'optimal' AND size = 150"),
        (PERFECT, f"{ROOT} total = total - 1 WHERE strategy = 'optimal' AND size = 15000"),
        (PERFECT, f"{ROOT} small = '1', parts = 1, rest = 149 WHERE strategy = 'optimal' AND size = 150"),
        (ENTROPY, f"{ROOT} total = total + 1 WHERE strategy = 'h1' AND size = 150"),
        (ENTROPY, f"{ROOT} total = total - 1 WHERE strategy = 'h1.5' AND size = 20000"),
        (ENTROPY, f"{ROOT} small = '4^2', parts = 2, rest = 142 WHERE strategy = 'h1' AND size = 150"),
        (ENTROPY, f"{ROOT} strategy = 'h1.4', alpha = 1.4 WHERE strategy = 'h1' AND size = 150"),
    ],
)
def test_what_is_falsified_is_found(name: str, lie: str, altered: Altered) -> None:
    checks = proof.free_checks if name in (FREE, HUFFMAN) else proof.root_checks
    check = altered.named(name, lie, partial(checks, sample=10**6))
    assert not check.ok
    assert "WRONG" in check.detail
