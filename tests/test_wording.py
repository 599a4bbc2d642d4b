"""Numbers and names for people, up to the limits of each wording."""

from tafelwerk import wording
from tafelwerk.wording import decimal_comma


def test_numbers_in_german() -> None:
    with decimal_comma(True):
        assert (wording.number_text(1234.5), wording.localize("1,234.5")) == ("1.234,5", "1.234,5")
        with decimal_comma(False):
            assert wording.number_text(1234.5) == "1,234.5"
    assert wording.number_text(1234.5) == "1,234.5"
