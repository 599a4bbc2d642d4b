"""The proofs' own agents against the solvers', and their games against each other."""

import pytest
from naive.switching_policies import policy

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.proofs.switching.replayed_games import can_play, play
from tafelwerk.proofs.switching.small_boards import pair, rounding
from tafelwerk.solvers.switching import switching_duels
from tafelwerk.solvers.switching.switching_duels import simulate
from tafelwerk.solvers.switching.switching_graph import make_board
from tafelwerk.solvers.switching.switching_positions import board_positions


@pytest.mark.parametrize(
    ("cut", "short"),
    [
        ("annealing:0.5", "gauss-seidel:3:0.2:1.5"),
        ("gauss-seidel:4:0:1.7", "annealing:2"),
        ("gauss-seidel:2:inf:0.3", "random"),
        ("temperature:0.001", "gauss-seidel:40:0.1"),
    ],
)
def test_certified_chances(cut: str, short: str) -> None:
    positions = board_positions(2)
    found = switching_duels.pair(positions, policy(2, cut), policy(2, short))
    most = rounding(parse_agent(cut)) + rounding(parse_agent(short))
    assert found.error <= most
    assert abs(pair(2, cut, short) - found.short) <= found.error + most * found.short + 1e-300


@pytest.mark.parametrize("short", ["gauss-seidel:2:0.3:warm", "gauss-seidel:1:random", "gauss-seidel:5:0.2:1.6:warm"])
def test_sampled_chances(short: str) -> None:
    """Other games of sweeps that start elsewhere."""
    agents, games = (parse_agent("random"), parse_agent(short)), 3000
    assert can_play(agents[1])
    one = simulate(make_board(3).graph, *agents, games, seed=2).short
    other = play(3, *agents, games, seed=3)
    assert abs(one - other) < 4.5 * (games / 2) ** 0.5


def test_what_is_not_played_again() -> None:
    for name in ("perfect", "mc:inf", "edge-count", "k-best:2:2", "shortest-path:0.1", "gauss-seidel:30", "mc:2000"):
        assert not can_play(parse_agent(name))
    assert can_play(parse_agent("gauss-seidel:40:0.1"))
