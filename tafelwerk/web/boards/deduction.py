"""Rows of guesses and answers of Mastermind and word lists, and the numbers of Dresher's game."""

from collections.abc import Callable, Sequence

from tafelwerk.play.deduction import Breaker, Deducing
from tafelwerk.play.dresher import Strip
from tafelwerk.play.mastermind import Mastermind, Row
from tafelwerk.play.session import Session
from tafelwerk.plots.colours import BLUE, INK, MUTED
from tafelwerk.plots.drawings.pegs import rows as drawn
from tafelwerk.plots.pictures import box, words
from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.notation import LETTERS
from tafelwerk.web.boards import Board, Spot

FIELD, PER_ROW = 48.0, 10
"""Pixels of a number, and numbers per row."""


def rows(values: Sequence[Row], spot: Callable[..., Spot], session: Session) -> Board:
    """Guesses and answers; of pegs with a list of colours for each."""
    assert isinstance(session, Deducing)
    assert isinstance(session.problem, Mastermind)
    game, is_breaker = session.problem.game, isinstance(session, Breaker)
    history = session.history
    asked = next((value.query for value in values if not value.answer), "")
    last = None if session.over else asked
    picture = drawn(game, history, last)
    pickers: tuple[tuple[str, ...], ...] = ()
    if is_breaker and not session.over and isinstance(game, Pegs) and game.colors <= len(LETTERS):
        pickers = (tuple(LETTERS[: game.colors]),) * game.pegs
    return Board(picture.width, picture.height, picture.body, picture.text, (), pickers)


def strip(values: Sequence[Strip], spot: Callable[..., Spot], session: Session) -> Board:
    """The numbers 1 to n; those that are left are dark, and turns where the user guesses."""
    (value,) = values
    legal = frozenset(session.legal) if isinstance(session, Breaker) and not session.over else frozenset()
    parts, spots = [], []
    for number in range(1, value.n + 1):
        row, column = divmod(number - 1, PER_ROW)
        x, y, is_left = column * FIELD, row * FIELD, value.first <= number <= value.last
        parts.append(box(x + 1, y + 1, FIELD - 2, FIELD - 2, "white", BLUE if is_left else "#dddddd", 4))
        parts.append(
            words(x + FIELD / 2, y + FIELD / 2 - 3, str(number), 13, INK if is_left else MUTED, "middle", is_left)
        )
        if str(number) in legal:
            spots.append(spot(str(number), x, y, FIELD, FIELD))
    width = min(value.n, PER_ROW) * FIELD
    text = f"Numbers 1 to {value.n}; {value.first} to {value.last} are left."
    return Board(width, ((value.n - 1) // PER_ROW + 1) * FIELD, "".join(parts), text, tuple(spots))
