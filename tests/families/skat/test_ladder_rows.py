"""The ladder measured: the same deals as the benchmark's, plain minimax's outcomes, counts that nothing before them changes."""

from dataclasses import replace
from math import comb
from random import Random
from typing import Any

import pytest

from tafelwerk.families.skat import deal_rows
from tafelwerk.families.skat.deal_rows import FOR_POINTS, Spent, Trial, compare, rungs, trial, trials
from tafelwerk.families.skat.rules.cards import WIN, Game, Seat
from tafelwerk.families.skat.rules.deals import random_deal, random_deals, read_deal
from tafelwerk.families.skat.rules.limits import TABLED, ladder_steps
from tafelwerk.families.skat.tasks import Ladder
from tafelwerk.solvers.skat.thesis_ladder import NullStep, Step


def names(cards: int, question: str | None = None, limit: int | None = None) -> list[str]:
    return [rung.step for rung in rungs(cards, question, limit)]


def rows_of(task: Ladder) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = task.run()["statistics"]
    return rows


def test_deals_go_round_the_games_and_the_seats() -> None:
    found = trials(7, 0, 29, 5)
    assert [trial.deal for trial in found] == list(random_deals(30, 7, cards_each=5))
    assert {(trial.game, trial.declarer) for trial in found[:15]} == {
        (game, seat) for game in FOR_POINTS for seat in Seat
    }
    assert [trial.game for trial in found[:5]] == list(FOR_POINTS)
    assert [trial.declarer for trial in found[:11:5]] == list(Seat)
    assert trials(7, 12, 19, 5) == found[12:20]


def test_targets() -> None:
    assert trial(0, random_deal(Random(1))).target == WIN
    # 13 points and a Skat of 11; no points at all
    assert trial(0, read_deal("CJ CA | S7 S8 | H7 H8 | DA D7")).target == 13
    assert trial(0, read_deal("C7 C8 | S7 S8 | H7 H8")).target == 1
    null = trials(7, 0, 5, 10, "null")
    assert [(one.game, one.declarer, one.target) for one in null] == 2 * [(Game.NULL, seat, 0) for seat in Seat]


def test_steps_by_cards_in_a_hand() -> None:
    fast = ["fast_win", "fast_points"]
    assert names(6) == [*Step, *fast]
    assert names(10, "null") == names(5, "null", 1) == [*NullStep, "fast_null"]
    assert names(10, "table") == ["ab_tt"]
    assert names(7) == [*(step for step in Step if step is not Step.MINIMAX), *fast]
    assert names(9, limit=1) == names(9) == [*(step for step in Step if step not in (Step.MINIMAX, Step.AB)), *fast]
    assert set(names(10, limit=1)) - set(names(10)) == {Step.MWS}
    for cards in (4, 6, 7, 8, 9, 10):
        exact, win = names(cards, "points"), names(cards, "win")
        assert sorted(exact + win) == sorted(names(cards))
        assert exact == [rung.step for rung in rungs(cards) if rung.exact]
        assert (exact[-1], win[-1]) == ("fast_points", "fast_win")
        # as builds and proofs list them
        for question in (None, "win", "points", "table", "null"):
            assert sorted(ladder_steps(cards, question)) == sorted(names(cards, question)), (cards, question)


@pytest.mark.parametrize(("cards", "question"), [(4, None), (8, "points"), (10, "null"), (8, "table")])
def test_rows_are_of_one_deal_alone(cards: int, question: str | None) -> None:
    """Counts know nothing of deals before; entries are those of tables, no more than there are starts of tricks."""
    task = Ladder(2, 4, 5, cards, question)
    rows = rows_of(task)
    assert len(rows) + len(task.run()["deals"]) == task.expected_rows()
    assert task.operations() > 0
    alone = {(row["deal"], row["step"]): row["nodes"] for row in rows_of(Ladder(2, 5, 5, cards, question))}
    assert alone.items() <= {(row["deal"], row["step"]): row["nodes"] for row in rows}.items()
    assert len(rows) == 2 * len(alone)
    most = 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards))
    for row in rows:
        assert (row["entries"] is not None) == (row["step"] in TABLED), row["step"]
        assert row["entries"] is None or 0 <= row["entries"] <= min(row["nodes"], most)


def test_steps_that_differ_are_found() -> None:
    found = {"a": [Spent(5, 0.1, 30, True)], "b": [Spent(3, 0.1, None, True)], "c": [Spent(9, 0.1, None, None)]}
    compare(found)
    for wrong in (Spent(1, 0.1, 31, True), Spent(1, 0.1, None, False)):
        with pytest.raises(AssertionError, match="deal 0"):
            compare(found | {"b": [wrong]})


def test_a_wrong_step_stops_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = rungs(4)

    def wrong(trial: Trial) -> Any:
        nodes, value, won, entries = first.prepared(trial)()
        assert value is not None
        return lambda: (nodes, value + 1, won, entries)

    monkeypatch.setattr(deal_rows, "rungs", lambda *_: (replace(first, prepared=wrong), *rest))
    with pytest.raises(AssertionError, match="points should be the same for all steps"):
        Ladder(1, 0, 0, 4, None).run()
