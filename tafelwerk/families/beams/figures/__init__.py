"""Figures of Beams: cost of the entropy strategies by the order of the entropy, distribution of costs, and the boards."""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure("beams-4.7", "Beams 6c6p: two codes", "beams.boards.codes", has_rows=False),
    Figure(
        "beams-4.9",
        "Beams 6c6p: the board in its rhombus, and a piece in normal position",
        "beams.boards.rhombus",
        has_rows=False,
    ),
    Figure("beams-4.11", "Beams 3c6p and 6c3p: mean cost over alpha", "beams.costs.small_variants"),
    Figure("beams-4.12", "Beams 6c6p: mean cost over alpha", "beams.costs.standard_game"),
    Figure(
        "beams-4.13",
        "Beams: number of codes by their cost under H_1",
        "beams.costs.costs",
        build="tafelwerk build beams --variant 6c6p --strategy h1",
    ),
    Figure("beams-4.17", "Beams: mean cost over alpha relative to that of H_1", "beams.costs.variants_compared"),
    Figure(
        "beams-A.1",
        "Beams 6c6p: an example opening, after one beam and after two",
        "beams.boards.opening",
        has_rows=False,
    ),
    Figure(
        "beams-board",
        "Beams 6c6p: the board with numbered fields and diagonals",
        "beams.boards.standard",
        has_rows=False,
    ),
    Figure(
        "beams-board-directions",
        "Beams square36: the board with numbered rows, columns and diagonals",
        "beams.boards.directions",
        has_rows=False,
    ),
    Figure(
        "beams-board-expert",
        "Beams 6c10p: the board with numbered fields and diagonals",
        "beams.boards.expert",
        has_rows=False,
    ),
    Figure(
        "beams-board-hex30",
        "Beams hex30: the board with numbered fields and diagonals",
        "beams.boards.thirty",
        has_rows=False,
    ),
    Figure(
        "beams-board-small",
        "Beams 3c6p and 6c3p: the board with numbered fields and diagonals",
        "beams.boards.small",
        has_rows=False,
    ),
    Figure(
        "beams-board-square",
        "Beams square36: the board with numbered fields and windows",
        "beams.boards.square",
        has_rows=False,
    ),
)
