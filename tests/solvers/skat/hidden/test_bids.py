"""Worlds weighted by bids: against the sum over dialogues written out, and what weights do to a draw."""

from math import inf
from random import Random

import pytest
from skat_hands import CHANCES

from tafelwerk.build.skat.weights import default_bidder
from tafelwerk.rules.skat.auction import Auction, Word, dialogues
from tafelwerk.rules.skat.cards import Game, Seat, bits, mask_of, read_cards
from tafelwerk.rules.skat.knowledge import Knowledge, World, knowledge
from tafelwerk.rules.skat.scoring import BIDS, Contract, game_value
from tafelwerk.solvers.skat.hidden.bids import CANDIDATES, ODDS, bid_weights, sampled_worlds
from tafelwerk.solvers.skat.hidden.inference import announced_weights
from tafelwerk.solvers.skat.hidden.worlds import all_worlds, count_worlds, draw_worlds

HAND = read_cards("CJ CA CT CK C9 SA S9 HA H8 D7")
CLUBS = Contract(Game.CLUBS)


def limit(hand: int, seat: Seat) -> int:
    """A bidder of the tests: by jacks and aces."""
    return (0, *BIDS)[(hand >> 28).bit_count() * 2 + seat - 1]


def agrees(auction: Auction, seat: Seat, most: int) -> bool:
    """Whether a player who goes so high says these words, word by word."""
    last = 0
    for call in auction.calls:
        if call.seat is seat:
            if call.word is Word.PASSES:
                least = call.bid or next((bid for bid in BIDS if bid > last), inf)
                if most >= least:
                    return False
            elif most < call.bid:
                return False
        last = max(last, call.bid)
    return True


def declarer_knows() -> Knowledge:
    return knowledge(Seat.FOREHAND, HAND, Game.CLUBS, Seat.FOREHAND, skat=read_cards("D8 D9"))


@pytest.mark.parametrize("bids", [[18], [18, 20, 22, 23]])
def test_a_declarer_weighs_worlds_by_what_both_others_would_have_said(bids: list[int]) -> None:
    known, ways = declarer_knows(), dialogues(bids, Seat.FOREHAND)
    worlds = draw_worlds(known, 50, 1)
    (weigh,) = bid_weights(known, CLUBS, ways, limit, CHANCES)
    found = weigh(worlds)
    assert len(set(found)) > 1
    for world, weight in zip(worlds, found, strict=True):
        expected = 0
        for auction in ways:
            product = 1
            for seat in (Seat.MIDDLEHAND, Seat.REARHAND):
                product *= ODDS if agrees(auction, seat, limit(world.hands[seat], seat)) else 1
            expected += product
        assert weight == expected


def test_a_defender_weighs_the_declarer_by_the_game() -> None:
    """Clubs worth less than the last bid are less likely, and hands less that hardly win it."""
    known = knowledge(Seat.FOREHAND, HAND, Game.HEARTS, Seat.REARHAND)
    contract, ways = Contract(Game.HEARTS), dialogues([18, 30], Seat.REARHAND)
    worlds = draw_worlds(known, 50, 2)
    by_game, by_bids = bid_weights(known, contract, ways, lambda hand, seat: 0, CHANCES)
    assert len(set(by_bids(worlds))) == 1
    found = [one * heard for one, heard in zip(by_game(worlds), by_bids(worlds), strict=True)]
    suits = announced_weights(CHANCES, contract, known, worlds)
    heard = sum(
        (ODDS if agrees(one, Seat.FOREHAND, 0) else 1) * (ODDS if agrees(one, Seat.MIDDLEHAND, 0) else 1)
        for one in ways
    )
    for world, weight, suit in zip(worlds, found, suits, strict=True):
        enough = game_value(contract, world.hands[Seat.REARHAND] | world.skat) >= 30
        assert weight == max(1, round(2**30 * suit)) * heard * (ODDS if enough else 1)
    assert len({game_value(contract, world.hands[Seat.REARHAND] | world.skat) >= 30 for world in worlds}) == 2


def test_few_worlds_are_all_there() -> None:
    known = late(declarer_knows())
    count = count_worlds(known)
    assert 1 < count <= 40
    sample = sampled_worlds(known, 40, 3)
    assert (sample.worlds, sample.weights, sample.size) == (list(all_worlds(known)), [1] * count, inf)
    weighted = sampled_worlds(
        known, 40, 3, [lambda worlds: list(range(1, len(worlds) + 1)), lambda worlds: [2] * len(worlds)]
    )
    assert (weighted.worlds, weighted.weights) == (sample.worlds, list(range(2, 2 * count + 2, 2)))


def test_a_sample_is_as_good_as_its_worlds_and_their_candidates() -> None:
    known = declarer_knows()
    plain = sampled_worlds(known, 30, 4)
    assert (plain.worlds, plain.size) == (draw_worlds(known, 30, 4), 30)
    equal = sampled_worlds(known, 30, 4, [lambda worlds: [7] * len(worlds)])
    assert equal.size == pytest.approx(1 / (1 / 30 + 1 / (CANDIDATES[1] * 30)))
    both = sampled_worlds(known, 30, 4, [lambda worlds: [7] * len(worlds)] * 2)
    assert both.size == pytest.approx(1 / sum(1 / (each * 30) for each in (1, *CANDIDATES)))
    lone = sampled_worlds(known, 30, 4, [lambda worlds: [10**9] + [1] * (len(worlds) - 1)])
    assert lone.size == pytest.approx(30 / 31, rel=1e-3)
    assert len(set(lone.worlds)) == 1


def test_weights_pull_a_draw() -> None:
    """By the bidder that ships: where nothing above 18 was bid, hands that go to 18 and no further come more often."""
    known, bidder = declarer_knows(), default_bidder(worlds=0)
    (weigh,) = bid_weights(known, CLUBS, dialogues([18], Seat.FOREHAND), bidder.limit, CHANCES)
    means = [sum(weigh(sampled_worlds(known, 60, 5, stages).worlds)) / 60 for stages in ((), [weigh])]
    assert means[1] > 1.1 * means[0]


def late(known: Knowledge) -> Knowledge:
    """The same player with some tricks played at random, until few worlds are left."""
    from tafelwerk.rules.skat.knowledge import after

    world: World = draw_worlds(known, 1, 6)[0]
    hands, random = list(world.hands), Random(1)
    while known.to_move is not known.seat or count_worlds(known) > 40:
        mover = known.to_move
        cards = [card for card in bits(hands[mover]) if allowed(known, hands[mover], card)]
        card = random.choice(cards)
        hands[mover] &= ~mask_of([card])
        known = after(known, card)
    return known


def allowed(known: Knowledge, hand: int, card: int) -> bool:
    """Whether a card follows suit."""
    from tafelwerk.rules.skat.play import follow

    return bool((follow(known.game, known.table[0], hand) if known.table else hand) >> card & 1)
