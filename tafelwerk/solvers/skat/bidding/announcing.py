"""What to lay away of twelve cards and to announce.

The ways to discard, 66 for each game, are put in order by the chances of `chances`. Those that come first are looked at once
more: the other cards are dealt in a number of ways, the same for all of them, and deals are solved. What comes out is weighed
against the chance by features, which counts as some deals more, and turned into a chance with hidden cards. A few deals are
solved for each of them, then more for the one that is first so far, until that one has been looked at in all. Discards that
differ in nothing but 7, 8 and 9 of a suit, between which the features see no difference, are looked at once. Jacks are laid away
in Null alone. A game that has to be won with Schneider or Schwarz has at most the chance with open cards, since only games for
61 points were played out.

The order is that of the tournament points expected (Seeger and Fabian): a game won brings its value and 50; a game lost takes
twice its value and 50, and brings each opponent 40, which at a table of three is 40 more against each of them. So a game worth
less than the bid is never announced where another can be had.

Source: International Skat Order, sections 3.4 and 5; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg
2003, section 13.3, where the features alone decide and overbidding is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, JACKS, WIN, Game, Seat, bits, mask_of, points
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.knowledge import World, knowledge
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.scoring import (
    BASE,
    BIDS,
    GAME_POINTS,
    OPPONENT_POINTS,
    Contract,
    Goal,
    check_bid,
    game_value,
    goal,
)
from tafelwerk.solvers.skat.bidding.chances import Chances, Counts, Vector, logistic
from tafelwerk.solvers.skat.bidding.features import game_number, trump_count, trump_counts
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.null import NullSolver

WORLDS = 60
"""Deals looked at for what comes out first."""

WITHIN = 12
"""Ways to discard and announce that are looked at."""

BATCH = 20
"""Deals looked at before it is asked again which is first."""

PRIOR = 3
"""So many deals does the chance by features count for."""

BONUS, PENALTY = GAME_POINTS, GAME_POINTS + OPPONENT_POINTS
"""What a game won brings the declarer, and a game lost takes, besides its value, against each opponent."""

SKAT_CONTRACTS = (*(Contract(game) for game in Game), Contract(Game.NULL, ouvert=True))
"""What can be announced after taking up the Skat."""

_HARDER = {
    WIN: 0.0,
    90: 4.0,
    120: 8.0,
}  # in log odds: what Schneider and Schwarz are taken to cost before deals are looked at


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to announce.

    Attributes:
        contract: what is played.
        skat: mask of the two cards laid away.
        chance: the chance to win it with hidden cards.
        value: what it counts, with neither party Schneider unless it needs that; of an overbid game what it would have to count.
        expected: what it brings in tournament points.
        odds: log odds to win it with open cards, by the features.
        worlds: deals looked at; 0: the chance is that of the features alone.
        wins: how many of them are won with all cards open.
    """

    contract: Contract
    skat: int
    chance: float
    value: int
    expected: float
    odds: float
    worlds: int = 0
    wins: int = 0


Numbers = TypeVar("Numbers", float, Vector)


def expected_score(chance: Numbers, value: Numbers) -> Numbers:
    """Tournament points that games of a chance and value bring in the mean."""
    return chance * (value + BONUS) - (1 - chance) * (2 * value + PENALTY)


class Announcer:
    """Ranks what can be announced. For one caller at a time."""

    def __init__(self, chances: Chances, *, worlds: int = WORLDS, within: int = WITHIN) -> None:
        """No question yet.

        Args:
            chances: those of the features.
            worlds: deals looked at for each discard; 0: the features decide alone.
            within: how many ways to discard and announce are looked at.

        Raises:
            InputError: a negative number of deals, or none to look at.
        """
        if worlds < 0 or within < 1:
            raise InputError(f"worlds are 0 or more and within is 1 or more, not {worlds} and {within}")
        self._chances, self._worlds, self._within = chances, worlds, within
        self._points: DoubleDummy | None = None
        self._null: NullSolver | None = None

    def candidates(
        self, cards: int, seat: Seat, bid: int = BIDS[0], seed: int = 0, games: Sequence[Game] = tuple(Game)
    ) -> list[Candidate]:
        """All ways to lay away two cards and announce, best first; those looked at come before the others.

        Args:
            cards: mask of the declarer's twelve cards.
            seat: the declarer's.
            bid: the bid that was made or held.
            seed: where chance begins.
            games: those that may be announced; Null only where it is worth the bid.

        Raises:
            InputError: another number of cards, no such bid, or nothing that may be announced.
        """
        if not 0 <= cards <= ALL_CARDS or cards.bit_count() != 12:
            raise InputError(f"a declarer announces with 12 cards, not {cards.bit_count()}")
        check_bid(bid)
        found = sorted(self._by_features(cards, seat, bid, games), key=_rank)
        if not found:
            raise InputError(
                f"nothing can be announced at a bid of {bid}: Null is worth less, and no other game is asked for"
            )
        if not self._worlds:
            return found
        near = list(
            {(one.contract, one.odds, _laid(one.skat)): one for one in reversed(found) if not _odd(one)}.values()
        )
        near = sorted(near, key=_rank)[: self._within]
        left = [one for one in found if one not in near]
        return self._race(near, cards, seat, bid, other_hands(cards, seat, self._worlds, seed)) + left

    def _race(
        self, near: list[Candidate], cards: int, seat: Seat, bid: int, worlds: Sequence[World]
    ) -> list[Candidate]:
        """Candidates, best first, after a look at deals; the first one has been looked at in all of them."""
        looked = [self._looked_at(one, cards, seat, bid, worlds) for one in near]
        while True:
            best = min(looked, key=_rank)
            if best.worlds in (0, len(worlds)):
                return sorted(looked, key=_rank)
            looked[looked.index(best)] = self._looked_at(best, cards, seat, bid, worlds)

    def wins(self, contract: Contract, cards: int, skat: int, seat: Seat, worlds: Sequence[World], needs: Goal) -> int:
        """In how many deals a game is won with all cards open.

        Args:
            contract: what is played.
            cards: mask of the declarer's twelve cards.
            skat: mask of the two laid away.
            seat: the declarer's.
            worlds: deals of the other cards; the declarer's hand in them does not matter.
            needs: what wins; of Schwarz the points, 120, which nine tricks make now and then.
        """
        return sum(self._won(contract, _deal(world, cards ^ skat, skat, seat), seat, needs) for world in worlds)

    def _by_features(self, cards: int, seat: Seat, bid: int, games: Sequence[Game]) -> list[Candidate]:
        odds, skats = self._chances.over_discards(cards, seat)
        found = []
        for contract in SKAT_CONTRACTS:
            value = game_value(contract, cards)
            if contract.game not in games or (contract.game is Game.NULL and value < bid):
                continue
            needs = goal(contract, cards, bid)
            harder = 0.0 if needs is None else _HARDER.get(needs.points, 0.0)
            value = max(value, -(-bid // BASE[contract.game]) * BASE[contract.game]) if contract.game in BASE else value
            column = odds[:, game_number(contract.game)] - harder
            trumps = trump_counts(contract.game, cards ^ skats)
            chances = self._chance(contract, seat, needs, column, trumps, 1 / (1 + np.exp(-column)))
            for skat, one, log_odds in zip(skats.tolist(), chances.tolist(), column.tolist(), strict=True):
                chance = 0.0 if needs is None else one
                found.append(Candidate(contract, skat, chance, value, expected_score(chance, value), log_odds))
        return found

    def _looked_at(self, one: Candidate, cards: int, seat: Seat, bid: int, worlds: Sequence[World]) -> Candidate:
        """A candidate after some deals more."""
        needs = goal(one.contract, cards, bid)
        if needs is None:
            return one
        batch = worlds[one.worlds : one.worlds + BATCH]
        wins = one.wins + self.wins(one.contract, cards, one.skat, seat, batch, needs)
        count = one.worlds + len(batch)
        share = (wins + PRIOR * logistic(one.odds)) / (count + PRIOR)
        trumps = trump_count(cards ^ one.skat, game_number(one.contract.game))
        chance = float(self._chance(one.contract, seat, needs, one.odds, trumps, share))
        return replace(one, chance=chance, expected=expected_score(chance, one.value), worlds=count, wins=wins)

    def _chance(
        self,
        contract: Contract,
        seat: Seat,
        needs: Goal | None,
        odds: Vector | float,
        trumps: Counts | int,
        share: Vector | float,
    ) -> Vector:
        """Chances with hidden cards; of games that need more than is announced no more than those with open cards."""
        hidden = self._chances.of(contract, seat, odds, trumps, share)
        return hidden if needs is None or needs.points <= WIN else np.minimum(hidden, share)

    def _won(self, contract: Contract, deal: Deal, seat: Seat, needs: Goal) -> bool:
        position = start(deal, contract.game, seat)
        if contract.game is Game.NULL:
            self._null = self._null or NullSolver()
            return self._null.won(position)
        self._points = self._points or DoubleDummy()
        return self._points.won(position, needs.points)


def _rank(one: Candidate) -> tuple[bool, float, float, int, int]:
    """Best first; of equals the better hand, the one that lays away more points, the lower cards."""
    return _odd(one), -one.expected, -one.odds, -points(one.skat), one.skat


def _laid(skat: int) -> tuple[tuple[int, int], ...]:
    """What is laid away of each suit, seven to nine being one as good as the other, and which jacks."""
    suits = [skat >> 7 * suit & 127 for suit in range(4)]
    return (skat & JACKS, 0), *((own >> 3, (own & 0b111).bit_count()) for own in suits)


def _odd(one: Candidate) -> bool:
    """Whether a jack is laid away where jacks are trumps."""
    return bool(one.skat & JACKS) and one.contract.game is not Game.NULL


def other_hands(cards: int, seat: Seat, count: int, seed: int) -> list[World]:
    """Deals of the other cards, whatever is laid away."""
    twelve = bits(cards)
    hand, skat = mask_of(twelve[:10]), mask_of(twelve[10:])
    return draw_worlds(knowledge(seat, hand, Game.GRAND, seat, skat=skat), count, seed)


def _deal(world: World, hand: int, skat: int, seat: Seat) -> Deal:
    forehand, middlehand, rearhand = (hand if one is seat else world.hands[one] for one in Seat)
    return Deal((forehand, middlehand, rearhand), skat)
