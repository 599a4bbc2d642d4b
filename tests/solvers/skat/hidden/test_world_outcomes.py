"""Outcomes of the cards of a world, against plain minimax."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import games, seeds
from skat_questions import worth

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits
from tafelwerk.rules.skat.deals import random_deal
from tafelwerk.rules.skat.play import Position, legal, play, start
from tafelwerk.rules.skat.scoring import Goal
from tafelwerk.solvers.skat.hidden.world_outcomes import POINTS_GOAL, WorldOutcomes

OUTCOMES = WorldOutcomes(12)


def some_of(random: Random, cards: int) -> int:
    """A part of a set that is not empty."""
    found = 0
    while not found:
        found = sum(1 << card for card in bits(cards) if random.random() < 0.7)
    return found


@given(seeds, games, st.integers(1, 4), st.integers(0, 2))
def test_outcomes_are_those_of_plain_minimax(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    random = Random(seed)
    position = naive.random_position(random, cards_each, on_table, game)
    position = replace(position, declarer_points=random.choice([0, 0, 30, 55, 70]))
    cards = some_of(random, legal(position))
    wanted = {card: worth(play(position, card)) for card in bits(cards)}
    if game is Game.NULL:
        assert OUTCOMES.won(position, cards, Goal(0, 0, 0)) == sum(1 << card for card in wanted if wanted[card])
        return
    assert OUTCOMES.points(position, cards, random.randrange(121)) == wanted
    for points in {1, 120, 61, *(value + more for value in wanted.values() for more in (0, 1))}:
        if 1 <= points <= 120:
            reached = sum(1 << card for card in wanted if wanted[card] >= points)
            assert OUTCOMES.won(position, cards, Goal(points, 0, 10)) == reached


@cache
def most_tricks(position: Position) -> int:
    """The declarer's tricks at the end where that is all that counts."""
    if position.over:
        return position.declarer_tricks
    after = [most_tricks(play(position, card)) for card in bits(legal(position))]
    return max(after) if position.to_move is position.declarer else min(after)


@given(seeds, st.sampled_from([game for game in Game if game is not Game.NULL]), st.integers(1, 3), st.integers(0, 2))
def test_tricks(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    random = Random(seed)
    position = naive.random_position(random, cards_each, on_table, game)
    position = replace(position, declarer_tricks=random.randrange(3), declarer_points=random.randrange(100))
    cards = legal(position)
    for tricks in range(1, 7):
        reached = sum(1 << card for card in bits(cards) if most_tricks(play(position, card)) >= tricks)
        assert OUTCOMES.won(position, cards, Goal(120, tricks, 10)) == reached


def test_faults() -> None:
    position = start(random_deal(Random(1)), Game.GRAND, Seat.FOREHAND)
    with pytest.raises(InputError, match="may play"):
        OUTCOMES.won(position, ALL_CARDS, POINTS_GOAL)
    with pytest.raises(InputError, match="may play"):
        OUTCOMES.points(position, 0)
    with pytest.raises(InputError, match="Null"):
        OUTCOMES.points(replace(position, game=Game.NULL), legal(position))
    with pytest.raises(InputError, match="10 to 26"):
        WorldOutcomes(9)
