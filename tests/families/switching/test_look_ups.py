"""The family's look-ups from Python."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from books import alter_file, copy_family

from tafelwerk import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.switching.agents import Duel, Winrate
from tafelwerk.families.switching.answers import ExactDuel, SampledDuel
from tafelwerk.tables.answers import sampled_share


def test_what_is_missing_names_its_build(tmp_path: Path) -> None:
    for asked, line in [
        (Winrate(13), "--order 13"),
        (Duel(5, "temperature:0", "heuristic"), "--order 5"),
        (Duel(4, "temperature:0", "mc:07"), "--order 4 --cut heuristic --short mc:7"),
        (Duel(4, "random", "random", 10_000, 1), "--order 4 --cut random --short random"),
        (Duel(4, "random", "random", 9, 2), "--order 4 --cut random --short random --games 9 --seed 2"),
    ]:
        with open_book(tmp_path / "none") as book:
            assert asked.look_up(book) is None
            missing = asked.missing(book)
        assert isinstance(missing, MissingTableError)
        assert missing.build == f"tafelwerk build switching {line}"


@pytest.fixture
def altered(quick_book: Path, tmp_path: Path) -> Callable[[str], Path]:
    """The quick book after a statement."""

    def alter(statement: str) -> Path:
        alter_file(copy_family(quick_book, "switching", tmp_path) / "switching.duckdb", statement)
        return tmp_path

    return alter


@pytest.mark.parametrize(("cut", "chance"), [("perfect", 0.0), ("heuristic", 0.25)])
def test_samples_are_those_that_were_asked_for(cut: str, chance: float, altered: Callable[[str], Path]) -> None:
    """A perfect Cut is exact unless games are asked for."""
    row = f"4, '{cut}', 'mc:5', {chance}, 0.01, 'sampled', 500, 7"
    sample = SampledDuel(4, cut, "mc:5", chance, 7, **sampled_share(chance, 500, 0.01))
    exact = ExactDuel(4, cut, "mc:5", 0.0, Fraction(0))
    with open_book(altered(f"INSERT INTO pairings VALUES ({row})")) as book:
        assert Duel(4, cut, "mc:5").look_up(book) == (exact if cut == "perfect" else sample)
        assert Duel(4, cut, "mc:5", 500, 7).look_up(book) == sample
        for other in ((501, None), (None, 8), (501, 7), (500, 8)):
            assert Duel(4, cut, "mc:5", *other).look_up(book) is None
        assert Duel(4, cut, "mc:6").look_up(book) is None


def test_rows_that_cannot_be_are_refused_by_the_schema(altered: Callable[[str], Path]) -> None:
    for lie in [
        "UPDATE openings SET rate = 1.5",
        "UPDATE openings SET shortest = longest + 1",
        "UPDATE pairings SET chance = 1.5 WHERE cut = 'random'",
        "UPDATE pairings SET error = 'nan'::DOUBLE",
        "UPDATE pairings SET games = 5",
    ]:
        with pytest.raises(duckdb.ConstraintException, match="CHECK"):
            altered(lie)
