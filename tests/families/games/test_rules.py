"""What a game may say, and what is said of one that says what cannot be."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import NodeKind, Rules
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


def variant(**attributes: Any) -> Any:
    """The game `Count` with other attributes."""
    return type("Count", (Count,), attributes)()


def fails() -> Any:
    raise ZeroDivisionError("division by zero")


FAILING = fails.__code__.co_firstlineno + 1
"""The line that fails."""


WRONG: list[tuple[str, Callable[..., Any], str]] = [
    ("moves", lambda self, tokens: 5, r"list, not 5 \(test_rules.py, line [0-9]+\)$"),
    ("moves", lambda self, tokens: fails(), rf"division by zero \(test_rules.py, line {FAILING}\)$"),
    ("moves", lambda self: [], r"be called \(test_rules.py, line [0-9]+\); write: def moves\(self, position\)$"),
]


def test_a_fault_names_its_line() -> None:
    """tests/calls.txt has the others."""
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
