"""Bids, discards and announcements: features, chances and scores against plain arithmetic by names of cards, deals solved."""

import re
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import inf
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import scored, second_contract, some_cards
from skat_hands import CHANCES, WEIGHTS, by_name, compiled, games, mask, seats, seeds

from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.rules.cards import (
    ALL_CARDS,
    JACKS,
    NAMES,
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
from tafelwerk.families.skat.rules.contracts import BASE, BIDS, NULL_VALUES, Contract, Goal, goal
from tafelwerk.families.skat.rules.deals import Deal, discards
from tafelwerk.families.skat.rules.knowledge import knowledge
from tafelwerk.families.skat.rules.play import start
from tafelwerk.proofs.skat import learning_claims, second_program
from tafelwerk.solvers.skat import model_bidder
from tafelwerk.solvers.skat.hand_chances import (
    KINDS,
    OWN,
    Chances,
    Kind,
    Step,
    Weights,
    features,
    game_number,
    trump_counts,
)
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.worlds import draw_worlds


def split(seed: int) -> tuple[int, int]:
    """Ten cards kept and two laid away."""
    cards = bits(read_cards(" ".join(some_cards(seed, 12))))
    first = seed % 11
    skat = 1 << cards[first] | 1 << cards[first + 1]
    return sum(1 << card for card in cards) ^ skat, skat


@given(seeds, games)
def test_features_are_those_of_the_second_program(seed: int, game: Game) -> None:
    rows = [split(seed + place) for place in range(4)]
    hands, skats = (np.array(column) for column in zip(*rows, strict=True))
    found = features(game, hands, skats)
    assert found.tolist() == [learning_claims.open_features(game.value, *row) for row in rows]
    assert learning_claims.feature_names("open", game.value) == OWN[KINDS[game]]
    assert found.tolist() == [features(game, hands[[row]], skats[[row]])[0].tolist() for row in range(4)]
    assert features(game, hands[:0], skats[:0]).shape == (0, found.shape[1]) == (0, len(OWN[KINDS[game]]))
    counts = [naive.trumps(str(game), set(cards_text(hand).split())) for hand, _ in rows]
    assert trump_counts(game, hands).tolist() == [int(trump_counts(game, hand)) for hand, _ in rows] == counts


odds = st.floats(-30, 30)


def some_weights(seed: int) -> Weights:
    random = Random(seed)
    fits = [(kind, seat) for kind in Kind for seat in Seat]
    return Weights(
        {(kind, seat): tuple(random.gauss(0, 1) for _ in OWN[kind]) for kind, seat in fits},
        {
            fit: Step(random.gauss(0, 1), random.uniform(0.2, 2), random.uniform(0, 2), random.gauss(0, 0.3))
            for fit in fits
        },
    )


SOME = some_weights(1)
SOME_CHANCES = Chances(SOME)


@given(seeds, seats, games)
def test_all_ways_to_discard(seed: int, seat: Seat, game: Game) -> None:
    names, weights = some_cards(seed, 12), by_name(SOME, game, seat)
    found, skats = SOME_CHANCES.over_discards(mask(names), seat)
    assert skats.tolist() == discards(mask(names))
    laid = [set(cards_text(skat).split()) for skat in skats.tolist()]
    expected = [naive.total(str(game), names - two, two, weights) for two in laid]
    assert found[:, game_number(game)] == pytest.approx(expected, abs=1e-9)


@compiled
@given(seeds, seats)
@settings(max_examples=6)
def test_all_skats(seed: int, seat: Seat) -> None:
    """Some of the 231 Skats by every discard in turn, matadors of all of them; those that stay count as they are."""
    held = some_cards(seed, 10)
    found, skats = SOME_CHANCES.over_skats(mask(held), seat), list(combinations(bits(ALL_CARDS ^ mask(held)), 2))
    assert {array.shape for array in found} == {(len(skats), 6)} == {(231, 6)}
    for row in Random(seed).sample(range(231), 4):
        laid = {NAMES[card] for card in skats[row]}
        assert found.lengths[row].tolist() == [
            *(abs(second_program.matadors(game, mask(held | laid))) for game in naive.GAMES[:5]),
            0,
        ]
        for game in Game:
            weights = by_name(SOME, game, seat)
            best, trumps, dealt = (array[row, game_number(game)] for array in found[:3])
            ways = [
                (naive.total(str(game), *way, weights), naive.trumps(str(game), way[0]))
                for way in naive.ways(held | laid)
            ]
            assert best == pytest.approx(max(total for total, _ in ways), abs=1e-9)
            assert dealt == pytest.approx(naive.total(str(game), held, laid, weights), abs=1e-9)
            assert trumps in {kept for total, kept in ways if total == pytest.approx(best, abs=1e-9)}
    # to discard what was dealt is one way to discard
    assert (found.open >= found.as_dealt).all()


@given(odds, odds, games, seats, st.integers(0, 11), st.booleans())
def test_chances_rise_with_the_sum(one: float, other: float, game: Game, seat: Seat, kept: int, ouvert: bool) -> None:
    contract = Contract(game)
    if ouvert:
        contract = Contract(game, ouvert=True) if game is Game.NULL else Contract(game, True, True, True, True)
    low, high = SOME_CHANCES.of(contract, seat, np.array(sorted((one, other))), kept)
    assert 0 <= low <= high <= 1
    if abs(one - other) > 1e-6 and max(abs(one), abs(other)) < 10:
        assert low < high
    assert float(SOME_CHANCES.of(contract, seat, one, kept)) == pytest.approx(
        naive.hidden(f"{game} ouvert" if contract.ouvert else str(game), one, kept, SOME.hidden[KINDS[game], seat])
    )


BIDDER = model_bidder.ModelBidder(CHANCES, worlds=0, least=0.0, alone=inf)

STRONG = "CJ SJ CA CT C9 C8 DA DT HA H7"


def test_a_bid_has_to_bring_more_than_the_least() -> None:
    hand = read_cards(STRONG)
    brings = BIDDER.advise(hand, Seat.FOREHAND).expected
    limits = [
        model_bidder.ModelBidder(CHANCES, least=least).advise(hand, Seat.FOREHAND).limit
        for least in (brings, brings - 1e-9)
    ]
    assert limits[0] == 0 < limits[1]


def test_the_skat_is_taken_up_where_hand_brings_no_more() -> None:
    """Every game of a weak hand is overbid alike."""
    weak = read_cards("C7 C8 S7 S8 S9 H7 H8 D7 D8 D9")
    assert BIDDER.hand_contract(weak, Seat.FOREHAND, BIDS[-1]) is None


@compiled
def test_candidates_and_announcements() -> None:
    """What is announced is the first candidate."""
    cards = read_cards(STRONG) | read_cards("S8 D9")
    bidder = default_bidder(worlds=5, within=2)
    wanted = model_bidder.Announcer(CHANCES, worlds=5, within=2).candidates(cards, Seat.REARHAND, 20, 7)
    assert bidder.candidates(cards, Seat.REARHAND, 20, 7) == wanted
    assert bidder.announce(cards, Seat.REARHAND, 20, 7) == (wanted[0].contract, wanted[0].skat)
    only = bidder.candidates(cards, Seat.REARHAND, games=(Game.HEARTS,))[:3]
    assert [one.contract for one in only] == [Contract(Game.HEARTS)] * 3


@compiled
def test_forehand_plays_where_the_others_pass() -> None:
    """But with the poorest hands."""
    bidder = model_bidder.ModelBidder(CHANCES, worlds=0)
    for text, plays in (("DJ CT CQ C8 ST S8 HT H9 DT D9", True), ("CQ C8 SA S8 S7 HK HQ H9 DK D9", False)):
        for seat in Seat:
            weak, alone = read_cards(text), plays and seat is Seat.FOREHAND
            advice = bidder.advise(weak, seat)
            assert (advice.limit, advice.game, advice.plan, advice.alone) == (0, None, (), alone)
            assert bidder.limit(weak, seat) == (18 if alone else 0)


BY_FEATURES = model_bidder.Announcer(CHANCES, worlds=0)

bids = st.sampled_from(BIDS)


def odd(one: model_bidder.Candidate) -> bool:
    """Whether a jack is discarded where jacks are trumps."""
    return bool(one.skat & JACKS) and one.contract.game is not Game.NULL


def is_ranked(candidates: list[model_bidder.Candidate]) -> bool:
    """Whether they are in order; those that lay a jack away come behind all others, but in Null."""
    orders = [(odd(one), -one.expected) for one in candidates]
    return orders == sorted(orders)


@given(seeds, seats, bids)
@settings(max_examples=25)
def test_all_ways_are_there(seed: int, seat: Seat, bid: int) -> None:
    """Each contract that may be announced with each way to discard, once, best first, with jacks kept.

    Values and wins are by the rules; a game that nothing makes worth the bid is never won.
    """
    names = some_cards(seed, 12)
    cards = mask(names)
    candidates = BY_FEATURES.candidates(cards, seat, bid)
    allowed = {one for one in model_bidder.SKAT_CONTRACTS if one.game in BASE or NULL_VALUES[False, one.ouvert] >= bid}
    ways = {(contract, skat) for contract in allowed for skat in discards(cards)}
    assert {(one.contract, one.skat) for one in candidates} == ways
    assert len(candidates) == len(ways)
    assert is_ranked(candidates)
    assert not odd(candidates[0])
    for game in {one.game for one in allowed}:
        only = BY_FEATURES.candidates(cards, seat, bid, games=(game,))
        assert only == [one for one in candidates if one.contract.game is game]
    for one in candidates[::29]:
        name, kind = str(one.contract.game), KINDS[one.contract.game]
        contract = f"{name}{' ouvert' if one.contract.ouvert else ''}"
        worth, laid = second_contract(one.contract).value(cards, False, False), set(cards_text(one.skat).split())
        assert (one.worlds, one.wins) == (0, 0)
        assert one.expected == pytest.approx(one.chance * (one.value + 50) - (1 - one.chance) * (2 * one.value + 90))
        if worth >= bid:
            weights, step = by_name(WEIGHTS, one.contract.game, seat), WEIGHTS.hidden[kind, seat]
            odds, kept = naive.total(name, names - laid, laid, weights), naive.trumps(name, names - laid)
            assert one.chance == pytest.approx(naive.hidden(contract, odds, kept, step))
            assert one.value == worth
            continue
        # no Null here; 120 points and all tricks are the most that can be done for it
        assert one.value == -(-bid // BASE[one.contract.game]) * BASE[one.contract.game]
        assert 0 <= one.chance < 1
        assert (one.chance == 0) == (scored(one.contract, cards, 120, 10, bid)[-1] < 0)


HAND = read_cards("CJ HJ CA CT C9 C8 SA SK HT H9 D8 D7")


def wins_of(one: model_bidder.Candidate, cards: int, seat: Seat, count: int, seed: int) -> int:
    """Deals won, by the value of each of them."""
    wins, judge = 0, judge_of(one.contract.game)
    for world in model_bidder.other_hands(cards, seat, count, seed)[: one.worlds]:
        hands = [cards ^ one.skat if other is seat else world.hands[other] for other in Seat]
        position = start(Deal((hands[0], hands[1], hands[2]), one.skat), one.contract.game, seat)
        wins += judge.value(position) >= (1 if one.contract.game is Game.NULL else WIN)
    return wins


@compiled
def test_deals_looked_at() -> None:
    """The first few are solved over the same deals and ranked anew; the others are as they were.

    The first is solved over all of them, and told by as many fresh ones.
    """
    seat, count, within = Seat.MIDDLEHAND, 12, 4
    announcer = model_bidder.Announcer(CHANCES, worlds=count, within=within)
    before = {(one.contract, one.skat): one for one in BY_FEATURES.candidates(HAND, seat)}
    after = announcer.candidates(HAND, seat, seed=3)
    looked = {(one.contract, one.skat): one for one in after[:within]}
    assert is_ranked(after[:within])
    assert after[within:] == [one for way, one in before.items() if way not in looked]
    assert after[0].worlds == count
    # of ways that differ in cards of equal rank one is looked at
    alike = {(one.contract, one.odds, re.sub("[789]", "7", cards_text(one.skat))) for one in looked.values()}
    assert len(alike) == within
    for way, one in looked.items():
        was = before[way]
        assert one.worlds in (8, 12)
        assert one.wins == wins_of(one, HAND, seat, count, 3)
        assert one == replace(was, chance=one.chance, expected=one.expected, worlds=one.worlds, wins=one.wins)
        assert one.expected == pytest.approx(model_bidder.expected_score(one.chance, one.value))
        # between what the features say and what the deals say
        kept = trump_counts(one.contract.game, HAND ^ one.skat)
        by_deals = float(CHANCES.of(one.contract, seat, one.odds, kept, one.wins / one.worlds))
        assert min(was.chance, by_deals) <= one.chance <= max(was.chance, by_deals)
    fresh = announcer.afresh(after[0], HAND, seat, seed=3)
    assert fresh == replace(after[0], chance=fresh.chance, expected=fresh.expected, wins=fresh.wins)
    assert fresh.wins == wins_of(fresh, HAND, seat, count, 3 + model_bidder.FRESH)
    assert not set(model_bidder.other_hands(HAND, seat, count, 3)) & set(
        model_bidder.other_hands(HAND, seat, count, 3 + model_bidder.FRESH)
    )
    assert fresh.expected == pytest.approx(model_bidder.expected_score(fresh.chance, fresh.value))


@compiled
@pytest.mark.parametrize("hand", [False, True])
def test_ten_cards_tried(hand: bool) -> None:
    """Each deal with the discard that the features like best, its value found by itself."""
    seat, count, contract = Seat.FOREHAND, 6, Contract(Game.CLUBS, hand=hand)
    ten = mask_of(bits(HAND)[:10])
    tried = BY_FEATURES.try_contract(contract, ten, seat, count, 5)
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
    announcer, seat = model_bidder.Announcer(CHANCES, worlds=10, within=2), Seat.MIDDLEHAND
    null = read_cards("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8 DK HA")
    best = announcer.candidates(null, seat, games=(Game.NULL,))[0]
    assert best.wins == wins_of(best, null, seat, 10, 0)
    cards, clubs, skat = read_cards("CJ HJ DJ CA CT CK C9 C8 SA ST D8 D7"), Contract(Game.CLUBS), read_cards("D8 D7")
    assert goal(clubs, cards, 36) == Goal(90, 0, 10)
    worlds = model_bidder.other_hands(cards, seat, 10, 0)
    counts = [announcer.wins(clubs, cards, skat, seat, worlds, Goal(needed, 0, 10)) for needed in (61, 90, 110, 120)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    low, high = (announcer.candidates(cards, Seat.FOREHAND, bid, games=(Game.CLUBS,))[0] for bid in (18, 36))
    assert (low.value, high.value) == (24, 36)
    assert high.chance < low.chance
    assert high.worlds == low.worlds == 10


def test_equals_lay_away_points() -> None:
    """Of two ways with the same chances the one with more points comes first, and the lower cards of the same points."""
    found = BY_FEATURES.candidates(read_cards("C7 C8 S7 S8 H7 H8 D7 D8 CA SA HK DQ"), Seat.FOREHAND, games=(Game.NULL,))
    equals = [(one.skat, other.skat) for one, other in pairwise(found) if one.expected == other.expected]
    assert equals
    assert all((-points(one), one) < (-points(other), other) for one, other in equals)


PRINTED = (
    "D9 SJ/DJ CJ H7 H8 H9 HK HA S7 S8 C7 C8",
    "D7 D9 H7 H8 HQ HA S9 SQ C9 CK CT SJ/DJ",
    "D7 D8 DK H7 HQ S7 S9 ST DJ HJ SJ C7",
    "D7 D8 DT DA DJ HJ SJ S7 S8 SK C7 CK",
    "D7 D8 H7 H9 S7 S9 ST SA CA HJ SJ CJ",
    "DQ HJ SJ CJ H8 HT HA S8 C7 C8 CK CT",
)
"""The six hands of twelve cards that the thesis prints, a slash where the copy does not tell; it lays a trump away in four.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.3.
"""


@compiled
def test_ours_lays_no_trump_away_and_bares_no_ten() -> None:
    """In any reading and at any seat, in the best game with trumps."""
    bidder = default_bidder(worlds=0)
    for text, seat in product(PRINTED, Seat):
        for words in product(*(word.split("/") for word in text.split())):
            cards = read_cards(" ".join(words))
            best = bidder.candidates(cards, seat, games=tuple(BASE))[0]
            own = order(best.contract.game)
            trumps, left = own.from_game(own.trumps) | JACKS, cards ^ best.skat
            assert not best.skat & trumps, (words, seat, best)
            for suit in "CSHD":
                had, kept = (set(cards_text(some & ~trumps).split()) for some in (cards, left))
                had, kept = ({card for card in some if card[0] == suit} for some in (had, kept))
                assert kept != {f"{suit}T"} or had <= {f"{suit}T", f"{suit}A"}, (words, seat, best)
