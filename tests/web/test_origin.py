"""Where numbers come from: pages of tables, cards, builds and records show what the commands print."""

import re
from functools import partial
from pathlib import Path

from books import alter_file, copy_family
from program import answered, call
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import POCKET, asked_here

import tafelwerk
from tafelwerk.tables.book import family_file
from tafelwerk.tables.metadata import EVIDENCE
from tafelwerk.tables.noted import matching
from tafelwerk.tables.records import records
from tafelwerk.web.atlas.table_files import read_from, stored_tables
from tafelwerk.web.command_forms import form_of
from tafelwerk.web.routes import book_pages

printed = partial(answered, book=POCKET)
"""The document of a command on the pocket book."""


def test_a_table_names_its_builds_its_certainty_and_its_claims(site: TestClient) -> None:
    """And its card the last proof."""
    text, cited = open_page(site, "/tables/search.root_totals"), printed("cite", "search.root_totals")["table"]
    for build in cited["builds"][:50]:
        assert f"<code>{build['line']}</code>" in text
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
    assert open_page(site, "/cards/search").count("<time") == len(proofs) > 0
    assert site.get("/api/card/search").json() == card
    for name in ("dresher.games", "dresher-3.1"):
        assert site.get(f"/api/cite/{name}").json() == printed("cite", name)
    assert site.get("/api/schema").json() == printed("schema")


def test_a_number_is_known_the_same_way_wherever_it_stands(tmp_path: Path) -> None:
    """Beside rows of other builds of the family, which are said to be known less well."""
    line, table = "montecarlo duel subtraction 5 --moves 1,2 --k 3", "montecarlo.subtraction_duels"
    values = {"moves": "1,2", "overshoot": "wins", "heap": 5, "k": 3, "rival": 6}
    alter_file(
        family_file(copy_family(POCKET, "montecarlo", tmp_path), "montecarlo"),
        "UPDATE meta.builds SET evidence = 'single'",
        "UPDATE meta.builds SET evidence = 'certificate'"
        f" WHERE build IN (SELECT build FROM {table} WHERE {matching(**values)})",
    )
    answer, site = answered(*line.split(), book=tmp_path), asked_here(tmp_path)
    known = (answer["certainty"], answer["evidence"])
    assert known[1] == "certificate"
    text = open_page(
        site, "/ask/montecarlo/duel", list(form_of("montecarlo", "duel").values(f"tafelwerk {line}").items())
    )
    assert re.findall(r"<dt>(?:certainty|evidence)</dt><dd>\s*(\w+)", text)[-2:] == list(known)
    with tafelwerk.open_book(tmp_path, pocket=False) as book:
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
    assert ("Made by other code than this program" in text) != ("All builds of your book were made by this" in text)
    assert tuple(book_pages.EVIDENCE) == EVIDENCE
    assert not re.search(r"<li>\w+: 0 of", text)


def test_an_empty_book_has_its_pages(tmp_path: Path) -> None:
    site = asked_here(tmp_path)
    text = open_page(site, "/tables/dresher.games")
    assert "22 columns" in text
    assert "No build has filled it yet: <code>tafelwerk build dresher</code>" in text
    assert "FAMILY" not in open_page(site, "/builds")
    assert "has none of its builds" in open_page(site, "/records/beams-6c6p")
    open_page(site, "/cards/dresher", status=404)
    (tmp_path / "dresher.duckdb").write_bytes(b"no database")
    assert site.get("/api/dresher/value?n=3").status_code == 503, "damaged"
