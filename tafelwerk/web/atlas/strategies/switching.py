"""Bridg-It on the boards whose positions are stored: a winning move of Cut against every reply of Short."""

from collections.abc import Iterator

from tafelwerk.book import Book
from tafelwerk.families.switching.figures.drawing import Position
from tafelwerk.families.switching.figures.lattice import drawn
from tafelwerk.plots.pictures import svg
from tafelwerk.web.atlas.strategies.page import Node, Page

FAMILY = "switching"
DEEPEST = 3
"""Replies of Short down to which play is shown."""


def pages(book: Book) -> Iterator[Page]:
    """A page per order."""
    for (order,) in book.rows(FAMILY, "SELECT DISTINCT m FROM switching.positions ORDER BY m"):
        edges = book.rows(FAMILY, "SELECT name, x, y FROM switching.edges WHERE m = ? ORDER BY edge", order)
        tree = _Tree(book, order, [name for name, _, _ in edges])
        root, won = tree.cut("", 0, 0, 0), tree.winning(0, 0)
        good = f"all {len(edges)} win" if len(won) == len(edges) else f"{', '.join(won)} win"
        picture = drawn(Position(order, edges), f"The empty board of order {order}")
        yield Page(
            f"{FAMILY}-order-{order}",
            FAMILY,
            f"Bridg-It of order {order}: perfect play",
            f"Cut moves first and wins; of the first moves {good}. The tree plays the first of Cut's winning moves and"
            f" answers every reply of Short, down to {DEEPEST} replies. Links are named on the board.",
            "switching_file.html",
            {"tree": root, "picture": svg(picture)},
            (f"tafelwerk switching move --order {order}", f"tafelwerk switching play --order {order}"),
        )


class _Tree:
    """Perfect play of Cut on one board."""

    def __init__(self, book: Book, order: int, names: list[str]) -> None:
        self._book, self._order, self._names = book, order, names

    def cut(self, step: str, deleted: int, marked: int, depth: int) -> Node:
        """Cut's move in a position, and Short's replies to it."""
        won = self.winning(deleted, marked)
        if not won:
            return Node(step, "lost", "")
        edge = self._names.index(won[0])
        after = deleted | 1 << edge
        told = "the only winning move" if len(won) == 1 else f"{len(won)} moves win: {', '.join(won)}"
        if self._is_over(after, marked):
            return Node(step, won[0], "Cut has won")
        node = Node(step, won[0], told)
        if depth < DEEPEST:
            for reply, name in enumerate(self._names):
                if not (after | marked) >> reply & 1:
                    node.below.append(self.cut(f"Short {name}:", after, marked | 1 << reply, depth + 1))
        return node

    def winning(self, deleted: int, marked: int) -> list[str]:
        """The winning moves of the player to move, by their names."""
        (moves, _) = self._row(deleted, marked)
        return [name for edge, name in enumerate(self._names) if moves >> edge & 1]

    def _is_over(self, deleted: int, marked: int) -> bool:
        return self._row(deleted, marked)[1]

    def _row(self, deleted: int, marked: int) -> tuple[int, bool]:
        found = self._book.one(
            FAMILY,
            "SELECT moves, decided FROM switching.positions WHERE m = ? AND deleted = ? AND marked = ?",
            self._order,
            deleted,
            marked,
        )
        assert found is not None
        return int(found[0]), bool(found[1])
