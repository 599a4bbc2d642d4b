"""What the family's commands share: their options, and the words of the command line as games and numbers."""

from math import inf
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App
from tafelwerk.commands.numbers import whole
from tafelwerk.errors import InputError, quoted
from tafelwerk.tables import montecarlo as tables
from tafelwerk.tables.montecarlo import (
    LARGEST_HEAP,
    LARGEST_K,
    LARGEST_MOVE,
    LONGEST_DSC,
    LONGEST_ESR,
    MOST_PLAYOUTS,
    MOST_POINTS,
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
PlayoutsOption = Annotated[
    str | None, typer.Option("--k", metavar="K", help="Playouts per candidate: 1 or more, or inf.")
]
RivalOption = Annotated[
    str | None, typer.Option("--rival", metavar="K2", help="The rival's playouts per candidate. Default: 2K.")
]


PointsOption = Annotated[
    int | None,
    typer.Option("--points", min=2, max=MOST_POINTS, metavar="P", help="Log-spaced values of k. Default: every k."),
]
KMaxOption = Annotated[int, typer.Option("--k-max", min=1, max=LARGEST_K, metavar="K", help="Largest k.")]


def playouts(word: str, what: str = "k") -> Playouts:
    """The word as a number of playouts."""
    return inf if word == "inf" else whole(f"{what} (unless inf)", word, 1, MOST_PLAYOUTS)


def rules(moves: str | None, overshoot: str | None) -> SubtractionRules:
    """The rules of a subtraction game, moves in any order."""
    if moves is None:
        raise InputError("a subtraction game needs its moves, as in --moves 1,2")
    numbers = sorted(whole("--moves: a move", word, 1, LARGEST_MOVE) for word in moves.split(","))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


def game(words: list[str], moves: str | None, overshoot: str | None) -> Game:
    """The game that the words of the command line name."""
    name, *sizes = words
    usage = {"esr": "esr N M S", "dsc": "dsc N", "subtraction": "subtraction HEAP --moves A,B[,...]"}
    if name not in usage:
        raise InputError(f"a game is one of {'; '.join(usage.values())}, not {quoted(name)}")
    if len(sizes) != {"esr": 3, "dsc": 1, "subtraction": 1}[name]:
        raise InputError(f"a game is named {usage[name]}, not {quoted(' '.join(words))}")
    least, largest = {"esr": (1, LONGEST_ESR), "dsc": (1, LONGEST_DSC), "subtraction": (0, LARGEST_HEAP)}[name]
    numbers = [whole(size, word, least, largest) for size, word in zip(usage[name].split()[1:], sizes, strict=False)]
    if name == "subtraction":
        return Subtraction(rules(moves, overshoot), numbers[0])
    if moves is not None or overshoot is not None:
        raise InputError(f"{name} takes neither --moves nor --overshoot: they are for subtraction games")
    return tables.Esr(*numbers) if name == "esr" else tables.Dsc(*numbers)


def title(game: Game) -> str:
    """The game as the field writes it."""
    match game:
        case tables.Esr(n, m, s):
            return f"ESR({n},{m},{s})"
        case tables.Dsc(n):
            return f"DSC({n})"
        case Subtraction(rule, heap):
            end = "" if rule.overshoot == "wins" else f", overshoot {rule.overshoot}"
            return f"S({rule.text})({heap}{end})"


def answers() -> Any:
    """What the book does not hold, computed; imported on a miss only."""
    from tafelwerk.build.montecarlo import answers

    return answers
