"""What the explanations of all families share: moves with what they are worth, and queries with what they would tell.

An explanation lists `moves`, best first. What `value` is, and what `best` goes by, is said by each family's explanation; a
value is that of the player who makes the move.
"""

from dataclasses import dataclass
from typing import Self

from tafelwerk.tables.question import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A move that may be made.

    Attributes:
        move: in the game's notation.
        best: whether no other move is better.
    """

    move: str
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedOption(Option):
    """A move in a game of two whose outcome under perfect play is known.

    Attributes:
        value: 1, 0, -1 where the player who makes the move then wins, draws, loses.
    """

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefutedOption(DecidedOption):
    """A move in a game of two, and what refutes it where it loses.

    Attributes:
        reply: a move with which the opponent then wins; None where there is none, or none is needed.
    """

    reply: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryOption(Option):
    """A query that may be asked where one of several codes is hidden.

    Attributes:
        alike: number of queries that symmetries make the same as this one, itself among them; it stands for all of them.
        parts: number of different answers.
        largest: codes left after the answer that leaves most.
        left: codes left on average, a rounded number.
        entropy: entropy of the answer in bits, of the order that the explanation names; a rounded number, within 1e-9.
        possible: whether it may be the code; None where queries name no codes.
        expected: cost from here on, on average over the codes left, where the game goes on by the strategy; None where that is
            not known or too much work.
    """

    alike: int
    parts: int
    largest: int
    left: float
    entropy: float
    possible: bool | None
    expected: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPart:
    """An answer to the query that is asked, and what follows.

    Attributes:
        answer: as the game writes it.
        codes: codes that it leaves.
        then: what the strategy does next, or the one code that is left; None where that is not known.
        expected: cost from there on, on average over the codes left; None where that is not known.
    """

    answer: str
    codes: int
    then: str | None
    expected: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A node of a strategy's tree, in depth-first order.

    Attributes:
        depth: queries asked before, the first of the explanation included.
        answer: the last answer.
        codes: codes left.
        query: what is asked, or the one code that is left, or a guess at it.
    """

    depth: int
    answer: str
    codes: int
    query: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PositionExplanation(Answer):
    """A position of a game of two under perfect play.

    Attributes:
        value: 1, 0, -1 where the player to move wins, draws, loses.
        line: moves of both players from here on, best on either side, up to a number; see the family's explanation for which of
            several.
    """

    value: int
    line: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class QueryExplanation(Answer):
    """What a strategy asks next, and why.

    Attributes:
        query: what is asked; the code, or a guess at it, where no query is.
        remaining: codes left.
        expected: cost from here on, on average over the codes left; None where that is not known.
        measure: what the strategy makes greatest, such as H_1; "expected" where it makes the cost least, "guess" where it guesses
            at one of several codes that no query tells apart.
        order: order of the entropies, such as "1" or "inf".
        tied: queries that are equally good by the measure, the one asked among them; None where they are not all known.
        tied_possible: those of them that may be the code; None where queries name no codes.
        tie: what decides among them; None where that is left open.
        moves: the best queries by the measure, best first; of those that are alike one.
        queries: number of queries that split the codes left.
        answers: what each answer leaves.
        tree: how the strategy goes on, where few codes are left; otherwise empty.
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
