"""Samples of claims: how large, which, and what they can miss.
Tails of distributions, against plain sums and tables.
Which double is nearest, decided by the middle between it and the next.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from math import comb, erfc, exp, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.proofs import running
from tafelwerk.proofs.claims import MOST_FAULTS, NOT_PROVED, Claim, Sampling, column_proofs, enough, uncompiled
from tafelwerk.proofs.real_numbers import chi_squared_tail, is_nearest, joint_faults, moments, normal_tail, same_chance
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check


def claim(units: int, faulty: frozenset[int] = frozenset(), **more: object) -> Claim:
    def prove(places: Sequence[int]) -> Iterator[str]:
        return (f"unit {place}: wrong" for place in places if place in faulty)

    return Claim("toys.toys", "looking", ("toy",), "recomputed", units, prove, **more)  # type: ignore[arg-type]


@given(units=st.integers(1, 3000))
def test_a_sample_is_the_least_that_finds_one_percent(units: int) -> None:
    size, faulty = enough(units), -(-units // 100)

    def miss(sample: int) -> float:
        return comb(units - faulty, sample) / comb(units, sample)

    assert miss(size) <= 1e-4 * (1 + 1e-9)
    assert size == units - faulty + 1 or miss(size - 1) > 1e-4 * (1 - 1e-9)


def test_samples_depend_on_the_seed() -> None:
    one = claim(10_000)
    assert Sampling(1).places(one) == Sampling(1).places(one)
    assert Sampling(1).places(one) != Sampling(2).places(one)
    assert len(Sampling(1).places(one)) == enough(10_000)
    assert len(Sampling(1, 20).places(one)) == 20
    assert len(Sampling(1).places(claim(10_000, least=5000))) == 5000
    assert Sampling(1, full=True).places(one) == range(10_000)
    assert Sampling(1, 20).places(claim(50, whole=True)) == range(50)
    assert len(Sampling(1).places(claim(50, long=True))) == 0
    assert len(Sampling(1, full=True).places(claim(50, long=True))) == 50


@pytest.mark.parametrize(
    ("units", "how"), [((), NOT_PROVED), ((0,), "by 0"), ((0, 5), "by 5"), ((5, 0, 7), "by 5; by 7")]
)
def test_a_claim_without_units_says_nothing_beside_others(units: tuple[int, ...], how: str) -> None:
    made = (Claim("search.free_totals", "", ("even",), "single", n, list, within={"even": f"by {n}"}) for n in units)
    assert column_proofs("search", made)["free_totals"]["even"] == how


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> running.Journal:
    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: tmp_path)
    monkeypatch.setattr(running, "_identity", lambda book, family: "same")
    return running.Journal(Book(tmp_path / "none"), "toys")


def proved(journal: running.Journal, *claims: Claim, full: bool = False) -> list[Check]:
    return list(running.prove("toys", claims, Sampling(1, full=full), journal, lambda text: None))


def test_faults_are_named_and_counted(journal: running.Journal) -> None:
    (check,) = proved(journal, claim(300, frozenset(range(5, 300, 50))), full=True)
    assert not check.ok
    assert check.detail == "300 of 300 rows; WRONG unit 5: wrong; unit 55: wrong; unit 105: wrong and 3 more"
    (check,) = proved(journal, claim(10**5, frozenset(range(10**5))), full=True)
    assert check.detail.endswith(f"and {MOST_FAULTS - 3} more")


def test_a_sample_says_what_it_can_miss(journal: running.Journal) -> None:
    (check,) = proved(journal, claim(10_000))
    assert (check.ok, check.proved, check.of) == (True, enough(10_000), 10_000)
    assert check.detail == f"{enough(10_000)} of 10,000 rows, at most 0.34 % wrong (95 %)"


def test_what_a_proof_raises_is_a_fault_of_its_claim(journal: running.Journal) -> None:
    def prove(places: Sequence[int]) -> list[str]:
        raise KeyError("moves")

    broken = Claim("toys.toys", "breaking", (), "single", 3, prove)
    first, second = proved(journal, broken, claim(3))
    assert (first.ok, second.ok) == (False, True)
    assert "KeyError: 'moves'" in first.detail


def test_a_full_proof_goes_on_where_it_was_stopped(journal: running.Journal, tmp_path: Path) -> None:
    seen: list[int] = []

    def prove(places: Sequence[int]) -> list[str]:
        if places[0] >= 40 and len(seen) == 40:
            seen.append(-1)
            raise KeyboardInterrupt
        seen.extend(places)
        return ["unit 7: wrong"] if 7 in places else []

    slow = Claim("toys.toys", "slowly", (), "recomputed", 100, prove, seconds=running.PART_SECONDS / 20)
    with pytest.raises(KeyboardInterrupt):
        proved(journal, slow, full=True)
    (check,) = proved(running.Journal(Book(tmp_path / "none"), "toys"), slow, full=True)
    assert seen == [*range(40), -1, *range(40, 100)]
    assert check.detail == "100 of 100 rows; WRONG unit 7: wrong"
    again = running.Journal(Book(tmp_path / "none"), "toys")
    assert again.done == {}
    assert (again.outcomes[slow.name].units, again.outcomes[slow.name].faults) == (100, 1)


@pytest.mark.parametrize(
    ("before", "after", "is_kept"),
    [((100, 0), (20, 0), False), ((100, 0), (100, 0), True), ((100, 0), (20, 1), True), ((100, 1), (20, 0), True)],
)
def test_an_outcome_is_kept_unless_another_says_more(
    journal: running.Journal, before: tuple[int, int], after: tuple[int, int], is_kept: bool
) -> None:
    """Units examined, and faults."""
    first, second = (running.Outcome("toys", units, 100, faults, 1, 0.5, "") for units, faults in (before, after))
    journal.finish(first)
    journal.finish(second)
    assert journal.outcomes["toys"] is (second if is_kept else first)


def test_a_kernel_compiled_wrongly_does_not_prove_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Compiled:
        def __init__(self, function: Callable[[int], int]) -> None:
            self.py_func = function

        def __call__(self, number: int) -> int:
            return 2 * number + (number == 1)

    toy: Any = ModuleType("tafelwerk.proofs.toy")
    toy.double = compiled = Compiled(lambda number: 2 * number)
    monkeypatch.setitem(sys.modules, toy.__name__, toy)
    doubles = [0, 3, 4]
    doubled = Claim(
        "toy.rows",
        "doubled",
        ("double",),
        "recomputed",
        3,
        lambda places: [f"row {place}" for place in places if toy.double(place) != doubles[place]],
    )
    assert list(doubled.prove(range(3))) == []
    assert list(uncompiled(doubled, [2]).prove([0])) == []
    assert list(uncompiled(doubled, [0, 1]).prove([0, 1])) == ["row 1"]
    assert toy.double is compiled


@pytest.mark.parametrize("value", [0.0, 0.1, 1.0, 7.5, 40.0, 200.0])
def test_even_degrees_of_freedom_are_a_poisson_sum(value: float) -> None:
    for half in (1, 2, 5, 60):
        term = total = exp(-value / 2)
        for i in range(1, half):
            term *= value / 2 / i
            total += term
        assert chi_squared_tail(value, 2 * half) == pytest.approx(total, rel=1e-9, abs=1e-14)


def test_one_degree_of_freedom_is_the_normal_law() -> None:
    for value in (0.3, 1.0, 1.959964, 6.0):
        assert normal_tail(value) == pytest.approx(erfc(value / sqrt(2)), rel=1e-9)


def test_all_samples_together() -> None:
    def faults(samples: list[tuple[int, int, int, int]]) -> list[str]:
        return joint_faults(moments(*sample) for sample in samples)

    assert faults([(500, 1000, 250, 500)] * 40) == []
    assert faults([(0, 1000, 0, 500)]) == []
    off = [(545, 1000, 250, 500), (455, 1000, 250, 500)]
    assert all(same_chance(*sample) > 1e-3 for sample in off)
    (fault,) = faults(off * 40)
    assert "chi-squared" in fault
    (fault,) = faults(off[:1] * 40)
    assert "standard errors" in fault
    # ten wins and losses are expected, or hardly fewer
    assert "of 4 samples" in " ".join(faults([(20, 20, 0, 20), (0, 20, 20, 20)] * 2))
    assert faults([(19, 19, 0, 19), (0, 19, 19, 19)] * 2) == []


@pytest.mark.parametrize(("shift", "is_near"), [(0, True), (0.4, True), (0.6, False), (-0.4, True), (-0.6, False)])
def test_the_middle_decides_on_either_side(shift: float, is_near: bool) -> None:
    with ctx.workprec(256):
        ball = arb(1.5) + arb(shift) * arb(2) ** -52
    assert is_nearest(1.5, ball) == is_near
