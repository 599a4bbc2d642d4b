"""Games that were played: the published ones, small ones against plain minimax, those that are none."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from loose_builds import LooseBuild
from naive.skat_worlds import random_play
from skat_questions import worth

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError
from tafelwerk.families.skat.builds import PublishedGames, appendix_game, published_games
from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, read_list
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.deals import Deal, random_deal
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.rounds import Round, Stage, game_alone
from tafelwerk.families.skat.stored_games import get_games, get_rounds
from tafelwerk.families.skat.tasks import PlayedGames
from tafelwerk.solvers.skat.open_judge import judge_of


def played_at_random(name: str, deal: Deal, game: Game, declarer: Seat, seed: int) -> Round:
    cards = random_play(Random(seed), deal, game, declarer, 3 * deal.cards_each)
    done = replace(game_alone(deal, Contract(game), declarer), name=name, source="a test")
    for card in cards:
        if done.stage is Stage.PLAY:
            done = done.played(card)
    return done


@pytest.fixture(scope="module")
def small() -> list[Round]:
    """Games of four cards, two of each deal, all games and declarers among them; Nulls end when they are lost."""
    deals = [random_deal(Random(seed), 4) for seed in range(6)]
    return [
        played_at_random(
            f"game {number}", deals[number // 2], list(Game)[number % 6], Seat(number * 5 // 6 % 3), number
        )
        for number in range(12)
    ]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, small: list[Round]) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    tasks = (PlayedGames(tuple(small[:6])), PlayedGames(tuple(small[6:])))
    run(
        folder,
        [LooseBuild("skat", "skat", {"games": ["some"]}, tasks, "exact"), PublishedGames()],
        executor="inline",
    )
    return folder


def test_published_games_in_the_book(book: Path) -> None:
    """What the cards gave away leads from best play's points to those that were made."""
    with open_book(book) as opened:
        stored = [game for game in get_games(opened) if game.name.startswith("kupferschmid")]
        rounds = get_rounds(opened, [game.name for game in stored])
    assert [game.points for game in stored] == [50, 87, 52, 95, 70, 61, 59, 101, 95]
    for game, published in zip(stored, published_games(), strict=True):
        alone = game.costs[game.declarer]
        assert game.start - alone + (sum(game.costs.values()) - alone) == game.points
        assert game.won == (game.points >= 61)
        assert rounds[game.name] == published


def test_games_are_stored_as_they_are_priced(book: Path, small: list[Round]) -> None:
    with open_book(book) as opened:
        listed = {game.name: game for game in get_games(opened)}
        rounds = get_rounds(opened, [done.name for done in small])
    for wanted in small:
        stored, game = listed[wanted.name], wanted.game
        assert game is not None
        priced = price(judge_of(game.game), game)
        assert rounds[wanted.name] == wanted
        assert rounds[wanted.name].prices == replace(priced, line=())
        assert stored.costs == {seat.word: priced.cost(seat) for seat in Seat}
        assert (stored.deal, stored.game, stored.declarer) == (str(game.number), game.game, game.declarer.word)
        assert (stored.start, stored.recorded, stored.won) == (worth(game.positions[0]), "a test", priced.won)
        assert stored.points == (None if game.null else wanted.points)


def test_costs_spelt_out(book: Path) -> None:
    with open_book(book) as opened:
        rows = opened.rows(
            "skat",
            'SELECT trick, place, player, card, "after", cost, better FROM skat.costs WHERE name = ? ORDER BY place',
            "kupferschmid-6",
        )
        prices = get_rounds(opened, ["kupferschmid-6"])["kupferschmid-6"].prices
    assert prices is not None
    plays = prices.played
    assert [row[:2] for row in rows] == [(place // 3 + 1, place + 1) for place in range(30)]
    assert [row[3] for row in rows] == [NAMES[one.card] for one in plays]
    assert [row[4:6] for row in rows] == [(one.after, abs(one.before - one.after)) for one in plays]
    assert [row[6] for row in rows] == [NAMES[one.best] if one.best != one.card else None for one in plays]
    assert [row[5] for row in rows if row[2] == "forehand" and row[5]] == [38, 10]


def test_a_lost_null_may_end_early(small: list[Round]) -> None:
    lost = [game for done in small if (game := done.game) is not None and game.null and len(game.cards) < 12]
    assert lost
    assert all(game.position.declarer_tricks == 1 for game in lost)
    assert not any(position.declarer_tricks for game in lost for position in game.positions[:-1])


def test_a_game_of_the_appendix() -> None:
    entry = {"name": "x", "game": "clubs", "declarer": 1, "forehand": 2, "skat": "HT HA"}
    entry["tricks"] = ["SJ HJ CJ", "CT C7 CA"]
    done = appendix_game(entry, "a test")
    assert done.game is not None
    assert done.game.cards == tuple(read_list("CJ SJ HJ CA CT C7"))
    assert (done.name, done.source, done.declarer) == ("x", "a test", Seat.REARHAND)
    assert (done.points, done.end, done.auction.is_recorded) == (21, "complete", False)
    with pytest.raises(InputError, match="must follow suit"):
        appendix_game(entry | {"tricks": ["SA CT CJ", "SJ C7 CA"]}, "a test")
