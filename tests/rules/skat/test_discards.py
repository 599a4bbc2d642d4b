"""Discards: every choice of two cards, their points, and the deal that is played."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.build.skat.games import published_games
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, mask_of, points, read_cards, read_seat
from tafelwerk.rules.skat.deals import Deal, Discard, discard, discards, numbered_deal, random_deal, read_deal
from tafelwerk.rules.skat.play import legal, play, start
from tafelwerk.rules.skat.scoring import Contract, score

FOUND = ("DA S8", "DQ DT", "SK C7", "S7 SQ", "DQ SA", "D7 H9", "SK C9", "SK C8", "D7 HQ")
"""The Skats of those games before the declarer discarded."""

BID = (18, 18, 18, 18, 18, 27, 18, 18, 18)
TRICKS = (4, 5, 4, 6, 4, 3, 3, 8, 7)
"""What was bid, and the tricks that the declarer took."""

SCORES = (-96, 22, -36, 33, 33, 66, -36, 120, 44)
"""With or without 1, 1, 1, 1, 2, 5, 1, 3, 2 matadors; the fourth, the eighth and the ninth won with Schneider."""

TWELVE = read_cards("CJ SJ CA CT C9 C8 SA ST S7 HQ DT D7")


def test_all_ways_to_discard() -> None:
    ways = discards(TWELVE)
    assert ways[0] == Discard(TWELVE & ~read_cards("CJ SJ"), read_cards("CJ SJ"), 4)
    assert ways[-1] == Discard(TWELVE & ~read_cards("DT D7"), read_cards("DT D7"), 10)
    assert len(ways) == 66


@pytest.mark.parametrize("number", range(9))
def test_published_games(number: int) -> None:
    """Kupferschmid 2003, appendix: what was found in the Skat and what was discarded; the scores reckoned by hand."""
    record = published_games()[number]
    played, declarer = numbered_deal(record.deal), read_seat(record.declarer)
    cards, found = played.hands[declarer] | played.skat, read_cards(FOUND[number])
    dealt = discard(played, declarer, found)
    assert dealt.skat == found
    assert discard(dealt, declarer, played.skat) == played
    assert played.skat in {way.skat for way in discards(cards)}
    last = record.positions()[-1]
    assert last.declarer_tricks == TRICKS[number]
    result = score(Contract(Game(record.game)), cards, last.declarer_points, TRICKS[number], BID[number])
    assert (result.score, result.overbid) == (SCORES[number], False)


@given(st.sets(st.integers(0, 31), min_size=3, max_size=12).map(mask_of))
def test_laws(cards: int) -> None:
    ways = discards(cards)
    size = cards.bit_count()
    assert len({way.skat for way in ways}) == len(ways) == size * (size - 1) // 2
    for way in ways:
        assert way.hand | way.skat == cards
        assert not way.hand & way.skat
        assert way.skat.bit_count() == 2
        assert way.points == points(way.skat)
        assert points(way.hand) + way.points == points(cards)


@given(st.integers(0, 10**6), st.sampled_from(list(Seat)), st.integers(0, 65), st.sampled_from(list(Game)))
def test_points_in_the_skat_are_the_declarers(seed: int, declarer: Seat, number: int, game: Game) -> None:
    random = Random(seed)
    deal = random_deal(random)
    way = discards(deal.hands[declarer] | deal.skat)[number]
    played = discard(deal, declarer, way.skat)
    assert (played.hands[declarer], played.skat) == (way.hand, way.skat)
    assert [played.hands[seat] for seat in Seat if seat != declarer] == [
        deal.hands[seat] for seat in Seat if seat != declarer
    ]
    position = start(played, game, declarer)
    assert position.declarer_points == way.points
    while not position.over:
        allowed = legal(position)
        position = play(position, random.choice([card for card in range(32) if allowed >> card & 1]))
    assert position.declarer_points + position.defender_points == 120
    assert position.declarer_points >= way.points


def test_a_small_deal() -> None:
    deal = read_deal("CJ S7 | HA H7 | DA D7 | CA C7")
    played = discard(deal, Seat.FOREHAND, read_cards("S7 CA"))
    assert played == read_deal("CJ C7 | HA H7 | DA D7 | S7 CA")
    assert discard(deal, Seat.FOREHAND, deal.skat) == deal


def test_what_is_refused() -> None:
    deal = read_deal("CJ S7 | HA H7 | DA D7 | CA C7")
    with pytest.raises(InputError, match="forehand does not hold DA and discards two of CJ CA C7 S7"):
        discard(deal, Seat.FOREHAND, read_cards("S7 DA"))
    with pytest.raises(InputError, match="two cards are discarded, not 3"):
        discard(deal, Seat.FOREHAND, read_cards("S7 CJ CA"))
    with pytest.raises(InputError, match="there is no Skat to take up"):
        discard(Deal(deal.hands), Seat.FOREHAND, read_cards("S7 CJ"))
    with pytest.raises(InputError, match="a declarer discards from 3 to 12 cards, not 32"):
        discards(ALL_CARDS)
