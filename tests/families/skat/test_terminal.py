"""Tables of the family on pages that are narrower than they are."""

import re
from pathlib import Path

import pytest
from program import call, on_terminal
from skat_questions import CHAPTER_4, words_for

GAME = words_for(CHAPTER_4, "clubs", "forehand")
CARDS = "CJ SJ CA CT CK DA DT HA H7 S7"


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("explain", *GAME, "--played", "CA HJ C9 S9"),
        ("bench", "--deals", 1, "--cards", 4),
        ("discard", "--cards", f"{CARDS} S8 D9", "--worlds", 2, "--game", "grand"),
    ],
    ids=lambda words: " ".join(map(str, words[:2])),
)
def test_no_word_is_broken(words: tuple[object, ...], skat_book: Path) -> None:
    """Every word of the narrow page stands on a wide one, but for times and short headings; tables keep to their lines."""
    sent = on_terminal("skat", *words, columns=40, book=skat_book)
    text = re.sub(r"\x1b\[[\d;]*m", "", sent).translate(str.maketrans("♣♠♥♦", "CSHD"))
    lines = text.splitlines()
    done = call("skat", *map(str, words), "--book", skat_book)
    wide = (done.stdout + done.stderr).split()
    narrow = [word for line in lines for word in line.split() if "─" not in word]
    new = {word for word in narrow if word not in wide and not re.fullmatch(r"[\d.,]+", word)}
    assert new <= {"best", "declarer", "defenders", "ms)", "s)"}
    assert max(map(len, lines)) <= 40
    rules = [line for line in lines if line.lstrip().startswith("─")]
    assert len(rules) == sum(word.startswith("─") for word in wide)


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
