"""Records: read, looked up, checked against themselves."""

import json
from pathlib import Path
from typing import Any

import pytest

from tafelwerk.errors import BookError
from tafelwerk.tables.records import faults, find_record, read_record

ANSWER: dict[str, Any] = {
    "question": {"command": "toy summary", "size": 3},
    "codes": 4,
    "total": "9",
    "mean": 2.25,
    "max": 3,
    "histogram": {"1": "1", "2": "1", "3": "2"},
    "penalty": "2",
    "query_histogram": {"1": "1", "2": "3"},
    "spent": [[1, 0, "1"], [2, 0, "1"], [2, 1, "2"]],
}


def document(**changes: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "family": "montecarlo",
        "build": "tafelwerk build montecarlo",
        "parameters": {"size": 3},
        "certainty": "exact",
        "evidence": "single",
        "answers": [ANSWER],
        "seconds": 1.5,
        "built_at": "2020-01-02T03:04:05",
        "machine": "a machine",
        "fingerprint": "0123456789abcdef",
        "written_by": "a test",
        "builds": [{"digest": "0123456789abcdef", "name": "montecarlo toy", "rows": 15, "sha256": "f" * 64}],
    } | changes


@pytest.fixture
def folder(records_folder: Path) -> Path:
    """A folder of one record, in the place of the package's."""
    (records_folder / "montecarlo-toy.json").write_text(json.dumps(document()), encoding="utf-8")
    return records_folder


def test_an_answer_is_found_by_its_question(folder: Path) -> None:
    found = find_record("montecarlo", {"command": "toy summary", "size": 3})
    assert found is not None
    record, answer = found
    assert (record.name, record.evidence, answer["total"]) == ("montecarlo-toy", "single", "9")
    assert find_record("montecarlo", {"command": "toy summary", "size": 4}) is None
    assert find_record("search", {"command": "toy summary", "size": 3}) is None


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", json.dumps(document(format=2)), json.dumps(document(more=1)), '{"format": 1}']
)
def test_what_is_no_record(content: str, tmp_path: Path) -> None:
    path = tmp_path / "beams-none.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BookError, match="not a record"):
        read_record(path)


def test_a_summary_that_adds_up() -> None:
    assert faults(ANSWER) == []
    assert faults({"question": {}, "pieces": 3}) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"codes": 5}, "not of all codes"),
        ({"total": "10"}, "another total"),
        ({"mean": 2.26}, "the mean"),
        ({"max": 4}, "max"),
        ({"penalty": "3"}, "another penalty"),
        ({"query_histogram": {"1": "2", "2": "2"}}, "another query_histogram"),
        ({"spent": [[1, 0, "1"], [2, 0, "1"], [2, 2, "2"]]}, "another histogram"),
    ],
)
def test_a_summary_that_does_not(changes: dict[str, Any], fault: str) -> None:
    assert any(fault in found for found in faults(ANSWER | changes))
