"""Heap games in the book: how many heaps are stored, and by which command lines."""

from tafelwerk.tables.minimax.rules import Rules
from tafelwerk.tables.minimax.words import FAMILY

GRUNDY_HEAP = 100_000
"""Heaps of Grundy's game that are built where nothing else is asked for."""

SEARCHED = 50_000
"""A search for a period that went so far without one is an answer."""

LEAST_STORED = 1000
"""Heaps that are stored of every game, also where its period is proved by fewer."""

OCTAL_HEAPS, SUBTRACTION_HEAPS = 200_000, 1_000_000
"""Heaps within which a period is looked for unless something else is asked for."""


def search_limit(rules: Rules) -> int:
    """Heaps within which the period of a game is looked for unless something else is asked for."""
    return SUBTRACTION_HEAPS if rules.name.startswith("subtraction") else OCTAL_HEAPS


def heaps_build_line(rules: Rules, heap: int | None = None) -> str:
    """The command line that puts a game's values into the book; `heap`: up to there, else as far as its period needs."""
    if rules.name == "grundy" and heap is None:
        heap = GRUNDY_HEAP
    return f"tafelwerk build {FAMILY} {rules}" + ("" if heap is None else f" --heap {heap}")


def misere_build_line(rules: Rules, heap: int) -> str:
    """The command line that puts single heaps under misere play into the book, up to `heap`."""
    return f"{heaps_build_line(rules, heap)} --misere"
