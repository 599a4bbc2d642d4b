"""Bids: the limit against the plain reckoning over all Skats, what moves with the cards and what may not, Hand and the Skat."""

from functools import cache
from itertools import pairwise
from math import inf

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import some_cards
from skat_hands import CHANCES, WEIGHTS, compiled, mask, seats, seeds

from tafelwerk.build.skat.weights import default_bidder
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, mask_of, read_cards
from tafelwerk.rules.skat.scoring import BIDS, Contract
from tafelwerk.solvers.skat.bidding.announcing import Announcer
from tafelwerk.solvers.skat.bidding.bidding import ModelBidder
from tafelwerk.solvers.skat.bidding.features import KINDS, game_number

pytestmark = compiled

BIDDER = ModelBidder(CHANCES, worlds=0, least=0.0, alone=inf)

STRONG = "CJ SJ CA CT C9 C8 DA DT HA H7"


def names_of(seed: int) -> set[str]:
    """Hands of which many are worth a bid: the best by plain strength of a few."""
    hands = [some_cards(seed + place, 10) for place in range(4)]
    return max(hands, key=lambda hand: sum(1.5 * (name[1] == "J") + (name[1] == "A") for name in hand))


def hand_of(seed: int) -> int:
    return mask(names_of(seed))


class Plain:
    """What ten cards bring, over all Skats in turn."""

    def __init__(self, seed: int, seat: Seat) -> None:
        names, hidden, found = names_of(seed), WEIGHTS.hidden, CHANCES.over_skats(hand_of(seed), seat)
        # the kernels go through the Skats from the highest card down
        skats = sorted(naive.skats(names), key=lambda skat: sorted(-NAMES.index(card) for card in skat))
        self.cards = [names | set(skat) for skat in skats]
        held = np.array([[naive.trumps(game, names) for game in naive.GAMES]] * 231)
        self.chances = {}
        for contracts, odds, kept in ((naive.TAKEN, found.open, found.trumps), (naive.LEFT, found.as_dealt, held)):
            for contract in contracts:
                game = Game(contract.split()[0])
                columns = odds[:, game_number(game)].tolist(), kept[:, game_number(game)].tolist()
                rows, step = zip(*columns, strict=True), hidden[KINDS[game], seat]
                self.chances[contract] = [naive.hidden(contract, *row, step) for row in rows]
        for contract, left in zip(naive.TAKEN, naive.LEFT, strict=True):
            # the same two cards can be put back
            self.chances[contract] = list(map(max, self.chances[contract], self.chances[left]))

    @cache  # noqa: B019
    def scores(self, contract: str, bid: int) -> list[float]:
        """Tournament points expected after each Skat."""
        both = zip(self.cards, self.chances[contract], strict=True)
        return [naive.expected(contract, cards, chance, bid) for cards, chance in both]

    def taken(self, bid: int) -> float:
        """In the mean with the Skat taken up, the best contract after each."""
        return sum(map(max, zip(*(self.scores(contract, bid) for contract in naive.TAKEN), strict=True))) / 231

    def left(self, bid: int) -> dict[str, float]:
        """In the mean with the Skat left, for each contract."""
        return {contract: sum(self.scores(contract, bid)) / 231 for contract in naive.LEFT}


@example(257925, Seat.FOREHAND)  # the best discard with open cards keeps fewer trumps than the hand
@given(seeds, seats)
@settings(max_examples=12)
def test_the_limit_is_the_highest_bid_that_brings_something(seed: int, seat: Seat) -> None:
    hand, plain = hand_of(seed), Plain(seed, seat)
    advice = BIDDER.advise(hand, seat)
    assert BIDDER.limit(hand, seat) == advice.limit
    assert advice.limit in (0, *BIDS)
    assert (advice.game is None) == (advice.limit == 0)
    place = BIDS.index(advice.limit) if advice.limit else -1
    for bid in BIDS[max(place - 1, 0) : place + 3]:
        brings = max(plain.taken(bid), *plain.left(bid).values())
        assert (brings > 0) == (bid <= advice.limit)
    assert advice.expected == pytest.approx(max(plain.taken(18), *plain.left(18).values()))
    for game in Game:
        assert advice.chances[game] == pytest.approx(sum(plain.chances[str(game)]) / 231)
        assert advice.hand_chances[game] == pytest.approx(sum(plain.chances[f"{game} hand"]) / 231)
        assert advice.hand_chances[game] <= advice.chances[game]
    firsts = [max(naive.TAKEN, key=lambda contract: plain.scores(contract, 18)[row]) for row in range(231)]
    assert advice.game is None or str(advice.game) in {contract.split()[0] for contract in firsts}


@given(seeds, seats, st.sampled_from(BIDS[:40]))
@settings(max_examples=12)
def test_hand_is_played_where_it_brings_more(seed: int, seat: Seat, bid: int) -> None:
    plain = Plain(seed, seat)
    contract, left = BIDDER.hand_contract(hand_of(seed), seat, bid), plain.left(bid)
    if contract is None:
        assert max(left.values()) <= plain.taken(bid) + 1e-9
        return
    assert contract.hand
    name = f"{contract.game} hand{' ouvert' if contract.ouvert else ''}"
    assert left[name] == pytest.approx(max(left.values()))
    assert left[name] > plain.taken(bid) - 1e-9


def test_a_cautious_bidder_goes_less_high() -> None:
    hands = [*map(hand_of, range(0, 200, 20)), read_cards("CJ CA CK C8 S9 S8 S7 HT DA DQ")]
    limits = [
        [ModelBidder(CHANCES, worlds=0, least=least).limit(hand, Seat.MIDDLEHAND) for hand in hands]
        for least in (-100.0, 0.0, 40.0, 1000.0)
    ]
    for bold, cautious in pairwise(limits):
        assert all(one >= other for one, other in zip(bold, cautious, strict=True))
    assert limits[0] != limits[1] != limits[2]
    assert not any(limits[-1])


def test_candidates_and_announcements() -> None:
    """What is announced is the first candidate; they are the announcer's."""
    cards = read_cards(STRONG) | read_cards("S8 D9")
    bidder = default_bidder(worlds=5, within=2)
    wanted = Announcer(CHANCES, worlds=5, within=2).candidates(cards, Seat.REARHAND, 20, 7)
    assert bidder.candidates(cards, Seat.REARHAND, 20, 7) == wanted[:5]
    assert bidder.candidates(cards, Seat.REARHAND, 20, 7, 10_000) == wanted
    assert bidder.announce(cards, Seat.REARHAND, 20, 7) == (wanted[0].contract, wanted[0].skat)
    only = bidder.candidates(cards, Seat.REARHAND, count=3, games=(Game.HEARTS,))
    assert [one.contract for one in only] == [Contract(Game.HEARTS)] * 3


def test_what_is_refused() -> None:
    for bad in (0, 2**9 - 1, 2**11 - 1, -1, mask_of(range(22, 33))):
        with pytest.raises(InputError, match="a hand has 10 cards"):
            BIDDER.advise(bad, Seat.FOREHAND)
        with pytest.raises(InputError, match="a hand has 10 cards"):
            BIDDER.hand_contract(bad, Seat.FOREHAND, 18)
    with pytest.raises(InputError, match="19 cannot be bid"):
        BIDDER.hand_contract(read_cards(STRONG), Seat.FOREHAND, 19)
    with pytest.raises(InputError, match="12 cards, not 10"):
        BIDDER.candidates(read_cards(STRONG), Seat.FOREHAND)


def test_forehand_plays_where_the_others_pass() -> None:
    """But with the poorest hands."""
    bidder = ModelBidder(CHANCES, worlds=0)
    for text, plays in (("DJ CT CQ C8 ST S8 HT H9 DT D9", True), ("CQ C8 SA S8 S7 HK HQ H9 DK D9", False)):
        for seat in Seat:
            weak, alone = read_cards(text), plays and seat is Seat.FOREHAND
            advice = bidder.advise(weak, seat)
            assert (advice.limit, advice.game, advice.plan, advice.alone) == (0, None, (), alone)
            assert bidder.limit(weak, seat) == (18 if alone else 0)


@given(seeds, seats)
@settings(max_examples=20)
def test_the_plan_goes_up_to_the_limit(seed: int, seat: Seat) -> None:
    hand = hand_of(seed)
    advice = BIDDER.advise(hand, seat)
    bids = [bid for bid, _ in advice.plan]
    assert bids == sorted(bids)
    assert (bids[-1] if bids else 0) == advice.limit
    for bid, contract in advice.plan:
        assert BIDDER.hand_contract(hand, seat, bid) == (contract if contract.hand else None)
