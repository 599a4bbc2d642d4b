"""Worlds by trying every deal: those in which the cards could have been played as they were. To be believed at sight."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from naive import skat as naive

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, bits, mask_of
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.knowledge import World


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


def worlds(
    deal: Deal, seat: Seat, game: Game, declarer: Seat, cards: Sequence[int], *, skat: bool, shown: bool
) -> set[World]:
    """The worlds that a player must think possible.

    Args:
        deal: The true deal, of few cards.
        seat: The player's seat.
        game: The game played.
        declarer: The declarer's seat.
        cards: The cards played.
        skat: Whether the player knows the Skat.
        shown: Whether all see the declarer's cards.
    """
    found = set()
    for other in _deals(deal, seat):
        if (skat and other.skat != deal.skat) or (shown and other.hands[declarer] != deal.hands[declarer]):
            continue
        table = Table(game, other.hands)
        for card in cards:
            if card not in table.legal():
                break
            table.play(card)
        else:
            found.add(World(naive.masks(table.hands), other.skat))
    return found


def random_play(random: Random, deal: Deal, game: Game, declarer: Seat, count: int) -> list[int]:
    """The first `count` cards of a game in which everyone plays at random."""
    table, cards = Table(game, deal.hands), list[int]()
    for _ in range(count):
        cards.append(random.choice(sorted(table.legal(), reverse=True)))
        table.play(cards[-1])
    return cards


def _deals(deal: Deal, seat: Seat) -> Iterator[Deal]:
    """All deals of the same cards, as many to each place, that give a player the same hand."""
    pack = set(bits(deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat))
    others = pack - set(bits(deal.hands[seat]))
    for one in combinations(sorted(others), deal.cards_each):
        for other in combinations(sorted(others - set(one)), deal.cards_each):
            hands = [mask_of(one), mask_of(other)]
            hands.insert(seat, deal.hands[seat])
            yield Deal((hands[0], hands[1], hands[2]), mask_of(others - set(one) - set(other)))
