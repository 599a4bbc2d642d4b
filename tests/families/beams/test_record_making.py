"""Records are written from what a book holds."""

from fractions import Fraction
from pathlib import Path

import pytest
from beams_books import H1, h1_book
from figure_books import given_costs, invented
from loose_builds import GivenRows, LooseBuild
from program import answered, tasks_here

from tafelwerk.build import runner
from tafelwerk.families.beams import record_making as records
from tafelwerk.families.beams.builds import curve_builds
from tafelwerk.families.beams.questions import Curve, Summary
from tafelwerk.families.beams.record_making import counts_recipe, curve_recipe, summary_recipe
from tafelwerk.families.beams.records import recorded_curve, recorded_summary
from tafelwerk.families.beams.rows import join_columns
from tafelwerk.families.beams.rules import Entropy, curve_orders
from tafelwerk.proofs.running import record_checks
from tafelwerk.tables.book import Book

RECIPES = (
    counts_recipe("beams-3c6p", "3c6p", "recomputed"),
    summary_recipe("beams-3c6p-h1", "3c6p", H1, "recomputed"),
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return h1_book(tmp_path_factory)


def test_a_record_says_what_the_book_says(book: Path, records_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "RECIPES", RECIPES)
    assert records.main([str(book), str(records_folder)]) == 0
    found = recorded_summary("3c6p", H1)
    assert found is not None
    summary, record = found
    with Book(book) as opened:
        assert summary == Summary("3c6p", H1).stored(opened)
        checks = list(record_checks(opened, "beams"))
    assert [check.verdict for check in checks] == ["ok"] * 4
    assert record.build == "tafelwerk build beams --variant 3c6p --strategy h1"
    assert dict(record.parameters) == {"variant": "3c6p", "strategy": "h1", "tie": "lex-c"}
    assert [build.name for build in record.builds] == ["beams --variant 3c6p --strategy h1"]
    # nor is a record asked where the answer is to be kept
    line, none = ("beams", "summary", "--variant", "3c6p", "--strategy", "h1"), records_folder / "none"
    assert answered(*line, book=none)["source"] == "record"
    with tasks_here():
        assert answered(*line, "--keep", book=none)["source"] == "computed"


def test_a_book_without_the_builds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert records.main([str(tmp_path), str(tmp_path / "records")]) == 3
    assert "tafelwerk build beams --variant 6c6p" in capsys.readouterr().err


def test_a_curve_is_one_record(tmp_path: Path, records_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = curve_builds("6c6p", "lex-c")
    strategies = [Entropy(alpha) for alpha in curve_orders()]
    costs = join_columns([given_costs("6c6p", one, invented(n)).columns for n, one in enumerate(strategies)])
    build = LooseBuild(whole.family, whole.name, whole.parameters, (GivenRows("costs", costs),), "exact")
    runner.run(tmp_path / "book", [build], executor="inline")
    recipe = curve_recipe("beams-6c6p-curve", "6c6p", "lex-c", "single", without=[Fraction(1)])
    monkeypatch.setattr(records, "RECIPES", (recipe,))
    assert records.main([str(tmp_path / "book"), str(records_folder)]) == 0
    found = recorded_curve("6c6p", "lex-c")
    assert found is not None
    points, record = found
    with Book(tmp_path / "book") as opened:
        every = Curve("6c6p", "lex-c").stored(opened)
        assert every is not None
        assert len(every) == len(strategies)
        assert [check.verdict for check in record_checks(opened, "beams")] == ["ok"] * 2
    assert points == [point for point in every if point.strategy != "h1"]
    assert record.build == "tafelwerk build beams --variant 6c6p --curve"
    assert [build.digest for build in record.builds] == [whole.digest]
    assert recorded_summary("6c6p", H1) is None
