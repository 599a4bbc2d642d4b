"""What a build of the switching game owes, from its parameters alone: how its rows are known, and which they are."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.families.switching.rules import (
    FAMILY,
    GAMES,
    LEAST_ORDER,
    MOST_GAMES,
    MOST_ORDER,
    SEED,
    agent_name,
    agent_pairs,
    is_listed,
    is_recomputed,
    is_sampled,
    is_walked,
    is_whole,
    usual_games,
)
from tafelwerk.tables.metadata import Contents, Evidence, text


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Name, evidence and rows of the build with these parameters."""
    order, more = parameters["order"], {name: value for name, value in parameters.items() if name != "order"}
    if not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise ValueError("no such board")
    line, board = f"{FAMILY} --order {order}", f"m = {order}"
    openings = dict.fromkeys(("boards", "edges", "openings", "lines"), board)
    match more:
        case {} if not more:
            positions = {"positions": board} if is_whole(order) else {}
            return Contents(line, "exact", _evidence(is_walked(order)), {**openings, **positions})
        case {"openings": True, **none} if not none and is_whole(order):
            return Contents(f"{line} --openings", "exact", _evidence(is_walked(order)), openings)
        case {"agent": str(agent), **none} if not none and agent_name(agent) == agent and is_listed(order, [agent]):
            rows = {"agents": f"{board} AND agent = {text(agent)}"}
            return Contents(f"{line} --agent {agent}", "certified", _evidence(is_recomputed(order, [(agent,)])), rows)
        case {"cut": str(cut), "short": str(short), **sample} if (agent_name(cut), agent_name(short)) == (cut, short):
            return _pairing_contents(order, f"{line} --cut {cut} --short {short}", [(cut, short)], sample, GAMES)
        case {"pairings": int(count), **sample}:
            # the number distinguishes sets of an earlier version from this one
            for full in (False, True):
                if len(pairs := agent_pairs(order, full=full)) == count:
                    name = f"{line} --pairings" + (" --full" if full else "")
                    return _pairing_contents(order, name, pairs, sample, usual_games(order))
    raise ValueError("no such build")


def _pairing_contents(
    order: int, line: str, pairs: list[tuple[str, str]], sample: Mapping[str, Any], usual: int
) -> Contents:
    """A build of pairings; its name holds the number of games and the seed of a sample unless they are the usual ones."""
    names = ", ".join(f"({text(cut)}, {text(short)})" for cut, short in pairs)
    rows = {"pairings": f"m = {order} AND (cut, short) IN ({names})"}
    if not any(is_sampled(order, *pair) for pair in pairs):
        if sample:
            raise ValueError("nothing is sampled there")
        return Contents(line, "certified", _evidence(is_recomputed(order, pairs)), rows)
    match dict(sample):
        case {"games": int(games), "seed": int(seed), **none} if not none and 1 <= games <= MOST_GAMES and seed >= 0:
            line += ("" if games == usual else f" --games {games}") + ("" if seed == SEED else f" --seed {seed}")
            return Contents(line, "sampled", _evidence(is_recomputed(order, pairs)), rows)
    raise ValueError("a sample has a number of games and a seed")


def _evidence(is_recomputed: bool) -> Evidence:
    return "recomputed" if is_recomputed else "single"
