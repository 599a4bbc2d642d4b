"""What the builds of the minimax family hold."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.tables.builds import Contents, text
from tafelwerk.tables.minimax.heaps import LEAST_STORED, heaps_build_line, misere_build_line, search_limit
from tafelwerk.tables.minimax.memory import check_kind, check_pairs, memory_build_line
from tafelwerk.tables.minimax.positions import NUMBERS, TICTACTOE, game_build_line
from tafelwerk.tables.minimax.rules import (
    Rules,
    checked_heaps,
    checked_misere,
    checked_sets,
    rules_of,
    subtraction_sets,
)
from tafelwerk.tables.minimax.words import FAMILY


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    match dict(parameters):
        case {"game": "memory", "pairs": int(pairs), "rule": str(rule), "objective": str(objective), **none} if (
            not none
        ):
            check_kind(rule, objective)
            check_pairs(pairs, objective)
            line = memory_build_line(pairs, rule, objective)
            rows = {"memory": f"rule = {text(rule)} AND objective = {text(objective)} AND pairs BETWEEN 1 AND {pairs}"}
        case {"game": str(game), "heap": int(heap), "play": "misere", **none} if not none:
            checked_misere([heap])
            line = misere_build_line(_rules(game), heap)
            rows = {"misere": f"game = {text(game)} AND heap BETWEEN 1 AND {heap}"}
        case {"game": str(game), "heap": None | int() as heap, **none} if not none:
            rules = _rules(game)
            if heap is not None:
                checked_heaps([heap])
            elif not rules.has_provable_period:
                raise ValueError("without a period the heaps have no end")
            line, rows = heaps_build_line(rules, heap), _heap_rows(rules, heap)
        case {"subtraction sets": int(largest), **none} if not none:
            line, rows = f"tafelwerk build {FAMILY} subtraction --largest {checked_sets(largest)}", _set_rows(largest)
        case {"game": str(game), **none} if not none:
            line, rows = game_build_line(game), _position_rows(game)
        case _:
            raise ValueError("no such build")
    return Contents(line.removeprefix("tafelwerk build "), "exact", "recomputed", rows)


def _rules(name: str) -> Rules:
    rules = rules_of(name)
    if rules.name != name:
        raise ValueError(f"{name} is called {rules.name}")
    return rules


def _heap_rows(rules: Rules, heap: int | None) -> dict[str, str]:
    """Without a last heap, the values go as far as the proof of the period needs, or as it is looked for."""
    last = search_limit(rules) if heap is None else heap
    game = f"game = {text(rules.name)}"
    upto = str(last)
    if heap is None:
        proof = f"SELECT max(checked_to) FROM {FAMILY}.periods WHERE {game} AND proved AND checked_to <= {last}"
        upto = f"greatest({LEAST_STORED}, coalesce(({proof}), {last}))"
    periods = f"{game} AND (checked_to = {last} OR proved AND checked_to <= {last})"
    return {
        "grundy": f"{game} AND heap <= {upto}",
        "periods": periods if rules.has_provable_period else "false",
    }


def _set_rows(largest: int) -> dict[str, str]:
    sets = f"game IN ({', '.join(text(rules.name) for rules in subtraction_sets(largest))})"
    proof = f"SELECT max(checked_to) FROM {FAMILY}.periods found WHERE found.game = grundy.game AND proved"
    return {
        "grundy": f"{sets} AND (heap <= {LEAST_STORED} OR heap <= ({proof}))",
        "periods": f"{sets} AND proved",
    }


def _position_rows(name: str) -> dict[str, str]:
    tables = ["games", "positions", "classes"]
    number = NUMBERS[name]
    if number == TICTACTOE:
        tables += ["look_ahead", "node_counts"]
    return dict.fromkeys(tables, f"game = {number}")
