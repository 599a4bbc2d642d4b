"""Random deals with open cards: their points and the shares won, compared with the rows one by one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest
from books import alter_file, bare_family, insertion

from tafelwerk.book import Book, open_book
from tafelwerk.families.skat import questions
from tafelwerk.families.skat.random_deals import CLASSES
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.tables.answers import sampled_share
from tafelwerk.tables.intervals import mean_interval, share_of

SEED = 6
SOLVED = {SEED: (*range(20), 29), SEED + 1: range(3)}
"""Deals with points, by seed."""
WON = {SEED: (*range(15, 24), 26), SEED + 1: range(30)}
"""Deals only won or lost."""
CONTRACTS = [(game.value, seat.word) for game in Game for seat in Seat]
EDGES = sorted({points for bounds in CLASSES for points in bounds})


def outcome(seed: int, number: int, contract: tuple[str, str]) -> tuple[int | None, bool]:
    """Points and whether the deal is won, in the place of solving it; the ends of each class come often."""
    random = Random(f"{seed} {number} {contract}")
    points = random.choice([*EDGES, random.randrange(121)])
    return None if contract[0] == Game.NULL else points, points > 60


def deal_of(seed: int, number: int) -> int:
    return 1000 * seed + number


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results, wins = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for game, seat in CONTRACTS:
        for seed in SOLVED:
            for number in SOLVED[seed]:
                points, won = outcome(seed, number, (game, seat))
                results.append((deal_of(seed, number), game, seat, points, won, [], points))
            for number in WON[seed]:
                _, won = outcome(seed, number, (game, seat))
                wins.append((seed, number, seat, game, deal_of(seed, number), 0, 0, won))
    samples = [(seed, number, deal_of(seed, number)) for seed in SOLVED for number in SOLVED[seed]]
    return bare_family(
        tmp_path_factory.mktemp("deals"),
        "skat",
        *(insertion(*rows) for rows in (("samples", samples), ("results", results), ("wins", wins))),
    )


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with open_book(path, pocket=False) as opened:
        yield opened


@pytest.mark.parametrize("deals", [None, 1])
def test_means_and_classes(book: Book, deals: int | None) -> None:
    found = questions.Points(deals, SEED).probe(book)
    count = deals or 20
    assert (found.deals, found.samples, found.certainty) == (count, count, "sampled")
    assert [(one.game, one.declarer) for one in found.points] == [pair for pair in CONTRACTS if pair[0] != Game.NULL]
    for one in found.points:
        drawn = (outcome(SEED, number, (one.game, one.declarer))[0] for number in range(count))
        points = [value for value in drawn if value is not None]
        assert one.mean == pytest.approx(mean(points))
        error = None if count == 1 else stdev(points) / count**0.5
        assert one.standard_error == (None if error is None else pytest.approx(error))
        assert one.interval == mean_interval(one.mean, one.standard_error)
        for each, quarter in zip(one.quartiles, (1, 2, 3), strict=True):
            assert 4 * sum(value <= each for value in points) >= quarter * count
            assert 4 * sum(value < each for value in points) < quarter * count
        assert [each.deals for each in one.classes] == [
            share_of(sum(each.least <= value <= each.most for value in points), count) for each in one.classes
        ]
        assert sum(each.deals.count for each in one.classes) == count
        assert [(each.least, each.most) for each in one.classes][::4] == [(0, 30), (120, 120)]


@pytest.mark.parametrize("deals", [None, 3])
def test_each_deal_counts_once_among_those_won(book: Book, deals: int | None) -> None:
    found = questions.Shares(deals, SEED).probe(book)
    count = deals or 24
    assert (found.deals, found.samples) == (count, count)
    assert [(one.game, one.declarer) for one in found.shares] == CONTRACTS
    for one in found.shares:
        assert one.won == sum(outcome(SEED, number, (one.game, one.declarer))[1] for number in range(count))
        assert one.share == one.won / count
        assert one.standard_error == pytest.approx((one.share * (1 - one.share) / count) ** 0.5)
        assert one.interval == sampled_share(one.share, count, one.standard_error)["interval"]
    assert found.standard_error == max(one.standard_error for one in found.shares)
    assert (found.certainty, found.level, found.interval) == ("sampled", 0.95, None)


@pytest.mark.parametrize(("asked", "stored"), [(questions.Points, 20), (questions.Shares, 24)])
def test_deals_that_are_not_stored(
    asked: type[questions.Points] | type[questions.Shares], stored: int, book: Book, tmp_path: Path
) -> None:
    """What builds them, tests/refusals say."""
    assert asked(stored, SEED).stored(book) is not None
    assert asked(stored + 1, SEED).stored(book) is None
    assert asked(seed=SEED + 2).stored(book) is None
    with open_book(tmp_path, pocket=False) as opened:
        assert asked().stored(opened) is None


def test_a_file_without_the_table_of_shares(path: Path, tmp_path: Path) -> None:
    (tmp_path / "skat.duckdb").write_bytes((path / "skat.duckdb").read_bytes())
    alter_file(tmp_path / "skat.duckdb", "DROP TABLE wins", "DELETE FROM meta.tables WHERE name = 'wins'")
    with open_book(tmp_path, pocket=False) as opened:
        assert questions.Shares(seed=SEED).stored(opened) is None
