"""Kinds of error in a book of whole games, heap games and Memory."""

from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.minimax.builds import game_build, heaps_build, memory_build, misere_build, sets_build, sparse_build
from tafelwerk.build.runner import run
from tafelwerk.rules.minimax.heaps import GRUNDY, octal_game

GAMES = ("tictactoe", "tictactoe-wild", "notakto", "nim-passes", "burnt-pancakes-4")


def make(folder: Path) -> None:
    builds = [
        *map(game_build, GAMES),
        heaps_build(GRUNDY, 300),
        heaps_build(octal_game("0.77")),
        heaps_build(octal_game("0.77"), 100),
        heaps_build(octal_game("0.6"), 400),
        sparse_build(octal_game("0.055")),
        sparse_build(octal_game("0.156")),
        sets_build(2),
        misere_build(GRUNDY, 20),
        misere_build(octal_game("0.77"), 14),
        *(memory_build(6, rule) for rule in ("pass", "forced")),
        *(memory_build(3, rule, "win") for rule in ("pass", "forced")),
    ]
    run(folder, builds, executor="inline")


OWN = {
    "misere.moves": "list_append(moves, [60])",
    # the same in both rows
    "sparse_periods.alternating": "NOT alternating",
    "memory.actions": "[CASE WHEN actions[1] = 'pass' THEN 'take' ELSE 'pass' END]",
}
PLANTED = Planted("minimax", make, lies("minimax"), OWN)
