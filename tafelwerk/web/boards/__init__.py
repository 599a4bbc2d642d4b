"""Boards of games in pages: a picture, and the places on it that are turns.

    what a board is, which session has which                  here
    Beams                                                      beams.py
    rows of pegs and words, Dresher's strip of numbers        deduction.py
    tic-tac-toe, Notakto, heaps, Memory, burnt pancakes        minimax.py
    Bridg-It                                                  switching.py
    Skat, whose pages are its own                              skat/

Other sessions are shown as in a terminal, with their turns as a list of links.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from tafelwerk.play.deduction import Breaker
from tafelwerk.play.dresher import Dresher
from tafelwerk.play.duel import Duel, Outcome
from tafelwerk.play.session import Line, Said, Session
from tafelwerk.wording import counted


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
        pickers: values to choose from, one list per part of a turn that is put together; none by default.
    """

    width: float
    height: float
    body: str
    title: str
    spots: tuple[Spot, ...] = ()
    pickers: tuple[tuple[str, ...], ...] = ()


Draw = Callable[[Sequence[Any], Callable[..., Spot], Session], Board]
"""Draws what a session has for a board, given what makes a spot of a turn and its box."""

_BOARDS: Mapping[str, str] = {
    "Row": "deduction:rows",
    "Strip": "deduction:strip",
    "BeamsBoard": "beams:board",
    "Heaps": "minimax:heaps",
    "Cards": "minimax:memory",
    "Stack": "minimax:pancakes",
    "Squares": "minimax:squares",
    "SquareBoards": "minimax:square_boards",
    "EdgeBoard": "switching:bridg_it",
}
"""By the class of a session, or of what it has for a board: the function that draws it."""


def is_board(said: Said) -> bool:
    """Whether something that is shown is a board that `board` draws."""
    return type(said).__name__ in _BOARDS


def board(session: Session, *, is_priced: bool) -> dict[str, Any] | None:
    """The board of a session as plain values; None where it has none.

    Args:
        session: a game in play.
        is_priced: whether turns show what they are worth.
    """
    values = [value for value in session.board() if not isinstance(value, str | Line)]
    kinds = (type(session).__name__, *(type(value).__name__ for value in values[:1]))
    kind = next((kind for kind in kinds if kind in _BOARDS), None)
    if kind is None:
        return None
    module, _, name = _BOARDS[kind].partition(":")
    draw: Draw = getattr(import_module(f"{__name__}.{module}"), name)
    known = prices(session) if is_priced else {}

    def spot(turn: str, x: float, y: float, width: float, height: float) -> Spot:
        price = known.get(turn)
        return Spot(turn, x, y, width, height, *((turn,) if price is None else (f"{turn}: {price[0]}", *price[1:])))

    return asdict(draw(values, spot, session))


def prices(session: Session) -> dict[str, tuple[str, str, str]]:
    """What turns are worth in words, as a sign and as a tone, where the session can say it of all of them."""
    if session.over:
        return {}
    if isinstance(session, Duel):
        found = session.game.outcomes(session.state)
        return {session.game.move_name(session.state, move): _told(one, session) for move, one in found.items()}
    if isinstance(session, Breaker) and isinstance(session.problem, Dresher):
        costs = {turn: session.problem.cost(session.history, turn) for turn in session.legal}
        return {
            turn: (f"{float(cost):.4f} guesses more than the best", f"+{float(cost):.2f}", "fair")
            if cost
            else ("optimal", "=", "good")
            for turn, cost in costs.items()
        }
    return {}


def _told(outcome: Outcome, session: Duel) -> tuple[str, str, str]:
    words, distance = session.game.words[outcome.value], outcome.distance
    tone, sign = {1: ("good", "+"), 0: ("fair", "="), -1: ("bad", "−")}[outcome.value]
    if distance is None or not outcome.value:
        return words, sign, tone
    return f"{words} in {counted(distance + 1, *session.game.plies)}", f"{sign}{distance + 1}", tone
