"""Forecasts: constants of the tasks' classes, and the factor that builds on this machine have shown."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import toy_family

from tafelwerk.build import plan
from tafelwerk.build.plan import Meter, machine_factor, task_seconds


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of the test's own."""
    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: tmp_path / "cache")
    machine_factor.cache_clear()
    yield tmp_path / "cache"
    machine_factor.cache_clear()


def test_first_build_goes_by_the_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine_factor() == 1.0
    assert task_seconds(toy_family.Squares(0, 2000)) == 2000 / plan.USUAL_SPEED
    monkeypatch.setattr(toy_family.Squares, "SPEED", 100.0, raising=False)
    assert task_seconds(toy_family.Squares(0, 2000)) == 20.0


@pytest.mark.parametrize(("expected", "factor"), [(4.99, 1.0), (5.0, 20.0)])
def test_a_few_seconds_of_work_are_not_believed(expected: float, factor: float) -> None:
    meter = Meter()
    meter.add(expected, measured=100.0)
    meter.keep()
    machine_factor.cache_clear()
    assert machine_factor() == factor


def test_the_factor_follows_the_machine() -> None:
    for _ in range(20):
        meter = Meter()
        meter.add(expected=500.0 * machine_factor(), measured=500.0)
        meter.keep()
        machine_factor.cache_clear()
    assert machine_factor() == pytest.approx(1.0)
    for _ in range(20):
        meter = Meter()
        meter.add(expected=500.0 * machine_factor(), measured=1500.0)
        meter.keep()
        machine_factor.cache_clear()
    assert machine_factor() == pytest.approx(3.0, rel=0.01)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"machine": 1}', '{"machine": "MACHINE", "expected": "x", "measured": 1}']
)
def test_damaged_memory_counts_for_nothing(text: str, cache: Path) -> None:
    cache.mkdir()
    (cache / "speed.json").write_text(text.replace("MACHINE", plan.machine()))
    assert machine_factor() == 1.0
    meter = Meter()
    meter.add(10.0, 20.0)
    meter.keep()
    machine_factor.cache_clear()
    assert machine_factor() == pytest.approx(2.0)


def test_another_machine_starts_anew(cache: Path) -> None:
    cache.mkdir()
    (cache / "speed.json").write_text(json.dumps({"machine": "another", "expected": 100.0, "measured": 300.0}))
    assert machine_factor() == 1.0


def test_cache_that_cannot_be_written_is_done_without(cache: Path) -> None:
    cache.write_text("a file")
    meter = Meter()
    meter.add(10.0, 20.0)
    meter.keep()
    assert machine_factor() == 1.0
