"""Memory with real cards: what lies where, what may be turned, and what perfect play turns. Imported by `play` alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.memory import First, Rule, Second
from tafelwerk.solvers.minimax.memory import Card, MemoryTable

FACES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Table:
    """Cards on a table, and who has what; players are 0, who begins, and 1.

    Attributes:
        faces: of every card.
        rule: which cards may be turned.
        seen: cards that have been turned, those that are taken among them.
        taken: cards that are gone.
        scores: pairs of both.
        player: to move.
        first: the card that is up, the turn's first; None before it.
        first_was_seen: whether it was known before.
        after_pass: whether the turn before was a pass.
        is_over: whether the game is.
        flips: all cards turned, in order.
    """

    faces: Sequence[str]
    rule: Rule
    seen: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    scores: list[int] = field(default_factory=lambda: [0, 0])
    player: int = 0
    first: int | None = None
    first_was_seen: bool = False
    after_pass: bool = False
    is_over: bool = False
    flips: list[int] = field(default_factory=list)

    @property
    def left(self) -> list[int]:
        """Cards that are not taken."""
        return [card for card in range(len(self.faces)) if card not in self.taken]

    @property
    def unseen(self) -> list[int]:
        """Cards that nobody has seen."""
        return [card for card in range(len(self.faces)) if card not in self.seen]

    def partner(self, card: int) -> int:
        """The other card of the same face."""
        return next(other for other, face in enumerate(self.faces) if face == self.faces[card] and other != card)

    def counts(self) -> tuple[int, int, int]:
        """Pairs left, those of which one card is known, those of which both are; as before the turn's first card."""
        known = {card for card in self.seen - self.taken if card != self.first or self.first_was_seen}
        both = sum(self.partner(card) in known for card in known) // 2
        return len(self.left) // 2, len(known) - 2 * both, both

    def possible(self) -> list[int]:
        """Cards that may be turned now."""
        if self.first is None:
            return self.left
        others = [card for card in self.left if card != self.first]
        if self.rule is Rule.PASS:
            return others
        partner = self.partner(self.first)
        if self.first_was_seen:
            return [card for card in others if card not in self.seen or card == partner]
        if partner in self.seen:
            # a match is taken, or declined by a known card
            return [card for card in others if card in self.seen]
        return others

    def turn(self, card: int) -> str:
        """Turn a card; what comes of the turn, nothing after its first card.

        Raises:
            InputError: it may not be turned.
        """
        if card not in self.possible():
            raise InputError(f"card {card + 1} {self._why_not(card)}")
        self.flips.append(card)
        was_seen = card in self.seen
        self.seen.add(card)
        if self.first is None:
            self.first, self.first_was_seen = card, was_seen
            return ""
        first, self.first = self.first, None
        if self.faces[first] == self.faces[card]:
            self.taken |= {first, card}
            self.scores[self.player] += 1
            self.after_pass = False
            self.is_over = not self.left
            return "a pair"
        self.player = 1 - self.player
        passed = was_seen and self.first_was_seen
        self.is_over = passed and self.after_pass
        self.after_pass = passed
        if self.is_over:
            return "the second pass in a row, which ends the game"
        return "a pass" if passed else "no pair"

    def _why_not(self, card: int) -> str:
        if not 0 <= card < len(self.faces):
            return f"is not there: cards are 1 to {len(self.faces)}"
        if card in self.taken:
            return "is taken already"
        if card == self.first:
            return "is up already"
        return (
            "may not be turned: take the pair, or show a card that nobody has seen"
            if self.first_was_seen
            else ("may not be turned: take the match, or decline it by a known card")
        )


def deal(pairs: int, rule: Rule, seed: int) -> Table:
    """A table with so many pairs, in the order of a seed."""
    faces = [face for face in FACES[:pairs] for _ in (0, 1)]
    Random(f"memory {seed}").shuffle(faces)
    return Table(faces, rule)


def perfect_card(table: Table, solved: MemoryTable, draw: Random) -> int:
    """The card that the player to move turns for the greatest mean gain."""
    pairs, known, both = table.counts()
    plans = solved.actions(pairs, known, both, after_pass=table.after_pass)
    if table.first is None:
        return draw.choice(_firsts(table, draw.choice(plans).first))
    partner = table.partner(table.first)
    if not table.first_was_seen:
        card = Card.MATCH if partner in table.seen else Card.NEW
        values = solved.second_values(pairs, known, card, both, after_pass=table.after_pass)
        second = draw.choice([choice for choice, value in values.items() if value == max(values.values())])
        return draw.choice(_seconds(table, second))
    values_of = solved.first_values(pairs, known, both, after_pass=table.after_pass)
    wanted = [First.TAKE, First.PAIRED] if partner in table.seen else [First.KNOWN]
    choices = {first: values_of[first] for first in [*wanted, First.PASS] if first in values_of}
    first = draw.choice([choice for choice, value in choices.items() if value == max(choices.values())])
    if first is First.TAKE:
        return partner
    return draw.choice(_seconds(table, Second.KNOWN if first is First.PASS else Second.UNSEEN))


def _firsts(table: Table, first: First) -> list[int]:
    """Cards that make a first choice."""
    known = [card for card in table.left if card in table.seen]
    if first is First.UNSEEN:
        return table.unseen
    if first is First.PASS:
        return known
    paired = [card for card in known if table.partner(card) in table.seen]
    return [card for card in known if card not in paired] if first is First.KNOWN else paired


def _seconds(table: Table, second: Second) -> list[int]:
    """Cards that make a second choice."""
    assert table.first is not None
    partner = table.partner(table.first)
    if second is Second.TAKE:
        return [partner]
    if second is Second.UNSEEN:
        return [card for card in table.unseen if card != table.first]
    return [card for card in table.left if card in table.seen and card not in (table.first, partner)]
