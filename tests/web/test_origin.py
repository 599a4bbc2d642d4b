"""Where numbers come from: pages of tables, cards, builds and records show what the commands print."""

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from settling import answered, settled
from starlette.testclient import TestClient

import tafelwerk
from tafelwerk.cli import main
from tafelwerk.tables.builds import EVIDENCE
from tafelwerk.tables.records import records
from tafelwerk.web import explorer
from tafelwerk.web.app import application

PORT = 8732
POCKET = Path(tafelwerk.__file__).parent / "pocket"


def printed(*words: str) -> Any:
    """The document of a command on the pocket book."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert main([words[0], "--book", str(POCKET), *words[1:], "--json"]) == 0
    return json.loads(out.getvalue())


@pytest.mark.parametrize("table", ["dresher.games", "search.root_totals"])
def test_a_table_names_its_builds_its_certainty_and_its_claims(site: TestClient, table: str) -> None:
    text = settled(site, f"/tables/{table}")
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
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["verify", "search", "--book", str(POCKET), "--sample", "5"]) == 0
    card = printed("tables", "--card", "search")
    lasts = [claim["last"] for table in card["tables"] for claim in table["claims"]]
    assert any(lasts)
    text = settled(site, "/cards/search")
    assert text.count("<time") == sum(last is not None for last in lasts)
    assert site.get("/api/card/search").json() == card


def test_documents_are_those_of_the_commands(site: TestClient) -> None:
    assert site.get("/api/cite/dresher.games").json() == printed("cite", "dresher.games")
    assert site.get("/api/cite/dresher-3.1").json() == printed("cite", "dresher-3.1")


def test_a_record_has_its_page(site: TestClient) -> None:
    text = settled(site, "/records")
    for record in records("beams"):
        assert f'href="/records/{record.name}"' in text
    (first, *_) = records("beams")
    text = settled(site, f"/records/{first.name}")
    assert first.build in text
    assert "its sums are right" in text
    assert site.get(f"/api/records/{first.name}").json()["builds"][0]["sha256"] == first.builds[0].sha256
    assert [one["name"] for one in site.get("/api/records").json()] == [one.name for one in records("beams")]


def test_builds_are_paged_by_family(site: TestClient) -> None:
    text = settled(site, "/builds?family=dresher")
    assert "tafelwerk build dresher" in text
    assert "tafelwerk build search" not in text
    assert not re.search('rel="prev"', text)


def test_builds_of_other_code_are_named(site: TestClient) -> None:
    found = site.get("/api/tables").json()["families"]
    text = settled(site, "/builds")
    is_stale = "Made by other code than this program" in text
    assert is_stale != ("All builds of your book were made by this program" in text)
    assert found
    assert not re.search(r"<li>\w+: 0 of", text)


def test_an_empty_book_has_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_POCKET", "")
    with TestClient(application(tmp_path, PORT), base_url=f"http://127.0.0.1:{PORT}") as site:
        text = settled(site, "/tables/dresher.games")
        assert "21 columns" in text
        assert "No build has filled it yet: <code>tafelwerk build dresher</code>" in text
        assert "FAMILY" not in settled(site, "/builds")
        assert "has none of its builds" in settled(site, "/records/beams-6c6p")
        assert answered(site, "/cards/dresher").status_code == 404


def test_every_word_of_evidence_is_explained() -> None:
    assert tuple(explorer.EVIDENCE) == EVIDENCE
