"""What to lay away of twelve cards and to announce.

The ways to discard, 66 for each game, are put in order by the chances of `chances`. Those that come first are looked at once
more: the other cards are dealt in a number of ways, the same for all of them, and each deal is solved. What comes out is weighed
against the chance by features, which counts as some deals more, and turned into a chance with hidden cards.

The order is that of the tournament points expected (Seeger and Fabian): a game won brings its value and 50; a game lost takes
twice its value and 50, and brings each opponent 40, which at a table of three is 40 more against each of them. So a game worth
less than the bid is never announced where another can be had.

Source: International Skat Order, sections 3.4 and 5; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg
2003, section 13.3, where the features alone decide and overbidding is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import ALL_CARDS, WIN, Game, Seat, bits, mask_of, points
from tafelwerk.solvers.skat.chances import Chances, logit
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.features import game_number
from tafelwerk.solvers.skat.knowledge import World, knowledge
from tafelwerk.solvers.skat.null import NullSolver
from tafelwerk.solvers.skat.rules import start
from tafelwerk.solvers.skat.scoring import (
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
from tafelwerk.solvers.skat.worlds import draw_worlds

WORLDS = 40
"""Deals looked at for each discard."""

WITHIN = 8
"""Ways to discard and announce that are looked at."""

PRIOR = 12
"""So many deals does the chance by features count for."""

BONUS, PENALTY = GAME_POINTS, GAME_POINTS + OPPONENT_POINTS
"""What a game won brings the declarer, and a game lost takes, besides its value, against each opponent."""

SKAT_CONTRACTS = (*(Contract(game) for game in Game), Contract(Game.NULL, ouvert=True))
"""What can be announced after taking up the Skat."""

_HARDER = 4.0  # in log odds: what Schneider is taken to cost before deals are looked at
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to announce.

    Attributes:
        contract: what is played.
        skat: mask of the two cards laid away.
        chance: the chance to win it with hidden cards.
        value: what it counts, with neither party Schneider unless it needs that; of an overbid game what it would have to count.
        expected: what it brings in tournament points.
        worlds: deals looked at; 0: the chance is that of the features alone.
        wins: how many of them are won with all cards open.
    """

    contract: Contract
    skat: int
    chance: float
    value: int
    expected: float
    worlds: int = 0
    wins: int = 0


def expected_score(chance: float, value: int) -> float:
    """Tournament points that a game brings in the mean."""
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
            raise InputError(f"Null cannot be announced at a bid of {bid}: it is worth less")
        if not self._worlds:
            return found
        worlds = _drawn(cards, seat, self._worlds, seed)
        near = [self._looked_at(one, cards, seat, bid, worlds) for one in found[: self._within]]
        return sorted(near, key=_rank) + found[self._within :]

    def wins(self, contract: Contract, cards: int, skat: int, seat: Seat, worlds: Sequence[World], needs: Goal) -> int:
        """In how many deals a game is won with all cards open.

        Args:
            contract: what is played.
            cards: mask of the declarer's twelve cards.
            skat: mask of the two laid away.
            seat: the declarer's.
            worlds: deals of the other cards; the declarer's hand in them does not matter.
            needs: what wins.
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
            harder = 0.0 if needs is None or needs.points <= WIN else _HARDER
            value = max(value, -(-bid // BASE[contract.game]) * BASE[contract.game]) if contract.game in BASE else value
            column = odds[:, game_number(contract.game)] - harder
            chances = self._chances.of(contract, seat, column)
            for skat, chance in zip(skats.tolist(), chances.tolist(), strict=True):
                one = 0.0 if needs is None else chance
                found.append(Candidate(contract, skat, one, value, expected_score(one, value)))
        return found

    def _looked_at(self, one: Candidate, cards: int, seat: Seat, bid: int, worlds: Sequence[World]) -> Candidate:
        needs = goal(one.contract, cards, bid)
        if needs is None or needs.least_tricks:
            return one
        wins = self.wins(one.contract, cards, one.skat, seat, worlds, needs)
        before = self._chances.open_of(one.contract, seat, one.chance)
        share = (wins + PRIOR * before) / (len(worlds) + PRIOR)
        odds = logit(min(max(share, _LEAST), 1 - _LEAST))
        chance = float(self._chances.of(one.contract, seat, odds))
        expected = expected_score(chance, one.value)
        return replace(one, chance=chance, expected=expected, worlds=len(worlds), wins=wins)

    def _won(self, contract: Contract, deal: Deal, seat: Seat, needs: Goal) -> bool:
        position = start(deal, contract.game, seat)
        if contract.game is Game.NULL:
            self._null = self._null or NullSolver()
            return self._null.won(position)
        self._points = self._points or DoubleDummy()
        return self._points.won(position, needs.points)


def _rank(one: Candidate) -> tuple[float, int, int]:
    """Best first; of equals the one that lays away most points, then the lowest cards."""
    return -one.expected, -points(one.skat), one.skat


def _drawn(cards: int, seat: Seat, count: int, seed: int) -> list[World]:
    """Deals of the other cards, whatever is laid away."""
    twelve = bits(cards)
    hand, skat = mask_of(twelve[:10]), mask_of(twelve[10:])
    return draw_worlds(knowledge(seat, hand, Game.GRAND, seat, skat=skat), count, seed)


def _deal(world: World, hand: int, skat: int, seat: Seat) -> Deal:
    forehand, middlehand, rearhand = (hand if one is seat else world.hands[one] for one in Seat)
    return Deal((forehand, middlehand, rearhand), skat)
