"""Boards of games in pages: a picture, and the places on it that are turns.

    what a board is, which session has which                  here
    Beams, and its puzzles                                    beams_boards.py
    rows of pegs and words                                    guesses.py
    Dresher's strip of numbers, the hider's chances           dresher_board.py
    tic-tac-toe, Notakto, heaps, Memory, burnt pancakes       minimax_boards.py
    Bridg-It                                                  switching_board.py
    Skat, whose pages are its own                             skat_rounds.py, skat_table.py
    the user's own games whose drawing is a grid              own_grid.py

Other sessions are shown as in a terminal, with their turns as a list of links.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any

from tafelwerk.families.beams.play import Beams
from tafelwerk.families.minimax.play import Memory
from tafelwerk.play.deduction import Deducing
from tafelwerk.play.duel import Duel, Outcome, Playable
from tafelwerk.play.session import Line, Said, Session
from tafelwerk.wording import count_noun, exact_number


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a board that is a turn.

    Attributes:
        turn: as it is typed.
        x, y, width, height: its box, in the units of the picture.
        label: what it is and, where prices are shown, what it is worth: for those who do not see it, and on hovering.
        price: a sign and a distance to be drawn, "" where prices are hidden.
        tone: "good", "fair", "bad", or "" where prices are hidden.
        shown: SVG markup that is seen while the place has the focus or the pointer.
    """

    turn: str
    x: float
    y: float
    width: float
    height: float
    label: str
    price: str = ""
    tone: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A part of a turn that is chosen before the place, such as a colour; then the board's places are turns with it.

    Attributes:
        value: in the address.
        label: as it is read.
        fill, ink: colours of its swatch and of the value on it.
        is_chosen: whether it is the one that holds.
    """

    value: str
    label: str
    fill: str
    ink: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said below a board: text, a picture, a table; any of them may be missing.

    Attributes:
        heading: of the panel.
        lines: text.
        width, height, body, title: a picture, as of a board.
        columns, rows: a table.
    """

    heading: str
    lines: tuple[str, ...] = ()
    width: float = 0
    height: float = 0
    body: str = ""
    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board.

    Attributes:
        width, height: of the picture.
        body: its SVG markup.
        title: what it shows, at length.
        spots: turns that can be taken on it.
        panels: what is said below it.
        choices: what is chosen before a place; none by default.
        kind: the template that shows it, of `templates/boards/`; "" for a picture alone.
        parts: what that template shows, plain values.
    """

    width: float
    height: float
    body: str
    title: str
    spots: tuple[Spot, ...] = ()
    panels: tuple[Panel, ...] = ()
    choices: tuple[Choice, ...] = ()
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)


Draw = Callable[..., Board | None]
"""Draws what a session has for a board, given that, what makes a spot of a turn and its box, and the session."""

_CHOOSING = frozenset({"BeamsBoard", "Squares"})
"""Boards with choices: drawn given the value that is chosen, too."""

_BOARDS: Mapping[str, str] = {
    "Mastermind": "guesses:rows",
    "Row": "guesses:rows",
    "Dresher": "dresher_board:strip",
    "Strip": "dresher_board:strip",
    "BeamsBoard": "beams_boards:board",
    "Heaps": "minimax_boards:heaps",
    "Cards": "minimax_boards:memory",
    "Stack": "minimax_boards:pancakes",
    "Squares": "minimax_boards:squares",
    "SquareBoards": "minimax_boards:square_boards",
    "EdgeBoard": "switching_board:bridg_it",
    "OwnGame": "own_grid:grid",
}
"""By the class of a session, of its game or hidden-code problem, or of what it has for a board: the function that draws it."""

_OPTIONS: Mapping[str, str] = {"Mastermind": "guesses:options", "Dresher": "dresher_board:options"}
"""By the class of a hidden-code problem: the function that lists what its turns are worth."""


def is_board(said: Said) -> bool:
    """Whether something that is shown is a board that `board` draws."""
    return type(said).__name__ in _BOARDS


def board(session: Session, *, is_priced: bool, chosen: str = "") -> dict[str, Any] | None:
    """The board of a session as plain values; None where it has none.

    Args:
        session: a game in play.
        is_priced: whether turns show what they are worth.
        chosen: value of one of the board's choices. Default: the first.
    """
    values = [value for value in session.board() if not isinstance(value, str | Line)]
    problem = [type(session.problem).__name__] if isinstance(session, Deducing) else []
    kinds = (
        type(session).__name__,
        type(getattr(session, "game", None)).__name__,
        *problem,
        *(type(value).__name__ for value in values[:1]),
    )
    kind = next((kind for kind in kinds if kind in _BOARDS), None)
    if kind is None:
        return None
    draw: Draw = _load_function(_BOARDS[kind])
    known = prices(session) if is_priced else {}

    def spot(turn: str, x: float, y: float, width: float, height: float) -> Spot:
        price = known.get(turn)
        return Spot(turn, x, y, width, height, *((turn,) if price is None else (f"{turn}: {price[0]}", *price[1:])))

    drawing = draw(values, spot, session, *((chosen,) if kind in _CHOOSING else ()))
    return None if drawing is None else asdict(drawing)


def options(session: Session) -> dict[str, Any] | None:
    """What the turns of a hidden-code game are worth, as plain values for its template; None where that is not known."""
    name = type(session.problem).__name__ if isinstance(session, Deducing) else ""
    values: dict[str, Any] | None = _load_function(_OPTIONS[name])(session) if name in _OPTIONS else None
    return values


def _load_function(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


def prices(session: Session) -> dict[str, tuple[str, str, str]]:
    """What turns are worth in words, as a sign and as a tone, where the session can say it of all of them."""
    if session.over:
        return {}
    if isinstance(session, Duel) and isinstance(session.game, Memory):
        game, values = session.game, session.game.worth(session.state)
        return {
            game.move_name(session.state, card): (
                f"{float(value):+.4f} pairs on average",
                f"{float(value):+.2f}",
                "good" if value == max(values.values()) else "fair",
            )
            for card, value in values.items()
        }
    # another game of chance has no outcomes of moves: its hint says what they are worth
    if isinstance(session, Duel) and type(session.game).outcomes is not Playable.outcomes:
        outcomes = session.game.outcomes(session.state)
        most = max((outcome.value for outcome in outcomes.values()), default=0)
        best = session.game.best(session.state)
        # a mark on all of them would say nothing
        marked = best if len(best) < len(outcomes) else []
        return {
            session.game.move_name(session.state, move): _price_of(outcome, session, most, ", best" * (move in marked))
            for move, outcome in outcomes.items()
        }
    if isinstance(problem := getattr(session, "problem", None), Beams):
        from tafelwerk.web.boards.beams_boards import costs as beams_costs

        return beams_costs(problem, session)
    return {}


def _price_of(outcome: Outcome, session: Duel, most: Any, mark: str) -> tuple[str, str, str]:
    value, distance = outcome.value, outcome.distance
    after = "" if distance is None or not value else f" in {count_noun(distance + 1, *session.game.plies)}"
    if value not in session.game.words or not getattr(session.game, "is_plain", True):
        number = exact_number(Fraction(value))
        return f"worth {number}{after}{mark}", number.partition(" ")[0], "good" if value == most else "fair"
    tone, sign = {1: ("good", "+"), 0: ("fair", "="), -1: ("bad", "−")}[value]
    return (
        f"{session.game.words[value]}{after}{mark}",
        f"{sign}{distance + 1}" if after and distance is not None else sign,
        tone,
    )
