"""Hands that no distribution beats in Null: the lemma by brute force on small decks, laws, and the numbers themselves."""

from collections import Counter
from itertools import combinations, islice
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import null_hands as naive

from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits, cards_text, mask_of, order, read_cards
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.null_suits import WHOLE_SUIT, beating_hands, hand_with, holdings, suit_cards
from tafelwerk.rules.skat.play import start
from tafelwerk.solvers.skat.open.null import NullSolver
from tafelwerk.solvers.skat.open.null_hands import beaten_classes, beating, hands_by_lengths, is_opening, is_safe

HANDS = st.sets(st.integers(0, 31), min_size=10, max_size=10).map(mask_of)


@pytest.mark.parametrize("deck", [naive.Deck(2, 4, 2), naive.Deck(3, 3, 2)])
def test_the_lemma_on_small_decks(deck: naive.Deck) -> None:
    """Every hand, every distribution, every card, whoever leads."""
    for chosen in combinations(deck.cards, deck.each):
        hand = frozenset(chosen)
        safe = all(naive.is_safe(deck, hand, suit) for suit in range(deck.suits))
        for leader in (1, 2):
            assert naive.is_unbeatable(deck, hand, leader) == safe
        if safe and any(naive.opens(deck, hand, suit) for suit in range(deck.suits)):
            assert naive.is_unbeatable(deck, hand, 0)


def test_holdings_by_the_definition() -> None:
    """Of a whole suit; the numbers of safe holdings are ballot numbers, Catalan's up to four cards."""
    deck = naive.Deck(1, 8, 0)
    safe, opening = Counter[int](), Counter[int]()
    for holding in range(WHOLE_SUIT + 1):
        hand = frozenset((0, rank) for rank in range(8) if holding >> rank & 1)
        assert is_safe(holding) == naive.is_safe(deck, hand, 0)
        safe[len(hand)] += is_safe(holding)
        opening[len(hand)] += is_opening(holding)
        assert is_safe(holding) or not is_opening(holding)
    assert [safe[length] for length in range(9)] == [1, 1, 2, 5, 14, 28, 20, 7, 1]
    assert [safe[length] for length in range(5)] == [comb(2 * n, n) // (n + 1) for n in range(5)]
    assert [safe[8 - out] for out in range(1, 5)] == [comb(8, out) - comb(8, out - 1) for out in range(1, 5)]
    assert [opening[length] for length in range(9)] == [0, 1, 1, 2, 5, 16, 0, 0, 0]


def test_numbers_of_hands() -> None:
    rows = list(hands_by_lengths())
    assert sum(row.hands for row in rows) == comb(32, 10)
    assert (sum(row.defender for row in rows), sum(row.declarer for row in rows)) == (46_864, 40_438)
    assert [row.lengths for row in rows] == sorted({row.lengths for row in rows}, reverse=True)
    assert sum(one.hands for one in beaten_classes()) == 46_864 - 40_438


@given(HANDS)
def test_holdings_and_hands_are_the_same_thing(hand: int) -> None:
    held = holdings(hand)
    assert hand_with(held) == hand
    for suit, holding in enumerate(held):
        names = cards_text(hand & suit_cards(suit)).split()
        assert {"789TJQKA"[rank] for rank in range(8) if holding >> rank & 1} == {name[1] for name in names}


@given(HANDS, st.randoms(use_true_random=False))
def test_a_hand_with_safe_suits_wins_and_any_other_is_beaten(hand: int, random: Random) -> None:
    """By search: the beaten ones in the deal that beats them, in every seat, the others in a random deal."""
    solver = NullSolver()
    weak = [suit for suit, holding in enumerate(holdings(hand)) if not is_safe(holding)]
    if weak:
        one, two, skat = beating_hands(hand, random.choice(weak))
    else:
        cards = bits(ALL_CARDS & ~hand)
        random.shuffle(cards)
        one, two, skat = mask_of(cards[:10]), mask_of(cards[10:20]), mask_of(cards[20:])
    for hands, seat in (((one, hand, two), Seat.MIDDLEHAND), ((one, two, hand), Seat.REARHAND)):
        assert solver.won(start(Deal(hands, skat), Game.NULL, seat)) == (not weak)
    if weak or any(map(is_opening, holdings(hand))):
        assert solver.won(start(Deal((hand, one, two), skat), Game.NULL, Seat.FOREHAND)) == (not weak)


def test_safe_suits_without_an_opening_lose_only_in_front() -> None:
    """In the deal that beats the class, the declarer wins if a defender leads."""
    solver = NullSolver()
    for one in islice(beaten_classes(), 0, None, 40):
        hand = hand_with(one.holdings)
        assert beating(one.holdings) == (one.after, one.before, one.skat)
        assert not solver.won(start(Deal((hand, one.after, one.before), one.skat), Game.NULL, Seat.FOREHAND))
        assert solver.won(start(Deal((one.before, hand, one.after), one.skat), Game.NULL, Seat.MIDDLEHAND))
        assert solver.won(start(Deal((one.after, one.before, hand), one.skat), Game.NULL, Seat.REARHAND))


def test_the_lowest_card_comes_first() -> None:
    own = order(Game.NULL)
    assert own.sorted(hand_with((0b10000001, 0, 0, 0))) == [
        read_cards("CA").bit_length() - 1,
        read_cards("C7").bit_length() - 1,
    ]
