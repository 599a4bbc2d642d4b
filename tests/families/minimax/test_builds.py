"""Builds and sets: names, rows that are expected, and which builds hold others."""

import pytest

from tafelwerk.families.minimax import builds
from tafelwerk.families.minimax.builds import GrundyHeaps, MemoryPositions, OctalHeaps, SubtractionHeaps
from tafelwerk.families.minimax.memory import Memory
from tafelwerk.families.minimax.rules.games import GAMES
from tafelwerk.families.minimax.rules.heaps import SEARCHED
from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.tables.layout import layout
from tafelwerk.tables.questions import BUDGET


def test_the_types_of_the_schema_are_those_of_the_rules() -> None:
    types = {(table.name, column.name): column.type for table in layout("minimax") for column in table.columns}
    for column, words in ((("games", "game"), GAMES), (("memory", "rule"), Rule), (("memory", "objective"), Objective)):
        assert types[column] == f"ENUM({', '.join(repr(str(word)) for word in words)})"


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
    # their rows come from other searches
    other = {f"minimax octal {code} --heap {SEARCHED}" for code in builds.OPEN}
    assert {build.name for build in builds.standard() if not build.is_held(held)} == other


@pytest.mark.parametrize(
    "task",
    [
        builds.Turns(5, "forced", "gain"),
        builds.Turns(3, "pass", "win"),
        *map(builds.Whole, ("nim-passes", "notakto-2", "burnt-pancakes-6")),
    ],
)
def test_rows_that_are_expected(task: builds.Turns | builds.Whole) -> None:
    rows = 0
    for table in task.run().values():
        columns = [column for column in table.values() if not isinstance(column, str) and hasattr(column, "__len__")]
        rows += len(columns[0]) if columns else 1
    assert task.expected_rows() == rows


def test_memory_that_is_computed_unasked() -> None:
    for objective, quick, long in (("gain", 50, 100), ("win", 12, 30)):
        work = [Memory(pairs, 7, "pass", objective).operations() for pairs in (quick, long)]
        assert work[0] <= BUDGET < work[1]
