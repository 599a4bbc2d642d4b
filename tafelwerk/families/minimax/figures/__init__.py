"""Figures of the classic toolbox: heap games, Memory, tic-tac-toe, burnt pancakes."""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure(
        "minimax-grundy",
        "Grundy values: Kayles and Dawson's Kayles by their periods, Grundy's game as a whole",
        "minimax.toolbox.grundy",
    ),
    Figure(
        "minimax-look-ahead",
        "Tic-tac-toe: how often a look-ahead keeps the value, by depth",
        "minimax.toolbox.look_ahead",
        build="tafelwerk build minimax tictactoe",
    ),
    Figure(
        "minimax-memory",
        "Memory: value of every position, and where passing or declining is best",
        "minimax.toolbox.memory_values",
    ),
    Figure(
        "minimax-memory-start",
        "Memory: value of the first turn by pairs, rule and objective",
        "minimax.toolbox.memory_starts",
    ),
    Figure(
        "minimax-nodes",
        "Tic-tac-toe: nodes of minimax and alpha-beta by the order of moves",
        "minimax.toolbox.nodes",
        build="tafelwerk build minimax tictactoe",
    ),
    Figure(
        "minimax-pancakes",
        "Burnt pancakes: stacks by the number of flips needed",
        "minimax.toolbox.pancakes",
        build="tafelwerk build minimax game burnt-pancakes-7",
    ),
)
