"""What a game may say, and what is said of one that says what cannot be."""

import linecache
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.games import rules as finding
from tafelwerk.families.games.rules import NodeKind, Rules, normal_text, text_of


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
    for value, text in [
        ("X.O", "X.O"),
        (7, "7"),
        (True, "true"),
        (None, "null"),
        ((1, ("a", None)), '[1,["a",null]]'),
        ([1, 2], "[1,2]"),
        (frozenset({3, 1, 2}), "[1,2,3]"),
        (frozenset({(1, 2), (0, 5)}), "[[0,5],[1,2]]"),
        (Fraction(1, 3), "1/3"),
        (Colour.RED, "RED"),
        (Point(1, 2), '{"x":1,"y":2}'),
        (b"\x01\xff", "01ff"),
        (Written(), "written"),
    ]:
        assert text_of(value) == text


def test_positions_are_read_as_they_are_typed() -> None:
    for typed, text in [
        ("[1, [2,3] ]", "[1,[2,3]]"),
        ("X.O", "X.O"),
        ("12", "12"),
        ("[1, 2", "[1, 2"),
        ('{"x": 1}', '{"x":1}'),
    ]:
        assert normal_text(typed) == text


def test_a_value_without_a_text_is_refused() -> None:
    with pytest.raises(InputError, match=r"cannot be written as text: .* give the class object a method __str__"):
        text_of(object())


def test_names_of_classes() -> None:
    for name, spelled in [
        ("TicTacToe", "tic-tac-toe"),
        ("Nim", "nim"),
        ("LOAGame", "loa-game"),
        ("Hex3x3", "hex-3-x-3"),
    ]:
        assert Rules(type(name, (Count,), {})()).name == spelled


def test_a_game_needs_four_methods() -> None:
    with pytest.raises(InputError, match="object is not a game: it lacks start, moves, after, outcome"):
        Rules(object())
    with pytest.raises(InputError, match=r"Count is a class; give a game of it: Count\(\)"):
        Rules(Count)


def fails() -> Any:
    raise ZeroDivisionError("division by zero")


WRONG: list[tuple[dict[str, Callable[..., Any]], str]] = [
    ({"moves": lambda self, tokens: []}, "count, position '3': moves is empty and outcome is None"),
    ({"moves": lambda self, tokens: [1, 1]}, "moves has '1' twice"),
    ({"moves": lambda self, tokens: 5}, r"count: moves\(3\) failed with TypeError"),
    ({"moves": lambda self, tokens: fails()}, r"moves\(3\) failed with ZeroDivisionError: division by zero"),
    ({"after": lambda self, tokens, taken: None}, "after returned None for the move '1'"),
    ({"after": lambda self, tokens, taken: fails()}, r"after\(3, 1\) failed with ZeroDivisionError"),
    ({"after": lambda self, tokens, taken: [tokens - taken]}, r"\[2\] cannot be hashed; make positions of tuples"),
    ({"start": lambda self: None}, r"start\(\) returned None"),
    ({"start": lambda self: [3]}, r"\[3\] cannot be hashed"),
    ({"outcome": lambda self, tokens: 0.5}, "outcome is None, WIN, DRAW, LOSS, an int or a Fraction, not 0.5"),
    ({"outcome": lambda self, tokens: True}, "not True"),
    ({"outcome": lambda self, tokens: "win"}, "not 'win'"),
    ({"outcome": lambda self, tokens: 2**60}, "outcome is out of range"),
    ({"chance": lambda self, tokens: [(Fraction(1, 2), 1), (Fraction(1, 3), 2)]}, "chance sum to 5/6, not to 1"),
    ({"chance": lambda self, tokens: [(0.5, 1), (0.5, 2)]}, r"an exact number, such as Fraction\(1, 6\), not 0.5"),
    ({"chance": lambda self, tokens: [(0, 1), (1, 2)]}, "a probability is greater than 0, not 0"),
    ({"chance": lambda self, tokens: [1, 2]}, "chance has pairs of probability and position, not 1"),
    ({"player": lambda self, tokens: 2}, "player is 0 or 1, not 2"),
    ({"key": lambda self, tokens: tokens - 1}, "the key of a key must be itself"),
    ({"key": lambda self, tokens: None}, "key returned None"),
    ({"text": lambda self, tokens: tokens}, "a position is written as a text of 1 to 10,000 characters, not 3"),
    ({"text": lambda self, tokens: "x"}, "two positions have the same text, 'x'"),
    ({"start": lambda self: sys.exit(0)}, r"start\(\) failed with SystemExit: 0"),
    ({"after": lambda self, tokens, move: sys.exit()}, r"after\(3, 1\) failed with SystemExit"),
    ({"moves": lambda self, tokens: (sys.exit(one) for one in (0,))}, r"moves\(3\) failed with SystemExit: 0"),
]


@pytest.mark.parametrize(("methods", "told"), WRONG, ids=[told[:40] for _, told in WRONG])
def test_what_cannot_be_is_said(methods: dict[str, Callable[..., Any]], told: str) -> None:
    from tafelwerk.solvers.games.game_graphs import explore

    with pytest.raises(InputError, match=told):
        explore(Rules(type("Count", (Count,), methods)()), 100)


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
    methods = {
        "start": lambda self: kind(3),
        "moves": lambda self, heap: Count.moves(self, heap.tokens),
        "after": lambda self, heap, taken: kind(heap.tokens - taken),
        "outcome": lambda self, heap: Count.outcome(self, heap.tokens),
    }
    return Rules(type("Heaps", (Count,), methods)())


def test_positions_are_compared_with_positions_alone() -> None:
    from tafelwerk.solvers.games.game_graphs import explore

    assert len(explore(of_heaps(Heap), 100).texts) == 4


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__str__"])
@pytest.mark.parametrize("fault", [AttributeError("no tokens"), SystemExit("no tokens")])
def test_positions_of_a_class_that_fails(method: str, fault: BaseException) -> None:
    from tafelwerk.solvers.games.game_graphs import explore

    def fail(*_: Any) -> Any:
        raise fault

    with pytest.raises(InputError, match=r"of a \w+ failed with \w+: no tokens"):
        explore(of_heaps(type("Broken", (Heap,), {"__hash__": Heap.__hash__, method: fail})), 100)


def test_attributes_that_cannot_be() -> None:
    for attributes, told in [
        ({"players": 3}, "players is 1 or 2, not 3"),
        ({"name": "a;b"}, "a game's name has letters"),
        ({"name": "x" * 101}, "100 characters at most"),
        ({"key": lambda self, one: one, "symmetry": lambda self, one: []}, "has key and symmetry"),
    ]:
        with pytest.raises(InputError, match=told):
            Rules(type("Count", (Count,), attributes)())


def test_positions_are_drawn() -> None:
    for position, drawn in [
        ("X.O", "X.O"),
        (("X.", ".O"), "X.\n.O"),
        (((1, 2), (3, 4)), "1 2\n3 4"),
        ((1, (2, 3)), "[1,[2,3]]"),
        (("X",), '["X"]'),
    ]:
        assert Rules(Count()).board(position) == drawn


def test_who_waits_is_told() -> None:
    from tafelwerk.solvers.games.game_graphs import explore

    class Long(Count):
        def start(self) -> int:
            return 2500

    rules, told = Rules(Long()), []
    rules.tell = lambda done, found: told.append((done, found))
    explore(rules, 10_000)
    assert told == [(0, 1), (1000, 1002), (2000, 2002)]


def test_the_walk_meets_every_position_once() -> None:
    found = {position: node.kind for position, node in Rules(Count()).walk(10)}
    assert found == {3: NodeKind.DECISION, 2: NodeKind.DECISION, 1: NodeKind.DECISION, 0: NodeKind.END}
    with pytest.raises(InputError, match="more than 2 positions"):
        list(Rules(Count()).walk(2))


SOURCE = '''
class Take:
    """One token is taken."""
    {attribute}
    def start(self): return 1
    def moves(self, tokens): return ["take"]
    def after(self, tokens, move): return 0
    def outcome(self, tokens): return None if tokens else -1
'''


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No game is known yet, and what is loaded is forgotten afterwards."""
    monkeypatch.setattr(finding, "_KNOWN", {})
    yield
    for name in ("some_tokens", "wrong_game"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("fresh")
def test_a_game_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some_tokens.py"
    file.write_text(SOURCE.format(attribute=""), encoding="utf-8")
    found = finding.find_game(str(file))
    assert (found.name, finding.find_game(f"{file}:Take").name, finding.class_of(found)) == (
        "take",
        "take",
        "some_tokens:Take",
    )
    code = finding.code_of(found)
    file.write_text(SOURCE.format(attribute="# another layout\n\n"), encoding="utf-8")
    linecache.clearcache()
    assert code is not None
    assert finding.code_of(finding.find_game(str(file))) == code
    for attribute in ("players = 1", "pass\n\nSIZE = 3"):
        file.write_text(SOURCE.format(attribute="") + attribute, encoding="utf-8")
        linecache.clearcache()
        assert finding.code_of(finding.find_game(str(file))) != code


def test_attributes_are_part_of_what_a_game_is() -> None:
    class Sized(Count):
        def __init__(self, size: int) -> None:
            self.size = size

    one, other, again = (finding.code_of(Rules(Sized(size))) for size in (1, 2, 1))
    assert one == again != other
    typed = type("Typed", (Count,), {"__module__": "typed_in"})
    assert finding.code_of(Rules(typed())) is None


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("x = 1", "", "has no class with start, moves, after, outcome"),
        (SOURCE.format(attribute="") + "class Other(Take): pass", "", r"has several games \(Take, Other\); name one: "),
        ("import nothing_of_that_name", "", "cannot be loaded: ModuleNotFoundError"),
        ("class", "", "cannot be loaded: SyntaxError"),
        (SOURCE.format(attribute=""), ":Nim", "there is no Nim in"),
        (
            SOURCE.format(attribute="def __init__(self, size): pass"),
            "",
            "cannot be made: TypeError: .* without arguments",
        ),
    ],
)
def test_files_without_a_game(text: str, name: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong_game.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=told):
        finding.find_game(f"{file}{name}")


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no-such", "there is no game 'no-such': packages register none"),
        ("nowhere.py", "there is no file 'nowhere.py'"),
        ("nowhere_at_all:Game", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_games_that_are_not_there(name: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        finding.find_game(name)
