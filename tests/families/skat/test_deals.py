"""Deals: read, drawn, refused; discards and the deal that is played."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.skat.builds import published_games
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, mask_of, points, read_cards
from tafelwerk.families.skat.rules.contracts import score
from tafelwerk.families.skat.rules.deals import (
    Deal,
    deal_of,
    discard,
    discards,
    random_deal,
    random_deals,
    read_deal,
)
from tafelwerk.families.skat.rules.play import start

WHOLE = (
    "CA CT SA SK HA HK DQ D9 D8 D7 | CJ SJ DJ C7 SQ S9 S7 HT H7 DA | HJ CK CQ C9 C8 ST HQ H8 DT DK | S8 H9",
    "CJ CQ C9 SA S9 S7 HQ H7 DT D9 | SJ HJ CA CK C7 ST HA HT HK D7 | DJ C8 SK SQ S8 H9 H8 DA DQ D8 | CT DK",
)
"""Deals 0 and 1 of seed 1: they stay what they are."""


@given(st.randoms(use_true_random=False), st.integers(1, 10))
def test_deals_read_back(random: Random, cards_each: int) -> None:
    deal = random_deal(random, cards_each)
    assert [hand.bit_count() for hand in deal.hands] == [cards_each] * 3
    assert deal.cards_each == cards_each
    assert deal.skat.bit_count() == (2 if cards_each == 10 else 0)
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    assert pack.bit_count() == 3 * cards_each + deal.skat.bit_count()
    assert read_deal(deal.text()) == deal


def test_masks_are_checked_too() -> None:
    with pytest.raises(InputError, match="C7 is in two places"):
        Deal((1 << 21, 1 << 21, 1))
    with pytest.raises(InputError, match="32 bits"):
        Deal((1 << 32, 1, 2))


def test_deals_of_a_seed_stay_what_they_are() -> None:
    assert [deal.text() for deal in random_deals(2, seed=1)] == list(WHOLE)


def test_any_part_of_a_sequence() -> None:
    whole = list(random_deals(30, seed=5))
    assert list(random_deals(10, seed=5, first=12)) == whole[12:22]
    assert list(islice(random_deals(2**32, seed=5), 30)) == whole
    assert len(set(whole)) == 30
    assert not set(whole) & set(random_deals(30, seed=6))
    assert list(random_deals(0, seed=5)) == []
    small = list(random_deals(30, seed=5, cards_each=6))
    assert list(random_deals(10, seed=5, first=12, cards_each=6)) == small[12:22]
    assert {deal.cards_each for deal in small} == {6}
    # the first hand takes the first cards drawn
    assert all(set(bits(few.hands[0])) <= set(bits(ten.hands[0])) for few, ten in zip(small, whole, strict=True))


def test_each_card_lies_anywhere() -> None:
    """Counts of each card in each hand and in the Skat, within 4.5 standard deviations of what chance gives."""
    n = 2000
    counts = {(card, place): 0 for card in range(32) for place in range(4)}
    for deal in random_deals(n, seed=0):
        for place, mask in enumerate((*deal.hands, deal.skat)):
            for card in bits(mask):
                counts[card, place] += 1
    for (_, place), count in counts.items():
        chance = (2 if place == 3 else 10) / 32
        assert abs(count - n * chance) < 4.5 * (n * chance * (1 - chance)) ** 0.5


def test_no_such_sequence() -> None:
    for count, seed, first in [(-1, 0, 0), (1, -1, 0), (1, 0, -1), (1, 0, 2**32)]:
        with pytest.raises(InputError, match=r"must be 0 or more, not -1|numbers below 2"):
            random_deals(count, seed, first)


def test_no_such_hands() -> None:
    for cards_each in [0, 11]:
        with pytest.raises(InputError, match=f"not {cards_each}"):
            random_deal(Random(0), cards_each)


FOUND = ("DA S8", "DQ DT", "SK C7", "S7 SQ", "DQ SA", "D7 H9", "SK C9", "SK C8", "D7 HQ")
"""The Skats of the published games before the declarer discarded."""

BID = (18, 18, 18, 18, 18, 27, 18, 18, 18)
TRICKS = (4, 5, 4, 6, 4, 3, 3, 8, 7)
"""What was bid, and the tricks that the declarer took."""

SCORES = (-96, 22, -36, 33, 33, 66, -36, 120, 44)
"""With or without 1, 1, 1, 1, 2, 5, 1, 3, 2 matadors; the fourth, the eighth and the ninth won with Schneider."""

TWELVE = read_cards("CJ SJ CA CT C9 C8 SA ST S7 HQ DT D7")


def test_all_ways_to_discard() -> None:
    ways = discards(TWELVE)
    assert (ways[0], ways[-1]) == (read_cards("CJ SJ"), read_cards("DT D7"))
    assert len(ways) == 66


def test_published_games() -> None:
    """Kupferschmid 2003, appendix: what was found in the Skat and what was discarded; the scores reckoned by hand."""
    for number in range(9):
        game = published_games()[number].game
        assert game is not None
        played, declarer = game.deal, game.declarer
        cards, found = played.hands[declarer] | played.skat, read_cards(FOUND[number])
        dealt = discard(played, declarer, found)
        assert dealt.skat == found
        assert discard(dealt, declarer, played.skat) == played
        assert played.skat in discards(cards)
        last = game.position
        assert last.declarer_tricks == TRICKS[number]
        result = score(game.contract, cards, last.declarer_points, TRICKS[number], BID[number])
        assert (result.score, result.overbid) == (SCORES[number], False)


@given(st.sets(st.integers(0, 31), min_size=3, max_size=12).map(mask_of))
def test_discards_are_all_pairs_of_the_cards(cards: int) -> None:
    ways = discards(cards)
    size = cards.bit_count()
    assert len(set(ways)) == len(ways) == size * (size - 1) // 2
    assert all(skat & cards == skat and skat.bit_count() == 2 for skat in ways)


@given(st.integers(0, 10**6), st.sampled_from(list(Seat)), st.integers(0, 65), st.sampled_from(list(Game)))
def test_points_in_the_skat_are_the_declarers(seed: int, declarer: Seat, number: int, game: Game) -> None:
    deal = random_deal(Random(seed))
    cards = deal.hands[declarer] | deal.skat
    skat = discards(cards)[number]
    played = discard(deal, declarer, skat)
    assert (played.hands[declarer], played.skat) == (cards ^ skat, skat)
    assert [played.hands[seat] for seat in Seat if seat != declarer] == [
        deal.hands[seat] for seat in Seat if seat != declarer
    ]
    assert start(played, game, declarer).declarer_points == points(skat)


def test_a_small_deal() -> None:
    deal = read_deal("CJ S7 | HA H7 | DA D7 | CA C7")
    played = discard(deal, Seat.FOREHAND, read_cards("S7 CA"))
    assert played == read_deal("CJ C7 | HA H7 | DA D7 | S7 CA")
    assert discard(deal, Seat.FOREHAND, deal.skat) == deal


def test_discards_that_cannot_be() -> None:
    deal = read_deal("CJ S7 | HA H7 | DA D7 | CA C7")
    with pytest.raises(InputError, match="forehand does not hold DA; discard two of CJ CA C7 S7"):
        discard(deal, Seat.FOREHAND, read_cards("S7 DA"))
    with pytest.raises(InputError, match="two cards must be discarded, not 3"):
        discard(deal, Seat.FOREHAND, read_cards("S7 CJ CA"))
    with pytest.raises(InputError, match="this deal has no Skat to take up"):
        discard(Deal(deal.hands), Seat.FOREHAND, read_cards("S7 CJ"))
    with pytest.raises(InputError, match="a declarer discards from 3 to 12 cards, not 32"):
        discards(ALL_CARDS)


@pytest.mark.parametrize(
    "text",
    [
        "CJ.CA|SJ.SA|DJ.D7|HT.HA",
        "EU EA | GU GA | SU S7 | RZ RA",
        "EU.EA|GU.GA|SU.S7|R10.RA",
        "Eichel-Unter, Eichel-Daus | Grün-Unter, Grün-As | Schellen-Unter, Schellen-7 | Herz 10, Herz As",
    ],
)
def test_a_deal_in_any_notation(text: str) -> None:
    """S is Schellen in a hand that has no other German card, if another one has."""
    assert deal_of(text) == read_deal("CJ CA | SJ SA | DJ D7 | HT HA")


def test_a_deal_of_the_server_has_no_bars() -> None:
    deal = random_deal(Random(7))
    text = deal.text().replace(" | ", ".").replace(" ", ".")
    assert deal_of(text) == deal_of(text.replace(".", " ")) == deal
    with pytest.raises(InputError, match="a deal must be"):
        deal_of(text[:-3])


def test_cards_of_two_packs_in_a_deal() -> None:
    with pytest.raises(InputError, match="'S7' could be spades or Schellen, since 'CA' is a card of another pack"):
        read_deal("EU CA | GU GA | SU S7")
