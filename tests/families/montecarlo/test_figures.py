"""What the figures of the Monte-Carlo family show."""

from fractions import Fraction
from pathlib import Path

import pytest
from figure_books import ONE_OR_TWO, RACE_K, TENTHS
from figures import draw, draw_from, heading, records
from naive.games import double_step_crash_race, winners
from naive.games import subtraction as heaps_of
from published import TABLE_2_4

from tafelwerk.errors import MissingTableError
from tafelwerk.families.montecarlo import builds
from tafelwerk.families.montecarlo.figures import curves, races, subtraction
from tafelwerk.families.montecarlo.published import PERIODS, TABLE_2_14
from tafelwerk.families.montecarlo.rules import Esr
from tafelwerk.tables.book import Book


def test_the_table_shows_the_published_digits_and_simulated_rows_above_them(figure_book: Book) -> None:
    document = draw("montecarlo-2.4", figure_book)
    texts = {(row["line"], row["column"]): row["text"] for row in records(document, "line", "text")}
    for k, row in TABLE_2_4.items():
        assert tuple(texts[k, role] for role in curves.ROLES) == row
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


def test_simulated_points_beside_exact_chances(figure_book: Book) -> None:
    games, document = 10, draw("3-5-11-10", figure_book)
    points = {row["heap"]: row["win"] for row in records(document, "heap", "mark")}
    stored = dict(
        figure_book.rows(
            "montecarlo",
            "SELECT split_part(game, ' ', 2)::INTEGER, wins / games FROM montecarlo.simulations"
            " WHERE game LIKE 'subtraction %' AND games = ?",
            games,
        )
    )
    assert points == stored
    bands = {row["heap"]: (row["low"], row["high"]) for row in records(document, "heap", "low", "high")}
    exact = {row["heap"]: row["win"] for row in records(document, "heap", "win") if "mark" not in row}
    assert len(points) == len(bands) == len(exact) == 200
    for heap, (low, high) in bands.items():
        assert 0 <= low <= exact[heap] <= high <= 1
        spread = (exact[heap] * (1 - exact[heap]) / games) ** 0.5
        assert low == pytest.approx(max(0, exact[heap] - 1.96 * spread), abs=1e-4)
    inside = sum(low - 1e-9 <= points[heap] <= high + 1e-9 for heap, (low, high) in bands.items())
    assert f"here {inside} of 200" in heading(document)
    # 95 % of 200 are 190, with a standard deviation of 3
    assert inside > 175


def test_the_scatter_of_a_simulation_surrounds_the_curve(figure_book: Book) -> None:
    document = draw("montecarlo-2.2", figure_book)
    bands = records(document, "low", "high", "k")
    assert len(bands) == 3 * 50
    first = next(row for row in records(document, "role", "win") if row["role"] == "moving first")
    colour = curves.ROLE_COLOURS["moving first"]
    for band in bands:
        if band["ink"] == colour:
            centre = first["win"][first["k"].index(band["k"])]
            spread = (centre * (1 - centre) / 100_000) ** 0.5
            assert (band["low"] + band["high"]) / 2 == pytest.approx(centre, abs=1e-6)
            assert band["high"] - band["low"] == pytest.approx(2 * 1.96 * spread, rel=1e-4)


def test_curves_show_mc_k_against_mc_2k_alone(figure_book: Book) -> None:
    (curve,) = curves.dsc_curves(figure_book, [10], 1000)
    assert curve.ks == (1, 3, 10, 32, 100, 316, 1000)
    stored = figure_book.rows(
        "montecarlo",
        "SELECT first, second, mean FROM montecarlo.dsc_duels WHERE n = 10 AND rival = 2 * k AND k BETWEEN 1 AND 1000",
    )
    assert sorted(zip(curve.first, curve.second, curve.mean, strict=True)) == sorted(stored)


def test_thinned_curves_keep_their_ends(figure_book: Book) -> None:
    whole = curves.esr_curve(figure_book, Esr(5, 6, 1), RACE_K, 1000)
    assert whole.ks == tuple(range(1, RACE_K + 1))
    thin = curves.esr_curve(figure_book, Esr(5, 6, 1), RACE_K, 5)
    assert (thin.ks[0], thin.ks[-1]) == (1, RACE_K)
    assert len(thin.ks) < 12
    means = dict(zip(whole.ks, whole.mean, strict=True))
    assert thin.mean == tuple(means[k] for k in thin.ks)


def test_crash_positions_show_who_wins(figure_book: Book) -> None:
    rows = records(draw("montecarlo-2.9", figure_book), "own", "other", "play")
    wins = winners(double_step_crash_race(10))
    assert rows
    assert [row["play"] for row in rows] == [
        "won" if wins((row["own"], 10 - row["other"], 1)) else "lost" for row in rows
    ]


def test_basin_bottoms_are_minima_past_the_first_three_k() -> None:
    def curve(*means: float) -> curves.Curve:
        return curves.Curve(0, tuple(range(1, len(means) + 1)), means, means, means)

    assert races.basin_bottoms(curve(0.5, 0.4, 0.5, 0.45, 0.4, 0.45, 0.3, 0.2)) == [(5, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.6, 0.5, 0.45, 0.45, 0.5, 0.4, 0.6)) == [(4, 0.45), (7, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.5, 0.5, 0.5, 0.5 - 1e-12, 0.5)) == []


def test_the_table_of_two_move_games(figure_book: Book) -> None:
    document = draw("montecarlo-2.14", figure_book)
    marks = {(row["game"], row["heap"]): row["mark"] for row in records(document, "heap", "mark")}
    for rules in subtraction.TWO_MOVE_GAMES:
        wins = winners(heaps_of(rules.moves, 18, "wins"))
        for heap in range(1, 19):
            winning = tuple(not wins(heap - move) for move in rules.moves)
            expected = {(True, True): "+", (True, False): "a", (False, True): "b", (False, False): "–"}
            assert marks[f"S({rules.text})", heap] == expected[winning]
    texts = {(row["game"], row["column"]): row["text"] for row in records(document, "game", "column", "text")}
    for moves, (before, period) in PERIODS.items():
        assert texts[f"S({moves})", "n*"] == TABLE_2_14.get(moves, "none to 3,000")
        assert texts[f"S({moves})", "pre-period, period"] == f"{before}, {period}"


def test_the_wave_passes_through_the_chances(figure_book: Book) -> None:
    chances = dict(
        figure_book.rows("montecarlo", "SELECT heap, chance FROM montecarlo.subtraction_positions WHERE moves = '1,2'")
    )
    assert len(chances) >= 60
    for heap, chance in chances.items():
        assert 0.5 + subtraction.wave(heap) == pytest.approx(chance, abs=1e-13)


@pytest.mark.parametrize(
    ("name", "moves", "kind"), [("3.2", "1,2", "static"), ("3.4", "1,2", "informed"), ("3.5", "4,7", "static")]
)
def test_stripes_cover_the_bad_moves_and_nothing_else(name: str, moves: str, kind: str, figure_book: Book) -> None:
    stripes = records(draw(f"montecarlo-{name}", figure_book), "heap", "from", "to")
    covered = {
        (stripe["heap"], bias) for stripe in stripes for bias in TENTHS if stripe["from"] <= float(bias) <= stripe["to"]
    }
    bad = {
        (heap, Fraction(p, q))
        for heap, p, q in figure_book.rows(
            "montecarlo",
            "SELECT heap, epsilon_num, epsilon_den FROM montecarlo.asymmetry_bad_moves WHERE moves = ? AND kind = ?",
            moves,
            kind,
        )
    }
    assert covered == bad
    assert len(stripes) < len(bad)


def test_stripes_of_the_two_panels_are_apart(figure_book: Book) -> None:
    document = draw("montecarlo-3.3", figure_book)
    heaps = [{row["heap"] % 3 for row in rows if "heap" in row} for rows in document["datasets"].values()]
    assert sorted(remainders for remainders in map(tuple, heaps) if remainders) == [(1,), (2,)]


def test_biases_with_a_hole_are_missing(tmp_path: Path) -> None:
    ends = (TENTHS[0], TENTHS[-1])
    with pytest.raises(MissingTableError, match="static biases"):
        draw_from(tmp_path, "montecarlo-3.2", builds.Asymmetry(200, ONE_OR_TWO, "static", ends))
