"""The user's own games whose drawing is a grid: squares, each with its sign, and with the only move that changes it alone."""

from tafelwerk.families.games.play import OwnGame
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Picture, View, box, words
from tafelwerk.plots.style import INK, MUTED, PAPER

SIDE = 44.0
"""Pixels of a square."""

MOST = 20
"""Rows and columns of a grid that is drawn."""

LONGEST = 3
"""Signs in a square."""

EMPTY = frozenset({".", "_", "-"})
"""Signs of an empty square, which are drawn pale."""

Grid = list[list[str]]


def grid(value: object, view: View, session: Session) -> Board | None:
    """The grid; None if the drawing is none, or too large."""
    assert isinstance(session, Duel)
    assert isinstance(session.game, OwnGame)
    game, state = session.game, session.state
    text = game.game.board(state.position)
    cells = squares(text)
    if cells is None:
        return None
    places: dict[tuple[int, int], list[str]] = {}
    for name, after in () if session.over else zip(session.legal, game.own.node(state).after, strict=True):
        then = squares(game.game.board(after))
        changed = [
            (row, column)
            for row, line in enumerate(cells)
            for column, sign in enumerate(line)
            if then is not None
            and len(then) == len(cells)
            and len(then[0]) == len(cells[0])
            and then[row][column] != sign
        ]
        if len(changed) == 1:
            places.setdefault(changed[0], []).append(name)
    parts, spots = [], []
    for row, line in enumerate(cells):
        for column, sign in enumerate(line):
            x, y = column * SIDE, row * SIDE
            parts.append(box(x + 1, y + 1, SIDE - 2, SIDE - 2, PAPER, MUTED, 4))
            is_empty = sign in EMPTY
            size = 20 if len(sign) < 2 else 15
            parts.append(
                words(x + SIDE / 2, y + SIDE / 2, sign, size, MUTED if is_empty else INK, "middle", bold=not is_empty)
            )
            if len(places.get((row, column), ())) == 1:
                spots.append(view.spot(places[row, column][0], x, y, SIDE, SIDE))
    title = "Rows from the top: " + "; ".join(" ".join(line) for line in cells) + "."
    return Board(Picture(len(cells[0]) * SIDE, len(cells) * SIDE, "".join(parts), text=title), tuple(spots))


def squares(text: str) -> Grid | None:
    """The squares of a drawing: rows of as many words, or of as many signs; None if it is no grid."""
    rows = text.split("\n")
    for parted in ([row.split() for row in rows], [list(row) for row in rows]):
        if (
            2 <= len(rows) <= MOST
            and 2 <= len(parted[0]) <= MOST
            and all(len(row) == len(parted[0]) for row in parted)
            and all(len(sign) <= LONGEST for row in parted for sign in row)
        ):
            return parted
    return None


BOARDS = {OwnGame: grid}
