"""The family's name, and how far heap games are stored."""

FAMILY = "minimax"

GRUNDY_HEAP = 100_000
"""Largest heap of Grundy's game that is built by default."""

SEARCHED = 50_000
"""Least heap that a search without a period must have reached to count as an answer."""

LEAST_STORED = 1000
"""Heap up to which every game is stored, even if fewer heaps prove its period."""
