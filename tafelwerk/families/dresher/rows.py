"""Rows of the book from solved games, and the answer about a value."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.build.task import columns
from tafelwerk.families.dresher.answers import Conjectures, Value
from tafelwerk.families.dresher.rules import FIRST_SUPPOSED
from tafelwerk.solvers.dresher.reply import plain_bound

if TYPE_CHECKING:
    from tafelwerk.solvers.dresher.solve import Solution

Columns = Mapping[str, Any]

_HIDER = ("n", "number", "weight", "probability")
_SEARCHER = ("n", "tree", "weight", "probability", "root", "depth", "mirror", "depths")


def value_of(solution: "Solution") -> Value:
    """The answer of `tafelwerk dresher value`."""
    value, bound = solution.value, plain_bound(solution.n)
    return Value(solution.n, value, float(value), solution.depth, len(solution.searcher), bound, value == bound)


def conjectures(hider: Sequence[int]) -> Conjectures:
    """Whether the conjectures on the hider's weights a1, ..., an hold."""
    if len(hider) < FIRST_SUPPOSED:
        return Conjectures(None, None, None)
    return Conjectures(
        sum_rule=hider[0] == hider[1] + hider[2],
        double_rule=hider[0] == 2 * hider[1],
        ends_largest=hider[0] > max(hider[1:-1]),
    )


def rows_of(solutions: "Sequence[Solution]") -> dict[str, Columns]:
    """Rows of games, hider and searcher."""
    games, held, mixed = [], [], []
    for solution in solutions:
        n, total, mixture = solution.n, sum(solution.hider), sum(weight for weight, _ in solution.searcher)
        games.append(_game(solution, total, mixture))
        held += [(n, i, str(weight), weight / total) for i, weight in enumerate(solution.hider, 1)]
        numbers = {tree: i for i, (_, tree) in enumerate(solution.searcher, 1)}
        mixed += [
            (n, i, str(weight), weight / mixture, tree.index(1) + 1, max(tree), numbers[tree[::-1]], tree)
            for i, (weight, tree) in enumerate(solution.searcher, 1)
        ]
    return {
        "games": {name: [game[name] for game in games] for name in games[0]},
        "hider": columns(_HIDER, held),
        "searcher": columns(_SEARCHER, mixed),
    }


def _game(solution: "Solution", total: int, mixture: int) -> dict[str, Any]:
    """A row of games, given the sums of both strategies' weights."""
    found, supposed = value_of(solution), conjectures(solution.hider)
    return {
        "n": solution.n,
        "value_num": str(found.value.numerator),
        "value_den": str(found.value.denominator),
        "value": found.value_float,
        "bound_num": found.bound.numerator,
        "bound_den": found.bound.denominator,
        "bound": float(found.bound),
        "bound_met": found.bound_met,
        # a flattest tree has 2^(d - 1) numbers at depth d, except on the last level
        "even_total": sum(number.bit_length() for number in range(1, solution.n + 1)),
        "hider_total": str(total),
        "hider_unique": solution.hider_unique,
        "sum_rule": supposed.sum_rule,
        "double_rule": supposed.double_rule,
        "ends_largest": supposed.ends_largest,
        "searcher_total": str(mixture),
        "trees": found.trees,
        "depth": found.depth,
        "rounds": solution.rounds,
        "pivots": solution.pivots,
        "candidates": solution.candidates,
        "seconds": solution.seconds,
    }
