"""`tafelwerk switching solve`: any graph, from a file or standard input."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from program import call, refused, run


def think(*words: object) -> Any:
    done = call("switching", "solve", *map(str, words), "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(*words: object) -> str:
    done = call("switching", "solve", *map(str, words))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "graph.txt"


GRAPH = "# a bridge of two trees\nA x\nA y\n\nx B\ny B\nx y\n"


def test_any_graph(file: Path) -> None:
    file.write_text(GRAPH, encoding="utf-8")
    cut, short = think(file), think(file, "--turn", "short")
    assert (cut["nodes"], cut["edges"], cut["winner"], short["winner"]) == (4, 5, "cut", "short")
    assert cut["moves"] == short["moves"] == ["A-x", "A-y", "x-B", "y-B", "x-y"]
    assert "If Cut deletes an edge of one" in read(file, "--turn", "short")
    file.write_text("A B\nB A\n", encoding="utf-8")
    found = think(file)
    assert (found["winner"], found["proof"]["trees"]) == ("short", [["A-B"], ["B-A(2)"]])
    file.write_text("A x marked\nx B\n", encoding="utf-8")
    assert think(file, "--turn", "short")["moves"] == ["x-B"]
    file.write_text("A x deleted\nx B\n", encoding="utf-8")
    assert think(file)["decided"] is True
    file.write_text("A B deleted\n", encoding="utf-8")
    assert think(file)["winner"] == "cut"


def test_names_of_edges_are_unique(file: Path) -> None:
    """Hyphens, brackets and quotes in the names of nodes; every name has its line."""
    file.write_text('# five\nA x-y\nA-x y\nA x\nA x\nA x(2)\nx-y B\ny B\n\nx B\nx(2) B\n"x y"\n', encoding="utf-8")
    found = think(file)
    names = ['A-"x-y"', '"A-x"-y', "A-x", "A-x(2)", 'A-"x(2)"', '"x-y"-B', "y-B", "x-B", '"x(2)"-B', r'"\"x"-"y\""']
    assert found["line"] == dict(zip(names, [2, 3, 4, 5, 6, 7, 8, 10, 11, 12], strict=True))
    assert set(found["moves"]) <= set(names)


def test_a_graph_on_standard_input(file: Path) -> None:
    file.write_text(GRAPH, encoding="utf-8")
    for by in (run, call):
        done = by("switching", "solve", "-", "--json", stdin=GRAPH)
        assert (done.returncode, json.loads(done.stdout)) == (0, think(file))
    refusal = refused(call("switching", "solve", "-", stdin="A x\ny\n"), 2)
    assert "standard input, line 2: an edge is two node names" in refusal
    assert "standard input: it has no edge" in refused(call("switching", "solve", "-"), 2)


def test_a_proof_is_listed_whole_where_it_fits(file: Path) -> None:
    """Two trees of 60 edges each stand there to the last; of 2000, with where to find the others."""

    def doubled(count: int) -> str:
        nodes = ["A", *(f"n{i}" for i in range(count - 1)), "B"]
        return "".join(f"{one} {other}\n" * 2 for one, other in pairwise(nodes))

    file.write_text(doubled(60), encoding="utf-8")
    said = read(file)
    assert all(f"n{i}-n{i + 1}" in said for i in range(58))
    assert ("more" in said, "--json" in said) == (False, False)
    file.write_text(doubled(1000), encoding="utf-8")
    assert said.count("\n") == 4
    assert " more (all of them with --json)" in read(file)


def test_a_proof_of_nothing(file: Path) -> None:
    file.write_text("A B\n", encoding="utf-8")
    assert "After A-B A and B are apart." in read(file)
    assert "After A-B A and B are joined." in read(file, "--turn", "short")


def test_what_is_computed_takes_a_book(file: Path) -> None:
    """And does not ask it."""
    file.write_text(GRAPH, encoding="utf-8")
    none = file.with_name("none")
    for words in (("move", "--order", "2"), ("solve", str(file))):
        done = call("switching", *words, "--book", none)
        assert (done.returncode, done.stdout) == (0, call("switching", *words).stdout)
    assert not none.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A x\nfoo\n", "line 2: an edge is two node names, such as A x, not 'foo'"),
        ("A x\n\nx B blue\n", "line 3: a taken edge is deleted or marked, not 'blue'"),
        ("A x y B\n", "line 1: an edge is two node names"),
        ("A x\ny B\n", "A and B are not connected, even if all deleted edges count"),
        ("A x deleted\ny B\n", "if Cut has won by its moves, list the edges that it deleted, too"),
        ("A x\n", "no edge has the node B"),
        ("A A\n", "no edge has the node B"),
        ("# nothing\n", "it has no edge"),
    ],
)
def test_files_that_are_no_graphs(text: str, said: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")
    assert said in refused(call("switching", "solve", file), 2)


def test_files_that_cannot_be_read(file: Path) -> None:
    assert "there is no such file" in refused(call("switching", "solve", file.with_name("none")), 2)
    assert "cannot be read" in refused(call("switching", "solve", file.parent), 5)
    file.write_bytes(b"A \xff\xfe\n")
    assert "not UTF-8 text" in refused(call("switching", "solve", file), 2)
