"""Where numbers come from: pages of tables, cards, builds and records show what the commands print."""

import re
from functools import partial
from pathlib import Path

import pytest
from program import answered, call
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import POCKET, asked_here

from tafelwerk.tables.builds import EVIDENCE
from tafelwerk.tables.records import records
from tafelwerk.web import explorer

printed = partial(answered, book=POCKET)
"""The document of a command on the pocket book."""


@pytest.mark.parametrize("table", ["dresher.games", "search.root_totals"])
def test_a_table_names_its_builds_its_certainty_and_its_claims(site: TestClient, table: str) -> None:
    text = open_page(site, f"/tables/{table}")
    cited = printed("cite", table)["table"]
    for build in cited["builds"][:50]:
        assert f"<code>{build['line']}</code>" in text
        assert build["fingerprint"] in text
        assert build["sha256"] in text
    for word in (*cited["certainty"], *cited["evidence"], cited["sha256"], cited["written_by"]):
        assert word in text
    card = printed("tables", "--card", table.partition(".")[0])
    claims = next(one["claims"] for one in card["tables"] if one["table"] == table)
    assert claims
    for claim in claims:
        assert claim["method"] in text


def test_a_card_has_the_last_proof(site: TestClient) -> None:
    assert call("verify", "search", "--book", POCKET, "--sample", "5").returncode == 0
    card = printed("tables", "--card", "search")
    lasts = [claim["last"] for table in card["tables"] for claim in table["claims"]]
    assert any(lasts)
    text = open_page(site, "/cards/search")
    assert text.count("<time") == sum(last is not None for last in lasts)
    assert site.get("/api/card/search").json() == card


def test_documents_are_those_of_the_commands(site: TestClient) -> None:
    for name in ("dresher.games", "dresher-3.1"):
        assert site.get(f"/api/cite/{name}").json() == printed("cite", name)
    assert site.get("/api/schema").json() == printed("schema")


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
    is_stale = "Made by other code than this program" in text
    assert is_stale != ("All builds of your book were made by this program" in text)
    assert not re.search(r"<li>\w+: 0 of", text)


def test_an_empty_book_has_its_pages(tmp_path: Path) -> None:
    site = asked_here(tmp_path)
    text = open_page(site, "/tables/dresher.games")
    assert "21 columns" in text
    assert "No build has filled it yet: <code>tafelwerk build dresher</code>" in text
    assert "FAMILY" not in open_page(site, "/builds")
    assert "has none of its builds" in open_page(site, "/records/beams-6c6p")
    open_page(site, "/cards/dresher", status=404)
    (tmp_path / "dresher.duckdb").write_bytes(b"no database")
    assert site.get("/api/dresher/value?n=3").status_code == 503, "damaged"


def test_every_word_of_evidence_is_explained() -> None:
    assert tuple(explorer.EVIDENCE) == EVIDENCE
