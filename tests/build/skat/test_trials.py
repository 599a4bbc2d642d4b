"""Games to learn from: what is drawn, and how it ends."""

from random import Random

import pytest
from naive.skat_features import rough_strength, thesis

from tafelwerk.build.skat.tasks import Playouts, Trials
from tafelwerk.build.skat.trials import trials_of
from tafelwerk.rules.skat.cards import Game, Seat, read_seat
from tafelwerk.rules.skat.deals import discards, numbered_deal, random_deals
from tafelwerk.rules.skat.play import start, winning
from tafelwerk.solvers.skat.features import KINDS
from tafelwerk.solvers.skat.judge import judge_of
from tafelwerk.solvers.skat.thesis_features import thesis_features
from tafelwerk.solvers.skat.trials import OF_INTEREST, trials


def test_trials_are_ways_to_discard_in_the_order_of_strength() -> None:
    for number, dealt in enumerate(random_deals(40, 5)):
        declarer = Seat(number % 3)
        ways = discards(dealt.hands[declarer] | dealt.skat)
        found = {trial.game: trial for trial in trials(dealt, declarer, Random(number))}
        for game in Game:
            strengths = sorted((rough_strength(way.hand, way.skat, game) for way in ways), reverse=True)
            assert (game in found) == (strengths[0] >= OF_INTEREST[KINDS[game]])
            if game not in found:
                continue
            trial = found[game]
            kept = trial.deal.hands[declarer]
            assert trial.strength == pytest.approx(rough_strength(kept, trial.deal.skat, game))
            assert trial.strength >= strengths[11] - 1e-9
            assert kept | trial.deal.skat == dealt.hands[declarer] | dealt.skat
            assert all(trial.deal.hands[seat] == dealt.hands[seat] for seat in Seat if seat is not declarer)


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


@pytest.mark.parametrize("game", list(Game))
def test_features_of_the_thesis(game: Game) -> None:
    for seed, deal in enumerate(random_deals(30, 8)):
        found = thesis_features(game, deal.hands[0], seed)
        wanted = thesis(deal.hands[0], game)
        # the points in sure tricks are random in games with trumps
        assert found[: len(wanted)] == wanted
        assert len(found) == 7
