"""What can be built for the switching game: boards, agents' moves, pairings of agents; their tasks, and the sets.

`SPEED` is the number of a task's operations per second on one core, kernels compiled; measured.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Checkpoint, Resumable, Task
from tafelwerk.errors import InputError
from tafelwerk.families.switching.parameters import BoardOrder, Cut, Games, Seed, Short
from tafelwerk.families.switching.rules import (
    FAMILY,
    FEW_PLAYOUTS,
    FOLLOWED_ORDER,
    GAMES,
    LARGE_ORDERS,
    MANY_PLAYOUTS,
    SAMPLED_ORDERS,
    SEED,
    Agent,
    agent_name,
    agent_pairs,
    check_sample,
    is_hot,
    is_recomputed,
    is_sampled,
    is_walked,
    is_whole,
    parse_agent,
    usual_games,
)
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.tables.metadata import Certainty, Evidence

if TYPE_CHECKING:
    from tafelwerk.families.switching.answers import Duel, SampledDuel

__all__ = ["AgentMoves", "Board", "Comparison", "Pairing", "full", "pocket", "quick", "standard", "warm"]

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
    if parsed.kind == "heuristic":
        return POSITIONS[order] * 250.0
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
        from tafelwerk.families.switching.rows import certified_duels, pairing_rows

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
class FollowedGames:
    """The heuristic as Cut against MC(K) with many playouts, with games followed move by move."""

    order: int
    short: str
    table: ClassVar[str] = "pairings"
    SPEED: ClassVar[float] = 1e9

    def run(self) -> Columns:
        from tafelwerk.families.switching.rows import pairing_rows

        return pairing_rows([self.duel()])

    def duel(self) -> "Duel":
        """The duel that results from the games."""
        from tafelwerk.families.switching.rows import followed_duel

        return followed_duel(self.order, self.short)

    def operations(self) -> float:
        # with fewer playouts more positions are likely
        playouts = parse_agent(self.short).playouts
        return 7e7 + (3e12 / playouts if playouts else 0.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class SimulatedGames(Resumable):
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
        from tafelwerk.families.switching.rows import pairing_rows

        return pairing_rows([self.duel(checkpoint)])

    def duel(self, checkpoint: Checkpoint | None = None) -> "SampledDuel":
        """The duel estimated from the games."""
        from tafelwerk.families.switching.rows import sampled_duel

        chunk = max(1, min(CHUNK_GAMES, int(5e9 * self.games / self.operations())))
        return sampled_duel(self.order, self.cut, self.short, self.games, self.seed, chunk, checkpoint)

    def operations(self) -> float:
        agents = [parse_agent(name) for name in (self.cut, self.short)]
        hot = [is_hot(self.order, agent) for agent in agents]
        # against a cold rival few positions occur, and those decided in fractions are cached
        shares = [0.25 if is_agent_hot and not all(hot) else 1.0 for is_agent_hot in hot]
        work = sum(share * game_operations(self.order, agent) for share, agent in zip(shares, agents, strict=True))
        return self.games * work

    def expected_rows(self) -> int:
        return 1


QUICK_ORDER, POCKET_ORDER, STANDARD_ORDER, FULL_ORDER = 9, 12, 20, 30
"""Largest orders of openings in the sets."""

SHORTS_PER_TASK = 10
"""Number of Short's agents per task of certified pairings."""

_SECOND = 1e9

_AGENTS = ("heuristic", "temperature:0.1", "gauss-seidel:2:0.1", "mc:2", "perfect", "random", "edge-count")

Pairs = Sequence[tuple[str, str]]
"""Agents of Cut and of Short."""


class Board(Kind, kind=""):
    """One board: its edges, all openings, and for small boards every position."""

    order: BoardOrder
    openings: Annotated[bool, Parameter("", "Openings only, without the positions of orders 2 and 3.")] = False

    @property
    def evidence(self) -> Evidence:
        return _evidence(is_walked(self.order))

    @property
    def _is_partial(self) -> bool:
        """Whether it leaves out the positions that the board has in the book."""
        return self.openings and is_whole(self.order)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"order": self.order} | ({"openings": True} if self._is_partial else {})

    @property
    def name(self) -> str:
        return f"{FAMILY} --order {self.order}" + (" --openings" if self._is_partial else "")

    @property
    def covered_by(self) -> tuple[str, ...]:
        return (Board(self.order).digest,) if self._is_partial else ()

    def make_tasks(self) -> Iterator[Task]:
        count = opening_count(self.order)
        step = max(1, int(_SECOND / opening_operations(self.order)))
        yield Boards(self.order)
        for begin in range(0, count, step):
            yield Openings(self.order, begin, min(begin + step, count) - 1)
        if is_whole(self.order) and not self.openings:
            yield Whole(self.order)


class PairingsOfBoard(Kind, kind=""):
    """Pairings of agents on one board: certified on small boards, otherwise sampled."""

    order: BoardOrder

    @property
    def pairs(self) -> Pairs:
        """The agents."""
        raise NotImplementedError

    @property
    def sample(self) -> Mapping[str, int]:
        """Games and seed of every sample; empty if the pairings are certified.

        Raises:
            InputError: games or a seed are given for agents that are not sampled, or agents that cannot be.
        """
        raise NotImplementedError

    def check(self) -> None:
        assert self.sample is not None

    @property
    def certainty(self) -> Certainty:
        return "sampled" if self.sample else "certified"

    @property
    def evidence(self) -> Evidence:
        return _evidence(is_recomputed(self.order, self.pairs))

    def make_tasks(self) -> Iterator[Task]:
        if self.sample:
            for cut, short in self.pairs:
                yield SimulatedGames(self.order, cut, short, self.sample["games"], self.sample["seed"])
        elif not is_whole(self.order):
            for _, short in self.pairs:
                yield FollowedGames(self.order, short)
        else:
            shorts = list(dict.fromkeys(short for _, short in self.pairs))
            for begin in range(0, len(shorts), SHORTS_PER_TASK):
                chunk = shorts[begin : begin + SHORTS_PER_TASK]
                yield Pairings(self.order, tuple(pair for pair in self.pairs if pair[1] in chunk))


class Comparison(PairingsOfBoard, kind=""):
    """Pairings of the agents compared on one board."""

    games: Games | None = None
    seed: Seed | None = None
    full: Annotated[bool, Parameter("", "Whether to pair more agents than the figures need.")] = False

    @cached_property
    def pairs(self) -> Pairs:
        return agent_pairs(self.order, full=self.full)

    @cached_property
    def sample(self) -> Mapping[str, int]:
        return _sample(self.order, self.pairs, self.games, self.seed, usual_games(self.order))

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"order": self.order, "pairings": len(self.pairs), **self.sample}

    @property
    def name(self) -> str:
        has_more = self.full and len(self.pairs) != len(agent_pairs(self.order))
        line = f"{FAMILY} --order {self.order} --pairings{' --full' if has_more else ''}"
        return line + _sample_words(self.sample, usual_games(self.order))

    @property
    def covered_by(self) -> tuple[str, ...]:
        return () if self.full else (Comparison(self.order, self.games, self.seed, full=True).digest,)


class Pairing(PairingsOfBoard, kind=""):
    """One pairing."""

    cut: Parsed[Cut]
    short: Parsed[Short]
    games: Games | None = None
    seed: Seed | None = None

    @property
    def pairs(self) -> Pairs:
        return ((self.cut, self.short),)

    @cached_property
    def sample(self) -> Mapping[str, int]:
        return _sample(self.order, self.pairs, self.games, self.seed, GAMES)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"order": self.order, "cut": self.cut, "short": self.short, **self.sample}

    @property
    def name(self) -> str:
        line = f"{FAMILY} --order {self.order} --cut {self.cut} --short {self.short}"
        return line + _sample_words(self.sample, GAMES)


class AgentMoves(Kind, kind=""):
    """An agent's choices in every position of a small board."""

    order: BoardOrder
    agent: Parsed[Annotated[str, Parameter("AGENT", "The agent.", parse=agent_name, is_argument=False)]]

    certainty = "certified"

    def check(self) -> None:
        if not is_whole(self.order):
            raise InputError(f"--agent lists every position, so it is for orders 2 and 3, not {self.order}")
        if not parse_agent(self.agent).is_positional:
            raise InputError(
                f"--agent: {self.agent} depends on more than the position; --cut and --short play its games"
            )

    @property
    def evidence(self) -> Evidence:
        return _evidence(is_recomputed(self.order, [(self.agent,)]))

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"order": self.order, "agent": self.agent}

    def make_tasks(self) -> Iterator[Chances]:
        yield Chances(self.order, self.agent)


def _evidence(is_recomputed: bool) -> Evidence:
    return "recomputed" if is_recomputed else "single"


def _sample(order: int, pairs: Pairs, games: int | None, seed: int | None, usual: int) -> Mapping[str, int]:
    """Games and seed of samples, `usual` and SEED by default; empty where nothing is sampled."""
    if not any(is_sampled(order, *pair) for pair in pairs):
        check_sample(order, *pairs[0], games, seed)
        return {}
    if any("mc:inf" in pair for pair in pairs):
        raise InputError("mc:inf needs every position, so order 2 or 3; on a larger board choose mc:K")
    return {"games": usual if games is None else games, "seed": SEED if seed is None else seed}


def _sample_words(sample: Mapping[str, int], usual: int) -> str:
    """Options of the command line for games and seed that are not as by default."""
    if not sample:
        return ""
    games, seed = sample["games"], sample["seed"]
    return ("" if games == usual else f" --games {games}") + ("" if seed == SEED else f" --seed {seed}")


def quick() -> Iterator[Kind]:
    """The smallest useful set: openings of orders up to QUICK_ORDER, every position of orders 2 and 3."""
    yield from map(Board, range(2, QUICK_ORDER + 1))
    yield Comparison(2)


def standard() -> Iterator[Kind]:
    """Openings of orders up to STANDARD_ORDER, every position of orders 2 and 3, and the pairings of the source's figures."""
    yield from map(Board, range(2, STANDARD_ORDER + 1))
    yield from map(Comparison, (2, 3, *SAMPLED_ORDERS))
    yield from _playout_pairings(FEW_PLAYOUTS)


def full() -> Iterator[Kind]:
    """Openings of orders up to FULL_ORDER, and all pairings."""
    yield from map(Board, range(2, FULL_ORDER + 1))
    yield from (Comparison(order, full=True) for order in (2, 3, *SAMPLED_ORDERS, *LARGE_ORDERS))
    yield from _playout_pairings(MANY_PLAYOUTS)


def pocket() -> Iterator[Kind]:
    """The pocket book's builds: openings of small boards."""
    yield from (Board(order, openings=True) for order in range(2, POCKET_ORDER + 1))
    yield Comparison(2)


def _playout_pairings(counts: Iterable[str]) -> Iterator[Kind]:
    """The heuristic against many playouts, and against infinitely many."""
    return (Pairing(FOLLOWED_ORDER, "heuristic", f"mc:{count}") for count in counts)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    steps: tuple[Any, ...] = (
        Openings(3, 0, 3),
        Whole(2),
        Chances(2, "heuristic"),
        Pairings(2, tuple((agent, agent) for agent in _AGENTS)),
        *(SimulatedGames(4, agent, agent, 1, 1) for agent in _AGENTS),
        SimulatedGames(5, "heuristic", "temperature:0.1", 1, 1),
        FollowedGames(2, "mc:1000"),
    )
    return tuple(step.run for step in steps)
