"""The family's questions."""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from tafelwerk.errors import BookError, InputError, quoted
from tafelwerk.tables.minimax.answers import (
    Board,
    Heap,
    Left,
    Move,
    Period,
    Plan,
    Race,
    Reply,
    Solution,
    Sum,
    Turn,
)
from tafelwerk.tables.minimax.heaps import SEARCHED, heaps_build_line, misere_build_line
from tafelwerk.tables.minimax.memory import MemoryPosition, memory_build_line
from tafelwerk.tables.minimax.positions import ENDLESS, NUMBERS, TICTACTOE, Position, game_build_line
from tafelwerk.tables.minimax.rules import (
    GRUNDY,
    NOTHING_LEFT,
    ONE_LEFT,
    TWO_LEFT,
    Rules,
    checked_heaps,
    checked_misere,
    octal_rules,
    subtraction_rules,
)
from tafelwerk.tables.minimax.words import FAMILY
from tafelwerk.tables.question import Question, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.minimax.trees import GameTree, Tree

P = ParamSpec("P")
A = TypeVar("A")

_LEFT = re.compile(r"[0-9]+(\+[0-9]+)?", re.ASCII)
_ABOVE, _BELOW = re.compile(r"-?[0-9]+", re.ASCII), re.compile(r"[1-9][0-9]*", re.ASCII)

_SUM = f"""
WITH asked AS (SELECT unnest(?::BIGINT[]) AS heap, generate_subscripts(?::BIGINT[], 1) - 1 AS place),
known AS (SELECT heap::BIGINT AS heap, value FROM {FAMILY}.grundy WHERE game = ? AND heap <= ?),
valued AS (SELECT place, heap, value, xor(value, bit_xor(value) OVER ()) AS wanted FROM asked JOIN known USING (heap)),
splits AS MATERIALIZED (
    SELECT place, wanted, taken, part.heap AS smaller, part.value, valued.heap - taken - part.heap AS larger
    FROM valued, (SELECT unnest(?::BIGINT[]) AS taken), known AS part
    WHERE part.heap > 0 AND 2 * part.heap + ? <= valued.heap - taken),
moves AS (
    SELECT place, heap AS taken, 0 AS smaller, 0 AS larger FROM valued
    WHERE wanted = 0 AND list_contains(?::BIGINT[], heap)
    UNION ALL
    SELECT place, taken, 0, part.heap FROM valued, (SELECT unnest(?::BIGINT[]) AS taken), known AS part
    WHERE part.heap = valued.heap - taken AND part.heap > 0 AND part.value = wanted
    UNION ALL
    SELECT place, taken, smaller, larger FROM splits JOIN known AS part ON part.heap = larger
    WHERE part.value = xor(splits.value, wanted))
SELECT place, value, smaller, larger FROM valued LEFT JOIN moves USING (place)
ORDER BY place, taken, larger > 0, smaller > 0, smaller
"""


def _damaged(table: str, what: str) -> BookError:
    """What is raised where a row cannot be."""
    return BookError(f"table {FAMILY}.{table} holds {what}; see what is wrong with: tafelwerk verify {FAMILY}")


def _named(rules: Rules) -> dict[str, Any]:
    """The game in questions and answers."""
    kind, _, code = rules.name.partition(" ")
    if kind == "octal":
        return {"code": code}
    return {} if rules == GRUNDY else {"set": tuple(rules.taken(ONE_LEFT))}


def _heap_phrase(rules: Rules, heaps: Sequence[int], misere: bool) -> str:
    if not heaps:
        return f"the period of {rules}"
    if misere:
        return f"misere play of {rules}" if len(heaps) == 1 else f"this sum of {rules} under misere play"
    return f"heap {max(heaps)} of {rules}"


def _heap_line(rules: Rules, heaps: Sequence[int], misere: bool) -> str:
    if not heaps:
        return heaps_build_line(rules)
    if not misere:
        return heaps_build_line(rules, max(heaps))
    if len(heaps) == 1:
        return misere_build_line(rules, heaps[0])
    words = " ".join(f"{heap}" if rules == GRUNDY else f"--heap {heap}" for heap in heaps)
    return f"tafelwerk minimax {rules} {words} --misere --compute"


def _heap_game(
    rules: Callable[..., Rules],
) -> "Callable[[Callable[Concatenate[Book, P], A | None]], Question[P, A]]":
    """A question about heaps of a game, which its own parameters name."""

    def resolve(asked: dict[str, Any]) -> None:
        game = rules(**{name: value for name, value in asked.items() if name not in ("heaps", "misere")})
        asked.update(_named(game))
        if asked["misere"] and not asked["heaps"] and game != GRUNDY:
            raise InputError(
                "--misere needs a heap, as in --heap 20: under misere play there are no values, and no period"
            )
        if asked["heaps"] or game == GRUNDY:
            asked["heaps"] = (checked_misere if asked["misere"] else checked_heaps)(asked["heaps"])

    return question(
        lambda heaps, misere, **game: _heap_phrase(rules(**game), heaps, misere),
        lambda heaps, misere, **game: _heap_line(rules(**game), heaps, misere),
        stored=lambda heaps, misere, **game: not misere or len(heaps) == 1,
        resolve=resolve,
    )


@_heap_game(lambda: GRUNDY)
def grundy(book: "Book", heaps: Sequence[int], misere: bool = False) -> Heap | Sum | None:
    """Grundy's game, a move splits a heap in two of different sizes: Grundy value and winning splits, of a heap or a sum.

    Args:
        book: the book.
        heaps: tokens of each heap.
        misere: whether who cannot move has won.

    Raises:
        InputError: a heap cannot be; under misere play, together they are too many.
        BookError: what is stored cannot be.
    """
    return (_misere if misere else _sum)(book, GRUNDY, heaps)


@_heap_game(lambda code: octal_rules(code))
def octal(
    book: "Book", code: str, heaps: Sequence[int] | None = None, misere: bool = False
) -> Heap | Sum | Period | None:
    """An octal game: the period of its Grundy values, or value and winning moves of heaps.

    Args:
        book: the book.
        code: such as 0.77.
        heaps: tokens of each heap. Default: the period is asked for.
        misere: as for `grundy`.

    Raises:
        InputError: there is no such game, misere play without a heap, and as for `grundy`.
        BookError: what is stored cannot be.
    """
    return _heap_or_period(book, octal_rules(code), heaps, misere)


@_heap_game(lambda set: subtraction_rules(set))
def subtraction(
    book: "Book", set: str | Sequence[int], heaps: Sequence[int] | None = None, misere: bool = False
) -> Heap | Sum | Period | None:
    """A subtraction game: the period of its Grundy values, or value and winning moves of heaps.

    Args:
        book: the book.
        set: what a move may take.
        heaps, misere: as for `octal`; errors too.
    """
    return _heap_or_period(book, subtraction_rules(set), heaps, misere)


def _heap_or_period(
    book: "Book", rules: Rules, heaps: Sequence[int] | None, misere: bool
) -> Heap | Sum | Period | None:
    if not heaps:
        return _period(book, rules)
    return (_misere if misere else _sum)(book, rules, heaps)


def _sum(book: "Book", rules: Rules, heaps: Sequence[int]) -> Heap | Sum | None:
    """None where the book does not hold the values of all heaps."""
    asked = list(heaps)
    rows = book.rows(
        FAMILY,
        _SUM,
        asked,
        asked,
        rules.name,
        max(asked),
        rules.taken(TWO_LEFT),
        0 if rules.equal_parts else 1,
        rules.taken(NOTHING_LEFT),
        rules.taken(ONE_LEFT),
    )
    values = {place: value for place, value, _, _ in rows}
    if len(values) < len(asked):
        return None
    moves = [(place, tuple(filter(None, parts))) for place, _, *parts in rows if parts[0] is not None]
    return heap_values(rules, asked, [values[place] for place in range(len(asked))], moves)


def heap_values(
    rules: Rules, heaps: Sequence[int], values: Sequence[int], moves: Iterable[tuple[int, Left]]
) -> Heap | Sum:
    """Heaps under normal play, with their Grundy values."""
    grundy = reduce(xor, values)
    return _heaps(rules, heaps, moves, values=tuple(values), grundy=grundy, won=grundy != 0)


def heap_outcome(rules: Rules, heaps: Sequence[int], won: bool, moves: Iterable[tuple[int, Left]]) -> Heap | Sum:
    """Heaps under misere play."""
    return _heaps(rules, heaps, moves, misere=True, won=won)


def _heaps(rules: Rules, heaps: Sequence[int], moves: Iterable[tuple[int, Left]], **found: Any) -> Heap | Sum:
    if len(heaps) > 1:
        places = tuple(Move(place, heaps[place], left) for place, left in moves)
        return Sum(**_named(rules), heaps=tuple(heaps), moves=places, **found)
    found.pop("values", None)
    return Heap(**_named(rules), heap=heaps[0], moves=tuple(left for _, left in moves), **found)


def _misere(book: "Book", rules: Rules, heaps: Sequence[int]) -> Heap | Sum | None:
    """Single heaps alone are stored."""
    if len(heaps) > 1:
        return None
    row = book.one(FAMILY, f"SELECT won, moves FROM {FAMILY}.misere WHERE game = ? AND heap = ?", rules.name, heaps[0])
    if row is None:
        return None
    won, text = row
    words = text.split("; ") if text else []
    if not all(_LEFT.fullmatch(word) for word in words):
        raise _damaged("misere", f"the moves {text!r} of heap {heaps[0]} of {rules}")
    lefts = (tuple(int(part) for part in word.split("+") if int(part)) for word in words)
    return heap_outcome(rules, heaps, won, ((0, left) for left in lefts))


def _period(book: "Book", rules: Rules) -> Period | None:
    """The proved period, else what the longest search says that went far enough."""
    row = book.one(
        FAMILY,
        f"SELECT period, last_exception, checked_to, proved FROM {FAMILY}.periods "
        "WHERE game = ? AND (proved OR checked_to >= ?) ORDER BY proved DESC, checked_to DESC LIMIT 1",
        rules.name,
        SEARCHED,
    )
    if row is None:
        return None
    period, last, checked_to, proved = row
    if (period is None or last is None) if proved else (period is not None or last is not None):
        raise _damaged("periods", f"the period {period} after {last} for {rules}, proved {proved}")
    return heap_period(rules, period, last, checked_to, proved)


def heap_period(rules: Rules, period: int | None, last: int | None, checked_to: int, proved: bool) -> Period:
    """What is known of the period of a game."""
    return Period(**_named(rules), period=period, last_exception=last, proved=proved, checked_to=checked_to)


def _resolve_memory(asked: dict[str, Any]) -> None:
    position = MemoryPosition(asked["pairs"], asked["known"], asked["rule"], asked["objective"], asked["lead"] or 0)
    asked["lead"] = position.lead if position.objective == "win" else None


@question(
    "Memory with {pairs} pairs left, rule {rule}, objective {objective}",
    lambda pairs, known, rule, objective, lead: memory_build_line(pairs, rule, objective),
    resolve=_resolve_memory,
)
def memory(
    book: "Book", pairs: int, known: int, rule: str = "pass", objective: str = "gain", lead: int | None = None
) -> Turn | None:
    """Memory by two who forget nothing: what a position is worth to the mover, and every best turn.

    Args:
        book: the book.
        pairs: pairs left.
        known: those of them with one card known.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the mover is ahead, where the objective is win. Default: 0.

    Raises:
        InputError: there is no such position.
        BookError: what is stored cannot be.
    """
    position = MemoryPosition(pairs, known, rule, objective, lead or 0)
    row = book.one(
        FAMILY,
        f"SELECT value_num, value_den, actions FROM {FAMILY}.memory "
        "WHERE rule = ? AND objective = ? AND pairs = ? AND known = ? AND lead = ?",
        rule,
        objective,
        pairs,
        known,
        position.lead,
    )
    if row is None:
        return None
    above, below, actions = row
    if not (_ABOVE.fullmatch(above) and _BELOW.fullmatch(below)) or not actions:
        raise _damaged("memory", f"the value {above!r} / {below!r} and the turns {actions!r}")
    return turn(position, Fraction(int(above), int(below)), actions.split("; "))


def turn(position: MemoryPosition, value: Fraction, actions: Sequence[str]) -> Turn:
    """A position with its value and its best turns in words."""
    return Turn(
        pairs=position.pairs,
        known=position.known,
        rule=position.rule,
        objective=position.objective,
        lead=position.lead if position.objective == "win" else None,
        value=value,
        value_float=float(value),
        actions=tuple(actions),
        plans=plans_of(actions, position.known),
    )


def plans_of(actions: Sequence[str], known: int) -> tuple[Plan, ...]:
    """Plans by their words, as table memory has them.

    Args:
        actions: phrases such as "unseen then known", "unseen then unseen after a match", "known then unseen", "pass".
        known: pairs of which one card is known: where there are some an unseen card may match.
    """
    firsts: list[str] = []
    after_new: list[str] = []
    after_match: list[str] = []
    for words in actions:
        first, _, second = words.partition(" then ")
        if first not in firsts:
            firsts.append(first)
        if first == "unseen":
            matched = second.endswith(" after a match") or second in ("take", "decline")
            (after_match if matched else after_new).append(second.removesuffix(" after a match"))
    if known and not after_match:
        after_match.append("take")
    return tuple(
        Plan(first, tuple(after_new), tuple(after_match)) if first == "unseen" else Plan(first) for first in firsts
    )


_POSITION = "SELECT rank, value, distance, moves FROM minimax.positions WHERE game = ? AND rank = "
EMPTY = "........."

EXAMPLE = "such as '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"
"""A tree that is written out."""


def _resolve_tictactoe(asked: dict[str, Any]) -> None:
    asked["board"] = asked["board"].strip().upper()


@question("the positions of tictactoe", game_build_line("tictactoe"), resolve=_resolve_tictactoe)
def tictactoe(book: "Book", board: str = EMPTY) -> Board | None:
    """Tic-tac-toe: who wins from a board, how soon, and every move that keeps it so.

    Args:
        book: the book.
        board: nine characters X, O and a point, row by row.
    """
    if len(board) != len(EMPTY):
        return None
    row = book.one(
        FAMILY,
        f"{_POSITION}list_sum(list_transform(range(9), lambda i: (instr('.XO', substr(?, i + 1, 1)) - 1) * 3 ** i))",
        TICTACTOE,
        board,
    )
    return None if row is None else board_answer(board, _position(*row))


def board_answer(board: str, found: Position) -> Board:
    """A board by its position."""
    to_move = "X" if board.count("X") == board.count("O") else "O"
    value = found.value if to_move == "X" else -found.value
    return Board(
        board=board,
        to_move=to_move,
        value=value,
        distance=found.distance,
        moves=found.moves,
        decided=found.distance == 0,
    )


class Ranked(Protocol):
    """The rules of a listed game, as `tafelwerk.solvers.minimax.games.entry` makes them; as text the game's name."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def is_puzzle(self) -> bool: ...
    @property
    def text(self) -> Callable[[int], str]: ...
    @property
    def rank(self) -> Callable[[str], int]: ...
    @property
    def move_name(self) -> Callable[[int, int], str]: ...
    def successors(self, rank: int, *, compiled: bool = True) -> dict[int, int]: ...


def _resolve_solve(asked: dict[str, Any]) -> None:
    game, position = asked["game"], asked["position"]
    asked["position"] = game.text(game.start) if position is None else position.strip()


@question("the positions of {game}", lambda game, position: game_build_line(game.name), resolve=_resolve_solve)
def solve(book: "Book", game: Ranked, position: str | None = None) -> Solution | None:
    """A position of a listed game: its value, its distance to the end, and what every move leads to.

    Args:
        book: the book.
        game: the game.
        position: as the game writes it. Default: the start.

    Raises:
        InputError: it is no position of the game, or no play from the start leads to it.
    """
    place = Place(game, position or "")
    # each a point in the sorted table: a list of ranks would be looked for in all of it
    wanted = sorted(place.ranks)
    parameters = [word for rank in wanted for word in (NUMBERS[game.name], rank)]
    rows = book.rows(FAMILY, " UNION ALL ".join([f"{_POSITION}?"] * len(wanted)), *parameters)
    found = {row[0]: _position(*row) for row in rows}
    if place.rank not in found and book.one(FAMILY, "SELECT 1 FROM minimax.games WHERE name = ?", game.name) is None:
        return None
    return place.solution(found)


def _position(rank: int, value: int, distance: int, moves: int) -> Position:
    return Position(rank, value, distance, tuple(label for label in range(moves.bit_length()) if moves >> label & 1))


class Place:
    """A position of a game, and what its moves lead to.

    Raises:
        InputError: it is no position of the game.
    """

    def __init__(self, game: Ranked, position: str) -> None:
        self.game, self.position = game, position
        self.rank = game.rank(position)
        # one position: nothing is compiled or loaded for it
        self.after = game.successors(self.rank, compiled=False)

    @property
    def ranks(self) -> set[int]:
        """The position and its successors."""
        return {self.rank, *self.after.values()}

    def solution(self, rows: Mapping[int, Position]) -> Solution:
        """The answer, by what is known of these positions.

        Raises:
            InputError: no play from the start leads to it.
        """
        game, rank = self.game, self.rank
        here = rows.get(rank)
        if here is None:
            raise InputError(
                f"no play from the start of {game.title} leads to {quoted(self.position)}: "
                f"only positions that play from {quoted(game.text(game.start))} reaches are stored"
            )
        stored = game.text(rank)
        return Solution(
            game=game.name,
            position=self.position,
            stored_as=None if self.position == stored else stored,
            rank=rank,
            value=here.value,
            distance=None if here.distance == ENDLESS else here.distance,
            moves=tuple(game.move_name(rank, label) for label in here.moves),
            replies=tuple(
                Reply(
                    game.move_name(rank, label),
                    game.text(after),
                    # what is good for the one who moves there is bad for the one who moves here
                    1 if game.is_puzzle else -rows[after].value,
                    rows[after].distance,
                    label in here.moves,
                )
                for label, after in sorted(self.after.items())
            ),
        )


def _resolve_race(asked: dict[str, Any]) -> None:
    for side in ("own", "other"):
        tokens = [asked["length"]] * asked["tokens"] if asked[side] is None else asked[side]
        asked[side] = tuple(sorted(tokens, reverse=True))


@question(
    "a race of {tokens} tokens over {length} squares",
    "tafelwerk minimax race --length {length} --tokens {tokens} --sides {sides} --compute",
    stored=False,
    resolve=_resolve_race,
)
def race(
    book: "Book",
    length: int,
    tokens: int,
    sides: int,
    own: Sequence[int] | None = None,
    other: Sequence[int] | None = None,
    roll: int | None = None,
) -> Race | None:
    """A dice race of two: who wins, and which token to move.

    Args:
        book: the book, which holds no races.
        length: squares from the start to home.
        tokens: of each player.
        sides: of the die.
        own, other: distances to home of the tokens of who is to move, and of the other player. Default: the start.
        roll: what was rolled. Default: the position before rolling.
    """
    return None


MOST_COMPUTED, MOST_WRITTEN = 20_000_000, 20_000
"""Moves that a search of a game makes at most, some minutes, and nodes of a tree that is answered."""


class Playable(Protocol):
    """A game of two that is searched; as text its name on the command line."""

    name: str
    rules: Any
    start: Any

    def read(self, text: str) -> Any: ...
    def text(self, state: Any) -> str: ...
    def move_name(self, state: Any, move: Any) -> str: ...
    def evaluation(self, state: Any) -> Any: ...


def _resolve_tree(asked: dict[str, Any]) -> None:
    if (asked["tree"] is None) == (asked["game"] is None):
        raise InputError(f"name a TREE, {EXAMPLE}, or --game GAME: one of the two")
    if asked["order"] is not None and not asked["alpha_beta"]:
        raise InputError("--order goes with --alpha-beta: minimax looks at everything, in any order")
    for name in ("position", "look_ahead"):
        if asked["game"] is None and asked[name] is not None:
            raise InputError(f"--{name.replace('_', '-')} goes with --game GAME")


def _tree_line(alpha_beta: bool, tree: object, most: int | None, **asked: Any) -> str:
    """The command line that searches a game's tree, whatever it takes."""
    options = [
        (f"--{name.replace('_', '-')}", asked[name]) for name in ("game", "position", "order", "look_ahead", "depth")
    ]
    words = [str(word) for option in options if option[1] is not None for word in option]
    return shlex.join(["tafelwerk", "minimax", "tree", *words, *["--alpha-beta"] * alpha_beta, "--compute"])


@question(lambda game, **asked: f"the tree of {game}", _tree_line, stored=False, resolve=_resolve_tree)
def tree(
    book: "Book",
    tree: object = None,
    game: Playable | None = None,
    position: str | None = None,
    alpha_beta: bool = False,
    order: str | None = None,
    depth: int | None = None,
    look_ahead: int | None = None,
    most: int | None = None,
) -> "Tree | GameTree | None":
    """A search tree with the value of every node.

    Args:
        book: the book, which holds no trees.
        tree: nested lists, players in turn, Max first, as the command line has them.
        game: in place of a tree, the game.
        position: where the game stands. Default: its start.
        alpha_beta: alpha-beta instead of minimax.
        order: what alpha-beta looks at first.
        depth: levels below the root. Default: 2 of a game, all of a tree.
        look_ahead: moves that a game is searched deep; there its evaluation is taken. Default: to the end.
        most: nodes that are given, the upper levels first. Default: all, or InputError where they are too many.

    Raises:
        InputError: neither tree nor game, or both, or options that do not go together.
    """
    return None
