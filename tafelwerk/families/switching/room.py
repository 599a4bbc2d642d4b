"""The Shannon switching game in the museum: what a visitor reads of it, where pages begin it, what was found, and figures."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_board() -> "Picture":
    from tafelwerk.families.switching.board import place_position
    from tafelwerk.families.switching.figures import lattice_picture
    from tafelwerk.families.switching.positions import read_moves
    from tafelwerk.solvers.switching.switching_graph import make_board

    board = make_board(4)
    return lattice_picture(place_position(board, read_moves(board, "A1 C3 D6 D4 E5 B2")[0]), named=False)


ROOMS = (
    Room(
        family="switching",
        name="bridg-it",
        title="Bridg-It",
        about=(
            "Each player links dots to cross the board, one from left to right, the other from top to bottom; only"
            " one can succeed."
        ),
        rules=(
            "Each player has a lattice of dots, and the two lie across each other. In turn a player links two"
            " neighbouring dots of his own, and links never cross: each link takes one of the other's away. Cut moves"
            " first and wants to link the left side with the right; Short wants to link the top with the bottom."
            " Exactly one of them succeeds, so there is no draw, and whoever moves first can win.",
            "It is Shannon's switching game: on any network with two marked places, Short secures edges to join"
            " them, and Cut deletes edges to keep them apart. Here Short's dots are the network and top and bottom the"
            " places: a link of Cut's deletes the edge that it crosses, so Cut keeps top and bottom apart exactly by"
            " linking left and right.",
        ),
        picture='tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --policy heuristic',
        shows=(
            "A board of order 3 after two links of each player, Short's between filled dots and Cut's between hollow ones."
            " Cut is to move; marked are the links that Shannon's machine would take."
        ),
        example=(
            "Claude Shannon built a machine that saw the board as a network of resistors with a battery across it,"
            " and took the link across which the voltage was greatest. In the picture these are A3 and B4, with 1/2"
            " of the voltage. Both lose.",
            "The link with the next greatest voltage, E3 with 10/21, wins. After it Cut needs A3 or B4, and Short"
            " can take one of them only: then Cut takes the other. Six more links win, too. No smaller board lets the"
            " machine be beaten.",
        ),
        games=(("switching", "Link the dots"),),
        asks=(
            ('tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --policy perfect', "Which links win?"),
            ('tafelwerk switching explain --order 3 --history "A5 C5 C3 A1"', "Who wins, and why?"),
            (
                'tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --policy heuristic',
                "What would Shannon's machine do?",
            ),
            ("tafelwerk switching winrate 9", "How often does the machine win against itself?"),
            ("tafelwerk switching refute 4", "How does one beat the machine?"),
            (
                "tafelwerk switching duel --order 4 --cut heuristic --short gauss-seidel:6:0.1",
                "Does a player who reckons the voltages roughly beat the machine?",
            ),
            ("tafelwerk switching puzzle --order 4 --seed 1", "Which link wins?"),
        ),
        figures=("switching-5.5", "switching-5.6", "switching-5.10"),
        also=("switching", "shannon", "gale", "bridgit", "bridg it", "switching game", "shannon switching game"),
        draw=_draw_board,
    ),
)

FINDINGS = (
    Finding(
        room="bridg-it",
        name="shannon-loses",
        title="Shannon's heuristic loses what it should win",
        question="How good was Shannon's machine?",
        query=(
            "SELECT max(m) FILTER (safe) AS safe, min(m) FILTER (losing > 0) AS first FROM (SELECT m, losing,"
            " bool_and(cut = 1) OVER (ORDER BY m) AS safe FROM switching.rates) HAVING first IS NOT NULL"
        ),
        sentence=(
            "Where both players follow the largest potential difference, the one who moves first always wins on"
            " Bridg-It boards up to order {safe}; from order {first} on, some of his openings always lose."
        ),
        command="tafelwerk switching winrate 10",
        story=(
            "Shannon's machine took the link with the greatest voltage across it. Whoever moves first can always win"
            " at Bridg-It, so a perfect machine that moves first would never lose. The figure lets the machine play"
            " against itself, on boards of order 2 to 20, and shows how often the first player wins.",
            "Up to order 8 he always does. From order 9 on there are openings after which he loses, for all that"
            " both sides play by the same rule. At order 20 he wins only 69 % of the games. All ties are counted, so"
            " the shares are exact.",
            "Does the share go on falling to one half? Boards up to order 80 have been computed, and curves fitted to"
            " their shares leave it open. On large boards the first player wins when he begins nearer to the sides that"
            " he links, and loses when he begins nearer to his opponent's; all exceptions found lie along the diagonals."
            " If that goes on, the share does tend to one half.",
            "The machine is far from bad: an opponent has to know where it errs.",
        ),
        figure="switching-5.8",
    ),
    Finding(
        room="bridg-it",
        name="middle-playouts",
        title="To beat the machine, do not think too long",
        question="How long should one think to beat Shannon's machine?",
        query=(
            "SELECT 100 * b.chance AS best, 100 * c.chance AS more FROM switching.pairings b JOIN switching.pairings"
            " c USING (m, cut) WHERE m = 3 AND cut = 'heuristic' AND b.short = 'mc:50' AND c.short = 'mc:100' AND"
            " b.chance = (SELECT max(chance) FROM switching.pairings WHERE m = 3 AND cut = 'heuristic' AND short LIKE"
            " 'mc:%')"
        ),
        sentence=(
            "On the board of order 3 a player with 50 playouts per move beats Shannon's machine in {best:.2f} % of"
            " the games, one with 100 in {more:.2f} %."
        ),
        command="tafelwerk switching duel --order 3 --cut heuristic --short mc:50",
        story=(
            "The machine moves first, so it can win; its opponent waits for an error. The figure shows how often a"
            " Monte-Carlo player gets one, by his number of playouts per move. The curves rise, and fall again.",
            "A player with few playouts moves almost at random, and loses to anybody. With unlimited playouts he"
            " never wins on the board of order 4. In the middle he plays well, and variously enough to come upon"
            " positions where it errs.",
            "The numbers of order 3 are certified, those of order 4 partly drawn from 2,000 games, as the bars show."
            " The machine errs seldom: of the 234,248 won positions of order 3 there are 64 in which all its moves"
            " lose, and 800 in which some do.",
        ),
        figure="switching-5.9",
        rows={"m": 3, "cut": "heuristic"},
    ),
)


_RIVALS = {"heuristic": "Shannon's heuristic", "perfect": "perfect play"}


def _start(text: str, order: int, side: str, rival: str) -> Start:
    return Start(text, {"order": str(order), "as": side, "against": rival})


STARTS = {
    "switching": Starts(
        "Bridg-It",
        (
            _start("Join left and right against Shannon's heuristic", 4, "cut", "heuristic"),
            _start("Join top and bottom against Shannon's heuristic", 4, "short", "heuristic"),
            _start("A small board against perfect play", 3, "cut", "perfect"),
        ),
        tuple(
            (
                f"You are {side.capitalize()}, against {name}",
                tuple(_start(f"order {n}", n, side, rival) for n in range(3, 7)),
            )
            for rival, name in _RIVALS.items()
            for side in ("cut", "short")
        ),
    )
}
"""By the game's name in play."""

FIGURES = (
    Figure("switching-5.3", "Boards of orders 2, 3 and 4: self-dual graphs", "switching.small"),
    Figure(
        "switching-5.5",
        "The smallest board on which the heuristic can be beaten: a game with potentials",
        "switching.smallest",
    ),
    Figure(
        "switching-5.6",
        "Order 4: Short beats the heuristic after every opening, one game each",
        "switching.every_opening",
    ),
    Figure("switching-5.7", "The game that Cut loses at order 9, heuristic against heuristic", "switching.lost_game"),
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
        "switching.board",
    ),
)
