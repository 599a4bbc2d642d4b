"""Proofs of the Monte-Carlo family.

claims           all claims about its tables
contents         what a build owes, from its parameters alone
keys             the rows that the builds ask for
table_claims     positions, moves, starts, limits and agents, in fractions; periods, blunders and biased playouts
lasting_claims   errors of MC(inf) at arbitrarily large heaps
duel_claims      duels, basins along curves of duels, simulated games against exact chances
duels            one duel from all starts of a game, in doubles with a proven radius: duel; the mean value of MC(k)'s choice,
                 candidates one by one, two candidates by a contour
plain_games      a second implementation of the games' rules; win and loss, blunders, limits, races and simple agents by
                 other recursions
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from tafelwerk.families.montecarlo.rules import (
    BLUNDER_LIMIT,
    FAMILY,
    KINDS,
    DoubleStep,
    Esr,
    Game,
    Subtraction,
    SubtractionRules,
    curve_points,
    lasting_rules,
    parse_game,
    parse_rules,
    read_agent,
    simulated_starts,
)
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.montecarlo import duel_claims, keys, lasting_claims, table_claims
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Certainty, Contents, text


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about duels, basins, positions, games, agents, biased playouts and simulated games."""
    yield from keys.claims(book)
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
