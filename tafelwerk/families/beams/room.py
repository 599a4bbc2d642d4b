"""Beams in the museum: what a visitor reads of it, where pages begin it, what was found, and figures."""

from functools import partial
from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_board() -> "Picture":
    from tafelwerk.families.beams.board import picture

    return picture(
        "6c6p",
        (0, 0, 1, 0, 0, 0, 0, 2, 2, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0),
        (),
        "",
    )


ROOMS = (
    Room(
        family="beams",
        name="beams",
        title="Beams",
        about="Coloured pieces cover a hidden board; beams along its lines find out where each colour lies.",
        rules=(
            "The codemaker covers every field of a board with coloured discs, equally many of each colour, so that"
            " the discs of one colour hang together. The codebreaker sends beams: he names a colour and a line of the"
            " board, and hears which fields of that line have that colour. Each line can be used once, whatever the"
            " colour. A beam costs one point, and so does every field laid wrong at the end; few points are good.",
            "The standard board is a hexagon of 36 fields around an empty centre, with six colours of six fields"
            " (6c6p). Smaller hexagons have 18 fields (3c6p: three colours of six fields; 6c3p: six of three) or 30"
            " (hex30), the largest has 60 (6c10p); on the square boards (square30, square36) fields that touch at a"
            " corner hang together, too.",
        ),
        draw=_draw_board,
        picture='tafelwerk beams next --variant 3c6p --history "1@2 1,3"',
        shows=(
            "The hexagon of 18 fields. A beam of colour 1 along line 2 has hit the first and the third field; marked"
            " is the line to use next."
        ),
        example=(
            "Three pieces of 6 fields can lie on the small hexagon in 1,860 ways. The first beam asks for colour 1"
            " on line 2, and the answer is: fields 1 and 3. Now 32 codes are left.",
            "Next the program asks for colour 2 on line 12. That beam has 12 possible answers, none of which leaves"
            " more than 8 codes, and 2.06 more points are to be expected.",
        ),
        games=(("beams", "Find the colours"),),
        asks=(
            ('tafelwerk beams next --variant 3c6p --history "1@2 1,3"', "Which beam should I send next?"),
            ('tafelwerk beams explain --variant 3c6p --history "1@2 1,3"', "Why this beam?"),
            (
                "tafelwerk beams summary --variant 3c6p --strategy optimal",
                "How many points does the small board cost at best?",
            ),
            ("tafelwerk beams summary --variant 6c6p --strategy improved", "And the standard board?"),
            ("tafelwerk beams curve --variant 6c6p", "Which measure of information asks best?"),
            ("tafelwerk beams adversary --board 3x3 --colors 3", "What if the codemaker chooses with care?"),
            ("tafelwerk beams counts --variant square36", "In how many ways can a board be covered?"),
            ("tafelwerk beams puzzle --variant 3c6p --seed 1", "Which code fits these beams?"),
        ),
        figures=("beams-board-small", "beams-4.7", "beams-4.12"),
        also=("3c6p", "6c3p", "6c6p", "6c10p", "hex30", "square30", "square36", "beams 36", "strahlen"),
    ),
)

FINDINGS = (
    Finding(
        room="beams",
        name="no-measure",
        title="No measure of information plays best",
        question="Is there a simple rule for the best beam?",
        query=(
            "SELECT o.total / o.codes AS best, c.mean AS measure, c.alpha, c.orders FROM (SELECT sum((queries +"
            " wrong) * codes) AS total, sum(codes) AS codes FROM beams.costs WHERE variant = '3c6p' AND strategy ="
            " 'optimal') o, (SELECT min(total_num::BIGINT) / 1860 AS mean, arg_min(alpha, total_num::BIGINT) AS"
            " alpha, count(*) AS orders FROM beams.curves WHERE variant = '3c6p' AND tie = 'lex-c') c WHERE best <"
            " measure"
        ),
        sentence=(
            "On the small board with three colours the best of {orders} measures of information costs {measure:.4f}"
            " points on average, and the best play {best:.4f}."
        ),
        command="tafelwerk beams curve --variant 3c6p",
        story=(
            "A beam can be answered in many ways, and a measure of information says how evenly the answers divide"
            " the codes that are left. Entropies do that, one for each order alpha. The figure shows what it costs to"
            " follow each of them on the two boards of 18 fields, and a dashed line for the best play, where it is"
            " known.",
            "On the board with three colours the curve is lowest at orders a little below Shannon's, which is 1, and"
            " still above the line. Each measure looks at the next answer alone. Best play looks at whole games: it"
            " accepts a less even division now and then, for beams that divide better afterwards.",
            "For the board with six colours, and for the standard board with its three thousand million codes, the"
            " best play is not known; there a measure is what one has, or a program that looks a little further"
            " ahead.",
        ),
        figure="beams-4.11",
        rows={"variant": "3c6p"},
    ),
    Finding(
        room="beams",
        name="many-codes",
        title="A hundred times the codes, twice the beams",
        question="How much harder is a board with more codes?",
        query=(
            "SELECT b.codes // a.codes AS factor, a.codes AS few, b.codes AS many, a.mean AS low, b.mean AS high"
            " FROM (SELECT variant, sum(codes)::BIGINT AS codes, sum((queries + wrong) * codes) / sum(codes) AS mean"
            " FROM beams.costs WHERE strategy = 'h1' AND tie = 'lex-c' GROUP BY variant) a JOIN (SELECT variant,"
            " sum(codes)::BIGINT AS codes, sum((queries + wrong) * codes) / sum(codes) AS mean FROM beams.costs WHERE"
            " strategy = 'h1' AND tie = 'lex-c' GROUP BY variant) b ON a.variant = '3c6p' AND b.variant = '6c3p'"
        ),
        sentence=(
            "With six small pieces instead of three large ones the same board has {factor} times as many codes,"
            " {many:,} instead of {few:,}, and the same strategy takes {high:.2f} points instead of {low:.2f}."
        ),
        command="tafelwerk beams summary --variant 6c3p --strategy h1",
        story=(
            "The small hexagon has 18 fields. Three colours of six fields cover it in 1,860 ways, six colours of"
            " three in 223,920. Yet a player who always sends the beam of greatest entropy needs only about twice as"
            " many points.",
            "Each answer divides the codes that are left, it does not subtract from them. If an answer leaves a"
            " tenth, then a hundred times as many codes take two more answers. So the points grow with the number of"
            " digits of the codes: the standard board has 3,048,812,640 codes, and the same strategy takes 10.28"
            " points there, as the figure shows.",
            "The rule is rough. It also counts how many answers a beam has: on the small board the first one has 15"
            " with large pieces and 10 with small ones, so the six colours take more beams than the digits of the"
            " codes would suggest.",
        ),
        figure="beams-4.13",
    ),
)


BOARDS = {
    "3c6p": "18 hexagons, 3 colours on 6 fields each",
    "6c3p": "18 hexagons, 6 colours on 3 fields each",
    "6c6p": "36 hexagons, 6 colours on 6 fields each",
    "6c10p": "60 hexagons, 6 colours on 10 fields each",
    "hex30": "30 hexagons, 5 colours on 6 fields each",
    "square30": "30 squares, 5 colours on 6 fields each",
    "square36": "36 squares, 6 colours on 6 fields each",
}
"""The named variants: their fields and their pieces."""


def _draw_outline(name: str) -> "Picture":
    from tafelwerk.families.beams.pictures import outline

    return outline(name)


def _boards(**fields: str) -> tuple[Start, ...]:
    return tuple(
        Start(text, {"variant": name, **fields}, partial(_draw_outline, name)) for name, text in BOARDS.items()
    )


STARTS = {
    "beams": Starts(
        "Beams",
        (
            Start("Find the colours on the small board", {"variant": "3c6p", "as": "breaker"}),
            Start("Hide colours, and let the program find them", {"variant": "3c6p", "as": "maker"}),
            Start("Each asks the other: the lower score wins", {"variant": "3c6p", "players": "2"}),
        ),
        (
            ("Find the colours", _boards()),
            ("Hide the colours", _boards(**{"as": "maker"})),
            ("Several players", tuple(Start(f"{n} players", {"players": str(n)}) for n in range(3, 6))),
        ),
        (
            ("play/beams/today", "The puzzle of the day"),
            ("play/beams/puzzle", "Another puzzle"),
            ("ask/beams/puzzle?variant=3c6p&seed=1&count=6&solution=1", "A sheet of puzzles to print"),
        ),
    )
}
"""By the game's name in play."""

FIGURES = (
    Figure("beams-4.7", "Beams 6c6p: two codes", "beams.codes", has_rows=False),
    Figure(
        "beams-4.9",
        "Beams 6c6p: the board in its rhombus, and a piece in normal position",
        "beams.rhombus",
        has_rows=False,
    ),
    Figure("beams-4.11", "Beams 3c6p and 6c3p: mean cost over alpha", "beams.small_variants"),
    Figure("beams-4.12", "Beams 6c6p: mean cost over alpha", "beams.standard_game"),
    Figure(
        "beams-4.13",
        "Beams: number of codes by their cost under H_1",
        "beams.costs",
        build="tafelwerk build beams --variant 6c6p --strategy h1",
    ),
    Figure("beams-4.17", "Beams: mean cost over alpha relative to that of H_1", "beams.variants_compared"),
    Figure(
        "beams-A.1",
        "Beams 6c6p: an example opening, after one beam and after two",
        "beams.opening",
        has_rows=False,
    ),
    Figure(
        "beams-board",
        "Beams 6c6p: the board with numbered fields and diagonals",
        "beams.standard",
        has_rows=False,
    ),
    Figure(
        "beams-board-directions",
        "Beams square36: the board with numbered rows, columns and diagonals",
        "beams.directions",
        has_rows=False,
    ),
    Figure(
        "beams-board-expert",
        "Beams 6c10p: the board with numbered fields and diagonals",
        "beams.expert",
        has_rows=False,
    ),
    Figure(
        "beams-board-hex30",
        "Beams hex30: the board with numbered fields and diagonals",
        "beams.thirty",
        has_rows=False,
    ),
    Figure(
        "beams-board-small",
        "Beams 3c6p and 6c3p: the board with numbered fields and diagonals",
        "beams.small",
        has_rows=False,
    ),
    Figure(
        "beams-board-square",
        "Beams square36: the board with numbered fields and windows",
        "beams.square",
        has_rows=False,
    ),
)
