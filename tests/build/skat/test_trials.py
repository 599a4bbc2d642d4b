"""Games to learn from: what is drawn, and how it ends."""

import pytest

from tafelwerk.build.skat.tasks import Playouts, Trials
from tafelwerk.build.skat.trials import trials_of
from tafelwerk.rules.skat.cards import Game, read_seat
from tafelwerk.rules.skat.deals import numbered_deal
from tafelwerk.rules.skat.play import start, winning
from tafelwerk.solvers.skat.judge import judge_of


def test_rows_are_solved() -> None:
    rows = Trials(3, 40, 59).run()
    assert len(rows) > 15
    for row in rows:
        deal, game, declarer = numbered_deal(row["deal"]), Game(row["game"]), read_seat(row["declarer"])
        assert row["won"] == (judge_of(game).value(start(deal, game, declarer)) >= winning(game))
        assert row["hand"] == deal.hands[declarer]
        assert row["number"] % 3 == declarer


def test_any_part_can_be_had_alone() -> None:
    whole, part = Trials(3, 40, 59).run(), Trials(3, 50, 52).run()
    assert part == [row for row in whole if row["number"] in (50, 51, 52)]


@pytest.mark.slow
def test_playouts_are_of_trials() -> None:
    tables = Playouts(3, 40, 45, 3).run()
    known = {(number, trial.game.value) for number, trial in trials_of(3, 40, 49)}
    assert tables["playouts"]
    assert len({row["number"] for row in tables["playouts"]}) == len(tables["playouts"])
    for row in tables["playouts"]:
        assert (row["number"], row["game"]) in known
        assert (row["points"] is None) == (row["game"] == "null")
        assert row["points"] is None or row["won"] == (row["points"] >= 61)
        places = [card["place"] for card in tables["playout_cards"] if card["number"] == row["number"]]
        assert places == list(range(1, len(places) + 1))
        assert len(places) == 30 or row["game"] == "null"
    again = Playouts(3, 40, 41, 3).run()["playouts"]
    assert again == tables["playouts"][: len(again)]
