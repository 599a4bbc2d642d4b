"""Cards and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.skat import cards
from tafelwerk.rules.skat.cards import NAMES, POINTS, Game, Seat

masks = st.integers(0, cards.ALL_CARDS)


def test_places_of_the_cards() -> None:
    """Kupferschmid 2003, section 3.1."""
    names = ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "C7", "SA", "HA", "DA", "D7"]
    assert [cards.read_card(name) for name in names] == [31, 30, 29, 28, 27, 26, 21, 20, 13, 6, 0]
    assert len(set(NAMES)) == 32


def test_points() -> None:
    """Kupferschmid 2003, table 2.1: 30 in each suit, 120 in all."""
    assert [POINTS[cards.read_card("H" + rank)] for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert cards.points(cards.ALL_CARDS) == 120
    assert cards.points(cards.JACKS) == 8
    assert cards.points(0) == 0


@given(masks)
def test_sets_of_cards_read_back(mask: int) -> None:
    assert cards.read_cards(cards.cards_text(mask)) == mask
    assert cards.mask_of(cards.bits(mask)) == mask
    assert cards.bits(mask) == sorted(cards.bits(mask), reverse=True)
    assert cards.points(mask) == sum(POINTS[card] for card in cards.bits(mask))
    assert all(cards.read_card(cards.card_text(card)) == card for card in cards.bits(mask))


def test_how_cards_may_be_written() -> None:
    assert cards.read_list(" ht,CJ  d7, s9") == [cards.read_card(name) for name in ("HT", "CJ", "D7", "S9")]
    assert cards.read_cards("D7 CJ HT") == cards.read_cards("CJ,d7,ht") == 1 << 31 | 1 << 12 | 1
    assert cards.cards_text(cards.read_cards("D7 HT SA CA C7 HJ CJ")) == "CJ HJ CA C7 SA HT D7"
    assert cards.read_cards(" ") == 0


@pytest.mark.parametrize("text", ["C10", "10", "CC", "7D", "X7", "C", "CJD7", "♣J"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(InputError, match=rf"^unknown card '{text}': cards are suit C S H D and rank 7 8 9 T"):
        cards.read_cards("HA " + text)


def test_a_card_twice() -> None:
    with pytest.raises(InputError, match=r"^HA stands twice, as card 1 and card 3$"):
        cards.read_cards(" HA S7 ha")


def test_games_and_seats() -> None:
    assert [cards.read_game(f" {game.value.upper()} ") for game in Game] == list(Game)
    assert [cards.read_seat(seat.word.capitalize()) for seat in Seat] == list(Seat)
    assert [seat.left.word for seat in Seat] == ["middlehand", "rearhand", "forehand"]
    assert [seat.left.left.left for seat in Seat] == list(Seat)


def test_near_misses() -> None:
    with pytest.raises(InputError, match=r"^a game is clubs, .*, grand or null, not 'club'; did you mean clubs\?$"):
        cards.read_game("club")
    with pytest.raises(InputError, match=r"^a game is clubs, .*, grand or null, not 'ramsch'$"):
        cards.read_game("ramsch")
    with pytest.raises(
        InputError, match=r"^a seat is forehand, middlehand or rearhand, not 'mid'; did you mean middlehand\?$"
    ):
        cards.read_seat("mid")
