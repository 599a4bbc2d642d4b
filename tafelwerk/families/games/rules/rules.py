"""Reads a user's own game: every returned value is checked, and an impossible one is reported in one line."""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from tafelwerk.errors import InputError, TafelwerkError, quoted
from tafelwerk.families.games.rules.game import Game, Outcome
from tafelwerk.families.games.rules.text import LONGEST_TEXT, text_of
from tafelwerk.spelling import compose

FAULTS = (Exception, SystemExit)
"""What the code of a game may fail with. `sys.exit` in it does not end the program, least of all as if all were well."""

LARGEST_OUTCOME = 2**53
"""Greatest absolute value of an outcome's numerator and denominator."""

NEEDED = ("start", "moves", "after", "outcome")
OPTIONAL = ("player", "chance", "key", "symmetry", "text", "board")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.,+()-]{0,99}")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9]+")
_SHOWN = 60


class Kind(StrEnum):
    """Kinds of positions."""

    DECISION = "decision"
    CHANCE = "chance"
    END = "end"


class Node(NamedTuple):
    """A position with its successors.

    Attributes:
        kind: whether a player moves, chance decides, or the game is over.
        outcome: value of an end for the player to move.
        names: moves as text; empty for chance.
        after: positions after moves or chance, as the game returns them, not `canonical`.
        weights: probabilities of the outcomes of chance; they sum to 1.
        moves: the moves as the game returns them; empty for chance.
    """

    kind: Kind
    outcome: Outcome = 0
    names: Sequence[str] = ()
    after: Sequence[Any] = ()
    weights: Sequence[Fraction] = ()
    moves: Sequence[Any] = ()


class Rules:
    """A game and its optional methods.

    Args:
        game: an object with the methods of `Game`.

    Attributes:
        game: the game.
        name: its name in the book.
        players: 1 or 2.
        is_symmetric: whether it has `key` or `symmetry`.
        tell: called now and then during enumeration with the numbers of processed and of found positions.

    Raises:
        InputError: it lacks a method, or its name or its number of players is invalid.
    """

    def __init__(self, game: Any) -> None:
        if isinstance(game, type):
            raise InputError(f"{game.__name__} is a class; give a game of it: {game.__name__}()")
        kind = type(game)
        lacking = [name for name in NEEDED if _method(game, name) is None]
        if lacking:
            raise InputError(
                f"{kind.__name__} is not a game: it lacks {', '.join(lacking)}; a game has {', '.join(NEEDED)}"
            )
        self.game = game
        self.name = str(getattr(game, "name", None) or _spelled(kind.__name__))
        if not _NAME.fullmatch(self.name):
            allowed = "letters A to Z and a to z, digits, spaces and _.,+()-, 100 characters at most, a letter or a digit first"
            raise InputError(f"a game's name has {allowed}; not {quoted(self.name)}")
        self.players = getattr(game, "players", 2)
        if self.players not in (1, 2):
            raise InputError(f"{self.name}: players is 1 or 2, not {quoted(self.players)}")
        self._player, self._chance, self._key, self._symmetry, self._text, self._board = (
            _method(game, name) for name in OPTIONAL
        )
        if self._key is not None and self._symmetry is not None:
            raise InputError(f"{self.name} has key and symmetry; give it one of them")
        self.is_symmetric = self._key is not None or self._symmetry is not None
        self.tell: Callable[[int, int], None] | None = None
        self._moves: dict[Any, str] = {}

    @property
    def has_chance(self) -> bool:
        """Whether the game has the method `chance`."""
        return self._chance is not None

    def start(self) -> Any:
        """The first position."""
        return self._position(self._called("start"), "start()")

    def node(self, position: Any) -> Node:
        """The successors of a position.

        Raises:
            InputError: the game returns an impossible value.
        """
        outcome = self._called("outcome", position)
        if outcome is not None:
            return Node(Kind.END, self._outcome(outcome, position))
        chances = self._called("chance", position) if self._chance is not None else None
        if chances is not None:
            drawn = self._listed(chances, "chance", position)
            if drawn:
                return self._drawn(drawn, position)
        moves = self._listed(self._called("moves", position), "moves", position)
        if not moves:
            raise InputError(
                f"{self._at(position)}: moves is empty and outcome is None; outcome must say what the end is worth"
            )
        names = [self.move_text(move) for move in moves]
        if len(set(names)) < len(names):
            double = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{self._at(position)}: moves has {quoted(double)} twice")
        move, lead = None, self.game.after
        try:
            after = [lead(position, move := one) for one in moves]
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault("after", (position, move), fault) from fault
        # `in` would compare a position with None, for which its class may not be made
        name = next((name for name, position in zip(names, after, strict=True) if position is None), None)
        if name is not None:
            raise InputError(f"{self._at(position)}: after returned None for the move {quoted(name)}")
        return Node(Kind.DECISION, 0, names, after, (), moves)

    def canonical(self, position: Any) -> Any:
        """The representative of all equivalent positions: by `key`, or the least text among those of `symmetry`.

        Raises:
            InputError: its `key` is another position.
        """
        if self._key is not None:
            found = self._position(self._called("key", position), "key")
            if found != position:
                again = self._called("key", found)
                if again != found:
                    raise InputError(
                        f"{self._at(position)}: key is {self.text(found)}, whose own key is {quoted(again, _SHOWN)}; "
                        "the key of a key must be itself"
                    )
            return found
        if self._symmetry is not None:
            images = self._listed(self._called("symmetry", position), "symmetry", position)
            return min((position, *images), key=self.text)
        return position

    def sign(self, position: Any, after: Any, kind: Kind) -> int:
        """1 if the same player is to move before and after, otherwise -1."""
        if self.players == 1:
            return 1
        if self._player is None:
            return -1 if kind is Kind.DECISION else 1
        return 1 if self.player(position) == self.player(after) else -1

    @property
    def tells_player(self) -> bool:
        """Whether the game itself determines who is to move."""
        return self._player is not None and self.players == 2

    def player(self, position: Any) -> int:
        """The player to move, 0 or 1, according to the game."""
        found = self._called("player", position)
        if found not in (0, 1):
            raise InputError(f"{self._at(position)}: player is 0 or 1, not {quoted(found)}")
        return int(found)

    def text(self, position: Any) -> str:
        """The position as text.

        Raises:
            InputError: it has no text, or one that is too long.
        """
        if type(position) is str and self._text is None:
            found = position
        else:
            found = self._written(position) if self._text is None else self._called("text", position)
        if not isinstance(found, str) or not found or len(found) > LONGEST_TEXT:
            allowed = f"a text of 1 to {LONGEST_TEXT:,} characters"
            raise InputError(f"{self.name}: a position is written as {allowed}, not {quoted(found, _SHOWN)}")
        return compose(found)

    def move_text(self, move: Any) -> str:
        """A move as text. Errors as `text_of`."""
        # the same moves occur again and again; 1 and True are equal, but not the same
        known = (type(move), move)
        try:
            found = self._moves.get(known)
        except TypeError:
            return self._written(move)
        if found is None:
            found = self._moves[known] = self._written(move)
        return found

    def board(self, position: Any) -> str:
        """A drawing of the position: by `board`, or row by row for a tuple of rows, or its text."""
        if self._board is not None:
            return str(self._called("board", position))
        if self._text is None and isinstance(position, tuple) and len(position) > 1:
            if all(isinstance(row, str) for row in position):
                return "\n".join(position)
            if all(isinstance(row, tuple) for row in position):
                return "\n".join(" ".join(map(text_of, row)) for row in position)
        return self.text(position)

    def walk(self, most: int) -> Iterator[tuple[Any, Node]]:
        """Every position reachable from the start, each once, breadth first, without symmetries.

        Raises:
            InputError: as in `node`; or there are more than `most` positions.
        """
        start = self.start()
        seen = {start}
        waiting = [start]
        for position in waiting:
            node = self.node(position)
            for after in node.after:
                if self.hashed(after, position) not in seen:
                    seen.add(after)
                    waiting.append(after)
                    if len(seen) > most:
                        raise self.too_many(most, after)
            yield position, node

    def hashed(self, position: Any, before: Any = None) -> Any:
        """The position, checked to be hashable.

        Raises:
            InputError: it is not hashable.
        """
        try:
            hash(position)
        except TypeError:
            where = self.name if before is None else self._at(before)
            raise InputError(
                f"{where}: {quoted(position, _SHOWN)} cannot be hashed; make positions of tuples and frozensets "
                "instead of lists, sets and dicts"
            ) from None
        except FAULTS as fault:
            raise self._fault("the __hash__ of a position", (), fault) from fault
        return position

    def incomparable(self, fault: BaseException) -> InputError:
        """The error of a game whose positions cannot be compared."""
        return self._fault("the __eq__ of a position", (), fault)

    def too_many(self, most: int, position: Any) -> InputError:
        """The error of a game with too many positions."""
        return InputError(
            f"{self.name} has more than {most:,} positions, among them {quoted(self.text(position), _SHOWN)}; "
            "if it does end, raise the limit: --most N, or most=N in Python"
        )

    def _drawn(self, drawn: Sequence[Any], position: Any) -> Node:
        weights, after = [], []
        for pair in drawn:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise InputError(
                    f"{self._at(position)}: chance has pairs of probability and position, not {quoted(pair, _SHOWN)}"
                )
            share, found = pair
            if isinstance(share, bool) or not isinstance(share, int | Fraction):
                raise InputError(
                    f"{self._at(position)}: a probability is an exact number, such as Fraction(1, 6), not {quoted(share)}"
                )
            if share <= 0:
                raise InputError(f"{self._at(position)}: a probability is greater than 0, not {share}")
            weights.append(Fraction(share))
            after.append(self._position(found, "chance"))
        if sum(weights) != 1:
            raise InputError(f"{self._at(position)}: the probabilities of chance sum to {sum(weights)}, not to 1")
        return Node(Kind.CHANCE, 0, (), after, weights)

    def _outcome(self, outcome: Any, position: Any) -> Outcome:
        if isinstance(outcome, bool) or not isinstance(outcome, int | Fraction):
            allowed = "None, WIN, DRAW, LOSS, an int or a Fraction"
            raise InputError(f"{self._at(position)}: outcome is {allowed}, not {quoted(outcome)}")
        if not (-LARGEST_OUTCOME <= outcome.numerator <= LARGEST_OUTCOME and outcome.denominator <= LARGEST_OUTCOME):
            raise InputError(f"{self._at(position)}: outcome is out of range, {quoted(outcome)}; it is at most 2^53")
        return outcome

    def _position(self, found: Any, what: str) -> Any:
        if found is None:
            raise InputError(f"{self.name}: {what} returned None, which is not a position")
        return self.hashed(found)

    def _listed(self, found: Any, what: str, position: Any) -> list[Any]:
        if found is None:
            return []
        try:
            return list(found)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(what, (position,), fault) from fault

    def _called(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.game, method)(*arguments)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(method, arguments, fault) from fault

    def _written(self, value: Any) -> str:
        try:
            return text_of(value)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(f"the text of a {type(value).__name__}", (), fault) from fault

    def _fault(self, method: str, arguments: Sequence[Any], fault: BaseException) -> InputError:
        given = ", ".join(quoted(one, _SHOWN) for one in arguments)
        told = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        return InputError(f"{self.name}: {method}{f'({given})' if method.isidentifier() else ''} failed with {told}")

    def _at(self, position: Any) -> str:
        return f"{self.name}, position {quoted(self.text(position), _SHOWN)}"


def _method(game: Any, name: str) -> Callable[..., Any] | None:
    """A method of a game; None if it has none of its own."""
    found = getattr(game, name, None)
    own = getattr(type(game), name, None) is not getattr(Game, name, object())
    return found if callable(found) and own else None


def _spelled(name: str) -> str:
    """The name of a class in words: "tic-tac-toe" of TicTacToe."""
    return "-".join(_WORD.findall(name)).lower() or name
