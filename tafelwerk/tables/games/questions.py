"""The family's questions: a position of a game, and the reason for its value.

A position is given by its text; if the game's code is available, it may also be one stored as an equivalent position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import ArgumentError, quoted
from tafelwerk.rules.games import finding
from tafelwerk.rules.games.rules import Rules
from tafelwerk.rules.games.text import normal_text
from tafelwerk.tables.games.answers import Explanation, PositionValue
from tafelwerk.tables.games.explaining import explanation, position_value
from tafelwerk.tables.games.look_ups import StoredGame, stored_game, stored_games, stored_position
from tafelwerk.tables.question import question
from tafelwerk.wording import meant

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

BUILD = "tafelwerk games solve {game}"


def _phrase(book: Book, game: str, position: str | None) -> str:
    known = [one.game for one in stored_games(book)]
    named = f"the game {game}{'' if game in known else meant(game, known)}"
    return named if position is None else f"{named}, position {quoted(position)}"


def _line(game: str, position: str | None) -> str:
    return BUILD.format(game=game)


@question(_phrase, _line)
def position(book: Book, game: str, position: str | None = None) -> PositionValue | None:
    """Value and best moves of a position of a game. Default position: the first."""
    stored = stored_game(book, game)
    if stored is None:
        return None
    wanted = _wanted(book, stored, position)
    found = stored_position(book, game, wanted)
    if found is not None:
        return PositionValue(game, wanted, found.kind, found.value, found.distance, found.moves)
    rules = finding.known(game) if stored.symmetric else None
    place = None if rules is None else _place(rules, wanted, stored.positions)
    if rules is None or place is None:
        raise ArgumentError(_unknown(game, wanted, stored.symmetric and rules is None))
    return position_value(book, rules, place)


@question(_phrase, _line)
def explain(book: Book, game: str, position: str | None = None) -> Explanation | None:
    """Value of every move of a position, best first, and a line of best play. Needs the game's code."""
    stored = stored_game(book, game)
    if stored is None:
        return None
    rules = finding.known(game)
    if rules is None:
        raise ArgumentError(
            f"the code of {game} ({stored.class_name}) is not installed: "
            f"explain asks it for the moves; tafelwerk games position {game} asks the table alone"
        )
    wanted = _wanted(book, stored, position)
    place = _place(rules, wanted, stored.positions)
    if place is None:
        raise ArgumentError(_unknown(game, wanted, False))
    return explanation(book, rules, place)


def _wanted(book: Book, stored: StoredGame, position: str | None) -> str:
    """The text of the requested position: as typed if stored, otherwise without JSON's blanks."""
    if position is None:
        return stored.start
    return normal_text(position) if stored_position(book, stored.game, position) is None else position


def _unknown(game: str, position: str, is_hidden: bool) -> str:
    told = f"{quoted(position)} is not a position of {game} reachable from the start"
    if is_hidden:
        told = f"{quoted(position)} is not stored: {game} stores one of equivalent positions, and the game's code is missing"
    return f"{told}; tafelwerk sql \"SELECT position FROM games.positions WHERE game = '{game}' LIMIT 9\" shows some"


def _place(rules: Rules, text: str, positions: int) -> Any:
    """The position with that text; None if it is not reachable from the start."""
    start = rules.start()
    if rules.text(start) == text or rules.text(rules.canonical(start)) == text:
        return start if rules.text(start) == text else rules.canonical(start)
    # equivalent positions occur one by one
    most = max(positions, 1) * 1000
    return next((place for place, _ in rules.walk(most) if rules.text(place) == text), None)
