"""Minimax, alpha-beta and expectiminimax: one search that visits each position once, however often play reaches it.

Minimax takes utilities at the ends, maxima where Max moves and minima where Min moves; expectiminimax takes means at chance
nodes. Alpha-beta leaves out branches that cannot matter. Alpha is the value that Max can already guarantee, beta the value that
Min can guarantee. A node is left as soon as alpha >= beta, and for no other reason. How much is cut off depends on the move
ordering.

The result of a search without memory below a state depends only on the state and, with alpha-beta, on the window. So the value,
the number of nodes and the number of cut-off branches are remembered under these keys. Values, windows, cut-offs and node counts
are those of the search without memory, which counts a state each time play reaches it. All fractions are exact.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Der Minimax-Algorithmus",
"Alpha-Beta-Suche" and "Kombinatorische Spiele mit Zufallselementen"; D. E. Knuth and R. W. Moore, An analysis of alpha-beta
pruning, Artificial Intelligence 6, 1975; R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, The Greenblatt chess program,
Fall Joint Computer Conference 1967 (transposition table).
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any, Generic, TypeVar, cast

from tafelwerk.errors import InputError
from tafelwerk.rules.game_trees import Bound, ChanceGame, Game, Move, Turn, Utility, check_decision
from tafelwerk.solvers.minimax.search.tree import Certainty, Node

Known = TypeVar("Known", bound=Hashable)

_MAX, _MIN, _CHANCE = Turn.MAX, Turn.MIN, Turn.CHANCE  # members of an enumeration are slow to look up

Order = Callable[[Known, Sequence[Move]], Sequence[Move]]
"""Function from a state and its moves to the moves in the order of the search."""


class TooManyMovesError(InputError):
    """A search makes more moves than it may."""


@dataclass(frozen=True, slots=True)
class Found:
    """Result of a search without memory below a state.

    Attributes:
        value: value of the state, from Max's side; with alpha-beta a bound if it is outside the window.
        nodes: number of states visited, including this one and the leaves.
        cuts: number of branches cut off.
    """

    value: Utility
    nodes: int
    cuts: int


class _Open(Generic[Known]):
    """A state whose branches are being searched: moves, or pairs of probability and state at a chance node."""

    __slots__ = ("alpha", "beta", "branches", "cuts", "key", "nodes", "place", "state", "turn", "value")

    def __init__(
        self, key: Hashable, state: Known, turn: Turn, branches: Sequence[Any], alpha: Bound, beta: Bound
    ) -> None:
        self.key, self.state, self.turn, self.branches, self.place = key, state, turn, branches, 0
        self.alpha, self.beta = alpha, beta
        self.value: Utility | None = None
        self.nodes, self.cuts = 1, 0

    def take(self, found: Found) -> None:
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


class Search(Generic[Known, Move]):
    """A search of a game whose states can be keys; its results stay cached.

    Args:
        game: the game; with chance nodes, a ChanceGame.
        prune: whether to search by alpha-beta, for games without chance.
        order: move order of the search. Default: None, the game's own.
        most: most moves made. Default: None, no limit.

    Attributes:
        made: number of moves made so far, including those of chance.
    """

    def __init__(
        self,
        game: Game[Known, Move],
        prune: bool = False,
        order: Order[Known, Move] | None = None,
        most: int | None = None,
    ) -> None:
        self.game, self.prune, self.order, self.most, self.made = game, prune, order, most, 0
        self._known: dict[Hashable, Found] = {}

    def found(self, state: Known, alpha: Bound = -inf, beta: Bound = inf) -> Found:
        """Result of the search below a state, with alpha-beta in a window.

        Raises:
            TooManyMovesError: the search takes more moves than allowed.
            InputError: alpha-beta reaches a chance node.
        """
        stack: list[_Open[Known]] = []
        found = self._enter(state, alpha, beta, stack)
        while stack:
            here = stack[-1]
            if found is not None:
                here.take(found)
            if here.place == len(here.branches) or (self.prune and here.alpha >= here.beta):
                stack.pop()
                assert here.value is not None, "a state that is no end has a move"
                cuts = here.cuts + len(here.branches) - here.place
                found = self._known[here.key] = Found(here.value, here.nodes, cuts)
                continue
            if self.made == self.most:
                raise TooManyMovesError(f"the search makes more than {self.most:,} moves")
            self.made += 1
            branch = here.branches[here.place]
            here.place += 1
            after = branch[1] if here.turn is _CHANCE else self.game.after(here.state, branch)
            found = self._enter(after, here.alpha, here.beta, stack)
        assert found is not None
        return found

    def root(self, state: Known | None = None) -> Node[Known, Move]:
        """The node of a state, without its children. Default: the game's start."""
        return self._node(self.game.start if state is None else state, None, (-inf, inf))

    def best(self, state: Known | None = None) -> tuple[Move, ...]:
        """The moves that keep a state's value, in the order of the search; with alpha-beta those that are found to keep it."""
        return self.opened(self.root(state)).best

    def opened(self, node: Node[Known, Move]) -> Node[Known, Move]:
        """A node of this search with its children in the order of the search, including those cut off; without grandchildren."""
        if node.turn is None or node.is_cut:
            return node
        alpha, beta = node.window or (-inf, inf)
        children: list[Node[Known, Move]] = []
        for branch in self._branches(node.state, node.turn):
            if node.turn is _CHANCE:
                children.append(self._node(branch[1], None, (alpha, beta), branch[0]))
                continue
            after = self.game.after(node.state, branch)
            if self.prune and alpha >= beta:
                turn = None if self.game.is_over(after) else self.game.to_move(after)
                children.append(Node(after, branch, turn, None))
                continue
            child = self._node(after, branch, (alpha, beta))
            children.append(child)
            if node.turn is _MAX:
                alpha = max(alpha, child.known_value)
            else:
                beta = min(beta, child.known_value)
        return replace(node, children=tuple(children))

    def _node(
        self, state: Known, move: Move | None, window: tuple[Bound, Bound], probability: Fraction | None = None
    ) -> Node[Known, Move]:
        value, certainty = self.found(state, *window).value, Certainty.EXACT
        turn = None if self.game.is_over(state) else self.game.to_move(state)
        if self.prune and turn is not None and not window[0] < value < window[1]:
            certainty = Certainty.AT_MOST if value <= window[0] else Certainty.AT_LEAST
        return Node(state, move, turn, value, certainty, window if self.prune else None, probability)

    def _branches(self, state: Known, turn: Turn) -> Sequence[Any]:
        if turn is _CHANCE:
            return cast(ChanceGame[Known, Move], self.game).chances(state)
        moves = self.game.moves(state)
        return moves if self.order is None else self.order(state, moves)

    def _enter(self, state: Known, alpha: Bound, beta: Bound, stack: list[_Open[Known]]) -> Found | None:
        """The cached result of a state, or its utility at an end; otherwise put the state on the stack and return None."""
        key: Hashable = (state, alpha, beta) if self.prune else state
        found = self._known.get(key)
        if found is not None:
            return found
        if self.game.is_over(state):
            found = self._known[key] = Found(self.game.utility(state), 1, 0)
            return found
        turn = self.game.to_move(state)
        if self.prune:
            check_decision(turn)
        stack.append(_Open(key, state, turn, self._branches(state, turn), alpha, beta))
        return None


def by_preference(moves: Sequence[Move]) -> Order[Any, Move]:
    """A move order for games whose moves have the same names everywhere: the listed moves first, then the others."""
    ranks = {move: rank for rank, move in enumerate(moves)}
    return lambda state, available: sorted(available, key=lambda move: ranks.get(move, len(ranks)))


def by_value(search: Search[Known, Move], best_first: bool) -> Order[Known, Move]:
    """A move order by true values for the player to move, the best or the worst moves first; equal moves keep their order.

    Args:
        search: minimax search that gives the values.
        best_first: whether the best moves come first, not the worst.
    """
    game = search.game

    def ordered(state: Known, moves: Sequence[Move]) -> Sequence[Move]:
        sign = -1 if (game.to_move(state) is _MAX) == best_first else 1
        return sorted(moves, key=lambda move: sign * search.found(game.after(state, move)).value)

    return ordered
