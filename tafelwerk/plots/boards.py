"""Boards of games in play as pictures: each room draws its own, in its `page_board`."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tafelwerk.play.session import Line, Session
from tafelwerk.plots.pictures import Board, View


def draw_board(session: Session, view: View) -> Board | None:
    """The board of a session; None where it has none."""
    value = next((value for value in session.board() if not isinstance(value, str | Line)), None)
    things = (session, getattr(session, "game", None), getattr(session, "problem", None), value)
    draw = next(filter(None, (drawing_of("BOARDS", thing) for thing in things)), None)
    board: Board | None = None if draw is None else draw(value, view, session)
    return board


def drawing_of(table: str, thing: object) -> Any:
    """What the room of a thing's class has for it; None if it has nothing.

    Args:
        table: name of a mapping by class in `page_board` of a room.
        thing: an object, perhaps of no room.
    """
    kind = type(thing)
    return getattr(_page_board(kind.__module__), table, {}).get(kind)


@cache
def _page_board(module: str) -> Any:
    """The module `page_board` of the room that a module is of; None if there is none."""
    room = ".".join(module.split(".")[:3])
    is_room = room.startswith("tafelwerk.families.") and find_spec(f"{room}.page_board") is not None
    return import_module(f"{room}.page_board") if is_room else None
