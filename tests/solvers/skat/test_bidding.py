"""Bids, discards and announcements: features, chances and scores against plain arithmetic by names of cards, deals solved."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from math import inf
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import BASE_VALUE, matadors, result, some_cards
from skat_hands import CHANCES, WEIGHTS, by_name, compiled, every_seat, games, mask, seats, seeds

from tafelwerk.errors import InputError
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.rules.cards import (
    ALL_CARDS,
    JACKS,
    NAMES,
    WIN,
    Game,
    Seat,
    bits,
    card_text,
    cards_text,
    mask_of,
    order,
    points,
    read_cards,
)
from tafelwerk.families.skat.rules.contracts import BASE, BIDS, NULL_VALUES, Contract, Goal, game_value, goal
from tafelwerk.families.skat.rules.deals import Deal, discards
from tafelwerk.families.skat.rules.knowledge import knowledge
from tafelwerk.families.skat.rules.play import start
from tafelwerk.solvers.skat.hand_chances import (
    KINDS,
    OWN,
    Chances,
    Kind,
    Step,
    Weights,
    features,
    game_number,
    logistic,
    trump_counts,
)
from tafelwerk.solvers.skat.model_bidder import (
    FRESH,
    SKAT_CONTRACTS,
    Announcer,
    Candidate,
    ModelBidder,
    expected_score,
    other_hands,
)
from tafelwerk.solvers.skat.null_game import NullSolver
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.worlds import draw_worlds


def split(seed: int) -> tuple[int, int]:
    """Ten cards kept and two laid away."""
    cards = bits(read_cards(" ".join(some_cards(seed, 12))))
    first = seed % 11
    skat = 1 << cards[first] | 1 << cards[first + 1]
    return sum(1 << card for card in cards) ^ skat, skat


def named(game: Game, hand: int, skat: int = 0) -> dict[str, float]:
    """The features that are not 0."""
    row = features(game, np.array([hand]), np.array([skat]))[0]
    return {name: float(number) for name, number in zip(OWN[KINDS[game]], row, strict=True) if number}


@given(seeds, games)
def test_against_names_of_cards(seed: int, game: Game) -> None:
    rows = [split(seed + place) for place in range(4)]
    hands, skats = (np.array(column) for column in zip(*rows, strict=True))
    names = [[set(cards_text(cards).split()) for cards in row] for row in rows]
    assert [named(game, *row) for row in rows] == [naive.features(str(game), *row) for row in names]
    found = features(game, hands, skats)
    assert found.tolist() == [features(game, hands[[row]], skats[[row]])[0].tolist() for row in range(4)]
    assert features(game, hands[:0], skats[:0]).shape == (0, found.shape[1]) == (0, len(OWN[KINDS[game]]))
    counts = [naive.trumps(str(game), hand) for hand, _ in names]
    assert trump_counts(game, hands).tolist() == [int(trump_counts(game, hand)) for hand, _ in rows] == counts


def test_a_hand_by_eye() -> None:
    hand, skat = read_cards("CJ SJ CA CT C9 C8 DA DT HK H7"), read_cards("S7 HT")
    trumps = ["CJ and SJ", "5 trumps or more", "6 trumps or more", "trump A", "trump T", "trump A and T"]
    sides = ["suit AT with no lower", "suit K with one lower"]
    both = {"one": 1, "points laid away": 10}
    assert named(Game.CLUBS, hand, skat) == both | {"trumps": 6} | dict.fromkeys(["CJ", "SJ", *trumps, *sides], 1)
    assert named(Game.GRAND, hand, skat) == both | dict.fromkeys(["CJ SJ", "suit AT with more lower", *sides], 1)
    # clubs 8 9 T J A: the jack is the fourth of a suit in which three cards lie under it that are not held
    null = ["suit of 5 or more, 1", "suit of 2, 0", "suit of 2, 2", "suit of 1, 4 or more"]
    found = named(Game.NULL, read_cards("C8 C9 CT CJ CA S7 S9 H7 HJ DA"))
    assert found == {"one": 1} | {f"{name} too high": 1 for name in null}


ONE = np.array([1023])


def test_what_is_refused() -> None:
    for hands, skats, message in (
        (ONE, np.array([0, 0]), r"hands and skats are of one length, not \(1,\) and \(2,\)"),
        (ONE.reshape(1, 1), ONE.reshape(1, 1), "of one length"),
        (np.array([-1]), ONE, "hands are masks of 32 bits"),
        (ONE, np.array([2**32]), "skats are masks of 32 bits"),
    ):
        with pytest.raises(InputError, match=message):
            features(Game.GRAND, hands, skats)


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
        assert found.lengths[row].tolist() == [*(matadors(game, held | laid) for game in naive.GAMES[:5]), 0]
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
    contract = Contract(game, ouvert=ouvert and game is Game.NULL)
    low, high = SOME_CHANCES.of(contract, seat, np.array(sorted((one, other))), kept)
    assert 0 <= low <= high <= 1
    if abs(one - other) > 1e-6 and max(abs(one), abs(other)) < 10:
        assert low < high
    assert float(SOME_CHANCES.of(contract, seat, one, kept)) == pytest.approx(
        naive.hidden("null ouvert" if contract.ouvert else str(game), one, kept, SOME.hidden[KINDS[game], seat])
    )


def test_an_ouvert_game_is_one_with_open_cards() -> None:
    for seat in Seat:
        for contract in (Contract(Game.NULL, ouvert=True), Contract(Game.GRAND, True, True, True, True)):
            assert float(SOME_CHANCES.of(contract, seat, 0.3, 4)) == pytest.approx(logistic(0.3))


def test_shipped_weights() -> None:
    """Every kind and seat has all its weights; the hidden step never turns better into worse."""
    weights = WEIGHTS
    assert set(weights.open) == set(weights.hidden) == {(kind, seat) for kind in Kind for seat in Seat}
    for (kind, seat), own in weights.open.items():
        step = weights.hidden[kind, seat]
        assert len(own) == len(OWN[kind])
        assert np.isfinite([*own, *step]).all()
        assert min(step.slope, step.gain) > 0
        assert step.trump > 0 or kind is Kind.NULL


def test_what_is_refused_of_chances() -> None:
    for weights, fault in (
        (Weights({}, WEIGHTS.hidden), "weights of suit, forehand: .* are needed, not 0"),
        (Weights({fit: own[1:] for fit, own in WEIGHTS.open.items()}, WEIGHTS.hidden), "suit, forehand: .* are needed"),
        (Weights(dict.fromkeys(WEIGHTS.open, (np.nan,) * 38), WEIGHTS.hidden), "each is -256 to 256"),
        (Weights(WEIGHTS.open, {}), "suit, forehand: the second step multiplies by more than 0"),
        (Weights(WEIGHTS.open, dict.fromkeys(WEIGHTS.hidden, Step(0.0, 0.0, 1.0, 0.0))), "multiplies by more than 0"),
    ):
        with pytest.raises(InputError, match=fault):
            Chances(weights)
    for cards in (0, 2**13 - 1, -1):
        with pytest.raises(InputError, match="a declarer discards from 12 cards"):
            CHANCES.over_discards(cards, Seat.FOREHAND)
        with pytest.raises(InputError, match="a hand has 10 cards"):
            CHANCES.over_skats(cards, Seat.FOREHAND)


@every_seat
def test_sure_null(seat: Seat) -> None:
    """A hand that no play can beat: certain, with open cards too; and so it is in random deals."""
    hand = read_cards("C7 C9 CJ S7 S9 SJ H7 H9 D7 D9")
    odds = CHANCES.log_odds(Game.NULL, seat, np.array([hand]), np.array([0]))
    for contract in (Contract(Game.NULL, hand=True), Contract(Game.NULL, hand=True, ouvert=True)):
        assert CHANCES.of(contract, seat, odds, 0).min() > 1 - 1e-9
    for world in draw_worlds(knowledge(seat, hand, Game.NULL, seat), 20, 1):
        hands = [hand if one is seat else world.hands[one] for one in Seat]
        assert NullSolver().won(start(Deal((hands[0], hands[1], hands[2]), world.skat), Game.NULL, seat))


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


@compiled
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


@compiled
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


def test_a_bid_has_to_bring_more_than_the_least() -> None:
    hand = read_cards(STRONG)
    brings = BIDDER.advise(hand, Seat.FOREHAND).expected
    limits = [ModelBidder(CHANCES, least=least).advise(hand, Seat.FOREHAND).limit for least in (brings, brings - 1e-9)]
    assert limits[0] == 0 < limits[1]


def test_the_skat_is_taken_up_where_hand_brings_no_more() -> None:
    """Every game of a weak hand is overbid alike."""
    weak = read_cards("C7 C8 S7 S8 S9 H7 H8 D7 D8 D9")
    assert BIDDER.hand_contract(weak, Seat.FOREHAND, BIDS[-1]) is None


@compiled
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


@compiled
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


def test_what_is_refused_of_bidding() -> None:
    for bad in (0, 2**9 - 1, 2**11 - 1, -1, mask_of(range(22, 33))):
        with pytest.raises(InputError, match="a hand has 10 cards"):
            BIDDER.advise(bad, Seat.FOREHAND)
        with pytest.raises(InputError, match="a hand has 10 cards"):
            BIDDER.hand_contract(bad, Seat.FOREHAND, 18)
    with pytest.raises(InputError, match="19 cannot be bid"):
        BIDDER.hand_contract(read_cards(STRONG), Seat.FOREHAND, 19)
    with pytest.raises(InputError, match="12 cards, not 10"):
        BIDDER.candidates(read_cards(STRONG), Seat.FOREHAND)


@compiled
def test_forehand_plays_where_the_others_pass() -> None:
    """But with the poorest hands."""
    bidder = ModelBidder(CHANCES, worlds=0)
    for text, plays in (("DJ CT CQ C8 ST S8 HT H9 DT D9", True), ("CQ C8 SA S8 S7 HK HQ H9 DK D9", False)):
        for seat in Seat:
            weak, alone = read_cards(text), plays and seat is Seat.FOREHAND
            advice = bidder.advise(weak, seat)
            assert (advice.limit, advice.game, advice.plan, advice.alone) == (0, None, (), alone)
            assert bidder.limit(weak, seat) == (18 if alone else 0)


@compiled
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


def test_equals_lay_away_points() -> None:
    """Of two ways with the same chances the one with more points comes first, and the lower cards of the same points."""
    found = BY_FEATURES.candidates(read_cards("C7 C8 S7 S8 H7 H8 D7 D8 CA SA HK DQ"), Seat.FOREHAND, games=(Game.NULL,))
    equals = [(one.skat, other.skat) for one, other in pairwise(found) if one.expected == other.expected]
    assert equals
    assert all((-points(one), one) < (-points(other), other) for one, other in equals)


def test_what_is_refused_of_announcing() -> None:
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


def readings(text: str) -> list[str]:
    """All ways to read words with slashes."""
    return [" ".join(words) for words in product(*(word.split("/") for word in text.split()))]


def trumps(game: Game) -> int:
    return order(game).from_game(order(game).trumps)


@compiled
def test_ours_lays_no_jack_away_and_bares_no_ten() -> None:
    """Nor a trump, in any reading and at any seat, in the best game with trumps."""
    bidder = default_bidder(worlds=0)
    for twelve, seat in product((twelve for cards in PRINTED for twelve in readings(cards)), Seat):
        cards = read_cards(twelve)
        best = bidder.candidates(cards, seat, games=[game for game in Game if game is not Game.NULL])[0]
        assert not best.skat & (trumps(best.contract.game) | JACKS), (twelve, seat, best)
        for card in bits(cards ^ best.skat):
            suit = 127 << 7 * (card // 7)
            if card_text(card)[1] == "T" and not trumps(best.contract.game) >> card & 1:
                lower = (1 << card) - 1 & suit
                bared = not (cards ^ best.skat) & suit & ~(1 << card) and cards & lower
                assert not bared, (twelve, seat, best)
