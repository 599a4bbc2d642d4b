"""How high to bid, whether to take up the Skat, and what to announce.

Ten cards can meet 231 Skats. For each of them every discard is rated by `chances`, which gives the mean tournament points of the
contract announced at a bid (`announcing`). The limit is the highest bid at which the mean over all
Skats is above a threshold. A Skat that makes every game worth less than the bid counts as a game lost.

Source: International Skat Order, sections 3 and 5; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003,
chapter 13.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import BASE, BIDS, NULL_VALUES, Contract, check_bid, overbid_value
from tafelwerk.families.skat.rules.rounds import Announcement
from tafelwerk.solvers.skat.bidding.announcing import (
    SKAT_CONTRACTS,
    WITHIN,
    WORLDS,
    Announcer,
    Candidate,
    Tried,
    expected_score,
)
from tafelwerk.solvers.skat.bidding.chances import Chances, Counts, Vector
from tafelwerk.solvers.skat.bidding.features import game_number, trump_counts

LEAST = 20.0
"""Threshold for the mean tournament points of a bid. Default of `ModelBidder`."""

ALONE = -90.0
"""Threshold for forehand if the others have passed, and so have no good cards either: such games score some 50 points more."""

_HAND_CONTRACTS = tuple(Contract(one.game, hand=True, ouvert=one.ouvert) for one in SKAT_CONTRACTS)


@dataclass(frozen=True, slots=True)
class BidAdvice:
    """Rating of ten cards.

    Attributes:
        limit: the highest bid to make or hold; 0: pass.
        game: game announced after most Skats at the lowest bid; None: pass.
        chances: for each game the chance to win it, with the best discard for each Skat.
        hand_chances: the same with the Skat left.
        expected: mean tournament points of a game at the lowest bid.
        alone: whether forehand plays at the lowest bid if the others have passed.
        plan: the highest bid for each announced contract, lowest bids first: the contract after most Skats, or the
            Hand contract if leaving the Skat scores more.
    """

    limit: int
    game: Game | None
    chances: dict[Game, float]
    hand_chances: dict[Game, float]
    expected: float
    alone: bool
    plan: tuple[tuple[int, Contract], ...]


class _Prospects(NamedTuple):
    """Contracts over all Skats.

    Attributes:
        contracts: the contracts, n of them.
        chances: chances to win, shape (231, n).
        values: values with neither party Schneider, shape (231, n).
        brings: expected tournament points if the value reaches the bid, shape (231, n).
    """

    contracts: Sequence[Contract]
    chances: Vector
    values: Counts
    brings: Vector

    def scores(self, bid: int) -> Vector:
        """Expected tournament points at a bid, by Skat and contract; minus infinity for a Null worth less."""
        games = [one.game for one in self.contracts]
        lost = [expected_score(0.0, overbid_value(game, bid)) if game in BASE else -np.inf for game in games]
        return np.where(self.values >= bid, self.brings, lost)

    def means(self) -> dict[Game, float]:
        """The mean chance of each game over the Skats, not Ouvert."""
        means = zip(self.contracts, self.chances.mean(0).tolist(), strict=True)
        return {one.game: mean for one, mean in means if not one.ouvert}


class ModelBidder:
    """Bids and announces by chances. For one caller at a time."""

    def __init__(
        self,
        chances: Chances,
        *,
        worlds: int = WORLDS,
        within: int = WITHIN,
        least: float = LEAST,
        alone: float = ALONE,
    ) -> None:
        """Set the thresholds.

        Args:
            chances: chances by features.
            worlds: as for `Announcer`.
            within: as for `Announcer`.
            least: threshold for the mean tournament points of a bid.
            alone: threshold for forehand at the lowest bid if the others have passed.
        """
        self._chances, self._least, self._alone = chances, least, alone
        self._announcer = Announcer(chances, worlds=worlds, within=within)

    def advise(self, hand: int, seat: Seat) -> BidAdvice:
        """Rating of ten cards at a seat.

        Raises:
            InputError: another number of cards.
        """
        taken, left = self._prospects(hand, seat)
        _, expected = _best(taken, left, BIDS[0])
        plan: list[tuple[int, Contract]] = []
        limit = 0
        for bid in BIDS:
            contract, brings = _best(taken, left, bid)
            if brings <= self._least:
                break
            limit = bid
            if plan and plan[-1][1] == contract:
                plan.pop()
            plan.append((bid, contract))
        return BidAdvice(
            limit,
            _after_most_skats(taken.scores(BIDS[0])).game if limit else None,
            taken.means(),
            left.means(),
            expected,
            seat is Seat.FOREHAND and expected > self._alone,
            tuple(plan),
        )

    def limit(self, hand: int, seat: Seat) -> int:
        """The highest bid to make or hold; 0: pass.

        Forehand with a hand to play if the others pass also holds the lowest bid: hardly any player who makes it cannot raise.
        """
        advice = self.advise(hand, seat)
        return max(advice.limit, BIDS[0] if advice.alone else 0)

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        """The Hand contract to announce at a bid if it scores more than taking up the Skat, or None.

        Raises:
            InputError: another number of cards, or an impossible bid.
        """
        check_bid(bid)
        contract, _ = _best(*self._prospects(hand, seat), bid)
        return contract if contract.hand else None

    def candidates(
        self,
        cards: int,
        seat: Seat,
        bid: int = BIDS[0],
        seed: int = 0,
        count: int = 5,
        games: Sequence[Game] = tuple(Game),
    ) -> list[Candidate]:
        """The best discards of two of twelve cards with announcement at a bid: the first `count` of `Announcer.candidates`."""
        return self._announcer.candidates(cards, seat, bid, seed, games)[:count]

    def afresh(self, one: Candidate, cards: int, seat: Seat, bid: int = BIDS[0], seed: int = 0) -> Candidate:
        """A candidate evaluated on deals that had no part in its choice: `Announcer.afresh`."""
        return self._announcer.afresh(one, cards, seat, bid, seed)

    def tried(self, contract: Contract, hand: int, seat: Seat, count: int, seed: int = 0) -> Tried:
        """A contract tested on deals of the other cards: `Announcer.tried`."""
        return self._announcer.tried(contract, hand, seat, count, seed)

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """The best discard of two of twelve cards with announcement at a bid."""
        best = self.candidates(cards, seat, bid, seed, 1)[0]
        return Announcement(best.contract, best.skat)

    def _prospects(self, hand: int, seat: Seat) -> tuple[_Prospects, _Prospects]:
        """Prospects with the Skat taken up, and with the Skat left."""
        found = self._chances.over_skats(hand, seat)
        held = np.tile([trump_counts(game, hand) for game in Game], (len(found.trumps), 1))

        def chances(contracts: Sequence[Contract], odds: Vector, trumps: Counts) -> Vector:
            columns = [(one, game_number(one.game)) for one in contracts]
            return np.stack([self._chances.of(one, seat, odds[:, game], trumps[:, game]) for one, game in columns], 1)

        def prospects(contracts: Sequence[Contract], odds: Vector) -> _Prospects:
            lengths = [found.lengths[:, game_number(one.game)] for one in contracts]
            values = np.stack([_values(one, some) for one, some in zip(contracts, lengths, strict=True)], 1)
            return _Prospects(contracts, odds, values, expected_score(odds, values))

        left = chances(_HAND_CONTRACTS, found.as_dealt, held)
        # the declarer may put the same two cards back; the discard that is best with open cards may keep fewer trumps
        taken = np.maximum(chances(SKAT_CONTRACTS, found.open, found.trumps), left)
        return prospects(SKAT_CONTRACTS, taken), prospects(_HAND_CONTRACTS, left)


def _best(taken: _Prospects, left: _Prospects, bid: int) -> tuple[Contract, float]:
    """The contract to announce at a bid, and its mean tournament points.

    With the Skat taken up it is the contract announced after most Skats; the mean is over the best contract after each Skat.
    """
    scores, hand = taken.scores(bid), left.scores(bid).mean(0)
    played, best = float(scores.max(1).mean()), int(hand.argmax())
    if hand[best] > played:
        return left.contracts[best], float(hand[best])
    return _after_most_skats(scores), played


def _after_most_skats(scores: Vector) -> Contract:
    return SKAT_CONTRACTS[int(np.bincount(scores.argmax(1)).argmax())]


def _values(contract: Contract, lengths: Counts) -> Counts:
    """Values of a contract with neither party Schneider, by the number of matadors."""
    if contract.game is Game.NULL:
        return np.full(lengths.shape, NULL_VALUES[contract.hand, contract.ouvert])
    return BASE[contract.game] * (lengths + 1 + int(contract.hand))
