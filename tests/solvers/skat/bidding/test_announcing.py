"""Discards and announcements: all ways and their scores against plain arithmetic, deals solved, hands on which players agree."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import BASE_VALUE, result, some_cards
from skat_hands import CHANCES, WEIGHTS, by_name, compiled, mask, seats, seeds

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import (
    JACKS,
    POINTS,
    WIN,
    Game,
    Seat,
    bits,
    cards_text,
    mask_of,
    order,
    points,
    read_cards,
)
from tafelwerk.rules.skat.deals import Deal, discards
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.scoring import BASE, BIDS, NULL_VALUES, Contract, Goal, game_value, goal
from tafelwerk.solvers.skat.bidding.announcing import (
    FRESH,
    SKAT_CONTRACTS,
    Announcer,
    Candidate,
    expected_score,
    other_hands,
)
from tafelwerk.solvers.skat.bidding.features import KINDS, trump_counts
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.judge import judge_of

BY_FEATURES = Announcer(CHANCES, worlds=0)

bids = st.sampled_from(BIDS)


def odd(one: Candidate) -> bool:
    """Whether a jack is discarded where jacks are trumps."""
    return bool(one.skat & JACKS) and one.contract.game is not Game.NULL


def ranked(candidates: list[Candidate]) -> bool:
    """Whether they are in order; those that lay a jack away come behind all others, but in Null."""
    orders = [(odd(one), -one.expected) for one in candidates]
    return orders == sorted(orders)


@given(seeds, seats, bids)
@settings(max_examples=25)
def test_all_ways_are_there(seed: int, seat: Seat, bid: int) -> None:
    """Each contract that may be announced with each way to discard, once; best first, with jacks kept."""
    cards = mask(some_cards(seed, 12))
    found = BY_FEATURES.candidates(cards, seat, bid)
    allowed = {one for one in SKAT_CONTRACTS if one.game in BASE or NULL_VALUES[False, one.ouvert] >= bid}
    ways = {(contract, skat) for contract in allowed for skat in discards(cards)}
    assert {(one.contract, one.skat) for one in found} == ways
    assert len(found) == len(ways)
    assert ranked(found)
    assert not odd(found[0])
    for game in {one.game for one in allowed}:
        only = BY_FEATURES.candidates(cards, seat, bid, games=(game,))
        assert only == [one for one in found if one.contract.game is game]


@given(seeds, seats, bids)
@settings(max_examples=25)
def test_chances_values_and_scores(seed: int, seat: Seat, bid: int) -> None:
    """Values and wins by the rules; a game that nothing makes worth the bid is never won."""
    names = some_cards(seed, 12)
    for one in BY_FEATURES.candidates(mask(names), seat, bid)[::29]:
        game, kind = str(one.contract.game), KINDS[one.contract.game]
        contract = f"{game}{' ouvert' if one.contract.ouvert else ''}"
        worth, laid = naive.worth(contract, names), set(cards_text(one.skat).split())
        assert (one.worlds, one.wins) == (0, 0)
        assert one.expected == pytest.approx(one.chance * (one.value + 50) - (1 - one.chance) * (2 * one.value + 90))
        if worth >= bid:
            weights, step = by_name(WEIGHTS, one.contract.game, seat), WEIGHTS.hidden[kind, seat]
            odds, kept = naive.total(game, names - laid, laid, weights), naive.trumps(game, names - laid)
            assert one.chance == pytest.approx(naive.hidden(contract, odds, kept, step))
            assert one.value == worth
            assert one.expected == pytest.approx(naive.expected(contract, names, one.chance, bid))
            continue
        # no Null here; 120 points and all tricks are the most that can be done for it
        assert one.value == -(-bid // BASE_VALUE[game]) * BASE_VALUE[game]
        assert 0 <= one.chance < 1
        assert (one.chance == 0) == (result(game, 0, names, 120, 10, bid) < 0)


HAND = read_cards("CJ HJ CA CT C9 C8 SA SK HT H9 D8 D7")


def wins_of(one: Candidate, cards: int, seat: Seat, count: int, seed: int) -> int:
    """Deals won, by the value of each of them."""
    wins, judge = 0, judge_of(one.contract.game)
    for world in other_hands(cards, seat, count, seed)[: one.worlds]:
        hands = [cards ^ one.skat if other is seat else world.hands[other] for other in Seat]
        position = start(Deal((hands[0], hands[1], hands[2]), one.skat), one.contract.game, seat)
        wins += judge.value(position) >= (1 if one.contract.game is Game.NULL else WIN)
    return wins


@compiled
def test_deals_looked_at() -> None:
    """The first few are solved over some of the same deals and ranked anew, the first over all; the others are as they were."""
    seat, count, within = Seat.MIDDLEHAND, 12, 4
    before = {(one.contract, one.skat): one for one in BY_FEATURES.candidates(HAND, seat)}
    after = Announcer(CHANCES, worlds=count, within=within).candidates(HAND, seat, seed=3)
    looked = {(one.contract, one.skat): one for one in after[:within]}
    assert ranked(after[:within])
    assert after[within:] == [one for way, one in before.items() if way not in looked]
    assert after[0].worlds == count
    assert (
        len({(one.contract, one.odds, re.sub("[789]", "7", cards_text(one.skat))) for one in looked.values()}) == within
    )
    for way, one in looked.items():
        was = before[way]
        assert one.worlds in (8, 12)
        assert one.wins == wins_of(one, HAND, seat, count, 3)
        assert one == replace(was, chance=one.chance, expected=one.expected, worlds=one.worlds, wins=one.wins)
        assert one.expected == pytest.approx(expected_score(one.chance, one.value))
        # between what the features say and what the deals say
        kept = trump_counts(one.contract.game, HAND ^ one.skat)
        shown = float(CHANCES.of(one.contract, seat, one.odds, kept, one.wins / one.worlds))
        assert min(was.chance, shown) <= one.chance <= max(was.chance, shown)


@compiled
def test_the_first_is_told_by_deals_that_did_not_choose_it() -> None:
    """As many deals as in the race, none of them the same draw, solved one by one."""
    seat, count = Seat.MIDDLEHAND, 12
    announcer = Announcer(CHANCES, worlds=count, within=3)
    first = announcer.candidates(HAND, seat, seed=3)[0]
    fresh = announcer.afresh(first, HAND, seat, seed=3)
    assert fresh == replace(first, chance=fresh.chance, expected=fresh.expected, wins=fresh.wins)
    assert fresh.worlds == count
    assert fresh.wins == wins_of(fresh, HAND, seat, count, 3 + FRESH)
    assert not set(other_hands(HAND, seat, count, 3)) & set(other_hands(HAND, seat, count, 3 + FRESH))
    assert fresh.expected == pytest.approx(expected_score(fresh.chance, fresh.value))


@compiled
@pytest.mark.parametrize("hand", [False, True])
def test_ten_cards_tried(hand: bool) -> None:
    """Each deal with the discard that the features like best, its value found by itself."""
    seat, count, contract = Seat.FOREHAND, 6, Contract(Game.CLUBS, hand=hand)
    ten = mask_of(bits(HAND)[:10])
    tried = BY_FEATURES.tried(contract, ten, seat, count, 5)
    wins, chances, judge = 0, [], judge_of(Game.CLUBS)
    for world in draw_worlds(knowledge(seat, ten, Game.CLUBS, seat), count, 5):
        cards, skat = ten | world.skat, world.skat
        if not hand:
            skat = BY_FEATURES.candidates(cards, seat, games=(Game.CLUBS,))[0].skat
        hands = [cards ^ skat, world.hands[1], world.hands[2]]
        won = judge.value(start(Deal((hands[0], hands[1], hands[2]), skat), Game.CLUBS, seat)) >= WIN
        odds = float(CHANCES.log_odds(Game.CLUBS, seat, np.array([cards ^ skat]), np.array([skat]))[0])
        chances.append(float(CHANCES.of(contract, seat, odds, trump_counts(Game.CLUBS, cards ^ skat), float(won))))
        wins += won
    assert (tried.worlds, tried.wins) == (count, wins)
    assert tried.chance == pytest.approx(sum(chances) / count)


def test_of_games_that_cannot_be_won_the_best_hand_is_kept() -> None:
    cards = read_cards("C7 C8 S7 S8 S9 SQ H7 H8 HK D9 DQ DA")
    found = BY_FEATURES.candidates(cards, Seat.FOREHAND, 264, games=(Game.DIAMONDS,))
    assert {one.chance for one in found} == {0.0}
    assert found[0].odds == max(one.odds for one in found)


@compiled
def test_null_and_games_that_need_schneider_are_looked_at() -> None:
    announcer, seat = Announcer(CHANCES, worlds=10, within=2), Seat.MIDDLEHAND
    null = read_cards("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8 DK HA")
    best = announcer.candidates(null, seat, games=(Game.NULL,))[0]
    assert best.wins == wins_of(best, null, seat, 10, 0)
    cards, clubs, skat = read_cards("CJ HJ DJ CA CT CK C9 C8 SA ST D8 D7"), Contract(Game.CLUBS), read_cards("D8 D7")
    assert goal(clubs, cards, 36) == Goal(90, 0, 10)
    worlds = other_hands(cards, seat, 10, 0)
    counts = [announcer.wins(clubs, cards, skat, seat, worlds, Goal(needed, 0, 10)) for needed in (61, 90, 110, 120)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    low, high = (announcer.candidates(cards, Seat.FOREHAND, bid, games=(Game.CLUBS,))[0] for bid in (18, 36))
    assert (low.value, high.value) == (24, 36)
    assert high.chance < low.chance
    assert high.worlds == low.worlds == 10


def test_a_game_worth_less_than_the_bid_is_not_announced_where_another_can_be_had() -> None:
    """Spades are the longer suit, but with the jack of clubs found worth 22; clubs are worth 24, Grand 48."""
    cards = read_cards("CJ CT CK C9 C8 SA ST SK S9 S8 DA D7")
    for seat in Seat:
        assert BY_FEATURES.candidates(cards, seat, 18, games=tuple(BASE))[0].value >= 18
        for bid in (23, 24, 48):
            assert game_value(BY_FEATURES.candidates(cards, seat, bid)[0].contract, cards) >= bid


AGREED = [
    # game, twelve cards, Skats that a player would choose from
    ("clubs", "CJ SJ HJ CA CT CK C9 C8 DA S7 H8 H7", ["H8 H7"]),
    ("spades", "CJ HJ SA ST SK S9 S8 CA CK HT DT D8", ["HT DT", "DT D8"]),
    ("clubs", "HJ CA CK CQ C9 C8 C7 SA ST HT H7 D7", ["HT D7", "HT H7"]),
    ("grand", "CJ SJ CA CT CK C9 SA HA HK DT D9 S8", ["DT D9", "DT S8"]),
    ("null", "C7 C8 C9 S7 S8 S9 H7 H8 D7 D9 DK HA", ["HA DK"]),
]


def test_as_a_skat_player_would() -> None:
    """One of the first two by features."""
    for game, cards, skats in AGREED:
        for seat in Seat:
            first = BY_FEATURES.candidates(read_cards(cards), seat, games=(Game(game),))[:2]
            assert {one.skat for one in first} & set(map(read_cards, skats)), (cards, seat)


@given(seeds, seats)
def test_no_trump_is_laid_away_while_there_are_losers(seed: int, seat: Seat) -> None:
    """In a suit game worth playing, with two plain cards that are neither aces nor tens, no trump goes."""
    cards = mask(some_cards(seed, 12))
    for game in set(BASE) - {Game.GRAND}:
        trumps = cards & order(game).from_game(order(game).trumps)
        losers = [card for card in bits(cards & ~trumps) if POINTS[card] < 10]
        best = BY_FEATURES.candidates(cards, seat, games=(game,))[0]
        if len(losers) >= 2 and best.expected > 0:
            assert not best.skat & trumps, (game, cards_text(cards), cards_text(best.skat))


def test_equals_lay_away_points() -> None:
    """Of two ways with the same chances the one with more points comes first, and the lower cards of the same points."""
    found = BY_FEATURES.candidates(read_cards("C7 C8 S7 S8 H7 H8 D7 D8 CA SA HK DQ"), Seat.FOREHAND, games=(Game.NULL,))
    equals = [(one.skat, other.skat) for one, other in pairwise(found) if one.expected == other.expected]
    assert equals
    assert all((-points(one), one) < (-points(other), other) for one, other in equals)


def test_what_is_refused() -> None:
    for bad in (HAND & HAND - 1, 0, -1, 2**33):
        with pytest.raises(InputError, match="a declarer discards from 12 cards, not"):
            BY_FEATURES.candidates(bad, Seat.FOREHAND)
    with pytest.raises(InputError, match="25 cannot be bid"):
        BY_FEATURES.candidates(HAND, Seat.FOREHAND, 25)
    with pytest.raises(InputError, match="nothing can be announced at a bid of 48: Null is worth less"):
        BY_FEATURES.candidates(HAND, Seat.FOREHAND, 48, games=(Game.NULL,))
    for worlds, within in ((-1, 1), (1, 0)):
        with pytest.raises(InputError, match="worlds must be 0 or more and within 1 or more"):
            Announcer(CHANCES, worlds=worlds, within=within)
