"""The ladder: every step against plain minimax, the thesis's example, sure tricks against the truth."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import compiled

from tafelwerk.families.skat.rules.cards import Game, Seat, points, read_card
from tafelwerk.families.skat.rules.deals import random_deal, random_deals, read_deal
from tafelwerk.families.skat.rules.play import Position, play, start
from tafelwerk.proofs.skat.open_card_claims import sure_points
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat import thesis_ladder
from tafelwerk.solvers.skat.proof_numbers import prove_win
from tafelwerk.solvers.skat.thesis_ladder import NullStep, Step, climb, climb_null, safe_cards, sure_tricks

GAMES = [game for game in Game if game is not Game.NULL]
FAST = [step for step in Step if step not in (Step.MINIMAX, Step.AB, Step.MWS)]

randoms = st.randoms(use_true_random=False)
games = st.sampled_from(GAMES)


@given(randoms, games, st.integers(1, 2 if INTERPRETED else 4), st.integers(0, 2))
def test_every_step_is_minimax(random: Random, game: Game, cards_each: int, on_table: int) -> None:
    _compare(naive.random_position(random, cards_each, on_table, game), random, list(Step))


@given(randoms, games, st.integers(1, 2 if INTERPRETED else 4), st.integers(0, 2))
def test_proof_numbers_find_the_winner(random: Random, game: Game, cards_each: int, on_table: int) -> None:
    position = naive.random_position(random, cards_each, on_table, game)
    value = naive.value(position) + position.declarer_points
    for target in {1, value, value + 1, random.randint(0, 121)}:
        assert prove_win(position, target)[0] is (target <= value)


def test_proof_numbers_of_a_whole_deal() -> None:
    """Their tables grow several times; the answer is the fast solver's."""
    (deal,) = random_deals(1, 1, 0, 3 if INTERPRETED else 10)
    position = start(deal, Game.GRAND, Seat.MIDDLEHAND)
    won, nodes, entries = prove_win(position, 20)
    assert won is climb(position, Step.MWS_MO, target=20).won
    assert entries <= nodes
    assert prove_win(position, 20, limit=2)[0] is None or nodes <= 2


def test_the_skat_and_what_is_won_belong_to_the_value() -> None:
    deal = read_deal("CA | CT | C7 | DA DT")
    for step in Step:
        found = climb(start(deal, Game.GRAND, Seat.FOREHAND), step, target=42)
        assert found.won
        assert found.value == (42 if step.exact else None)
        assert not climb(start(deal, Game.GRAND, Seat.FOREHAND), step, target=43).won
        assert not climb(start(deal, Game.GRAND, Seat.FOREHAND), step).won
        lost = climb(start(deal, Game.GRAND, Seat.REARHAND), step, target=22)
        assert lost.won is False
        assert lost.value == (21 if step.exact else None)


@compiled
def test_a_search_goes_on_after_a_pause_and_with_a_larger_table(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = random_deal(Random(3), 6)
    whole = {step: climb(start(deal, Game.SPADES, Seat.MIDDLEHAND), step) for step in FAST}
    monkeypatch.setattr(thesis_ladder, "_STRETCH", 97)
    monkeypatch.setattr(thesis_ladder, "_FIRST_TABLE", thesis_ladder.LEAST_TABLE)
    assert {step: climb(start(deal, Game.SPADES, Seat.MIDDLEHAND), step) for step in FAST} == whole
    assert max(found.entries for found in whole.values()) > 1000


def test_a_limit_ends_the_search() -> None:
    position = start(random_deal(Random(1), 4), Game.HEARTS, Seat.REARHAND)
    for step in Step:
        whole = climb(position, step, target=30)
        assert climb(position, step, target=30, limit=whole.nodes) == whole
        if whole.nodes > 1:
            stopped = climb(position, step, target=30, limit=whole.nodes - 1)
            assert (stopped.value, stopped.won, stopped.nodes) == (None, None, whole.nodes - 1)


@compiled
def test_mtd_finds_the_value_from_every_guess() -> None:
    position = start(random_deal(Random(1), 4), Game.CLUBS, Seat.FOREHAND)
    value = climb(position, Step.AB).value
    found = [climb(position, Step.MTD_F, guess=guess) for guess in (value or 0, *range(0, 121, 5))]
    assert {one.value for one in found} == {value}
    assert found[0].nodes <= max(one.nodes for one in found[1:])


def test_equal_cards_have_none_of_others_between_them_even_on_the_table() -> None:
    """Forehand has led S8: S9 takes the trick and S7 does not."""
    position = play(start(read_deal("S8 CA | S9 S7 | HA DA"), Game.GRAND, Seat.MIDDLEHAND), read_card("S8"))
    _compare(position, Random(0), list(Step))


@given(randoms, st.integers(1, 4), st.integers(0, 2))
def test_null_against_minimax(random: Random, cards_each: int, on_table: int) -> None:
    position = naive.random_position(random, cards_each, on_table, Game.NULL)
    won = bool(not position.declarer_tricks and naive.value(position))
    for step in NullStep:
        found = climb_null(position, step)
        assert (found.step, found.value, found.won) == (step, None, won), step


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_safe_cards_are_those_of_the_definition(hand: int, others: int) -> None:
    """Definition 11.1: the first k of a suit are among its 2k - 1 lowest, for each k up to the last card."""
    in_play, safe = hand | others, 0
    for suit in range(4):
        cards = [card for card in range(8 * suit, 8 * suit + 8) if in_play >> card & 1]
        own = [card for card in cards if hand >> card & 1]
        for k, card in enumerate(own, 1):
            if cards.index(card) > 2 * k - 2:
                break
            safe |= 1 << card
    assert safe_cards(hand, in_play) == safe


def printed_tricks(position: Position, *, printed: bool = False) -> int:
    """The second program's."""
    game, declarer, leader = position.game.value, int(position.declarer), int(position.leader)
    return sure_points(game, declarer, leader, position.hands, printed=printed)


@given(randoms, games, st.integers(1, 5))
def test_sure_tricks_are_those_of_the_twin(random: Random, game: Game, cards_each: int) -> None:
    position = naive.random_position(random, cards_each, 0, game)
    assert sure_tricks(position) == printed_tricks(position)


def test_the_third_rule_as_printed_promises_too_much() -> None:
    """Rearhand throws H7 under CJ and trumps HA."""
    position = start(read_deal("S8 S7 | CJ HA | C7 H7"), Game.CLUBS, Seat.REARHAND)
    assert points(sum(position.hands)) == 13
    assert naive.value(position) == 11
    assert printed_tricks(position, printed=True) == 13
    assert sure_tricks(position) == printed_tricks(position) == 2
    _compare(position, Random(0), list(Step))


def _compare(position: Position, random: Random, steps: list[Step]) -> None:
    """Each step finds what minimax finds: the value, and whether targets at, above and about it are reached."""
    before = random.choice([0, 0, 20])
    position = replace(position, declarer_points=before)
    value = naive.value(position) + before
    for step in steps:
        if step.exact:
            found = climb(position, step, target=value)
            assert (found.value, found.won) == (value, True), (step, position)
        for target in (value, value + 1, random.randint(0, 121)):
            if target <= 121:
                assert climb(position, step, target=target).won == (value >= target), (step, target, position)
