"""Figures of the switching game, under the numbers of their source, and the board.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 5.
"""

from tafelwerk.plots.figure import Figure
from tafelwerk.plots.switching import agents, boards, rates

_ALL = (
    Figure("switching-5.7", "The game that Cut loses at order 9, heuristic against heuristic", boards.lost_game),
    Figure("switching-5.8", "Heuristic against heuristic: how often Cut wins, by the order of the board", rates.rates),
    Figure("switching-5.9", "Monte-Carlo agents as Short against the heuristic", agents.playouts),
    Figure("switching-5.10", "The heuristic at temperatures: any two, both alike, Short's alone", agents.temperatures),
    Figure("switching-5.11", "Gauss-Seidel sweeps and temperature of Short against the heuristic", agents.sweeps),
    Figure("switching-board", "The board of order 4 before the first move: names of edges, potentials", boards.board),
)

FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
"""Every figure of the family by its name."""
