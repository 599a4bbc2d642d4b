"""Numbers and names for people, up to the limits of each wording."""

from fractions import Fraction

import pytest

from tafelwerk import wording
from tafelwerk.wording import LONGEST_FRACTION, decimal_comma

KNOWN = ["nim", "nim-passes", "notakto", "memory"]
MANY = [f"nim-{number}" for number in range(6)]
DIGITS = 10 ** (LONGEST_FRACTION - 3)

WORDED = {
    "bytes_text": {0: "0 B", 999: "999 B", 1000: "1.0 kB", 1536: "1.5 kB", 99_949: "99.9 kB", 99_950: "100 kB"}
    | {999_499: "999 kB", 999_500: "1.0 MB", 22_000_000: "22.0 MB", 10**9: "1.0 GB", 5 * 10**12: "5.0 TB"},
    "seconds_text": {0.0: "0.00 s", 0.94: "0.94 s", 0.96: "1.0 s", 9.94: "9.9 s", 9.96: "10 s", 59.4: "59 s"}
    | {59.6: "1 min 00 s", 200: "3 min 20 s", 3599.4: "59 min 59 s", 3599.6: "1 h 00 min", 90_000: "25 h 00 min"},
    "count_noun": {(0, "code"): "0 codes", (1, "code"): "1 code", (12_345, "code"): "12,345 codes"}
    | {(2, "class"): "2 classes", (2, "query", "queries"): "2 queries", (1, "query", "queries"): "1 query"},
    "three_digits": {999: "999", 3_046_000_000: "3,050,000,000", 3_044_999_999: "3,040,000,000"},
    "join_words": {
        ((),): "none",
        (("SA",),): "SA",
        (("SA", "C7"),): "SA and C7",
        (("A1", "C1", "E3"),): "A1, C1 and E3",
    }
    | {(("A", "B", "C"), 3, "or"): "A, B or C", (("A", "B", "C"), 2): "A, B and 1 more"},
    "ranges": {((1, 3, 4, 5, 6, 7, 11, 12),): "1, 3-7, 11, 12", ((2, 3, 4),): "2-4", ((),): ""},
    "exact_number": {Fraction(4, 2): "2", Fraction(79, 81): "79/81 (0.975309)"}
    | {Fraction(DIGITS + 1, 3): f"{DIGITS + 1}/3 (3.33333e+20)", Fraction(10 * DIGITS, 3): "about 3.33333e+21"}
    | {(Fraction(1, 3), "0.33", 2): "about 0.33"},
}
"""Names of functions: arguments and what they come to."""


@pytest.mark.parametrize("name", WORDED)
def test_limits_of_a_wording(name: str) -> None:
    function = getattr(wording, name)
    for given, text in WORDED[name].items():
        assert function(*(given if isinstance(given, tuple) else (given,))) == text


def test_numbers_in_german() -> None:
    with decimal_comma(True):
        assert (wording.number_text(1234.5), wording.localize("1,234.5")) == ("1.234,5", "1.234,5")
        with decimal_comma(False):
            assert wording.number_text(1234.5) == "1,234.5"
    assert wording.number_text(1234.5) == "1,234.5"


def test_names_that_come_near() -> None:
    assert wording.suggestion("mem", KNOWN, "all") == "did you mean memory?"
    assert wording.suggestion("NIM", KNOWN, "all") == "did you mean nim or nim-passes? All names: all"
    assert wording.near("nim", MANY) == MANY[:5] == wording.near("nim", MANY[:5])
    assert [wording.meant(word, KNOWN) for word in ("mem", "ni", "chess")] == [
        " (did you mean memory?)",
        " (did you mean nim or nim-passes?)",
        "",
    ]
    assert wording.suggestion("chess", KNOWN, "all") == "it may be nim, nim-passes, notakto or memory"
    assert wording.suggestion("chess", ["a"] * 5, "all").startswith("it may be")
    assert wording.suggestion("chess", ["a"] * 6, "all") == wording.suggestion("chess", [], "all") == "all names: all"
