"""Played games priced card by card, against plain minimax; the tricks that cards make."""

from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from skat_questions import random_game, worth

from tafelwerk.families.skat.rules.cards import Game, Seat, bits
from tafelwerk.families.skat.rules.play import game_of, legal, play, price
from tafelwerk.solvers.skat.open_judge import judge_of

judge = cache(judge_of)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_games_are_priced_by_plain_minimax(seed: int, cards_each: int) -> None:
    deal, game, declarer, played = random_game(seed, cards_each)
    asked = game_of(deal, game, declarer, played)
    positions = asked.positions
    priced = price(judge(game), asked)
    assert priced.values == tuple(map(worth, positions))
    assert priced.won == (priced.values[-1] >= (1 if game is Game.NULL else 61))
    assert (priced.game, asked.null) == (asked, game is Game.NULL)
    for place, one in enumerate(priced.played):
        before, after = positions[place : place + 2]
        assert (one.card, one.seat, one.trick) == (played[place], before.to_move, place // 3 + 1)
        assert (one.before, one.after) == (worth(before), worth(after))
        good = [card for card in bits(legal(before)) if worth(play(before, card)) == one.before]
        assert one.best == (one.card if one.card in good else good[0])
        assert one.cost == (0 if one.card in good else abs(worth(before) - worth(after)))
        assert bool(one.cost) == (one.card not in good)
    assert [priced.cost(seat) for seat in Seat] == [
        sum(one.cost for one in priced.played if one.seat is seat) for seat in Seat
    ]
    position = positions[-1]
    for card in priced.line:
        assert card == next(one for one in bits(legal(position)) if worth(play(position, one)) == priced.values[-1])
        position = play(position, card)
    assert position.over or (game is Game.NULL and position.declarer_tricks)
    assert [card for trick in priced.tricks for card in trick.cards] == [*played, *priced.line]
    assert all(one.winner == two.leader for one, two in pairwise(priced.tricks))
