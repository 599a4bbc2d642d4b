"""What the family's questions answer. Every number is exact."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.dresher import Depths
from tafelwerk.tables.question import Answer, answer


@answer
class Value(Answer):
    """Value of the game with the numbers 1 to n, in guesses.

    Attributes:
        n: greatest number.
        value: the value.
        value_float: the double nearest to it.
        depth: deepest tree of the stored searcher.
        trees: number of trees that it mixes.
        bound: L(n), which the weights 2, 1, ..., 1, 2 guarantee the hider.
        bound_met: whether that is the value.
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
    """An optimal strategy of the hider.

    Attributes:
        n: greatest number.
        weights: probability of each number, 1 first.
    """

    n: int
    weights: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class SearchTree:
    """A search tree and its probability.

    Attributes:
        probability: probability that the searcher plays it.
        depths: depths of 1 to n, root 1.
    """

    probability: Fraction
    depths: Depths


@answer
class Searcher(Answer):
    """An optimal strategy of the searcher.

    Attributes:
        n: greatest number.
        trees: search trees that it mixes, most probable first.
    """

    n: int
    trees: tuple[SearchTree, ...]


@answer
class OneTree(Searcher):
    """One tree of an optimal strategy of the searcher.

    Attributes:
        tree: its number, from 1.
        of: number of trees.
    """

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
        n: greatest number.
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
        n: greatest number.
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
    """A search tree and its integer weight.

    Attributes:
        weight: its probability times the sum of all weights.
        depths: depths of 1 to n, root 1.
    """

    weight: Fraction
    depths: Depths


@answer
class Certificate(Answer):
    """Proof of a value: both strategies with integer weights, and the sums of the weights.

    `tafelwerk/proofs/dresher/checker.py` proves the value from it, with nothing else.

    Attributes:
        n: greatest number.
        value: the value.
        hider_total: sum of the hider's weights.
        hider: weight of each number, 1 first.
        searcher_total: sum of the searcher's weights.
        searcher: search trees and their weights.
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
    """A certificate written to a file.

    Attributes:
        n: greatest number.
        value: the value.
        output: path of the file.
    """

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
    """Guesses that strategies guarantee.

    Attributes:
        hider: the hider's strategy, at least.
        searcher: the searcher's strategy, at most.
        weights_2_1_1_2: the weights 2, 1, ..., 1, 2 of the hider, at least.
    """

    hider: Fraction
    searcher: Fraction
    weights_2_1_1_2: Fraction


@dataclass(frozen=True, slots=True)
class BestReply:
    """Best replies to the hider's strategy.

    Attributes:
        first_guesses: every first guess of a best reply.
        depths: depths of one best reply.
    """

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
        n: greatest number.
        value: the value, in guesses.
        lower: what a best reply takes against the hider's strategy.
        upper: the most that the searcher's mixture takes for any number.
        guarantees: guesses that the strategies guarantee.
        best_reply: best replies to the hider's strategy.
        first_guesses: (n,) what each first guess takes against the hider when best guesses follow.
        taken: (n,) guesses that the searcher's mixture takes on average for each number.
        weights: (n,) the hider's strategy.
        bound, bound_met: L(n), and whether it is the value.
        conjectures: what was supposed of the hider's weights, and whether it holds.
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
