"""Stored rows proved anew: right ones pass, wrong ones are named."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from altered import Altered, Proof
from sharing import made_once

from tafelwerk.build import runner
from tafelwerk.build.switching import order_build, pairing_build, pairings_build, verify
from tafelwerk.build.switching.proof import board_checks, line_checks, opening_checks, pairing_checks, position_checks
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check


def checked(path: Path, sample: int | None = 40) -> dict[str, Check]:
    with open_book(path) as book:
        return {check.name.removeprefix("switching."): check for check in verify(book, sample)}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with boards of order 2 and 4, and the pairings of order 2."""
    builds = [order_build(2), order_build(4), pairings_build(2)]
    return made_once(
        tmp_path_factory, "switching-small", lambda path: runner.run(path, builds, executor="inline"), "switching"
    )


@pytest.fixture(scope="module")
def altered(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(small, "switching", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def about(table: str, sample: int | None) -> Proof:
    """The proofs that a table's checks are made by."""
    return {
        "edges": board_checks,
        "openings": partial(opening_checks, sample=sample),
        "lines": line_checks,
        "positions": partial(position_checks, sample=sample),
        "pairings": partial(pairing_checks, sample=sample),
    }[table]


def test_the_quick_set_is_right(quick_book: Path) -> None:
    found = checked(quick_book, 20)
    assert [check for check in found.values() if not check.ok] == []
    assert set(found) == {
        "edges: definition",
        "openings: symmetry",
        "openings: games",
        "openings: closest decisions",
        "openings: rates of small boards",
        "lines: replayed",
        "positions: all",
        "positions: solved again",
        "pairings: columns",
        "pairings: fractions",
    }
    assert found["openings: games"].detail.startswith("20 of 84")
    assert found["positions: solved again"].detail.startswith("20 of 414680")


def test_nothing_to_prove(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        ("UPDATE edges SET other = other + 1 WHERE m = 4 AND name = 'B2'", "edges: definition"),
        ("UPDATE edges SET dual = 1 WHERE m = 2 AND edge = 0", "edges: definition"),
        ("UPDATE boards SET nodes = 9 WHERE m = 4", "edges: definition"),
        ("UPDATE openings SET rate_num = '0', rate = 0", "openings: games"),
        ("UPDATE openings SET shortest = 3, longest = 4", "openings: games"),
        ("UPDATE openings SET rate = 0.5 WHERE m = 4", "openings: symmetry"),
        ("UPDATE openings SET longest = longest + 1 WHERE m = 4 AND name = 'A1'", "openings: symmetry"),
        ("DELETE FROM openings WHERE m = 4 AND name = 'A1'", "openings: symmetry"),
        ("UPDATE openings SET gap_num = '1', gap_den = '7', gap = 1 / 7::DOUBLE", "openings: closest decisions"),
        ("UPDATE openings SET gap_states = repeat('0', 13)", "openings: closest decisions"),
        ("DELETE FROM positions WHERE m = 2 AND deleted = 1", "positions: all"),
        ("UPDATE positions SET to_move = 'cut' WHERE m = 2", "positions: all"),
        ("UPDATE positions SET moves = 0", "positions: solved again"),
        ("UPDATE positions SET heuristic = 0", "positions: solved again"),
        ("UPDATE positions SET winner = 'short'", "positions: solved again"),
        ("UPDATE positions SET decided = NOT decided", "positions: solved again"),
        ("UPDATE pairings SET chance = 2", "pairings: columns"),
        ("UPDATE pairings SET cut = 'temperature:0.10' WHERE cut = 'temperature:0.1'", "pairings: columns"),
        ("UPDATE pairings SET games = 5", "pairings: columns"),
        ("UPDATE pairings SET chance = 0.21 WHERE cut = 'random' AND short = 'random'", "pairings: fractions"),
    ],
)
def test_wrong_rows_are_found(damage: str, name: str, altered: Altered) -> None:
    found = altered.named(name, damage, about(name.partition(":")[0], None if "fractions" in name else 40))
    assert not found.ok
    assert "WRONG" in found.detail


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the openings of order 9, and one sampled pairing."""
    builds = [order_build(9), pairing_build(4, "heuristic", "temperature:0.2", 400, 3)]
    return made_once(
        tmp_path_factory, "switching-played", lambda path: runner.run(path, builds, executor="inline"), "switching"
    )


def test_lost_games_and_samples_are_played_again(played: Path) -> None:
    found = checked(played, 3)
    assert all(check.ok for check in found.values())
    assert {"lines: replayed", "pairings: games"} < set(found)


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        ("UPDATE lines SET ties = ties + 1 WHERE ply = 30", "lines: replayed"),
        ("UPDATE lines SET edge = 0, name = 'A1' WHERE ply = 2", "lines: replayed"),
        ("DELETE FROM lines WHERE ply = 110", "lines: replayed"),
        ("UPDATE pairings SET chance = 0.4", "pairings: games"),
        ("UPDATE pairings SET certainty = 'certified', games = NULL, seed = NULL", "pairings: columns"),
    ],
)
def test_wrong_games_are_found(damage: str, name: str, played: Path, tmp_path: Path) -> None:
    with Altered(played, "switching", tmp_path) as altered:
        assert not altered.named(name, damage, about(name.partition(":")[0], 3)).ok
