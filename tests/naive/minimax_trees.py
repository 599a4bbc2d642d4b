"""Searches without memory, values of all states, and trees to try.

In a nested tree a number is worth itself, lists take maxima and minima in turn. What a search saw is nested tuples: state, move,
value (None where it was cut off), window (None for minimax), children.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import strategies as st


def minimax(game: Any, state: Any, move: Any = None) -> tuple[Any, ...]:
    if game.is_over(state):
        return state, move, game.utility(state), None, ()
    children = tuple(minimax(game, game.after(state, move), move) for move in game.moves(state))
    values = [child[2] for child in children]
    return state, move, max(values) if game.to_move(state) == "max" else min(values), None, children


def alpha_beta(game: Any, state: Any, order: Any = None, alpha: Any = -inf, beta: Any = inf) -> tuple[Any, ...]:
    window, children, cut = (alpha, beta), [], False
    if game.is_over(state):
        return state, None, game.utility(state), window, ()
    is_max = game.to_move(state) == "max"
    value = -inf if is_max else inf
    for move in order(state, game.moves(state)) if order else game.moves(state):
        after = game.after(state, move)
        if cut:
            children.append((after, move, None, None, ()))
            continue
        _, _, found, *rest = alpha_beta(game, after, order, alpha, beta)
        children.append((after, move, found, *rest))
        if is_max:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        cut = alpha >= beta
    return state, None, value, window, tuple(children)


def walk(tree: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """All nodes of what a search saw."""
    yield tree
    for child in tree[4]:
        yield from walk(child)


def values(game: Any) -> dict[Any, Any]:
    """The value of every state that the start leads to; chance takes means."""
    found: dict[Any, Any] = {}

    def visit(state: Any) -> Any:
        if state not in found:
            if game.is_over(state):
                found[state] = game.utility(state)
            elif game.to_move(state) == "chance":
                found[state] = sum(chance * visit(after) for chance, after in game.chances(state))
            else:
                after = [visit(game.after(state, move)) for move in game.moves(state)]
                found[state] = max(after) if game.to_move(state) == "max" else min(after)
        return found[state]

    visit(game.start)
    return found


leaves = st.integers(-4, 4)

plain_trees = st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25)
"""Trees where the players move in turn."""


def chance_nodes(branches: list[Any], weights: list[int]) -> dict[str, Any]:
    weights = (weights * len(branches))[: len(branches)]
    return {"chance": [[str(Fraction(w, sum(weights))), branch] for w, branch in zip(weights, branches, strict=True)]}


def _inner(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    branches = st.lists(below, min_size=1, max_size=3)
    return (
        branches
        | branches.map(lambda found: {"max": found})
        | branches.map(lambda found: {"min": found})
        | st.builds(chance_nodes, branches, st.lists(st.integers(1, 5), min_size=1, max_size=3))
    )


chance_trees = st.recursive(leaves, _inner, max_leaves=15)
"""Trees with players in any order, and chance."""
