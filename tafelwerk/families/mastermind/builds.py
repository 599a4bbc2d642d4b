"""What can be built: a game, one of its strategies, an optimal codemaker, lower bounds, a curve over alpha; and the sets."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError, quoted
from tafelwerk.families.mastermind.rules.games import (
    HANGMAN,
    MOST_PLAYED,
    MOST_SEARCHED,
    Pegs,
    Rules,
    check_choosing,
    content,
)
from tafelwerk.families.mastermind.rules.limits import CURVE_STEP, has_bounds_proved_again, has_optimum_found_again
from tafelwerk.families.mastermind.rules.notation import answer_texts, first_codes, is_code
from tafelwerk.families.mastermind.rules.strategies import (
    TIES,
    Entropy,
    Hard,
    Strategy,
    Tie,
    check_hangman,
    check_hard,
    check_size,
)
from tafelwerk.families.mastermind.tasks import (
    AdversaryTables,
    AnswerTables,
    Curve,
    GameTables,
    LowerBounds,
    StrategyTables,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import check_order, order_name
from tafelwerk.tables.builds import Evidence

STANDARD_GAMES = (Pegs(4, 6), Pegs(4, 6, distinct=True))
"""The games of the source, section 4.3.2: 1296 and 360 codes."""

SUPER = Pegs(5, 8)
"""Super Mastermind: 32,768 codes."""

TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of table 4.5."""

CURVE_END = 6
"""The last order of entropy of figure 4.6."""

COARSE_STEP, COARSEST_STEP = Fraction(1, 20), Fraction(1, 4)
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
            self.rules.sized(MOST_PLAYED, "tables are")


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
        self.game.sized(MOST_PLAYED, "lower bounds are computed")

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
        self.game.sized(MOST_SEARCHED, "curves are")
        if self.opening is not None and (self.tie == "mix" or not is_code(self.game, self.opening)):
            raise InputError(f"--opening must be a query of the game, with --tie lex, not {quoted(self.opening)}")

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
    """All strategies of table 4.5, the optimal trees by each criterion, the curves of figures 4.6 and 4.17."""
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
    yield StrategyBuild(Pegs(4, 10, distinct=True), Entropy(Fraction(1)))
