"""Figures of the classic toolbox: heap games, Memory, tic-tac-toe, burnt pancakes."""

from tafelwerk.plots.figure import Figure
from tafelwerk.plots.minimax import heaps, memory, positions

_ALL = (
    Figure(
        "minimax-grundy",
        "Grundy values: Kayles and Dawson's Kayles by their periods, Grundy's game as a whole",
        heaps.grundy,
    ),
    Figure(
        "minimax-memory", "Memory: what every position is worth, and where passing or declining is best", memory.values
    ),
    Figure("minimax-memory-start", "Memory: what the first turn is worth, by pairs, rule and objective", memory.starts),
    Figure("minimax-nodes", "Tic-tac-toe: nodes of minimax and alpha-beta by the order of moves", positions.nodes),
    Figure(
        "minimax-look-ahead", "Tic-tac-toe: how often looking ahead keeps the value, by depth", positions.look_ahead
    ),
    Figure("minimax-pancakes", "Burnt pancakes: stacks by the flips that they need", positions.pancakes),
)

FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
"""Every figure of the family by its name."""
