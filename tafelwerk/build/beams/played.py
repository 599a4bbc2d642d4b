"""Stored trees of small variants of Beams, played for every code at once, by nothing but the colours of its fields."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.beams.board import VARIANTS, fields_of, make_board
from tafelwerk.solvers.beams.history import TOP_DEPTH
from tafelwerk.tables.beams import FAMILY, Summary
from tafelwerk.tables.book import Book

Row = tuple[str, int, tuple[int, int] | None, int, int | None]
"""A node: history, depth, query, codes, cost."""

_ANSWERS = 256
"""More than a diagonal has answers."""


def parent_of(history: str) -> str:
    """The history without its last beam."""
    return history.rpartition("; ")[0]


def cut_depth(nodes: Mapping[str, Row]) -> int | None:
    """Depth of the deepest nodes of a tree that is stored as a top alone; None of a whole tree."""
    deepest = max((row[1] for row in nodes.values()), default=0)
    return deepest if deepest <= TOP_DEPTH else None


def play(claims: Claims, book: Book, name: str, nodes: Mapping[str, Row], found: Summary, depth: int | None) -> str:
    """Play a tree for all codes, and compare what they spend, and where they come to, with what is stored.

    Args:
        claims: where it is noted what does not hold.
        book: the book.
        name: the variant; its pieces and patterns are in the book.
        nodes: the tree, by history.
        found: what the strategy costs.
        depth: of the deepest nodes, where what lies below them is not stored; None of a whole tree.

    Returns:
        What was done.
    """
    rows = sorted(nodes.values(), key=lambda row: (row[1], row[0]))
    if not rows or rows[0][0]:
        claims.claim("", "the tree has no root", False)
        return "nothing played"
    colours = colours_of_fields(book, name)
    answers, queries, guessed = _Answers(name), np.zeros(len(colours), np.int64), 0
    branches, children = _branches(claims, rows)
    colour = np.array([-1 if row[2] is None else row[2][0] for row in rows])
    diagonal = np.array([-1 if row[2] is None else row[2][1] - 1 for row in rows])
    deepness, stored = np.array([row[1] for row in rows]), np.array([row[3] for row in rows])
    playing, at, visited = np.arange(len(colours)), np.zeros(len(colours), np.int64), 0
    while len(playing):
        here, counts = np.unique(at, return_counts=True)
        visited += len(here)
        for node in here[counts != stored[here]].tolist():
            claims.claim(rows[node][0], "other codes come to it", False)
        for node in here[colour[here] < 0].tolist():
            guessed += _guess(colours[playing[at == node]])
        asks = colour[at] >= 0
        playing, at = playing[asks], at[asks]
        queries[playing] += 1
        branch = at * _ANSWERS + answers.of(colours[playing], colour[at], diagonal[at])
        place = np.minimum(np.searchsorted(branches, branch), max(len(branches) - 1, 0))
        goes_on = branches[place] == branch if len(branches) else np.zeros(len(branch), bool)
        ended, counts = np.unique(branch[~goes_on], return_counts=True)
        apart = ended[counts > 1] // _ANSWERS
        for node in apart[deepness[apart] != depth].tolist() if depth is not None else apart.tolist():
            claims.claim(rows[node][0], "codes that it does not tell apart have no node", False)
        playing, at = playing[goes_on], children[place[goes_on]]
    claims.claim(name, "no code comes to some nodes", visited == len(rows))
    if depth is not None:
        return f"{len(colours):,} codes played through {depth} queries"
    taken = {int(number): int(codes) for number, codes in zip(*np.unique(queries, return_counts=True), strict=True)}
    claims.claim(name, "playing takes other numbers of queries", dict(found.query_histogram) == taken)
    claims.claim(name, "playing ends with other wrong fields", found.penalty == guessed)
    return f"{len(colours):,} codes played"


def colours_of_fields(book: Book, name: str) -> NDArray[np.uint8]:
    """The colours of all codes' fields, from 1, from the stored pieces and patterns: uint8, shape (codes, fields).

    Codes go by pattern, then by the places of colours 1, 2, ... in it in lexicographic order.
    """
    rules = VARIANTS[name]
    fields = np.arange(len(make_board(rules.side).fields))
    masks = book.rows(FAMILY, f"SELECT fields FROM {FAMILY}.pieces WHERE variant = ? ORDER BY piece", name)
    columns = ", ".join(f"piece_{place}" for place in range(1, rules.colours + 1))
    rows = book.rows(FAMILY, f"SELECT {columns} FROM {FAMILY}.patterns WHERE variant = ? ORDER BY pattern", name)
    covers = np.array([mask for (mask,) in masks], np.int64)[np.array(rows, np.int64)][:, :, None] >> fields & 1
    place_of = covers.argmax(axis=1)
    orders = np.array(list(permutations(range(rules.colours))), np.int64)
    # colours by place from places by colour
    colour_at = np.argsort(orders, axis=1).astype(np.uint8) + 1
    found = colour_at[:, place_of].transpose(1, 0, 2)
    return np.ascontiguousarray(found).reshape(-1, len(fields))


class _Answers:
    """What diagonals show of codes."""

    def __init__(self, name: str) -> None:
        lines = [fields_of(line) for line in make_board(VARIANTS[name].side).diagonals]
        self._fields = np.zeros((len(lines), max(map(len, lines))), np.int64)
        self._there = np.zeros(self._fields.shape, bool)
        for line, fields in enumerate(lines):
            self._fields[line, : len(fields)] = fields
            self._there[line, : len(fields)] = True

    def of(
        self, codes: NDArray[np.uint8], colour: NDArray[np.integer], diagonal: NDArray[np.integer]
    ) -> NDArray[np.int64]:
        """The places hit, as bits: one query a code."""
        shown = np.take_along_axis(codes, self._fields[diagonal], axis=1) == colour[:, None]
        bits = np.int64(1) << np.arange(self._fields.shape[1])
        hits: NDArray[np.int64] = ((shown & self._there[diagonal]) * bits).sum(axis=1)
        return hits


def _branches(claims: Claims, rows: Sequence[Row]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where answers lead: numbers of node and answer, ascending, and the nodes that they lead to."""
    number = {row[0]: place for place, row in enumerate(rows)}
    found: list[tuple[int, int]] = []
    for place, (history, *_) in enumerate(rows[1:], start=1):
        parent = number.get(parent_of(history), -1)
        query, _, hits = history.rpartition("; ")[2].partition(" ")
        asked = rows[parent][2] if parent >= 0 else None
        same = asked is not None and f"{asked[0]}@{asked[1]}" == query
        claims.claim(history, "what is asked before it is something else", same)
        claims.claim(history, "a diagonal is used twice", f"@{query.rpartition('@')[2]} " not in parent_of(history))
        bits = 0 if hits == "-" else sum(1 << int(word) - 1 for word in hits.split(","))
        found.append((parent * _ANSWERS + bits, place))
    found.sort()
    pairs = np.array(found, np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _guess(codes: NDArray[np.uint8]) -> int:
    """Wrong fields, over these codes, of the one among them that has the fewest."""
    return int(min((codes != guess).sum() for guess in codes))
