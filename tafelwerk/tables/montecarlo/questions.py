"""The family's questions: play from a game's start, agents against each other, simulated games; those of other modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.montecarlo import (
    AGENTS,
    FAMILY,
    Esr,
    Game,
    Playouts,
    Subtraction,
    SubtractionRules,
    curve_points,
    parse_game,
    parse_rules,
    read_agent,
    read_playouts,
    read_rival,
    stored,
)
from tafelwerk.rules.montecarlo_positions import Position, placed
from tafelwerk.rules.simulations import is_kept, standard_error
from tafelwerk.tables.montecarlo.answers import (
    AgentDuel,
    Basin,
    Basins,
    Duel,
    FirstOverHalf,
    Limits,
    Perfect,
    RandomPlay,
    Simulation,
    Ties,
)
from tafelwerk.tables.montecarlo.blunders import asymmetry, bias, blunder, errors
from tafelwerk.tables.montecarlo.choices import at_words, choice, law, place, resolve_position, select, size, title_at
from tafelwerk.tables.montecarlo.explained import explain
from tafelwerk.tables.question import question, sampled_share

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

__all__ = ["asymmetry", "bias", "blunder", "choice", "errors", "explain", "law", "size"]
"""Questions defined in other modules."""

LONGEST_CURVE = 10_000
"""Largest k of a missing duel for which the build line names the whole curve up to it."""

PARSERS = {
    "game": parse_game,
    "rules": parse_rules,
    "k": read_playouts,
    "rival": read_rival,
    "first": read_agent,
    "second": read_agent,
}

ROUNDED = 2.0**-54
"""Bound on the error of a rounded chance."""


def _is_stored(game: Game, at: Position | None, **asked: Any) -> bool:
    """Whether a table can hold play from the position: for races, only from the start."""
    return at is None or isinstance(game, Subtraction)


def _resolve_duel(asked: dict[str, Any]) -> None:
    resolve_position(asked)
    k, rival, first, second = (asked[name] for name in ("k", "rival", "first", "second"))
    if (first is None) != (second is None) or (first is None) == (k is None):
        raise InputError("give either --k K [--rival K2] or --first AGENT --second AGENT")
    if first is not None and rival is not None:
        raise InputError("--rival needs --k; with --first, give the other agent by --second")
    if k is not None and rival is None:
        asked["rival"] = 2 * k


def _duel_line(
    game: Game,
    k: Playouts,
    rival: Playouts,
    first: str | None,
    second: str | None,
    exact: bool,
    at: Position | None,
) -> str:
    """The command line that puts the duel of MC(k) against MC(rival) into the book, or computes what no book stores."""
    if first is not None:
        return f"tafelwerk montecarlo duel {game}{at_words(at)} --first {first} --second {second} --compute"
    game, at = placed(game, at)
    if at is not None:
        return f"tafelwerk montecarlo duel {game}{at_words(at)} --k {k} --rival {rival} --compute"
    if rival == 2 * k and k <= LONGEST_CURVE:
        return f"tafelwerk build montecarlo {game} --k-max {k}"
    return f"tafelwerk montecarlo duel {game} --k {k} --rival {rival} --compute --keep"


@question(
    lambda game, k, rival, first, second, exact, at: (
        f"{title_at(game, at)}, {first or f'MC({k})'} against {second or f'MC({rival})'}"
    ),
    _duel_line,
    resolve=_resolve_duel,
    stored=_is_stored,
)
def duel(
    book: Book,
    game: Game,
    k: Playouts | str | None = None,
    rival: Playouts | str | None = None,
    first: str | None = None,
    second: str | None = None,
    exact: bool = False,
    at: Position | str | None = None,
) -> Duel | AgentDuel | None:
    """MC(k) against MC(rival), or one agent against another.

    Args:
        book: the book.
        game: the game.
        k: playouts per candidate.
        rival: playouts per candidate of the rival. Default: 2k.
        first, second: agents that move first and second, instead of k: mc:K, or one of AGENTS.
        exact: whether to give fractions.
        at: the position to start from. Default: the start of the game.

    Raises:
        InputError: neither k nor two agents are given, or both are.
    """
    if isinstance(at, str) or isinstance(k, str) or isinstance(rival, str):  # text was parsed before
        return None
    game, at = placed(game, at)
    if at is not None:
        return None
    if first is not None and second is not None:
        return _agent_duel(book, game, first, second)
    if exact or k is None or rival is None:
        return None
    key = game.key | {"k": stored(k), "rival": stored(rival)}
    rows = select(book, "first, second, mean, error, build", f"{game.name}_duels", key)
    return Duel(k, rival, *rows[0][:3], certainty="certified", error_bound=rows[0][3]) if rows else None


def _agent_duel(book: Book, game: Game, first: str, second: str) -> AgentDuel | None:
    if not isinstance(game, Subtraction) or not {first, second} <= {*AGENTS}:
        return None
    rows = select(book, "chance_num, chance_den, build", "agent_duels", game.key | {"first": first, "second": second})
    return agent_duel(first, second, _fraction(*rows[0])) if rows else None


def agent_duel(first: str, second: str, chance: Fraction) -> AgentDuel:
    """A duel of two agents in which the first to move wins with an exact chance."""
    return AgentDuel(first, second, chance, 1 - chance, float(chance))


def _fraction(numerator: str, denominator: str) -> Fraction:
    return Fraction(int(numerator), int(denominator))


@question(
    "{game.title}, the curve to k = {k_max}",
    lambda game, k_max, points: (
        f"tafelwerk build montecarlo {game} --k-max {k_max}" + (f" --points {points}" if points else "")
    ),
)
def curve(book: Book, game: Game, k_max: int, points: int | None = None) -> list[Duel] | None:
    """MC(k) against MC(2k) for every k up to `k_max`, or for `points` values of k, evenly spaced on a logarithmic scale."""
    ks = curve_points(k_max, points)
    by_k = {duel.k: duel for duel in _curve(book, game, ks[0], ks[-1])}
    return [by_k[k] for k in ks] if all(k in by_k for k in ks) else None


def _curve(book: Book, game: Game, least: int, largest: int) -> list[Duel]:
    along = "AND k BETWEEN ? AND ? AND rival = 2 * k ORDER BY k"
    columns = "k, rival, first, second, mean, error, build"
    rows = select(book, columns, f"{game.name}_duels", game.key, along, least, largest)
    return [Duel(*row[:5], certainty="certified", error_bound=row[5]) for row in rows]


@question(
    "{game.title}, duels without ties to k = {k_max}",
    lambda game, k_max, points: f"tafelwerk montecarlo ties {game} --k-max {k_max} --points {points} --compute",
    stored=False,
)
def ties(book: Book, game: Game, k_max: int, points: int = 4) -> list[Ties] | None:
    """The mean of MC(k) against MC(2k) with and without ties, for `points` values of k up to `k_max`."""
    return None


def passes_half(curve: Iterable[Duel], searched_to: int) -> FirstOverHalf | None:
    """The answer from a curve over k = 1, 2, ...; None if the curve ends or has a gap before it is decided."""
    undecided: list[int] = []
    worst = 0.0
    for expected, point in enumerate(curve, 1):
        mean, error = float(point.mean), point.error_bound or 0.0
        if point.k != expected:
            return None
        worst = max(worst, error)
        passed = mean - error > 0.5
        # an error bound of 0 means that every choice on the way was certain: then the mean is exactly one half
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
    """The smallest k up to `k_max` at which MC(k) wins more than half of its games against MC(2k); needs every smaller k."""
    return passes_half(_curve(book, game, 1, k_max), k_max)


def _line(command: str) -> Callable[..., str]:
    """The command line that puts an answer about a game's start into the book, or computes it for another position."""

    def line(game: Game, at: Position | None) -> str:
        game, at = placed(game, at)
        return f"tafelwerk montecarlo {command} {game}{at_words(at)} --compute" + (" --keep" if at is None else "")

    return line


@question(
    lambda game, at: f"{title_at(game, at)}, random play", _line("random"), resolve=resolve_position, stored=_is_stored
)
def random(book: Book, game: Game, at: Position | str | None = None) -> RandomPlay | None:
    """Random play from the game's start, or from position `at`."""
    if isinstance(at, str):  # text was parsed before
        return None
    game, at = placed(game, at)
    if isinstance(game, Esr):
        if at is not None:
            return None
        rows = select(book, "chance_num, chance_den, chance, error, build", "esr_starts", game.key)
        if not rows:
            return None
        *exact, chance, error = rows[0]
        win = None if None in exact else _fraction(*exact)
        return random_play(win, chance, error, {"0": win})
    move, key = place(game, at)
    same = " AND ".join(f"{name} = ?" for name in key)
    rows = select(
        book,
        "NULL AS move, chance_num, chance_den, chance, build",
        f"{game.name}_positions",
        key,
        f"UNION ALL SELECT {move}, chance_num, chance_den, chance, build FROM {FAMILY}.{game.name}_moves WHERE {same}"
        " ORDER BY move NULLS FIRST",
        *key.values(),
    )
    if not rows:
        return None
    (_, *exact, chance), *moves = rows
    by_move: dict[str, Fraction | None] = {str(move): _fraction(*after) for move, *after, _ in moves}
    return random_play(_fraction(*exact), chance, ROUNDED, by_move)


def random_play(win: Fraction | None, chance: float, error: float, by_move: dict[str, Fraction | None]) -> RandomPlay:
    """Random play: exact, or certified where there is no fraction."""
    if win is not None:
        return RandomPlay(win, chance, by_move)
    return RandomPlay(win, chance, by_move, certainty="certified", error_bound=error)


@question(
    lambda game, at: f"{title_at(game, at)}, perfect play",
    _line("perfect"),
    resolve=resolve_position,
    stored=_is_stored,
)
def perfect(book: Book, game: Game, at: Position | str | None = None) -> Perfect | None:
    """Perfect play from the game's start, or from position `at`."""
    if isinstance(at, str):  # text was parsed before
        return None
    game, at = placed(game, at)
    if isinstance(game, Esr):
        return None
    move, key = place(game, at)
    table, period = f"{game.name}_moves", "NULL, NULL"
    if isinstance(game, Subtraction):
        periods = f"(SELECT DISTINCT moves, overshoot, period, preperiod FROM {FAMILY}.subtraction_games)"
        table, period = f"{table} JOIN {periods} USING (moves, overshoot)", "period, preperiod"
    rows = select(book, f"{move}, wins, {period}, build", table, key, f"ORDER BY {move}")
    if not rows:
        return None
    winning = tuple(move for move, wins, *_ in rows if wins)
    return Perfect(bool(winning), winning, *rows[0][2:])


@question(
    "{game.title}, basins up to k = {k_max}", "tafelwerk montecarlo basins {game} --k-max {k_max} --compute --keep"
)
def basins(book: Book, game: Game, k_max: int) -> Basins | None:
    """Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k)."""
    rows = select(
        book, "k, k_low, k_high, mean, error, build", "basins", {"game": str(game), "k_max": k_max}, "ORDER BY k"
    )
    return all_basins([Basin(*row) for row in rows], k_max) if rows else None


def all_basins(found: list[Basin], k_max: int) -> Basins:
    """Basins up to `k_max`, with the largest error bound."""
    bound = max((basin.error_bound for basin in found), default=0.0)
    return Basins(found, k_max, certainty="certified", error_bound=bound)


@question("limits of S({rules.text})", "tafelwerk montecarlo limits {rules.options} --compute --keep")
def limits(book: Book, rules: SubtractionRules) -> Limits | None:
    """Limits of the winning chance in random play as the heap grows: one exact limit per residue class of heaps."""
    columns = "modulus, residue, chance_num, chance_den, build"
    rows = select(book, columns, "subtraction_limits", rules.key, "ORDER BY residue")
    return Limits(rows[0][0], {residue: _fraction(*limit) for _, residue, *limit in rows}) if rows else None


@question(
    "{games} games of {game.title}, {first} against {second}, seed {seed}",
    lambda game, first, second, games, seed: (
        f"tafelwerk montecarlo simulate {game} --first {first} --second {second} --games {games} --seed {seed} --compute"
        + (" --keep" if is_kept(game, first, second) else "")
    ),
    stored=lambda game, first, second, **_: is_kept(game, first, second),
)
def simulate(book: Book, game: Game, first: str, second: str, games: int, seed: int = 0) -> Simulation | None:
    """Simulated games of two agents: share won by the agent that moves first.

    Args:
        book: the book.
        game: the game.
        first, second: the agents that move first and second: mc:K, mc:inf, or one of AGENTS.
        games: number of games.
        seed: random seed; the same seed repeats the same games.
    """
    key = {"game": str(game), "first": first, "second": second, "games": games, "seed": seed}
    rows = select(book, "wins, build", "simulations", key)
    return simulation(first, second, rows[0][0], games, seed) if rows else None


def simulation(first: str, second: str, wins: int, games: int, seed: int) -> Simulation:
    """The answer for simulated games of which the first agent won `wins`."""
    share = wins / games
    said = sampled_share(share, games, standard_error(wins, games))
    return Simulation(first, second, share, (games - wins) / games, wins, seed, **said)
