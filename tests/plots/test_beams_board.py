"""Positions of Beams drawn: known fields filled, beams at the edge beside their diagonals, the query's fields framed."""

from math import hypot
from typing import Any

import pytest
from figures import heading, records

from tafelwerk.families.beams.figures.boards import FIELD, PIECES, Position, draw_position
from tafelwerk.families.beams.rules import fields_of, make_board

HISTORY = ((1, 4, "2,3"), (2, 15, "-"), (6, 9, "1,2,3"))


def shown(position: Position, field: str) -> list[dict[str, Any]]:
    document = draw_position(position, "A position", "below").to_dict()
    assert heading(document).startswith("A position\nbelow\n")
    return list({str(row): row for row in records(document, field)}.values())


def test_known_fields_are_filled_and_those_of_the_query_framed() -> None:
    known = tuple(1 + field % 6 if field % 4 == 0 else 0 for field in range(36))
    cells = shown(Position(make_board(4), known, HISTORY, (3, 17)), "width")
    board = make_board(4)
    by_place = {(cell["x"], cell["y"]): cell for cell in cells}
    assert len(by_place) == 36
    framed = set(fields_of(board.diagonals[16]))
    for field, (q, r) in enumerate(board.fields):
        cell = by_place[round(q + r / 2, 5), round(-r * 3**0.5 / 2, 5)]
        colour = known[field]
        assert cell["text"] == (str(colour) if colour else "")
        assert cell["fill"] == (PIECES[colour - 1][0] if colour else FIELD)
        assert (cell["width"] > 1) == (field in framed)
    assert [cell["width"] for cell in cells] == sorted(cell["width"] for cell in cells)


def test_what_is_guessed_is_pale() -> None:
    known = tuple(1 + field % 6 if field % 3 else 0 for field in range(36))
    guessed = tuple(1 + field % 6 for field in range(36))
    cells = shown(Position(make_board(4), known, HISTORY, None, guessed), "width")
    by_place = {(cell["x"], cell["y"]): cell for cell in cells}
    for field, (q, r) in enumerate(make_board(4).fields):
        cell = by_place[round(q + r / 2, 5), round(-r * 3**0.5 / 2, 5)]
        assert cell["text"] == (str(known[field]) if known[field] else f"{guessed[field]}?")
        full, _ = PIECES[guessed[field] - 1]
        own, whole = ([int(colour[place : place + 2], 16) for place in (1, 3, 5)] for colour in (cell["fill"], full))
        for mine, theirs in zip(own, whole, strict=True):
            assert mine == theirs if known[field] else 0 <= mine - 0.25 * theirs - 0.75 * 255 + 1 <= 1


def test_beams_stand_beside_their_diagonals() -> None:
    position = Position(make_board(4), (0,) * 36, HISTORY, (3, 17))
    numbers = {int(end["text"]): end for end in shown(position, "x1")}
    chips = shown(position, "asked")
    assert [(chip["asked"], chip["hits"]) for chip in chips] == [("1", "2,3"), ("2", "–"), ("6", "1,2,3"), ("3", "?")]
    for chip, diagonal in zip(chips, (4, 15, 9, 17), strict=True):
        end = numbers[diagonal]
        assert hypot(chip["chip_x"] - end["x"], chip["chip_y"] - end["y"]) < 0.7
        nearest = min(numbers, key=lambda n: hypot(chip["chip_x"] - numbers[n]["x"], chip["chip_y"] - numbers[n]["y"]))
        assert nearest == diagonal


@pytest.mark.parametrize("side", [3, 4, 5])
def test_nothing_lies_on_anything_else(side: int) -> None:
    """Every diagonal was asked for, with the longest answers: what is written beyond one end stays clear of the next one's."""
    board = make_board(side)
    longest = ",".join(map(str, range(1, 2 * side)))
    history = tuple((1 + d % 3, d + 1, longest) for d in range(len(board.diagonals)))
    position = Position(board, (0,) * len(board.fields), history)
    turns = {0: (-1.0, 0.0), 60: (0.5, -(3**0.5) / 2), -60: (0.5, 3**0.5 / 2)}
    strips = []
    for chip in shown(position, "asked"):
        dx, dy = turns[chip["turn"]]
        length = 0.15 * len(chip["hits"])
        along = [length * step / 20 for step in range(21)]
        strips.append(
            [(chip["chip_x"], chip["chip_y"])] + [(chip["hits_x"] + dx * t, chip["hits_y"] + dy * t) for t in along]
        )
    gaps = [
        hypot(x - u, y - v)
        for place, strip in enumerate(strips)
        for other in strips[:place]
        for x, y in strip
        for u, v in other
    ]
    # letters are less than a third of a unit high, chips half a unit wide
    assert min(gaps) > 0.6
    places = [(q + r / 2, -r * 3**0.5 / 2) for q, r in board.fields]
    assert min(hypot(x - u, y - v) for strip in strips for x, y in strip for u, v in places) > 1
