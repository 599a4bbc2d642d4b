"""The sliding window against plain recursion, uniform and biased."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive.games import limit_candidates, subtraction, win_chances, winners

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo import heap_play
from tafelwerk.solvers.montecarlo.heap_play import exact_heap, heap_choices
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph
from tafelwerk.solvers.playouts.limit_agent import limit_shares

MOVE_SETS = st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted)
OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, limit=st.integers(1, 30))
def test_choices_of_plain_playouts(moves: list[int], overshoot: str, limit: int) -> None:
    game = subtraction(tuple(moves), limit, overshoot)
    wins, win = winners(game), win_chances(game)
    choices = list(heap_choices(moves, overshoot, limit))
    assert [c.heap for c in choices] == list(range(1, limit + 1))
    for choice in choices:
        h = choice.heap
        assert choice.won == wins(h)
        assert list(choice.candidates) == [a for a, _ in game.moves(h)]
        for a, won, value in zip(choice.candidates, choice.wins, choice.values, strict=True):
            assert won == (not wins(h - a))
            assert Fraction(str(fmpq(value) / choice.scale())) == win(h - a) - Fraction(1, 2)
        if choice.candidates:
            best = limit_candidates(game, h)
            assert [choice.candidates[i] for i in choice.best()] == [a for a, _ in best]
            assert Fraction(str(choice.losing_share())) == Fraction(sum(wins(after) for _, after in best), len(best))


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, weights=st.lists(st.integers(1, 5), min_size=8, max_size=8))
def test_choices_of_biased_playouts(moves: list[int], overshoot: str, weights: list[int]) -> None:
    """Playouts that weigh every move on its own, and three times where it wins."""
    game = subtraction(tuple(moves), 25, overshoot)
    wins = winners(game)

    def weight(a: int, winning: bool) -> int:
        return weights[a] * (3 if winning else 1)

    def chances(candidates: Sequence[int], winning: Sequence[bool], _: int) -> Sequence[fmpq]:
        row = [weight(a, w) for a, w in zip(candidates, winning, strict=True)]
        return [fmpq(x, sum(row)) for x in row]

    win = win_chances(game, lambda a, after: weight(a, not wins(after)))
    for choice in heap_choices(moves, overshoot, 25, chances):
        for a, value in zip(choice.candidates, choice.values, strict=True):
            assert Fraction(str(fmpq(value) / choice.scale())) == win(choice.heap - a) - Fraction(1, 2)


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, heap=st.integers(1, 40))
def test_one_heap(moves: list[int], overshoot: str, heap: int) -> None:
    win, by_move = exact_heap(moves, heap, overshoot)
    game = subtraction(tuple(moves), heap, overshoot)
    naive = win_chances(game)
    assert Fraction(str(win)) == naive(heap)
    assert {a: Fraction(str(p)) for a, p in by_move.items()} == {a: 1 - naive(after) for a, after in game.moves(heap)}


@pytest.mark.parametrize(("moves", "overshoot"), [((1, 2), "wins"), ((1, 3), "loses"), ((2, 3, 7), "illegal")])
def test_the_two_ways_to_decide_ties_agree(moves: tuple[int, ...], overshoot: str) -> None:
    heaps = 700
    graph = subtraction_graph(moves, heaps, overshoot)
    shares = limit_shares(graph)
    for choice in heap_choices(moves, overshoot, heaps):
        if choice.candidates:
            edges = graph.edges_of(heap_position(choice.heap))
            assert sum(int(shares[e]) for e in edges) == len(choice.best())
            best = {choice.candidates[i] for i in choice.best()}
            assert {int(graph.labels[e]) for e in edges if shares[e] > 0} <= best


def test_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap_play, "MOST_WORK", 1000)
    with pytest.raises(InputError, match="limit"):
        heap_choices((1, 2), "wins", 3000)
