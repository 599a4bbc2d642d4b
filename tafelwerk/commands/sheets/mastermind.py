"""A strategy's whole tree on one or two pages: what to ask after every answer."""

from tafelwerk.commands.sheets.wanted import Wanted
from tafelwerk.plots.drawings.tables import listed
from tafelwerk.plots.pictures import A4, Picture
from tafelwerk.plots.sheets import MARGIN, Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.strategies import strategy
from tafelwerk.tables.mastermind.look_ups import probe_tree
from tafelwerk.wording import counted

OPTIONS = ("--pegs", "--colors", "--strategy")

SIZE = 5.6
"""Points of a letter: the tree of 4 pegs and 6 colours takes two pages."""


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet.

    Raises:
        MissingTableError: the tree is not stored; it names the build.
    """
    game = Pegs(wanted.pegs or 4, wanted.colors or 6)
    followed = strategy(wanted.strategy or "optimal", None)
    root, *nodes = probe_tree(wanted.book, game, followed)
    lines = [
        (node.depth - 2, f"{node.answer}  {node.query}{f' ({node.codes})' if node.codes > 1 else ''}") for node in nodes
    ]
    below = (
        f"First guess {root.query}. Find the answer below, right places and right colours elsewhere, and guess what stands "
        "beside it; answers to that guess stand below it, set in. In brackets: codes left, where there are several.",
        f"{root.codes:,} codes, {root.total:,} guesses for all of them: {root.total / root.codes:.4f} on average, "
        f"{max(node.depth for node in (root, *nodes))} at most ({counted(len(nodes) + 1, 'node')}).",
    )
    title = f"{game.title}: {followed.title}"
    columns = listed(lines, SIZE, A4[1] - 2 * MARGIN - 90, A4[0] - 2 * MARGIN)
    return set_on_pages(title, below, [Block(column) for column in columns], 1, wanted.line)
