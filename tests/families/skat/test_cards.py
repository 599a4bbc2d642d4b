"""Cards, how they are written, and their order in each game, against the rules spelled out in names."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive

from tafelwerk.families.skat.rules import cards
from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, order
from tafelwerk.families.skat.rules.play import trick_winner
from tafelwerk.language import Language, speaking

masks = st.integers(0, cards.ALL_CARDS)


def test_points() -> None:
    """Kupferschmid 2003, section 3.1 and table 2.1: 30 in each suit, 120 in all."""
    names = ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "C7", "SA", "HA", "DA", "D7"]
    assert [cards.read_card(name) for name in names] == [31, 30, 29, 28, 27, 26, 21, 20, 13, 6, 0]
    assert [cards.POINTS[cards.read_card("H" + rank)] for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert (cards.points(cards.ALL_CARDS), cards.points(cards.JACKS), cards.points(0)) == (120, 8, 0)


@given(masks)
def test_sets_of_cards_read_back(mask: int) -> None:
    assert cards.read_cards(cards.cards_text(mask)) == mask
    assert cards.mask_of(cards.bits(mask)) == mask
    assert cards.bits(mask) == sorted(cards.bits(mask), reverse=True)
    assert cards.points(mask) == sum(cards.POINTS[card] for card in cards.bits(mask))
    assert all(cards.read_card(cards.card_text(card)) == card for card in cards.bits(mask))


@given(st.permutations(range(32)), st.sampled_from(Language), st.booleans())
def test_shown_cards_read_back(found: list[int], language: Language, signs: bool) -> None:
    with speaking(language, signs=signs):
        shown = cards.card_names(found)
        assert cards.read_list(shown) == found
    assert cards.read_list(shown) == found  # in the other language too


@given(st.permutations(range(32)), st.sampled_from(Language), st.sampled_from([" ", ": ", "", "-"]))
def test_a_rank_alone_is_of_the_suit_before_it(found: list[int], language: Language, mark: str) -> None:
    """As magazines and scores print a hand: ♣ B 10 9, ♠ A K."""
    with speaking(language, signs=True):
        words = [cards.card_name(card) for card in found]
    grouped = [word if not at or word[0] != words[at - 1][0] else word[1:] for at, word in enumerate(words)]
    spaced = " ".join(word[0] + mark + word[1:] if word[0] in "♣♠♥♦" else word for word in grouped)
    named = spaced
    for sign, name in zip("♣♠♥♦", ("Kreuz", "Pik", "Herz", "Karo"), strict=True):
        named = named.replace(sign, f"{name} ")
    assert cards.read_list(spaced) == found
    assert cards.read_list(named) == found
    of_first = [at for at, word in enumerate(words) if word[0] == words[0][0]]
    run = words[0][0] + "".join(words[at][1:] for at in of_first)
    assert cards.read_list(run) == [found[at] for at in of_first]


def test_other_words_for_cards() -> None:
    texts = ("Treff Bauer", "Schippen Ass", "Eckstein 7", "D♦", "Karo Junge", "SchU", "E: U O 7", "CJ T 9")
    assert [cards.cards_text(cards.read_cards(text)) for text in texts] == (
        ["CJ", "SA", "D7", "DQ", "DJ", "DJ", "CJ CQ C7", "CJ CT C9"]
    )


def test_games_and_seats_read_back() -> None:
    for language in Language:
        with speaking(language):
            games, seats = [cards.term(game.value) for game in Game], [cards.term(seat.word) for seat in Seat]
        assert [cards.read_game(f" {name.upper()} ") for name in games] == list(Game)
        assert [cards.read_seat(name.capitalize()) for name in seats] == list(Seat)
    assert [seat.left.word for seat in Seat] == ["middlehand", "rearhand", "forehand"]
    german = {"Eichel": "clubs", "Grün": "spades", "blatt": "spades", "Rot": "hearts", "Schellen": "diamonds"}
    assert {word: cards.read_game(word).value for word in german} == german


games = st.sampled_from(Game)


def test_places_and_suits() -> None:
    for game in Game:
        own = order(game)
        assert order(game) is own
        assert [own.place[own.card[bit]] for bit in range(32)] == list(range(32))
        assert own.trumps | own.suits[0] | own.suits[1] | own.suits[2] | own.suits[3] == cards.ALL_CARDS
        assert own.trumps.bit_count() + sum(suit.bit_count() for suit in own.suits) == 32
        for name, mask in zip(["trump", *"CSHD"], [own.trumps, *own.suits], strict=True):
            assert {NAMES[own.card[bit]] for bit in cards.bits(mask)} == {
                one for one in NAMES if naive.suit(game.value, one) == name
            }
        if game is not Game.NULL:
            assert own.values == tuple(cards.POINTS[card] for card in own.card)


@given(games, masks)
def test_sets_go_there_and_back(game: Game, mask: int) -> None:
    own = order(game)
    assert own.from_game(own.to_game(mask)) == mask
    assert own.to_game(own.from_game(mask)) == mask
    assert own.to_game(mask).bit_count() == mask.bit_count()
    assert sorted(own.sorted(mask), reverse=True) == cards.bits(mask)
    assert own.to_game(mask) & own.to_game(cards.ALL_CARDS ^ mask) == 0


def test_a_hand_is_sorted_by_the_game() -> None:
    hand = cards.read_cards("DJ SJ HA HT H7 CA ST SK D9 DQ")
    shown = {game: " ".join(NAMES[card] for card in order(game).sorted(hand)) for game in Game}
    assert shown[Game.GRAND] == shown[Game.CLUBS] == cards.cards_text(hand) == "SJ DJ CA ST SK HA HT H7 DQ D9"
    assert shown[Game.DIAMONDS] == "SJ DJ DQ D9 CA ST SK HA HT H7"
    assert shown[Game.NULL] == "CA SK SJ ST HA HT H7 DQ DJ D9"


def test_higher_bits_take_the_trick() -> None:
    """All pairs of cards: what a kernel does with integers is what the rules say with names."""
    for game in Game:
        own = order(game)
        suit_of = [next(mask for mask in (own.trumps, *own.suits) if mask >> bit & 1) for bit in range(32)]
        for first, second in permutations(range(32), 2):
            led, played = own.place[first], own.place[second]
            takes = played > led if (suit_of[led] | own.trumps) >> played & 1 else False
            assert takes == naive.beats(game.value, NAMES[second], NAMES[first])
            assert (trick_winner(game, Seat.FOREHAND, (first, second)) == Seat.MIDDLEHAND) == takes


PACK = ("CJ CA CT CK CQ C9 C8 C7", "SJ SA ST SK SQ S9 S8 S7", "HJ HA HT HK HQ H9 H8 H7", "DJ DA DT DK DQ D9 D8 D7")


@pytest.mark.parametrize(
    "suits", ["EGRS", ("Eichel-", "Grün-", "Rot-", "Schellen-"), ("eichel ", "blatt ", "herz ", "schellen ")]
)
@pytest.mark.parametrize("ranks", ["U A 10 K O 9 8 7", "Unter Ass Zehn König Ober 9 8 7", "u as z k o 9 8 7"])
def test_german_cards_are_read(suits: Sequence[str], ranks: str) -> None:
    """S is Schellen among them; a whole pack, in any order."""
    words = [suit + rank for suit in suits for rank in ranks.split()]
    pack = [cards.read_card(name) for suit in PACK for name in suit.split()]
    for between in (" ", ".", ", "):
        assert cards.read_list(between.join(words)) == pack
    assert cards.read_list(" ".join(reversed(words))) == pack[::-1]


def test_s_is_spades_without_another_german_card() -> None:
    readings = {
        "SA S7": "SA S7",
        "SA S7 E7": "C7 DA D7",
        "SU SA": "DJ DA",
        "HU SA": "HJ DA",
        "Herz-As SA": "SA HA",
        "HZ SA": "SA HT",
    }
    assert {text: cards.cards_text(cards.read_cards(text)) for text in readings} == readings
