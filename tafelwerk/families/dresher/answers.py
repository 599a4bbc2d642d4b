"""Answers of the family's questions. Every number is exact."""

from fractions import Fraction

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer


@answer
class Value(Answer):
    """Value of the game with the numbers 1 to n, in guesses.

    Attributes:
        n: greatest number.
        value: value of the game.
        value_float: nearest double to the value.
        depth: depth of the deepest tree of the stored searcher.
        trees: number of trees that the stored searcher mixes.
        bound: L(n), which the weights 2, 1, ..., 1, 2 guarantee the hider.
        bound_met: whether L(n) is the value.
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
        hider_unique: whether no other strategy that treats i and n + 1 - i alike is optimal: proved.
        other_hider: probability of each number in another optimal strategy, if one is known.
    """

    n: int
    weights: tuple[Fraction, ...]
    hider_unique: bool
    other_hider: tuple[Fraction, ...] | None = None


@frozen
class SearchTree:
    """A search tree and its probability.

    Attributes:
        probability: probability of the tree.
        depths: depths of 1 to n in the tree, 1 at the root.
    """

    probability: Fraction
    depths: Depths


@answer
class Searcher(Answer):
    """An optimal strategy of the searcher.

    Attributes:
        n: greatest number.
        trees: search trees of the mixture, most probable first.
    """

    n: int
    trees: tuple[SearchTree, ...]


@answer
class OneTree(Searcher):
    """One tree of an optimal strategy of the searcher.

    Attributes:
        tree: number of the tree, from 1.
        of: number of trees of the strategy.
    """

    tree: int
    of: int


@answer
class Reply(Answer):
    """Best trees against weights of the hider.

    Attributes:
        total: sum of weight times depth over all numbers, in a best tree.
        count: number of best trees.
        trees: the first 100 best trees at most, by their depths, in lexicographic order.
    """

    total: Fraction
    count: Fraction
    trees: tuple[Depths, ...]


@answer
class Placements(Answer):
    """Least costs of the first i numbers on the first j places of a search tree, against weights of the hider.

    Attributes:
        height: number of levels of the tree.
        depths: depths of its places from left to right, 1 at the root.
        least: a row per number i, an entry per place j: least sum of weight times depth of the numbers 1 to i on the places
            1 to j; None where there are fewer places than numbers. The last entry is the cost of a best tree of this height.
        best: for each entry, whether a best tree over all numbers takes its way through it.
    """

    height: int
    depths: tuple[int, ...]
    least: tuple[tuple[Fraction | None, ...], ...]
    best: tuple[tuple[bool, ...], ...]


@answer
class Matrix(Answer):
    """All search trees of the numbers 1 to n, and the payoff matrix.

    Attributes:
        n: greatest number.
        trees: all trees by their depths, in lexicographic order.
        matrix: number of guesses, a row per number, a column per tree.
        mirror_pairs: sum of the depths of i and n + 1 - i, a row per such pair, a column per tree and its mirror image.
    """

    n: int
    trees: tuple[Depths, ...]
    matrix: tuple[tuple[int, ...], ...]
    mirror_pairs: tuple[tuple[int, ...], ...]


@frozen
class SimplexStep:
    """A basis of Dresher's simplex method, and the pivot from it.

    Attributes:
        basis: columns of the basis by their numbers, 0 first: trees from 1, then unit columns.
        inverse: inverse of the basis, row by row.
        products: first row of the inverse times each column from 1 on; the basis is optimal if none is above 0.
        enters, leaves: columns that enter and leave the basis; None at the end.
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
        value: value of the game, in guesses: half the value of the matrix.
        trees: columns 1 to k: the first of each tree and its mirror image.
        matrix: sum of the depths of i and n + 1 - i, a row per such pair, a column per tree.
        steps: every basis, from the first to an optimal one.
        hider: strategy of the hider from the last basis, number by number.
        searcher: strategy of the searcher from the last basis: trees and probabilities, half for each mirror image.
        other_hider: another optimal strategy of the hider, number by number, if there is one.
    """

    n: int
    value: Fraction
    trees: tuple[Depths, ...]
    matrix: tuple[tuple[int, ...], ...]
    steps: tuple[SimplexStep, ...]
    hider: tuple[Fraction, ...]
    searcher: tuple[SearchTree, ...]
    other_hider: tuple[Fraction, ...] | None = None


@frozen
class WeightedTree:
    """A search tree and its integer weight.

    Attributes:
        weight: probability of the tree times the sum of all weights.
        depths: depths of 1 to n in the tree, 1 at the root.
    """

    weight: Fraction
    depths: Depths


@answer
class Certificate(Answer):
    """Proof of a value: both strategies with integer weights, and the sums of the weights.

    `tafelwerk/proofs/dresher/checker.py` proves the value from it alone.

    Attributes:
        n: greatest number.
        value: value of the game.
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

    def mean_guesses(self) -> list[Fraction]:
        """(n,) mean number of guesses of the searcher's mixture, for each number."""
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
        value: value of the game.
        output: path of the file.
    """

    n: int
    value: Fraction
    output: str


@frozen
class Game:
    """A solved game: its value, its certificate, and whether the hider's strategy is proved to be the only symmetric optimum."""

    value: Value
    certificate: Certificate
    hider_unique: bool


@frozen
class Guarantees:
    """Mean numbers of guesses that strategies guarantee.

    Attributes:
        hider: guesses that the hider's strategy costs at least.
        searcher: guesses that the searcher's strategy takes at most.
        weights_2_1_1_2: guesses that the weights 2, 1, ..., 1, 2 of the hider cost at least.
    """

    hider: Fraction
    searcher: Fraction
    weights_2_1_1_2: Fraction


@frozen
class BestReply:
    """Best replies to the hider's strategy.

    Attributes:
        first_guesses: every first guess of a best reply.
        depths: depths of one best reply.
    """

    first_guesses: tuple[int, ...]
    depths: Depths


@frozen
class Conjectures:
    """Conjectures of Johnson (1964) and Gilbert (1962) on the hider's weights a1, ..., an; None for n < 5.

    Attributes:
        sum_rule: whether a1 = a2 + a3.
        double_rule: whether a1 = 2 a2.
        ends_largest: whether a1 > aj for 1 < j < n.
    """

    sum_rule: bool | None
    double_rule: bool | None
    ends_largest: bool | None


@answer
class Explanation(Answer):
    """The proof of a value: what each strategy guarantees, computed anew.

    Attributes:
        n: greatest number.
        value: value of the game, in guesses.
        lower: mean number of guesses of a best reply to the hider's strategy.
        upper: largest mean number of guesses of the searcher's mixture, over all numbers.
        guarantees: guesses that the strategies guarantee.
        best_reply: best replies to the hider's strategy.
        first_guesses: (n,) mean number of guesses after each first guess, if best guesses follow.
        taken: (n,) mean number of guesses of the searcher's mixture, for each number.
        weights: (n,) probabilities of the numbers in the hider's strategy.
        bound, bound_met: L(n), and whether it is the value.
        conjectures: whether the conjectures on the hider's weights hold.
        hider_unique: whether the hider's strategy is proved to be the only symmetric optimum.
        depth, trees: depth of the deepest of the searcher's trees, and number of trees.
        other_hider: (n,) probabilities in another optimal strategy of the hider, if one is known.
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
    other_hider: tuple[Fraction, ...] | None = None
