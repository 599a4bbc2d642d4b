"""Builds of Skat: their sections, the steps of the ladder, views of their rows; the rows themselves are proved.
What the thesis prints of its classifiers adds up to what docs/skat.md says of it.
Shares, means and paired differences of samples: the intervals cover the truth as often as they promise.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import comb, factorial, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.families.skat import builds, deal_rows, tasks
from tafelwerk.families.skat.builds import published_games
from tafelwerk.families.skat.deal_rows import Spent, compare, rungs
from tafelwerk.families.skat.published import GAMES, OUTCOMES, SEATS
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text
from tafelwerk.families.skat.rules.deals import deal_number, numbered_deal, random_deal
from tafelwerk.families.skat.rules.limits import TABLED, WHOLE_GAME, Question
from tafelwerk.families.skat.rules.play import OpenGame, start
from tafelwerk.families.skat.surveys import mean_interval, mean_of, paired_difference
from tafelwerk.tables.answers import QUANTILE


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small deal."""
    folder = tmp_path_factory.mktemp("skat")
    run(folder, [builds.GivenDeal(random_deal(Random(3), 4))], executor="inline")
    return folder


def rows(book: Path, sql: str) -> list[tuple[Any, ...]]:
    with open_book(book) as opened:
        return opened.rows("skat", sql)


def test_views(book: Path) -> None:
    deal = random_deal(Random(3), 4)
    of_deal = f"WHERE deal = {deal_number(deal)}"
    found = rows(book, f"SELECT card, points FROM skat.openings {of_deal} AND game = 'grand' AND declarer = 'rearhand'")
    values = naive.values(start(deal, Game.GRAND, Seat.REARHAND))
    assert dict(found) == {card_text(card): value for card, value in values.items()}
    hands = rows(book, f"SELECT hand FROM skat.hands {of_deal} AND game = 'null' ORDER BY declarer")
    assert tuple(hand for (hand,) in hands) == deal.hands


def test_deals_whole_in_the_sets() -> None:
    """The standard set holds one of five cards under every game and declarer and a printed game, the full set a random deal of
    ten cards besides and all nine."""
    printed = {done.name: deal_number(done.game.deal) for done in published_games() if done.game is not None}

    def whole(several: Iterator[Build]) -> dict[int, tuple[int, int]]:
        some = [build.parameters for build in several if build.parameters.get("whole")]
        return {one["deal"]: (numbered_deal(one["deal"]).cards_each, len(one["contracts"])) for one in some}

    assert list(whole(builds.standard()).values()) == [(5, 18), (10, 1)]
    assert printed[WHOLE_GAME] in whole(builds.standard())
    assert list(whole(builds.full()).values()) == [(5, 18), (10, 2), *[(10, 1)] * 9]
    assert {*printed.values()} <= {*whole(builds.full())}


Make = Callable[[int], builds.SequenceOfDeals]
THREE = ("pimc", "RANDOM", "random")
LADDER = "--ladder {} --cards 8 --seed 3 --question win"


@pytest.mark.parametrize(
    ("make", "name", "deals", "lasts"),
    [
        (lambda deals: builds.RandomDeals(deals, 7), "--deals {} --seed 7", 425, (200, 400, 410, 420, 425)),
        (lambda deals: builds.Ladder(deals, 3, cards=8, question=Question.WIN), LADDER, 87, (40, 80, 85, 87)),
        (
            lambda deals: builds.Match(deals, players=THREE),
            "--match {} --seed 1 --players pimc:100,random,random",
            7,
            (5, 7),
        ),
        (lambda deals: builds.Match(deals, players=("pimc",) * 3), "--match {} --seed 1 --players pimc:100", 7, (5, 7)),
        (lambda deals: builds.Trials(deals, 2), "--trials {} --seed 2", 1101, (1000, 1100, 1101)),
        (lambda deals: builds.Playouts(deals, 2), "--playouts {} --seed 2", 205, (200, 205)),
        (lambda deals: builds.Wins(deals, 2), "--deals {} --seed 2 --question win", 1101, (1000, 1100, 1101)),
    ],
)
def test_sequences_come_in_sections(make: Make, name: str, deals: int, lasts: tuple[int, ...]) -> None:
    """Each deal is in one task; a longer or a shorter run finds what is there."""
    sections = list(make(deals).sections())
    assert [build.name for build in sections] == [f"skat {name.format(last)}" for last in lasts]
    tasks: list[Any] = [task for build in sections for task in build.tasks]
    assert [number for task in tasks for number in range(task.first, task.last + 1)] == list(range(deals))
    assert all(task.operations() > 0 and task.expected_rows() > 0 for task in tasks)

    def missing(wanted: int, held: int) -> list[int]:
        there = {build.digest for build in make(held).sections()}
        return [build.parameters["last"] + 1 for build in make(wanted).sections() if not build.is_held(there)]

    section = next(iter(make(10_000).sections())).parameters["last"] + 1
    assert missing(3, 10_000) == missing(section - 1, section) == missing(deals, deals) == []
    assert missing(section, section - 1) == [section]
    assert missing(deals + 1, deals)[-1] == deals + 1


@pytest.mark.parametrize("task", [tasks.Trials, tasks.Wins])
def test_any_part_can_be_had_alone(task: type[tasks.Trials | tasks.Wins]) -> None:
    whole, part = task(3, 8, 9).run(), task(3, 9, 9).run()
    assert 0 < len(part) < len(whole)
    assert part == [row for row in whole if row["number"] == 9]


def rows_of(task: tasks.Ladder) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = task.run()["statistics"]
    return rows


@pytest.mark.parametrize(("cards", "question"), [(4, None), (8, "points"), (10, "null"), (8, "table")])
def test_rows_are_of_one_deal_alone(cards: int, question: str | None) -> None:
    """Counts know nothing of deals before; entries are those of tables, no more than there are starts of tricks."""
    task = tasks.Ladder(2, 4, 5, cards, question)
    rows = rows_of(task)
    assert len(rows) + len(task.run()["deals"]) == task.expected_rows()
    assert task.operations() > 0
    alone = {(row["deal"], row["step"]): row["nodes"] for row in rows_of(tasks.Ladder(2, 5, 5, cards, question))}
    assert alone.items() <= {(row["deal"], row["step"]): row["nodes"] for row in rows}.items()
    assert len(rows) == 2 * len(alone)
    most = 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards))
    for row in rows:
        assert (row["entries"] is not None) == (row["step"] in TABLED), row["step"]
        assert row["entries"] is None or 0 <= row["entries"] <= min(row["nodes"], most)


def test_steps_that_differ_are_found() -> None:
    found = {"a": [Spent(5, 0.1, 30, True)], "b": [Spent(3, 0.1, None, True)], "c": [Spent(9, 0.1, None, None)]}
    compare(found)
    for wrong in (Spent(1, 0.1, 31, True), Spent(1, 0.1, None, False)):
        with pytest.raises(AssertionError, match="deal 0"):
            compare(found | {"b": [wrong]})


def test_a_wrong_step_stops_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = rungs(4)

    def wrong(game: OpenGame) -> Any:
        nodes, value, won, entries = first.prepared(game)()
        assert value is not None
        return lambda: (nodes, value + 1, won, entries)

    monkeypatch.setattr(deal_rows, "rungs", lambda *_: (replace(first, prepared=wrong), *rest))
    with pytest.raises(AssertionError, match="points should be the same for all steps"):
        tasks.Ladder(1, 0, 0, 4, None).run()


def count(cell: str) -> int:
    return sum(int(number) for (*_, name), number in OUTCOMES.items() if name == cell)


def test_rows_are_outcomes_and_columns_predictions() -> None:
    """S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.2: 3000 hands per table."""
    cells = ("true_positives", "false_negatives", "false_positives", "true_negatives")
    tables = {(seat, game): [int(OUTCOMES[seat, game, cell]) for cell in cells] for seat in SEATS for game in GAMES}
    assert len(tables) == 18
    assert {sum(table) for table in tables.values()} == {3000}
    assert (count("true_positives"), count("true_positives") + count("false_negatives")) == (680, 3496)
    assert count("false_positives") == 3187
    assert count("true_positives") + count("true_negatives") == 47997
    assert count("false_positives") + count("true_negatives") == 50504
    suits = [game for game in GAMES if game not in ("grand", "null")]
    won = {seat: [tables[seat, game][0] + tables[seat, game][1] for game in suits] for seat in SEATS}
    assert (min(won["forehand"]), max(won["forehand"])) == (241, 255)
    others = won["middlehand"] + won["rearhand"]
    assert (min(others), max(others)) == (178, 193)
    called = [tables[seat, game][0] + tables[seat, game][2] for seat in SEATS for game in suits]
    assert (min(called), max(called)) == (52, 429)


COUNTS = st.integers(0, 60)
Counts = tuple[int, int, int, int]


def outcomes(cases: int) -> Iterator[Counts]:
    """All ways in which cases fall into four classes."""
    for both in range(cases + 1):
        for first in range(cases + 1 - both):
            for second in range(cases + 1 - both - first):
                yield both, first, second, cases - both - first - second


def chance(counts: Counts, chances: tuple[float, ...]) -> float:
    """Multinomial chance of an outcome."""
    ways = factorial(sum(counts))
    product = 1.0
    for count, one in zip(counts, chances, strict=True):
        ways //= factorial(count)
        product *= one**count
    return ways * product


@pytest.mark.parametrize(
    "chances",
    [(0.8, 0.02, 0.08, 0.1), (0.6, 0.05, 0.15, 0.2), (0.3, 0.2, 0.3, 0.2), (0.9, 0.01, 0.04, 0.05)],
)
def test_paired_intervals_cover_the_difference(chances: tuple[float, ...]) -> None:
    """Over all outcomes of twenty cases; with rare differences the intervals are wider than they need to be."""
    truth, covered = chances[2] - chances[1], 0.0
    for counts in outcomes(20):
        low, high = paired_difference(*counts).interval
        covered += chance(counts, chances) * (low <= truth <= high)
    assert covered > 0.93


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_paired_differences(both: int, first: int, second: int, neither: int) -> None:
    cases = both + first + second + neither
    if not cases:
        return
    found = paired_difference(both, first, second, neither)
    low, high = found.interval
    assert found.difference == (second - first) / cases
    assert -1 <= low <= found.difference <= high <= 1
    assert low < high
    # the same cases with the other share first, and with the properties negated
    swapped = paired_difference(both, second, first, neither)
    negated = paired_difference(neither, second, first, both)
    assert swapped.interval == pytest.approx((-high, -low), abs=1e-12)
    assert negated.interval == pytest.approx((-high, -low), abs=1e-12)
    # the error is that of the mean of the differences of the cases
    differences = [0] * (both + neither) + [-1] * first + [1] * second
    error = stdev(differences) * sqrt(cases - 1) / cases if len({*differences}) > 1 else None
    assert found.standard_error == (error if error is None else pytest.approx(error, abs=1e-12))


@given(st.lists(st.integers(-120, 120), max_size=30))
def test_means(values: list[int]) -> None:
    found, error = mean_of(values)
    assert found == (pytest.approx(mean(values)) if values else None)
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    assert error == (None if spread is None else pytest.approx(spread))
    interval = mean_interval(found, error)
    assert (interval is None) == (not error)
    if found is not None and interval is not None and error:
        assert interval == (found - QUANTILE * error, found + QUANTILE * error)
