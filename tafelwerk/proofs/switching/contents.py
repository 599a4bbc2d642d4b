"""What a build of the switching game owes, from its parameters alone: how its rows are known, and which they are."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.families.switching import rules
from tafelwerk.tables.metadata import Contents, Evidence, text


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Name, evidence and rows of the build with these parameters."""
    order, more = parameters["order"], {name: value for name, value in parameters.items() if name != "order"}
    if not isinstance(order, int) or not rules.LEAST_ORDER <= order <= rules.MOST_ORDER:
        raise ValueError("no such board")
    line, board = f"{rules.FAMILY} --order {order}", f"m = {order}"
    openings = dict.fromkeys(("boards", "edges", "openings", "lines"), board)
    match more:
        case {} if not more:
            positions = {"positions": board} if rules.is_whole(order) else {}
            return Contents(line, "exact", _evidence(rules.is_walked(order)), {**openings, **positions})
        case {"openings": True, **none} if not none and rules.is_whole(order):
            return Contents(f"{line} --openings", "exact", _evidence(rules.is_walked(order)), openings)
        case {"agent": str(agent), **none} if (
            not none and rules.agent_name(agent) == agent and rules.is_listed(order, [agent])
        ):
            rows = {"agents": f"{board} AND agent = {text(agent)}"}
            return Contents(
                f"{line} --agent {agent}", "certified", _evidence(rules.is_recomputed(order, [(agent,)])), rows
            )
        case {"cut": str(cut), "short": str(short), **sample} if (rules.agent_name(cut), rules.agent_name(short)) == (
            cut,
            short,
        ):
            return _pairing_contents(order, f"{line} --cut {cut} --short {short}", [(cut, short)], sample, rules.GAMES)
        case {"pairings": int(count), **sample}:
            # the number distinguishes sets of an earlier version from this one
            for full in (False, True):
                if len(pairs := rules.agent_pairs(order, full=full)) == count:
                    name = f"{line} --pairings" + (" --full" if full else "")
                    return _pairing_contents(order, name, pairs, sample, rules.usual_games(order))
    raise ValueError("no such build")


def _pairing_contents(
    order: int, line: str, pairs: list[tuple[str, str]], sample: Mapping[str, Any], usual: int
) -> Contents:
    """A build of pairings; its name holds the number of games and the seed of a sample unless they are the usual ones."""
    names = ", ".join(f"({text(cut)}, {text(short)})" for cut, short in pairs)
    rows = {"pairings": f"m = {order} AND (cut, short) IN ({names})"}
    if not any(rules.is_sampled(order, *pair) for pair in pairs):
        if sample:
            raise ValueError("nothing is sampled there")
        return Contents(line, "certified", _evidence(rules.is_recomputed(order, pairs)), rows)
    match dict(sample):
        case {"games": int(games), "seed": int(seed), **none} if (
            not none and 1 <= games <= rules.MOST_GAMES and seed >= 0
        ):
            line += ("" if games == usual else f" --games {games}") + ("" if seed == rules.SEED else f" --seed {seed}")
            return Contents(line, "sampled", _evidence(rules.is_recomputed(order, pairs)), rows)
    raise ValueError("a sample has a number of games and a seed")


def _evidence(is_recomputed: bool) -> Evidence:
    return "recomputed" if is_recomputed else "single"
