"""Players of Skat that were tried and are not part of the program; `benchmarks.skat_play` measures them.

- alphamu:K: as declarer looks two of its own cards ahead, with at most `CARDS` in hand. A card counts by the most worlds that
  one plan wins: this card now and, after whatever the defenders play until its next turn, one card for all worlds that agree
  with what they played. Defenders see all cards, and after that second card so do all. That is alpha-mu at depth 2 (T. Cazenave
  and V. Ventos, The alpha-mu search algorithm for the game of Bridge, 2019); depth 1 is what `pimc` does. Its card stays unless
  another has a better plan.
- bids:K: draws worlds weighted by who bid and passed where, as `skat card --bids` does, but with the whole dialogue known; a
  defender weighs them by the announcement, too, as `informed:K`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random

from tafelwerk.families.skat.classifiers import default_bidder, default_chances
from tafelwerk.families.skat.rules.cards import bits
from tafelwerk.families.skat.rules.contracts import Auction, Contract, Goal
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.families.skat.rules.play import Position, legal, play
from tafelwerk.families.skat.rules.rounds import Choice, Player, Round
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, declarer_goal, pimc
from tafelwerk.solvers.skat.inference import bid_weights, sampled_worlds
from tafelwerk.solvers.skat.open_judge import WorldOutcomes
from tafelwerk.solvers.skat.worlds import Draw, all_worlds, count_worlds, draw_worlds, resample

Kind = Callable[[Round, int], Player]
"""A player for one seat of an announced round, from a seed."""

EFFORT = Effort(100_000)
DEPTH = 2
"""Own cards of a plan."""

CARDS = 8
"""Most cards in hand at which plans are made: before that hardly two worlds drawn agree with what the defenders play."""

MOST_PLANS = 200
"""Plans kept, those that win in most worlds; with more the count of worlds is a lower bound."""


@cache
def _chooser() -> Chooser:
    """One a process."""
    return Chooser()


@cache
def _outcomes() -> WorldOutcomes:
    """One a process."""
    return WorldOutcomes()


def alphamu(worlds: int) -> Kind:
    """A declarer that plans two cards ahead, late in a game; a defender as `pimc`."""

    def kind(round_: Round, seed: int) -> Player:
        game = round_.game
        assert game is not None
        usual = pimc(worlds, _chooser(), EFFORT)(game, seed, round_.bid)
        its = game.known[game.declarer]
        goal = declarer_goal(game.contract, its.hand | its.played[its.seat] | (its.skat or 0), round_.bid)

        def player(known: Knowledge) -> Choice:
            choice = usual(known)
            several = known.legal & (known.legal - 1)
            if known.seat is not known.declarer or not several or known.hand.bit_count() > CARDS:
                return choice
            few = 0 < count_worlds(known) <= worlds
            drawn = all_worlds(known) if few else draw_worlds(known, worlds, 32 * seed + len(known.cards))
            positions = [known.position(world) for world in drawn]
            return Choice(best_plan(positions, goal, choice.card, DEPTH, _outcomes()))

        return player

    return kind


def best_plan(worlds: Sequence[Position], goal: Goal, usual: int, depth: int, outcomes: WorldOutcomes) -> int:
    """The declarer's card with the plan that wins in most worlds.

    Of several it is the usual card, then the one that wins in most worlds with all cards open, then the highest.

    Args:
        worlds: positions that differ in what the declarer, who is to move, does not see.
        goal: what the declarer needs.
        usual: the card that is played unless another has a better plan.
        depth: number of own cards in a plan.
        outcomes: solver.
    """
    plans, cards = Plans(worlds, goal, outcomes), legal(worlds[0])
    won = [(place, world, outcomes.won(world, cards, goal)) for place, world in enumerate(worlds)]
    good = {card: [(place, world) for place, world, one in won if one >> card & 1] for card in bits(cards)}
    best, most = usual, -1
    for card in sorted(good, key=lambda card: (card != usual, -len(good[card]))):
        if len(good[card]) > most:
            found = plans.after(good[card], card, depth, most)
            if found and found[0].bit_count() > most:
                best, most = card, max(plan.bit_count() for plan in found)
    return best


class Plans:
    """Which worlds can be won together by one plan of some own cards, the defenders seeing all cards."""

    def __init__(self, worlds: Sequence[Position], goal: Goal, outcomes: WorldOutcomes) -> None:
        """Over positions that differ in what the declarer, who is to move, does not see."""
        self._worlds, self._goal, self._outcomes = worlds, goal, outcomes

    def after(self, met: Sequence[tuple[int, Position]], card: int, depth: int, beyond: int = -1) -> list[int]:
        """Masks of worlds that plans win which begin with a card, none of which is part of another.

        Args:
            met: numbers of worlds and the positions there, those that the card wins with all cards open.
            card: the card.
            depth: number of own cards in a plan, this one included.
            beyond: plans that win in no more worlds than that do not matter.
        """
        plans = [sum(1 << place for place, _ in met)]
        if depth == 1:
            return plans
        seen: dict[tuple[int, ...], list[tuple[int, Position]]] = {}
        for place, position in met:
            for told, then in next_turns(play(position, card)):
                seen.setdefault(told, []).append((place, then))
        for same in seen.values():
            # one world alone is won by some card
            if len(same) > 1 and not same[0][1].over:
                here = sum(1 << place for place, _ in same)
                wins = self.at(same, depth - 1)
                if here not in wins:
                    plans = front([plan & (one | ~here) for plan in plans for one in wins], beyond)
        return plans

    def at(self, met: Sequence[tuple[int, Position]], depth: int) -> list[int]:
        """The same of plans that begin with any card."""
        cards = legal(met[0][1])
        won = [(place, position, self._outcomes.won(position, cards, self._goal)) for place, position in met]
        found: list[int] = []
        for card in bits(cards):
            good = [(place, position) for place, position, one in won if one >> card & 1]
            if good:
                found += self.after(good, card, depth)
        return front(found)


def front(sets: Sequence[int] | set[int], beyond: int = -1) -> list[int]:
    """The masks that are part of no other, the largest first, at most `MOST_PLANS`; none of `beyond` bits or fewer."""
    found: list[int] = []
    for one in sorted(set(sets), key=lambda mask: (-mask.bit_count(), mask)):
        if one.bit_count() <= beyond or len(found) == MOST_PLANS:
            break
        if not any(one & ~other == 0 for other in found):
            found.append(one)
    return found


def next_turns(position: Position, told: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Position]]:
    """What the defenders may play until the declarer's next turn or the end, and the positions then."""
    if position.over or position.to_move is position.declarer:
        yield told, position
        return
    for card in bits(legal(position)):
        yield from next_turns(play(position, card), (*told, card))


def by_bids(worlds: int) -> Kind:
    """A player that draws worlds by what was bid."""

    def kind(round_: Round, seed: int) -> Player:
        assert round_.game is not None
        return pimc(worlds, _chooser(), EFFORT, partial(bid_draw, round_.auction))(round_.game, seed, round_.bid)

    return kind


def bid_draw(auction: Auction, contract: Contract) -> Draw:
    """The way to draw worlds after a dialogue, under a contract."""
    limit = cache(default_bidder(worlds=0).limit)

    def draw(known: Knowledge, count: int, seed: int) -> Sequence[World]:
        stages = bid_weights(known, contract, [auction], limit, default_chances())
        found = sampled_worlds(known, count, seed, stages)
        if len(set(found.weights)) == 1:
            return found.worlds
        return resample(found.worlds, found.weights, count, Random(seed))

    return draw


TRIED: dict[str, Callable[[int], Kind]] = {"alphamu": alphamu, "bids": by_bids}
"""Kinds by the word of their name; the number behind it is that of worlds."""
