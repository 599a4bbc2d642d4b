"""The rules of play, starts of tricks and what they make a position worth, against names of cards and plain minimax."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_questions import worth as plainly_worth

from tafelwerk.families.skat.rules.cards import (
    NAMES,
    Game,
    Seat,
    bits,
    mask_of,
    read_card,
    read_cards,
)
from tafelwerk.families.skat.rules.deals import Deal, random_deal
from tafelwerk.families.skat.rules.play import (
    Position,
    follow,
    leader_cards,
    legal,
    needed_keys,
    play,
    start_key,
    starts_behind,
    trick_winner,
    worth,
)

games = st.sampled_from(Game)
seats = st.sampled_from(Seat)
randoms = st.randoms(use_true_random=False)


@given(randoms, games, st.integers(1, 10), st.integers(0, 31))
def test_what_follows_is_never_empty(random: Random, game: Game, size: int, led: int) -> None:
    hand = random.sample([card for card in range(32) if card != led], size)
    same = [card for card in hand if naive.suit(game.value, NAMES[card]) == naive.suit(game.value, NAMES[led])]
    assert follow(game, led, mask_of(hand)) == mask_of(same or hand)


@given(games, seats, st.lists(st.integers(0, 31), min_size=1, max_size=3, unique=True))
def test_who_takes_a_trick(game: Game, leader: Seat, cards: list[int]) -> None:
    best = 0
    for turn in range(1, len(cards)):
        if naive.beats(game.value, NAMES[cards[turn]], NAMES[cards[best]]):
            best = turn
    assert trick_winner(game, leader, cards) == (leader + best) % 3


@given(randoms, games, st.integers(0, 2))
def test_minimax_by_these_rules_is_minimax(random: Random, game: Game, on_table: int) -> None:
    """Played out by `play`, a position is worth what the twin says, which has its own rules."""
    position = naive.random_position(random, 3, on_table, game)
    assert position.hands[position.leader].bit_count() == (2 if on_table else 3)
    assert len(position.table) == on_table
    after = naive.values(position)
    assert mask_of(after) == legal(position)
    assert {card: _minimax(play(position, card), position) for card in after} == after
    assert naive.value(position) == _minimax(position, position)


def _minimax(position: Position, since: Position) -> int:
    """What the declarer gets since a position under best play, points or 1 for no trick in Null; by the rules under test."""
    if position.over:
        if position.game is Game.NULL:
            return int(position.declarer_tricks == since.declarer_tricks)
        return position.declarer_points - since.declarer_points
    after = [_minimax(play(position, card), since) for card in bits(legal(position))]
    return max(after) if position.to_move == position.declarer else min(after)


seeds = st.integers(0, 2**32)
on_table = st.integers(0, 2)


def two_free(position: Position) -> tuple[int, int]:
    """Two cards that are in play nowhere."""
    used = set(bits(sum(position.hands))) | set(position.table)
    high, low = [card for card in reversed(range(32)) if card not in used][:2]
    return high, low


@given(seeds, seats, st.integers(1, 10))
def test_keys_are_cards_still_held_and_who_leads(seed: int, leader: Seat, cards_each: int) -> None:
    random = Random(seed)
    deal = random_deal(random, cards_each)
    hands = [sum(1 << card for card in random.sample(bits(hand), random.randint(1, cards_each))) for hand in deal.hands]
    high, low = leader_cards(deal)
    key = start_key((hands[0], hands[1], hands[2]), leader, (high, low))
    assert [hand & key for hand in deal.hands] == hands
    assert 2 * (key >> high & 1) + (key >> low & 1) == leader
    assert not key & ~(sum(deal.hands) | 1 << high | 1 << low)


def test_cards_that_say_who_leads() -> None:
    with_skat = Deal((read_cards("CJ"), read_cards("SJ"), read_cards("HJ")), read_cards("D7 HT"))
    assert leader_cards(with_skat) == (read_card("HT"), read_card("D7"))
    assert leader_cards(replace(with_skat, skat=0)) == (read_card("DJ"), read_card("CA"))


@given(seeds, games, st.integers(1, 4), on_table)
def test_which_starts_are_needed(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    position = naive.random_position(Random(seed), cards_each, on_table, game)
    behind = naive.starts(position)
    assert {(one.hands, int(one.leader)) for one in starts_behind(position)} == behind
    cards = two_free(position)
    wanted = behind if position.table else behind | {(position.hands, int(position.leader))}
    if game is Game.NULL:
        taken = {(one.hands, int(one.leader)) for one in starts_behind(position) if one.declarer_tricks}
        assert all(leader == position.declarer for _, leader in taken)
        wanted -= taken
    assert needed_keys(position, cards) == {
        start_key(hands, Seat(leader), cards) for hands, leader in wanted if any(hands)
    }


@given(seeds, games, st.integers(1, 4), on_table)
def test_worth_is_plain_minimax(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    """Neither more nor less than the needed starts is known."""
    random = Random(seed)
    position = replace(
        naive.random_position(random, cards_each, on_table, game),
        declarer_points=random.randrange(60),
        defender_points=random.randrange(60),
        declarer_tricks=random.randrange(2),
    )
    cards = two_free(position)
    known = [position, *starts_behind(position)]
    values = {
        start_key(one.hands, one.leader, cards): naive.value(replace(one, table=()))
        for one in known
        if not one.table and any(one.hands)
    }
    values = {key: values[key] for key in needed_keys(position, cards)}
    assert worth(position, values, cards) == plainly_worth(position)
    if game is Game.NULL and position.declarer_tricks:
        assert not values
        return
    for card in bits(position.hands[position.to_move]):
        if card in naive.values(position):
            after = play(position, card)
            assert worth(after, values, cards) == plainly_worth(after)
    if values and position.table:
        with pytest.raises(KeyError):
            worth(position, {}, cards)


def test_a_game_that_is_over_needs_nothing() -> None:
    for game, value in ((Game.GRAND, 21), (Game.NULL, 1)):
        position = Position((0, 0, 0), (), Seat.FOREHAND, 21, 90, Seat.FOREHAND, game)
        assert needed_keys(position, (31, 30)) == set()
        assert worth(position, {}, (31, 30)) == value
