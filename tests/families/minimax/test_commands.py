"""Heaps on the command line: what periods answer, and what a short search does not."""

from pathlib import Path

from program import answered, build_here


def test_a_proved_period_answers_for_any_heap(tmp_path: Path) -> None:
    """From the pocket book, and where nothing is stored."""
    huge = 10**15
    for env in ({}, {"TAFELWERK_POCKET": ""}):
        found = answered("minimax", "octal", "0.77", "--heap", huge, book=tmp_path, **env)
        assert (found["heap"], found["grundy"], found["won"]) == (huge, 1, True)
        assert (len(found["moves"]), found["winning_moves"]) == (100, 83_333_333_333_338)
        assert found["moves"][0] == [1, huge - 3]
    far = answered("minimax", "subtraction", "1,2,5", "--heap", 10**27, book=tmp_path)
    near = answered("minimax", "subtraction", "1,2,5", "--heap", 10**6, book=tmp_path)
    assert (far["won"], far["grundy"], far["moves"]) == (near["won"], near["grundy"], [[10**27 - 1]])

    found = answered("minimax", "octal", "0.77", "--heap", 9_000_000, book=tmp_path)
    assert (found["grundy"], found["winning_moves"]) == (4, 749_999)


def test_a_short_search_is_no_answer_where_a_longer_one_would_find_more(tmp_path: Path) -> None:
    assert build_here("build", "minimax", "octal", ".770", "--heap", "50", "--book", tmp_path).returncode == 0
    short = answered("minimax", "octal", "0.77", "--heap", 50, book=tmp_path)
    longer = answered("minimax", "octal", "0.77", book=tmp_path)
    assert (short["source"], longer["source"], longer["period"]) == ("book", "computed", 12)
