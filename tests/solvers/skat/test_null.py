"""Null: against plain minimax and one suit played out; hands that no distribution beats, by brute force on small decks."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import seats

from tafelwerk.families.skat.rules import play
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, cards_text, mask_of, order
from tafelwerk.families.skat.rules.deals import Deal, read_deal
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat import null_game

FEW = 10 if INTERPRETED else 50
CARDS_EACH = 5 if INTERPRETED else 10
SOLVER = null_game.NullSolver()
few = settings(max_examples=5) if INTERPRETED else settings()

randoms = st.randoms(use_true_random=False)


@pytest.mark.parametrize(("cards_each", "count"), [(2, 100), (4, 40)])
def test_equals_minimax(cards_each: int, count: int) -> None:
    random, outcomes = Random(cards_each), set()
    for number in range(count):
        position = naive.random_position(random, cards_each, number % 3, Game.NULL)
        after = naive.values(position)
        assert SOLVER.won(position) is bool(naive.value(position))
        assert SOLVER.cards(position) == {card: bool(won) for card, won in after.items()}
        outcomes.add(SOLVER.won(position))
    assert outcomes == {False, True}


@given(randoms, seats, st.permutations(range(4)))
@few
def test_suits_and_seats_have_no_names(random: Random, declarer: Seat, suits: list[int]) -> None:
    position = play.start(_null_deal(random, declarer, CARDS_EACH), Game.NULL, declarer)
    turned = _turned(position, suits)
    expected = {_renamed(1 << card, suits): won for card, won in SOLVER.cards(position).items()}
    assert {1 << card: won for card, won in null_game.NullSolver().cards(turned).items()} == expected


def test_what_is_known_of_one_deal_serves_another() -> None:
    solver, random, asked = null_game.NullSolver(), Random(6), 0
    while asked < 5:
        position = play.start(_null_deal(random, Seat.REARHAND, CARDS_EACH), Game.NULL, Seat.REARHAND)
        nodes = solver.nodes
        won = solver.won(position)
        if (effort := solver.nodes - nodes) > 10:
            asked += 1
            assert solver.won(_turned(position, [2, 0, 3, 1])) is won
            assert solver.nodes == nodes + effort + 1


def test_a_trick_taken_is_a_game_lost() -> None:
    position = play.start(read_deal("H8 HT | H7 H9 | HJ HQ"), Game.NULL, Seat.MIDDLEHAND)
    assert SOLVER.won(position)
    assert not SOLVER.won(replace(position, declarer_tricks=1))
    assert not any(SOLVER.cards(replace(position, declarer_tricks=1)).values())


def test_small_and_large_tables_agree() -> None:
    random, small, large = Random(3), null_game.NullSolver(8), null_game.NullSolver(18)
    for number in range(FEW):
        declarer = Seat(number % 3)
        position = play.start(_null_deal(random, declarer, CARDS_EACH), Game.NULL, declarer)
        assert small.cards(position) == large.cards(position)
    assert small.nodes >= large.nodes > 0


def _null_deal(random: Random, declarer: Seat, cards_each: int) -> Deal:
    """A deal whose declarer has low cards more often than high ones, so that neither side always wins."""
    place = order(Game.NULL).place
    pack = sorted(range(32), key=lambda card: place[card] % 8 + 8 * random.random())
    rest = pack[cards_each:]
    random.shuffle(rest)
    hands = [mask_of(rest[:cards_each]), mask_of(rest[cards_each : 2 * cards_each])]
    hands.insert(declarer, mask_of(pack[:cards_each]))
    return Deal((hands[0], hands[1], hands[2]), mask_of(rest[2 * cards_each :]) if cards_each == 10 else 0)


def _turned(position: play.Position, suits: list[int]) -> play.Position:
    """A start with its suits renamed and everyone a seat further on."""
    forehand, middlehand, rearhand = (_renamed(hand, suits) for hand in position.hands)
    return replace(
        position, hands=(rearhand, forehand, middlehand), leader=position.leader.left, declarer=position.declarer.left
    )


def _renamed(cards: int, suits: list[int]) -> int:
    """A set of cards, with the suits of game bits renamed."""
    own = order(Game.NULL)
    places = [own.place[card] for card in bits(cards)]
    return mask_of(own.card[8 * suits[place // 8] + place % 8] for place in places)


HANDS = st.sets(st.integers(0, 31), min_size=10, max_size=10).map(mask_of)


@given(HANDS)
def test_holdings_and_hands_are_the_same_thing(hand: int) -> None:
    held = play.holdings(hand)
    assert play.hand_with(held) == hand
    for suit, holding in enumerate(held):
        names = cards_text(hand & play.suit_cards(suit)).split()
        assert {"789TJQKA"[rank] for rank in range(8) if holding >> rank & 1} == {name[1] for name in names}


@given(HANDS, st.randoms(use_true_random=False))
def test_a_hand_with_safe_suits_wins_and_any_other_is_beaten(hand: int, random: Random) -> None:
    """By search: the beaten ones in the deal that beats them, in every seat, the others in a random deal."""
    solver = null_game.NullSolver()
    weak = [suit for suit, holding in enumerate(play.holdings(hand)) if not null_game.is_safe(holding)]
    if weak:
        one, two, skat = play.beating_hands(hand, random.choice(weak))
    else:
        cards = bits(ALL_CARDS & ~hand)
        random.shuffle(cards)
        one, two, skat = mask_of(cards[:10]), mask_of(cards[10:20]), mask_of(cards[20:])
    for hands, seat in (((one, hand, two), Seat.MIDDLEHAND), ((one, two, hand), Seat.REARHAND)):
        assert solver.won(play.start(Deal(hands, skat), Game.NULL, seat)) == (not weak)
    if weak or any(map(null_game.is_opening, play.holdings(hand))):
        assert solver.won(play.start(Deal((hand, one, two), skat), Game.NULL, Seat.FOREHAND)) == (not weak)
