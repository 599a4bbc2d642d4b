"""The tasks of the switching game: boards, openings, lines, positions, agents, pairings by induction and by games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from tafelwerk.build.switching.policies import agent_columns
from tafelwerk.build.switching.rows import (
    Columns,
    board_rows,
    line_rows,
    opening_rows,
    pairing_rows,
    position_rows,
)
from tafelwerk.build.task import Checkpoint
from tafelwerk.solvers.core.policy import Policy
from tafelwerk.solvers.switching.agents import Agent, agent_policy, parse_agent
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import Player
from tafelwerk.solvers.switching.pairing import pair
from tafelwerk.solvers.switching.positions import board_positions
from tafelwerk.solvers.switching.shannon import Line, analyse_opening, first_moves, play_line
from tafelwerk.solvers.switching.simulation import Sample, simulate
from tafelwerk.tables.switching import MOST_WHOLE_ORDER, Pairing

MOST_LINE_ORDER = 10
"""Order up to which games that Cut loses are stored."""

CHUNK_GAMES = 2000
"""Games between two savings of a sample."""

WARM, HOT = Fraction(3, 5), Fraction(1)
"""Temperatures from which an agent's games are decided in fractions, on larger boards and on that of EXACT_ORDER."""

EXACT_ORDER = 5

POSITIONS = {2: 96, 3: 414_584}
"""Positions by order."""


def opening_operations(order: int) -> float:
    """Estimated work of one opening."""
    return 145.0 * order**4 + 4e5


def policy_operations(order: int, agent: str) -> float:
    """Estimated work of what an agent does in all positions."""
    parsed = parse_agent(agent)
    # beyond some sweeps doubles do not settle ties
    return POSITIONS[order] * (800.0 + (45.0 * (parsed.sweeps - 4) ** 2 if parsed.sweeps > 8 else 0.0))


def pairing_operations(order: int, agents: Collection[str], pairs: int) -> float:
    """Estimated work of pairings over all positions, of agents to be worked out."""
    return sum(policy_operations(order, agent) for agent in agents) + POSITIONS[order] * (400.0 + 70.0 * pairs) + 1e6


def game_operations(order: int, agent: Agent) -> float:
    """Estimated work of one side of a game."""
    edges, nodes = order**2 + (order - 1) ** 2, order * (order - 1) + 2
    if agent.kind == "mc":
        return 1.5 * (agent.playouts or 0) * edges**3 + 1e4
    if agent.kind == "perfect":
        return float(4300.0 * edges**1.57)
    if agent.kind == "gauss-seidel":
        return 0.12 * edges * nodes**2 * agent.sweeps + 8.0 * edges**2 + 5e3
    if agent.kind == "random":
        return 3.0 * edges**2
    heat = HOT if agent.temperature is None else agent.temperature
    # hot agents go where potentials are alike, and doubles do not tell them apart
    if heat >= (HOT if order == EXACT_ORDER else WARM) and order >= EXACT_ORDER:
        return float(230.0 * order**5.35)
    return 2e4 + 3.0 * edges**2 + 0.28 * edges * order**4


@dataclass(frozen=True, slots=True)
class Boards:
    """A board and its edges."""

    order: int
    tables: ClassVar[tuple[str, ...]] = ("boards", "edges")

    def run(self) -> Mapping[str, Columns]:
        return board_rows(make_board(self.order))

    def operations(self) -> float:
        return 1e4 * self.order**2

    def expected_rows(self) -> int:
        return 1 + self.order**2 + (self.order - 1) ** 2


@dataclass(frozen=True, slots=True)
class Openings:
    """First moves of one board, numbers `first` to `last` of `first_moves`, with a row for every image; games that Cut loses."""

    order: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("openings", "lines")

    def run(self) -> Mapping[str, Columns]:
        board = make_board(self.order)
        firsts = first_moves(self.order)[self.first : self.last + 1]
        openings = [analyse_opening(self.order, images[0]) for images in firsts]
        lost = [opening.edge for opening in openings if opening.rate < 1 and self.order <= MOST_LINE_ORDER]
        return {
            "openings": opening_rows(board, openings),
            "lines": line_rows(board, [lost_line(self.order, edge) for edge in lost]),
        }

    def operations(self) -> float:
        return opening_operations(self.order) * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return 4 * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Whole:
    """Every position of a small board."""

    order: int
    table: ClassVar[str] = "positions"

    def run(self) -> Columns:
        return position_rows(self.order, board_positions(self.order))

    def operations(self) -> float:
        return 450.0 * POSITIONS[self.order] + 1e6

    def expected_rows(self) -> int:
        return POSITIONS[self.order]


@dataclass(frozen=True, slots=True)
class Pairings:
    """Agents of a small board against each other, Cut's and Short's, by induction over all positions."""

    order: int
    pairs: tuple[tuple[str, str], ...]
    table: ClassVar[str] = "pairings"

    def run(self) -> Columns:
        return pairing_rows(certified_pairings(self.order, self.pairs))

    def operations(self) -> float:
        agents = {agent for names in self.pairs for agent in names}
        return pairing_operations(self.order, agents, len(self.pairs))

    def expected_rows(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class Chances:
    """What an agent does in every position of a small board."""

    order: int
    agent: str
    table: ClassVar[str] = "agents"

    def run(self) -> Columns:
        return agent_columns(self.order, self.agent)

    def operations(self) -> float:
        return policy_operations(self.order, self.agent) + 1000.0 * POSITIONS[self.order]

    def expected_rows(self) -> int:
        return 4 * POSITIONS[self.order]


@dataclass(frozen=True, slots=True)
class Games:
    """Two agents on a larger board: games played."""

    order: int
    cut: str
    short: str
    games: int
    seed: int
    table: ClassVar[str] = "pairings"

    def run(self) -> Columns:
        return self._rows(None)

    def resume(self, checkpoint: Checkpoint) -> Columns:
        """As `run`; goes on behind the games that were played."""
        return self._rows(checkpoint)

    def _rows(self, checkpoint: Checkpoint | None) -> Columns:
        state = None if checkpoint is None else checkpoint.load()
        played, won = (0, 0) if state is None else state
        graph, cut, short = make_board(self.order).graph, parse_agent(self.cut), parse_agent(self.short)
        while played < self.games:
            found = simulate(graph, cut, short, min(self._chunk(), self.games - played), self.seed, played)
            played, won = played + found.games, won + found.short
            if checkpoint is not None and played < self.games:
                checkpoint.save([played, won], f"{played:,} of {self.games:,} games, Short won {won:,}")
        return pairing_rows([sampled(self.order, self.cut, self.short, Sample(played, won), self.seed)])

    def _chunk(self) -> int:
        return max(1, min(CHUNK_GAMES, int(5e9 * self.games / self.operations())))

    def operations(self) -> float:
        return self.games * sum(game_operations(self.order, parse_agent(name)) for name in (self.cut, self.short))

    def expected_rows(self) -> int:
        return 1


def certified_pairings(
    order: int, pairs: tuple[tuple[str, str], ...], known: Mapping[str, Policy] | None = None
) -> list[Pairing]:
    """Pairings by induction over all positions of a small board; agents that are known are not worked out."""
    positions = board_positions(order)
    policies = dict(known or {})
    found = []
    for cut, short in pairs:
        for name in (cut, short):
            if name not in policies:
                policies[name] = agent_policy(positions, parse_agent(name))
        result = pair(positions, policies[cut], policies[short])
        found.append(Pairing(order, cut, short, result.short, result.error, "certified"))
    return found


def sampled(order: int, cut: str, short: str, sample: Sample, seed: int) -> Pairing:
    """A pairing from games that were played."""
    return Pairing(order, cut, short, sample.rate, sample.error, "sampled", sample.games, seed)


def lost_line(order: int, edge: int) -> Line:
    """A game that Cut loses after a first move that can be lost: the smallest of tied edges; if Cut wins so, drawn ones."""
    line = play_line(order, edge)
    draw = Random(edge)
    while line.winner is Player.CUT:
        line = play_line(order, edge, draw.choice)
    return line


def is_whole(order: int) -> bool:
    """Whether every position of the board can be listed."""
    return order <= MOST_WHOLE_ORDER
