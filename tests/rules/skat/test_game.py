"""Games in play: what each seat sees, when a game is over, what it scores."""

from random import Random

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, read_list
from tafelwerk.rules.skat.deals import random_deal, read_deal
from tafelwerk.rules.skat.knowledge import Knowledge
from tafelwerk.rules.skat.play import replay
from tafelwerk.rules.skat.rounds import Choice, Decision, GameInPlay, announced_goal, begin, play_out
from tafelwerk.rules.skat.scoring import Contract, Goal

SUIT_HAND = Contract(Game.CLUBS, hand=True)
SCHWARZ = Contract(Game.GRAND, hand=True, schneider=True, schwarz=True)


def lowest(known: Knowledge) -> Choice:
    return Choice(bits(known.legal)[-1])


def finished(contract: Contract, seed: int = 1) -> GameInPlay:
    return play_out(begin(random_deal(Random(seed)), contract, Seat.MIDDLEHAND), [lowest] * 3)


def test_each_seat_sees_its_own() -> None:
    deal = random_deal(Random(7))
    plain, hand, ouvert = (
        begin(deal, contract, Seat.REARHAND)
        for contract in (Contract(Game.CLUBS), SUIT_HAND, Contract(Game.NULL, ouvert=True))
    )
    assert [known.skat for known in plain.known] == [None, None, deal.skat]
    assert [known.skat for known in hand.known] == [None, None, None]
    for seat in Seat:
        seen = [deal.hands[one] if one is seat else None for one in Seat]
        assert list(plain.known[seat].hands) == list(hand.known[seat].hands) == seen
        assert ouvert.known[seat].hands[Seat.REARHAND] == deal.hands[Seat.REARHAND]


def test_the_course_of_a_game() -> None:
    game = finished(Contract(Game.HEARTS))
    cards = [one.card for one in game.decisions]
    positions = replay(game.deal, Game.HEARTS, Seat.MIDDLEHAND, cards)
    assert game.position == positions[-1]
    assert game.over
    assert len(cards) == 30
    assert [one.seat for one in game.decisions] == [position.to_move for position in positions[:-1]]
    assert all(one.choice == Choice(one.card) for one in game.decisions)
    assert all(known.cards == tuple(cards) for known in game.known)
    assert game.won == (game.position.declarer_points >= 61)
    score = game.score()
    assert score.won == game.won
    assert (score.score > 0) == game.won


def test_a_null_is_over_with_the_first_trick() -> None:
    game = begin(read_deal("CA C7 | CK C8 | CQ C9"), Contract(Game.NULL), Seat.FOREHAND)
    assert game.won
    for card in read_list("CA CK CQ"):
        assert not game.over
        game = game.played(card)
    assert game.over
    assert not game.won
    assert game.decisions[0] == Decision(Seat.FOREHAND, read_list("CA")[0])
    with pytest.raises(InputError, match="C7 cannot be played: the game is over"):
        game.played(read_list("C7")[0])


def test_goals() -> None:
    assert announced_goal(Contract(Game.NULL)) == Goal(0, 0, 0)
    assert announced_goal(SUIT_HAND) == Goal(61, 0, 10)
    assert announced_goal(Contract(Game.CLUBS, hand=True, schneider=True)) == Goal(90, 0, 10)
    assert announced_goal(SCHWARZ) == Goal(120, 10, 10)
    assert not finished(SCHWARZ).won


def test_faults() -> None:
    game = begin(random_deal(Random(3)), Contract(Game.SPADES), Seat.FOREHAND)
    with pytest.raises(InputError, match="does not hold it"):
        game.played(bits(game.deal.hands[1])[0])
    with pytest.raises(InputError, match="not over"):
        game.score()
    with pytest.raises(InputError, match="three players"):
        play_out(game, [lowest])
    with pytest.raises(InputError, match="cannot play"):
        play_out(game, [lambda known: Choice(bits(game.deal.hands[1])[0])] * 3)
