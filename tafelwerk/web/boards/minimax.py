"""Tic-tac-toe and its relatives, Notakto, and burnt pancakes."""

from collections.abc import Callable, Sequence

from tafelwerk.play.minimax import SquareBoards, Squares, Stack
from tafelwerk.play.session import Session
from tafelwerk.plots.colours import INK, ORANGE
from tafelwerk.plots.drawings.squares import SIDE
from tafelwerk.plots.drawings.squares import board as drawn
from tafelwerk.plots.pictures import box, line, words
from tafelwerk.web.boards import Board, Spot

GAP = 24.0
"""Between two boards of Notakto."""


PANCAKE, STEP = 22.0, 30.0
"""Height of a pancake, and from one to the next."""


def squares(values: Sequence[Squares], spot: Callable[..., Spot], session: Session) -> Board:
    """A board of tic-tac-toe; where players choose their mark, its turns are not on the board."""
    (value,), legal = values, _legal(session)
    picture = drawn(value.fields)
    spots = [
        spot(str(place), SIDE * (place % 3), SIDE * (place // 3), SIDE, SIDE)
        for place in range(9)
        if str(place) in legal
    ]
    return Board(picture.width, picture.height, picture.body, picture.text, tuple(spots))


def square_boards(values: Sequence[SquareBoards], spot: Callable[..., Spot], session: Session) -> Board:
    """Boards of Notakto, side by side."""
    (value,), legal = values, _legal(session)
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


def pancakes(values: Sequence[Stack], spot: Callable[..., Spot], session: Session) -> Board:
    """A stack of pancakes, wider ones of greater numbers; a turn turns over all down to the one that is chosen."""
    (value,), legal = values, _legal(session)
    count = len(value.pancakes)
    widest = 70.0 + 26 * count
    parts, spots, said = [], [], []
    for place, pancake in enumerate(value.pancakes):
        size, y = 70.0 + 26 * abs(pancake), place * STEP
        x = (widest - size) / 2
        parts.append(box(x, y, size, PANCAKE, "#f6d9a8", ORANGE, 9))
        burnt = y + (3 if pancake < 0 else PANCAKE - 3)
        parts.append(line(x + 9, burnt, x + size - 9, burnt, "#5b3312", 5))
        parts.append(words(widest / 2, y + PANCAKE / 2, str(abs(pancake)), 12, INK, "middle", bold=True))
        said.append(f"{abs(pancake)}{' burnt side up' if pancake < 0 else ''}")
        if str(place + 1) in legal:
            spots.append(spot(str(place + 1), 0, y - 3, widest, STEP - 2))
    return Board(widest, count * STEP, "".join(parts), f"From the top: {', '.join(said)}.", tuple(spots))


def _legal(session: Session) -> frozenset[str]:
    return frozenset() if session.over else frozenset(session.legal)
