"""Rounds in the book: what was said, played and seen comes back as it was; matches and logs of them agree."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from skat_rounds import PlainBidder, random_round

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import TafelwerkError
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.builds import log_builds
from tafelwerk.families.skat.replays import round_fields
from tafelwerk.families.skat.round_rows import deals_of, decision_rows, play_match_round, round_row, together
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.round_log import read_round, round_names, write_round
from tafelwerk.families.skat.rules.rounds import Agent, Round
from tafelwerk.families.skat.stored_games import get_contracts, get_rounds, list_rounds
from tafelwerk.families.skat.tasks import ROUND_TABLES, LoggedRounds, MatchRounds
from tafelwerk.solvers.skat.hidden_players import Chooser, read_agent
from tafelwerk.solvers.skat.open_judge import judge_of

PLAYERS = ("pimc:2", "random", "random")
CHOOSER = Chooser()


def plain_agent(name: str) -> Agent:
    return read_agent(name, bidder=PlainBidder(), chooser=CHOOSER)


@pytest.fixture(autouse=True)
def plain_bidding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches bid by a few lines; how well they do is not the question here."""
    monkeypatch.setattr(building, "agent", plain_agent)


def logged(seed: int) -> Round:
    return random_round(seed).with_record(f"round-{seed:02}", ("a", "b", "c"), "a test", seed or None)


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    """Random rounds, of one of them the same deal again; passed deals among them."""
    found = [logged(seed) for seed in range(8)]
    return [*found, replace(found[2], name="again")]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, rounds: list[Round]) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    run(folder, log_builds(rounds), executor="inline")
    return folder


def test_rounds_in_the_book(book: Path, rounds: list[Round]) -> None:
    """What comes back is what was stored: what was said and played, what programs saw of the cards, and what these cost."""
    with open_book(book) as opened:
        stored = get_rounds(opened, [one.name for one in rounds])
        some = get_rounds(opened, ["round-03", "nobody"])
        columns = ", ".join(round_row(rounds[0]))
        rows = opened.rows("skat", f"SELECT {columns} FROM skat.rounds ORDER BY name")
        decisions = opened.rows(
            "skat",
            "SELECT name, place, chosen, card, worlds, wins, points_worlds, points FROM skat.decisions"
            " ORDER BY name, place, card DESC",
        )
        contracts = get_contracts(opened, [one.name for one in rounds])
        listed = list_rounds(opened)
    assert rows == sorted(tuple(round_row(one).values()) for one in rounds)
    assert list(some) == ["round-03"]
    assert any(one.declarer is None for one in stored.values())
    assert any(one.hand for one in contracts.values())
    assert [row["name"] for row in listed] == sorted(one.name for one in rounds)
    for one in rounds:
        game, again = one.game, stored[one.name]
        assert again.without_choices() == one.without_choices()
        wanted = sorted(decision_rows(one), key=lambda row: (row["place"], -row["card"]))
        assert [row for row in decisions if row[0] == one.name] == [tuple(row.values()) for row in wanted]
        assert sorted(decision_rows(again), key=lambda row: (row["place"], -row["card"])) == wanted
        assert contracts.get(one.name) == (game and game.contract)
        fields = round_fields(again)
        row = next(row for row in listed if row["name"] == one.name)
        # points do not count in Null, and how a passed round is shown needs no more
        assert {key: fields.get(key) for key in row if key not in ("points", "score")} == {
            key: value for key, value in row.items() if key not in ("points", "score")
        }
        if game is not None:
            assert again.prices is not None
            assert again.prices == replace(price(judge_of(game.game), game), game=again.game, line=())
    assert len(decisions) > 100


def test_the_view(book: Path, rounds: list[Round]) -> None:
    """A row for each card that was chosen among some, with its price."""
    with open_book(book) as opened:
        found = opened.rows(
            "skat", "SELECT name, place, player, program, alone, points, cost FROM skat.decided ORDER BY ALL"
        )
        costs = {row[:2]: row[2] for row in opened.rows("skat", "SELECT name, place, cost FROM skat.costs")}
    wanted: list[tuple[Any, ...]] = []
    for one in (one for one in rounds if one.game is not None):
        turns = zip(one.game.cards, one.game.choices, one.game.positions, strict=False)
        for place, (played, choice, position) in enumerate(turns, 1):
            seat = position.to_move
            for card in choice.cards if choice else ():
                if card.card == played:
                    head = (one.name, place, seat.word, one.players[seat])
                    alone = seat is one.declarer
                    wanted.append((*head, alone, card.mean_points, costs[one.name, place]))
    assert found == sorted(wanted, key=lambda row: row[:2])


def test_a_log_again_and_a_longer_one(book: Path, rounds: list[Round], tmp_path: Path) -> None:
    """A log again adds nothing; what a longer one had before agrees with what is stored."""
    own = tmp_path / "book"
    shutil.copytree(book, own)
    report = run(own, log_builds(rounds), executor="inline")
    assert (report.built, len(report.skipped)) == ((), 1)
    more = [*rounds, logged(20)]
    run(own, log_builds(more), executor="inline")
    with open_book(own) as opened:
        assert len(list_rounds(opened)) == len(more)


def test_another_round_of_the_same_name(book: Path, rounds: list[Round]) -> None:
    other = replace(logged(30), name=rounds[0].name)
    with pytest.raises(TafelwerkError, match="rows of games contradict each other at name = round-00"):
        run(book, log_builds([other]), executor="inline")


def test_a_match_and_its_log_agree(tmp_path: Path) -> None:
    """A match is the same wherever it is played: its log adds nothing."""
    task = MatchRounds(3, 0, 1, PLAYERS)
    rounds = [play_match_round(PLAYERS, 3, number) for number in range(6)]
    lines = [write_round(done) for done in rounds]
    assert [read_round(line) for line in lines] == rounds
    made, read = task.run(), LoggedRounds(tuple(map(read_round, lines))).run()
    assert set(made) == set(read) == set(ROUND_TABLES)
    for table in ROUND_TABLES:
        assert made[table] == read[table]
    assert {row["seed"] for row in made["rounds"]} == {3 << 32, (3 << 32) + 1}


def test_a_player_plays_itself_once() -> None:
    """The three rounds of a deal would be equal but for their names; the first is stored."""
    once, thrice = (MatchRounds(3, 1, 1, players).run() for players in (("pimc:2",), ("pimc:2",) * 3))
    rows = list(thrice["rounds"])
    names = [f"match-3-{number}-pimc:2" for number in range(3, 6)]
    assert [row["name"] for row in rows] == names
    assert list(once["rounds"]) == rows[::3]
    assert [{**row, "name": ""} for row in rows[1::3]] == [{**row, "name": ""} for row in rows[::3]]
    assert round_names(["pimc:2"], 3, 1, 1) == names[::3]


def test_together() -> None:
    """Rounds of one deal come into one lot, also where others link them."""
    found = [logged(seed) for seed in range(9)]
    again = [replace(one, name=f"{one.name} again") for one in found[:2]]
    lots = list(together([*found, *again], 3))
    assert sorted(one.name for lot in lots for one in lot) == sorted(one.name for one in (*found, *again))
    assert all(len(lot) >= 3 for lot in lots[:-1])
    for place, lot in enumerate(lots):
        numbers = set[int]().union(*map(deals_of, lot))
        for other in lots[:place]:
            assert not numbers & set[int]().union(*map(deals_of, other))
    assert list(together([], 3)) == []


def test_nothing_but_passed_deals(tmp_path: Path) -> None:
    """A task may have no game at all."""
    passed = next(one for one in map(logged, range(100)) if one.game is None)
    run(tmp_path, log_builds([passed]), executor="inline")
    with open_book(tmp_path) as opened:
        (stored,) = get_rounds(opened, [passed.name]).values()
        assert stored == passed
        assert (stored.declarer, stored.score, stored.bid, stored.game) == (None, None, 0, None)
        assert [opened.rows("skat", f"SELECT * FROM skat.{table}") for table in ("decisions", "games", "plays")] == [
            []
        ] * 3
