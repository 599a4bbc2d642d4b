"""Boards, their lattices and pictures; graphs from files and their duals; books of an earlier version."""

import json
import re
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from books import copy_family
from program import answered, build_here, call, on_terminal, told

from tafelwerk.families.switching.board import width
from tafelwerk.families.switching.parameters import View
from tafelwerk.plots.style import BLUE, CHOSEN, GREEN, PURPLE, VERMILION
from tafelwerk.solvers.switching.switching_graph import FREE, MARKED, Player, make_board, winner
from tafelwerk.solvers.switching.switching_graph import play as played

ask, read = partial(answered, "switching"), partial(told, "switching")

FIVE = "A5 C5 C3 A1"
"""The game of the source's figure 5.5 to the move that loses."""

GRAPH = "# a bridge of two trees\nA x 2.5\nx B\n\nA y\ny B\nx y\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a graph.txt"
    path.write_text(GRAPH, encoding="utf-8")
    return path


def rows_of(said: str) -> list[list[str]]:
    """Rows of every board of a page, between its two bars."""
    return [block.splitlines()[1:] for block in re.findall(r"^A [━=]+\n(?:.*\n)*?(?=B [━=]+)", said, re.MULTILINE)]


@pytest.mark.parametrize("moves", ["E9 C9", "E9 C9 A1"])
def test_the_proof_stands_on_the_board(moves: str) -> None:
    """Every edge of the two sets has its number there, and no other edge; each forest alone is a cut."""
    words = ("move", "--order", 9, "--moves", moves, "--policy", "perfect", "--view", "graph")
    said, proof = read(*words), ask(*words)["proof"]
    board = make_board(9)
    kind = "forests" if "forests" in proof else "trees"
    drawn = "\n".join(rows_of(said)[-1])
    for number, part in enumerate(proof[kind], 1):
        assert sorted(re.findall(rf"\b{number}:([A-Z]+\d+)", drawn)) == sorted(part)
        assert len(part) > 10
    assert " more" not in said
    if kind == "forests":
        after = moves.split() + ([proof["after"]] if proof["after"] else [])
        states, _ = played(board.graph, [board.edge(name) for name in after])
        for part in proof[kind]:
            ended = states.copy()
            ended[states == FREE] = MARKED
            ended[[board.edge(name) for name in part]] = Player.CUT.colour
            assert winner(board.graph, ended) is Player.CUT


def test_boards_are_as_narrow_as_their_names_allow(tmp_path: Path) -> None:
    """Nodes stand below the middle of what joins their rows; a board that is too wide for the terminal says so."""
    for order, columns in ((2, 11), (9, 55), (13, 92)):
        assert width(make_board(order), View.GRAPH) == columns
        said = read("move", "--order", order, "--policy", "perfect", "--moves", "A1 C1", "--view", "graph")
        boards = [line for line in said.splitlines() if line.startswith(("A ━", "B ━"))]
        assert {len(line) for line in boards} == {columns}
        rows = rows_of(said)[0]
        assert len(rows) == 2 * order - 1
        assert all(len(row) <= columns for row in rows)
        assert rows[0].index("┃") == [place for place, sign in enumerate(rows[1]) if sign == "•"][1]
    words = ("switching", "move", "--moves", "E9 C9", "--view", "graph", "--order")
    shown, wide = (on_terminal(*words, order, columns=60, book=tmp_path) for order in (9, 12))
    assert rows_of(re.sub(r"\x1b\[[0-9;]*m", "", shown)) == rows_of(call(*words, "9").stdout)
    said = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", wide).split())
    assert "The board of order 12 takes 73 columns, but the terminal has 60; -o FILE.svg draws it." in said


@pytest.mark.parametrize("policy", ["heuristic", "perfect"])
def test_a_position_as_a_picture(policy: str, tmp_path: Path) -> None:
    """Figure 5.5: the potentials of its nodes are 42nds; standard output is what it is without a picture."""
    file = tmp_path / "board.svg"
    words = ("switching", "move", "--order", "3", "--moves", FIVE, "--policy", policy)
    done = call(*words, "--view", "graph", "-o", file)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    assert done.stdout == call(*words, "--view", "graph").stdout
    drawn = file.read_text(encoding="utf-8")
    texts = re.findall(r">([^<>]+)<", drawn)
    assert {"A1", "B2", "E5", "19/21", "5/7", "5/21", "1/2", "1", "0"} < set(texts)
    assert "Order 3, after 4 moves: Cut to move" in texts
    # ringed are the moves that are chosen
    assert drawn.count(f'fill="{CHOSEN}"') == {"heuristic": 2, "perfect": 7}[policy]
    assert (GREEN in drawn, PURPLE in drawn) == ((policy == "perfect",) * 2)
    said = {"perfect": "Yellow: the 7 moves that win.", "heuristic": "A3 or B4, a potential difference of 1/2"}[policy]
    assert said in " ".join(texts)
    # as dots, the moves stand on yellow, and there are as many dots and rings as players have
    assert call(*words, "-o", file).returncode == 0
    drawn = file.read_text(encoding="utf-8")
    assert "Short&#x27;s links: A1, C5. Cut&#x27;s links: C3, A5." in drawn
    assert drawn.count('fill="#ffe28a"') == {"heuristic": 2, "perfect": 7}[policy]
    assert (drawn.count(f'fill="{BLUE}"/>'), drawn.count(f'stroke="{VERMILION}" stroke-width="2.38"')) == (12, 12)


def test_pictures_of_other_positions(tmp_path: Path) -> None:
    """The first move, a lost position, the end of a game, nodes that no current reaches, one past the budget of fractions."""
    file = tmp_path / "board.svg"

    def texts(line: str) -> str:
        done = call("switching", "move", *line.split(" ", 5), "--view", "graph", "--output", file, "--json")
        assert done.returncode == 0, done.stderr
        drawn = re.sub(r"<(title|desc)[^>]*>[^<]*</(title|desc)>", "", file.read_text(encoding="utf-8"))
        return " ".join(re.findall(r">([^<>]+)<", drawn))

    assert "Order 2, before the first move: Cut to move" in texts("--order 2")
    lost = texts("--order 2 --policy perfect --moves A1")
    assert "Order 2, after 1 move: Short to move" in lost
    assert ("Yellow" in lost, "Green and purple: two disjoint forests" in lost) == (False, True)
    ended = texts("--order 2 --policy perfect --moves A1 C1 A3 C3")
    assert "Order 2, after 4 moves: Short has won" in ended
    assert ("potentials" in ended, "Yellow" in ended, "Green" in ended) == (False, False, False)
    alone = texts("--order 3 --policy heuristic --moves A1 C1 B2 E1 A3 C3").split()
    # A, B and five nodes of six: the first is cut off
    assert sum(re.fullmatch(r"[01]|\d+/\d+|0\.\d+", word) is not None for word in alone[: alone.index("Order")]) == 7
    large = texts("--order 33 --policy perfect")
    assert ("A65" in large, "potentials" in large) == (True, False)


@pytest.mark.parametrize("order", [2, 9])
def test_the_two_lattices_of_dots(order: int) -> None:
    """Each player has M (M + 1) dots; every edge stands between four of them; a line is as wide as it is said to be."""
    board = make_board(order)
    said = read("move", "--order", order, "--policy", "perfect", "--view", "dots").splitlines()
    start = next(place for place, line in enumerate(said) if line.strip().startswith("●"))
    lines = said[start : start + 2 * order + 1]
    assert sum(line.count("●") for line in lines) == sum(line.count("○") for line in lines) == order * (order + 1)
    assert sorted(re.findall(r"[A-Z]+\d+", " ".join(lines))) == sorted(map(board.name, range(board.graph.edges)))
    assert max(map(len, lines)) == width(board, View.DOTS)
    # a dot of Short stands over each of its dots, half a cell beside those of Cut
    assert {line.index("●") for line in lines[::2]} == {(lines[1].index("○", 1) + lines[1].index("○")) // 2}


def test_a_book_of_an_earlier_version(quick_book: Path, tmp_path: Path) -> None:
    """A file without the table of agents holds none; a dry run says that the table will be added."""
    earlier = copy_family(quick_book, "switching", tmp_path / "earlier")
    with duckdb.connect(str(earlier / "switching.duckdb")) as connection:
        connection.execute("DROP TABLE agents")
        connection.execute("DELETE FROM meta.tables WHERE name = 'agents'")
    words = ("duel", "--order", 2, "--cut", "gauss-seidel:7", "--short", "mc:11")
    assert ask(*words, book=earlier) == ask(*words, book=tmp_path / "none")
    line = ("build", "switching", "--quick", "--book", earlier)
    plan = json.loads(call(*line, "--dry-run", "--json").stdout)
    assert (plan["added"], plan["tasks"]) == (["switching.agents"], 0)
    said = call(*line, "--dry-run").stdout
    assert said == "nothing to compute, 9 builds there already; switching.agents will be added, still empty\n"
    assert "switching: agents added" in build_here(*line).stderr
    assert json.loads(call(*line, "--dry-run", "--json").stdout)["added"] == []


def test_a_board_from_a_file_is_the_board(file: Path) -> None:
    """The board of order 3 as an edge list, after the moves of figure 5.5."""
    lines = ["A a", "A b", "A c", "a b", "b c", "a d", "b e", "c f", "d e", "e f", "d B", "e B", "f B"]
    file.write_text("\n".join(lines), encoding="utf-8")
    found = ask("move", "--graph", file, "--moves", "d-B e-B b-e A-a")
    board = ask("move", "--order", 3, "--moves", FIVE)
    assert list(found["values"].values()) == list(board["values"].values())
    assert (found["moves"], found["winner"], found["to_move"]) == (["a-d", "d-e"], board["winner"], "cut")
    assert "currents" not in found


def test_conductances_turns_and_the_end(file: Path) -> None:
    """Kirchhoff's equations by hand: 4.5 x = 2.5 + y and 3 y = 1 + x."""
    found = ask("move", "--graph", file)
    x, y = Fraction(17, 25), Fraction(14, 25)
    values = {"A-x": 1 - x, "x-B": x, "A-y": 1 - y, "y-B": y, "x-y": x - y}
    assert found["values"] == {name: str(value) for name, value in values.items()}
    assert found["currents"] == found["values"] | {"A-x": "4/5"}
    assert found["moves"] == ["A-x"]
    later = ask("move", "--graph", file, "--moves", "A-x x-B", "--turn", "short", "--policy", "perfect")
    assert (later["to_move"], later["winner"], later["line"]["x-y"]) == ("short", "short", 7)
    over = ask("move", "--graph", file, "--moves", "A-x,A-y,x-y,y-B")
    assert (over["decided"], over["winner"], over["moves"], over["values"]) == (True, "short", [], {})
    finite = ask("move", "--graph", file, "--moves", "A-y", "--taken", "0.01,1e2")
    assert finite["question"]["taken"] == "0.01,100"
    assert 0 < Fraction(finite["values"]["y-B"]) < Fraction(1, 2)


def test_the_dual_of_the_dual(file: Path) -> None:
    """Written as a graph it is read again, and has the values of the game, winners exchanged."""
    file.write_text(GRAPH.replace(" 2.5", ""), encoding="utf-8")
    first, text = ask("dual", file), read("dual", file)
    assert first["edges"] == [line.split()[:2] for line in first["graph"].splitlines()]
    assert text == first["graph"] + "\n"
    there = json.loads(call("switching", "solve", "-", "--turn", "short", "--json", stdin=text).stdout)
    here = ask("solve", file)
    assert (there["winner"], here["winner"]) == ("short", "cut")
    again = call("switching", "dual", "-", stdin=text).stdout
    back = json.loads(call("switching", "move", "--graph", "-", "--json", stdin=again).stdout)
    assert [*back["values"].values()] == [*ask("move", "--graph", file)["values"].values()]


def test_names_of_edges_are_unique(file: Path) -> None:
    """Hyphens, brackets and quotes in the names of nodes; every name has its line."""
    file.write_text('# five\nA x-y\nA-x y\nA x\nA x\nA x(2)\nx-y B\ny B\n\nx B\nx(2) B\n"x y"\n', encoding="utf-8")
    found = ask("solve", file)
    names = ['A-"x-y"', '"A-x"-y', "A-x", "A-x(2)", 'A-"x(2)"', '"x-y"-B', "y-B", "x-B", '"x(2)"-B', r'"\"x"-"y\""']
    assert found["line"] == dict(zip(names, [2, 3, 4, 5, 6, 7, 8, 10, 11, 12], strict=True))
    assert set(found["moves"]) <= set(names)


def test_taken_edges_and_proofs(file: Path) -> None:
    for text, turn, found in (
        ("A B\nB A\n", "cut", {"winner": "short", "decided": False}),
        ("A x marked\nx B\n", "short", {"winner": "short", "moves": ["x-B"]}),
        ("A x deleted\nx B\n", "cut", {"winner": "cut", "decided": True}),
        ("A B deleted\n", "cut", {"winner": "cut"}),
    ):
        file.write_text(text, encoding="utf-8")
        answer = ask("solve", file, "--turn", turn)
        assert {name: answer[name] for name in found} == found, text
    file.write_text("A B\n", encoding="utf-8")
    assert "After A-B A and B are apart." in read("solve", file)
    assert "After A-B A and B are joined." in read("solve", file, "--turn", "short")


@pytest.mark.parametrize("count", [60, 1000])
def test_a_proof_is_listed_whole_where_it_fits(count: int, file: Path) -> None:
    """Two trees of 60 edges each stand there to the last; of 1000, with where to find the others."""
    nodes = ["A", *(f"n{i}" for i in range(count - 1)), "B"]
    file.write_text("".join(f"{one} {other}\n" * 2 for one, other in pairwise(nodes)), encoding="utf-8")
    said = read("solve", file)
    assert said.count("\n") == 4
    assert all(f"n{i}-n{i + 1}" in said for i in range(count - 2)) == (count == 60)
    assert (" more (all of them with --json)" in said) == (count == 1000)
