"""The benchmarked solvers come to the numbers that are kept; `make counts` shows what changed, and keeps the new ones."""

import pytest

from benchmarks.__main__ import FAMILIES
from benchmarks.counts import Count, Numbers, changes, checksum, counts_of, kept


def compared(family: str, count: Count) -> list[str]:
    return list(changes(kept()[family][count.name], count.run()))


@pytest.mark.parametrize("family", FAMILIES)
def test_quick_counts(family: str) -> None:
    found = {count.name: compared(family, count) for count in counts_of(family) if not count.slow}
    assert found
    assert not any(found.values()), {name: changed for name, changed in found.items() if changed}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "count"),
    [
        pytest.param(family, count, id=f"{family}: {count.name}")
        for family in FAMILIES
        for count in counts_of(family)
        if count.slow
    ],
)
def test_slow_counts(family: str, count: Count) -> None:
    assert compared(family, count) == []


def test_what_is_counted_is_what_is_kept() -> None:
    for family in FAMILIES:
        names = [count.name for count in counts_of(family)]
        assert len(set(names)) == len(names)
        assert set(names) == set(kept()[family])
        assert all(kept()[family].values())


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
