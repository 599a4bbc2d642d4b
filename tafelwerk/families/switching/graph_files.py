"""Graphs as other programs write them: edge lists of networkx, CSV with a row per edge, GraphML, and DIMACS.

The format is known from the content. Edges have no direction: a directed graph is refused. A conductance is the attribute of that
name, or `weight`, or a number after the two nodes.
"""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tafelwerk.errors import ContentError, InputError, in_quotes
from tafelwerk.families.switching.rules import (
    COMMENTS,
    HEADER,
    MOST_NAMED,
    STATES,
    TERMINALS,
    EdgeList,
    conductance_of,
    read_edges,
)
from tafelwerk.formats import separator_of, table_rows
from tafelwerk.spelling import compose
from tafelwerk.wording import join_words

_GRAPHML = re.compile(r"\s*<(?:\?xml|graphml)\b")
_DIMACS = re.compile(
    r"(?:[ \t]*(?:c\b[^\n]*)?\r?\n)*p[ \t]+(?P<kind>[a-z]+)[ \t]+(?P<nodes>\d+)[ \t]+\d+[ \t]*$", re.MULTILINE
)
_ENDS = (
    {"source", "from", "von", "node1", "node_1", "node_a", "knoten1", "knoten_1", "u", "start", "tail"},
    {"target", "to", "nach", "node2", "node_2", "node_b", "knoten2", "knoten_2", "v", "end", "ziel", "head"},
)
"""Names of the columns with either node of an edge, in lower case."""

_WEIGHTS = {"conductance", "weight", "gewicht", "leitwert"}
_NUMBER = re.compile(r"[-+.,/\d]+")

_OTHERS = (
    (r"\s*(?:strict\s+)?(?:di)?graph\b[^\n{\[]*\{", "a graph in DOT, the language of Graphviz"),
    (r"(?:\s*(?:#|Creator|Version)[^\n]*\n)*\s*graph\s*\[", "a graph in GML"),
    (r"\s*\*[Vv]ertices\b", "a graph in the format of Pajek"),
    ("%%MatrixMarket", "a matrix in the format of Matrix Market"),
    (r"\s*<(?:gexf)\b", "a graph in GEXF"),
    (r"\s*[\[{]\s*[\"{\[]", "a document in JSON"),
    (r">>(?:graph6|sparse6)<<", "a graph in graph6 or sparse6"),
)


def read_graph(text: str) -> EdgeList:
    """The graph in a text of any of these formats, without terminals; see `EdgeList.joining`.

    Raises:
        ContentError: it is in another format, or a line of it is not an edge; the message has its number.
    """
    text = compose(text)
    try:
        if _GRAPHML.match(text):
            return _graphml(text)
        if match := _DIMACS.match(text):
            return _dimacs(text, match["kind"], int(match["nodes"]) if len(match["nodes"]) < 10 else 0)
        for beginning, name in _OTHERS:
            if re.match(beginning, text):
                raise InputError(
                    f"this is {name}; write it as an edge list, in GraphML or in DIMACS, such as by write_edgelist of networkx"
                )
        return _table(text) if _is_table(text) else read_edges(text)
    except InputError as fault:
        raise ContentError(str(fault)) from None


def _is_table(text: str) -> bool:
    """Whether a text is CSV: its first line has a separator and no blanks, or names the columns."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith(COMMENTS)), "")
    fields = re.split("[,;\t]", first)
    return (len(first.split()) == 1 < len(fields)) or (len(fields) > 1 and _end_columns(fields) is not None)


def _end_columns(fields: list[str]) -> tuple[int, int] | None:
    """The columns whose names are usual for the two nodes of an edge."""
    names = [field.strip().casefold() for field in fields]
    columns = [[at for at, name in enumerate(names) if name in usual] for usual in _ENDS]
    if all(len(each) == 1 for each in columns):
        return columns[0][0], columns[1][0]
    return (0, 1) if set(names[:2]) <= _ENDS[0] | _ENDS[1] else None


def _is_header(rows: list[list[str]]) -> bool:
    """Whether the first row names columns: they are usual for nodes, or no row has these names and they are no edge's."""
    first, *others = rows
    if _end_columns(first) is not None:
        return True
    names = {name for row in others for name in row[:2]}
    is_edge = any(_NUMBER.fullmatch(field) or field in STATES for field in first) or set(first[:2]) == {*TERMINALS}
    return bool(others) and len(first) > 1 and all(first) and not is_edge and names.isdisjoint(first[:2])


def _table(text: str) -> EdgeList:
    """The graph in CSV, one row per edge: its nodes, then a conductance and whether it is taken; a header may name these."""
    graph = EdgeList(text)
    # keeps the numbers of lines
    body = re.sub(rf"(?m)^(?:{'|'.join(COMMENTS)}).*$", "", text)
    rows = list(table_rows(body, separator_of(body)))
    one, other = 0, 1
    others: list[int] | None = None
    if rows and _is_header([fields for _, fields in rows]):
        number, header = rows.pop(0)
        one, other = _end_columns(header) or (0, 1)
        others = [at for names in (_WEIGHTS, {"state"}) for at, name in enumerate(header) if name.casefold() in names]
        unread = [name for at, name in enumerate(header) if name and at not in (one, other, *others)]
        note = f"line {number} is read as a header, nodes are {header[one]} and {header[other]}"
        note += f"; not read: {join_words(unread, MOST_NAMED)}" if unread else ""
        graph.notes = () if tuple(header) == HEADER else (note,)
    for number, fields in rows:
        if len(fields) <= max(one, other) or not fields[one] or not fields[other]:
            raise InputError(
                f"line {number}: an edge is a row of two node names, such as A,x, not {in_quotes(','.join(fields), 40)}"
            )
        values = fields[2:] if others is None else [fields[at] for at in others if at < len(fields)]
        more = [field for field in values if field]
        taken = more.pop() if more and more[-1] in STATES else None
        # where semicolons separate, a comma stands before decimals
        weight = more[0].replace(",", ".") if more else None
        conductance = conductance_of(f"line {number}: ", {} if weight is None else {"weight": weight})
        graph.add_edge(number, fields[one], fields[other], conductance, STATES[taken] if taken else 0)
    return graph


def _dimacs(text: str, kind: str, nodes: int) -> EdgeList:
    """The graph in DIMACS: a line `e U V` per edge, perhaps with a conductance; nodes are 1, 2, ...

    A file that lists every edge in both directions has each once.
    """
    lines: list[tuple[int, int, int, Fraction]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "p", "n", "d", "v", "x") or line.startswith("c"):
            continue
        if words[0] == "a":
            raise InputError(
                f"line {number}: a graph of arcs (p {kind}); the game is played on edges without direction, e U V"
            )
        if words[0] != "e" or not 3 <= len(words) <= 4 or not all(_is_node(word, nodes) for word in words[1:3]):
            raise InputError(
                f"line {number}: an edge is e U V with nodes from 1 to {nodes}, not {in_quotes(line.strip(), 40)}"
            )
        conductance = conductance_of(f"line {number}: ", {"weight": words[3]} if len(words) == 4 else {})
        lines.append((number, int(words[1]), int(words[2]), conductance))
    counts = Counter(line[1:] for line in lines)
    reverse = [line for line in lines if line[1] > line[2] and counts[line[2], line[1], line[3]]]
    is_doubled = all(counts[v, u, conductance] == count for (u, v, conductance), count in counts.items() if u != v)
    if reverse and not is_doubled:
        number, u, v, _ = reverse[0]
        raise InputError(
            f"line {number}: edge {u} {v} is there as {v} {u}, too; list all edges in both directions, or each once"
        )
    graph = EdgeList(text)
    for number, u, v, conductance in lines:
        if not (reverse and u > v):
            graph.add_edge(number, str(u), str(v), conductance)
    return graph


def _is_node(word: str, nodes: int) -> bool:
    return re.fullmatch("[0-9]{1,9}", word, re.ASCII) is not None and 1 <= int(word) <= nodes


def _graphml(text: str) -> EdgeList:
    """The graph in GraphML; nodes are named by their ids."""
    from xml.parsers.expat import ExpatError

    reader = _GraphmlReader(text)
    try:
        reader.parser.Parse(text.encode(errors="surrogatepass"), True)
    except ExpatError as fault:
        raise InputError(f"line {fault.lineno}: not XML: {str(fault).partition(':')[0]}") from None
    return reader.graph


class _GraphmlReader:
    """What is read of GraphML: names of attributes, edges and their attributes."""

    def __init__(self, text: str) -> None:
        from xml.parsers.expat import ParserCreate

        self.graph = EdgeList(text)
        self._attributes: dict[str, str] = {}
        self._edge: tuple[int, Mapping[str, str]] | None = None
        self._values: dict[str, object] = {}
        self._key: str | None = None
        self._directed = False
        self.parser = ParserCreate("utf-8")
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data

    @property
    def _line(self) -> int:
        return self.parser.CurrentLineNumber

    def _doctype(self, *_: Any) -> None:
        raise InputError(f"line {self._line}: GraphML has no document type declaration; leave it out")

    def _start(self, name: str, given: Mapping[str, str]) -> None:
        match _local(name):
            case "key" if given.get("for") in ("edge", "all", None):
                self._attributes[given.get("id", "")] = given.get("attr.name", given.get("id", ""))
            case "graph":
                self._directed = given.get("edgedefault") == "directed"
            case "edge":
                if self._directed if "directed" not in given else given["directed"] == "true":
                    raise InputError(
                        f"line {self._line}: a directed edge; edges of the game have none (in networkx: to_undirected)"
                    )
                if not given.get("source") or not given.get("target"):
                    raise InputError(f"line {self._line}: an edge has the attributes source and target")
                self._edge, self._values = (self._line, given), {}
            case "data" if self._edge is not None:
                self._key = self._attributes.get(given.get("key", ""), given.get("key", ""))
                self._values[self._key] = ""
            case "hyperedge":
                raise InputError(f"line {self._line}: a hyperedge; an edge of the game has two nodes")

    def _data(self, text: str) -> None:
        if self._key is not None:
            self._values[self._key] = f"{self._values[self._key]}{text}"

    def _end(self, name: str) -> None:
        if _local(name) == "data":
            self._key = None
        elif _local(name) == "edge" and self._edge is not None:
            line, attributes = self._edge
            state = str(self._values.get("state", "")).strip()
            conductance = conductance_of(f"line {line}: ", self._values)
            self.graph.add_edge(line, attributes["source"], attributes["target"], conductance, STATES.get(state, 0))
            self._edge = None


def _local(name: str) -> str:
    """The name of an element without its namespace's prefix."""
    return name.rpartition(":")[2]
