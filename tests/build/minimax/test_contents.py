"""Builds and sets: what they hold, as their parameters say, and which hold others."""

import pytest

from tafelwerk.build import minimax
from tafelwerk.build.minimax.builds import game_build, heaps_build, memory_build, misere_build, sets_build, sparse_build
from tafelwerk.build.minimax.sets import OPEN
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.heaps import GRUNDY, octal_game, subtraction_game
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.tables.layout import layout
from tafelwerk.tables.minimax.builds import SEARCHED

KAYLES = octal_game("0.77")


def test_the_types_of_the_schema_are_those_of_the_rules() -> None:
    types = {(table.name, column.name): column.type for table in layout("minimax") for column in table.columns}
    for column, words in ((("games", "game"), GAMES), (("memory", "rule"), Rule), (("memory", "objective"), Objective)):
        assert types[column] == f"ENUM({', '.join(repr(str(word)) for word in words)})"


def test_builds_are_called_what_their_command_lines_say() -> None:
    names = [
        (game_build(" Tictactoe "), "tictactoe"),
        (game_build("notakto"), "game notakto"),
        (heaps_build(GRUNDY), "grundy --heap 100000"),
        (heaps_build(KAYLES), "octal 0.77"),
        (heaps_build(subtraction_game([2, 1]), 77), "subtraction 1,2 --heap 77"),
        (misere_build(GRUNDY, 12), "grundy --heap 12 --misere"),
        (sparse_build(octal_game("0.16")), "octal 0.16 --sparse"),
        (sets_build(3), "subtraction --largest 3"),
        (memory_build(5), "memory --pairs 5"),
        (memory_build(5, "forced", "win"), "memory --pairs 5 --rule forced --objective win"),
    ]
    assert [build.name for build, _ in names] == [f"minimax {name}" for _, name in names]
    assert [len(game_build(name).tasks) for name in ("tictactoe", "tictactoe-misere")] == [3, 1]


def test_smaller_builds_are_covered() -> None:
    held = {build.digest for build in minimax.standard()}
    smaller = [heaps_build(GRUNDY, 5000), sets_build(4), misere_build(KAYLES, 20), memory_build(5, "forced", "win")]
    larger = [heaps_build(GRUNDY, 100_001), sets_build(7), misere_build(KAYLES, 60), memory_build(60)]
    assert [build.is_held(held) for build in (*smaller, *larger)] == [True] * 4 + [False] * 4
    assert not held & {build.digest for build in smaller}
    held = {build.digest for build in minimax.full()}
    assert {build.name for build in minimax.standard() if not build.is_held(held)} == {
        # their rows come from other searches
        f"minimax octal {code} --heap {SEARCHED}"
        for code in OPEN
    }


def test_what_cannot_be_built() -> None:
    for build, told in [
        (lambda: game_build("go"), "unknown game 'go'"),
        (lambda: sets_build(0), "--largest must be 1 to 12"),
        (lambda: sets_build(13), "--largest must be 1 to 12"),
        (lambda: memory_build(0), "not 0"),
        (lambda: memory_build(5, "none"), "rule cannot be 'none'"),
        (lambda: memory_build(31, "pass", "win"), "not 31"),
        (lambda: misere_build(KAYLES, 61), "up to 60 tokens"),
    ]:
        with pytest.raises(InputError, match=told):
            build()
