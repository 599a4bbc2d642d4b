"""The whole tree of a strategy on one or two pages: the query after every answer."""

from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind.rules import FAMILY, Game, Pegs, Strategy
from tafelwerk.families.mastermind.rules import strategy as read_strategy
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import A4, Picture, column_pages
from tafelwerk.plots.sheets import MARGIN, Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.tables import book as tables
from tafelwerk.tables.layers import in_layers
from tafelwerk.wording import count_noun

SIZES = 9.0, 8.0, 7.0, 6.5, 6.0, 5.7
"""Font sizes in points; the largest at which the tree fits two pages, both sides of one sheet, is used."""


@frozen
class Node:
    """A node of a strategy's tree.

    Attributes:
        answer: the answer to the previous query; "" at the root.
        depth: number of the query within the game, from 1.
        query: the query asked.
        possible: whether the query may be the code.
        codes: codes left.
        total: queries from here on, summed over these codes.
    """

    answer: str
    depth: int
    query: str
    possible: bool
    codes: int
    total: int


def pages(
    book: Book,
    line: str,
    pegs: Annotated[int, Parameter("P", "Number of pegs. Default: 4.", 1, 8)] = 4,
    colors: Annotated[int, Parameter("C", "Number of colours. Default: 6.", 1, 20)] = 6,
    strategy: Annotated[
        str, Parameter("S", "Strategy, as in `tafelwerk mastermind next`. Default: optimal.")
    ] = "optimal",
) -> list[Picture]:
    """The whole tree of a strategy: the query after every answer.

    Example: tafelwerk sheet mastermind --strategy h1


    Raises:
        MissingTableError: the tree is not stored; it names the build.
    """
    game = Pegs(pegs, colors)
    followed = read_strategy(strategy, None)
    root, *nodes = probe_tree(book, game, followed)
    # codes left after the first answer only: elsewhere they would take columns
    lines = [
        (node.depth - 2, f"{node.answer}  {node.query}{f' ({node.codes})' if node.depth == 2 else ''}")
        for node in nodes
    ]
    below = (
        f"First guess {root.query}. Find its answer below (right places, right colours elsewhere) and make the guess next to it. "
        "The answers to that guess are indented below it. In brackets: codes left.",
        f"{root.codes:,} codes, {root.total:,} guesses for all of them: {root.total / root.codes:.4f} on average, "
        f"{max(node.depth for node in (root, *nodes))} at most ({count_noun(len(nodes) + 1, 'node')}).",
    )
    title = f"{game.title}: {followed.title}"
    # the space left on a page below its title, which has more lines on the first page
    space = A4[1] - 2 * MARGIN - 125, A4[0] - 2 * MARGIN
    sizes = (column_pages(lines, size, *space) for size in SIZES)
    columns = next((layout for layout in sizes if len(layout) <= 2), None) or column_pages(lines, SIZES[-1], *space)
    return set_on_pages(title, below, [Block(column) for column in columns], 1, line)


def probe_tree(book: Book, game: Game, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, in depth-first order.

    Raises:
        MissingTableError: the tree is not stored.
    """
    tree = _get_tree(book, game, strategy)
    if not tree:
        line = f"tafelwerk build mastermind {game.options} {strategy.options}"
        raise MissingTableError(f"the tree of {strategy.title} for {game}", line, book.path)
    return tree


@in_layers
def _get_tree(book: tables.Book, game: Game, strategy: Strategy) -> list[Node]:
    rows = book.rows(
        FAMILY,
        "SELECT answer, depth, query, possible, codes, total, build FROM mastermind.trees"
        " WHERE game = ? AND strategy = ? AND tie = ? ORDER BY node",
        game.name,
        strategy.name,
        strategy.tie,
    )
    return [Node(answer or "", *fields) for answer, *fields in rows]
