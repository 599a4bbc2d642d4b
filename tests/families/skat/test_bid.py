"""`tafelwerk skat bid` and `tafelwerk skat discard`: intervals and orders; their words are in tests/shown."""

from pathlib import Path

import pytest
from skat_questions import ask

FAIR = "HJ SA ST SK S9 S8 CA C7 D9 D8"
WEAK = "C7 CQ S9 SQ SK HT HQ D7 DK D8"
TWELVE = "CJ DJ CA CK C9 C8 C7 SA ST H9 D8 D7"


def test_cards_in_any_order_and_forehand_unless_named(tmp_path: Path) -> None:
    first = ask("bid", "--hand", FAIR, "--worlds", 0, book=tmp_path)
    reverse = ", ".join(reversed(FAIR.lower().split()))
    again = ask("bid", "--hand", reverse, "--position", "Forehand", "--worlds", 0, book=tmp_path)
    assert again | {"seconds": 0} == first | {"seconds": 0}
    assert first["tried"] is None
    apart = f"{TWELVE[6:]} | {TWELVE[:5]}"
    together, parted = (ask("discard", "--cards", text, "--worlds", 0, book=tmp_path) for text in (TWELVE, apart))
    assert together | {"seconds": 0} == parted | {"seconds": 0}
    assert (together["candidates"][0]["fresh"], together["race_wins"], "interval" in together) == (False, None, False)


def test_the_first_discard_is_rated_by_fresh_deals(tmp_path: Path) -> None:
    answer = ask("discard", "--cards", TWELVE, "--worlds", 20, "--seed", 2, "--game", "clubs", book=tmp_path)
    assert [one["fresh"] for one in answer["candidates"]] == [True, *[False] * 4]
    assert (answer["worlds"], answer["race_worlds"], answer["samples"]) == (20, 20, 20)
    for one in answer["candidates"]:
        share = one["wins"] / one["worlds"]
        assert one["standard_error"] == pytest.approx((share * (1 - share) / one["worlds"]) ** 0.5)
        assert one["interval"][0] <= share <= one["interval"][1]
    assert answer["interval"] == answer["candidates"][0]["interval"]


def test_a_bid_is_tried_over_random_deals(tmp_path: Path) -> None:
    answer = ask("bid", "--hand", FAIR, "--worlds", 20, "--seed", 4, book=tmp_path)
    tried = answer["tried"]
    assert (tried["worlds"], tried["wins"], tried["game"]) == (
        20,
        round(20 * tried["share"]),
        answer["plan"][0]["game"],
    )
    assert (answer["certainty"], answer["samples"], answer["level"]) == ("sampled", 20, 0.95)
    assert answer["interval"][0] <= tried["share"] <= answer["interval"][1]
    assert tried["share"] <= tried["chance"] <= 1
    passes = ask("bid", "--hand", WEAK, "--worlds", 5, book=tmp_path)
    assert passes["game"] is None
    assert passes["tried"]["game"] == max(passes["chances"], key=passes["chances"].get)
