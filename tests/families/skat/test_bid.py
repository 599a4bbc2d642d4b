"""`tafelwerk skat bid` and `tafelwerk skat discard` as documents; their words are in tests/shown, refusals in tests/refusals."""

from pathlib import Path

import pytest
from skat_questions import ask

FAIR = "HJ SA ST SK S9 S8 CA C7 D9 D8"
WEAK = "C7 CQ S9 SQ SK HT HQ D7 DK D8"
CLUBS = "CJ DJ CA CK C9 C8 C7 SA ST H9 D8 D7"
"""Clubs with one: 24, Schneider 36, Schwarz 48."""


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def test_cards_in_any_order_and_forehand_unless_named(nowhere: Path) -> None:
    first = ask("bid", "--hand", FAIR, "--worlds", 0, book=nowhere)
    options = ("--position", "Forehand", "--worlds", 0)
    assert ask("bid", "--hand", ", ".join(reversed(FAIR.lower().split())), *options, book=nowhere) == first | {
        "seconds": pytest.approx(first["seconds"], abs=10)
    }
    other = ask("bid", "--hand", FAIR, "--position", "rearhand", "--worlds", 0, book=nowhere)
    assert first["chances"] != other["chances"]
    cards = CLUBS.split()
    apart = f"{' '.join(cards[2:])} | {' '.join(cards[:2])}"
    together, parted = (ask("discard", "--cards", text, "--worlds", 0, book=nowhere) for text in (CLUBS, apart))
    assert together | {"seconds": 0} == parted | {"seconds": 0}
    assert (together["worlds"], together["wins"], together["standard_error"]) == (0, None, None)
    assert (together["candidates"][0]["fresh"], together["race_wins"], "interval" in together) == (False, None, False)


def test_a_bid_beyond_the_value(nowhere: Path) -> None:
    """At the value itself nothing more is needed; beyond it Schneider or Schwarz, beyond that nothing wins."""

    def needed(bid: int) -> tuple[object, ...]:
        document = ask("discard", "--cards", CLUBS, "--bid", bid, "--worlds", 0, "--game", "clubs", book=nowhere)
        return document["value"], document["overbid"], document["needs"]

    assert {bid: needed(bid) for bid in (24, 27, 36, 40, 48)} == {
        24: (24, False, 61),
        27: (36, True, 90),
        36: (36, True, 90),
        40: (48, True, 120),
        48: (48, True, 120),
    }
    beyond = ask("discard", "--cards", CLUBS, "--bid", 120, "--worlds", 0, book=nowhere)
    assert (beyond["chance"], beyond["overbid"], beyond["needs"]) == (0, True, None)
    assert beyond["expected"] == -2 * beyond["value"] - 90


def test_the_first_discard_is_rated_by_fresh_deals(nowhere: Path) -> None:
    found = ask("discard", "--cards", CLUBS, "--worlds", 20, "--seed", 2, book=nowhere)
    assert [one["fresh"] for one in found["candidates"]] == [True, *[False] * 4]
    assert (found["worlds"], found["race_worlds"], found["samples"]) == (20, 20, 20)
    for one in found["candidates"]:
        share = one["wins"] / one["worlds"]
        assert one["standard_error"] == pytest.approx((share * (1 - share) / one["worlds"]) ** 0.5)
        assert one["interval"][0] <= share <= one["interval"][1]
    assert found["interval"] == found["candidates"][0]["interval"]


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
