"""Open cards: the double-dummy solver, tables of whole deals and judges, against plain minimax and each other."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import seeds
from skat_questions import random_game, worth

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal, random_deal, random_deals
from tafelwerk.families.skat.rules.play import (
    Position,
    legal,
    play,
    replay,
    start,
    winning,
)
from tafelwerk.families.skat.stored_games import LookUp, TableJudge
from tafelwerk.solvers.skat.double_dummy import GENERATIONS, DoubleDummy
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.whole_deal import WholeDeal, whole_deal

FOR_POINTS = [game for game in Game if game is not Game.NULL]
SOLVER = DoubleDummy(12)
games = st.sampled_from(FOR_POINTS)


def agree(position: Position) -> None:
    wanted = {card: position.declarer_points + value for card, value in naive.values(position).items()}
    assert SOLVER.cards(position) == wanted
    best = max if position.to_move == position.declarer else min
    value = best(wanted.values())
    assert SOLVER.points(position) == value
    for target in {0, 1, value - 1, value, value + 1, 61, 121}:
        assert SOLVER.won(position, target) == (value >= target)


@given(seeds, games, st.integers(1, 4), st.integers(0, 2))
def test_small_positions(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    agree(naive.random_position(Random(seed), cards_each, on_table, game))


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


def test_more_deals_than_generations() -> None:
    solver, random = DoubleDummy(10), Random(5)
    for number in range(GENERATIONS + 90):
        deal, declarer = random_deal(random, 2), Seat(number % 3)
        position = start(deal, Game.GRAND, declarer)
        assert solver.points(position) == DoubleDummy(10).points(position), deal.text()


def list_rows(table: WholeDeal, at_most: int = 1000) -> list[tuple[int, int, int]]:
    """All rows: key, value, best card."""
    return [row for part in table.rows(at_most) for row in zip(*(column.tolist() for column in part), strict=True)]


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
    for call, fault in (
        (lambda: table.rows(0), "at_most"),
        (lambda: SOLVER.points(naive.random_position(Random(1), 3, 0, Game.NULL)), "Null"),
        (lambda: DoubleDummy(9), "10 to 26"),
    ):
        with pytest.raises(InputError, match=fault):
            call()


class Table:
    """Values of a whole deal by key."""

    def __init__(self, deal: Deal, game: Game, declarer: Seat) -> None:
        (rows,) = whole_deal(deal, game, declarer).rows()
        self.values = dict(zip(rows.keys.tolist(), rows.values.tolist(), strict=True))

    def __call__(self, keys: Collection[int]) -> Mapping[int, int]:
        return {key: self.values[key] for key in keys if key in self.values}


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_judges_are_plain_minimax(seed: int, cards_each: int) -> None:
    deal, game, declarer, played = random_game(seed, cards_each)
    searching, table = judge_of(game), Table(deal, game, declarer)
    for position in replay(deal, game, declarer, played):
        after = {card: worth(play(position, card)) for card in bits(legal(position))}
        value = worth(position)
        for judge in (searching, TableJudge(deal, table)):
            assert judge.value(position) == value
            assert judge.won(position) == (value >= winning(game))
            assert judge.cards(position) == after
            assert list(judge.cards(position)) == list(after)
            if after:
                assert judge.best_card(position, value) == next(card for card in after if after[card] == value)


def test_tables_at_fault() -> None:
    deal = random_deal(Random(1), 3)
    position = start(deal, Game.GRAND, Seat.FOREHAND)
    table = Table(deal, Game.GRAND, Seat.FOREHAND)
    (own,) = (key for key in table.values if key.bit_count() == 9)

    def judge(look_up: LookUp) -> TableJudge:
        return TableJudge(deal, look_up)

    lacking = {key: value for key, value in table.values.items() if key.bit_count() == 9}
    assert judge(lambda keys: lacking).value(position) == table.values[own]
    with pytest.raises(LookupError):
        judge(lambda keys: lacking).cards(position)
    with pytest.raises(LookupError):
        judge(lambda keys: {}).value(position)
    assert judge(table).nodes == 0
    wrong = table.values | {own: table.values[own] + 1}
    with pytest.raises(LookupError, match="is not that of its best card"):
        judge(lambda keys: wrong).cards(position)
    with pytest.raises(LookupError, match="no card keeps 121"):
        judge(table).best_card(position, 121)
