"""Play with hidden cards: perfect information Monte Carlo (PIMC).

A player deals the unseen cards in many ways consistent with what it knows. In each of these worlds it determines
whether its side wins after each legal card, with all cards open and best play by all. It plays the card that wins in
most worlds. Tie-break: most points for its side, then lowest value, then lowest card.

To know whether a game is won costs far less than to know the points, and many cards tie, above all early in a game. So the
points of tied cards are computed in one world after another until a number of positions has been searched; later in a game
that suffices for all worlds. The choice does not depend on the clock.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 12.4. There only points in
worlds that a card wins count; here points in all worlds examined count, which also separates cards that never win.

`read_agent` makes the agents that play whole rounds by name.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import monotonic
from typing import Any, NamedTuple, overload

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, WIN, Game, bits, mask_of, order
from tafelwerk.families.skat.rules.contracts import BIDS, Contract, Goal, announced_goal, goal
from tafelwerk.families.skat.rules.deals import pairs
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.families.skat.rules.limits import WORLDS, agent_name
from tafelwerk.families.skat.rules.play import Position, legal
from tafelwerk.families.skat.rules.rounds import Agent, Bidder, CardOutcomes, Choice, GameInPlay, Player, Program
from tafelwerk.solvers.machine.watching import interprets
from tafelwerk.solvers.skat.hand_chances import Chances
from tafelwerk.solvers.skat.inference import informed_draw
from tafelwerk.solvers.skat.open_judge import POINTS_GOAL, WorldOutcomes
from tafelwerk.solvers.skat.worlds import Draw, all_worlds, count_worlds, draw_worlds

POINTS_NODES = 4_000_000
"""Positions searched for the points of tied cards: some 0.3 s of one processor."""

_BATCH = 20
_POINTS_BATCH = 4
_FOR_WINS = 2 / 3  # of the time


class Positions(Sequence[Position]):
    """The positions in some worlds, each made when it is asked for, so that a million of them take no memory.

    Args:
        known: knowledge of the player to move.
        worlds: worlds that agree with it.
    """

    def __init__(self, known: Knowledge, worlds: Sequence[World]) -> None:
        self._known, self._worlds = known, worlds

    def __len__(self) -> int:
        return len(self._worlds)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> "Positions": ...
    def __getitem__(self, index: int | slice) -> "Position | Positions":
        if isinstance(index, slice):
            return Positions(self._known, self._worlds[index])
        return self._known.position(self._worlds[index])


class Effort(NamedTuple):
    """Amount of search per card.

    Attributes:
        points_nodes: positions searched for the points of tied cards; a few worlds are examined in any case.
        full: whether every card is examined in all worlds, even one that can no longer come first.
        seconds: time after which no further world is started; two thirds of it are for wins. None: no limit. With a limit the
            choice depends on the clock.
    """

    points_nodes: int = POINTS_NODES
    full: bool = False
    seconds: float | None = None


USUAL = Effort()
"""Default effort."""


class Chooser:
    """Chooses cards over given worlds; keeps its solvers, one per thread. For one caller at a time."""

    def __init__(
        self,
        threads: int = 1,
        *,
        clock: Callable[[], float] = monotonic,
        report: Callable[[float], None] = lambda share: None,
    ) -> None:
        """Make the solvers.

        Args:
            threads: worlds searched at a time; the choice does not depend on it.
            clock: seconds since some moment.
            report: called with the share of the worlds in which wins are counted, after some worlds each.

        Raises:
            InputError: threads are not 1 to 64.
        """
        if not 1 <= threads <= 64:
            raise InputError(f"threads are 1 to 64, not {threads}")
        # in plain Python threads gain nothing, and keep a question that is interrupted waiting
        self._solvers = [WorldOutcomes() for _ in range(1 if interprets() else threads)]
        self._clock, self._report = clock, report

    def choose(
        self,
        worlds: Sequence[Position],
        goal: Goal = POINTS_GOAL,
        effort: Effort = USUAL,
        weights: Sequence[int] | None = None,
    ) -> Choice:
        """The card to play.

        Args:
            worlds: positions that differ only in cards that the player to move does not see, and in their points.
            goal: the declarer's goal: its tricks if it has any, otherwise its points; in Null no trick.
            effort: amount of search. With full effort an only card is examined too.
            weights: weight of each world, 1 or more. Default: 1.

        Raises:
            InputError: no worlds, worlds that do not belong together, all cards played, a negative number, or not one
                weight per world.
        """
        _check(worlds, effort)
        if weights is not None and (len(weights) != len(worlds) or min(weights) < 1):
            raise InputError(f"weights must be 1 or more, one for each of {len(worlds)} worlds")
        cards = legal(worlds[0])
        if cards & (cards - 1) == 0 and not effort.full:
            return Choice(bits(cards)[0])
        weighted = weights or [1] * len(worlds)
        return _Search(self._solvers, self._clock, self._report, worlds, goal, effort, weighted).choice()


@dataclass(frozen=True)
class Pimc:
    """A player that draws worlds and chooses over them, for one game or several.

    Attributes:
        seed: random seed; the same seed plays the same cards if time is not limited.
        worlds: worlds per card; if there are no more of them, each is looked at once.
        goal: as for `Chooser.choose`.
        chooser: searches the worlds. Default: one with a single thread.
        draw: draws worlds. Default: all are equally likely.
        effort: as for `Chooser.choose`.

    Raises:
        InputError: worlds are fewer than one, or the seed is negative.
    """

    seed: int = 0
    worlds: int = WORLDS
    goal: Goal = POINTS_GOAL
    chooser: Chooser = field(default_factory=Chooser)
    draw: Draw = draw_worlds
    effort: Effort = USUAL

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise InputError(f"worlds are 1 or more, not {self.worlds}")
        if self.seed < 0:
            raise InputError(f"seed is 0 or more, not {self.seed}")

    def __call__(self, known: Knowledge) -> Choice:
        """The card to play, from what the player to move knows.

        Raises:
            InputError: it is another player's turn, the game is over, or no world agrees with what is known.
        """
        if known.over or known.to_move is not known.seat:
            raise InputError(f"{known.seat.word} is not to move")
        cards = known.legal
        if cards & (cards - 1) == 0:
            return Choice(bits(cards)[0])
        return self.chooser.choose([known.position(world) for world in self._worlds_for(known)], self.goal, self.effort)

    def _worlds_for(self, known: Knowledge) -> Iterable[World]:
        if self.draw is draw_worlds and 0 < count_worlds(known) <= self.worlds:
            return all_worlds(known)
        # a seed for each card of a game
        return self.draw(known, self.worlds, 32 * self.seed + len(known.cards))


class _Search:
    """The search for one card."""

    def __init__(
        self,
        solvers: Sequence[WorldOutcomes],
        clock: Callable[[], float],
        report: Callable[[float], None],
        worlds: Sequence[Position],
        goal: Goal,
        effort: Effort,
        weights: Sequence[int],
    ) -> None:
        self._solvers, self._clock, self._worlds, self._goal, self._effort = solvers, clock, worlds, goal, effort
        self._report, self._weights = report, weights
        self._begin, self._nodes_before = clock(), sum(solver.nodes for solver in solvers)
        self._declares = worlds[0].to_move is worlds[0].declarer
        self._cards = bits(legal(worlds[0]))
        self._wins, self._seen, self._points = (dict.fromkeys(self._cards, 0) for _ in range(3))
        self._points_seen = 0
        self._stopped = False

    @property
    def _nodes(self) -> int:
        return sum(solver.nodes for solver in self._solvers) - self._nodes_before

    def choice(self) -> Choice:
        """The card, by wins, then points, then value and order of the cards."""
        best = self._most_wins()
        tied = best if len(best) > 1 and self._worlds[0].game is not Game.NULL else []
        if tied:
            self._add_points(tied)
        own, sign = order(self._worlds[0].game), -1 if self._declares else 1
        chosen = min(best, key=lambda card: (sign * self._points[card], own.values[own.place[card]], own.place[card]))
        outcomes = tuple(
            CardOutcomes(
                card, self._seen[card], self._wins[card], self._points_seen if card in tied else 0, self._points[card]
            )
            for card in self._cards
        )
        return Choice(chosen, outcomes, max(self._seen.values()), self._nodes, self._stopped)

    def _most_wins(self) -> list[int]:
        """Count wins, and return the cards that have most of them."""
        alive, first, left, full = self._cards, 0, sum(self._weights), self._effort.full
        while first < len(self._worlds) and (full or len(alive) > 1) and self._in_time(_FOR_WINS, not first):
            candidates = self._cards if full else alive
            cards, batch = mask_of(candidates), range(first, min(first + _BATCH, len(self._worlds)))
            for world, won in self._each(batch, _FOR_WINS, not first, WorldOutcomes.won, cards, self._goal):
                good, weight = won if self._declares else cards & ~won, self._weights[world]
                left -= weight
                for card in candidates:
                    self._seen[card] += weight
                    self._wins[card] += weight * (good >> card & 1)
            first, most = batch.stop, max(self._wins.values())
            self._report(first / len(self._worlds))
            alive = [card for card in alive if self._wins[card] + left >= most]
        return [card for card in alive if self._wins[card] == max(self._wins.values())]

    def _add_points(self, cards: Sequence[int]) -> None:
        """Sum the points of tied cards over the worlds that effort and time allow."""
        before, guess, first = self._nodes, WIN, 0
        while first < len(self._worlds) and self._in_time(1):
            if first and self._nodes - before >= self._effort.points_nodes:
                break
            batch = range(first, min(first + _POINTS_BATCH, len(self._worlds)))
            for world, by_card in self._each(batch, 1, False, WorldOutcomes.points, mask_of(cards), guess):
                self._points_seen += self._weights[world]
                for card, value in by_card.items():
                    self._points[card] += self._weights[world] * value
            first = batch.stop
            guess = self._points[cards[0]] // max(self._points_seen, 1)

    def _in_time(self, share: float, anyway: bool = False) -> bool:
        """Whether less than a share of the time has passed, or the next step is unconditional."""
        seconds = self._effort.seconds
        late = seconds is not None and not anyway and self._clock() - self._begin >= share * seconds
        self._stopped = self._stopped or late
        return not late

    def _each(
        self, worlds: range, share: float, anyway: bool, ask: Callable[..., Any], *arguments: Any
    ) -> list[tuple[int, Any]]:
        """Worlds with their answers, in any order, without those for which no time is left.

        Args:
            worlds: places of the worlds; each thread takes the next one.
            share: share of the time that may pass.
            anyway: whether the first world is examined even if time is up.
            ask: question to a solver about a world, with further arguments.
        """
        queue = iter(worlds)

        def work(solver: WorldOutcomes) -> list[tuple[int, Any]]:
            answers = []
            for index in queue:
                if not self._in_time(share, anyway and index == worlds.start):
                    break
                answers.append((index, ask(solver, self._worlds[index], *arguments)))
            return answers

        if len(self._solvers) == 1 or len(worlds) == 1:
            return work(self._solvers[0])
        with ThreadPoolExecutor(len(self._solvers)) as pool:
            try:
                return [answer for answers in pool.map(work, self._solvers) for answer in answers]
            finally:
                deque(queue, maxlen=0)  # after an interrupt the other threads find no further world


def _check(worlds: Sequence[Position], effort: Effort) -> None:
    if not worlds:
        raise InputError("no worlds to choose over")
    if worlds[0].over:
        raise InputError("no card to choose: all cards are played")
    shared = _visible_part(worlds[0])
    if any(_visible_part(world) != shared for world in worlds):
        raise InputError("worlds differ only in the cards that the player to move does not see, and in their points")
    for what, number in (("points_nodes", effort.points_nodes), ("seconds", effort.seconds or 0)):
        if number < 0:
            raise InputError(f"{what} are 0 or more, not {number}")


def _visible_part(world: Position) -> tuple[Any, ...]:
    """The visible part of a position for the player to move."""
    sizes = [hand.bit_count() for hand in world.hands]
    seen = world.table, world.leader, world.declarer, world.game, world.declarer_tricks
    return (world.hands[world.to_move], *seen, sizes)


def read_agent(
    text: str,
    *,
    bidder: Bidder,
    chances: Chances | None = None,
    chooser: Chooser | None = None,
    worlds: int = WORLDS,
    seconds: float | None = None,
) -> Agent:
    """The agent with a given name.

    Args:
        text: A name as for `agent_name`.
        bidder: bids and announces for it.
        chances: weights of deals for `informed`; no other agent needs them.
        chooser: searches worlds, for any number of agents. Default: one with a single thread.
        worlds: as for `agent_name`.
        seconds: time for a card. Default: no limit.

    Raises:
        InputError: the text names no agent.
        ValueError: the agent is informed, and chances are missing.
    """
    name = agent_name(text, worlds)
    if name == "random":
        return Agent(name, bidder, random_cards)
    if name == "open":
        return Agent(name, bidder, open_cards(chooser))
    word, _, number = name.partition(":")
    draws = None
    if word == "informed":
        if chances is None:
            raise ValueError("an informed agent needs chances")
        draws = partial(informed_draw, chances)
    return Agent(name, bidder, pimc(int(number), chooser, Effort(seconds=seconds), draws))


def pimc(
    worlds: int = WORLDS,
    chooser: Chooser | None = None,
    effort: Effort = USUAL,
    draws: Callable[[Contract], Draw] | None = None,
) -> Program:
    """A program that chooses cards over worlds consistent with the seat's knowledge.

    Args:
        worlds: worlds per card.
        chooser: searches them, for all games. Default: one with a single thread.
        effort: amount of search.
        draws: how to draw worlds under a contract. Default: all are equally likely.
    """
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        draw = draws(game.contract) if draws else draw_worlds
        its = game.known[game.declarer]
        cards = its.hand | its.played[its.seat] | (its.skat or 0)
        goals = declarer_goal(game.contract, cards, bid), announced_goal(game.contract)
        alone, against = (Pimc(seed, worlds, goal, own, draw, effort) for goal in goals)
        return lambda known: (alone if known.seat is known.declarer else against)(known)

    return program


def declarer_goal(contract: Contract, cards: int, bid: int = BIDS[0]) -> Goal:
    """The declarer's goal: what the contract promises, or more if the bid requires it.

    If the game cannot be won, since it is overbid beyond Schwarz, it is what the contract promises. A declarer who plays Hand
    does not know the Skat, whose jacks count, and plays for the goal required with most Skats.

    Args:
        contract: the contract.
        cards: mask of the declarer's twelve cards, hand and Skat, or of the ten of a declarer who does not know the Skat; with
            other numbers, those of small deals, the bid does not count.
        bid: the bid made or held.
    """
    announced = announced_goal(contract)
    if bid == BIDS[0] or cards.bit_count() not in (10, 12):
        return announced
    skats = [0] if cards.bit_count() == 12 else pairs(ALL_CARDS ^ cards)
    goals = Counter(goal(contract, cards | skat, bid) or announced for skat in skats)
    return max(goals, key=lambda wanted: (goals[wanted], -wanted.points))


def random_cards(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
    """A program that plays a uniformly random legal card."""

    def player(known: Knowledge) -> Choice:
        cards = bits(known.legal)
        # Python promises the same random() for ever
        return Choice(cards[int(Random(32 * seed + len(known.cards)).random() * len(cards))])

    return player


def open_cards(chooser: Chooser | None = None) -> Program:
    """A program that sees all cards and plays a best card with all cards open; a reference for the other agents."""
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        deal = game.deal
        wanted = declarer_goal(game.contract, deal.hands[game.declarer] | deal.skat, bid)

        def player(known: Knowledge) -> Choice:
            forehand, middlehand, rearhand = (hand & ~gone for hand, gone in zip(deal.hands, known.played, strict=True))
            return own.choose([known.position(World((forehand, middlehand, rearhand), deal.skat))], wanted)

        return player

    return program
