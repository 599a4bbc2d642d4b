"""Games of chance under perfect play: Memory (Concentration) for two players with perfect memory, exact values and all best
turns; and dice races, the chance to win of the player to roll, for every position. Rules:
`families.minimax.rules.chance_games`.

A turn of Memory is two cards, one after the other. A player who takes a matching pair has another turn; otherwise the turn
passes to the opponent. Two rules say which cards may be turned (Rule); two objectives say what a player maximises (Objective).

A position is the number of pairs left, of which `full` have two known cards and `known` have one; all other cards are unseen
and in random order. A pair becomes full when a second card turns up its partner by accident, or when a match is declined.

Sources: P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05, chapter 2 (Spiele), example 2.5;
U. Zwick and M. S. Paterson, The memory game, Theoretical Computer Science 110, 1993.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from math import comb, factorial, log2
from typing import TypeVar

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.chance_games import (
    MOST_PAIRS,
    MOST_POSITIONS,
    Card,
    DiceRace,
    First,
    Objective,
    Plan,
    Rule,
    Second,
    Tokens,
    movable,
    move_token,
)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Values of the choices of one turn, for the player whose turn it is.

    Values are summed over all orders of the unseen cards: of all unseen cards before the first card is turned, of the
    remaining ones after it.
    """

    firsts: Mapping[First, int]
    after_new: Mapping[Second, int]
    after_match: Mapping[Second, int]


_Choice = TypeVar("_Choice")

_State = tuple[int, int, int, bool, int]
"""Full, known and fresh pairs (no card seen); whether the previous turn was a pass; the mover's lead (0 for the mean gain)."""


class MemoryTable:
    """All values of a solved game of up to `pairs` pairs.

    Attributes:
        pairs: largest number of pairs left in a solved position.
        rule: which cards may be turned.
        objective: which value is maximised.
    """

    def __init__(self, pairs: int, rule: Rule, objective: Objective) -> None:
        self.pairs = pairs
        self.rule = rule
        self.objective = objective
        # a value times the number of orders of the unseen cards is an integer: turning a card divides by the unseen ones
        self._orders = [factorial(unseen) for unseen in range(2 * pairs + 1)]
        self._sums: dict[_State, int] = {}
        after_passes = (True, False) if rule is Rule.PASS else (False,)
        for left in range(pairs + 1):
            leads = range(-left, left + 1) if objective is Objective.WIN else range(1)
            for full, known, fresh in positions(left):
                # a pass gives the opponent the position after a pass, with the lead negated
                for after_pass, lead in product(after_passes, leads):
                    state = full, known, fresh, after_pass, lead
                    self._sums[state] = max(self._turn(state).firsts.values()) if left else self._end(lead, 1)

    def value(self, pairs: int, known: int, full: int = 0, lead: int = 0, after_pass: bool = False) -> Fraction:
        """Value of a position for the player to move, before a card is turned.

        Args:
            pairs: number of pairs left.
            known: number of these pairs with one known card.
            full: number of these pairs with two known cards.
            lead: pairs that the mover is ahead of the opponent; irrelevant to the mean gain.
            after_pass: whether the opponent has just passed; rule pass only.

        Returns:
            Under GAIN the mean of the mover's pairs minus the opponent's from here on, -pairs to pairs; under WIN the chance
            of more pairs minus the chance of fewer, -1 to 1.

        Raises:
            InputError: a number is invalid, or there are more pairs than were solved.
        """
        state = self._state(pairs, known, full, lead, after_pass)
        return self._fraction(self._sum(state), _unseen(state))

    def first_values(
        self, pairs: int, known: int, full: int = 0, lead: int = 0, after_pass: bool = False
    ) -> dict[First, Fraction]:
        """Value of each possible first choice under best play after it; the greatest is the position's. Empty without pairs.

        Args, Raises: as value.
        """
        state = self._state(pairs, known, full, lead, after_pass)
        return {first: self._fraction(it, _unseen(state)) for first, it in self._turn(state).firsts.items()}

    def second_values(
        self, pairs: int, known: int, card: Card, full: int = 0, lead: int = 0, after_pass: bool = False
    ) -> dict[Second, Fraction]:
        """Value of each possible second choice after an unseen first card.

        Args:
            pairs, known, full, lead, after_pass: the position before the first card was turned, as in value.
            card: kind of the first card.

        Returns:
            Values for the player whose turn it is. Empty if no card of that kind was unseen.

        Raises:
            InputError: as value.
        """
        state = self._state(pairs, known, full, lead, after_pass)
        turn = self._turn(state)
        seconds = turn.after_new if card is Card.NEW else turn.after_match
        return {second: self._fraction(it, _unseen(state) - 1) for second, it in seconds.items()}

    def actions(
        self, pairs: int, known: int, full: int = 0, lead: int = 0, after_pass: bool = False
    ) -> tuple[Plan, ...]:
        """All best turns: every first choice that reaches the value, each with all best second choices.

        In the order of First and Second; empty without pairs.

        Args, Raises: as value.
        """
        turn = self._turn(self._state(pairs, known, full, lead, after_pass))
        return tuple(
            Plan(first, _best(turn.after_new), _best(turn.after_match)) if first is First.UNSEEN else Plan(first)
            for first in _best(turn.firsts)
        )

    def _state(self, pairs: int, known: int, full: int, lead: int, after_pass: bool) -> _State:
        _check_position(pairs, known, full, lead, after_pass, self.rule)
        if pairs > self.pairs:
            raise InputError(f"pairs: {pairs} must be at most {self.pairs}, the pairs this table was solved for")
        return full, known, pairs - known - full, after_pass, lead if self.objective is Objective.WIN else 0

    def _fraction(self, total: int, unseen: int) -> Fraction:
        return Fraction(total, self._orders[unseen])

    def _end(self, lead: int, orders: int) -> int:
        """Value of the end of the game, times the number of orders."""
        return orders * ((lead > 0) - (lead < 0))

    def _sum(self, state: _State) -> int:
        full, known, fresh, _, lead = state
        if abs(lead) > full + known + fresh:
            return self._end(lead, self._orders[known + 2 * fresh])
        return self._sums[state]

    def _stay(self, full: int, known: int, fresh: int, lead: int) -> int:
        """Value after taking a pair: the same player moves again."""
        if self.objective is Objective.WIN:
            return self._sum((full, known, fresh, False, lead + 1))
        return self._orders[known + 2 * fresh] + self._sums[full, known, fresh, False, 0]

    def _yield(self, full: int, known: int, fresh: int, lead: int, passed: bool = False) -> int:
        """Value after taking nothing: the opponent moves."""
        return -self._sum((full, known, fresh, passed, -lead))

    def _turn(self, state: _State) -> _Turn:
        """Values of all choices of a turn."""
        full, known, fresh, after_pass, lead = state
        unseen = known + 2 * fresh
        firsts: dict[First, int] = {}
        if full:
            firsts[First.TAKE] = self._stay(full - 1, known, fresh, lead)
        after_new = self._after_new(full, known, fresh, lead) if fresh else {}
        after_match = self._after_match(full, known, fresh, lead) if known else {}
        if unseen:
            firsts[First.UNSEEN] = (2 * fresh * max(after_new.values()) if fresh else 0) + (
                known * max(after_match.values()) if known else 0
            )
            # the unseen card is new, is the partner of a known card that was not turned, or of the one that was
            new = 2 * fresh * self._yield(full, known + 1, fresh - 1, lead) if fresh else 0
            accident = self._yield(full + 1, known - 1, fresh, lead) if known else 0
            if known:
                firsts[First.KNOWN] = self._stay(full, known - 1, fresh, lead) + (known - 1) * accident + new
            if full:
                firsts[First.PAIRED] = known * accident + new
        if self.rule is Rule.PASS and full + known >= 2:
            firsts[First.PASS] = (
                self._end(lead, self._orders[unseen]) if after_pass else self._yield(full, known, fresh, lead, True)
            )
        return _Turn(firsts, after_new, after_match)

    def _after_new(self, full: int, known: int, fresh: int, lead: int) -> dict[Second, int]:
        """Values of second choices after an unseen first card of a fresh pair."""
        # of the remaining unseen cards one matches, `known` complete a full pair by accident, the others show a fresh pair
        unseen = self._stay(full, known, fresh - 1, lead)
        if known:
            unseen += known * self._yield(full + 1, known, fresh - 1, lead)
        if fresh > 1:
            unseen += 2 * (fresh - 1) * self._yield(full, known + 2, fresh - 2, lead)
        seconds = {Second.UNSEEN: unseen}
        if full or known:
            seconds[Second.KNOWN] = self._yield(full, known + 1, fresh - 1, lead)
        return seconds

    def _after_match(self, full: int, known: int, fresh: int, lead: int) -> dict[Second, int]:
        """The first card was unseen and is the partner of a known one."""
        seconds = {Second.TAKE: self._stay(full, known - 1, fresh, lead)}
        if full or known > 1:
            seconds[Second.DECLINE] = self._yield(full + 1, known - 1, fresh, lead)
        if self.rule is Rule.PASS and known + fresh > 1:
            unseen = 2 * fresh * self._yield(full + 1, known, fresh - 1, lead) if fresh else 0
            if known > 1:
                unseen += (known - 1) * self._yield(full + 2, known - 2, fresh, lead)
            seconds[Second.UNSEEN] = unseen
        return seconds


def solve_memory(pairs: int, rule: Rule = Rule.PASS, objective: Objective = Objective.GAIN) -> MemoryTable:
    """Solve all positions of up to `pairs` pairs, exactly; no form of the best turn is assumed.

    Raises:
        InputError: pairs is not a number from 0 to MOST_PAIRS of the objective.

    >>> solve_memory(3).value(3, 1)
    Fraction(-1, 5)
    """
    most = MOST_PAIRS[objective]
    if not isinstance(pairs, int) or not 0 <= pairs <= most:
        raise InputError(f"pairs: {pairs!r} must be a whole number from 0 to {most} for the objective {objective}")
    return MemoryTable(pairs, rule, objective)


def positions(pairs: int) -> Iterator[tuple[int, int, int]]:
    """Full, known and fresh pairs of all positions with `pairs` pairs left; a turn that takes nothing leads from one
    to an earlier one.

    >>> list(positions(1))
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    for fresh in range(pairs + 1):
        for known in range(pairs - fresh + 1):
            yield pairs - fresh - known, known, fresh


def _check_position(pairs: int, known: int, full: int, lead: int, after_pass: bool, rule: Rule) -> None:
    for name, number, least in (("pairs", pairs, 0), ("known", known, 0), ("full", full, 0), ("lead", lead, None)):
        if not isinstance(number, int) or (least is not None and number < least):
            raise InputError(f"{name}: {number!r} must be a whole number{'' if least is None else ', at least 0'}")
    if known + full > pairs:
        raise InputError(
            f"known: {known} pairs with one card known and {full} full ones are more than the {pairs} left"
        )
    if after_pass and rule is not Rule.PASS:
        raise InputError(f"after_pass: there is no pass under the rule {rule}; use the rule {Rule.PASS}")


def _unseen(state: _State) -> int:
    """Number of cards nobody has seen."""
    return state[1] + 2 * state[2]


def _best(choices: Mapping[_Choice, int]) -> tuple[_Choice, ...]:
    """All choices of the greatest value."""
    best = max(choices.values(), default=0)
    return tuple(choice for choice, it in choices.items() if it == best)


CHOICE_OPERATIONS, WORD_OPERATIONS, TOKEN_OPERATIONS = 600.0, 40.0, 12.0
"""Work per choice after a roll; additional work per 64 bits of the numbers compared, and per token of a player."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable:
    """A solved race: every position before a roll.

    Attributes:
        race: the race.
        numerators: by the tokens of the player to roll and of the opponent, neither home: the chance that the player to roll
            wins, as a numerator over sides ** (sum of all distances).
    """

    race: DiceRace
    numerators: dict[tuple[Tokens, Tokens], int]

    def chance(self, own: Sequence[int], other: Sequence[int]) -> Fraction:
        """The chance that the player to roll wins.

        Args:
            own: tokens of the player to roll, in any order.
            other: tokens of the opponent.

        Raises:
            InputError: the number of tokens is wrong, a distance is off the track, or both players are home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not any(mine) and not any(yours):
            raise InputError("both players have all tokens home; at most one player can")
        if not any(yours):
            return Fraction(0)
        if not any(mine):
            return Fraction(1)
        return Fraction(self.numerators[mine, yours], self.race.sides ** (sum(mine) + sum(yours)))

    def choices(self, own: Sequence[int], other: Sequence[int], roll: int) -> tuple[Fraction, list[int]]:
        """The chance that the player who has rolled wins, and the best tokens to move, by their distances.

        Args:
            own: tokens of the player who has rolled, in any order, not all home.
            other: tokens of the opponent, not all home.
            roll: the roll, 1 to sides.

        Raises:
            InputError: as `chance`; or the die has no such roll; or a player is home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not 1 <= roll <= self.race.sides:
            raise InputError(f"a roll must be 1 to {self.race.sides}, not {roll}")
        if not any(mine) or not any(yours):
            raise InputError("the race is over: a player has all tokens home")
        chances = {distance: 1 - self.chance(yours, move_token(mine, distance, roll)) for distance in movable(mine)}
        best = max(chances.values())
        return best, [distance for distance, chance in chances.items() if chance == best]

    def _tokens(self, tokens: Sequence[int]) -> Tokens:
        """The tokens, sorted and checked."""
        if len(tokens) != self.race.tokens or not all(0 <= distance <= self.race.length for distance in tokens):
            raise InputError(
                f"a player must have {self.race.tokens} tokens at distances 0 to {self.race.length}, not {tuple(tokens)}"
            )
        return tuple(sorted(tokens, reverse=True))


def race_operations(race: DiceRace) -> float:
    """Estimated work of `solve_race`.

    Raises:
        InputError: the race has more than MOST_POSITIONS positions.
    """
    positions = (comb(race.length + race.tokens, race.tokens) - 1) ** 2
    if positions > MOST_POSITIONS:
        raise InputError(
            f"{race.tokens} tokens over {race.length} squares make {Decimal(positions):.6g} positions; "
            f"races of up to {MOST_POSITIONS:,} positions are solved; choose fewer tokens or squares"
        )
    choices = race.sides * (1 + min(race.tokens, race.length)) / 2
    words = race.length * race.tokens * log2(race.sides + 1) / 64
    return positions * choices * (CHOICE_OPERATIONS + WORD_OPERATIONS * words + TOKEN_OPERATIONS * race.tokens)


def solve_race(race: DiceRace) -> RaceTable:
    """The table of a race, solved by rising sum of distances.

    All numbers are integers: a chance times sides ** (sum of all distances) is an integer, since every turn shortens the sum.

    Raises:
        InputError: the race has more than MOST_POSITIONS positions.

    >>> solve_race(DiceRace(4, 1, 6)).chance((4,), (4,))
    Fraction(33355, 46656)
    """
    race_operations(race)
    sides, longest = race.sides, race.length * race.tokens
    by_sum: list[list[Tokens]] = [[] for _ in range(longest + 1)]
    for tokens in combinations_with_replacement(range(race.length, -1, -1), race.tokens):
        by_sum[sum(tokens)].append(tokens)
    options = {tokens: [_options(tokens, roll) for roll in range(1, sides + 1)] for tokens in chain(*by_sum[1:])}
    powers = [sides**exponent for exponent in range(2 * longest)]
    values: dict[tuple[Tokens, Tokens], int] = {}
    for total in range(2, 2 * longest + 1):
        # over sides ** (total - 1), so that the mean over the rolls is the sum over sides ** total
        sure = powers[total - 1]
        for own_sum in range(max(1, total - longest), min(total, longest + 1)):
            for own, other in product(by_sum[own_sum], by_sum[total - own_sum]):
                numerator = 0
                for after in options[own]:
                    numerator += max(
                        sure - (values[other, tokens] * powers[own_sum - 1 - remaining] if remaining else 0)
                        for tokens, remaining in after
                    )
                values[own, other] = numerator
    return RaceTable(race, values)


def _options(tokens: Tokens, roll: int) -> list[tuple[Tokens, int]]:
    """The tokens after each choice, each with its sum of distances."""
    return [(after, sum(after)) for after in (move_token(tokens, distance, roll) for distance in movable(tokens))]
