"""Which builds the Mastermind family has: one strategy of one game, the standard set, the quick set."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from tafelwerk.build.mastermind.rules import Rules, answer_table, game_of, size_of, word_list
from tafelwerk.build.mastermind.sources import read_matrix, read_words
from tafelwerk.build.mastermind.tasks import AnswerTables, Curve, GameTables, StrategyTables
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.solvers.core.entropy_order import check_order
from tafelwerk.solvers.mastermind.codes import is_code
from tafelwerk.tables.mastermind import FAMILY, Entropy, Named, Optimal, Pegs, Strategy, Tie

STANDARD_GAMES = (Pegs(4, 6), Pegs(4, 6, distinct=True))
"""The games of the source, section 4.3.2: 1296 and 360 codes."""

TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of table 4.5."""

CURVE_ALPHAS = tuple(Fraction(i, 100) for i in range(1, 601))
"""The orders of entropy of figure 4.6."""

MIX_CHUNK = 20


def game_build(rules: Rules) -> Build:
    """A game itself: its codes, queries and all answers."""
    game = game_of(rules)
    tasks: tuple[Task, ...] = (GameTables(rules), AnswerTables(rules))
    return Build(FAMILY, f"{FAMILY} game {game.options}", {"game": game.name, "rules": _content(rules)}, tasks, "exact")


def strategy_build(rules: Rules, strategy: Strategy) -> Build:
    """One strategy of a game.

    Raises:
        InputError: the game is too large, or the order of the entropy for it.
    """
    game = game_of(rules)
    if isinstance(strategy, Entropy):
        check_order(strategy.alpha, size_of(rules)[0])
    tasks: tuple[Task, ...] = (GameTables(rules), StrategyTables(rules, strategy))
    parameters = {"game": game.name, "rules": _content(rules), "strategy": strategy.name, "tie": strategy.tie}
    return Build(FAMILY, f"{FAMILY} {game.options} {strategy.options}", parameters, tasks, "exact")


def _content(rules: Rules) -> str:
    """What tells games of the same name apart."""
    return "" if isinstance(rules, Pegs) else sha256(repr(rules).encode()).hexdigest()


def file_rules(game: Named, score: str, codes: Path | None, queries: Path | None, matrix: Path | None) -> Rules:
    """A game from files.

    Args:
        game: the name it gets.
        score: "wordle", "jotto" or "mastermind"; "matrix" with `matrix`.
        codes: file of the words that may be the code.
        queries: file of the other words that may be asked.
        matrix: file of a table of answers, in place of codes and queries.

    Raises:
        InputError: a file's content makes no game.
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
    """Refuse what could not be typed in a history."""
    wrong = next((text for text in texts if ";" in text), None)
    if wrong is not None:
        raise InputError(
            f"{path}: {wrong!r} has a semicolon, which separates the entries of a history; write another sign"
        )


def curve_build(game: Pegs, tie: Tie, opening: str | None, alphas: tuple[Fraction, ...] = CURVE_ALPHAS) -> Build:
    """The entropy strategies of a game along alpha, and the game itself; `opening`: with this first query always.

    Raises:
        InputError: the game is too large, or the opening no query of it, or given for MIX.
    """
    size_of(game)
    if opening is not None and (tie == "mix" or not is_code(opening, game.pegs, game.colors, game.distinct)):
        raise InputError(f"--opening must be a query of the game, with --tie lex, not {opening!r}")
    size = MIX_CHUNK if tie == "mix" else len(alphas)
    chunks = [alphas[begin : begin + size] for begin in range(0, len(alphas), size)]
    tasks: list[Task] = [GameTables(game)]
    tasks += [Curve(game, tie, opening, chunk) for chunk in chunks]
    name = f"{FAMILY} {game.options} --curve --tie {tie}" + (f" --opening {opening}" if opening else "")
    parameters = {"game": game.name, "tie": tie, "opening": opening, "alphas": [str(alpha) for alpha in alphas]}
    return Build(FAMILY, name, parameters, tuple(tasks), "exact")


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    yield game_build(Pegs(4, 6))
    yield strategy_build(Pegs(4, 6), Optimal())
    yield strategy_build(Pegs(4, 6), Entropy(Fraction(1)))


def standard() -> Iterator[Build]:
    """All strategies of table 4.5, the optimal trees by each criterion, the curves of figures 4.6 and 4.17."""
    for game in STANDARD_GAMES:
        yield game_build(game)
        yield strategy_build(game, Optimal())
        yield strategy_build(game, Optimal(least_depth=True))
        for alpha in TABLE_ALPHAS:
            for tie in ("lex", "mix"):
                yield strategy_build(game, Entropy(alpha, tie))
        yield curve_build(game, "lex", None)
        yield curve_build(game, "mix", None)
    yield strategy_build(Pegs(4, 6), Optimal(max_depth=5))
    yield curve_build(Pegs(4, 6), "lex", "AABC")


def full() -> Iterator[Build]:
    """TODO"""
    yield from standard()
