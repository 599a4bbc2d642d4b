"""Any graph as a text: an edge per line, nodes by their names."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tafelwerk.errors import InputError, quoted

STATES = {"deleted": 1, "marked": 2}

_PLAIN = re.compile(r'[^-(),"\\]+')
"""Names of nodes that can stand in an edge's name as they are."""


@dataclass(slots=True)
class EdgeList:
    """A graph as a text lists it.

    `nodes`: numbers by name, A is 0 and B is 1; `ends`, `states`, `names`, `lines` of the edges, no two names alike.
    """

    nodes: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 1})
    ends: list[tuple[int, int]] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def named(self, edges: Iterable[int]) -> list[str]:
        """The names of edges."""
        return [self.names[edge] for edge in edges]


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
        if len(words) not in (2, 3):
            raise InputError(
                f"line {number}: an edge is two names of nodes, such as A x, not {quoted(line.strip(), 40)}"
            )
        if len(words) == 3 and words[2] not in STATES:
            raise InputError(f"line {number}: an edge that is taken is deleted or marked, not {quoted(words[2], 40)}")
        one, other = (found.nodes.setdefault(word, len(found.nodes)) for word in words[:2])
        key = " ".join(sorted(words[:2]))
        seen[key] = seen.get(key, 0) + 1
        name = "-".join(map(_quoted, words[:2]))
        found.names.append(name if seen[key] == 1 else f"{name}({seen[key]})")
        found.ends.append((one, other))
        found.states.append(STATES[words[2]] if len(words) == 3 else 0)
        found.lines.append(number)
    if not found.ends:
        raise InputError("there is no edge in it; one edge a line, two names of nodes")
    held = {node for edge in found.ends for node in edge}
    missing = [name for name in ("A", "B") if found.nodes[name] not in held]
    if missing:
        raise InputError(f"no edge has the node {missing[0]}; A and B are the nodes to be joined")
    _check_connected(found)
    return found


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
