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
from tafelwerk.families.minimax.rules.memory import MOST_PAIRS, MemoryPosition, Objective, Rule, check_game
from tafelwerk.proofs.claims import Claim, Rows, divide_rows, key_proof, proof, table_proof
from tafelwerk.proofs.frame import complete
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
    yield complete(book, CLASSES, lambda: _ranks(duels))
    images: dict[str, dict[int, int]] = {}
    yield key_proof(book, CLASSES, "images", ("game", "rank"), ("class",), partial(_class, images), whole=True)


def _ranks(names: Sequence[str]) -> dict[str, Any]:
    """Keys of the positions that must be stored."""
    import numpy as np
    import polars

    from tafelwerk.proofs.minimax.position_proofs import reachable

    ranks_of = [reachable(name) for name in names]
    numbers = np.repeat(np.arange(len(names)), [len(ranks) for ranks in ranks_of])
    return {
        "game": polars.Series(list(names), dtype=polars.String).gather(numbers),
        "rank": np.concatenate([np.zeros(0, np.int64), *ranks_of]),
    }


def _game(book: Book, name: str) -> tuple[Any, ...]:
    """The columns of a game: title and start by the rules, counts by the reachable positions, others by stored positions."""
    from tafelwerk.proofs.minimax.position_proofs import classes, reachable

    game = LISTED[name]
    first = f"SELECT value, distance FROM {POSITIONS} WHERE game = ? AND rank = ?"
    farthest = f"SELECT max(distance) FROM {POSITIONS} WHERE game = ? AND distance <> {ENDLESS}"
    start, (greatest,) = book.one(FAMILY, first, name, game.root), book.one(FAMILY, farthest, name) or (None,)
    counts = (len(reachable(name)), len(set(classes(name).tolist())))
    return (game.title, *counts, game.root, *(start or ()), greatest)


def _positions(book: Book, name: str, places: Sequence[int]) -> Iterator[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.position_proofs import wrong_positions

    rows = book.arrays(FAMILY, f"SELECT rank, value, distance, moves FROM {POSITIONS} WHERE game = ?", name)
    return wrong_positions(name, rows["rank"].astype(np.int64), rows["value"], rows["distance"], rows["moves"])


def _class(images: dict[str, dict[int, int]], name: str, rank: int) -> tuple[int | None]:
    from tafelwerk.proofs.minimax.position_proofs import classes, reachable

    if name not in images:
        images[name] = dict(zip(reachable(name).tolist(), classes(name).tolist(), strict=False))
    return (images[name].get(rank),)


def _search_claims(book: Book, names: Sequence[str]) -> Iterator[Claim]:
    from tafelwerk.proofs.minimax.position_proofs import ALGORITHMS, BY_VALUE, FIRST_FIELDS, TICTACTOE, count_nodes

    yield complete(book, LOOK_AHEAD, lambda: _looked_ahead(names))
    proved = ("value", "every", "some")
    yield table_proof(book, LOOK_AHEAD, "all boards at once", proved, partial(_look_ahead, book, proved))
    orders = [*FIRST_FIELDS, *BY_VALUE] if TICTACTOE in names else []
    yield complete(book, NODE_COUNTS, lambda: product([TICTACTOE], ALGORITHMS, orders))
    keys = ("algorithm", "move_order")
    yield key_proof(
        book, NODE_COUNTS, "recursion over boards", keys, ("nodes",), lambda *key: (count_nodes(*key),), whole=True
    )


def _looked_ahead(names: Sequence[str]) -> dict[str, Any]:
    import numpy as np

    from tafelwerk.proofs.minimax.position_proofs import DEPTHS, TICTACTOE, reachable

    ranks = reachable(TICTACTOE) if TICTACTOE in names else np.zeros(0, np.int64)
    return {
        "game": [TICTACTOE] * (DEPTHS * len(ranks)),
        "rank": np.repeat(ranks, DEPTHS),
        "depth": np.tile(np.arange(DEPTHS), len(ranks)),
    }


def _look_ahead(book: Book, columns: tuple[str, ...]) -> Iterator[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.position_proofs import look_ahead

    stored = book.arrays(FAMILY, f'SELECT rank, depth, value, every, "some" FROM {LOOK_AHEAD}')
    at = (stored["depth"], stored["rank"])
    wrong = np.zeros(len(stored["rank"]), np.bool_)
    for name, expected in zip(columns, look_ahead(), strict=True):
        wrong |= stored[name] != expected[at]
    for index in np.flatnonzero(wrong).tolist():
        yield f"rank {at[1][index]}, depth {at[0][index]}: value or accuracy differs from that by looking ahead on all boards"


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
    import numpy as np
    import polars

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
    import numpy as np

    rows = book.arrays(FAMILY, f"SELECT heap, value FROM {GRUNDY} WHERE game = ? ORDER BY heap", name)
    heaps, values = rows["heap"], rows["value"]
    gaps = np.flatnonzero(heaps != np.arange(len(heaps)))
    return values[: gaps[0]] if len(gaps) else values


def _values(book: Book, rows: Rows, places: Sequence[int]) -> Iterator[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.heap_proofs import wrong_values

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
        yield from wrong_values(heap_game(name), values, np.array(heaps, np.int64))


def _periods(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    from tafelwerk.proofs.minimax.heap_proofs import is_proved, shortest_period

    known: dict[str, Any] = {}
    for name, period, last, checked_to, proved in rows:
        if name not in known:
            known = {name: _known_values(book, name)}
        game, values, row = heap_game(name), known[name], f"{name}, heaps to {checked_to}"
        if not game.has_provable_period:
            yield f"{row}: no period of this game can be proved by finitely many values"
        if checked_to >= len(values):
            yield f"{row}: values end at {len(values) - 1}"
        if proved and not is_proved(game, values, period, last, checked_to):
            yield f"{row}: period {period} after {last} is not proved, or not the least"
        if not proved and (period, last) != (None, None):
            yield f"{row}: a period is given that is not proved"
        if not proved and (shortest := shortest_period(game, values[: checked_to + 1])) is not None:
            yield f"{row}: no period is given, but {shortest} is one"


def _sparse(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    from tafelwerk.proofs.minimax.heap_proofs import SparseRow, fault

    for name, period, last, checked_to, reach, mask, alternating, rare in rows:
        row = SparseRow(period, last, checked_to, reach, mask, alternating, tuple(rare))
        if wrong := fault(heap_game(name), row):
            yield f"{name}: {wrong}"


def _misere_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    limits = [(build["game"], build["heap"]) for build in stored if build.get("play") == "misere"]
    keys = [(name, heap) for name, most in limits for heap in range(1, most + 1)]
    yield complete(book, MISERE, lambda: keys)
    largest = dict(book.rows(FAMILY, f"SELECT game, max(heap) FROM {MISERE} GROUP BY game"))
    keys_of, proved, expected = ("game", "heap"), ("won", "moves"), partial(_misere, largest)
    yield key_proof(book, MISERE, "all sums of tokens", keys_of, proved, expected, whole=True)


def _misere(largest: Mapping[str, int], name: str, heap: int) -> tuple[Any, ...]:
    from tafelwerk.proofs.minimax.heap_proofs import misere_row

    # a heap above the limit would take hours
    return misere_row(name, heap, largest[name]) if largest[name] <= LARGEST_MISERE else ()


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
    from tafelwerk.proofs.minimax.memory_proofs import card_by_card

    if most > MOST_PAIRS[objective]:
        return ()
    value = card_by_card(most, rule, objective).choices((0, known, pairs - known, False, lead), turned).get(choice)
    return () if value is None else (str(value.p), str(value.q), int(value.p) / int(value.q))


def _turns(rule: Rule, objective: Objective, most: int, pairs: int, known: int, lead: int) -> tuple[Any, ...]:
    from tafelwerk.proofs.minimax.memory_proofs import card_by_card

    if most > MOST_PAIRS[objective]:
        return ()
    game, state = card_by_card(most, rule, objective), (0, known, pairs - known, False, lead)
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
