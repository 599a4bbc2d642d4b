"""Heap games by their definition."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive

from tafelwerk.build import runner
from tafelwerk.build.minimax import heaps
from tafelwerk.proofs.minimax import claims
from tafelwerk.proofs.minimax.heaps import is_proved, rules_of, shortest_period, wrong_values
from tafelwerk.proofs.minimax.misere import misere_row
from tafelwerk.solvers.minimax.periods import find_period
from tafelwerk.tables.book import open_book
from tafelwerk.tables.minimax import rules as tables

NAMES = ("grundy", "octal 0.77", "octal 4.003", "octal 0.137", "octal 4.0", "subtraction 2,3", "octal 0.1")


@pytest.mark.parametrize("name", NAMES)
def test_the_least_missing_number(name: str) -> None:
    right = np.array(naive.grundy_values(tables.rules_of(name), 40), np.uint16)
    every = np.arange(len(right))
    assert wrong_values(name, right, every) == []
    for heap in every.tolist():
        wrong = right.copy()
        wrong[heap] += 1
        # from the smaller heaps on, which are right
        assert len(wrong_values(name, wrong, every[heap : heap + 1])) == 1


@pytest.mark.parametrize("name", NAMES)
def test_all_sums_of_tokens(name: str) -> None:
    game, play = tables.rules_of(name), naive.Play(misere=True)
    for heap in range(1, 10):
        won, moves = misere_row(name, heap, 9)
        assert won == play.won(((game, heap),))
        left = [tuple(int(part) for part in word.split("+") if part != "0") for word in moves.split("; ") if word]
        winning = {left for _, left, after in play.moves([(game, heap)]) if not play.won(after)}
        assert set(left) == winning


@pytest.mark.parametrize("name", ["nim", "", "octal", "octal 0.8", "subtraction ", "subtraction 1,x"])
def test_no_game(name: str) -> None:
    with pytest.raises(ValueError):
        rules_of(name)


def test_a_search_that_stopped_too_early(tmp_path: Path) -> None:
    """That no period was found is right as far as the search went."""
    kayles = tables.octal_rules("0.77")
    runner.run(tmp_path, [heaps.heaps_build(kayles, heap) for heap in (165, 170)], executor="inline")
    with open_book(tmp_path) as book:
        found = {claim.name: list(claim.prove(range(claim.units))) for claim in claims(book) if claim.units}
        rows = book.rows("minimax", "SELECT checked_to, proved FROM minimax.periods ORDER BY checked_to")
    assert rows == [(165, False), (166, True)]
    assert "minimax.periods: heap by heap" in found
    assert not any(found.values())


@given(
    st.sampled_from(["octal 0.77", "octal 4.003", "subtraction 1,4"]),
    st.lists(st.integers(0, 2), max_size=6),
    st.lists(st.integers(0, 2), min_size=1, max_size=5),
    st.integers(0, 12),
)
def test_the_shortest_period(name: str, start: list[int], cycle: list[int], turns: int) -> None:
    values = np.array([0, *start, *cycle * turns], np.uint16)
    found = find_period(values, tables.rules_of(name))
    rules = rules_of(name)
    assert shortest_period(rules, values) == found.period
    if found.period is not None and found.last_exception is not None:
        assert is_proved(rules, values, found.period, found.last_exception, found.checked_to)
