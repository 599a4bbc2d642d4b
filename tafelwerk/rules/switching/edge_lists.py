"""Graphs as text: one edge per line, two node names, then a conductance and whether the edge is taken."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tafelwerk.errors import ContentError, InputError, quoted
from tafelwerk.rules.numbers import decimal_text, fraction
from tafelwerk.spelling import compose

STATES = {"deleted": 1, "marked": 2}

SWAPPED = (0, 2, 1)
"""State of the dual edge, by state: an edge deleted here is marked there."""

LARGEST_CONDUCTANCE = 10**18
"""Conductances are between 1 / LARGEST_CONDUCTANCE and LARGEST_CONDUCTANCE."""

_PLAIN = re.compile(r'[^-(),"\\]+')
"""Names of nodes that can stand in an edge's name without quotes."""

_EDGE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s,"])+')
"""Name of an edge in a list."""

_NUMBER = re.compile(r"[-+.0-9]")
"""Start of a third word that is meant as a conductance."""


@dataclass(slots=True)
class EdgeList:
    """A graph listed as text.

    `text`: the text, which is also the form of a document; `nodes`: numbers by name, A is 0 and B is 1; `ends`, `conductances`,
    `states`, `names` and `lines` of the edges, with distinct names.
    """

    text: str

    nodes: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 1})
    ends: list[tuple[int, int]] = field(default_factory=list)
    conductances: list[Fraction] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        return self.text

    def named(self, edges: Iterable[int]) -> list[str]:
        """Names of the given edges."""
        return [self.names[edge] for edge in edges]

    def edges(self, text: str) -> list[int]:
        """Edges by their names, separated by blanks or commas.

        Raises:
            InputError: no edge has one of the names.
        """
        number = {name: edge for edge, name in enumerate(self.names)}
        found = _EDGE.findall(compose(text))
        for name in found:
            if name not in number:
                raise InputError(
                    f"there is no edge {quoted(name)} in the graph: name an edge by its two nodes in the order of its line, "
                    "such as A-x; the second of two parallel edges is A-x(2)"
                )
        return [number[name] for name in found]


def parse(text: str) -> EdgeList:
    """The graph in a text, one edge per line; empty lines and lines that begin with # are skipped.

    Raises:
        ContentError: a line is not an edge (the message has its number); there is no edge, A or B; or A and B are not connected.
    """
    try:
        return _parse(text)
    except InputError as fault:
        raise ContentError(str(fault)) from None


def _parse(text: str) -> EdgeList:
    found, seen = EdgeList(compose(text)), dict[str, int]()
    for number, line in enumerate(found.text.splitlines(), 1):
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
        raise InputError("it has no edge; write one edge per line, two node names")
    held = {node for edge in found.ends for node in edge}
    missing = [name for name in ("A", "B") if found.nodes[name] not in held]
    if missing:
        raise InputError(f"no edge has the node {missing[0]}; A and B are the terminals, which Short joins")
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
            f"--taken must be two conductances, of deleted and of marked edges, such as 1/100,100, not {quoted(text)}"
        )
    deleted, marked = (_conductance("--taken: a conductance", word) for word in words)
    return deleted, marked


def _conductance(name: str, word: str) -> Fraction:
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
    with_number = bool(more) and _NUMBER.match(more[0]) is not None
    if len(words) < 2 or len(more) > 1 + with_number:
        raise InputError(f"line {number}: an edge is two node names, such as A x, not {quoted(line, 40)}")
    conductance = Fraction(1)
    if with_number:
        conductance = _conductance(f"line {number}: a conductance", more[0])
    taken = more[with_number:]
    if taken and taken[0] not in STATES:
        raise InputError(
            f"line {number}: a taken edge is deleted or marked, not {quoted(taken[0], 40)}; "
            "a conductance is a number such as 2.5"
        )
    return conductance, STATES[taken[0]] if taken else 0


def _quoted(name: str) -> str:
    """A node's name as it stands in an edge's name: quoted if it contains a character that separates nodes."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _check_connected(found: EdgeList) -> None:
    """Raise InputError unless edges join A and B, deleted ones included: otherwise there never was a game."""
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
            "A and B are not connected, even if all deleted edges count, so there is no game; "
            "if Cut has won by its moves, list the edges that it deleted, too, as `x y deleted`"
        )
