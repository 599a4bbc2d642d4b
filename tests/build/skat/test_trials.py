"""Games to learn from: what is drawn, and how it ends."""

from random import Random

import numpy as np
import pytest
from naive.skat_features import rough_strength, thesis

from tafelwerk.build.skat.tasks import Playouts, Trials
from tafelwerk.build.skat.trials import trials_of
from tafelwerk.rules.skat.cards import Game, Seat
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
    assert len(rows["won"]) > 15
    for place, deal in enumerate(rows["deal"].tolist()):
        game, declarer = Game(rows["game"][place]), Seat[rows["declarer"][place].upper()]
        judge = judge_of(game)
        assert rows["won"][place] == (judge.value(start(numbered_deal(deal), game, declarer)) >= winning(game))
        assert rows["hand"][place] == numbered_deal(deal).hands[declarer]
        assert int(rows["number"][place]) % 3 == declarer


def test_any_part_can_be_had_alone() -> None:
    whole, part = Trials(3, 40, 59).run(), Trials(3, 50, 52).run()
    chosen = np.isin(whole["number"], [50, 51, 52])
    for column, values in part.items():
        assert list(values) == [value for value, one in zip(whole[column], chosen, strict=True) if one]


@pytest.mark.slow
def test_playouts_are_of_trials() -> None:
    tables = Playouts(3, 40, 45, 3).run()
    rows, cards = tables["playouts"], tables["playout_cards"]
    known = {(number, trial.game.value) for number, trial in trials_of(3, 40, 49)}
    pairs = list(zip(rows["number"].tolist(), rows["game"], strict=True))
    assert pairs
    assert set(pairs) <= known
    assert len({number for number, _ in pairs}) == len(pairs)
    for game, won, points in zip(rows["game"], rows["won"].tolist(), rows["points"], strict=True):
        assert (points is None) == (game == "null")
        assert points is None or won == (points >= 61)
    for number, game in pairs:
        places = cards["place"][cards["number"] == number].tolist()
        assert places == list(range(1, len(places) + 1))
        assert len(places) == 30 or game == "null"
    again = Playouts(3, 40, 41, 3).run()["playouts"]
    assert again["won"].tolist() == rows["won"].tolist()[: len(again["won"])]


@pytest.mark.parametrize("game", list(Game))
def test_features_of_the_thesis(game: Game) -> None:
    for seed, deal in enumerate(random_deals(30, 8)):
        found = thesis_features(game, deal.hands[0], seed)
        wanted = thesis(deal.hands[0], game)
        # the points in sure tricks are random in games with trumps
        assert found[: len(wanted)] == wanted
        assert len(found) == 7
