"""What can be built: a game, one of its strategies, an optimal codemaker, lower bounds, a curve over alpha; and the sets."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Checkpoint, Resumable, Task
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.mastermind.rules import (
    CURVE_STEP,
    HANGMAN,
    MOST_PLAYED,
    MOST_SEARCHED,
    TIES,
    Entropy,
    Hard,
    Letter,
    Pegs,
    Rules,
    Strategy,
    Tie,
    answer_texts,
    check_choosing,
    check_hangman,
    check_hard,
    check_size,
    content,
    first_codes,
    has_bounds_proved_again,
    has_optimum_found_again,
    is_code,
    stores_answers,
)
from tafelwerk.rules.deduction import Optimal, check_order, order_name
from tafelwerk.tables.metadata import Evidence

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
        from tafelwerk.families.mastermind.problems import problem_from
        from tafelwerk.families.mastermind.rows import solve_choosing

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
        from tafelwerk.families.mastermind import rows

        return rows.bound_columns(self.game, self.query, self.answer, self.tries)

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
        return 20.0 * float(codes) ** 2 * queries
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


STANDARD_GAMES = (Pegs(4, 6), Pegs(4, 6, distinct=True))

GROWING = ((2, (4, 8, 16, 32, 48)), (3, (4, 6, 8, 12)), (4, (3, 4, 5, 7)), (5, (2, 3, 4)), (6, (2, 3)))
"""Pegs and numbers of colours by which the growth of H_1 is shown; section 4.7."""

"""The games of the source, section 4.3.2: 1296 and 360 codes."""

SUPER = Pegs(5, 8)
"""Super Mastermind: 32,768 codes."""

TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of table 4.5."""

CURVE_END = 6
"""The last order of entropy of figure 4.6."""

COARSE_STEP = Fraction(1, 20)
"""Step between orders of MIX in the standard set, since MIX takes ten times as long as LEX; and of both in the quick set."""

MOST_ORDERS = 6000

MIX_CHUNK = 20

TRIES = 1000
"""Default number of queries tried per first query and answer for a lower bound."""


def curve_orders(step: Fraction) -> tuple[Fraction, ...]:
    """The orders of a curve: step, 2 step, ..., CURVE_END.

    Raises:
        InputError: CURVE_END is not a multiple of the step, or there are too many steps.
    """
    count = CURVE_END / step if step > 0 else Fraction(0)
    if not 1 <= count <= MOST_ORDERS or count.denominator != 1:
        raise InputError(
            f"--step must divide {CURVE_END} into at most {MOST_ORDERS:,} equal steps, not {float(step):g}; "
            "use 0.01, 0.05 or 0.5"
        )
    return tuple(i * step for i in range(1, int(count) + 1))


FINE_ORDERS = curve_orders(CURVE_STEP)
"""The orders of figure 4.6."""


class OfGame(Kind, kind=""):
    """A build of a game, whose own tables it fills, too."""

    rules: Rules

    def check(self) -> None:
        if isinstance(self.rules, Pegs):
            self.rules.require_size(MOST_PLAYED, "tables are")


class GameBuild(OfGame, kind=""):
    """A game: its codes, queries and all answers."""

    evidence = "recomputed"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.rules.game.name, "rules": content(self.rules)}

    @property
    def name(self) -> str:
        return f"mastermind game {self.rules.game.options}"

    def make_tasks(self) -> Iterator[Task]:
        yield GameTables(self.rules)
        yield AnswerTables(self.rules)


class StrategyBuild(OfGame, kind=""):
    """One strategy of a game: its tree, its cost, and how many queries the codes take."""

    strategy: Strategy

    def check(self) -> None:
        check_hangman(self.strategy, self.rules.score == HANGMAN)
        check_size(self.rules, self.strategy)
        check_hard(self.strategy, self.rules.score)
        rule = self.strategy.rule if isinstance(self.strategy, Hard) else self.strategy
        if isinstance(rule, Entropy):
            check_order(rule.alpha, self.rules.size[0])
        super().check()

    @property
    def evidence(self) -> Evidence:
        if isinstance(self.strategy, Optimal):
            return _optimum_evidence(self.rules)
        is_hard_optimum = isinstance(self.strategy, Hard) and isinstance(self.strategy.rule, Optimal)
        return "single" if is_hard_optimum else "recomputed"

    @property
    def parameters(self) -> Mapping[str, Any]:
        strategy = {"strategy": self.strategy.name, "tie": self.strategy.tie}
        return {"game": self.rules.game.name, "rules": content(self.rules), **strategy}

    @property
    def name(self) -> str:
        return f"mastermind {self._options}"

    @property
    def _options(self) -> str:
        return f"{self.rules.game.options} {self.strategy.options}"

    def make_tasks(self) -> Iterator[Task]:
        yield GameTables(self.rules)
        yield StrategyTables(self.rules, self.strategy)

    def try_next(self) -> tuple[str, ...]:
        return f"tafelwerk mastermind summary {self._options}", f"tafelwerk mastermind next {self._options}"


class AdversaryBuild(OfGame, kind=""):
    """The game in which the codemaker chooses, too: its value, and optimal mixtures of both sides."""

    def check(self) -> None:
        check_choosing(self.rules)
        super().check()

    @property
    def evidence(self) -> Evidence:
        return _optimum_evidence(self.rules)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.rules.game.name, "rules": content(self.rules), "codemaker": "optimal"}

    @property
    def name(self) -> str:
        return f"mastermind {self.rules.game.options} --adversary"

    def make_tasks(self) -> Iterator[Task]:
        yield GameTables(self.rules)
        yield AdversaryTables(self.rules)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk mastermind adversary {self.rules.game.options}",)


class BoundsBuild(Kind, kind=""):
    """Lower bounds of the least total of a game, one task per first query and answer."""

    game: Pegs
    tries: int = TRIES

    def check(self) -> None:
        self.game.require_size(MOST_PLAYED, "lower bounds are computed")

    @property
    def evidence(self) -> Evidence:
        return "recomputed" if has_bounds_proved_again(self.game) else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.game.name, "tries": self.tries}

    @property
    def name(self) -> str:
        return f"mastermind {self.game.options} --bounds --tries {self.tries}"

    def make_tasks(self) -> Iterator[Task]:
        yield GameTables(self.game)
        for query in first_codes(self.game):
            for answer in answer_texts(self.game)[:-1]:
                yield LowerBounds(self.game, query, answer, self.tries)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk sql \"SELECT * FROM mastermind.intervals WHERE game = '{self.game.name}'\"",)


class CurveBuild(Kind, kind=""):
    """The entropy strategies of a game along alpha; `opening`: fixed first query, not with MIX."""

    game: Pegs
    tie: Tie
    opening: str | None = None
    orders: tuple[Fraction, ...] = FINE_ORDERS

    evidence = "recomputed"

    def check(self) -> None:
        self.game.require_size(MOST_SEARCHED, "curves are")
        if self.opening is not None and (self.tie == "mix" or not is_code(self.game, self.opening)):
            raise InputError(f"--opening must be a query of the game, with --tie lex, not {in_quotes(self.opening)}")

    @property
    def parameters(self) -> Mapping[str, Any]:
        orders = [str(order) for order in self.orders]
        return {"game": self.game.name, "tie": self.tie, "opening": self.opening, "alphas": orders}

    @property
    def name(self) -> str:
        name = f"mastermind {self.game.options} --curve --tie {self.tie}"
        name += f" --opening {self.opening}" if self.opening else ""
        return name if self.orders[0] == CURVE_STEP else f"{name} --step {order_name(self.orders[0])[1:]}"

    def make_tasks(self) -> Iterator[Task]:
        yield GameTables(self.game)
        size = MIX_CHUNK if self.tie == "mix" else len(self.orders)
        for begin in range(0, len(self.orders), size):
            yield Curve(self.game, self.tie, self.opening, self.orders[begin : begin + size])


def _optimum_evidence(rules: Rules) -> Evidence:
    return "recomputed" if has_optimum_found_again(rules.game) else "single"


def warm() -> tuple[Callable[[], object], ...]:
    """Small computations that together compile every kernel."""
    game, h1 = Pegs(3, 3), Fraction(1)
    strategies = (Optimal(least_depth=True), Optimal(within=2), Entropy(h1), Entropy(h1, "mix"))
    builds: list[Kind] = [GameBuild(Pegs(2, 3)), *(StrategyBuild(game, strategy) for strategy in strategies)]
    builds += [AdversaryBuild(game), BoundsBuild(Pegs(3, 2), 100)]
    builds.append(CurveBuild(game, "lex", orders=(Fraction(1, 2), Fraction(2))))
    return (*(task.run for build in builds for task in build.tasks), _warm_large)


def _warm_large() -> None:
    """Choose a query without a matrix of answers."""
    import numpy as np

    from tafelwerk.solvers.deduction.best_query import best_choice
    from tafelwerk.solvers.mastermind.scoring import mastermind

    problem = mastermind(3, 28)
    left = np.arange(len(problem.codes), dtype=np.int32)
    best_choice(problem, left, Fraction(1), left[:1])


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield GameBuild(Pegs(4, 6))
    yield StrategyBuild(Pegs(4, 6), Optimal())
    yield StrategyBuild(Pegs(4, 6), Entropy(Fraction(1)))


def standard() -> Iterator[Kind]:
    """All strategies of table 4.5, the optimal trees by each criterion, the curves of figures 4.6 and 4.17, H_1 by pegs and
    colours."""
    for game in STANDARD_GAMES:
        yield GameBuild(game)
        yield StrategyBuild(game, Optimal())
        yield StrategyBuild(game, Optimal(least_depth=True))
        yield StrategyBuild(game, Optimal(shallowest=True))
        for within in (3, 4):
            yield StrategyBuild(game, Optimal(within=within))
        for alpha in TABLE_ALPHAS:
            for tie in TIES:
                yield StrategyBuild(game, Entropy(alpha, tie))
        yield CurveBuild(game, "lex")
        yield CurveBuild(game, "mix", orders=curve_orders(COARSE_STEP))
    for pegs, colours in GROWING:
        for number in colours:
            yield StrategyBuild(Pegs(pegs, number), Entropy(Fraction(1)))
    yield StrategyBuild(Pegs(4, 6), Optimal(max_depth=5))
    yield AdversaryBuild(Pegs(4, 6))
    yield CurveBuild(Pegs(4, 6), "lex", "AABC")


def full() -> Iterator[Kind]:
    """The standard set, the curves of MIX at every order of figure 4.6, and Super Mastermind under H_1."""
    yield from standard()
    for game in STANDARD_GAMES:
        yield CurveBuild(game, "mix")
    yield GameBuild(SUPER)
    yield StrategyBuild(SUPER, Entropy(Fraction(1)))


def pocket() -> Iterator[Kind]:
    """The set of the pocket book: all strategies of table 4.5, the curves over alpha, Bulls and Cows under H_1."""
    for game in STANDARD_GAMES:
        yield StrategyBuild(game, Optimal())
        for alpha in TABLE_ALPHAS:
            for tie in TIES:
                yield StrategyBuild(game, Entropy(alpha, tie))
        yield CurveBuild(game, "lex")
        yield CurveBuild(game, "mix", orders=curve_orders(COARSE_STEP))
    yield AdversaryBuild(Pegs(4, 6))
    yield CurveBuild(Pegs(4, 6), "lex", "AABC")
    yield StrategyBuild(Pegs(4, 10, distinct=True), Entropy(Fraction(1)))
