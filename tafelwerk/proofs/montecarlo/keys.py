"""Which rows the tables of the Monte-Carlo family must have: every key that the builds and the rules ask for, and no other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.montecarlo.plain_games import Ending, Square, crash_options, heap_options
from tafelwerk.proofs.montecarlo.plain_play import limit_modulus
from tafelwerk.rules.montecarlo import (
    AGENTS,
    FAMILY,
    Dsc,
    Esr,
    Game,
    Subtraction,
    SubtractionRules,
    curve_points,
    parse_game,
    parse_rules,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.montecarlo import BLUNDER_LIMIT
from tafelwerk.tables.provenance import builds

Stored = Sequence[Mapping[str, Any]]
Rows = list[tuple[Any, ...]]


def claims(book: Book) -> Iterator[Claim]:
    """A claim per table, basins apart, whose number depends on what they are."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    makers: dict[str, tuple[tuple[str, ...], Callable[[Stored], Rows]]] = {
        "esr_duels": (("n", "m", "s", "k", "rival"), _esr_duels),
        "dsc_duels": (("n", "k", "rival"), _dsc_duels),
        "esr_starts": (("n", "m", "s"), _esr_starts),
        "dsc_positions": (("n", "own", "other"), _dsc_positions),
        "dsc_moves": (("n", "own", "other", "step"), _dsc_moves),
        "subtraction_positions": (("moves", "overshoot", "heap"), _heaps),
        "subtraction_moves": (("moves", "overshoot", "heap", "move"), _heap_moves),
        "subtraction_games": (("moves", "overshoot", "searched_to"), _games),
        "subtraction_limits": (("moves", "overshoot", "modulus", "residue"), _limits),
        "agent_duels": (("moves", "overshoot", "first", "second", "heap"), _agents),
        "asymmetry_scans": (
            ("moves", "overshoot", "kind", "epsilon", "epsilon_num", "epsilon_den", "heaps"),
            _scans,
        ),
    }
    for table, (keys, make) in makers.items():
        yield _complete(book, table, keys, make, stored)
    keys = ("moves", "overshoot", "heap", "k", "rival")
    yield complete(book, f"{FAMILY}.subtraction_duels", keys, lambda: _subtraction_duels(stored))


def _complete(book: Book, table: str, keys: tuple[str, ...], make: Callable[[Stored], Rows], stored: Stored) -> Claim:
    def expected() -> dict[str, Any]:
        import polars

        frame = polars.DataFrame(make(stored), schema=_schema(keys), orient="row")
        return {key: frame[key] for key in keys}

    return complete(book, f"{FAMILY}.{table}", keys, expected)


def _schema(keys: tuple[str, ...]) -> dict[str, Any]:
    import polars

    words = {"moves", "overshoot", "kind", "first", "second"}
    return {
        key: polars.String if key in words else polars.Float64 if key == "epsilon" else polars.Int64 for key in keys
    }


def duel_keys(stored: Stored) -> Iterator[tuple[Game, int, Sequence[tuple[int, int]]]]:
    """What the builds ask for: (game, least heap, playouts of the agent and its rival) per build with duels."""
    for build in stored:
        if "k" in build:
            game = parse_game(build["game"])
            yield game, game.heap if isinstance(game, Subtraction) else 0, [(build["k"], build["rival"])]
        elif "game" in build and "k_max" in build:
            yield parse_game(build["game"]), 1, [(k, 2 * k) for k in curve_points(build["k_max"], build["points"])]


def _esr_duels(stored: Stored) -> Rows:
    found = [(game, pairs) for game, _, pairs in duel_keys(stored) if isinstance(game, Esr)]
    return [(game.n, game.m, game.s, *pair) for game, pairs in found for pair in pairs]


def _dsc_duels(stored: Stored) -> Rows:
    found = [(game, pairs) for game, _, pairs in duel_keys(stored) if isinstance(game, Dsc)]
    return [(game.n, *pair) for game, pairs in found for pair in pairs]


def _subtraction_duels(stored: Stored) -> dict[str, Any]:
    import polars

    columns: dict[str, list[Any]] = {name: [] for name in ("moves", "overshoot", "heap", "k", "rival")}
    for game, lowest, pairs in duel_keys(stored):
        if not isinstance(game, Subtraction):
            continue
        heaps = np.arange(lowest, game.heap + 1)
        ks, rivals = np.array(pairs, np.int64).reshape(-1, 2).T
        rows = heaps.size * ks.size
        columns["moves"].append(polars.repeat(game.rules.text, rows, dtype=polars.String, eager=True))
        columns["overshoot"].append(polars.repeat(game.rules.overshoot, rows, dtype=polars.String, eager=True))
        columns["heap"].append(polars.Series(np.repeat(heaps, ks.size), dtype=polars.Int64))
        columns["k"].append(polars.Series(np.tile(ks, heaps.size), dtype=polars.Int64))
        columns["rival"].append(polars.Series(np.tile(rivals, heaps.size), dtype=polars.Int64))
    kinds: dict[str, Any] = {"moves": polars.String, "overshoot": polars.String}
    return {
        name: polars.concat(parts) if parts else polars.Series(dtype=kinds.get(name, polars.Int64))
        for name, parts in columns.items()
    }


def position_games(stored: Stored) -> set[Game]:
    """Games whose random and perfect play the builds ask for."""
    return {parse_game(build["game"]) for build in stored if "game" in build and "k" not in build}


def _esr_starts(stored: Stored) -> Rows:
    return [(game.n, game.m, game.s) for game in position_games(stored) if isinstance(game, Esr)]


def _dsc_positions(stored: Stored) -> Rows:
    return [(game.n, *at) for game in position_games(stored) if isinstance(game, Dsc) for at in _squares(game.n)]


def _dsc_moves(stored: Stored) -> Rows:
    return [(*row, step) for row in _dsc_positions(stored) for step, _ in crash_options(row[0], row[1:])]


@cache
def _squares(n: int) -> tuple[Square, ...]:
    """Undecided positions of DSC(n) that can be reached."""
    seen = {(0, 0)}
    todo = [(0, 0)]
    while todo:
        for _, after in crash_options(n, todo.pop()):
            if not isinstance(after, Ending) and after not in seen:
                seen.add(after)
                todo.append(after)
    return tuple(seen)


def _most_heaps(stored: Stored) -> dict[SubtractionRules, int]:
    found: dict[SubtractionRules, int] = {}
    for game in position_games(stored):
        if isinstance(game, Subtraction):
            found[game.rules] = max(game.heap, found.get(game.rules, 0))
    return found


def _heaps(stored: Stored) -> Rows:
    return [
        (rules.text, rules.overshoot, heap)
        for rules, most in _most_heaps(stored).items()
        for heap in range(1, most + 1)
    ]


def _heap_moves(stored: Stored) -> Rows:
    return [
        (rules.text, rules.overshoot, heap, move)
        for rules, most in _most_heaps(stored).items()
        for heap in range(1, most + 1)
        for move, _ in heap_options(rules.moves, heap, rules.overshoot)
    ]


def _games(stored: Stored) -> Rows:
    found = [(rules.text, rules.overshoot, BLUNDER_LIMIT) for rules in _most_heaps(stored)]
    for build in stored:
        if "games" in build:
            found += [(rules.text, rules.overshoot, build["limit"]) for rules in map(parse_rules, build["games"])]
    return found


def _limits(stored: Stored) -> Rows:
    found = [parse_rules(words) for build in stored for words in build.get("limits", ())]
    moduli = [(rules, limit_modulus(rules.moves)) for rules in found]
    return [(rules.text, rules.overshoot, modulus, residue) for rules, modulus in moduli for residue in range(modulus)]


def _agents(stored: Stored) -> Rows:
    games = [parse_game(build["agents"]) for build in stored if "agents" in build]
    return [
        (game.rules.text, game.rules.overshoot, *pair, heap)
        for game in games
        if isinstance(game, Subtraction)
        for pair in product(AGENTS, AGENTS)
        for heap in range(1, game.heap + 1)
    ]


def _scans(stored: Stored) -> Rows:
    found: Rows = []
    for build in stored:
        if "epsilon" in build:
            rules = parse_rules(build["rules"])
            for bias in map(Fraction, build["epsilon"]):
                key = (rules.text, rules.overshoot, build["kind"], float(bias), bias.numerator, bias.denominator)
                found.append((*key, build["heaps"]))
    return found
