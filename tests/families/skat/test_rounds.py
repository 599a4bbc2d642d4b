"""Rounds from the deal to the score: what may be done at each stage, what each seat sees, and rounds never change once made."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.skat_contracts import declarer_and_bid
from skat_rounds import PlainBidder, random_round

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, mask_of
from tafelwerk.families.skat.rules.contracts import BIDS, Contract
from tafelwerk.families.skat.rules.deals import random_deal, random_deals
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.play import replay
from tafelwerk.families.skat.rules.rounds import (
    Announcement,
    Choice,
    Round,
    Stage,
    announce_by,
    begin,
    begin_round,
    bid_out,
    game_alone,
    play_by,
    play_out,
)
from tafelwerk.solvers.skat.hidden_players import random_cards

CLUBS, CLUBS_HAND = Contract(Game.CLUBS), Contract(Game.CLUBS, hand=True)
SCHWARZ = Contract(Game.GRAND, hand=True, schneider=True, schwarz=True)
NULL = Contract(Game.NULL)


STEPS: dict[str, Callable[[Round], Round]] = {
    "say": lambda round_: round_.said(),
    "bid": lambda round_: round_.said(max(round_.auction.offers, default=18)),
    "take": lambda round_: round_.took(),
    "announce": lambda round_: round_.announced(Announcement(CLUBS, mask_of(bits(round_.cards)[-2:]))),
    "announce hand": lambda round_: round_.announced(Announcement(CLUBS_HAND)),
    "play": lambda round_: round_.played(0),
}
ALLOWED = {
    Stage.BIDDING: {"say", "bid"},
    Stage.SKAT: {"take", "announce hand"},
    Stage.DISCARDING: {"announce"},
    Stage.PLAY: {"play"},
    Stage.OVER: set(),
}


def steps_of(done: Round) -> Iterator[Round]:
    """A round from its deal on, step by step."""
    yield (one := begin_round(done.dealt))
    for call in done.auction.calls:
        yield (one := one.said(0 if call.word == "passes" else call.bid))
    if done.taken:
        yield (one := one.took())
    if done.game is None:
        return
    skat = done.game.deal.skat if done.taken else 0
    yield (one := one.announced(Announcement(done.game.contract, skat)))
    for card, choice in zip(done.game.cards, done.game.choices, strict=True):
        yield (one := one.played(card, choice))


@given(st.integers(0, 2**32))
def test_every_stage_allows_its_steps_and_no_others(seed: int) -> None:
    """Who acts, and what lies where; steps to elsewhere are tried at every stage too, and none changes a round that is there."""
    done = random_round(seed)
    rounds = [(one, repr(one)) for one in steps_of(done)]
    assert rounds[-1][0] == done
    for one, _ in rounds:
        for name, step in STEPS.items():
            with suppress(InputError) if name in ALLOWED[one.stage] else pytest.raises(InputError):
                step(one)
        assert (one.to_act is None) == (one.stage is Stage.OVER)
        assert (one.declarer is not None) == (one.auction.over and one.bid > 0)
        if one.declarer is not None:
            hand, skat = one.dealt.hands[one.declarer], one.dealt.skat
            assert one.cards.bit_count() == (12 if one.stage is Stage.DISCARDING else 10)
            assert one.cards & ~(hand | skat if one.taken else hand) == 0
        if one.stage in (Stage.SKAT, Stage.DISCARDING):
            assert one.to_act is one.declarer
        if one.game is not None:
            assert one.to_act is (None if one.game.over else one.game.to_move)
            held = one.game.deal.hands
            assert held[one.game.declarer] == one.cards
            assert held[0] | held[1] | held[2] | one.game.deal.skat == ALL_CARDS
    assert all(repr(one) == text for one, text in rounds)


@given(st.integers(0, 2**32), st.tuples(*[st.sampled_from([0, 17, *BIDS, 300])] * 3))
def test_bidding_to_limits(seed: int, limits: tuple[int, int, int]) -> None:
    """From any moment that players with these limits come to, they come to the same end."""
    round_ = begin_round(random_deal(Random(seed)))
    done = bid_out(round_, limits)
    assert (done.declarer, done.bid) == declarer_and_bid(limits)
    assert done.stage is (Stage.OVER if done.declarer is None else Stage.SKAT)
    for place, call in enumerate(done.auction.calls):
        assert place % 7 or bid_out(round_, limits) == done
        round_ = round_.said(0 if call.word == "passes" else call.bid)
    assert round_ == done


def test_announced_and_played_by_programs() -> None:
    bidder, kinds = PlainBidder(4.0), set()
    for number, dealt in enumerate(random_deals(12, 5)):
        limits = [bidder.limit(hand, seat) for hand, seat in zip(dealt.hands, Seat, strict=True)]
        declared_round = bid_out(begin_round(dealt), limits)
        assert declared_round.declarer is not None
        alone, bid = declared_round.declarer, declared_round.bid
        announced = announce_by(declared_round, bidder, number)
        game, hand = announced.game, bidder.hand_contract(dealt.hands[alone], alone, bid)
        assert game is not None
        wanted = bidder.announce(dealt.hands[alone] | dealt.skat, alone, bid, number)
        assert (game.contract, game.deal.skat) == ((hand, dealt.skat) if hand else wanted)
        assert hand or announce_by(declared_round.took(), bidder, number) == announced
        player = random_cards(game, number)
        done = play_by(announced, [player] * 3)
        assert done.stage is Stage.OVER
        assert done == play_by(done, [player] * 3)
        kinds.add(hand is None)
    assert kinds == {True, False}
    passed = bid_out(begin_round(dealt), (0, 0, 0))
    assert play_by(passed, []) is passed


def lowest(known: Knowledge) -> Choice:
    return Choice(bits(known.legal)[-1])


def test_each_seat_sees_its_own() -> None:
    deal = random_deal(Random(7))
    plain, hand, ouvert = (
        begin(deal, contract, Seat.REARHAND) for contract in (CLUBS, CLUBS_HAND, Contract(Game.NULL, ouvert=True))
    )
    assert [known.skat for known in plain.known] == [None, None, deal.skat]
    assert [known.skat for known in hand.known] == [None, None, None]
    for seat in Seat:
        seen = [deal.hands[one] if one is seat else None for one in Seat]
        assert list(plain.known[seat].hands) == list(hand.known[seat].hands) == seen
        assert ouvert.known[seat].hands[Seat.REARHAND] == deal.hands[Seat.REARHAND]


def test_the_course_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = random_deal(Random(1))
    game = play_out(begin(deal, Contract(Game.HEARTS), Seat.MIDDLEHAND), [lowest] * 3)
    positions = replay(deal, Game.HEARTS, Seat.MIDDLEHAND, game.cards)
    assert (list(game.positions), game.position, game.over) == (positions, positions[-1], True)
    assert game.choices == tuple(map(Choice, game.cards))
    assert all(known.cards == game.cards for known in game.known)
    done = replace(game_alone(deal, game.contract, game.declarer), game=game)
    score = done.score
    assert score is not None
    assert game.won == score.won == (game.position.declarer_points >= 61)
    schwarz = play_out(begin(deal, SCHWARZ, Seat.MIDDLEHAND), [lowest] * 3)
    assert (schwarz.position.declarer_points < 120, schwarz.won) == (True, False)
    cards = deal.hands[game.declarer] | deal.skat
    for points in (30, 31, 89, 90):
        monkeypatch.setattr(Round, "points", property(lambda round_, points=points: points))
        assert done.score == contracts.score(game.contract, cards, points, done.tricks)
