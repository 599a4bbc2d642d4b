"""The rows that the tables of the Monte-Carlo family must have: every key that the builds and the rules ask for, and no other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from tafelwerk.families.montecarlo.rules import (
    AGENTS,
    BLUNDER_LIMIT,
    FAMILY,
    DoubleStep,
    Dsc,
    Dsr,
    Esr,
    Game,
    Subtraction,
    SubtractionRules,
    bias_key,
    curve_points,
    parse_game,
    parse_rules,
)
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.montecarlo.duel_claims import sample_keys
from tafelwerk.proofs.montecarlo.plain_games import Ending, Square, heap_options, lane_options, limit_modulus
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    import polars

Stored = Sequence[Mapping[str, Any]]
Keys = Iterator["polars.DataFrame"]


def claims(book: Book) -> Iterator[Claim]:
    """One claim per table, except basins and bad moves, whose numbers depend on their values."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    makers: dict[str, Callable[[Stored], Keys]] = {
        "esr_duels": partial(_duels, Esr),
        "dsc_duels": partial(_duels, Dsc),
        "dsr_duels": partial(_duels, Dsr),
        "subtraction_duels": partial(_duels, Subtraction),
        "esr_starts": _starts,
        "dsc_positions": partial(_lanes, Dsc, step=False),
        "dsc_moves": partial(_lanes, Dsc, step=True),
        "dsr_positions": partial(_lanes, Dsr, step=False),
        "dsr_moves": partial(_lanes, Dsr, step=True),
        "subtraction_positions": partial(_heaps, move=False),
        "subtraction_moves": partial(_heaps, move=True),
        "subtraction_games": _games,
        "subtraction_limits": _limits,
        "lasting_blunders": _lasting,
        "agent_duels": _agents,
        "asymmetry_scans": _scans,
        "simulations": _simulations,
    }
    for table in layout(FAMILY):
        if table.name in makers:
            keys = (*table.key, "modulus") if table.name == "subtraction_limits" else table.key
            yield complete(book, f"{FAMILY}.{table.name}", partial(_together, makers[table.name], stored, keys), keys)


def _together(make: Callable[[Stored], Keys], stored: Stored, keys: Sequence[str]) -> Mapping[str, Any]:
    import polars

    frames = [frame.select(keys) for frame in make(stored)]
    return polars.concat(frames, how="vertical_relaxed").to_dict() if frames else {key: [] for key in keys}


def _each(key: Mapping[str, Any], *columns: Mapping[str, Any]) -> "polars.DataFrame":
    """Every combination of rows of several columns, with a common key."""
    import polars

    frame = polars.DataFrame({name: [value] for name, value in key.items()})
    for choices in columns:
        frame = frame.join(polars.DataFrame({name: list(values) for name, values in choices.items()}), how="cross")
    return frame


def _duels(kind: type, stored: Stored) -> Keys:
    for build in stored:
        game = parse_game(build["game"]) if {"k", "k_max"} & set(build) and "game" in build else None
        if game is None or not isinstance(game, kind):
            continue
        is_duel = "k" in build
        ks = [build["k"]] if is_duel else curve_points(build["k_max"], build["points"])
        pairs = {"k": ks, "rival": [build["rival"]] if is_duel else [2 * k for k in ks]}
        if isinstance(game, Subtraction):
            yield _each(game.rules.key, {"heap": range(game.heap if is_duel else 1, game.heap + 1)}, pairs)
        else:
            yield _each(game.key, pairs)


def _positions(stored: Stored) -> list[Game]:
    """Games for which the builds ask for random and perfect play."""
    return [parse_game(words) for words in {build["game"] for build in stored if "game" in build and "k" not in build}]


def _starts(stored: Stored) -> Keys:
    return (_each(game.key) for game in _positions(stored) if isinstance(game, Esr))


def _lanes(kind: type[DoubleStep], stored: Stored, step: bool) -> Keys:
    """Positions of double-step races, optionally with their steps."""
    for game in _positions(stored):
        if isinstance(game, kind):
            squares = _squares(game.n, game.crash)
            steps = [(*square, taken) for square in squares for taken, _ in lane_options(game.n, game.crash, square)]
            yield _each(
                game.key, _columns(("own", "other", "step"), steps) if step else _columns(("own", "other"), squares)
            )


@cache
def _squares(n: int, crash: bool) -> tuple[Square, ...]:
    """Reachable undecided positions of a double-step race."""
    seen = {(0, 0)}
    todo = [(0, 0)]
    while todo:
        for _, after in lane_options(n, crash, todo.pop()):
            if not isinstance(after, Ending) and after not in seen:
                seen.add(after)
                todo.append(after)
    return tuple(seen)


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    return {name: [row[index] for row in rows] for index, name in enumerate(names)}


def _most_heaps(stored: Stored) -> dict[SubtractionRules, int]:
    largest: dict[SubtractionRules, int] = {}
    for game in _positions(stored):
        if isinstance(game, Subtraction):
            largest[game.rules] = max(game.heap, largest.get(game.rules, 0))
    return largest


def _heaps(stored: Stored, move: bool) -> Keys:
    """Heaps of subtraction games, optionally with their moves."""
    for rules, most in _most_heaps(stored).items():
        heaps = range(1, most + 1)
        pairs = [(heap, taken) for heap in heaps for taken, _ in heap_options(rules.moves, heap, rules.overshoot)]
        yield _each(rules.key, _columns(("heap", "move"), pairs) if move else {"heap": heaps})


def _games(stored: Stored) -> Keys:
    yield from (_each(rules.key | {"searched_to": BLUNDER_LIMIT}) for rules in _most_heaps(stored))
    for build in stored:
        for rules in map(parse_rules, build.get("games", ())):
            yield _each(rules.key | {"searched_to": build["limit"]})


def _limits(stored: Stored) -> Keys:
    for rules in (parse_rules(words) for build in stored for words in build.get("limits", ())):
        modulus = limit_modulus(rules.moves)
        yield _each(rules.key | {"modulus": modulus}, {"residue": range(modulus)})


def _lasting(stored: Stored) -> Keys:
    for build in stored:
        if "lasting" in build:
            every = (set(combinations(range(1, build["lasting"] + 1), size)) for size in range(2, build["lasting"] + 1))
            moves = [",".join(map(str, sorted(sizes))) for sizes in chain.from_iterable(every)]
            for overshoot in ("wins", "loses", "illegal"):
                yield _each({"overshoot": overshoot}, {"moves": moves})


def _agents(stored: Stored) -> Keys:
    for game in (parse_game(build["agents"]) for build in stored if "agents" in build):
        assert isinstance(game, Subtraction)
        heaps = {"heap": range(1, game.heap + 1)}
        yield _each(game.rules.key, {"first": AGENTS}, {"second": AGENTS}, heaps)


def _scans(stored: Stored) -> Keys:
    for build in stored:
        for bias in map(Fraction, build.get("epsilon", ())):
            key = bias_key(parse_rules(build["rules"]), build["kind"], bias)
            yield _each(key | {"heaps": build["heaps"]})


def _simulations(stored: Stored) -> Keys:
    import polars

    names = ("game", "first", "second", "games", "seed")
    keys = sample_keys(stored)
    if keys:
        yield polars.DataFrame(_columns(names, keys))
