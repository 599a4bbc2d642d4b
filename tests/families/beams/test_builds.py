"""Tasks and builds of Beams: parts that are the whole, patterns as they are found again; names, evidence and estimates.
Records are written from what a book holds.
"""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from beams_books import H1, h1_book
from checkpoints import resume_interrupted
from figure_books import given_costs, invented
from loose_builds import GivenRows, LooseBuild
from marks import compiled
from program import answered, tasks_here

from benchmarks import beams_records as records
from benchmarks.beams_records import counts_recipe, curve_recipe, summary_recipe
from tafelwerk.book import open_book
from tafelwerk.build import runner
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.errors import MissingTableError, TafelwerkError
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams import look_ups, rules
from tafelwerk.families.beams.builds import Columns, CurveParts, QueryBound, StrategyPart, StrategyTop, curve_builds
from tafelwerk.families.beams.estimates import SQUARE_PATTERNS, codes_of, patterns_of
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.look_ups import get_bounds, get_node, get_parts, get_spent
from tafelwerk.families.beams.questions import Curve, Summary
from tafelwerk.families.beams.rows import join_columns, whole_strategy
from tafelwerk.families.beams.rules import Entropy, curve_orders
from tafelwerk.proofs.running import record_checks
from tafelwerk.solvers.beams.code_paths import pattern_count
from tafelwerk.solvers.beams.patterns import make_problem
from tafelwerk.tables.book import Book

PARTS = 3

LARGE = {"variant": "6c6p", "strategy": "h1", "tie": "lex-c"}
"""Parameters of builds in parts: those of a large variant, in whose place a small one is analysed."""


def read(history: str) -> tuple[rules.Beam, ...]:
    return rules.read_history(history, rules.VARIANTS["3c6p"])


def part(number: int) -> Build:
    task = StrategyPart("3c6p", H1, number, PARTS)
    return LooseBuild(rules.FAMILY, f"part {number}", {**LARGE, "part": number, "parts": PARTS}, (task,), "exact")


def top_alone() -> Build:
    return LooseBuild(rules.FAMILY, "top", {**LARGE, "top": 3}, (StrategyTop("3c6p", H1),), "exact")


def whole() -> Build:
    parts = (StrategyPart("3c6p", H1, number, PARTS) for number in range(1, PARTS + 1))
    return LooseBuild(rules.FAMILY, "whole", LARGE, (StrategyTop("3c6p", H1), *parts), "exact")


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the same strategy, built as a whole."""
    return h1_book(tmp_path_factory)


def test_tops_and_parts_in_any_order_are_the_whole(tmp_path: Path, at_once: Path) -> None:
    """What is in the book already is not there twice, and is no reason to refuse; the top alone has no costs."""
    run(tmp_path, [part(2)], executor="inline")
    with open_book(tmp_path) as opened:
        assert Summary("3c6p", H1).stored(opened) is None
        assert get_parts(opened, "3c6p", H1) == (1, PARTS)
        with pytest.raises(MissingTableError, match=r"1 of 3 parts.*--variant 3c6p --strategy h1"):
            Summary("3c6p", H1).probe(opened)
        assert get_node(opened, "3c6p", H1, ()) is None
    run(tmp_path, [top_alone()], executor="inline")
    with open_book(tmp_path) as opened:
        node = get_node(opened, "3c6p", H1, ())
        assert node is not None
        assert (node.codes, node.cost, node.query is None) == (1860, None, False)
    run(tmp_path, [part(1), whole(), part(2)], executor="inline")
    with open_book(tmp_path) as opened:
        for table in ("nodes", "node_costs", "costs"):
            assert opened.one("beams", f"SELECT count(*) - count(DISTINCT t) FROM beams.{table} t") == (0,)
        assert Summary("3c6p", H1).probe(opened).total == 7412
    with open_book(tmp_path) as parted, open_book(at_once) as opened:
        assert get_parts(parted, "3c6p", H1) == (PARTS, PARTS)
        assert get_spent(parted, "3c6p", H1) == get_spent(opened, "3c6p", H1)
        nodes = f"SELECT history, depth FROM beams.nodes WHERE depth <= {rules.TOP_DEPTH} ORDER BY history"
        assert opened.rows("beams", nodes) == parted.rows("beams", nodes)
        for (text,) in opened.rows("beams", f"SELECT history FROM beams.nodes WHERE depth < {rules.TOP_DEPTH}")[::9]:
            assert get_node(parted, "3c6p", H1, read(text)) == get_node(opened, "3c6p", H1, read(text))


@pytest.mark.slow
def test_stored_patterns_are_those_found(tmp_path: Path) -> None:
    book = tmp_path / "book"
    run(book, [kinds.VariantBuild("6c6p")], executor="inline")
    stored, found = problem_of("6c6p", book), make_problem(rules.VARIANTS["6c6p"])
    assert stored is not found
    for name in ("patterns", "pieces", "answers", "crossing"):
        assert np.array_equal(getattr(stored, name), getattr(found, name))
    assert problem_of("6c6p", tmp_path / "none") is found


def test_the_parts_of_a_curve_are_those_of_its_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several parts per task, with the rows of each alone."""
    parts = 30  # of fewer than 384 sets
    monkeypatch.setattr("tafelwerk.families.beams.rules.CURVE_PARTS", parts)
    strategy = rules.Entropy(Fraction(3, 2), "lex-d")
    some = CurveParts("3c6p", strategy, 5, 7).run()
    alone = [StrategyPart("3c6p", strategy, number, parts).run() for number in (5, 6, 7)]
    for table in ("costs", "node_costs"):
        assert table_rows(some[table]) == [row for part in alone for row in table_rows(part[table])]


def table_rows(columns: Columns) -> list[tuple[object, ...]]:
    """Rows of columns, some of which are scalars."""
    length = max(len(column) for column in columns.values() if isinstance(column, list))
    lists = (column if isinstance(column, list) else [column] * length for column in columns.values())
    return list(zip(*lists, strict=True))


def test_bounds_are_kept_side_by_side(small_book: Path, tmp_path: Path) -> None:
    """The sharpest counts, until the optimum is known."""
    queries = [kinds.QueryBoundBuild("3c6p", queries) for queries in (2, 4)]
    run(tmp_path, [kinds.BoundBuild("3c6p", 1000), kinds.BoundBuild("3c6p", 100), *queries], executor="inline")
    with open_book(tmp_path) as opened:
        rows = opened.rows("beams", "SELECT above, total FROM beams.bounds ORDER BY above")
        assert [above for above, _ in rows] == [100, 1000]
        assert 7334 > rows[0][1] > rows[1][1]
        assert get_bounds(opened, "3c6p") == (rows[0][1], 5)
        assert get_bounds(opened, "6c3p") is None
    with open_book(small_book, pocket=False) as opened:
        assert get_bounds(opened, "3c6p") == (7334, 5)


@compiled
def test_an_interrupted_part_of_the_improved_strategy_goes_on() -> None:
    saved, rows = resume_interrupted(StrategyPart("6c3p", rules.Improved(), 1, 8))
    assert len(saved.state) > 3
    assert saved.messages[-1] == f"{int(sum(rows['costs']['codes'])):,} codes"


def test_a_proof_of_queries_that_fails_stores_nothing() -> None:
    with pytest.raises(TafelwerkError, match="3c6p: 5 queries are enough"):
        QueryBound("3c6p", 5).run()


@pytest.mark.slow
def test_the_improved_strategy() -> None:
    """The mean is 7.5780; of all entropy strategies by the rules that of H_0.86 is least, 7.6845."""
    spent, tree = whole_strategy("6c3p", rules.Improved())
    total = sum((queries + wrong) * codes for (queries, wrong), codes in spent.items())
    assert sum(spent.values()) == tree.codes[0] == 223_920
    assert tree.cost is not None
    assert tree.cost[0] == total == 1_696_875


@compiled
def test_estimates_of_boards() -> None:
    """Estimates are the counts of measured boards; a board turned is as much work; larger ones are not underestimated."""
    assert {name: pattern_count(rules.variant_of(name)) for name in SQUARE_PATTERNS} == SQUARE_PATTERNS
    assert all(map(rules.is_analysed, SQUARE_PATTERNS))
    assert patterns_of("4x3c3") == patterns_of("3x4c3-directions") == 193
    assert codes_of("4x4c4") == 62_880
    assert 6_025_727_349 < patterns_of("square36") < 10**11


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
    found = look_ups.recorded_summary("3c6p", H1)
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
    found = look_ups.recorded_curve("6c6p", "lex-c")
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
    assert look_ups.recorded_summary("6c6p", H1) is None
