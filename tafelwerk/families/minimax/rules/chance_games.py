"""Rules of the games of chance: Memory for two players who forget nothing, positions before a card is turned, turns in words;
and a dice race.

Memory (Concentration): a turn is two cards, one after the other. A player who takes a matching pair has another turn; otherwise
the turn passes to the opponent. Two rules say which cards may be turned (Rule); two objectives say what a player maximises
(Objective).

The dice race is backgammon after the tokens have passed each other, small enough to be solved exactly. Both players have tokens
on tracks of their own. A turn is a roll of one fair die and a move of one token of the player's choice by that number of
squares; a token that reaches the end of the track, or would go beyond it, is home. The first player with all tokens home wins;
Max rolls first. A player's tokens are written as their distances to home, the greatest first, 0 at home. Every turn shortens
the sum of the distances. The choice is between bringing a token home with squares to spare, and wasting no squares. The value
is Max's chance to win: the utility is 1 if Max has won and 0 if Min has.

Sources: P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (Spiele), example 2.5, and
"Kombinatorische Spiele mit Zufallselementen", where backgammon is shown as a picture; U. Zwick and M. S. Paterson, The memory
game, Theoretical Computer Science 110, 1993.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import isqrt

from tafelwerk.errors import InputError, in_quotes


class Rule(StrEnum):
    """Which two cards may be turned."""

    PASS = "pass"
    """Any two cards. Two known cards that do not match are a pass. Two passes in a row end the game, and the pairs left count
    for nobody."""

    FORCED = "forced"
    """A matching pair, or at least one unseen card. A match that an unseen card makes with a known one is taken, or declined
    by showing another known card."""


class Objective(StrEnum):
    """The value that a player maximises and the opponent minimises."""

    GAIN = "gain"
    """Mean number of own pairs minus the opponent's, from here on."""

    WIN = "win"
    """Chance of more pairs at the end minus the chance of fewer."""


MOST_PAIRS = {Objective.GAIN: 100, Objective.WIN: 30}
"""Most pairs of a game that is solved, in some seconds."""


class First(StrEnum):
    """The first card of a turn, or the whole turn if there is no choice of a second card."""

    TAKE = "take"
    """A pair with two known cards is taken."""

    UNSEEN = "unseen"
    """An unseen card, then see Second."""

    KNOWN = "known"
    """A card whose partner is unseen, then an unseen card."""

    PAIRED = "paired"
    """A card of a pair with two known cards, then an unseen card."""

    PASS = "pass"
    """Two known cards that do not match."""


class Second(StrEnum):
    """The second card, after an unseen first one."""

    TAKE = "take"
    """The partner: the match is taken."""

    DECLINE = "decline"
    """A known card other than the partner: the match is left."""

    UNSEEN = "unseen"
    """Another unseen card."""

    KNOWN = "known"
    """A known card that does not match: nothing more is shown."""


class Card(StrEnum):
    """What an unseen first card turns out to be."""

    NEW = "new"
    """A card of a pair with no known card."""

    MATCH = "match"
    """The partner of a known card."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A best turn.

    Attributes:
        first: the first card.
        after_new: all best second cards after an unseen first card that is new; empty if that is impossible.
        after_match: all best second cards after an unseen first card that matches a known one; empty if that is impossible.
    """

    first: First
    after_new: tuple[Second, ...] = ()
    after_match: tuple[Second, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The turn in words, a phrase for each best second card.

        A whole turn is "take", "pass", "known then unseen" or "paired then unseen". If the first card is unseen, the phrases
        are "unseen then unseen" and "unseen then known" for a new card; "unseen then take", "unseen then decline" and "unseen
        then unseen after a match" for a match. "unseen then take" is left out if it is the only phrase for a match and the
        card may be new.
        """
        if self.first in (First.TAKE, First.PASS):
            return (self.first.value,)
        if self.first is not First.UNSEEN:
            return (f"{self.first} then unseen",)
        words = [f"unseen then {second}" for second in self.after_new]
        if not words or self.after_match not in ((), (Second.TAKE,)):
            words += [
                f"unseen then {second}{' after a match' if second is Second.UNSEEN else ''}"
                for second in self.after_match
            ]
        return tuple(words)


def plans_of(turns: Iterable[str], known: int) -> tuple[Plan, ...]:
    """The plans that words describe: the inverse of `Plan.words`.

    Args:
        turns: phrases of all best turns of a position.
        known: number of pairs with one known card; if there are any, an unseen card may match.
    """
    firsts: dict[First, None] = {}
    after_new: list[Second] = []
    after_match: list[Second] = []
    for words in turns:
        first, _, second = words.partition(" then ")
        firsts[First(first)] = None
        if first == First.UNSEEN:
            matched = second.endswith(" after a match") or second in (Second.TAKE, Second.DECLINE)
            (after_match if matched else after_new).append(Second(second.removesuffix(" after a match")))
    if known and not after_match:
        after_match.append(Second.TAKE)
    return tuple(
        Plan(first, tuple(after_new), tuple(after_match)) if first is First.UNSEEN else Plan(first) for first in firsts
    )


@dataclass(frozen=True, slots=True)
class MemoryPosition:
    """A position before a card is turned, in which no pair has two known cards and the previous turn was not a pass.

    `pairs`: pairs left; `known`: how many of them have one known card; `lead`: pairs that the mover is ahead, 0 for the gain.

    Raises:
        InputError: there is no such position.
    """

    pairs: int
    known: int
    rule: str = Rule.PASS
    objective: str = Objective.GAIN
    lead: int = 0

    def __post_init__(self) -> None:
        check_game(self.pairs, self.rule, self.objective)
        if not _is_whole(self.known) or not 0 <= self.known <= self.pairs:
            raise InputError(
                f"known: with {self.pairs} pairs left, 0 to {self.pairs} pairs can have one known card, not"
                f" {in_quotes(self.known)}"
            )
        if not _is_whole(self.lead):
            raise InputError(f"lead: must be a whole number of pairs, not {in_quotes(self.lead)}")
        if self.objective == Objective.GAIN and self.lead:
            raise InputError(
                f"lead: {self.lead} makes no difference to the mean gain; a lead belongs to the objective win"
            )
        if abs(self.lead) > self.pairs:
            raise InputError(
                f"lead: with {self.pairs} pairs left it must be {-self.pairs} to {self.pairs}, not {self.lead}: "
                "with more the game is decided"
            )

    def choices(self) -> Iterator[tuple[str, str]]:
        """All choices of a card: pairs of the unseen first card ("new", "match", or "none" before it) and the choice."""
        fresh, passes = self.pairs - self.known, self.rule == Rule.PASS
        allowed = {
            ("none", First.UNSEEN): True,
            ("none", First.KNOWN): self.known,
            ("none", First.PASS): passes and self.known > 1,
            (Card.NEW, Second.UNSEEN): fresh,
            (Card.NEW, Second.KNOWN): fresh and self.known,
            (Card.MATCH, Second.TAKE): self.known,
            (Card.MATCH, Second.DECLINE): self.known > 1,
            (Card.MATCH, Second.UNSEEN): passes and self.known and self.pairs > 1,
        }
        return ((str(card), str(choice)) for (card, choice), may in allowed.items() if may)

    def check_turned(self, turned: str) -> None:
        """Raise InputError if no unseen card can turn out this way."""
        if turned not in tuple(Card):
            raise InputError(f"turned must be {' or '.join(Card)}, not {in_quotes(turned)}")
        if not (self.known if turned == Card.MATCH else self.pairs - self.known):
            raise InputError(
                f"turned: with {self.pairs} pairs left, {self.known} of them with one known card, no unseen card can be {turned}"
            )


def check_game(pairs: int, rule: str, objective: str) -> None:
    """Raise InputError if there is no such rule or objective, or the number of pairs is out of range."""
    for name, word, words in (("rule", rule, tuple(Rule)), ("objective", objective, tuple(Objective))):
        if word not in words:
            raise InputError(f"{name} cannot be {in_quotes(word)}; it may be {' or '.join(words)}")
    most = MOST_PAIRS[Objective(objective)]
    if not _is_whole(pairs) or not 1 <= pairs <= most:
        aim = "" if objective == Objective.GAIN else " for the chance to win"
        raise InputError(f"pairs: must be 1 to {most}{aim}, not {in_quotes(pairs)}")


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


MOST_POSITIONS = 250_000
"""Most positions of a race that is solved: pairs of both players' tokens."""

LONGEST = isqrt(MOST_POSITIONS)
"""Most squares or tokens; with more, every race has more than MOST_POSITIONS positions."""

MOST_SIDES = 100

Tokens = tuple[int, ...]
"""A player's tokens: distances to home, the greatest first."""


@dataclass(frozen=True, slots=True)
class DiceRace:
    """A race; a move is the distance to home of the token that is moved.

    Attributes:
        length: squares from the start to home.
        tokens: tokens per player.
        sides: sides of the die.
    """

    length: int
    tokens: int
    sides: int

    def __post_init__(self) -> None:
        if not (1 <= self.length <= LONGEST and 1 <= self.tokens <= LONGEST):
            raise InputError(
                f"a race must have 1 to {LONGEST} squares and 1 to {LONGEST} tokens, "
                f"not {in_quotes(self.length)} squares and {in_quotes(self.tokens)} tokens"
            )
        if not 1 <= self.sides <= MOST_SIDES:
            raise InputError(f"a die must have 1 to {MOST_SIDES} sides, not {in_quotes(self.sides)}")


def movable(tokens: Tokens) -> list[int]:
    """Distinct distances of the tokens that are not home, the greatest first."""
    return sorted({distance for distance in tokens if distance}, reverse=True)


def move_token(tokens: Tokens, distance: int, roll: int) -> Tokens:
    """The tokens after the one at a distance has moved."""
    after = list(tokens)
    after.remove(distance)
    return tuple(sorted([*after, max(0, distance - roll)], reverse=True))
