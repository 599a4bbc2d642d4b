"""Games for pages: the address of a page holds the game and all turns. Runs in a worker.

The command line of the game makes its session, as on a terminal; then the turns of the address are taken one by one. Replies
depend on seed and position alone, so the same address gives the same position. Recent sessions are kept by their turns,
so that the next turn continues where the last one ended.
"""

import contextlib
import io
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.play.deduction import Deducing
from tafelwerk.play.session import Line, Said, Session
from tafelwerk.web.boards import board, is_board, options, prices
from tafelwerk.web.jobs import JobError

KEPT = 24
"""Sessions that are kept."""

MOST_TURNS = 2000


class Game:
    """A game in play, and what was said of each turn."""

    def __init__(self, session: Session, draw: Any) -> None:
        self.session, self._draw = session, draw
        # words to be typed are links of the page
        typed = list(session.help())[-1:] if isinstance(session, Deducing) else []
        self.said: list[list[dict[str, Any]]] = [self.add(part for part in session.start() if part not in typed)]

    def add(self, said: Iterable[Said]) -> list[dict[str, Any]]:
        """What a session says, as plain values."""
        return [_part_values(part, self._draw) for part in said]

    def take(self, turn: str) -> None:
        """Take a turn."""
        if self.session.over:
            raise InputError("the game is over")
        self.said.append(self.add(self.session.take(turn)))


_GAMES: OrderedDict[tuple[str, ...], Game] = OrderedDict()


def play(words: list[str], turns: list[str], hint: bool = False, chosen: str = "") -> dict[str, Any]:
    """How a game stands.

    Args:
        words: the command line of the game behind the program's name, with a seed.
        turns: turns, as they are typed.
        hint: whether to say what turns are worth.
        chosen: value of one of the board's choices.

    Returns:
        "turns": each with "turn", "" for the beginning, and "said"; "legal": turns that can be taken; "prompt"; "over";
        "board": see `boards.board`; "options": see `boards.options`, where a hint is given or the game is over; "prices": sign
        and tone by turn; "words": what can be typed besides a turn; "line": the command line to go on in a terminal; "hint".

    Raises:
        JobError: the command fails.
        InputError: a turn is none.
    """
    game = game_in_play(words, turns)
    over = game.session.over
    return {
        "turns": [{"turn": turn, "said": parts} for turn, parts in zip(["", *turns], game.said, strict=True)],
        "legal": [] if over else list(game.session.legal),
        "prompt": "" if over else game.session.prompt(),
        "over": over,
        "words": [word for word in sorted(game.session.words) if word != "reveal" or _hides(game.session)],
        "line": game.session.go_on,
        "prices": {turn: price[1:] for turn, price in prices(game.session).items()} if hint else {},
        "board": board(game.session, is_priced=hint, chosen=chosen),
        "options": options(game.session) if hint or over else None,
        "hint": game.add(game.session.hint()) if hint and not over else [],
    }


def word_lists() -> list[str]:
    """Names of the word lists and tables of answers that the book holds."""
    from tafelwerk.book import open_book
    from tafelwerk.tables import names

    with open_book() as book:
        return names.word_lists(book)


def game_in_play(words: list[str], turns: list[str]) -> Game:
    """A game after its turns, continued from where a kept session ended.

    Raises:
        JobError, InputError: as `play`.
    """
    if len(turns) > MOST_TURNS:
        raise InputError(f"a game may have {MOST_TURNS:,} turns, not {len(turns):,}")
    key = (*words, "", *turns)
    length = next((length for length in range(len(turns), -1, -1) if (*words, "", *turns[:length]) in _GAMES), None)
    if length is None:
        game, length = _begin(words), 0
    else:
        game = _GAMES.pop((*words, "", *turns[:length]))
    for turn in turns[length:]:
        game.take(turn)
    _GAMES[key] = game
    while len(_GAMES) > KEPT:
        _GAMES.popitem(last=False)
    return game


def _begin(words: list[str]) -> Game:
    from tafelwerk.cli import main
    from tafelwerk.commands import terminal

    begun: list[Game] = []
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        terminal.led_by(lambda session, draw: begun.append(Game(session, draw))),
    ):
        code = main(words)
    if not begun:
        raise JobError(err.getvalue().strip().removeprefix("error: "), int(code))
    return begun[0]


def _hides(session: Session) -> bool:
    """Whether a session has something to reveal."""
    return type(session).reveal is not Session.reveal


def _part_values(part: Said, draw: Any) -> dict[str, Any]:
    if isinstance(part, str):
        return {"kind": "text", "text": part}
    if isinstance(part, Line):
        return {"kind": "line", "text": part.text, "tone": str(part.tone or "")}
    return {"kind": "board" if is_board(part) else "table", "text": _board_text(draw(part))}


def _board_text(board: Any) -> str:
    """A board of the terminal as text."""
    if isinstance(board, str):
        return board
    from rich.console import Console

    paper = Console(file=io.StringIO(), width=200, no_color=True, force_terminal=False)
    with paper.capture() as capture:
        paper.print(board, soft_wrap=True)
    return "\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n"))
