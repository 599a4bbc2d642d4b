"""A solved game as the book's rows, and as its value."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.build.task import columns
from tafelwerk.solvers.dresher.reply import plain_bound
from tafelwerk.tables.dresher import Depths, Value

if TYPE_CHECKING:
    from tafelwerk.solvers.dresher.solve import Solution

Columns = Mapping[str, Any]

FIRST_SUPPOSED = 5
"""First n that the conjectures on the hider's strategy are about."""

_GAME = (
    *("n", "value_num", "value_den", "value", "bound_num", "bound_den", "bound", "bound_met"),
    *("hider_total", "hider_unique", "sum_rule", "double_rule", "ends_largest"),
    *("searcher_total", "trees", "depth", "rounds", "pivots", "candidates", "seconds"),
)
_HIDER = ("n", "number", "weight", "probability")
_SEARCHER = ("n", "tree", "weight", "probability", "root", "depth", "mirror", "depths")


def value_of(solution: "Solution") -> Value:
    """What `tafelwerk dresher value` answers."""
    value, bound = solution.value, plain_bound(solution.n)
    return Value(solution.n, value, float(value), solution.depth, len(solution.searcher), bound, value == bound)


def conjectures(hider: Sequence[int]) -> tuple[bool | None, bool | None, bool | None]:
    """a1 = a2 + a3, a1 = 2 a2, a1 > aj for all 1 < j < n; None for n below FIRST_SUPPOSED."""
    if len(hider) < FIRST_SUPPOSED:
        return None, None, None
    return hider[0] == hider[1] + hider[2], hider[0] == 2 * hider[1], hider[0] > max(hider[1:-1])


def rows_of(solutions: "Sequence[Solution]") -> dict[str, Columns]:
    """Rows of games, hider and searcher."""
    games, held, mixed = [], [], []
    for solution in solutions:
        n, total, mixture = solution.n, sum(solution.hider), sum(weight for weight, _ in solution.searcher)
        value, bound = solution.value, plain_bound(n)
        games.append(
            (
                *(n, str(value.numerator), str(value.denominator), float(value)),
                *(bound.numerator, bound.denominator, float(bound), value == bound),
                *(str(total), solution.hider_unique, *conjectures(solution.hider)),
                *(str(mixture), len(solution.searcher), solution.depth),
                *(solution.rounds, solution.pivots, solution.candidates, solution.seconds),
            )
        )
        held += [(n, i, str(weight), weight / total) for i, weight in enumerate(solution.hider, 1)]
        numbers = {tree: i for i, (_, tree) in enumerate(solution.searcher, 1)}
        mixed += [
            (n, i, str(weight), weight / mixture, tree.index(1) + 1, max(tree), numbers[_mirror(tree)], tree)
            for i, (weight, tree) in enumerate(solution.searcher, 1)
        ]
    return {
        "games": columns(_GAME, games),
        "hider": columns(_HIDER, held),
        "searcher": columns(_SEARCHER, mixed),
    }


def _mirror(tree: Depths) -> Depths:
    return tree[::-1]
