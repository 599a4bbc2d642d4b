"""Kinds of error in a book of races and subtraction games."""

from fractions import Fraction
from math import inf
from pathlib import Path

from mutations import Mutation, Planted

from tafelwerk.build.montecarlo import sets
from tafelwerk.build.runner import run
from tafelwerk.rules.montecarlo import Dsc, Dsr, Esr, Subtraction, SubtractionRules

DUELS = ("esr_duels", "dsc_duels", "dsr_duels", "subtraction_duels")


def kind(name: str, sql: str, where: str = "true") -> Mutation:
    """One kind of error in the table that its name begins with; `SET ...` stands for an update of some rows of it."""
    table = name.partition(":")[0]
    return Mutation(name, f"UPDATE {table} {sql} WHERE {{rows}}" if sql.startswith("SET ") else sql, table, where)


LIES = (
    *(
        lie
        for table in DUELS
        for lie in (
            kind(
                f"{table}: all by 1e-11",
                "SET first = first + 1e-11, second = second + 1e-11, mean = (first + 1e-11 + (second + 1e-11)) / 2",
            ),
            kind(f"{table}: turned", "SET first = second, second = first", "abs(first - second) > 1e-9"),
            kind(f"{table}: no error", "SET error = 0", "error > 0 AND first NOT IN (0, 1)"),
            kind(f"{table}: error too large", "SET error = 1e-9"),
            kind(f"{table}: error is nan", "SET error = 'nan'"),
            kind(f"{table}: first is nan", "SET first = 'nan', mean = 'nan'"),
            kind(f"{table}: the rival's", "SET k = rival, rival = 2 * rival", "k = 5"),
            kind(f"{table}: a run gone", f"DELETE FROM {table} WHERE k = 4"),
            kind(f"{table}: all gone", f"DELETE FROM {table}"),
            kind(
                f"{table}: the curve of the next k",
                f"UPDATE {table} t SET first = o.first, second = o.second, mean = o.mean, error = o.error FROM {table} o"
                " WHERE o.rowid = t.rowid + 1 AND o.k = t.k + 1 AND o.rival = t.rival + 2 AND o.mean <> t.mean",
            ),
        )
    ),
    kind("esr_duels: of another game", "UPDATE esr_duels SET s = 3 - s"),
    kind("dsc_duels: a game gone", "DELETE FROM dsc_duels WHERE n = 8"),
    kind(
        "subtraction_duels: one run",
        "UPDATE subtraction_duels SET first = 1 - first WHERE k = 3 AND rival = 6",
        "k = 3",
    ),
    kind("subtraction_duels: far playouts", "UPDATE subtraction_duels SET first = first - 1e-12 WHERE k = 10 ** 12"),
    kind("subtraction_duels: a heap gone", "DELETE FROM subtraction_duels WHERE heap = 12 AND k = 3"),
    kind(
        "subtraction_duels: a heap too many",
        "INSERT INTO subtraction_duels SELECT moves, overshoot, heap + 1, * EXCLUDE"
        " (moves, overshoot, heap) FROM subtraction_duels WHERE heap = 12 AND k = 3",
    ),
    kind("subtraction_duels: other rules", "UPDATE subtraction_duels SET overshoot = 'loses' WHERE moves = '1,2'"),
    kind("subtraction_duels: no rules", "SET moves = 'a,b'"),
    kind("esr_starts: no fraction", "SET chance_num = NULL, chance_den = NULL"),
    kind("esr_starts: another fraction", "SET chance_num = '7', chance_den = '11', chance = 7 / 11"),
    kind("esr_starts: all gone", "DELETE FROM esr_starts"),
    kind("dsc_positions: a game gone", "DELETE FROM dsc_positions; DELETE FROM dsc_moves"),
    kind(
        "dsc_positions: a position gone",
        "DELETE FROM dsc_positions WHERE own = 3 AND other = 2; DELETE FROM dsc_moves WHERE own = 3 AND other = 2",
    ),
    kind("dsc_positions: not reduced", "SET chance_num = chance_num || '0', chance_den = chance_den || '0'"),
    kind(
        "dsc_positions: alike in all that leads there",
        "UPDATE dsc_positions SET chance_num = '1', chance_den = '3', chance = 1 / 3 WHERE own = 3 AND other = 2;"
        " UPDATE dsc_moves SET chance_num = '2', chance_den = '3', chance = 2 / 3 WHERE own + step = 2 AND other = 3",
    ),
    kind(
        "dsc_positions: won, and lost for all that leads there",
        "UPDATE dsc_positions SET won = NOT won WHERE own = 3 AND other = 2;"
        " UPDATE dsc_moves SET wins = NOT wins WHERE own + step = 2 AND other = 3",
    ),
    kind(
        "dsr_positions: turned",
        "UPDATE dsr_positions SET won = NOT won WHERE own = 3 AND other = 2;"
        " UPDATE dsr_moves SET wins = NOT wins WHERE own + step = 2 AND other = 3",
    ),
    kind("dsr_moves: of the crash race", "UPDATE dsr_moves SET wins = true WHERE own + step + other = 7"),
    kind("dsc_moves: no number", "SET chance_num = 'many'"),
    kind(
        "subtraction_positions: the last heaps gone",
        "DELETE FROM subtraction_positions WHERE heap > 28; DELETE FROM subtraction_moves WHERE heap > 28",
    ),
    kind("subtraction_moves: all best", "UPDATE subtraction_moves SET best = true"),
    kind("subtraction_games: no period", "SET period = NULL, preperiod = NULL"),
    kind("subtraction_games: half a period", "SET period = NULL"),
    kind("subtraction_games: period doubled", "SET period = 2 * period"),
    kind("subtraction_games: period later", "SET preperiod = preperiod + 1"),
    kind("subtraction_games: endless period", "SET period = 10 ** 15"),
    kind("subtraction_games: no blunder", "SET blunder = NULL", "blunder > 0"),
    kind(
        "subtraction_games: no blunder at all",
        "SET blunder = NULL, blunder_with_ties = NULL, losing_choices = 0",
        "blunder > 0",
    ),
    kind("subtraction_games: a game gone", "DELETE FROM subtraction_games WHERE moves = '2,5'"),
    kind("subtraction_limits: turned", "UPDATE subtraction_limits SET residue = 1 - residue WHERE modulus = 2"),
    kind("subtraction_limits: a residue gone", "DELETE FROM subtraction_limits WHERE residue = 1"),
    kind(
        "subtraction_limits: nearly",
        "UPDATE subtraction_limits SET chance_num = '8000000000000000001',"
        " chance_den = '19000000000000000001' WHERE chance_num = '8'",
    ),
    kind("subtraction_limits: others'", "UPDATE subtraction_limits SET moves = '1,4' WHERE moves = '1,2'"),
    kind("lasting_blunders: all last", "SET lasts = true"),
    kind("lasting_blunders: others'", "UPDATE lasting_blunders SET moves = '1,4' WHERE moves = '1,2'"),
    kind("lasting_blunders: a game gone", "DELETE FROM lasting_blunders WHERE moves = '1,3'"),
    kind(
        "lasting_blunders: swapped", "UPDATE lasting_blunders SET played = list_reverse(played) WHERE moves = '1,2,3'"
    ),
    kind("agent_duels: turned", "UPDATE agent_duels SET first = second, second = first WHERE first <> second"),
    kind("agent_duels: an agent gone", "DELETE FROM agent_duels WHERE first = 'careful'"),
    kind("agent_duels: a heap gone", "DELETE FROM agent_duels WHERE heap = 25"),
    kind(
        "agent_duels: lost for won",
        "UPDATE agent_duels SET chance = 1 - chance,"
        " chance_num = (chance_den::HUGEINT - chance_num::HUGEINT)::VARCHAR WHERE {rows}",
        "len(chance_den) < 30 AND chance <> 0.5",
    ),
    kind(
        "asymmetry_scans: a scan gone",
        "DELETE FROM asymmetry_scans WHERE epsilon < 0; DELETE FROM asymmetry_bad_moves WHERE epsilon < 0",
    ),
    kind("asymmetry_scans: farther", "SET heaps = heaps + 100"),
    kind("asymmetry_scans: without end", "SET heaps = 4000000000"),
    kind(
        "asymmetry_scans: the other bias",
        "UPDATE asymmetry_scans SET epsilon = -epsilon,"
        " epsilon_num = -epsilon_num WHERE epsilon <> 0; UPDATE asymmetry_bad_moves SET epsilon = -epsilon,"
        " epsilon_num = -epsilon_num WHERE epsilon <> 0",
    ),
    kind("asymmetry_bad_moves: the last gone", "DELETE FROM asymmetry_bad_moves WHERE heap > 35"),
    kind("asymmetry_bad_moves: all gone", "DELETE FROM asymmetry_bad_moves"),
    kind(
        "asymmetry_bad_moves: beyond the scan",
        "INSERT INTO asymmetry_bad_moves SELECT * REPLACE (heap + 1000 AS heap)"
        " FROM asymmetry_bad_moves WHERE heap = 17",
    ),
    kind("basins: one gone", "DELETE FROM basins WHERE k = (SELECT max(k) FROM basins)"),
    kind("basins: all gone", "DELETE FROM basins"),
    kind("basins: nearby", "UPDATE basins SET k = k + 1, k_low = k_low + 1, k_high = k_high + 1"),
    kind("basins: wider to the left", "UPDATE basins SET k_low = k_low - 1"),
    kind("basins: wider to the right", "UPDATE basins SET k_high = k_high + 1"),
    kind(
        "basins: one too many",
        "INSERT INTO basins SELECT 'dsc 26', 2000, k, k, k, mean, error FROM dsc_duels WHERE n = 26 AND k = 50",
    ),
    kind("basins: not so far", "UPDATE basins SET k_max = 1000"),
    kind("basins: no game", "SET game = 'foo 3'"),
    kind("simulations: all gone", "DELETE FROM simulations"),
    kind("simulations: a heap gone", "DELETE FROM simulations WHERE game LIKE 'subtraction 12 %'"),
    kind(
        "simulations: lost for won",
        "UPDATE simulations SET wins = games - wins WHERE abs(2 * wins::INTEGER - games::INTEGER) > games / 4",
    ),
    kind("simulations: a little more", "UPDATE simulations SET wins = wins + games // 10 WHERE wins < games * 4 // 5"),
    kind("simulations: other games", "SET games = games + 1"),
    kind("simulations: no game", "SET game = 'foo 3'"),
    kind("simulations: no agent", "SET first = 'nobody'"),
    kind("simulations: of agents that nothing proves", "SET first = 'mc:3', second = 'random'"),
)


def _certified(column: str) -> str:
    """A value that lies beyond its error."""
    return f"{column} + (CASE WHEN {column} < 0.5 THEN 1 ELSE -1 END) * 1.01 * error"


OWN = {
    **{f"{table}.{column}": _certified(column) for table in DUELS for column in ("first", "second", "mean")},
    "basins.mean": _certified("mean"),
    # where there is none, too
    "lasting_blunders.modulus": "coalesce(modulus * (1 + 2.3e-16), 0.5)",
    "lasting_blunders.angle": "coalesce(angle * (1 + 2.3e-16), 0.5)",
    "lasting_blunders.played": "coalesce(list_transform(played, lambda x, i: x * (1 + 2.3e-16)), [0.5])",
    "asymmetry_bad_moves.share_num": "share_num + 1",
    # a sample says no more than its size
    "simulations.wins": "CASE WHEN 2 * wins > games THEN wins - games // 3 ELSE wins + games // 3 END",
}


def make(folder: Path) -> None:
    two, three = SubtractionRules((1, 2)), SubtractionRules((3, 5, 11), "loses")
    builds = [
        sets.curve_build(Subtraction(two, 12), 6),
        sets.duel_build(Subtraction(three, 30), 9, 4),
        sets.duel_build(Subtraction(SubtractionRules((2, 3), "illegal"), 14), 2, inf),
        sets.duel_build(Subtraction(two, 20), 10**12, 2 * 10**12),
        sets.position_build(Subtraction(three, 30)),
        sets.curve_build(Esr(2, 3, 2), 6),
        sets.curve_build(Esr(3, 2, 1), 5),
        sets.curve_build(Dsc(8), 20),
        sets.curve_build(Dsr(7), 20),
        sets.duel_build(Dsc(26), 50, 100),
        sets.basins_build(Dsc(26), 2000),
        sets.games_build((SubtractionRules((2, 5)), SubtractionRules((2, 3), "illegal")), 200),
        sets.limits_build((three, two)),
        sets.lasting_build(3),
        sets.agents_build(Subtraction(three, 25)),
        sets.agents_build(Subtraction(SubtractionRules((2, 3), "illegal"), 12)),
        sets.asymmetry_build(two, "static", (Fraction(-1, 2), Fraction(0), Fraction(1, 3)), 40),
        sets.asymmetry_build(two, "informed", (Fraction(-1, 3),), 30),
        sets.asymmetry_build(SubtractionRules((1, 3, 4), "illegal"), "informed", (Fraction(-1, 5),), 40),
        sets.simulations_build(Subtraction(three, 20), (("random", "random"), ("careful", "perfect")), 400, 3, 1),
        sets.simulations_build(Esr(2, 3, 2), sets.doubled((2, 3)), 500, 4),
        sets.simulations_build(Dsc(8), (("mc:2", "mc:inf"),), 500, 4),
    ]
    run(folder, builds, executor="inline")


PLANTED = Planted("montecarlo", make, LIES, own=OWN, quick=lambda place, kind: place % 6 == 0)
