"""Values of nested trees by the definition, and trees to try: a number is worth itself, lists take maxima and minima in turn."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st


def value(nested: Any, turn: str = "max") -> Any:
    """The value of a nested tree."""
    if isinstance(nested, int | str):
        return Fraction(nested)
    if isinstance(nested, dict):
        ((turn, branches),) = nested.items()
    else:
        branches = nested
    if turn == "chance":
        return sum((Fraction(chance) * value(branch) for chance, branch in branches), Fraction(0))
    values = [value(branch, "min" if turn == "max" else "max") for branch in branches]
    return max(values) if turn == "max" else min(values)


def size(nested: Any) -> int:
    """How many nodes a nested tree of lists has."""
    return 1 + (sum(map(size, nested)) if isinstance(nested, list) else 0)


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
