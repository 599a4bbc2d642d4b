"""Search trees and boards of tic-tac-toe as pictures."""

from typing import TYPE_CHECKING

from tafelwerk.commands.common import rational
from tafelwerk.families.minimax.answers import Board, Solution
from tafelwerk.families.minimax.positions import OUTCOMES
from tafelwerk.families.minimax.rules.ranked import ENDLESS

if TYPE_CHECKING:
    from tafelwerk.families.minimax.tree_answers import GameTree, Node, Tree
    from tafelwerk.plots.drawings.trees import Branch
    from tafelwerk.plots.pictures import Picture

SIGNS = {"exact": "", "at least": "≥ ", "at most": "≤ "}


def search_picture(found: "Tree | GameTree", title: str) -> "Picture":
    """A search tree: values in the nodes, moves beside the lines, best moves thick; windows and cut-offs below the nodes."""
    from tafelwerk.plots.drawings.trees import tree
    from tafelwerk.plots.pictures import captioned

    read = "Square: Max to move. Round: Min, or chance. Thick: best."
    cut = ("Below a node: the alpha-beta window, and branches cut off.",) if found.algorithm == "alpha-beta" else ()
    return captioned(tree(_branch(found, False)), title, read, *cut)


def _branch(node: "Node", best: bool) -> "Branch":
    from tafelwerk.families.minimax.tree_answers import GameNode
    from tafelwerk.plots.drawings.trees import Branch

    edge = "" if node.probability is None else rational(node.probability)
    if isinstance(node, GameNode) and node.move is not None:
        edge = f"{edge} {node.move}".strip()
    value = "" if node.value is None else f"{SIGNS[node.bound or 'exact']}{rational(node.value)}"
    cut = sum(child.cut for child in node.children)
    notes = [f"[{node.alpha}, {node.beta}]"] if node.alpha is not None else []
    notes += [f"{cut} cut off"] if cut else []
    notes += [f"{node.more:,} more"] if node.more else []
    kept = node.turn in ("max", "min") and node.bound == "exact"
    below = [
        _branch(child, kept and child.bound == "exact" and child.value == node.value)
        for child in node.children
        if not child.cut
    ]
    return Branch(value or "?", below, edge, " ".join(notes), best, node.turn != "max")


def board_picture(found: Board, title: str) -> "Picture":
    """A board of tic-tac-toe, with its best moves highlighted."""
    from tafelwerk.plots.drawings.squares import board
    from tafelwerk.plots.pictures import captioned

    best = "the moves that keep the draw"
    if found.value:
        best = "the fastest wins" if (found.value > 0) == (found.to_move == "X") else "the longest defences"
    below = () if found.decided else (f"Yellow: {best}.",)
    return captioned(board(found.board, "".join(map(str, found.best))), title, *below)


def position_picture(found: Solution, title: str) -> "Picture":
    """A position and its successors, with values for the player to move."""
    from tafelwerk.plots.drawings.trees import Branch, tree
    from tafelwerk.plots.pictures import captioned

    below = []
    for reply in found.replies:
        left = "" if reply.distance == ENDLESS else f" in {reply.distance}"
        note = f"{OUTCOMES[reply.value]}{left}"
        below.append(Branch(reply.position, [], reply.move, note, reply.best, False, reply.best))
    read = (
        ("Below: value of the move for the player to move, and number of moves left after it. Thick: best.",)
        if below
        else ()
    )
    return captioned(tree(Branch(found.position, below, round=False)), title, *read)
