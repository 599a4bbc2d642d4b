"""Card points of random deals: look-ups compared with the rows themselves."""

from pathlib import Path
from statistics import mean, stdev

import pytest

from tafelwerk.build.runner import run
from tafelwerk.build.skat.sets import sample_builds
from tafelwerk.build.skat.tasks import RandomDeals, Wins
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.tables.book import open_book
from tafelwerk.tables.intervals import mean_interval, share_of
from tafelwerk.tables.skat import questions

SEED, DEALS = 6, 8


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals 0 to 7 and 9 with points, and more of them only won or lost, which do not count."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    more = Build("skat", "skat", {"seed": SEED, "first": 9, "last": 9}, (RandomDeals(SEED, 9, 9),), "exact")
    wins = Build("skat", "skat", {"seed": SEED, "first": 8, "last": 8, "question": "win"}, (Wins(SEED, 8, 8),), "exact")
    run(folder, [*sample_builds(DEALS, SEED), more, wins], executor="inline")
    return folder


def made(deals: int) -> dict[tuple[str, str], list[int]]:
    """Points by game and declarer, from the rows of the task."""
    found: dict[tuple[str, str], list[int]] = {}
    for row in RandomDeals(SEED, 0, deals - 1).run()["results"]:
        if row["points"] is not None:  # type: ignore[index]
            found.setdefault((row["game"], row["declarer"]), []).append(row["points"])  # type: ignore[index]
    return found


@pytest.mark.parametrize("deals", [None, 3, 1])
def test_means_and_classes(book: Path, deals: int | None) -> None:
    with open_book(book, pocket=False) as opened:
        found = questions.points.probe(opened, deals, SEED)
    count = deals or DEALS
    wanted = made(count)
    assert (found.deals, found.samples, found.certainty) == (count, count, "sampled")
    assert [(one.game, one.declarer) for one in found.points] == [
        (game.value, seat.word) for game in Game if game is not Game.NULL for seat in Seat
    ]
    for one in found.points:
        points = wanted[one.game, one.declarer]
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
    errors = [one.standard_error for one in found.points if one.standard_error is not None]
    assert found.standard_error == max(errors, default=None)


def test_deals_that_are_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(book, pocket=False) as opened:
        assert questions.points(opened, DEALS + 1, SEED) is None
        assert questions.points(opened, seed=SEED + 1) is None
        line = str(questions.points.of(DEALS + 1, SEED).missing(opened))
        assert f"tafelwerk build skat --deals {DEALS + 1} --seed {SEED}" in line
    with open_book(tmp_path, pocket=False) as opened:
        assert questions.points(opened) is None
        assert "tafelwerk build skat --deals 100 --seed 1" in str(questions.points.of().missing(opened))


def test_numbers_out_of_range() -> None:
    for deals, seed in [(0, 1), (1_000_001, 1), (None, -1), (None, 2**32)]:
        with pytest.raises(InputError, match="must be from"):
            questions.points.of(deals, seed)
