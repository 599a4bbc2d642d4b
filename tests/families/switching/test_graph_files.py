"""Graphs as other programs write them: the same edges as in a list of our own, or a line that says what the file is."""

import pytest
from program import answered, call, refused

from tafelwerk import open_book
from tafelwerk.errors import ContentError, InputError
from tafelwerk.families.switching.graph_files import read_graph
from tafelwerk.families.switching.rules import EdgeList

TRIANGLE = "0 1 2.5\n1 2\n0 2 1/2\n"

GRAPHML = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="weight" attr.type="double" />
  <graph edgedefault="undirected"><node id="0" /><node id="1" /><node id="2" />
    <edge source="0" target="1"><data key="d0">2.5</data></edge>
    <edge source="1" target="2" />
    <edge source="0" target="2"><data key="d0">0.5</data></edge>
  </graph>
</graphml>
"""


def edges(graph: EdgeList) -> object:
    return list(graph.nodes), graph.ends, graph.conductances, graph.states, graph.names


@pytest.mark.parametrize(
    "text",
    [
        "0 1 {'weight': 2.5}\n1 2 {}\n0 2 {'weight': 0.5, 'color': 'red'}\n",
        "0\t1\t2.5\n1\t2\n0\t2\t.5\n",
        "0,1,2.5\n1,2\n0,2,0.5\n",
        "# nodes and weights\n\n0,1,2.5\n1,2,\n0,2,0.5\n",
        "Source;Target;Weight\r\n0;1;2,5\r\n1;2;\r\n0;2;0,5\r\n",
        "sep=;\r\n0;1;2.5\r\n1;2\r\n0;2;1/2\r\n",
        "from\tto\tweight\n0\t1\t2.5\n1\t2\t1\n0\t2\t0.5\n",
        GRAPHML,
        GRAPHML.replace("weight", "conductance").replace("<edge ", "<edge id='e' directed='false' "),
        GRAPHML.replace("<", "<g:").replace("<g:/", "</g:").replace("<g:?", "<?").replace("xmlns=", "xmlns:g="),
    ],
)
def test_the_same_graph_in_every_format(text: str) -> None:
    assert edges(read_graph(text)) == edges(read_graph(TRIANGLE))


def test_dimacs_has_nodes_from_1() -> None:
    text = "c a triangle\nc\np edge 3 3\ne 1 2 2.5\ne 2 3\ne 1 3 0.5\n"
    assert edges(read_graph(text)) == edges(read_graph("1 2 2.5\n2 3\n1 3 1/2\n"))


def test_dimacs_in_both_directions_is_the_same_graph() -> None:
    both = "p edge 3 3\ne 1 2 2\ne 2 1 2\ne 2 3\ne 3 2\n"
    assert edges(read_graph(both)) == edges(read_graph("1 2 2\n2 3\n"))
    parallel = "p edge 2 2\ne 1 2\ne 1 2\n"
    assert edges(read_graph(parallel)) == edges(read_graph("1 2\n1 2\n"))
    with pytest.raises(InputError, match="line 3: edge 2 1 is there as 1 2, too; list all edges in both directions"):
        read_graph("p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n")


def test_a_state_is_read_in_every_format() -> None:
    key = '<key id="d0" for="edge" attr.name="state" attr.type="string" />'
    graphml = f'<graphml>{key}<graph><edge source="A" target="B"><data key="d0">marked</data></edge></graph></graphml>'
    for text in ("A B marked", "A,B,marked", "A;B;1;marked", graphml):
        assert read_graph(text).states == [2]


def test_names_are_compared_in_one_form() -> None:
    decomposed = GRAPHML.replace('"0"', '"a\u0308"')
    assert next(iter(read_graph(decomposed).nodes)) == "\u00e4"
    assert read_graph("a\u0308,B\n\u00e4,c\n").nodes == {"\u00e4": 0, "B": 1, "c": 2}


def test_names_with_commas_stay_names() -> None:
    assert list(read_graph("A,1 B\nB c\n").nodes) == ["A,1", "B", "c"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("graph { A -- B }", "a graph in DOT, the language of Graphviz"),
        ("strict digraph g {\n A -> B }", "a graph in DOT"),
        ('Creator "x"\ngraph [\n  node [ id 0 ]\n]', "a graph in GML"),
        ("*Vertices 3\n*Edges\n1 2\n", "a graph in the format of Pajek"),
        ('{"nodes": [], "links": []}', "a document in JSON"),
        (GRAPHML.replace("undirected", "directed"), "line 5: a directed edge"),
        (GRAPHML.replace("</graph>", ""), "line 9: not XML: mismatched tag"),
        (GRAPHML.replace("2.5<", "x<"), "line 5: a conductance must be an integer, a decimal or p/q"),
        (GRAPHML.replace('source="1" ', ""), "line 6: an edge has the attributes source and target"),
        ('<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<graphml/>', "line 2: GraphML has no document type"),
        ("p sp 3 2\na 1 2 4\n", r"line 2: a graph of arcs \(p sp\)"),
        ("p edge 3 2\ne 1 4\n", "line 2: an edge is e U V with nodes from 1 to 3, not 'e 1 4'"),
        ("p edge 3 2\ne 1\n", "line 2: an edge is e U V"),
        ("a;b\n;c\n", "line 2: an edge is a row of two node names"),
        ("0 1 {'weight': }", "line 1: after two nodes, give a conductance or attributes such as"),
        ("0 1 {'weight': -1}", "line 1: a conductance must be"),
        ("0 1 {{}: 1}", "line 1: after two nodes"),
        (GRAPHML.replace("weight", "\ud800"), "line 3: not XML"),
        ("0 1 {" + "[" * 5000, "line 1: after two nodes"),
    ],
)
def test_what_a_file_is_instead(text: str, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        read_graph(text)


def test_terminals_are_named_on_the_command_line_and_in_python() -> None:
    """The order of an edge's nodes does not matter in moves."""
    for question in (["solve", "-"], ["move", "--graph", "-", "--policy", "perfect"]):
        found = answered("switching", *question, "--terminals", "0,2", stdin=TRIANGLE)
        assert (found["winner"], found["moves"]) == ("cut", ["0-2"])
    assert answered("switching", "dual", "-", "--terminals", "0,2", stdin=TRIANGLE)["edges"]
    moved = answered("switching", "explain", "--graph", "-", "--terminals", "0,2", "--moves", "2-0", stdin=TRIANGLE)
    assert moved["to_move"] == "short"
    with open_book(pocket=False) as book:
        for terminals in ("0,2", ("0", "2")):
            assert book.switching.solve(TRIANGLE, terminals=terminals).moves == ["0-2"]
    said = refused(call("switching", "solve", "-", stdin=TRIANGLE), 2)
    assert (
        "no edge has the node 'A'; name the two nodes that Short joins with --terminals S,T; its nodes are 0, 1 and 2"
        in said
    )
    assert "--terminals needs --graph" in refused(call("switching", "move", "--order", "3", "--terminals", "0,2"), 2)
    assert "separate 0 and 2 when" in call("switching", "solve", "-", "--terminals", "0,2", stdin=TRIANGLE).stdout
