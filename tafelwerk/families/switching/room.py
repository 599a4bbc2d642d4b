"""The Shannon switching game in the museum: what a visitor reads of it, and what was found."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_board() -> "Picture":
    from tafelwerk.families.switching.board import place_position
    from tafelwerk.families.switching.figures.drawings import lattice_picture
    from tafelwerk.families.switching.positions import read_moves
    from tafelwerk.solvers.switching.switching_graph import make_board

    board = make_board(4)
    return lattice_picture(place_position(board, read_moves(board, "A1 C3 D6 D4 E5 B2")[0]), named=False)


ROOMS = (
    Room(
        family="switching",
        name="bridg-it",
        title="Bridg-It",
        about="One player joins two sides of a board, the other cuts them apart; exactly one of them succeeds.",
        rules=(
            "The board is a lattice of links between two sides. The players, Short and Cut, move in turn. Short makes a"
            " free link"
            " his for good; Cut removes one. Short wins when his links join the two sides; Cut wins when they can no"
            " longer be"
            " joined. There is no draw, and on a Bridg-It board whoever moves first can win.",
            "The same game is played on any network with two marked places; it is Shannon's switching game.",
        ),
        picture='tafelwerk switching move --order 4 --moves "A1 C3 D6" --policy heuristic',
        shows="The board of order 4 before the first move, its links between the left and the right side.",
        example=(
            "Claude Shannon built a machine that played Cut: it saw the board as a network of resistors with a battery"
            " across it and"
            " cut the link across which the voltage was greatest. It hardly ever lost, and yet it does not play perfectly.",
        ),
        games=(("switching", "Play Bridg-It"),),
        asks=(
            ("tafelwerk switching move --order 4 --policy heuristic", "The best move"),
            ("tafelwerk switching winrate 10", "How often Shannon's machine wins against itself"),
        ),
        figures=("switching-5.8", "switching-5.5", "switching-5.9"),
        draw=_draw_board,
        also=("switching", "shannon", "gale", "bridgit"),
    ),
)

FINDINGS = (
    Finding(
        room="bridg-it",
        name="shannon-loses",
        title="Shannon's heuristic loses what it should win",
        question="How good was Shannon's machine?",
        query="SELECT max(m) FILTER (safe) AS safe, min(m) FILTER (losing > 0) AS first FROM ("
        "SELECT m, losing, bool_and(cut = 1) OVER (ORDER BY m) AS safe FROM switching.rates) HAVING first IS NOT NULL",
        sentence="Where both players follow the largest potential difference, the one who moves first always wins on"
        " Bridg-It boards"
        " up to order {safe}; from order {first} on, some of his openings always lose.",
        command="tafelwerk switching winrate 10",
        figure="switching-5.8",
    ),
)
