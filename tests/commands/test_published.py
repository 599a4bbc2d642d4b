"""`tafelwerk published` as a user runs it."""

import json
from pathlib import Path

from program import call

from tafelwerk import places

POCKET = str(Path(places.__file__).parent / "pocket")


def test_a_family_and_its_page() -> None:
    out = call("published", "--book", POCKET, "search").stdout
    assert out.startswith("Jena dissertation")
    assert out.endswith("16 printed numbers: 15 agree, 1 differ.\n")
    rows = json.loads(call("published", "--book", POCKET, "search", "--json").stdout)
    assert list(rows[0]) == ["family", "source", "place", "printed", "ours", "verdict", "reason", "query"]
    assert (rows[14]["place"], rows[14]["ours"]) == ("table 4.15, 15 codes", "68")
    lines = call("published", "--book", POCKET, "search", "--markdown").stdout.splitlines()
    assert lines[0] == "# Printed numbers"
    assert "| table 4.15, 15 codes | 68 | 68 | agrees |" in lines


def test_differing_numbers_have_their_reasons() -> None:
    rows = json.loads(call("published", "--book", POCKET, "montecarlo", "--differing", "--json").stdout)
    assert all(row["reason"] for row in rows)
    out = call("published", "--book", POCKET, "montecarlo", "--differing").stdout
    assert "k from which a mean over one half is seen 2500 1217 differs (3)" in " ".join(out.split())
    assert "at heap 12 the mean exceeds one half earlier" in out
    assert call("published", "--book", POCKET, "montecarlo").stdout.endswith(out.splitlines(keepends=True)[-1])
