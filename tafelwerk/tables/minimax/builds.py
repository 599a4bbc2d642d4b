"""What is built by default, and the command lines that put it into the book."""

from tafelwerk.rules.minimax.heaps import GRUNDY, HeapGame
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.tables.minimax.words import FAMILY

GRUNDY_HEAP = 100_000
"""Heaps of Grundy's game that are built by default."""

SEARCHED = 50_000
"""A search for a period that went so far without one is an answer."""

LEAST_STORED = 1000
"""Heaps that are stored of every game, also where its period is proved by fewer."""


def heaps_build_line(game: HeapGame, heap: int | None = None, misere: bool = False) -> str:
    """The line of a game's values up to `heap`, by default as far as its period needs; or of single heaps under misere play."""
    if game == GRUNDY and heap is None:
        heap = GRUNDY_HEAP
    upto = "" if heap is None else f" --heap {heap}"
    return f"tafelwerk build {FAMILY} {game}{upto}{' --misere' * misere}"


def memory_build_line(pairs: int, rule: str = Rule.PASS, objective: str = Objective.GAIN) -> str:
    """The command line that builds all positions of Memory up to a number of pairs."""
    words = "" if rule == Rule.PASS else f" --rule {rule}"
    words += "" if objective == Objective.GAIN else f" --objective {objective}"
    return f"tafelwerk build {FAMILY} memory --pairs {pairs}{words}"


def game_build_line(name: str) -> str:
    """The line of a game over ranks."""
    return f"tafelwerk build {FAMILY} {name if name == 'tictactoe' else f'game {name}'}"
