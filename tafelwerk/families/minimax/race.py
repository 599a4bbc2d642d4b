"""The question about dice races: the chance to win, and the best token to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.rules.dice_race import LONGEST, MOST_SIDES, DiceRace, movable, move_token
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.numbers import between, separate
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import exact_number, join_words

_LONGEST_EXAMPLE = 10
"""Most distances in the example of a message."""


def _read_tokens(option: str) -> Any:
    """What reads the distances to home of a player's tokens, the greatest first; given the length and the number of tokens."""

    def read_list(length: int, tokens: int, given: str | Sequence[int]) -> tuple[int, ...]:
        words = separate(given)
        numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1 for word in words if word]
        if len(numbers) != tokens or not all(0 <= number <= length for number in numbers):
            count = "a distance to home," if tokens == 1 else f"{tokens} distances to home, each"
            such_as = ",".join([str(length)] * min(tokens, _LONGEST_EXAMPLE)) + (
                ",..." if tokens > _LONGEST_EXAMPLE else ""
            )
            text = given if isinstance(given, str) else ",".join(words)
            raise InputError(f"{option} must be {count} 0 to {length}, such as {such_as}, not {in_quotes(text)}")
        return tuple(sorted(numbers, reverse=True))

    return read_list


def _tokens(option: str, example: str, whose: str) -> Parameter:
    """The parameter of a player's tokens."""
    return Parameter(
        example,
        f"Distances to home of {whose} tokens. Default: the start.",
        parse=_read_tokens(option),
        reads_lists=True,
        needs=("length", "tokens"),
        fallback=lambda length, tokens: (length,) * tokens,
        write=lambda tokens: ",".join(map(str, tokens)),
        is_argument=False,
    )


Own = Annotated[Sequence[int], _tokens("--own", "3,1", "the mover's")]
Other = Annotated[Sequence[int], _tokens("--other", "2,2", "the opponent's")]


class Race(Question[answers.Race], title="a race of {tokens} tokens over {length} squares"):
    """Dice race of two players, solved by expectiminimax: the first player with all tokens home wins.

    A roll moves one token, chosen by the mover; the last squares of a roll may be wasted on the way home. A token is named by
    its distance to home.

    Example: tafelwerk minimax race --length 8 --tokens 2 --sides 6

    Example: tafelwerk minimax race --length 4 --tokens 2 --sides 3 --own 3,1 --other 2,2 --roll 1
    """

    length: Annotated[int, Parameter("L", "Squares from the start to home.", 1, LONGEST, is_argument=False)]
    tokens: Annotated[int, Parameter("T", "Tokens of each player.", 1, LONGEST, is_argument=False)]
    sides: Annotated[int, Parameter("S", "Sides of the die.", 1, MOST_SIDES, is_argument=False)]
    own: Parsed[Own | None] = default(None)
    other: Parsed[Other | None] = default(None)
    roll: Annotated[int, Parameter("R", "The roll. If omitted, the position before rolling.", 1, MOST_SIDES)] | None = (
        None
    )

    def check(self) -> None:
        if self.roll is not None:
            between("--roll", self.roll, 1, self.sides)

    def operations(self) -> float:
        from tafelwerk.solvers.minimax.dice_race import race_operations

        return race_operations(DiceRace(self.length, self.tokens, self.sides))

    def solve(self) -> answers.Race:
        from tafelwerk.solvers.minimax.dice_race import solve_race

        own, other = tuple(self.own or ()), tuple(self.other or ())
        table = solve_race(DiceRace(self.length, self.tokens, self.sides))
        chance, is_over = table.chance(own, other), not (any(own) and any(other))
        if self.roll is not None and is_over:
            raise InputError("--roll: the race is over, a player has all tokens home")
        rolls = []
        every = range(1, self.sides + 1) if not is_over else ()
        for rolled in every if self.roll is None else (self.roll,):
            best, moves = table.choices(own, other, rolled)
            choices = [
                answers.Choice(token, 1 - table.chance(other, move_token(own, token, rolled))) for token in movable(own)
            ]
            rolls.append(answers.Roll(rolled, best, moves, choices))
        best_moves = None
        if self.roll is not None:
            chance, best_moves = rolls[0].chance, rolls[0].moves
        return answers.Race(self.length, self.tokens, self.sides, own, other, self.roll, chance, best_moves, rolls)

    def text(self, answer: answers.Race) -> Text:
        return lambda: _race_words(answer)


def _race_words(race: answers.Race) -> Any:
    from tafelwerk.commands.output import table, with_heading

    own, other = (join_words([str(token) for token in tokens]) for tokens in (race.own, race.other))
    where = f"Own tokens at {own}, the opponent's at {other}"
    if not race.rolls:
        return f"{where}: the race is over, {'won' if race.chance else 'lost'}."
    before = "before the roll" if race.roll is None else f"after a roll of {race.roll}"
    rows = []
    for rolled in race.rolls:
        for choice in rolled.choices:
            best = "best" if choice.move in rolled.moves else ""
            rows.append((str(rolled.roll), str(choice.move), exact_number(choice.chance), best))
    return with_heading(
        f"{where}: the player to move wins with chance {exact_number(race.chance)} {before}.",
        table(("roll", "move the token at", "chance to win", ""), rows),
    )
