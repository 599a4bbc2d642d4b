"""`tafelwerk minimax race`: who wins a dice race, and which token to move. Computed, never stored."""

import re
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.minimax.words import app
from tafelwerk.commands.wording import exact_number, listed
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import between
from tafelwerk.solvers.minimax.dice_race import LONGEST, MOST_SIDES
from tafelwerk.tables.minimax import Race, questions

_NAMED = 10


@app.command()
@asks
def race(
    ask: Unkept,
    length: Annotated[
        int, typer.Option("--length", min=1, max=LONGEST, metavar="L", help="Squares from the start to home.")
    ],
    tokens: Annotated[int, typer.Option("--tokens", min=1, max=LONGEST, metavar="T", help="Tokens of each player.")],
    sides: Annotated[int, typer.Option("--sides", min=1, max=MOST_SIDES, metavar="S", help="Sides of the die.")],
    own: Annotated[
        str | None,
        typer.Option("--own", metavar="3,1", help="Distances to home of the mover's tokens. Default: the start."),
    ] = None,
    other: Annotated[
        str | None,
        typer.Option("--other", metavar="2,2", help="Distances of the opponent's tokens. Default: all at the start."),
    ] = None,
    roll: Annotated[
        int | None,
        typer.Option(
            "--roll", min=1, max=MOST_SIDES, metavar="R", help="The roll. If omitted, the position before rolling."
        ),
    ] = None,
) -> Text:
    """A dice race of two: a roll moves one token of one's choice, who has all tokens home first wins. Exact, by expectiminimax.

    A token home may waste squares of the roll. A token is named by its distance to home.

    Example: tafelwerk minimax race --length 8 --tokens 2 --sides 6

    Example: tafelwerk minimax race --length 4 --tokens 2 --sides 3 --own 3,1 --other 2,2 --roll 1
    """
    mine, yours = _tokens("--own", own, length, tokens), _tokens("--other", other, length, tokens)
    if roll is not None:
        between("--roll", roll, 1, sides)
    found = ask(questions.race, length, tokens, sides, mine, yours, roll)
    return lambda: _words(found)


def _words(found: Race) -> Any:
    from tafelwerk.commands.output import headed, table

    where = f"Own tokens at {listed([str(one) for one in found.own])}, the other's at {listed([str(one) for one in found.other])}"
    if not found.rolls:
        return f"{where}: the race is over, {'won' if found.chance else 'lost'}."
    before = "before the roll" if found.roll is None else f"after a roll of {found.roll}"
    rows = []
    for rolled in found.rolls:
        for choice in rolled.choices:
            best = "best" if choice.move in rolled.moves else ""
            rows.append((str(rolled.roll), str(choice.move), exact_number(choice.chance), best))
    return headed(
        f"{where}: who is to move wins with chance {exact_number(found.chance)} {before}.",
        table(("roll", "move the token at", "chance to win", ""), rows),
    )


def _tokens(option: str, text: str | None, length: int, tokens: int) -> list[int] | None:
    """Distances of a player's tokens; None where none are given.

    Raises:
        InputError: not so many numbers, or one is off the track.
    """
    if text is None:
        return None
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1 for word in words]
    if len(numbers) != tokens or not all(0 <= number <= length for number in numbers):
        count = "a distance" if tokens == 1 else f"{tokens} distances"
        such_as = ",".join([str(length)] * min(tokens, _NAMED)) + (",..." if tokens > _NAMED else "")
        raise InputError(f"{option} must be {count} of 0 to {length} to home, such as {such_as}, not {quoted(text)}")
    return numbers
