"""Open cards: the double-dummy solver, tables of whole deals and judges, against plain minimax and each other."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import compiled, seats, seeds
from skat_hands import games as every_game
from skat_questions import random_game, worth

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, order, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal, random_deal, random_deals
from tafelwerk.families.skat.rules.play import (
    Position,
    leader_cards,
    legal,
    play,
    replay,
    start,
    start_key,
    winning,
)
from tafelwerk.families.skat.stored_games import LookUp, TableJudge
from tafelwerk.solvers.skat.double_dummy import GENERATIONS, DoubleDummy, entry_of, store
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.open_position import POINTS, TABLE, begin, declarer_points, defender_points, load
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


GENERATION = 7


def key(generation: int, leader: int, held: int) -> int:
    return generation << 34 | leader << 32 | held


keys = st.builds(key, st.integers(1, GENERATIONS - 1), st.integers(0, 2), st.integers(1, 2**32 - 1))
words = st.integers(0, 2**19 - 1)


@given(keys, keys, words)
def test_what_is_written_is_found_and_nothing_else(one: int, other: int, found: int) -> None:
    table = np.zeros(TABLE + 2, np.int64)
    store(table, TABLE, one, found)
    assert entry_of(table, TABLE, one) == one << 19 | found
    assert (entry_of(table, TABLE, other) != 0) == (one == other)


@given(st.lists(st.tuples(st.integers(1, 2**32 - 1), words), min_size=1, max_size=20))
def test_the_largest_of_a_deal_stays_and_the_latest_is_there(written: list[tuple[int, int]]) -> None:
    table, last = np.zeros(TABLE + 2, np.int64), {}
    for held, found in written:
        store(table, TABLE, key(GENERATION, 0, held), found)
        last[held] = found
        most = max(one.bit_count() for one in last)
        kept = [one for one in last if one.bit_count() == most and entry_of(table, TABLE, key(GENERATION, 0, one))]
        assert kept
        for one in {held, *kept}:
            assert entry_of(table, TABLE, key(GENERATION, 0, one)) & (2**19 - 1) == last[one]


def test_more_deals_than_generations() -> None:
    solver, random = DoubleDummy(10), Random(5)
    for number in range(GENERATIONS + 90):
        deal, declarer = random_deal(random, 2), Seat(number % 3)
        position = start(deal, Game.GRAND, declarer)
        assert solver.points(position) == DoubleDummy(10).points(position), deal.text()


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


def agree_in_all_positions(deal: Deal, game: Game, declarer: Seat, leader: Seat) -> None:
    table, layers, wanted = whole_deal(deal, game, declarer, leader), reached(deal, game, declarer, leader), []
    assert table.layers == tuple(map(len, layers))
    for position in (position for layer in layers for position in layer):
        after = naive.values(position)
        value = (max if position.leader == position.declarer else min)(after.values())
        best = max(card for card in after if after[card] == value)
        wanted.append((start_key(position.hands, position.leader, leader_cards(deal)), value, best))
    assert list_rows(table) == sorted(wanted)


@given(seeds, every_game, seats, seats, st.integers(1, 3))
def test_all_positions_of_small_deals(seed: int, game: Game, declarer: Seat, leader: Seat, cards_each: int) -> None:
    position = naive.random_position(Random(seed), cards_each, 0, game)
    agree_in_all_positions(Deal(position.hands), game, declarer, leader)


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
