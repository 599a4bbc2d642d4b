"""Shared parts of the explanations of all families: moves with their values, and queries with their information.

An explanation lists `moves`, best first. Each family's explanation defines `value` and the criterion of `best`; values are
those of the player who makes the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, lcm, nextafter
from typing import Literal, Self

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer


@frozen(kw_only=True)
class Option:
    """A legal move.

    Attributes:
        move: the move in the game's notation.
        best: whether no other move is better.
    """

    move: str
    best: bool


@frozen(kw_only=True)
class DecidedOption(Option):
    """A move in a two-player game with a known outcome under perfect play.

    Attributes:
        value: 1, 0 or -1 if the player who makes the move then wins, draws or loses.
    """

    value: int


@frozen(kw_only=True)
class RefutedOption(DecidedOption):
    """A move in a two-player game, with its refutation if it loses.

    Attributes:
        reply: a winning reply of the opponent; None if there is none, or none is needed.
    """

    reply: str | None


@frozen(kw_only=True)
class QueryOption(Option):
    """A query about a hidden code.

    Attributes:
        alike: number of queries equivalent to this one by symmetry, itself included; this one represents them.
        parts: number of different answers.
        largest: greatest number of codes left by an answer.
        left: mean number of codes left, rounded.
        entropy: entropy of the answer in bits, of the explanation's order, rounded; error at most 1e-9.
        possible: whether the query may be the code; None if queries name no codes.
        expected: mean cost from here on over the codes left, if the strategy continues; None if not known or too much work.
    """

    alike: int
    parts: int
    largest: int
    left: float
    entropy: float
    possible: bool | None
    expected: float | None


@frozen(kw_only=True)
class AnswerPart:
    """An answer to the strategy's query, and its continuation.

    Attributes:
        answer: the answer in the game's notation.
        codes: number of codes left.
        then: the strategy's next query, or the only code left; None if not known.
        expected: mean cost from there on over the codes left; None if not known.
    """

    answer: str
    codes: int
    then: str | None
    expected: float | None


@frozen(kw_only=True)
class TreeNode:
    """A node of a strategy's tree, in depth-first order.

    Attributes:
        depth: number of queries asked before, the first of the explanation included.
        answer: the last answer.
        codes: codes left.
        query: the query, or the only code left, or a guess at it.
    """

    depth: int
    answer: str
    codes: int
    query: str


@frozen(kw_only=True, eq=False, repr=False)
class PositionExplanation(Answer):
    """A position of a two-player game under perfect play.

    Attributes:
        value: 1, 0 or -1 if the player to move wins, draws or loses.
        line: best moves of both players from here on, up to a limit; the family's explanation defines the choice among several.
    """

    value: int
    line: tuple[str, ...]


@frozen(kw_only=True, eq=False, repr=False)
class QueryExplanation(Answer):
    """The next query of a strategy, and the reason.

    Attributes:
        query: the query; if none is asked, the code or a guess at it.
        remaining: number of codes left.
        expected: mean cost from here on over the codes left; None if not known.
        measure: the measure that the strategy maximises, such as H_1; "expected" if it minimises the cost; "guess" if it
            guesses at one of several codes that no query distinguishes.
        order: order of the entropies, such as "1" or "inf".
        tied: number of queries equal by the measure, the one asked included; None if not all are known.
        tied_possible: number of those that may be the code; None if queries name no codes.
        tie: the rule that decides among them; None if not given.
        moves: the best queries by the measure, best first; one per class of symmetry.
        queries: number of queries that split the codes left.
        answers: the answers with the codes left.
        tree: the rest of the strategy's tree if few codes are left; otherwise empty.
    """

    query: str
    remaining: int
    expected: float | None
    measure: str
    order: str
    tied: int | None
    tied_possible: int | None
    tie: str | None
    moves: tuple[QueryOption, ...]
    queries: int
    answers: tuple[AnswerPart, ...]
    tree: tuple[TreeNode, ...]

    @classmethod
    def without_query(
        cls, move: str, remaining: int, expected: float | None, order: str, *, guessed: bool = False
    ) -> Self:
        """The explanation where there is nothing to choose: one code is left, or no query tells those left apart.

        Args:
            move: the code, or the guess at it.
            remaining: codes left.
            expected: cost from here on.
            order: order of the entropies.
            guessed: whether it is a guess at one of several codes.
        """
        return cls(
            query=move,
            remaining=remaining,
            expected=expected,
            measure="guess" if guessed else "expected",
            order=order,
            tied=None,
            tied_possible=None,
            tie=None,
            moves=(),
            queries=0,
            answers=(),
            tree=(),
        )


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
            less than the value, so that no optimal codemaker chooses such a code; "open" for others, if only an interval is
            proved.
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


def choice_answer(
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
