"""The whole tree of a strategy on one or two pages, the query after every answer; or blank boards to play on."""

from functools import partial
from string import ascii_uppercase
from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families.mastermind.parameters import PALETTE, WrittenGameOptions, written_as
from tafelwerk.families.mastermind.rules import FAMILY, Game, Pegs, Strategy, check_size
from tafelwerk.families.mastermind.rules import strategy as read_strategy
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import A4, Picture, circle, column_pages, words
from tafelwerk.plots.sheets import MARGIN, Block, set_on_pages
from tafelwerk.plots.style import INK, MUTED
from tafelwerk.tables import book as tables
from tafelwerk.tables.book import in_layers
from tafelwerk.tables.questions import BUDGET
from tafelwerk.wording import count_noun

MOST_PRINTED = 8, 20
"""Pegs and colours, at most, of a game that is printed."""

SIZES = 13.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.5, 6.0, 5.7
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
    game: Annotated[
        str | None,
        Parameter("GAME", "Game: 4x6 for four pegs of six colours, 4x10-distinct. Default: 4x6.", is_argument=True),
    ] = None,
    pegs: Annotated[int | None, Parameter("P", "Number of pegs. Default: 4.", 1, MOST_PRINTED[0])] = None,
    colors: Annotated[int | None, Parameter("C", "Number of colours. Default: 6.", 1, MOST_PRINTED[1])] = None,
    strategy: Annotated[
        str, Parameter("S", "Strategy, as in `tafelwerk mastermind next`. Default: optimal.")
    ] = "optimal",
    blank: Annotated[bool, Parameter("", "Blank boards to play on, instead of the tree.")] = False,
    palette: Annotated[str | None, Parameter("RGBYOW", PALETTE)] = None,
) -> list[Picture]:
    """The whole tree of a strategy: the query after every answer; or blank boards to play on.

    A small tree that is not stored is computed.

    Example: tafelwerk sheet mastermind --strategy h1

    Example: tafelwerk sheet mastermind 3x4 --palette RGBY

    Example: tafelwerk sheet mastermind 3x4 --blank -o boards.pdf

    Raises:
        InputError: the game has no pegs, too many of them or too many colours, or another number of colours than the palette.
        MissingTableError: the tree is not stored and takes long; it names the build.
    """
    if game is None:
        pegs, colors = pegs or 4, colors or 6
    played = WrittenGameOptions(pegs=pegs, colors=colors, game=game, palette=palette).value
    if not isinstance(played, Pegs):
        raise InputError(f"{in_quotes(game)} is no game of pegs and colours, such as 4x6; a sheet is of those alone")
    if played.pegs > MOST_PRINTED[0] or played.colors > MOST_PRINTED[1]:
        raise InputError(f"a sheet has at most {MOST_PRINTED[0]} pegs and {MOST_PRINTED[1]} colours, not {played}")
    if blank:
        return blank_boards(played, line)
    followed = read_strategy(strategy, None)
    root, *nodes = probe_tree(book, played, followed)
    write = partial(written_as, (), played)
    # codes left after the first answer only: elsewhere they would take columns
    lines = [
        (node.depth - 2, f"{node.answer}  {write(node.query)}{f' ({node.codes})' if node.depth == 2 else ''}")
        for node in nodes
    ]
    below = (
        f"First guess {write(root.query)}. Find its answer below (right places, right colours elsewhere) and make the guess "
        "next to it. The answers to that guess are indented below it. In brackets: codes left.",
        f"{root.codes:,} codes, {root.total:,} guesses for all of them: {root.total / root.codes:.4f} on average, "
        f"{max(node.depth for node in (root, *nodes))} at most ({count_noun(len(nodes) + 1, 'node')}).",
    )
    title = f"{played.title}: {followed.title}"
    # the space left on a page below its title, which has more lines on the first page
    space = A4[1] - 2 * MARGIN - 125, A4[0] - 2 * MARGIN
    sizes = (column_pages(lines, size, *space) for size in SIZES)
    columns = next((layout for layout in sizes if len(layout) <= 2), None) or column_pages(lines, SIZES[-1], *space)
    return set_on_pages(title, below, [Block(column) for column in columns], 1, line)


def probe_tree(book: Book, game: Pegs, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, in depth-first order.

    Raises:
        MissingTableError: the tree is not stored, and takes more than a second.
    """
    tree = _get_tree(book, game, strategy) or _compute_tree(game, strategy)
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


def _compute_tree(game: Pegs, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, computed; empty if that takes more than a second."""
    from tafelwerk.families.mastermind.builds import StrategyTables

    check_size(game, strategy)
    task = StrategyTables(game, strategy)
    if task.operations() > BUDGET:
        return []
    tree = task.run()["trees"]
    columns = (list(tree[name]) for name in ("answer", "depth", "query", "possible", "codes", "total"))
    return [Node(answer or "", *fields) for answer, *fields in zip(*columns, strict=True)]


BOARDS, ROWS = 4, 10
"""Blank boards of a page, and guesses of each."""

_CELL, _PEG, _KEY, _FIRST = 26.0, 9.0, 3.6, 26.0


def blank_boards(game: Pegs, line: str) -> list[Picture]:
    """A page of blank boards to play on: a row for the code, and rows for guesses with their answers."""
    board = _blank_board(game)
    names = ", ".join(game.palette or ascii_uppercase[: game.colors])
    repeated = "no colour stands twice" if game.distinct else "a colour may stand several times"
    below = (
        f"One player writes a code of {count_noun(game.pegs, 'peg')} into the upper row and folds it back, in any of the "
        f"{game.colors} colours {names}; {repeated}. The other one guesses. A guess is answered by a "
        "full dot for every right place and a ring for every right colour elsewhere.",
    )
    return set_on_pages(game.title, below, [Block(board) for _ in range(BOARDS)], 2, line)


def _blank_board(game: Pegs) -> Picture:
    width = _FIRST + game.pegs * (_CELL + _KEY * 2.6) + 12
    parts = []
    for row in range(ROWS + 1):
        y = (row + 0.5) * _CELL + (6 if row else 0)
        parts.append(words(4, y, str(row) if row else "code", 10, MUTED))
        parts += [circle(_FIRST + (peg + 0.5) * _CELL + 6, y, _PEG, "none", INK) for peg in range(game.pegs)]
        keys = _FIRST + game.pegs * _CELL + 16
        parts += [circle(keys + peg * _KEY * 2.6, y, _KEY, "none", MUTED) for peg in range(game.pegs if row else 0)]
    height = (ROWS + 1) * _CELL + 10
    return Picture(width + 10, height, "".join(parts), "", f"A blank board: {count_noun(ROWS, 'guess', 'guesses')}.")
