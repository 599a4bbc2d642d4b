"""The codemaker chooses, too: the answer about the zero-sum game of codemaker and codebreaker, for hidden codes of any family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, lcm, nextafter
from typing import Literal

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer

Hiding = Literal["chosen", "never", "open"]
"""Whether a code is worth hiding: the codemaker's mixture at hand chooses it; no optimal one does; or neither is shown."""


@frozen
class MixedTree:
    """A strategy in the breaker's mixture.

    Attributes:
        chance: its chance.
        means: mean cost of the codes of each class, by the class's first code.
        tree: its nodes in depth-first order: the number of the parent (-1 at the root), the answer that leads here, the query; in
            Beams a code where one is guessed.
    """

    chance: Fraction
    means: Mapping[str, Fraction]
    tree: tuple[tuple[int, str, str], ...]


@answer
class Adversary(Answer):
    """The game in which the codemaker chooses a code and the breaker a strategy, and the breaker pays.

    The cost is the number of queries, the last one included; in Beams the queries and the wrong fields of a guess.

    A class contains the codes that symmetries of the game map to each other; without known symmetries, one code. The breaker
    draws a strategy, and a symmetry that is applied to it.

    Attributes:
        value: cost under best play of both sides.
        codemaker: an optimal chance of each code of a class, by the class's first code; times `sizes`, they sum to 1.
        trees: number of strategies that the breaker mixes.
        mean: the value, rounded.
        codes: number of codes.
        sizes: number of codes of each class.
        breaker: mean cost of the breaker's mixture for the codes of each class; at most the value.
        hiding: "chosen" for classes with a chance in `codemaker`, if that is optimal; "never" where the breaker's mixture costs
            less than the value, so that no optimal codemaker chooses such a code; "open" for the others.
        lower: if only an interval is proved: every strategy costs at least this against `codemaker`; the breaker's mixture
            costs at most `value` for every code.
        mixture: the strategies, the most probable first; only if asked for.
    """

    value: Fraction
    codemaker: Mapping[str, Fraction]
    trees: int
    mean: float
    codes: int
    sizes: Mapping[str, int]
    breaker: Mapping[str, Fraction]
    hiding: Mapping[str, Hiding]
    lower: Fraction | None = None
    mixture: tuple[MixedTree, ...] | None = None


Node = tuple[int, str, str]
"""The number of the parent (-1 at the root), the answer that leads here, the query."""


def solved(
    value: Fraction,
    chances: Mapping[str, Fraction],
    sizes: Mapping[str, int],
    trees: Sequence[tuple[Fraction, Sequence[int]]],
    nodes: Sequence[Sequence[Node]] | None,
    lower: Fraction | None = None,
) -> Adversary:
    """The answer.

    Args:
        value: value of the game, or an upper bound.
        chances: the codemaker's chance of each code of a class, by first code.
        sizes: number of codes of each class, by first code.
        trees: the breaker's strategies: chance, and cost summed over the codes of each class.
        nodes: their nodes, if they are asked for.
        lower: lower bound of the value. Default: the value.
    """
    least = value if lower is None else lower
    common = lcm(*(share.denominator for share, _ in trees))
    weights = [int(share * common) for share, _ in trees]
    breaker: dict[str, Fraction] = {}
    for k, (code, size) in enumerate(sizes.items()):
        spent = sum(weight * totals[k] for weight, (_, totals) in zip(weights, trees, strict=True))
        breaker[code] = Fraction(spent, common * size)
    hiding: dict[str, Hiding] = {
        code: "never" if breaker[code] < least else "chosen" if chances[code] and least == value else "open"
        for code in sizes
    }
    mixture = None
    if nodes is not None:
        mixture = tuple(
            MixedTree(
                share,
                {code: Fraction(total, size) for (code, size), total in zip(sizes.items(), totals, strict=True)},
                tuple(node),
            )
            for (share, totals), node in zip(trees, nodes, strict=True)
        )
    answer = Adversary(
        value, chances, len(trees), float(value), sum(sizes.values()), sizes, breaker, hiding, None, mixture
    )
    if least == value:
        return answer
    bound = nextafter(float(value - least), inf)
    return replace(answer, lower=least, certainty="certified", error_bound=bound)
