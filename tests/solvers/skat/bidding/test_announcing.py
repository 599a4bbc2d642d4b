"""What to lay away and announce: all ways and their scores against the plain reckoning, deals looked at, and hands on which any
Skat player agrees."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import BASE_VALUE, result, some_cards

from tafelwerk.build.skat.weights import shipped_weights
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import JACKS, POINTS, WIN, Game, Seat, bits, cards_text, order, points, read_cards
from tafelwerk.rules.skat.deals import Deal, discards
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.scoring import BASE, BIDS, NULL_VALUES, Contract, Goal, game_value, goal
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat.bidding.announcing import SKAT_CONTRACTS, Announcer, Candidate, expected_score
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, game_number, trump_count
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.judge import judge_of

CHANCES = Chances(shipped_weights())
BY_FEATURES = Announcer(CHANCES, worlds=0)

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
seeds = st.integers(0, 2**32)
seats = st.sampled_from(list(Seat))
bids = st.sampled_from(BIDS)


def mask(names: set[str]) -> int:
    return read_cards(" ".join(names))


def name_of(contract: Contract) -> str:
    return f"{contract.game}{' ouvert' if contract.ouvert else ''}"


def ranked(candidates: list[Candidate]) -> bool:
    """Whether they are in order; those that lay a jack away come behind all others, but in Null."""
    orders = [(bool(one.skat & JACKS) and one.contract.game is not Game.NULL, -one.expected) for one in candidates]
    return all(one <= other for one, other in pairwise(orders))


@given(seeds, seats, bids)
@settings(max_examples=25)
def test_all_ways_are_there(seed: int, seat: Seat, bid: int) -> None:
    """Each contract that may be announced with each way to discard, once; best first."""
    cards = mask(some_cards(seed, 12))
    found = BY_FEATURES.candidates(cards, seat, bid)
    allowed = [one for one in SKAT_CONTRACTS if one.game in BASE or NULL_VALUES[False, one.ouvert] >= bid]
    assert len(found) == len({(one.contract, one.skat) for one in found}) == 66 * len(allowed)
    assert {one.contract for one in found} == set(allowed)
    assert {one.skat for one in found} == set(discards(cards))
    assert ranked(found)
    for game in Game:
        if game in {one.game for one in allowed}:
            only = BY_FEATURES.candidates(cards, seat, bid, games=(game,))
            assert only == [one for one in found if one.contract.game is game]


@given(seeds, seats, bids)
@settings(max_examples=25)
def test_chances_values_and_scores(seed: int, seat: Seat, bid: int) -> None:
    """What counts and what wins, by the rules; a game that nothing makes worth the bid is never won."""
    names = some_cards(seed, 12)
    weights = shipped_weights()
    for one in BY_FEATURES.candidates(mask(names), seat, bid)[::29]:
        contract, game = name_of(one.contract), str(one.contract.game)
        worth, laid = naive.worth(contract, names), set(cards_text(one.skat).split())
        assert (one.worlds, one.wins) == (0, 0)
        assert one.expected == pytest.approx(one.chance * (one.value + 50) - (1 - one.chance) * (2 * one.value + 90))
        if worth >= bid:
            kind = KINDS[one.contract.game]
            by_name = dict(zip(OWN[kind], weights.open[kind, seat], strict=True))
            odds = naive.total(game, names - laid, laid, by_name)
            assert one.chance == pytest.approx(
                naive.hidden(contract, odds, naive.trumps(game, names - laid), weights.hidden[kind, seat])
            )
            assert one.value == worth
            assert one.expected == pytest.approx(naive.expected(contract, names, one.chance, bid))
            continue
        # no Null here; 120 points and all tricks are the most that can be done for it
        assert one.value == -(-bid // BASE_VALUE[game]) * BASE_VALUE[game]
        if result(game, 0, names, 120, 10, bid) < 0:
            assert one.chance == 0
            assert one.expected == pytest.approx(naive.expected(contract, names, 0, bid))
        else:
            assert 0 < one.chance < 1


@given(seeds, seats)
@settings(max_examples=15)
def test_what_needs_more_is_won_less_often(seed: int, seat: Seat) -> None:
    """As the bid rises, no way to play becomes more likely to be won."""
    cards = mask(some_cards(seed, 12))
    before: dict[tuple[Contract, int], float] = {}
    for bid in BIDS[::6]:
        found = BY_FEATURES.candidates(cards, seat, bid)
        for one in found:
            assert one.chance <= before.get((one.contract, one.skat), 1.0)
        before = {(one.contract, one.skat): one.chance for one in found}


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(BIDS))
def test_expected_scores(one: float, other: float, value: int) -> None:
    low, high = sorted((one, other))
    assert expected_score(low, value) <= expected_score(high, value)
    assert expected_score(1.0, value) == value + 50
    assert expected_score(0.0, value) == -2 * value - 90


HAND = "CJ HJ CA CT C9 C8 SA SK HT H9 D8 D7"


@compiled
def test_deals_looked_at() -> None:
    """The first few are looked at in some of the same deals and ranked anew, the first in all; the others are as they were."""
    cards, seat, count, within = read_cards(HAND), Seat.MIDDLEHAND, 12, 4
    looker = Announcer(CHANCES, worlds=count, within=within)
    before = BY_FEATURES.candidates(cards, seat)
    after = looker.candidates(cards, seat, seed=3)
    looked = {(one.contract, one.skat) for one in after[:within]}
    assert ranked(after[:within])
    assert after[within:] == [one for one in before if (one.contract, one.skat) not in looked]
    assert after[0].worlds == count
    alike = {(one.contract, one.odds, re.sub("[789]", "7", cards_text(one.skat))) for one in after[:within]}
    assert len(alike) == within
    for one in after[:within]:
        was = next(other for other in before if (other.contract, other.skat) == (one.contract, one.skat))
        assert one.worlds in (8, 12)
        assert one.wins == _wins(cards, seat, one, count, 3)
        assert one == replace(was, chance=one.chance, expected=one.expected, worlds=one.worlds, wins=one.wins)
        assert one.expected == pytest.approx(expected_score(one.chance, one.value))
        # between what the features say and what the deals say
        kept = trump_count(cards ^ one.skat, game_number(one.contract.game))
        shown = float(CHANCES.of(one.contract, seat, one.odds, kept, one.wins / one.worlds))
        assert min(was.chance, shown) <= one.chance <= max(was.chance, shown)


@compiled
@pytest.mark.parametrize(
    "seat", [pytest.param(seat, marks=() if seat is Seat.FOREHAND else pytest.mark.slow) for seat in Seat]
)
def test_cards_of_different_suits_are_not_alike(seat: Seat) -> None:
    """The features see no difference between keeping H8, with HT laid away, and C8; the deals do: the ten cannot fall to them."""
    cards, hearts_eight = read_cards("CJ SJ DJ C8 SK SQ S9 S7 HT H8 D9 D7"), read_cards("C8 HT")
    found = Announcer(CHANCES).candidates(cards, seat, games=(Game.SPADES,))
    assert found[0].skat == hearts_eight


@compiled
def test_schwarz_is_rare() -> None:
    """A bid that clubs reach by Schwarz alone; Grand is worth it as it is."""
    cards = read_cards("CJ CA CK CQ C9 C8 C7 SA HA HT H7 D8")
    found = Announcer(CHANCES, worlds=24, within=4).candidates(cards, Seat.FOREHAND, 45)
    assert found[0].contract.game is Game.GRAND
    clubs = Announcer(CHANCES, worlds=24, within=4).candidates(cards, Seat.FOREHAND, 45, games=(Game.CLUBS,))[0]
    assert goal(clubs.contract, cards, 45) == Goal(120, 10, 10)
    assert clubs.chance < 0.2


def test_of_games_that_cannot_be_won_the_best_hand_is_kept() -> None:
    cards = read_cards("C7 C8 S7 S8 S9 SQ H7 H8 HK D9 DQ DA")
    found = BY_FEATURES.candidates(cards, Seat.FOREHAND, 264, games=(Game.DIAMONDS,))
    assert {one.chance for one in found} == {0.0}
    assert found[0].odds == max(one.odds for one in found)


@given(seeds, seats)
@settings(max_examples=20)
def test_jacks_are_kept(seed: int, seat: Seat) -> None:
    best = BY_FEATURES.candidates(mask(some_cards(seed, 12)), seat)[0]
    assert best.contract.game is Game.NULL or not best.skat & JACKS


def _wins(cards: int, seat: Seat, one: Candidate, count: int, seed: int) -> int:
    """Deals won, by the value of each of them."""
    twelve = bits(cards)
    hand, skat = sum(1 << card for card in twelve[:10]), sum(1 << card for card in twelve[10:])
    wins, judge = 0, judge_of(one.contract.game)
    for world in draw_worlds(knowledge(seat, hand, Game.GRAND, seat, skat=skat), count, seed)[: one.worlds]:
        hands = [cards ^ one.skat if other is seat else world.hands[other] for other in Seat]
        position = start(Deal((hands[0], hands[1], hands[2]), one.skat), one.contract.game, seat)
        wins += judge.value(position) >= (1 if one.contract.game is Game.NULL else WIN)
    return wins


@compiled
def test_null_and_games_that_need_schneider_are_looked_at() -> None:
    announcer = Announcer(CHANCES, worlds=10, within=2)
    null = announcer.candidates(read_cards("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8 DK HA"), Seat.MIDDLEHAND, games=(Game.NULL,))
    assert null[0].wins == _wins(read_cards("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8 DK HA"), Seat.MIDDLEHAND, null[0], 10, 0)
    cards = read_cards("CJ HJ DJ CA CT CK C9 C8 SA ST D8 D7")
    worlds = draw_worlds(knowledge(Seat.FOREHAND, cards ^ 3, Game.GRAND, Seat.FOREHAND, skat=3), 10, 0)
    assert goal(Contract(Game.CLUBS), cards, 36) == Goal(90, 0, 10)
    counts = [
        announcer.wins(Contract(Game.CLUBS), cards, 3, Seat.FOREHAND, worlds, Goal(needed, 0, 10))
        for needed in (61, 90, 110, 120)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    high = announcer.candidates(cards, Seat.FOREHAND, 36, games=(Game.CLUBS,))[0]
    low = announcer.candidates(cards, Seat.FOREHAND, 18, games=(Game.CLUBS,))[0]
    assert (low.value, high.value) == (24, 36)
    assert high.chance < low.chance
    assert high.worlds == low.worlds == 10


@compiled
def test_the_seed_says_everything() -> None:
    cards = read_cards(HAND)
    announcer = Announcer(CHANCES, worlds=4, within=2)
    first = announcer.candidates(cards, Seat.REARHAND, seed=5)
    assert announcer.candidates(cards, Seat.REARHAND, seed=6) != first
    assert announcer.candidates(cards, Seat.REARHAND, seed=5) == first
    assert Announcer(CHANCES, worlds=4, within=2).candidates(cards, Seat.REARHAND, seed=5) == first


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
    ("clubs", "CJ SJ DJ CA CK C9 C8 C7 DA HT S8 S7", ["HT S8", "HT S7"]),
    ("spades", "CJ HJ DJ SA ST S9 S8 CA DT H9 H8 D7", ["DT D7"]),
    ("hearts", "HJ DJ HA HT HK H9 H8 H7 CA CK S9 D8", ["S9 D8"]),
    ("hearts", "CJ SJ HA HT HQ H9 H8 CA DK DQ SK S9", ["DK DQ", "SK S9"]),
    ("diamonds", "CJ SJ DJ DA DK D9 D8 CA HT H9 S8 S7", ["HT H9", "HT S8", "HT S7"]),
    ("spades", "CJ HJ SA ST SK S9 S8 CA CK HT DT D8", ["HT DT", "DT D8"]),
    ("spades", "CJ HJ DJ SA SK S9 S8 HA HT H7 DQ C8", ["DQ C8"]),
    ("clubs", "HJ CA CK CQ C9 C8 C7 SA ST HT H7 D7", ["HT D7", "HT H7"]),
    ("hearts", "CJ DJ HK HQ H9 H8 H7 CA CT SA DT DK", ["DT DK"]),
    ("diamonds", "SJ HJ DT DK DQ D9 D8 HA H7 SK SQ C7", ["SK SQ", "SK C7", "SQ C7"]),
    ("grand", "CJ SJ HJ CA CT CK DA DT HA H7 S9 S7", ["S9 S7"]),
    ("grand", "CJ SJ CA CT CK C9 SA HA HK DT D9 S8", ["DT D9", "DT S8"]),
    ("null", "C7 C8 C9 S7 S8 S9 H7 H8 D7 D9 DK HA", ["HA DK"]),
]


@compiled
@pytest.mark.parametrize(("game", "cards", "skats"), AGREED, ids=[f"{game} {cards}" for game, cards, _ in AGREED])
@pytest.mark.parametrize("seat", list(Seat))
def test_as_a_skat_player_would_by_features(game: str, cards: str, skats: list[str], seat: Seat) -> None:
    """One of the first two, before any deal is looked at."""
    first = BY_FEATURES.candidates(read_cards(cards), seat, games=(Game(game),))[:2]
    assert {one.skat for one in first} & {read_cards(skat) for skat in skats}, [cards_text(one.skat) for one in first]


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(("game", "cards", "skats"), AGREED, ids=[f"{game} {cards}" for game, cards, _ in AGREED])
@pytest.mark.parametrize("seat", list(Seat))
def test_as_a_skat_player_would(game: str, cards: str, skats: list[str], seat: Seat) -> None:
    best = Announcer(CHANCES).candidates(read_cards(cards), seat, games=(Game(game),))[0]
    # where every deal that is looked at is won, another way may be as good
    assert best.wins == best.worlds or best.skat in [read_cards(skat) for skat in skats], cards_text(best.skat)


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


@compiled
@pytest.mark.parametrize("cards", ["DJ CA CK CQ C7 SA HA HT DA DT DK D9", "DJ CA CT C8 C7 SA HA HT HQ H7 DA D8"])
def test_a_lone_jack_is_kept_in_grand(cards: str) -> None:
    best = Announcer(CHANCES, worlds=15).candidates(read_cards(cards), Seat.FOREHAND, games=(Game.GRAND,))[0]
    assert not best.skat & JACKS, cards_text(best.skat)


def test_equals_lay_away_points() -> None:
    """Of two ways with the same chances the one with more points comes first, and the lower cards of the same points."""
    found = BY_FEATURES.candidates(read_cards("C7 C8 S7 S8 H7 H8 D7 D8 CA SA HK DQ"), Seat.FOREHAND, games=(Game.NULL,))
    for one, other in pairwise(found):
        if one.expected == other.expected:
            assert (-points(one.skat), one.skat) < (-points(other.skat), other.skat)
    assert any(one.expected == other.expected for one, other in pairwise(found))


def test_what_is_refused() -> None:
    cards = read_cards(HAND)
    for bad in (cards & cards - 1, 0, -1, 2**33):
        with pytest.raises(InputError, match="a declarer discards from 12 cards, not"):
            BY_FEATURES.candidates(bad, Seat.FOREHAND)
    with pytest.raises(InputError, match="25 cannot be bid"):
        BY_FEATURES.candidates(cards, Seat.FOREHAND, 25)
    with pytest.raises(InputError, match="nothing can be announced at a bid of 48: Null is worth less"):
        BY_FEATURES.candidates(cards, Seat.FOREHAND, 48, games=(Game.NULL,))
    for worlds, within in ((-1, 1), (1, 0)):
        with pytest.raises(InputError, match="worlds are 0 or more and within is 1 or more"):
            Announcer(CHANCES, worlds=worlds, within=within)
