"""A search tree as text: who moves, the value of every node, the best branches."""

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.common import rational
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.families.minimax.tree_answers import GameTree, Node, Tree


def tree_heading(found: "Tree | GameTree") -> str:
    """The heading: algorithm, value, best moves, and number of nodes."""
    from tafelwerk.families.minimax.tree_answers import GameTree

    is_game = isinstance(found, GameTree)
    head = f"{found.algorithm.capitalize()}: the value is {rational(found.value)}"
    head += f", by {', '.join(map(str, found.best))}" if found.best and is_game else ""
    head += f"; {_count(found.nodes, 'node')} "
    head += "in plain search" if is_game else "visited"
    cuts = f", {_count(found.cuts, 'branch', 'branches')} cut off."
    return head + (cuts if found.algorithm == "alpha-beta" else ".")


def tree_text(found: "Tree | GameTree") -> Any:
    """The heading and the tree."""
    from rich.console import Group
    from rich.text import Text
    from rich.tree import Tree as Drawn

    drawn = Drawn(_line(found, False))
    level: list[tuple[Node, Any]] = [(found, drawn)]
    while level:
        below: list[tuple[Node, Any]] = []
        for node, branch in level:
            seen = [child for child in node.children if not child.cut]
            below += [(child, branch.add(_line(child, _is_best(node, child)))) for child in seen]
            if node.more:
                branch.add(Text(f"... {node.more:,} more", "dim"))
            cut = [child for child in node.children if child.cut]
            if cut:
                branch.add(Text(f"cut off: {_cut_names(cut)}", "red"))
        level = below
    return Group(Text(tree_heading(found)), drawn)


def _is_best(node: "Node", child: "Node") -> bool:
    """Whether the child is a best choice of the player at the node."""
    return node.turn in ("max", "min") and node.bound == child.bound == "exact" and child.value == node.value


def _line(node: "Node", is_best: bool) -> Any:
    from rich.text import Text

    from tafelwerk.families.minimax.tree_answers import GameNode

    text = Text(no_wrap=True)
    if node.probability is not None:
        text.append(f"{rational(node.probability)}: ", "cyan")
    if isinstance(node, GameNode):
        text.append(f"{node.position}  " if node.move is None else f"{node.move}: {node.position}  ")
    if node.turn is not None:
        text.append(f"{node.turn} ", "bold" if is_best else "")
    sign = {"exact": "", "at least": ">= ", "at most": "<= "}[node.bound or "exact"]
    text.append(f"{sign}{rational(node.value)}", "bold green" if is_best else "bold")
    if node.alpha is not None:
        text.append(f"  [{node.alpha}, {node.beta}]", "dim")
    if is_best:
        text.append("  <- best", "green")
    return text


def _cut_names(cut: "list[Node]") -> str:
    from tafelwerk.families.minimax.tree_answers import GameNode

    names = [node.move for node in cut if isinstance(node, GameNode) and node.move is not None]
    return ", ".join(names) or counted(len(cut), "branch", "branches")


def _count(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun; rounded from 10^18 on."""
    return counted(number, noun, plural) if number < 10**18 else f"about {Decimal(number):.2e} {plural or noun + 's'}"
