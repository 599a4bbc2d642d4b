"""Boards and their pictures on the command line; graphs from files and their duals.
Texts: graphs with conductances and names of edges; agents.
Graphs as other programs write them, graphs.txt: the same edges as in a list of our own, or what the file is.
"""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from figures import heading, records
from hypothesis import given
from hypothesis import strategies as st
from program import answered, call, on_terminal, told

from tafelwerk import open_book
from tafelwerk.errors import ContentError, InputError
from tafelwerk.families.switching import rules
from tafelwerk.families.switching.graph_files import read_graph
from tafelwerk.families.switching.moves import Move
from tafelwerk.families.switching.parameters import View
from tafelwerk.families.switching.rules import EdgeList
from tafelwerk.plots import pictures
from tafelwerk.plots.style import BLUE, GREEN, PAPER, PURPLE, VERMILION

ask, read = partial(answered, "switching"), partial(told, "switching")

FIVE = "A5 C5 C3 A1"
"""The game of the source's figure 5.5 to the move that loses."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a graph.txt"


def test_a_board_too_wide_for_the_terminal_says_so(tmp_path: Path) -> None:
    words = ("switching", "move", "--moves", "E9 C9", "--view", "graph", "--order")
    shown, wide = (on_terminal(*words, order, columns=60, book=tmp_path) for order in (9, 12))
    uncoloured = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()]
    board = call(*words, "9").stdout.splitlines()[2:]
    assert [line.rstrip() for line in board] == uncoloured[-len(board) :]
    said = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", wide).split())
    assert "The board of order 12 takes 73 columns, but the terminal has 60; -o FILE.svg draws it." in said


def test_a_position_as_a_picture(tmp_path: Path) -> None:
    """As dots, the moves stand on yellow, and there are as many dots and rings as players have."""
    file = tmp_path / "board.svg"
    words = ("switching", "move", "--order", "3", "--moves", FIVE, "--policy", "perfect")
    done = call(*words, "-o", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, call(*words).stdout, f"{file} written\n")
    drawn = file.read_text(encoding="utf-8")
    assert "Short&#x27;s links: A1, C5. Cut&#x27;s links: C3, A5." in drawn
    assert drawn.count('fill="#ffe28a"') == 7
    assert (drawn.count(f'fill="{BLUE}"/>'), drawn.count(f'stroke="{VERMILION}" stroke-width="2.38"')) == (12, 12)


@pytest.mark.parametrize(
    ("order", "policy", "moves", "said", "potentials"),
    [
        (2, "heuristic", "", "Order 2, before the first move: Cut to move", 4),
        (2, "perfect", "A1", "Green and purple: two disjoint forests", 4),
        (2, "perfect", "A1 C1 A3 C3", "Order 2, after 4 moves: Short has won", 0),
        # A, B and five nodes of six: the first is cut off
        (3, "heuristic", "A1 C1 B2 E1 A3 C3", "Order 3, after 6 moves: Cut to move", 7),
        (3, "heuristic", FIVE, "A3 or B4, a potential difference of 1/2", 8),
        (3, "perfect", FIVE, "Yellow: the 7 moves that win.", 8),
        # past the budget of fractions
        (33, "perfect", "", "Order 33, before the first move: Cut to move", 0),
    ],
)
def test_pictures_of_positions(
    order: int, policy: str, moves: str, said: str, potentials: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents: list[dict[str, Any]] = []
    monkeypatch.setattr(pictures, "of_chart", lambda chart, *_: documents.append(chart.to_dict()))
    question = Move(order, moves, policy)
    with open_book(tmp_path, pocket=False) as book:
        answer = book.ask(question)
    question.picture(answer, view=View.GRAPH)
    (document,) = documents
    assert said in " ".join(heading(document).split())
    assert ("Yellow" in heading(document)) == bool(answer.moves)
    # ringed are the moves that are chosen, and coloured the two parts of a proof
    assert sum(record["ring"] != PAPER for record in records(document, "ring")) == len(answer.moves)
    coloured = {record["colour"] for record in records(document, "colour")}
    assert ({GREEN, PURPLE} <= coloured) == (policy == "perfect" and not answer.decided)
    assert len(records(document, "text")) == potentials
    assert ("potentials" in heading(document)) == (potentials > 0)


def test_a_board_from_a_file_is_the_board(file: Path) -> None:
    """The board of order 3 as an edge list, after the moves of figure 5.5."""
    lines = ["A a", "A b", "A c", "a b", "b c", "a d", "b e", "c f", "d e", "e f", "d B", "e B", "f B"]
    file.write_text("\n".join(lines), encoding="utf-8")
    found = ask("move", "--graph", file, "--moves", "d-B e-B b-e A-a")
    board = ask("move", "--order", 3, "--moves", FIVE)
    assert list(found["values"].values()) == list(board["values"].values())
    assert (found["moves"], found["winner"], found["to_move"]) == (["a-d", "d-e"], board["winner"], "cut")
    assert "currents" not in found


def test_the_dual_of_the_dual(file: Path) -> None:
    """Written as a graph it is read again, and has the values of the game, winners exchanged."""
    file.write_text("A x\nx B\nA y\ny B\nx y\n", encoding="utf-8")
    first, text = ask("dual", file), read("dual", file)
    assert first["edges"] == [line.split()[:2] for line in first["graph"].splitlines()]
    assert text == first["graph"] + "\n"
    again = call("switching", "dual", "-", stdin=text).stdout
    back = json.loads(call("switching", "move", "--graph", "-", "--json", stdin=again).stdout)
    assert [*back["values"].values()] == [*ask("move", "--graph", file)["values"].values()]


@pytest.mark.parametrize("count", [60, 1000])
def test_a_proof_is_listed_whole_where_it_fits(count: int, file: Path) -> None:
    """Two trees of 60 edges each stand there to the last; of 1000, with where to find the others."""
    nodes = ["A", *(f"n{i}" for i in range(count - 1)), "B"]
    file.write_text("".join(f"{one} {other}\n" * 2 for one, other in pairwise(nodes)), encoding="utf-8")
    said = read("solve", file)
    assert said.count("\n") == 4
    assert all(f"n{i}-n{i + 1}" in said for i in range(count - 2)) == (count == 60)
    assert (" more (all of them with --json)" in said) == (count == 1000)


GRAPH = "A x 2.5\nx B 1/3 marked\nA B deleted\nB A 0.125 deleted\nA x-y .5\nx-y B\n"


CONDUCTANCES = st.fractions(Fraction(1, 99), 99, max_denominator=10**9)
"""Of as few characters as may be read."""


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), CONDUCTANCES, st.integers(0, 2)),
        max_size=6,
    )
)
def test_what_is_written_is_read_again(edges: list[tuple[int, int, Fraction, int]]) -> None:
    edges = [(0, 1, Fraction(1), 0), *edges]
    found = rules.parse(rules.graph_text(["A", "B", "2.5", "4"], edges))
    names: list[str] = list(found.nodes)
    again = [
        (["A", "B", "2.5", "4"].index(names[one]), ["A", "B", "2.5", "4"].index(names[other]), weight, state)
        for (one, other), weight, state in zip(found.ends, found.conductances, found.states, strict=True)
    ]
    assert again == edges


TEMPERATURES = st.none() | st.just(0) | st.fractions(1, 1000, max_denominator=2000) | st.decimals(1, 9, places=4)


@given(st.integers(1, rules.MOST_AGENT_PLAYOUTS), st.integers(1, rules.MOST_SWEEPS), TEMPERATURES)
def test_names_of_agents_are_read_as_they_are_written(playouts: int, sweeps: int, heat: object) -> None:
    warmth = "inf" if heat is None else str(heat)
    for text in (f"mc:{playouts}", f"temperature:{warmth}", f"gauss-seidel:{sweeps}:{warmth}"):
        assert rules.parse_agent(str(rules.parse_agent(text))) == rules.parse_agent(text)
    assert rules.parse_agent(f"mc:{playouts}") == rules.Agent("mc", playouts)


def parts() -> Iterator[tuple[str, str]]:
    """Headings and texts."""
    text = Path(__file__).with_name("graphs.txt").read_text(encoding="utf-8")
    for part in text.split("\n== ")[1:]:
        head, _, body = part.partition("\n")
        yield head, f"{body}\n".encode("ascii", "backslashreplace").decode("unicode_escape")


def edges(graph: EdgeList) -> object:
    return list(graph.nodes), graph.ends, graph.conductances, graph.states, graph.names


def test_the_same_graph_in_every_format() -> None:
    expected: object = None
    for head, text in parts():
        if head == "a graph":
            expected = edges(read_graph(text))
        elif head == "the same":
            assert edges(read_graph(text)) == expected, text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        *((head, text) for head, text in parts() if head not in ("a graph", "the same")),
        ("line 1: after two nodes", "0 1 {" + "[" * 5000),
    ],
)
def test_what_a_file_is_instead(said: str, text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_graph(text)
    assert said in str(caught.value)
    assert isinstance(caught.value, ContentError) or "both directions" in said


def test_terminals_in_python() -> None:
    with open_book(pocket=False) as book:
        for terminals in ("0,2", ("0", "2")):
            assert book.switching.solve("0 1 2.5\n1 2\n0 2 1/2\n", terminals=terminals).moves == ["0-2"]


class Edges(list[object]):
    """The edges of a graph of networkx."""

    def data(self) -> list[object]:
        return [*self]


def test_graphs_in_python(tmp_path: Path) -> None:
    file = tmp_path / "graph.csv"
    file.write_text('Von;Nach\n"#1";b c\nb c;d\n', encoding="utf-8")
    edges = [("#1", "b c"), ("b c", "d", {"weight": 2})]
    with open_book(pocket=False) as book:
        for graph in (edges, SimpleNamespace(edges=Edges(edges)), file, str(file)):
            answer = book.switching.solve(graph, terminals=("#1", "d"))
            notes = ("line 1 is read as a header, nodes are Von and Nach",) if isinstance(graph, str | Path) else None
            assert (answer.edges, answer.notes) == (2, notes)
        for wrong, said in ((5, "the path of a file"), ([1, 2], "a pair of nodes"), ("no.csv", "No such file")):
            with pytest.raises(InputError, match=said):
                book.switching.solve(wrong, terminals="a,b")
    line = ("switching", "dual", file, "--terminals", "#1,d")
    assert (call(*line).stderr.strip(), call(*line, "--json").stderr) == (*answer.notes, "")
    assert answered(*line)["notes"] == [*answer.notes]
