"""Figures of Beams: cost of the entropy strategies by the order of the entropy, distribution of costs, and the boards."""

from tafelwerk.plots.figure import DrawnBy, Figure

FIGURES = (
    Figure("beams-4.7", "Beams 6c6p: two codes", DrawnBy("beams.examples.codes")),
    Figure(
        "beams-4.9",
        "Beams 6c6p: the board in its rhombus, and a piece in normal position",
        DrawnBy("beams.examples.rhombus"),
    ),
    Figure("beams-4.11", "Beams 3c6p and 6c3p: mean cost over alpha", DrawnBy("beams.means.small_variants")),
    Figure("beams-4.12", "Beams 6c6p: mean cost over alpha", DrawnBy("beams.means.standard_game")),
    Figure(
        "beams-4.13",
        "Beams: number of codes by their cost under H_1",
        DrawnBy("beams.costs.costs", build="tafelwerk build beams --variant 6c6p --strategy h1"),
    ),
    Figure(
        "beams-4.17", "Beams: mean cost over alpha relative to that of H_1", DrawnBy("beams.means.variants_compared")
    ),
    Figure(
        "beams-A.1", "Beams 6c6p: an example opening, after one beam and after two", DrawnBy("beams.examples.opening")
    ),
    Figure("beams-board", "Beams 6c6p: the board with numbered fields and diagonals", DrawnBy("beams.board.standard")),
    Figure(
        "beams-board-directions",
        "Beams square36: the board with numbered rows, columns and diagonals",
        DrawnBy("beams.board.directions"),
    ),
    Figure(
        "beams-board-expert", "Beams 6c10p: the board with numbered fields and diagonals", DrawnBy("beams.board.expert")
    ),
    Figure(
        "beams-board-hex30", "Beams hex30: the board with numbered fields and diagonals", DrawnBy("beams.board.thirty")
    ),
    Figure(
        "beams-board-small",
        "Beams 3c6p and 6c3p: the board with numbered fields and diagonals",
        DrawnBy("beams.board.small"),
    ),
    Figure(
        "beams-board-square",
        "Beams square36: the board with numbered fields and windows",
        DrawnBy("beams.board.square"),
    ),
)
