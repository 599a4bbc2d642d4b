"""What can be built for the classic toolbox: the tasks and their work, a class per kind of build, and the sets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import pow, sqrt
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError
from tafelwerk.families.minimax.parameters import LARGEST, Code, LargestHeap, Misere, Numbers, ObjectiveName, RuleName
from tafelwerk.families.minimax.rules.chance_games import MOST_PAIRS, Card, MemoryPosition, Objective, Rule, check_game
from tafelwerk.families.minimax.rules.games import GAMES, TICTACTOE, RankedGame, ranked_game
from tafelwerk.families.minimax.rules.heaps import (
    FARTHEST_HEAP,
    GRUNDY,
    GRUNDY_HEAP,
    LARGEST_MISERE,
    LEAST_STORED,
    MOST_SETS,
    ONE_LEFT,
    SEARCHED,
    TWO_LEFT,
    HeapGame,
    checked_heaps,
    heap_game,
    octal_game,
    subtraction_game,
    subtraction_games,
)
from tafelwerk.parameters import Parameter, Parsed, default

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.chance_games import MemoryTable


PROOFS = {
    "octal 0.77": 166,
    "octal 0.07": 174,
    "octal 0.137": 173,
    "octal 0.127": 93_165,
    "octal 0.05": 6,
    "octal 0.156": 7657,
    "octal 0.165": 13_463,
    "octal 0.26": 10,
    "octal 0.356": 14_915,
    "octal 0.4": 175,
    "octal 0.45": 1036,
    "octal 0.56": 653_568,
    "octal 0.644": 7397,
    "octal 0.73": 10,
    "octal 0.75": 6,
    "octal 4.7": 5,
}
"""Largest heap that the proof of the period needs, for games that are often built."""

COSTS = {
    "grundy": 20.0,
    "octal 0.06": 135.0,
    "octal 0.007": 100.0,
    "octal 0.6": 35.0,
    "octal 0.37": 26.0,
    "octal 0.165": 21.0,
    "octal 0.14": 23.0,
    "octal 0.127": 4.0,
    "octal 0.644": 10.0,
    "octal 0.156": 5.0,
    "octal 0.356": 3.0,
    "octal 0.56": 0.4,
    "octal 0.16": 0.3,
}
"""Nanoseconds of a game's values, divided by (number of heaps)^(3/2)."""

SPARSE = {
    "octal 0.055": 1,
    "octal 0.16": 1,
    "octal 0.56": 1,
    "octal 0.354": 17,
    "octal 0.104": 268,
    "octal 0.454": 268,
    "octal 0.054": 268,
}
"""Millions of heaps of a search through a finite sparse space."""

OTHERS = 30.0
"""The same for other games that split heaps; some take a hundredth of it, some ten times as much."""

MISERE_COSTS = {"grundy": 6.7e4, "octal 0.77": 3.9e5, "octal 0.07": 1.4e4}
"""Nanoseconds of misere play, divided by 5^(largest heap / 10)."""

OTHERS_MISERE = 1e5


def proof_heaps(game: HeapGame) -> int:
    """An estimate of the largest heap of a proof of the period, or of a search for it; for most subtraction sets and many octal
    games the true one is smaller."""
    limit = game.searched_heaps
    return min(limit, PROOFS.get(game.name, 0 if not game.breaks else limit))


def values_operations(game: HeapGame, heap: int | None) -> float:
    """Nanoseconds of Grundy values up to `heap`; None: as far as a proof of the period needs."""
    last = proof_heaps(game) if heap is None else heap
    if not game.breaks:
        return 2e6 + 50.0 * last
    done = min(last, double(PROOFS.get(game.name, last)))
    return 2e6 + COSTS.get(game.name, OTHERS) * sqrt(done) * done + 15.0 * (last - done)


def sparse_operations(game: HeapGame) -> float:
    """Nanoseconds of the period through a finite sparse space."""
    return 1e9 + 4e7 * SPARSE.get(game.name, FARTHEST_HEAP / 1e6)


def misere_operations(game: HeapGame, heap: int) -> float:
    """Nanoseconds of misere play on single heaps up to `heap`."""
    if not game.takes(TWO_LEFT):
        return 1e6 + 1e4 * heap
    return 1e6 + MISERE_COSTS.get(game.name, OTHERS_MISERE) * pow(5.0, heap / 10)


def double(heaps: int) -> int:
    """Number of heaps to compute: 1024, doubled until it covers those needed."""
    return 1024 << (-(-heaps // 1024) - 1).bit_length()


Columns = Mapping[str, Any]

IN_CACHE = 2_000_000
"""Most positions of a puzzle whose values fit into the processor's cache."""

_RULE_SHARES = {"pass": 1.6, "forced": 0.6}  # work by rule, over the mean of both rules


class _TimedTask:
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""


@dataclass(frozen=True)
class Values(_TimedTask):
    """Grundy values of a game's heaps, and their period where it can be proved.

    `game`: its name; `heap`: the largest heap, or None for as many as the proof of the period needs.
    """

    game: str
    heap: int | None
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.rows import value_rows

        return value_rows([heap_game(self.game)], self.heap)

    def operations(self) -> float:
        return values_operations(heap_game(self.game), self.heap)

    def expected_rows(self) -> int:
        game = heap_game(self.game)
        heaps = max(proof_heaps(game), LEAST_STORED) if self.heap is None else self.heap
        return heaps + 1 + game.has_provable_period


@dataclass(frozen=True)
class SparsePeriods(_TimedTask):
    """The period of an octal game, proved through a finite sparse space.

    `game`: its name.
    """

    game: str
    table: ClassVar[str] = "sparse_periods"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.rows import sparse_rows

        return sparse_rows(heap_game(self.game))

    def operations(self) -> float:
        return sparse_operations(heap_game(self.game))

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True)
class Sets(_TimedTask):
    """Grundy values and periods of all subtraction sets of numbers up to `largest`."""

    largest: int
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.rows import value_rows

        return value_rows(subtraction_games(self.largest), None)

    def operations(self) -> float:
        return 2.0**self.largest * 6e5

    def expected_rows(self) -> int:
        return ((1 << self.largest) - 1) * (LEAST_STORED + 2)


@dataclass(frozen=True)
class Outcomes(_TimedTask):
    """Single heaps of a game under misere play, up to `heap`."""

    game: str
    heap: int
    table: ClassVar[str] = "misere"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.rows import misere_rows

        return misere_rows(heap_game(self.game), self.heap)

    def operations(self) -> float:
        return misere_operations(heap_game(self.game), self.heap)

    def expected_rows(self) -> int:
        return self.heap


@dataclass(frozen=True)
class Turns(_TimedTask):
    """All positions of Memory up to a number of pairs, before a card is turned and without fully known pairs, and all choices."""

    pairs: int
    rule: str
    objective: str
    tables: ClassVar[tuple[str, ...]] = ("memory", "memory_choices")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.solvers.minimax.chance_games import solve_memory

        table = solve_memory(self.pairs, Rule(self.rule), Objective(self.objective))
        positions = list(self.positions())
        values = [table.value(position.pairs, position.known, lead=position.lead) for position in positions]
        choices = [
            (position, card, choice, value)
            for position in positions
            for card in (None, *Card)
            for choice, value in choice_values(table, position, card).items()
        ]
        return {
            "memory": {
                **_positions(positions),
                **_values(values),
                "actions": [best_turns(table, position) for position in positions],
            },
            "memory_choices": {
                **_positions([position for position, *_ in choices]),
                "turned": [str(card or "none") for _, card, _, _ in choices],
                "choice": [choice for _, _, choice, _ in choices],
                **_values([value for *_, value in choices]),
            },
        }

    def operations(self) -> float:
        return _RULE_SHARES[self.rule] * turn_operations(self.pairs, self.objective)

    def expected_rows(self) -> int:
        # the cards that may be turned do not depend on the lead
        return sum(
            (1 + len(list(MemoryPosition(left, known, self.rule, self.objective).choices()))) * len(self._leads(left))
            for left in range(1, self.pairs + 1)
            for known in range(left + 1)
        )

    def positions(self) -> Iterator[MemoryPosition]:
        """The positions, in the order of the tables."""
        for left in range(1, self.pairs + 1):
            for known in range(left + 1):
                for lead in self._leads(left):
                    yield MemoryPosition(left, known, self.rule, self.objective, lead)

    def _leads(self, left: int) -> range:
        return range(-left, left + 1) if self.objective == "win" else range(1)


def _positions(positions: Sequence[MemoryPosition]) -> Columns:
    names = ("rule", "objective", "pairs", "known", "lead")
    return {name: [getattr(position, name) for position in positions] for name in names}


def _values(values: Sequence[Fraction]) -> Columns:
    return {
        "value_num": [str(value.numerator) for value in values],
        "value_den": [str(value.denominator) for value in values],
        "value": [value.numerator / value.denominator for value in values],
    }


def choice_values(table: "MemoryTable", position: MemoryPosition, card: Card | None) -> dict[str, Fraction]:
    """Values by choice: of the first card, or of the second after an unseen first card of a kind; empty if impossible."""
    pairs, known, lead = position.pairs, position.known, position.lead
    if card is None:
        return {str(first): value for first, value in table.first_values(pairs, known, lead=lead).items()}
    return {str(second): value for second, value in table.second_values(pairs, known, card, lead=lead).items()}


def best_turns(table: "MemoryTable", position: MemoryPosition) -> list[str]:
    """All best turns of a position of a solved game, in words."""
    plans = table.actions(position.pairs, position.known, lead=position.lead)
    return [words for plan in plans for words in plan.words]


def turn_operations(pairs: int, objective: str) -> float:
    """Estimated work of solving all positions of Memory up to a number of pairs."""
    return (2700.0 * pairs**3 if objective == "gain" else 4500.0 * pairs**4) + 1e6


@dataclass(frozen=True)
class Whole(_TimedTask):
    """Every position of a game over ranks."""

    game: str
    tables: ClassVar[tuple[str, ...]] = ("games", "positions", "classes")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.rows import whole_rows

        return whole_rows(ranked_game(self.game))

    def operations(self) -> float:
        return whole_operations(ranked_game(self.game))

    def expected_rows(self) -> int:
        game = ranked_game(self.game)
        return 1 + game.positions * (1 if game.is_puzzle else 2)


def whole_operations(game: RankedGame) -> float:
    """Estimated work of solving a game over ranks: nanoseconds."""
    each = 3500.0 if not game.is_puzzle else 70.0 if game.positions < IN_CACHE else 100.0
    return each * game.positions + 1e6


@dataclass(frozen=True)
class LookAheads(_TimedTask):
    """Every position of tic-tac-toe, searched to the depths 0 to 9."""

    table: ClassVar[str] = "look_ahead"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.rows import look_ahead_rows

        return look_ahead_rows()

    def operations(self) -> float:
        return 8e7

    def expected_rows(self) -> int:
        return 54_780


@dataclass(frozen=True)
class NodeCounts(_TimedTask):
    """Nodes of minimax and alpha-beta on the whole of tic-tac-toe, by move order."""

    table: ClassVar[str] = "node_counts"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.rows import node_count_rows

        return node_count_rows()

    def operations(self) -> float:
        return 6e7

    def expected_rows(self) -> int:
        return 12


FULL_HEAP, FULL_SETS = 1_000_000, 8
"""In the full set: largest heap of Grundy's game, and largest number of the subtraction sets."""

STANDARD_SETS = 6
"""Largest number of the subtraction sets in the standard set."""

MISERE = {"grundy": LARGEST_MISERE, "octal 0.77": 50, "octal 0.07": LARGEST_MISERE}
"""Games of the standard set under misere play, and their largest heap."""

STANDARD_PAIRS = {Objective.GAIN: 50, Objective.WIN: 12}
"""Pairs of Memory in the standard set, by objective."""

STANDARD = tuple(GAMES)[:-1]
"""Games over ranks of the standard set, some seconds: all but eight pancakes."""

QUICK = ("tictactoe", "nim-passes", "burnt-pancakes-4")

POCKET = ("tictactoe", "tictactoe-misere", "notakto", "nim-passes", "burnt-pancakes-4")

PROVED = (
    "0.77",
    "0.07",
    "0.137",
    "0.127",
    "0.05",
    "0.156",
    "0.165",
    "0.26",
    "0.356",
    "0.4",
    "0.45",
    "0.644",
    "0.73",
    "0.75",
    "4.7",
)
"""Octal games of the standard set with a proved period: Kayles, Dawson's Kayles, Dawson's chess, and others."""

OPEN = ("0.6", "0.06", "0.007", "0.14", "0.37")
"""Octal games of the standard set without a known period within SEARCHED heaps: Officers, Treblecross and others."""

LATE = {"0.16": 510_000, "0.56": PROOFS["octal 0.56"]}
"""Octal games of the full set whose periods need many heaps, and a heap that is enough for the proof."""

SPARSE_LATE = ("0.055", "0.16", "0.56", "0.354", "0.104", "0.454", "0.054")
"""Octal games of the full set whose periods are proved through a finite sparse space."""

QUICK_HEAP, QUICK_MISERE, QUICK_SETS = 2000, 30, 3

QUICK_PAIRS = {Objective.GAIN: 10, Objective.WIN: 4}

FULL_SEARCHED = 200_000
"""Largest heap of the games OPEN in the full set."""


SETS = """The family's standard set, or one game.

Example: tafelwerk build minimax --dry-run

Example: tafelwerk build minimax octal 0.77
"""
"""Help of the sets."""


class TictactoePositions(Kind, kind="tictactoe"):
    """Tic-tac-toe: every position, the moves that look-ahead chooses, and nodes searched by move order.

    Example: tafelwerk build minimax tictactoe
    """

    evidence = "recomputed"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": TICTACTOE.name}

    def make_tasks(self) -> Iterator[Task]:
        yield Whole(TICTACTOE.name)
        yield LookAheads()
        yield NodeCounts()

    def try_next(self) -> tuple[str, ...]:
        return ('tafelwerk minimax tictactoe "X.O......"',)


class GamePositions(Kind, kind="game"):
    """Every position of a listed game: value, distance to the end, best moves, symmetry classes.

    Example: tafelwerk build minimax game tictactoe-wild

    Example: tafelwerk build minimax game burnt-pancakes-8
    """

    game: Annotated[
        str,
        Parameter(
            "GAME",
            f"{', '.join(name for name, game in GAMES.items() if not game.is_puzzle)}, "
            "or burnt-pancakes-1 to burnt-pancakes-8.",
            parse=lambda name: ranked_game(name).name,
        ),
    ]

    evidence = "recomputed"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.game}

    @property
    def name(self) -> str:
        return TictactoePositions().name if self.game == TICTACTOE.name else super().name

    def make_tasks(self) -> Iterator[Task]:
        if self.game == TICTACTOE.name:
            yield from TictactoePositions().make_tasks()
        else:
            yield Whole(self.game)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk minimax solve {self.game}",)


class HeapBuild(Kind, kind=""):
    """Grundy values of a game's heaps, or the winner of each heap under misere play."""

    heap: LargestHeap | None = field(default=None, kw_only=True)
    misere: Misere = field(default=False, kw_only=True)

    evidence = "recomputed"

    @property
    def game(self) -> HeapGame:
        """The game."""
        raise NotImplementedError

    def check(self) -> None:
        if not self.misere:
            return
        if self.heap is None:
            raise InputError(
                f"--misere needs --heap H, 1 to {LARGEST_MISERE}: under misere play every sum is enumerated"
            )
        checked_heaps([self.heap], misere=True)

    def refuse_heaps(self, option: str) -> None:
        """Raise InputError if the heaps are said beside an option that leaves them no say."""
        for other, is_given in (("--heap", self.heap is not None), ("--misere", self.misere)):
            if is_given:
                raise InputError(f"{option} and {other} do not go together; give one of them")

    @property
    def parameters(self) -> Mapping[str, Any]:
        play = {"play": "misere"} if self.misere else {}
        return {"game": self.game.name, "heap": self.heap} | play

    @property
    def covered_by(self) -> tuple[str, ...]:
        sizes: set[int] = set()
        if self.misere and self.game.name in MISERE:
            sizes = {MISERE[self.game.name], LARGEST_MISERE}
        elif not self.misere and self.game == GRUNDY:
            sizes = {GRUNDY_HEAP, FULL_HEAP}
        larger = sorted(most for most in sizes if self.heap is not None and self.heap < most)
        return tuple(heap_build(self.game, most, misere=self.misere).digest for most in larger)

    def make_tasks(self) -> Iterator[Task]:
        if self.misere and self.heap is not None:
            yield Outcomes(self.game.name, self.heap)
        else:
            yield Values(self.game.name, self.heap)

    def try_next(self) -> tuple[str, ...]:
        heap = f" --heap {self.heap} --misere" if self.misere else ""
        return (f"tafelwerk minimax {self.game}{heap}",)


GrundyHeap = Annotated[
    int, replace(LARGEST, needs=("misere",), fallback=lambda misere: None if misere else GRUNDY_HEAP)
]


class GrundyHeaps(HeapBuild, kind="grundy"):
    """Grundy's game: values of all heaps up to H, or with --misere the winner of each. Default of H: 100,000.

    Example: tafelwerk build minimax grundy --heap 200000

    Example: tafelwerk build minimax grundy --heap 60 --misere
    """

    heap: GrundyHeap | None = field(default=None, kw_only=True)

    @property
    def game(self) -> HeapGame:
        return GRUNDY

    def try_next(self) -> tuple[str, ...]:
        heap = 8 if self.heap == GRUNDY_HEAP else self.heap
        return (f"tafelwerk minimax grundy {heap}{' --misere' * self.misere}",)


class OctalHeaps(HeapBuild, kind="octal"):
    """Octal game: the period, and values of all heaps up to H. Default of H: as many as the proof of the period needs.

    Without --heap the search for a period ends at heap 200,000; the proofs of 0.16 and 0.56 need more. With --sparse it
    goes on to heap 300,000,000, in games with finitely many rare heaps.

    Example: tafelwerk build minimax octal 0.127

    Example: tafelwerk build minimax octal 0.16 --heap 510000

    Example: tafelwerk build minimax octal 0.16 --sparse
    """

    code: Code
    sparse: Annotated[
        bool,
        Parameter(
            "",
            "The period alone, proved through a finite sparse space; searched for up to heap 300,000,000. No values are "
            "stored.",
        ),
    ] = field(default=False, kw_only=True)

    @property
    def game(self) -> HeapGame:
        return octal_game(self.code)

    def check(self) -> None:
        if not self.sparse:
            super().check()
            return
        self.refuse_heaps("--sparse")
        if not self.game.is_octal:
            raise InputError(f"{self.game}: --sparse is for octal games in which a move leaves two heaps, such as 0.16")

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.game.name, "proof": "sparse space"} if self.sparse else super().parameters

    def make_tasks(self) -> Iterator[Task]:
        if self.sparse:
            yield SparsePeriods(self.game.name)
        else:
            yield from super().make_tasks()


class SubtractionHeaps(HeapBuild, kind="subtraction"):
    """Subtraction game: the period, and values of all heaps up to H. Default of H: as many as the proof of the period needs.

    Without --heap the search for a period ends at heap 1,000,000.

    Example: tafelwerk build minimax subtraction 1,2,5

    Example: tafelwerk build minimax subtraction --largest 8
    """

    set: Parsed[Numbers | None] = default(None)
    largest: (
        Annotated[int, Parameter("N", "Largest number of all sets to build, in place of SET.", 1, MOST_SETS)] | None
    ) = field(default=None, kw_only=True)

    @property
    def game(self) -> HeapGame:
        assert self.set is not None
        return subtraction_game(self.set)

    def check(self) -> None:
        if (self.set is None) == (self.largest is None):
            raise InputError(
                "give either a SET of numbers, such as 1,2,5, or --largest N for all sets of numbers up to N"
            )
        if self.set is not None:
            super().check()
            return
        self.refuse_heaps("--largest")

    @property
    def parameters(self) -> Mapping[str, Any]:
        return super().parameters if self.largest is None else {"subtraction sets": self.largest}

    @property
    def covered_by(self) -> tuple[str, ...]:
        if self.largest is None:
            return super().covered_by
        larger = (most for most in (STANDARD_SETS, FULL_SETS) if self.largest < most)
        return tuple(SubtractionHeaps(largest=most).digest for most in larger)

    def make_tasks(self) -> Iterator[Task]:
        if self.largest is None:
            yield from super().make_tasks()
        else:
            yield Sets(self.largest)

    def try_next(self) -> tuple[str, ...]:
        if self.largest is None:
            return super().try_next()
        statement = "SELECT * FROM minimax.periods WHERE starts_with(game, 'subtraction')"
        return (f'tafelwerk sql "{statement}"',)


class MemoryPositions(Kind, kind="memory"):
    """Memory: value and best turns of every position of up to N pairs.

    Example: tafelwerk build minimax memory --pairs 60

    Example: tafelwerk build minimax memory --pairs 16 --rule forced --objective win
    """

    pairs: Annotated[
        int,
        Parameter(
            "N",
            f"Largest number of pairs left; with --objective win at most {MOST_PAIRS[Objective.WIN]}.",
            1,
            max(MOST_PAIRS.values()),
            is_argument=False,
        ),
    ]
    rule: RuleName = "pass"
    objective: ObjectiveName = "gain"

    evidence = "recomputed"

    def check(self) -> None:
        check_game(self.pairs, self.rule, self.objective)

    @property
    def parameters(self) -> Mapping[str, Any]:
        game = {"game": "memory", "pairs": self.pairs}
        return game | {"rule": str(self.rule), "objective": str(self.objective)}

    @property
    def covered_by(self) -> tuple[str, ...]:
        sizes = sorted(most[Objective(self.objective)] for most in (STANDARD_PAIRS, MOST_PAIRS))
        larger = (most for most in sizes if self.pairs < most)
        return tuple(MemoryPositions(most, self.rule, self.objective).digest for most in larger)

    def make_tasks(self) -> Iterator[Task]:
        yield Turns(self.pairs, str(self.rule), str(self.objective))

    def try_next(self) -> tuple[str, ...]:
        words = "" if self.rule == Rule.PASS else f" --rule {self.rule}"
        words += "" if self.objective == Objective.GAIN else f" --objective {self.objective}"
        return (f"tafelwerk minimax memory {self.pairs} {self.pairs // 2}{words}",)


def heap_build(game: HeapGame, heap: int | None = None, *, misere: bool = False) -> HeapBuild:
    """Values of a game's heaps up to `heap`, or the winner of each under misere play. Default: as many as the period needs.

    Raises:
        InputError: there is no such heap.
    """
    if game == GRUNDY:
        return GrundyHeaps(heap=heap, misere=misere)
    if game.name.startswith("octal"):
        return OctalHeaps(game.code, heap=heap, misere=misere)
    return SubtractionHeaps(tuple(game.takes(ONE_LEFT)), heap=heap, misere=misere)


def standard() -> Iterator[Kind]:
    """The builds of the standard set."""
    yield from map(GamePositions, STANDARD)
    yield from _heaps(GRUNDY_HEAP, PROVED, dict.fromkeys(OPEN, SEARCHED), STANDARD_SETS, MISERE)
    yield from _memory(STANDARD_PAIRS)


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield from map(GamePositions, QUICK)
    yield from _heaps(QUICK_HEAP, PROVED[:2], {}, QUICK_SETS, dict.fromkeys(("grundy", "octal 0.77"), QUICK_MISERE))
    yield from _memory(QUICK_PAIRS)


def pocket() -> Iterator[Kind]:
    """The set of the pocket book: the smallest games, all proved periods, a few pairs of Memory."""
    yield from map(GamePositions, POCKET)
    yield from _heaps(QUICK_HEAP, PROVED, {}, QUICK_SETS, dict.fromkeys(MISERE, QUICK_MISERE))
    yield from _memory(QUICK_PAIRS)


def full() -> Iterator[Kind]:
    """All games, more heaps of the same games, periods that need many heaps, and the most pairs of Memory."""
    yield from map(GamePositions, GAMES)
    searched = LATE | dict.fromkeys(OPEN, FULL_SEARCHED)
    yield from _heaps(FULL_HEAP, PROVED, searched, FULL_SETS, dict.fromkeys(MISERE, LARGEST_MISERE))
    for code in SPARSE_LATE:
        yield OctalHeaps(code, sparse=True)
    yield from _memory(MOST_PAIRS)


def _heaps(
    heap: int, proved: tuple[str, ...], searched: Mapping[str, int], sets: int, misere: Mapping[str, int]
) -> Iterator[Kind]:
    """Grundy's game up to a heap, octal games up to their proofs or a heap, subtraction sets, games under misere play."""
    yield GrundyHeaps(heap=heap)
    for code in proved:
        yield OctalHeaps(code)
    for code, most in searched.items():
        yield OctalHeaps(code, heap=most)
    yield SubtractionHeaps(largest=sets)
    for name, most in misere.items():
        yield heap_build(heap_game(name), most, misere=True)


def _memory(pairs: Mapping[Objective, int]) -> Iterator[Kind]:
    """Both rules and both objectives, each objective up to its largest number of pairs."""
    for rule in Rule:
        for objective in Objective:
            yield MemoryPositions(pairs[objective], rule, objective)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel, and the moves of all games."""
    games: list[Task] = [Whole(name) for name in ("tictactoe", "notakto", "nim-passes", "burnt-pancakes-2")]
    heaps: list[Task] = [Values(GRUNDY.name, 10), Values("octal 0.77", 10)]
    return tuple(task.run for task in (*games, *heaps))
