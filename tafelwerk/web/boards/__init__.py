"""Boards of games in pages: a picture, and the places on it that are turns.

    what a board is, which session has which                  here
    Beams                                                      beams.py
    rows of pegs and words                                    guesses.py
    Dresher's strip of numbers, the hider's chances           dresher.py
    tic-tac-toe, Notakto, heaps, Memory, burnt pancakes        minimax.py
    Bridg-It                                                  switching.py
    Skat                                                      skat.py

Other sessions are shown as in a terminal, with their turns as a list of links.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from tafelwerk.play.deduction import Deducing
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
        kind: the template that shows it, of `templates/boards/`; "" for a picture alone.
        parts: what that template shows, plain values.
    """

    width: float
    height: float
    body: str
    title: str
    spots: tuple[Spot, ...] = ()
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)


Draw = Callable[[Sequence[Any], Callable[..., Spot], Session], Board]
"""Draws what a session has for a board, given what makes a spot of a turn and its box."""

_BOARDS: Mapping[str, str] = {
    "Mastermind": "guesses:rows",
    "Row": "guesses:rows",
    "Dresher": "dresher:strip",
    "Strip": "dresher:strip",
    "BeamsBoard": "beams:board",
    "TableSession": "skat:table",
    "Heaps": "minimax:heaps",
    "Cards": "minimax:memory",
    "Stack": "minimax:pancakes",
    "Squares": "minimax:squares",
    "SquareBoards": "minimax:square_boards",
    "EdgeBoard": "switching:bridg_it",
}
"""By the class of a session, of its hidden-code problem, or of what it has for a board: the function that draws it."""

_OPTIONS: Mapping[str, str] = {"Mastermind": "guesses:options", "Dresher": "dresher:options"}
"""By the class of a hidden-code problem: the function that lists what its turns are worth."""


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
    problem = [type(session.problem).__name__] if isinstance(session, Deducing) else []
    kinds = (type(session).__name__, *problem, *(type(value).__name__ for value in values[:1]))
    kind = next((kind for kind in kinds if kind in _BOARDS), None)
    if kind is None:
        return None
    draw: Draw = _named(_BOARDS[kind])
    known = prices(session) if is_priced else {}

    def spot(turn: str, x: float, y: float, width: float, height: float) -> Spot:
        price = known.get(turn)
        return Spot(turn, x, y, width, height, *((turn,) if price is None else (f"{turn}: {price[0]}", *price[1:])))

    return asdict(draw(values, spot, session))


def options(session: Session) -> dict[str, Any] | None:
    """What the turns of a hidden-code game are worth, as plain values for its template; None where that is not known."""
    name = type(session.problem).__name__ if isinstance(session, Deducing) else ""
    found: dict[str, Any] | None = _named(_OPTIONS[name])(session) if name in _OPTIONS else None
    return found


def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


def prices(session: Session) -> dict[str, tuple[str, str, str]]:
    """What turns are worth in words, as a sign and as a tone, where the session can say it of all of them."""
    if session.over:
        return {}
    if isinstance(session, Duel):
        found = session.game.outcomes(session.state)
        return {session.game.move_name(session.state, move): _told(one, session) for move, one in found.items()}
    return {}


def _told(outcome: Outcome, session: Duel) -> tuple[str, str, str]:
    words, distance = session.game.words[outcome.value], outcome.distance
    tone, sign = {1: ("good", "+"), 0: ("fair", "="), -1: ("bad", "−")}[outcome.value]
    if distance is None or not outcome.value:
        return words, sign, tone
    return f"{words} in {counted(distance + 1, *session.game.plies)}", f"{sign}{distance + 1}", tone
