"""Default sizes of builds, and the command lines of builds."""

from tafelwerk.rules.minimax.heaps import GRUNDY, HeapGame
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.tables.minimax.words import FAMILY

GRUNDY_HEAP = 100_000
"""Largest heap of Grundy's game that is built by default."""

SEARCHED = 50_000
"""Least heap that a search without a period must have reached to count as an answer."""

LEAST_STORED = 1000
"""Heap up to which every game is stored, even if fewer heaps prove its period."""


def heaps_build_line(game: HeapGame, heap: int | None = None, misere: bool = False) -> str:
    """The command line that builds a game's values up to `heap`, or with `misere` single heaps. Default: as the period needs."""
    if game == GRUNDY and heap is None:
        heap = GRUNDY_HEAP
    upto = "" if heap is None else f" --heap {heap}"
    return f"tafelwerk build {FAMILY} {game}{upto}{' --misere' * misere}"


def sparse_build_line(game: HeapGame) -> str:
    """The command line that builds the period of an octal game through a finite sparse space."""
    return f"tafelwerk build {FAMILY} {game} --sparse"


def memory_build_line(pairs: int, rule: str = Rule.PASS, objective: str = Objective.GAIN) -> str:
    """The command line that builds all positions of Memory up to a number of pairs."""
    words = "" if rule == Rule.PASS else f" --rule {rule}"
    words += "" if objective == Objective.GAIN else f" --objective {objective}"
    return f"tafelwerk build {FAMILY} memory --pairs {pairs}{words}"


def game_build_line(name: str) -> str:
    """The command line that builds a game over ranks."""
    return f"tafelwerk build {FAMILY} {name if name == 'tictactoe' else f'game {name}'}"
