"""Minimax and alpha-beta that search a position once, however often play comes to it: the same values, windows, cuts and
numbers of nodes as the plain searches have, without their work.

What plain search finds below a state depends on the state alone, with alpha-beta on the window too. So it is remembered
by these: the value, the nodes visited and the branches cut off. Numbers of nodes are sums over the moves, a state that
play can reach in several ways counted as often.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Der Minimax-Algorithmus" and
"Alpha-Beta-Suche"; R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, The Greenblatt chess program, Fall Joint Computer
Conference 1967 (transposition table).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Generic, TypeVar

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Bound, Game, Move, Turn, Utility, check_decision
from tafelwerk.solvers.minimax.search.alpha_beta import Order, certainty_of, cut_off
from tafelwerk.solvers.minimax.search.tree import Node

Known = TypeVar("Known", bound=Hashable)


class TooManyMovesError(InputError):
    """A search makes more moves than it may."""


@dataclass(frozen=True, slots=True)
class Found:
    """What plain search finds below a state.

    Attributes:
        value: of the state, from Max's side; with alpha-beta a bound where it is outside the window.
        nodes: states that plain search visits, this one and the leaves included.
        cuts: branches that it cuts off.
    """

    value: Utility
    nodes: int
    cuts: int


class _Open(Generic[Known, Move]):
    """A state whose moves are being searched."""

    __slots__ = ("alpha", "beta", "cuts", "is_max", "key", "moves", "nodes", "place", "state", "value")

    def __init__(
        self, key: Hashable, state: Known, is_max: bool, moves: Sequence[Move], alpha: Bound, beta: Bound
    ) -> None:
        self.key, self.state, self.is_max, self.moves, self.place = key, state, is_max, moves, 0
        self.alpha, self.beta = alpha, beta
        self.value: Utility | None = None
        self.nodes, self.cuts = 1, 0

    def take(self, found: Found) -> None:
        """What was found below the last move."""
        value = found.value
        self.nodes += found.nodes
        self.cuts += found.cuts
        if self.is_max:
            self.value = value if self.value is None else max(self.value, value)
            self.alpha = max(self.alpha, value)
        else:
            self.value = value if self.value is None else min(self.value, value)
            self.beta = min(self.beta, value)


class TransposedSearch(Generic[Known, Move]):
    """A search of a game whose states can be keys; what it has found stays known.

    Args:
        game: the game, without chance.
        prune: alpha-beta instead of minimax: a node is left as soon as alpha >= beta.
        order: the order in which alpha-beta searches moves; None for the game's own.
        most: moves that are made at most; None for any number.

    Attributes:
        made: moves that were made so far.
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
        """What plain search finds below a state, with alpha-beta in a window.

        Raises:
            TooManyMovesError: that takes more moves than are allowed.
            InputError: the game has chance nodes.
        """
        stack: list[_Open[Known, Move]] = []
        found = self._enter(state, alpha, beta, stack)
        while stack:
            here = stack[-1]
            if found is not None:
                here.take(found)
            if here.place == len(here.moves) or (self.prune and here.alpha >= here.beta):
                stack.pop()
                assert here.value is not None, "a state that is no end has a move"
                cuts = here.cuts + len(here.moves) - here.place
                found = self._known[here.key] = Found(here.value, here.nodes, cuts)
                continue
            if self.made == self.most:
                raise TooManyMovesError(f"the search makes more than {self.most:,} moves")
            self.made += 1
            after = self.game.after(here.state, here.moves[here.place])
            here.place += 1
            found = self._enter(after, here.alpha, here.beta, stack)
        assert found is not None
        return found

    def root(self, state: Known | None = None) -> Node[Known, Move]:
        """The node of a state, its children left out; None for the game's start."""
        start = self.game.start if state is None else state
        return self._node(start, None, (-inf, inf))

    def opened(self, node: Node[Known, Move]) -> Node[Known, Move]:
        """A node of this search with its children, theirs left out: in the order of the search, with alpha-beta what is
        cut off among them."""
        if node.turn is None or node.is_cut:
            return node
        alpha, beta = node.window or (-inf, inf)
        children: list[Node[Known, Move]] = []
        for move in self._moves(node.state):
            if self.prune and alpha >= beta:
                children.append(cut_off(self.game, node.state, move))
                continue
            child = self._node(self.game.after(node.state, move), move, (alpha, beta))
            children.append(child)
            if node.turn is Turn.MAX:
                alpha = max(alpha, child.known_value)
            else:
                beta = min(beta, child.known_value)
        return replace(node, children=tuple(children))

    def _node(self, state: Known, move: Move | None, window: tuple[Bound, Bound]) -> Node[Known, Move]:
        value = self.found(state, *window).value
        kept = window if self.prune else None
        if self.game.is_over(state):
            return Node(state, move, None, value, window=kept)
        turn = self.game.to_move(state)
        if kept is None:
            return Node(state, move, turn, value)
        return Node(state, move, turn, value, certainty_of(value, *kept), kept)

    def _moves(self, state: Known) -> Sequence[Move]:
        moves = self.game.moves(state)
        return moves if self.order is None else self.order(state, moves)

    def _enter(self, state: Known, alpha: Bound, beta: Bound, stack: list[_Open[Known, Move]]) -> Found | None:
        """What is known of a state; where nothing is, it is put on the stack."""
        key: Hashable = (state, alpha, beta) if self.prune else state
        found = self._known.get(key)
        if found is not None:
            return found
        if self.game.is_over(state):
            found = self._known[key] = Found(self.game.utility(state), 1, 0)
            return found
        is_max = check_decision(self.game.to_move(state)) is Turn.MAX
        stack.append(_Open(key, state, is_max, self._moves(state), alpha, beta))
        return None
