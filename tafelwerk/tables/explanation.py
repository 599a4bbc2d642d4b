"""Shared parts of the explanations of all families: moves with their values, and queries with their information.

An explanation lists `moves`, best first. Each family's explanation defines `value` and the criterion of `best`; values are
those of the player who makes the move.
"""

from typing import Self

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer


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
