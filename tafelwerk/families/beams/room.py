"""Beams in the museum: what a visitor reads of it, and what was found."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room

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
            "The hexagon of 18 fields. A beam of colour 1 along line 2 has hit the first and the third field; framed"
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
        also=("3c6p", "6c3p", "6c6p", "6c10p", "hex30", "square30", "square36", "beams 36"),
    ),
)

FINDINGS: tuple[Finding, ...] = ()
