"""A program in one seat's place of recorded games: what positions are worth by the Order, and what its cards bring."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from skat_rounds import random_round

from tafelwerk.families.skat.deal_rows import judge
from tafelwerk.families.skat.round_rows import ReachedLevel, reached_level
from tafelwerk.families.skat.rules.cards import Game, Seat, bits
from tafelwerk.families.skat.rules.play import Position, legal, play
from tafelwerk.families.skat.rules.rounds import Round


def record(seed: int) -> Round:
    """A random round."""
    return replace(random_round(seed).with_record(f"round {seed}", ("a", "b", "c"), "a test"), line=1)


def by_hand(position: Position) -> int:
    """How far the declarer gets: every way played out."""
    if position.over:
        points, tricks = position.declarer_points, position.declarer_tricks
        if position.game is Game.NULL:
            return int(not tricks)
        steps = (tricks > 0, points > 30, points > 60, points >= 90, tricks == 10)
        return sum(steps)
    after = [by_hand(play(position, card)) for card in bits(legal(position))]
    return max(after) if position.to_move is position.declarer else min(after)


@given(st.integers(0, 2**32))
def test_how_far_the_declarer_gets(seed: int) -> None:
    random, one = Random(seed), record(seed)
    game = one.game
    if game is None:
        return
    left = random.randint(0, 8)
    place = min(30 - left, len(game.cards))
    position = game.positions[place]
    if not any(hand.bit_count() > 3 for hand in position.hands):
        assert reached_level(judge(game.null), position) == by_hand(position)


def test_all_tricks_and_none() -> None:
    """Three jacks and six diamonds, of 23 points, are left: forehand takes all tricks."""
    hands = (0b111 << 29, 0b111, 0b111 << 3)
    for tricks, points, wanted in (
        (7, 120, ReachedLevel.ALL_TRICKS),
        (6, 120, ReachedLevel.NINETY),
        (7, 30, ReachedLevel.SCHNEIDER),
    ):
        position = Position(hands, (), Seat.FOREHAND, points - 23, 0, Seat.FOREHAND, Game.GRAND, tricks)
        assert reached_level(judge(False), position) == wanted
    alone = Position(hands, (), Seat.FOREHAND, 0, 97, Seat.MIDDLEHAND, Game.GRAND)
    assert reached_level(judge(False), alone) == ReachedLevel.NO_TRICK
