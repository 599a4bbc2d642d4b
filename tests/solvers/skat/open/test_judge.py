"""Judges: by search and by the table of a whole deal, on the same games at random; and tables that are at fault."""

from collections.abc import Collection, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_hands import compiled
from skat_questions import CHAPTER_4, random_game, worth

from tafelwerk.rules.skat.cards import Game, Seat, bits, mask_of, points, read_cards
from tafelwerk.rules.skat.deals import Deal, random_deal, read_deal
from tafelwerk.rules.skat.play import legal, play, replay, start, winning
from tafelwerk.rules.skat.pricing import price, principal_line
from tafelwerk.solvers.skat.open.judge import judge_of
from tafelwerk.solvers.skat.open.whole_deal import whole_deal
from tafelwerk.tables.skat.positions import LookUp, TableJudge


class Table:
    """Values of a whole deal by key, and what has been asked."""

    def __init__(self, deal: Deal, game: Game, declarer: Seat) -> None:
        (rows,) = whole_deal(deal, game, declarer).rows()
        self.values = dict(zip(rows.keys.tolist(), rows.values.tolist(), strict=True))
        self.asked: list[set[int]] = []

    def __call__(self, keys: Collection[int]) -> Mapping[int, int]:
        self.asked.append(set(keys))
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


@compiled
@pytest.mark.parametrize("by_table", [False, True])
def test_nine_cards_of_the_source(by_table: bool) -> None:
    """Kupferschmid 2003, chapter 4: 78 of 92 points, by the ace of spades, the seven or the eight of clubs."""
    deal = read_deal(CHAPTER_4)
    assert sum(map(points, deal.hands)) == 92
    judge = TableJudge(deal, Table(deal, Game.CLUBS, Seat.FOREHAND)) if by_table else judge_of(Game.CLUBS)
    values = judge.cards(start(deal, Game.CLUBS, Seat.FOREHAND))
    assert max(values.values()) == 78
    assert mask_of(card for card, value in values.items() if value == 78) == read_cards("SA C7 C8")


@pytest.mark.parametrize("game", [Game.SPADES, Game.GRAND, Game.NULL])
def test_games_are_priced_alike(game: Game) -> None:
    for cards_each, seed in ((4, 4), (6, 7)):
        deal, _, declarer, played = random_game(seed, cards_each, game)
        positions = replay(deal, game, declarer, played)
        judge = TableJudge(deal, Table(deal, game, declarer))
        assert price(judge, positions, played) == price(judge_of(game), positions, played)
        assert judge.nodes == 0


@pytest.mark.parametrize("game", [Game.HEARTS, Game.NULL])
def test_a_table_is_asked_once_a_trick(game: Game) -> None:
    random = Random(3)
    deal = random_deal(random, 5)
    table = Table(deal, game, Seat.MIDDLEHAND)
    judge, position = TableJudge(deal, table), start(deal, game, Seat.MIDDLEHAND)
    positions = [position]
    line = []
    while not position.over:
        line.append(random.choice(bits(legal(position))))
        position = play(position, line[-1])
        positions.append(position)
    judge.gather(positions)
    price(judge, positions, line)
    assert len(table.asked) == 1
    other = TableJudge(deal, table)
    table.asked.clear()
    best = list(principal_line(other, positions[0], other.value(positions[0])))
    assert len(table.asked) <= -(-len(best) // 3)
    assert sum(map(len, table.asked)) == len(set().union(*table.asked))


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
    wrong = table.values | {own: table.values[own] + 1}
    with pytest.raises(LookupError, match="is not that of its best card"):
        judge(lambda keys: wrong).cards(position)
    with pytest.raises(LookupError, match="no card keeps 121"):
        judge(table).best_card(position, 121)
