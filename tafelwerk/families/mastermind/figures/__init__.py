"""Figures of Mastermind under the numbers of their source, and one more.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 4.
"""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure("mastermind-4.6", "Mastermind: mean number of queries over alpha", "mastermind.strategies.means_over_alpha"),
    Figure(
        "mastermind-4.17",
        "Mastermind and the root model over alpha, against optimal play",
        "mastermind.strategies.games_over_alpha",
    ),
    Figure(
        "mastermind-colours",
        "Mastermind: how H_1 grows with the number of colours",
        "mastermind.strategies.means_over_colours",
    ),
    Figure(
        "mastermind-queries",
        "Mastermind: how many codes each strategy finds with how many queries",
        "mastermind.strategies.queries",
    ),
)
