"""Contracts: values before and after the Skat is known, against all 231 Skats; what may be announced; what wins."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat_contracts as naive
from skat_rounds import CONTRACTS

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, read_cards
from tafelwerk.rules.skat.scoring import (
    BASE,
    BIDS,
    SKATS,
    Contract,
    Goal,
    game_value,
    goal,
    matadors,
    score,
    value_counts,
)

WITHOUT_FIVE = read_cards("HT HK HQ H9 H8 H7 CA CT SA SK")
"""Hearts without five."""

trump_games = st.sampled_from(list(BASE))
announced = st.integers(0, 4)
bids = st.sampled_from(BIDS)
seeds = st.integers(0, 2**32)


def contract_of(game: Game, step: int) -> Contract:
    return Contract(game, step > 0, step > 1, step > 2, step > 3)


def mask(names: set[str]) -> int:
    return read_cards(" ".join(names))


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


def test_bids_are_the_values_games_can_have() -> None:
    assert list(BIDS) == naive.ladder()
    assert (BIDS[0], BIDS[-1]) == (18, 264)


@pytest.mark.parametrize(
    ("contract", "cards", "at_once", "safe"),
    [
        # with two the Skat can only add matadors
        (Contract(Game.SPADES), "CJ SJ SA ST SK S9 HA HT D7 D8", 33, 33),
        (Contract(Game.SPADES, hand=True), "CJ SJ SA ST SK S9 HA HT D7 D8", 44, 44),
        (Contract(Game.GRAND), "CJ SJ SA ST SK S9 HA HT D7 D8", 72, 72),
        # without four or five, but perhaps without one
        (Contract(Game.SPADES), "SA ST SK S9 HA HT H9 D7 D8 DA", 55, 22),
        (Contract(Game.GRAND), "SA ST SK S9 HA HT H9 D7 D8 DA", 120, 48),
        (Contract(Game.HEARTS), "HT HK HQ H9 H8 H7 CA CT SA SK", 60, 20),
        # without one: the jack of clubs in the Skat makes it with two or more
        (Contract(Game.DIAMONDS), "SJ DA DT DK HA HT H9 C7 C8 CA", 18, 18),
        # Null has no matadors
        (Contract(Game.NULL), "S7 S8 S9 H7 H8 H9 D7 D8 C7 C8", 23, 23),
        (Contract(Game.NULL, ouvert=True), "S7 S8 S9 H7 H8 H9 D7 D8 C7 C8", 46, 46),
        # the dearest contract
        (Contract(Game.GRAND, True, True, True, True), "CJ SJ HJ DJ SA ST SK HA DA CA", 264, 264),
    ],
)
def test_before_the_skat_is_known(contract: Contract, cards: str, at_once: int, safe: int) -> None:
    hand = read_cards(cards)
    assert game_value(contract, hand) == at_once
    assert min(value_counts(contract, hand)) == safe


def test_chances_of_a_hand_without_five() -> None:
    """17 of the 22 other cards are neither jack nor ace of hearts: 136 of the 231 Skats leave the hand without five, worth 70."""
    contract = Contract(Game.HEARTS, hand=True)
    counts = value_counts(contract, WITHOUT_FIVE)
    assert sum(counts.values()) == SKATS == 231
    assert counts[70] == 136
    # jack of clubs and no jack of spades: with one; jack of spades and no jack of clubs: without one
    assert counts[30] == 20 + 20
    # both black jacks: with two; jack of hearts as the highest: without two, and so on
    assert (counts[40], counts[50], counts[60]) == (1 + 19, 18, 17)


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


@given(seeds, trump_games, announced)
def test_values_over_all_skats(seed: int, game: Game, step: int) -> None:
    held = naive.some_cards(seed, 10)
    contract, hand = contract_of(game, step), mask(held)
    expected = naive.values_over_skats(str(game), step, held)
    counts = value_counts(contract, hand)
    assert counts == expected
    assert list(counts) == sorted(counts)
    assert set(counts) <= set(BIDS)
    # with the jack of clubs nothing is at risk, without it all but one matador is
    least = max(matadors(game, hand), 1)
    assert min(counts) == game_value(contract, hand) - BASE[game] * (abs(matadors(game, hand)) - least)


@given(seeds, st.integers(0, SKATS - 1), trump_games, announced)
def test_a_safe_bid_is_never_overbid(seed: int, number: int, game: Game, step: int) -> None:
    held = naive.some_cards(seed, 10)
    skat = list(combinations(sorted(set(naive.PACK) - held), 2))[number]
    contract, hand, cards = contract_of(game, step), mask(held), mask(held | set(skat))
    safe = min(value_counts(contract, hand))
    assert safe <= game_value(contract, cards)
    assert not score(contract, cards, 61, 7, safe).overbid


@given(seeds, trump_games, st.integers(0, 3))
def test_what_each_announcement_adds(seed: int, game: Game, step: int) -> None:
    cards = mask(naive.some_cards(seed, 12))
    lower, higher = (game_value(contract_of(game, level), cards) for level in (step, step + 1))
    # Schneider and Schwarz count with their announcements
    assert higher - lower == BASE[game] * (1 if step in (0, 3) else 2)
    plain = contract_of(game, step)
    assert (
        game_value(plain, cards)
        <= game_value(plain, cards, schneider=True)
        <= game_value(plain, cards, schwarz=True)
        <= BASE[game] * (11 if game is Game.GRAND else 18)
    )


@given(seeds, trump_games, bids)
def test_a_goal_is_there_where_all_tricks_win(seed: int, game: Game, bid: int) -> None:
    held = naive.some_cards(seed, 12)
    wins = naive.result(str(game), 0, held, 120, 10, bid) > 0
    assert (goal(Contract(game), mask(held), bid) is not None) == wins


def test_what_is_refused() -> None:
    plain = Contract(Game.CLUBS)
    with pytest.raises(InputError, match="a hand has 10 cards, not 2"):
        value_counts(plain, 3)
    with pytest.raises(InputError, match="17 cannot be bid: no game has this value; the nearest: 18"):
        goal(plain, 2**12 - 1, 17)
    with pytest.raises(InputError, match="worth 23 and cannot be announced at a bid of 24"):
        goal(Contract(Game.NULL), 2**12 - 1, 24)
