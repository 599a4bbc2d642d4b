"""Worlds by trying every deal: those in which the cards could have been played as they were. To be believed at sight."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, mask_of
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.knowledge import World
from tafelwerk.rules.skat.play import legal, play, replay, start


def worlds(
    deal: Deal, seat: Seat, game: Game, declarer: Seat, cards: Sequence[int], *, skat: bool, shown: bool
) -> set[World]:
    """The worlds that a player must think possible.

    Args:
        deal: how the cards lay, of few cards.
        seat: where the player sits.
        game: what is played.
        declarer: who plays alone.
        cards: the cards played.
        skat: whether the player knows the Skat.
        shown: whether all see the declarer's cards.
    """
    found = set()
    for other in _deals(deal, seat):
        if (skat and other.skat != deal.skat) or (shown and other.hands[declarer] != deal.hands[declarer]):
            continue
        try:
            last = replay(other, game, declarer, cards)[-1]
        except InputError:
            continue
        found.add(World(last.hands, other.skat))
    return found


def random_play(random: Random, deal: Deal, game: Game, declarer: Seat, count: int) -> list[int]:
    """So many cards of a game in which everyone plays at random."""
    position, cards = start(deal, game, declarer), []
    for _ in range(count):
        cards.append(random.choice(bits(legal(position))))
        position = play(position, cards[-1])
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
