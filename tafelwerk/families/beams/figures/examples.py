"""Examples: two codes, a piece in the rhombus in which pieces are counted, and the first two beams of a game.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, figures 4.7, 4.9 and A.1. The beams are
the source's, codes and piece are not. No rows of the book are needed.
"""

from math import sqrt

from tafelwerk.families.beams.figures.board import GAP, HEXAGON, PIECES, UNIT, Position, at, board_panel
from tafelwerk.families.beams.rules.board import variant_of
from tafelwerk.plots.colours import FIELD, MUTED, OUTLINE, PAPER
from tafelwerk.plots.lazy import Book, Drawing, Record, alt
from tafelwerk.plots.style import chart, hints, panel, titled

CODES = ("155515222155244113224313444336663666", "663362331662331562111552221555444444")
"""Two codes of 6c6p: the colours of the fields."""

BOARD = variant_of("6c6p").board
RADIUS = 3
"""The board of 6c6p and its greatest coordinate."""

PIECE = ((-3, 3), (-2, 3), (-2, 2), (-1, 2), (-1, 1), (-3, 2))
"""A piece of six fields (q, r) that touches the left and the lower side of the rhombus."""

OPENING = ((1, 17, "1,3"), (2, 3, "1,2,4"))
"""The beams of appendix A.2 as colour, diagonal and places hit; red is colour 1, yellow colour 2."""


def codes(book: Book) -> Drawing:
    """Figure 4.7: codes, each colour on six connected fields."""
    boards = [board_panel(BOARD, Position(BOARD, tuple(map(int, code)))) for code in CODES]
    return titled(
        alt.hconcat(*boards, spacing=40),
        "Beams 6c6p: two codes",
        "Each of the six colours has six connected fields; the centre has no colour.",
    )


def rhombus(book: Book) -> Drawing:
    """Figure 4.9: pieces are counted up to translation, within the smallest rhombus around the board."""
    radius = RADIUS
    span = range(-radius, radius + 1)
    records: list[Record] = []
    for r in span:
        for q in span:
            on_board = abs(q + r) <= radius and (q, r) != (0, 0)
            fill = PIECES[0][0] if (q, r) in PIECE else FIELD if on_board else PAPER
            kind = "a piece" if (q, r) in PIECE else "the board" if on_board else "the rhombus"
            records.append(at(BOARD, q, r) | {"fill": fill, "stroke": OUTLINE if on_board else MUTED, "kind": kind})
    reach = 1.5 * radius + 0.8
    scale = alt.Scale(domain=[-reach, reach], nice=False)
    height = (radius + 0.8) * sqrt(3) / 2
    upwards = alt.Scale(domain=[-height, height], nice=False)
    cells = chart(records).mark_point(shape=HEXAGON, size=(2 * UNIT / sqrt(3) * GAP) ** 2, opacity=1)
    layer = cells.encode(
        x=alt.X("x:Q", axis=None, scale=scale),
        y=alt.Y("y:Q", axis=None, scale=upwards),
        tooltip=hints(kind="field of"),
        fill=alt.Fill("fill:N", scale=None, legend=None),
        stroke=alt.Stroke("stroke:N", scale=None, legend=None),
    )
    return titled(
        panel(layer, width=2 * reach * UNIT, height=2 * height * UNIT, frame=False),
        "Beams 6c6p: the board in the rhombus around it, and a piece in normal position",
        "Pieces are counted up to translation: those that touch the left and the lower side of the rhombus, 814 in all.",
        "Filled: a piece. Shaded: the board. Empty: the rest of the rhombus, and the centre.",
    )


def opening(book: Book) -> Drawing:
    """Figure A.1: what the beams hit."""
    known = [0] * len(BOARD.fields)
    boards = []
    for beams, (colour, diagonal, places) in enumerate(OPENING, 1):
        for place in places.split(","):
            known[BOARD.windows[diagonal - 1][int(place) - 1]] = colour
        boards.append(board_panel(BOARD, Position(BOARD, tuple(known), OPENING[:beams])))
    history = "; ".join(f"{colour}@{diagonal} {places}" for colour, diagonal, places in OPENING)
    return titled(
        alt.hconcat(*boards, spacing=40),
        f"Beams 6c6p: after {history.split(';')[0]}, and after {history.split('; ')[1]}",
        "Coloured: fields that were hit. At the edge: the diagonal, the colour asked for on it, the places hit.",
        "What follows for other fields is drawn by",
        f'tafelwerk beams next --variant 6c6p --history "{history}" -o board.svg',
    )
