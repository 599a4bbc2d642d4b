"""The family's strategies: `Optimal` and `Entropy` with its tie rules."""

from dataclasses import dataclass
from typing import Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.deduction import FIRST, Optimal, Ruled
from tafelwerk.rules.entropy import Alpha, order_name, read_order

Tie = Literal["lex", "mix"]
TIES: tuple[Tie, ...] = ("lex", "mix")


@dataclass(frozen=True, slots=True)
class Entropy(Ruled):
    """Greatest Rényi entropy of order `alpha` (None: infinity), ties by `tie`."""

    alpha: Alpha
    tie: Tie = "lex"

    @property
    def name(self) -> str:
        """What the tables call it."""
        return order_name(self.alpha)

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name}" + (f" --tie {self.tie}" if self.tie not in FIRST else "")

    @property
    def title(self) -> str:
        """What people call it."""
        return f"{self.name}, ties {self.tie.upper()}"

    def __str__(self) -> str:
        return f"{self.name} {self.tie}"


Strategy = Optimal | Entropy


def strategy(word: str, tie: str | None = None, *, max_depth: int | None = None, least_depth: bool = False) -> Strategy:
    """A strategy by its words.

    Args:
        word: "optimal", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex" (default) or "mix"; not with "optimal".
        max_depth, least_depth: as of `Optimal`.

    Raises:
        InputError: there is no such strategy.
    """
    if word == "optimal":
        if tie is not None:
            raise InputError(f"--tie {tie}: the optimal strategy has no tie rule")
        return Optimal(max_depth, least_depth)
    if max_depth is not None or least_depth:
        given = "--least-depth" if least_depth else f"--max-depth {max_depth}"
        raise InputError(f"{given} goes with --strategy optimal, not with {quoted(word)}")
    return Entropy(read_order(word), tie_rule(tie))


def tie_rule(word: str | None) -> Tie:
    """A tie rule by its word; None: "lex".

    Raises:
        InputError: there is none.
    """
    for tie in TIES:
        if word in (None, tie):
            return tie
    raise InputError(f"--tie must be lex or mix, not {quoted(word)}")


def parse_strategy(text: str) -> Strategy:
    """The strategy of a text as `str` writes it: "optimal max-depth 6", "h1", "h0.5 mix".

    Raises:
        InputError: there is none.
    """
    match text.split():
        case [word, "max-depth", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, max_depth=int(depth))
        case [word, "least-depth"]:
            return strategy(word, least_depth=True)
        case [word] | [word, "lex" | "mix"] as words:
            return strategy(word, *words[1:])
    raise InputError(f"a strategy is optimal [max-depth D | least-depth], or hA [lex|mix], not {quoted(text)}")


def stored_strategy(name: str, tie: str) -> Strategy:
    """The strategy that the tables call so.

    Raises:
        InputError: there is none.
    """
    found = parse_strategy(name if tie == "none" else f"{name} {tie}")
    if (found.name, found.tie) != (name, tie):
        raise InputError(f"no strategy is named {quoted(name)}, ties {quoted(tie)}")
    return found
