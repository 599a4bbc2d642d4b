"""Graphs as text: one edge per line, two node names, then a conductance and whether the edge is taken.

`add_edge` and `joining` make a graph from any format; files of other programs are in `tafelwerk.formats.graphs`.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tafelwerk.errors import ContentError, InputError, quoted
from tafelwerk.rules.numbers import decimal_text, fraction
from tafelwerk.spelling import compose
from tafelwerk.wording import listed

MOST_NAMED = 8
"""Nodes that a message lists."""

LONGEST_ATTRIBUTES = 10_000
"""Greatest length of the attributes of an edge as text."""

STATES = {"deleted": 1, "marked": 2}

SWAPPED = (0, 2, 1)
"""State of the dual edge, by state: an edge deleted here is marked there."""

LARGEST_CONDUCTANCE = 10**18
"""Conductances are between 1 / LARGEST_CONDUCTANCE and LARGEST_CONDUCTANCE."""

TERMINALS = ("A", "B")
"""The nodes that Short joins, unless others are named."""

_PLAIN = re.compile(r'[^-(),"\\\s]+')
"""Names of nodes that can stand in an edge's name without quotes."""

_TERMINAL = re.compile(r'"(?:[^"\\]|\\[\\"])+"|[^\s,"]+')

_EDGE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s,"])+')
"""Name of an edge in a list."""

_NUMBER = re.compile(r"[-+.0-9]")
"""Start of a third word that is meant as a conductance."""


@dataclass(slots=True)
class EdgeList:
    """A graph listed as text.

    `text`: the text, which is also the form of a document; `nodes`: numbers by name, those of the terminals are 0 and 1 in what
    `joining` returns; `ends`, `conductances`, `states`, `names` and `lines` of the edges, with distinct names.
    """

    text: str

    nodes: dict[str, int] = field(default_factory=dict)
    ends: list[tuple[int, int]] = field(default_factory=list)
    conductances: list[Fraction] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    _parallel: dict[frozenset[str], int] = field(default_factory=dict, repr=False)
    _reversed: dict[str, int] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self.text

    def named(self, edges: Iterable[int]) -> list[str]:
        """Names of the given edges."""
        return [self.names[edge] for edge in edges]

    def add_edge(self, line: int, one: str, other: str, conductance: Fraction = Fraction(1), state: int = 0) -> None:
        """Add an edge between two nodes by their names."""
        self.ends.append((self.nodes.setdefault(one, len(self.nodes)), self.nodes.setdefault(other, len(self.nodes))))
        pair = frozenset((one, other))
        count = self._parallel[pair] = self._parallel.get(pair, 0) + 1
        self.names.append(_edge_name(one, other, count))
        # the same edge named from its other end
        self._reversed[_edge_name(other, one, count)] = len(self.names) - 1
        self.conductances.append(conductance)
        self.states.append(state)
        self.lines.append(line)

    def joining(self, terminals: tuple[str, str] = TERMINALS) -> "EdgeList":
        """The graph with two of its nodes as terminals.

        Raises:
            ContentError: it has no edge, no edge has one of the nodes, or nothing connects them.
        """
        if not self.ends:
            raise ContentError("it has no edge; write one edge per line, two node names")
        held = {node for edge in self.ends for node in edge}
        for name in terminals:
            if self.nodes.get(name) not in held:
                nodes = listed([_quoted(node) for node in self.nodes], MOST_NAMED)
                raise ContentError(
                    f"no edge has the node {quoted(name, 40)}; name the two nodes that Short joins with --terminals S,T; "
                    f"its nodes are {nodes}"
                )
        order = {name: number for number, name in enumerate(dict.fromkeys((*terminals, *self.nodes)))}
        number_of = [order[name] for name in self.nodes]
        joined = replace(self, nodes=order, ends=[(number_of[one], number_of[other]) for one, other in self.ends])
        _check_connected(joined, terminals)
        return joined

    def edges(self, text: str) -> list[int]:
        """Edges by their names, separated by blanks or commas.

        Raises:
            InputError: no edge has one of the names.
        """
        number = self._reversed | {name: edge for edge, name in enumerate(self.names)}
        found = _EDGE.findall(compose(text))
        for name in found:
            if name not in number:
                raise InputError(
                    f"there is no edge {quoted(name)} in the graph: name an edge by its two nodes, "
                    "such as A-x; the second of two parallel edges is A-x(2)"
                )
        return [number[name] for name in found]


def parse(text: str) -> EdgeList:
    """The graph in a text, one edge per line, with the terminals A and B; errors of `read_edges` and `EdgeList.joining`."""
    return read_edges(text).joining()


def read_edges(text: str) -> EdgeList:
    """The graph in a text, one edge per line; empty lines and lines that begin with # are skipped.

    Raises:
        ContentError: a line is not an edge; the message has its number.
    """
    graph = EdgeList(compose(text))
    try:
        for number, line in enumerate(graph.text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            conductance, state = _more(number, line.strip(), words)
            graph.add_edge(number, words[0], words[1], conductance, state)
    except InputError as fault:
        raise ContentError(str(fault)) from None
    return graph


def read_terminals(text: str | Sequence[str]) -> tuple[str, str]:
    """The terminals that a text such as "s,t" names, or a list of two; a name with a comma or a blank is quoted.

    Raises:
        InputError: these are not two different names.
    """
    if isinstance(text, str):
        names = [json.loads(name) if name[0] == '"' else name for name in _TERMINAL.findall(compose(text))]
    else:
        names = [compose(str(name)) for name in text]
    if len(names) != 2 or names[0] == names[1]:
        raise InputError(f"--terminals must be two different nodes, such as A,B, not {quoted(str(text))}")
    return names[0], names[1]


def taken_conductances(text: str) -> tuple[Fraction, Fraction]:
    """Conductances of deleted and of marked edges, such as "1/100,100".

    Raises:
        InputError: the text does not have two numbers above 0.
    """
    words = text.split(",")
    if len(words) != 2:
        raise InputError(
            f"--taken must be two conductances, of deleted and of marked edges, such as 1/100,100, not {quoted(text)}"
        )
    deleted, marked = (read_conductance("--taken: a conductance", word) for word in words)
    return deleted, marked


def read_conductance(name: str, word: str) -> Fraction:
    """A conductance above 0; raises InputError for anything else."""
    found = fraction(name, word, 0, LARGEST_CONDUCTANCE)
    if found * LARGEST_CONDUCTANCE < 1:
        raise InputError(
            f"{name} must be at least 1/10^18, not {quoted(word, 40)}; write an edge without current as deleted"
        )
    return found


def written(nodes: Sequence[str], edges: Iterable[tuple[int, int, Fraction, int]]) -> str:
    """The text of a graph, one edge per line.

    Args:
        nodes: names of the nodes.
        edges: first and second node, conductance, and state: 0 free, 1 deleted, 2 marked.
    """
    taken: Mapping[int, str] = {number: name for name, number in STATES.items()}
    lines = []
    for one, other, conductance, state in edges:
        words = [nodes[one], nodes[other]]
        words += [] if conductance == 1 else [decimal_text(conductance)]
        words += [taken[state]] if state else []
        lines.append(" ".join(words))
    return "\n".join(lines)


def _more(number: int, line: str, words: list[str]) -> tuple[Fraction, int]:
    """Conductance and state of the edge on a line."""
    more = words[2:]
    if more and more[0].startswith("{"):
        return conductance_of(f"line {number}: ", _attributes(number, line.split(None, 2)[2])), 0
    with_number = bool(more) and _NUMBER.match(more[0]) is not None
    if len(words) < 2 or len(more) > 1 + with_number:
        raise InputError(f"line {number}: an edge is two node names, such as A x, not {quoted(line, 40)}")
    conductance = Fraction(1)
    if with_number:
        conductance = read_conductance(f"line {number}: a conductance", more[0])
    taken = more[with_number:]
    if taken and taken[0] not in STATES:
        raise InputError(
            f"line {number}: a taken edge is deleted or marked, not {quoted(taken[0], 40)}; "
            "a conductance is a number such as 2.5"
        )
    return conductance, STATES[taken[0]] if taken else 0


def conductance_of(place: str, attributes: Mapping[str, object]) -> Fraction:
    """The conductance among an edge's attributes, under that name or `weight`; 1 if there is none.

    Raises:
        InputError: it is no number above 0; the message begins with `place`.
    """
    value = attributes.get("conductance", attributes.get("weight"))
    return Fraction(1) if value is None else read_conductance(f"{place}a conductance", str(value))


def _attributes(number: int, text: str) -> Mapping[str, object]:
    """The attributes of an edge, as networkx writes them after its nodes: {} or {'weight': 2.5}."""
    from ast import literal_eval

    try:
        found = literal_eval(text) if len(text) <= LONGEST_ATTRIBUTES else None
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        found = None
    if not isinstance(found, dict):
        raise InputError(
            f"line {number}: after two nodes, give a conductance or attributes such as {{'weight': 2.5}}, not {quoted(text, 40)}"
        )
    return found


def _edge_name(one: str, other: str, count: int) -> str:
    """The name of the count-th edge between two nodes."""
    name = f"{_quoted(one)}-{_quoted(other)}"
    return name if count == 1 else f"{name}({count})"


def _quoted(name: str) -> str:
    """A node's name as it stands in an edge's name: quoted if it contains a character that separates nodes."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _check_connected(found: EdgeList, terminals: tuple[str, str]) -> None:
    """Raise ContentError unless edges join the terminals, deleted ones included: otherwise there never was a game."""
    reached, todo = {0}, [0]
    beside: dict[int, list[int]] = {}
    for one, other in found.ends:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    while todo:
        for node in beside.get(todo.pop(), ()):
            if node not in reached:
                reached.add(node)
                todo.append(node)
    if 1 not in reached:
        raise ContentError(
            f"{' and '.join(map(_quoted, terminals))} are not connected, even if all deleted edges count, so there is no game; "
            "if Cut has won by its moves, list the edges that it deleted, too, as `x y deleted`"
        )
