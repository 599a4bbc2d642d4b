"""Builds of the Mastermind family: one strategy of one game, the standard set, the quick set."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from tafelwerk.build.mastermind.tasks import (
    AdversaryTables,
    AnswerTables,
    Curve,
    GameTables,
    LowerBounds,
    StrategyTables,
)
from tafelwerk.build.task import Build, DescribedBuild, Task
from tafelwerk.errors import InputError, quoted
from tafelwerk.formats.word_lists import read_matrix, read_words
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import check_order
from tafelwerk.rules.mastermind.games import (
    FAMILY,
    HANGMAN,
    MOST_PLAYED,
    MOST_SEARCHED,
    Named,
    Pegs,
    Rules,
    answer_table,
    check_choosing,
    content,
    word_list,
)
from tafelwerk.rules.mastermind.notation import answer_texts, first_codes, is_code
from tafelwerk.rules.mastermind.strategies import (
    TIES,
    Entropy,
    Hard,
    Strategy,
    Tie,
    check_hangman,
    check_hard,
    check_size,
)
from tafelwerk.tables.builds.mastermind import CURVE_STEP, contents

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


def game_build(rules: Rules) -> Build:
    """Build of a game itself: its codes, queries and all answers.

    Raises:
        InputError: the game is too large.
    """
    return _build(rules, {"rules": content(rules)}, AnswerTables(rules))


def strategy_build(rules: Rules, strategy: Strategy) -> Build:
    """Build of one strategy of a game.

    Raises:
        InputError: the game is too large, the order of the entropy is too great for it, or the strategy does not fit the game.
    """
    check_hangman(strategy, rules.score == HANGMAN)
    check_size(rules, strategy)
    check_hard(strategy, rules.score)
    rule = strategy.rule if isinstance(strategy, Hard) else strategy
    if isinstance(rule, Entropy):
        check_order(rule.alpha, rules.size[0])
    parameters = {"rules": content(rules), "strategy": strategy.name, "tie": strategy.tie}
    return _build(rules, parameters, StrategyTables(rules, strategy))


def adversary_build(rules: Rules) -> Build:
    """Build of the game in which the codemaker chooses, too.

    Raises:
        InputError: the game is too large, or counts misses.
    """
    check_choosing(rules)
    return _build(rules, {"rules": content(rules), "codemaker": "optimal"}, AdversaryTables(rules))


def bounds_build(game: Pegs, tries: int = TRIES) -> Build:
    """Build of lower bounds of the least total of a game, one task per first query and answer.

    Raises:
        InputError: the game is too large.
    """
    game.sized(MOST_PLAYED, "lower bounds are computed")
    tasks = [
        LowerBounds(game, query, answer, tries) for query in first_codes(game) for answer in answer_texts(game)[:-1]
    ]
    return _build(game, {"tries": tries}, *tasks)


def file_rules(game: Named, score: str, codes: Path | None, queries: Path | None, matrix: Path | None) -> Rules:
    """The rules of a game from files.

    Args:
        game: the game with its new name.
        score: "wordle", "jotto", "mastermind" or "hangman"; "matrix" with `matrix`.
        codes: file of the words that may be the code.
        queries: file of the other words that may be asked.
        matrix: file of a table of answers, instead of codes and queries.

    Raises:
        InputError: the content of a file does not describe a game.
        StorageError: a file cannot be read.
    """
    if matrix is not None:
        table = read_matrix(matrix)
        _typeable(matrix, (*table.queries, *(cell for row in table.cells for cell in row)))
        return answer_table(game, table.codes, table.queries, table.cells)
    assert codes is not None
    words, others = read_words(codes), read_words(queries) if queries is not None else []
    _typeable(codes, words)
    _typeable(queries or codes, others)
    return word_list(game, score, words, others)


def _typeable(path: Path, texts: Iterable[str]) -> None:
    """Raise for texts that could not be typed in a history."""
    wrong = next((text for text in texts if ";" in text), None)
    if wrong is not None:
        raise InputError(
            f"{path}: {quoted(wrong)} has a semicolon, which separates the entries of a history; use another character"
        )


def curve_orders(step: Fraction = CURVE_STEP) -> tuple[Fraction, ...]:
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


def curve_build(game: Pegs, tie: Tie, opening: str | None, alphas: tuple[Fraction, ...] | None = None) -> Build:
    """Build of the entropy strategies of a game along alpha, and of the game itself.

    Args:
        game: the game.
        tie: the tie rule.
        opening: fixed first query; not with MIX.
        alphas: the orders. Default: those of `curve_orders`.

    Raises:
        InputError: the game is too large, or the opening is no query of it or is given for MIX.
    """
    game.sized(MOST_SEARCHED, "curves are")
    orders = curve_orders() if alphas is None else alphas
    if opening is not None and (tie == "mix" or not is_code(game, opening)):
        raise InputError(f"--opening must be a query of the game, with --tie lex, not {quoted(opening)}")
    size = MIX_CHUNK if tie == "mix" else len(orders)
    chunks = [orders[begin : begin + size] for begin in range(0, len(orders), size)]
    parameters = {"tie": tie, "opening": opening, "alphas": [str(alpha) for alpha in orders]}
    return _build(game, parameters, *(Curve(game, tie, opening, chunk) for chunk in chunks))


def _build(rules: Rules, parameters: Mapping[str, object], *tasks: Task) -> Build:
    """A build of a game: its own tables, and the rows of some tasks."""
    if isinstance(rules, Pegs):
        rules.sized(MOST_PLAYED, "tables are")
    named = {"game": rules.game.name, **parameters}
    described = contents(named)
    return DescribedBuild(FAMILY, described.name, named, (GameTables(rules), *tasks), described.certainty)


def warm() -> tuple[Callable[[], object], ...]:
    """Small computations that together compile every kernel."""
    game, h1 = Pegs(3, 3), Fraction(1)
    strategies = (Optimal(least_depth=True), Optimal(within=2), Entropy(h1), Entropy(h1, "mix"))
    builds = [game_build(Pegs(2, 3)), *(strategy_build(game, strategy) for strategy in strategies)]
    builds += [adversary_build(game), bounds_build(Pegs(3, 2), 100)]
    builds.append(curve_build(game, "lex", None, (Fraction(1, 2), Fraction(2))))
    return (*(task.run for build in builds for task in build.tasks), _warm_large)


def _warm_large() -> None:
    """Choose a query without a matrix of answers."""
    import numpy as np

    from tafelwerk.solvers.deduction.large import best_choice
    from tafelwerk.solvers.mastermind.scoring import mastermind

    problem = mastermind(3, 28)
    left = np.arange(len(problem.codes), dtype=np.int32)
    best_choice(problem, left, Fraction(1), left[:1])


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield game_build(Pegs(4, 6))
    yield strategy_build(Pegs(4, 6), Optimal())
    yield strategy_build(Pegs(4, 6), Entropy(Fraction(1)))


def standard() -> Iterator[Build]:
    """All strategies of table 4.5, the optimal trees by each criterion, the curves of figures 4.6 and 4.17."""
    for game in STANDARD_GAMES:
        yield game_build(game)
        yield strategy_build(game, Optimal())
        yield strategy_build(game, Optimal(least_depth=True))
        yield strategy_build(game, Optimal(shallowest=True))
        for within in (3, 4):
            yield strategy_build(game, Optimal(within=within))
        for alpha in TABLE_ALPHAS:
            for tie in TIES:
                yield strategy_build(game, Entropy(alpha, tie))
        yield curve_build(game, "lex", None)
        yield curve_build(game, "mix", None, curve_orders(COARSE_STEP))
    yield strategy_build(Pegs(4, 6), Optimal(max_depth=5))
    yield adversary_build(Pegs(4, 6))
    yield curve_build(Pegs(4, 6), "lex", "AABC")


def full() -> Iterator[Build]:
    """The standard set, the curves of MIX at every order of figure 4.6, and Super Mastermind under H_1."""
    yield from standard()
    for game in STANDARD_GAMES:
        yield curve_build(game, "mix", None)
    yield game_build(SUPER)
    yield strategy_build(SUPER, Entropy(Fraction(1)))


def pocket() -> Iterator[Build]:
    """The set of the pocket book: all strategies of table 4.5, the curves over alpha, Bulls and Cows under H_1."""
    for game in STANDARD_GAMES:
        yield strategy_build(game, Optimal())
        for alpha in TABLE_ALPHAS:
            for tie in TIES:
                yield strategy_build(game, Entropy(alpha, tie))
        yield curve_build(game, "lex", None)
        yield curve_build(game, "mix", None, curve_orders(COARSE_STEP))
    yield adversary_build(Pegs(4, 6))
    yield strategy_build(Pegs(4, 10, distinct=True), Entropy(Fraction(1)))
