"""Any graph as a text: an edge per line, nodes by their names, then a conductance and whether the edge is taken."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import decimal_text, fraction

STATES = {"deleted": 1, "marked": 2}

SWAPPED = (0, 2, 1)
"""State of the dual edge, by state: what Cut has deleted is marked there."""

LARGEST_CONDUCTANCE = 10**18
"""Conductances are from 1 / LARGEST_CONDUCTANCE to LARGEST_CONDUCTANCE."""

_PLAIN = re.compile(r'[^-(),"\\]+')
"""Names of nodes that can stand in an edge's name as they are."""

_EDGE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s,"])+')
"""An edge's name in a list."""

_NUMBER = re.compile(r"[-+.0-9]")
"""Beginning of a third word that is meant as a conductance."""


@dataclass(slots=True)
class EdgeList:
    """A graph as a text lists it.

    `nodes`: numbers by name, A is 0 and B is 1; `ends`, `conductances`, `states`, `names`, `lines` of the edges, no two names
    alike.
    """

    nodes: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 1})
    ends: list[tuple[int, int]] = field(default_factory=list)
    conductances: list[Fraction] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def named(self, edges: Iterable[int]) -> list[str]:
        """The names of edges."""
        return [self.names[edge] for edge in edges]

    def edges(self, text: str) -> list[int]:
        """Edges by their names, set apart by blanks or commas.

        Raises:
            InputError: there is none of some name.
        """
        number = {name: edge for edge, name in enumerate(self.names)}
        found = _EDGE.findall(text)
        for name in found:
            if name not in number:
                raise InputError(
                    f"there is no edge {quoted(name)} in the graph: name an edge by its ends in the order of its line, "
                    "such as A-x, the second of parallel ones A-x(2)"
                )
        return [number[name] for name in found]


def parse(text: str) -> EdgeList:
    """The graph in a text, an edge per line; empty lines and those that begin with # are left out.

    Raises:
        InputError: a line is no edge, named with its number; no edge, no A or B, or nothing joins them.
    """
    found, seen = EdgeList(), dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        conductance, state = _more(number, line.strip(), words)
        one, other = (found.nodes.setdefault(word, len(found.nodes)) for word in words[:2])
        key = " ".join(sorted(words[:2]))
        seen[key] = seen.get(key, 0) + 1
        name = "-".join(map(_quoted, words[:2]))
        found.names.append(name if seen[key] == 1 else f"{name}({seen[key]})")
        found.ends.append((one, other))
        found.conductances.append(conductance)
        found.states.append(state)
        found.lines.append(number)
    if not found.ends:
        raise InputError("it has no edge; write one edge per line, two names of nodes")
    held = {node for edge in found.ends for node in edge}
    missing = [name for name in ("A", "B") if found.nodes[name] not in held]
    if missing:
        raise InputError(f"no edge has the node {missing[0]}; A and B are the nodes to be joined")
    _check_connected(found)
    return found


def taken_conductances(text: str) -> tuple[Fraction, Fraction]:
    """Conductances of deleted and of marked edges, such as "1/100,100".

    Raises:
        InputError: the text does not have two numbers above 0.
    """
    words = text.split(",")
    if len(words) != 2:
        raise InputError(
            f"--taken is two conductances, of deleted and of marked edges, such as 1/100,100, not {quoted(text)}"
        )
    deleted, marked = (_conductance("--taken: a conductance", word) for word in words)
    return deleted, marked


def _conductance(name: str, word: str) -> Fraction:
    """A conductance above 0; raises InputError where it is none."""
    found = fraction(name, word, 0, LARGEST_CONDUCTANCE)
    if found * LARGEST_CONDUCTANCE < 1:
        raise InputError(f"{name} must be at least 1/10^18, not {quoted(word, 40)}; an edge without current is deleted")
    return found


def written(nodes: Sequence[str], edges: Iterable[tuple[int, int, Fraction, int]]) -> str:
    """The text of a graph, an edge per line.

    Args:
        nodes: names.
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
    """Conductance and state of the edge that the words of a line give."""
    more = words[2:]
    with_number = bool(more) and _NUMBER.match(more[0]) is not None
    if len(words) < 2 or len(more) > 1 + with_number:
        raise InputError(f"line {number}: an edge is two names of nodes, such as A x, not {quoted(line, 40)}")
    conductance = Fraction(1)
    if with_number:
        conductance = _conductance(f"line {number}: a conductance", more[0])
    taken = more[with_number:]
    if taken and taken[0] not in STATES:
        raise InputError(
            f"line {number}: an edge that is taken is deleted or marked, not {quoted(taken[0], 40)}; "
            "a conductance is a number such as 2.5"
        )
    return conductance, STATES[taken[0]] if taken else 0


def _quoted(name: str) -> str:
    """A node's name as it stands in an edge's: in quotes where it holds what edges' names are made with."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _check_connected(found: EdgeList) -> None:
    """Raise where no edges join A and B, taken ones among them: a position that Cut has won is one of a game that was none."""
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
        raise InputError(
            "A and B are not connected, not even by edges that are taken: there is no game; "
            "where Cut has won by its moves, the edges that it deleted stand there too, as `x y deleted`"
        )
