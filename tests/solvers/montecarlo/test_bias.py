"""Biased playouts: what chapter 3 proves and lists, exactly; closed forms and waves against their recursions in fractions.
The agents of the number game 3-5-11; their chances are proved by other recursions.
Basins of curves whose minimum is known.
Graphs of races and subtraction games: against their rules, and the counts and chances published for them.
Heap after heap: choices and blunders of MC(inf), also at heaps of any size, limits of random play and periods.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import log, pi

import pytest
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st
from naive import games
from naive.games import Game, subtraction, winners

from tafelwerk.families.montecarlo.rules import Bias, CyclicBias, InformedBias, WeightedBias, esr_size, static
from tafelwerk.solvers.montecarlo import heap_play, large_heaps, races_and_heaps
from tafelwerk.solvers.montecarlo.basins import DENSE_TO, Curve, basins
from tafelwerk.solvers.montecarlo.heap_play import bad_moves, win_chances
from tafelwerk.solvers.montecarlo.large_heaps import Wave, wave
from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position, subtraction_graph
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy, agent_rows

OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def even(moves: Sequence[int]) -> WeightedBias:
    return WeightedBias((Fraction(1, len(moves)),) * len(moves))


def bad_heaps(game: Game, win: Callable[[int], Fraction], limit: int) -> list[tuple[int, Fraction]]:
    """The won heaps where the fewest wins of the rival are seen after a losing move, with the share of such moves."""
    wins, shares = winners(game), []
    for heap in filter(wins, range(1, limit + 1)):
        least = min(win(after) for _, after in game.moves(heap))
        best = [wins(after) for _, after in game.moves(heap) if win(after) == least]
        shares += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    return shares


@given(
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted),
    rule=OVERSHOOTS,
    shares=st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any),
)
def test_weighted_playouts_by_plain_recursion(moves: list[int], rule: str, shares: list[int]) -> None:
    shares[0] = shares[0] or sum(shares[: len(moves)]) == 0
    total = sum(shares[: len(moves)])
    by_move = dict(zip(moves, shares, strict=False))
    game = subtraction(tuple(moves), 20, rule)

    @cache
    def win(heap: int) -> Fraction:
        result = game.result(heap)
        if result is not None:
            return Fraction(result == 1)
        weights = [by_move[a] for a, _ in game.moves(heap)]
        if not any(weights):
            weights = [1] * len(weights)
        parts = zip(weights, game.moves(heap), strict=True)
        return sum((w * (1 - win(after)) for w, (_, after) in parts), Fraction(0)) / sum(weights)

    bias = WeightedBias(tuple(Fraction(share, total) for share in shares[: len(moves)]))
    assert [*map(as_fraction, win_chances(moves, bias, 20, rule))] == [win(heap) for heap in range(1, 21)]
    found = bad_moves(moves, bias, 20, rule)
    assert [(heap, as_fraction(share)) for heap, share in found] == bad_heaps(game, win, 20)


@given(
    chances=st.lists(st.fractions(0, 1, max_denominator=6), min_size=1, max_size=4),
    moves=st.sets(st.integers(1, 5), min_size=2, max_size=2).map(sorted),
)
def test_chances_by_heap(chances: list[Fraction], moves: list[int]) -> None:
    """(3.9) as it stands, for any two moves and any cycle."""
    x = dict.fromkeys(range(-5, 1), Fraction(0))
    for heap in range(1, 25):
        p = chances[heap % len(chances)]
        x[heap] = p * (1 - x[heap - moves[0]]) + (1 - p) * (1 - x[heap - moves[1]])
    bias = CyclicBias(tuple(chances))
    assert [*map(as_fraction, win_chances(moves, bias, 24))] == [x[heap] for heap in range(1, 25)]
    expected = bad_heaps(subtraction(tuple(moves), 24, "wins"), x.__getitem__, 24)
    assert [(heap, as_fraction(share)) for heap, share in bad_moves(moves, bias, 24)] == expected


def values(e: Fraction, informed: bool, limit: int) -> list[Fraction]:
    """y(0), ..., y(limit) in S(1, 2)."""
    y = [Fraction(-1, 2), Fraction(1, 2)]
    for m in range(2, limit + 1):
        one = {0: Fraction(1, 2), 1: (1 + e) / 2, 2: (1 - e) / 2}[m % 3] if informed else (1 - e) / 2
        y.append(-one * y[m - 1] - (1 - one) * y[m - 2])
    return y


@pytest.mark.parametrize("e", [-1.0, large_heaps.REAL_BELOW, -0.5, -0.3125, 0.0, 0.125, 1.0])
def test_closed_forms(e: float) -> None:
    for m, y in enumerate(values(Fraction(e), False, 60)):
        # values of at most 1/2, and the rounding of an angle of some 120
        near = pytest.approx(float(y), rel=1e-9, abs=1e-13)
        assert large_heaps.static_value(m, e) == near
        assert large_heaps.closed_value(m, static(Fraction(e))) == near
        assert e <= large_heaps.REAL_BELOW or large_heaps.static_wave(m, e) == near
        assert e != 0 or large_heaps.plain_value(m) == near
    for m, y in enumerate(values(Fraction(e), True, 90) if abs(e) < 1 / 3 else ()):
        value = large_heaps.closed_value(m, InformedBias(Fraction(e)))
        assert value == (None if m % 3 else pytest.approx(float(y), rel=1e-9, abs=1e-13))


def wave_of(moves: Sequence[int], bias: Bias, rule: str = "wins") -> Wave:
    result = wave(moves, bias, rule)
    assert result is not None
    return result


CYCLES = st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=6).map(lambda c: CyclicBias(tuple(c)))


@given(
    st.tuples(
        st.sets(st.integers(1, 7), min_size=1, max_size=3).map(sorted),
        OVERSHOOTS,
        st.none() | st.fractions(-1, 1, max_denominator=7).map(InformedBias),
    )
    | st.tuples(st.just([1, 2]), st.just("wins"), CYCLES)
)
def test_chances_obey_their_recurrence(game: tuple[list[int], str, Bias | None]) -> None:
    """Of plain and of informed playouts; of lemma 3.10, and its continuation for more than three chances."""
    moves, rule, bias = game[0], game[1], game[2] or even(game[0])
    recurrence = wave_of(moves, bias, rule)
    # reduced by a common divisor the recurrence is shorter than the largest move says
    step, terms, begin = recurrence.step, len(recurrence.coefficients), 60
    assert not isinstance(bias, CyclicBias) or (step, terms) == (len(bias.chances), 2)
    y = [x - fmpq(1, 2) for x in win_chances(moves, bias, begin + 12 + step * terms, rule)]
    for h in range(begin, begin + 12):
        later = sum((c * y[h + j * step] for j, c in enumerate(recurrence.coefficients)), fmpq(0))
        assert y[h + terms * step] == later


@pytest.mark.parametrize("e", ["-1/2", "1/3"])
def test_waves_of_one_and_two(e: str) -> None:
    """(3.5), (3.11), (3.18): coefficients, phase and damping; the beat of example 3.17."""
    bias, x = static(Fraction(e)), Fraction(e) * Fraction(3, 5)
    plain = wave_of((1, 2), bias)
    assert plain.phase is not None
    assert plain.step == 1
    assert plain.damping == pytest.approx(((1 + Fraction(e)) / 2) ** 0.5, rel=1e-14)
    assert plain.beat_period == pytest.approx(large_heaps.closed_beat(bias), rel=1e-12)
    assert plain.beat_period == pytest.approx(2 * pi / abs(2 * pi / 3 - plain.phase), rel=1e-12)
    informed = wave_of((1, 2), InformedBias(x))
    assert informed.step == 3
    assert tuple(map(as_fraction, informed.coefficients)) == (-(1 - x * x) / 8, (5 + 3 * x * x) / 8)
    assert informed.damping == pytest.approx(((1 - x * x) / 8) ** 0.5, rel=1e-14)
    assert informed.beat_period == pytest.approx(large_heaps.closed_beat(InformedBias(x)), rel=1e-9)


MOVES = (3, 5, 11)


@pytest.mark.parametrize("share", ["1/2", "0.1", "999999/1000000"])
def test_half_perfect_play_lies_between_two_agents(share: str) -> None:
    graph = subtraction_graph(MOVES, 60, "loses")
    rows, none, always = (agent_rows(graph, f"half-perfect:{p}") for p in (share, "0", "1"))
    assert none == agent_rows(graph, "random")
    p = fmpq(*Fraction(share).as_integer_ratio())
    assert rows == [(1 - p) * one + p * other for one, other in zip(none, always, strict=True)]
    assert share != "1/2" or rows == agent_rows(graph, "half-perfect")
    policy = agent_policy(graph, f"half-perfect:{share}")
    for chance, error, row in zip(policy.chances, policy.errors, rows, strict=True):
        assert abs(Fraction(chance) - Fraction(str(row))) <= Fraction(error) <= Fraction(2) ** -54


def test_half_perfect_play_follows_the_text() -> None:
    """The rules of figure 12 as they stand: an optimal move, and where all lose, the smallest."""
    graph = subtraction_graph(MOVES, 60, "loses")
    rows = agent_rows(graph, "half-perfect:1")
    for n in range(1, 61):
        optimal = [d for d in MOVES if n - d >= 0 and (n - d) % 8 in (0, 1, 2)] or [3]
        for edge in graph.edges_of(heap_position(n)):
            first = MOVES.index(graph.labels[edge])
            together = MOVES[first : first + graph.multiplicities[edge]]
            assert rows[edge] == fmpq(sum(d in optimal for d in together), len(optimal))


@pytest.mark.parametrize("overshoot", ["wins", "illegal"])
def test_careful_under_every_rule(overshoot: str) -> None:
    graph = subtraction_graph((2, 3, 7), 30, overshoot)
    rows = agent_rows(graph, "careful")
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        after = [int(graph.payoff[graph.successors[e]]) for e in edges]
        if -1 in after:
            assert sum((rows[e] for e, a in zip(edges, after, strict=True) if a == -1), fmpq(0)) == 1
        elif set(after) - {1}:
            assert sum((rows[e] for e, a in zip(edges, after, strict=True) if a == 1), fmpq(0)) == 0


K_MAX = 10**12


def noisy(bottom: int, error: float) -> Curve:
    """A curve that falls to its minimum at `bottom` and rises after it, with an error below `error` at every k."""

    def curve(ks: Sequence[int]) -> tuple[list[float], list[float]]:
        noise = [(k * 2654435761 % 1000 / 500 - 1) * 0.9 * error for k in ks]
        return [height(k, bottom) + shift for k, shift in zip(ks, noise, strict=True)], [error] * len(ks)

    return curve


def height(k: int, bottom: int) -> float:
    return 0.4 + log(k / bottom) ** 2 / 1000


@given(st.integers(3, 10**9), st.sampled_from([0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5]))
@example(3000, 1e-5)  # rises within the errors end no basin
def test_the_interval_holds_the_minimum_and_no_more_than_the_errors_hide(bottom: int, error: float) -> None:
    [basin] = basins(noisy(bottom, error), K_MAX)
    assert basin.k_low <= min(basin.k, bottom) <= max(basin.k, bottom) <= basin.k_high
    for outside, end in ((basin.k_low - 1, basin.k_low), (basin.k_high + 1, basin.k_high)):
        assert height(outside, bottom) > height(basin.k, bottom)
        assert height(end, bottom) - height(basin.k, bottom) <= 4 * error + 1e-15


@given(st.integers(3, DENSE_TO - 1) | st.just(975))  # after which no other k of the grid than the last shows a rise
def test_a_single_k_is_stated_where_its_neighbours_are_certainly_higher(bottom: int) -> None:
    [basin] = basins(noisy(bottom, 1e-12), 1000)
    assert basin.k_low == basin.k == basin.k_high == bottom


@pytest.mark.parametrize("sizes", [(2, 139, 3), (300, 1, 1)])
def test_long_races(sizes: tuple[int, int, int]) -> None:
    graph = races_and_heaps.esr_graph(*sizes)
    graph.check()
    assert (graph.positions, graph.edges) == esr_size(*sizes)


MOVE_SETS = st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted)


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
