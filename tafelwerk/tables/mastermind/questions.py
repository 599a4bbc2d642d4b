"""The family's questions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import inf, log2
from typing import TYPE_CHECKING, Any

from tafelwerk.rules.deduction import Optimal, least_total
from tafelwerk.rules.entropy import Alpha, entropies, order_name, read_order
from tafelwerk.rules.mastermind.games import FAMILY, HANGMAN, Game, Pegs, parse_game
from tafelwerk.rules.mastermind.notation import History, code, first_alike
from tafelwerk.rules.mastermind.strategies import Strategy, parse_strategy, tie_rule
from tafelwerk.tables.mastermind.adversary import adversary
from tafelwerk.tables.mastermind.answers import (
    AnyNext,
    Bound,
    Constants,
    Next,
    Parts,
    Point,
    Solved,
    Summary,
    WithinSummary,
)
from tafelwerk.tables.mastermind.explained import explain
from tafelwerk.tables.mastermind.puzzles import puzzle as puzzle
from tafelwerk.tables.question import question
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tafelwerk.tables.book import Book

__all__ = ["adversary", "explain"]
"""Questions that are defined elsewhere."""

PARSERS = {"game": parse_game, "strategy": parse_strategy}

_OPTIMAL = Optimal()
_TREE = "game = ? AND strategy = ? AND tie = ?"
MISSES = "misses"
"""Unit of costs in hangman."""

CONSTANT_ERROR = 1e-13
"""Error bound of gamma, Gamma and their quotient: a few operations on doubles below 1000."""

_BUILD = "tafelwerk build mastermind {game.options} {strategy.options}"
"""Build line of a strategy; a named game must be in the book already."""


@question("{game.title}, {strategy.title}", _BUILD)
def summary(book: Book, game: Game, strategy: Strategy = _OPTIMAL) -> Summary | WithinSummary | None:
    """Cost of the strategy over all codes.

    Args:
        book: the book.
        game: the game.
        strategy: the strategy.
    """
    unit = _unit(book, game)
    rows = book.rows(
        FAMILY,
        f"SELECT queries, codes_num, codes_den, build FROM mastermind.histograms WHERE {_TREE} ORDER BY queries",
        game.name,
        strategy.name,
        strategy.tie,
    )
    histogram = {queries: Fraction(int(num), int(den)) for queries, num, den in rows}
    return summarized(strategy, histogram, unit) if rows else None


def _unit(book: Book, game: Game) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    if isinstance(game, Pegs):
        return None
    row = book.one(FAMILY, f"SELECT score FROM {FAMILY}.games WHERE game = ?", game.name)
    return MISSES if row == (HANGMAN,) else None


def summarized(
    strategy: Strategy, histogram: Mapping[int, Fraction], unit: str | None = None
) -> Summary | WithinSummary:
    """Queries over all codes: total, mean and maximum; under `within D`, also the codes found with D queries."""
    codes, total = int(sum(histogram.values())), sum((n * codes for n, codes in histogram.items()), Fraction(0))
    found = codes, total, float(total / codes), max(histogram), histogram
    within = strategy.within if isinstance(strategy, Optimal) else None
    if within is None:
        return Summary(*found, unit=unit)
    done = sum((some for queries, some in histogram.items() if queries <= within), Fraction(0))
    return WithinSummary(*found, done, float(done / codes))


@question(
    lambda game, strategy, history: (
        f"{game.title}, {strategy.title}" + (f" after {counted(len(history), 'query', 'queries')}" if history else "")
    ),
    lambda game, strategy, history: _BUILD.format(game=game, strategy=strategy),
)
def next(book: Book, game: Game, strategy: Strategy = _OPTIMAL, history: History = ()) -> AnyNext | None:
    """The strategy's query after a history; stored if the history follows the strategy's stored tree.

    Args:
        book: the book.
        game: the game.
        strategy: the strategy.
        history: queries and answers so far.
    """
    key, unit = (game.name, strategy.name, strategy.tie), _unit(book, game)
    select = f"SELECT node, query, possible, codes, total, build FROM {FAMILY}.trees WHERE {_TREE}"
    row = book.one(FAMILY, f"{select} AND node = 0", *key)
    for query, answer in history:
        if row is None or row[1] != query:
            return None
        row = book.one(FAMILY, f"{select} AND parent = ? AND answer = ?", *key, row[0], answer)
    if row is None:
        return None
    node, query, possible, codes, total = row
    if codes == 1:
        return Solved(query)
    parts = book.rows(
        FAMILY, f"SELECT answer, codes FROM {FAMILY}.trees WHERE {_TREE} AND parent = ? ORDER BY node", *key, node
    )
    if possible:
        solved = book.one(FAMILY, f"SELECT text FROM {FAMILY}.labels WHERE game = ? AND solved", game.name)
        if solved is not None:
            parts.append((solved[0], 1))
    answers = dict(parts)
    if sum(answers.values()) < codes:
        # a single remaining code that need not be named has no node
        answers = _parts(book, game, query, history, _labels(book, game))
    return Next(query, codes, total / codes, answers, possible, Fraction(total), unit=unit)


def _resolve_parts(asked: dict[str, Any]) -> None:
    if isinstance(asked["game"], Pegs):
        asked["guess"] = code(asked["game"], asked["guess"])


@question(
    lambda game, guess, history: (
        f"{game.title}, the information of {guess}"
        + (f" after {counted(len(history), 'query', 'queries')}" if history else "")
    ),
    "tafelwerk build mastermind {game.options} --strategy h1",
    resolve=_resolve_parts,
)
def parts(book: Book, game: Game, guess: str, history: History = ()) -> Parts | None:
    """Information of a guess: the codes left by each answer, and the entropies of the answer.

    A first guess is looked up among the classes of first queries, a later one in the matrix of answers.

    Args:
        book: the book.
        game: the game.
        guess: the guess, whether or not it may be the code.
        history: queries and answers so far.

    Raises:
        InputError: the guess is no query of the game; or the history has queries or answers that the game does not have, or
            contradicts itself.
    """
    labels = _labels(book, game)
    found: dict[str, int] = {}
    if not history and isinstance(game, Pegs):
        sql = f"SELECT answer, codes, build FROM {FAMILY}.first_parts WHERE game = ? AND query = ?"
        stored = dict(book.rows(FAMILY, sql, game.name, first_alike(game, guess)))
        found = {answer: stored[answer] for answer in labels if answer in stored}
    found = found or _parts(book, game, guess, history, labels)
    return parts_of(guess, found, any(labels[answer] for answer in found)) if found else None


def parts_of(guess: str, found: Mapping[str, int], consistent: bool) -> Parts:
    """The information of a guess, given the codes left by each answer."""
    return Parts(guess, sum(found.values()), found, entropies(found.values()), consistent)


def _labels(book: Book, game: Game) -> dict[str, bool]:
    """The answers of a game in order, and which of them ends it."""
    return dict(
        book.rows(FAMILY, f"SELECT text, solved FROM {FAMILY}.labels WHERE game = ? ORDER BY answer", game.name)
    )


def _parts(book: Book, game: Game, query: str, history: History, labels: Mapping[str, bool]) -> dict[str, int]:
    """Number of codes left by each answer to a query, from the matrix of answers; empty if the matrix is not stored, or if query
    or history do not belong to the game."""
    names = {query, *(asked for asked, _ in history)}
    marks = ", ".join("?" * len(names))
    sql = f"SELECT query, text FROM {FAMILY}.queries WHERE game = ? AND text IN ({marks})"
    texts = dict(book.rows(FAMILY, sql, game.name, *names))
    if len(texts) < len(names) or any(answer not in labels for _, answer in history):
        return {}
    sql = f"SELECT query, answers, build FROM {FAMILY}.answer_rows WHERE game = ? AND query IN ({marks})"
    answers = {texts[index]: row for index, row in book.rows(FAMILY, sql, game.name, *texts)}
    written = list(labels)
    if not answers:
        return {}
    told = zip(*(answers[asked] for asked, _ in history), answers[query], strict=True)
    wanted = tuple(written.index(answer) for _, answer in history)
    counts: Counter[int] = Counter(answer for *before, answer in told if tuple(before) == wanted)
    return {written[answer]: counts[answer] for answer in sorted(counts)}


@question(
    "{game.title}",
    "tafelwerk build mastermind {game.options} --strategy h1",
)
def bound(book: Book, game: Game) -> Bound | None:
    """A lower bound of the total of every strategy, without a search: from the number of codes and the answers of a query.

    With a answers per query, at most 1 code is found with the first query, a - 1 with the second, (a - 1)^2 with the third, and
    so on. In Mastermind a is the number of answers under the rules, otherwise the greatest number of answers to a query.

    Args:
        book: the book.
        game: the game.

    Raises:
        InputError: the game is too large, or counts misses.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2.
    """
    if isinstance(game, Pegs) or _unit(book, game) == MISSES:
        return None
    played = book.one(FAMILY, f"SELECT codes, goal = 'name' FROM {FAMILY}.games WHERE game = ?", game.name)
    widest = book.one(
        FAMILY,
        f"SELECT max(answers), list(DISTINCT build) AS build FROM {FAMILY}.first_queries WHERE game = ?",
        game.name,
    )
    if played is None or widest is None or widest[0] is None:
        return None
    codes, named = played
    return bound_of(codes, widest[0], named)


def bound_of(codes: int, answers: int, named: bool) -> Bound:
    """The bound, given the number of codes, the greatest number of answers to a query, and whether codes must be named."""
    total = least_total(codes, answers, named)
    return Bound(Fraction(total), total / codes, codes, answers)


@question("{game.title}, gamma and Gamma", "tafelwerk mastermind gamma {game.options} --compute", stored=False)
def gamma(book: Book, game: Game) -> Constants | None:
    """Constants between the length of a search and the logarithm of the number of codes: gamma log2 |M| <= <M> <= Gamma log2 |M|.

    They hold for all sets M of two or more codes. Asking H_1's query once lengthens a search at most by the factor Gamma / gamma.

    Args:
        book: the book.
        game: the game.

    Raises:
        InputError: the game has a single code.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.7.
    """
    return None


def constants_of(
    codes: int,
    answers: int,
    longest: int | None = None,
    loss: Fraction | None = None,
    totals: Mapping[int, tuple[int, int]] | None = None,
) -> Constants:
    """The constants, given the totals by size, or the number of queries that tells all codes apart.

    gamma is exact: <M> >= log_a |M| if a query has at most a answers, with equality if the codes of M give different answers to a
    query with a answers. If totals are not known, two codes show that Gamma is at least 1, and Gamma is at most the greatest
    value of min(m (m + 1) / 2 - 1, m longest) / (m log2 m), because a query splits at least one code off a set of m codes.
    """
    gamma = 1 / log2(answers)
    if totals is None:
        assert longest is not None
        upper = max(min(m * (m + 1) / 2 - 1, m * longest) / (m * log2(m)) for m in range(2, codes + 1))
        interval = 1.0, upper
    else:
        upper = max(most / (m * log2(m)) for m, (_, most) in totals.items())
        interval = upper, upper
    rounded: dict[str, Any] = {"certainty": "certified", "error_bound": CONSTANT_ERROR}
    return Constants(codes, answers, gamma, interval, upper / gamma, loss, totals, **rounded)


def _resolve_curve(asked: dict[str, Any]) -> None:
    tie_rule(asked["tie"])


@question(
    lambda game, tie, opening: (
        f"{game.title}, the curve over alpha, ties {tie}" + (f", first {opening}" if opening else "")
    ),
    lambda game, tie, opening: (
        f"tafelwerk build mastermind {game.options} --curve --tie {tie}" + (f" --opening {opening}" if opening else "")
    ),
    resolve=_resolve_curve,
)
def curve(book: Book, game: Game, tie: str = "lex", opening: str | None = None) -> list[Point] | None:
    """Costs of the stored entropy strategies by ascending order of entropy, infinity last.

    Includes the points of a curve and the strategies stored one by one, such as those of order 0 and infinity.

    Args:
        book: the book.
        game: the game.
        tie: the tie rule.
        opening: fixed first query. Default: the strategy's.

    Raises:
        InputError: there is no such tie rule.
    """
    ends = _ends(book, game, tie, opening)
    rows = book.rows(
        FAMILY,
        "SELECT alpha_num, alpha_den, query, total_num, total_den, most, codes, curves.build"
        f" FROM {FAMILY}.curves JOIN {FAMILY}.games USING (game) WHERE game = ? AND tie = ? AND opening = ?",
        game.name,
        tie,
        opening or "",
    )
    if not rows:
        return None
    found = {
        Fraction(num, den): point_of(Fraction(num, den), query, Fraction(int(total), int(one)), most, codes)
        for num, den, query, total, one, most, codes in rows
    }
    return sorted((ends | found).values(), key=lambda point: point.alpha)


def _ends(book: Book, game: Game, tie: str, opening: str | None) -> dict[Alpha, Point]:
    """Entropy strategies stored one by one, by order; MIX first asks LEX's query or one that ties with it."""
    if opening is not None:
        return {}
    rows = book.rows(
        FAMILY,
        f"SELECT s.strategy, t.query, s.total_num, s.total_den, s.most, s.codes, s.build FROM {FAMILY}.strategies s"
        f" JOIN {FAMILY}.trees t ON t.game = s.game AND t.strategy = s.strategy AND t.tie = 'lex' AND t.node = 0"
        " WHERE s.game = ? AND s.tie = ?",
        game.name,
        tie,
    )
    return {
        read_order(word): point_of(read_order(word), query, Fraction(int(total), int(one)), most, codes)
        for word, query, total, one, most, codes in rows
    }


def point_of(alpha: Alpha, query: str, total: Fraction, most: int, codes: int) -> Point:
    """A point of a curve, given the total and the number of codes."""
    return Point(inf if alpha is None else float(alpha), order_name(alpha), float(total / codes), total, query, most)
