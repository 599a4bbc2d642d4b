"""The double-dummy solver against plain minimax, its bounds against the truth, and what the source says of its examples."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import seeds

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, order
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.play import Position, legal, play, start
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.position import POINTS, TABLE, begin, load
from tafelwerk.solvers.skat.open.quick_tricks import declarer_points, defender_points

FOR_POINTS = [game for game in Game if game is not Game.NULL]
SOLVER = DoubleDummy(12)
games = st.sampled_from(FOR_POINTS)


def agree(position: Position) -> None:
    wanted = {card: position.declarer_points + value for card, value in naive.values(position).items()}
    assert SOLVER.cards(position) == wanted
    best = max if position.to_move == position.declarer else min
    value = best(wanted.values())
    assert SOLVER.points(position) == value
    for points in {0, 1, value - 1, value, value + 1, 61, 121}:
        assert SOLVER.won(position, points) == (value >= points)


@given(seeds, games, st.integers(1, 4), st.integers(0, 2))
def test_small_positions(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    agree(naive.random_position(Random(seed), cards_each, on_table, game))


@given(seeds, games, st.integers(1, 4))
def test_quick_tricks_are_certain(seed: int, game: Game, cards_each: int) -> None:
    position = naive.random_position(Random(seed), cards_each, 0, game)
    own, declarer = order(game), position.declarer
    alone, left, right = (own.to_game(position.hands[(declarer + turn) % 3]) for turn in range(3))
    leader = (position.leader - declarer) % 3
    state = np.zeros(TABLE, np.int64)
    load(state, own)
    frame = begin(state, alone, left, right, leader, -1, -1)
    value = naive.value(position)
    assert 0 <= declarer_points(state, leader == 0) <= value
    assert 0 <= defender_points(state, leader) <= state[frame + POINTS] - value


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    warm = DoubleDummy(14)
    random = Random(6)
    for deal in random_deals(3, 6):
        position = start(deal, random.choice(FOR_POINTS), Seat(random.randrange(3)))
        for _ in range(17):
            position = play(position, random.choice(bits(legal(position))))
        while not position.over:
            assert warm.points(position) == DoubleDummy(14).points(position)
            position = play(position, random.choice(bits(legal(position))))
        assert warm.points(position) == position.declarer_points
        other = replace(start(deal, Game.GRAND, Seat.FOREHAND), hands=position.hands)
        assert warm.points(other) == other.declarer_points


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="Null"):
        SOLVER.points(naive.random_position(Random(1), 3, 0, Game.NULL))
    with pytest.raises(InputError, match="10 to 26"):
        DoubleDummy(9)
