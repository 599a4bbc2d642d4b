"""What can be asked about the user's own games: a position, and the reason for its value.

A position is given by its text; if the game's code is available, it may also be one stored as an equivalent position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import ArgumentError, InputError, MissingTableError, quoted
from tafelwerk.families.games import answers
from tafelwerk.families.games.best_play import explain_position, position_value
from tafelwerk.families.games.play_text import explanation_text, position_text
from tafelwerk.families.games.rules import finding
from tafelwerk.families.games.rules.rules import Rules
from tafelwerk.families.games.rules.text import normal_text
from tafelwerk.families.games.stored_games import StoredGame, stored_game, stored_games, stored_position
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.spelling import compose
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import A, Asks, Question, Questions, Text
from tafelwerk.wording import meant

if TYPE_CHECKING:
    from tafelwerk.families.games.builds import WholeGame
    from tafelwerk.tables.book import Book

OPERATIONS = 2e9
"""Estimate for every game: above the budget of a look-up, because the work is only known during the search."""


def _game_name(word: str) -> str:
    """The name that a game has in the book, of a name, or of a file or a class, whose code is then read."""
    name = word.strip()
    return finding.find(name).name if ":" in name or name.endswith(".py") else compose(name)


Game = Annotated[
    str,
    Parameter(
        "NAME",
        "Game: a name registered by a package, a file such as nim.py, or a class such as my_games:Nim.",
        parse=_game_name,
        may_be_path=True,
    ),
]
AnyPosition = Annotated[
    str, Parameter("POSITION", "Position, in the game's notation. Default: the first.", is_argument=True)
]


class OfGame(Question[A]):
    """A question about a position of a game, by default the first."""

    game: Parsed[Game]
    position: AnyPosition | None = None

    def computation(self, book: Book) -> Computation[A]:
        if not self.game:
            raise InputError("the game's name is empty: give a name that a package registers, a file or a class")
        return Computation(OPERATIONS, lambda: self._solved(book), self.build())

    def _solved(self, book: Book) -> A:
        """The answer from the solution of the whole game."""
        from tafelwerk.families.games.solving import holding

        rules = finding.known(self.game)
        if rules is None:
            raise InputError(f"there is no game {self.game!r}: no package registers it, and no code was given")
        with holding(book.path, rules) as solved:
            return self.probe(solved)

    def build(self) -> WholeGame:
        from tafelwerk.families.games.builds import WholeGame

        return WholeGame(self.game)

    def missing(self, book: Book) -> MissingTableError:
        known = [one.game for one in stored_games(book)]
        named = f"the game {self.game}{'' if self.game in known else meant(self.game, known)}"
        what = named if self.position is None else f"{named}, position {quoted(self.position)}"
        return MissingTableError(what, f"tafelwerk games solve {self.game}", book.path)

    def wanted_text(self, book: Book, stored: StoredGame) -> str:
        """The text of the requested position: as typed if stored, otherwise without JSON's blanks."""
        if self.position is None:
            return stored.start
        is_stored = stored_position(book, stored.game, self.position) is not None
        return self.position if is_stored else normal_text(self.position)

    def unknown(self, position: str, is_hidden: bool) -> ArgumentError:
        """The error for a position that is none of the game, or, if it is hidden, may be stored as an equivalent one."""
        fault = f"not a position of {self.game} reachable from the start"
        if is_hidden:
            fault = f"not stored: {self.game} stores one of equivalent positions, and the game's code is missing"
        sql = f"SELECT position FROM games.positions WHERE game = '{self.game}' LIMIT 9"
        return ArgumentError(f'{quoted(position)} is {fault}; tafelwerk sql "{sql}" shows some')


class Position(OfGame[answers.PositionValue]):
    """Show the value of a position and its best moves, from the book; the game's code is not needed.

    Example: tafelwerk games position nim 20
    """

    def look_up(self, book: Book) -> answers.PositionValue | None:
        stored = stored_game(book, self.game)
        if stored is None:
            return None
        text = self.wanted_text(book, stored)
        row = stored_position(book, self.game, text)
        if row is not None:
            return answers.PositionValue(self.game, text, row.kind, row.value, row.distance, row.moves)
        rules = finding.known(self.game) if stored.symmetric else None
        place = None if rules is None else _place(rules, text, stored.positions)
        if rules is None or place is None:
            raise self.unknown(text, stored.symmetric and rules is None)
        return position_value(book, rules, place)

    def text(self, answer: answers.PositionValue) -> str:
        return position_text(answer)


class Explain(OfGame[answers.Explanation]):
    """Show the value of every move of a position, best first, and a line of best play.

    Example: tafelwerk games explain nim.py 20
    """

    def look_up(self, book: Book) -> answers.Explanation | None:
        stored = stored_game(book, self.game)
        if stored is None:
            return None
        rules = finding.known(self.game)
        if rules is None:
            raise ArgumentError(
                f"the code of {self.game} ({stored.class_name}) is not installed: "
                f"explain asks it for the moves; tafelwerk games position {self.game} asks the table alone"
            )
        text = self.wanted_text(book, stored)
        place = _place(rules, text, stored.positions)
        if place is None:
            raise self.unknown(text, False)
        return explain_position(book, rules, place)

    def text(self, answer: answers.Explanation) -> Text:
        return lambda: explanation_text(answer)


class GamesQuestions(Questions):
    """The questions, as `book.games` has them."""

    position = Asks(Position)
    explain = Asks(Explain)


def _place(rules: Rules, text: str, positions: int) -> Any:
    """The position with that text; None if it is not reachable from the start."""
    start = rules.start()
    if rules.text(start) == text or rules.text(rules.canonical(start)) == text:
        return start if rules.text(start) == text else rules.canonical(start)
    # equivalent positions occur one by one
    most = max(positions, 1) * 1000
    return next((place for place, _ in rules.walk(most) if rules.text(place) == text), None)
