"""Kinds of error in a book of whole games, heap games and Memory."""

from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.minimax.builds import GamePositions, GrundyHeaps, MemoryPositions, OctalHeaps, SubtractionHeaps

GAMES = ("tictactoe", "tictactoe-wild", "notakto", "nim-passes", "burnt-pancakes-4")


def make(folder: Path) -> None:
    builds = [
        *map(GamePositions, GAMES),
        GrundyHeaps(heap=300),
        OctalHeaps("0.77"),
        OctalHeaps("0.77", heap=100),
        OctalHeaps("0.6", heap=400),
        OctalHeaps("0.055", sparse=True),
        OctalHeaps("0.156", sparse=True),
        SubtractionHeaps(largest=2),
        GrundyHeaps(heap=20, misere=True),
        OctalHeaps("0.77", heap=14, misere=True),
        *(MemoryPositions(6, rule) for rule in ("pass", "forced")),
        *(MemoryPositions(3, rule, "win") for rule in ("pass", "forced")),
    ]
    run(folder, builds, executor="inline")


OWN = {
    "misere.moves": "list_append(moves, [60])",
    # the same in both rows
    "sparse_periods.alternating": "NOT alternating",
    "memory.actions": "[CASE WHEN actions[1] = 'pass' THEN 'take' ELSE 'pass' END]",
}
PLANTED = Planted("minimax", make, lies("minimax"), OWN)
