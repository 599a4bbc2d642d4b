"""The table of a whole deal: against plain minimax at every position that play by the rules reaches, and against the search."""

from collections.abc import Iterator
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import compiled, games, seats, seeds

from tafelwerk.errors import InputError
from tafelwerk.plots.skat.measured import BOUND
from tafelwerk.rules.skat.cards import Game, Seat, bits, read_card, read_cards
from tafelwerk.rules.skat.deals import Deal, random_deal
from tafelwerk.rules.skat.play import Position, leader_cards, legal, play, start, start_key
from tafelwerk.solvers.skat.open.judge import judge_of
from tafelwerk.solvers.skat.open.whole_deal import WholeDeal, whole_deal


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


def list_rows(table: WholeDeal, at_most: int = 1000) -> list[tuple[int, int, int]]:
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
    assert list_rows(table) == sorted(wanted)


@given(seeds, games, seats, seats, st.integers(1, 3))
def test_all_positions_of_small_deals(seed: int, game: Game, declarer: Seat, leader: Seat, cards_each: int) -> None:
    position = naive.random_position(Random(seed), cards_each, 0, game)
    agree(Deal(position.hands), game, declarer, leader)


@compiled
@pytest.mark.parametrize("game", [Game.HEARTS, Game.NULL])
def test_all_positions_of_larger_deals(game: Game) -> None:
    random = Random(str(game))
    for number in range(2):
        position = naive.random_position(random, 4, 0, game)
        agree(Deal(position.hands), game, Seat(number), Seat(random.randrange(3)))


@compiled
@pytest.mark.parametrize("game", [Game.CLUBS, Game.NULL])
def test_eight_cards(game: Game) -> None:
    """Hands enough that a row of marks takes two words: at positions of games at random, against the search."""
    random = Random(str(game))
    deal, judge = random_deal(random, 8), judge_of(game)
    rows = {key: (value, best) for key, value, best in list_rows(whole_deal(deal, game, Seat.MIDDLEHAND), 10**6)}
    for _ in range(10):
        position = start(deal, game, Seat.MIDDLEHAND)
        while not position.over:
            if not position.table:
                after = judge.cards(position)
                value = (max if position.leader == position.declarer else min)(after.values())
                best = max(card for card in after if after[card] == value)
                row = rows[start_key(position.hands, position.leader, leader_cards(deal))]
                assert (row[0] + position.declarer_points if game is Game.CLUBS else row[0], row[1]) == (value, best)
            position = play(position, random.choice(bits(legal(position))))
            if position.declarer_tricks and game is Game.NULL:
                break


def test_keys() -> None:
    """The leader stands in the bits of two cards that nobody holds, those of the Skat where there are."""
    held = read_cards("CJ D7 SJ D8 HJ D9")
    for leader, (skat, high, low) in product(Seat, ((read_cards("CA HT"), "CA", "HT"), (0, "DJ", "CA"))):
        deal = Deal((read_cards("CJ D7"), read_cards("SJ D8"), read_cards("HJ D9")), skat)
        keys = [key for key, *_ in list_rows(whole_deal(deal, Game.GRAND, Seat.FOREHAND, leader))]
        bit = {Seat.FOREHAND: 0, Seat.MIDDLEHAND: 1 << read_card(low), Seat.REARHAND: 1 << read_card(high)}[leader]
        assert [key for key in keys if key & held == held] == [held | bit]


@pytest.mark.parametrize("at_most", [1, 7])
def test_rows_come_in_parts(at_most: int) -> None:
    table = whole_deal(random_deal(Random(5), 3), Game.HEARTS, Seat.REARHAND)
    parts = list(table.rows(at_most))
    assert [len(part.keys) for part in parts[:-1]] == [at_most] * (len(parts) - 1)
    assert 1 <= len(parts[-1].keys) <= at_most
    assert list_rows(table, at_most) == list_rows(table)
    assert sum(len(part.values) for part in parts) == sum(len(part.best) for part in parts) == sum(table.layers)
    with pytest.raises(InputError, match="at_most"):
        table.rows(0)


def test_the_bounds_of_section_5_3() -> None:
    """Positions of a deal of ten cards at most, with none, one or two cards on the table; starts of tricks at most."""
    none = [3 * comb(10, left) ** 3 for left in range(1, 10)]
    one = [3 * comb(10, left) * comb(10, left + 1) ** 2 for left in range(10)]
    two = [3 * comb(10, left) ** 2 * comb(10, left + 1) for left in range(10)]
    assert 1 + sum(none) + sum(one) + sum(two) + 1 == 316_581_176
    assert 1 + sum(none) == BOUND == 114_495_775
