"""Numbers and names for people, up to the limits of each wording."""

from fractions import Fraction

from tafelwerk.wording import (
    LONGEST_FRACTION,
    bytes_text,
    count_noun,
    decimal_comma,
    exact_number,
    join_words,
    localize,
    meant,
    near,
    number_text,
    ranges,
    seconds_text,
    suggestion,
    three_digits,
)


def test_sizes_are_counted_in_thousands() -> None:
    sizes = {0: "0 B", 999: "999 B", 1000: "1.0 kB", 1536: "1.5 kB", 99_949: "99.9 kB", 99_950: "100 kB"}
    sizes |= {999_499: "999 kB", 999_500: "1.0 MB", 22_000_000: "22.0 MB", 10**9: "1.0 GB", 5 * 10**12: "5.0 TB"}
    assert {size: bytes_text(size) for size in sizes} == sizes


def test_durations() -> None:
    texts = {
        0.0: "0.00 s",
        0.94: "0.94 s",
        0.96: "1.0 s",
        9.94: "9.9 s",
        9.96: "10 s",
        59.4: "59 s",
        59.6: "1 min 00 s",
    }
    texts |= {200: "3 min 20 s", 3599.4: "59 min 59 s", 3599.6: "1 h 00 min", 3900: "1 h 05 min", 90_000: "25 h 00 min"}
    assert {seconds: seconds_text(seconds) for seconds in texts} == texts


def test_numbers_of_things() -> None:
    assert [count_noun(count, "code") for count in (0, 1, 2, 12_345)] == [
        "0 codes",
        "1 code",
        "2 codes",
        "12,345 codes",
    ]
    assert (count_noun(2, "class"), count_noun(2, "query", "queries"), count_noun(1, "query", "queries")) == (
        "2 classes",
        "2 queries",
        "1 query",
    )
    assert [three_digits(number) for number in (999, 3_046_000_000, 3_044_999_999)] == [
        "999",
        "3,050,000,000",
        "3,040,000,000",
    ]


def test_names_in_a_sentence() -> None:
    assert [join_words(names) for names in ([], ["SA"], ["SA", "C7"], ["A1", "C1", "E3"])] == [
        "none",
        "SA",
        "SA and C7",
        "A1, C1 and E3",
    ]
    assert join_words(["A", "B", "C"], most=3, last="or") == "A, B or C"
    assert join_words(["A", "B", "C"], most=2) == "A, B and 1 more"


def test_ranges_of_numbers() -> None:
    assert ranges([1, 3, 4, 5, 6, 7, 11, 12]) == "1, 3-7, 11, 12"
    assert ranges([2, 3, 4]) == "2-4"
    assert ranges([]) == ""


def test_exact_numbers_up_to_a_length() -> None:
    assert exact_number(Fraction(4, 2)) == "2"
    assert exact_number(Fraction(79, 81)) == "79/81 (0.975309)"
    digits = 10 ** (LONGEST_FRACTION - 3)
    assert exact_number(Fraction(digits + 1, 3)) == f"{digits + 1}/3 (3.33333e+20)"
    assert exact_number(Fraction(10 * digits, 3)) == "about 3.33333e+21"
    assert exact_number(Fraction(1, 3), "0.33", 2) == "about 0.33"


def test_numbers_in_german() -> None:
    with decimal_comma(True):
        assert (number_text(1234.5), localize("1,234.5")) == ("1.234,5", "1.234,5")
        with decimal_comma(False):
            assert number_text(1234.5) == "1,234.5"
    assert number_text(1234.5) == "1,234.5"


def test_names_that_come_near() -> None:
    known = ["nim", "nim-passes", "notakto", "memory"]
    assert suggestion("mem", known, "all") == "did you mean memory?"
    assert suggestion("NIM", known, "all") == "did you mean nim or nim-passes? All names: all"
    many = [f"nim-{number}" for number in range(6)]
    assert near("nim", many) == many[:5] == near("nim", many[:5])
    assert [meant(word, known) for word in ("mem", "ni", "chess")] == [
        " (did you mean memory?)",
        " (did you mean nim or nim-passes?)",
        "",
    ]
    assert suggestion("chess", known, "all") == "it may be nim, nim-passes, notakto or memory"
    assert suggestion("chess", ["a"] * 5, "all").startswith("it may be")
    assert suggestion("chess", ["a"] * 6, "all") == suggestion("chess", [], "all") == "all names: all"
