"""The family's commands, called in this process; a process of its own where imports are looked at."""

import io
import sys
from pathlib import Path
from random import Random

import duckdb
import pytest
from program import build_here, call, refused, tasks_here
from skat_questions import ask, random_game, read, words_for

from tafelwerk.commands.output import shows_signs
from tafelwerk.families.skat.board import draw_cards, draw_hand
from tafelwerk.families.skat.rules.cards import NAMES, Game, bits, read_card, read_cards
from tafelwerk.families.skat.rules.deals import deal_number, random_deal, read_deal
from tafelwerk.language import Language, speaking

NINE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK |"
"""Kupferschmid 2003, chapter 4."""

SMALL = "CJ CA | SJ CT | HJ C7 | HT HA"


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def test_nine_cards_of_the_source(nowhere: Path) -> None:
    """Kupferschmid 2003, chapter 4: 78 of 92 points, by the ace of spades, the seven or the eight of clubs."""
    found = ask("solve", *words_for(NINE, "clubs", "forehand"), book=nowhere)
    assert (found["points"], found["won"], found["to_move"]) == (78, True, "forehand")
    assert {card for card, value in found["cards"].items() if value == 78} == {"SA", "C7", "C8"}
    assert list(found["cards"]) == [NAMES[card] for card in bits(read_deal(NINE).hands[0])]
    assert (found["certainty"], found["source"], found["deal"]) == ("exact", "computed", "471802447403008819")
    assert min(found["nodes"], found["seconds"]) > 0
    # by its number, or from standard input
    number = ask("solve", *words_for(found["deal"], "clubs", "forehand"), book=nowhere)
    over_lines = "# of nine cards\n" + NINE.replace("|", "|\n").lower()
    given = ask("solve", *words_for("-", " Clubs", "FOREHAND"), book=nowhere, stdin=over_lines)
    assert found["cards"] == number["cards"] == given["cards"]
    assert not nowhere.exists()


def test_a_win_of_small_deals(nowhere: Path) -> None:
    """Both threshold and answer lie on either side of 61."""
    won = set()
    for seed in range(8):
        deal, game, declarer, _ = random_game(seed, 8, Game.GRAND)
        words = words_for(deal.text(), game.value, declarer.word)
        full = ask("solve", *words, book=nowhere)
        assert ask("solve", *words, "--question", "win", book=nowhere)["won"] == full["won"] == (full["points"] >= 61)
        won.add(full["won"])
    assert won == {True, False}


@pytest.mark.parametrize("game", ["grand", "null"])
def test_kept_and_found_again(game: str, tmp_path: Path) -> None:
    words = words_for(SMALL, game, "middlehand")
    computed = ask("solve", *words, book=tmp_path)
    with tasks_here():
        kept = ask("solve", *words, "--keep", book=tmp_path)
    assert (kept["source"], kept["nodes"], kept["cards"]) == ("computed", 0, computed["cards"])
    stored = ask("solve", *words, book=tmp_path)
    assert (stored["source"], stored["nodes"]) == ("book", 0)
    assert min(kept["seconds"], stored["seconds"]) > 0
    measured = dict.fromkeys(("source", "nodes", "seconds", "evidence"))
    assert stored | measured == computed | measured
    short = ask("solve", *words, "--question", "win", book=tmp_path)
    assert (short["source"], short["won"], "cards" in short) == ("book", stored["won"], False)
    assert "(from the book)" in read("solve", *words, book=tmp_path)
    assert ask("solve", *words_for(SMALL, game, "rearhand"), book=tmp_path)["source"] == "computed"
    assert ask("solve", *words, "--played", "CA", book=tmp_path)["source"] == "computed"


def test_rows_that_cannot_be_are_named(tmp_path: Path) -> None:
    words = words_for(SMALL, "grand", "forehand")
    with tasks_here():
        ask("solve", *words, "--keep", book=tmp_path)
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE results SET openings = openings[:1]")
    error = refused(call("skat", "solve", *words, "--book", tmp_path), 4)
    assert "table skat.results holds 1 openings" in error
    assert "tafelwerk verify skat" in error


def test_deals_are_read_as_they_were_written(nowhere: Path, tmp_path: Path) -> None:
    text = read("deals", "--random", 4, "--cards", 10, book=nowhere)
    lines = text.splitlines()
    assert len(lines) == 4
    file = tmp_path / "deals.txt"
    file.write_text(f"# four deals\n\n{text}", encoding="utf-8")
    assert read("deals", file, book=nowhere) == text
    found = ask("deals", "-", book=nowhere, stdin=text)["deals"]
    assert [f"{one['deal']}  # {one['number']}" for one in found] == lines
    solved = ask("solve", *words_for("-", "hearts", "rearhand"), book=nowhere, stdin=lines[2])
    assert solved["deal"] == found[2]["number"]


class Terminal(io.StringIO):
    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


def test_signs_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_cards("C7 HJ SA CJ DT")
    monkeypatch.setattr(sys, "stdout", Terminal("utf-8"))
    assert shows_signs()
    with speaking(Language.ENGLISH, signs=True):
        assert draw_hand(hand, Game.GRAND).plain == "♣J ♥J  ♣7  ♠A  ♦T"
        assert draw_hand(hand, Game.SPADES).plain == "♣J ♥J ♠A  ♣7  ♦T"
        assert draw_hand(hand, Game.NULL).plain == "♣J ♣7  ♠A  ♥J  ♦T"
    assert {str(span.style) for span in draw_cards([read_card("HJ"), read_card("S7")]).spans} == {
        "bold red",
        "bold green",
    }
    for stream in (Terminal("ascii"), io.StringIO()):
        monkeypatch.setattr(sys, "stdout", stream)
        assert not shows_signs()


def test_build_of_a_file_of_deals(tmp_path: Path) -> None:
    book, file = tmp_path / "book", tmp_path / "deals.txt"
    deals = [random_deal(Random(seed), 3) for seed in range(3)]
    file.write_text("# three\n" + "".join(f"{deal.text()}  # {deal_number(deal)}\n\n" for deal in deals))
    done = build_here("build", "skat", "--book", book, "--file", file, "--game", "hearts", "--declarer", "rearhand")
    assert done.returncode == 0, done.stderr
    for deal in deals:
        found = ask("solve", *words_for(str(deal_number(deal)), "hearts", "rearhand"), book=book)
        assert found["source"] == "book"
        assert found["points"] == ask("solve", *words_for(deal.text(), "hearts", "rearhand"), book=tmp_path)["points"]
