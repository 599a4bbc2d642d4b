"""Games that were played: the published ones, small ones against plain minimax, those that are none."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from naive.worlds import random_play
from skat_questions import worth

from tafelwerk.build.runner import run
from tafelwerk.build.skat.games import RecordedGame, published_games, recorded
from tafelwerk.build.skat.sets import published_build
from tafelwerk.build.skat.tasks import PlayedGames
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, read_list, read_seat
from tafelwerk.rules.skat.deals import Deal, deal_number, random_deal, read_deal
from tafelwerk.rules.skat.play import replay
from tafelwerk.rules.skat.pricing import price
from tafelwerk.solvers.skat.open.judge import judge_of
from tafelwerk.tables.book import open_book
from tafelwerk.tables.skat.played import get_games, get_plays


def played_at_random(name: str, deal: Deal, game: Game, declarer: Seat, seed: int) -> RecordedGame:
    cards = random_play(Random(seed), deal, game, declarer, 3 * deal.cards_each)
    taken = [position.declarer_tricks for position in replay(deal, game, declarer, cards)]
    ends = taken.index(1) if game is Game.NULL and taken[-1] else len(cards)
    return RecordedGame(name, deal_number(deal), game.value, declarer.word, tuple(cards[:ends]), "a test")


@pytest.fixture(scope="module")
def small() -> list[RecordedGame]:
    """Games of four cards, two of each deal, all games and declarers among them; Nulls end when they are lost."""
    deals = [random_deal(Random(seed), 4) for seed in range(6)]
    return [
        played_at_random(
            f"game {number}", deals[number // 2], list(Game)[number % 6], Seat(number * 5 // 6 % 3), number
        )
        for number in range(12)
    ]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, small: list[RecordedGame]) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    tasks = (PlayedGames(tuple(small[:6])), PlayedGames(tuple(small[6:])))
    run(folder, [Build("skat", "skat", {"games": ["some"]}, tasks, "exact"), published_build()], executor="inline")
    return folder


def test_published_games_in_the_book(book: Path) -> None:
    """What the cards gave away leads from best play's points to those that were made."""
    with open_book(book) as opened:
        stored = [game for game in get_games(opened) if game.name.startswith("kupferschmid")]
        plays = {game.name: get_plays(opened, game.name) for game in stored}
    assert [game.points for game in stored] == [50, 87, 52, 95, 70, 61, 59, 101, 95]
    for game, published in zip(stored, published_games(), strict=True):
        alone = game.costs[read_seat(game.declarer)]
        assert game.start - alone + (sum(game.costs) - alone) == game.points
        assert game.won == (game.points >= 61)
        assert tuple(one.card for one in plays[game.name]) == published.cards


def test_games_are_stored_as_they_are_priced(book: Path, small: list[RecordedGame]) -> None:
    with open_book(book) as opened:
        held = {game.name: (game, get_plays(opened, game.name)) for game in get_games(opened)}
    for wanted in small:
        stored, plays = held[wanted.name]
        game, positions = Game(wanted.game), wanted.positions()
        priced = price(judge_of(game), positions, wanted.cards)
        assert [(one.card, one.before, one.after, one.best) for one in plays] == [
            (one.card, one.before, one.after, one.best) for one in priced.played
        ]
        assert stored.costs == tuple(map(priced.cost, Seat))
        assert (stored.deal, stored.game, stored.declarer) == (wanted.deal, wanted.game, wanted.declarer)
        assert (stored.start, stored.source, stored.won) == (worth(positions[0]), "a test", priced.won)
        assert stored.points == (None if game is Game.NULL else positions[-1].declarer_points)


def test_costs_spelt_out(book: Path) -> None:
    with open_book(book) as opened:
        rows = opened.rows(
            "skat",
            'SELECT trick, place, player, card, "after", cost, better FROM skat.costs WHERE name = ? ORDER BY place',
            "kupferschmid-6",
        )
        plays = get_plays(opened, "kupferschmid-6")
    assert [row[:2] for row in rows] == [(place // 3 + 1, place + 1) for place in range(30)]
    assert [row[3] for row in rows] == [NAMES[one.card] for one in plays]
    assert [row[4:6] for row in rows] == [(one.after, abs(one.before - one.after)) for one in plays]
    assert [row[6] for row in rows] == [NAMES[one.best] if one.best != one.card else None for one in plays]
    assert [row[5] for row in rows if row[2] == "forehand" and row[5]] == [38, 10]


def test_a_lost_null_may_end_early(small: list[RecordedGame]) -> None:
    lost = [one for one in small if one.game == "null" and len(one.cards) < 12]
    assert lost
    for one in lost:
        assert one.positions()[-1].declarer_tricks == 1
        with pytest.raises(InputError, match=f"game {one.name}: not over after {len(one.cards) - 1} cards"):
            replace(one, cards=one.cards[:-1]).positions()


def test_games_that_are_none() -> None:
    deal = read_deal("CJ CA | SJ CT | HJ C7 | HT HA")
    good = RecordedGame("x", deal_number(deal), "clubs", "forehand", tuple(read_list("CJ SJ HJ CA CT C7")), "a test")
    assert good.positions()[-1].declarer_points == 21 + 6 + 21
    for wrong, fault in (
        (replace(good, cards=good.cards[:5]), "game x: not over after 5 cards"),
        (replace(good, cards=tuple(read_list("CJ HJ SJ CA CT C7"))), "game x: card 2: middlehand cannot play HJ"),
        (replace(good, deal=2**63), "game x: the number of a deal must be from 0 to"),
    ):
        with pytest.raises(InputError, match=fault):
            wrong.positions()
    entry = {"name": "x", "game": "clubs", "declarer": 1, "forehand": 2, "skat": "HT HA"}
    entry["tricks"] = ["SJ HJ CJ", "CT C7 CA"]
    assert recorded(entry, "a test") == replace(good, declarer="rearhand")
    with pytest.raises(InputError, match="must follow suit"):
        recorded(entry | {"tricks": ["SA CT CJ", "SJ C7 CA"]}, "a test")
