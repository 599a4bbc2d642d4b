"""The player with hidden cards, by a second program: what a seat knows, its worlds, the worlds that a card wins, the card chosen.

The number of a world is that of its placement of the unseen cards: first in the hand to the left, then in the next one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tafelwerk.proofs.skat import second_rules as rules
from tafelwerk.proofs.skat.second_solver import Judge

World = tuple[rules.Hands, int]
"""Hands and Skat."""


class Knowledge:
    """Knowledge of a seat after some cards.

    Args:
        seat: the seat.
        contract: the contract.
        declarer: seat of the declarer.
        hands, skat: the deal when play began.
        course: positions before each of the cards, and after the last.
        cards: the cards played.

    Attributes:
        placements: the ways to place the unseen cards: in the hand to the left, in the next one, in the Skat.
    """

    def __init__(
        self,
        seat: int,
        contract: rules.Contract,
        declarer: int,
        hands: rules.Hands,
        skat: int,
        course: Sequence[rules.State],
        cards: Sequence[int],
    ) -> None:
        voids = [0, 0, 0]
        for state, card in zip(course, cards, strict=False):
            if state.lying and not rules.suit_of(contract.game, state.lying[0]) >> card & 1:
                voids[state.mover] |= rules.suit_of(contract.game, state.lying[0])
        sees = {seat} | ({declarer} if contract.ouvert else set())
        now = course[len(cards)].hands
        self._hands = [hand if player in sees else 0 for player, hand in enumerate(now)]
        self._skat = skat if seat == declarer and not contract.hand else 0
        known = self._hands[0] | self._hands[1] | self._hands[2] | self._skat | sum(1 << card for card in cards)
        self._unseen = (hands[0] | hands[1] | hands[2] | skat) & ~known
        self._others = (seat + 1) % 3, (seat + 2) % 3
        suits = rules.suits_of(contract.game)
        may = [[not suit & voids[other] for suit in suits] for other in self._others]
        sizes = [0 if other in sees else now[other].bit_count() for other in self._others]
        self.placements = rules.Placements([suit & self._unseen for suit in suits], may, sizes)

    def worlds(self, most: int, seed: int) -> list[World]:
        """All worlds if there are at most `most`, otherwise `most` drawn by a seed."""
        worlds, (first, second) = [], self._others
        for placed in self.placements.sample(most, seed).tolist():
            hands = list(self._hands)
            hands[first] |= placed[0]
            hands[second] |= placed[1]
            skat = self._skat | self._unseen & ~placed[0] & ~placed[1]
            worlds.append(((hands[0], hands[1], hands[2]), skat))
        return worlds


def goal(contract: rules.Contract, declarer: bool, cards: int, bid: int) -> tuple[int, int]:
    """Points and tricks that the declarer needs from the view of a side, except in Null; defenders use the announcement.

    Args:
        contract: the contract.
        declarer: whether the view is the declarer's.
        cards: the declarer's cards: twelve, or ten if the Skat was left untouched.
        bid: the last bid.
    """
    announced = (120, 10) if contract.schwarz else (90 if contract.schneider else 61, 0)
    if not declarer or bid == 18:
        return announced
    skats = [0]
    if cards.bit_count() == 10:
        skats = [1 << low | 1 << high for low, high in combinations(rules.cards_of(rules.ALL & ~cards), 2)]
    wanted = Counter(contract.needs(cards | skat, bid) or announced for skat in skats)
    return max(wanted, key=lambda need: (wanted[need], -need[0]))


BATCH = 20
"""Number of worlds between removals of cards that can no longer come first."""

POINTS_BATCH = 4
"""Number of worlds in which points are computed before the effort is checked again."""


@dataclass(frozen=True)
class Look:
    """A choice made by a program.

    Attributes:
        contract: the contract.
        declarer: seat of the declarer.
        bid: the last bid.
        hands, skat: the deal when play began.
        cards: cards played before.
        most: largest number of worlds; 0: only the true one.
        seed: random seed of the seat.
    """

    contract: rules.Contract
    declarer: int
    bid: int
    hands: rules.Hands
    skat: int
    cards: tuple[int, ...]
    most: int
    seed: int

    @cached_property
    def course(self) -> list[rules.State]:
        """The positions up to the choice."""
        return list(rules.states(self.hands, self.skat, self.contract.game, self.declarer, self.cards))

    @cached_property
    def legal(self) -> list[int]:
        """The legal cards, highest first."""
        state = self.course[-1]
        return rules.cards_of(rules.legal_cards(self.contract.game, state.hands[state.mover], state.lying))

    @property
    def alone(self) -> bool:
        """Whether the declarer chooses."""
        return self.course[-1].mover == self.declarer

    @cached_property
    def worlds(self) -> Sequence[World]:
        """The worlds, in the order examined."""
        state = self.course[-1]
        if not self.most:
            return [(state.hands, self.skat)]
        seat = state.mover
        sees = Knowledge(seat, self.contract, self.declarer, self.hands, self.skat, self.course, self.cards)
        return sees.worlds(self.most, 32 * self.seed + len(self.cards))

    @property
    def count(self) -> int:
        """Number of worlds."""
        return len(self.worlds)

    def _need(self) -> tuple[int, int]:
        """Points and tricks that the declarer needs, from the view of the side; 1 and 0 in Null: no trick."""
        if self.contract.game == "null":
            return 1, 0
        cards = self.hands[self.declarer] | (self.skat if not self.contract.hand or not self.most else 0)
        return goal(self.contract, self.alone or not self.most, cards, self.bid)

    def _states(self, judge: Judge, places: Sequence[int]) -> Iterator[rules.State]:
        """The position in some worlds, each loaded into the solver in turn."""
        state, game = self.course[-1], self.contract.game
        own = rules.points_of(self.skat)
        for index in places:
            hands, skat = self.worlds[index]
            with_lying = [
                hand | sum(1 << card for turn, card in enumerate(state.lying) if (state.leader + turn) % 3 == seat)
                for seat, hand in enumerate(hands)
            ]
            judge.load((with_lying[0], with_lying[1], with_lying[2]), game, self.declarer)
            points = state.points - own + rules.points_of(skat)
            yield rules.State(hands, state.leader, state.lying, points, state.tricks)

    def wins(self, judge: Judge) -> dict[int, tuple[int, int]] | None:
        """Numbers of worlds examined and won, by card; None if the declarer needs all tricks."""
        need, tricks = self._need()
        if tricks:
            return None
        alive, seen = self.legal, 0
        counts = {card: [0, 0] for card in self.legal}
        while seen < self.count and len(alive) > 1:
            batch = range(seen, min(seen + BATCH, self.count))
            for state in self._states(judge, batch):
                for card in alive:
                    won = judge.reaches(rules.after(state, self.contract.game, self.declarer, card), need)
                    counts[card][0] += 1
                    counts[card][1] += won == self.alone
            seen = batch.stop
            most = max(wins for _, wins in counts.values())
            alive = [card for card in alive if counts[card][1] + self.count - seen >= most]
        return {card: (worlds, wins) for card, (worlds, wins) in counts.items()}

    def points(self, judge: Judge, counts: dict[int, int]) -> dict[int, int]:
        """The declarer's final points, summed over the first worlds, by card.

        Args:
            judge: A solver.
            counts: numbers of worlds, by card.
        """
        sums = dict.fromkeys(counts, 0)
        for index in range(max(counts.values(), default=0)):
            guess = 61
            for state in self._states(judge, [index]):
                for card, count in counts.items():
                    if index < count:
                        guess = judge.value(rules.after(state, self.contract.game, self.declarer, card), guess)
                        sums[card] += guess
        return sums

    def stops_after(self, worlds: int) -> bool:
        """Whether a search for the points of tied cards can end after a number of worlds."""
        return 0 < worlds <= self.count and (worlds % POINTS_BATCH == 0 or worlds == self.count)

    def chosen_card(self, judge: Judge, points_worlds: int) -> int | None:
        """The card chosen if points are computed in a number of worlds; None if that number is impossible.

        Raises:
            ValueError: the declarer needs tricks.
        """
        if len(self.legal) == 1:
            return None if points_worlds else self.legal[0]
        wins = self.wins(judge)
        if wins is None:
            raise ValueError("the declarer needs tricks")
        most = max(won for _, won in wins.values())
        tied = [card for card, (_, won) in wins.items() if won == most]
        if len(tied) == 1 or self.contract.game == "null":
            return None if points_worlds else self.choice(dict.fromkeys(tied, 0), tied)
        if not self.stops_after(points_worlds):
            return None
        return self.choice(self.points(judge, dict.fromkeys(tied, points_worlds)), tied)

    def choice(self, points: dict[int, int], tied: Sequence[int]) -> int:
        """The best of cards that win in equally many worlds: best points for its side, then lowest value, then lowest card."""
        game, sign = self.contract.game, -1 if self.alone else 1
        trumps = rules.suits_of(game)[0]

        def order(card: int) -> tuple[int, int, int, int, int]:
            value = 0 if game == "null" else rules.points_of(1 << card)
            trump = trumps >> card & 1
            return (
                sign * points[card],
                value,
                trump,
                0 if trump else "DHSC".index(rules.CARDS[card][0]),
                rules.rank_of(game, card),
            )

        return min(tied, key=order)
