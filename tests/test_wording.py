"""Numbers and names for people, up to the limits of each wording."""

import re
from pathlib import Path

from tafelwerk import wording
from tafelwerk.wording import decimal_comma


def test_numbers_in_german() -> None:
    with decimal_comma(True):
        assert (wording.number_text(1234.5), wording.localize("1,234.5")) == ("1.234,5", "1.234,5")
        with decimal_comma(False):
            assert wording.number_text(1234.5) == "1,234.5"
    assert wording.number_text(1234.5) == "1,234.5"


def test_a_share_is_written_in_one_way() -> None:
    """A blank stands before the sign, as in the word "95 % interval" beside it: on printed pages, in transcripts and in docs."""
    tests = Path(__file__).parent
    pages = [*tests.glob("shown/*.txt"), *tests.glob("play/transcripts/*.txt"), *tests.parent.glob("docs/**/*.md")]
    assert len(pages) > 40
    for page in (*pages, tests.parent / "README.md"):
        assert re.findall(r".*\d%(?![\dA-F]{2}).*", page.read_text(encoding="utf-8")) == [], page
