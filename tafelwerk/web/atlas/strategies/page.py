"""What a page of a strategy is, and trees of queries and answers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_NODES = 1500
"""Nodes of a tree on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Attributes:
        name: of its file, without ending.
        family: its family.
        title: in a line.
        about: what it shows and how to read it, in sentences.
        template: name of the template.
        values: what the template shows besides.
        lines: the same for the terminal.
        rows: the rows that it shows, as values by column.
    """

    name: str
    family: str
    title: str
    about: str
    template: str
    values: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    rows: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree.

    Attributes:
        step: what leads to it, an answer or a move of the other side; "" at the root.
        ask: what is done here.
        told: numbers of the position.
        below: the nodes that follow.
    """

    step: str
    ask: str
    told: str
    below: "list[Node]" = field(default_factory=list)


def levels(counts: Iterable[tuple[int, int]], most: int = MOST_NODES) -> int:
    """The deepest level down to which a tree has at most that many nodes; at least the second.

    Args:
        counts: level and number of its nodes, in order.
        most: number of nodes.
    """
    total, deepest = 0, 0
    for place, (level, nodes) in enumerate(counts):
        total += nodes
        if total > most and place > 1:
            break
        deepest = level
    return deepest


def file_name(*words: object) -> str:
    """A file's name of words: letters, digits and hyphens; what is neither becomes a hyphen."""
    text = "-".join(map(str, words)).casefold()
    return "-".join("".join(sign if sign.isalnum() or sign == "." else " " for sign in text).split())
