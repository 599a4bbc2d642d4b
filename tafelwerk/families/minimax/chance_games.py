"""The questions about games of chance: the value of a position of Memory, and every best turn or second card; the chance to win a
dice race, and the best token to move."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.answers import HalfTurn, Turn
from tafelwerk.families.minimax.parameters import Lead, ObjectiveName, RuleName
from tafelwerk.families.minimax.rules.chance_games import (
    LONGEST,
    MOST_PAIRS,
    MOST_SIDES,
    Card,
    DiceRace,
    MemoryPosition,
    Objective,
    Plan,
    Rule,
    movable,
    move_token,
    plans_of,
)
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.numbers import between, separate
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import count_noun, exact_number, join_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tafelwerk.families.minimax.builds import MemoryPositions
    from tafelwerk.tables.book import Book

WORTH = {"gain": "mean of pairs won minus pairs lost", "win": "chance to win minus chance to lose"}
"""Meaning of a value, by objective."""

WHOLE = {
    "take": "take a pair",
    "pass": "pass",
    "known": "a known card, then an unseen one",
    "paired": "a card of a fully known pair, then an unseen one",
}
AFTER_NEW = {"unseen": "another unseen card", "known": "a known one"}
AFTER_MATCH = {
    "take": "take the pair",
    "decline": "decline it by showing another known card",
    "unseen": "another unseen card",
}
"""The choices of cards in words: of a whole turn, of a second card after a new one, and after a match."""


class Memory(Question[Turn | HalfTurn], title="Memory with {pairs} pairs left, rule {rule}, objective {objective}"):
    """Memory (Concentration) for two players who forget nothing: the value of a position for the mover, and every best turn.

    A turn is two cards. If the first is an unseen card, the best second cards are listed for either case: it is new, or it
    matches a known card. Under rule forced a match may be declined by showing another known card, not by an unseen one.

    Example: tafelwerk minimax memory 3 1

    Example: tafelwerk minimax memory 3 1 --turned new

    Example: tafelwerk minimax memory 8 5 --rule forced --objective win --lead -2
    """

    pairs: Annotated[
        int,
        Parameter(
            "PAIRS",
            f"Pairs left; with --objective win at most {MOST_PAIRS[Objective.WIN]}.",
            1,
            MOST_PAIRS[Objective.GAIN],
        ),
    ]
    known: Annotated[
        int, Parameter("KNOWN", "Number of these pairs with one known card.", 0, MOST_PAIRS[Objective.GAIN])
    ]
    rule: RuleName = "pass"
    objective: ObjectiveName = "gain"
    lead: Lead | None = None
    turned: (
        Annotated[
            str,
            Parameter(
                "new|match",
                "Unseen first card, already turned: new, or a match of a known card. PAIRS and KNOWN are those before the turn.",
            ),
        ]
        | None
    ) = None

    @property
    def position(self) -> MemoryPosition:
        """The position, before a card is turned."""
        return MemoryPosition(self.pairs, self.known, self.rule, self.objective, self.lead or 0)

    def check(self) -> None:
        position = self.position
        if self.turned is not None:
            position.check_turned(self.turned)

    def look_up(self, book: Book) -> Turn | HalfTurn | None:
        key = (self.rule, self.objective, self.pairs, self.known, self.lead or 0)
        if self.turned is not None:
            rows = book.rows(
                "minimax",
                "SELECT choice, value_num, value_den, build FROM minimax.memory_choices WHERE rule = ? AND objective = ?"
                " AND pairs = ? AND known = ? AND lead = ? AND turned = ? ORDER BY choice",
                *key,
                self.turned,
            )
            values = {choice: Fraction(int(above), int(below)) for choice, above, below in rows}
            return half_turn(self.position, self.turned, values) if values else None
        row = book.one(
            "minimax",
            "SELECT value_num, value_den, actions, build FROM minimax.memory "
            "WHERE rule = ? AND objective = ? AND pairs = ? AND known = ? AND lead = ?",
            *key,
        )
        if row is None:
            return None
        above, below, actions = row
        return whole_turn(self.position, Fraction(int(above), int(below)), actions)

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import turn_operations

        return turn_operations(self.pairs, self.objective)

    def solve(self) -> Turn | HalfTurn:
        from tafelwerk.families.minimax.builds import best_turns, choice_values
        from tafelwerk.solvers.minimax.chance_games import solve_memory

        position = self.position
        table = solve_memory(self.pairs, Rule(self.rule), Objective(self.objective))
        if self.turned is not None:
            return half_turn(position, self.turned, choice_values(table, position, Card(self.turned)))
        value = table.value(self.pairs, self.known, lead=position.lead)
        return whole_turn(position, value, best_turns(table, position))

    def build(self) -> MemoryPositions:
        from tafelwerk.families.minimax.builds import MemoryPositions

        return MemoryPositions(self.pairs, self.rule, self.objective)

    def text(self, answer: Turn | HalfTurn) -> str:
        left = f"{count_noun(answer.pairs, 'pair')} left, {answer.known} of them with one card known"
        ahead = ""
        if answer.lead is not None:
            side = "ahead" if answer.lead > 0 else "behind"
            ahead = f", the mover {abs(answer.lead)} {side}" if answer.lead else ", even"
        position = f"Memory, rule {answer.rule}: {left}{ahead}"
        if isinstance(answer, HalfTurn):
            words = AFTER_NEW if answer.turned == Card.NEW else AFTER_MATCH
            lines = [
                f"{words[choice]}: {exact_number(value)}{'  best' if choice in answer.best else ''}"
                for choice, value in answer.choices.items()
            ]
            card = "a new card" if answer.turned == Card.NEW else "a card that matches a known one"
            meaning = f"{WORTH[answer.objective]}, by the second card ({answer.source}):"
            return "\n".join([f"{position}, {card} turned: {meaning}", *lines])
        text = f"{position}: {exact_number(answer.value)} for the mover, {WORTH[answer.objective]}"
        return f"{text} ({answer.source}). Best: {'; or '.join(_plan_words(plan) for plan in answer.plans)}."


def half_turn(position: MemoryPosition, turned: str, choices: Mapping[str, Fraction]) -> HalfTurn:
    """The answer about the second cards after an unseen first one, with the value of each."""
    value = max(choices.values())
    return HalfTurn(
        pairs=position.pairs,
        known=position.known,
        rule=position.rule,
        objective=position.objective,
        lead=position.lead if position.objective == "win" else None,
        turned=turned,
        value=value,
        value_float=float(value),
        best=tuple(choice for choice, worth in choices.items() if worth == value),
        choices=choices,
    )


def whole_turn(position: MemoryPosition, value: Fraction, actions: Sequence[str]) -> Turn:
    """The answer about a position: its value and its best turns, in words and as plans."""
    return Turn(
        pairs=position.pairs,
        known=position.known,
        rule=position.rule,
        objective=position.objective,
        lead=position.lead if position.objective == "win" else None,
        value=value,
        value_float=float(value),
        actions=tuple(actions),
        plans=plans_of(actions, position.known),
    )


def _plan_words(plan: Plan) -> str:
    """A best turn for a person: "an unseen card (if it is new: a known one; if it matches: take the pair)"."""
    if plan.first != "unseen":
        return WHOLE[plan.first]
    new = join_words([AFTER_NEW[second] for second in plan.after_new], last="or")
    match = join_words([AFTER_MATCH[second] for second in plan.after_match], last="or")
    branches = [f"if it is new: {new}"] if plan.after_new else []
    branches += [f"if it matches: {match}"] if plan.after_match else []
    return f"an unseen card ({'; '.join(branches)})"


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
        from tafelwerk.solvers.minimax.chance_games import race_operations

        return race_operations(DiceRace(self.length, self.tokens, self.sides))

    def solve(self) -> answers.Race:
        from tafelwerk.solvers.minimax.chance_games import solve_race

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
