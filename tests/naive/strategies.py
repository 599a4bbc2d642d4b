"""Entropies compared by their definition, and LEX as it is said: every query, every answer, nothing remembered.

Sums over parts are kept as numbers over a basis that admits one way of writing: powers of primes with exponents below 1,
or logarithms of primes. What is left over between two sums is weighed in decimals of many digits.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from tafelwerk.solvers.deduction.search_problem import SearchProblem

DIGITS = 80


def prime_exponents(n: int) -> Counter[int]:
    """How often every prime divides n."""
    exponents: Counter[int] = Counter()
    p = 2
    while n > 1:
        while n % p == 0:
            exponents[p] += 1
            n //= p
        p += 1
    return exponents


def entropy_sum(alpha: Fraction, parts: Iterable[int]) -> Counter[tuple[tuple[int, Fraction], ...]]:
    """The sum of n^alpha: whole numbers by radicals, a radical as primes with exponents below 1. For alpha = 1 the sum of
    n ln n: whole numbers by primes."""
    total: Counter[tuple[tuple[int, Fraction], ...]] = Counter()
    for n in parts:
        exponents = prime_exponents(n)
        if alpha == 1:
            for p, exponent in exponents.items():
                total[((p, Fraction(1)),)] += n * exponent
        else:
            whole, radical = 1, []
            for p, exponent in sorted(exponents.items()):
                power = alpha * exponent
                whole *= p ** (power.numerator // power.denominator)
                if power.denominator > 1:
                    radical.append((p, power % 1))
            total[tuple(radical)] += whole
    return total


def compare(alpha: Fraction | None, a: Sequence[int], b: Sequence[int]) -> int:
    """-1 where the parts a have the greater entropy H_alpha, 1 where b have, 0 where they tie."""
    if alpha is None:
        return (max(a) > max(b)) - (max(a) < max(b))
    if alpha == 0:
        return (len(a) < len(b)) - (len(a) > len(b))
    surplus = entropy_sum(alpha, a)
    surplus.subtract(entropy_sum(alpha, b))
    if not any(surplus.values()):
        return 0
    with localcontext(prec=DIGITS):
        difference = Decimal(0)
        for radical, number in surplus.items():
            value = Decimal(number)
            for p, exponent in radical:
                decimal = Decimal(exponent.numerator) / exponent.denominator
                value *= Decimal(p).ln() if alpha == 1 else Decimal(p) ** decimal
            difference += value
        assert abs(difference) > Decimal(10) ** (20 - DIGITS)
    return (1 if difference > 0 else -1) * (1 if alpha >= 1 else -1)


def parts(problem: SearchProblem, query: int, left: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The codes that each answer to a query leaves, by ascending answer."""
    row = problem.answers[query].tolist()
    found: dict[int, list[int]] = {}
    for code in left:
        found.setdefault(row[code], []).append(code)
    return {answer: tuple(found[answer]) for answer in sorted(found)}


def best(
    problem: SearchProblem, left: Sequence[int], alpha: Fraction | None, queries: Iterable[int] | None = None
) -> list[int]:
    """The queries of greatest entropy, those that name a code left if there are any."""
    tied: list[int] = []
    lead: list[int] = []
    for query in range(len(problem.queries)) if queries is None else queries:
        sizes = [len(part) for part in parts(problem, query, left).values()]
        if len(sizes) == 1:
            continue
        order = compare(alpha, sizes, lead) if tied else -1
        if order < 0:
            tied, lead = [query], sizes
        elif order == 0:
            tied.append(query)
    return [query for query in tied if problem.code_of[query] in left] or tied


Queries = tuple[int, ...]


def lex(
    problem: SearchProblem,
    left: Sequence[int],
    alpha: Fraction | None,
    queries: Queries | None = None,
    after: Callable[[Queries, int, int], Queries] = lambda queries, query, answer: queries,
) -> list[tuple[int, int, int, int]]:
    """The tree of LEX in depth-first order: parent, answer, query, codes left; IndexError where no query splits.

    after: those of some queries that may follow a query and its answer.
    """
    nodes: list[tuple[int, int, int, int]] = []

    def ask(parent: int, answer: int, left: Sequence[int], queries: Queries) -> None:
        if len(left) == 1:
            if problem.solved < 0:
                return
            query = int(problem.query_of[left[0]])
        else:
            query = best(problem, left, alpha, queries)[0]
        node = len(nodes)
        nodes.append((parent, answer, query, len(left)))
        for label, part in parts(problem, query, left).items():
            if label != problem.solved:
                ask(node, label, part, after(queries, query, label))

    ask(-1, 0, left, tuple(range(len(problem.queries))) if queries is None else queries)
    return nodes


def read_alpha(text: str) -> Fraction | None:
    """An order of entropy from 0, 1/2, 1.5, inf."""
    return None if text == "inf" else Fraction(text)
