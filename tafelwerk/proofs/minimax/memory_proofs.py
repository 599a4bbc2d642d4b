"""A second solution of Memory, card by card.

The tables were computed in integers, as sums over all orders of the cards. Here a turn is two cards, one after the other: every
card that may be turned; every card that an unseen card may turn out to be, with its chance as a fraction; then every second
card that the rule allows.
"""

from functools import lru_cache

from flint import fmpq

_State = tuple[int, int, int, bool, int]
"""Pairs with two known cards, with one, with none; whether the previous turn was a pass; the mover's lead."""


@lru_cache(maxsize=8)
def card_by_card(pairs: int, rule: str, objective: str) -> "CardByCard":
    """All values up to a number of pairs, cached for the next claim."""
    return CardByCard(pairs, rule, objective)


class CardByCard:
    """All values up to a number of pairs, each by the cards that may be turned.

    Attributes:
        values: value of each state.
    """

    def __init__(self, pairs: int, rule: str, objective: str) -> None:
        self._passes = rule == "pass"
        self._gain = objective == "gain"
        self.values: dict[_State, fmpq] = {}
        for left in range(pairs + 1):
            for fresh in range(left + 1):
                for known in range(left - fresh + 1):
                    # states after a pass come first: a pass leads to one, with the lead negated
                    for passed in (True, False) if self._passes else (False,):
                        for lead in (0,) if self._gain else range(-left, left + 1):
                            state = (left - fresh - known, known, fresh, passed, lead)
                            self.values[state] = max(self._firsts(state).values()) if left else self._over(lead)

    def turns(self, state: _State) -> list[str]:
        """All best turns, in the words and the order of table memory."""
        firsts = self._firsts(state)
        best = list(self._best(firsts))
        if "unseen" not in best:
            return best
        after = {what: self._best(self._seconds(state, what)) for what, _, _ in self._draws(state[1], state[2])}
        words = [f"unseen then {second}" for second in after.get("new", ())]
        matched = after.get("match", ())
        if matched and ("new" not in after or matched != ("take",)):
            words += [f"unseen then {second}{' after a match' * (second == 'unseen')}" for second in matched]
        index = best.index("unseen")
        return [*best[:index], *words, *best[index + 1 :]]

    def choices(self, state: _State, turned: str) -> dict[str, fmpq]:
        """Value of every choice, of the first card ("none") or after an unseen first card that is new or a match."""
        if turned != "none":
            return self._seconds(state, turned) if turned in [what for what, *_ in self._draws(*state[1:3])] else {}
        return {choice.removesuffix(" then unseen"): value for choice, value in self._firsts(state).items()}

    @staticmethod
    def _best(choices: dict[str, fmpq]) -> tuple[str, ...]:
        best = max(choices.values())
        return tuple(name for name, value in choices.items() if value == best)

    @staticmethod
    def _draws(known: int, fresh: int) -> list[tuple[str, int, int]]:
        """What an unseen card may be: new or a match, each with its number of cases and the number of all cases."""
        unseen = known + 2 * fresh
        return [draw for draw in (("new", 2 * fresh, unseen), ("match", known, unseen)) if draw[1]]

    def _over(self, lead: int) -> fmpq:
        return fmpq(0 if self._gain else (lead > 0) - (lead < 0))

    def _value(self, full: int, known: int, fresh: int, passed: bool, lead: int) -> fmpq:
        if not self._gain and abs(lead) > full + known + fresh:
            return self._over(lead)
        return self.values[full, known, fresh, passed, lead]

    def _after_pair(self, full: int, known: int, fresh: int, lead: int) -> fmpq:
        """Value after taking a pair: the same player moves again."""
        if self._gain:
            return 1 + self._value(full, known, fresh, False, 0)
        return self._value(full, known, fresh, False, lead + 1)

    def _after_miss(self, full: int, known: int, fresh: int, lead: int, passed: bool = False) -> fmpq:
        """Value after taking nothing: the opponent moves."""
        return -self._value(full, known, fresh, passed, -lead)

    def _firsts(self, state: _State) -> dict[str, fmpq]:
        """Values of the first card, or of the whole turn if it leaves no choice, by the words of table memory."""
        full, known, fresh, passed, lead = state
        values: dict[str, fmpq] = {}
        if full:
            values["take"] = self._after_pair(full - 1, known, fresh, lead)
        draws = self._draws(known, fresh)
        if draws:
            values["unseen"] = sum(
                (fmpq(count, of) * max(self._seconds(state, what).values()) for what, count, of in draws), fmpq(0)
            )
        if known and draws:
            # one of the unseen cards is the partner of the open card
            chance = fmpq(1, known + 2 * fresh)
            values["known then unseen"] = chance * self._after_pair(full, known - 1, fresh, lead)
            values["known then unseen"] += self._unseen_second(full, known, fresh, lead, known - 1, known + 2 * fresh)
        if full and draws:
            values["paired then unseen"] = self._unseen_second(full, known, fresh, lead, known, known + 2 * fresh)
        if self._passes and full + known > 1:
            values["pass"] = self._over(lead) if passed else self._after_miss(full, known, fresh, lead, True)
        return values

    def _unseen_second(self, full: int, known: int, fresh: int, lead: int, others: int, unseen: int) -> fmpq:
        """Contribution of an unseen second card that does not match the first: the partner of one of `others` cards, or new.

        full, known, fresh: pairs with two, one and no known cards after the first card; unseen: cards that the second may be.
        """
        value = fmpq(0)
        if others:
            value += fmpq(others, unseen) * self._after_miss(full + 1, known - 1, fresh, lead)
        if fresh:
            value += fmpq(2 * fresh, unseen) * self._after_miss(full, known + 1, fresh - 1, lead)
        return value

    def _seconds(self, state: _State, what: str) -> dict[str, fmpq]:
        """Values of the second card after an unseen first card that is new or matches a known one."""
        full, known, fresh, _, lead = state
        unseen = known + 2 * fresh - 1
        values: dict[str, fmpq] = {}
        if what == "new":
            # the open card's pair now has one known card
            chance = fmpq(1, unseen)
            others = self._unseen_second(full, known + 1, fresh - 1, lead, known, unseen)
            values["unseen"] = chance * self._after_pair(full, known, fresh - 1, lead) + others
            if full or known:
                values["known"] = self._after_miss(full, known + 1, fresh - 1, lead)
            return values
        values["take"] = self._after_pair(full, known - 1, fresh, lead)
        if full or known > 1:
            values["decline"] = self._after_miss(full + 1, known - 1, fresh, lead)
        if self._passes and unseen:
            values["unseen"] = self._unseen_second(full + 1, known - 1, fresh, lead, known - 1, unseen)
        return values
