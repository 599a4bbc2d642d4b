"""Builds of Skat: what they hold, against plain minimax and play."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from naive import skat as naive

from tafelwerk.build.runner import run
from tafelwerk.build.skat.sets import SAMPLES, given_build, listed_builds, sample_builds
from tafelwerk.build.skat.tasks import CONTRACTS, GivenDeals, RandomDeals, WholeDeals
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, card_text
from tafelwerk.rules.skat.deals import deal_number, random_deal, random_deals
from tafelwerk.rules.skat.play import start
from tafelwerk.tables.book import open_book
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.positions import get_position


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five small deals, one of them whole in two games."""
    folder = tmp_path_factory.mktemp("skat")
    deals = [random_deal(Random(seed), 4) for seed in range(5)]
    wanted = [given_build(deal) for deal in deals]
    wanted.append(given_build(deals[0], (("hearts", "middlehand"), ("null", "rearhand")), whole=True))
    run(folder, wanted, executor="inline")
    return folder


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4))])
@pytest.mark.parametrize("game", list(Game))
def test_outcomes_of_small_deals(seed: int, game: Game, book: Path) -> None:
    deal = random_deal(Random(seed), 4)
    with open_book(book) as opened:
        for declarer in Seat:
            found = questions.solve.probe(opened, deal.text(), game.value, declarer.word)
            assert found.cards is not None
            values = naive.values(start(deal, game, declarer))
            assert found.cards == {card_text(card): values[card] for card in bits(deal.hands[0])}
            best = (max if declarer is Seat.FOREHAND else min)(found.cards.values())
            assert found.points == (None if game is Game.NULL else best)
            assert found.won == (best >= (1 if game is Game.NULL else 61))


def test_positions_of_a_whole_deal(book: Path) -> None:
    deal = random_deal(Random(0), 4)
    key = deal.hands[0] | deal.hands[1] | deal.hands[2]  # forehand leads: the bits of the leader are 0
    with open_book(book) as opened:
        for game, declarer in (("hearts", Seat.MIDDLEHAND), ("null", Seat.REARHAND)):
            found = get_position(opened, deal_number(deal), game, declarer.word, key)
            assert found is not None
            values = naive.values(start(deal, Game(game), declarer))
            assert found.lower == found.upper == min(values.values())
            assert values[found.best] == found.lower
        assert get_position(opened, deal_number(deal), "hearts", "forehand", key) is None
        assert questions.solve(opened, "1", "hearts", "forehand") is None


def rows(book: Path, sql: str) -> list[tuple[Any, ...]]:
    with open_book(book) as opened:
        return opened.rows("skat", sql)


def test_views_and_macros(book: Path) -> None:
    deal = random_deal(Random(3), 4)
    number = deal_number(deal)
    text = deal.text().split(" | ")[0]
    assert set(
        rows(book, f"SELECT skat.card_names(forehand) FROM skat.deals WHERE deal = {number}")[0][0].split()
    ) == set(text.split())
    found = rows(
        book,
        f"SELECT card, points FROM skat.openings WHERE deal = {number} AND game = 'grand' AND declarer = 'rearhand'",
    )
    values = naive.values(start(deal, Game.GRAND, Seat.REARHAND))
    assert sorted(points for _, points in found) == sorted(values.values())
    assert {card for card, _ in found} == set(text.split())
    hands = rows(book, f"SELECT hand FROM skat.hands WHERE deal = {number} AND game = 'null' ORDER BY declarer")
    assert tuple(hand for (hand,) in hands) == deal.hands


def test_samples_come_in_sections() -> None:
    builds = list(sample_builds(425, 7))
    assert [build.name for build in builds] == [f"skat --deals {n} --seed 7" for n in (200, 400, 410, 420, 425)]
    numbers = [
        n
        for build in builds
        for task in build.tasks
        if isinstance(task, RandomDeals)
        for n in range(task.first, task.last + 1)
    ]
    assert numbers == list(range(425))


def test_longer_and_shorter_samples_find_what_is_there() -> None:
    def missing(wanted: int, held: int) -> list[str]:
        there = {build.digest for build in sample_builds(held, 7)}
        return [build.name.split()[2] for build in sample_builds(wanted, 7) if not build.is_held(there)]

    assert missing(30, 20) == ["30"]
    assert missing(10, 20) == missing(15, 20) == missing(199, 200) == missing(3, 4000) == []
    assert missing(13, 12) == ["13"]
    assert missing(425, 400) == ["410", "420", "425"]
    assert missing(200, 199) == ["200"]


@pytest.mark.parametrize(("deals", "seed"), [(0, 1), (-1, 1), (10**8, 1), (5, -1), (5, 2**32)])
def test_bad_samples(deals: int, seed: int) -> None:
    with pytest.raises(InputError):
        list(sample_builds(deals, seed))


def test_names_of_builds_of_a_deal() -> None:
    (deal,) = random_deals(1, 3)
    assert given_build(deal).name == f'skat --deal "{deal.text()}"'
    assert given_build(deal, (("null", "rearhand"),), whole=True).name.endswith(
        " --game null --declarer rearhand --whole"
    )
    assert given_build(deal, tuple(pair for pair in CONTRACTS if pair[0] == "grand")).name.endswith('" --game grand')
    assert [type(task) for task in given_build(deal, (("null", "rearhand"),), whole=True).tasks] == [
        GivenDeals,
        WholeDeals,
    ]


def test_listed_deals_hold_what_each_deal_alone_does(tmp_path: Path) -> None:
    deals, contracts = (
        [random_deal(Random(seed), 3) for seed in range(12)],
        (("grand", "forehand"), ("null", "rearhand")),
    )
    run(tmp_path / "listed", list(listed_builds([*deals, deals[0]], contracts)), executor="inline")
    run(tmp_path / "alone", [given_build(deal, contracts) for deal in deals], executor="inline")
    with open_book(tmp_path / "listed") as listed, open_book(tmp_path / "alone") as alone:
        for table in ("deals", "results"):
            rows = listed.rows("skat", f"SELECT * FROM skat.{table}")
            assert rows == alone.rows("skat", f"SELECT * FROM skat.{table}")
            assert len(rows) == 12 * (2 if table == "results" else 1)


def test_listed_builds_are_sections() -> None:
    deals = [random_deal(Random(seed), 10) for seed in range(SAMPLES.section + 1)]
    first, second = listed_builds(deals, (("grand", "forehand"),))
    assert first.name.startswith(f"skat --file FILE: {SAMPLES.section} deals from ")
    assert second.name.endswith(" on --game grand --declarer forehand")
    assert [len(task.deals) for task in first.tasks] == [10] * (SAMPLES.section // 10)
    assert [task.deals for task in second.tasks] == [(deal_number(deals[-1]),)]
    assert first.digest != second.digest
    assert [type(task) for build in listed_builds(deals[:2], whole=True) for task in build.tasks].count(
        WholeDeals
    ) == 2 * len(CONTRACTS)
