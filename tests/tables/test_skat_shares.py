"""Shares of random deals won: look-ups in deals with points, in deals only won or lost, and in both."""

from pathlib import Path

import duckdb
import pytest

from tafelwerk.build.runner import run
from tafelwerk.build.skat.tasks import RandomDeals
from tafelwerk.build.skat.tasks import Wins as WinsTask
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.tables.book import open_book
from tafelwerk.tables.question import sampled_share
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.shares import Shares

SEED = 6


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals 0 to 3 with points, 2 to 5 and 8 only won or lost."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    builds = [
        Build("skat", "skat", {"seed": SEED, "first": 0, "last": 3}, (RandomDeals(SEED, 0, 3),), "exact"),
        *(
            Build(
                "skat",
                "skat",
                {"seed": SEED, "first": first, "last": last, "question": "win"},
                (WinsTask(SEED, first, last),),
                "exact",
            )
            for first, last in ((2, 5), (8, 8))
        ),
    ]
    run(folder, builds, executor="inline")
    return folder


def won(found: Shares) -> dict[tuple[str, str], int]:
    return {(one.game, one.declarer): one.won for one in found.shares}


def test_each_deal_counts_once(book: Path) -> None:
    rows = WinsTask(SEED, 0, 5).run()
    with open_book(book, pocket=False) as opened:
        found = questions.shares.probe(opened, seed=SEED)
        fewer = questions.shares.probe(opened, 3, SEED)
    assert (found.deals, found.samples, fewer.deals) == (6, 6, 3)
    for answer in (found, fewer):
        assert list(won(answer)) == [(game.value, seat.word) for game in Game for seat in Seat]
        assert won(answer) == {
            contract: sum(
                row["won"]
                for row in rows
                if (row["game"], row["declarer"]) == contract and row["number"] < answer.deals
            )
            for contract in won(answer)
        }
    assert sum(won(found).values()) > 0


def test_intervals(book: Path) -> None:
    with open_book(book, pocket=False) as opened:
        found = questions.shares.probe(opened, seed=SEED)
    for one in found.shares:
        assert one.share == one.won / 6
        assert one.interval == sampled_share(one.share, 6, one.standard_error)["interval"]
        assert one.interval[0] <= one.share <= one.interval[1]
    assert found.standard_error == max(one.standard_error for one in found.shares)
    assert (found.certainty, found.level, found.interval) == ("sampled", 0.95, None)


def test_deals_that_are_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(book, pocket=False) as opened:
        assert questions.shares(opened, 7, SEED) is None
        assert questions.shares(opened, seed=SEED + 1) is None
        line = questions.shares.of(7, SEED).missing(opened)
        assert f"tafelwerk build skat --deals 7 --seed {SEED} --question win" in str(line)
    with open_book(tmp_path, pocket=False) as opened:
        assert questions.shares(opened) is None
        assert "tafelwerk build skat --deals 1000 --seed 1 --question win" in str(questions.shares.of().missing(opened))


def test_a_file_without_the_table(book: Path, tmp_path: Path) -> None:
    (tmp_path / "skat.duckdb").write_bytes((book / "skat.duckdb").read_bytes())
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("DROP TABLE wins")
        connection.execute("DELETE FROM meta.tables WHERE name = 'wins'")
    with open_book(tmp_path, pocket=False) as opened:
        assert questions.shares(opened, seed=SEED) is None


def test_numbers_out_of_range() -> None:
    for deals, seed in [(0, 1), (1_000_001, 1), (None, -1), (None, 2**32)]:
        with pytest.raises(InputError, match="must be from"):
            questions.shares.of(deals, seed)
