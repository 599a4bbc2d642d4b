"""What the family's commands share: their options, and the words of the command line as games and numbers."""

from math import inf
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, at_least
from tafelwerk.errors import InputError
from tafelwerk.tables import montecarlo as tables
from tafelwerk.tables.montecarlo import Game, Playouts, Subtraction, SubtractionRules

app = App(help="Monte-Carlo agents in races and subtraction games, analysed exactly.")

GameArgument = Annotated[
    list[str], typer.Argument(metavar="GAME", help="esr N M S | dsc N | subtraction HEAP --moves A,B[,...]")
]
MovesOption = Annotated[str | None, typer.Option("--moves", metavar="A,B[,...]", help="What may be taken.")]
OvershootOption = Annotated[
    str | None,
    typer.Option("--overshoot", metavar="wins|loses|illegal", help="Taking more than is left; wins, unless said."),
]
PlayoutsOption = Annotated[
    str | None, typer.Option("--k", metavar="K", help="Playouts a candidate: 1 or more, or inf.")
]
RivalOption = Annotated[str | None, typer.Option("--rival", metavar="K2", help="The rival's playouts; else 2K.")]


PointsOption = Annotated[
    int | None,
    typer.Option("--points", callback=at_least(2), metavar="P", help="Only the P log-spaced k; else every k."),
]
KMaxOption = Annotated[int, typer.Option("--k-max", callback=at_least(1), metavar="K", help="Largest k.")]

MOST_PLAYOUTS = 2**53
"""Beyond this a double no longer holds every number of playouts."""


def whole(word: str, what: str) -> int:
    """The word as an integer."""
    try:
        return int(word)
    except ValueError:
        raise InputError(f"{what} is a whole number, not {word!r}") from None


def playouts(word: str, what: str = "k") -> Playouts:
    """The word as a number of playouts."""
    if word == "inf":
        return inf
    count = whole(word, what)
    if not 1 <= count <= MOST_PLAYOUTS:
        raise InputError(f"{what} is 1 to 2^53 playouts, or inf, not {count}")
    return count


def rules(moves: str | None, overshoot: str | None) -> SubtractionRules:
    """The rules of a subtraction game, moves in any order."""
    if moves is None:
        raise InputError("a subtraction game needs its moves, as in --moves 1,2")
    numbers = sorted(whole(word.strip(), "a move") for word in moves.split(","))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


def game(words: list[str], moves: str | None, overshoot: str | None) -> Game:
    """The game that the words of the command line name."""
    name, *sizes = words
    usage = {"esr": "esr N M S", "dsc": "dsc N", "subtraction": "subtraction HEAP --moves A,B[,...]"}
    if name not in usage:
        raise InputError(f"a game is one of {'; '.join(usage.values())}, not {name!r}")
    if len(sizes) != {"esr": 3, "dsc": 1, "subtraction": 1}[name]:
        raise InputError(f"a game is named {usage[name]}, not {' '.join(words)!r}")
    numbers = [whole(word, f"a size of {usage[name]}") for word in sizes]
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
