"""Memory played with cards on places: every card may be turned, chance is all orders of the cards not seen yet."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

UNSEEN, GONE = -1, -2

Table = tuple[int, ...]
"""By place: the pair whose card lies there if it has been seen, UNSEEN, or GONE."""


def lay_out(pairs: int, known: int, full: int) -> Table:
    """A table with that many pairs, the first `full` of them seen, one card seen of the next `known`."""
    seen = [number for number in range(full) for _ in range(2)] + list(range(full, full + known))
    return tuple(seen + [UNSEEN] * (2 * pairs - len(seen)))


def describe(table: Table) -> tuple[int, int, int]:
    """Pairs left, those with one card seen, those with both seen."""
    numbers = [number for number in table if number >= 0]
    full = sum(numbers.count(number) == 2 for number in set(numbers))
    return sum(number != GONE for number in table) // 2, len(numbers) - 2 * full, full


def _renamed(table: Table) -> Table:
    """Pairs numbered in the order of their first places: which picture a pair shows does not matter."""
    names: dict[int, int] = {}
    return tuple(number if number < 0 else names.setdefault(number, len(names)) for number in table)


def _orders(table: Table) -> set[Table]:
    """All tables with every card seen that this one can be."""
    numbers = [number for number in table if number >= 0]
    left = sum(number != GONE for number in table) // 2
    hidden = [number for number in range(left) for _ in range(2 - numbers.count(number))]
    orders = set()
    for cards in set(permutations(hidden)):
        rest = iter(cards)
        orders.add(tuple(next(rest) if number == UNSEEN else number for number in table))
    return orders


class Game:
    """Values by brute force.

    Attributes:
        forced: the rule is `forced`, else `pass`.
        win: the objective is `win`, else `gain`.
        values: what has been computed, by table, mover's lead, and whether the turn before was a pass.
    """

    def __init__(self, forced: bool, win: bool) -> None:
        self.forced, self.win = forced, win
        self.values: dict[tuple[Table, int, bool], Fraction] = {}

    def value(self, table: Table, lead: int, after_pass: bool) -> Fraction:
        """The value to the player who moves next."""
        key = _renamed(table), lead, after_pass
        if key not in self.values:
            choices = self.choices(*key)
            self.values[key] = max(mean for _, _, mean in choices) if choices else self._end(lead)
        return self.values[key]

    def choices(
        self, table: Table, lead: int, after_pass: bool
    ) -> list[tuple[int, dict[int, dict[int, Fraction]], Fraction]]:
        """By first place: by the card that lies there, the value of every second place; and the mean of the best."""
        found = []
        orders = _orders(table)
        for first, state in enumerate(table):
            if state == GONE:
                continue
            outcomes: dict[int, dict[int, Fraction]] = {}
            mean = Fraction(0)
            for card in {order[first] for order in orders}:
                possible = [order for order in orders if order[first] == card]
                outcomes[card] = {
                    second: sum(
                        (self._after(table, order, first, second, lead, after_pass) for order in possible), Fraction(0)
                    )
                    / len(possible)
                    for second in self._seconds(table, first, card)
                }
                mean += Fraction(len(possible), len(orders)) * max(outcomes[card].values())
            found.append((first, outcomes, mean))
        return found

    def _seconds(self, table: Table, first: int, card: int) -> Iterator[int]:
        """The places that may be turned second."""
        match = table[first] == UNSEEN and card in table
        for second, state in enumerate(table):
            if second == first or state == GONE:
                continue
            if self.forced and match and state == UNSEEN:
                continue
            if self.forced and UNSEEN not in (table[first], state) and state != card:
                continue
            yield second

    def _after(self, table: Table, order: Table, first: int, second: int, lead: int, after_pass: bool) -> Fraction:
        """What follows when these two places are turned and the cards lie in this order."""
        places = list(table)
        if order[first] == order[second]:
            places[first] = places[second] = GONE
            if self.win:
                return self.value(tuple(places), lead + 1, False)
            return 1 + self.value(tuple(places), 0, False)
        if UNSEEN in (table[first], table[second]):
            places[first], places[second] = order[first], order[second]
            return -self.value(tuple(places), -lead, False)
        return self._end(lead) if after_pass else -self.value(table, -lead, True)

    def _end(self, lead: int) -> Fraction:
        return Fraction((lead > 0) - (lead < 0))

    def best(self, table: Table, lead: int, after_pass: bool) -> tuple[set[str], set[str], set[str]]:
        """All best first choices, best second ones after a new card and after a match, in words."""
        firsts: set[str] = set()
        new: set[str] = set()
        match: set[str] = set()
        choices = self.choices(table, lead, after_pass)
        for first, outcomes, mean in choices:
            if mean < max(it for _, _, it in choices):
                continue
            for card, values in outcomes.items():
                for second, it in values.items():
                    if it < max(values.values()):
                        continue
                    if table[first] == UNSEEN:
                        firsts.add("unseen")
                        (match if card in table else new).add(_second(table, card, second))
                    elif table[second] == UNSEEN:
                        firsts.add("known" if table.count(card) == 1 else "paired")
                    else:
                        firsts.add("take" if table[second] == card else "pass")
        return firsts, new, match


def _second(table: Table, card: int, second: int) -> str:
    if table[second] == UNSEEN:
        return "unseen"
    if table[second] == card:
        return "take"
    return "decline" if card in table else "known"
