"""The family's commands, called in this process; a process of its own where imports are looked at."""

import io
import sys
from pathlib import Path
from random import Random

import duckdb
import pytest
from program import Terminal, build_here, call, refused, tasks_here
from skat_questions import ask, read, words_for

from tafelwerk.commands.output import shows_signs
from tafelwerk.families.skat.board import draw_cards, draw_hand
from tafelwerk.families.skat.rules.cards import Game, read_card, read_cards
from tafelwerk.families.skat.rules.deals import deal_number, random_deal
from tafelwerk.language import Language, speaking

SMALL = "CJ CA | SJ CT | HJ C7 | HT HA"


def test_kept_and_found_again(tmp_path: Path) -> None:
    """A row that cannot be is named."""
    words = words_for(SMALL, "grand", "middlehand")
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
    assert ask("solve", *words_for(SMALL, "grand", "rearhand"), book=tmp_path)["source"] == "computed"
    assert ask("solve", *words, "--played", "CA", book=tmp_path)["source"] == "computed"
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE results SET openings = openings[:1]")
    error = refused(call("skat", "solve", *words, "--book", tmp_path), 4)
    assert "table skat.results holds 1 openings" in error
    assert "tafelwerk verify skat" in error


def test_signs_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_cards("C7 HJ SA CJ DT")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert shows_signs()
    with speaking(Language.ENGLISH, signs=True):
        assert draw_hand(hand, Game.GRAND).plain == "♣J ♥J  ♣7  ♠A  ♦T"
        assert draw_hand(hand, Game.SPADES).plain == "♣J ♥J ♠A  ♣7  ♦T"
        assert draw_hand(hand, Game.NULL).plain == "♣J ♣7  ♠A  ♥J  ♦T"
    assert {str(span.style) for span in draw_cards([read_card("HJ"), read_card("S7")]).spans} == {
        "bold red",
        "bold green",
    }
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert not shows_signs()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
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
