"""Tasks: rows of games, and how a task goes on after it was stopped."""

import json
from typing import Any

import pytest
from naive import dresher as naive

from tafelwerk.families.dresher import solving
from tafelwerk.families.dresher.builds import GameRows, RunRows
from tafelwerk.families.dresher.rules import METHODS


class Kept:
    """A checkpoint in memory, by way of JSON; stops the task after that many saves."""

    def __init__(self, stop_after: int) -> None:
        self.text: str | None = None
        self.statuses: list[str] = []
        self.stop_after = stop_after

    def load(self) -> Any:
        return None if self.text is None else json.loads(self.text)

    def save(self, state: Any, status: str) -> None:
        self.text = json.dumps(state)
        self.statuses.append(status)
        if len(self.statuses) == self.stop_after:
            raise KeyboardInterrupt


def columns(rows: Any) -> dict[str, dict[str, list[Any]]]:
    return {
        table: {name: list(values) for name, values in filled.items() if name != "seconds"}
        for table, filled in rows.items()
    }


def test_goes_on_behind_the_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = columns(GameRows(17, 20, 32).run())
    kept = Kept(stop_after=9)
    with pytest.raises(KeyboardInterrupt):
        GameRows(17, 20, 32).resume(kept)
    assert kept.statuses[-1].startswith("N = 25 proved, value 3.9")
    solved: list[int] = []
    solve = solving.solve

    def noted(n: int, *rest: Any, **words: Any) -> Any:
        solved.append(n)
        return solve(n, *rest, **words)

    monkeypatch.setattr(solving, "solve", noted)
    assert columns(GameRows(17, 20, 32).resume(kept)) == whole
    assert solved == list(range(26, 33))


def test_rows_of_small_games() -> None:
    rows = columns(GameRows(1, 3, 5).run())
    assert rows["games"]["n"] == [3, 4, 5]
    assert rows["games"]["value_num"] == ["9", "2", "20"]
    assert rows["games"]["value_den"] == ["5", "1", "9"]
    assert rows["games"]["even_total"] == [naive.least_guesses([1] * n) for n in (3, 4, 5)]
    assert rows["games"]["sum_rule"] == [None, None, True]
    assert rows["hider"]["weight"][:3] == ["2", "1", "2"]
    assert rows["searcher"]["depths"][:3] == [(2, 1, 2), (1, 3, 2), (2, 3, 1)]
    assert rows["searcher"]["mirror"][:3] == [1, 3, 2]
    assert rows["searcher"]["root"][:3] == [2, 1, 3]


def test_expected_rows() -> None:
    for task in (GameRows(17, 17, 32), GameRows(1, 1, 16)):
        made = sum(len(table["n"]) for table in columns(task.run()).values())
        assert made <= task.expected_rows() <= 1.2 * made


def test_runs_by_both_methods() -> None:
    rows = columns(RunRows(10, 12, (11,)).run())
    assert list(zip(rows["runs"]["n"], rows["runs"]["method"], strict=True)) == [
        (n, method) for n in (10, 11, 12) for method in METHODS
    ]
    for method in METHODS:
        rounds = [
            bounds
            for bounds in zip(*(rows["bounds"][name] for name in ("method", "round", "upper", "lower")), strict=True)
            if bounds[0] == method
        ]
        assert [number for _, number, _, _ in rounds] == list(range(1, len(rounds) + 1))
        assert rounds[-1][2] == pytest.approx(187 / 62)
        assert all(lower <= 187 / 62 + 1e-9 <= upper + 2e-9 for _, _, upper, lower in rounds)
