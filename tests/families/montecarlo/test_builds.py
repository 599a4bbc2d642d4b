"""The family's sets: what they hold, how their curves are cut into tasks, and what they are expected to take."""

from fractions import Fraction
from pathlib import Path

import pytest
from program import call

from tafelwerk.build.kind import Kind
from tafelwerk.build.staging import is_scalar
from tafelwerk.build.task import tables_of
from tafelwerk.families.montecarlo import builds
from tafelwerk.families.montecarlo.estimates import duel_operations, graph_edges
from tafelwerk.families.montecarlo.graphs import simulated_wins, stream_seed
from tafelwerk.families.montecarlo.rules import Dsc, Esr, Subtraction, SubtractionRules, curve_points
from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph

HEAPS = Subtraction(SubtractionRules((1, 2)), 110)


def test_the_name_of_a_build_is_a_line_that_makes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of every kind that is made alone: builds.txt."""
    made: list[Kind] = []
    monkeypatch.setattr("tafelwerk.commands.families.run_builds", lambda given, *_, **__: made.extend(given))
    lines = Path(__file__).with_name("builds.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if call("build", *line.split(), "--book", tmp_path).returncode] == []
    assert [build.name for build in made] == lines
    assert (len({type(build) for build in made}), len({build.digest for build in made})) == (13, len(lines))
    assert all(line.startswith("tafelwerk ") for build in made for line in build.try_next())


def test_long_curves_of_large_games_are_cut_up() -> None:
    for game, k_max, points, chunks in [
        (Dsc(10), 1000, None, 1),
        (HEAPS, 1000, 200, 1),
        (Esr(5, 6, 2), 1000, 60, 3),
        (Esr(2, 3, 1), 1000, None, 4),
        (Dsc(300), 10**9, 400, None),
    ]:
        duels = [task for task in builds.curve_build(game, k_max, points).tasks if isinstance(task, builds.Duels)]
        assert len(duels) == chunks or max(len(task.ks) for task in duels) == builds.SPARSE_CHUNK
        assert [k for task in duels for k in task.ks] == curve_points(k_max, points)
        assert all(task.rivals == tuple(2 * k for k in task.ks) for task in duels)


@pytest.mark.parametrize(
    "task",
    [
        builds.Duels(Dsc(5), (1, 2, 0), (2, 4, 0), 0),
        builds.Duels(Subtraction(SubtractionRules((1, 2)), 9), (1, 2), (2, 4), 3),
        builds.EsrStarts(Esr(2, 2, 1)),
        builds.LaneTables(Dsc(5)),
        builds.SubtractionGames((SubtractionRules((2, 5)), SubtractionRules((2, 3), "illegal")), 30),
        builds.HeapTables(Subtraction(SubtractionRules((2, 5), "illegal"), 20)),
        builds.Biases(SubtractionRules((1, 2)), "static", (Fraction(1, 3), Fraction(1, 2)), 30),
        builds.Simulations(
            Subtraction(SubtractionRules((1, 2)), 6), (("mc:1", "mc:2"), ("random", "perfect")), 5, 1, 2
        ),
    ],
)
def test_rows_are_as_many_as_expected(task) -> None:  # type: ignore[no-untyped-def]
    rows = task.run()
    by_table = rows if hasattr(task, "tables") else {tables_of(task)[0]: rows}
    assert set(by_table) == set(tables_of(task))
    lengths = [{len(column) for column in columns.values() if not is_scalar(column)} for columns in by_table.values()]
    assert all(len(length) == 1 for length in lengths)
    assert sum(min(length) for length in lengths) <= 2 * task.expected_rows()


def test_work_is_known_before_building() -> None:
    assert graph_edges(Esr(4, 5, 2)) == esr_graph(4, 5, 2).edges
    assert graph_edges(Dsc(40)) == pytest.approx(dsc_graph(40).edges, rel=0.2)
    # where all pieces come home every candidate ties
    ks = [10, 100, 1000]
    assert duel_operations(Esr(5, 6, 6), ks, ks) < 0.1 * duel_operations(Esr(5, 6, 5), ks, ks)


def test_samples_of_a_set_are_drawn_apart() -> None:
    """Games of other heaps, agents and seeds have streams of their own; more games go on where fewer end."""
    rules = SubtractionRules((3, 5, 11), "loses")
    (rows,) = [task.run() for task in builds.Samples(Subtraction(rules, 40), (("random",) * 2,), 60, 1, 31).tasks]
    wins = dict(zip(rows["game"], rows["wins"], strict=True))
    assert len(set(wins.values())) > 4
    game = Subtraction(rules, 40)
    assert simulated_wins(game, "random", "random", 60, 1) == wins[str(game)]
    seeds = {stream_seed(*key) for key in ((game, "random", "random", 1), (game, "random", "random", 2))}
    seeds |= {stream_seed(game, "random", "perfect", 1), stream_seed(Dsc(4), "random", "random", 1)}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert 0 <= simulated_wins(game, "random", "random", 90, 1) - wins[str(game)] <= 30
