"""Worlds by trying every deal: those in which the cards could have been played as they were. To be believed at sight."""

from collections.abc import Sequence
from random import Random

from naive import skat as naive

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat
from tafelwerk.families.skat.rules.deals import Deal


class Table:
    """Three hands and the trick, cards by their names."""

    def __init__(self, game: Game, hands: Sequence[int]) -> None:
        self.game, self.hands = game.value, naive.names_of(hands)
        self.leader, self.trick = 0, tuple[str, ...]()

    def legal(self) -> set[int]:
        return {NAMES.index(card) for card in naive.legal(self.game, self.hands, self.trick, self.leader)}

    def play(self, card: int) -> None:
        self.hands = naive.without(self.hands, NAMES[card])
        self.trick = (*self.trick, NAMES[card])
        if len(self.trick) == 3:
            self.leader, self.trick = naive.winner(self.game, self.trick, self.leader), ()


def random_play(random: Random, deal: Deal, game: Game, declarer: Seat, count: int) -> list[int]:
    """The first `count` cards of a game in which everyone plays at random."""
    table, cards = Table(game, deal.hands), list[int]()
    for _ in range(count):
        cards.append(random.choice(sorted(table.legal(), reverse=True)))
        table.play(cards[-1])
    return cards
