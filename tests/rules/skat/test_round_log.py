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
from tafelwerk.rules.skat.auction import Auction
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.round_log import LoggedRound, calls_text, read_rounds, unheard, write_round
from tafelwerk.rules.skat.rounds import begin_round

PLAYERS = ("pimc:100", "a person", "random")


def logged(seed: int, name: str = "a round") -> LoggedRound:
    return LoggedRound(name, random_round(seed), PLAYERS, "a test", seed)


def seed_of(fits: Callable[[LoggedRound], bool]) -> int:
    return next(seed for seed in range(1000) if fits(logged(seed)))


PLAYED = seed_of(
    lambda one: one.round.game is not None and one.round.game.contract.game is Game.CLUBS and one.round.taken
)
PASSED = seed_of(lambda one: one.round.game is None)


@given(st.integers(0, 2**32), st.text(min_size=1), st.none() | st.integers(0, 2**70))
def test_round_trip(seed: int, name: str, chance: int | None) -> None:
    wanted = LoggedRound(name, random_round(seed), PLAYERS, f"source of {name}", chance)
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
    wanted = LoggedRound("silent", silent, PLAYERS, "a test")
    assert read_rounds(write_round(wanted)) == [wanted]
    assert calls_text(silent.auction) is None


def test_a_log() -> None:
    """Every kind of game comes through, Hand and Ouvert and a passed deal too; empty lines do not count."""
    rounds = [logged(seed, f"round {seed}") for seed in range(60)]
    text = "\n\n".join(map(write_round, rounds)) + "\n"
    assert read_rounds(text) == rounds
    contracts = {one.round.game.contract for one in rounds if one.round.game is not None}
    assert {one.game for one in contracts} == set(Game)
    assert any(one.hand for one in contracts)
    assert any(one.ouvert for one in contracts)
    assert any(one.round.game is None for one in rounds)
    assert read_rounds("") == []


def test_a_line() -> None:
    """The keys and words of the format are promised to whoever reads a log elsewhere."""
    record = json.loads(write_round(logged(PLAYED)))
    assert list(record) == [
        "skat_round", "name", "source", "seed", "players", "deal", "calls", "bid", "declarer",
        "contract", "discard", "cards", "points", "score", "choices",
    ]  # fmt: skip
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


def without(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda record: {name: value for name, value in record.items() if name != key}


def swapped(record: dict[str, Any]) -> dict[str, Any]:
    first, second, *rest = record["cards"].split()
    return record | {"cards": " ".join([second, first, *rest])}


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda record: record | {"skat_round": 2}, "its format 2 is newer than this program, which reads up to 1"),
        (lambda record: record | {"skat_round": "1"}, "skat_round is the format's number, not \"1\""),
        (without("skat_round"), "there is no key 'skat_round'"),
        (without("deal"), "key 'deal' is missing"),
        (without("cards"), "key 'cards' is missing"),
        (lambda record: record | {"trumps": 4}, "there is no key 'trumps' in format 1"),
        (lambda record: record | {"name": 7}, "name is text, not 7"),
        (lambda record: record | {"players": ["one", "two"]}, "players are three names"),
        (lambda record: record | {"seed": -1}, "seed is a number of 0 or more or null, not -1"),
        (lambda record: record | {"deal": "CJ | SJ | HJ"}, "a round is played with ten cards in a hand, not 1"),
        (lambda record: record | {"deal": "CJ CJ"}, "deal: a deal is"),
        (lambda record: record | {"calls": "middlehand bids 19"}, "calls, word 1: .* is nothing that is said"),
        (lambda record: record | {"calls": "rearhand bids 18"}, "calls, word 1: 'middlehand bids 18' comes then"),
        (lambda record: record | {"calls": "middlehand holds 18"}, "calls, word 1: 'middlehand bids 18' comes then"),
        (lambda record: record | {"calls": "middlehand bids 18"}, "calls: the bidding is not over"),
        (lambda record: record | {"bid": record["bid"] + 1}, "calls: they do not lead to"),
        (lambda record: record | {"bid": -1}, "bid is a number of 0 or more"),
        (lambda record: record | {"calls": None, "bid": 19}, "19 cannot be bid"),
        (lambda record: record | {"calls": None, "bid": 0}, "there is a declarer where there is a bid"),
        (lambda record: record | {"declarer": "dealer"}, "a seat is forehand, middlehand or rearhand"),
        (lambda record: record | {"contract": {"game": "bridge"}}, "contract: a game is clubs"),
        (lambda record: record | {"contract": {}}, "contract names no game"),
        (lambda record: record | {"contract": {"game": "clubs", "schneider": True}}, "played only with Hand"),
        (lambda record: record | {"contract": {"game": "clubs", "hand": 1}}, "contract holds a game and true"),
        (lambda record: record | {"contract": {"game": "clubs", "hand": True}}, "in a Hand game no card is laid away"),
        (lambda record: record | {"discard": None}, "two cards are discarded, not 0"),
        (lambda record: record | {"cards": record["cards"][3:]}, "choices has an entry a card"),
        (swapped, "card 1: .* cannot be played|card 1: .* cannot play"),
        (
            lambda record: record | {"cards": record["cards"][:-3], "choices": record["choices"][:-1]},
            "the game is not over after 29 cards",
        ),
        (lambda record: record | {"points": 121}, r"points is \d+ by the rules, not 121"),
        (lambda record: record | {"score": 0}, r"score is -?\d+ by the rules, not 0"),
        (lambda record: record | {"choices": [5, *record["choices"][1:]]}, "card 1: its choice is no choice"),
        (
            lambda record: record | {"choices": [{"worlds": 2, "cards": {"CJ": [3, 0, 0, 0]}}, *record["choices"][1:]]},
            "card 1: its choice has numbers for CJ that cannot be",
        ),
        (
            lambda record: record | {"choices": [{"worlds": 2, "cards": {"CJ": [2, 0]}}, *record["choices"][1:]]},
            "card 1: its choice has no four numbers for CJ",
        ),
    ],
)  # fmt: skip
def test_damaged_lines(change: Callable[[dict[str, Any]], dict[str, Any]], cause: str) -> None:
    line = write_round(logged(PLAYED))
    with pytest.raises(InputError, match=f"line 3: .*(?:{cause})"):
        read_rounds(f"{write_round(logged(PASSED, 'another'))}\n\n{json.dumps(change(json.loads(line)))}\n")


def test_lines_that_are_none() -> None:
    line = write_round(logged(PLAYED))
    for text in (line[:-20], "7", "[]", "{}", "no JSON", "[" * 100_000):
        with pytest.raises(InputError, match="line 1: it is n"):
            read_rounds(text)
    with pytest.raises(InputError, match="line 2: round 'a round' stands already in line 1"):
        read_rounds(f"{line}\n{line}")


def test_rounds_that_are_not_over() -> None:
    begun = LoggedRound("a round", begin_round(next(random_deals(1, 0))), PLAYERS, "a test")
    with pytest.raises(InputError, match="round 'a round' is not over"):
        write_round(begun)


def test_unheard() -> None:
    assert unheard(0, None) == Auction(0, Seat.FOREHAND, None)
    assert unheard(18, Seat.REARHAND).declarer is Seat.REARHAND
    for bid, declarer in ((18, None), (0, Seat.FOREHAND)):
        with pytest.raises(InputError, match="there is a declarer where there is a bid"):
            unheard(bid, declarer)
