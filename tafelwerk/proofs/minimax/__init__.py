"""Proofs of the minimax family.

claims           all claims about its tables
contents         what a build owes, from its parameters alone
position_proofs  positions by their successors, classes under symmetries; depth-limited values, nodes of minimax and alpha-beta
heap_proofs      Grundy values by all options of a heap, periods heap by heap, misere play over all sums of tokens
memory_proofs    Memory by the cards that may be turned
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import polars

from tafelwerk.families.minimax.rules.chance_games import MOST_PAIRS, MemoryPosition, Objective, Rule, check_game
from tafelwerk.families.minimax.rules.games import ENDLESS, TICTACTOE
from tafelwerk.families.minimax.rules.games import GAMES as LISTED
from tafelwerk.families.minimax.rules.heaps import (
    FAMILY,
    LARGEST_MISERE,
    LEAST_STORED,
    HeapGame,
    checked_heaps,
    checked_sets,
    heap_game,
    subtraction_games,
)
from tafelwerk.proofs.claims import Claim, Rows, divide_rows, key_proof, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.minimax import heap_proofs, memory_proofs, position_proofs
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Contents, text
from tafelwerk.tables.provenance import builds

NEAR_SPARSE = 2_000_000
"""Largest heap up to which a period through a finite sparse space is always proved."""

NEAR_HEAP = 100_000
"""Largest heap up to which all Grundy values are proved; a value takes one step per option of its heap."""

GAMES, POSITIONS, CLASSES = f"{FAMILY}.games", f"{FAMILY}.positions", f"{FAMILY}.classes"
LOOK_AHEAD, NODE_COUNTS = f"{FAMILY}.look_ahead", f"{FAMILY}.node_counts"
SPARSE = f"{FAMILY}.sparse_periods"
GRUNDY, PERIODS, MISERE, MEMORY = f"{FAMILY}.grundy", f"{FAMILY}.periods", f"{FAMILY}.misere", f"{FAMILY}.memory"
CHOICES = f"{FAMILY}.memory_choices"

Parameters = Sequence[Mapping[str, Any]]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about whole games, heap games and Memory."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    names = [build["game"] for build in stored if set(build) == {"game"}]
    yield from _position_claims(book, names)
    yield from _search_claims(book, names)
    yield from _heap_claims(book, stored)
    yield from _misere_claims(book, stored)
    yield from _memory_claims(book, stored)


def _position_claims(book: Book, names: Sequence[str]) -> Iterator[Claim]:
    yield complete(book, GAMES, lambda: ((name,) for name in names))
    proved = ("title", "positions", "classes", "start", "value", "distance", "greatest")
    yield key_proof(book, GAMES, "rules and positions", ("game",), proved, partial(_game, book), whole=True)
    yield complete(book, POSITIONS, lambda: _ranks(names))
    for (name,) in book.rows(FAMILY, f"SELECT game::VARCHAR FROM {POSITIONS} GROUP BY game ORDER BY game"):
        rows = Rows(book, POSITIONS, (), f"game = {text(name)}")
        columns, method = ("value", "distance", "moves"), f"successors, {name}"
        yield Claim(POSITIONS, method, columns, "recomputed", len(rows), partial(_positions, book, name), whole=True)
    duels = [name for name in names if not LISTED[name].is_puzzle]

    def images() -> dict[str, Any]:
        return {**_ranks(duels), "class": np.concatenate([np.zeros(0, np.int64), *map(position_proofs.classes, duels)])}

    yield complete(book, CLASSES, images, ("game", "rank", "class"), noun="rows")


def _ranks(names: Sequence[str]) -> dict[str, Any]:
    """Keys of the positions that must be stored."""
    ranks_of = [position_proofs.reachable(name) for name in names]
    numbers = np.repeat(np.arange(len(names)), [len(ranks) for ranks in ranks_of])
    return {
        "game": polars.Series(list(names), dtype=polars.String).gather(numbers),
        "rank": np.concatenate([np.zeros(0, np.int64), *ranks_of]),
    }


def _game(book: Book, name: str) -> tuple[Any, ...]:
    """The columns of a game: title and start by the rules, counts by the reachable positions, others by stored positions."""
    game = LISTED[name]
    first = f"SELECT value, distance FROM {POSITIONS} WHERE game = ? AND rank = ?"
    farthest = f"SELECT max(distance) FROM {POSITIONS} WHERE game = ? AND distance <> {ENDLESS}"
    start, (greatest,) = book.one(FAMILY, first, name, game.root), book.one(FAMILY, farthest, name) or (None,)
    counts = (len(position_proofs.reachable(name)), len(set(position_proofs.classes(name).tolist())))
    return (game.title, *counts, game.root, *(start or ()), greatest)


def _positions(book: Book, name: str, places: Sequence[int]) -> Iterator[str]:
    rows = book.arrays(FAMILY, f"SELECT rank, value, distance, moves FROM {POSITIONS} WHERE game = ?", name)
    return position_proofs.wrong_positions(
        name, rows["rank"].astype(np.int64), rows["value"], rows["distance"], rows["moves"]
    )


def _search_claims(book: Book, names: Sequence[str]) -> Iterator[Claim]:
    is_searched = TICTACTOE.name in names
    looked = ("game", "rank", "depth", "value", "every", "some")
    yield complete(book, LOOK_AHEAD, partial(_looked_ahead, is_searched), looked, noun="rows")
    searches = product(
        position_proofs.ALGORITHMS, [*position_proofs.FIRST_FIELDS, *position_proofs.BY_VALUE] if is_searched else []
    )

    def counts() -> Iterator[tuple[str, str, str, int]]:
        return ((TICTACTOE.name, *search, position_proofs.count_nodes(*search)) for search in searches)

    yield complete(book, NODE_COUNTS, counts, ("game", "algorithm", "move_order", "nodes"), noun="rows")


def _looked_ahead(is_searched: bool) -> dict[str, Any]:
    """Every position with every depth, and what a search of that depth finds there, on all boards at once."""
    ranks = position_proofs.reachable(TICTACTOE.name) if is_searched else np.zeros(0, np.int64)
    value, every, some = (by_depth[:, ranks].T.ravel() for by_depth in position_proofs.look_ahead())
    return {
        "game": polars.Series([TICTACTOE.name] * len(value), dtype=polars.String),
        "rank": np.repeat(ranks, position_proofs.DEPTHS),
        "depth": np.tile(np.arange(position_proofs.DEPTHS), len(ranks)),
        "value": value,
        "every": every,
        "some": some,
    }


def _heap_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    yield complete(book, GRUNDY, lambda: _heap_keys(book, stored))
    for least, most, more in ((0, NEAR_HEAP, {"whole": True}), (NEAR_HEAP + 1, None, {"seconds": 1e-4})):
        upto = "" if most is None else f" AND heap <= {most}"
        rows = Rows(book, GRUNDY, ("game", "heap"), f"heap >= {least}{upto}")
        method = "all options" + (f" beyond {NEAR_HEAP:,} tokens" if least else "")
        yield Claim(GRUNDY, method, ("value",), "recomputed", len(rows), partial(_values, book, rows), **more)
    yield complete(book, PERIODS, lambda: _period_keys(book, stored))
    proved = ("period", "last_exception", "checked_to", "proved")
    periods = Rows(book, PERIODS, ("game", *proved))
    yield proof(PERIODS, "heap by heap", proved, periods, partial(_periods, book), whole=True)
    yield complete(book, SPARSE, lambda: [(build["game"],) for build in stored if build.get("proof") == "sparse space"])
    columns = ("period", "last_exception", "checked_to", "reach", "mask", "alternating", "rare_heaps")
    near, far = divide_rows(book, SPARSE, ("game", *columns), f"checked_to <= {NEAR_SPARSE}")
    yield proof(SPARSE, "heap by heap", columns, near, _sparse, seconds=0.5)
    yield proof(SPARSE, f"heap by heap beyond {NEAR_SPARSE:,}", columns, far, _sparse, long=True, seconds=60.0)


def _heap_builds(stored: Parameters) -> Iterator[tuple[str, int | None]]:
    """Games whose values are built, each with the largest heap; None if the proof of the period determines it."""
    for build in stored:
        if "subtraction sets" in build:
            yield from ((game.name, None) for game in subtraction_games(build["subtraction sets"]))
        elif "heap" in build and "play" not in build:
            yield build["game"], build["heap"]


def _proofs(book: Book) -> dict[str, int]:
    """Largest heap that the proof of a period needs, by game."""
    sql = f"SELECT game, max(checked_to) FROM {PERIODS} WHERE proved GROUP BY game"
    return dict(book.rows(FAMILY, sql))


def _heap_keys(book: Book, stored: Parameters) -> dict[str, Any]:
    proofs = _proofs(book)
    most: dict[str, int] = {}
    for name, heap in _heap_builds(stored):
        # the periods have claims of their own
        last = max(LEAST_STORED, proofs.get(name, heap_game(name).searched_heaps)) if heap is None else heap
        most[name] = max(last, most.get(name, 0))
    lengths = [last + 1 for last in most.values()]
    names = polars.Series(list(most), dtype=polars.String)
    return {
        "game": names.gather(np.repeat(np.arange(len(most)), lengths)),
        "heap": np.concatenate([np.zeros(0, np.int64), *(np.arange(length) for length in lengths)]),
    }


def _period_keys(book: Book, stored: Parameters) -> Iterator[tuple[str, int]]:
    """Keys of table periods: a search ends at the proof, or at its limit."""
    proofs = _proofs(book)
    for name, heap in _heap_builds(stored):
        game = heap_game(name)
        if game.has_provable_period:
            limit = game.searched_heaps if heap is None else heap
            yield name, min(proofs.get(name, limit), limit)


def _known_values(book: Book, name: str) -> Any:
    """Values of a game for heaps 0, 1, ..., up to the first missing heap."""
    rows = book.arrays(FAMILY, f"SELECT heap, value FROM {GRUNDY} WHERE game = ? ORDER BY heap", name)
    heaps, values = rows["heap"], rows["value"]
    gaps = np.flatnonzero(heaps != np.arange(len(heaps)))
    return values[: gaps[0]] if len(gaps) else values


def _values(book: Book, rows: Rows, places: Sequence[int]) -> Iterator[str]:
    heaps_of: dict[str, list[int] | range] = {}
    if len(places) == len(rows):
        sql = f"SELECT game, min(heap), max(heap) FROM {GRUNDY} WHERE {rows.condition} GROUP BY game"
        heaps_of = {name: range(least, most + 1) for name, least, most in book.rows(FAMILY, sql)}
    else:
        sampled: dict[str, list[int]] = {}
        for name, heap in rows.at(places):
            sampled.setdefault(name, []).append(heap)
        heaps_of |= sampled
    for name, heaps in heaps_of.items():
        values = _known_values(book, name)
        if heaps[-1] >= len(values):
            yield f"{name}: heap {len(values)} is missing"
            heaps = [heap for heap in heaps[: len(values)] if heap < len(values)]
        yield from heap_proofs.wrong_values(heap_game(name), values, np.array(heaps, np.int64))


def _periods(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    known: dict[str, Any] = {}
    for name, period, last, checked_to, proved in rows:
        if name not in known:
            known = {name: _known_values(book, name)}
        game, values, row = heap_game(name), known[name], f"{name}, heaps to {checked_to}"
        if not game.has_provable_period:
            yield f"{row}: no period of this game can be proved by finitely many values"
        if checked_to >= len(values):
            yield f"{row}: values end at {len(values) - 1}"
        if proved and not heap_proofs.is_proved(game, values, period, last, checked_to):
            yield f"{row}: period {period} after {last} is not proved, or not the least"
        if not proved and (period, last) != (None, None):
            yield f"{row}: a period is given that is not proved"
        if not proved and (shortest := heap_proofs.shortest_period(game, values[: checked_to + 1])) is not None:
            yield f"{row}: no period is given, but {shortest} is one"


def _sparse(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    for name, period, last, checked_to, reach, mask, alternating, rare in rows:
        row = heap_proofs.SparseRow(period, last, checked_to, reach, mask, alternating, tuple(rare))
        if wrong := heap_proofs.fault(heap_game(name), row):
            yield f"{name}: {wrong}"


def _misere_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    limits = [(build["game"], build["heap"]) for build in stored if build.get("play") == "misere"]
    keys = [(name, heap) for name, most in limits for heap in range(1, most + 1)]
    yield complete(book, MISERE, lambda: keys)
    largest = dict(book.rows(FAMILY, f"SELECT game, max(heap) FROM {MISERE} GROUP BY game"))
    keys_of, proved, expected = ("game", "heap"), ("won", "moves"), partial(_misere, largest)
    yield key_proof(book, MISERE, "all sums of tokens", keys_of, proved, expected, whole=True)


def _misere(largest: Mapping[str, int], name: str, heap: int) -> tuple[Any, ...]:
    # a heap above the limit would take hours
    return heap_proofs.misere_row(name, heap, largest[name]) if largest[name] <= LARGEST_MISERE else ()


def _memory_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    memory_builds = [build for build in stored if build.get("game") == "memory"]
    keys = [
        (build["rule"], build["objective"], pairs, known, lead)
        for build in memory_builds
        for pairs in range(1, build["pairs"] + 1)
        for known in range(pairs + 1)
        for lead in (range(-pairs, pairs + 1) if build["objective"] == "win" else (0,))
    ]
    yield complete(book, MEMORY, lambda: keys)
    yield complete(book, CHOICES, lambda: ((*key, *choice) for key in keys for choice in _position(*key).choices()))
    names = ("pairs", "known", "lead")
    proved = ("value_num", "value_den", "value", "actions")
    for rule in Rule:
        for objective in Objective:
            condition = f"rule = '{rule}' AND objective = '{objective}'"
            most, *_ = book.one(FAMILY, f"SELECT max(pairs) FROM {MEMORY} WHERE {condition}") or (0,)
            expected = partial(_turns, rule, objective, most)
            method = f"card by card, {rule}, {objective}"
            yield key_proof(book, MEMORY, method, names, proved, expected, condition, whole=True)
            worth, choices = partial(_worth, rule, objective, most), (*names, "turned", "choice")
            yield key_proof(book, CHOICES, method, choices, proved[:3], worth, condition, whole=True)


def _position(rule: str, objective: str, pairs: int, known: int, lead: int) -> MemoryPosition:
    return MemoryPosition(pairs, known, rule, objective, lead)


def _worth(
    rule: Rule, objective: Objective, most: int, pairs: int, known: int, lead: int, turned: str, choice: str
) -> tuple[Any, ...]:
    if most > MOST_PAIRS[objective]:
        return ()
    value = (
        memory_proofs.card_by_card(most, rule, objective)
        .choices((0, known, pairs - known, False, lead), turned)
        .get(choice)
    )
    return () if value is None else (str(value.p), str(value.q), int(value.p) / int(value.q))


def _turns(rule: Rule, objective: Objective, most: int, pairs: int, known: int, lead: int) -> tuple[Any, ...]:
    if most > MOST_PAIRS[objective]:
        return ()
    game, state = memory_proofs.card_by_card(most, rule, objective), (0, known, pairs - known, False, lead)
    value = game.values[state]
    return str(value.p), str(value.q), int(value.p) / int(value.q), game.turns(state)


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    match dict(parameters):
        case {"game": "memory", "pairs": int(pairs), "rule": str(rule), "objective": str(objective), **none} if (
            not none
        ):
            check_game(pairs, rule, objective)
            name = f"memory --pairs {pairs}{'' if rule == 'pass' else f' --rule {rule}'}"
            name += "" if objective == "gain" else f" --objective {objective}"
            positions = f"rule = {text(rule)} AND objective = {text(objective)} AND pairs BETWEEN 1 AND {pairs}"
            rows = {"memory": positions, "memory_choices": positions}
        case {"game": str(game), "heap": int(heap), "play": "misere", **none} if not none:
            checked_heaps([heap], misere=True)
            name = f"{_game_contents(game)} --heap {heap} --misere"
            rows = {"misere": f"game = {text(game)} AND heap BETWEEN 1 AND {heap}"}
        case {"game": str(game), "proof": "sparse space", **none} if not none:
            if not _game_contents(game).is_octal:
                raise ValueError("sparse spaces are those of octal games")
            name, rows = f"{game} --sparse", {"sparse_periods": f"game = {text(game)}"}
        case {"game": str(game), "heap": None | int() as heap, **none} if not none:
            heap_rules = _game_contents(game)
            if heap is not None:
                checked_heaps([heap])
            elif not heap_rules.has_provable_period:
                raise ValueError("without a period the heaps have no end")
            name, rows = f"{game}{'' if heap is None else f' --heap {heap}'}", _heap_rows(heap_rules, heap)
        case {"subtraction sets": int(largest), **none} if not none:
            name, rows = f"subtraction --largest {checked_sets(largest)}", _set_rows(largest)
        case {"game": str(game), **none} if not none and game in LISTED:
            searches = ("look_ahead", "node_counts") if game == TICTACTOE.name else ()
            rows = dict.fromkeys(("games", "positions", "classes", *searches), f"game = {text(game)}")
            name = game if game == TICTACTOE.name else f"game {game}"
        case _:
            raise ValueError("no such build")
    return Contents(f"minimax {name}", "exact", "recomputed", rows)


def _game_contents(name: str) -> HeapGame:
    game = heap_game(name)
    if game.name != name:
        raise ValueError(f"{name} is called {game}")
    return game


def _heap_rows(game: HeapGame, heap: int | None) -> dict[str, str]:
    """Without a last heap, the values go as far as the proof of the period needs, or as it is looked for."""
    last = game.searched_heaps if heap is None else heap
    own = f"game = {text(game.name)}"
    upto = str(last)
    if heap is None:
        proof = f"SELECT max(checked_to) FROM minimax.periods WHERE {own} AND proved AND checked_to <= {last}"
        upto = f"greatest({LEAST_STORED}, coalesce(({proof}), {last}))"
    periods = f"{own} AND (checked_to = {last} OR proved AND checked_to <= {last})"
    return {"grundy": f"{own} AND heap <= {upto}", "periods": periods if game.has_provable_period else "false"}


def _set_rows(largest: int) -> dict[str, str]:
    sets = f"game IN ({', '.join(text(game.name) for game in subtraction_games(largest))})"
    proof = "SELECT max(checked_to) FROM minimax.periods found WHERE found.game = grundy.game AND proved"
    return {
        "grundy": f"{sets} AND (heap <= {LEAST_STORED} OR heap <= ({proof}))",
        "periods": f"{sets} AND proved",
    }
