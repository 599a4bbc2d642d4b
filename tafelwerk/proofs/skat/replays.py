"""Games played out with hidden cards, played again: whether one may have ended as is stored.

Each seat plays as `player` says, with its own chance, that of seed 3 * number + seat, and without a bid to reach. Of cards that
win in as many worlds one is chosen by points, in the first 4, 8, 12 ... worlds, until a program has searched so many positions
with its own solver. No other program can say where it stopped; so each card that comes first after one of these numbers of
worlds is followed. In Null there are no points, and a game goes one way only.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tafelwerk.proofs.skat.judge import Judge
from tafelwerk.proofs.skat.player import Look
from tafelwerk.proofs.skat.rules import Contract, Hands, State, after, begin, points_of, suit_of

BID = 18
"""The least bid, at which a game has to reach no more than was announced."""

EARLY = 7
"""Cards in hand from which a program is taken to have stopped early: a matter of which card is followed first."""


class _Open(NamedTuple):
    """A position, suits that were not followed, the cards played, and those that may come next and were not yet followed."""

    state: State
    voids: frozenset[tuple[int, int]]
    cards: tuple[int, ...]
    ways: Iterator[int]


class Playout(NamedTuple):
    """A game that was played out.

    Attributes:
        game: what was played.
        declarer: who played alone.
        hands, skat: who held what when play began.
        worlds: how many the seats looked at.
        number: the deal's, where chance begins.
    """

    game: str
    declarer: int
    hands: Hands
    skat: int
    worlds: int
    number: int

    def may_end(self, judge: Judge, won: bool, points: int | None) -> bool:
        """Whether it may have ended so: won or not, and with so many points of the declarer, None in Null."""
        first = begin(self.hands, self.skat)
        # what a seat knows is the position and which suits were not followed, not the order of the cards
        voids = frozenset[tuple[int, int]]()
        met = {(first, voids)}
        open_ways = [_Open(first, voids, (), self._cards(judge, first, ()))]
        while open_ways:
            state, voids, cards, ways = open_ways[-1]
            card = next(ways, None)
            if card is None:
                open_ways.pop()
                continue
            later, shown = after(state, self.game, self.declarer, card), voids
            if state.lying and not suit_of(self.game, state.lying[0]) >> card & 1:
                shown = voids | {(state.mover, suit_of(self.game, state.lying[0]))}
            if later.over:
                if self._ended(later) == (won, points):
                    return True
            elif (later, shown) not in met and _within(later, points):
                met.add((later, shown))
                after_it = (*cards, card)
                open_ways.append(_Open(later, shown, after_it, self._cards(judge, later, after_it)))
        return False

    def _cards(self, judge: Judge, state: State, cards: tuple[int, ...]) -> Iterator[int]:
        """The cards that may have come next, the likely ones first."""
        contract = Contract(self.game, False, False, False, False)
        seed = 3 * self.number + state.mover
        look = Look(contract, self.declarer, BID, self.hands, self.skat, cards, self.worlds, seed)
        found = look.choices(judge)
        if state.hands[state.mover].bit_count() >= EARLY:
            return found
        return iter(dict.fromkeys(reversed(list(found))))

    def _ended(self, state: State) -> tuple[bool, int | None]:
        return (state.tricks == 0, None) if self.game == "null" else (state.points >= 61, state.points)


def _within(state: State, points: int | None) -> bool:
    """Whether the declarer can still end with so many points."""
    if points is None:
        return True
    rest = points_of(state.hands[0] | state.hands[1] | state.hands[2])
    return state.points <= points <= state.points + rest + points_of(sum(1 << card for card in state.lying))
