"""Positions of Memory, before a card is turned."""

from dataclasses import dataclass

from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.minimax.words import FAMILY

RULES = ("pass", "forced")
OBJECTIVES = ("gain", "win")

MOST_PAIRS = {"gain": 100, "win": 30}
"""Pairs up to which games are solved, by the objective."""


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


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
