"""Search of games given as rules: minimax, alpha-beta, expectiminimax, depth-limited; and trees given as nested lists, which are
games of their own.

One search visits each position once, however often play reaches it. Minimax takes utilities at the ends, maxima where Max moves
and minima where Min moves; expectiminimax takes means at chance nodes. Alpha-beta leaves out branches that cannot matter. Alpha
is the value that Max can already guarantee, beta the value that Min can guarantee. A node is left as soon as alpha >= beta, and
for no other reason. How much is cut off depends on the move ordering.

The result of a search without memory below a state depends only on the state and, with alpha-beta, on the window. So the value,
the number of nodes and the number of cut-off branches are remembered under these keys. Values, windows, cut-offs and node counts
are those of the search without memory, which counts a state each time play reaches it. All fractions are exact.

A tree is nested: a number is a leaf, a list is a node of a player, and the players move in turn. An object names the player
to move, whatever came before: {"max": [...]}, {"min": [...]}, or {"chance": [[probability, branch], ...]}. Numbers are
integers, or strings such as "-3/2" and "0.25"; decimals of JSON are read exactly, too. Probabilities are such numbers.

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    {"max": [{"chance": [["9/10", 2], ["1/10", 3]]}, {"chance": [["9/10", 1], ["1/10", 4]]}]}

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Der Minimax-Algorithmus",
"Alpha-Beta-Suche", "Minimax mit fester Tiefe", "Der Horizonteffekt", "Bewertungen von Positionen" and "Kombinatorische Spiele mit
Zufallselementen"; D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975; R. D.
Greenblatt, D. E. Eastlake and S. D. Crocker, The Greenblatt chess program, Fall Joint Computer Conference 1967 (transposition
table).
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any, TypeAlias

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules.game_trees import MOST_LEVELS, Bound, Sides, Turn, Utility, check_decision
from tafelwerk.rules.numbers import exact

LONGEST_NUMBER, MOST_CHANCES = 100, 1000
"""Most digits or characters of a number, and most branches of a chance node."""

_LARGEST = 10**LONGEST_NUMBER

State: TypeAlias = Any
"""A state of the sides of a game."""

Move: TypeAlias = Any


class Certainty(StrEnum):
    """Relation of a node's minimax value to the value that the search found."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class SearchNode:
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
    move: Move
    turn: Turn | None
    value: Utility | None
    certainty: Certainty = Certainty.EXACT
    window: tuple[Bound, Bound] | None = None
    probability: Fraction | None = None
    children: tuple["SearchNode", ...] = ()

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
    """A tree as a game: a position is the path from the root, a move the number of a branch. Leaves are values to Max."""

    root: Branching | Utility

    def start(self) -> Path:
        """The root."""
        return ()

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

    def player(self, path: Path) -> int:
        """0 for Max, also at leaves, 1 for Min."""
        node = self.at(path)
        return int(isinstance(node, Branching) and node.turn is Turn.MIN)

    def moves(self, path: Path) -> Sequence[int]:
        """The branches."""
        return range(len(self.branching(path).branches))

    def after(self, path: Path, branch: int) -> Path:
        """The node at a branch."""
        return (*path, branch)

    def chance(self, path: Path) -> Sequence[tuple[Fraction, Path]]:
        """The branches of a chance node with their probabilities; none elsewhere."""
        return [(chance, (*path, branch)) for branch, chance in enumerate(self.branching(path).probabilities)]

    def outcome(self, path: Path) -> Utility | None:
        """The value of a leaf."""
        node = self.at(path)
        return None if isinstance(node, Branching) else node


def make_tree(nested: object) -> Tree:
    """The tree that nested lists and objects describe, as parsed from JSON.

    Args:
        nested: numbers, lists and objects, see the head of this file; Max moves at a root that is a plain list.

    Raises:
        InputError: a node has no branches, or an unknown kind, or is nested too deeply; or probabilities are not positive
            with sum 1.

    >>> make_tree([[3, 12], [2, 4]]).outcome((0, 1))
    12
    """
    return Tree(_node(nested, Turn.MAX, MOST_LEVELS))


def number(text: object) -> Utility:
    """The exact number that an integer, a fraction, or a string such as "-3/2" or "0.25" gives.

    A float is refused: 0.1 is no tenth. JSON is therefore parsed with its decimals as strings.

    Raises:
        InputError: the value is not a number of these kinds.

    >>> number("0.25"), number("-3/2")
    (Fraction(1, 4), Fraction(-3, 2))
    """
    if isinstance(text, Fraction) or (isinstance(text, int) and not isinstance(text, bool) and abs(text) < _LARGEST):
        return text
    value = exact(text, LONGEST_NUMBER) if isinstance(text, str) else None
    if value is not None:
        return value.numerator if value.denominator == 1 else value
    hint = ' (write it as a string, such as "1/2")' if isinstance(text, float) else ""
    raise InputError(
        f'a number must be an integer, a decimal, or p/q in quotes such as "-3/2", of at most {LONGEST_NUMBER} characters, '
        f"not {in_quotes(text)}{hint}"
    )


def _node(nested: object, turn: Turn, levels: int) -> Branching | Utility:
    """A node or leaf; `turn` moves there unless the node says otherwise."""
    if not levels:
        raise InputError(f"a tree may have at most {MOST_LEVELS} levels")
    if isinstance(nested, dict):
        if len(nested) != 1 or next(iter(nested)) not in set(Turn):
            raise InputError(
                f"an object must have one of the keys max, min and chance, not {in_quotes(', '.join(map(str, nested)))}"
            )
        name, branches = next(iter(nested.items()))
        turn = Turn(name)
    elif isinstance(nested, list | tuple):
        branches = nested
    else:
        return number(nested)
    if not isinstance(branches, list | tuple) or not branches:
        raise InputError(f"a node of {turn} must have a list of at least one branch, not {in_quotes(branches)}")
    if turn is Turn.CHANCE:
        return _chance_node(branches, levels)
    return Branching(turn, tuple(_node(branch, turn.other, levels - 1) for branch in branches))


def _chance_node(branches: Sequence[object], levels: int) -> Branching:
    """A chance node; a plain list below it is a node of Max."""
    probabilities, nodes = [], []
    if len(branches) > MOST_CHANCES:
        raise InputError(f"a chance node may have at most {MOST_CHANCES:,} branches, not {len(branches):,}")
    for pair in branches:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise InputError(f"a branch of chance must be a pair of probability and node, not {in_quotes(pair)}")
        probabilities.append(Fraction(number(pair[0])))
        nodes.append(_node(pair[1], Turn.MAX, levels - 1))
    if min(probabilities) <= 0 or sum(probabilities) != 1:
        raise InputError(
            f"probabilities must be positive with sum 1, not {in_quotes(', '.join(map(str, probabilities)))}"
        )
    return Branching(Turn.CHANCE, tuple(nodes), tuple(probabilities))


_MAX, _MIN, _CHANCE = Turn.MAX, Turn.MIN, Turn.CHANCE  # members of an enumeration are slow to look up

Order = Callable[[State, Sequence[Move]], Sequence[Move]]
"""Function from a state and its moves to the moves in the order of the search."""


class TooManyMovesError(InputError):
    """A search makes more moves than it may."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Result of a search without memory below a state.

    Attributes:
        value: value of the state, from Max's side; with alpha-beta a bound if it is outside the window.
        nodes: number of states visited, including this one and the leaves.
        cuts: number of branches cut off.
    """

    value: Utility
    nodes: int
    cuts: int


class _Open:
    """A state whose branches are being searched: moves, or pairs of probability and state at a chance node."""

    __slots__ = ("alpha", "beta", "branches", "cuts", "key", "nodes", "place", "state", "turn", "value")

    def __init__(
        self, key: Hashable, state: State, turn: Turn, branches: Sequence[Any], alpha: Bound, beta: Bound
    ) -> None:
        self.key, self.state, self.turn, self.branches, self.place = key, state, turn, branches, 0
        self.alpha, self.beta = alpha, beta
        self.value: Utility | None = None
        self.nodes, self.cuts = 1, 0

    def take(self, found: SearchResult) -> None:
        """Add the result of the last branch."""
        value = found.value
        self.nodes += found.nodes
        self.cuts += found.cuts
        if self.turn is _MAX:
            self.value = value if self.value is None else max(self.value, value)
            self.alpha = max(self.alpha, value)
        elif self.turn is _MIN:
            self.value = value if self.value is None else min(self.value, value)
            self.beta = min(self.beta, value)
        else:
            mean = (self.value or 0) + Fraction(self.branches[self.place - 1][0]) * value
            self.value = int(mean) if mean.denominator == 1 else mean


class Search:
    """A search of a game whose states can be keys; its results stay cached.

    Args:
        game: the sides of the game.
        prune: whether to search by alpha-beta, for games without chance.
        order: move order of the search. Default: None, the game's own.
        most: most moves made. Default: None, no limit.

    Attributes:
        made: number of moves made so far, including those of chance.
    """

    def __init__(
        self,
        game: Sides[Any, Any],
        prune: bool = False,
        order: Order | None = None,
        most: int | None = None,
    ) -> None:
        self.game, self.prune, self.order, self.most, self.made = game, prune, order, most, 0
        self._known: dict[Hashable, SearchResult] = {}

    def result(self, state: State, alpha: Bound = -inf, beta: Bound = inf) -> SearchResult:
        """Result of the search below a state, with alpha-beta in a window.

        Raises:
            TooManyMovesError: the search takes more moves than allowed.
            InputError: alpha-beta reaches a chance node.
        """
        stack: list[_Open] = []
        result = self._enter(state, alpha, beta, stack)
        while stack:
            here = stack[-1]
            if result is not None:
                here.take(result)
            if here.place == len(here.branches) or (self.prune and here.alpha >= here.beta):
                stack.pop()
                assert here.value is not None, "a state that is no end has a move"
                cuts = here.cuts + len(here.branches) - here.place
                result = self._known[here.key] = SearchResult(here.value, here.nodes, cuts)
                continue
            if self.made == self.most:
                raise TooManyMovesError(f"the search makes more than {self.most:,} moves")
            self.made += 1
            branch = here.branches[here.place]
            here.place += 1
            after = branch[1] if here.turn is _CHANCE else self.game.after(here.state, branch)
            result = self._enter(after, here.alpha, here.beta, stack)
        assert result is not None
        return result

    def root(self, state: State = None) -> SearchNode:
        """The node of a state, without its children. Default: the game's start."""
        return self._node(self.game.start if state is None else state, None, (-inf, inf))

    def best(self, state: State = None) -> tuple[Move, ...]:
        """The moves that keep a state's value, in the order of the search; with alpha-beta those that are found to keep it."""
        return self.expand(self.root(state)).best

    def expand(self, node: SearchNode) -> SearchNode:
        """A node of this search with its children in the order of the search, including those cut off; without grandchildren."""
        if node.turn is None or node.is_cut:
            return node
        alpha, beta = node.window or (-inf, inf)
        children: list[SearchNode] = []
        for branch in self._branches(node.state, node.turn):
            if node.turn is _CHANCE:
                children.append(self._node(branch[1], None, (alpha, beta), branch[0]))
                continue
            after = self.game.after(node.state, branch)
            if self.prune and alpha >= beta:
                turn = None if self.game.is_over(after) else self.game.to_move(after)
                children.append(SearchNode(after, branch, turn, None))
                continue
            child = self._node(after, branch, (alpha, beta))
            children.append(child)
            if node.turn is _MAX:
                alpha = max(alpha, child.known_value)
            else:
                beta = min(beta, child.known_value)
        return replace(node, children=tuple(children))

    def _node(
        self, state: State, move: Move, window: tuple[Bound, Bound], probability: Fraction | None = None
    ) -> SearchNode:
        value, certainty = self.result(state, *window).value, Certainty.EXACT
        turn = None if self.game.is_over(state) else self.game.to_move(state)
        if self.prune and turn is not None and not window[0] < value < window[1]:
            certainty = Certainty.AT_MOST if value <= window[0] else Certainty.AT_LEAST
        return SearchNode(state, move, turn, value, certainty, window if self.prune else None, probability)

    def _branches(self, state: State, turn: Turn) -> Sequence[Any]:
        if turn is _CHANCE:
            return self.game.chances(state)
        moves = self.game.moves(state)
        return moves if self.order is None else self.order(state, moves)

    def _enter(self, state: State, alpha: Bound, beta: Bound, stack: list[_Open]) -> SearchResult | None:
        """The cached result of a state, or its utility at an end; otherwise put the state on the stack and return None."""
        key: Hashable = (state, alpha, beta) if self.prune else state
        result = self._known.get(key)
        if result is not None:
            return result
        value = self.game.value(state)
        if value is not None:
            result = self._known[key] = SearchResult(value, 1, 0)
            return result
        turn = self.game.to_move(state)
        if self.prune:
            check_decision(turn)
        stack.append(_Open(key, state, turn, self._branches(state, turn), alpha, beta))
        return None


def by_preference(moves: Sequence[Move]) -> Order:
    """A move order for games whose moves have the same names everywhere: the listed moves first, then the others."""
    ranks = {move: rank for rank, move in enumerate(moves)}
    return lambda state, available: sorted(available, key=lambda move: ranks.get(move, len(ranks)))


def by_value(search: Search, best_first: bool) -> Order:
    """A move order by true values for the player to move, the best or the worst moves first; equal moves keep their order.

    Args:
        search: minimax search that gives the values.
        best_first: whether the best moves come first, not the worst.
    """
    game = search.game

    def order_moves(state: State, moves: Sequence[Move]) -> Sequence[Move]:
        sign = -1 if (game.to_move(state) is _MAX) == best_first else 1
        return sorted(moves, key=lambda move: sign * search.result(game.after(state, move)).value)

    return order_moves


class Horizon(Sides[Any, Any]):
    """A game cut off at a horizon; a state includes the number of moves left to search, negative beyond the depth.

    An evaluation judges any state from Max's side, ends included, so that it can place a won game above everything else. Its
    values need not be utilities: only their order matters.

    The horizon effect: events just beyond the depth are not seen. Quiescence search continues beyond the depth while the state
    is not quiet, that is, while some move changes its evaluation by more than a swing.

    Args:
        game: the game.
        evaluation: estimate of a state's value for Max, ends included.
        depth: search depth in moves; 0 evaluates the state itself.
        state: state at which the search begins.
        swing: largest change of the evaluation by a move in a quiet state.
        beyond: most moves beyond the depth while the state is not quiet. Default: 0, no quiescence search.

    Raises:
        InputError: the depth is negative, or `beyond` is negative.
    """

    def __init__(
        self,
        game: Sides[Any, Any],
        evaluation: Callable[[Any], Utility],
        depth: int,
        state: Any,
        swing: Utility = 0,
        beyond: int = 0,
    ) -> None:
        if depth < 0:
            raise InputError(f"a depth must be at least 0, not {depth}")
        if beyond < 0:
            raise InputError(f"the moves beyond the depth must be at least 0, not {beyond}")
        self.sides, self.evaluation, self.swing, self.beyond = game, evaluation, swing, beyond
        self.start: Any = (state, depth)

    def to_move(self, state: Any) -> Turn:
        return self.sides.to_move(state[0])

    def moves(self, state: Any) -> Sequence[Move]:
        return self.sides.moves(state[0])

    def after(self, state: Any, move: Move) -> Any:
        return self.sides.after(state[0], move), state[1] - 1

    def is_over(self, state: Any) -> bool:
        inner, left = state
        if left <= -self.beyond or self.sides.is_over(inner):
            return True
        return left <= 0 and self.is_quiet(inner)

    def value(self, state: Any) -> Utility | None:
        return self.evaluation(state[0]) if self.is_over(state) else None

    def is_quiet(self, state: Any) -> bool:
        """Whether no move changes the evaluation by more than the swing; asked only while the game is not over."""
        here = self.evaluation(state)
        afters = (self.sides.after(state, move) for move in self.sides.moves(state))
        return all(-self.swing <= self.evaluation(after) - here <= self.swing for after in afters)


def lottery(utilities: Sequence[Utility], change: Callable[[Utility], Utility]) -> Tree | None:
    """A game in which an increasing map of utilities that is not linear changes the only best choice.

    Without chance every increasing map keeps every choice, since utilities are only compared; with chance only a linear one does.

    Max takes the middle of three utilities for certain (branch 0), or a lottery between the lower and the higher one (branch
    1). Both branches have equal value if the chance of the higher one is (middle - lower) / (higher - lower). If the map changes
    this chance, then for a chance between the old and the new one Max prefers one branch before the map and the other after it.

    Args:
        utilities: at least three utilities; the triple is searched among neighbours in ascending order.
        change: an increasing map.

    Returns:
        The tree; None if the map is linear on the utilities, so that it changes no choice in any game with them.

    Raises:
        InputError: the map does not increase on the utilities.
    """
    ordered = sorted(set(utilities))
    images = [change(utility) for utility in ordered]
    if any(image >= next_image for image, next_image in pairwise(images)):
        raise InputError("the map must increase: greater utilities must have greater images")
    for i in range(len(ordered) - 2):
        lower, middle, higher = ordered[i : i + 3]
        before = Fraction(middle - lower) / Fraction(higher - lower)
        after = Fraction(images[i + 1] - images[i]) / Fraction(images[i + 2] - images[i])
        if before != after:
            chance = (before + after) / 2
            draw = Branching(Turn.CHANCE, (lower, higher), (1 - chance, chance))
            return Tree(Branching(Turn.MAX, (middle, draw)))
    return None
