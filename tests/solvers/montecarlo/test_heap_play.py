"""Heap after heap: choices and blunders of MC(inf), also at heaps of any size, limits of random play and periods."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st
from naive import games

from tafelwerk.solvers.montecarlo import heap_play

MOVE_SETS = st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted)
OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, limit=st.integers(1, 30))
@example(moves=[3], overshoot="illegal", limit=2)
def test_choices_of_plain_playouts(moves: list[int], overshoot: str, limit: int) -> None:
    game = games.subtraction(tuple(moves), limit, overshoot)
    wins, win = games.winners(game), games.win_chances(game)
    chance, by_move = heap_play.exact_heap(moves, limit, overshoot)
    assert Fraction(str(chance)) == win(limit)
    assert {a: Fraction(str(p)) for a, p in by_move.items()} == {a: 1 - win(after) for a, after in game.moves(limit)}
    choices = list(heap_play.heap_choices(moves, overshoot, limit))
    assert [c.heap for c in choices] == list(range(1, limit + 1))
    losing = dict(heap_play.losing_share(moves, overshoot, limit))
    for choice in choices:
        h = choice.heap
        assert choice.won == wins(h) == (h in losing)
        assert list(choice.candidates) == [a for a, _ in game.moves(h)]
        for a, won, value in zip(choice.candidates, choice.wins, choice.values, strict=True):
            assert won == (not wins(h - a))
            assert Fraction(str(fmpq(value) / choice.scale())) == win(h - a) - Fraction(1, 2)
        if choice.candidates:
            best = games.limit_candidates(game, h)
            assert [choice.candidates[i] for i in choice.best()] == [a for a, _ in best]
            share = Fraction(sum(wins(after) for _, after in best), len(best))
            assert Fraction(str(choice.losing_share())) == share
            assert not choice.won or Fraction(str(losing[h])) == share


@pytest.mark.parametrize("race", [games.double_step_crash_race, games.double_step_race])
def test_blunders_of_races(race: Callable[[int], games.Game]) -> None:
    """MC(inf) errs in the opening of the race with crash on ten squares, and nowhere without crash."""

    def errs(game: games.Game) -> bool:
        wins = games.winners(game)
        return wins(game.start) and any(wins(after) for _, after in games.limit_candidates(game, game.start))

    is_crash = race is games.double_step_crash_race
    assert [n for n in range(1, 11) if errs(race(n))] == ([10] if is_crash else [])
    for limit in (9, 100):
        first = 10 if is_crash and limit > 9 else None
        assert heap_play.race_blunder(limit, crash=is_crash) == heap_play.Blunder(first, first, limit)
