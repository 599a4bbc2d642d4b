"""Expectiminimax: maxima where Max moves, minima where Min does, means where chance does. All fractions are exact.

What utilities mean differs from games without chance. There, any increasing map of the utilities keeps every choice,
since only comparisons are made. With chance only an increasing linear map does: for any other, `lottery` makes a game
of three utilities where the choice changes.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Kombinatorische Spiele mit
Zufallselementen" and "Bewertungen von Positionen".
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Generic, TypeVar, cast

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import ChanceGame, Game, Move, State, Turn, Utility
from tafelwerk.solvers.minimax.search.minimax import SearchResult
from tafelwerk.solvers.minimax.search.tree import Branching, Node, Tree

Known = TypeVar("Known", bound=Hashable)


def backed_up(turn: Turn, values: Sequence[Utility], probabilities: Sequence[Fraction]) -> Utility:
    """The value of a node from those of its branches; probabilities are needed at chance nodes only."""
    if turn is Turn.CHANCE:
        return whole(sum((p * value for p, value in zip(probabilities, values, strict=True)), Fraction(0)))
    return max(values) if turn is Turn.MAX else min(values)


def whole(value: Utility) -> Utility:
    """The same number, as an integer where it is one."""
    return int(value) if value.denominator == 1 else value


def expectiminimax(game: Game[State, Move], state: State | None = None) -> SearchResult[Move]:
    """The value of a state, all moves that keep it (none at chance nodes), and the states visited.

    The whole tree is searched and nothing remembered; `position_values` remembers.

    Args:
        game: the game; where chance is to move, a ChanceGame.
        state: where to begin; None for the game's start.
    """
    tree = expectiminimax_tree(game, state)
    return SearchResult(tree.known_value, tree.best, sum(1 for _ in tree.walk()))


def expectiminimax_tree(game: Game[State, Move], state: State | None = None) -> Node[State, Move]:
    """The search tree with the value of every node, and the probability of every branch of chance.

    Args:
        game: the game; where chance is to move, a ChanceGame.
        state: where to begin; None for the game's start.
    """

    def visit(state: State, move: Move | None, probability: Fraction | None) -> Node[State, Move]:
        if game.is_over(state):
            return Node(state, move, None, game.utility(state), probability=probability)
        turn = game.to_move(state)
        if turn is Turn.CHANCE:
            children = tuple(visit(after, None, chance) for chance, after in _chances(game, state))
        else:
            children = tuple(visit(game.after(state, move), move, None) for move in game.moves(state))
        probabilities = [child.probability for child in children if child.probability is not None]
        value = backed_up(turn, [child.known_value for child in children], probabilities)
        return Node(state, move, turn, value, probability=probability, children=children)

    return visit(game.start if state is None else state, None, None)


def position_values(game: Game[Known, Move], state: Known | None = None) -> dict[Known, Utility]:
    """The value of every state that can be reached, each searched once.

    Args:
        game: the game, whose states can be keys; where chance is to move, a ChanceGame.
        state: where to begin; None for the game's start.
    """
    values: dict[Known, Utility] = {}
    stack = [game.start if state is None else state]
    while stack:
        here = stack[-1]
        if here in values:
            stack.pop()
            continue
        if game.is_over(here):
            values[here] = game.utility(here)
            continue
        turn = game.to_move(here)
        chances = _chances(game, here) if turn is Turn.CHANCE else []
        successors = [after for _, after in chances] or [game.after(here, move) for move in game.moves(here)]
        missing = [after for after in successors if after not in values]
        if missing:
            stack += missing
        else:
            values[here] = backed_up(turn, [values[after] for after in successors], [chance for chance, _ in chances])
    return values


def _chances(game: Game[State, Move], state: State) -> Sequence[tuple[Fraction, State]]:
    """What chance can do: a game where chance is to move is a ChanceGame."""
    return cast(ChanceGame[State, Move], game).chances(state)


class MappedGame(Generic[State, Move]):
    """A game whose utilities are mapped; everything else stays."""

    def __init__(self, game: Game[State, Move], change: Callable[[Utility], Utility]) -> None:
        self.start = game.start
        self.to_move = game.to_move
        self.moves = game.moves
        self.after = game.after
        self.is_over = game.is_over
        self._game = game
        self._change = change

    def utility(self, state: State) -> Utility:
        """The utility that the map makes of the game's."""
        return self._change(self._game.utility(state))

    def chances(self, state: State) -> Sequence[tuple[Fraction, State]]:
        """What chance can do, as in the game."""
        return _chances(self._game, state)


def lottery(utilities: Sequence[Utility], change: Callable[[Utility], Utility]) -> Tree | None:
    """A game that shows that an increasing map of utilities is not linear: it changes the one best choice.

    Max has the middle of three utilities for certain (branch 0), or draws between the lower and the higher one (branch
    1). The chance at which both are worth the same is (middle - lower) / (higher - lower); where the map moves it, a
    chance between the old one and the new has Max choose one branch before the map and the other after it.

    Args:
        utilities: at least three, to look for such a triple among neighbours in their order.
        change: an increasing map.

    Returns:
        The tree; None where the map is linear on the utilities, so that no game with them changes its choices.

    Raises:
        InputError: the map does not increase on them.
    """
    ordered = sorted(set(utilities))
    images = [change(utility) for utility in ordered]
    if any(one >= other for one, other in pairwise(images)):
        raise InputError("the map has to increase: greater utilities must become greater")
    for i in range(len(ordered) - 2):
        lower, middle, higher = ordered[i : i + 3]
        before = Fraction(middle - lower) / Fraction(higher - lower)
        after = Fraction(images[i + 1] - images[i]) / Fraction(images[i + 2] - images[i])
        if before != after:
            chance = (before + after) / 2
            draw = Branching(Turn.CHANCE, (lower, higher), (1 - chance, chance))
            return Tree(Branching(Turn.MAX, (middle, draw)))
    return None
