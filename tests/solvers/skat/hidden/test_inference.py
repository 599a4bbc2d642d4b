"""Deals weighed by what was announced."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tafelwerk.build.skat.weights import default_bidder, shipped_weights
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits, mask_of, read_cards
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.limits import agent_name
from tafelwerk.rules.skat.rounds import begin
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.bidding.features import game_number, trump_count, trump_counts
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.inference import informed_draw
from tafelwerk.solvers.skat.hidden.worlds import count_worlds, draw_worlds

CHANCES = Chances(shipped_weights())
HAND = read_cards("CJ CA CT C9 SA SK HT H9 D8 D7")


def test_the_declarer_draws_as_ever() -> None:
    known = knowledge(Seat.FOREHAND, HAND, Game.CLUBS, Seat.FOREHAND, skat=read_cards("D9 DQ"))
    assert list(informed_draw(CHANCES, Contract(Game.CLUBS))(known, 20, 3)) == draw_worlds(known, 20, 3)


@pytest.mark.parametrize("game", list(Game))
def test_defenders_give_the_declarer_better_cards(game: Game) -> None:
    known = knowledge(Seat.REARHAND, HAND, game, Seat.MIDDLEHAND)

    def mean(power: float) -> float:
        drawn = informed_draw(CHANCES, Contract(game), power)(known, 200, 5)
        hands = [(world.hands[Seat.MIDDLEHAND], world.skat) for world in drawn]
        odds = np.array([CHANCES.log_odds(game, Seat.MIDDLEHAND, *hand) for hand in hands])
        kept = trump_counts(game, np.array([hand for hand, _ in hands]))
        return float(CHANCES.of(Contract(game), Seat.MIDDLEHAND, odds, kept).mean())

    assert mean(0) < mean(2) < mean(6)


def test_few_worlds_come_in_proportion() -> None:
    """Where all worlds are weighed, each comes as often as its share of the weight says, rounded up or down."""
    deal = Deal(
        (
            read_cards("CJ CA CT C9 SA SK HT H9 D8 D7"),
            read_cards("SJ HJ CK CQ ST SQ HA HK DA DT"),
            read_cards("DJ C8 C7 S9 S8 S7 HQ H8 H7 DK"),
        ),
        read_cards("D9 DQ"),
    )
    contract = Contract(Game.HEARTS)
    game = begin(deal, contract, Seat.MIDDLEHAND)
    while sum(game.known[Seat.FOREHAND].sizes) > 9 or game.to_move is not Seat.FOREHAND:
        game = game.played(bits(game.known[game.to_move].legal)[-1])
    known = game.known[Seat.FOREHAND]
    assert 1 < count_worlds(known) <= 10 * 100
    gone = known.played[Seat.MIDDLEHAND]
    weights = {}
    for held in map(mask_of, combinations(bits(known.unseen), known.sizes[Seat.MIDDLEHAND])):
        for others in map(mask_of, combinations(bits(known.unseen & ~held), known.sizes[Seat.REARHAND])):
            if held & known.voids[Seat.MIDDLEHAND] or others & known.voids[Seat.REARHAND]:
                continue
            skat = known.unseen & ~held & ~others
            odds = CHANCES.log_odds(Game.HEARTS, Seat.MIDDLEHAND, held | gone, skat)
            kept = trump_count(held | gone, game_number(Game.HEARTS))
            weights[held, others, skat] = float(CHANCES.of(contract, Seat.MIDDLEHAND, odds, kept)) ** 4
    assert len(weights) == count_worlds(known)
    counts = Counter(
        (world.hands[Seat.MIDDLEHAND], world.hands[Seat.REARHAND], world.skat)
        for world in informed_draw(CHANCES, contract)(known, 100, 1)
    )
    assert set(counts) <= set(weights)
    for world, weight in weights.items():
        assert abs(counts[world] - 100 * weight / sum(weights.values())) < 1 + 1e-9


def test_as_an_agent() -> None:
    assert agent_name("informed:5") == "informed:5"
    agent = read_agent("informed:5", bidder=default_bidder(worlds=0), chances=CHANCES)
    deal = Deal(
        (HAND, read_cards("SJ HJ CK CQ ST SQ HA HK DA DT"), read_cards("DJ C8 C7 S9 S8 S7 HQ H8 H7 DK")),
        read_cards("D9 DQ"),
    )
    assert deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat == ALL_CARDS
    game = begin(deal, Contract(Game.HEARTS), Seat.MIDDLEHAND)
    choice = agent.program(game, 1)(game.known[Seat.FOREHAND])
    assert HAND >> choice.card & 1
    assert choice.worlds == 5
