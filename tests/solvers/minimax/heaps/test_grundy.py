"""Grundy's game: outcomes and winning splits."""

import pytest
from naive.minimax_heaps import Play

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY
from tafelwerk.solvers.minimax.heaps.grundy import grundy_numbers, winning_splits


def test_splits_by_play() -> None:
    play = Play(misere=False)
    values = grundy_numbers(20)
    for heap in range(1, 21):
        splits = winning_splits(heap, values)
        assert splits == sorted(left for _, left in play.winning([(GRUNDY, heap)]))
        assert (splits != []) == (values[heap] != 0) == play.won(((GRUNDY, heap),))
        assert splits == winning_splits(heap)


def test_by_hand() -> None:
    """The tree of the lecture notes' example 2.3 for seven tokens: lost. Heap 8: value 2."""
    assert winning_splits(7) == []
    assert grundy_numbers(8)[8] == 2
    assert winning_splits(8) == [(1, 7)]


def test_values_up_to_the_larger_part_are_enough() -> None:
    values = grundy_numbers(29)
    assert winning_splits(30, values) == winning_splits(30)
    with pytest.raises(InputError, match="values"):
        winning_splits(31, values)
    for heap in (0, -3):
        with pytest.raises(InputError, match="heap"):
            winning_splits(heap)
