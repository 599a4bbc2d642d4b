"""Proofs of the minimax family.

claims                        all claims about its tables
games.reachable, .classes     positions that play leads to, and what symmetries take to each other
games.wrong_positions         positions against those that they lead to
searches.look_ahead           looking ahead in tic-tac-toe, all boards at once
searches.searched_nodes       nodes of minimax and alpha-beta
heaps.wrong_values            Grundy values by all options of a heap
heaps.is_proved               a period heap by heap
misere.misere_row             misere play over all sums of tokens
memory.CardByCard             Memory by the cards that may be turned
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.minimax.heaps import is_proved, rules_of, shortest_period, wrong_values
from tafelwerk.proofs.minimax.memory import card_by_card
from tafelwerk.proofs.minimax.misere import misere_row
from tafelwerk.tables.book import Book
from tafelwerk.tables.minimax.heaps import LEAST_STORED, search_limit
from tafelwerk.tables.minimax.memory import MOST_PAIRS, OBJECTIVES, RULES
from tafelwerk.tables.minimax.positions import ENDLESS, NUMBERS
from tafelwerk.tables.minimax.rules import LARGEST_MISERE, subtraction_sets
from tafelwerk.tables.minimax.rules import rules_of as named_rules
from tafelwerk.tables.minimax.words import FAMILY
from tafelwerk.tables.provenance import builds

NEAR_HEAP = 100_000
"""Heaps up to which all Grundy values are proved; a value takes as many steps as its heap has options."""

GAMES, POSITIONS, CLASSES = f"{FAMILY}.games", f"{FAMILY}.positions", f"{FAMILY}.classes"
LOOK_AHEAD, NODE_COUNTS = f"{FAMILY}.look_ahead", f"{FAMILY}.node_counts"
GRUNDY, PERIODS, MISERE, MEMORY = f"{FAMILY}.grundy", f"{FAMILY}.periods", f"{FAMILY}.misere", f"{FAMILY}.memory"

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


def _whole(book: Book, table: str, method: str, columns: tuple[str, ...], prove: Callable[[], Sequence[str]]) -> Claim:
    """A claim about all rows of a table at once."""
    counted = book.one(FAMILY, f"SELECT count(*) FROM {table}")
    return Claim(table, method, columns, "recomputed", counted[0] if counted else 0, lambda _: prove(), whole=True)


def _position_claims(book: Book, names: Sequence[str]) -> Iterator[Claim]:
    proved: tuple[str, ...] = (
        "game",
        "name",
        "title",
        "positions",
        "classes",
        "start",
        "value",
        "distance",
        "greatest",
    )
    yield complete(book, GAMES, ("game",), lambda: {"game": [NUMBERS[name] for name in names]})
    yield _whole(book, GAMES, "rules and positions", proved, lambda: _games(book))
    yield complete(book, POSITIONS, ("game", "rank"), lambda: _ranks(names))
    numbers = {number: name for name, number in NUMBERS.items()}
    counted = book.rows(FAMILY, f"SELECT game, count(*) FROM {POSITIONS} GROUP BY game ORDER BY game")
    proved = ("value", "distance", "moves")
    for number, count in counted:
        name = numbers.get(number)
        # rows of other games are found to be without a build
        if name is not None:
            prove = partial(_positions, book, number, name)
            yield Claim(POSITIONS, f"successors, {name}", proved, "recomputed", count, prove, whole=True)
    yield complete(book, CLASSES, ("game", "rank"), lambda: _ranks(names, with_puzzles=False))
    yield _whole(book, CLASSES, "images", ("class",), lambda: _classes(book, names))


def _ranks(names: Sequence[str], with_puzzles: bool = True) -> dict[str, Any]:
    """The positions that must be there."""
    import numpy as np

    from tafelwerk.proofs.minimax.games import game_of, reachable

    found = [(NUMBERS[name], reachable(name)) for name in names if with_puzzles or not game_of(name).is_puzzle]
    return {
        "game": np.repeat(np.array([number for number, _ in found], np.int64), [len(ranks) for _, ranks in found]),
        "rank": np.concatenate([np.zeros(0, np.int64), *(ranks for _, ranks in found)]),
    }


def _games(book: Book) -> list[str]:
    """Names, titles and starts by the rules, counts by the positions that play leads to, the rest by the stored positions."""
    from tafelwerk.proofs.minimax.games import classes, game_of, reachable

    faults = Faults()
    rows = book.rows(
        FAMILY, f"SELECT game, name, title, positions, classes, start, value, distance, greatest FROM {GAMES}"
    )
    names = {number: name for name, number in NUMBERS.items()}
    for number, *stored in rows:
        name = names[number]
        game = game_of(name)
        counts = (len(reachable(name)), len(set(classes(name).tolist())))
        first = f"SELECT value, distance FROM {POSITIONS} WHERE game = ? AND rank = ?"
        start = book.one(FAMILY, first, number, game.start)
        farthest = f"SELECT max(distance) FROM {POSITIONS} WHERE game = ? AND distance <> {ENDLESS}"
        expected = (name, game.title, *counts, game.start, *(start or ()), *(book.one(FAMILY, farthest, number) or ()))
        faults.unless(tuple(stored) == expected, name, f"{tuple(stored)} should be {expected}")
    return faults.texts


def _positions(book: Book, number: int, name: str, places: Sequence[int]) -> Iterator[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.games import wrong_positions

    found = book.arrays(FAMILY, f"SELECT rank, value, distance, moves FROM {POSITIONS} WHERE game = ?", number)
    return wrong_positions(name, found["rank"].astype(np.int64), found["value"], found["distance"], found["moves"])


def _classes(book: Book, names: Sequence[str]) -> list[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.games import classes, reachable

    faults = Faults()
    for name in names:
        least = classes(name)
        if not len(least):
            continue
        found = book.arrays(FAMILY, f'SELECT rank, "class" FROM {CLASSES} WHERE game = ?', NUMBERS[name])
        ranks = reachable(name)
        places = np.searchsorted(ranks, found["rank"])
        known = places < len(ranks)
        wrong = known & (least[np.where(known, places, 0)] != found["class"])
        for place in np.flatnonzero(wrong).tolist():
            row = f"{name}, rank {found['rank'][place]}"
            faults.unless(False, row, f"class {found['class'][place]} should be {least[places[place]]}")
    return faults.texts


def _search_claims(book: Book, names: Sequence[str]) -> Iterator[Claim]:
    yield complete(book, LOOK_AHEAD, ("game", "rank", "depth"), lambda: _looked_ahead(names))
    yield _whole(book, LOOK_AHEAD, "all boards at once", ("value", "every", "some"), lambda: _look_ahead(book))
    yield complete(book, NODE_COUNTS, ("game", "algorithm", "move_order"), lambda: _searches(names))
    yield _whole(book, NODE_COUNTS, "recursion over boards", ("nodes",), lambda: _node_counts(book))


def _looked_ahead(names: Sequence[str]) -> dict[str, Any]:
    import numpy as np

    from tafelwerk.proofs.minimax.games import reachable
    from tafelwerk.proofs.minimax.searches import DEPTHS, NAME

    ranks = reachable(NAME) if NAME in names else np.zeros(0, np.int64)
    return {
        "game": np.full(DEPTHS * len(ranks), NUMBERS[NAME]),
        "rank": np.repeat(ranks, DEPTHS),
        "depth": np.tile(np.arange(DEPTHS), len(ranks)),
    }


def _searches(names: Sequence[str]) -> dict[str, Any]:
    from tafelwerk.proofs.minimax.searches import ALGORITHMS, BY_VALUE, FIRST_FIELDS, NAME

    orders = [*FIRST_FIELDS, *BY_VALUE] if NAME in names else []
    keys = [(NUMBERS[NAME], algorithm, order) for algorithm in ALGORITHMS for order in orders]
    columns = ("game", "algorithm", "move_order")
    return {name: [key[place] for key in keys] for place, name in enumerate(columns)}


def _look_ahead(book: Book) -> list[str]:
    import numpy as np

    from tafelwerk.proofs.minimax.searches import look_ahead

    faults = Faults()
    stored = book.arrays(FAMILY, f'SELECT rank, depth, value, every, "some" FROM {LOOK_AHEAD}')
    at = (stored["depth"], stored["rank"])
    wrong = np.zeros(len(stored["rank"]), np.bool_)
    for name, expected in zip(("value", "every", "some"), look_ahead(), strict=True):
        wrong |= stored[name] != expected[at]
    for place in np.flatnonzero(wrong).tolist():
        row = f"rank {at[1][place]}, depth {at[0][place]}"
        faults.unless(False, row, "another value or quality by looking ahead from all boards")
    return faults.texts


def _node_counts(book: Book) -> list[str]:
    from tafelwerk.proofs.minimax.searches import searched_nodes

    faults = Faults()
    for algorithm, order, nodes in book.rows(FAMILY, f"SELECT algorithm, move_order, nodes FROM {NODE_COUNTS}"):
        found = searched_nodes(algorithm, order)
        faults.unless(nodes == found, f"{algorithm}, {order}", f"{nodes} nodes should be {found}")
    return faults.texts


def _heap_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    yield complete(book, GRUNDY, ("game", "heap"), lambda: _heap_keys(book, stored))
    for least, most, more in ((0, NEAR_HEAP, {"whole": True}), (NEAR_HEAP + 1, None, {"seconds": 1e-4})):
        upto = "" if most is None else f" AND heap <= {most}"
        rows = Rows(book, GRUNDY, ("game", "heap"), f"heap >= {least}{upto}")
        method = "all options" + (f" beyond {NEAR_HEAP:,} tokens" if least else "")
        yield Claim(GRUNDY, method, ("value",), "recomputed", len(rows), partial(_values, book, rows), **more)
    yield complete(book, PERIODS, ("game", "checked_to"), lambda: _period_keys(book, stored))
    proved = ("period", "last_exception", "checked_to", "proved")
    yield _whole(book, PERIODS, "heap by heap", proved, lambda: _periods(book))


def _heap_builds(stored: Parameters) -> Iterator[tuple[str, int | None]]:
    """Games whose values builds ask for, and the largest heap, None where a proof of the period says it."""
    for build in stored:
        if "subtraction sets" in build:
            yield from ((rules.name, None) for rules in subtraction_sets(build["subtraction sets"]))
        elif "heap" in build and "play" not in build:
            yield build["game"], build["heap"]


def _proofs(book: Book) -> dict[str, int]:
    """Heaps that the proofs of periods need, by game."""
    sql = f"SELECT game, max(checked_to) FROM {PERIODS} WHERE proved GROUP BY game"
    return dict(book.rows(FAMILY, sql))


def _heap_keys(book: Book, stored: Parameters) -> dict[str, Any]:
    import numpy as np
    import polars

    proofs = _proofs(book)
    most: dict[str, int] = {}
    for name, heap in _heap_builds(stored):
        # what is said of periods is proved by itself
        last = max(LEAST_STORED, proofs.get(name, search_limit(named_rules(name)))) if heap is None else heap
        most[name] = max(last, most.get(name, 0))
    lengths = [last + 1 for last in most.values()]
    names = polars.Series(list(most), dtype=polars.String)
    return {
        "game": names.gather(np.repeat(np.arange(len(most)), lengths)),
        "heap": np.concatenate([np.zeros(0, np.int64), *(np.arange(length) for length in lengths)]),
    }


def _period_keys(book: Book, stored: Parameters) -> dict[str, Any]:
    """A search ends at the proof, or where it was told to end."""
    proofs = _proofs(book)
    keys = []
    for name, heap in _heap_builds(stored):
        rules = named_rules(name)
        if rules.has_provable_period:
            limit = search_limit(rules) if heap is None else heap
            proof = proofs.get(name, limit)
            keys.append((name, min(proof, limit)))
    return {"game": [name for name, _ in keys], "checked_to": [checked_to for _, checked_to in keys]}


def _known_values(book: Book, name: str) -> Any:
    """All values of a game, the first of heap 0; as far as heaps are there."""
    import numpy as np

    found = book.arrays(FAMILY, f"SELECT heap, value FROM {GRUNDY} WHERE game = ? ORDER BY heap", name)
    heaps, values = found["heap"], found["value"]
    whole = np.flatnonzero(heaps != np.arange(len(heaps)))
    return values[: whole[0]] if len(whole) else values


def _values(book: Book, rows: Rows, places: Sequence[int]) -> Iterator[str]:
    import numpy as np

    asked: dict[str, list[int]] = {}
    if len(places) == len(rows):
        sql = f"SELECT game, min(heap), max(heap) FROM {GRUNDY} WHERE {rows.condition} GROUP BY game"
        heaps = {name: (least, most) for name, least, most in book.rows(FAMILY, sql)}
        for name, (least, most) in heaps.items():
            values = _known_values(book, name)
            if most >= len(values):
                yield f"{name}: heap {len(values)} is missing"
            yield from wrong_values(name, values, np.arange(least, min(most + 1, len(values))))
    else:
        for name, heap in rows.at(places):
            asked.setdefault(name, []).append(heap)
        for name, some in asked.items():
            values = _known_values(book, name)
            within = [heap for heap in some if heap < len(values)]
            if len(within) < len(some):
                yield f"{name}: heap {len(values)} is missing"
            yield from wrong_values(name, values, np.array(within, np.int64))


def _periods(book: Book) -> list[str]:
    faults = Faults()
    rows = book.rows(
        FAMILY, f"SELECT game, checked_to, period, last_exception, proved FROM {PERIODS} ORDER BY game, checked_to"
    )
    for name, group in groupby(rows, key=lambda row: row[0]):
        rules, values = rules_of(name), _known_values(book, name)
        for _, checked_to, period, last, proved in group:
            row = f"{name}, heaps to {checked_to}"
            faults.unless(rules.equal_parts or not rules.breaks, row, "no proof of a period holds for it")
            faults.unless(checked_to < len(values), row, f"values end at {len(values) - 1}")
            if proved:
                holds = period is not None and last is not None and is_proved(rules, values, period, last, checked_to)
                faults.unless(holds, row, f"period {period} after {last} is not proved, or not the least")
            else:
                faults.unless(
                    period is None and last is None, row, f"a period {period} after {last} that is not proved"
                )
                shortest = shortest_period(rules, values[: checked_to + 1])
                faults.unless(shortest is None, row, f"the period {shortest} is not found")
    return faults.texts


def _misere_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    asked = [(build["game"], build["heap"]) for build in stored if build.get("play") == "misere"]
    keys = [(name, heap) for name, most in asked for heap in range(1, most + 1)]
    expected = {"game": [name for name, _ in keys], "heap": [heap for _, heap in keys]}
    yield complete(book, MISERE, ("game", "heap"), lambda: expected)
    yield _whole(book, MISERE, "all sums of tokens", ("won", "moves"), lambda: _misere(book))


def _misere(book: Book) -> list[str]:
    faults = Faults()
    rows = book.rows(
        FAMILY, f"SELECT game, heap, max(heap) OVER (PARTITION BY game), won, moves FROM {MISERE} ORDER BY game, heap"
    )
    for name, heap, largest, won, moves in rows:
        if largest > LARGEST_MISERE:
            faults.unless(False, f"{name}, heap {largest}", "larger than any that is stored")
            continue
        expected = misere_row(name, heap, largest)
        faults.unless((won, moves) == expected, f"{name}, heap {heap}", f"{(won, moves)} should be {expected}")
    return faults.texts


def _memory_claims(book: Book, stored: Parameters) -> Iterator[Claim]:
    asked = [build for build in stored if build.get("game") == "memory"]
    keys = [
        (build["rule"], build["objective"], pairs, known, lead)
        for build in asked
        for pairs in range(1, build["pairs"] + 1)
        for known in range(pairs + 1)
        for lead in (range(-pairs, pairs + 1) if build["objective"] == "win" else (0,))
    ]
    names = ("rule", "objective", "pairs", "known", "lead")
    expected = {name: [key[place] for key in keys] for place, name in enumerate(names)}
    yield complete(book, MEMORY, names, lambda: expected)
    columns = ("pairs", "known", "lead", "value_num", "value_den", "value", "actions")
    proved = ("value_num", "value_den", "value", "actions")
    for rule in RULES:
        for objective in OBJECTIVES:
            rows = Rows(book, MEMORY, columns, f"rule = '{rule}' AND objective = '{objective}'")
            prove = partial(_turns, rule, objective, rows)
            method = f"card by card, {rule}, {objective}"
            yield Claim(MEMORY, method, proved, "recomputed", len(rows), prove, whole=True)


def _turns(rule: str, objective: str, rows: Rows, places: Sequence[int]) -> list[str]:
    faults = Faults()
    stored = rows.at(places)
    if max(row[0] for row in stored) > MOST_PAIRS[objective]:
        return [f"{rule}, {objective}: more pairs than any that are stored"]
    game = card_by_card(max(row[0] for row in stored), rule, objective)
    for pairs, known, lead, above, below, double, actions in stored:
        row = f"{rule}, {objective}, {pairs} pairs, {known} known, lead {lead}"
        state = (0, known, pairs - known, False, lead)
        value = game.values[state]
        faults.unless((above, below) == (str(value.p), str(value.q)), row, f"value {above}/{below} should be {value}")
        faults.unless(double == int(value.p) / int(value.q), row, f"{double} is not the nearest double of {value}")
        turns = sorted(game.turns(state))
        faults.unless(sorted(actions.split("; ")) == turns, row, f"turns {actions!r} should be {'; '.join(turns)!r}")
    return faults.texts
