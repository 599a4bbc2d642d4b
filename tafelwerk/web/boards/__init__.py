"""Boards of games in pages: a picture, and the places on it that are turns.

    what a board is, which session has which                  here
    Beams, and its puzzles                                    beams_boards.py
    rows of pegs and words                                    guesses.py
    Dresher's strip of numbers, the hider's chances           dresher_board.py
    tic-tac-toe, Notakto, heaps, Memory, burnt pancakes       minimax_boards.py
    Bridg-It                                                  switching_board.py
    races and heaps of Monte-Carlo agents                     race_board.py
    Skat, whose pages are its own                             skat_rounds.py, skat_table.py
    the user's own games whose drawing is a grid              own_grid.py

Other sessions are shown as in a terminal, with their turns as a list of links.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from typing import Any

from tafelwerk.play.deduction import Deducing
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Line, Price, Said, Session, Step


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a board that is a turn.

    Attributes:
        turn: as it is typed.
        x, y, width, height: its box, in the units of the picture.
        label: what it is and, where prices are shown, what it is worth: for those who do not see it, and on hovering.
        worth: what it is worth, "" where prices are hidden.
        price: that in a few characters, "" where all are the same.
        tone: "good", "fair", "bad", or "" where all are the same.
        is_best: whether no turn is better, and some are worse.
        shown: SVG markup that is seen while the place has the focus or the pointer.
    """

    turn: str
    x: float
    y: float
    width: float
    height: float
    label: str
    worth: str = ""
    price: str = ""
    tone: str = ""
    is_best: bool = False
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
    """What is said beside a board: text, a picture, a table; any of them may be missing.

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
        panels: what is said beside it.
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


BARE: Mapping[str, Any] = {
    "title": "",
    "about": "",
    "players": "",
    "opponent": "",
    "sentence": "",
    "said": (),
    "board": None,
    "prices": (),
    "scale": "",
    "course": (),
    "curve": None,
    "costliest": None,
    "legal": (),
    "prompt": "",
    "over": False,
    "words": (),
    "line": "",
    "has_hints": True,
}
"""What a page shows of a game, see `game_jobs.play`, where there is nothing to be said of it."""

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
    "Track": "race_board:race",
    "Heap": "race_board:race",
    "OwnGame": "own_grid:grid",
}
"""By the class of a session, of its game or hidden-code problem, or of what it has for a board: the function that draws it."""

_HINTS: Mapping[str, str] = {"Dresher": "dresher_board:chances"}
"""By the class of a hidden-code problem: the function that makes the panel that a hint has besides prices."""

_DRAWN: Mapping[str, str] = {"Mastermind": "guesses:drawn_turn", "Beams": "beams_boards:drawn_turn"}
"""By the class of a hidden-code problem: the function that draws a turn in a list."""


_STARTS: Mapping[str, str] = {"beams": "beams_boards:outline"}
"""By the name of a game: the function that draws a start by the name of its picture."""


def start_pictures(game: str, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Pictures of starts, each with its size, markup and text, by their names."""
    draw = _load_function(_STARTS[game])
    return {name: asdict(draw(name)) for name in names}


def is_board(said: Said) -> bool:
    """Whether something that is shown is a board that `board` draws."""
    return type(said).__name__ in _BOARDS


def board(
    session: Session, prices: Sequence[Price] = (), chosen: str = "", *, is_hinted: bool = False
) -> dict[str, Any] | None:
    """The board of a session as plain values; None where it has none.

    Args:
        session: a game in play.
        prices: what turns are worth, where that is shown.
        chosen: value of one of the board's choices. Default: the first.
        is_hinted: whether a hint is shown, perhaps besides prices.
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
    known = {price.turn: price for price in prices}
    # a mark on all of them would say nothing
    differ = len({(price.worth, price.tone) for price in prices}) > 1

    def spot(turn: str, x: float, y: float, width: float, height: float) -> Spot:
        price = known.get(turn)
        if price is None:
            return Spot(turn, x, y, width, height, turn)
        label = f"{turn}: {price.worth}{', best' * (differ and price.is_best)}"
        shown = (price.sign, str(price.tone or ""), price.is_best) if differ else ("", "", False)
        return Spot(turn, x, y, width, height, label, price.worth, *shown)

    drawing = draw(values, spot, session, *((chosen,) if kind in _CHOOSING else ()))
    if drawing is not None and is_hinted and kind in _HINTS:
        drawing = replace(drawing, panels=(*drawing.panels, _load_function(_HINTS[kind])(session)))
    return None if drawing is None else asdict(drawing)


@dataclass(frozen=True, slots=True)
class Worth:
    """Turns that are worth the same.

    Attributes:
        worth, tone, is_best, behind, note: as of `Price`.
        turns: the turns, each with a drawing: SVG markup and its width, "" where its text is enough.
    """

    worth: str
    tone: str
    is_best: bool
    behind: str
    note: str
    turns: tuple[tuple[str, str, float], ...]


def priced(session: Session, prices: Sequence[Price]) -> list[dict[str, Any]]:
    """Prices for a list, those that are the same together."""
    name = type(getattr(session, "problem", None)).__name__
    draw = _load_function(_DRAWN[name]) if name in _DRAWN else lambda session, turn: ("", 0.0)
    groups: dict[tuple[str, str, bool, str, str], list[str]] = {}
    for price in prices:
        key = price.worth, str(price.tone or ""), price.is_best, price.behind, price.note
        groups.setdefault(key, []).append(price.turn)
    if len(groups) == 1 and len(prices) > 1:
        # a mark on all of them would say nothing
        ((worth, tone, *_), turns) = next(iter(groups.items()))
        groups = {(f"each {worth}", tone, False, "", ""): turns}
    return [
        asdict(Worth(worth, tone, is_best, behind, note, tuple((turn, *draw(session, turn)) for turn in turns)))
        for (worth, tone, is_best, behind, note), turns in groups.items()
    ]


CURVE_WIDTH, CURVE_HEIGHT = 320.0, 80.0
_LEAST_CURVE = 3


def curve(session: Session, steps: Sequence[Step], title: str) -> dict[str, Any] | None:
    """The values of a game after each move, as a line with a dot per move; None where few are known.

    Args:
        session: the game.
        steps: its moves.
        title: what the values are.
    """
    known = [(number, step) for number, step in enumerate(steps, 1) if step.value is not None]
    if len(known) < _LEAST_CURVE:
        return None
    values = [step.value or 0.0 for _, step in known]
    low, high = (
        (-1.0, 1.0)
        if isinstance(session, Duel) and session.game.is_plain and session.game.sides
        else (min(values), max(values))
    )
    span = high - low or 1.0
    points = [
        (
            8 + (CURVE_WIDTH - 16) * (number - 1) / max(1, len(steps) - 1),
            8 + (CURVE_HEIGHT - 16) * (high - value) / span,
        )
        for (number, _), value in zip(known, values, strict=True)
    ]
    return {
        "width": CURVE_WIDTH,
        "height": CURVE_HEIGHT,
        "title": title if low < 0 < high else f"{title}, from {number_text(low)} to {number_text(high)}",
        "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        "middle": CURVE_HEIGHT / 2 if low < 0 < high else None,
        "dots": [
            {"x": x, "y": y, "label": f"{number}. {step.move}: {step.after}", "is_own": not step.who, "lost": step.lost}
            for (x, y), (number, step) in zip(points, known, strict=True)
        ],
    }


def number_text(number: float) -> str:
    """A value beside a curve."""
    return f"{number:.4g}"


def _load_function(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), name)
