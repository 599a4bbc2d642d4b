"""The order of the cards in each game, against the rules spelled out in names."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive

from tafelwerk.rules.skat.cards import ALL_CARDS, NAMES, POINTS, Game, Seat, bits, cards_text, order, read_cards
from tafelwerk.rules.skat.play import trick_winner

games = st.sampled_from(Game)
masks = st.integers(0, ALL_CARDS)


def test_order_of_a_suit_game() -> None:
    hearts = order(Game.HEARTS)
    names = " ".join(NAMES[card] for card in reversed(hearts.card))
    assert names == ("CJ SJ HJ DJ HA HT HK HQ H9 H8 H7 CA CT CK CQ C9 C8 C7 SA ST SK SQ S9 S8 S7 DA DT DK DQ D9 D8 D7")
    assert hearts.trumps == 0b11111111111 << 21
    assert hearts.suits == (0b1111111 << 14, 0b1111111 << 7, 0, 0b1111111)
    assert hearts.place[NAMES.index("HA")] == 27
    assert hearts.values[27] == 11


def test_order_of_null() -> None:
    null = order(Game.NULL)
    assert " ".join(NAMES[card] for card in reversed(null.card[24:])) == "CA CK CQ CJ CT C9 C8 C7"
    assert null.trumps == 0
    assert null.suits == tuple(0xFF << shift for shift in (24, 16, 8, 0))
    assert null.values == (0,) * 32


@pytest.mark.parametrize("game", Game)
def test_places_and_suits(game: Game) -> None:
    own = order(game)
    assert order(game) is own
    assert [own.place[own.card[bit]] for bit in range(32)] == list(range(32))
    assert own.trumps | own.suits[0] | own.suits[1] | own.suits[2] | own.suits[3] == ALL_CARDS
    assert own.trumps.bit_count() + sum(suit.bit_count() for suit in own.suits) == 32
    for name, mask in zip(["trump", *"CSHD"], [own.trumps, *own.suits], strict=True):
        assert {NAMES[own.card[bit]] for bit in bits(mask)} == {
            one for one in NAMES if naive.suit(game.value, one) == name
        }
    if game is not Game.NULL:
        assert own.values == tuple(POINTS[card] for card in own.card)


@given(games, masks)
def test_sets_go_there_and_back(game: Game, mask: int) -> None:
    own = order(game)
    assert own.from_game(own.to_game(mask)) == mask
    assert own.to_game(own.from_game(mask)) == mask
    assert own.to_game(mask).bit_count() == mask.bit_count()
    assert sorted(own.sorted(mask), reverse=True) == bits(mask)
    assert own.to_game(mask) & own.to_game(ALL_CARDS ^ mask) == 0


def test_a_hand_is_sorted_by_the_game() -> None:
    hand = read_cards("DJ SJ HA HT H7 CA ST SK D9 DQ")
    shown = {game: " ".join(NAMES[card] for card in order(game).sorted(hand)) for game in Game}
    assert shown[Game.GRAND] == shown[Game.CLUBS] == cards_text(hand) == "SJ DJ CA ST SK HA HT H7 DQ D9"
    assert shown[Game.DIAMONDS] == "SJ DJ DQ D9 CA ST SK HA HT H7"
    assert shown[Game.NULL] == "CA SK SJ ST HA HT H7 DQ DJ D9"


@pytest.mark.parametrize("game", Game)
def test_higher_bits_take_the_trick(game: Game) -> None:
    """All pairs of cards: what a kernel does with integers is what the rules say with names."""
    own = order(game)
    suit_of = [next(mask for mask in (own.trumps, *own.suits) if mask >> bit & 1) for bit in range(32)]
    for first, second in permutations(range(32), 2):
        led, played = own.place[first], own.place[second]
        takes = played > led if (suit_of[led] | own.trumps) >> played & 1 else False
        assert takes == naive.beats(game.value, NAMES[second], NAMES[first])
        assert (trick_winner(game, Seat.FOREHAND, (first, second)) == Seat.MIDDLEHAND) == takes
