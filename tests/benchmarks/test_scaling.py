"""What is measured of ways of building: the speed of the first run, and the forecast of the full sets at that speed."""

import sys
from pathlib import Path

import pytest

from benchmarks import scaling
from tafelwerk.fingerprint import PACKAGE


def test_the_pace_is_that_of_the_builds_in_the_book() -> None:
    assert 0.01 < scaling.pace(PACKAGE / "pocket", ["search", "minimax"]) < 100


def test_the_forecast_follows_the_pace_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.build.forecast.machine_factor", lambda: 7.0)
    monkeypatch.setattr(scaling, "FAMILIES", ("search", "dresher"))
    slow, fast = scaling.divided(1000.0), scaling.divided(1.0)
    assert len(slow) == len(fast) == 4
    for one, other in zip(slow[2:], fast[2:], strict=True):
        cells, others = one.split(" | "), other.split(" | ")
        assert (cells[0], cells[1], cells[4]) == (others[0], others[1], others[4])
        assert cells[2] != others[2]


@pytest.mark.slow
def test_a_small_run_writes_both_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{scaling.BEGIN}old\n{scaling.END}after\n", encoding="utf-8")
    monkeypatch.setattr(scaling, "PAGE", page)
    monkeypatch.setattr(scaling, "WAYS", scaling.WAYS[:2])
    monkeypatch.setattr(sys, "argv", ["scaling", "search"])
    scaling.main()
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert "| one worker |" in text
    assert scaling.LIMITS in text
    assert "| skat |" in text
