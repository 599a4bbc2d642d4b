"""What a search tree answers; a module of its own, since no other question needs its classes."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer


@dataclass(frozen=True, kw_only=True)
class Node:
    """A node of a search tree.

    Attributes:
        turn: max, min or chance; None where nobody moves any more.
        value: what the search found, from Max's side; None where the branch was cut off.
        bound: how the true value stands to it: exact, at least, at most; None where the branch was cut off.
        alpha, beta: window that alpha-beta came with.
        cut: whether the rest of its branches was cut off.
        probability: of a branch of chance.
        children: branches.
        more: number of branches that are left out.
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
    """A branch of a tree.

    Attributes:
        branch: number of the branch that leads to the node, from 0; None at the root.
    """

    branch: int | None


@dataclass(frozen=True, kw_only=True)
class _Position:
    """A position in a tree.

    Attributes:
        move: move that leads to it; None at the root.
        position: the position.
    """

    move: str | None
    position: str


@dataclass(frozen=True, kw_only=True)
class _Search(Answer):
    """A search.

    Attributes:
        algorithm: minimax, alpha-beta or expectiminimax.
        nodes: nodes visited.
        best: best moves or branches at the root.
        cuts: nodes whose other branches were cut off.
    """

    algorithm: str
    nodes: int
    best: tuple[int | str, ...]
    cuts: int


@dataclass(frozen=True, kw_only=True)
class _Game:
    """A game that is searched.

    Attributes:
        game: its name.
        look_ahead: plies looked ahead; None: to the end.
        quiescence: plies searched on from positions that are not quiet.
    """

    game: str
    look_ahead: int | None
    quiescence: int | None = None


@dataclass(frozen=True, kw_only=True)
class TreeNode(Node, _Branch):
    """A node of a tree that is written out."""

    children: "tuple[TreeNode, ...]"


@dataclass(frozen=True, kw_only=True)
class GameNode(Node, _Position):
    """A node of a game's tree."""

    children: "tuple[GameNode, ...]"


@dataclass(frozen=True, kw_only=True)
class Tree(TreeNode, _Search):
    """A tree that is written out, searched: its root and how it was searched."""


@dataclass(frozen=True, kw_only=True)
class GameTree(GameNode, _Search, _Game):
    """A game's tree, searched: its root and how it was searched."""
