"""The family's look-ups: one function, one statement, one typed answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.montecarlo.answers import (
    AgentDuel,
    BadMove,
    Basin,
    Blunder,
    Duel,
    FirstOverHalf,
    Limit,
    Perfect,
    RandomPlay,
)
from tafelwerk.tables.montecarlo.games import (
    FAMILY,
    Dsc,
    Esr,
    Game,
    Kind,
    Playouts,
    Subtraction,
    SubtractionRules,
    stored,
)

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LONGEST_CURVE = 10_000
"""Largest k for which a missing duel is answered with the build of the whole curve up to it."""


def _key(game: Game) -> tuple[str, str, tuple[int | str, ...]]:
    """Table of duels, its condition, and the values of the condition."""
    match game:
        case Esr(n, m, s):
            return "esr_duels", "n = ? AND m = ? AND s = ?", (n, m, s)
        case Dsc(n):
            return "dsc_duels", "n = ?", (n,)
        case Subtraction(rules, heap):
            return "subtraction_duels", "moves = ? AND overshoot = ? AND heap = ?", (rules.text, rules.overshoot, heap)


def build_line(game: Game, k: Playouts, rival: Playouts) -> str:
    """The command line that puts the duel of MC(k) against MC(rival) into the book."""
    if rival == 2 * k and k <= LONGEST_CURVE:
        return f"tafelwerk build montecarlo {game} --k-max {k}"
    return f"tafelwerk montecarlo duel {game} --k {k} --rival {rival} --compute --keep"


@layered
def get_duel(book: Book, game: Game, k: Playouts, rival: Playouts) -> Duel | None:
    """The stored duel of MC(k) against MC(rival), or None."""
    table, condition, values = _key(game)
    row = book.one(
        FAMILY,
        f"SELECT first, second, mean, error FROM {FAMILY}.{table} WHERE {condition} AND k = ? AND rival = ?",
        *values,
        stored(k),
        stored(rival),
    )
    return None if row is None else Duel(game, k, rival, *row)


def probe_duel(book: Book, game: Game, k: Playouts, rival: Playouts | None = None) -> Duel:
    """The stored duel of MC(k) against MC(rival), against MC(2k) unless said otherwise.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    rival = 2 * k if rival is None else rival
    found = get_duel(book, game, k, rival)
    if found is None:
        raise MissingTableError(f"{game}, MC({k}) against MC({rival})", build_line(game, k, rival), book.path)
    return found


@layered
def get_curve(book: Book, game: Game, ks: Sequence[int]) -> list[Duel] | None:
    """The stored duels of MC(k) against MC(2k) for every k of `ks` (ascending), or None if one is missing."""
    table, condition, values = _key(game)
    rows = book.rows(
        FAMILY,
        f"SELECT k, rival, first, second, mean, error FROM {FAMILY}.{table} "
        f"WHERE {condition} AND k BETWEEN ? AND ? AND rival = 2 * k ORDER BY k",
        *values,
        ks[0],
        ks[-1],
    )
    by_k = {row[0]: Duel(game, *row) for row in rows}
    return [by_k[k] for k in ks] if all(k in by_k for k in ks) else None


def first_over_half(curve: Iterable[Duel], searched_to: int) -> FirstOverHalf | None:
    """What a curve over k = 1, 2, ... says; None where it ends or has a gap before that is decided."""
    undecided: list[int] = []
    error = 0.0
    expected = 1
    for duel in curve:
        if duel.k != expected:
            return None
        error = max(error, duel.error)
        if duel.mean - duel.error > 0.5:
            return FirstOverHalf(expected, duel.mean, tuple(undecided), searched_to, error)
        # a bound of 0 says that every choice on the way was certain: then the mean is exactly one half
        if duel.error > 0 and duel.mean + duel.error >= 0.5:
            undecided.append(expected)
        if expected == searched_to:
            return FirstOverHalf(None, None, tuple(undecided), searched_to, error)
        expected += 1
    return None


@layered
def get_first_over_half(book: Book, game: Game, k_max: int) -> FirstOverHalf | None:
    """The first k at which the stored curve passes one half, or None if the book does not hold every k on the way."""
    table, condition, values = _key(game)
    rows = book.rows(
        FAMILY,
        f"SELECT k, rival, first, second, mean, error FROM {FAMILY}.{table} "
        f"WHERE {condition} AND k BETWEEN 1 AND ? AND rival = 2 * k ORDER BY k",
        *values,
        k_max,
    )
    return first_over_half((Duel(game, *row) for row in rows), k_max)


@layered
def get_random(book: Book, game: Game) -> RandomPlay | None:
    """Stored random play from the game's start, or None."""
    values: tuple[int | str, ...]
    match game:
        case Esr(n, m, s):
            row = book.one(
                FAMILY,
                "SELECT chance, numerator, denominator, error FROM montecarlo.esr_starts "
                "WHERE n = ? AND m = ? AND s = ?",
                n,
                m,
                s,
            )
            if row is None:
                return None
            win = None if row[1] is None else Fraction(int(row[1]), int(row[2]))
            return RandomPlay(game, win, row[0], row[3], {"0": win})
        case Dsc(n):
            condition, values = "n = ? AND own = 0 AND other = 0", (n,)
            positions, moves, move = "dsc_positions", "dsc_moves", "step"
        case Subtraction(rules, heap):
            condition, values = "moves = ? AND overshoot = ? AND heap = ?", (rules.text, rules.overshoot, heap)
            positions, moves, move = "subtraction_positions", "subtraction_moves", "move"
    row = book.one(
        FAMILY, f"SELECT chance, numerator, denominator FROM montecarlo.{positions} WHERE {condition}", *values
    )
    if row is None:
        return None
    candidates = book.rows(
        FAMILY,
        f"SELECT {move}, numerator, denominator FROM montecarlo.{moves} WHERE {condition} ORDER BY {move}",
        *values,
    )
    by_move: dict[str, Fraction | None] = {str(candidate): Fraction(int(p), int(q)) for candidate, p, q in candidates}
    return RandomPlay(game, Fraction(int(row[1]), int(row[2])), row[0], 2.0**-54, by_move)


@layered
def get_perfect(book: Book, game: Game) -> Perfect | None:
    """Stored perfect play from the game's start, or None."""
    match game:
        case Esr():
            return None
        case Dsc(n):
            rows = book.rows(
                FAMILY,
                "SELECT step, wins FROM montecarlo.dsc_moves WHERE n = ? AND own = 0 AND other = 0 ORDER BY step",
                n,
            )
            period: tuple[int | None, int | None] = (None, None)
        case Subtraction(rules, heap):
            if heap == 0:
                return None
            found = book.one(
                FAMILY,
                "SELECT period, preperiod FROM montecarlo.subtraction_games WHERE moves = ? AND overshoot = ? LIMIT 1",
                rules.text,
                rules.overshoot,
            )
            if found is None:
                return None
            period = (found[0], found[1])
            rows = book.rows(
                FAMILY,
                "SELECT move, wins FROM montecarlo.subtraction_moves "
                "WHERE moves = ? AND overshoot = ? AND heap = ? ORDER BY move",
                rules.text,
                rules.overshoot,
                heap,
            )
    if not rows:
        return None
    winning = tuple(move for move, wins in rows if wins)
    return Perfect(game, bool(winning), winning, *period)


@layered
def get_blunder(book: Book, rules: SubtractionRules, limit: int) -> Blunder | None:
    """Where MC(inf) first errs up to heap `limit`, or None if the book was not searched that far."""
    row = book.one(
        FAMILY,
        "SELECT blunder, blunder_with_ties, searched_to FROM montecarlo.subtraction_games "
        "WHERE moves = ? AND overshoot = ? ORDER BY searched_to DESC LIMIT 1",
        rules.text,
        rules.overshoot,
    )
    if row is None or row[2] < limit:
        return None
    size, with_ties = (None if found is None or found > limit else found for found in row[:2])
    return Blunder(size, with_ties, limit)


@layered
def get_crash_blunder(book: Book, limit: int) -> Blunder | None:
    """Where MC(inf) first errs in the opening of DSC(1), ..., DSC(limit), or None if one is not in the book."""
    rows = book.rows(
        FAMILY,
        "SELECT n, bool_or(wins) AS won, bool_and(NOT wins) FILTER (best), bool_or(NOT wins) FILTER (best) "
        "FROM montecarlo.dsc_moves WHERE own = 0 AND other = 0 AND n <= ? GROUP BY n ORDER BY n",
        limit,
    )
    if [row[0] for row in rows] != list(range(1, limit + 1)):
        return None
    size = next((n for n, won, every, _ in rows if won and every), None)
    with_ties = next((n for n, won, _, some in rows if won and some), None)
    return Blunder(size, with_ties, limit)


@layered
def get_errors(book: Book, rules: SubtractionRules, limit: int) -> tuple[int, list[BadMove]] | None:
    """Number of won heaps up to `limit` and those at which MC(inf) may lose, or None if the book ends before."""
    counted = book.one(
        FAMILY,
        "SELECT count(*), count(*) FILTER (won) FROM montecarlo.subtraction_positions "
        "WHERE moves = ? AND overshoot = ? AND heap BETWEEN 1 AND ?",
        rules.text,
        rules.overshoot,
        limit,
    )
    if counted is None or counted[0] < limit:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT heap, count(*) FILTER (NOT wins), count(*) FROM montecarlo.subtraction_moves "
        "WHERE moves = ? AND overshoot = ? AND heap BETWEEN 1 AND ? AND best "
        "GROUP BY heap HAVING count(*) FILTER (NOT wins) > 0 ORDER BY heap",
        rules.text,
        rules.overshoot,
        limit,
    )
    won = {
        heap
        for (heap,) in book.rows(
            FAMILY,
            "SELECT heap FROM montecarlo.subtraction_positions "
            "WHERE moves = ? AND overshoot = ? AND heap BETWEEN 1 AND ? AND won",
            rules.text,
            rules.overshoot,
            limit,
        )
    }
    return counted[1], [BadMove(heap, Fraction(losing, all_)) for heap, losing, all_ in rows if heap in won]


@layered
def get_asymmetry(
    book: Book, rules: SubtractionRules, kind: Kind, epsilon: Fraction, heaps: int
) -> list[BadMove] | None:
    """Won heaps up to `heaps` at which MC(inf) with biased playouts may lose, or None if not looked at that far."""
    key = (rules.text, rules.overshoot, kind, float(epsilon), epsilon.numerator, epsilon.denominator)
    if max(abs(epsilon.numerator), epsilon.denominator) >= 2**63:
        return None
    condition = (
        "moves = ? AND overshoot = ? AND kind = ? AND epsilon = ? AND epsilon_numerator = ? AND epsilon_denominator = ?"
    )
    scan = book.one(FAMILY, f"SELECT max(heaps) FROM montecarlo.asymmetry_scans WHERE {condition}", *key)
    if scan is None or scan[0] is None or scan[0] < heaps:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT heap, share_numerator, share_denominator FROM montecarlo.asymmetry_bad_moves "
        f"WHERE {condition} AND heap <= ? ORDER BY heap",
        *key,
        heaps,
    )
    return [BadMove(heap, Fraction(p, q)) for heap, p, q in rows]


@layered
def get_basins(book: Book, game: Game, k_max: int) -> list[Basin] | None:
    """Stored basins of the curve of MC(k) against MC(2k) for k up to `k_max`, or None."""
    rows = book.rows(
        FAMILY,
        "SELECT k, mean, error FROM montecarlo.basins WHERE game = ? AND k_max = ? ORDER BY k",
        str(game),
        k_max,
    )
    return [Basin(*row) for row in rows] or None


@layered
def get_agent_duel(book: Book, game: Subtraction, first: str, second: str) -> AgentDuel | None:
    """The stored duel of two agents that sample nothing, or None."""
    row = book.one(
        FAMILY,
        "SELECT numerator, denominator FROM montecarlo.agent_duels "
        "WHERE moves = ? AND overshoot = ? AND first = ? AND second = ? AND heap = ?",
        game.rules.text,
        game.rules.overshoot,
        first,
        second,
        game.heap,
    )
    return None if row is None else AgentDuel(game, first, second, Fraction(int(row[0]), int(row[1])))


@layered
def get_limits(book: Book, rules: SubtractionRules) -> list[Limit] | None:
    """Stored limits of random play, a class of heaps each, or None."""
    rows = book.rows(
        FAMILY,
        "SELECT modulus, residue, numerator, denominator FROM montecarlo.subtraction_limits "
        "WHERE moves = ? AND overshoot = ? ORDER BY residue",
        rules.text,
        rules.overshoot,
    )
    return [Limit(modulus, residue, Fraction(int(p), int(q))) for modulus, residue, p, q in rows] or None
