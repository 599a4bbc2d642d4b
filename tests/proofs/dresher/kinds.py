"""Kinds of error in a book of Dresher's games."""

from pathlib import Path

from mutations import Mutation, Planted

from tafelwerk.build.dresher import sets
from tafelwerk.build.runner import run

LAST = 20

G, H, S = "UPDATE games SET", "UPDATE hider SET", "UPDATE searcher SET"
ONE_SIDED = "(SELECT max(tree) FROM searcher WHERE n = 9 AND mirror <> tree)"
TEXTS = [
    f"{G} n = 217 WHERE n = 9",
    f"{G} n = 8 WHERE n = 9",
    f"{G} n = 0 WHERE n = 9",
    "DELETE FROM games WHERE n = 9",
    "INSERT INTO games SELECT 21, COLUMNS(* EXCLUDE n) FROM games WHERE n = 20",
    "DELETE FROM hider WHERE n = 9",
    "DELETE FROM hider WHERE n = 9 AND number = 9",
    "DELETE FROM searcher WHERE n = 9",
    "DELETE FROM searcher WHERE n = 9 AND tree = 1",
    f"{H} number = 10 WHERE n = 9 AND number = 9",
    f"{H} number = 8 WHERE n = 9 AND number = 9",
    f"{H} n = 10 WHERE n = 9 AND number = 9",
    f"{S} tree = 2 WHERE n = 9 AND tree = 1",
    f"{S} tree = tree - 1 WHERE n = 9",
    f"{S} n = 10 WHERE n = 9 AND tree = 1",
    f"{G} trees = trees + 1 WHERE n = 9",
    f"{G} value_num = '2' || value_num WHERE n = 9",
    f"{G} value_den = value_den || '1' WHERE n = 9",
    f"{G} value_num = '3' WHERE n = 4",
    f"{G} value_num = 'two' WHERE n = 4",
    f"{G} value_num = '9/5' WHERE n = 3",
    f"{G} value_num = '9/5', value_den = '1' WHERE n = 3",
    f"{G} value_num = '18', value_den = '10' WHERE n = 3",
    f"{G} value_den = '0' WHERE n = 3",
    f"{G} hider_total = '9' WHERE n = 9",
    f"{G} hider_total = '' WHERE n = 9",
    f"{G} searcher_total = '0' || searcher_total WHERE n = 9",
    f"{H} weight = weight || '0' WHERE n = 9 AND number = 5",
    f"{H} weight = '-1' WHERE n = 9 AND number = 5",
    f"{H} weight = 'much' WHERE n = 9 AND number = 5",
    f"{S} weight = weight || '0' WHERE n = 9 AND tree = 1",
    f"{S} weight = '1.0' WHERE n = 9 AND tree = 1",
    f"{S} depths = depths[2:] WHERE n = 9 AND tree = 1",
    f"{S} depths = list_concat(depths[:8], [depths[9] + 1]) WHERE n = 9 AND tree = 1",
    f"{S} depths = list_concat(depths[:8], [NULL]) WHERE n = 9 AND tree = 1",
    f"{S} depths = [3, 3, 1, 3, 2, 3] WHERE n = 6 AND tree = 1",
    f"{S} depths = [] WHERE n = 9 AND tree = 1",
    f"{S} depths = list_reverse(depths) WHERE n = 9 AND tree = {ONE_SIDED}",
    f"{G} value = value + 1e-15 WHERE n = 9",
    f"{G} value = 'nan' WHERE n = 9",
    f"{G} bound_num = bound_num + 1 WHERE n = 9",
    f"{G} bound_den = bound_den + 1 WHERE n = 9",
    f"{G} bound = bound - 1e-15 WHERE n = 9",
    f"{G} bound_met = NOT bound_met WHERE n = 9",
    f"{G} bound_met = NOT bound_met WHERE n = 5",
    f"{G} sum_rule = NOT sum_rule WHERE n = 9",
    f"{G} sum_rule = NULL WHERE n = 9",
    f"{G} sum_rule = true WHERE n = 4",
    f"{G} double_rule = NOT double_rule WHERE n = 9",
    f"{G} double_rule = NULL WHERE n = 5",
    f"{G} ends_largest = NOT ends_largest WHERE n = 9",
    f"{G} ends_largest = false WHERE n = 1",
    f"{G} trees = trees + 1 WHERE n = 9",
    f"{G} depth = depth + 1 WHERE n = 9",
    f"{G} rounds = 0 WHERE n = 9",
    f"{G} candidates = 1 WHERE n = 9",
    f"{G} seconds = -1 WHERE n = 9",
    f"{G} seconds = 'inf' WHERE n = 9",
    f"{G} seconds = 'nan' WHERE n = 9",
    f"{G} hider_unique = NOT hider_unique WHERE n = 5",
    f"{G} hider_unique = NOT hider_unique WHERE n = 4",
    f"{H} probability = probability + 1e-17 WHERE n = 9 AND number = 5",
    f"{H} probability = 'nan' WHERE n = 9 AND number = 5",
    f"{S} probability = probability * 1.0000000000000002 WHERE n = 9 AND tree = 1",
    f"{S} root = root + 1 WHERE n = 9 AND tree = 1",
    f"{S} depth = depth - 1 WHERE n = 9 AND tree = 1",
    f"{S} mirror = mirror + 1 WHERE n = 9 AND tree = 1",
    f"{S} tree = (SELECT trees FROM games WHERE games.n = searcher.n) + 1 - tree WHERE n = 9",
    "UPDATE runs SET method = 'plain' WHERE n = 9",
    "DELETE FROM runs WHERE n = 9 AND method = 'plain'",
    "UPDATE runs SET n = 217 WHERE n = 9 AND method = 'plain'",
    "UPDATE runs SET n = 0 WHERE n = 9",
    "UPDATE runs SET rounds = 0 WHERE n = 9 AND method = 'plain'",
    "UPDATE runs SET candidates = 0 WHERE n = 9 AND method = 'plain'",
    "UPDATE runs SET seconds = 'nan' WHERE n = 9 AND method = 'plain'",
    "UPDATE runs SET rounds = rounds + 1 WHERE n = 11 AND method = 'plain'",
    "DELETE FROM runs WHERE n = 11",
    "DELETE FROM bounds WHERE round = 2 AND method = 'plain'",
    "UPDATE bounds SET round = 7777 WHERE round = 2 AND method = 'plain'",
    "UPDATE bounds SET n = 12 WHERE round = 2 AND method = 'plain'",
    "UPDATE bounds SET upper = upper - 1 WHERE round = 2",
    "UPDATE bounds SET upper = upper + 9 WHERE round = 2",
    "UPDATE bounds SET lower = lower + 1 WHERE round = 2",
    "UPDATE bounds SET lower = 'nan' WHERE round = 2",
    "UPDATE bounds SET lower = 1 WHERE lower > 3.016",
]


# games of a whole section, with all that belongs to them
SECTION = "; ".join(f"DELETE FROM {table} WHERE n >= 65" for table in ("games", "hider", "searcher"))
ONE_GAME = SECTION.replace(">= 65", "= 12")
RUN = "DELETE FROM bounds WHERE method = 'plain'; DELETE FROM runs WHERE method = 'plain' AND n = 11"
TEXTS += [
    SECTION,
    ONE_GAME,
    RUN,
    "DELETE FROM bounds",
    "UPDATE runs SET pivots = pivots + 1 WHERE n = 13",
    "UPDATE runs SET method = CASE method WHEN 'plain' THEN 'centred' ELSE 'plain' END",
    "UPDATE bounds SET upper = upper + 1e-10 WHERE round = 3",
    "UPDATE bounds SET lower = lower - 1e-10 WHERE round = 3",
    "UPDATE bounds SET upper = (SELECT upper FROM bounds o WHERE o.method = bounds.method AND o.round = 1) WHERE round = 2 "
    "AND method = 'centred'",
]


def kind(text: str) -> Mutation:
    words = text.split()
    return Mutation(text, text, words[1] if words[0] == "UPDATE" else words[2])


# ends of sums of doubles differ from one processor to the other
DOUBLES = {"bounds.upper": "upper + 1e-10", "bounds.lower": "lower - 1e-10"}


def make(folder: Path) -> None:
    builds = [*sets.games_builds(1, LAST), *sets.games_builds(65, 66), sets.runs_build(16, (11,))]
    run(folder, builds, executor="inline")


PLANTED = Planted("dresher", make, tuple(map(kind, TEXTS)), own=DOUBLES, quick=lambda place, kind: place % 4 == 0)
