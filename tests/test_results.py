"""docs/results.md: every entry has its kind, evidence, command, time, and what is in print."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from program import call

from tafelwerk.build import plan as planning
from tafelwerk.build.task import Build

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


def test_every_entry_says_what_it_is_and_how_it_is_known() -> None:
    for title in ENTRIES:
        assert title.endswith("?")
        assert first_word(field(title, "Kind")) in KINDS
        assert "`tafelwerk " in field(title, "Command")
        assert field(title, "Time")
        assert field(title, "In print")
        evidence = field(title, "Evidence")
        assert first_word(evidence) in EVIDENCE
        assert "verify" in evidence or first_word(evidence) == "single"


def builds_planned(line: str, folder: Path) -> list[Build]:
    """The builds of a command line, which is only planned."""
    found: list[Build] = []
    plan = planning.plan

    def noted(builds: Sequence[Build], *more: Any, **named: Any) -> Any:
        found.extend(builds)
        return plan(builds, *more, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "plan", noted)
        done = call(*shlex.split(line)[1:], "--dry-run", "--book", folder)
    assert done.returncode == 0, done.stderr
    return found


LINES = [
    (title, " ".join(line.split()).replace("$m", "60"), place == 0)
    for title in ENTRIES
    for place, line in enumerate(re.findall(r"(tafelwerk build [^`;]+)", field(title, "Command")))
    if ".txt" not in line and "CODE" not in line
]


def test_an_entry_is_labelled_as_its_build(tmp_path: Path) -> None:
    """The answer from the build that the entry names says how it is known; the page says the same, of the first build first."""
    assert LINES
    for title, line, is_first in LINES:
        last, evidence = builds_planned(line, tmp_path)[-1], field(title, "Evidence")
        named = [first_word(evidence)] if is_first else re.findall(r"\w+", evidence)
        assert last.evidence in named, f"{last.name} is {last.evidence}"
