"""Look-ups of Memory: the value of a position before a card is turned, and all best turns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables.layers import layered
from tafelwerk.tables.minimax.faults import damaged, found
from tafelwerk.tables.minimax.words import FAMILY

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.tables.book import Book

RULES = ("pass", "forced")
OBJECTIVES = ("gain", "win")

MOST_PAIRS = {"gain": 100, "win": 30}
"""Pairs up to which games are solved, by the objective."""

_ABOVE, _BELOW = re.compile(r"-?[0-9]+", re.ASCII), re.compile(r"[1-9][0-9]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class MemoryPosition:
    """A position before a card is turned, no pair known with both cards, the turn before no pass.

    `pairs`: pairs left; `known`: those of which one card is known; `lead`: pairs that the mover is ahead, 0 for the gain.

    Raises:
        InputError: there is no such position.
    """

    pairs: int
    known: int
    rule: str = "pass"
    objective: str = "gain"
    lead: int = 0

    def __post_init__(self) -> None:
        check_kind(self.rule, self.objective)
        check_pairs(self.pairs, self.objective)
        if not _is_whole(self.known) or not 0 <= self.known <= self.pairs:
            raise InputError(
                f"known: of {self.pairs} pairs left 0 to {self.pairs} have a card known, not {quoted(self.known)}"
            )
        if not _is_whole(self.lead):
            raise InputError(f"lead: {quoted(self.lead)} is no whole number of pairs")
        if self.objective == "gain" and self.lead:
            raise InputError(f"lead: {self.lead} makes no difference to the mean gain; it belongs to the objective win")
        if abs(self.lead) > self.pairs:
            raise InputError(
                f"lead: with {self.pairs} pairs left it is {-self.pairs} to {self.pairs}, not {self.lead}: "
                "beyond, the game is decided"
            )


@dataclass(frozen=True, slots=True)
class Plan:
    """A best turn, by its cards.

    `first`: "unseen"; or a whole turn, "take", "known" or "paired", which an unseen card follows, or "pass". Of an unseen card
    `after_new`: all best second cards where it is new, "unseen" and "known"; `after_match`: where it matches a known one,
    "take", "decline" (by another known card) and "unseen". Empty where the card cannot be that.
    """

    first: str
    after_new: tuple[str, ...] = ()
    after_match: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What a position of Memory is worth to the player to move, and all best turns in words. Exact."""

    position: MemoryPosition
    value: Fraction
    actions: tuple[str, ...]

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The best turns, a plan for each first card."""
        return plans_of(self.actions, self.position.known)


def plans_of(actions: Sequence[str], known: int) -> tuple[Plan, ...]:
    """Plans by their words, as table memory has them.

    Args:
        actions: phrases such as "unseen then known", "unseen then unseen after a match", "known then unseen", "pass".
        known: pairs of which one card is known: where there are some an unseen card may match.
    """
    firsts: list[str] = []
    after_new: list[str] = []
    after_match: list[str] = []
    for words in actions:
        first, _, second = words.partition(" then ")
        if first not in firsts:
            firsts.append(first)
        if first == "unseen":
            matched = second.endswith(" after a match") or second in ("take", "decline")
            (after_match if matched else after_new).append(second.removesuffix(" after a match"))
    if known and not after_match:
        after_match.append("take")
    return tuple(
        Plan(first, tuple(after_new), tuple(after_match)) if first == "unseen" else Plan(first) for first in firsts
    )


def check_kind(rule: str, objective: str) -> None:
    """Raise InputError where there is no such rule or objective."""
    for name, word, words in (("rule", rule, RULES), ("objective", objective, OBJECTIVES)):
        if word not in words:
            raise InputError(f"{name}: {quoted(word)} is none; it is {' or '.join(words)}")


def check_pairs(pairs: int, objective: str) -> None:
    """Raise InputError where a game of so many pairs is not solved."""
    most = MOST_PAIRS[objective]
    if not _is_whole(pairs) or not 1 <= pairs <= most:
        aim = "" if objective == "gain" else " for the chance to win"
        raise InputError(f"pairs: 1 to {most} pairs are solved{aim}, not {quoted(pairs)}")


def memory_build_line(pairs: int, rule: str = "pass", objective: str = "gain") -> str:
    """The command line that puts all positions of up to so many pairs into the book."""
    words = "" if rule == "pass" else f" --rule {rule}"
    words += "" if objective == "gain" else f" --objective {objective}"
    return f"tafelwerk build {FAMILY} memory --pairs {pairs}{words}"


@layered
def get_turn(book: "Book", position: MemoryPosition) -> Turn | None:
    """A position's value and best turns, or None where the book does not hold it.

    Raises:
        BookError: what is stored cannot be.
    """
    row = book.one(
        FAMILY,
        f"SELECT value_num, value_den, actions FROM {FAMILY}.memory "
        "WHERE rule = ? AND objective = ? AND pairs = ? AND known = ? AND lead = ?",
        position.rule,
        position.objective,
        position.pairs,
        position.known,
        position.lead,
    )
    if row is None:
        return None
    above, below, actions = row
    if not (_ABOVE.fullmatch(above) and _BELOW.fullmatch(below)) or not actions:
        raise damaged("memory", f"the value {above!r} / {below!r} and the turns {actions!r}")
    return Turn(position, Fraction(int(above), int(below)), tuple(actions.split("; ")))


def probe_turn(book: "Book", position: MemoryPosition) -> Turn:
    """A position's value and best turns.

    Raises:
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return found(get_turn(book, position), missing_turn(book.path, position))


def missing_turn(book: "Path", position: MemoryPosition) -> MissingTableError:
    """The error of a position that the book in a folder lacks."""
    return MissingTableError(
        f"Memory with {position.pairs} pairs left, rule {position.rule}, objective {position.objective}",
        memory_build_line(position.pairs, position.rule, position.objective),
        book,
    )


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
