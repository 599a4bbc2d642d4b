"""What the family's questions answer. Every number is exact."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.dresher import Depths
from tafelwerk.tables.question import Answer, answer


@answer
class Value(Answer):
    """Value of the game with the numbers 1 to n, in guesses.

    Attributes:
        value, value_float: the value, and the double nearest to it.
        depth, trees: the deepest tree of the stored searcher, and how many trees it mixes.
        bound, bound_met: L(n), which the weights 2, 1, ..., 1, 2 guarantee the hider, and whether it is the value.
    """

    n: int
    value: Fraction
    value_float: float
    depth: int
    trees: int
    bound: Fraction
    bound_met: bool


@answer
class Hider(Answer):
    """An optimal strategy of the hider: `weights[i - 1]` is the probability of picking i."""

    n: int
    weights: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class SearchTree:
    """A tree of the searcher, and its probability."""

    probability: Fraction
    depths: Depths


@answer
class Searcher(Answer):
    """An optimal strategy of the searcher: the trees that it mixes, most probable first."""

    n: int
    trees: tuple[SearchTree, ...]


@answer
class OneTree(Searcher):
    """One tree of an optimal strategy of the searcher: number `tree`, from 1, of `of`."""

    tree: int
    of: int


@answer
class Reply(Answer):
    """Best trees against weights of the hider.

    Attributes:
        total: weight times depth, summed over the numbers, in a best tree.
        count: how many best trees there are.
        trees: the first of them, at most 100, by their depths, in lexicographic order.
    """

    total: Fraction
    count: Fraction
    trees: tuple[Depths, ...]


@answer
class Matrix(Answer):
    """All search trees of the numbers 1 to n, and the payoff matrix.

    Attributes:
        trees: by their depths, in lexicographic order.
        matrix: a row per number, a column per tree: the guesses.
        mirror_pairs: a row per pair {i, n + 1 - i}, a column for each tree and its mirror image: the sum of both depths.
    """

    n: int
    trees: tuple[Depths, ...]
    matrix: tuple[tuple[int, ...], ...]
    mirror_pairs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SimplexStep:
    """A basis of Dresher's simplex method, and what is done with it.

    Attributes:
        basis: its columns by their numbers, 0 first: trees from 1, unit columns behind.
        inverse: its inverse, row by row.
        products: first row of the inverse times each column from 1 on; the basis is optimal where none is above 0.
        enters, leaves: the column that comes in and the one that goes; None at the end.
        column: the entering column in terms of the basis; None at the end.
    """

    basis: tuple[int, ...]
    inverse: tuple[tuple[Fraction, ...], ...]
    products: tuple[Fraction, ...]
    enters: int | None
    column: tuple[Fraction, ...] | None
    leaves: int | None


@answer
class Simplex(Answer):
    """Dresher's simplex method on the symmetric game with the numbers 1 to n, step by step.

    Attributes:
        value: the value, in guesses: half of that of the matrix.
        trees: columns 1 to k: of each tree and its mirror image the first.
        matrix: a row per pair {i, n + 1 - i}: the sum of both depths.
        steps: every basis, from the first to an optimal one.
        hider: the hider's strategy that the last basis has, number by number.
        searcher: the searcher's: trees and their probabilities, mirror images each with half.
    """

    n: int
    value: Fraction
    trees: tuple[Depths, ...]
    matrix: tuple[tuple[int, ...], ...]
    steps: tuple[SimplexStep, ...]
    hider: tuple[Fraction, ...]
    searcher: tuple[SearchTree, ...]


@dataclass(frozen=True, slots=True)
class WeightedTree:
    """A tree of the searcher, and its weight, an integer."""

    weight: Fraction
    depths: Depths


@answer
class Certificate(Answer):
    """What proves a value: both strategies with integer weights, and the sums of the weights.

    `tafelwerk/proofs/dresher/checker.py` proves the value from it, with nothing else.
    """

    n: int
    value: Fraction
    hider_total: Fraction
    hider: tuple[Fraction, ...]
    searcher_total: Fraction
    searcher: tuple[WeightedTree, ...]

    def taken(self) -> list[Fraction]:
        """(n,) guesses that the searcher's mixture takes on average for each number."""
        sums = [0] * self.n
        for tree in self.searcher:
            weight = int(tree.weight)
            sums = [total + weight * depth for total, depth in zip(sums, tree.depths, strict=True)]
        return [total / self.searcher_total for total in sums]


@answer
class CertificateFile(Answer):
    """A certificate written to a file."""

    n: int
    value: Fraction
    output: str


@dataclass(frozen=True, slots=True)
class Game:
    """A solved game: its value, what proves it, and whether no other symmetric strategy of the hider is optimal, as far as
    proved."""

    value: Value
    certificate: Certificate
    hider_unique: bool


@dataclass(frozen=True, slots=True)
class Guarantees:
    """Guesses that a strategy guarantees the hider at least, the searcher at most; and the weights 2, 1, ..., 1, 2 the hider."""

    hider: Fraction
    searcher: Fraction
    weights_2_1_1_2: Fraction


@dataclass(frozen=True, slots=True)
class BestReply:
    """Every first guess of best replies to the hider's strategy, and the depths of one best reply."""

    first_guesses: tuple[int, ...]
    depths: Depths


@dataclass(frozen=True, slots=True)
class Conjectures:
    """What Johnson (1964) and Gilbert (1962) supposed of the hider's weights a1, ..., an, and whether it holds; None for n < 5.

    Attributes:
        sum_rule: a1 = a2 + a3.
        double_rule: a1 = 2 a2.
        ends_largest: a1 > aj for 1 < j < n.
    """

    sum_rule: bool | None
    double_rule: bool | None
    ends_largest: bool | None


@answer
class Explanation(Answer):
    """The proof of a value: what either strategy guarantees, computed afresh.

    Attributes:
        value: the value, in guesses.
        lower: what a best reply takes against the hider's strategy.
        upper: the most that the searcher's mixture takes for any number.
        guarantees, best_reply: see there.
        first_guesses: (n,) what each first guess takes against the hider when best guesses follow.
        taken: (n,) guesses that the searcher's mixture takes on average for each number.
        weights: (n,) the hider's strategy.
        bound, bound_met: L(n), and whether it is the value.
        conjectures: see there.
        hider_unique: whether no other symmetric strategy of the hider is optimal, as far as proved.
        depth, trees: the deepest of the searcher's trees, and how many it mixes.
    """

    n: int
    value: Fraction
    lower: Fraction
    upper: Fraction
    guarantees: Guarantees
    best_reply: BestReply
    first_guesses: tuple[Fraction, ...]
    taken: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]
    bound: Fraction
    bound_met: bool
    conjectures: Conjectures
    hider_unique: bool
    depth: int
    trees: int
