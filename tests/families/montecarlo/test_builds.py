"""The family's sets: what they hold, how their curves are cut into tasks, and what they are expected to take.
The family's look-ups from Python.
What the family's commands say of long numbers and of weights.
What the figures of the Monte-Carlo family show beyond tests/plots/contents.txt.
"""

from fractions import Fraction
from functools import partial
from math import inf
from pathlib import Path

import pytest
from books import alter_file, bare_family, insertion
from figure_books import ONE_OR_TWO, TENTHS
from figures import draw, draw_from, records
from program import answered, call, make_book
from published import TABLE_2_4

from tafelwerk import open_book
from tafelwerk.build.kind import Kind
from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.families.montecarlo import answers, builds, duels, heaps, positions
from tafelwerk.families.montecarlo.answers import Duel
from tafelwerk.families.montecarlo.figures import ROLES, Curve, races
from tafelwerk.families.montecarlo.graphs import simulated_wins, stream_seed
from tafelwerk.families.montecarlo.rules import Dsc, Esr, Subtraction, SubtractionRules, curve_points
from tafelwerk.tables.book import Book

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


ONE_TWO = SubtractionRules((1, 2))


def test_a_curve_is_of_rivals_that_play_twice_as_many(tmp_path: Path) -> None:
    """Other duels of the same game are no points of it."""
    game, book = Subtraction(ONE_TWO, 3), make_book(tmp_path / "book")
    others = (
        "SELECT * REPLACE (rival + shift AS rival, 0.9 AS mean) FROM subtraction_duels, (VALUES (-1), (1)) t(shift)"
    )
    alter_file(
        book / "montecarlo.duckdb",
        f"INSERT INTO subtraction_duels BY NAME SELECT * EXCLUDE shift FROM ({others})",
    )
    with open_book(book, pocket=False) as opened:
        points = opened.montecarlo.curve(game, 3)
        assert [(point.k, point.rival, point.mean) for point in points] == [(k, 2 * k, (3 + k) / 16) for k in (1, 2, 3)]
        duel = opened.montecarlo.duel(game, 2, 5)
        assert isinstance(duel, Duel)
        assert duel.mean == 0.9


def test_a_miss_names_the_line_that_answers(tmp_path: Path) -> None:
    names = {"duels": duels, "heaps": heaps, "positions": positions, "inf": inf}
    lines = Path(__file__).with_name("misses.txt").read_text(encoding="utf-8").splitlines()[1:]
    with open_book(tmp_path / "none") as book:
        for question, _, line in (line.partition(" => ") for line in lines):
            missing = eval(question, names).missing(book)
            assert isinstance(missing, MissingTableError | UncomputedError)
            assert line == (missing.build if isinstance(missing, MissingTableError) else missing.line), question


def test_the_longest_search_for_a_blunder_counts(tmp_path: Path) -> None:
    rows = [
        ("1,2", "wins", None, None, *found, 9, 0.0) for found in ((None, None, 10), (None, 20, 50), (None, None, 15))
    ]
    rows.append(("1,3", "wins", None, None, 2, 2, 90, 9, 0.0))
    with open_book(bare_family(tmp_path, "montecarlo", insertion("subtraction_games", rows)), pocket=False) as book:
        found = [heaps.Blunder(ONE_TWO, limit).look_up(book) for limit in (19, 20, 50, 51)]
    assert found == [*(answers.Blunder(None, *one) for one in ((None, 19), (20, 20), (20, 50))), None]


ask = partial(answered, "montecarlo")


def test_fractions_of_thousands_of_digits_are_written(tmp_path: Path) -> None:
    """Python refuses them, unless it is told."""
    words = ("duel", "dsc", "10", "--at", "2 1", "--k", "100")
    exact, rounded = ask(*words, "--exact", book=tmp_path), ask(*words, book=tmp_path)
    assert len(exact["first"]) > 8600
    numerator, denominator = (value[:40] for value in exact["first"].split("/"))
    assert abs(int(numerator) / int(denominator) - rounded["first"]) < 1e-12
    assert exact["certainty"] == "exact"


def test_weights_follow_the_order_of_the_moves_and_a_static_bias_is_two_of_them(tmp_path: Path) -> None:
    one = ask("bias", "--moves", "1,2,5", "--weights", "1/2,1/3,1/6", book=tmp_path)
    assert one == ask("bias", "--moves", "5,1,2", "--weights", "1/6,1/2,1/3", book=tmp_path)
    # 1/2 to heap 1, which wins, and the rest wins at once
    assert (one["win"]["1"], one["win"]["2"]) == ("1", "1/2")
    weights = ask("bias", "--moves", "2,3", "--weights", "1/3,2/3", book=tmp_path)
    epsilon = ask("bias", "--moves", "2,3", "--epsilon", "1/3", book=tmp_path)
    assert weights.pop("question") != epsilon.pop("question")
    assert weights == epsilon


def test_a_decimal_is_read_exactly_in_python_too(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        for epsilon in (0.1, "0.1", "1e-1", "1/10", Fraction(1, 10)):
            assert book.montecarlo.bias("1,2", epsilon=epsilon).win[2] == Fraction(11, 20)  # type: ignore[arg-type]


def test_the_table_shows_the_published_digits_and_simulated_rows_above_them(figure_book: Book) -> None:
    document = draw("montecarlo-2.4", figure_book)
    texts = {(row["line"], row["column"]): row["text"] for row in records(document, "line", "text")}
    for k, row in TABLE_2_4.items():
        assert tuple(texts[k, role] for role in ROLES) == row
    sql = "SELECT wins / games FROM montecarlo.simulations WHERE game = 'esr 5 6 1' AND games = 40"
    first, rival = (
        figure_book.rows("montecarlo", f"{sql} AND first = ? AND second = ?", *agents)[0][0]
        for agents in (("mc:5", "mc:10"), ("mc:10", "mc:5"))
    )
    shown = [float(texts[4.5, column]) for column in ("moving first", "moving second", "mean")]
    assert shown == pytest.approx([first, 1 - rival, (first + 1 - rival) / 2], abs=1e-10)
    assert (texts[4.5, "games per side"], texts[5, "games per side"]) == ("40", "exact")
    assert texts[4.5, "time"].endswith(" s")
    # the book has no games of these
    assert (14.5, "time") not in texts
    assert (15, "time") in texts


def test_basin_bottoms_are_minima_past_the_first_three_k() -> None:
    def curve(*means: float) -> Curve:
        return Curve(0, tuple(range(1, len(means) + 1)), means, means, means)

    assert races.basin_bottoms(curve(0.5, 0.4, 0.5, 0.45, 0.4, 0.45, 0.3, 0.2)) == [(5, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.6, 0.5, 0.45, 0.45, 0.5, 0.4, 0.6)) == [(4, 0.45), (7, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.5, 0.5, 0.5, 0.5 - 1e-12, 0.5)) == []


def test_biases_with_a_hole_are_missing(tmp_path: Path) -> None:
    ends = (TENTHS[0], TENTHS[-1])
    with pytest.raises(MissingTableError, match="static biases"):
        draw_from(tmp_path, "montecarlo-3.2", builds.Asymmetry(200, ONE_OR_TWO, "static", ends))
