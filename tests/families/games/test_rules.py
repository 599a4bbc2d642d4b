"""What a game may say, and what is said of one that says what cannot be."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import NodeKind, Rules, text_of
from tafelwerk.solvers.games import explore


class Count:
    """Two players take one or two tokens of three; who takes the last one wins."""

    def start(self) -> Any:
        return 3

    def moves(self, tokens: Any) -> Any:
        return [taken for taken in (1, 2) if taken <= tokens]

    def after(self, tokens: Any, taken: Any) -> Any:
        return tokens - taken

    def outcome(self, tokens: Any) -> Any:
        return None if tokens else -1


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class Written:
    def __str__(self) -> str:
        return "written"


def test_positions_have_texts() -> None:
    assert [text_of(value) for value in (Colour.RED, Point(1, 2), Written())] == ["RED", '{"x":1,"y":2}', "written"]
    boards = {
        "X.O": "X.O",
        "X.\n.O": ("X.", ".O"),
        "1 2\n3 4": ((1, 2), (3, 4)),
        "[1,[2,3]]": (1, (2, 3)),
        '["X"]': ("X",),
    }
    assert {Rules(Count()).board(position): position for position in boards.values()} == boards


def variant(**attributes: Any) -> Any:
    """The game `Count` with other attributes."""
    return type("Count", (Count,), attributes)()


def test_attributes() -> None:
    names = ("TicTacToe", "Nim", "LOAGame", "Hex3x3")
    assert [Rules(type(name, (Count,), {})()).name for name in names] == ["tic-tac-toe", "nim", "loa-game", "hex-3-x-3"]
    wrong: dict[str, Any] = {
        "object is not a game: it lacks start, moves, after, outcome": object(),
        r"Count is a class; give a game of it: Count\(\)": Count,
        "players is 1 or 2, not 3": variant(players=3),
        "a game's name has letters": variant(name="a;b"),
        "100 characters at most": variant(name="x" * 101),
        "has key and symmetry": variant(key=lambda self, one: one, symmetry=lambda self, one: []),
    }
    for told, game in wrong.items():
        with pytest.raises(InputError, match=told):
            Rules(game)


def fails() -> Any:
    raise ZeroDivisionError("division by zero")


FAILING = fails.__code__.co_firstlineno + 1
"""The line that fails."""


WRONG: list[tuple[str, Callable[..., Any], str]] = [
    ("moves", lambda self, tokens: [], "count, position '3': moves is empty and outcome is None"),
    ("moves", lambda self, tokens: [1, 1], "moves has '1' twice"),
    (
        "moves",
        lambda self, tokens: 5,
        r"count, position '3': moves must return a list, not 5 \(test_rules.py, line [0-9]+\)$",
    ),
    (
        "moves",
        lambda self, tokens: fails(),
        rf"failed with ZeroDivisionError: division by zero \(test_rules.py, line {FAILING}\)$",
    ),
    (
        "moves",
        lambda self: [],
        r"Count: moves cannot be called \(test_rules.py, line [0-9]+\); write: def moves\(self, position\)$",
    ),
    ("start", lambda: 3, r"Count: start cannot be called .* write: def start\(self\)$"),
    ("moves", lambda self, tokens: (sys.exit(one) for one in (0,)), r"moves\(3\) failed with SystemExit: 0"),
    ("after", lambda self, tokens, taken: None, "after returned None for the move '1'"),
    ("after", lambda self, tokens, taken: fails(), r"after\(3, 1\) failed with ZeroDivisionError"),
    ("after", lambda self, tokens, taken: [tokens - taken], r"\[2\] cannot be hashed; make positions of tuples"),
    ("after", lambda self, tokens, move: sys.exit(), r"after\(3, 1\) failed with SystemExit"),
    ("start", lambda self: None, r"start\(\) returned None"),
    ("start", lambda self: [3], r"\[3\] cannot be hashed"),
    ("start", lambda self: sys.exit(0), r"start\(\) failed with SystemExit: 0"),
    (
        "outcome",
        lambda self, tokens: 0.5,
        "outcome is None, WIN, DRAW or LOSS of tafelwerk.games, an int or a Fraction, not 0.5",
    ),
    ("outcome", lambda self, tokens: True, "not True"),
    ("outcome", lambda self, tokens: 2**60, "outcome is out of range"),
    ("chance", lambda self, tokens: [(Fraction(1, 2), 1), (Fraction(1, 3), 2)], "chance sum to 5/6, not to 1"),
    ("chance", lambda self, tokens: [(0.5, 1), (0.5, 2)], r"an exact number, such as Fraction\(1, 6\), not 0.5"),
    ("chance", lambda self, tokens: [(0, 1), (1, 2)], "a probability is greater than 0, not 0"),
    ("chance", lambda self, tokens: [1, 2], "chance has pairs of probability and position, not 1"),
    ("player", lambda self, tokens: 2, "player is 0 or 1, not 2"),
    ("key", lambda self, tokens: tokens - 1, "the key of a key must be itself"),
    ("key", lambda self, tokens: None, "key returned None"),
    ("text", lambda self, tokens: tokens, "a position is written as a text of 1 to 10,000 characters, not 3"),
    ("text", lambda self, tokens: "x", "two positions have the same text, 'x'"),
]


def test_what_cannot_be_is_said() -> None:
    for method, wrong, told in WRONG:
        with pytest.raises(InputError, match=told):
            explore(Rules(variant(**{method: wrong})), 100)


class Heap:
    """A position that is compared with heaps alone."""

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens

    def __hash__(self) -> int:
        return self.tokens

    def __eq__(self, other: Any) -> bool:
        return bool(self.tokens == other.tokens)

    def __str__(self) -> str:
        return str(self.tokens)


def of_heaps(kind: type[Heap]) -> Rules:
    """The game of `Count` with positions of a class."""
    return Rules(
        variant(
            start=lambda self: kind(3),
            moves=lambda self, heap: Count.moves(self, heap.tokens),
            after=lambda self, heap, taken: kind(heap.tokens - taken),
            outcome=lambda self, heap: Count.outcome(self, heap.tokens),
        )
    )


def test_positions_of_a_class() -> None:
    assert len(explore(of_heaps(Heap), 100).texts) == 4
    for method, fault in product(("__eq__", "__hash__", "__str__"), (AttributeError, SystemExit)):

        def fail(*_: Any, fault: type[BaseException] = fault) -> Any:
            raise fault("no tokens")

        with pytest.raises(InputError, match=r"of a \w+ failed with \w+: no tokens"):
            explore(of_heaps(type("Broken", (Heap,), {"__hash__": Heap.__hash__, method: fail})), 100)


def test_the_walk_meets_every_position_once() -> None:
    kinds = {position: node.kind for position, node in Rules(Count()).walk(10)}
    assert kinds == {3: NodeKind.DECISION, 2: NodeKind.DECISION, 1: NodeKind.DECISION, 0: NodeKind.END}
    with pytest.raises(InputError, match="more than 2 positions"):
        list(Rules(Count()).walk(2))
    rules, told = Rules(variant(start=lambda self: 2500)), []
    rules.tell = lambda done, count: told.append((done, count))
    explore(rules, 10_000)
    assert told == [(0, 1), (1000, 1002), (2000, 2002)]
