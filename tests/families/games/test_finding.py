"""Games from files and packages: what is loaded is what the file says now; and what is none."""

import linecache
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from solvers.games.test_solving import Nim

from tafelwerk.errors import InputError
from tafelwerk.families.games import rules
from tafelwerk.families.games.rules import Rules, class_of, code_of, find_game

SOURCE = '''
class Take:
    """One token is taken."""
    {attribute}
    def start(self): return {start}
    def moves(self, tokens): return ["take"]
    def after(self, tokens, move): return 0
    def outcome(self, tokens): return None if tokens else -1
'''


def source(attribute: str = "", start: int = 1) -> str:
    return SOURCE.format(attribute=attribute, start=start)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No game is known yet, and what is loaded is forgotten afterwards."""
    monkeypatch.setattr(rules, "_KNOWN", {})
    yield
    for name in ("some_tokens", "wrong_game"):
        sys.modules.pop(name, None)


def test_a_game_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code is the same in another layout; it is loaded anew where bytecode is kept by time and size, which stay."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    file = tmp_path / "some_tokens.py"
    games, codes = [], []
    other = (source("players = 1"), source() + "SIZE = 3", source(start=2), source())
    for text in (source(), source("# another layout\n\n"), *other):
        file.write_text(text, encoding="utf-8")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        linecache.clearcache()
        games.append(find_game(str(file)))
        codes.append(code_of(games[-1]))
    assert None not in codes
    assert codes[0] == codes[1] == codes[-1]
    assert len({*codes}) == 4
    assert [game.game.start() for game in games] == [1, 1, 1, 1, 2, 1]
    assert games[0].name == find_game(f"{file}:Take").name == "take"
    assert class_of(games[0]) == "some_tokens:Take"


def test_each_has_the_code_of_its_own_file(tmp_path: Path) -> None:
    """Files of one name in several folders."""
    codes = []
    for number, start in enumerate((5, 6, 5)):
        file = tmp_path / str(number) / "some_tokens.py"
        file.parent.mkdir()
        file.write_text(source(start=start), encoding="utf-8")
        codes.append(code_of(find_game(str(file))))
    assert codes[0] == codes[2] != codes[1]


def test_attributes_are_part_of_what_a_game_is() -> None:
    one, other, again = (code_of(Rules(Nim(size))) for size in (1, 2, 1))
    assert one == again != other
    typed = type("Typed", (Nim,), {"__module__": "typed_in"})
    assert code_of(Rules(typed(1))) is None


def test_what_is_no_game(tmp_path: Path) -> None:
    file = tmp_path / "wrong_game.py"
    (tmp_path / "beside_it.py").touch()
    texts = [
        ("x = 1", "", "has no class with start, moves, after, outcome$"),
        ("def moves(heap): pass", "", "put its functions into a class, each with self first"),
        ("class Nim:\n    def start(self): pass\n    def moves(self, heap): pass", "", "; Nim lacks after, outcome$"),
        ("x = 1\ny = x + z", "", r"cannot be loaded: NameError: .* \(line 2\)$"),
        ("import beside_it", "", r"\(line 1\); a game is one file: put the code of beside_it.py into it$"),
        (source() + "class Other(Take): pass", "", r"has several games \(Take, Other\); name one: "),
        ("import nothing_of_that_name", "", "cannot be loaded: ModuleNotFoundError"),
        ("class", "", "cannot be loaded: SyntaxError"),
        (source(), ":Nim", "there is no Nim in"),
        (
            source("def __init__(self, size): pass"),
            "",
            r"cannot be made: TypeError: .* without arguments: .* FILE\.py:GAME for a line GAME = Take\(",
        ),
    ]
    for text, name, told in texts:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=told):
            find_game(f"{file}{name}")
    with pytest.raises(InputError, match="cannot be loaded: ModuleNotFoundError"):
        find_game("nowhere_at_all:Game")
