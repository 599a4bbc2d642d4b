"""Where numbers come from: pages of tables, cards, builds and records show what the commands print."""

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from shlex import split

import duckdb
import pytest
from books import alter_file, copy_family
from golden.questions import SOME, expected, some_questions
from program import answered, call
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import POCKET, Atlas, asked_here

import tafelwerk
from tafelwerk.families import FAMILIES
from tafelwerk.tables.book import family_file
from tafelwerk.tables.metadata import EVIDENCE
from tafelwerk.tables.readings import matching
from tafelwerk.tables.records import records
from tafelwerk.web import site as site_module
from tafelwerk.web.command_forms import form_of
from tafelwerk.web.site import build_words
from tafelwerk.web.stored_tables import read_from, stored_tables
from tafelwerk.web.worker import command

printed = partial(answered, book=POCKET)
"""The document of a command on the pocket book."""


def test_a_table_names_its_builds_its_certainty_and_its_claims(site: TestClient) -> None:
    """And its card the last proof."""
    text, cited = open_page(site, "/tables/search.root_totals"), printed("cite", "search.root_totals")["table"]
    for build in cited["builds"][:50]:
        assert build["line"] in text.partition("<summary>How to repeat them</summary>")[2].partition("</details>")[0]
        assert f'<th scope="row">{build_words(build["line"])}</th>' in text
        assert build["fingerprint"] in text
        assert build["sha256"] in text
    for word in (*cited["certainty"], *cited["evidence"], cited["sha256"], cited["written_by"]):
        assert word in text
    assert call("verify", "search", "--book", POCKET, "--sample", "5").returncode == 0
    card = printed("tables", "--card", "search")
    claims = next(table["claims"] for table in card["tables"] if table["table"] == "search.root_totals")
    assert claims
    assert all(claim["method"] in text for claim in claims)
    proofs = [claim["last"] for table in card["tables"] for claim in table["claims"] if claim["last"] is not None]
    assert open_page(site, "/tables/search").count("<time") == len(proofs) > 0
    assert site.get("/api/card/search").json() == card
    for name in ("dresher.games", "dresher-3.1"):
        assert site.get(f"/api/cite/{name}").json() == printed("cite", name)
    assert site.get("/api/schema").json() == printed("schema")


def labels(text: str) -> list[str]:
    """Certainty and evidence of the answer that a page shows."""
    return re.findall(r"<dt>(?:certainty|evidence)</dt><dd>\s*(\w+)", text)[-2:]


@pytest.mark.parametrize("every", [SOME, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", FAMILIES)
def test_golden_answers_are_known_the_same_way_on_pages(family: str, every: int, site: TestClient) -> None:
    """Of all stored ones; tests/test_questions.py asks the command and Python."""
    stored, answers = 0, expected(family)
    for line in some_questions(family, every):
        book, words = line.split(maxsplit=1)
        answer = answers[line].get("answer")
        if book == "pocket" and isinstance(answer, dict) and answer.get("evidence"):
            form = form_of(*words.split()[:2])
            given, known = form.values(f"tafelwerk {words}"), [answer["certainty"], answer["evidence"]]
            api = site.get(f"/api/{form.family}/{form.name}", params=given).json()
            assert [api["certainty"], api["evidence"]] == known, line
            assert labels(open_page(site, f"/ask/{form.family}/{form.name}", list(given.items()))) == known, line
            stored += 1
    assert stored >= 5


def test_pages_of_the_atlas_have_the_certainty_and_evidence_of_the_commands(atlas: Atlas) -> None:
    compared = set()
    for file in (atlas.folder / "ask").rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        if "<dt>evidence</dt>" in text:
            line = unescape(text.partition("<code>tafelwerk ")[2].partition("</code>")[0])
            words = split(line)
            answer = json.loads(call(*words[:2], "--json", *words[2:], TAFELWERK_BOOK=str(POCKET)).stdout)
            assert labels(text) == [answer["certainty"], answer["evidence"]], line
            compared.add(line.split()[0])
    assert compared >= {*FAMILIES} - {"skat"}


KNOWN: list[tuple[str, str, dict[str, object]]] = [
    ("dresher value 5", "dresher.games", {"n": 5}),
    ("search free 40 3", "search.free_totals", {"width": 3, "codes": 40}),
    ("skat games kupferschmid-6", "skat.games", {"name": "kupferschmid-6"}),
    (
        "montecarlo duel subtraction 5 --moves 1,2 --k 3",
        "montecarlo.subtraction_duels",
        {"moves": "1,2", "overshoot": "wins", "heap": 5, "k": 3, "rival": 6},
    ),
    ("minimax memory 9 8", "minimax.memory", {"rule": "pass", "objective": "gain", "pairs": 9, "known": 8, "lead": 0}),
    ("mastermind summary --pegs 4 --colors 6", "mastermind.strategies", {"game": "4x6", "strategy": "optimal"}),
    ("beams counts --variant 3c6p", "beams.variants", {"variant": "3c6p"}),
    ("switching winrate 4", "switching.openings", {"m": 4}),
]
"""Questions, and the rows that hold their answers."""


@pytest.mark.parametrize(("line", "table", "values"), KNOWN, ids=lambda value: str(value) if " " in value else "")
def test_a_number_is_known_the_same_way_wherever_it_stands(
    line: str, table: str, values: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside rows of other builds of the family, which are said to be known less well."""
    family, name, *_ = line.split()
    rows = matching(**values)
    alter_file(
        family_file(copy_family(POCKET, family, tmp_path), family),
        "UPDATE meta.builds SET evidence = 'single'",
        f"UPDATE meta.builds SET evidence = 'certificate' WHERE build IN (SELECT build FROM {table} WHERE {rows})",
    )
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path))
    words, form, site = line.split(), form_of(family, name), asked_here(tmp_path)
    answer = answered(*words, book=tmp_path)
    known = (answer["certainty"], answer["evidence"])
    assert known[1] == "certificate"
    given = form.values(f"tafelwerk {line}")
    api = site.get(f"/api/{family}/{name}", params=given).json()
    assert (api["certainty"], api["evidence"]) == known
    assert labels(open_page(site, f"/ask/{family}/{name}", list(given.items()))) == list(known)
    statement = f"SELECT DISTINCT certainty, evidence FROM (FROM {table} WHERE {rows}) JOIN meta.builds USING (build)"
    assert call("sql", statement, "--format", "csv", "--book", tmp_path).stdout.split() == [
        "certainty,evidence",
        ",".join(known),
    ]
    folder = tmp_path / "all"
    assert call("export", "--all", folder, "--family", family, "--book", tmp_path).returncode == 0
    package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    (exported,) = (part for part in package["resources"] if part["name"] == table)
    ways = {build["build"]: (build["certainty"], build["evidence"]) for build in exported["builds"]}
    numbers = duckdb.sql(f"SELECT DISTINCT build FROM '{folder / exported['path']}' WHERE {rows}").fetchall()
    assert {ways[number] for (number,) in numbers} == {known}
    with tafelwerk.open_book(tmp_path, pocket=False) as book:
        method = eval(command([*words, "--json"])["python"], {"book": book})
        assert (method.certainty, method.evidence) == known
        (of_rows,) = read_from(book, stored_tables(book), [table], values)
    assert {(build.certainty, build.evidence) for build in of_rows.builds} == {known}


def test_a_record_has_its_page(site: TestClient) -> None:
    text = open_page(site, "/records")
    for record in records("beams"):
        assert f'href="/records/{record.name}"' in text
    (first, *_) = records("beams")
    text = open_page(site, f"/records/{first.name}")
    assert first.build in text
    assert "its sums are right" in text
    assert site.get(f"/api/records/{first.name}").json()["builds"][0]["sha256"] == first.builds[0].sha256
    assert [one["name"] for one in site.get("/api/records").json()] == [one.name for one in records("beams")]


def test_builds_are_listed_by_family_and_those_of_other_code_are_named(site: TestClient) -> None:
    text = open_page(site, "/builds?family=dresher")
    assert "tafelwerk build dresher" in text
    assert "tafelwerk build search" not in text
    assert 'rel="prev"' not in text
    text = open_page(site, "/builds")
    times = re.findall(r'datetime="([^"]+)"', text)
    assert len(set(times)) > 1
    assert times == sorted(times, reverse=True)
    assert ("Made by other code than this program" in text) != ("All builds of your book were made by this" in text)
    assert tuple(site_module.EVIDENCE) == EVIDENCE
    assert not re.search(r"<li>\w+: 0 of", text)


def test_an_empty_book_has_its_pages(tmp_path: Path) -> None:
    site = asked_here(tmp_path)
    text = open_page(site, "/tables/dresher.games")
    assert "22 columns" in text
    assert "No build has filled it yet: <code>tafelwerk build dresher</code>" in text
    assert "FAMILY" not in open_page(site, "/builds")
    assert "has none of its builds" in open_page(site, "/records/beams-6c6p")
    assert "Its rows can be proved" not in open_page(site, "/tables/dresher")
    (tmp_path / "dresher.duckdb").write_bytes(b"no database")
    assert site.get("/api/dresher/value?n=3").status_code == 503, "damaged"
