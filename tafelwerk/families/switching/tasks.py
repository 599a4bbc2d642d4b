"""The tasks of the switching game: boards, openings, lines, positions, agents, pairings by induction and by games.

`SPEED` is the number of a task's operations per second on one core, kernels compiled; measured.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.families.switching.rules.agents import Agent, parse_agent
from tafelwerk.families.switching.rules.comparisons import is_hot

if TYPE_CHECKING:
    from tafelwerk.families.switching.answers import Duel, SampledDuel

Columns = Mapping[str, Any]

CHUNK_GAMES = 2000
"""Number of games between checkpoints of a sample."""

POSITIONS = {2: 96, 3: 414_584}
"""Number of positions, by order."""


def opening_count(order: int) -> int:
    """Number of first moves of the heuristic up to symmetry."""
    return ((order + 1) // 2) ** 2


def opening_operations(order: int) -> float:
    """Estimated work of one opening."""
    return 880.0 * order**3 + 3e5


def policy_operations(order: int, agent: str) -> float:
    """Estimated work of an agent's choices in all positions."""
    parsed = parse_agent(agent)
    if parsed.kind == "shortest-path":
        return POSITIONS[order] * 1e5
    if parsed.kind in ("annealing", "edge-count", "k-best"):
        return POSITIONS[order] * 8e3
    # after some sweeps doubles do not settle ties; with over-relaxation, from the second sweep on
    least = 8 if parsed.omega == 1 else 1
    return POSITIONS[order] * (800.0 + (45.0 * (parsed.sweeps - least / 2) ** 2 if parsed.sweeps > least else 0.0))


def pairing_operations(order: int, agents: Collection[str], pairs: int) -> float:
    """Estimated work of pairings over all positions, with agents to be computed."""
    return sum(policy_operations(order, agent) for agent in agents) + POSITIONS[order] * (400.0 + 70.0 * pairs) + 1e6


def game_operations(order: int, agent: Agent) -> float:
    """Estimated work of one side of a game."""
    edges, nodes = order**2 + (order - 1) ** 2, order * (order - 1) + 2
    if agent.kind == "mc":
        return 1.5 * (agent.playouts or 0) * edges**3 + 1e4
    if agent.kind == "perfect":
        return float(4300.0 * edges**1.57)
    if agent.kind == "gauss-seidel":
        return edges * (0.12 * nodes**2 + 0.83 * edges * agent.sweeps) + edges**2 + 5e3
    if agent.kind in ("edge-count", "shortest-path"):
        return 500.0 * edges**2
    if agent.kind == "k-best":
        return 500.0 * edges**2 * float(agent.width) ** (agent.depth - 1)
    if agent.kind == "random":
        return 3.0 * edges**2
    # hot agents reach positions whose potentials are too close for doubles
    if is_hot(order, agent):
        return float(230.0 * order**5.35)
    return 2e4 + 3.0 * edges**2 + 0.28 * edges * order**4


@dataclass(frozen=True, slots=True)
class Boards:
    """A board and its edges."""

    order: int
    tables: ClassVar[tuple[str, ...]] = ("boards", "edges")
    SPEED: ClassVar[float] = 4e9

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.switching.rows import board_rows

        return board_rows(self.order)

    def operations(self) -> float:
        return 1e4 * self.order**2

    def expected_rows(self) -> int:
        return 1 + self.order**2 + (self.order - 1) ** 2


@dataclass(frozen=True, slots=True)
class Openings:
    """First moves of one board, numbers `first` to `last` of `first_moves`, with one row per image; games that Cut loses."""

    order: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("openings", "lines")
    SPEED: ClassVar[float] = 8e8

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.switching.rows import opening_rows

        return opening_rows(self.order, self.first, self.last)

    def operations(self) -> float:
        return opening_operations(self.order) * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return 4 * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Whole:
    """Every position of a small board."""

    order: int
    table: ClassVar[str] = "positions"
    SPEED: ClassVar[float] = 7e8

    def run(self) -> Columns:
        from tafelwerk.families.switching.rows import position_rows

        return position_rows(self.order)

    def operations(self) -> float:
        return 450.0 * POSITIONS[self.order] + 1e6

    def expected_rows(self) -> int:
        return POSITIONS[self.order]


@dataclass(frozen=True, slots=True)
class Pairings:
    """Agents of a small board against each other, Cut's and Short's, by backward induction over all positions."""

    order: int
    pairs: tuple[tuple[str, str], ...]
    table: ClassVar[str] = "pairings"
    SPEED: ClassVar[float] = 8e8

    def run(self) -> Columns:
        from tafelwerk.families.switching.duels import certified_duels, pairing_rows

        return pairing_rows(certified_duels(self.order, self.pairs))

    def operations(self) -> float:
        agents = {agent for names in self.pairs for agent in names}
        return pairing_operations(self.order, agents, len(self.pairs))

    def expected_rows(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class Chances:
    """An agent's choices in every position of a small board."""

    order: int
    agent: str
    table: ClassVar[str] = "agents"
    SPEED: ClassVar[float] = 8e8

    def run(self) -> Columns:
        from tafelwerk.families.switching.rows import agent_rows

        return agent_rows(self.order, self.agent)

    def operations(self) -> float:
        return policy_operations(self.order, self.agent) + 1000.0 * POSITIONS[self.order]

    def expected_rows(self) -> int:
        return 4 * POSITIONS[self.order]


@dataclass(frozen=True, slots=True)
class Followed:
    """The heuristic as Cut against MC(K) with many playouts, with games followed move by move."""

    order: int
    short: str
    table: ClassVar[str] = "pairings"
    SPEED: ClassVar[float] = 1e9

    def run(self) -> Columns:
        from tafelwerk.families.switching.duels import pairing_rows

        return pairing_rows([self.duel()])

    def duel(self) -> "Duel":
        """The duel that results from the games."""
        from tafelwerk.families.switching.duels import followed_duel

        return followed_duel(self.order, self.short)

    def operations(self) -> float:
        # splits of the first positions; with fewer playouts more positions are likely
        playouts = parse_agent(self.short).playouts
        return 2.5e9 + (1.2e10 * 1000 / playouts if playouts else 0.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Games(Resumable):
    """Two agents on a larger board: simulated games."""

    order: int
    cut: str
    short: str
    games: int
    seed: int
    table: ClassVar[str] = "pairings"
    SPEED: ClassVar[float] = 1e9

    def resume(self, checkpoint: Checkpoint | None) -> Columns:
        """Rows as by `run`, resuming after the games already played."""
        from tafelwerk.families.switching.duels import pairing_rows

        return pairing_rows([self.duel(checkpoint)])

    def duel(self, checkpoint: Checkpoint | None = None) -> "SampledDuel":
        """The duel estimated from the games."""
        from tafelwerk.families.switching.duels import sampled_duel

        chunk = max(1, min(CHUNK_GAMES, int(5e9 * self.games / self.operations())))
        return sampled_duel(self.order, self.cut, self.short, self.games, self.seed, chunk, checkpoint)

    def operations(self) -> float:
        agents = [parse_agent(name) for name in (self.cut, self.short)]
        hot = [is_hot(self.order, agent) for agent in agents]
        # against a cold rival few positions occur, and those decided in fractions are cached
        shares = [0.25 if one and not all(hot) else 1.0 for one in hot]
        work = sum(share * game_operations(self.order, agent) for share, agent in zip(shares, agents, strict=True))
        return self.games * work

    def expected_rows(self) -> int:
        return 1
