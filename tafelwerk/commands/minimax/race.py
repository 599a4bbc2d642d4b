"""`tafelwerk minimax race`: who wins a dice race, and which token to move. Computed, never stored."""

import re
from fractions import Fraction
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, answer, rational
from tafelwerk.commands.minimax.words import app, listed, shown
from tafelwerk.commands.numbers import between
from tafelwerk.errors import InputError, UncomputedError, quoted
from tafelwerk.solvers.minimax.dice_race import LONGEST, MOST_SIDES

_NAMED = 10


@app.command()
def race(
    book: BookOption,
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
        str | None, typer.Option("--other", metavar="2,2", help="Those of the other player. Default: the start.")
    ] = None,
    roll: Annotated[
        int | None,
        typer.Option(
            "--roll", min=1, max=MOST_SIDES, metavar="R", help="The roll. If omitted, the position before rolling."
        ),
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
) -> None:
    """A dice race of two: a roll moves one token of one's choice, who has all tokens home first wins. Exact, by expectiminimax.

    A token home may waste squares of the roll. A token is named by its distance to home.

    Example: tafelwerk minimax race --length 8 --tokens 2 --sides 6

    Example: tafelwerk minimax race --length 4 --tokens 2 --sides 3 --own 3,1 --other 2,2 --roll 1
    """
    from tafelwerk.build.computation import BUDGET
    from tafelwerk.solvers.minimax.dice_race import DiceRace, movable, moved, race_operations, solve_race

    rules = DiceRace(length, tokens, sides)
    mine = _tokens("--own", own, rules.start.of_max)
    yours = _tokens("--other", other, rules.start.of_max)
    if roll is not None:
        between("--roll", roll, 1, sides)
    if not compute and race_operations(rules) > BUDGET:
        again = f"tafelwerk minimax race --length {length} --tokens {tokens} --sides {sides} --compute"
        raise UncomputedError(f"a race of {tokens} tokens over {length} squares", again)
    table = solve_race(rules)
    chance = table.chance(mine, yours)
    if roll is not None and not (any(mine) and any(yours)):
        raise InputError("--roll: the race is over, a player has all tokens home")
    rolls: list[dict[str, Any]] = []
    for rolled in [roll] if roll is not None else range(1, sides + 1) if any(mine) and any(yours) else []:
        best, moves = table.choices(mine, yours, rolled)
        replies = {distance: 1 - table.chance(yours, moved(mine, distance, rolled)) for distance in movable(mine)}
        rolls.append(
            {"roll": rolled, "chance": best, "moves": moves}
            | {"choices": [{"move": move, "chance": worth} for move, worth in replies.items()]}
        )
    value: Fraction = chance if roll is None else rolls[0]["chance"]
    document = {
        "length": length,
        "tokens": tokens,
        "sides": sides,
        "own": list(mine),
        "other": list(yours),
        "roll": roll,
        "chance": rational(value),
        "moves": None if roll is None else rolls[0]["moves"],
        "rolls": rolls,
        "certainty": "exact",
        "source": "computed",
    }
    answer(json, document, lambda: _words(mine, yours, roll, value, rolls))


def _words(
    mine: tuple[int, ...], yours: tuple[int, ...], roll: int | None, value: Fraction, rolls: list[dict[str, Any]]
) -> Any:
    from tafelwerk.commands.output import headed, table

    where = f"Own tokens at {listed([str(one) for one in mine])}, the other's at {listed([str(one) for one in yours])}"
    if not rolls:
        return f"{where}: the race is over, {'won' if value else 'lost'}."
    before = "before the roll" if roll is None else f"after a roll of {roll}"
    rows = []
    for found in rolls:
        for choice in found["choices"]:
            best = "best" if choice["move"] in found["moves"] else ""
            rows.append((str(found["roll"]), str(choice["move"]), shown(choice["chance"]), best))
    return headed(
        f"{where}: who is to move wins with chance {shown(value)} {before}.",
        table(("roll", "move the token at", "chance to win", ""), rows),
    )


def _tokens(option: str, text: str | None, start: tuple[int, ...]) -> tuple[int, ...]:
    """Distances of a player's tokens, the greatest first.

    Raises:
        InputError: not so many numbers, or one is off the track.
    """
    if text is None:
        return start
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1 for word in words]
    if len(numbers) != len(start) or not all(0 <= number <= start[0] for number in numbers):
        count = "a distance" if len(start) == 1 else f"{len(start)} distances"
        such_as = ",".join(map(str, start[:_NAMED])) + (",..." if len(start) > _NAMED else "")
        raise InputError(f"{option} must be {count} of 0 to {start[0]} to home, such as {such_as}, not {quoted(text)}")
    return tuple(sorted(numbers, reverse=True))
