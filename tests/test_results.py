"""docs/results.md: every entry has its kind, evidence, command, time, and what is in print."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "results.md"
KINDS = ("theorem", "computation", "conjecture")
EVIDENCE = ("certificate", "recomputed", "single")

ENTRIES = {
    title: text
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for title, _, text in (entry.partition("\n") for entry in re.split(r"^### ", section, flags=re.MULTILINE)[1:])
}


def field(title: str, name: str) -> str:
    found = re.findall(rf"^- {name}: (.+(?:\n  .+)*)", ENTRIES[title], re.MULTILINE)
    assert len(found) == 1, f"{title}: {len(found)} times {name}"
    return str(found[0])


def first_word(text: str) -> str:
    return re.split(r"\W", text)[0]


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_says_what_it_is(title: str) -> None:
    assert title.endswith("?")
    assert first_word(field(title, "Kind")) in KINDS
    assert "`tafelwerk " in field(title, "Command")
    assert field(title, "Time")
    assert field(title, "In print")


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_is_proved_by_verify_or_says_that_it_is_not(title: str) -> None:
    evidence = field(title, "Evidence")
    assert first_word(evidence) in EVIDENCE
    assert "verify" in evidence or first_word(evidence) == "single"
