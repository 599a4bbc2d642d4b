"""What agents do in every position: written, read again, used by pairings."""

from pathlib import Path

import numpy as np
import pytest
from books import alter_file
from naive.switching_policies import player_of, policy
from sharing import made_once

from tafelwerk.book import open_book
from tafelwerk.build import runner
from tafelwerk.families.switching import answers
from tafelwerk.families.switching.agents import Duel, holds_agent
from tafelwerk.families.switching.bridg_it import monte_carlo_row
from tafelwerk.families.switching.builds import AgentMoves
from tafelwerk.families.switching.rows import stored_policy
from tafelwerk.families.switching.rules import parse_agent, resolution
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_graph import FREE
from tafelwerk.solvers.switching.switching_positions import board_positions

AGENTS = ("mc:7", "mc:inf", "temperature:0.1", "gauss-seidel:2:0.3", "perfect")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [AgentMoves(2, name) for name in AGENTS]
    return made_once(
        tmp_path_factory, "switching-agents", lambda path: runner.run(path, builds, executor="inline"), "switching"
    )


@pytest.fixture
def copied(book: Path, tmp_path: Path) -> Path:
    (tmp_path / "switching.duckdb").write_bytes((book / "switching.duckdb").read_bytes())
    return tmp_path


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_read_is_what_was_written(book: Path, name: str) -> None:
    expected = agent_policy(board_positions(2), parse_agent(name))
    with open_book(book) as opened:
        found = stored_policy(opened, 2, name)
    assert found is not None
    assert found.chances.tobytes() == expected.chances.tobytes()
    assert (expected.errors <= resolution(name)).all()
    assert (found.errors == resolution(name)).all()


def test_what_is_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(book) as opened, open_book(tmp_path, pocket=False) as empty:
        assert holds_agent(opened, 2, "mc:7")
        for asked, order, name in ((opened, 2, "mc:8"), (opened, 3, "mc:7"), (empty, 2, "mc:7")):
            assert not holds_agent(asked, order, name)
            assert stored_policy(asked, order, name) is None


def duel(short: str, book: Path) -> tuple[answers.Duel, float]:
    """mc:7 as Cut on the board of order 2, and how much work that is."""
    with open_book(book, pocket=False) as opened:
        computation = Duel(2, "mc:7", short).computation(opened)
        return computation.run(), computation.operations


def test_duels_use_what_is_stored(copied: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A row altered by hand comes through: the agents are not worked out again."""
    empty = tmp_path_factory.mktemp("empty")
    (stored, less), (right, more) = duel("temperature:0.1", copied), duel("temperature:0.1", empty)
    assert stored == right
    assert less < more
    alter_file(copied / "switching.duckdb", "UPDATE agents SET chance = 0 WHERE agent = 'mc:7'")
    assert duel("temperature:0.1", copied)[0].short == 0


def test_an_incomplete_agent_is_worked_out(copied: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    alter_file(copied / "switching.duckdb", "DELETE FROM agents WHERE agent = 'mc:7' AND edge = 0")
    assert duel("perfect", copied)[0] == duel("perfect", tmp_path_factory.mktemp("empty"))[0]


@pytest.mark.parametrize("name", ["mc:1", "mc:2", "mc:1000", "mc:inf"])
def test_plain_sums(name: str) -> None:
    """The law of wins in plain sums; of many playouts some edges are certain among doubtful ones."""
    positions, agent = board_positions(2), parse_agent(name)
    chances = policy(2, name).chances
    for number in np.flatnonzero(positions.won == FREE).tolist():
        player = player_of(int(positions.to_move[number]))
        found = monte_carlo_row(positions.graph, positions.states(number), player, agent)
        row = {int(positions.game.labels[place]): chances[place] for place in positions.game.edges_of(number)}
        assert set(found) <= set(row)
        assert {edge: pytest.approx(chance, abs=1e-10) for edge, chance in row.items()} == dict.fromkeys(
            row, 0.0
        ) | found
