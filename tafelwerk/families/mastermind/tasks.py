"""The tasks of the Mastermind family: each makes rows of some of its tables.

Tasks and their estimates are plain Python; solvers are imported when a task runs. `SPEED` is the number of a task's operations
per second on one core, measured on an AMD EPYC at 2.6 GHz with compiled kernels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, ClassVar

from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.families.mastermind.rules.games import HANGMAN, MOST_SEARCHED, Pegs, Rules
from tafelwerk.families.mastermind.rules.limits import stores_answers
from tafelwerk.families.mastermind.rules.strategies import Hard, Letter, Strategy
from tafelwerk.rules.deduction import Optimal

Columns = Mapping[str, Any]


LATE = 30.0
"""Factor by which an optimal search takes longer if codes may be found late."""


@dataclass(frozen=True, slots=True)
class GameTables:
    """A game with its codes, queries and answers as text."""

    tables: ClassVar[tuple[str, ...]] = ("games", "codes", "queries", "labels")
    SPEED: ClassVar[float] = 1e9
    rules: Rules

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.mastermind import rows

        return rows.game_columns(self.rules)

    def operations(self) -> float:
        codes, queries = self.rules.size
        matrix = codes <= MOST_SEARCHED
        return 1.5e3 * (codes + queries) + (5.0 * codes * queries if matrix else 0.0)

    def expected_rows(self) -> int:
        codes, queries = self.rules.size
        return codes + queries + 20


@dataclass(frozen=True, slots=True)
class AnswerTables:
    """All answers of a game, the classes of first queries, and the codes left by the first query of each class."""

    tables: ClassVar[tuple[str, ...]] = ("answer_rows", "first_queries", "first_parts")
    SPEED: ClassVar[float] = 1e9
    rules: Rules

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.mastermind import rows

        return rows.answer_columns(self.rules)

    def operations(self) -> float:
        codes, queries = self.rules.size
        return 1e6 + (6.0 * codes * queries if stores_answers(self.rules) else 0.0)

    def expected_rows(self) -> int:
        queries = self.rules.size[1]
        return queries + (100 if isinstance(self.rules, Pegs) else 30 * queries)


@dataclass(frozen=True, slots=True)
class StrategyTables(Resumable):
    """A strategy: its tree (none for MIX), its total cost, and its histogram."""

    tables: ClassVar[tuple[str, ...]] = ("trees", "strategies", "histograms")
    SPEED: ClassVar[float] = 1e9
    rules: Rules
    strategy: Strategy

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
        """As `run`, but a long search resumes from its checkpoint."""
        from tafelwerk.families.mastermind import rows

        return rows.strategy_columns(self.rules, self.strategy, checkpoint)

    def operations(self) -> float:
        return strategy_operations(self.rules, self.strategy)

    def expected_rows(self) -> int:
        return self.rules.size[0] * 6 // 5 + 12


@dataclass(frozen=True, slots=True)
class AdversaryTables:
    """The game in which the codemaker chooses, too: its value and optimal mixtures of both sides."""

    tables: ClassVar[tuple[str, ...]] = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")
    SPEED: ClassVar[float] = 1e9
    rules: Rules

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.choosing import adversary_columns
        from tafelwerk.families.mastermind.codemaker import solve_choosing
        from tafelwerk.families.mastermind.problems import problem_from

        return adversary_columns("mastermind", "game", self.rules.game.name, solve_choosing(problem_from(self.rules)))

    def operations(self) -> float:
        codes, queries = self.rules.size
        return adversary_operations(codes, queries, self.rules if isinstance(self.rules, Pegs) else None)

    def expected_rows(self) -> int:
        return 6 * self.rules.size[0] + 12


@dataclass(frozen=True, slots=True)
class Curve:
    """The entropy strategies of a game for several orders; `opening`: fixed first query."""

    table: ClassVar[str] = "curves"
    SPEED: ClassVar[float] = 1e9
    rules: Rules
    tie: str
    opening: str | None
    alphas: tuple[Fraction, ...]

    def run(self) -> Columns:
        from tafelwerk.families.mastermind import rows

        return rows.curve_columns(self.rules, self.tie, self.opening, self.alphas)

    def operations(self) -> float:
        codes, queries = self.rules.size
        cells = float(codes) * queries
        return len(self.alphas) * (4e6 + 7.0 * cells if self.tie == "mix" else 3e5 + 1.5 * cells)

    def expected_rows(self) -> int:
        return len(self.alphas)


@dataclass(frozen=True, slots=True)
class LowerBounds:
    """A lower bound of the least total of the codes that an answer to a first query leaves; `tries`: queries tried."""

    table: ClassVar[str] = "lower_bounds"
    SPEED: ClassVar[float] = 1e9
    game: Pegs
    query: str
    answer: str
    tries: int

    def run(self) -> Columns:
        from tafelwerk.families.mastermind import lower_bounds

        return lower_bounds.bound_columns(self.game, self.query, self.answer, self.tries)

    def operations(self) -> float:
        # fitted to games of 4,096 to 16,807 codes, within a factor of six; later tries are of smaller sets
        return 200.0 * sqrt(self.tries) * self.game.size[1] + 0.2 * float(self.game.size[0]) ** 2

    def expected_rows(self) -> int:
        return 1


def strategy_operations(rules: Rules, strategy: Strategy) -> float:
    """Estimated work of a strategy's rows."""
    codes, queries = rules.size
    cells = float(codes) * queries
    if isinstance(strategy, Hard):
        return hard_operations(codes, queries, strategy)
    if isinstance(strategy, Optimal) and rules.score == HANGMAN:
        return least_misses_operations(codes)
    if isinstance(strategy, Optimal):
        # with a condition on the depth, it may take equally long or twenty times as long
        longer = 10.0 if strategy.least_depth or strategy.shallowest or strategy.max_depth is not None else 2.0
        return 1.1e4 * codes + longer * estimate(codes, queries, strategy, symmetric=isinstance(rules, Pegs))
    if isinstance(strategy, Letter) or strategy.tie == "lex":
        return 1.1e4 * codes + 4.0 * cells
    return 3e6 + {Fraction(0): 30.0, None: 18.0}.get(strategy.alpha, 3.5) * cells


def adversary_operations(codes: int, queries: int, game: Pegs | None) -> float:
    """Estimated work of the game in which the codemaker chooses: twenty best replies; without symmetries several per code.

    With two colours or three pegs a reply takes longer: measured with eight to ten pegs, and with ten to twelve colours. Without
    symmetries it is at least what word lists of 60 to 150 words take, by Wordle's answers and by jotto's.

    Args:
        codes, queries: their numbers.
        game: a game with symmetries.
    """
    if game is not None:
        two = 4.5e10 * (codes / 1024) ** 5 if game.colors == 2 else 0.0
        three = 5.5e9 * (codes / 1331) ** 6 if game.pegs == 3 else 0.0
        return max(two, three, 1e5 * codes + 20.0 * estimate(codes, queries, Optimal(), symmetric=True))
    return max(1.2e4 * float(codes) ** 3, 5.0 * codes * estimate(codes, queries, Optimal(), symmetric=False))


def least_misses_operations(codes: int) -> float:
    """Estimated work of the least total of misses, from lists of three-letter words; longer words take far less."""
    return 1e5 * float(codes) ** 3


def hard_operations(codes: int, queries: int, strategy: Hard) -> float:
    """Estimated work in hard mode, from lists of English five-letter words."""
    if isinstance(strategy.rule, Optimal):
        return 100.0 * float(codes) ** 2 * queries
    return 3e5 * codes + 5.0 * codes * queries


def estimate(codes: int, queries: int, strategy: Strategy, symmetric: bool) -> float:
    """Estimated work of a strategy's analysis, from the numbers of codes left and of queries.

    It decides which questions are computed on the spot; the estimate of a task is `strategy_operations`.
    """
    if isinstance(strategy, Hard):
        return hard_operations(codes, queries, strategy)
    cells = float(codes) * queries
    if isinstance(strategy, Optimal):
        # a power law fitted to games of 360 to 5040 codes; sets that are not whole games cost more for their size
        longer = LATE if strategy.within is not None else 1.0
        return float((1.0 if symmetric else 30.0) * longer * 4e-9 * codes**3.5 * queries**1.5 + 10 * cells)
    if isinstance(strategy, Letter) or strategy.tie == "lex":
        return 5 * cells
    wide = strategy.alpha is None or strategy.alpha == 0
    return (1.0 if symmetric else 20.0) * (120 if wide else 15) * cells
