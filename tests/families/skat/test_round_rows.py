"""Rounds in the book: what was said, played and seen comes back as it was; matches and logs of them agree."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from skat_rounds import plain_agent, random_round

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.builds import log_builds, published_games
from tafelwerk.families.skat.replays import round_fields
from tafelwerk.families.skat.round_rows import deals_of, decision_rows, play_match_round, together
from tafelwerk.families.skat.rules.cards import NAMES
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.round_log import read_round, round_names, write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_contracts, get_rounds, list_rounds
from tafelwerk.families.skat.tasks import ROUND_TABLES, LoggedRounds, MatchRounds
from tafelwerk.solvers.skat.open_judge import judge_of

PLAYERS = ("pimc:2", "random", "random")


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
