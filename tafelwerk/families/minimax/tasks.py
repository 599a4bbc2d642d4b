"""Tasks of heap games, of Memory and of games over ranks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from tafelwerk.families.minimax.heap_costs import misere_operations, proof_heaps, sparse_operations, values_operations
from tafelwerk.families.minimax.rules.games import ranked_game
from tafelwerk.families.minimax.rules.heaps import heap_game, subtraction_games
from tafelwerk.families.minimax.rules.limits import LEAST_STORED
from tafelwerk.families.minimax.rules.memory import Card, MemoryPosition, Objective, Rule
from tafelwerk.families.minimax.rules.ranked import RankedGame

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.memory import MemoryTable

Columns = Mapping[str, Any]

IN_CACHE = 2_000_000
"""Most positions of a puzzle whose values fit into the processor's cache."""

_RULE_SHARES = {"pass": 1.6, "forced": 0.6}  # work by rule, over the mean of both rules


class _Timed:
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""


@dataclass(frozen=True)
class Values(_Timed):
    """Grundy values of a game's heaps, and their period where it can be proved.

    `game`: its name; `heap`: the largest heap, or None for as many as the proof of the period needs.
    """

    game: str
    heap: int | None
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.heap_rows import value_rows

        return value_rows([heap_game(self.game)], self.heap)

    def operations(self) -> float:
        return values_operations(heap_game(self.game), self.heap)

    def expected_rows(self) -> int:
        game = heap_game(self.game)
        heaps = max(proof_heaps(game), LEAST_STORED) if self.heap is None else self.heap
        return heaps + 1 + game.has_provable_period


@dataclass(frozen=True)
class SparsePeriods(_Timed):
    """The period of an octal game, proved through a finite sparse space.

    `game`: its name.
    """

    game: str
    table: ClassVar[str] = "sparse_periods"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.heap_rows import sparse_rows

        return sparse_rows(heap_game(self.game))

    def operations(self) -> float:
        return sparse_operations(heap_game(self.game))

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True)
class Sets(_Timed):
    """Grundy values and periods of all subtraction sets of numbers up to `largest`."""

    largest: int
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.heap_rows import value_rows

        return value_rows(subtraction_games(self.largest), None)

    def operations(self) -> float:
        return 2.0**self.largest * 6e5

    def expected_rows(self) -> int:
        return ((1 << self.largest) - 1) * (LEAST_STORED + 2)


@dataclass(frozen=True)
class Outcomes(_Timed):
    """Single heaps of a game under misere play, up to `heap`."""

    game: str
    heap: int
    table: ClassVar[str] = "misere"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.heap_rows import misere_rows

        return misere_rows(heap_game(self.game), self.heap)

    def operations(self) -> float:
        return misere_operations(heap_game(self.game), self.heap)

    def expected_rows(self) -> int:
        return self.heap


@dataclass(frozen=True)
class Turns(_Timed):
    """All positions of Memory up to a number of pairs, before a card is turned and without fully known pairs, and all choices."""

    pairs: int
    rule: str
    objective: str
    tables: ClassVar[tuple[str, ...]] = ("memory", "memory_choices")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.solvers.minimax.memory import solve

        table = solve(self.pairs, Rule(self.rule), Objective(self.objective))
        asked = list(self.positions())
        values = [table.value(one.pairs, one.known, lead=one.lead) for one in asked]
        choices = [
            (one, card, choice, value)
            for one in asked
            for card in (None, *Card)
            for choice, value in choice_values(table, one, card).items()
        ]
        return {
            "memory": {
                **_positions(asked),
                **_values(values),
                "actions": [best_turns(table, one) for one in asked],
            },
            "memory_choices": {
                **_positions([one for one, *_ in choices]),
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
    return {name: [getattr(one, name) for one in positions] for name in ("rule", "objective", "pairs", "known", "lead")}


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
class Whole(_Timed):
    """Every position of a game over ranks."""

    game: str
    tables: ClassVar[tuple[str, ...]] = ("games", "positions", "classes")

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.minimax.position_rows import whole_rows

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
class LookAheads(_Timed):
    """Every position of tic-tac-toe, searched to the depths 0 to 9."""

    table: ClassVar[str] = "look_ahead"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.position_rows import look_ahead_rows

        return look_ahead_rows()

    def operations(self) -> float:
        return 8e7

    def expected_rows(self) -> int:
        return 54_780


@dataclass(frozen=True)
class NodeCounts(_Timed):
    """Nodes of minimax and alpha-beta on the whole of tic-tac-toe, by move order."""

    table: ClassVar[str] = "node_counts"

    def run(self) -> Columns:
        from tafelwerk.families.minimax.position_rows import node_count_rows

        return node_count_rows()

    def operations(self) -> float:
        return 6e7

    def expected_rows(self) -> int:
        return 12
