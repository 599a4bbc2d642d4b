"""Builds of Skat: what they hold, against plain minimax and play."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from naive import skat as naive

from tafelwerk.build.runner import run
from tafelwerk.build.skat.sets import given_build, sample_builds
from tafelwerk.build.skat.tasks import CONTRACTS, GivenDeal, RandomDeals, WholeDeals
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import Game, Seat, bits
from tafelwerk.solvers.skat.deal_numbers import deal_number
from tafelwerk.solvers.skat.deals import random_deal, random_deals
from tafelwerk.solvers.skat.rules import start
from tafelwerk.tables.book import open_book
from tafelwerk.tables.skat import get_position, get_result


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five small deals, one of them whole in two games."""
    folder = tmp_path_factory.mktemp("skat")
    deals = [random_deal(Random(seed), 4) for seed in range(5)]
    wanted = [given_build(deal) for deal in deals]
    wanted.append(given_build(deals[0], (("hearts", "middlehand"), ("null", "rearhand")), whole=True))
    run(folder, wanted, executor="inline")
    return folder


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", list(Game))
def test_outcomes_of_small_deals(seed: int, game: Game, book: Path) -> None:
    deal = random_deal(Random(seed), 4)
    with open_book(book) as opened:
        for declarer in Seat:
            found = get_result(opened, deal_number(deal), game.value, declarer.word)
            assert found is not None
            values = naive.values(start(deal, game, declarer))
            assert found.openings == tuple(values[card] for card in bits(deal.hands[0]))
            best = (max if declarer is Seat.FOREHAND else min)(found.openings)
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
        assert get_result(opened, 1, "hearts", "forehand") is None


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
    builds = list(sample_builds(450, 7))
    assert [build.name for build in builds] == [f"skat --deals {n} --seed 7" for n in (200, 400, 450)]
    numbers = [
        n
        for build in builds
        for task in build.tasks
        if isinstance(task, RandomDeals)
        for n in range(task.first, task.last + 1)
    ]
    assert numbers == list(range(450))


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
        GivenDeal,
        WholeDeals,
    ]
