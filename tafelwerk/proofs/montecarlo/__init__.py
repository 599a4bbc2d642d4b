"""Proofs of the Monte-Carlo family.

claims           all claims about its tables
contents         what a build owes, from its parameters alone
key_claims       the rows that the builds ask for
table_claims     positions, moves, starts, limits and agents, in fractions; periods, blunders and biased playouts
lasting_claims   errors of MC(inf) at arbitrarily large heaps
duel_claims      duels, basins along curves of duels, simulated games against exact chances
duels            one duel from all starts of a game, in doubles with a proven radius: duel; the mean value of MC(k)'s choice,
                 candidates one by one, two candidates by a contour
plain_games      a second implementation of the games' rules; win and loss, blunders, limits, races and simple agents by
                 other recursions
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.families.montecarlo.rules import (
    AGENTS,
    BLUNDER_LIMIT,
    FAMILY,
    KINDS,
    DoubleStep,
    Dsc,
    Dsr,
    Esr,
    Game,
    Subtraction,
    SubtractionRules,
    bias_key,
    curve_points,
    lasting_rules,
    parse_game,
    parse_rules,
    read_agent,
    simulated_starts,
)
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.montecarlo import duel_claims, lasting_claims, table_claims
from tafelwerk.proofs.montecarlo.duel_claims import sample_keys
from tafelwerk.proofs.montecarlo.plain_games import Ending, Square, heap_options, lane_options, limit_modulus
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout
from tafelwerk.tables.metadata import Certainty, Contents, text
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    import polars


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about duels, basins, positions, games, agents, biased playouts and simulated games."""
    yield from key_claims(book)
    yield from table_claims.table_claims(book)
    yield from table_claims.heap_claims(book)
    yield from lasting_claims.lasting_claims(book)
    yield from duel_claims.duel_claims(book)
    yield from duel_claims.basin_claims(book)
    yield from duel_claims.simulation_claims(book)


G = TypeVar("G", Game, SubtractionRules)


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Name, evidence and rows of the build with these parameters."""
    certainty: Certainty = "exact"
    match dict(parameters):
        case {"game": str(words), "k": int(k), "rival": int(rival), **none} if not none:
            game = _parse_canonical(parse_game, words)
            first, second = (str(playouts or "inf") for playouts in (k, rival))
            name, certainty = f"duel {game} --k {first} --rival {second}", "certified"
            lowest = game.heap if isinstance(game, Subtraction) else 0
            rows = {f"{game.name}_duels": f"{_starts(game, lowest)} AND {_same({'k': k, 'rival': rival})}"}
        case {"game": str(words), "k_max": int(most), "points": None | int() as points, **none} if not none:
            game = _parse_canonical(parse_game, words)
            name, certainty = f"{game} --k-max {most}", "certified"
            ks = f"k BETWEEN 1 AND {most}"
            if points is not None:
                name += f" --points {points}"
                ks = f"k IN ({_numbers(curve_points(most, points))})"
            rows = {f"{game.name}_duels": f"{_starts(game, 1)} AND {ks} AND rival = 2 * k", **_positions(game)}
        case {"game": str(words), **none} if not none:
            game = _parse_canonical(parse_game, words)
            name, rows = f"positions {game}", _positions(game)
        case {"games": [*words], "limit": int(limit), **none} if not none:
            games = [_parse_canonical(parse_rules, rules_text) for rules_text in words]
            name = f"blunder {games[0].options}" if len(games) == 1 else "games"
            if len(games) == 1 or limit != BLUNDER_LIMIT:
                name += f" --limit {limit}"
            rows = {"subtraction_games": f"({_any(games)}) AND searched_to = {int(limit)}"}
        case {"limits": [*words], **none} if not none:
            games = [_parse_canonical(parse_rules, rules_text) for rules_text in words]
            name = f"limits {'; '.join(game.text for game in games)}"
            rows = {"subtraction_limits": _any(games)}
        case {"lasting": int(largest), **none} if not none:
            name, certainty = f"lasting --largest {largest}", "certified"
            rows = {"lasting_blunders": _any(lasting_rules(largest))}
        case {"rules": str(words), "kind": str(kind), "epsilon": [*biases], "heaps": int(heaps), **none} if not none:
            rules = _parse_canonical(parse_rules, words)
            if kind not in KINDS:
                raise ValueError("no such bias")
            name = f"asymmetry {heaps} {rules.options} --kind {kind}"
            scan = f"{_same(rules.key | {'kind': kind})} AND ({_biases(biases)})"
            rows = {
                "asymmetry_scans": f"{scan} AND heaps = {heaps}",
                "asymmetry_bad_moves": f"{scan} AND heap <= {heaps}",
            }
        case {"basins": str(words), "k_max": int(most), **none} if not none:
            game = _parse_canonical(parse_game, words)
            name, certainty = f"basins {game} --k-max {most}", "certified"
            rows = {"basins": _same({"game": str(game), "k_max": most})}
        case {"agents": str(words), **none} if not none:
            game = _parse_canonical(parse_game, words)
            if not isinstance(game, Subtraction):
                raise ValueError("agents play subtraction games")  # noqa: TRY004  # a fault of the parameters
            name, rows = f"agents {game}", {"agent_duels": _starts(game, 1)}
        case {
            "simulated": str(words),
            "lowest": int(lowest),
            "pairs": [*pairs],
            "samples": int(games),
            "seed": int(seed),
            **none,
        } if not none:
            game = _parse_canonical(parse_game, words)
            agents = [_pair(pair) for pair in pairs]
            name, certainty = f"simulate {game}", "sampled"
            if len(agents) == 1:
                name += f" --first {agents[0][0]} --second {agents[0][1]}"
            name += f" --games {games} --seed {seed}"
            agent_pairs = ", ".join(f"({text(first)}, {text(second)})" for first, second in agents)
            starts = ", ".join(text(str(start)) for start in simulated_starts(game, lowest))
            sample = _same({"games": games, "seed": seed})
            rows = {"simulations": f"game IN ({starts}) AND (first, second) IN ({agent_pairs}) AND {sample}"}
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}", certainty, "recomputed", rows)


def _pair(words: str) -> tuple[str, str]:
    """Two agents from a text that has their names in canonical form."""
    first, second = words.split(" ")
    if (read_agent(first), read_agent(second)) != (first, second):
        raise ValueError(f"{words!r} are not two agents")
    return first, second


def _parse_canonical(parse: Callable[[str], G], words: str) -> G:
    """A game or its rules from a text in the form that `str` writes.

    Raises:
        ValueError: the text has another form.
    """
    game = parse(words)
    if str(game) != words:
        raise ValueError(f"{words!r} should be {game}")
    return game


def _starts(game: Game, lowest: int) -> str:
    """Condition on the rows of the game; for a subtraction game, of every heap from `lowest` on."""
    if isinstance(game, Subtraction):
        return f"{_same(game.rules.key)} AND heap BETWEEN {lowest} AND {game.heap}"
    return _same(game.key)


def _positions(game: Game) -> dict[str, str]:
    """Tables and conditions of one game's perfect and random play."""
    match game:
        case Esr():
            return {"esr_starts": _same(game.key)}
        case DoubleStep():
            return dict.fromkeys((f"{game.name}_positions", f"{game.name}_moves"), _same(game.key))
        case Subtraction(rules, _):
            tables = dict.fromkeys(("subtraction_positions", "subtraction_moves"), _starts(game, 1))
            return tables | {"subtraction_games": f"{_same(rules.key)} AND searched_to = {BLUNDER_LIMIT}"}


def _same(key: Mapping[str, int | str]) -> str:
    """Condition on the rows with a key."""
    return " AND ".join(f"{name} = {text(value) if isinstance(value, str) else value}" for name, value in key.items())


def _any(games: Iterable[SubtractionRules]) -> str:
    return " OR ".join(f"({_same(rules.key)})" for rules in games) or "false"


def _biases(biases: Iterable[str]) -> str:
    fractions = [Fraction(bias) for bias in biases]
    pairs = ", ".join(f"({bias.numerator}, {bias.denominator})" for bias in fractions)
    return f"(epsilon_num, epsilon_den) IN ({pairs})" if pairs else "false"


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))


Stored = Sequence[Mapping[str, Any]]
Keys = Iterator["polars.DataFrame"]


def key_claims(book: Book) -> Iterator[Claim]:
    """One claim per table, except basins and bad moves, whose numbers depend on their values."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    makers: dict[str, Callable[[Stored], Keys]] = {
        "esr_duels": partial(_duels, Esr),
        "dsc_duels": partial(_duels, Dsc),
        "dsr_duels": partial(_duels, Dsr),
        "subtraction_duels": partial(_duels, Subtraction),
        "esr_starts": _start_keys,
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


def _stored_games(stored: Stored) -> list[Game]:
    """Games for which the builds ask for random and perfect play."""
    return [parse_game(words) for words in {build["game"] for build in stored if "game" in build and "k" not in build}]


def _start_keys(stored: Stored) -> Keys:
    return (_each(game.key) for game in _stored_games(stored) if isinstance(game, Esr))


def _lanes(kind: type[DoubleStep], stored: Stored, step: bool) -> Keys:
    """Positions of double-step races, optionally with their steps."""
    for game in _stored_games(stored):
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
    for game in _stored_games(stored):
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
