"""`tafelwerk skat bid` and `tafelwerk skat discard`: what a person and a program are told, and what is refused."""

import re
from pathlib import Path
from typing import Any

import pytest
from program import call, on_terminal, refused
from skat_questions import ask, read

from tafelwerk.rules.skat.cards import Game

STRONG = "CJ SJ CA CT C9 C8 DA DT HA H7"
FAIR = "HJ SA ST SK S9 S8 CA C7 D9 D8"
NULL = "C8 C7 SA SK S9 S8 S7 H7 D9 D8"
WEAK = "C7 CQ S9 SQ SK HT HQ D7 DK D8"
MEAGRE = "DJ CT CQ C8 ST S8 HT H9 DT D9"
TWELVE = "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"
CLUBS = "CJ DJ CA CK C9 C8 C7 SA ST H9 D8 D7"
"""Clubs with one: 24, Schneider 36, Schwarz 48."""


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def test_forehand_unless_said(nowhere: Path) -> None:
    first = ask("bid", "--hand", FAIR, book=nowhere)
    also = ask("bid", "--hand", ", ".join(reversed(FAIR.lower().split())), "--position", "Forehand", book=nowhere)
    assert first | {"seconds": 0} == also | {"seconds": 0}
    assert first["chances"] != ask("bid", "--hand", FAIR, "--position", "rearhand", book=nowhere)["chances"]


def test_bid_in_words(nowhere: Path) -> None:
    fair, weak, null, strong = (read("bid", "--hand", hand, book=nowhere) for hand in (FAIR, WEAK, NULL, STRONG))
    limit = ask("bid", "--hand", FAIR, book=nowhere)["bid"]
    assert re.search(
        rf"Bid up (to \d+ with [A-Z][a-z ]+, )*to {limit} with [A-Z][A-Za-z ]+; a game at 18 scores \+\d+", fair
    )
    # trumps first
    assert fair.splitlines()[0].split() == ["forehand", *FAIR.split()]
    assert "22 to 44" in fair
    assert "Pass: a game at 18 scores -" in weak
    assert "play at 18" not in weak
    meagre = read("bid", "--hand", MEAGRE, book=nowhere)
    assert "if both others pass, play at 18 all the same" in " ".join(meagre.split())
    assert re.search(r"to \d+ with Null", null)
    assert "23, Ouvert 46" in null
    # the best chance stands first
    games = [line.split()[0] for line in fair.splitlines() if line.split() and line.split()[0] in set(Game)]
    chances = ask("bid", "--hand", FAIR, book=nowhere)["chances"]
    assert games == sorted(chances, key=lambda game: -chances[game])
    if (hand := ask("bid", "--hand", STRONG, book=nowhere)["hand"]) is not None:
        assert f" with {hand['game'].capitalize()} Hand" in strong


@pytest.mark.parametrize(
    ("words", "stays", "goes"),
    [
        (["bid", "--hand", FAIR], "Hand", "with the Skat"),
        (["discard", "--cards", TWELVE, "--worlds", "2", "--game", "grand"], "chance", "points expected"),
    ],
)
def test_a_narrow_terminal(words: list[str], stays: str, goes: str, nowhere: Path) -> None:
    """The table keeps to the page and loses what matters least."""
    shown = on_terminal("skat", *words, columns=44, book=nowhere)
    rules = [line for line in shown.splitlines() if "──" in line]
    assert len(rules) == 1
    assert rules[0].count("─") <= 44
    assert stays in shown
    assert goes not in shown


def test_hand_and_skat_may_be_named_apart(nowhere: Path) -> None:
    cards = TWELVE.split()
    apart = " ".join(cards[:10]) + " | " + " ".join(cards[10:])
    one, other = (ask("discard", "--cards", text, "--worlds", 0, book=nowhere) for text in (TWELVE, apart))
    assert one | {"seconds": 0} == other | {"seconds": 0}
    assert (one["worlds"], one["wins"], one["standard_error"]) == (0, None, None)


def discarded(bid: int, *words: object, book: Path) -> tuple[Any, str]:
    given = ["--cards", CLUBS, "--bid", bid, "--worlds", 2, *words]
    return ask("discard", *given, book=book), read("discard", *given, book=book)


@pytest.mark.parametrize(
    ("bid", "needs", "value", "word"), [(24, 61, 24, None), (30, 90, 36, "Schneider"), (40, 120, 48, "Schwarz")]
)
def test_a_bid_beyond_the_value_is_told(bid: int, needs: int, value: int, word: str | None, nowhere: Path) -> None:
    document, text = discarded(bid, "--game", "clubs", book=nowhere)
    assert (document["value"], document["overbid"], document["needs"]) == (value, word is not None, needs)
    warning = f"the game is worth 24, and the bid was {bid}. It is won only with {word}."
    assert (warning in text) == (f"the bid was {bid}" in text) == (word is not None)


def test_a_bid_that_nothing_reaches_is_told(nowhere: Path) -> None:
    document, text = discarded(120, book=nowhere)
    assert (document["chance"], document["overbid"], document["needs"]) == (0, True, None)
    assert document["expected"] == -2 * document["value"] - 90
    assert "the bid was 120, and not even Schwarz makes up for that" in text
    assert f"counts {2 * document['value']} points against you" in text


def test_discard_in_words(nowhere: Path) -> None:
    text = read("discard", "--cards", TWELVE, "--game", "grand", "--worlds", 3, book=nowhere)
    found = ask("discard", "--cards", TWELVE, "--game", "grand", "--worlds", 3, book=nowhere)
    assert f"Discard {' '.join(found['skat'])} and announce Grand." in text
    rows = [line for line in text.splitlines() if line.rstrip().endswith(" of 3")]
    assert len(rows) == 5
    assert f"of which it won {found['race_wins']}; its numbers are from 3 fresh deals" in " ".join(text.split())
    for row, one in zip(rows, found["candidates"], strict=True):
        assert row.split()[:3] == [*one["skat"], "Grand"]
        assert f"{one['wins']} of 3" in row
    assert " of " not in read("discard", "--cards", TWELVE, "--worlds", 0, book=nowhere)


def test_the_first_discard_is_told_by_fresh_deals(nowhere: Path) -> None:
    found = ask("discard", "--cards", CLUBS, "--worlds", 20, "--seed", 2, book=nowhere)
    assert [one["fresh"] for one in found["candidates"]] == [True, *[False] * 4]
    assert (found["worlds"], found["race_worlds"], found["samples"]) == (20, 20, 20)
    for one in found["candidates"]:
        share = one["wins"] / one["worlds"]
        assert one["standard_error"] == pytest.approx((share * (1 - share) / one["worlds"]) ** 0.5)
        assert one["interval"][0] <= share <= one["interval"][1]
    assert found["interval"] == found["candidates"][0]["interval"]
    features = ask("discard", "--cards", CLUBS, "--worlds", 0, book=nowhere)
    assert (features["fresh"], features["race_wins"], "interval" in features) == (False, None, False)


def test_a_bid_is_tried_over_random_deals(nowhere: Path) -> None:
    found = ask("bid", "--hand", FAIR, "--worlds", 20, "--seed", 4, book=nowhere)
    tried = found["tried"]
    assert (tried["worlds"], tried["wins"], tried["game"]) == (20, round(20 * tried["share"]), found["plan"][0]["game"])
    assert (found["certainty"], found["samples"], found["level"]) == ("sampled", 20, 0.95)
    assert found["interval"][0] <= tried["share"] <= found["interval"][1]
    assert tried["share"] <= tried["chance"] <= 1
    passes = ask("bid", "--hand", WEAK, "--worlds", 5, book=nowhere)
    assert passes["game"] is None
    assert passes["tried"]["game"] == max(passes["chances"], key=passes["chances"].get)
    without = ask("bid", "--hand", FAIR, "--worlds", 0, book=nowhere)
    assert without["tried"] is None
    assert without["chances"] == found["chances"]
    assert "random deals" not in read("bid", "--hand", FAIR, "--worlds", 0, book=nowhere)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["bid", "--hand", "CJ SJ"], "--hand: a hand has 10 cards, not 2"),
        (["bid", "--hand", ""], "--hand: a hand has 10 cards, not 0"),
        (
            ["bid", "--hand", TWELVE],
            "--hand: a hand has 10 cards, not 12; for twelve cards use: tafelwerk skat discard",
        ),
        (["bid", "--hand", STRONG.replace("H7", "H1")], "--hand: unknown card 'H1'"),
        (["bid", "--hand", STRONG.replace("H7", "CJ")], "--hand: CJ is given twice"),
        (
            ["bid", "--hand", STRONG, "--position", "back"],
            "--position: a seat is forehand, middlehand or rearhand, not",
        ),
        (
            ["discard", "--cards", STRONG],
            "12 cards, the ten of the hand and the two of the Skat, not 10; for ten cards use: ",
        ),
        (["discard", "--cards", "CJ ?"], "--cards: unknown card '?'"),
        (["discard", "--cards", TWELVE, "--bid", "19"], "--bid: 19 cannot be bid: no game has this value"),
        (["discard", "--cards", TWELVE, "--bid", "0"], "--bid must be 18 to 264, not 0"),
        (["discard", "--cards", TWELVE, "--bid", "-5"], "--bid must be 18 to 264, not -5"),
        (["discard", "--cards", TWELVE, "--game", "ramsch"], "--game: a game is clubs, "),
        (
            ["discard", "--cards", TWELVE, "--game", "null", "--bid", "48"],
            "nothing can be announced at a bid of 48: Null is worth less",
        ),
        (["discard", "--cards", TWELVE, "--position", "x"], "--position: a seat is"),
        (["bid", "--hand", STRONG, "--worlds", "-1"], "--worlds must be 0 to 1,000,000, not -1"),
        (["discard", "--cards", TWELVE, "--worlds", "-1"], "--worlds must be 0 to 1,000,000, not -1"),
        (["discard", "--cards", TWELVE, "--count", "0"], "--count must be 1 to 10,000, not 0"),
        (["discard", "--cards", TWELVE, "--seed", "-1"], "--seed must be 0 to 4,294,967,295, not -1"),
        (["bid"], "--hand"),
        (["discard"], "--cards"),
    ],
)
def test_what_is_refused(words: list[str], fault: str, nowhere: Path) -> None:
    assert fault in refused(call("skat", *words, "--book", nowhere), 2)
    assert not nowhere.exists()
