"""The family's questions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.montecarlo import (
    FAMILY,
    Dsc,
    Esr,
    Game,
    Kind,
    Playouts,
    Subtraction,
    SubtractionRules,
    curve_points,
    parse_game,
    parse_rules,
    sampled,
    stored,
)
from tafelwerk.tables.montecarlo.answers import (
    AgentDuel,
    BadMoves,
    Basin,
    Basins,
    Blunder,
    Duel,
    Errors,
    FirstOverHalf,
    Limits,
    Perfect,
    RandomPlay,
)
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LONGEST_CURVE = 10_000
"""Largest k for which a missing duel is answered with the build of the whole curve up to it."""

PARSERS = {"game": parse_game, "rules": parse_rules, "epsilon": Fraction}

ROUNDED = 2.0**-54
"""Error of a rounded chance."""


def _key(game: Game) -> tuple[str, str, tuple[int | str, ...]]:
    """Table of duels, its condition, and the values of the condition."""
    match game:
        case Esr(n, m, s):
            return "esr_duels", "n = ? AND m = ? AND s = ?", (n, m, s)
        case Dsc(n):
            return "dsc_duels", "n = ?", (n,)
        case Subtraction(rules, heap):
            return "subtraction_duels", "moves = ? AND overshoot = ? AND heap = ?", (rules.text, rules.overshoot, heap)


def _resolve_duel(asked: dict[str, Any]) -> None:
    k, rival, first, second = (asked[name] for name in ("k", "rival", "first", "second"))
    if (first is None) != (second is None) or (first is None) == (k is None):
        raise InputError("give either --k K [--rival K2] or --first AGENT --second AGENT")
    if first is not None and rival is not None:
        raise InputError("--rival goes with --k; with --first the other agent is --second")
    if k is not None and rival is None:
        asked["rival"] = 2 * k


def _duel_line(game: Game, k: Playouts, rival: Playouts, first: str | None, second: str | None, exact: bool) -> str:
    """The command line that puts the duel of MC(k) against MC(rival) into the book, or computes what is in no book."""
    if first is not None:
        return f"tafelwerk montecarlo duel {game} --first {first} --second {second} --compute"
    if rival == 2 * k and k <= LONGEST_CURVE:
        return f"tafelwerk build montecarlo {game} --k-max {k}"
    return f"tafelwerk montecarlo duel {game} --k {k} --rival {rival} --compute --keep"


@question(
    lambda game, k, rival, first, second, exact: (
        f"{game.title}, {first or f'MC({k})'} against {second or f'MC({rival})'}"
    ),
    _duel_line,
    resolve=_resolve_duel,
)
def duel(
    book: Book,
    game: Game,
    k: Playouts | None = None,
    rival: Playouts | None = None,
    first: str | None = None,
    second: str | None = None,
    exact: bool = False,
) -> Duel | AgentDuel | None:
    """MC(k) against MC(rival), or one agent against another.

    Args:
        book: the book.
        game: the game.
        k: playouts per candidate.
        rival: the rival's. Default: 2k.
        first, second: in place of k, the agents that move first and second: mc:K, or one of AGENTS.
        exact: whether fractions are asked for.

    Raises:
        InputError: neither k nor two agents, or both.
    """
    if first is not None and second is not None:
        return _agent_duel(book, game, first, second)
    if exact or k is None or rival is None:
        return None
    table, condition, values = _key(game)
    row = book.one(
        FAMILY,
        f"SELECT first, second, mean, error FROM {FAMILY}.{table} WHERE {condition} AND k = ? AND rival = ?",
        *values,
        stored(k),
        stored(rival),
    )
    return None if row is None else Duel(k, rival, *row[:3], certainty="certified", error_bound=row[3])


def _agent_duel(book: Book, game: Game, first: str, second: str) -> AgentDuel | None:
    if not isinstance(game, Subtraction) or sampled(first) or sampled(second):
        return None
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
    if row is None:
        return None
    chance = Fraction(int(row[0]), int(row[1]))
    return AgentDuel(first, second, chance, 1 - chance, float(chance))


@question(
    "{game.title}, the curve to k = {k_max}",
    lambda game, k_max, points: (
        f"tafelwerk build montecarlo {game} --k-max {k_max}" + (f" --points {points}" if points else "")
    ),
)
def curve(book: Book, game: Game, k_max: int, points: int | None = None) -> list[Duel] | None:
    """MC(k) against MC(2k) for every k up to `k_max`, or for `points` of them, spread evenly on the logarithmic scale."""
    ks = curve_points(k_max, points)
    by_k = {duel.k: duel for duel in _curve(book, game, ks[0], ks[-1])}
    return [by_k[k] for k in ks] if all(k in by_k for k in ks) else None


def _curve(book: Book, game: Game, least: int, largest: int) -> list[Duel]:
    table, condition, values = _key(game)
    rows = book.rows(
        FAMILY,
        f"SELECT k, rival, first, second, mean, error FROM {FAMILY}.{table} "
        f"WHERE {condition} AND k BETWEEN ? AND ? AND rival = 2 * k ORDER BY k",
        *values,
        least,
        largest,
    )
    return [Duel(*row[:5], certainty="certified", error_bound=row[5]) for row in rows]


def passes_half(curve: Iterable[Duel], searched_to: int) -> FirstOverHalf | None:
    """What a curve over k = 1, 2, ... says; None where it ends or has a gap before that is decided."""
    undecided: list[int] = []
    worst = 0.0
    for expected, point in enumerate(curve, 1):
        mean, error = float(point.mean), point.error_bound or 0.0
        if point.k != expected:
            return None
        worst = max(worst, error)
        passed = mean - error > 0.5
        # a bound of 0 says that every choice on the way was certain: then the mean is exactly one half
        if not passed and error > 0 and mean + error >= 0.5:
            undecided.append(expected)
        if passed or expected == searched_to:
            k, chance = (expected, mean) if passed else (None, None)
            return FirstOverHalf(k, chance, tuple(undecided), searched_to, certainty="certified", error_bound=worst)
    return None


@question(
    "{game.title}, the curve to k = {k_max}",
    "tafelwerk montecarlo first-over-half {game} --k-max {k_max} --compute --keep",
)
def first_over_half(book: Book, game: Game, k_max: int = 1000) -> FirstOverHalf | None:
    """The smallest k up to `k_max` at which MC(k) wins more than half against MC(2k); asks for every k on the way."""
    return passes_half(_curve(book, game, 1, k_max), k_max)


@question("{game.title}, random play", "tafelwerk montecarlo random {game} --compute --keep")
def random(book: Book, game: Game) -> RandomPlay | None:
    """Random play from the game's start."""
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
            return random_play(win, row[0], row[3], {"0": win})
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
    return random_play(Fraction(int(row[1]), int(row[2])), row[0], ROUNDED, by_move)


def random_play(win: Fraction | None, chance: float, error: float, by_move: dict[str, Fraction | None]) -> RandomPlay:
    """Random play: exact, or certified where there is no fraction."""
    if win is not None:
        return RandomPlay(win, chance, by_move)
    return RandomPlay(win, chance, by_move, certainty="certified", error_bound=error)


@question("{game.title}, perfect play", "tafelwerk montecarlo perfect {game} --compute --keep")
def perfect(book: Book, game: Game) -> Perfect | None:
    """Perfect play from the game's start."""
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
    return Perfect(bool(winning), winning, *period)


def _resolve_blunder(asked: dict[str, Any]) -> None:
    asked["limit"] = asked["limit"] or (100 if asked["rules"] is None else 3000)


@question(
    lambda rules, limit: f"blunders in {'DSC' if rules is None else f'S({rules.text})'} up to {limit}",
    lambda rules, limit: (
        f"tafelwerk montecarlo blunder dsc --limit {limit} --compute"
        if rules is None
        else f"tafelwerk montecarlo blunder subtraction {rules.options} --limit {limit} --compute --keep"
    ),
    resolve=_resolve_blunder,
)
def blunder(book: Book, rules: SubtractionRules | None = None, limit: int = 0) -> Blunder | None:
    """The smallest size at which MC(inf), in a won position, plays a losing move.

    Args:
        book: the book.
        rules: of a subtraction game. Default: the openings of DSC(1), DSC(2), ...
        limit: largest size searched. Default: 3000, of DSC 100.
    """
    if rules is None:
        return _crash_blunder(book, limit)
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


def _crash_blunder(book: Book, limit: int) -> Blunder | None:
    row = book.one(
        FAMILY,
        "SELECT count(*), min(n) FILTER (won AND is_lost), min(n) FILTER (won AND may_be_lost) FROM (SELECT n,"
        " bool_or(wins) AS won, bool_and(NOT wins) FILTER (best) AS is_lost, bool_or(NOT wins) FILTER (best) AS may_be_lost"
        " FROM montecarlo.dsc_moves WHERE own = 0 AND other = 0 AND n <= ? GROUP BY n)",
        limit,
    )
    return None if row is None or row[0] < limit else Blunder(row[1], row[2], limit)


@question(
    "errors in S({rules.text}) up to {limit}",
    "tafelwerk montecarlo errors subtraction {rules.options} --limit {limit} --compute --keep",
)
def errors(book: Book, rules: SubtractionRules, limit: int) -> Errors | None:
    """Every won heap up to `limit` at which MC(inf) may lose, with the share of its best candidates that do."""
    key = (rules.text, rules.overshoot, limit)
    condition = "moves = ? AND overshoot = ? AND heap BETWEEN 1 AND ?"
    counted = book.one(
        FAMILY,
        f"SELECT count(*), count(*) FILTER (won) FROM montecarlo.subtraction_positions WHERE {condition}",
        *key,
    )
    if counted is None or counted[0] < limit:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT heap, count(*) FILTER (NOT wins), count(*) FROM montecarlo.subtraction_moves "
        "SEMI JOIN (SELECT moves, overshoot, heap FROM montecarlo.subtraction_positions WHERE won)"
        " USING (moves, overshoot, heap)"
        f" WHERE {condition} AND best GROUP BY heap HAVING count(*) FILTER (NOT wins) > 0 ORDER BY heap",
        *key,
    )
    return mean_errors([(heap, Fraction(losing, all_)) for heap, losing, all_ in rows], counted[1], limit)


def mean_errors(bad_moves: list[tuple[int, Fraction]], won: int, limit: int) -> Errors:
    """Bad moves among so many won heaps up to `limit`."""
    share = sum((share for _, share in bad_moves), Fraction()) / won if won else Fraction()
    return Errors(bad_moves, won, share, limit)


@question(
    "S({rules.text}) with {kind} bias {epsilon} up to {heap}",
    "tafelwerk montecarlo asymmetry {heap} {rules.options} --kind {kind} --epsilon {epsilon} --compute --keep",
)
def asymmetry(book: Book, heap: int, rules: SubtractionRules, kind: Kind, epsilon: Fraction) -> BadMoves | None:
    """Biased playouts: won heaps up to `heap` at which MC(inf) may lose, with the share of its best candidates that do."""
    key = (rules.text, rules.overshoot, kind, float(epsilon), epsilon.numerator, epsilon.denominator)
    if max(abs(epsilon.numerator), epsilon.denominator) >= 2**63:
        return None
    condition = (
        "moves = ? AND overshoot = ? AND kind = ? AND epsilon = ? AND epsilon_numerator = ? AND epsilon_denominator = ?"
    )
    scan = book.one(FAMILY, f"SELECT max(heaps) FROM montecarlo.asymmetry_scans WHERE {condition}", *key)
    if scan is None or scan[0] is None or scan[0] < heap:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT heap, share_numerator, share_denominator FROM montecarlo.asymmetry_bad_moves "
        f"WHERE {condition} AND heap <= ? ORDER BY heap",
        *key,
        heap,
    )
    return BadMoves([(bad, Fraction(p, q)) for bad, p, q in rows])


@question(
    "{game.title}, basins up to k = {k_max}", "tafelwerk montecarlo basins {game} --k-max {k_max} --compute --keep"
)
def basins(book: Book, game: Game, k_max: int) -> Basins | None:
    """Self-play basins: where over k the mean chance of MC(k) against MC(2k) has a local minimum."""
    rows = book.rows(
        FAMILY,
        "SELECT k, mean, error FROM montecarlo.basins WHERE game = ? AND k_max = ? ORDER BY k",
        str(game),
        k_max,
    )
    return all_basins([Basin(*row) for row in rows], k_max) if rows else None


def all_basins(found: list[Basin], k_max: int) -> Basins:
    """Basins up to `k_max`, with the largest bound."""
    bound = max((basin.error_bound for basin in found), default=0.0)
    return Basins(found, k_max, certainty="certified", error_bound=bound)


@question("limits of S({rules.text})", "tafelwerk montecarlo limits {rules.options} --compute --keep")
def limits(book: Book, rules: SubtractionRules) -> Limits | None:
    """Where the chance of random play goes as the heap grows: one exact limit per class of heaps."""
    rows = book.rows(
        FAMILY,
        "SELECT modulus, residue, numerator, denominator FROM montecarlo.subtraction_limits "
        "WHERE moves = ? AND overshoot = ? ORDER BY residue",
        rules.text,
        rules.overshoot,
    )
    return Limits(rows[0][0], {residue: Fraction(int(p), int(q)) for _, residue, p, q in rows}) if rows else None
