"""Answers of the question `tree`; a module of its own, since no other question needs its classes."""

from fractions import Fraction

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer


@frozen(kw_only=True)
class Node:
    """A node of a search tree.

    Attributes:
        turn: max, min or chance; None if the game is over or the search stops here.
        value: value found by the search, from Max's side; None if the node was cut off.
        bound: relation of the true value to `value`: exact, at least, at most; None if the node was cut off.
        alpha, beta: window of alpha-beta at the node.
        cut: whether the node was cut off.
        probability: probability of the node, if chance leads to it.
        children: the nodes below.
        more: number of nodes below that are left out.
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


@frozen(kw_only=True)
class _Branch:
    """A branch of a tree.

    Attributes:
        branch: number, from 0, of the branch that leads to the node; None at the root.
    """

    branch: int | None


@frozen(kw_only=True)
class _Position:
    """A position in a tree.

    Attributes:
        move: move that leads to the position; None at the root.
        position: the position.
    """

    move: str | None
    position: str


@frozen(kw_only=True)
class _Search(Answer):
    """A search.

    Attributes:
        algorithm: minimax, alpha-beta or expectiminimax.
        nodes: number of nodes that plain search visits.
        best: best moves or branches at the root.
        cuts: number of branches that were cut off.
    """

    algorithm: str
    nodes: int
    best: tuple[int | str, ...]
    cuts: int


@frozen(kw_only=True)
class _Game:
    """A game that is searched.

    Attributes:
        game: name of the game.
        look_ahead: search depth in plies; None if the search goes to the end.
        quiescence: most plies searched beyond that depth, from positions that are not quiet.
    """

    game: str
    look_ahead: int | None
    quiescence: int | None = None


@frozen(kw_only=True)
class TreeNode(Node, _Branch):
    """A node of a given tree."""

    children: "tuple[TreeNode, ...]"


@frozen(kw_only=True)
class GameNode(Node, _Position):
    """A node of a game's tree."""

    children: "tuple[GameNode, ...]"


@frozen(kw_only=True)
class Tree(TreeNode, _Search):
    """A given tree: its root and the search."""


@frozen(kw_only=True)
class GameTree(GameNode, _Search, _Game):
    """A game's tree: its root and the search."""
