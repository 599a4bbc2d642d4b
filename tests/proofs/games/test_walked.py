"""What the solver says of any game the proof finds sound; it finds every planted error, and a key that is no symmetry."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import own_games
from naive.own_games import TableGame
from solvers.games.test_solving import Nim, SortedNim, tables

from tafelwerk.errors import InputError
from tafelwerk.families.games.builds import solution_rows
from tafelwerk.families.games.rules import Rules, source_of
from tafelwerk.families.games.stored_games import StoredGame
from tafelwerk.proofs.games import GameWalk
from tafelwerk.solvers.games import solve_own_game

NAMES = ("position", "kind", "value_num", "value_den", "value", "distance", "moves")


class Rowed:
    """A book that holds the rows of one game."""

    def __init__(self, rules: Rules) -> None:
        made = solution_rows(rules, solve_own_game(rules, 10_000))
        self.stored = StoredGame(*(made["games"][name][0] for name in made["games"]))
        self.found = [
            dict(zip(NAMES, row, strict=True)) for row in zip(*(made["positions"][one] for one in NAMES), strict=True)
        ]

    def rows(self, family: str, sql: str, game: str) -> list[tuple[Any, ...]]:
        return [tuple(row[name] for name in NAMES) for row in self.found]

    def faults(self, rules: Rules) -> list[str]:
        walked = GameWalk(cast(Any, self), rules, self.stored)
        return [*walked.other_positions(), *walked.wrong_rows(), *walked.wrong_counts()]


@given(tables(loops=True), st.data())
def test_sound_rows_pass_and_wrong_ones_do_not(table: TableGame, data: st.DataObject) -> None:
    rules = Rules(table.game())
    book = Rowed(rules)
    assert book.faults(rules) == []
    row = data.draw(st.sampled_from(book.found))
    column = data.draw(st.sampled_from(["value_num", "value", "distance", "moves", "position", "kind"]))
    wrong: dict[str, Any] = {
        "value_num": str(int(row["value_num"]) + data.draw(st.sampled_from([-2, -1, 1, 2]))),
        "value": row["value"] + 0.5,
        "distance": data.draw(st.sampled_from([None, 0, 1, 2, 3, 99]).filter(lambda plies: plies != row["distance"])),
        "moves": row["moves"][1:] if row["moves"] else ["m0"],
        "position": "99",
        "kind": "end" if row["kind"] == "decision" else "decision",
    }
    row[column] = wrong[column]
    if column == "value_num":
        row["value"] = float(Fraction(int(row["value_num"]), int(row["value_den"])))
    assert book.faults(rules)


@given(tables(loops=True))
def test_no_cycle_wins_out_of_itself(table: TableGame) -> None:
    """Values that bear each other out around a cycle need a distance that says when play ends."""
    rules = Rules(table.game())
    book = Rowed(rules)
    drawn = [row for row in book.found if row["kind"] == "decision" and row["value_num"] == "0"]
    for row in drawn:
        row.update(value_num="1", value=1.0, distance=None)
    assert not drawn or book.faults(rules)


TRIES = TableGame(((1, 2), (0, 3), (), ()), (None, None, 0, 1), (0, 0, 0, 0), ((), (Fraction(1, 2),) * 2, (), ()))
"""A player who may try as often as is wanted: positions whose values depend on each other."""


@given(st.booleans().flatmap(lambda loops: tables(loops=loops, chance=True)))
@example(TRIES)
def test_games_of_chance(table: TableGame) -> None:
    """Where chance does not end every play the game is refused."""
    rules = Rules(table.game())
    if any(table.chances[one] for one in own_games.reached(table)) and not own_games.stops(table):
        with pytest.raises(InputError, match="the players can play on for ever"):
            solve_own_game(rules, 100)
        return
    book = Rowed(rules)
    assert book.faults(rules) == []
    row = book.found[-1]
    row["value_num"] = str(int(row["value_num"]) + 1)
    row["value"] = float(Fraction(int(row["value_num"]), int(row["value_den"])))
    assert book.faults(rules)


def test_wrong_counts_are_found() -> None:
    book = Rowed(Rules(Nim(2, 1)))
    counts = {"players": 1, "chance": True, "start": "[1,1]", "ends": 2, "edges": 1, "greatest": 9}
    for name, wrong in counts.items():
        walked = GameWalk(cast(Any, book), Rules(Nim(2, 1)), replace(book.stored, **{name: wrong}))
        assert [fault.partition(":")[0] for fault in walked.wrong_counts()] == [name]


class Merged(Nim):
    """Nim, whose key takes all heaps together: positions of different values."""

    name = "merged"

    def key(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        return (*[0] * (len(heaps) - 1), sum(heaps))


def test_a_key_that_changes_the_value_is_noticed() -> None:
    for game, is_sound in ((SortedNim(3, 2, 2), True), (Merged(3, 2, 2), False)):
        rules = Rules(game)
        assert (Rowed(rules).faults(rules) == []) == is_sound


def test_a_source_that_is_other_code_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(Nim(1, 2))
    walked, source = GameWalk(cast(Any, Rowed(rules)), rules, Rowed(rules).stored), source_of(rules)
    assert source is not None
    for stored, is_sound in (
        (source, True),
        (f"{source}# a comment", True),
        (source.replace("taken", "gone"), False),
        (source.replace("def", "class", 1), False),
        (f"{source}(", False),
        (f"{source}\0", False),
        (None, False),
    ):
        monkeypatch.setattr("tafelwerk.proofs.games.stored_source", lambda book, name, stored=stored: stored)
        assert (walked.wrong_source() == []) == is_sound, stored
