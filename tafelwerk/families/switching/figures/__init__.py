"""Figures of the switching game, under the numbers of their source, and the board.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 5.
"""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure("switching-5.3", "Boards of orders 2, 3 and 4: self-dual graphs", "switching.boards.small"),
    Figure(
        "switching-5.5",
        "The smallest board on which the heuristic can be beaten: a game with potentials",
        "switching.boards.smallest",
    ),
    Figure(
        "switching-5.6",
        "Order 4: Short beats the heuristic after every opening, one game each",
        "switching.boards.every_opening",
    ),
    Figure(
        "switching-5.7", "The game that Cut loses at order 9, heuristic against heuristic", "switching.boards.lost_game"
    ),
    Figure(
        "switching-5.8",
        "Heuristic against heuristic: how often Cut wins, by the order of the board",
        "switching.rates.rates",
    ),
    Figure(
        "switching-5.9",
        "Monte-Carlo agents as Short against the heuristic",
        "switching.rates.playouts",
        build="tafelwerk build switching --order 3 --pairings",
    ),
    Figure(
        "switching-5.10",
        "The heuristic at temperatures: any two, equal ones, Short's alone",
        "switching.rates.temperatures",
        build="tafelwerk build switching --order 3 --pairings",
    ),
    Figure(
        "switching-5.11",
        "Gauss-Seidel agents as Short against the heuristic, by sweeps and temperature",
        "switching.rates.sweeps",
        build="tafelwerk build switching --order 3 --pairings",
    ),
    Figure(
        "switching-board",
        "The board of order 4 before the first move: names of edges and potentials",
        "switching.boards.board",
    ),
)
