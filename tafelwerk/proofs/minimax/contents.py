"""What the builds of the minimax family owe, from their parameters alone."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.families.minimax.rules import heaps
from tafelwerk.families.minimax.rules.games import GAMES, TICTACTOE
from tafelwerk.families.minimax.rules.memory import check_game
from tafelwerk.tables.metadata import Contents, text


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
            heaps.checked_heaps([heap], misere=True)
            name = f"{_game(game)} --heap {heap} --misere"
            rows = {"misere": f"game = {text(game)} AND heap BETWEEN 1 AND {heap}"}
        case {"game": str(game), "proof": "sparse space", **none} if not none:
            if not _game(game).is_octal:
                raise ValueError("sparse spaces are those of octal games")
            name, rows = f"{game} --sparse", {"sparse_periods": f"game = {text(game)}"}
        case {"game": str(game), "heap": None | int() as heap, **none} if not none:
            heap_rules = _game(game)
            if heap is not None:
                heaps.checked_heaps([heap])
            elif not heap_rules.has_provable_period:
                raise ValueError("without a period the heaps have no end")
            name, rows = f"{game}{'' if heap is None else f' --heap {heap}'}", _heap_rows(heap_rules, heap)
        case {"subtraction sets": int(largest), **none} if not none:
            name, rows = f"subtraction --largest {heaps.checked_sets(largest)}", _set_rows(largest)
        case {"game": str(game), **none} if not none and game in GAMES:
            searches = ("look_ahead", "node_counts") if game == TICTACTOE.name else ()
            rows = dict.fromkeys(("games", "positions", "classes", *searches), f"game = {text(game)}")
            name = game if game == TICTACTOE.name else f"game {game}"
        case _:
            raise ValueError("no such build")
    return Contents(f"minimax {name}", "exact", "recomputed", rows)


def _game(name: str) -> heaps.HeapGame:
    game = heaps.heap_game(name)
    if game.name != name:
        raise ValueError(f"{name} is called {game}")
    return game


def _heap_rows(game: heaps.HeapGame, heap: int | None) -> dict[str, str]:
    """Without a last heap, the values go as far as the proof of the period needs, or as it is looked for."""
    last = game.searched_heaps if heap is None else heap
    own = f"game = {text(game.name)}"
    upto = str(last)
    if heap is None:
        proof = f"SELECT max(checked_to) FROM minimax.periods WHERE {own} AND proved AND checked_to <= {last}"
        upto = f"greatest({heaps.LEAST_STORED}, coalesce(({proof}), {last}))"
    periods = f"{own} AND (checked_to = {last} OR proved AND checked_to <= {last})"
    return {"grundy": f"{own} AND heap <= {upto}", "periods": periods if game.has_provable_period else "false"}


def _set_rows(largest: int) -> dict[str, str]:
    sets = f"game IN ({', '.join(text(game.name) for game in heaps.subtraction_games(largest))})"
    proof = "SELECT max(checked_to) FROM minimax.periods found WHERE found.game = grundy.game AND proved"
    return {
        "grundy": f"{sets} AND (heap <= {heaps.LEAST_STORED} OR heap <= ({proof}))",
        "periods": f"{sets} AND proved",
    }
