"""docs/results.md: every entry has its kind, evidence, command, time, and what is in print; its values are those of tables."""

import ast
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from page_commands import ROOT
from program import call

from reference import results
from tafelwerk.book import open_book
from tafelwerk.build import plan as planning
from tafelwerk.build.task import Build
from tafelwerk.families.switching.figures.rates import EXPONENTS, FIRSTS
from tafelwerk.museum import findings

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


CLAIM = re.compile(r'"([^"]+)"')


def methods() -> re.Pattern[str]:
    """What claims of `verify` may be called: every text of the proofs; a part that is filled in is any text."""
    patterns = set()
    for file in (ROOT / "tafelwerk" / "proofs").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            texts = [
                part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "" for part in parts
            ]
            if len("".join(texts)) > 4:
                patterns.add("".join(re.escape(text) or ".*" for text in texts))
    return re.compile("|".join(patterns))


def test_the_page_is_that_of_its_values() -> None:
    """`make results` makes it anew."""
    assert results.page(results.stored_values()) == PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("book", ["pocket", "small"])
def test_values_are_those_of_a_book_at_hand(book: str, request: pytest.FixtureRequest) -> None:
    folder = ROOT / "tafelwerk" / "pocket" if book == "pocket" else request.getfixturevalue("small_book")
    with open_book(folder, pocket=False) as opened:
        held = results.answers(opened)
    stated = {(name, results.key_of(row)): row for name, rows in results.stored_values().items() for row in rows}
    compared = 0
    for name, rows in held.items():
        for row in rows:
            known = stated.get((name, results.key_of(row)))
            assert known in (None, row), name
            compared += known is not None
    assert compared >= {"pocket": 80, "small": 60}[book]


def test_curves_are_fitted_to_the_rates_of_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A curve is found again; a book that lacks an order has no fits, so that those of all orders stay."""
    exponent = float(EXPONENTS[len(EXPONENTS) // 2])
    rates = [(m, 0.52 + 3.0 / m**exponent, results.STEP**-m) for m in range(12, results.last_order() + 2)]
    with open_book(ROOT / "tafelwerk" / "pocket", pocket=False) as book:
        assert results.fits(book) == {}
        monkeypatch.setattr(book, "rows", lambda *_: rates)
        held = results.fits(book)
        assert [int(row["first"]) for row in held["fits"]] == [*FIRSTS]
        assert held["best-curve"][0] | {"limit": "0.520", "scale": "3"} == held["best-curve"][0]
        assert all(float(row["from"]) <= 52.0 <= float(row["to"]) for row in held["fits"])
        last = str(rates[-1][0])
        assert held["trends"] == [{"key": "it", "last": last, "gap runs": f"from 21 to {last}"}]
        assert held.keys() == {name for name, rows in results.stored_values().items() if name in held and rows}
        for fewer in (rates[1:], rates[:-2], [row for row in rates if row[0] != 40]):
            monkeypatch.setattr(book, "rows", lambda *_, fewer=fewer: fewer)
            assert results.fits(book) == {}


def test_the_room_names_the_largest_board() -> None:
    (finding,) = (finding for finding in findings() if finding.figure == "switching-5.8")
    assert f"Boards up to order {results.last_order()} " in " ".join(finding.story)


def test_claims_of_evidence_exist() -> None:
    known = methods()
    named = [(title, " ".join(claim.split())) for title in ENTRIES for claim in CLAIM.findall(field(title, "Evidence"))]
    assert len(named) > 20
    for title, claim in named:
        table, _, method = claim.rpartition(": ")
        assert known.fullmatch(method), f"{title}: no claim is called {claim}"
        assert not table or "." in table


def test_what_is_in_print_says_how_much_was_read() -> None:
    for title in ENTRIES:
        assert re.search(r"read[^()]*\)", " ".join(field(title, "In print").split())), title


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
