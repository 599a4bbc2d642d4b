"""Deals weighted by what was announced."""

from collections import Counter

import numpy as np
import pytest
from skat_hands import CHANCES

from tafelwerk.build.skat.weights import default_bidder
from tafelwerk.rules.skat.cards import Game, Seat, bits, read_cards
from tafelwerk.rules.skat.deals import read_deal
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.rounds import begin
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.bidding.features import trump_counts
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.inference import informed_draw
from tafelwerk.solvers.skat.hidden.worlds import all_worlds, draw_worlds

HEARTS = Contract(Game.HEARTS)
DEAL = read_deal(
    "CJ CA CT C9 SA SK HT H9 D8 D7 | SJ HJ CK CQ ST SQ HA HK DA DT | DJ C8 C7 S9 S8 S7 HQ H8 H7 DK | D9 DQ"
)
DECLARER = Seat.MIDDLEHAND


def chances(game: Game, worlds: list[tuple[int, int]]) -> np.ndarray:
    """The declarer's chances with the hands and Skats of some worlds."""
    hands, skats = np.array(worlds).T
    return CHANCES.of(
        Contract(game), DECLARER, CHANCES.log_odds(game, DECLARER, hands, skats), trump_counts(game, hands)
    )


def test_the_declarer_draws_as_ever() -> None:
    known = knowledge(Seat.FOREHAND, DEAL.hands[0], Game.CLUBS, Seat.FOREHAND, skat=read_cards("D9 DQ"))
    assert list(informed_draw(CHANCES, Contract(Game.CLUBS))(known, 20, 3)) == draw_worlds(known, 20, 3)


@pytest.mark.parametrize("game", [Game.CLUBS, Game.NULL])
def test_defenders_give_the_declarer_better_cards(game: Game) -> None:
    known = knowledge(Seat.REARHAND, DEAL.hands[0], game, DECLARER)
    draws = [informed_draw(CHANCES, Contract(game), power)(known, 200, 5) for power in (0, 2, 6)]
    means = [chances(game, [(world.hands[DECLARER], world.skat) for world in drawn]).mean() for drawn in draws]
    assert means[0] < means[1] < means[2]


def test_few_worlds_come_in_proportion() -> None:
    """If all worlds are weighted, each comes as often as its share of the weight says, rounded up or down."""
    game = begin(DEAL, HEARTS, DECLARER)
    while sum(game.known[0].sizes) > 9 or game.to_move is not Seat.FOREHAND:
        game = game.played(bits(game.known[game.to_move].legal)[-1])
    known = game.known[0]
    worlds = [world.hands[1:] for world in all_worlds(known)]
    assert 1 < len(worlds) <= 10 * 100
    weights = (
        chances(Game.HEARTS, [(one | known.played[1], known.unseen & ~one & ~other) for one, other in worlds]) ** 4
    )
    counts = Counter(world.hands[1:] for world in informed_draw(CHANCES, HEARTS)(known, 100, 1))
    assert set(counts) <= set(worlds)
    for world, share in zip(worlds, 100 * weights / weights.sum(), strict=True):
        assert abs(counts[world] - share) < 1 + 1e-9


def test_as_an_agent() -> None:
    agent = read_agent("informed:5", bidder=default_bidder(worlds=0), chances=CHANCES)
    game = begin(DEAL, HEARTS, DECLARER)
    choice = agent.program(game, 1)(game.known[0])
    assert DEAL.hands[0] >> choice.card & 1
    assert (agent.name, choice.worlds) == ("informed:5", 5)
    with pytest.raises(ValueError, match="an informed agent needs chances"):
        read_agent("informed:5", bidder=agent.bidder)
