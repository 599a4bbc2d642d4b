"""Documents as pages: numbers by what they are of become bars, nested tables can be opened, bounds can be read."""

import re
from fractions import Fraction
from html import unescape
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.streams import is_seen
from tafelwerk.web.command_forms import form_of
from tafelwerk.web.site import LONGEST_CELL, bound, cells, fill, tally


def page(document: Any, n: str = "11") -> str:
    """The page of a question with an answer, or without one."""
    values = {"form": form_of("dresher", "value"), "values": {"n": n}, "is_led": False, "linked": str}
    values |= {"steps": {}, "others": {}}
    values |= dict.fromkeys(("line", "question", "python", "book", "replay", "repeat"), "")
    values |= dict.fromkeys(("rooms", "figures", "beside", "spots"), ())
    values |= dict.fromkeys(("error", "missing", "ended", "answer"))
    if document is not None:
        values["answer"] = {"sentence": "Said.", "scene": None, "parts": [], "document": document}
    return fill("question.html", **values)


def test_a_histogram_is_drawn_and_other_numbers_are_listed() -> None:
    counts = {"1": "1", "2": "3/2", "3": 0}
    assert tally(counts, "histogram") == [("1", "1", "66.67"), ("2", "3/2", "100"), ("3", 0, "0")]
    assert re.findall(r'<rect width="([^"]+)"', page({"histogram": counts})) == ["66.67", "100", "0"]
    for values in ([1, 2], [1, None, 1], [1, "x", 1], [True, False, True], ["1/0", "1", "1"], [[1], [1], [1]]):
        others = {str(number): value for number, value in enumerate(values, 1)}
        assert tally(others, "histogram") is None, values
        assert "<rect" not in page({"histogram": others}), values
    assert tally({"mean": 1, "max": 2, "least": 3}, "summary") is None
    negative = {"A1": -1, "A2": 0.5, "A3": "1/2"}
    assert tally(negative, "values") == [(name, value, None) for name, value in negative.items()]


@given(
    st.dictionaries(st.text(max_size=4), st.integers() | st.floats() | st.fractions().map(str) | st.text(), min_size=3)
)
def test_shares_are_of_the_largest(entries: dict[str, Any]) -> None:
    found = tally(entries, "entries")
    shares = [float(share) for _, _, share in found or () if share is not None]
    if shares:
        assert max(shares) == 100
        assert min(shares) >= 0
        largest = max(Fraction(value) for value in entries.values())
        assert all(
            abs(share - 100 * Fraction(value) / largest) < Fraction(1, 10)
            for share, value in zip(shares, entries.values(), strict=True)
        )


def test_a_table_within_a_table_can_be_opened() -> None:
    text = page({"rolls": [{"roll": 1, "choices": [{"move": 8, "chance": "1/2"}], "empty": None}]})
    assert "<summary>1 row</summary>" in text
    assert '<th scope="col">empty</th>' not in text
    assert '<th scope="col">chance</th>' in text


def test_bounds_and_cells() -> None:
    bounds = {10**60: "10^60", 4096: "4,096", 10**14: "100,000,000,000,000", 10**15: "10^15", 1.5: "1.5", 0: "0"}
    assert {value: bound(value) for value in bounds} == bounds
    longest = "x" * LONGEST_CELL
    assert str(cells([longest, longest + "x"])) == f"<td>{longest}</td><td>{longest}… (81 characters)</td>"
    texts = "<td></td><td>''</td><td>' y'</td><td>x</td><td>[null, \"\"]</td>"
    assert unescape(str(cells([None, "", " y", "x", [None, ""]]))) == texts
    marked = "&lt;b&gt;&quot;"
    link = f'<td data-label="{marked}"><a href="{marked}">{marked}</a></td>'
    assert str(cells(['<b>"'], ['<b>"'], '<b>"')) == link


def test_no_text_of_a_page_hides_or_reorders_another() -> None:
    text = "a\u202e\x1b[2J\x9b\u2028<b>b"
    shown = page({"name": text, text: [text, {"deep": text}]})
    inside = re.sub(r"<[^>]*>", "", shown)
    assert is_seen(inside.replace("\n", ""))
    assert r"a\u202e\x1b[2J\x9b\u2028&lt;b&gt;b" in inside
    # what a form sends back stays as it is
    field = re.search(r'name="n" value="([^"]*)"', page(None, text))
    assert field is not None
    assert unescape(field[1]) == text
