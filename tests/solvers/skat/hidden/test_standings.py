"""What a match comes to, counted by hand and by another way; standard errors against those of deals' means."""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.rounds import begin_round
from tafelwerk.rules.skat.scoring import Score, tournament_points
from tafelwerk.solvers.skat.hidden.match import seat_of
from tafelwerk.solvers.skat.hidden.standings import Mean, Result, result, standings

WON = Result(Seat.FOREHAND, Game.CLUBS, 70, Score(True, False, 1, 24, 24))
LOST = Result(Seat.REARHAND, Game.GRAND, 40, Score(False, False, -1, 48, -96))
OVERBID = Result(Seat.MIDDLEHAND, Game.HEARTS, 65, Score(False, True, 1, 30, -60))
NULL = Result(Seat.MIDDLEHAND, Game.NULL, 12, Score(True, False, 0, 23, 23))
PASSED = Result(None, None, 0, None)


def test_tournament_points() -> None:
    """A game won brings its value and 50; a lost one takes twice its value and 50, and brings each opponent 40."""
    wanted = {WON: (74, 0, 0), LOST: (40, 40, -146), OVERBID: (40, -110, 40), NULL: (0, 73, 0), PASSED: (0, 0, 0)}
    for one, points in wanted.items():
        assert tuple(tournament_points(one, seat) for seat in Seat) == points


def test_a_match_by_hand() -> None:
    """Players A, B and C sit at forehand, middlehand, rearhand; then at middlehand, rearhand, forehand; and so on."""
    found = standings("ABC", {0: WON, 1: LOST, 2: OVERBID, 3: NULL, 4: PASSED})
    counts = [(one.declared, one.won, one.lost, one.overbid, one.counted, one.points) for one in found]
    assert counts == [(1, 1, 0, 0, 1, 70), (2, 1, 1, 0, 1, 40), (1, 0, 1, 1, 1, 65)]
    assert [one.score for one in found] == [24, -96 + 23, -60]
    assert [one.tournament for one in found] == [74 + 40 + 40, 0 - 146 + 40 + 73, 0 + 40 - 110]
    assert [one.mean_points for one in found] == [70, 40, 65]
    assert [one.mean_score.value for one in found] == [24 / 5, -73 / 5, -60 / 5]
    assert [one.player for one in found] == ["A", "B", "C"]


def test_errors_are_those_of_deals() -> None:
    random = Random(1)
    results = {number: random.choice([WON, LOST, OVERBID, NULL, PASSED]) for number in range(60)}
    for place, one in enumerate(standings("ABC", results)):
        means = [
            fmean(tournament_points(results[number], seat_of(place, number)) for number in range(first, first + 3))
            for first in range(0, 60, 3)
        ]
        assert one.mean_tournament.value == pytest.approx(fmean(means))
        assert one.mean_tournament.error == pytest.approx(stdev(means) / sqrt(20))


def test_few_rounds() -> None:
    assert standings("ABC", {0: WON, 2: LOST})[0].mean_score == Mean((24 - 96) / 2, None)
    none = standings("ABC", {})[2]
    assert (none.rounds, none.mean_points, none.mean_score) == (0, None, Mean(0.0, None))
    assert standings("ABC", {0: WON, 3: LOST})[0].mean_score.error is not None


def test_what_is_kept_of_a_round() -> None:
    for seed in range(30):
        done = random_round(seed)
        kept = result(done)
        assert (kept.declarer, kept.score) == (done.declarer, done.score)
        assert [tournament_points(kept, seat) for seat in Seat] == [tournament_points(done, seat) for seat in Seat]
        if done.game is not None:
            assert (kept.game, kept.points) == (done.game.contract.game, done.game.position.declarer_points)
    with pytest.raises(InputError, match="not over"):
        result(begin_round(next(random_deals(1, 0))))
