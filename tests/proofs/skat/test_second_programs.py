"""The second programs of Skat agree with plain minimax, with Python's generator and with what the makers define."""

from random import Random

import numpy as np
import pytest
from naive import skat as naive
from skat_rounds import random_round

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import random_deal
from tafelwerk.families.skat.rules.play import start
from tafelwerk.proofs.skat import learning_claims, second_rules
from tafelwerk.proofs.skat.second_player import knowledge
from tafelwerk.proofs.skat.second_solver import Judge
from tafelwerk.solvers.skat.worlds import all_worlds, count_worlds, draw_worlds


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_values_equal_minimax(seed: int) -> None:
    judge = Judge()
    deal = random_deal(Random(seed), 4 if seed > 1 else 3)
    for game in Game:
        for seat in Seat:
            judge.load(deal.hands, game.value, int(seat))
            first = second_rules.begin(deal.hands, deal.skat)
            for card, value in naive.values(start(deal, game, seat)).items():
                behind = second_rules.after(first, game.value, seat, card)
                assert judge.equals(behind, value)
                assert not judge.equals(behind, value + 1)
                if game is not Game.NULL:
                    assert judge.value(behind, 20) == value


@pytest.mark.parametrize("seed", [0, 5, 2**32 + 7, 2**70 + 11])
def test_the_twister(seed: int) -> None:
    random = Random(seed)
    assert second_rules.uniforms(seed, 400) == [int(random.random() * 2**53) for _ in range(400)]


@pytest.mark.parametrize("seed", range(8))
def test_worlds_and_scores_of_random_rounds(seed: int) -> None:
    done = random_round(seed)
    game, score = done.game, done.score
    if game is None or score is None:
        pytest.skip("all passed")
    said = game.contract
    contract = second_rules.Contract(said.game.value, said.hand, said.schneider, said.schwarz, said.ouvert)
    assert contract.is_allowed
    cards = list(game.cards)
    course = list(second_rules.states(game.deal.hands, game.deal.skat, contract.game, game.declarer, cards))
    twelve = game.deal.hands[game.declarer] | game.deal.skat
    found = second_rules.score(contract, twelve, course[-1], done.bid)
    assert found == (score.matadors, score.won, score.overbid, score.value, score.score)
    for seat in Seat:
        theirs = game.known[seat]
        mine = knowledge(seat, contract, game.declarer, game.deal.hands, game.deal.skat, course, cards)
        assert mine.placements.count == count_worlds(theirs)
        if mine.placements.count <= 50:
            assert mine.worlds(50, 1) == [(world.hands, world.skat) for world in all_worlds(theirs)]
        else:
            assert mine.worlds(9, 1) == [(world.hands, world.skat) for world in draw_worlds(theirs, 9, 1)]


def test_bidding() -> None:
    assert second_rules.bidding("middlehand passes, rearhand passes, forehand passes") == (0, None)
    assert second_rules.bidding("middlehand passes, rearhand passes, forehand bids 18") == (18, 0)
    said = "middlehand bids 18, forehand holds 18, middlehand bids 20, forehand passes, rearhand bids 22, middlehand passes"
    assert second_rules.bidding(said) == (22, 2)
    for wrong in ("", "middlehand bids 19", "rearhand passes", "middlehand passes, rearhand passes", said + ", x"):
        with pytest.raises(ValueError, match="said"):
            second_rules.bidding(wrong)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_weights_hold_nowhere_else(seed: int) -> None:
    """Weights found by small steps hold, and no longer once one of them is off in its last digit."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 3, (60, 4)).astype(float)
    values[:, 0] = 1
    won = random.random(60) < 0.5
    weights = np.zeros(4)
    for _ in range(20_000):
        chances = 1 / (1 + np.exp(-values @ weights))
        weights += 0.01 * (values.T @ (won - chances) - learning_claims.RIDGE * weights * (0, 1, 1, 1))
    right = weights.round(6)
    assert learning_claims._off_logistic(values, won, right, 1) is None
    for place in range(4):
        lie = right.copy()
        lie[place] += 2e-6
        assert learning_claims._off_logistic(values, won, lie, 1) is not None


def test_games_that_all_end_alike() -> None:
    values = np.array([[1.0, 2.0], [1.0, 0.0]])
    for won in (np.array([True, True]), np.array([False, False])):
        assert learning_claims._off_logistic(values, won, np.array([3.0, 0.0]), 1) is not None
    # without games nothing moves a weight
    assert learning_claims._off_logistic(np.zeros((0, 2)), np.zeros(0, bool), np.zeros(2), 1) is None
