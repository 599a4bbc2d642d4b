"""Boards of games in pages: a picture, and the places on it that are turns.

    what a board is, which session has which                  here
    tic-tac-toe and its relatives, Notakto                    minimax.py
    Bridg-It                                                  switching.py

A session without a board of its own is shown as the terminal shows it, its turns as a list of links.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from tafelwerk.play.duel import Duel, Outcome
from tafelwerk.play.session import Session

SIGNS = {1: "+", 0: "=", -1: "−"}
"""What a turn that wins, draws or loses is marked by."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a board that is a turn.

    Attributes:
        turn: as it is typed.
        x, y, width, height: its box, in the units of the picture.
        label: what it is and, where prices are shown, what it is worth: for those who do not see it, and on hovering.
        price: a sign and a distance to be drawn, "" where prices are hidden.
        tone: "good", "fair", "bad", or "" where prices are hidden.
    """

    turn: str
    x: float
    y: float
    width: float
    height: float
    label: str
    price: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board.

    Attributes:
        width, height: of the picture.
        body: its SVG markup.
        title: what it shows, at length.
        spots: turns that can be taken on it.
    """

    width: float
    height: float
    body: str
    title: str
    spots: tuple[Spot, ...]


_BOARDS: Mapping[str, str] = {
    "Squares": "minimax:squares",
    "SquareBoards": "minimax:square_boards",
    "EdgeBoard": "switching:bridg_it",
}
"""By the class of what a session has for a board: the function that draws it."""


def board(session: Session, *, is_priced: bool) -> dict[str, Any] | None:
    """The board of a session as plain values; None where it has none.

    Args:
        session: a game in play.
        is_priced: whether turns show what they are worth.
    """
    value = next(iter(session.board()), None)
    place = _BOARDS.get(type(value).__name__)
    if place is None:
        return None
    module, _, name = place.partition(":")
    draw: Callable[[Any, Callable[..., Spot], Collection[str]], Board] = getattr(
        import_module(f"{__name__}.{module}"), name
    )
    prices = _prices(session) if is_priced else {}
    legal = frozenset() if session.over else frozenset(session.legal)

    def spot(turn: str, x: float, y: float, width: float, height: float) -> Spot:
        return priced(Spot(turn, x, y, width, height, turn), prices.get(turn), session)

    return asdict(draw(value, spot, legal))


def priced(spot: Spot, outcome: Outcome | None, session: Session) -> Spot:
    """A spot with what it is worth."""
    if outcome is None or not isinstance(session, Duel):
        return spot
    words, distance = session.game.words[outcome.value], outcome.distance
    plies = ""
    if distance is not None and outcome.value:
        plies = f" in {distance + 1} {session.game.plies[distance > 0]}"
    tone = {1: "good", 0: "fair", -1: "bad"}[outcome.value]
    sign = SIGNS[outcome.value] + (str(distance + 1) if plies and distance is not None else "")
    return Spot(spot.turn, spot.x, spot.y, spot.width, spot.height, f"{spot.turn}: {words}{plies}", sign, tone)


def _prices(session: Session) -> dict[str, Outcome]:
    """What turns are worth, where the session can say it of all of them."""
    if not isinstance(session, Duel) or session.over:
        return {}
    found = session.game.outcomes(session.state)
    return {session.game.move_name(session.state, move): outcome for move, outcome in found.items()}
