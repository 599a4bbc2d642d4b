"""Stored rows of heap games proved anew: right ones pass, wrong ones are named."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import duckdb
import numpy as np
import pytest
from altered import Altered
from hypothesis import given
from hypothesis import strategies as st
from minimax_books import small_book

from tafelwerk.build.minimax import heap_proof, heaps
from tafelwerk.build.minimax.heap_estimates import game_of
from tafelwerk.solvers.minimax.periods import find_period
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.rules import Rules, octal_rules, subtraction_rules


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture(scope="module")
def altered(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(book, "minimax", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def checked(path: Path, sample: int | None = 40) -> dict[str, Check]:
    with open_book(path) as opened:
        return {check.name.removeprefix("minimax."): check for check in heaps.verify(opened, sample)}


def test_what_is_right(book: Path) -> None:
    found = checked(book, None)
    assert [check for check in found.values() if not check.ok] == []
    assert list(found) == ["grundy: games", "grundy: values", "periods: heap by heap", "misere: outcomes"]
    assert found["grundy: games"].detail.startswith("10 games")
    assert found["periods: heap by heap"].detail.startswith("9 searches")
    assert found["misere: outcomes"].detail.startswith("60 of 60")
    assert checked(book)["grundy: values"].detail.startswith("640 of")


def test_nothing_to_prove(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        ("DELETE FROM grundy WHERE game = 'grundy' AND heap = 5", "grundy: games"),
        ("UPDATE grundy SET game = 'octal 0.770' WHERE game = 'octal 0.77'", "grundy: games"),
        ("UPDATE grundy SET value = value + 1 WHERE heap = 17", "grundy: values"),
        ("UPDATE grundy SET value = 0 WHERE game = 'grundy' AND heap > 100", "grundy: values"),
        ("UPDATE grundy SET value = 7 WHERE game = 'octal 0.77' AND heap = 0", "grundy: values"),
        ("UPDATE periods SET period = 24 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET period = 24, checked_to = 190 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET last_exception = 71, checked_to = 168 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET last_exception = 69, checked_to = 164 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET checked_to = 160 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET checked_to = 5000 WHERE game = 'octal 0.77'", "periods: heap by heap"),
        ("UPDATE periods SET game = 'grundy' WHERE game = 'octal 0.77'", "periods: heap by heap"),
        (
            "UPDATE periods SET proved = false, period = NULL, last_exception = NULL WHERE game = 'octal 0.77'",
            "periods: heap by heap",
        ),
        ("UPDATE misere SET won = NOT won WHERE heap = 11", "misere: outcomes"),
        ("UPDATE misere SET moves = '' WHERE game = 'grundy' AND heap = 10", "misere: outcomes"),
        ("UPDATE misere SET game = 'nim' WHERE game = 'grundy'", "misere: outcomes"),
    ],
)
def test_what_is_wrong_is_found(damage: str, name: str, altered: Altered) -> None:
    found = altered.named(name, damage, partial(heaps.verify, sample=40))
    assert not found.ok
    assert "WRONG" in found.detail


def test_a_search_that_stopped_too_early(tmp_path: Path) -> None:
    """That no period was found is right as far as the search went, and wrong where a proof lies within it."""
    from tafelwerk.build import runner

    kayles = octal_rules("0.77")
    runner.run(tmp_path, [heaps.heaps_build(kayles, 165), heaps.heaps_build(kayles, 170)], executor="inline")
    assert all(check.ok for check in checked(tmp_path).values())
    with duckdb.connect(str(tmp_path / "minimax.duckdb")) as connection:
        connection.execute("UPDATE periods SET checked_to = 166 WHERE NOT proved")
    found = checked(tmp_path)["periods: heap by heap"]
    assert "the period 12 is not found by heap 166" in found.detail


@given(
    st.sampled_from([octal_rules("0.77"), octal_rules("4.003"), subtraction_rules([1, 4])]),
    st.lists(st.integers(0, 2), max_size=6),
    st.lists(st.integers(0, 2), min_size=1, max_size=5),
    st.integers(0, 12),
)
def test_the_shortest_period(rules: Rules, start: list[int], cycle: list[int], turns: int) -> None:
    values = np.array([0, *start, *cycle * turns], np.uint16)
    found = find_period(values, game_of(rules))
    assert heap_proof._shortest(rules, values.astype(np.int64)) == found.period
    if found.period is not None and found.last_exception is not None:
        known = values.astype(np.int64)
        assert heap_proof._is_proved(rules, known, found.period, found.last_exception, found.checked_to)
