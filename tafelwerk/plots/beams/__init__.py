"""Figures of Beams: what entropy strategies cost over the order of the entropy, how costs are spread, and the boards."""

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
        "Beams: how many codes cost so much under H_1",
        DrawnBy("beams.costs.costs", build="tafelwerk build beams --variant 6c6p --strategy h1"),
    ),
    Figure("beams-4.17", "Beams: mean cost over alpha against that of H_1", DrawnBy("beams.means.variants_compared")),
    Figure(
        "beams-A.1", "Beams 6c6p: a worked opening, after one beam and after two", DrawnBy("beams.examples.opening")
    ),
    Figure("beams-board", "Beams 6c6p: the board, fields and diagonals by number", DrawnBy("beams.board.standard")),
    Figure(
        "beams-board-directions",
        "Beams square36: rows, columns and diagonals by number",
        DrawnBy("beams.board.directions"),
    ),
    Figure(
        "beams-board-expert", "Beams 6c10p: the board, fields and diagonals by number", DrawnBy("beams.board.expert")
    ),
    Figure(
        "beams-board-hex30", "Beams hex30: the board, fields and diagonals by number", DrawnBy("beams.board.thirty")
    ),
    Figure(
        "beams-board-small",
        "Beams 3c6p and 6c3p: the board, fields and diagonals by number",
        DrawnBy("beams.board.small"),
    ),
    Figure(
        "beams-board-square", "Beams square36: the board, fields and windows by number", DrawnBy("beams.board.square")
    ),
)
