"""The proof of a value of Dresher's game, line by line: from a certificate, every line with the sum that shows it.

The hider's weights bound the value from below: for each interval of numbers, the least sum of weight times guesses over all
search trees of it is its weight and the least sums on both sides of the best first guess. The searcher's trees bound it from
above: for each number, the mean of its depths in the trees. Lines refer to the lines that they use, by their numbers.

Plain Python on integers and fractions; nothing is taken from the solver but the two strategies.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.families.dresher.answers import Certificate
from tafelwerk.wording import count_noun

MOST_PROVED = 100
"""Greatest n whose proof is shown by lines: 5,050 of them are about intervals."""

Cell = str | int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the proof.

    Attributes:
        number: of the line, from 1.
        part: the part of the proof that it belongs to.
        claim: what is claimed.
        reason: why it holds.
        left, right: both sides of the sum that shows it, as text.
        relation: "=", "≤" or "≥".
        holds: whether the sum is right.
        columns, rows: a table of what is added or compared; a cell that is an int is the number of a line, 0 for none.
        chosen: rows of the table that give the result.
        depths: a search tree by the depths of its numbers; empty where the line has none.
    """

    number: int
    part: str
    claim: str
    reason: str
    left: str
    relation: str
    right: str
    holds: bool
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    chosen: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the proof: its heading, and the numbers of its first and last line."""

    heading: str
    first: int
    last: int


class Proof:
    """The lines of a proof.

    Args:
        certificate: the strategies.

    Attributes:
        n: greatest number.
        value: value of the game.
        parts: parts of the proof, in order.

    Raises:
        InputError: n is above MOST_PROVED.
    """

    def __init__(self, certificate: Certificate) -> None:
        n = certificate.n
        if n > MOST_PROVED:
            raise InputError(
                f"a proof is shown by lines for at most {MOST_PROVED} numbers, not {n}; run: tafelwerk dresher explain {n}"
            )
        self.n, self.value = n, certificate.value
        self.weights = [int(weight) for weight in certificate.hider]
        self.trees = [(int(tree.weight), tree.depths) for tree in certificate.searcher]
        self.total, self.trees_total = int(certificate.hider_total), int(certificate.searcher_total)
        self._sums = [0, *accumulate(self.weights)]
        self._least = self._fill_table()
        parts, first = [], 1
        for heading, count in (
            ("The claim", 1),
            ("The hider's strategy", 1),
            ("The least sums of intervals", n * (n + 1) // 2),
            ("The lower bound", 1),
            ("The searcher's trees", len(self.trees)),
            ("The searcher's strategy", 1),
            ("Every number against the trees", n),
            ("The value", 1),
        ):
            parts.append(Part(heading, first, first + count - 1))
            first += count
        self.parts = tuple(parts)
        self._lines: Sequence[Callable[[int], Line]] = (
            self._claim,
            self._hider,
            self._interval,
            self._lower,
            self._tree,
            self._searcher,
            self._number,
            self._value,
        )

    def __len__(self) -> int:
        return self.parts[-1].last

    def line(self, number: int) -> Line:
        """A line.

        Raises:
            InputError: there is no such line.
        """
        if not 1 <= number <= len(self):
            raise InputError(f"the proof has lines 1 to {len(self):,}, not {number}")
        index = next(index for index, part in enumerate(self.parts) if number <= part.last)
        return self._lines[index](number)

    def interval_line(self, first: int, last: int) -> int:
        """Number of the line about an interval; 0 for an empty one."""
        if first > last:
            return 0
        # shorter intervals come first
        before = sum(self.n - length + 1 for length in range(1, last - first + 1))
        return self.parts[2].first + before + first - 1

    def least(self, first: int, last: int) -> int:
        """Least sum of weight times guesses over the trees of an interval; 0 for an empty one."""
        return self._least[first][last] if first <= last else 0

    def weight(self, first: int, last: int) -> int:
        """Weight of an interval."""
        return self._sums[last] - self._sums[first - 1]

    def _fill_table(self) -> list[list[int]]:
        least = [[0] * (self.n + 1) for _ in range(self.n + 2)]
        for length in range(1, self.n + 1):
            for first in range(1, self.n - length + 2):
                last = first + length - 1
                sides = (
                    (least[first][guess - 1] if guess > first else 0) + (least[guess + 1][last] if guess < last else 0)
                    for guess in range(first, last + 1)
                )
                least[first][last] = self.weight(first, last) + min(sides)
        return least

    def _claim(self, number: int) -> Line:
        lower, upper = self.parts[3].first, self.parts[7].first
        return Line(
            number,
            self.parts[0].heading,
            f"The value of the game with the numbers 1 to {self.n} is {self.value} guesses.",
            "A strategy of the hider forces at least that many guesses on average, and a strategy of the searcher takes at most "
            "that many. A searcher who wastes no guess follows a binary search tree: the root is the first guess, lower numbers "
            "lie to its left, higher ones to its right, and a number takes as many guesses as its depth, 1 at the root.",
            f"value of {self.n}",
            "=",
            str(self.value),
            True,
            ("is shown by", "line"),
            (("at least", lower), ("at most", upper)),
        )

    def _hider(self, number: int) -> Line:
        total = sum(self.weights)
        rows = tuple(
            (str(i), str(weight), str(Fraction(weight, self.total))) for i, weight in enumerate(self.weights, 1)
        )
        return Line(
            number,
            self.parts[1].heading,
            f"The hider picks each number with the probability of its weight divided by {self.total}.",
            "The weights are 0 or more, and their sum is the number that they are divided by, so these are probabilities.",
            " + ".join(map(str, self.weights)),
            "=",
            str(self.total),
            total == self.total and min(self.weights) >= 0,
            ("number", "weight", "probability"),
            rows,
        )

    def _interval(self, number: int) -> Line:
        index = number - self.parts[2].first
        length = 1
        while index >= self.n - length + 1:
            index -= self.n - length + 1
            length += 1
        first, last = index + 1, index + length
        weight, least = self.weight(first, last), self.least(first, last)
        rows, sums = [], []
        for guess in range(first, last + 1):
            left, right = self.least(first, guess - 1), self.least(guess + 1, last)
            sums.append(weight + left + right)
            refs = self.interval_line(first, guess - 1), self.interval_line(guess + 1, last)
            rows.append((str(guess), f"{weight} + {left} + {right} = {sums[-1]}", *refs))
        best = tuple(index for index, total in enumerate(sums) if total == least)
        name = f"{first} to {last}" if first < last else str(first)
        if first == last:
            reason = f"The only tree guesses {first} at once: its weight {weight} times 1 guess."
        else:
            reason = (
                f"The first guess costs every number of the interval one guess, in all its weight {weight}; what is left lies on "
                "one side of the guess, where the least sums are known. The least over all first guesses is the least sum."
            )
        return Line(
            number,
            self.parts[2].heading,
            f"Over all search trees of {name}, the least sum of weight times guesses is {least}.",
            reason,
            f"min({', '.join(map(str, sums))})" if len(sums) > 1 else f"{weight} × 1",
            "=",
            str(least),
            min(sums) == least,
            ("guess", "weight + left + right", "left", "right"),
            tuple(rows),
            best,
        )

    def _lower(self, number: int) -> Line:
        least = self.least(1, self.n)
        line = self.interval_line(1, self.n)
        return Line(
            number,
            self.parts[3].heading,
            f"Whatever the searcher does, the hider's strategy takes at least {self.value} guesses on average.",
            f"By line {line} every tree has a sum of at least {least}; divided by the sum of the weights, that is a mean number "
            "of guesses. A mixture of trees takes a mean of such numbers, which is not smaller.",
            f"{least}/{self.total}",
            "=",
            str(self.value),
            Fraction(least, self.total) == self.value,
            ("uses", "line"),
            (("the hider's probabilities", self.parts[1].first), ("the least sum of all numbers", line)),
        )

    def _tree(self, number: int) -> Line:
        index = number - self.parts[4].first
        weight, depths = self.trees[index]
        root = depths.index(min(depths)) + 1
        return Line(
            number,
            self.parts[4].heading,
            f"Tree {index + 1} of {len(self.trees)}, of weight {weight}, is a search tree of 1 to {self.n}; its first guess is "
            f"{root}.",
            "In every interval that the tree has still to search, one number has the least depth, and it is one deeper than the "
            "guess before. So the tree can be drawn again from its depths.",
            f"depths {' '.join(map(str, depths))}",
            "=",
            f"depths of the tree {' '.join(map(str, grown(depths)))}",
            grown(depths) == tuple(depths),
            depths=tuple(depths),
        )

    def _searcher(self, number: int) -> Line:
        weights = [weight for weight, _ in self.trees]
        rows = tuple(
            (str(tree), str(weight), str(Fraction(weight, self.trees_total)), self.parts[4].first + tree - 1)
            for tree, weight in enumerate(weights, 1)
        )
        return Line(
            number,
            self.parts[5].heading,
            f"The searcher draws one of {count_noun(len(weights), 'tree')}, each with the probability of its weight divided by "
            f"{self.trees_total}.",
            "The weights are 1 or more, and their sum is the number that they are divided by.",
            " + ".join(map(str, weights)),
            "=",
            str(self.trees_total),
            sum(weights) == self.trees_total and min(weights) >= 1,
            ("tree", "weight", "probability", "line"),
            rows,
        )

    def _number(self, number: int) -> Line:
        index = number - self.parts[6].first
        products = [weight * depths[index] for weight, depths in self.trees]
        mean = Fraction(sum(products), self.trees_total)
        rows = tuple(
            (str(tree), str(weight), str(depths[index]), str(product), self.parts[4].first + tree - 1)
            for tree, ((weight, depths), product) in enumerate(zip(self.trees, products, strict=True), 1)
        )
        return Line(
            number,
            self.parts[6].heading,
            f"If the number is {index + 1}, the searcher's strategy takes {mean} guesses on average, at most {self.value}.",
            "The depth of the number in each tree times the weight of the tree, added up and divided by the sum of the weights.",
            f"({' + '.join(map(str, products))})/{self.trees_total} = {mean}",
            "≤",
            str(self.value),
            mean <= self.value,
            ("tree", "weight", "guesses", "product", "line"),
            rows,
        )

    def _value(self, number: int) -> Line:
        means = [
            Fraction(sum(weight * depths[index] for weight, depths in self.trees), self.trees_total)
            for index in range(self.n)
        ]
        rows = tuple((str(index), str(mean), self.parts[6].first + index - 1) for index, mean in enumerate(means, 1))
        least = Fraction(self.least(1, self.n), self.total)
        return Line(
            number,
            self.parts[7].heading,
            f"The value of the game is {self.value} guesses.",
            f"No number takes the searcher's strategy more than {self.value} guesses, so no strategy of the hider does; by line "
            f"{self.parts[3].first} the hider's strategy takes at least that many. Both strategies are optimal.",
            f"{max(means)}",
            "=",
            f"{least}",
            max(means) == least == self.value,
            ("number", "mean number of guesses", "line"),
            rows,
            tuple(index for index, mean in enumerate(means) if mean == self.value),
        )


def grown(depths: Sequence[int]) -> tuple[int, ...]:
    """Depths in the search tree whose root over each interval is the number of least depth there, of equal ones the first."""
    depths_below, waiting = [0] * len(depths), [(0, len(depths), 1)]
    for first, after, depth in waiting:
        if first < after:
            root = min(range(first, after), key=lambda number: depths[number])
            depths_below[root] = depth
            waiting += [(first, root, depth + 1), (root + 1, after, depth + 1)]
    return tuple(depths_below)


def proof_line(n: int, number: int) -> dict[str, Any]:
    """A line of a proof.

    Args:
        n: greatest number of the game.
        number: of the line.

    Returns:
        The fields of `Line`; "count", the number of lines; "parts" with "heading", "first" and "last"; "tree", None or a
        drawing with "width", "height", "body" and "text".

    Raises:
        MissingTableError: the game is not stored.
        InputError: the game is too large, or has no such line.
    """
    from tafelwerk.book import open_book
    from tafelwerk.families.dresher import questions
    from tafelwerk.plots.pictures import of_depths, tree

    with open_book() as book:
        proof = Proof(book.ask(questions.Certificate(n)))
    proof_line = proof.line(number)
    picture = tree(of_depths(proof_line.depths)) if proof_line.depths else None
    return asdict(proof_line) | {
        "count": len(proof),
        "n": n,
        "value": str(proof.value),
        "parts": [asdict(part) for part in proof.parts],
        "tree": None if picture is None else asdict(picture),
    }
