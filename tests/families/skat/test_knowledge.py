"""What a player knows: built card by card, and refused where it cannot be."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive_skat
from naive.skat_worlds import random_play

from tafelwerk.families.skat.rules.cards import (
    NAMES,
    Game,
    Seat,
    bits,
    mask_of,
    read_card,
    read_cards,
)
from tafelwerk.families.skat.rules.deals import random_deal, read_deal
from tafelwerk.families.skat.rules.knowledge import Knowledge, World, knowledge
from tafelwerk.families.skat.rules.play import legal, replay

FOREHAND, MIDDLEHAND, _ = Seat
SMALL = read_deal("CJ SA H7 | HJ S7 D8 | DT C9 HA | CA CT")
PACK = SMALL.hands[0] | SMALL.hands[1] | SMALL.hands[2] | SMALL.skat


def known_to(seat: Seat, cards: str = "", *, declarer: Seat = FOREHAND, **more: int | None) -> Knowledge:
    played = map(read_card, cards.split())
    return knowledge(seat, SMALL.hands[seat], Game.CLUBS, declarer, played, pack=PACK, **more)


def test_ouvert_shows_the_declarers_hand() -> None:
    known = known_to(MIDDLEHAND, "SA", shown=SMALL.hands[0])
    assert known.hands == (read_cards("CJ H7"), SMALL.hands[1], None)
    assert known.skat is None
    assert known.unseen == SMALL.hands[2] | SMALL.skat
    assert known.legal == read_cards("S7")
    assert known_to(FOREHAND, shown=SMALL.hands[0]) == known_to(FOREHAND)


def test_a_deal_without_a_skat_hides_none() -> None:
    pack = PACK & ~SMALL.skat
    known = knowledge(MIDDLEHAND, SMALL.hands[1], Game.GRAND, FOREHAND, pack=pack)
    assert known.skat == 0
    assert known.unseen == SMALL.hands[0] | SMALL.hands[2]


@given(st.randoms(use_true_random=False), st.integers(1, 10), st.sampled_from(Game), st.sampled_from(Seat), st.data())
def test_knowledge_follows_the_game(random: Random, each: int, game: Game, declarer: Seat, data: st.DataObject) -> None:
    deal = random_deal(random, each)
    played = data.draw(st.integers(0, 3 * each))
    cards = random_play(random, deal, game, declarer, played)
    positions = replay(deal, game, declarer, cards)
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    for seat in Seat:
        skat = deal.skat if seat is declarer else None
        known = knowledge(seat, deal.hands[seat], game, declarer, cards, skat=skat, pack=pack)
        world = World(positions[-1].hands, deal.skat)
        assert known.skat == (skat if deal.skat else 0)
        assert known.position(world) == positions[-1]
        assert known.deal(world) == deal
        assert known.hand == positions[-1].hands[seat]
        assert known.sizes == tuple(hand.bit_count() for hand in positions[-1].hands)
        assert known.cards == tuple(cards)
        assert known.over == positions[-1].over
        assert known.to_move is positions[-1].to_move
        if known.to_move is seat:
            assert known.legal == legal(positions[-1])
        # every card that lies in another's hand is unseen, or the Skat's
        hidden = known.unseen | (known.skat or 0) | known.hand
        assert hidden == pack & ~mask_of(cards)
        lacked = [set[str]() for _ in Seat]
        for card, position in zip(cards, positions, strict=False):
            led = NAMES[position.table[0]] if position.table else NAMES[card]
            if naive_skat.suit(game, NAMES[card]) != naive_skat.suit(game, led):
                lacked[position.to_move] |= {
                    one for one in NAMES if naive_skat.suit(game, one) == naive_skat.suit(game, led)
                }
        assert [{NAMES[card] for card in bits(void)} for void in known.voids] == lacked
