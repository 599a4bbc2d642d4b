"""Strategies that ask queries, as trees on pages: Mastermind, Beams and Dresher's game."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from shlex import quote
from typing import Any

from tafelwerk.book import Book
from tafelwerk.families.dresher.plain_text import draw_tree
from tafelwerk.wording import count_noun

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
        stored: what a game is played from, as JSON; "" where nothing is played.
    """

    name: str
    family: str
    title: str
    about: str
    template: str
    values: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    rows: Mapping[str, object] = field(default_factory=dict)
    stored: str = ""


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
    for depth, (level, nodes) in enumerate(counts):
        total += nodes
        if total > most and depth > 1:
            break
        deepest = level
    return deepest


def file_name(*words: object) -> str:
    """A file's name of words: letters, digits and hyphens; what is neither becomes a hyphen."""
    text = "-".join(map(str, words)).casefold()
    return "-".join("".join(sign if sign.isalnum() or sign == "." else " " for sign in text).split())


MOST_TREES = 24
"""Trees with a page, those of the smallest games first."""

MASTERMIND = "mastermind"


def mastermind_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        MASTERMIND,
        "SELECT game, strategy, tie::VARCHAR, s.codes, total_num, total_den, most, pegs, colors, g.distinct"
        " FROM mastermind.strategies s JOIN mastermind.games g USING (game)"
        " SEMI JOIN mastermind.trees t USING (game, strategy, tie)"
        " ORDER BY s.codes, game, strategy != 'optimal', strategy, tie",
    )
    for game, strategy, tie, codes, numerator, denominator, most, pegs, colours, distinct in trees[:MOST_TREES]:
        root, depth, deepest, stored = _mastermind_tree(book, game, strategy, tie)
        total = Fraction(int(numerator), int(denominator))
        label = strategy if tie == "none" else f"{strategy}, ties {tie}"
        cut = f" The tree is shown down to query {depth} of {deepest}." if depth < deepest else ""
        options = (
            f"--name {quote(game)}" if pegs is None else f"--pegs {pegs} --colors {colours}{' --distinct' * distinct}"
        )
        yield Page(
            file_name(MASTERMIND, game, strategy, tie if tie != "none" else ""),
            MASTERMIND,
            f"{'Mastermind ' if pegs else ''}{game}: {label}",
            f"{total} / {codes:,} = {float(total / codes):.4f} queries on average, {most} at most. Ask the query, then open its"
            f" answer: right places, right colours elsewhere. Numbers: codes left, and queries still expected.{cut}",
            "tree_file.html",
            {"tree": root, "is_pegs": pegs is not None},
            (f"tafelwerk mastermind next {options} {_options(strategy)}",),
            {"game": game, "strategy": strategy, "tie": tie},
            stored=json.dumps({"game": MASTERMIND, "values": stored}) if pegs and depth == deepest else "",
        )


def _options(strategy: str) -> str:
    """A stored strategy on the command line: "optimal max-depth 5" is --strategy optimal --max-depth 5."""
    name, *words = strategy.split()
    return " ".join(["--strategy", name, *(word if word.isdecimal() else f"--{word}" for word in words)])


def _mastermind_tree(book: Book, game: str, strategy: str, tie: str) -> tuple[Node, int, int, list[Any]]:
    """A tree, the depth down to which it is shown, its whole depth, and its root as a list that a game is played from."""
    of, known = "FROM mastermind.trees WHERE game = ? AND strategy = ? AND tie = ?", (game, strategy, tie)
    counts = book.rows(MASTERMIND, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts)
    rows = book.rows(
        MASTERMIND,
        f"SELECT node, parent, coalesce(answer, ''), query, possible, codes, total {of} AND depth <= ? ORDER BY node",
        *known,
        depth,
    )
    nodes: dict[int, Node] = {}
    stored: dict[int, list[Any]] = {}
    for node, parent, answer, query, possible, codes, total in rows:
        note = "the code" if codes == 1 and possible else f"{count_noun(codes, 'code')}, {total / codes:.3g} to go"
        nodes[node] = Node(answer, query, note)
        stored[node] = [query, codes, round(total / codes, 2), possible, {}]
        if parent is not None:
            nodes[parent].below.append(nodes[node])
            stored[parent][4][answer] = stored[node]
    first = rows[0][0]
    return nodes[first], depth, counts[-1][0], stored[first]


MOST_BEAMS_TREES, MOST_BEAMS = 24, 2000
"""Trees with a page, and nodes of each."""

BEAMS = "beams"


def beams_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        BEAMS,
        "SELECT variant::VARCHAR, strategy, tie::VARCHAR, codes, cost FROM beams.nodes WHERE history = ''"
        " ORDER BY nodes.variant, strategy != 'optimal', strategy, nodes.tie",
    )
    for variant, strategy, tie, codes, cost in trees[:MOST_BEAMS_TREES]:
        root, depth, deepest = _beams_tree(book, variant, strategy, tie)
        label = strategy if tie == "none" else f"{strategy}, ties {tie}"
        mean = f"{cost} / {codes:,} = {cost / codes:.4f} beams and wrong fields on average. " if cost else ""
        cut = f" The tree is shown down to {count_noun(depth, 'answer')} of {deepest}." if depth < deepest else ""
        options = f" --tie {tie}" if tie not in ("none", "lex-c") else ""
        yield Page(
            file_name(BEAMS, variant, strategy, tie if tie != "none" else ""),
            BEAMS,
            f"Beams {variant}: {label}",
            f"{mean}Beams are colour@diagonal; an answer lists the fields hit, - for none. Send the beam, then open its answer."
            f" An answer that is not listed leaves one code.{cut}",
            "tree_file.html",
            {"tree": root},
            (f"tafelwerk beams next --variant {variant} --strategy {strategy}{options}",),
            {"variant": variant, "strategy": strategy, "tie": tie},
        )


def _beams_tree(book: Book, variant: str, strategy: str, tie: str) -> tuple[Node, int, int]:
    """A tree, the number of answers down to which it is shown, and the greatest number stored."""
    of, known = "FROM beams.nodes WHERE variant = ? AND strategy = ? AND tie = ?", (variant, strategy, tie)
    counts = book.rows(BEAMS, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts, MOST_BEAMS)
    rows = book.rows(
        BEAMS,
        f"SELECT history, colour, diagonal, codes, cost {of} AND depth <= ? ORDER BY depth, history",
        *known,
        depth,
    )
    nodes: dict[str, Node] = {}
    for history, colour, diagonal, codes, cost in rows:
        before, _, last = history.rpartition("; ")
        note = count_noun(codes, "code") + ("" if cost is None else f", mean cost {cost / codes:.4g}")
        nodes[history] = Node(last.partition(" ")[2], f"{colour}@{diagonal}" if colour else "guess", note)
        if history:
            nodes[before].below.append(nodes[history])
    return nodes[""], depth, counts[-1][0]


DRESHER = "dresher"
MOST, MOST_PLAYED, WIDTH = 20, 40, 60
"""Largest n of which trees are shown, and which is played; columns of a tree that is drawn upright."""


def dresher_pages(book: Book) -> Iterator[Page]:
    """One page for all n."""
    games = []
    for n, numerator, denominator, hider_total, searcher_total in book.rows(
        DRESHER,
        "SELECT n, value_num, value_den, hider_total, searcher_total FROM dresher.games WHERE n <= ? ORDER BY n",
        MOST,
    ):
        weights = book.rows(DRESHER, "SELECT weight FROM dresher.hider WHERE n = ? ORDER BY number", n)
        trees = book.rows(DRESHER, "SELECT weight, depths FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
        value = Fraction(int(numerator), int(denominator))
        games.append(
            {
                "n": n,
                "value": str(value),
                "rounded": f"{float(value):.6f}",
                "hider": [str(Fraction(int(weight), int(hider_total))) for (weight,) in weights],
                "trees": [
                    (str(Fraction(int(weight), int(searcher_total))), "\n".join(draw_tree(depths, width=WIDTH).lines))
                    for weight, depths in trees
                ],
            }
        )
    weights_by_n = book.rows(
        DRESHER,
        "SELECT n, list(weight ORDER BY number) FROM dresher.hider WHERE n <= ? GROUP BY n ORDER BY n",
        MOST_PLAYED,
    )
    if games:
        yield Page(
            f"{DRESHER}-small",
            DRESHER,
            f"Dresher's game: optimal strategies of both sides for up to {games[-1]['n']} numbers",
            "The hider picks one of the numbers 1 to n with these chances; the searcher draws one of the trees with its chance"
            " and guesses along it: left if the hidden number is lower, right if it is higher. The value is the expected"
            " number of guesses: neither side can do better.",
            "dresher_file.html",
            {"games": games},
            ("tafelwerk dresher searcher 7", "tafelwerk dresher explain 7"),
            stored=json.dumps({"game": DRESHER, "values": {n: list(map(int, weights)) for n, weights in weights_by_n}}),
        )
