"""Figures of Mastermind under the numbers of their source, and one more.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 4.
"""

from tafelwerk.plots.figure import DrawnBy, Figure

FIGURES = (
    Figure(
        "mastermind-4.6",
        "Mastermind: mean number of queries over alpha",
        DrawnBy("mastermind.strategies.means_over_alpha"),
    ),
    Figure(
        "mastermind-4.17",
        "Mastermind and the root model over alpha, against optimal play",
        DrawnBy("mastermind.strategies.games_over_alpha"),
    ),
    Figure(
        "mastermind-colours",
        "Mastermind: how H_1 grows with the number of colours",
        DrawnBy("mastermind.strategies.means_over_colours"),
    ),
    Figure(
        "mastermind-queries",
        "Mastermind: how many codes each strategy finds with how many queries",
        DrawnBy("mastermind.strategies.queries"),
    ),
)
