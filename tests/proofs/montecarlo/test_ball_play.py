"""Duels in balls, against fractions over the game graphs."""

import pytest
from flint import arb, ctx, fmpq

from tafelwerk.proofs.montecarlo.ball_play import Options, ball_duel, exact_chances
from tafelwerk.proofs.montecarlo.plain_games import plain_lane, plain_race, plain_subtraction
from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, subtraction_graph
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_policy_monte_carlo, exact_random
from tafelwerk.solvers.playouts.game_graph import GameGraph
from tafelwerk.solvers.playouts.policy import limit_shares, share_rows

GAMES = [
    (plain_race(2, 3, 2).options, esr_graph(2, 3, 2)),
    (plain_lane(7, crash=True).options, dsc_graph(7)),
    (plain_subtraction((1, 2, 3), 9, "loses").options, subtraction_graph([1, 2, 3], 9, "loses")),
    (plain_subtraction((2, 3), 9, "illegal").options, subtraction_graph([2, 3], 9, "illegal")),
]


def rows(graph: GameGraph, k: int | None) -> list[fmpq]:
    return share_rows(graph, limit_shares(graph)) if k is None else exact_policy_monte_carlo(graph, k)


@pytest.mark.parametrize(("options", "graph"), GAMES)
def test_random_play(options: Options, graph: GameGraph) -> None:
    assert exact_chances(options)[-1] == exact_random(graph)[0][graph.root]


@pytest.mark.parametrize(("options", "graph"), GAMES)
@pytest.mark.parametrize(("k", "rival"), [(3, 6), (None, 4), (5, None)])
def test_duels(options: Options, graph: GameGraph, k: int | None, rival: int | None) -> None:
    wins, rival_wins = ball_duel(options, exact_chances(options), k, rival, 128)
    exact = exact_duel(graph, rows(graph, k), rows(graph, rival))
    for ball, value in ((wins[-1], exact.win_a[graph.root]), (rival_wins[-1], exact.win_b[graph.root])):
        with ctx.workprec(20_000):
            assert ball.contains(arb(value))
            assert float(ball.rad()) < 1e-25
