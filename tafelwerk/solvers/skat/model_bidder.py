"""How high to bid, whether to take up the Skat, and what to announce.

From ten cards: they can meet 231 Skats. For each of them every discard is rated by `hand_chances`, which gives the mean
tournament points of the contract announced at a bid (`Announcer`). The limit is the highest bid at which the mean over all
Skats is above a threshold. A Skat that makes every game worth less than the bid counts as a game lost.

From twelve cards: the 66 discards for each game are ranked by the chances of `hand_chances`. The first ones are then checked
by search: the other cards are dealt a number of times, the same deals for every candidate, and solved with open cards. The
share of deals won is combined with the chance from features, which counts as a few more deals, and turned into a chance with
hidden cards. Every candidate is solved on a few deals, then the current leader on more, until the leader has been solved on
all of them. Among discards that differ only in 7, 8 and 9 of a suit, which the features do not see, one is checked. Jacks are
discarded in Null only. A game that needs Schneider or Schwarz has at most the chance with open cards, since only games for 61
points were played out.

The final leader is partly lucky: among several with equal chances the luckiest leads. So its own numbers
come from new deals that had no part in the choice (`Announcer.afresh`).

Candidates are ranked by expected tournament points (Seeger and Fabian): a game won scores its value plus 50; a game lost costs
twice its value plus 50, and gives each opponent 40, which at a table of three is a further 40 against each of them. So a game
worth less than the bid is never announced if another is possible.

Source: International Skat Order, sections 3.4 and 5; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg
2003, chapter 13; in section 13.3 the features alone decide and overbidding is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import JACKS, WIN, Game, Seat, bits, mask_of, points
from tafelwerk.families.skat.rules.contracts import (
    BASE,
    BIDS,
    GAME_POINTS,
    NULL_VALUES,
    OPPONENT_POINTS,
    Contract,
    Goal,
    check_bid,
    game_value,
    goal,
    overbid_value,
)
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.knowledge import World, knowledge
from tafelwerk.families.skat.rules.play import start
from tafelwerk.families.skat.rules.rounds import Announcement
from tafelwerk.solvers.skat.double_dummy import DoubleDummy
from tafelwerk.solvers.skat.hand_chances import Chances, Counts, Vector, game_number, logistic, trump_counts
from tafelwerk.solvers.skat.worlds import draw_worlds

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.null_game import NullSolver

WORLDS = 60
"""Deals solved for the final leader."""

WITHIN = 12
"""Candidates checked by search."""

BATCH = 20
"""Deals solved for a candidate between rankings."""

PRIOR = 3
"""Weight of the chance by features, in equivalent deals."""

FRESH = 1 << 32
"""Offset of the seed for new deals; larger than any seed of a request."""

SKAT_CONTRACTS = (*(Contract(game) for game in Game), Contract(Game.NULL, ouvert=True))
"""Contracts that can be announced after taking up the Skat."""

_HARDER = {0: 0.0, WIN: 0.0, 90: 4.0, 120: 8.0}  # log odds by points needed: cost of Schneider and Schwarz


@dataclass(frozen=True, slots=True)
class Candidate:
    """A discard with an announcement.

    Attributes:
        contract: the contract.
        skat: mask of the two cards discarded.
        chance: chance to win it with hidden cards.
        value: its value, with neither party Schneider unless it needs that; for an overbid game the value that it would need.
        expected: mean tournament points.
        odds: log odds to win it with open cards, from the features.
        worlds: number of deals solved; 0: the chance is from the features only.
        wins: number of them won with all cards open.
    """

    contract: Contract
    skat: int
    chance: float
    value: int
    expected: float
    odds: float
    worlds: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class ContractTrial:
    """A contract tested on deals of the unseen cards of a hand of ten.

    Attributes:
        worlds: number of deals solved, each with the discard chosen by the features.
        wins: number of them won with all cards open.
        chance: mean chance to win with hidden cards over the deals.
    """

    worlds: int
    wins: int
    chance: float


Numbers = TypeVar("Numbers", float, Vector)


def expected_score(chance: Numbers, value: Any) -> Numbers:
    """Mean tournament points of games with given chances and values; arrays of any shape, or numbers."""
    result: Numbers = chance * (value + GAME_POINTS) - (1 - chance) * (2 * value + (GAME_POINTS + OPPONENT_POINTS))
    return result


class Announcer:
    """Ranks candidates. For one caller at a time."""

    def __init__(self, chances: Chances, *, worlds: int = WORLDS, within: int = WITHIN) -> None:
        """Set the amount of search.

        Args:
            chances: chances by features.
            worlds: deals solved for the best candidate; 0: only the features decide.
            within: number of candidates checked by search.

        Raises:
            InputError: A negative number of deals, or no candidate to check.
        """
        if worlds < 0 or within < 1:
            raise InputError(f"worlds must be 0 or more and within 1 or more, not {worlds} and {within}")
        self._chances, self._worlds, self._within = chances, worlds, within
        self._points: DoubleDummy | None = None
        self._null: NullSolver | None = None

    def candidates(
        self, cards: int, seat: Seat, bid: int = BIDS[0], seed: int = 0, games: Sequence[Game] = tuple(Game)
    ) -> list[Candidate]:
        """All discards of two cards with announcement, best first; those checked by search come before the others.

        Args:
            cards: mask of the declarer's twelve cards.
            seat: the declarer's seat.
            bid: the bid made or held.
            seed: random seed of the deals.
            games: games to consider; Null only if it is worth the bid.

        Raises:
            InputError: another number of cards, an impossible bid, or no possible announcement.
        """
        check_bid(bid)
        ranked = sorted(self._by_features(cards, seat, bid, games), key=_rank)
        if not ranked:
            raise InputError(
                f"nothing can be announced at a bid of {bid}: Null is worth less, and --game excludes all other games"
            )
        if not self._worlds:
            return ranked
        distinct: dict[object, Candidate] = {}
        for candidate in ranked:
            if not _discards_trump_jack(candidate):
                distinct.setdefault((candidate.contract, candidate.odds, _discard_class(candidate.skat)), candidate)
        near = list(distinct.values())[: self._within]
        others = [candidate for candidate in ranked if candidate not in near]
        return self._race(near, cards, seat, bid, other_hands(cards, seat, self._worlds, seed)) + others

    def afresh(self, candidate: Candidate, cards: int, seat: Seat, bid: int = BIDS[0], seed: int = 0) -> Candidate:
        """A candidate evaluated on as many new deals as in the race, independent of those that chose it.

        Args:
            candidate: the candidate.
            cards: mask of the declarer's twelve cards.
            seat: the declarer's seat.
            bid: the bid made or held.
            seed: random seed of the choice.
        """
        worlds = other_hands(cards, seat, self._worlds, seed + FRESH)
        return self._after_batch(replace(candidate, worlds=0, wins=0), cards, seat, bid, worlds, len(worlds))

    def try_contract(self, contract: Contract, hand: int, seat: Seat, count: int, seed: int = 0) -> ContractTrial:
        """A contract tested on deals of the unseen cards of a hand of ten, at the lowest bid.

        Args:
            contract: the contract; unless it is a Hand game, two cards are discarded by the features.
            hand: mask of ten cards.
            seat: the declarer's seat.
            count: number of deals.
            seed: random seed of the deals.

        Raises:
            InputError: another number of cards, or a negative number.
        """
        wins, chances = 0, 0.0
        for world in draw_worlds(knowledge(seat, hand, contract.game, seat), count, seed):
            cards, skat = hand | world.skat, world.skat
            odds = float(self._chances.log_odds(contract.game, seat, np.array([hand]), np.array([skat]))[0])
            if not contract.hand:
                best = min(
                    (
                        candidate
                        for candidate in self._by_features(cards, seat, BIDS[0], (contract.game,))
                        if candidate.contract == contract
                    ),
                    key=_rank,
                )
                skat, odds = best.skat, best.odds
            needs = goal(contract, cards, BIDS[0])
            won = 0 if needs is None else self.wins(contract, cards, skat, seat, [world], needs)
            if needs:
                chances += float(self._chance(contract, seat, needs, odds, cards ^ skat, float(won)))
            wins += won
        return ContractTrial(count, wins, chances / max(count, 1))

    def wins(self, contract: Contract, cards: int, skat: int, seat: Seat, worlds: Sequence[World], needs: Goal) -> int:
        """Number of deals in which a game is won with all cards open.

        Args:
            contract: the contract.
            cards: mask of the declarer's twelve cards.
            skat: mask of the two cards discarded.
            seat: the declarer's seat.
            worlds: deals of the other cards; the declarer's hand in them is ignored.
            needs: the goal; for Schwarz only 120 points are checked, which nine tricks occasionally make.
        """
        wins = 0
        for world in worlds:
            forehand, middlehand, rearhand = (cards ^ skat if owner is seat else world.hands[owner] for owner in Seat)
            position = start(Deal((forehand, middlehand, rearhand), skat), contract.game, seat)
            if contract.game is Game.NULL:
                from tafelwerk.solvers.skat.null_game import NullSolver

                self._null = self._null or NullSolver()
                wins += self._null.won(position)
            else:
                self._points = self._points or DoubleDummy()
                wins += self._points.won(position, needs.points)
        return wins

    def _race(
        self, near: list[Candidate], cards: int, seat: Seat, bid: int, worlds: Sequence[World]
    ) -> list[Candidate]:
        """Candidates ranked after the race; the first one has been solved on all deals."""
        checked = [self._after_batch(candidate, cards, seat, bid, worlds) for candidate in near]
        while True:
            best = min(checked, key=_rank)
            if best.worlds in (0, len(worlds)):
                return sorted(checked, key=_rank)
            checked[checked.index(best)] = self._after_batch(best, cards, seat, bid, worlds)

    def _by_features(self, cards: int, seat: Seat, bid: int, games: Sequence[Game]) -> list[Candidate]:
        odds, skats = self._chances.over_discards(cards, seat)
        candidates = []
        for contract in SKAT_CONTRACTS:
            value = game_value(contract, cards)
            if contract.game not in games or (contract.game is Game.NULL and value < bid):
                continue
            needs = goal(contract, cards, bid)
            column = odds[:, game_number(contract.game)] - (_HARDER[needs.points] if needs else 0.0)
            chances = np.zeros(len(skats))
            if needs:
                chances = self._chance(contract, seat, needs, column, cards ^ skats, logistic(column))
            value = max(value, overbid_value(contract.game, bid)) if contract.game in BASE else value
            columns = skats.tolist(), chances.tolist(), expected_score(chances, value).tolist(), column.tolist()
            for skat, chance, expected, log_odds in zip(*columns, strict=True):
                candidates.append(Candidate(contract, skat, chance, value, expected, log_odds))
        return candidates

    def _after_batch(
        self, candidate: Candidate, cards: int, seat: Seat, bid: int, worlds: Sequence[World], size: int = BATCH
    ) -> Candidate:
        """A candidate after a further batch of deals."""
        needs = goal(candidate.contract, cards, bid)
        if needs is None:
            return candidate
        batch = worlds[candidate.worlds : candidate.worlds + size]
        wins = candidate.wins + self.wins(candidate.contract, cards, candidate.skat, seat, batch, needs)
        count = candidate.worlds + len(batch)
        share = (wins + PRIOR * float(logistic(candidate.odds))) / (count + PRIOR)
        chance = float(self._chance(candidate.contract, seat, needs, candidate.odds, cards ^ candidate.skat, share))
        return replace(
            candidate, chance=chance, expected=expected_score(chance, candidate.value), worlds=count, wins=wins
        )

    def _chance(
        self,
        contract: Contract,
        seat: Seat,
        needs: Goal,
        odds: Vector | float,
        hands: Counts | int,
        share: Vector | float,
    ) -> Vector:
        """Chances with hidden cards; for games that need Schneider or Schwarz at most those with open cards."""
        hidden = self._chances.of(contract, seat, odds, trump_counts(contract.game, hands), share)
        return hidden if needs.points <= WIN else np.minimum(hidden, share)


def _rank(candidate: Candidate) -> tuple[bool, float, float, int, int]:
    """Sort key, best first. Tie-break: better odds, more points discarded, lower cards."""
    return (
        _discards_trump_jack(candidate),
        -candidate.expected,
        -candidate.odds,
        -points(candidate.skat),
        candidate.skat,
    )


def _discard_class(skat: int) -> tuple[int, ...]:
    """The cards discarded, with 7, 8 and 9 of a suit only counted."""
    suits = [skat >> 7 * suit & 127 for suit in range(4)]
    return (skat & JACKS, *(own >> 3 for own in suits), *((own & 0b111).bit_count() for own in suits))


def _discards_trump_jack(candidate: Candidate) -> bool:
    return bool(candidate.skat & JACKS) and candidate.contract.game is not Game.NULL


def other_hands(cards: int, seat: Seat, count: int, seed: int) -> list[World]:
    """Deals of the other cards, independent of the discard."""
    twelve = bits(cards)
    hand, skat = mask_of(twelve[:10]), mask_of(twelve[10:])
    return draw_worlds(knowledge(seat, hand, Game.GRAND, seat, skat=skat), count, seed)


LEAST = 20.0
"""Threshold for the mean tournament points of a bid. Default of `ModelBidder`."""

ALONE = -90.0
"""Threshold for forehand if the others have passed, and so have no good cards either: such games score some 50 points more."""

_HAND_CONTRACTS = tuple(Contract(contract.game, hand=True, ouvert=contract.ouvert) for contract in SKAT_CONTRACTS)


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
        games = [contract.game for contract in self.contracts]
        lost = [expected_score(0.0, overbid_value(game, bid)) if game in BASE else -np.inf for game in games]
        return np.where(self.values >= bid, self.brings, lost)

    def means(self) -> dict[Game, float]:
        """The mean chance of each game over the Skats, not Ouvert."""
        means = zip(self.contracts, self.chances.mean(0).tolist(), strict=True)
        return {contract.game: mean for contract, mean in means if not contract.ouvert}


class ModelBidder(Announcer):
    """Bids too. For one caller at a time."""

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
        super().__init__(chances, worlds=worlds, within=within)
        self._least, self._alone = least, alone

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

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """The best discard of two of twelve cards with announcement at a bid."""
        best = self.candidates(cards, seat, bid, seed)[0]
        return Announcement(best.contract, best.skat)

    def _prospects(self, hand: int, seat: Seat) -> tuple[_Prospects, _Prospects]:
        """Prospects with the Skat taken up, and with the Skat left."""
        hand_odds = self._chances.over_skats(hand, seat)
        held = np.tile([trump_counts(game, hand) for game in Game], (len(hand_odds.trumps), 1))

        def chances(contracts: Sequence[Contract], odds: Vector, trumps: Counts) -> Vector:
            columns = [(contract, game_number(contract.game)) for contract in contracts]
            return np.stack(
                [self._chances.of(contract, seat, odds[:, game], trumps[:, game]) for contract, game in columns], 1
            )

        def prospects(contracts: Sequence[Contract], odds: Vector) -> _Prospects:
            lengths = [hand_odds.lengths[:, game_number(contract.game)] for contract in contracts]
            values = np.stack([*map(_values, contracts, lengths)], 1)
            return _Prospects(contracts, odds, values, expected_score(odds, values))

        left = chances(_HAND_CONTRACTS, hand_odds.as_dealt, held)
        # the declarer may put the same two cards back; the discard that is best with open cards may keep fewer trumps
        taken = np.maximum(chances(SKAT_CONTRACTS, hand_odds.open, hand_odds.trumps), left)
        return prospects(SKAT_CONTRACTS, taken), prospects(_HAND_CONTRACTS, left)


def _best(taken: _Prospects, left: _Prospects, bid: int) -> tuple[Contract, float]:
    """The contract to announce at a bid, and its mean tournament points.

    With the Skat taken up it is the contract announced after most Skats; the mean is over the best contract after each Skat.
    """
    scores, hand = taken.scores(bid), left.scores(bid).mean(0)
    expected, best = float(scores.max(1).mean()), int(hand.argmax())
    if hand[best] > expected:
        return left.contracts[best], float(hand[best])
    return _after_most_skats(scores), expected


def _after_most_skats(scores: Vector) -> Contract:
    return SKAT_CONTRACTS[int(np.bincount(scores.argmax(1)).argmax())]


def _values(contract: Contract, lengths: Counts) -> Counts:
    """Values of a contract with neither party Schneider, by the number of matadors."""
    if contract.game is Game.NULL:
        return np.full(lengths.shape, NULL_VALUES[contract.hand, contract.ouvert])
    return BASE[contract.game] * (lengths + 1 + int(contract.hand))
