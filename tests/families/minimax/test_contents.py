"""Builds and sets: what they hold, as their parameters say, and which hold others."""

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.minimax import builds
from tafelwerk.families.minimax.builds import (
    OPEN,
    GamePositions,
    GrundyHeaps,
    MemoryPositions,
    OctalHeaps,
    SubtractionHeaps,
    TictactoePositions,
)
from tafelwerk.families.minimax.rules.games import GAMES
from tafelwerk.families.minimax.rules.heaps import SEARCHED
from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.tables.layout import layout


def test_the_types_of_the_schema_are_those_of_the_rules() -> None:
    types = {(table.name, column.name): column.type for table in layout("minimax") for column in table.columns}
    for column, words in ((("games", "game"), GAMES), (("memory", "rule"), Rule), (("memory", "objective"), Objective)):
        assert types[column] == f"ENUM({', '.join(repr(str(word)) for word in words)})"


def test_builds_are_called_what_their_command_lines_say() -> None:
    names = [
        (GamePositions(" Tictactoe "), "tictactoe"),
        (TictactoePositions(), "tictactoe"),
        (GamePositions("notakto"), "game notakto"),
        (GrundyHeaps(), "grundy --heap 100000"),
        (OctalHeaps("0.77"), "octal 0.77"),
        (SubtractionHeaps([2, 1], heap=77), "subtraction 1,2 --heap 77"),
        (GrundyHeaps(heap=12, misere=True), "grundy --heap 12 --misere"),
        (OctalHeaps("0.16", sparse=True), "octal 0.16 --sparse"),
        (SubtractionHeaps(largest=3), "subtraction --largest 3"),
        (MemoryPositions(5), "memory --pairs 5"),
        (MemoryPositions(5, "forced", "win"), "memory --pairs 5 --rule forced --objective win"),
    ]
    assert [build.name for build, _ in names] == [f"minimax {name}" for _, name in names]
    assert [len(GamePositions(name).tasks) for name in ("tictactoe", "tictactoe-misere")] == [3, 1]


def test_smaller_builds_are_covered() -> None:
    held = {build.digest for build in builds.standard()}
    smaller = [
        GrundyHeaps(heap=5000),
        SubtractionHeaps(largest=4),
        OctalHeaps("0.77", heap=20, misere=True),
        MemoryPositions(5, "forced", "win"),
    ]
    larger = [
        GrundyHeaps(heap=100_001),
        SubtractionHeaps(largest=7),
        OctalHeaps("0.77", heap=60, misere=True),
        MemoryPositions(60),
    ]
    assert [build.is_held(held) for build in (*smaller, *larger)] == [True] * 4 + [False] * 4
    assert not held & {build.digest for build in smaller}
    held = {build.digest for build in builds.full()}
    assert {build.name for build in builds.standard() if not build.is_held(held)} == {
        # their rows come from other searches
        f"minimax octal {code} --heap {SEARCHED}"
        for code in OPEN
    }


def test_what_cannot_be_built() -> None:
    for build, told in [
        (lambda: GamePositions("go"), "unknown game 'go'"),
        (lambda: SubtractionHeaps(largest=0), "--largest must be 1 to 12"),
        (lambda: SubtractionHeaps(largest=13), "--largest must be 1 to 12"),
        (lambda: MemoryPositions(0), "not 0"),
        (lambda: SubtractionHeaps(), "give either a SET"),
        (lambda: OctalHeaps("0.33", sparse=True), "a move leaves two heaps"),
        (lambda: MemoryPositions(5, "none"), "rule cannot be 'none'"),
        (lambda: MemoryPositions(31, "pass", "win"), "not 31"),
        (lambda: OctalHeaps("0.77", heap=61, misere=True), "up to 60 tokens"),
    ]:
        with pytest.raises(InputError, match=told):
            build()
