"""What playing against an agent and watching two of them share: positions, boards, and sentences about agents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.encounters import Decision, Encounter, Move
from tafelwerk.families.montecarlo.estimates import duel_operations, graph_edges, most_candidates, plies
from tafelwerk.families.montecarlo.notation import agent_title
from tafelwerk.families.montecarlo.parameters import title_at
from tafelwerk.families.montecarlo.rules import (
    DoubleStep,
    Esr,
    Game,
    Position,
    Subtraction,
    playouts_key,
    playouts_of,
    smaller_game,
)
from tafelwerk.rules.game_trees import Turn
from tafelwerk.wording import count_noun, join_words

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


def aim_of(game: Game) -> str:
    """The rules in two sentences."""
    match game:
        case Esr(n, m, s):
            return (
                f"Each player has {count_noun(m, 'runner')} on {count_noun(m, 'lane')} of {count_noun(n, 'step')}, and moves "
                f"one of them a step. Whoever first has {s} at the end wins."
            )
        case DoubleStep(n) if game.crash:
            return (
                f"Two runners start from the ends of a lane of {count_noun(n, 'step')}; a move is one step or two. Whoever "
                "reaches the far end, or lands on the other runner, wins."
            )
        case DoubleStep(n):
            return (
                f"Each player has a runner on a lane of {count_noun(n, 'step')}; a move is one step or two. Whoever is first "
                "at the end wins."
            )
        case Subtraction(rules, heap):
            taken = join_words([str(move) for move in rules.moves], last="or")
            ends = {
                "wins": "Whoever takes the last token wins; a move may take more than is left.",
                "loses": "Whoever takes the last token wins, but whoever takes more than is left loses.",
                "illegal": "Whoever cannot move loses.",
            }
            return f"From a heap of {count_noun(heap, 'token')} a move takes {taken}. {ends[rules.overshoot]}"


def strength_of(agent: str) -> str:
    """How an agent plays; "" where its name says it."""
    playouts = playouts_of(agent)
    if playouts is None:
        return ""
    if playouts == inf:
        return "knows how often each of its moves wins if both go on at random, and plays the best"
    return (
        f"tries each of its moves with {count_noun(int(playouts), 'random game')} and plays the one that wins the most"
    )


def check_size(game: Game, *agents: str) -> None:
    """Raise InputError unless every answer in play is immediate."""
    if graph_edges(game) > MOST_EDGES:
        raise InputError(f"{game.title} is too large to be played: choose a smaller one")
    for agent in agents:
        count = playouts_key(playouts_of(agent) or 1) or 1
        length = plies(game)
        decision = 8.0 * count * most_candidates(game) * length / 2
        if decision + duel_operations(game, [count], [count]) > MOST_WORK:
            raise InputError(f"{agent_title(agent)} takes long for a move of {game.title}; choose fewer playouts")


class Arena:
    """A game from a position, and what moves are called: what playing and watching share.

    Raises:
        InputError: the game, or an agent, is too large.
    """

    def __init__(self, game: Game, at: Position | None, *agents: str) -> None:
        self.title, self.aim, self.words, self.given = _title(game, at), aim_of(game), str(game).split(), at
        self.game, self.at = smaller_game(game, at)
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
            case Subtraction():
                return Standing((state.own[0] - move,), (), state.turn.other, after)
            case DoubleStep():
                moved: tuple[int, ...] = (state.own[0] + move,)
            case Esr():
                pieces = list(state.own)
                pieces.remove(move)
                moved = tuple(sorted([*pieces, move + 1], reverse=True))
        return Standing(state.other, moved, state.turn.other, after)

    def payoff(self, state: Standing) -> int | None:
        """1 or -1 where the player to move has won or lost; None before the end."""
        return self.encounters[0].payoff(state.place)

    def board(self, state: Standing, names: tuple[str, str], near: Turn) -> Track | Heap:
        """The board; the near player is the first of the names."""
        if isinstance(self.game, Subtraction):
            return Heap(state.own[0], self.game.rules.moves)
        sides = (state.own, state.other) if state.turn is near else (state.other, state.own)
        crash, over = isinstance(self.game, DoubleStep) and self.game.crash, self.payoff(state) is not None
        return Track(self.game.n, crash, *sides, names, state.turn is near, over)

    def law(self, encounter: Encounter, place: int) -> list[Move]:
        """The law of an agent's move, the most probable first."""
        return sorted(encounter.moves(place), key=lambda move: (-move.chance, move.move))


KINDS = {"esr": "Race", "dsc": "Crash race", "dsr": "Race", "subtraction": "Subtraction game"}
"""What a game is called."""


def _title(game: Game, at: Position | None) -> str:
    return f"{KINDS[game.name]} {title_at(game, at)}"


def _start_of(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    match game:
        case Esr(_, m, _):
            return (0,) * m, (0,) * m
        case Subtraction(_, heap):
            return (heap,), ()
    return (0,), (0,)


def law_text(moves: Sequence[Move], most: int = REPLIES) -> str:
    """The law of a move in words: "1 with 31.37 %, 2 with 68.63 %"."""
    listed = [f"{move.move} with {percent(move.chance)}" for move in moves[:most]]
    return ", ".join([*listed, *(["..."] if len(moves) > most else [])])


def decision_text(who: str, agent: str, decision: Decision) -> str:
    """What an agent has done, and the playouts for which it did."""
    if not decision.wins:
        return f"{who} {'chooses' if playouts_of(agent) is None else 'plays'} {decision.move}"
    playouts, first = int(playouts_of(agent) or 0), decision.wins[0]
    won = [f"{won:,} after {move}" for move, won in decision.wins[1:]]
    told = join_words([f"{first[1]:,} of {playouts:,} after {first[0]}", *won])
    return f"{who} plays {decision.move}; playouts won: {told}"
