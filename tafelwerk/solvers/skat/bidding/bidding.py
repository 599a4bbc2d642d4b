"""How high to bid, whether to take up the Skat, and what to announce then.

Ten cards may meet 231 Skats. For each of them every way to discard is tried with the chances of `chances`; what would be
announced then at some bid brings so many tournament points in the mean (`announcing`). The limit is the highest bid at which
the mean over all Skats is above what is asked for. A Skat that makes every game worth less than the bid counts as a game lost.

Source: International Skat Order, sections 3 and 5; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003,
chapter 13.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat
from tafelwerk.rules.skat.rounds import Announcement
from tafelwerk.rules.skat.scoring import BASE, BIDS, NULL_VALUES, Contract, check_bid
from tafelwerk.solvers.skat.bidding.announcing import (
    PENALTY,
    SKAT_CONTRACTS,
    WITHIN,
    WORLDS,
    Announcer,
    Candidate,
    expected_score,
)
from tafelwerk.solvers.skat.bidding.chances import Chances, Vector
from tafelwerk.solvers.skat.bidding.features import game_number, trump_counts

LEAST = 20.0
"""Tournament points that a bid must bring in the mean, unless said otherwise."""

ALONE = -90.0
"""The same for forehand where the others have passed, and so have no good cards either: such games bring some 50 points more."""

_HAND_CONTRACTS = tuple(Contract(one.game, hand=True, ouvert=one.ouvert) for one in SKAT_CONTRACTS)


@dataclass(frozen=True, slots=True)
class BidAdvice:
    """What ten cards are worth.

    Attributes:
        limit: the highest bid to make or hold; 0: pass.
        game: what would be announced after most Skats at the lowest bid; None: pass.
        chances: for each game the chance to win it, with the best discard for each Skat.
        hand_chances: the same where the Skat is not taken up.
        expected: what playing at the lowest bid brings in tournament points.
        alone: whether forehand plays at the lowest bid where the others have passed.
        plan: what would be announced up to which bid, the lowest bids first: the contract after most Skats, or the Hand contract
            where leaving the Skat brings more.
    """

    limit: int
    game: Game | None
    chances: dict[Game, float]
    hand_chances: dict[Game, float]
    expected: float
    alone: bool
    plan: tuple[tuple[int, Contract], ...]


@dataclass(frozen=True, slots=True)
class _Prospects:
    """Chances and values of contracts over all Skats, shapes (231, number of contracts)."""

    contracts: Sequence[Contract]
    chances: Vector
    values: NDArray[np.int64]

    def scores(self, bid: int) -> Vector:
        """Tournament points expected, by Skat and contract, at a bid."""
        bases = np.array([BASE.get(one.game, 0) for one in self.contracts])
        brings = expected_score(self.chances, self.values.astype(np.float64))
        with_bid = -(-bid // np.maximum(bases, 1)) * bases
        lost = np.where(bases > 0, -(2.0 * with_bid + PENALTY), -np.inf)
        return np.where(self.values >= bid, brings, lost)


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
        """No question yet.

        Args:
            chances: those of the features.
            worlds: as for `Announcer`.
            within: the same.
            least: tournament points that a bid must bring in the mean.
            alone: the same for forehand at the lowest bid where the others have passed.
        """
        self._chances, self._least, self._alone = chances, least, alone
        self._announcer = Announcer(chances, worlds=worlds, within=within)

    def advise(self, hand: int, seat: Seat) -> BidAdvice:
        """What ten cards are worth at a seat.

        Raises:
            InputError: another number of cards.
        """
        taken, untouched = self._prospects(hand, seat)
        limit, expected = 0, self._brings(taken, untouched, BIDS[0])
        for bid in BIDS:
            if self._brings(taken, untouched, bid) <= self._least:
                break
            limit = bid
        picks = np.bincount(taken.scores(BIDS[0]).argmax(1), minlength=len(SKAT_CONTRACTS))
        return BidAdvice(
            limit,
            SKAT_CONTRACTS[int(picks.argmax())].game if limit else None,
            _by_game(taken),
            _by_game(untouched),
            expected,
            seat is Seat.FOREHAND and expected > self._alone,
            tuple(_plan(taken, untouched, limit)),
        )

    def limit(self, hand: int, seat: Seat) -> int:
        """The highest bid to make or hold; 0: pass.

        Forehand with a hand to play where the others pass also holds the lowest bid: hardly anybody makes it who cannot raise.
        """
        advice = self.advise(hand, seat)
        return max(advice.limit, BIDS[0] if advice.alone else 0)

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        """The Hand contract to announce at a bid, where that brings more than taking up the Skat; else None.

        Raises:
            InputError: another number of cards, or no such bid.
        """
        check_bid(bid)
        taken, untouched = self._prospects(hand, seat)
        means = untouched.scores(bid).mean(0)
        best = int(means.argmax())
        return _HAND_CONTRACTS[best] if means[best] > taken.scores(bid).max(1).mean() else None

    def candidates(
        self,
        cards: int,
        seat: Seat,
        bid: int = BIDS[0],
        seed: int = 0,
        count: int = 5,
        games: Sequence[Game] = tuple(Game),
    ) -> list[Candidate]:
        """What to lay away of twelve cards and to announce at a bid, best first: the first `count` of `Announcer.candidates`."""
        return self._announcer.candidates(cards, seat, bid, seed, games)[:count]

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """What to lay away of twelve cards and to announce at a bid."""
        best = self.candidates(cards, seat, bid, seed, 1)[0]
        return Announcement(best.contract, best.skat)

    def _brings(self, taken: _Prospects, untouched: _Prospects, bid: int) -> float:
        """Tournament points in the mean: the Skat taken up, or left."""
        return max(float(taken.scores(bid).max(1).mean()), float(untouched.scores(bid).mean(0).max()))

    def _prospects(self, hand: int, seat: Seat) -> tuple[_Prospects, _Prospects]:
        """With the Skat taken up, and with the Skat left."""
        if not 0 <= hand <= ALL_CARDS or hand.bit_count() != 10:
            raise InputError(f"a hand has 10 cards, not {hand.bit_count()}")
        found = self._chances.over_skats(hand, seat)

        held = np.array([trump_counts(game, np.array(hand)) for game in Game])

        def prospects(contracts: Sequence[Contract], odds: Vector, trumps: NDArray[np.int64]) -> _Prospects:
            columns = [game_number(one.game) for one in contracts]
            chances = [
                self._chances.of(one, seat, odds[:, column], trumps[:, column])
                for one, column in zip(contracts, columns, strict=True)
            ]
            values = [_values(one, found.lengths[:, column]) for one, column in zip(contracts, columns, strict=True)]
            return _Prospects(contracts, np.stack(chances, 1), np.stack(values, 1))

        return (
            prospects(SKAT_CONTRACTS, found.open, found.trumps),
            prospects(_HAND_CONTRACTS, found.as_dealt, np.broadcast_to(held, found.trumps.shape)),
        )


def _plan(taken: _Prospects, untouched: _Prospects, limit: int) -> list[tuple[int, Contract]]:
    """What would be announced up to which bid."""
    plan: list[tuple[int, Contract]] = []
    for bid in BIDS:
        if bid > limit:
            break
        scores, hand = taken.scores(bid), untouched.scores(bid).mean(0)
        if hand.max() > scores.max(1).mean():
            contract = _HAND_CONTRACTS[int(hand.argmax())]
        else:
            contract = SKAT_CONTRACTS[int(np.bincount(scores.argmax(1)).argmax())]
        if plan and plan[-1][1] == contract:
            plan.pop()
        plan.append((bid, contract))
    return plan


def _values(contract: Contract, lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a contract is worth with neither party Schneider, by the number of matadors."""
    if contract.game is Game.NULL:
        return np.full(lengths.shape, NULL_VALUES[contract.hand, contract.ouvert])
    return BASE[contract.game] * (lengths + 1 + int(contract.hand))


def _by_game(prospects: _Prospects) -> dict[Game, float]:
    """The chance of each game in the mean over the Skats, not Ouvert."""
    means = prospects.chances.mean(0)
    return {one.game: float(mean) for one, mean in zip(prospects.contracts, means, strict=True) if not one.ouvert}
