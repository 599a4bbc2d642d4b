"""What can be built for the switching game: boards, agents' moves, pairings of agents, and the sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError
from tafelwerk.families.switching import tasks
from tafelwerk.families.switching.parameters import BoardOrder, Cut, Games, Seed, Short
from tafelwerk.families.switching.rules.agents import FOLLOWED_ORDER, agent_name, check_sample, is_sampled, parse_agent
from tafelwerk.families.switching.rules.boards import FAMILY, GAMES, SEED, is_whole
from tafelwerk.families.switching.rules.comparisons import (
    FEW_PLAYOUTS,
    LARGE_ORDERS,
    MANY_PLAYOUTS,
    SAMPLED_ORDERS,
    compared,
    is_recomputed,
    is_walked,
    usual_games,
)
from tafelwerk.families.switching.tasks import (
    Boards,
    Chances,
    Followed,
    Openings,
    Pairings,
    Whole,
    opening_count,
    opening_operations,
)
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.tables.builds import Certainty, Evidence

__all__ = ["AgentMoves", "Board", "Comparison", "Pairing", "full", "pocket", "quick", "standard", "warm"]

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
                yield tasks.Games(self.order, cut, short, self.sample["games"], self.sample["seed"])
        elif not is_whole(self.order):
            for _, short in self.pairs:
                yield Followed(self.order, short)
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
        return compared(self.order, full=self.full)

    @cached_property
    def sample(self) -> Mapping[str, int]:
        return _sample(self.order, self.pairs, self.games, self.seed, usual_games(self.order))

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"order": self.order, "pairings": len(self.pairs), **self.sample}

    @property
    def name(self) -> str:
        has_more = self.full and len(self.pairs) != len(compared(self.order))
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
    yield from _followed(FEW_PLAYOUTS)


def full() -> Iterator[Kind]:
    """Openings of orders up to FULL_ORDER, and all pairings."""
    yield from map(Board, range(2, FULL_ORDER + 1))
    yield from (Comparison(order, full=True) for order in (2, 3, *SAMPLED_ORDERS, *LARGE_ORDERS))
    yield from _followed(MANY_PLAYOUTS)


def pocket() -> Iterator[Kind]:
    """The pocket book's builds: openings of small boards."""
    yield from (Board(order, openings=True) for order in range(2, POCKET_ORDER + 1))
    yield Comparison(2)


def _followed(counts: Iterable[str]) -> Iterator[Kind]:
    """The heuristic against many playouts, and against infinitely many."""
    return (Pairing(FOLLOWED_ORDER, "heuristic", f"mc:{count}") for count in counts)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    steps: tuple[Any, ...] = (
        Openings(3, 0, 3),
        Whole(2),
        Chances(2, "heuristic"),
        Pairings(2, tuple((agent, agent) for agent in _AGENTS)),
        *(tasks.Games(4, agent, agent, 1, 1) for agent in _AGENTS),
        tasks.Games(5, "heuristic", "temperature:0.1", 1, 1),
        Followed(2, "mc:1000"),
    )
    return tuple(step.run for step in steps)
