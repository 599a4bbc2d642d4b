"""What is measured of ways of building: the speed of the first run, and the forecast of the full sets at that speed."""

import pytest

from benchmarks import scaling
from tafelwerk.fingerprint import PACKAGE


def test_the_pace_is_that_of_the_builds_in_the_book() -> None:
    assert 0.01 < scaling.pace(PACKAGE / "pocket", ["search", "minimax"]) < 100


def test_the_forecast_follows_the_pace_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.build.plan.machine_factor", lambda: 7.0)
    monkeypatch.setattr(scaling, "FAMILIES", ("search", "dresher"))
    slow, fast = scaling.divided(1000.0), scaling.divided(1.0)
    assert len(slow) == len(fast) == 4
    for one, other in zip(slow[2:], fast[2:], strict=True):
        cells, others = one.split(" | "), other.split(" | ")
        assert (cells[0], cells[1], cells[4]) == (others[0], others[1], others[4])
        assert cells[2] != others[2]
