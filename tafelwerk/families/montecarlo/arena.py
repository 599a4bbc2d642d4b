"""What playing against an agent and watching two of them share: positions, boards, and sentences about agents.

An agent met in play: the law of its move in every position, what can be won against it, and its decisions one by one. It imports
solvers: import it inside a function, or in a game in play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo import graphs, rules
from tafelwerk.families.montecarlo.estimates import duel_operations, graph_edges, most_candidates, plies
from tafelwerk.families.montecarlo.parameters import agent_title, title_at
from tafelwerk.rules.game_trees import Turn
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy
from tafelwerk.solvers.playouts.agent_duels import Agent, duel, simulate, watch
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, perfect_values
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.wording import count_noun, join_words


class Move(NamedTuple):
    """A move in a position.

    Attributes:
        move: the number taken, the step, or in a single-step race the square that a piece leaves.
        after: number of the position after it.
        chance: that the agent plays it.
    """

    move: int
    after: int
    chance: float


class Decision(NamedTuple):
    """A move that an agent has made, and the number of playouts that it won after each move; none if it played none."""

    place: int
    move: int
    wins: tuple[tuple[int, int], ...]


class Encounter:
    """An agent in every position of a game.

    Attributes:
        start: number of the position from which the game starts.
    """

    def __init__(self, game: rules.Game, at: rules.Position | None, agent: str) -> None:
        self._game, self._agent = game, agent
        self._graph, self.start = graphs.graph_of(game, at), graphs.start_of(game, at)
        self._policy = _policy(game, at, agent)

    @cached_property
    def _values(self) -> list[int]:
        return [int(value) for value in perfect_values(self._graph)]

    @cached_property
    def _chances(self) -> tuple[list[float], list[float]]:
        """By position: the chance that who plays best against the agent wins, to move; and with the agent to move."""
        graph, own, agent = self._graph, list[float](), list[float]()
        successors, chances = graph.successors.tolist(), self._policy.chances.tolist()
        for node, payoff in enumerate(graph.payoff.tolist()):
            edges = graph.edges_of(node)
            if payoff != UNDECIDED:
                own.append(float(payoff > 0))
                agent.append(float(payoff < 0))
                continue
            # what perfect play wins is won against every agent, whatever sums round to
            won = self._values[node]
            own.append(1.0 if won > 0 else max(agent[successors[edge]] for edge in edges))
            agent.append(1.0 if won < 0 else sum(chances[edge] * own[successors[edge]] for edge in edges))
        return own, agent

    def payoff(self, place: int) -> int | None:
        """1 or -1 where the game is over and the player to move has won or lost; None before."""
        payoff = int(self._graph.payoff[place])
        return None if payoff == UNDECIDED else payoff

    def moves(self, place: int) -> list[Move]:
        """The moves in a position, with the law of the agent's."""
        moves = []
        for edge in self._graph.edges_of(place):
            after, chance = int(self._graph.successors[edge]), float(self._policy.chances[edge])
            names = self._names(edge)
            moves += [Move(name, after, chance / len(names)) for name in names]
        return moves

    def value(self, place: int) -> int:
        """1 or -1, as the player to move wins or loses under perfect play."""
        return self._values[place]

    def best_chance(self, place: int) -> float:
        """The chance of a player who is to move and plays best against the agent."""
        return self._chances[0][place]

    def chance_after(self, move: Move) -> float:
        """The chance of a player who has made a move and plays best against the agent from there on."""
        return self._chances[1][move.after]

    def decide(self, place: int, draw: Random) -> Decision:
        """A move of the agent; MC(k) plays its playouts."""
        mover = _player(self._agent, self._policy)
        decision = next(watch(self._graph, place, mover, mover, draw.getrandbits(62)))
        return self._read_decision(decision.position, decision.candidate, decision.wins)

    def watch(self, other: "Encounter", seed: int, number: int) -> Iterator[Decision]:
        """The decisions of one game against another agent, which moves second.

        Args:
            other: the other agent, in the same game.
            seed: random seed.
            number: of the game, see `watched_wins`.
        """
        streams = graphs.stream_seed(self._game, self._agent, other._agent, seed)
        mover, opponent = (_player(each._agent, each._policy) for each in (self, other))
        for decision in watch(self._graph, self.start, mover, opponent, streams, number):
            yield self._read_decision(*decision)

    def wins(self, other: "Encounter", numbers: range, seed: int) -> int:
        """Games won by this agent, moving first, of those with some numbers."""
        if not numbers:
            return 0
        streams = graphs.stream_seed(self._game, self._agent, other._agent, seed)
        mover, opponent = (_player(each._agent, each._policy) for each in (self, other))
        return simulate(self._graph, self.start, mover, opponent, len(numbers), streams, numbers.start).wins

    def chances_against(self, other: "Encounter") -> tuple[list[float], list[float]]:
        """By position: the chance of this agent against another, to move; and with the other to move."""
        values = duel(self._graph, self._policy, other._policy)
        return values.win[0].tolist(), values.loss[1].tolist()

    def _names(self, edge: int) -> tuple[int, ...]:
        label, count = int(self._graph.labels[edge]), int(self._graph.multiplicities[edge])
        # the pieces on a square are one move
        return (label,) if isinstance(self._game, rules.Esr) else graphs.moves_on(self._game, label, count)

    def _read_decision(self, place: int, candidate: int, wins: tuple[int, ...]) -> Decision:
        """A decision in the moves of the game; of the pieces on a square, the one with the most playouts won speaks."""
        names = [
            name
            for edge in self._graph.edges_of(place)
            for name in (
                self._names(edge) * int(self._graph.multiplicities[edge])
                if isinstance(self._game, rules.Esr)
                else self._names(edge)
            )
        ]
        most: dict[int, int] = {}
        for name, won in zip(names, wins, strict=False):
            most[name] = max(won, most.get(name, 0))
        return Decision(place, names[candidate], tuple(most.items()))


def _policy(game: rules.Game, at: rules.Position | None, agent: str) -> Policy:
    playouts = rules.playouts_of(agent)
    if playouts is None:
        return agent_policy(graphs.graph_of(game, at), agent)
    return graphs.policy(game, rules.playouts_key(playouts), at)


def _player(agent: str, chances: Policy) -> Agent:
    """An agent as it plays: MC(k) by playouts, another by its chances."""
    playouts = rules.playouts_of(agent)
    return chances if playouts is None or playouts == inf else int(playouts)


def is_compiled() -> bool:
    """Whether random games are played by compiled code in this process."""
    return not INTERPRETED


def watched_wins(mine: Encounter, other: Encounter, games: range, seed: int) -> tuple[int, int]:
    """Games that an agent wins moving first and moving second, of some that are numbered from 0.

    It moves first in those of even numbers. From a game's start they are the games of `simulated_wins`, in both orders.
    """
    first = range((games.start + 1) // 2, (games.stop + 1) // 2)
    second = range(games.start // 2, games.stop // 2)
    return mine.wins(other, first, seed), len(second) - other.wins(mine, second, seed)


def exact_chances(game: rules.Game, at: rules.Position | None, agent: str, other: str) -> tuple[float, float, float]:
    """The chances of an agent against another, moving first and moving second, and a bound on their errors."""
    start, graph = graphs.start_of(game, at), graphs.graph_of(game, at)
    playouts = [rules.playouts_of(each) for each in (agent, other)]
    if None not in playouts:
        keys = [(rules.playouts_key(each),) for each in playouts if each is not None]
        values = graphs.duel_values(game, keys[0], keys[1], np.array([start]), at)
        error = graphs.stated_errors(game, values["error"])
        return float(values["first"][0, 0]), float(values["second"][0, 0]), float(error[0, 0])
    met = duel(graph, _policy(game, at, agent), _policy(game, at, other))
    return float(met.win[0, start]), float(met.loss[1, start]), float(met.error[:, start].max())


MOST_EDGES = 50_000
"""Most moves in all positions of a game that is played."""

MOST_WORK = 1e9
"""Work that is done at once: two seconds."""

TOKENS_DRAWN, WIDEST = 60, 120
"""Tokens of the largest heap that is drawn token by token, and columns of the widest lane that a terminal shows."""

REPLIES = 3
"""Most moves of a law that are listed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A position in play.

    Attributes:
        own, other: as of `rules.Position`.
        turn: who is to move.
        place: number of the position in the graph.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    turn: Turn
    place: int = field(compare=False)

    @property
    def text(self) -> str:
        """The position as `--at` takes it."""
        return position_text(self.own, self.other)


def position_text(own: Sequence[int], other: Sequence[int]) -> str:
    """A position seen by the player to move: "14", "2 3", "5,4,0 / 6,6,3"."""
    if len(own) < 2:
        return " ".join(map(str, (*own, *other)))
    return " / ".join(",".join(map(str, side)) for side in (own, other))


@dataclass(frozen=True, slots=True)
class Track:
    """Lanes of a race, the near player's runners going to the right.

    Attributes:
        length: steps of a lane.
        crash: whether both players share one lane, the far player going to the left.
        near, far: steps gone by the runners of each player.
        names: of the near and the far player.
        near_moves: whether the near player is to move.
        is_over: whether the race is over.
    """

    length: int
    crash: bool
    near: tuple[int, ...]
    far: tuple[int, ...]
    names: tuple[str, str]
    near_moves: bool
    is_over: bool

    def __str__(self) -> str:
        near, far = (name[:1].upper() for name in self.names)
        if near == far:
            near, far = "A", "B"
        cell = len(str(self.length)) + 1
        if cell * (self.length + 1) > WIDEST:
            return self.text
        numbers = "".join(f"{number:>{cell}}" for number in range(self.length + 1))
        if self.crash:
            signs = ["."] * (self.length + 1)
            signs[self.length - self.far[0]] = f"<{far}"
            here = self.near[0]
            signs[here] = f"{near}>" if signs[here] == "." else "X"
            rows = ["".join(f"{sign:>{cell}}" for sign in signs)]
            way = f"{far}: {self.names[1]}, to the left"
        else:
            rows = [_lane(self.length, gone, near, cell) for gone in self.near]
            rows += [_lane(self.length, gone, far, cell) for gone in self.far]
            way = f"{far}: {self.names[1]}, to the right"
        return "\n".join([numbers, *rows, f"{near}: {self.names[0]}, to the right; {way}"])

    @property
    def text(self) -> str:
        """The race in a sentence."""
        near, far = self.names
        if self.crash:
            places = f"{near} on {self.near[0]}, going up; {far} on {self.length - self.far[0]}, going down"
            return f"A lane with the fields 0 to {self.length}: {places}."
        runners = [join_words([str(gone) for gone in side]) for side in (self.near, self.far)]
        return f"Lanes of {count_noun(self.length, 'step')}: {near} on {runners[0]}; {far} on {runners[1]}."


def _lane(length: int, gone: int, sign: str, cell: int) -> str:
    signs = ["." if square != gone else f"{sign}>" for square in range(length + 1)]
    return "".join(f"{each:>{cell}}" for each in signs)


@dataclass(frozen=True, slots=True)
class Heap:
    """A heap of tokens; negative after a move that took more than was left.

    Attributes:
        tokens: how many there are.
        moves: numbers that a move may take.
    """

    tokens: int
    moves: tuple[int, ...]

    def __str__(self) -> str:
        return f"{max(self.tokens, 0)}  {'o ' * self.tokens if self.tokens <= TOKENS_DRAWN else '...'}".rstrip()


def align(*rows: Sequence[str]) -> Iterator[str]:
    """Lines of a table; the first row has its headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "   ".join(map(str.ljust, row, widths)).rstrip()


def percent(chance: float) -> str:
    """A chance in per cent; only what is certain is 0 % or 100 %."""
    if chance in (0, 1):
        return f"{100 * chance:.0f} %"
    return "< 0.01 %" if chance < 5e-5 else "> 99.99 %" if chance > 1 - 5e-5 else f"{100 * chance:.2f} %"


def short_percent(chance: float) -> str:
    """A chance in whole per cent, without the sign; only what is certain is 0 or 100."""
    if 0 < chance < 0.005:
        return "<1"
    return ">99" if 0.995 < chance < 1 else f"{100 * chance:.0f}"


def aim_of(game: rules.Game) -> str:
    """The rules in two sentences."""
    match game:
        case rules.Esr(n, m, s):
            return (
                f"Each player has {count_noun(m, 'runner')} on {count_noun(m, 'lane')} of {count_noun(n, 'step')}, and moves "
                f"one of them a step. Whoever first has {s} at the end wins."
            )
        case rules.DoubleStep(n) if game.crash:
            return (
                f"Two runners start from the ends of a lane of {count_noun(n, 'step')}; a move is one step or two. Whoever "
                "reaches the far end, or lands on the other runner, wins."
            )
        case rules.DoubleStep(n):
            return (
                f"Each player has a runner on a lane of {count_noun(n, 'step')}; a move is one step or two. Whoever is first "
                "at the end wins."
            )
        case rules.Subtraction(played, heap):
            taken = join_words([str(move) for move in played.moves], last="or")
            ends = {
                "wins": "Whoever takes the last token wins; a move may take more than is left.",
                "loses": "Whoever takes the last token wins, but whoever takes more than is left loses.",
                "illegal": "Whoever cannot move loses.",
            }
            return f"From a heap of {count_noun(heap, 'token')} a move takes {taken}. {ends[played.overshoot]}"


def strength_of(agent: str) -> str:
    """How an agent plays; "" where its name says it."""
    playouts = rules.playouts_of(agent)
    if playouts is None:
        return ""
    if playouts == inf:
        return "knows how often each of its moves wins if both go on at random, and plays the best"
    return (
        f"tries each of its moves with {count_noun(int(playouts), 'random game')} and plays the one that wins the most"
    )


def check_size(game: rules.Game, *agents: str) -> None:
    """Raise InputError unless every answer in play is immediate."""
    if graph_edges(game) > MOST_EDGES:
        raise InputError(f"{game.title} is too large to be played: choose a smaller one")
    for agent in agents:
        count = rules.playouts_key(rules.playouts_of(agent) or 1) or 1
        length = plies(game)
        decision = 8.0 * count * most_candidates(game) * length / 2
        if decision + duel_operations(game, [count], [count]) > MOST_WORK:
            raise InputError(f"{agent_title(agent)} takes long for a move of {game.title}; choose fewer playouts")


class Arena:
    """A game from a position, and what moves are called: what playing and watching share.

    Raises:
        InputError: the game, or an agent, is too large.
    """

    def __init__(self, game: rules.Game, at: rules.Position | None, *agents: str) -> None:
        self.title, self.aim, self.words, self.given = _title(game, at), aim_of(game), str(game).split(), at
        self.game, self.at = rules.smaller_game(game, at)
        check_size(self.game, *agents)
        self.strengths = [strength_of(agent) for agent in agents]
        self.sentences = [
            f"{agent_title(agent)} {strength}." if strength else ""
            for agent, strength in zip(agents, self.strengths, strict=True)
        ]
        self.encounters = [Encounter(self.game, self.at, agent) for agent in agents]
        own, other = (self.at.own, self.at.other) if self.at else _start_of(self.game)
        self.start = Standing(own, other, Turn.MAX, self.encounters[0].start)

    def after(self, state: Standing, move: int) -> Standing:
        """The state after a move."""
        after = next(each.after for each in self.encounters[0].moves(state.place) if each.move == move)
        match self.game:
            case rules.Subtraction():
                return Standing((state.own[0] - move,), (), state.turn.other, after)
            case rules.DoubleStep():
                moved: tuple[int, ...] = (state.own[0] + move,)
            case rules.Esr():
                pieces = list(state.own)
                pieces.remove(move)
                moved = tuple(sorted([*pieces, move + 1], reverse=True))
        return Standing(state.other, moved, state.turn.other, after)

    def payoff(self, state: Standing) -> int | None:
        """1 or -1 where the player to move has won or lost; None before the end."""
        return self.encounters[0].payoff(state.place)

    def board(self, state: Standing, names: tuple[str, str], near: Turn) -> Track | Heap:
        """The board; the near player is the first of the names."""
        if isinstance(self.game, rules.Subtraction):
            return Heap(state.own[0], self.game.rules.moves)
        sides = (state.own, state.other) if state.turn is near else (state.other, state.own)
        crash, over = isinstance(self.game, rules.DoubleStep) and self.game.crash, self.payoff(state) is not None
        return Track(self.game.n, crash, *sides, names, state.turn is near, over)

    def law(self, encounter: Encounter, place: int) -> list[Move]:
        """The law of an agent's move, the most probable first."""
        return sorted(encounter.moves(place), key=lambda move: (-move.chance, move.move))


KINDS = {"esr": "Race", "dsc": "Crash race", "dsr": "Race", "subtraction": "Subtraction game"}
"""What a game is called."""


def _title(game: rules.Game, at: rules.Position | None) -> str:
    return f"{KINDS[game.name]} {title_at(game, at)}"


def _start_of(game: rules.Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    match game:
        case rules.Esr(_, m, _):
            return (0,) * m, (0,) * m
        case rules.Subtraction(_, heap):
            return (heap,), ()
    return (0,), (0,)


def law_text(moves: Sequence[Move]) -> str:
    """The law of a move in words: "1 with 31.37 %, 2 with 68.63 %"."""
    listed = [f"{move.move} with {percent(move.chance)}" for move in moves[:REPLIES]]
    return ", ".join([*listed, *(["..."] if len(moves) > REPLIES else [])])


def decision_text(who: str, agent: str, decision: Decision) -> str:
    """What an agent has done, and the playouts for which it did."""
    if not decision.wins:
        return f"{who} {'chooses' if rules.playouts_of(agent) is None else 'plays'} {decision.move}"
    playouts, first = int(rules.playouts_of(agent) or 0), decision.wins[0]
    won = [f"{won:,} after {move}" for move, won in decision.wins[1:]]
    counts = join_words([f"{first[1]:,} of {playouts:,} after {first[0]}", *won])
    return f"{who} plays {decision.move}; playouts won: {counts}"
