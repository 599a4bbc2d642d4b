"""What the builds of the Monte-Carlo family hold."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tafelwerk.tables.builds import Certainty, Contents, text
from tafelwerk.tables.montecarlo import (
    AGENTS,
    FAMILY,
    KINDS,
    Dsc,
    Esr,
    Game,
    Subtraction,
    SubtractionRules,
    curve_points,
)

BLUNDER_LIMIT = 3000
"""Heap up to which the blunders of MC(inf) are looked for unless said otherwise."""


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    certainty: Certainty = "exact"
    match dict(parameters):
        case {"game": str(words), "k": int(k), "rival": int(rival), **none} if not none:
            game = read_game(words)
            first, second = (str(playouts or "inf") for playouts in (k, rival))
            name, certainty = f"duel {game} --k {first} --rival {second}", "certified"
            lowest = game.heap if isinstance(game, Subtraction) else 0
            rows = {duel_table(game): f"{_starts(game, lowest)} AND k = {k} AND rival = {rival}"}
        case {"game": str(words), "k_max": int(most), "points": None | int() as points, **none} if not none:
            game = read_game(words)
            name, certainty = f"{game} --k-max {most}", "certified"
            ks = f"k BETWEEN 1 AND {most}"
            if points is not None:
                name += f" --points {points}"
                ks = f"k IN ({_numbers(curve_points(most, points))})"
            rows = {duel_table(game): f"{_starts(game, 1)} AND {ks} AND rival = 2 * k", **_positions(game)}
        case {"game": str(words), **none} if not none:
            game = read_game(words)
            name, rows = f"positions {game}", _positions(game)
        case {"games": [*words], "limit": int(limit), **none} if not none:
            games = [read_rules(one) for one in words]
            name = f"blunder {games[0].options}" if len(games) == 1 else "games"
            if len(games) == 1 or limit != BLUNDER_LIMIT:
                name += f" --limit {limit}"
            rows = {"subtraction_games": f"({_any(games)}) AND searched_to = {int(limit)}"}
        case {"limits": [*words], **none} if not none:
            games = [read_rules(one) for one in words]
            name = f"limits {'; '.join(game.text for game in games)}"
            rows = {"subtraction_limits": _any(games)}
        case {"rules": str(words), "kind": str(kind), "epsilon": [*biases], "heaps": int(heaps), **none} if not none:
            rules = read_rules(words)
            if kind not in KINDS:
                raise ValueError("no such bias")
            name = f"asymmetry {heaps} {rules.options} --kind {kind}"
            scan = f"{_rules(rules)} AND kind = {text(kind)} AND ({_biases(biases)})"
            rows = {
                "asymmetry_scans": f"{scan} AND heaps = {heaps}",
                "asymmetry_bad_moves": f"{scan} AND heap <= {heaps}",
            }
        case {"basins": str(words), "k_max": int(most), **none} if not none:
            game = read_game(words)
            name, certainty = f"basins {game} --k-max {most}", "certified"
            rows = {"basins": f"game = {text(str(game))} AND k_max = {most}"}
        case {"agents": str(words), **none} if not none:
            game = read_game(words)
            if not isinstance(game, Subtraction):
                raise ValueError("agents play subtraction games")  # noqa: TRY004  # a fault of the parameters
            name = f"agents {game}"
            pairs = ", ".join(f"({text(first)}, {text(second)})" for first, second in product(AGENTS, AGENTS))
            chosen = f"(first::VARCHAR, second::VARCHAR) IN ({pairs})"
            rows = {"agent_duels": f"{_rules(game.rules)} AND heap BETWEEN 1 AND {game.heap} AND {chosen}"}
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}", certainty, "recomputed", rows)


def read_game(words: str) -> Game:
    """A game in the words of the command line, as `str` gives them.

    Raises:
        ValueError: they are no game's.
        InputError: a number is out of range.
    """
    kind, first, *rest = words.split(" ")
    game: Game
    if kind == "esr" and len(rest) == 2:
        game = Esr(int(first), int(rest[0]), int(rest[1]))
    elif kind == "dsc" and not rest:
        game = Dsc(int(first))
    elif kind == "subtraction":
        game = Subtraction(read_rules(" ".join(rest)), int(first))
    else:
        raise ValueError(f"{words!r} is no game")
    if str(game) != words:
        raise ValueError(f"{words!r} should be {game}")
    return game


def read_rules(options: str) -> SubtractionRules:
    """The rules of a subtraction game in the words of the command line.

    Raises:
        ValueError: they are no rules.
        InputError: a number is out of range.
    """
    words = options.split(" ")
    named = dict(zip(words[::2], words[1::2], strict=True))
    rules = SubtractionRules(
        tuple(map(int, named.get("--moves", "").split(","))),
        named.get("--overshoot", "wins"),  # type: ignore[arg-type]  # checked there
    )
    if rules.options != options:
        raise ValueError(f"{options!r} should be {rules.options}")
    return rules


def duel_table(game: Game) -> str:
    """The table of a game's duels."""
    match game:
        case Esr():
            return "esr_duels"
        case Dsc():
            return "dsc_duels"
        case Subtraction():
            return "subtraction_duels"


def _starts(game: Game, lowest: int) -> str:
    match game:
        case Esr(n, m, s):
            return f"n = {n} AND m = {m} AND s = {s}"
        case Dsc(n):
            return f"n = {n}"
        case Subtraction(rules, heap):
            return f"{_rules(rules)} AND heap BETWEEN {lowest} AND {heap}"


def _positions(game: Game) -> dict[str, str]:
    """Perfect and random play of one game."""
    match game:
        case Esr():
            return {"esr_starts": _starts(game, 0)}
        case Dsc():
            return dict.fromkeys(("dsc_positions", "dsc_moves"), _starts(game, 0))
        case Subtraction(rules, _):
            tables = dict.fromkeys(("subtraction_positions", "subtraction_moves"), _starts(game, 1))
            return tables | {"subtraction_games": f"{_rules(rules)} AND searched_to = {BLUNDER_LIMIT}"}


def _rules(rules: SubtractionRules) -> str:
    return f"moves = {text(rules.text)} AND overshoot = {text(rules.overshoot)}"


def _any(games: Iterable[SubtractionRules]) -> str:
    return " OR ".join(f"({_rules(rules)})" for rules in games) or "false"


def _biases(biases: Iterable[str]) -> str:
    found = [Fraction(bias) for bias in biases]
    pairs = ", ".join(f"({bias.numerator}, {bias.denominator})" for bias in found)
    return f"(epsilon_numerator, epsilon_denominator) IN ({pairs})" if pairs else "false"


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))
