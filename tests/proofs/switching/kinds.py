"""Kinds of error in a book of the switching game."""

from pathlib import Path

import numpy as np
from mutations import Mutation, Planted

from tafelwerk.build.runner import run
from tafelwerk.build.switching import sets
from tafelwerk.proofs.switching.board import DELETED, lay_out
from tafelwerk.proofs.switching.network import exact_drops

AWAY = "chance + CASE WHEN chance > 0.5 THEN -1 ELSE 1 END * 1.01 * error"
"""A chance beyond its error; nearer ones are legitimately right, too."""

OWN = {
    # all are 1
    "openings.rate_den": "'3'",
    "pairings.chance": AWAY,
    "agents.chance": AWAY,
}
LIKE = "(m, least) IN (SELECT m, least FROM openings WHERE {rows})"
"""All images of the first moves that are hit."""


def _lie(name: str, sql: str, table: str, where: str = "true", least: int = 1) -> Mutation:
    return Mutation(name, sql, table, where, least)


def _first_decision(m: int) -> str:
    """SQL: the decision right after the first move of an order's edge 0, which is not the closest."""
    board = lay_out(m)
    states = np.zeros(board.edges, np.int8)
    states[0] = DELETED
    levels = sorted(set(exact_drops(board, states).values()))
    gap = levels[-1] - levels[-2]
    return (
        f"gap_num = '{gap.numerator}', gap_den = '{gap.denominator}', gap = {gap.numerator / gap.denominator!r},"
        f" gap_states = {states.tolist()}"
    )


def _sample(chance: str) -> str:
    """SQL: another share of games with its standard error."""
    share = f"(({chance}) * games + 1) / (games + 2)"
    return f"chance = {chance}, error = sqrt({share} * (1 - {share}) / games)"


LIES = (
    *(
        _lie(f"openings.{name}, images alike", f"UPDATE openings SET {change} WHERE {LIKE}", "openings", where)
        for name, change, where in (
            ("rate", "rate_num = '80', rate_den = '81', rate = 80 / 81::DOUBLE", "rate = 1"),
            ("rate from 0", "rate_num = '1', rate_den = '2', rate = 0.5", "rate = 0"),
            ("shortest", "shortest = shortest - 1", "true"),
            ("longest", "longest = longest + 1", "true"),
            ("positions", "positions = positions + 7", "true"),
            ("branches", "branches = branches + 7", "true"),
            ("gap of another decision", _first_decision(4), "m = 4 AND least = 0"),
            (
                "gap smaller than any",
                "gap_num = '1', gap_den = '1000000007', gap = 1 / 1000000007::DOUBLE",
                "true",
            ),
            ("gap, its last digit", "gap_num = '2', gap_den = '9', gap = 2 / 9::DOUBLE", "m = 2"),
        )
    ),
    _lie("openings: a class deleted", f"DELETE FROM openings WHERE {LIKE}", "openings"),
    *(
        _lie(f"{table}: an order deleted", f"DELETE FROM {table} WHERE m = 4", table, "m = 4")
        for table in ("boards", "edges", "openings")
    ),
    _lie("positions: an order deleted", "DELETE FROM positions WHERE m = 2", "positions"),
    _lie(
        "lines: a game deleted",
        "DELETE FROM lines WHERE (m, opening) IN (SELECT m, opening FROM lines WHERE {rows})",
        "lines",
    ),
    _lie("lines: the end of a game", "DELETE FROM lines WHERE ply = 110", "lines"),
    _lie("agents: an agent deleted", "DELETE FROM agents WHERE agent = 'perfect'", "agents"),
    _lie("agents: another agent's rows", "UPDATE agents SET agent = 'temperature:0.1' WHERE agent = 'mc:7'", "agents"),
    _lie(
        "agents: two chances exchanged",
        "UPDATE agents a SET chance = b.chance FROM agents b WHERE a.agent = 'temperature:0.1' AND b.agent = a.agent"
        " AND a.deleted = 0 AND a.marked = 0 AND b.deleted = 0 AND b.marked = 0 AND (a.edge, b.edge) IN ((0, 2), (2, 0))",
        "agents",
    ),
    _lie(
        "positions: another winner and its moves",
        "UPDATE positions SET winner = CASE winner WHEN 'cut' THEN 'short' ELSE 'cut' END,"
        " moves = CASE WHEN moves = 0 THEN heuristic ELSE 0 END WHERE {rows}",
        "positions",
        "NOT decided",
    ),
    _lie(
        "pairings: a sample and its error",
        f"UPDATE pairings SET {_sample('chance + 0.25')} WHERE {{rows}}",
        "pairings",
        "certainty = 'sampled'",
    ),
    _lie(
        "pairings: samples exchanged",
        "UPDATE pairings a SET chance = b.chance, error = b.error FROM pairings b WHERE a.m = 4 AND b.m = 4"
        " AND a.short <> b.short",
        "pairings",
    ),
    _lie(
        "pairings: other games",
        "UPDATE pairings SET games = games - 1, seed = seed + 1 WHERE {rows}",
        "pairings",
        "certainty = 'sampled'",
    ),
    _lie(
        "pairings: certified for sampled",
        "UPDATE pairings SET certainty = 'certified', games = NULL, seed = NULL WHERE {rows}",
        "pairings",
        "certainty = 'sampled'",
    ),
    *(
        _lie(f"{column}: {value}", f"UPDATE {table} SET {column} = {value} WHERE {{rows}}", table, where)
        for table, column, value, where in (
            ("pairings", "cut", "'foo'", "true"),
            ("pairings", "short", "'temperature:0.10'", "short = 'temperature:0.1'"),
            ("pairings", "chance", "'nan'::DOUBLE", "true"),
            ("pairings", "error", "'nan'::DOUBLE", "true"),
            ("pairings", "error", "-1", "true"),
            ("pairings", "error", "0", "certainty = 'certified' AND error > 0 AND chance > 0"),
            ("agents", "chance", "'nan'::DOUBLE", "true"),
            ("openings", "rate_num", "'x'", "true"),
            ("openings", "rate_num", "repeat('9', 5000)", "true"),
            ("openings", "gap_den", "'0'", "true"),
            ("openings", "gap_states", "[]::UTINYINT[]", "true"),
            ("openings", "m", "200", "true"),
            ("lines", "m", "200", "true"),
            ("positions", "m", "200", "true"),
        )
    ),
)


PAIRS = (
    ("heuristic", "mc:20"),
    ("random", "perfect"),
    ("temperature:0.1", "gauss-seidel:3"),
    ("mc:inf", "temperature:0.1"),
    ("random", "temperature:inf"),
    ("mc:1", "gauss-seidel:1:0.2"),
    ("annealing:0.5", "gauss-seidel:3:0.2:1.5"),
)


def make(folder: Path) -> None:
    builds = [
        *(sets.order_build(order) for order in (2, 4, 9)),
        *(sets.pairing_build(2, cut, short) for cut, short in PAIRS),
        sets.pairing_build(4, "temperature:0.3", "temperature:0.1", 400, 3),
        sets.pairing_build(4, "heuristic", "mc:1", 300),
        sets.pairing_build(2, "random", "gauss-seidel:2:warm", 400, 2),
        *(sets.agent_build(2, agent) for agent in ("mc:7", "perfect", "temperature:0.1", "gauss-seidel:2:0.3")),
    ]
    run(folder, builds, executor="inline")


PLANTED = Planted(
    "switching", make, LIES, own=OWN, quick=lambda place, kind: not kind.name.endswith("another row's"), sound={}
)
