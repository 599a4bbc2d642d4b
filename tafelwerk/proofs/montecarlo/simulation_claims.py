"""Claims about simulated games: wins agree with a binomial distribution of the exact chance, one by one and all together.

The exact chances come from the second programs that also prove duels.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import exp, inf, lgamma, log, sqrt
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules.games import (
    FAMILY,
    Esr,
    Game,
    Subtraction,
    parse_game,
    read_agent,
    sampled,
    stored,
)
from tafelwerk.families.montecarlo.rules.simulations import simulated_starts
from tafelwerk.proofs.claims import Claim, Faults, Rows, near_and_far
from tafelwerk.proofs.montecarlo.duels import duel
from tafelwerk.proofs.montecarlo.plain_play import agent_chances
from tafelwerk.proofs.statistics import SMALL, chi_squared_tail, normal_tail
from tafelwerk.tables.book import Book

TABLE = f"{FAMILY}.simulations"
COLUMNS = ("game", "first", "second", "games", "seed", "wins")

FEW = 10
"""Expected wins or losses below which a sample is left out of the sum of squares."""

NEAR_PLAYOUTS, NEAR_RACE = 1000, 12
"""Most playouts, and most steps and lanes of a single-step race, for which samples are always proved."""


def claims(book: Book) -> Iterator[Claim]:
    """The claims of this module."""
    rows = Rows(book, TABLE, COLUMNS)
    found = rows.at(range(len(rows)))
    near = [row for row in found if _is_near(row)]
    chosen = set(near)
    yield from near_and_far(
        TABLE,
        "wins by the exact chance",
        ("wins",),
        (near, [row for row in found if row not in chosen]),
        _wins,
        seconds=(0.002, 2.0),
        whole=True,
        within={"wins": "sampled, each and all together by the exact chance"},
    )


def sample_keys(stored_builds: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str, int, int]]:
    """Game, agents, games and seed of every sample that builds ask for."""
    found = []
    for build in stored_builds:
        if "simulated" in build:
            starts = simulated_starts(parse_game(build["simulated"]), build["lowest"])
            found += [
                (str(start), *pair.split(" "), build["samples"], build["seed"])
                for start, pair in product(starts, build["pairs"])
            ]
    return found


def _is_near(row: tuple[Any, ...]) -> bool:
    """Whether a sample is always proved; one of an impossible game is, so that it is reported."""
    try:
        game, playouts = parse_game(row[0]), [sampled(read_agent(name)) for name in row[1:3]]
    except InputError:
        return True
    if isinstance(game, Esr) and max(game.n, game.m) > NEAR_RACE:
        return False
    return all(count is None or count == inf or count <= NEAR_PLAYOUTS for count in playouts)


def _wins(rows: Sequence[tuple[Any, ...]], places: Sequence[int]) -> list[str]:
    """Each sample against its chance, and all together. Smaller samples begin larger ones, so the sum leaves them out."""
    faults = Faults()
    largest: dict[tuple[Any, ...], tuple[int, int, float]] = {}
    for name, first, second, games, seed, wins in (rows[place] for place in places):
        chance, radius = exact_chance(name, first, second)
        label = f"{name}, {first} against {second}, {games} games"
        likely = binomial_tails(wins, games, chance) >= SMALL
        faults.unless(likely and radius < 1e-6, label, f"{wins} wins, where the chance is {chance:.6f}")
        key = name, first, second, seed
        if games > largest.get(key, (0, 0, 0.0))[0]:
            largest[key] = games, wins, chance
    squares, freedom, excess, variance = 0.0, 0, 0.0, 0.0
    for games, wins, chance in largest.values():
        over, spread = wins - games * chance, games * chance * (1 - chance)
        excess, variance = excess + over, variance + spread
        if games * min(chance, 1 - chance) >= FEW:
            squares, freedom = squares + over * over / spread, freedom + 1
    if freedom:
        faults.unless(
            chi_squared_tail(squares, freedom) >= SMALL, "together", f"chi-squared {squares:.1f} of {freedom}"
        )
    if variance > FEW:
        faults.unless(normal_tail(excess / sqrt(variance)) >= SMALL, "together", f"{excess:+.0f} wins")
    return faults.texts


def binomial_tails(wins: int, games: int, chance: float) -> float:
    """Two-sided tail: twice the chance of at least as many wins, or of at most as many if that is smaller; at most 1."""
    if not 0 <= wins <= games:
        return 0.0
    if chance in (0.0, 1.0):
        return float(wins == games * chance)

    def mass(count: int) -> float:
        choose = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
        return exp(choose + count * log(chance) + (games - count) * log(1 - chance))

    up = wins >= games * chance
    total, count = 0.0, wins
    while 0 <= count <= games:
        term = mass(count)
        total += term
        if term < 1e-17 * total or total == 0.0:
            break
        count += 1 if up else -1
    return min(1.0, 2 * total)


@cache
def exact_chance(name: str, first: str, second: str) -> tuple[float, float]:
    """Chance that the agent that moves first wins, and its radius.

    Raises:
        InputError: there is no such game or agent.
    """
    game = parse_game(name)
    playouts = [sampled(read_agent(agent)) for agent in (first, second)]
    if None in playouts:
        return _unsampled(game, first, second), 1e-15
    k, rival = (stored(count or 0) for count in playouts)
    start = game.heap if isinstance(game, Subtraction) else None
    chance, _, radius = duel(game, k, rival)[start]
    return chance, radius


def _unsampled(game: Game, first: str, second: str) -> float:
    if not isinstance(game, Subtraction):
        raise InputError(f"no samples of {first} against {second} are stored for {game}")
    value = _chances(game.rules.moves, game.rules.overshoot, first, second, 64 * (game.heap // 64 + 1))[game.heap]
    return int(value.p) / int(value.q)


_chances = cache(agent_chances)
