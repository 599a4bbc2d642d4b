"""What the family's commands share: their options, and the words of the command line as games and numbers."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.commands.numbers import whole
from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.montecarlo import (
    AGENTS,
    LARGEST_HEAP,
    LARGEST_K,
    LARGEST_MOVE,
    LONGEST_DSC,
    LONGEST_ESR,
    MOST_PLAYOUTS,
    MOST_POINTS,
    Dsc,
    Esr,
    Game,
    Playouts,
    Subtraction,
    SubtractionRules,
)

app = App(help="Monte-Carlo agents in races and subtraction games, analysed exactly.")

GameArgument = Annotated[
    list[str], typer.Argument(metavar="GAME", help="esr N M S | dsc N | subtraction HEAP --moves A,B[,...]")
]
MovesOption = Annotated[str | None, typer.Option("--moves", metavar="A,B[,...]", help="What may be taken.")]
OvershootOption = Annotated[
    str | None,
    typer.Option(
        "--overshoot", metavar="wins|loses|illegal", help="What taking more than is left does. Default: wins."
    ),
]
PointsOption = Annotated[
    int | None,
    typer.Option("--points", min=2, max=MOST_POINTS, metavar="P", help="Log-spaced values of k. Default: every k."),
]
KMaxOption = Annotated[int, typer.Option("--k-max", min=1, max=LARGEST_K, metavar="K", help="Largest k.")]


def playouts(word: str, what: str = "k") -> Playouts:
    """The word as a number of playouts."""
    return inf if word == "inf" else whole(f"{what} (unless inf)", word, 1, MOST_PLAYOUTS)


def agent(word: str) -> str:
    """An agent by its name."""
    if word.startswith("mc:"):
        return f"mc:{playouts(word[3:], 'K of mc:K')}"
    if word not in AGENTS:
        raise InputError(f"an agent is mc:K, mc:inf, {', '.join(AGENTS)}, not {quoted(word)}")
    return word


def rules(moves: str | None, overshoot: str | None) -> SubtractionRules:
    """The rules of a subtraction game, moves in any order."""
    if moves is None:
        raise InputError("a subtraction game needs its moves, as in --moves 1,2")
    numbers = sorted(whole("--moves: a move", word, 1, LARGEST_MOVE) for word in moves.split(","))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


@dataclass
class Taking:
    """What may be taken in a subtraction game, and what taking more than is left does."""

    moves: MovesOption = None
    overshoot: OvershootOption = None

    @property
    def rules(self) -> SubtractionRules:
        """The rules."""
        return rules(self.moves, self.overshoot)

    def refuse(self, name: str) -> None:
        """Refuse the options for a game that has no such rules."""
        if self.moves is not None or self.overshoot is not None:
            raise InputError(f"{name} takes neither --moves nor --overshoot: they are for subtraction games")


@dataclass(kw_only=True)
class Played(Taking):
    """The game that is played."""

    words: GameArgument

    @cached_property
    def game(self) -> Game:
        """The game that the words of the command line name."""
        name, *sizes = self.words
        usage = {"esr": "esr N M S", "dsc": "dsc N", "subtraction": "subtraction HEAP --moves A,B[,...]"}
        if name not in usage:
            raise InputError(f"a game is one of {'; '.join(usage.values())}, not {quoted(name)}")
        if len(sizes) != {"esr": 3, "dsc": 1, "subtraction": 1}[name]:
            raise InputError(f"a game is named {usage[name]}, not {quoted(' '.join(self.words))}")
        least, largest = {"esr": (1, LONGEST_ESR), "dsc": (1, LONGEST_DSC), "subtraction": (0, LARGEST_HEAP)}[name]
        bounded = zip(usage[name].split()[1:], sizes, strict=False)
        numbers = [whole(size, word, least, largest) for size, word in bounded]
        if name == "subtraction":
            return Subtraction(self.rules, numbers[0])
        self.refuse(name)
        return Esr(*numbers) if name == "esr" else Dsc(*numbers)
