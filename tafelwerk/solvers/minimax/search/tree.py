"""Trees given as nested lists, which are games of their own, and nodes as a search saw them in any game.

A tree is nested: a number is a leaf, a list is a node of a player, and the players move in turn. An object names the player
to move, whatever came before: {"max": [...]}, {"min": [...]}, or {"chance": [[probability, branch], ...]}. Numbers are
integers, or strings such as "-3/2" and "0.25"; decimals of JSON are read exactly, too. Probabilities are such numbers.

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    {"max": [{"chance": [["9/10", 2], ["1/10", 3]]}, {"chance": [["9/10", 1], ["1/10", 4]]}]}

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (search trees).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.game_trees import MOST_LEVELS, Bound, Move, State, Turn, Utility
from tafelwerk.rules.numbers import exact

LONGEST_NUMBER, MOST_CHANCES = 100, 1000
"""Most digits or characters of a number, and most branches of a chance node."""

_LARGEST = 10**LONGEST_NUMBER


class Certainty(StrEnum):
    """Relation of a node's minimax value to the value that the search found."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Node(Generic[State, Move]):
    """A node as a search saw it.

    Attributes:
        state: state of the game.
        move: the move that led here; None at the root and below chance nodes.
        turn: the player to move, or chance; None if the game is over or the search stopped here.
        value: value found by the search; None if the node was cut off and never searched.
        certainty: relation of the true value to `value`.
        window: alpha and beta at the node; None without alpha-beta.
        probability: probability of the node below a chance node, otherwise None.
        children: the nodes below in the order of the search, including those cut off.
    """

    state: State
    move: Move | None
    turn: Turn | None
    value: Utility | None
    certainty: Certainty = Certainty.EXACT
    window: tuple[Bound, Bound] | None = None
    probability: Fraction | None = None
    children: tuple["Node[State, Move]", ...] = ()

    @property
    def is_cut(self) -> bool:
        """Whether the node was cut off and never searched."""
        return self.value is None

    @property
    def known_value(self) -> Utility:
        """The value of a node that was searched."""
        if self.value is None:
            raise ValueError("the node was cut off")
        return self.value

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves: those whose nodes were found to have exactly the value of this node. Empty at chance nodes, and if the
        search found only a bound."""
        if self.certainty is not Certainty.EXACT:
            return ()
        return tuple(
            child.move
            for child in self.children
            if child.value == self.value and child.certainty is Certainty.EXACT and child.move is not None
        )


@dataclass(frozen=True, slots=True)
class Branching:
    """A node of a given tree: who moves, and the branches; at chance nodes also their probabilities."""

    turn: Turn
    branches: tuple["Branching | Utility", ...]
    probabilities: tuple[Fraction, ...] = ()


Path = tuple[int, ...]
"""A node of a tree: number, from 0, of the branch taken at each level."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree as a game: a state is the path from the root, a move the number of a branch."""

    root: Branching | Utility
    start: Path = ()

    def at(self, path: Path) -> Branching | Utility:
        """The node or leaf at a path."""
        node = self.root
        for branch in path:
            if not isinstance(node, Branching) or not 0 <= branch < len(node.branches):
                raise InputError(f"there is no node {path}")
            node = node.branches[branch]
        return node

    def branching(self, path: Path) -> Branching:
        """The node at a path that is no leaf."""
        node = self.at(path)
        if not isinstance(node, Branching):
            raise InputError(f"node {path} is a leaf")
        return node

    def to_move(self, path: Path) -> Turn:
        return self.branching(path).turn

    def moves(self, path: Path) -> Sequence[int]:
        return range(len(self.branching(path).branches))

    def after(self, path: Path, branch: int) -> Path:
        return (*path, branch)

    def is_over(self, path: Path) -> bool:
        return not isinstance(self.at(path), Branching)

    def utility(self, path: Path) -> Utility:
        leaf = self.at(path)
        if isinstance(leaf, Branching):
            raise InputError(f"node {path} is not a leaf")
        return leaf

    def chances(self, path: Path) -> Sequence[tuple[Fraction, Path]]:
        return [(chance, (*path, branch)) for branch, chance in enumerate(self.branching(path).probabilities)]


def make_tree(nested: object, first: Turn = Turn.MAX) -> Tree:
    """The tree that nested lists and objects describe, as parsed from JSON.

    Args:
        nested: numbers, lists and objects, see the head of this file.
        first: player to move at a root that is a plain list.

    Raises:
        InputError: a node has no branches, or an unknown kind, or is nested too deeply; or probabilities are not positive
            with sum 1.
    """
    return Tree(_node(nested, first, MOST_LEVELS))


def number(text: object) -> Utility:
    """The exact number that an integer, a fraction, or a string such as "-3/2" or "0.25" gives.

    A float is refused: 0.1 is no tenth. JSON is therefore parsed with its decimals as strings.

    Raises:
        InputError: the value is not a number of these kinds.
    """
    if isinstance(text, Fraction) or (isinstance(text, int) and not isinstance(text, bool) and abs(text) < _LARGEST):
        return text
    found = exact(text, LONGEST_NUMBER) if isinstance(text, str) else None
    if found is not None:
        return found.numerator if found.denominator == 1 else found
    hint = ' (write it as a string, such as "1/2")' if isinstance(text, float) else ""
    raise InputError(
        f'a number must be an integer, a decimal, or p/q in quotes such as "-3/2", of at most {LONGEST_NUMBER} characters, '
        f"not {quoted(text)}{hint}"
    )


def _node(nested: object, turn: Turn, levels: int) -> Branching | Utility:
    """A node or leaf; `turn` moves there unless the node says otherwise."""
    if not levels:
        raise InputError(f"a tree may have at most {MOST_LEVELS} levels")
    if isinstance(nested, dict):
        if len(nested) != 1 or next(iter(nested)) not in set(Turn):
            raise InputError(
                f"an object must have one of the keys max, min and chance, not {quoted(', '.join(map(str, nested)))}"
            )
        name, branches = next(iter(nested.items()))
        turn = Turn(name)
    elif isinstance(nested, list | tuple):
        branches = nested
    else:
        return number(nested)
    if not isinstance(branches, list | tuple) or not branches:
        raise InputError(f"a node of {turn} must have a list of at least one branch, not {quoted(branches)}")
    if turn is Turn.CHANCE:
        return _chance_node(branches, levels)
    return Branching(turn, tuple(_node(branch, turn.other, levels - 1) for branch in branches))


def _chance_node(branches: Sequence[object], levels: int) -> Branching:
    """A chance node; a plain list below it is a node of Max."""
    probabilities, found = [], []
    if len(branches) > MOST_CHANCES:
        raise InputError(f"a chance node may have at most {MOST_CHANCES:,} branches, not {len(branches):,}")
    for pair in branches:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise InputError(f"a branch of chance must be a pair of probability and node, not {quoted(pair)}")
        probabilities.append(Fraction(number(pair[0])))
        found.append(_node(pair[1], Turn.MAX, levels - 1))
    if min(probabilities) <= 0 or sum(probabilities) != 1:
        raise InputError(f"probabilities must be positive with sum 1, not {quoted(', '.join(map(str, probabilities)))}")
    return Branching(Turn.CHANCE, tuple(found), tuple(probabilities))
