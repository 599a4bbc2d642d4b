"""Rounds and games in the book: what was said, played and seen comes back; matches and logs of them agree, and go on."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from books import copy_family
from program import build_here, call, refused, tasks_here
from skat_questions import ask
from skat_rounds import plain_agent, random_round

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.builds import log_builds, published_games
from tafelwerk.families.skat.replays import round_fields
from tafelwerk.families.skat.round_rows import deals_of, decision_rows, play_match_round, together
from tafelwerk.families.skat.rules.cards import NAMES
from tafelwerk.families.skat.rules.matches import match_round, result, standings
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.round_log import read_round, read_rounds, round_names, write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_contracts, get_rounds, list_rounds
from tafelwerk.families.skat.tasks import ROUND_TABLES, LoggedRounds, MatchRounds
from tafelwerk.solvers.skat.open_judge import judge_of

PLAYERS = ("pimc:2", "random", "random")


@pytest.fixture(autouse=True)
def plain_bidding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches bid by a few lines; how well they do is not the question here."""
    monkeypatch.setattr(building, "agent", plain_agent)


def log_round(seed: int) -> Round:
    return random_round(seed).with_record(f"round-{seed:02}", ("a", "b", "c"), "a test", seed or None)


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    """Random rounds, of one of them the same deal again; passed deals among them."""
    found = [log_round(seed) for seed in range(8)]
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
        contracts = get_contracts(opened, [one.name for one in rounds])
        listed = list_rounds(opened)
    assert list(some) == ["round-03"]
    assert any(one.declarer is None for one in stored.values())
    assert any(one.hand for one in contracts.values())
    assert [row["name"] for row in listed] == sorted(one.name for one in rounds)
    for one in rounds:
        game, again = one.game, stored[one.name]
        assert again.without_choices() == one.without_choices()
        wanted = sorted(decision_rows(one), key=lambda row: (row["place"], -row["card"]))
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


def test_costs_spelt_out(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        columns = 'trick, place, player, card, "after", cost, better'
        rows = opened.rows("skat", f"SELECT {columns} FROM skat.costs WHERE name = 'kupferschmid-6' ORDER BY place")
        (stored,) = get_rounds(opened, ["kupferschmid-6"]).values()
    assert stored == published_games()[5]
    assert stored.prices is not None
    assert rows == [
        (
            one.trick,
            place,
            one.seat.word,
            NAMES[one.card],
            one.after,
            abs(one.before - one.after),
            NAMES[one.best] if one.best != one.card else None,
        )
        for place, one in enumerate(stored.prices.played, 1)
    ]


def test_a_match_and_its_log_agree() -> None:
    """A match is the same wherever it is played; a player plays itself once, as three equal rounds would differ in name."""
    lines = [write_round(play_match_round(PLAYERS, 3, number)) for number in range(3)]
    made, read = MatchRounds(3, 0, 0, PLAYERS).run(), LoggedRounds(tuple(map(read_round, lines))).run()
    assert set(made) == set(read) == set(ROUND_TABLES)
    assert all(made[table] == read[table] for table in ROUND_TABLES)
    once, thrice = (list(MatchRounds(3, 1, 1, names).run()["rounds"]) for names in (("random",), ("random",) * 3))
    names = [f"match-3-{number}-random" for number in range(3, 6)]
    assert [row["name"] for row in thrice] == names
    assert [row["seed"] for row in thrice] == [(3 << 32) + 1] * 3
    assert once == thrice[:1]
    assert [{**row, "name": ""} for row in thrice] == [{**once[0], "name": ""}] * 3
    assert round_names(["random"], 3, 1, 1) == names[:1]


def test_together() -> None:
    """Rounds of one deal come into one lot, also where others link them."""
    found = [log_round(seed) for seed in range(9)]
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
    passed = next(one for one in map(log_round, range(100)) if one.game is None)
    run(tmp_path, log_builds([passed]), executor="inline")
    with open_book(tmp_path) as opened:
        (stored,) = get_rounds(opened, [passed.name]).values()
        assert stored == passed
        assert (stored.declarer, stored.score, stored.bid, stored.game) == (None, None, 0, None)
        assert [opened.rows("skat", f"SELECT * FROM skat.{table}") for table in ("decisions", "games", "plays")] == [
            []
        ] * 3


MATCH = ("--deals", "2", "--seed", "3", "--agents", ",".join(PLAYERS), "--jobs", "1")


@cache
def wanted() -> list[Any]:
    return [match_round(PLAYERS, 3, number, plain_agent) for number in range(6)]


def test_a_match(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    found = ask("match", *MATCH, "--log", log, book=tmp_path)
    assert (found["deals"], found["rounds"], found["seed"], found["players"]) == (2, 6, 3, list(PLAYERS))
    assert (found["certainty"], found["source"]) == ("sampled", "computed")
    rounds = wanted()
    assert read_rounds(log.read_text(encoding="utf-8")) == rounds
    assert found["passed"] == sum(one.game is None for one in rounds)
    stood = standings(PLAYERS, {number: result(one) for number, one in enumerate(rounds)})
    for one, wants in zip(found["standings"], stood, strict=True):
        assert (one["player"], one["rounds"]) == (wants.player, 6)
        for key in ("declared", "won", "lost", "overbid", "points", "mean_points", "score", "tournament"):
            assert one[key] == getattr(wants, key)
        assert one["score_a_round"] == {"mean": wants.mean_score.value, "error": wants.mean_score.error}
        assert one["tournament_a_round"] == {"mean": wants.mean_tournament.value, "error": wants.mean_tournament.error}


def test_a_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C keeps what is played, and others in the log are left alone; the same command plays the rest."""
    log, other = tmp_path / "rounds.jsonl", match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other), encoding="utf-8")
    played, play = [], building.play_match_round

    def interrupted(players: tuple[str, str, str], seed: int, number: int) -> Round:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(number)
        return play(players, seed, number)

    monkeypatch.setattr(building, "play_match_round", interrupted)
    done = call("skat", "match", *MATCH, "--log", log)
    assert (done.returncode, done.stdout) == (130, "")
    lines = done.stderr.splitlines()
    assert lines[0].split()[:2] == ["player", "declared"]
    assert lines[-1] == f"interrupted after 4 rounds; they are in {log}, and the same command continues from there"
    assert read_rounds(log.read_text(encoding="utf-8")) == [other, *wanted()[:4]]
    played[:] = []
    again = call("skat", "match", *MATCH, "--log", log, "--json")
    assert played == [4, 5]
    assert again.stderr.splitlines()[0] == f"4 rounds of 6 are already in {log}"
    assert read_rounds(log.read_text(encoding="utf-8")) == [other, *wanted()]
    assert json.loads(again.stdout) == ask("match", *MATCH, "--log", log, book=tmp_path)
    assert played == [4, 5]


def test_into_the_book(tmp_path: Path) -> None:
    """A match that is built and its log are the same rounds: the second adds nothing; then others do not go by their names."""
    log, book, rounds = tmp_path / "rounds.jsonl", tmp_path / "book", wanted()[:3]
    ask("match", "--deals", "1", *MATCH[2:], "--log", log, book=tmp_path)
    match = ("--match", "1", "--seed", "3", "--agents", ",".join(PLAYERS))
    with tasks_here():
        for words in (match, ("--log", log)):
            done = call("build", "skat", *words, "--book", book)
            assert done.returncode == 0, done.stderr
            with open_book(book) as opened:
                assert [one.seed for one in get_rounds(opened, [one.name for one in rounds]).values()] == [
                    one.seed for one in rounds
                ]
    other = match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other).replace(other.name, rounds[2].name), encoding="utf-8")
    error = refused(call("build", "skat", "--log", log, "--book", book), 2)
    assert f"the book holds another round named '{rounds[2].name}'" in error


LOG = Path(__file__).parents[2] / "data" / "xskat.log"


def test_builds_name_the_question_that_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match bid by a few lines and played at random; of a log what is no round is left out, and said."""
    monkeypatch.setattr(building, "agent", lambda name: plain_agent(name, 4.0))
    for words, said in (
        ("--match 1 --seed 3 --players random", "tafelwerk skat contracts --agent random --seed 3"),
        ("--deals 1 --seed 5 --question win", "tafelwerk skat shares --seed 5"),
        ("--ladder 2 --cards 4 --question win", "tafelwerk plot skat-ladder-nodes"),
    ):
        assert said in build_here("build", "skat", *words.split(), "--book", tmp_path).stdout
    done = build_here("build", "skat", "--log", LOG, "--book", tmp_path)
    assert f"{LOG}: left out, game 11, line 298: " in done.stderr
    with open_book(tmp_path) as opened:
        logged = opened.rows("skat", "SELECT DISTINCT source, calls FROM skat.rounds WHERE name NOT LIKE 'match%'")
    assert logged == [("xskat", None)]


def test_cards_that_are_no_game(skat_book: Path, tmp_path: Path) -> None:
    """A list of games says of which the last cards are missing."""
    copy_family(skat_book, "skat", tmp_path)
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("DELETE FROM plays WHERE name = 'kupferschmid-4' AND place < 4")
        connection.execute("UPDATE plays SET place = 31 - place")
    assert "made by best play from there: kupferschmid-4.\n" in call("skat", "games", "--book", tmp_path).stdout
    error = refused(call("skat", "games", "kupferschmid-5", "--book", tmp_path), 4)
    assert "do not hold a legal game kupferschmid-5 (card 1: " in error
    assert "tafelwerk verify skat" in error


def test_a_game_is_labelled_by_the_build_that_delivered_it(skat_book: Path) -> None:
    """Not by the weakest of all builds of its table, which labels the list of all games."""
    with open_book(skat_book, pocket=False) as opened:
        labels = {name: opened.skat.games(name).evidence for name in ("kupferschmid-6", None)}
        drawn = next(game.name for game in opened.skat.games().games if not game.name.startswith("kupferschmid"))
        assert (labels, opened.skat.games(drawn).evidence) == (
            {"kupferschmid-6": "recomputed", None: "single"},
            "single",
        )
