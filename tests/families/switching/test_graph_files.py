"""Graphs as other programs write them, graphs.txt: the same edges as in a list of our own, or what the file is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import ContentError, InputError
from tafelwerk.families.switching.graph_files import read_graph
from tafelwerk.families.switching.rules import EdgeList


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


def test_names_with_commas_stay_names() -> None:
    assert list(read_graph("A,1 B\nB c\n").nodes) == ["A,1", "B", "c"]


def test_terminals_in_python() -> None:
    with open_book(pocket=False) as book:
        for terminals in ("0,2", ("0", "2")):
            assert book.switching.solve("0 1 2.5\n1 2\n0 2 1/2\n", terminals=terminals).moves == ["0-2"]
