"""Recorded rounds: what is written is read again, whatever was said and played; what is damaged is told by line and cause."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_questions import english_words
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.families.skat.builds import published_games
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import unheard
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.round_log import calls_text, read_round, read_rounds, split_rounds, write_round
from tafelwerk.families.skat.rules.rounds import UNNAMED, Round, begin_round
from tafelwerk.language import Language, speaking
from tafelwerk.spelling import compose

PLAYERS = ("pimc:100", "a person", "random")


def log_round(seed: int, name: str = "a round") -> Round:
    return random_round(seed).with_record(name, PLAYERS, "a test", seed)


def seed_of(fits: Callable[[Round], bool]) -> int:
    return next(seed for seed in range(1000) if fits(log_round(seed)))


PLAYED = seed_of(lambda one: one.game is not None and one.game.contract.game is Game.CLUBS and one.taken)
PASSED = seed_of(lambda one: one.game is None)


@given(
    st.integers(0, 2**32),
    st.text('a "\\\n\x1b\u0301é\u2028♥🂡', min_size=1).map(compose),
    st.none() | st.integers(0, 2**70),
)
def test_round_trip(seed: int, name: str, chance: int | None) -> None:
    """What was said may be unknown; the outcome of the bidding is not."""
    done = random_round(seed)
    silent = replace(done, auction=unheard(done.bid, done.declarer))
    assert (silent.bid, silent.declarer, silent.stage) == (done.bid, done.declarer, done.stage)
    assert calls_text(silent.auction) is None
    for one in (done, silent):
        wanted = one.with_record(name, PLAYERS, f"source of {name}", chance)
        line = write_round(wanted)
        assert "\n" not in line
        assert read_rounds(line) == [wanted]
        assert write_round(read_rounds(line)[0]) == line


def test_a_log() -> None:
    """Every kind of game comes through, Hand and Ouvert and a passed deal too; empty lines do not count."""
    rounds = [log_round(seed, f"round {seed}") for seed in range(60)]
    text = "\n\n".join(map(write_round, rounds)) + "\n"
    assert read_rounds(text) == rounds
    contracts = [one.game and one.game.contract for one in rounds]
    assert {one and one.game for one in contracts} == {*Game, None}
    assert any(one and one.hand and one.ouvert for one in contracts)
    assert read_rounds("") == []


def test_a_line() -> None:
    """The keys and words of the format are promised to whoever reads a log elsewhere."""
    record = json.loads(write_round(log_round(PLAYED)))
    keys = "skat_round name source seed players deal calls bid declarer contract discard cards points score choices"
    assert list(record) == keys.split()
    assert record["skat_round"] == 1
    assert record["calls"].startswith("middlehand ")
    assert record["contract"] == {"game": "clubs"}
    assert len(record["discard"].split()) == 2
    assert len(record["cards"].split()) == len(record["choices"]) == 30
    assert list(json.loads(write_round(log_round(PASSED))))[-1] == "declarer"
    said = begin_round(next(random_deals(1, 0))).said(18).said(18).said().said(20).said()
    assert calls_text(said.auction) == (
        "middlehand bids 18, forehand holds 18, middlehand passes, rearhand bids 20, forehand passes"
    )


Change = Callable[[dict[str, Any]], dict[str, Any]]


def swap_cards(record: dict[str, Any]) -> dict[str, Any]:
    first, second, *others = record["cards"].split()
    return {"cards": " ".join([second, first, *others])}


CHANGES: dict[str, Change] = {
    "a higher bid": lambda record: {"bid": record["bid"] + 1},
    "cards without the first": lambda record: {"cards": record["cards"][3:]},
    "cards without the last": lambda record: {"cards": record["cards"][:-3], "choices": record["choices"][:-1]},
    "two cards swapped": swap_cards,
}


def test_damaged_lines() -> None:
    """round_faults.txt has keys that are left out, keys with other values, or the name of a change."""
    line, record = write_round(log_round(PASSED, "another")), json.loads(write_round(log_round(PLAYED)))
    for change, cause in faults("lines"):
        if change.startswith("without "):
            damaged = {key: value for key, value in record.items() if key != change.split()[1]}
        elif change.startswith("choice "):
            damaged = record | {"choices": [json.loads(change[7:]), *record["choices"][1:]]}
        else:
            damaged = record | (CHANGES[change](record) if change in CHANGES else json.loads(change))
        refuse(f"{line}\n\n{json.dumps(damaged)}\n", f"line 3: .*(?:{cause})")


def test_lines_that_are_none() -> None:
    line = write_round(log_round(PLAYED))
    for text in (line[:-20], "7", "[]", "{}", "no JSON", "[" * 100_000):
        with pytest.raises(InputError, match=r"line 1: (incomplete line|not a recorded round)"):
            read_rounds(text)
    with pytest.raises(InputError, match="line 2: round 'a round' is already in line 1"):
        read_rounds(f"{line}\n{line}")


def example() -> str:
    """The typed round of docs/skat.md."""
    page = (Path(__file__).parents[3] / "docs" / "skat.md").read_text(encoding="utf-8")
    section = page.split("### A round as text\n")[1].split("\n    $ ")[0]
    return "".join(line[4:] + "\n" for line in section.split("\n") if line.startswith("    "))


def test_a_round_that_a_person_types() -> None:
    """The thesis's sixth game with what its appendix says of the Skat and the bid; nobody noted who bid."""
    ((line, text),) = split_rounds(example().split("\n"))
    done = read_round(text, line)
    published = published_games()[5].game
    assert (done.line, done.name, done.players, done.source, done.seed) == (2, "appendix-6", UNNAMED, "a person", None)
    assert done.game is not None
    assert done.game.positions == (published and published.positions)
    assert (done.points, done.score and done.score.score, done.end) == (61, 66, "complete")
    assert read_rounds(write_round(done)) == [done]
    assert read_rounds(f"{example()}\n{write_round(replace(done, name='again'))}\n") == [
        done,
        replace(done, name="again"),
    ]


def test_a_round_may_stand_in_one_line() -> None:
    """With ; or , between its keys, or with its hands on lines of their own, named."""
    lines = "\n".join(example().strip().split("\n")[1:]).replace("\n    ", " ")
    (done,) = read_rounds(lines)
    deal = done.dealt.text()
    named = "".join(
        f"\n  {part}: {cards}" for part, cards in zip(("VH", "MH", "HH", "Skat"), deal.split(" | "), strict=True)
    )
    for text in (lines.replace("\n", "; "), lines.replace("\n", ", "), re.sub("deal: .*", f"deal: {named}", lines)):
        assert read_rounds(text) == [done]


def test_what_a_person_may_leave_out() -> None:
    """Without the bid the declarer plays at 18; the calls say all of the bidding; a passed deal has no game."""
    lines = dict(
        line.split(": ", 1) for line in "\n".join(example().split("\n")[1:-2]).replace("\n    ", " ").split("\n")
    )

    def typed(**changes: str | None) -> Round:
        kept = {key: value for key, value in (lines | changes).items() if value is not None}
        return read_round("\n".join(f"{key.upper()} : {value}" for key, value in kept.items()), 7)

    whole = typed()
    plain = typed(bid=None, name=None)
    assert (plain.name, plain.bid, plain.auction.is_recorded, plain.game) == ("round-7", 18, False, whole.game)
    assert json.loads(write_round(plain))["bid"] is None
    assert read_rounds(write_round(plain)) == [plain]
    calls = "middlehand passes, rearhand bids 27, forehand passes"
    bid = typed(bid=None, declarer=None, calls=calls)
    assert (bid.bid, bid.declarer, calls_text(bid.auction)) == (27, Seat.REARHAND, calls)
    passed = read_round(f"bid: 0\ndeal: {lines['deal']}\nplayers: a, b, c")
    assert (passed.end, passed.game, passed.players) == ("passed", None, ("a", "b", "c"))
    given_up = typed(cards="DA D8 D7, CA C7 C9", points="98", end="resign_defenders")
    assert (given_up.points, given_up.tricks, given_up.score and given_up.score.score) == (98, 8, 77)
    in_words = ("Gegner geben auf", "Gegenspieler geben auf.", "defenders give up")
    assert {typed(cards="DA D8 D7, CA C7 C9", points="98", end=end) for end in in_words} == {given_up}
    left = read_round(f"deal: {lines['deal']}\nend: left_penalty\nculprit: rearhand")
    assert (left.fined_seats, left.tournament(Seat.REARHAND), left.score) == ((Seat.REARHAND,), -100, None)


def faults(name: str) -> list[list[str]]:
    """Lines of round_faults.txt below a title, each divided at " => "."""
    text = (Path(__file__).parent / "round_faults.txt").read_text(encoding="utf-8")
    return [line.split(" => ") for line in text.split(f"== {name}\n")[1].split("\n==")[0].splitlines()]


def test_typing_errors() -> None:
    for old, new, cause in faults("typed"):
        assert old in example()
        refuse(example().replace(old, new.replace("; ", "\n")), f"line 2: .*(?:{cause})")


def refuse(text: str, cause: str) -> None:
    """Rounds are refused for a cause, a pattern, and in German without English words other than those written."""
    with pytest.raises(InputError, match=cause):
        read_rounds(text)
    with speaking(Language.GERMAN), pytest.raises(InputError) as refusal:
        read_rounds(text)
    assert english_words(str(refusal.value), typed=text) == []


def test_rounds_that_are_not_over() -> None:
    begun = begin_round(next(random_deals(1, 0))).with_record("a round", PLAYERS, "a test")
    with pytest.raises(InputError, match="round 'a round' is not over"):
        write_round(begun)
