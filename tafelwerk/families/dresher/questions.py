"""What can be asked about Dresher's game.

A stored game is answered and explained without numpy and numba: what solves a game is imported by the methods that compute.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import ArgumentError
from tafelwerk.families.dresher import answers, rules
from tafelwerk.families.dresher.plain_text import guesses_text, number_text
from tafelwerk.families.dresher.rules import Depths, FewNumbers, Numbers, SomeNumbers, Weights
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.tables.questions import A, Asks, Question, Questions, Text
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.families.dresher.builds import Games
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.dresher.solve import Solution
    from tafelwerk.tables.book import Book

All = Annotated[bool, Parameter("", "All lines, not only the first.", option="--all")]
Levels = Annotated[
    int | None,
    Parameter("L", "Number of levels to draw. Default: all, or as many as fit.", 1, rules.MOST_NUMBERS),
]


def rows_of(side: str, column: str) -> tuple[str, str]:
    """The command that writes a side's mixtures, each chance as a fraction, and what its rows are."""
    chance = f"dresher.fraction(weight, {side}_total) AS chance"
    statement = f"SELECT n, {column}, {chance} FROM dresher.{side} JOIN dresher.games USING (n) ORDER BY ALL"
    return f'sql "{statement}"', "chances of all games in the book, as fractions"


class OfGame(Question[A], title="Dresher's game with {n} numbers"):
    """A question about the game with the numbers 1 to n."""

    n: Numbers

    def operations(self) -> float:
        from tafelwerk.families.dresher.builds import game_operations

        return game_operations(self.n, warm=False)

    def build(self) -> Games:
        from tafelwerk.families.dresher.builds import Games

        return Games(self.n, self.n)

    def solution(self) -> Solution:
        """The game, solved from scratch."""
        from tafelwerk.families.dresher.solving import solve_once

        return solve_once(self.n)


class Value(OfGame[answers.Value]):
    """Value of the game: mean number of guesses when both sides play optimally.

    Example: tafelwerk dresher value 100

    Example: tafelwerk dresher value 11 --json
    """

    def look_up(self, book: Book) -> answers.Value | None:
        row = _value(book, self.n)
        return None if row is None else row[0]

    def solve(self) -> answers.Value:
        from tafelwerk.families.dresher.solutions import value_of

        return value_of(self.solution())

    def text(self, answer: answers.Value) -> str:
        text = f"{count_noun(answer.n, 'number')}: {guesses_text(answer.value, 9)} on average when both sides play optimally "
        text += f"({answer.source}). The searcher mixes {count_noun(answer.trees, 'tree')} "
        text += f"of at most {count_noun(answer.depth, 'guess')}. "
        bound = number_text(answer.bound)
        if answer.bound_met:
            return (
                text + f"The value is L({answer.n}) = {bound}: the weights 2, 1, ..., 1, 2 are optimal for the hider."
            )
        over = number_text(answer.value - answer.bound)
        return (
            text
            + f"The weights 2, 1, ..., 1, 2 guarantee the hider only L({answer.n}) = {bound}, which is {over} less."
        )


class Hider(OfGame[answers.Hider]):
    """Optimal strategy of the hider: the probability of each number.

    Example: tafelwerk dresher hider 11

    Example: tafelwerk dresher hider 11 -o bars.svg
    """

    rows_line = rows_of("hider", "number")

    def look_up(self, book: Book) -> answers.Hider | None:
        row, weights = _value(book, self.n), _weights(book, self.n)
        if row is None or not weights:
            return None
        return hider_of(weights, None if row[1] else _trees(book, self.n))

    def solve(self) -> answers.Hider:
        solution = self.solution()
        return hider_of(solution.hider, None if solution.hider_unique else solution.searcher)

    def text(self, answer: answers.Hider, *, every: All = False) -> Text:
        from tafelwerk.families.dresher.layouts import hider_picture

        return lambda: hider_picture(answer, every=every)

    def picture(self, answer: answers.Hider) -> Picture:
        from tafelwerk.families.dresher.pictures import hider_bars

        return hider_bars(answer)


class Searcher(OfGame[answers.Searcher | answers.OneTree]):
    """Optimal strategy of the searcher: binary search trees and their probabilities.

    Example: tafelwerk dresher searcher 7

    Example: tafelwerk dresher searcher 40 --tree 1

    Example: tafelwerk dresher searcher 7 -o trees.svg
    """

    rows_line = rows_of("searcher", "dresher.tree_text(depths) AS tree")

    tree: (
        Annotated[int, Parameter("K", "Number of the only tree to draw; 1 is the likeliest.", 1, rules.MOST_NUMBERS)]
        | None
    ) = None

    def look_up(self, book: Book) -> answers.Searcher | answers.OneTree | None:
        trees = _trees(book, self.n)
        return searcher_of(trees, self.tree) if trees else None

    def solve(self) -> answers.Searcher | answers.OneTree:
        return searcher_of(self.solution().searcher, self.tree)

    def text(self, answer: answers.Searcher | answers.OneTree, *, levels: Levels = None, every: All = False) -> Text:
        from tafelwerk.families.dresher.layouts import searcher_picture, tree_picture

        if isinstance(answer, answers.OneTree):
            return lambda: tree_picture(answer, levels=levels)
        return lambda: searcher_picture(answer, every=every, levels=levels)

    def picture(self, answer: answers.Searcher) -> Picture:
        from tafelwerk.families.dresher.pictures import searcher_trees

        return searcher_trees(answer)


class Certificate(OfGame[answers.Certificate]):
    """Certificate of the value as JSON: both strategies with integer weights, for the checker or for one of your own.

    Example: tafelwerk dresher certificate 11 -o dresher-11.json
    """

    def look_up(self, book: Book) -> answers.Certificate | None:
        game = read_game(book, self.n)
        return None if game is None else game.certificate

    def solve(self) -> answers.Certificate:
        return game_of(self.solution()).certificate


class Explain(OfGame[answers.Explanation]):
    """Proof of the value in words and numbers: what each strategy guarantees, computed anew.

    Example: tafelwerk dresher explain 11
    """

    def look_up(self, book: Book) -> answers.Explanation | None:
        from tafelwerk.families.dresher.solutions import explain

        game = read_game(book, self.n)
        return None if game is None else explain(game)

    def solve(self) -> answers.Explanation:
        from tafelwerk.families.dresher.solutions import explain

        return explain(game_of(self.solution()))

    def text(self, answer: answers.Explanation) -> Text:
        from tafelwerk.families.dresher.layouts import proof_text

        return lambda: proof_text(answer)


class Reply(Question[answers.Reply]):
    """Best trees against given weights of the hider: their cost, their number, and the first hundred.

    Example: tafelwerk dresher reply --weights 2,1,1,2

    Example: tafelwerk dresher reply --weights 1/3,1/6,1/6,1/3 --json
    """

    weights: Parsed[Weights]

    @property
    def phrase(self) -> str:
        return f"best trees against {count_noun(len(self.weights), 'weight')}"

    def operations(self) -> float:
        return 60.0 * len(self.weights) ** 3

    def solve(self) -> answers.Reply:
        from tafelwerk.families.dresher.solving import best_replies

        return best_replies(self.weights)

    def text(self, answer: answers.Reply) -> Text:
        from tafelwerk.commands.output import with_heading

        heading = self._heading(answer)
        return lambda: with_heading(heading, trees_table(answer.trees))

    def picture(self, answer: answers.Reply) -> Picture:
        from tafelwerk.families.dresher.pictures import best_trees

        return best_trees(answer.trees, self._heading(answer).rstrip(":"))

    def _heading(self, answer: answers.Reply) -> str:
        count = count_noun(int(answer.count), "tree")
        heading = f"Least sum of weight times guesses: {number_text(answer.total)}, attained by {count}"
        return heading + (f", of which the first {len(answer.trees)}:" if len(answer.trees) < answer.count else ":")


class Placements(Question[answers.Placements]):
    """Best trees against given weights by dynamic programming: least cost of the first numbers on the first places of a tree.

    Example: tafelwerk dresher placements --weights 2,1,1,2

    Example: tafelwerk dresher placements --weights 2,1,1,2 --height 4 --json
    """

    weights: Parsed[Weights]
    height: (
        Annotated[
            int,
            Parameter(
                "H", "Height of the tree. Default: the least that has room.", 1, rules.MOST_HEIGHT, is_argument=False
            ),
        ]
        | None
    ) = None

    @property
    def phrase(self) -> str:
        return f"placements of {count_noun(len(self.weights), 'weight')}"

    @property
    def _least_height(self) -> int:
        return len(self.weights).bit_length()

    def check(self) -> None:
        if len(self.weights) > rules.MOST_PLACED:
            raise ArgumentError(
                f"--weights must be at most {rules.MOST_PLACED} weights for a table, not {len(self.weights)}"
            )
        if self.height is not None and self.height < self._least_height:
            raise ArgumentError(
                f"--height must be {self._least_height} or more for {count_noun(len(self.weights), 'number')}, not {self.height}"
            )

    def operations(self) -> float:
        return 1e3 * len(self.weights) * 2.0 ** (self.height or self._least_height)

    def solve(self) -> answers.Placements:
        from tafelwerk.families.dresher.solving import list_placements

        return list_placements(self.weights, self.height or self._least_height)

    def text(self, answer: answers.Placements) -> Text:
        from tafelwerk.commands.output import table, with_heading

        total = answer.least[-1][-1]
        assert total is not None, "the tree has room for all numbers"
        heading = (
            f"Least sum of weight times guesses in trees of {count_noun(answer.height, 'level')}: {number_text(total)} "
            f"({answer.source}). Columns are the places of a tree by their depths, entries the least cost of the numbers "
            "up to the row's on the places up to the column's; in brackets the way of a best tree."
        )
        rows = [
            (number, str(weight), *(_placement_text(*entry) for entry in zip(costs, marks, strict=True)))
            for number, (weight, costs, marks) in enumerate(
                zip(self.weights, answer.least, answer.best, strict=True), 1
            )
        ]
        return lambda: with_heading(heading, table(("number", "weight", *map(str, answer.depths)), rows))


def _placement_text(cost: Fraction | None, is_best: bool) -> str:
    text = "-" if cost is None else str(cost)
    return f"[{text}]" if is_best else text


class Few(Question[answers.Searcher], title="few trees for {n} numbers"):
    """Optimal strategy of the searcher with few trees: proved optimal, not proved to have the fewest.

    Example: tafelwerk dresher few 8
    """

    n: SomeNumbers

    def operations(self) -> float:
        # the number of best replies grows with n, the work of the mixed-integer program even faster
        return 1e6 * 2.0**self.n

    def look_up(self, book: Book) -> answers.Searcher | None:
        from tafelwerk.families.dresher.solving import few_trees_of

        game = read_game(book, self.n)
        return None if game is None else few_trees_of(game.certificate)

    def solve(self) -> answers.Searcher:
        from tafelwerk.families.dresher.solving import few_trees_of, solve_once

        return few_trees_of(game_of(solve_once(self.n)).certificate)

    def text(self, answer: answers.Searcher) -> Text:
        from tafelwerk.families.dresher.layouts import searcher_picture

        return lambda: searcher_picture(answer, every=True, levels=None)

    def picture(self, answer: answers.Searcher) -> Picture:
        from tafelwerk.families.dresher.pictures import searcher_trees

        return searcher_trees(answer)


class Matrix(Question[answers.Matrix], title="all search trees of {n} numbers"):
    """All search trees and the payoff matrix of guesses: a row per tree, a column per number.

    Example: tafelwerk dresher matrix 4

    Example: tafelwerk dresher matrix 8 --json

    Example: tafelwerk dresher matrix 4 -o matrix.nfg
    """

    n: FewNumbers

    def solve(self) -> answers.Matrix:
        from tafelwerk.families.dresher.solving import list_trees

        return list_trees(self.n)

    def text(self, answer: answers.Matrix) -> Text:
        from tafelwerk.commands.output import with_heading

        heading = (
            f"{count_noun(self.n, 'number')}, {count_noun(len(answer.trees), 'tree')}: a row per search tree, a column per "
            "hidden number, and the number of guesses that the tree needs for it; the tree's first guess has 1"
        )
        return lambda: with_heading(heading, trees_table(answer.trees))


class Simplex(Question[answers.Simplex], title="the simplex method for {n} numbers"):
    """Dresher's own simplex method on the matrix of all trees: every basis, its inverse, and the columns that enter and leave.

    Example: tafelwerk dresher simplex 4
    """

    n: FewNumbers

    def solve(self) -> answers.Simplex:
        from tafelwerk.families.dresher.solving import run_simplex

        return run_simplex(self.n)

    def text(self, answer: answers.Simplex) -> Text:
        from tafelwerk.families.dresher.layouts import simplex_text

        return lambda: simplex_text(answer)


class DresherQuestions(Questions):
    """The questions, as `book.dresher` has them."""

    value = Asks(Value)
    hider = Asks(Hider)
    searcher = Asks(Searcher)
    certificate = Asks(Certificate)
    explain = Asks(Explain)
    reply = Asks(Reply)
    placements = Asks(Placements)
    few = Asks(Few)
    matrix = Asks(Matrix)
    simplex = Asks(Simplex)


def stored_numbers(book: Book) -> frozenset[int]:
    """The n of all stored games."""
    return frozenset(row[0] for row in book.rows("dresher", "SELECT n FROM dresher.games"))


def read_game(book: Book, n: int) -> answers.Game | None:
    """A stored game: value, certificate and uniqueness; None if one of its tables lacks it."""
    row, weights, trees = _value(book, n), _weights(book, n), _trees(book, n)
    if row is None or not weights or not trees:
        return None
    return answers.Game(row[0], certificate_of(row[0].value, weights, trees), row[1])


def _value(book: Book, n: int) -> tuple[answers.Value, bool] | None:
    """The value, and whether the hider's strategy is proved unique."""
    row = book.one(
        "dresher",
        "SELECT value_num, value_den, value, bound_num, bound_den, bound_met, trees, depth, hider_unique, build "
        "FROM dresher.games WHERE n = ?",
        n,
    )
    if row is None:
        return None
    above, below, value_float, bound_above, bound_below, bound_met, trees, depth, unique = row
    exact, bound = Fraction(int(above), int(below)), Fraction(bound_above, bound_below)
    return answers.Value(n, exact, value_float, depth, trees, bound, bound_met), unique


def _weights(book: Book, n: int) -> list[int]:
    rows = book.rows("dresher", "SELECT weight, build FROM dresher.hider WHERE n = ? ORDER BY number", n)
    return [int(weight) for (weight,) in rows]


def _trees(book: Book, n: int) -> list[tuple[int, Depths]]:
    rows = book.rows("dresher", "SELECT weight, depths, build FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
    return [(int(weight), tuple(depths)) for weight, depths in rows]


def hider_of(weights: Sequence[int], trees: Sequence[tuple[int, Depths]] | None = None) -> answers.Hider:
    """The hider's strategy with integer weights; `trees`: the searcher's, unless no other strategy of the hider is optimal."""
    other = None
    if trees is not None:
        from tafelwerk.solvers.dresher.other_optima import another_hider

        other = another_hider(weights, trees)
    shares = tuple(Fraction(weight, sum(weights)) for weight in weights)
    return answers.Hider(len(weights), shares, trees is None, other)


def searcher_of(trees: Sequence[tuple[int, Depths]], tree: int | None = None) -> answers.Searcher | answers.OneTree:
    """The searcher's strategy from trees with integer weights, or one of its trees.

    Raises:
        ArgumentError: `tree` is beyond the number of trees.
    """
    n, total = len(trees[0][1]), sum(weight for weight, _ in trees)
    if tree is None:
        return answers.Searcher(
            n, tuple(answers.SearchTree(Fraction(weight, total), depths) for weight, depths in trees)
        )
    if not 1 <= tree <= len(trees):
        raise ArgumentError(f"--tree must be 1 to {len(trees)}, the number of trees for {n} numbers, not {tree}")
    weight, depths = trees[tree - 1]
    return answers.OneTree(n, (answers.SearchTree(Fraction(weight, total), depths),), tree, len(trees))


def certificate_of(value: Fraction, weights: Sequence[int], trees: Sequence[tuple[int, Depths]]) -> answers.Certificate:
    """The certificate of strategies with integer weights."""
    return answers.Certificate(
        len(weights),
        value,
        Fraction(sum(weights)),
        tuple(map(Fraction, weights)),
        Fraction(sum(weight for weight, _ in trees)),
        tuple(answers.WeightedTree(Fraction(weight), depths) for weight, depths in trees),
    )


def game_of(solution: Solution) -> answers.Game:
    """A solved game: value, certificate and uniqueness."""
    from tafelwerk.families.dresher.solutions import value_of

    proved = certificate_of(solution.value, solution.hider, solution.searcher)
    return answers.Game(value_of(solution), proved, solution.hider_unique)


def trees_table(trees: Sequence[Sequence[int]]) -> Any:
    """A row per tree: the depths of its numbers."""
    from tafelwerk.commands.output import table

    return table(("tree", *map(str, range(1, len(trees[0]) + 1))), [(i, *depths) for i, depths in enumerate(trees, 1)])
