"""Kinds of error in a book of whole games, heap games and Memory."""

from pathlib import Path

from mutations import Mutation, Planted

from tafelwerk.build.minimax.builds import game_build, heaps_build, memory_build, misere_build, sets_build, sparse_build
from tafelwerk.build.runner import run
from tafelwerk.rules.minimax.heaps import GRUNDY, octal_game

GAMES = ("tictactoe", "tictactoe-wild", "notakto", "nim-passes", "burnt-pancakes-4")


def kind(name: str, sql: str, where: str = "true") -> Mutation:
    """One kind of error in the table that its name begins with."""
    return Mutation(name, sql, name.partition(":")[0], where)


LIES = (
    kind("games: titles swapped", "UPDATE games SET title = 'Nim with passes' WHERE game = 'tictactoe'"),
    kind("games: all gone", "DELETE FROM games"),
    kind(
        "positions: a game gone",
        "DELETE FROM positions WHERE game = 'nim-passes'; DELETE FROM games WHERE game = 'nim-passes'",
    ),
    kind("positions: one too many", "INSERT INTO positions VALUES ('tictactoe', 2, 1, 1, 1)"),
    kind(
        "positions: a game too many",
        "INSERT INTO positions SELECT 'tictactoe-misere', COLUMNS(* EXCLUDE game) FROM positions WHERE game = 'tictactoe'",
    ),
    kind(
        "positions: images alike",
        "UPDATE positions SET distance = distance + 2 WHERE game = 'tictactoe' AND rank IN (SELECT rank FROM classes"
        " WHERE game = 'tictactoe' AND class = (SELECT max(class) FROM classes WHERE game = 'tictactoe' AND class < 100))",
    ),
    kind(
        "positions: the start is won",
        "UPDATE positions SET value = 1 WHERE game = 'tictactoe' AND rank = 0;"
        " UPDATE games SET value = 1 WHERE game = 'tictactoe'",
    ),
    kind(
        "positions: a best move is not said",
        "UPDATE positions SET moves = moves & (moves - 1) WHERE {rows}",
        "moves > 0",
    ),
    kind(
        "positions: farther from the goal",
        "UPDATE positions SET distance = distance + 1 WHERE game = 'burnt-pancakes-4' AND rank <> 0",
    ),
    kind(
        "classes: all by themselves",
        "UPDATE classes SET class = rank WHERE game = 'tictactoe'; UPDATE games SET classes = 5478 WHERE game = 'tictactoe'",
    ),
    kind("classes: swapped", "UPDATE classes SET class = 28 - class WHERE class IN (27, 1)"),
    kind("look_ahead: all gone", "DELETE FROM look_ahead"),
    kind("look_ahead: a depth gone", "DELETE FROM look_ahead WHERE depth = 9"),
    kind("look_ahead: depths swapped", "UPDATE look_ahead SET depth = 9 - depth WHERE {rows}"),
    kind(
        "node_counts: orders swapped",
        "UPDATE node_counts SET nodes = CASE move_order WHEN 'natural' THEN 7275 ELSE 18297 END"
        " WHERE algorithm = 'alpha-beta' AND move_order IN ('natural', 'centre first')",
    ),
    kind("node_counts: minimax", "UPDATE node_counts SET nodes = 549945 WHERE algorithm = 'minimax'"),
    kind(
        "grundy: a game gone",
        "DELETE FROM grundy WHERE game = 'octal 0.77'; DELETE FROM periods WHERE game = 'octal 0.77'",
    ),
    kind("grundy: the last heaps gone", "DELETE FROM grundy WHERE game = 'grundy' AND heap > 250"),
    kind("grundy: more heaps", "INSERT INTO grundy VALUES ('grundy', 301, 0)"),
    kind("grundy: heap 0", "UPDATE grundy SET value = 1 WHERE heap = 0"),
    kind(
        "grundy: a cycle in all of a period", "UPDATE grundy SET value = 9 WHERE game = 'octal 0.77' AND heap % 12 = 5"
    ),
    kind("periods: doubled", "UPDATE periods SET period = 24, checked_to = 190 WHERE game = 'octal 0.77'"),
    kind(
        "periods: a later exception",
        "UPDATE periods SET last_exception = 71, checked_to = 168 WHERE game = 'octal 0.77'",
    ),
    kind(
        "periods: an earlier exception",
        "UPDATE periods SET last_exception = 69, checked_to = 164 WHERE game = 'octal 0.77'",
    ),
    kind(
        "periods: not found",
        "UPDATE periods SET period = NULL, last_exception = NULL, proved = false WHERE game = 'octal 0.77'",
    ),
    kind("periods: of Grundy's game", "INSERT INTO periods VALUES ('grundy', NULL, NULL, 300, false)"),
    kind("sparse_periods: gone", "DELETE FROM sparse_periods"),
    kind("sparse_periods: doubled", "UPDATE sparse_periods SET period = 2 * period, checked_to = checked_to + period"),
    kind(
        "sparse_periods: an earlier exception",
        "UPDATE sparse_periods SET last_exception = last_exception - 1, checked_to = checked_to - 1",
    ),
    kind("sparse_periods: a rare heap gone", "UPDATE sparse_periods SET rare_heaps = rare_heaps[2:]"),
    kind("sparse_periods: another mask", "UPDATE sparse_periods SET mask = 3"),
    kind("sparse_periods: alternating", "UPDATE sparse_periods SET alternating = NOT alternating"),
    kind(
        "sparse_periods: a short reach",
        "UPDATE sparse_periods SET reach = 30, checked_to = last_exception + period + 30",
    ),
    kind("sparse_periods: another game", "UPDATE sparse_periods SET game = 'octal 0.56'"),
    kind("sparse_periods: huge", "UPDATE sparse_periods SET rare_heaps = [4000000000]"),
    kind(
        "misere: turned", "UPDATE misere SET won = NOT won, moves = CASE WHEN won THEN [] ELSE [[1]] END WHERE {rows}"
    ),
    kind(
        "misere: a move is not said",
        "UPDATE misere SET moves = moves[2:] WHERE {rows}",
        "len(moves) > 1",
    ),
    kind("misere: a game gone", "DELETE FROM misere WHERE game = 'grundy'"),
    kind(
        "memory: fractions not reduced",
        "UPDATE memory SET value_num = (2 * value_num::HUGEINT)::VARCHAR,"
        " value_den = (2 * value_den::HUGEINT)::VARCHAR WHERE {rows}",
        "length(value_den) < 30",
    ),
    kind(
        "memory: fraction and double",
        "UPDATE memory SET value_num = '1', value_den = '97', value = 1 / 97 WHERE {rows}",
    ),
    kind(
        "memory: a turn is not said",
        "UPDATE memory SET actions = actions[2:] WHERE {rows}",
        "len(actions) > 1",
    ),
    kind("memory: a turn twice", "UPDATE memory SET actions = actions || actions WHERE {rows}"),
    kind("misere: a huge heap", "UPDATE misere SET heap = 255 WHERE heap = 1"),
    kind("misere: a huge game", "UPDATE misere SET game = 'subtraction 99999999999' WHERE game = 'grundy'"),
    kind("memory: many pairs", "UPDATE memory SET pairs = 255 WHERE {rows}"),
    kind("grundy: a huge heap", "UPDATE grundy SET heap = 4000000000 WHERE heap = 300"),
    kind("grundy: a foreign game", "UPDATE grundy SET game = 'nim' WHERE game = 'grundy'"),
    kind("periods: huge", "UPDATE periods SET period = 4000000000, last_exception = 4000000000 WHERE proved"),
    kind("memory: rules swapped", "UPDATE memory SET rule = CASE rule WHEN 'pass' THEN 'forced' ELSE 'pass' END"),
    kind("memory: choices of new cards gone", "DELETE FROM memory_choices WHERE turned = 'new'"),
    kind(
        "memory: a choice worth another",
        "UPDATE memory_choices SET value_num = '1', value_den = '97', value = 1 / 97 WHERE {rows}",
    ),
    kind(
        "memory_choices: none of the choices",
        "UPDATE memory_choices SET choice = 'pass' WHERE {rows}",
        "turned = 'new' AND choice = 'unseen'",
    ),
    kind("memory: all chances gone", "DELETE FROM memory WHERE objective = 'win'"),
)


def make(folder: Path) -> None:
    builds = [
        *map(game_build, GAMES),
        heaps_build(GRUNDY, 300),
        heaps_build(octal_game("0.77")),
        heaps_build(octal_game("0.77"), 100),
        heaps_build(octal_game("0.6"), 400),
        sparse_build(octal_game("0.055")),
        sparse_build(octal_game("0.156")),
        sets_build(2),
        misere_build(GRUNDY, 20),
        misere_build(octal_game("0.77"), 14),
        *(memory_build(6, rule) for rule in ("pass", "forced")),
        *(memory_build(3, rule, "win") for rule in ("pass", "forced")),
    ]
    run(folder, builds, executor="inline")


OWN = {
    "misere.moves": "list_append(moves, [60])",
    # the same in both rows
    "sparse_periods.alternating": "NOT alternating",
    "memory.actions": "[CASE WHEN actions[1] = 'pass' THEN 'take' ELSE 'pass' END]",
}
PLANTED = Planted("minimax", make, LIES, OWN, quick=lambda place, kind: place % 4 == 0)
