"""Every family's room has what engines and tests ask of it; what is lacking is named with what to do."""

from importlib import import_module
from importlib.util import find_spec

import pytest
from golden.questions import questions
from golden.small_book import command_lines
from page_commands import PAGE_OF, ROOT

from tafelwerk.families import FAMILIES
from tafelwerk.tables.layout import layout


@pytest.mark.parametrize("family", FAMILIES)
def test_a_room_has_its_parts(family: str) -> None:
    room = f"tafelwerk.families.{family}"
    for part, names, step in (
        ("room", ("ROOMS", "FIGURES"), "tafelwerk rules, plot --list and the pages show its games and figures"),
        ("pictures", ("sheet_pages",), "tafelwerk sheet prints its sheet"),
        ("builds", ("standard", "quick", "full", "pocket", "warm"), "tafelwerk build makes its sets"),
    ):
        advice = f"copy tafelwerk/families/search/{part}.py: {step} (CONTRIBUTING.md, Adding a family)"
        assert find_spec(f"{room}.{part}") is not None, f"{room} has no {part}: {advice}"
        for name in names:
            assert getattr(import_module(f"{room}.{part}"), name, None), f"{room}.{part} has no {name}: {advice}"
    assert layout(family), f"{room} has no schema.sql: copy that of families/search"
    assert command_lines(family), "write a line into tests/golden/builds.txt"
    assert questions(family)
    page = f"{PAGE_OF.get(family, family)}.md"
    assert (ROOT / "docs" / page).exists(), f"write docs/{page}"
