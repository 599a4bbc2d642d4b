"""The table of a whole deal: against plain minimax at every position that play by the rules reaches, and against the search."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import compiled, games, seats, seeds

from tafelwerk.errors import InputError
from tafelwerk.plots.skat.measured import BOUND
from tafelwerk.rules.skat.cards import Game, Seat, bits, read_card, read_cards
from tafelwerk.rules.skat.deals import Deal, random_deal, random_deals
from tafelwerk.rules.skat.play import Position, leader_cards, legal, play, start, start_key
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.whole_deal import WholeDeal, whole_deal
from tafelwerk.tables.skat.positions import TableJudge


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


def found(table: WholeDeal, at_most: int = 1000) -> list[tuple[int, int, int]]:
    """All rows: key, value, best card."""
    return [row for part in table.rows(at_most) for row in zip(*(column.tolist() for column in part), strict=True)]


def agree(deal: Deal, game: Game, declarer: Seat, leader: Seat) -> None:
    table, layers, wanted = whole_deal(deal, game, declarer, leader), reached(deal, game, declarer, leader), []
    assert table.layers == tuple(map(len, layers))
    for position in (position for layer in layers for position in layer):
        after = naive.values(position)
        value = (max if position.leader == position.declarer else min)(after.values())
        best = max(card for card in after if after[card] == value)
        wanted.append((start_key(position.hands, position.leader, leader_cards(deal)), value, best))
    assert found(table) == sorted(wanted)


@given(seeds, games, seats, seats, st.integers(1, 3))
def test_all_positions_of_small_deals(seed: int, game: Game, declarer: Seat, leader: Seat, cards_each: int) -> None:
    position = naive.random_position(Random(seed), cards_each, 0, game)
    agree(Deal(position.hands), game, declarer, leader)


@compiled
@pytest.mark.parametrize(
    ("cards_each", "deals"), [(4, 3), pytest.param(5, 12, marks=pytest.mark.slow)], ids=["four", "five"]
)
@pytest.mark.parametrize("game", Game)
def test_all_positions_of_larger_deals(game: Game, cards_each: int, deals: int) -> None:
    random = Random(str(game))
    for number in range(deals):
        position = naive.random_position(random, cards_each, 0, game)
        agree(Deal(position.hands), game, Seat(number % 3), Seat(random.randrange(3)))


@pytest.mark.parametrize("leader", Seat)
def test_keys(leader: Seat) -> None:
    """The leader stands in the bits of two cards that nobody holds, those of the Skat where there are."""
    held = read_cards("CJ D7 SJ D8 HJ D9")
    for skat, high, low in ((read_cards("CA HT"), "CA", "HT"), (0, "DJ", "CA")):
        deal = Deal((read_cards("CJ D7"), read_cards("SJ D8"), read_cards("HJ D9")), skat)
        keys = [key for key, *_ in found(whole_deal(deal, Game.GRAND, Seat.FOREHAND, leader))]
        bit = {Seat.FOREHAND: 0, Seat.MIDDLEHAND: 1 << read_card(low), Seat.REARHAND: 1 << read_card(high)}[leader]
        assert [key for key in keys if key & held == held] == [held | bit]


@pytest.mark.parametrize("at_most", [1, 7, 10**6])
def test_rows_come_in_parts(at_most: int) -> None:
    table = whole_deal(random_deal(Random(5), 3), Game.HEARTS, Seat.REARHAND)
    parts = list(table.rows(at_most))
    assert [len(part.keys) for part in parts[:-1]] == [at_most] * (len(parts) - 1)
    assert 1 <= len(parts[-1].keys) <= at_most
    assert found(table, at_most) == found(table)
    assert sum(len(part.values) for part in parts) == sum(len(part.best) for part in parts) == sum(table.layers)
    with pytest.raises(InputError, match="at_most"):
        table.rows(0)


@compiled
@pytest.mark.slow
def test_every_position_of_eight_cards_is_there_and_no_other() -> None:
    """Hands enough that a row of marks takes two words; a deal with few positions."""
    deal = random_deal(Random(9), 8)
    table = whole_deal(deal, Game.CLUBS, Seat.FOREHAND)
    layers = reached(deal, Game.CLUBS, Seat.FOREHAND, Seat.FOREHAND)
    assert table.layers == tuple(map(len, layers))
    keys = sorted(start_key(one.hands, one.leader, leader_cards(deal)) for layer in layers for one in layer)
    assert [key for key, *_ in found(table)] == keys


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
    assert sum(table.layers) <= 114_495_775
    rows, last = list(table.rows()), -1
    for part in rows:
        keys = part.keys.tolist()
        assert last < keys[0]
        assert all(one < two for one, two in pairwise(keys))
        last = keys[-1]
    keys, values, best = (np.concatenate(column) for column in zip(*rows, strict=True))
    assert sum(table.layers) == len(keys)

    def look_up(asked: Collection[int]) -> dict[int, int]:
        return {key: int(values[np.searchsorted(keys, key)]) for key in asked}

    judge = TableJudge(deal, look_up)
    for _ in range(40):
        position, last = start(deal, game, declarer), random.randrange(30)
        for _ in range(last):
            position = play(position, random.choice(bits(legal(position))))
        after = judge.cards(position)
        if not position.table:
            value = (max if position.leader == declarer else min)(after.values())
            place = np.searchsorted(keys, start_key(position.hands, position.leader, leader_cards(deal)))
            assert judge.value(position) == value
            assert best[place] == max(card for card in after if after[card] == value)
        if game is not Game.NULL and len(bits(sum(position.hands))) <= 24:
            assert after == solver.cards(position)


def test_the_bounds_of_section_5_3() -> None:
    """Positions of a deal of ten cards at most, with none, one or two cards on the table; starts of tricks at most."""
    none = [3 * comb(10, left) ** 3 for left in range(1, 10)]
    one = [3 * comb(10, left) * comb(10, left + 1) ** 2 for left in range(10)]
    two = [3 * comb(10, left) ** 2 * comb(10, left + 1) for left in range(10)]
    assert 1 + sum(none) + sum(one) + sum(two) + 1 == 316_581_176
    assert 1 + sum(none) == BOUND == 114_495_775
