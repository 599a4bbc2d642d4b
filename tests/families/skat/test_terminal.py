"""Tables of the family on pages that are narrower than they are."""

import re
from pathlib import Path

from program import on_terminal


def test_what_narrow_pages_leave_out(skat_book: Path) -> None:
    def headings(columns: int, *words: str) -> list[str]:
        sent = on_terminal("skat", "games", *words, columns=columns, book=skat_book)
        lines = re.sub(r"\x1b\[[\d;]*m", "", sent).splitlines()
        assert len([line for line in lines if line.startswith("kupferschmid-")]) == 9
        return re.split(r" {2,}", lines[0].strip())

    assert {columns: headings(columns, "--limit", "9") for columns in (120, 80, 60, 40)} == {
        120: ["game", "played", "by", "made", "result", "best play", "declarer gave away", "defenders gave away"],
        80: ["game", "played", "by", "made", "best", "declarer", "defenders"],
        60: ["game", "made", "best", "declarer", "defenders"],
        40: ["game", "made", "best", "declarer"],
    }
    # names of rounds between programs are long
    assert headings(40) == ["game", "made"]
