"""The second programs of Skat agree with the first on worlds and scores, which few rows of a book show."""

from random import Random

import numpy as np
import pytest
from naive.skat_contracts import second_contract
from skat_rounds import random_round

from tafelwerk.families.skat import classifiers
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import deal_number, random_deal
from tafelwerk.families.skat.rules.rounds import begin
from tafelwerk.proofs.skat import learning_claims, open_card_claims, second_program
from tafelwerk.proofs.skat.second_program import Knowledge
from tafelwerk.solvers.skat.whole_deal import whole_deal
from tafelwerk.solvers.skat.worlds import all_worlds, count_worlds, draw_worlds


# in the rounds of seeds 3 and 5 all pass
@pytest.mark.parametrize("seed", [0, 1, 2, 4, *range(6, 12)])
def test_worlds_and_scores_of_random_rounds(seed: int) -> None:
    done = random_round(seed)
    game, score = done.game, done.score
    assert game is not None
    assert score is not None
    contract = second_contract(game.contract)
    assert contract.is_allowed
    cards = list(game.cards)
    course = list(second_program.states(game.deal.hands, game.deal.skat, contract.game, game.declarer, cards))
    twelve = game.deal.hands[game.declarer] | game.deal.skat
    found = second_program.score(contract, twelve, course[-1], done.bid)
    assert found == (score.matadors, score.won, score.overbid, score.value, score.score)
    now = begin(game.deal, game.contract, game.declarer)
    for number in range(len(cards) + 1):
        for seat in Seat if number % 3 else ():
            theirs = now.known[seat]
            seen = course[: number + 1], cards[:number]
            mine = Knowledge(seat, contract, game.declarer, game.deal.hands, game.deal.skat, *seen)
            assert mine.placements.count == count_worlds(theirs)
            if mine.placements.count <= 50:
                assert mine.worlds(50, 1) == [(world.hands, world.skat) for world in all_worlds(theirs)]
            else:
                assert mine.worlds(9, 1) == [(world.hands, world.skat) for world in draw_worlds(theirs, 9, 1)]
        now = now if number == len(cards) else now.played(cards[number])


@pytest.mark.parametrize("game", ["clubs", "grand", "null"])
@pytest.mark.parametrize("cards_each", [4, 5])
def test_starts_are_counted_as_they_are_marked(game: str, cards_each: int) -> None:
    """Played out with a set, and marked as bits."""
    deal = random_deal(Random(game), cards_each)
    counts = open_card_claims.count_starts(deal_number(deal), game)
    assert counts == list(whole_deal(deal, Game(game), Seat.REARHAND).layers)


def test_bidding() -> None:
    assert second_program.bidding("middlehand passes, rearhand passes, forehand passes") == (0, None)
    assert second_program.bidding("middlehand passes, rearhand passes, forehand bids 18") == (18, 0)
    said = "middlehand bids 18, forehand holds 18, middlehand bids 20, forehand passes, rearhand bids 22, middlehand passes"
    assert second_program.bidding(said) == (22, 2)
    for wrong in ("", "middlehand bids 19", "rearhand passes", "middlehand passes, rearhand passes", said + ", x"):
        with pytest.raises(ValueError, match="said"):
            second_program.bidding(wrong)


def test_weights_hold_nowhere_else() -> None:
    """What is fitted holds, and no longer once a weight is off in its last digit; least squares leave nothing to explain."""
    random = np.random.default_rng(0)
    values = random.integers(0, 3, (60, 4)).astype(float)
    values[:, 0] = 1
    won = random.random(60) < 0.5
    right = classifiers.logistic_fit(values, won)
    assert learning_claims._off_logistic(values, won, right, 1) is None
    for place in range(4):
        lie = right.copy()
        lie[place] += 2e-6
        assert learning_claims._off_logistic(values, won, lie, 1) is not None
    assert np.abs(values.T @ (won - values @ classifiers.least_squares(values, won))).max() < 1e-3


def test_games_that_all_end_alike() -> None:
    values = np.array([[1.0, 2.0], [1.0, 0.0]])
    for won in (np.array([True, True]), np.array([False, False])):
        assert learning_claims._off_logistic(values, won, np.array([3.0, 0.0]), 1) is not None
    # without games nothing moves a weight
    assert learning_claims._off_logistic(np.zeros((0, 2)), np.zeros(0, bool), np.zeros(2), 1) is None
