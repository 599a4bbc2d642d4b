"""What a search tree answers; a module of its own, since no other question needs its classes."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer


@dataclass(frozen=True, kw_only=True)
class Node:
    """A node of a search tree.

    `turn`: max, min or chance, None where nobody moves any more; `value`: what the search found, from Max's side, and `bound`
    how the true value stands to it: exact, at least, at most; None where the branch was cut off; `alpha`, `beta`: the window
    that alpha-beta came with; `probability`: of a branch of chance; `more`: children that are left out.
    """

    turn: str | None
    value: Fraction | None
    bound: str | None
    alpha: Fraction | float | None
    beta: Fraction | float | None
    cut: bool
    probability: Fraction | None
    children: "tuple[Node, ...]"
    more: int | None = None


@dataclass(frozen=True, kw_only=True)
class _Branch:
    branch: int | None


@dataclass(frozen=True, kw_only=True)
class _Position:
    move: str | None
    position: str


@dataclass(frozen=True, kw_only=True)
class _Search(Answer):
    algorithm: str
    nodes: int
    best: tuple[int | str, ...]
    cuts: int


@dataclass(frozen=True, kw_only=True)
class _Game:
    game: str
    look_ahead: int | None
    quiescence: int | None = None


@dataclass(frozen=True, kw_only=True)
class TreeNode(Node, _Branch):
    """A node of a tree that is written out: which branch of the node above it is."""

    children: "tuple[TreeNode, ...]"


@dataclass(frozen=True, kw_only=True)
class GameNode(Node, _Position):
    """A node of a game's tree: the move that leads to it, and the position."""

    children: "tuple[GameNode, ...]"


@dataclass(frozen=True, kw_only=True)
class Tree(TreeNode, _Search):
    """A tree that is written out, searched: its root, the nodes that were visited, the best branches, branches cut off."""


@dataclass(frozen=True, kw_only=True)
class GameTree(GameNode, _Search, _Game):
    """A game's tree, searched: its root, the nodes that plain search visits, the best moves, branches cut off."""
