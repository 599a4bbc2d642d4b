"""The proofs' own agents against the solvers', and their games against each other."""

import pytest

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.proofs.switching.replayed_games import can_play, play
from tafelwerk.solvers.switching.switching_duels import simulate
from tafelwerk.solvers.switching.switching_graph import make_board


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
