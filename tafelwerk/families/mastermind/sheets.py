"""The whole tree of a strategy on one or two pages: the query after every answer."""

from tafelwerk.commands.sheet_options import Wanted
from tafelwerk.families.mastermind.rules.games import Pegs
from tafelwerk.families.mastermind.rules.strategies import strategy
from tafelwerk.families.mastermind.stored_games import probe_tree
from tafelwerk.plots.drawings.tables import listed
from tafelwerk.plots.pictures import A4, Picture
from tafelwerk.plots.sheets import MARGIN, Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.wording import counted

OPTIONS = ("--pegs", "--colors", "--strategy")

SIZES = 9.0, 8.0, 7.0, 6.5, 6.0, 5.7
"""Font sizes in points; the largest at which the tree fits two pages, both sides of one sheet, is used."""


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet.

    Raises:
        MissingTableError: the tree is not stored; it names the build.
    """
    game = Pegs(wanted.pegs or 4, wanted.colors or 6)
    followed = strategy(wanted.strategy or "optimal", None)
    root, *nodes = probe_tree(wanted.book, game, followed)
    # codes left after the first answer only: elsewhere they would take columns
    lines = [
        (node.depth - 2, f"{node.answer}  {node.query}{f' ({node.codes})' if node.depth == 2 else ''}")
        for node in nodes
    ]
    below = (
        f"First guess {root.query}. Find its answer below (right places, right colours elsewhere) and make the guess next to it. "
        "The answers to that guess are indented below it. In brackets: codes left.",
        f"{root.codes:,} codes, {root.total:,} guesses for all of them: {root.total / root.codes:.4f} on average, "
        f"{max(node.depth for node in (root, *nodes))} at most ({counted(len(nodes) + 1, 'node')}).",
    )
    title = f"{game.title}: {followed.title}"
    # the space left on a page below its title, which has more lines on the first page
    space = A4[1] - 2 * MARGIN - 125, A4[0] - 2 * MARGIN
    sizes = (listed(lines, size, *space) for size in SIZES)
    columns = next((found for found in sizes if len(found) <= 2), None) or listed(lines, SIZES[-1], *space)
    return set_on_pages(title, below, [Block(column) for column in columns], 1, wanted.line)
