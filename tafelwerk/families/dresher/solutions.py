"""Solved games: the rows of the book, and the value with its proof, computed anew from the two strategies."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.build.task import columns
from tafelwerk.errors import BookError
from tafelwerk.families.dresher.answers import BestReply, Conjectures, Explanation, Game, Guarantees, Value
from tafelwerk.families.dresher.rules import FIRST_SUPPOSED
from tafelwerk.solvers.dresher.best_replies import Replies, guarantee, plain_bound, plain_weights

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
    value, supposed = value_of(solution), conjectures(solution.hider)
    return {
        "n": solution.n,
        "value_num": str(value.value.numerator),
        "value_den": str(value.value.denominator),
        "value": value.value_float,
        "bound_num": value.bound.numerator,
        "bound_den": value.bound.denominator,
        "bound": float(value.bound),
        "bound_met": value.bound_met,
        # a flattest tree has 2^(d - 1) numbers at depth d, except on the last level
        "even_total": sum(number.bit_length() for number in range(1, solution.n + 1)),
        "hider_total": str(total),
        "hider_unique": solution.hider_unique,
        "sum_rule": supposed.sum_rule,
        "double_rule": supposed.double_rule,
        "ends_largest": supposed.ends_largest,
        "searcher_total": str(mixture),
        "trees": value.trees,
        "depth": value.depth,
        "rounds": solution.rounds,
        "pivots": solution.pivots,
        "candidates": solution.candidates,
        "seconds": solution.seconds,
    }


MOST_DIGITS = 24
"""Most digits of a number in a message; a longer number is shortened in the middle."""


def explain(game: Game) -> Explanation:
    """The explanation of a game: both bounds, from the strategies alone.

    Raises:
        BookError: the bounds do not meet at the stored value.
    """
    proved, value, n = game.certificate, game.value, game.value.n
    weights = [int(weight) for weight in proved.hider]
    replies = Replies(weights)
    taken = proved.mean_guesses()
    lower, upper = Fraction(replies.total(1, n), sum(weights)), max(taken)
    if not lower == upper == value.value:
        raise BookError(
            f"the stored strategies for {n} numbers prove the bounds {_text(lower)} and {_text(upper)}, not the "
            f"stored value {_text(value.value)}; to find the fault, run: tafelwerk verify dresher"
        )
    other = None
    if not game.hider_unique:
        from tafelwerk.solvers.dresher.other_optima import another_hider

        other = another_hider(proved.hider, [(tree.weight, tree.depths) for tree in proved.searcher])
    first = tuple(Fraction(replies.with_guess(guess, 1, n), sum(weights)) for guess in range(1, n + 1))
    best = tuple(guess for guess, guesses in enumerate(first, start=1) if guesses == lower)
    return Explanation(
        n,
        value.value,
        lower,
        upper,
        Guarantees(lower, upper, guarantee(plain_weights(n))),
        BestReply(best, replies.depths()),
        first,
        tuple(taken),
        tuple(weight / proved.hider_total for weight in proved.hider),
        value.bound,
        value.value == value.bound,
        conjectures(weights),
        game.hider_unique,
        value.depth,
        value.trees,
        other,
    )


def _text(number: Fraction) -> str:
    return f"{_shorten(number.numerator)}/{_shorten(number.denominator)}"


def _shorten(number: int) -> str:
    """The number as text; of many digits only the first and the last."""
    text = str(number)
    return text if len(text) <= MOST_DIGITS else f"{text[: MOST_DIGITS // 2]}...{text[-(MOST_DIGITS // 2) :]}"
