"""What is stored of searches in tic-tac-toe: rows, and their proof, which names what is wrong.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from altered import Altered
from sharing import made_once

from tafelwerk.build import runner
from tafelwerk.build.minimax import tictactoe_proof
from tafelwerk.build.minimax.positions import game_build, standard
from tafelwerk.build.minimax.tictactoe import LookAheads, NodeCounts, tictactoe_build
from tafelwerk.build.minimax.tictactoe_proof import verify
from tafelwerk.solvers.minimax.tictactoe import board_rank
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(
        tmp_path_factory,
        "minimax-tictactoe",
        lambda path: runner.run(path, [tictactoe_build()], executor="inline"),
        "minimax",
    )


@pytest.fixture(scope="module")
def altered(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(small, "minimax", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


@pytest.fixture(scope="module", autouse=True)
def _one_search_of_the_whole_tree() -> Iterator[None]:
    """Its half a million nodes are visited in one of the proofs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tictactoe_proof, "TicTacToe", cache(tictactoe_proof.TicTacToe))
        patch.setattr(tictactoe_proof, "minimax", cache(tictactoe_proof.minimax))
        yield


def checked(path: Path, sample: int | None = 60) -> dict[str, Check]:
    with open_book(path) as book:
        return {check.name.removeprefix("minimax."): check for check in verify(book, sample)}


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


def test_the_rows_are_right(small: Path) -> None:
    found = checked(small)
    assert [check for check in found.values() if not check.ok] == []
    assert set(found) == {"look_ahead: searches", "node_counts: searches"}
    assert found["look_ahead: searches"].detail.startswith("60 of 54780")


@pytest.mark.slow
def test_more_rows_are_right(small: Path) -> None:
    assert all(check.ok for check in checked(small, 3000).values())


def test_nothing_to_prove(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        ("DELETE FROM look_ahead WHERE rank = 0 AND depth = 3", "look_ahead: searches"),
        ("UPDATE look_ahead SET game = 2 WHERE rank = 0", "look_ahead: searches"),
        ("UPDATE look_ahead SET value = -value", "look_ahead: searches"),
        ("UPDATE look_ahead SET every = NOT every", "look_ahead: searches"),
        ('UPDATE look_ahead SET "some" = NOT "some"', "look_ahead: searches"),
        pytest.param(
            "UPDATE node_counts SET nodes = nodes + 1 WHERE algorithm = 'minimax'",
            "node_counts: searches",
            marks=pytest.mark.slow,
        ),
        ("UPDATE node_counts SET nodes = nodes + 1 WHERE move_order = 'worst first'", "node_counts: searches"),
        ("DELETE FROM node_counts WHERE move_order = 'natural'", "node_counts: searches"),
        ("UPDATE node_counts SET move_order = 'any' WHERE move_order = 'natural'", "node_counts: searches"),
    ],
)
def test_wrong_rows_are_named(damage: str, name: str, altered: Altered) -> None:
    first = altered.first_fault(damage, partial(verify, sample=20))
    assert first.name == f"minimax.{name}"
    assert "WRONG" in first.detail
