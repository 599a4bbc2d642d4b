"""Trees of Mastermind's strategies: the query after every answer."""

from collections.abc import Iterator
from fractions import Fraction
from shlex import quote

from tafelwerk.book import Book
from tafelwerk.web.atlas.strategies.page import Node, Page, file_name, levels
from tafelwerk.wording import counted

MOST_TREES = 24
"""Trees with a page, those of the smallest games first."""

FAMILY = "mastermind"


def pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        FAMILY,
        "SELECT game, strategy, tie::VARCHAR, s.codes, total_num, total_den, most, pegs, colors, g.distinct"
        " FROM mastermind.strategies s JOIN mastermind.games g USING (game)"
        " SEMI JOIN mastermind.trees t USING (game, strategy, tie)"
        " ORDER BY s.codes, game, strategy != 'optimal', strategy, tie",
    )
    for game, strategy, tie, codes, numerator, denominator, most, pegs, colours, distinct in trees[:MOST_TREES]:
        root, depth, deepest = _tree(book, game, strategy, tie)
        total = Fraction(int(numerator), int(denominator))
        named = strategy if tie == "none" else f"{strategy}, ties {tie}"
        cut = f" The tree is shown down to query {depth} of {deepest}." if depth < deepest else ""
        options = (
            f"--name {quote(game)}" if pegs is None else f"--pegs {pegs} --colors {colours}{' --distinct' * distinct}"
        )
        yield Page(
            file_name(FAMILY, game, strategy, tie if tie != "none" else ""),
            FAMILY,
            f"{'Mastermind ' if pegs else ''}{game}: {named}",
            f"{total} / {codes:,} = {float(total / codes):.4f} queries on average, {most} at most. Ask the query, then open its"
            f" answer: right places, right colours elsewhere. Numbers: codes left, and queries still expected.{cut}",
            "tree_file.html",
            {"tree": root},
            (f"tafelwerk mastermind next {options} {_options(strategy)}",),
            {"game": game, "strategy": strategy, "tie": tie},
        )


def _options(strategy: str) -> str:
    """A stored strategy on the command line: "optimal max-depth 5" is --strategy optimal --max-depth 5."""
    name, *words = strategy.split()
    return " ".join(["--strategy", name, *(word if word.isdecimal() else f"--{word}" for word in words)])


def _tree(book: Book, game: str, strategy: str, tie: str) -> tuple[Node, int, int]:
    """A tree, the depth down to which it is shown, and its whole depth."""
    of, known = "FROM mastermind.trees WHERE game = ? AND strategy = ? AND tie = ?", (game, strategy, tie)
    counts = book.rows(FAMILY, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts)
    rows = book.rows(
        FAMILY,
        f"SELECT node, parent, coalesce(answer, ''), query, possible, codes, total {of} AND depth <= ? ORDER BY node",
        *known,
        depth,
    )
    nodes: dict[int, Node] = {}
    for node, parent, answer, query, possible, codes, total in rows:
        told = "the code" if codes == 1 and possible else f"{counted(codes, 'code')}, {total / codes:.3g} to go"
        nodes[node] = Node(answer, query, told)
        if parent is not None:
            nodes[parent].below.append(nodes[node])
    return nodes[rows[0][0]], depth, counts[-1][0]
