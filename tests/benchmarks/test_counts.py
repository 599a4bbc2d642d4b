"""The benchmarked solvers come to the numbers that are kept; `make counts` shows what changed, and keeps the new ones."""

import pytest

from benchmarks.counts import Numbers, changes, checksum, counts_of, kept
from tafelwerk.families import FAMILIES


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", FAMILIES)
def test_counts(family: str, slow: bool) -> None:
    counts, numbers = counts_of(family), kept().get(family, {})
    names = [count.name for count in counts]
    assert len(set(names)) == len(names)
    assert set(names) == {name for name, found in numbers.items() if found}, "run: make counts"
    changed = {count.name: list(changes(numbers[count.name], count.run())) for count in counts if count.slow == slow}
    assert not any(changed.values()), changed


def test_changes() -> None:
    cases: list[tuple[Numbers, Numbers, list[str]]] = [
        ({"total": 5625}, {"total": 5625}, []),
        ({"total": 5625}, {"total": 5626}, ["total: 5625 -> 5626"]),
        ({"total": 1}, {"total": 1.0}, ["total: 1 -> 1.0"]),
        ({"won": True}, {"won": 1}, ["won: True -> 1"]),
        ({"mean": 0.25}, {"mean": 0.25 + 1e-16}, []),
        ({"mean": 0.25}, {"mean": 0.25 + 1e-11}, ["mean: 0.25 -> 0.25000000001"]),
        ({"a": 1}, {"b": "x"}, ["a: 1 -> None", "b: None -> x"]),
    ]
    for old, new, lines in cases:
        assert list(changes(old, new)) == lines


def test_a_checksum_is_of_values_and_shape() -> None:
    assert checksum([1, 2, 3]) == checksum([1, 2, 3])
    different = ([[1, 2, 3]], [[1, 2, 4]], [[2, 1, 3]], [[[1, 2, 3]]], [[1], [2, 3]])
    assert len({checksum(*arrays) for arrays in different}) == 5
