"""What is stored of searches in tic-tac-toe.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

from pathlib import Path

import pytest
from sharing import made_once

from tafelwerk.build import runner
from tafelwerk.build.minimax.positions import game_build, standard
from tafelwerk.build.minimax.tictactoe import LookAheads, NodeCounts, tictactoe_build
from tafelwerk.rules.minimax.tictactoe import board_rank
from tafelwerk.tables.book import open_book


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(
        tmp_path_factory,
        "minimax-tictactoe",
        lambda path: runner.run(path, [tictactoe_build()], executor="inline"),
        "minimax",
    )


def test_one_build() -> None:
    """The contract's line, whichever way it is asked for."""
    build = tictactoe_build()
    assert build.name == "minimax tictactoe"
    assert game_build("tictactoe") == build
    assert build in list(standard())
    assert game_build("notakto").name == "minimax game notakto"
    assert len(game_build("tictactoe-misere").tasks) == 1


def test_rows(small: Path) -> None:
    with open_book(small) as book:
        counted = book.rows("minimax", "SELECT algorithm, move_order, nodes FROM minimax.node_counts")
        nodes = {row[:2]: row[2] for row in counted}
        assert nodes["alpha-beta", "natural"] == 18_297
        assert {count for (algorithm, _), count in nodes.items() if algorithm == "minimax"} == {549_946}
        assert nodes["alpha-beta", "best first"] < nodes["alpha-beta", "natural"] < nodes["alpha-beta", "worst first"]
        assert len(nodes) == NodeCounts().expected_rows() == 12
        wanted = board_rank("XO.......")
        rows = book.rows(
            "minimax",
            'SELECT depth, value, every, "some" FROM minimax.look_ahead WHERE game = 1 AND rank = ? ORDER BY depth',
            wanted,
        )
        assert [row[0] for row in rows] == list(range(10))
        assert rows[0][1:] == (1, True, True)
        # X wins: seen at last
        assert rows[9][1:] == (9, True, True)
        assert book.rows("minimax", "SELECT count(*) FROM minimax.look_ahead") == [(LookAheads().expected_rows(),)]
        assert book.rows("minimax", "SELECT count(*) FROM minimax.look_ahead WHERE depth >= 6 AND NOT every") == [(0,)]
        assert book.rows("minimax", 'SELECT count(*) FROM minimax.look_ahead WHERE every AND NOT "some"') == [(0,)]
