"""Play with hidden cards: perfect information Monte Carlo (PIMC).

A player deals the cards that it does not see in many ways that agree with what it knows. In each of these worlds it finds out
whether its side wins after each card that it may play, with all cards open and best play by all. It plays the card that wins in
most worlds; of several the one that brings its side most points; of these again the one of least value, then the lowest.

To know whether a game is won costs far less than to know the points, and many cards tie, early in a game most. So the points
of tied cards are found in the worlds one after another until a number of positions has been searched; later in a game that
suffices for all worlds; what comes out does not depend on the clock.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 12.4. There the points are those of
the worlds that a card wins; here they are those of all worlds looked at, which also tells cards apart that never win.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TypeVar

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import WIN, Game, bits, mask_of, order
from tafelwerk.rules.skat.knowledge import Knowledge, World
from tafelwerk.rules.skat.limits import WORLDS
from tafelwerk.rules.skat.play import Position, legal
from tafelwerk.rules.skat.rounds import CardOutcomes, Choice
from tafelwerk.rules.skat.scoring import Goal
from tafelwerk.solvers.skat.hidden.world_outcomes import POINTS_GOAL, WorldOutcomes
from tafelwerk.solvers.skat.hidden.worlds import all_worlds, count_worlds, draw_worlds

POINTS_NODES = 4_000_000
"""Positions searched for the points of tied cards: some 0.3 s of one processor."""

_BATCH = 20
_POINTS_BATCH = 4
_FOR_WINS = 2 / 3  # of the time

T = TypeVar("T")

Draw = Callable[[Knowledge, int, int], Sequence[World]]
"""Draws worlds: what is known, how many, seed."""


class Chooser:
    """Chooses cards over given worlds; keeps its solvers, one a thread. For one caller at a time."""

    def __init__(self, threads: int = 1, *, clock: Callable[[], float] = monotonic) -> None:
        """No world yet.

        Args:
            threads: how many worlds are searched at a time; the choice does not depend on it.
            clock: seconds from some moment on.

        Raises:
            InputError: threads are not 1 to 64.
        """
        if not 1 <= threads <= 64:
            raise InputError(f"threads are 1 to 64, not {threads}")
        self._solvers = [WorldOutcomes() for _ in range(threads)]
        self._clock = clock

    def choose(
        self,
        worlds: Sequence[Position],
        goal: Goal = POINTS_GOAL,
        *,
        points_nodes: int = POINTS_NODES,
        full: bool = False,
        seconds: float | None = None,
    ) -> Choice:
        """The card to play.

        Args:
            worlds: positions that differ in nothing but cards that the player to move does not see, and in their points.
            goal: what the declarer needs: so many tricks, where it names any, else so many points; in Null no trick.
            points_nodes: how many positions are searched for the points of tied cards; a few worlds are looked at in any case.
            full: look at every card in all worlds, those too that can no longer come out first.
            seconds: after so many no further world is looked at, after two thirds of them none for wins; None for no limit. With
                a limit the choice depends on the clock.

        Raises:
            InputError: no worlds, worlds that do not belong together, or in which all cards are played, or a negative number.
        """
        _check(worlds, points_nodes, seconds)
        cards = legal(worlds[0])
        if cards & (cards - 1) == 0:
            return Choice(bits(cards)[0])
        search = _Search(self._solvers, self._clock, worlds, goal, points_nodes, seconds)
        return search.choice(full)


class Pimc:
    """A player that draws worlds and chooses over them."""

    def __init__(
        self,
        seed: int = 0,
        worlds: int = WORLDS,
        goal: Goal = POINTS_GOAL,
        *,
        chooser: Chooser | None = None,
        draw: Draw = draw_worlds,
        points_nodes: int = POINTS_NODES,
        full: bool = False,
        seconds: float | None = None,
    ) -> None:
        """A player of one game or of several.

        Args:
            seed: where chance begins; the same seed plays the same cards if time is not limited.
            worlds: how many to look at; where there are no more, each is looked at once.
            goal: as for `Chooser.choose`.
            chooser: who chooses; None for one with a single thread.
            draw: how worlds are drawn; uniformly if nothing is said.
            points_nodes: as for `Chooser.choose`.
            full: the same.
            seconds: the same.

        Raises:
            InputError: worlds are fewer than one, or the seed is negative.
        """
        if worlds < 1:
            raise InputError(f"worlds are 1 or more, not {worlds}")
        if seed < 0:
            raise InputError(f"seed is 0 or more, not {seed}")
        self._seed, self._worlds, self._draw = seed, worlds, draw
        chooser = chooser or Chooser()
        self._choose = partial(chooser.choose, goal=goal, points_nodes=points_nodes, full=full, seconds=seconds)

    def __call__(self, known: Knowledge) -> Choice:
        """The card to play, from what the player to move knows.

        Raises:
            InputError: it is another player's turn, the game is over, or no worlds agree with what is known.
        """
        if known.over or known.to_move is not known.seat:
            raise InputError(f"{known.seat.word} is not to move")
        cards = known.legal
        if cards & (cards - 1) == 0:
            return Choice(bits(cards)[0])
        return self._choose([known.position(world) for world in self._drawn(known)])

    def _drawn(self, known: Knowledge) -> Iterable[World]:
        if self._draw is draw_worlds and 0 < count_worlds(known) <= self._worlds:
            return all_worlds(known)
        # a seed for each card of a game
        return self._draw(known, self._worlds, 32 * self._seed + len(known.cards))


class _Search:
    """One choice in the making."""

    def __init__(
        self,
        solvers: Sequence[WorldOutcomes],
        clock: Callable[[], float],
        worlds: Sequence[Position],
        goal: Goal,
        points_nodes: int,
        seconds: float | None,
    ) -> None:
        self._solvers, self._clock, self._worlds, self._goal = solvers, clock, worlds, goal
        self._points_nodes = points_nodes
        self._begin, self._seconds = clock(), seconds
        self._declares = worlds[0].to_move is worlds[0].declarer
        self._cards = bits(legal(worlds[0]))
        self._wins = dict.fromkeys(self._cards, 0)
        self._seen = dict.fromkeys(self._cards, 0)
        self._points = dict.fromkeys(self._cards, 0)
        self._points_seen = 0
        self._nodes = 0
        self._stopped = False

    def choice(self, full: bool) -> Choice:
        """The card, by wins, then points, then the fixed order."""
        best = self._most_wins(full)
        tied = len(best) > 1 and self._worlds[0].game is not Game.NULL
        if tied:
            self._add_points(best)
        own, sign = order(self._worlds[0].game), -1 if self._declares else 1

        def last(card: int) -> tuple[int, int, int]:
            place = own.place[card]
            return sign * self._points[card], own.values[place], place

        outcomes = tuple(
            CardOutcomes(
                card,
                self._seen[card],
                self._wins[card],
                *((self._points_seen, self._points[card]) if tied and card in best else ()),
            )
            for card in self._cards
        )
        return Choice(min(best, key=last), outcomes, max(self._seen.values()), self._nodes, self._stopped)

    def _most_wins(self, full: bool) -> list[int]:
        """Count wins; the cards that have most of them."""
        alive, seen = self._cards, 0
        while seen < len(self._worlds) and len(alive) > 1 and self._in_time(_FOR_WINS, not seen):
            asked = self._cards if full else alive
            cards = mask_of(asked)
            wins = partial(_won, cards=cards, goal=self._goal)
            for won in self._each(self._worlds[seen : seen + _BATCH], wins, _FOR_WINS, not seen):
                good = won if self._declares else cards & ~won
                seen += 1
                for card in asked:
                    self._seen[card] += 1
                    self._wins[card] += good >> card & 1
            most, left = max(self._wins.values()), len(self._worlds) - seen
            alive = [card for card in alive if self._wins[card] + left >= most]
        return [card for card in alive if self._wins[card] == max(self._wins.values())]

    def _add_points(self, cards: Sequence[int]) -> None:
        """Add up the points of tied cards over the worlds that effort and time allow."""
        seen, before, guess = 0, self._nodes, WIN
        while seen < len(self._worlds) and self._in_time(1):
            if seen and self._nodes - before >= self._points_nodes:
                break
            values = partial(_points, cards=mask_of(cards), guess=guess)
            for by_card in self._each(self._worlds[seen : seen + _POINTS_BATCH], values, 1):
                seen += 1
                for card, value in by_card.items():
                    self._points[card] += value
            guess = self._points[cards[0]] // max(seen, 1)
        self._points_seen = seen

    def _in_time(self, share: float, anyway: bool = False) -> bool:
        """Whether less than a share of the time has gone, or what comes is to be done anyway."""
        late = self._seconds is not None and not anyway and self._clock() - self._begin >= share * self._seconds
        self._stopped = self._stopped or late
        return not late

    def _each(
        self,
        worlds: Sequence[Position],
        ask: Callable[[WorldOutcomes, Position], T],
        share: float,
        first_anyway: bool = False,
    ) -> list[T]:
        """The answers for some worlds, in any order; those left out for which no time is left.

        Args:
            worlds: each thread takes the next one.
            ask: the question.
            share: how much of the time may go.
            first_anyway: whether the first world is looked at however late it is.
        """
        left = iter(range(len(worlds)))
        nodes = sum(solver.nodes for solver in self._solvers)

        def work(solver: WorldOutcomes) -> list[T]:
            answers = []
            for place in left:
                if not self._in_time(share, first_anyway and not place):
                    break
                answers.append(ask(solver, worlds[place]))
            return answers

        if len(self._solvers) == 1 or len(worlds) == 1:
            found = work(self._solvers[0])
        else:
            with ThreadPoolExecutor(len(self._solvers)) as pool:
                try:
                    found = [answer for answers in pool.map(work, self._solvers) for answer in answers]
                finally:
                    deque(left, maxlen=0)  # after an interrupt no thread finds a world more
        self._nodes += sum(solver.nodes for solver in self._solvers) - nodes
        return found


def _won(solver: WorldOutcomes, world: Position, cards: int, goal: Goal) -> int:
    return solver.won(world, cards, goal)


def _points(solver: WorldOutcomes, world: Position, cards: int, guess: int) -> dict[int, int]:
    return solver.points(world, cards, guess)


def _check(worlds: Sequence[Position], points_nodes: int, seconds: float | None) -> None:
    if not worlds:
        raise InputError("no worlds to choose over")
    first = worlds[0]
    if first.over:
        raise InputError("no card to choose: all cards are played")
    mover = first.to_move
    shared = (first.hands[mover], first.table, first.leader, first.declarer, first.game, first.declarer_tricks)
    sizes = [hand.bit_count() for hand in first.hands]
    for world in worlds:
        theirs = (world.hands[mover], world.table, world.leader, world.declarer, world.game, world.declarer_tricks)
        if theirs != shared or [hand.bit_count() for hand in world.hands] != sizes:
            raise InputError(
                "worlds differ only in the cards that the player to move does not see, and in their points"
            )
    if points_nodes < 0:
        raise InputError(f"points_nodes are 0 or more, not {points_nodes}")
    if seconds is not None and seconds < 0:
        raise InputError(f"seconds are 0 or more, not {seconds}")
