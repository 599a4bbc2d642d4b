"""`tafelwerk switching move --graph` and `dual`: the heuristic on any graph, and its dual game."""

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from program import answered, call, refused, told

ask, read = partial(answered, "switching"), partial(told, "switching")

GRAPH = "A x 2.5\nx B\nA y\ny B\nx y\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.txt"
    path.write_text(GRAPH, encoding="utf-8")
    return path


def test_a_board_from_a_file_is_the_board(file: Path) -> None:
    """The board of order 3 as an edge list, after the moves of figure 5.5."""
    lines = ["A a", "A b", "A c", "a b", "b c", "a d", "b e", "c f", "d e", "e f", "d B", "e B", "f B"]
    file.write_text("\n".join(lines), encoding="utf-8")
    found = ask("move", "--graph", file, "--moves", "d-B e-B b-e A-a")
    board = ask("move", "--order", 3, "--moves", "A5 C5 C3 A1")
    assert list(found["values"].values()) == list(board["values"].values())
    assert (found["moves"], found["winner"], found["to_move"]) == (["a-d", "d-e"], board["winner"], "cut")
    assert "currents" not in found


def test_conductances(file: Path) -> None:
    """Kirchhoff's equations by hand: 4.5 x = 2.5 + y and 3 y = 1 + x."""
    found = ask("move", "--graph", file)
    x, y = Fraction(17, 25), Fraction(14, 25)
    values = {"A-x": 1 - x, "x-B": x, "A-y": 1 - y, "y-B": y, "x-y": x - y}
    assert found["values"] == {name: str(value) for name, value in values.items()}
    assert found["currents"] == found["values"] | {"A-x": "4/5"}
    assert found["moves"] == ["A-x"]
    said = read("move", "--graph", file)
    assert "The heuristic plays A-x: the current is 4/5 (0.8)" in said
    assert "Potential differences: A-x 8/25 (0.32)" in said


def test_moves_turns_and_the_end(file: Path) -> None:
    later = ask("move", "--graph", file, "--moves", "A-x x-B", "--turn", "short", "--policy", "perfect")
    assert (later["to_move"], later["winner"], later["line"]["x-y"]) == ("short", "short", 5)
    over = ask("move", "--graph", file, "--moves", "A-x,A-y,x-y,y-B")
    assert (over["decided"], over["winner"], over["moves"], over["values"]) == (True, "short", [], {})
    assert "the game is over, Short has won" in read("move", "--graph", file, "--moves", "A-x,A-y,x-y,y-B")
    finite = ask("move", "--graph", file, "--moves", "A-y", "--taken", "0.01,1e2")
    assert finite["question"]["taken"] == "0.01,100"
    assert 0 < Fraction(finite["values"]["y-B"]) < Fraction(1, 2)


def test_the_dual_of_the_dual(file: Path) -> None:
    """Written as a graph it is read again, and has the values of the game, winners exchanged."""
    first = ask("dual", file)
    assert all(len(edge) == 2 for edge in first["edges"])
    assert first["edges"] == [line.split()[:2] for line in first["graph"].splitlines()]
    text = read("dual", file)
    assert text == first["graph"] + "\n"
    there = json.loads(call("switching", "solve", "-", "--turn", "short", "--json", stdin=text).stdout)
    here = ask("solve", file)
    assert (there["winner"], here["winner"]) == ("short", "cut")
    assert [*there["line"].values()] == [*here["line"].values()]
    again = call("switching", "dual", "-", stdin=text).stdout
    back = json.loads(call("switching", "move", "--graph", "-", "--json", stdin=again).stdout)
    assert [*back["values"].values()] == [*ask("move", "--graph", file)["values"].values()]


@pytest.mark.parametrize(
    ("graph", "said"),
    [
        ("A x\nA y\nA z\nx y\nx z\ny z\nB x\nB y\nB z\n", "A and B lie on no common face, so it has no dual"),
        ("A x\nA y\nA z\nx y\nx z\ny z\nB x\nB y\nB z\nA B\n", "the graph is not planar, so it has no dual"),
    ],
)
def test_graphs_without_a_dual(graph: str, said: str, file: Path) -> None:
    file.write_text(graph, encoding="utf-8")
    refusal = refused(call("switching", "dual", file), 2)
    assert f"{file}: " in refusal
    assert said in refusal


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("A-x A-x", "move 2: A-x is deleted already"),
        ("A-x A-y x-y A-y", "move 4: A-y is marked already"),
        ("A-x A-y x-y y-B x-B", "move 5: x-B comes after the end: Short has won"),
        ("A-z", "there is no edge 'A-z' in the graph"),
    ],
)
def test_moves_that_cannot_be_played(moves: str, said: str, file: Path) -> None:
    assert said in refused(call("switching", "move", "--graph", file, "--moves", moves), 2)
