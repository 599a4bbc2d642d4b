"""Bridg-It as two lattices of dots."""

from collections.abc import Callable, Sequence

from tafelwerk.play.session import Session
from tafelwerk.play.switching import EdgeBoard
from tafelwerk.web.boards import Board, Spot


def bridg_it(values: Sequence[EdgeBoard], spot: Callable[..., Spot], session: Session) -> Board:
    """The board; every free link is a turn."""
    import numpy as np

    from tafelwerk.commands.switching.picture import placed
    from tafelwerk.plots.switching.lattice import board, centre
    from tafelwerk.solvers.switching.board import make_board

    (value,), legal = values, frozenset() if session.over else frozenset(session.legal)
    position = placed(make_board(value.order), np.array(value.states, np.int8))
    picture = board(position)
    spots = []
    for name, column, row in position.edges:
        if name in legal:
            x, y, unit = centre(value.order, column, row)
            spots.append(spot(name, x - 0.7 * unit, y - 0.7 * unit, 1.4 * unit, 1.4 * unit))
    return Board(picture.width, picture.height, picture.body, picture.text, tuple(spots))
