"""What is measured of the server: addresses that a page offers, failures that are told, rows of the table."""

from pathlib import Path

import pytest

from benchmarks import serving


def test_the_first_answer_of_the_table_is_taken_and_a_pass_after_a_bid() -> None:
    bids = (
        '<ul class="answers"><li><a href="?seed=1&amp;turn=18">18</a><li><a href="?seed=1&amp;turn=pass">pass</a></ul>'
    )
    assert serving._offered(bids, False) == "?seed=1&turn=18"
    assert serving._offered(bids, True) == "?seed=1&turn=pass"
    assert serving._offered('<a class="playing play hearts" href="?seed=1&amp;turn=H7">', True) == "?seed=1&turn=H7"
    discards = '<input type="hidden" name="seed" value="1"><input name="pick" value="C7"><input name="pick" value="D8">'
    assert serving._offered(discards, True) == "?seed=1&turn=C7+D8"
    assert serving._offered("The round is over", True) is None


def test_a_server_that_is_gone_is_a_failed_request() -> None:
    answers = serving.loaded(serving.Served("http://127.0.0.1:1", 0.0), 1)
    assert len(answers) == serving.PER_SECOND
    assert not [one for one in answers if one.status == "200"]


def test_a_row_has_median_and_percentile() -> None:
    row = serving._row("what", [0.001 * number for number in range(1, 101)], "1 s")
    assert row == "| what | 50 ms | 100 ms | 100 ms | 1 s |"


def test_a_table_replaces_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{serving.BEGIN}old\n{serving.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(serving, "PAGE", page)
    for _ in range(2):
        serving._written(["| a | b | c | d | e |"], 0.5)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert text.count("| a |") == 1


def test_the_page_of_docs_has_a_place_for_the_table() -> None:
    text = serving.PAGE.read_text(encoding="utf-8")
    assert serving.BEGIN in text
    assert serving.END in text
