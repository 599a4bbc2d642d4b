"""Recorded rounds: what is written is read again, whatever was said and played; what is damaged is told by line and cause."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.auction import unheard
from tafelwerk.rules.skat.cards import Game
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.round_log import calls_text, read_rounds, write_round
from tafelwerk.rules.skat.rounds import Round, begin_round
from tafelwerk.spelling import compose

PLAYERS = ("pimc:100", "a person", "random")


def logged(seed: int, name: str = "a round") -> Round:
    return random_round(seed).with_record(name, PLAYERS, "a test", seed)


def seed_of(fits: Callable[[Round], bool]) -> int:
    return next(seed for seed in range(1000) if fits(logged(seed)))


PLAYED = seed_of(lambda one: one.game is not None and one.game.contract.game is Game.CLUBS and one.taken)
PASSED = seed_of(lambda one: one.game is None)


@given(st.integers(0, 2**32), st.text(min_size=1).map(compose), st.none() | st.integers(0, 2**70))
def test_round_trip(seed: int, name: str, chance: int | None) -> None:
    wanted = random_round(seed).with_record(name, PLAYERS, f"source of {name}", chance)
    line = write_round(wanted)
    assert "\n" not in line
    assert read_rounds(line) == [wanted]
    assert write_round(read_rounds(line)[0]) == line


@given(st.integers(0, 2**32))
def test_rounds_without_words(seed: int) -> None:
    """What was said may be unknown; the outcome of the bidding is not."""
    done = random_round(seed)
    silent = replace(done, auction=unheard(done.bid, done.declarer))
    assert (silent.bid, silent.declarer, silent.stage) == (done.bid, done.declarer, done.stage)
    wanted = silent.with_record("silent", PLAYERS, "a test")
    assert read_rounds(write_round(wanted)) == [wanted]
    assert calls_text(silent.auction) is None


def test_a_log() -> None:
    """Every kind of game comes through, Hand and Ouvert and a passed deal too; empty lines do not count."""
    rounds = [logged(seed, f"round {seed}") for seed in range(60)]
    text = "\n\n".join(map(write_round, rounds)) + "\n"
    assert read_rounds(text) == rounds
    contracts = [one.game and one.game.contract for one in rounds]
    assert {one and one.game for one in contracts} == {*Game, None}
    assert any(one and one.hand and one.ouvert for one in contracts)
    assert read_rounds("") == []


def test_a_line() -> None:
    """The keys and words of the format are promised to whoever reads a log elsewhere."""
    record = json.loads(write_round(logged(PLAYED)))
    assert list(record) == [
        "skat_round",
        "name",
        "source",
        "seed",
        "players",
        "deal",
        "calls",
        "bid",
        "declarer",
        "contract",
        "discard",
        "cards",
        "points",
        "score",
        "choices",
    ]
    assert record["skat_round"] == 1
    assert record["calls"].startswith("middlehand ")
    assert record["contract"] == {"game": "clubs"}
    assert len(record["discard"].split()) == 2
    assert len(record["cards"].split()) == len(record["choices"]) == 30
    assert list(json.loads(write_round(logged(PASSED))))[-1] == "declarer"
    said = begin_round(next(random_deals(1, 0))).said(18).said(18).said().said(20).said()
    assert calls_text(said.auction) == (
        "middlehand bids 18, forehand holds 18, middlehand passes, rearhand bids 20, forehand passes"
    )


Change = Callable[[dict[str, Any]], dict[str, Any]]


def without(key: str) -> Change:
    return lambda record: {name: value for name, value in record.items() if name != key}


def first_choice(choice: object) -> Change:
    return lambda record: record | {"choices": [choice, *record["choices"][1:]]}


def cut_short(record: dict[str, Any]) -> dict[str, Any]:
    return record | {"cards": record["cards"][:-3], "choices": record["choices"][:-1]}


def swapped(record: dict[str, Any]) -> dict[str, Any]:
    first, second, *rest = record["cards"].split()
    return record | {"cards": " ".join([second, first, *rest])}


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"skat_round": 3}, "format 3 is newer than this program, which reads formats up to 2"),
        ({"skat_round": "1"}, 'skat_round must be the format\'s number, not "1"'),
        (without("skat_round"), "not a recorded round: key 'skat_round' is missing"),
        (without("deal"), "key 'deal' is missing"),
        (without("cards"), "key 'cards' is missing"),
        ({"trumps": 4}, "unknown key 'trumps' for format 1"),
        ({"name": 7}, "name must be text, not 7"),
        ({"players": ["one", "two"]}, "players must be three names"),
        ({"seed": -1}, "seed must be a number of 0 or more, or null, not -1"),
        ({"deal": "CJ | SJ | HJ"}, "a round is played with ten cards per hand, not 1"),
        ({"deal": "CJ CJ"}, "deal: a deal must be"),
        ({"calls": "middlehand bids 19"}, "calls: call 1: .* is not a call of the bidding"),
        ({"calls": "rearhand bids 18"}, "calls: call 1: expected 'middlehand bids 18'"),
        ({"calls": "middlehand holds 18"}, "calls: call 1: expected 'middlehand bids 18'"),
        ({"calls": "middlehand bids 18"}, "calls: the bidding is not over"),
        (lambda record: record | {"bid": record["bid"] + 1}, "calls: they do not lead to"),
        ({"bid": -1}, "bid must be a number of 0 or more"),
        ({"calls": None, "bid": 19}, "19 cannot be bid"),
        ({"calls": None, "bid": 0}, "a bid needs a declarer"),
        ({"declarer": "dealer"}, "a seat is forehand, middlehand or rearhand"),
        ({"contract": {"game": "bridge"}}, "contract: a game is clubs"),
        ({"contract": {}}, "contract names no game"),
        ({"contract": {"game": "clubs", "schneider": True}}, "possible only with Hand"),
        ({"contract": {"game": "clubs", "hand": 1}}, "contract must have a game and true"),
        ({"contract": {"game": "clubs", "hand": True}}, "no cards can be discarded in a Hand game"),
        ({"discard": None}, "two cards must be discarded, not 0"),
        (lambda record: record | {"cards": record["cards"][3:]}, "choices must have one entry per card"),
        (swapped, "card 1: .* cannot be played|card 1: .* cannot play"),
        (cut_short, "the game is not over after 29 cards"),
        ({"points": 121}, r"points is \d+ by the rules, not 121"),
        ({"score": 0}, r"score is -?\d+ by the rules, not 0"),
        (first_choice(5), "card 1: invalid choice"),
        (
            first_choice({"worlds": 2, "cards": {"CJ": [3, 0, 0, 0]}}),
            "card 1: invalid choice: impossible numbers for CJ",
        ),
        (first_choice({"worlds": 2, "cards": {"CJ": [2, 0]}}), "card 1: invalid choice: CJ needs four numbers"),
    ],
)
def test_damaged_lines(change: Change | dict[str, Any], cause: str) -> None:
    record = json.loads(write_round(logged(PLAYED)))
    damaged = json.dumps(record | change if isinstance(change, dict) else change(record))
    with pytest.raises(InputError, match=f"line 3: .*(?:{cause})"):
        read_rounds(f"{write_round(logged(PASSED, 'another'))}\n\n{damaged}\n")


def test_lines_that_are_none() -> None:
    line = write_round(logged(PLAYED))
    for text in (line[:-20], "7", "[]", "{}", "no JSON", "[" * 100_000):
        with pytest.raises(InputError, match=r"line 1: (incomplete line|not a recorded round)"):
            read_rounds(text)
    with pytest.raises(InputError, match="line 2: round 'a round' is already in line 1"):
        read_rounds(f"{line}\n{line}")


def test_rounds_that_are_not_over() -> None:
    begun = begin_round(next(random_deals(1, 0))).with_record("a round", PLAYERS, "a test")
    with pytest.raises(InputError, match="round 'a round' is not over"):
        write_round(begun)
