"""Tic-tac-toe and its relatives, and Notakto."""

from collections.abc import Callable, Collection

from tafelwerk.play.minimax import SquareBoards, Squares
from tafelwerk.plots.drawings.squares import SIDE
from tafelwerk.plots.drawings.squares import board as drawn
from tafelwerk.web.boards import Board, Spot

GAP = 24.0
"""Between two boards of Notakto."""


def squares(value: Squares, spot: Callable[..., Spot], legal: Collection[str]) -> Board:
    """A board of tic-tac-toe; where players choose their mark, its turns are not on the board."""
    picture = drawn(value.fields)
    spots = [
        spot(str(place), SIDE * (place % 3), SIDE * (place // 3), SIDE, SIDE)
        for place in range(9)
        if str(place) in legal
    ]
    return Board(picture.width, picture.height, picture.body, picture.text, tuple(spots))


def square_boards(value: SquareBoards, spot: Callable[..., Spot], legal: Collection[str]) -> Board:
    """Boards of Notakto, side by side."""
    parts, titles, spots = [], [], []
    single = len(value.boards) == 1
    for number, fields in enumerate(value.boards):
        picture, letter = drawn(fields), "" if single else chr(ord("a") + number)
        left = number * (3 * SIDE + GAP)
        parts.append(f'<g transform="translate({left:.1f} 0)">{picture.body}</g>')
        titles.append(f"Board {letter}. {picture.text}" if letter else picture.text)
        for place in range(9):
            turn = f"{letter}{place}"
            if turn in legal:
                spots.append(spot(turn, left + SIDE * (place % 3), SIDE * (place // 3), SIDE, SIDE))
    width = len(value.boards) * (3 * SIDE + GAP) - GAP
    return Board(width, 3 * SIDE, "".join(parts), " ".join(titles), tuple(spots))
