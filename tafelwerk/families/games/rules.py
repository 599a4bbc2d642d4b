"""The user's own games in plain Python: their protocol, how one is found and read, and how positions are written.

A class with the four methods of `rules.game_trees.Game` is a game; it need not derive from it. A position is any hashable value
that contains everything play depends on. Values are those of the player to move.

Optional attributes and methods, found by their names:

    name                  name of the game in the book. Default: the class's name, as in "tic-tac-toe" for TicTacToe
    players               1 for a puzzle. Default: 2
    player(position)      the player to move, 0 or 1, for games in which a move does not always pass the turn
    chance(position)      pairs of probability and position where chance decides, such as the roll of a die; otherwise None or
                          empty. Probabilities are ints or Fractions. Chance does not pass the turn
    key(position)         the representative of all equivalent positions
    symmetry(position)    positions equivalent to it, instead of `key`
    text(position)        the position as text, different for different positions. Default: strings as they are, others as JSON
    board(position)       a drawing of the position, for `tafelwerk play`. Default: its rows, or its text

What a game returns is checked; an impossible value is reported in one line.

A package registers games by entry points (`tafelwerk.own_games`). A Python file, or a class in an importable module, is a game,
too: "nim.py", "nim.py:Nim", "my_games:Nim". Code comes from installed packages or from a file or class named by the user, never
from a book. What it prints goes to standard error.
"""

import ast
import hashlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from tafelwerk import own_games
from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.own_games import installed_games, is_restricted
from tafelwerk.rules.game_trees import Game, Outcome
from tafelwerk.spelling import compose
from tafelwerk.streams import keep_answers_apart

LONGEST_TEXT = 10_000
"""Greatest length of a position's text."""


def text_of(value: Any) -> str:
    """A position or a move as text.

    Raises:
        InputError: it cannot be written as text.
    """
    if type(value) is str:
        return compose(value)
    if type(value) is int:
        return str(value)
    return compose(json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).strip('"'))


def normal_text(text: str) -> str:
    """A typed position or move in the form of stored texts: JSON without blanks, also of Python's tuples and sets."""
    try:
        value = json.loads(text)
    except ValueError:
        if text.lstrip()[:1] not in ("(", "[", "{"):
            return text
        try:
            value = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return text
    # an escaped mark may follow its letter
    return text_of(value) if isinstance(value, list | tuple | set | dict) else text


def spellings(text: str) -> Iterator[str]:
    """What a typed position or move may mean, as stored texts have it: itself, its normal form, numbers without brackets."""
    yield from dict.fromkeys((text, normal_text(text)))
    if _NUMBERS.fullmatch(text):
        yield f"[{','.join(re.findall('-?[0-9]+', text))}]"


def _plain(value: Any) -> Any:
    """The value in JSON's types."""
    kind = type(value)
    if kind is tuple or kind is list:
        return [_plain(part) for part in value]
    if value is None or kind in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted((_plain(part) for part in value), key=lambda part: (str(type(part)), json.dumps(part)))
    if isinstance(value, Mapping):
        return {text_of(key): _plain(part) for key, part in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, int | str):
        return value
    if "__str__" in _written_by(kind) or "__repr__" in _written_by(kind):
        return str(value)
    raise InputError(
        f"{in_quotes(value)} cannot be written as text: build positions and moves of numbers, strings, tuples and frozensets, "
        f"or give the class {kind.__name__} a method __str__"
    )


def _written_by(kind: type) -> set[str]:
    """Names defined by a class or one of its bases except `object`."""
    return {name for base in kind.__mro__[:-1] for name in vars(base)}


FAULTS = (Exception, SystemExit)
"""What the code of a game may fail with. `sys.exit` in it does not end the program, least of all as if all were well."""

LARGEST_OUTCOME = 2**53
"""Greatest absolute value of an outcome's numerator and denominator."""

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "start": (),
    "moves": ("position",),
    "after": ("position", "move"),
    "outcome": ("position",),
}
"""Methods that a game needs, and what they are given."""

NEEDED = tuple(ARGUMENTS)
OPTIONAL = ("player", "chance", "key", "symmetry", "text", "board")
"""Methods that a game may have; they are given a position."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.,+()-]{0,99}")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9]+")
_NUMBERS = re.compile(r"\s*-?[0-9]+(?:[\s,]+-?[0-9]+)+\s*")
_SHOWN = 60


class NodeKind(StrEnum):
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

    kind: NodeKind
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
        for name in (*NEEDED, *OPTIONAL):
            self._check_arguments(name)
        self.name = str(getattr(game, "name", None) or _spell(kind.__name__))
        if not _NAME.fullmatch(self.name):
            allowed = "letters A to Z and a to z, digits, spaces and _.,+()-, 100 characters at most, a letter or a digit first"
            raise InputError(f"a game's name has {allowed}; not {in_quotes(self.name)}")
        self.players = getattr(game, "players", 2)
        if self.players not in (1, 2):
            raise InputError(f"{self.name}: players is 1 or 2, not {in_quotes(self.players)}")
        self._player, self._chance, self._key, self._symmetry, self._text, self._board = (
            _method(game, name) for name in OPTIONAL
        )
        if self._key is not None and self._symmetry is not None:
            raise InputError(f"{self.name} has key and symmetry; give it one of them")
        self.is_symmetric = self._key is not None or self._symmetry is not None
        self.tell: Callable[[int, int], None] | None = None
        self._moves: dict[Any, str] = {}

    def _check_arguments(self, name: str) -> None:
        """Raise InputError where a method does not take what it is given."""
        method, wanted = _method(self.game, name), ARGUMENTS.get(name, ("position",))
        if method is None:
            return
        try:
            inspect.signature(method).bind(*wanted)
        except (TypeError, ValueError):
            if inspect.isfunction(method) or inspect.ismethod(method):
                head = f"def {name}({', '.join(('self', *wanted))})"
                raise InputError(
                    f"{type(self.game).__name__}: {name} cannot be called{self._line(name)}; write: {head}"
                ) from None

    def start(self) -> Any:
        """The first position."""
        return self._position(self._call("start"), "start()")

    def node(self, position: Any) -> Node:
        """The successors of a position.

        Raises:
            InputError: the game returns an impossible value.
        """
        outcome = self._call("outcome", position)
        if outcome is not None:
            return Node(NodeKind.END, self._outcome(outcome, position))
        chances = self._call("chance", position) if self._chance is not None else None
        if chances is not None:
            pairs = self._list(chances, "chance", position)
            if pairs:
                return self._chance_node(pairs, position)
        moves = self._list(self._call("moves", position), "moves", position)
        if not moves:
            reason = "moves is empty and outcome is None; outcome must say what the end is worth"
            raise self._wrong("outcome", position, reason)
        names = [self.move_text(move) for move in moves]
        if len(set(names)) < len(names):
            double = next(name for name in names if names.count(name) > 1)
            raise self._wrong("moves", position, f"moves has {in_quotes(double)} twice")
        move, lead = None, self.game.after
        try:
            after = [lead(position, move := candidate) for candidate in moves]
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault("after", (position, move), fault) from fault
        # `in` would compare a position with None, for which its class may not be made
        name = next((name for name, position in zip(names, after, strict=True) if position is None), None)
        if name is not None:
            reason = f"after returned None for the move {in_quotes(name)}; it must return the position after it"
            raise self._wrong("after", position, reason)
        return Node(NodeKind.DECISION, 0, names, after, (), moves)

    def canonical(self, position: Any) -> Any:
        """The representative of all equivalent positions: by `key`, or the least text among those of `symmetry`.

        Raises:
            InputError: its `key` is another position.
        """
        if self._key is not None:
            key = self._position(self._call("key", position), "key")
            if key != position:
                again = self._call("key", key)
                if again != key:
                    other = in_quotes(again, _SHOWN)
                    reason = f"key is {self.text(key)}, whose own key is {other}; the key of a key must be itself"
                    raise self._wrong("key", position, reason)
            return key
        if self._symmetry is not None:
            images = self._list(self._call("symmetry", position), "symmetry", position)
            return min((position, *images), key=self.text)
        return position

    def sign(self, position: Any, after: Any, kind: NodeKind) -> int:
        """1 if the same player is to move before and after, otherwise -1."""
        if self.players == 1:
            return 1
        if self._player is None:
            return -1 if kind is NodeKind.DECISION else 1
        return 1 if self.player(position) == self.player(after) else -1

    @property
    def tells_player(self) -> bool:
        """Whether the game itself determines who is to move."""
        return self._player is not None and self.players == 2

    def player(self, position: Any) -> int:
        """The player to move, 0 or 1, according to the game."""
        player = self._call("player", position)
        if player not in (0, 1):
            raise self._wrong("player", position, f"player is 0 or 1, not {in_quotes(player)}")
        return int(player)

    def text(self, position: Any) -> str:
        """The position as text.

        Raises:
            InputError: it has no text, or one that is too long.
        """
        if type(position) is str and self._text is None:
            text = position
        else:
            text = self._write(position) if self._text is None else self._call("text", position)
        if not isinstance(text, str) or not text or len(text) > LONGEST_TEXT:
            allowed = f"a text of 1 to {LONGEST_TEXT:,} characters"
            raise InputError(f"{self.name}: a position is written as {allowed}, not {in_quotes(text, _SHOWN)}")
        return compose(text)

    def move_text(self, move: Any) -> str:
        """A move as text. Errors as `text_of`."""
        # the same moves occur again and again; 1 and True are equal, but not the same
        key = (type(move), move)
        try:
            text = self._moves.get(key)
        except TypeError:
            return self._write(move)
        if text is None:
            text = self._moves[key] = self._write(move)
        return text

    def board(self, position: Any) -> str:
        """A drawing of the position: by `board`, or row by row for a tuple of rows, or its text."""
        if self._board is not None:
            return str(self._call("board", position))
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
                if self.check_hash(after, position) not in seen:
                    seen.add(after)
                    waiting.append(after)
                    if len(seen) > most:
                        raise self.too_many(most, after)
            yield position, node

    def check_hash(self, position: Any, before: Any = None) -> Any:
        """The position, checked to be hashable.

        Raises:
            InputError: it is not hashable.
        """
        try:
            hash(position)
        except TypeError:
            where = self.name if before is None else self._at(before)
            raise InputError(
                f"{where}: {in_quotes(position, _SHOWN)} cannot be hashed; make positions of tuples and frozensets "
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
            f"{self.name} has more than {most:,} positions, among them {in_quotes(self.text(position), _SHOWN)}; "
            "if it does end, raise the limit: --positions N, or most=N in Python"
        )

    def _chance_node(self, pairs: Sequence[Any], position: Any) -> Node:
        weights, after = [], []
        for pair in pairs:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                reason = f"chance has pairs of probability and position, not {in_quotes(pair, _SHOWN)}"
                raise self._wrong("chance", position, reason)
            share, successor = pair
            if isinstance(share, bool) or not isinstance(share, int | Fraction):
                reason = f"a probability is an exact number, such as Fraction(1, 6), not {in_quotes(share)}"
                raise self._wrong("chance", position, reason)
            if share <= 0:
                raise self._wrong("chance", position, f"a probability is greater than 0, not {share}")
            weights.append(Fraction(share))
            after.append(self._position(successor, "chance"))
        if sum(weights) != 1:
            raise self._wrong("chance", position, f"the probabilities of chance sum to {sum(weights)}, not to 1")
        return Node(NodeKind.CHANCE, 0, (), after, weights)

    def _outcome(self, outcome: Any, position: Any) -> Outcome:
        if isinstance(outcome, bool) or not isinstance(outcome, int | Fraction):
            allowed = "None, WIN, DRAW or LOSS of tafelwerk.games, an int or a Fraction"
            raise self._wrong("outcome", position, f"outcome is {allowed}, not {in_quotes(outcome)}")
        if not (-LARGEST_OUTCOME <= outcome.numerator <= LARGEST_OUTCOME and outcome.denominator <= LARGEST_OUTCOME):
            raise self._wrong("outcome", position, f"outcome is out of range, {in_quotes(outcome)}; it is at most 2^53")
        return outcome

    def _position(self, position: Any, what: str) -> Any:
        if position is None:
            raise InputError(f"{self.name}: {what} returned None, which is not a position")
        return self.check_hash(position)

    def _list(self, values: Any, what: str, position: Any) -> list[Any]:
        if values is None:
            return []
        if not isinstance(values, Iterable):
            raise self._wrong(what, position, f"{what} must return a list, not {in_quotes(values, _SHOWN)}")
        try:
            return list(values)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(what, (position,), fault) from fault

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.game, method)(*arguments)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(method, arguments, fault) from fault

    def _write(self, value: Any) -> str:
        try:
            return text_of(value)
        except TafelwerkError:
            raise
        except FAULTS as fault:
            raise self._fault(f"the text of a {type(value).__name__}", (), fault) from fault

    def _fault(self, method: str, arguments: Sequence[Any], fault: BaseException) -> InputError:
        values = ", ".join(in_quotes(argument, _SHOWN) for argument in arguments)
        cause = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        call = f"{method}({values})" if method.isidentifier() else method
        return InputError(f"{self.name}: {call} failed with {cause}{self._line(method, fault)}")

    def _wrong(self, method: str, position: Any, reason: str) -> InputError:
        """The error of a method that returns an impossible value at a position."""
        return InputError(f"{self._at(position)}: {reason}{self._line(method)}")

    def _line(self, method: str, fault: BaseException | None = None) -> str:
        """Where the game's code failed, or where a method begins, as " (nim.py, line 12)"; "" if it is not known."""
        function = getattr(type(self.game), method, None)
        code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
        file = getattr(code, "co_filename", "")
        line = line_of(fault, file) or getattr(code, "co_firstlineno", None)
        return f" ({Path(file).name}, line {line})" if file.endswith(".py") and line else ""

    def _at(self, position: Any) -> str:
        return f"{self.name}, position {in_quotes(self.text(position), _SHOWN)}"


def line_of(fault: BaseException | None, file: str) -> int | None:
    """The line of a file where an exception was last raised within it; None if it was not."""
    lines = (
        [] if fault is None else [at for frame, at in walk_tb(fault.__traceback__) if frame.f_code.co_filename == file]
    )
    return lines[-1] if lines else None


def _method(game: Any, name: str) -> Callable[..., Any] | None:
    """A method of a game; None if it has none of its own."""
    method = getattr(game, name, None)
    own = getattr(type(game), name, None) is not getattr(Game, name, object())
    return method if callable(method) and own else None


def _spell(name: str) -> str:
    """The name of a class in words: "tic-tac-toe" of TicTacToe."""
    return "-".join(_WORD.findall(name)).lower() or name


_OTHERS = frozenset({"builtins", "typing", "abc", "dataclasses", "tafelwerk"})
"""Modules of base classes that do not affect a game's rules."""

_KNOWN: dict[str, Rules] = {}

_HOMES: WeakKeyDictionary[type, ModuleType] = WeakKeyDictionary()
"""Modules of the classes that files define: two files of one name are two modules, of which `sys.modules` has one."""


def register_game(rules: Rules) -> Rules:
    """Register a game under its name in this process."""
    _KNOWN[rules.name] = rules
    return rules


def known_game(name: str) -> Rules | None:
    """The game of that name registered in this process or by a package; None if there is none.

    Raises:
        InputError: a package registers it, but it cannot be loaded.
    """
    name = compose(name)
    if name in _KNOWN:
        keep_answers_apart()
        return _KNOWN[name]
    point = installed_games().get(name)
    if point is None:
        return None
    keep_answers_apart()
    try:
        made = point.load()
    except FAULTS as fault:
        cause = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"the game {name} of {point.value} cannot be loaded: {cause}") from fault
    return _registered_as(name, _make_rules(made, name))


def find_game(named: str) -> Rules:
    """Find a game by its name, its file or its class, such as "nim", "nim.py", "nim.py:Nim", "my_games:Nim".

    Raises:
        InputError: there is none, or it cannot be loaded.
    """
    name = named.strip()
    rules = known_game(name)
    if rules is not None:
        return rules
    keep_answers_apart()
    path, _, kind = name.partition(":")
    if is_restricted():
        name = compose(name)
        if name in own_games.OFFERED:
            file, _, kind = own_games.OFFERED[name].partition(":")
            _KNOWN[name] = register_game(_of_module(_load_file(Path(file)), kind, name))
            return _KNOWN[name]
        raise unknown_game(named)
    if path.endswith(".py"):
        return register_game(_of_module(_load_file(Path(path)), kind, name))
    if kind.isidentifier() and all(part.isidentifier() for part in path.split(".")):
        return register_game(_of_module(_import_module(path, name), kind, name))
    raise unknown_game(named)


def unknown_game(named: str) -> InputError:
    """The error of a name that is no game of the user's own, with what may be meant."""
    known = f"there is no game {in_quotes(named)}"
    if is_restricted():
        offered = ", ".join((*installed_games(), *own_games.OFFERED)) or "none"
        return InputError(
            f"{known}: here a game is one that a package offers, or a file that the server was given; there is {offered}"
        )
    if named.strip().isidentifier() and Path(f"{named.strip()}.py").is_file():
        return InputError(f"{known}; did you mean the file {named.strip()}.py?")
    return InputError(
        f"{known}: packages register {', '.join(installed_games()) or 'none'}; give a name, a file such as nim.py, or a class "
        "such as my_games:Nim. The program's own games: tafelwerk play"
    )


def code_of(rules: Rules) -> str | None:
    """Digest of a game's code, sixteen hexadecimal digits; None without source, such as for a class typed at a prompt.

    It covers the game's attributes and the syntax of the modules of its class and bases, without comments and layout.
    """
    kinds = [kind for kind in type(rules.game).__mro__ if kind.__module__.partition(".")[0] not in _OTHERS]
    parts = [class_of(rules), repr(sorted(getattr(rules.game, "__dict__", {}).items()))]
    try:
        modules = dict.fromkeys(_HOMES.get(kind) or sys.modules[kind.__module__] for kind in kinds)
        parts.extend(ast.dump(ast.parse(inspect.getsource(module))) for module in modules)
    except (OSError, TypeError, SyntaxError, ValueError, KeyError):
        return None
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def source_of(rules: Rules) -> str | None:
    """Text of the module that defines the game's class; None without source."""
    kind = type(rules.game)
    try:
        return inspect.getsource(_HOMES.get(kind) or sys.modules[kind.__module__])
    except (OSError, TypeError, KeyError):
        return None


def class_of(rules: Rules) -> str:
    """The game's class, as "module:Name"."""
    kind = type(rules.game)
    return f"{kind.__module__}:{kind.__qualname__}"


def _registered_as(name: str, rules: Rules) -> Rules:
    """The game under the name of its entry point, which tells users more than its own."""
    rules.name = name
    return register_game(rules)


class _Fresh(SourceFileLoader):
    """Compiles the source at every load: bytecode that is kept may be that of a version changed within the same second."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _load_file(path: Path) -> Any:
    """Import the module of a file."""
    if not path.is_file():
        raise InputError(f"there is no file {in_quotes(str(path))}")
    spec = spec_from_file_location(path.stem, path, loader=_Fresh(path.stem, str(path)))
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be read as Python")
    module = module_from_spec(spec)
    before = sys.modules.get(path.stem)
    # where classes look for their own source; a module of the program's is left alone
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except FAULTS as fault:
        if before is None:
            del sys.modules[path.stem]
        cause = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        line = line_of(fault, str(path))
        at = f" (line {line})" if line is not None else ""
        beside = path.with_name(f"{getattr(fault, 'name', None) or ''}.py")
        remedy = f"; a game is one file: put the code of {beside.name} into it" if beside.is_file() else ""
        raise InputError(f"{path} cannot be loaded: {cause}{at}{remedy}") from fault
    own = (value for value in vars(module).values() if _is_class_of(value, module))
    _HOMES.update(dict.fromkeys(own, module))
    return module


def _import_module(module: str, named: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except FAULTS as fault:
        cause = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"the game {named} cannot be loaded: {cause}") from fault


def _is_class_of(value: Any, module: ModuleType) -> bool:
    """Whether a value is a class that a module defines."""
    return isinstance(value, type) and value.__module__ == module.__name__


def _of_module(module: Any, kind: str, named: str) -> Rules:
    """The game of a module: the named class, or the only one."""
    if kind:
        if not hasattr(module, kind):
            raise InputError(f"{named}: there is no {kind} in {module.__name__}")
        return _make_rules(getattr(module, kind), named)
    kinds = [
        candidate
        for candidate in vars(module).values()
        if _is_class_of(candidate, module) and all(hasattr(candidate, name) for name in NEEDED)
    ]
    if not kinds:
        raise InputError(f"{named} has no class with {', '.join(NEEDED)}{_nearest(module)}")
    if len(kinds) != 1:
        names = ", ".join(candidate.__name__ for candidate in kinds)
        raise InputError(f"{named} has several games ({names}); name one: {named}:{kinds[0].__name__}")
    return _make_rules(kinds[0], named)


def _nearest(module: Any) -> str:
    """What the class of a module lacks that is most of a game; or that its functions belong in one."""
    lacking = {
        candidate.__name__: [name for name in NEEDED if not hasattr(candidate, name)]
        for candidate in vars(module).values()
        if _is_class_of(candidate, module)
    }
    nearest = min(lacking, key=lambda name: len(lacking[name]), default=None)
    if nearest is not None and len(lacking[nearest]) < len(NEEDED):
        return f"; {nearest} lacks {', '.join(lacking[nearest])}"
    return "; put its functions into a class, each with self first" if hasattr(module, "moves") else ""


def _make_rules(kind: Any, named: str) -> Rules:
    """Make a game by calling a class or a function without arguments."""
    if not isinstance(kind, type) and not inspect.isroutine(kind):
        return Rules(kind)
    try:
        game = kind()
    except FAULTS as fault:
        cause = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(
            f"the game {named} cannot be made: {cause}; it must be callable without arguments: give them defaults, or name an "
            f"object, such as FILE.py:GAME for a line GAME = {getattr(kind, '__name__', 'Nim')}(...)"
        ) from fault
    return Rules(game)


FAMILY = "games"
