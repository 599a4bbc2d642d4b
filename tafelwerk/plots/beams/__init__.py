"""Figures of Beams: what entropy strategies cost over the order of the entropy, how costs are spread, and the boards."""

from tafelwerk.plots.beams import board, costs, means
from tafelwerk.plots.figure import Figure

_ALL = (
    Figure("beams-4.11", "Beams 3c6p and 6c3p: mean cost over alpha", means.small_variants),
    Figure("beams-4.12", "Beams 6c6p: mean cost over alpha", means.standard_game),
    Figure("beams-4.13", "Beams: how many codes cost so much under H_1", costs.costs),
    Figure("beams-4.17", "Beams: mean cost over alpha against that of H_1", means.variants_compared),
    Figure("beams-board", "Beams 6c6p: the board, fields and diagonals by number", board.standard),
    Figure("beams-board-small", "Beams 3c6p and 6c3p: the board, fields and diagonals by number", board.small),
    Figure("beams-board-expert", "Beams 6c10p: the board, fields and diagonals by number", board.expert),
)

FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
"""Every figure of the family by its name."""
