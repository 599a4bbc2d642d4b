"""Values of games in which the codemaker chooses, too: errors that the breaker's mixture does not show."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from tafelwerk.build.runner import run
from tafelwerk.families.mastermind.builds import AdversaryBuild, GameBuild
from tafelwerk.families.mastermind.rules import AnswerTable, Named, Pegs
from tafelwerk.proofs.mastermind.expected_rows import BookContents
from tafelwerk.proofs.mastermind.optimal_claims import choosing_claims
from tafelwerk.tables.book import Book

TABLE = AnswerTable(Named("table"), ("x", "y", "z"), ("a", "b"), (("0", "0", "1"), ("0", "1", "0")))
SEARCHED, TRIED = "best replies by branch and bound", "best replies among all strategies"
MIXTURES = "mixtures replayed code by code"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    book = tmp_path_factory.mktemp("book")
    builds = [AdversaryBuild(rules) for rules in (Pegs(2, 3), Pegs(3, 3), TABLE)]
    run(book, [GameBuild(TABLE), *builds], executor="inline")
    return book


def faults(book: Path) -> Iterator[tuple[str, str]]:
    """Faults by the method that finds them."""
    with Book(book) as opened:
        for claim in choosing_claims(BookContents(opened)):
            for fault in claim.prove(range(claim.units)):
                yield claim.method, fault


def test_sound_values_are_proved(sound: Path) -> None:
    assert list(faults(sound)) == []


PLANTED = (
    ("2x3", SEARCHED, "UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9'", True),
    (
        "2x3",
        SEARCHED,
        "UPDATE adversaries SET value = 7249997 / 3000000, value_num = '7249997', value_den = '3000000'",
        False,
    ),
    ("3x3", SEARCHED, "UPDATE adversaries SET value = 75 / 27, value_num = '25', value_den = '9'", False),
    ("table", TRIED, "UPDATE adversaries SET value = 3 / 2, value_num = '3', value_den = '2'", False),
    ("3x3", SEARCHED, "UPDATE adversary_codes SET chance_num = '-1' WHERE class = 0", False),
    ("3x3", SEARCHED, "DELETE FROM adversary_codes", False),
)


@pytest.mark.parametrize(("game", "method", "statement", "alone"), PLANTED)
def test_planted_errors_are_found(
    sound: Path, tmp_path: Path, game: str, method: str, statement: str, alone: bool
) -> None:
    """The best reply shows them; alone: the breaker's mixture does not."""
    (tmp_path / "mastermind.duckdb").write_bytes((sound / "mastermind.duckdb").read_bytes())
    with duckdb.connect(tmp_path / "mastermind.duckdb") as connection:
        where = " AND" if " WHERE " in statement else " WHERE"
        connection.execute(f"{statement}{where} game = ?", [game])
    found = list(faults(tmp_path))
    assert any(by == method and fault.startswith(f"{game}: ") for by, fault in found)
    if alone:
        assert {by for by, _ in found} == {method}
