"""The table of a whole deal: against plain minimax at every position that play by the rules reaches, and against the search."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits, points, read_card, read_cards
from tafelwerk.rules.skat.deals import Deal, random_deal, random_deals, read_deal
from tafelwerk.rules.skat.play import Position, legal, play, start
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.whole_deal import WholeDeal, whole_deal

seeds = st.integers(0, 2**32)
games = st.sampled_from(Game)
seats = st.sampled_from(Seat)
compiled = pytest.mark.skipif(INTERPRETED, reason="takes too long without compilation")

NINE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""Clubs by forehand, who leads. Kupferschmid 2003, chapter 4."""


def tricks(position: Position) -> Iterator[Position]:
    """What a trick can lead to, cards from the position on."""
    for card in bits(legal(position)):
        after = play(position, card)
        if after.table:
            yield from tricks(after)
        else:
            yield after


def reached(deal: Deal, game: Game, declarer: Seat, leader: Seat) -> list[list[Position]]:
    """All trick starts by tricks played, points and tricks set back to none."""
    layers = [[Position(deal.hands, (), leader, 0, 0, declarer, game)]]
    while not layers[-1][0].over:
        after = {(one.hands, one.leader) for position in layers[-1] for one in tricks(position)}
        layers.append([Position(hands, (), leader, 0, 0, declarer, game) for hands, leader in after])
    return layers[:-1]


def agree(table: WholeDeal) -> None:
    layers = reached(table.deal, table.game, table.declarer, table.leader)
    assert table.layers == tuple(map(len, layers))
    wanted = []
    for position in (position for layer in layers for position in layer):
        after = naive.values(position)
        value = (max if position.leader == position.declarer else min)(after.values())
        best = max(card for card in after if after[card] == value)
        assert table.value(position.hands, position.leader) == value
        assert table.best_card(position.hands, position.leader) == best
        wanted.append((table.key(position.hands, position.leader), value, best))
    found = [row for part in table.rows(1000) for row in zip(*(column.tolist() for column in part), strict=True)]
    assert found == sorted(wanted)


@given(seeds, games, seats, seats, st.integers(1, 3))
def test_all_positions_of_small_deals(seed: int, game: Game, declarer: Seat, leader: Seat, cards_each: int) -> None:
    position = naive.random_position(Random(seed), cards_each, 0, game)
    agree(whole_deal(Deal(position.hands), game, declarer, leader))


@compiled
@pytest.mark.parametrize("game", Game)
def test_all_positions_of_four_cards(game: Game) -> None:
    random = Random(str(game))
    for declarer in Seat:
        position = naive.random_position(random, 4, 0, game)
        agree(whole_deal(Deal(position.hands), game, declarer, Seat(random.randrange(3))))


@pytest.mark.slow
@pytest.mark.parametrize("game", Game)
def test_all_positions_of_five_cards(game: Game) -> None:
    random = Random(str(game))
    for number in range(12):
        position = naive.random_position(random, 5, 0, game)
        agree(whole_deal(Deal(position.hands), game, Seat(number % 3), Seat(random.randrange(3))))


@given(seeds, games, seats, st.integers(1, 3))
def test_every_card_of_a_game(seed: int, game: Game, declarer: Seat, cards_each: int) -> None:
    random = Random(seed)
    deal = random_deal(random, cards_each)
    table, position = whole_deal(deal, game, declarer), start(deal, game, declarer)
    while not position.over:
        after = table.cards(position)
        assert after == naive.values(position)
        assert list(after) == bits(legal(position))
        position = play(position, random.choice(list(after)))
    assert table.cards(position) == {}
    assert table.value(position.hands, position.leader) == (game is Game.NULL)


@compiled
def test_nine_cards_of_the_source() -> None:
    """Kupferschmid 2003, chapter 4: 78 of 92 points, by the ace of spades, the seven or the eight of clubs."""
    deal = read_deal(NINE)
    assert sum(map(points, deal.hands)) == 92
    table = whole_deal(deal, Game.CLUBS, Seat.FOREHAND)
    after = table.cards(start(deal, Game.CLUBS, Seat.FOREHAND))
    assert table.value(deal.hands, Seat.FOREHAND) == max(after.values()) == 78
    assert {card for card, value in after.items() if value == 78} == {read_card(name) for name in ("SA", "C7", "C8")}
    assert table.best_card(deal.hands, Seat.FOREHAND) == read_card("C8")


def test_key() -> None:
    with_skat = Deal((read_cards("CJ D7"), read_cards("SJ D8"), read_cards("HJ D9")), read_cards("CA HT"))
    without = replace(with_skat, skat=0)
    assert whole_deal(with_skat, Game.GRAND, Seat.FOREHAND).leader_cards == (read_card("CA"), read_card("HT"))
    table = whole_deal(without, Game.GRAND, Seat.FOREHAND)
    assert table.leader_cards == (read_card("DJ"), read_card("CA"))
    held = read_cards("CJ D7 SJ D8 HJ D9")
    assert table.key(without.hands, Seat.FOREHAND) == held
    assert table.key(without.hands, Seat.MIDDLEHAND) == held | read_cards("CA")
    assert table.key(without.hands, Seat.REARHAND) == held | read_cards("DJ")


@pytest.mark.parametrize("at_most", [1, 7, 10**6])
def test_rows_come_in_parts(at_most: int) -> None:
    table = whole_deal(random_deal(Random(5), 3), Game.HEARTS, Seat.REARHAND)
    parts = list(table.rows(at_most))
    assert [len(part.keys) for part in parts[:-1]] == [at_most] * (len(parts) - 1)
    assert 1 <= len(parts[-1].keys) <= at_most
    assert [key for part in parts for key in part.keys.tolist()] == table.keys().tolist()
    assert sum(len(part.values) for part in parts) == sum(len(part.best) for part in parts) == table.positions


def test_refusals() -> None:
    deal = read_deal("CJ CA C7 | SJ ST S7 | HJ HT H7")
    table = whole_deal(deal, Game.GRAND, Seat.FOREHAND)
    forehand, middlehand, rearhand = deal.hands
    with pytest.raises(InputError, match="forehand does not hold SJ ST S7"):
        table.value((middlehand, middlehand, rearhand), Seat.FOREHAND)
    with pytest.raises(InputError, match="3, 3 and 2 cards"):
        table.value((forehand, middlehand, read_cards("HJ HT")), Seat.FOREHAND)
    with pytest.raises(InputError, match=r"CJ CA C7 .* with rearhand to lead cannot come about"):
        table.value(deal.hands, Seat.REARHAND)
    # the jack of clubs takes the other two, and nobody may play another card to it
    with pytest.raises(InputError, match="cannot come about"):
        table.best_card((read_cards("CA C7"), read_cards("SJ S7"), read_cards("HJ H7")), Seat.FOREHAND)
    with pytest.raises(InputError, match="no cards are left"):
        table.best_card((0, 0, 0), Seat.FOREHAND)
    with pytest.raises(InputError, match="at_most"):
        table.rows(0)
    with pytest.raises(InputError, match="of null by forehand, the table of grand by forehand"):
        table.cards(start(deal, Game.NULL, Seat.FOREHAND))


@compiled
@pytest.mark.slow
def test_every_position_of_eight_cards_is_there_and_no_other() -> None:
    """Hands enough that a row of marks takes two words; a deal with few positions."""
    deal = random_deal(Random(9), 8)
    table = whole_deal(deal, Game.CLUBS, Seat.FOREHAND)
    layers = reached(deal, Game.CLUBS, Seat.FOREHAND, Seat.FOREHAND)
    assert table.layers == tuple(map(len, layers))
    keys = sorted(table.key(position.hands, position.leader) for layer in layers for position in layer)
    assert table.keys().tolist() == keys


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("game", Game)
def test_ten_cards(game: Game) -> None:
    """At positions of games at random: the value is the best of those after each card, and what the search finds."""
    random, number = Random(str(game)), list(Game).index(game)
    (deal,) = random_deals(1, 10, number)
    declarer, solver = Seat(number % 3), DoubleDummy(16)
    table = whole_deal(deal, game, declarer)
    assert table.layers[0] == 1
    assert table.positions <= 114_495_775
    assert table.positions == len(table.keys())
    for _ in range(40):
        position, last = start(deal, game, declarer), random.randrange(30)
        for _ in range(last):
            position = play(position, random.choice(bits(legal(position))))
        after = table.cards(position)
        if not position.table:
            value = (max if position.leader == declarer else min)(after.values())
            assert table.value(position.hands, position.leader) == value
            assert table.best_card(position.hands, position.leader) == max(
                card for card in after if after[card] == value
            )
        if game is not Game.NULL and len(bits(sum(position.hands))) <= 24:
            assert {card: position.declarer_points + more for card, more in after.items()} == solver.cards(position)


@compiled
@pytest.mark.slow
def test_rows_of_ten_cards() -> None:
    (deal,) = random_deals(1, 10, 100)
    table = whole_deal(deal, Game.SPADES, Seat.MIDDLEHAND)
    random, last, seen = Random(0), -1, 0
    high, low = table.leader_cards
    own = ALL_CARDS & ~deal.skat
    for part in table.rows():
        keys = part.keys.tolist()
        assert last < keys[0]
        assert all(one < two for one, two in pairwise(keys))
        last, seen = keys[-1], seen + len(keys)
        for i in random.sample(range(len(keys)), 100):
            forehand, middlehand, rearhand = (keys[i] & own & hand for hand in deal.hands)
            leader = Seat(2 * (keys[i] >> high & 1) + (keys[i] >> low & 1))
            hands = (forehand, middlehand, rearhand)
            assert table.key(hands, leader) == keys[i]
            assert (table.value(hands, leader), table.best_card(hands, leader)) == (part.values[i], part.best[i])
    assert seen == table.positions
