"""Games that were played: the published ones, small ones against plain minimax, those that are none."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from skat_questions import worth

from tafelwerk.build.runner import run
from tafelwerk.build.skat.games import RecordedGame, recorded
from tafelwerk.build.skat.sets import published_build
from tafelwerk.build.skat.tasks import PlayedGames
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, bits, points, read_cards, read_list
from tafelwerk.rules.skat.deals import Deal, deal_number, numbered_deal, random_deal, read_deal
from tafelwerk.rules.skat.play import legal, play, replay, start
from tafelwerk.tables.book import open_book
from tafelwerk.tables.skat.played import get_games, get_plays

APPENDIX = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))


def played_at_random(name: str, deal: Deal, game: Game, declarer: Seat, seed: int) -> RecordedGame:
    random, position, cards = Random(seed), start(deal, game, declarer), []
    while not position.over and not (game is Game.NULL and position.declarer_tricks):
        cards.append(random.choice(bits(legal(position))))
        position = play(position, cards[-1])
    return RecordedGame(name, deal_number(deal), game.value, declarer.word, tuple(cards), "a test")


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
    assert [game.won for game in stored] == [points >= 61 for points in (50, 87, 52, 95, 70, 61, 59, 101, 95)]
    for game, entry in zip(stored, APPENDIX["games"], strict=True):
        alone = game.costs[Seat[game.declarer.upper()]]
        assert game.start - alone + (sum(game.costs) - alone) == game.points == entry["points"]
        assert len(plays[game.name]) == 30
        assert points(sum(1 << one.card for one in plays[game.name])) == 120 - points(read_cards(entry["skat"]))


@pytest.mark.parametrize("number", range(12))
def test_games_are_priced_by_plain_minimax(number: int, book: Path, small: list[RecordedGame]) -> None:
    wanted = small[number]
    with open_book(book) as opened:
        (stored,) = (game for game in get_games(opened) if game.name == wanted.name)
        plays = get_plays(opened, wanted.name)
    game, declarer = Game(wanted.game), Seat[wanted.declarer.upper()]
    positions = replay(numbered_deal(wanted.deal), game, declarer, wanted.cards)
    costs = [0, 0, 0]
    assert tuple(one.card for one in plays) == wanted.cards
    for one, before, after in zip(plays, positions[:-1], positions[1:], strict=True):
        assert (one.before, one.after) == (worth(before), worth(after))
        costs[before.to_move] += abs(one.before - one.after)
        good = [card for card in bits(legal(before)) if worth(play(before, card)) == one.before]
        assert one.best == (one.card if one.card in good else good[0])
    assert stored.costs == tuple(costs)
    assert (stored.deal, stored.game, stored.declarer) == (wanted.deal, wanted.game, wanted.declarer)
    assert (stored.start, stored.source) == (worth(positions[0]), "a test")
    null = game is Game.NULL
    assert stored.points == (None if null else positions[-1].declarer_points)
    assert stored.won == (not positions[-1].declarer_tricks if null else positions[-1].declarer_points >= 61)


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
        with pytest.raises(InputError, match=f"game {one.name}: it is not over after {len(one.cards) - 1} cards"):
            replace(one, cards=one.cards[:-1]).positions()


def test_games_that_are_none() -> None:
    deal = read_deal("CJ CA | SJ CT | HJ C7 | HT HA")
    good = RecordedGame("x", deal_number(deal), "clubs", "forehand", tuple(read_list("CJ SJ HJ CA CT C7")), "a test")
    assert good.positions()[-1].declarer_points == 21 + 6 + 21
    with pytest.raises(InputError, match=r"game x: it is not over after 5 cards"):
        replace(good, cards=good.cards[:5]).positions()
    with pytest.raises(InputError, match=r"game x: card 2: middlehand cannot play HJ"):
        replace(good, cards=tuple(read_list("CJ HJ SJ CA CT C7"))).positions()
    with pytest.raises(InputError, match=r"game x: the number of a deal is 0 to"):
        replace(good, deal=2**63).positions()
    entry = {
        "name": "x",
        "game": "clubs",
        "declarer": 1,
        "forehand": 2,
        "skat": "HT HA",
        "tricks": ["SJ HJ CJ", "CT C7 CA"],
    }
    found = recorded(entry, "a test")
    assert found == replace(good, declarer="rearhand")
    with pytest.raises(InputError, match="must follow suit"):
        recorded(entry | {"tricks": ["SA CT CJ", "SJ C7 CA"]}, "a test")
