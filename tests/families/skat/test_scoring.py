"""Contracts and scores by the International Skat Order: values before and after the Skat is known, worked examples, laws."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat_contracts as naive
from skat_rounds import CONTRACTS

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, mask_of, order, read_cards
from tafelwerk.families.skat.rules.contracts import (
    BASE,
    BIDS,
    Contract,
    Goal,
    Score,
    game_value,
    goal,
    matadors,
    score,
    value_counts,
)

WITH_TWO = read_cards("CJ SJ SA ST SK S9 HA HT D7 D8 C7 C8")
"""Twelve cards with two in spades and in Grand."""

WITH_ONE = read_cards("CJ HJ SA ST SK S9 HA HT D7 D8 C7 C8")
WITHOUT_FOUR = read_cards("SA ST SK S9 HA HT H9 D7 D8 DA C7 C8")
ALL_TRUMPS = read_cards("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 SA")
NO_TRUMPS = read_cards("SA ST SK SQ S9 S8 S7 HA HT HK HQ H9")

SKAT_ORDER_BIDS = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90
96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170
176 180 187 192 198 204 216 240 264
"""
"""All values that can be bid, as tables for players list them."""

WITHOUT_FIVE = read_cards("HT HK HQ H9 H8 H7 CA CT SA SK")
"""Ten cards without five in hearts."""

trump_games = st.sampled_from([game for game in Game if game is not Game.NULL])
steps = st.integers(0, 4)
twelve = st.sets(st.integers(0, 31), min_size=12, max_size=12).map(mask_of)


def contract_of(game: Game, step: int) -> Contract:
    return Contract(game, step > 0, step > 1, step > 2, step > 3)


def test_what_can_be_bid() -> None:
    assert tuple(map(int, SKAT_ORDER_BIDS.split())) == BIDS == tuple(naive.ladder())


def test_matadors() -> None:
    for game, cards, count in [
        (Game.SPADES, WITH_TWO, 2),
        (Game.GRAND, WITH_TWO, 2),
        (Game.NULL, WITH_TWO, 0),
        (Game.CLUBS, WITH_ONE, 1),
        (Game.GRAND, WITHOUT_FOUR, -4),
        (Game.CLUBS, WITHOUT_FOUR, -9),
        (Game.CLUBS, ALL_TRUMPS, 11),
        (Game.GRAND, ALL_TRUMPS, 4),
        (Game.CLUBS, NO_TRUMPS, -11),
        (Game.HEARTS, read_cards("SJ HJ DJ HA"), -1),
        (Game.HEARTS, read_cards("CJ SJ HJ DJ HA HT HQ"), 6),
    ]:
        assert matadors(game, cards) == count


@pytest.mark.parametrize(
    ("contract", "cards", "points", "tricks", "bid", "expected"),
    [
        # with two, game three, times spades
        (Contract(Game.SPADES), WITH_TWO, 61, 6, 33, Score(True, False, 2, 33, 33)),
        (Contract(Game.SPADES), WITH_TWO, 60, 6, 33, Score(False, False, 2, 33, -66)),
        (Contract(Game.SPADES), WITH_TWO, 89, 8, 18, Score(True, False, 2, 33, 33)),
        (Contract(Game.SPADES), WITH_TWO, 90, 8, 18, Score(True, False, 2, 44, 44)),
        (Contract(Game.SPADES), WITH_TWO, 120, 9, 18, Score(True, False, 2, 44, 44)),
        (Contract(Game.SPADES), WITH_TWO, 120, 10, 18, Score(True, False, 2, 55, 55)),
        (Contract(Game.SPADES), WITH_TWO, 31, 4, 18, Score(False, False, 2, 33, -66)),
        (Contract(Game.SPADES), WITH_TWO, 30, 4, 18, Score(False, False, 2, 44, -88)),
        (Contract(Game.SPADES), WITH_TWO, 21, 0, 18, Score(False, False, 2, 55, -110)),
        (Contract(Game.GRAND), WITHOUT_FOUR, 70, 7, 120, Score(True, False, -4, 120, 120)),
        # Hand, and what is announced with it
        (Contract(Game.CLUBS, hand=True), WITH_ONE, 75, 7, 36, Score(True, False, 1, 36, 36)),
        (Contract(Game.CLUBS, hand=True, schneider=True), WITH_ONE, 90, 8, 18, Score(True, False, 1, 60, 60)),
        (Contract(Game.CLUBS, hand=True, schneider=True), WITH_ONE, 89, 8, 18, Score(False, False, 1, 60, -120)),
        (Contract(Game.CLUBS, hand=True, schneider=True), WITH_ONE, 120, 10, 18, Score(True, False, 1, 72, 72)),
        (Contract(Game.CLUBS, True, True, True), WITH_ONE, 120, 10, 18, Score(True, False, 1, 84, 84)),
        (Contract(Game.CLUBS, True, True, True), WITH_ONE, 120, 9, 18, Score(False, False, 1, 84, -168)),
        # the dearest games of all
        (Contract(Game.CLUBS, True, True, True, True), ALL_TRUMPS, 120, 10, 216, Score(True, False, 11, 216, 216)),
        (Contract(Game.GRAND, True, True, True, True), ALL_TRUMPS, 120, 10, 264, Score(True, False, 4, 264, 264)),
        (Contract(Game.GRAND, True, True, True, True), ALL_TRUMPS, 118, 9, 264, Score(False, False, 4, 264, -528)),
        # Null
        (Contract(Game.NULL), WITH_TWO, 0, 0, 18, Score(True, False, 0, 23, 23)),
        (Contract(Game.NULL), WITH_TWO, 3, 1, 23, Score(False, False, 0, 23, -46)),
        (Contract(Game.NULL, hand=True), WITH_TWO, 0, 0, 24, Score(True, False, 0, 35, 35)),
        (Contract(Game.NULL, ouvert=True), WITH_TWO, 0, 0, 46, Score(True, False, 0, 46, 46)),
        (Contract(Game.NULL, hand=True, ouvert=True), WITH_TWO, 0, 10, 59, Score(False, False, 0, 59, -118)),
    ],
)
def test_worked_examples(contract: Contract, cards: int, points: int, tricks: int, bid: int, expected: Score) -> None:
    assert score(contract, cards, points, tricks, bid) == expected


def test_goals() -> None:
    """Diamonds with one are 18, Schneider 27, Schwarz 36."""
    cards = read_cards("CJ HJ DA DT DK D9 HA HT H7 S8 C7 C8")
    assert goal(Contract(Game.DIAMONDS), cards) == Goal(61, 0, 10)
    assert goal(Contract(Game.DIAMONDS), cards, 22) == Goal(90, 0, 10)
    assert goal(Contract(Game.DIAMONDS), cards, 30) == Goal(120, 10, 10)
    assert goal(Contract(Game.DIAMONDS), cards, 40) is None
    assert goal(Contract(Game.DIAMONDS, True, True), cards) == Goal(90, 0, 10)
    assert goal(Contract(Game.DIAMONDS, True, True, True), cards) == Goal(120, 10, 10)
    assert goal(Contract(Game.NULL), cards, 23) == Goal(0, 0, 0)
    assert not Goal(120, 10, 10).met(120, 9)
    assert Goal(0, 0, 0).met(7, 0)
    assert not Goal(0, 0, 0).met(0, 1)
    with pytest.raises(InputError, match="12 cards, not 1"):
        goal(Contract(Game.CLUBS), 1)
    with pytest.raises(InputError, match="17 cannot be bid: no game has this value; nearest possible: 18"):
        goal(Contract(Game.CLUBS), cards, 17)
    with pytest.raises(InputError, match="a hand has 10 cards, not 2"):
        value_counts(Contract(Game.CLUBS), 3)


@given(st.integers(0, 2**32), trump_games, steps, st.integers(0, 120), st.integers(0, 10), st.sampled_from(BIDS))
def test_scores_as_at_the_table(seed: int, game: Game, step: int, points: int, tricks: int, bid: int) -> None:
    points = 120 if tricks == 10 else min(points, 22) if tricks == 0 else points
    held = naive.some_cards(seed, 12)
    cards, contract = read_cards(" ".join(held)), contract_of(game, step)
    result, wanted = score(contract, cards, points, tricks, bid), goal(contract, cards, bid)
    assert abs(matadors(game, cards)) == naive.matadors(str(game), held)
    assert result.score == naive.result(str(game), step, held, points, tricks, bid)
    assert result.won == (result.score > 0) == (wanted is not None and wanted.met(points, tricks))
    reached = game_value(contract, cards, schneider=not 30 < points < 90, schwarz=tricks in (0, 10))
    assert result.overbid == (reached < bid)
    assert result.value == max(reached, -(-bid // BASE[game]) * BASE[game])


@given(twelve, trump_games)
def test_with_and_without_are_mirror_images(cards: int, game: Game) -> None:
    """What one party has from the top down the rest of the pack lacks."""
    count = matadors(game, cards)
    assert matadors(game, ALL_CARDS ^ cards) == -count
    own = order(game)
    top = [own.card[bit] for bit in range(31, 31 - abs(count), -1)]
    assert all(cards >> card & 1 == (count > 0) for card in top)
    if abs(count) < own.trumps.bit_count():
        assert cards >> own.card[31 - abs(count)] & 1 == (count < 0)


@pytest.mark.parametrize(
    ("cards", "points", "tricks", "bid", "fault"),
    [
        (WITH_TWO & (WITH_TWO - 1), 61, 6, 18, "12 cards, not 11"),
        (WITH_TWO, 61, 6, 19, "19 cannot be bid: no game has this value; nearest possible: 18 and 20"),
        (WITH_TWO, 61, 11, 18, "tricks must be from 0 to 10, not 11"),
        (WITH_TWO, 119, 10, 18, "points with 10 tricks must be from 120 to 120, not 119"),
        (WITH_TWO, 23, 0, 18, "points with 0 tricks must be from 0 to 22, not 23"),
        (WITH_TWO, 121, 5, 18, "points with 5 tricks must be from 0 to 120, not 121"),
    ],
)
def test_what_is_no_score(cards: int, points: int, tricks: int, bid: int, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        score(Contract(Game.CLUBS), cards, points, tricks, bid)


def test_what_cannot_be_announced() -> None:
    with pytest.raises(InputError, match="worth 23 and cannot be announced at a bid of 24"):
        score(Contract(Game.NULL), WITH_TWO, 0, 0, 24)
    with pytest.raises(InputError, match="hearts Schneider announced is possible only with Hand"):
        Contract(Game.HEARTS, schneider=True)
    with pytest.raises(InputError, match="Null has no Schneider"):
        Contract(Game.NULL, hand=True, schneider=True)


def test_all_contracts() -> None:
    assert len(set(CONTRACTS)) == len(CONTRACTS) == 5 * 5 + 4
    possible = set()
    for game in Game:
        for flags in product([False, True], repeat=4):
            try:
                possible.add(Contract(game, *flags))
            except InputError:
                continue
    assert set(CONTRACTS) == possible


def test_before_the_skat_is_known() -> None:
    for contract, cards, at_once, safe in [
        # with two the Skat can only add matadors
        (Contract(Game.SPADES), "CJ SJ SA ST SK S9 HA HT D7 D8", 33, 33),
        # without four or five, but perhaps without one
        (Contract(Game.SPADES), "SA ST SK S9 HA HT H9 D7 D8 DA", 55, 22),
        (Contract(Game.HEARTS), "HT HK HQ H9 H8 H7 CA CT SA SK", 60, 20),
        # without one: the jack of clubs in the Skat makes it with two or more
        (Contract(Game.DIAMONDS), "SJ DA DT DK HA HT H9 C7 C8 CA", 18, 18),
        # Null has no matadors
        (Contract(Game.NULL), "S7 S8 S9 H7 H8 H9 D7 D8 C7 C8", 23, 23),
        # the dearest contract
        (Contract(Game.GRAND, True, True, True, True), "CJ SJ HJ DJ SA ST SK HA DA CA", 264, 264),
    ]:
        hand = read_cards(cards)
        assert game_value(contract, hand) == at_once
        assert min(value_counts(contract, hand)) == safe


def test_a_hand_game_overbid_by_the_skat() -> None:
    """59 was bid on hearts Hand without five; the jack of spades lay in the Skat: without one, game two, Hand three, 30. The
    least multiple of 10 that reaches 59 is 60. The rule: International Skat Order, 5.4.2."""
    cards = WITHOUT_FIVE | read_cards("SJ C7")
    contract = Contract(Game.HEARTS, hand=True)
    assert game_value(contract, cards) == 30
    result = score(contract, cards, 85, 8, 59)
    assert (result.won, result.overbid, result.value, result.score) == (False, True, 60, -120)
    assert goal(contract, cards, 59) is None


def test_announcements_after_a_matador_was_found() -> None:
    """Diamonds without four were bid to 45, and the jack of clubs was in the Skat: diamonds with one are 36 even with Schwarz,
    and cannot be announced; Grand can, and Null Ouvert at 46. "Überreiztes Spiel mit Skataufnahme", preisskat.org."""
    cards = read_cards("CJ C7 DA DT DK DQ D9 D8 SA HA HT CA")
    assert goal(Contract(Game.DIAMONDS), cards, 45) is None
    assert goal(Contract(Game.GRAND), cards, 45) == Goal(61, 0, 10)
    # clubs with one are 24, Schneider 36, Schwarz 48
    assert goal(Contract(Game.CLUBS), cards, 36) == Goal(90, 0, 10)
    assert goal(Contract(Game.CLUBS), cards, 45) == Goal(120, 10, 10)


@given(st.integers(0, 2**32), trump_games, steps)
def test_values_over_all_skats(seed: int, game: Game, step: int) -> None:
    held = naive.some_cards(seed, 10)
    contract, hand = contract_of(game, step), read_cards(" ".join(held))
    expected = naive.values_over_skats(str(game), step, held)
    counts = value_counts(contract, hand)
    assert counts == expected
    assert list(counts) == sorted(counts)
    assert set(counts) <= set(BIDS)
    # with the jack of clubs nothing is at risk, without it all but one matador is
    least = max(matadors(game, hand), 1)
    assert min(counts) == game_value(contract, hand) - BASE[game] * (abs(matadors(game, hand)) - least)
