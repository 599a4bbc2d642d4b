"""Records against the rows of a book and against proofs: no answer that nothing proves is "ok", nor is a changed one.
`verify` compares stored rows with print: a difference needs a reason, and a reason a difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from beams_books import H1, h1_book

from tafelwerk import places
from tafelwerk.families import FAMILIES
from tafelwerk.families.beams.look_ups import counts_question, document, summary_question
from tafelwerk.families.search import published as search
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.proofs import running as proofs
from tafelwerk.proofs.frame import printed_checks
from tafelwerk.proofs.running import record_checks
from tafelwerk.tables import published
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.published import Number
from tafelwerk.tables.records import Record, RecordedBuild, records

SHIPPED = [record for family in FAMILIES for record in records(family)]


def checks_of(record: Record, book: Book, monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    monkeypatch.setattr(proofs, "records", lambda family: (record,))
    return [check for check in record_checks(book, record.family) if not check.name.endswith("rows")]


@pytest.fixture(scope="module")
def pocket() -> Iterator[Book]:
    with Book(PACKAGE / "pocket") as book:
        yield book


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book(h1_book(tmp_path_factory)) as book:
        yield book


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the numbers of an answer are, those in texts among them; of a list or mapping the first and the last."""
    if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        keys = list(value) if isinstance(value, Mapping) else list(range(len(value)))
        for key in keys if not path else {keys[0], keys[-1]}:
            if key != "question":
                yield from numbers(value[key], (*path, key))
    elif not isinstance(value, str) or value.isdecimal():
        yield path


def change_number(answer: Mapping[str, Any], path: Sequence[Any]) -> dict[str, Any]:
    """The answer with one number larger by 1, a mean by its last digits."""
    found = deepcopy(dict(answer))
    *above, last = path
    inner: Any = found
    for key in above:
        inner = inner[key]
    old = inner[last]
    inner[last] = str(int(old) + 1) if isinstance(old, str) else old + 1 if isinstance(old, int) else old * (1 + 1e-15)
    return found


def move_codes(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with codes at other costs, so that all sums stay: two codes of a cost go one up and one down."""
    found = deepcopy(dict(answer))
    costs = [cost for cost, (queries, wrong, codes) in enumerate(found["spent"]) if wrong == 0]
    for place, change in zip(costs[1:4], (1, -2, 1), strict=True):
        queries, _, codes = found["spent"][place]
        found["spent"][place] = [queries, 0, str(int(codes) + change)]
        for name in ("histogram", "query_histogram"):
            found[name][str(queries)] = str(int(found[name][str(queries)]) + change)
    return found


@pytest.mark.parametrize("record", SHIPPED, ids=lambda record: record.name)
def test_a_number_that_is_changed_is_not_ok(record: Record, pocket: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = {check.verdict for check in checks_of(record, pocket, monkeypatch)}
    known = record.answers[0]["question"]["command"] == "beams counts"
    assert verdicts == ({"ok"} if known else {"not proved"})
    for answer in (record.answers[0], record.answers[-1]):
        for path in numbers(answer):
            planted = replace(record, answers=(change_number(answer, path),))
            assert {check.verdict for check in checks_of(planted, pocket, monkeypatch)} == {"FAILED"}, path
        if "spent" in answer:
            planted = replace(record, answers=(move_codes(answer),))
            assert {check.verdict for check in checks_of(planted, pocket, monkeypatch)} == {"not proved"}


def test_a_record_is_labelled_as_its_parameters_say_and_has_answers(
    pocket: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    for change in ({"evidence": "certificate"}, {"certainty": "certified"}, {"parameters": {}}):
        assert {check.ok for check in checks_of(replace(SHIPPED[0], **change), pocket, monkeypatch)} == {False}
    for answer in ({}, {"question": {}}, {"question": {"command": "foo"}}, {"question": 3}):
        (check,) = checks_of(replace(SHIPPED[0], answers=(answer,)), pocket, monkeypatch)
        assert (check.ok, "no answer" in check.detail) == (False, True)


@pytest.mark.parametrize("question", [counts_question("3c6p"), summary_question("3c6p", H1)], ids=str)
def test_every_number_is_compared_with_the_rows(
    question: dict[str, Any], small: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = document(small, question)
    assert answer is not None
    parameters = {name: value for name, value in question.items() if name != "command"}
    name, evidence = "tafelwerk build beams --variant 3c6p", "recomputed"
    line = f"{name} --strategy h1" if "strategy" in question else name
    record = replace(
        SHIPPED[0], answers=(answer,), parameters=parameters, build=line, evidence=evidence, certainty="exact"
    )
    assert [check.verdict for check in checks_of(record, small, monkeypatch)] == ["ok"]
    planted = [change_number(answer, path) for path in numbers(answer)]
    planted += [{name: answer[name] for name in answer if name != key} for key in answer if key != "question"]
    for wrong in (*planted, *([move_codes(answer)] if "spent" in answer else ()), {**answer, "more": 1}):
        assert [check.verdict for check in checks_of(replace(record, answers=(wrong,)), small, monkeypatch)] == [
            "FAILED"
        ]


def test_the_builds_of_a_record_have_the_books_rows(small: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    ((digest, sha256),) = small.rows("beams", "SELECT digest, sha256 FROM beams.meta.builds WHERE name LIKE '%h1%'")
    for hashed, holds in ((sha256, True), ("f" * 64, False)):
        build = RecordedBuild(digest, "beams --variant 3c6p --strategy h1", 1, hashed)
        record = replace(SHIPPED[0], builds=(build,))
        monkeypatch.setattr(proofs, "records", lambda family, record=record: (record,))
        (check,) = (one for one in record_checks(small, "beams") if one.name.endswith("the book's rows"))
        assert check.ok is holds


def test_an_empty_book_compares_nothing(tmp_path: Path) -> None:
    with Book(tmp_path) as book:
        assert {check.verdict for check in record_checks(book, "beams")} <= {"ok", "not proved"}


POCKET = Path(places.__file__).parent / "pocket"
QUERY = "SELECT total FROM search.root_totals WHERE strategy = 'optimal' AND size = 15"


def state(monkeypatch: pytest.MonkeyPatch, *found: Number) -> None:
    monkeypatch.setattr(search, "printed_numbers", lambda: iter(found))


def test_sound_books(small_book: Path) -> None:
    """One with all rows that state need, and one with some."""
    for book, family in (*product([POCKET], FAMILIES), (small_book, "search"), (small_book, "dresher")):
        for check in printed_checks(Book(book), family):
            assert check.ok, check.detail
            assert check.proved == check.of


def test_differences_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, reason, faults in (
        ("68", "", ""),
        ("69", "another rule", ""),
        ("69", "", "WRONG here: printed 69, stored 68"),
        ("68", "another rule", "WRONG here: stored 68 as printed, though a reason is given why not"),
    ):
        state(monkeypatch, Number(published.Source.LECTURE, "here", text, QUERY, reason))
        (check,) = printed_checks(Book(POCKET), "search")
        assert check.ok == (not faults)
        assert check.detail.endswith(faults)


def test_numbers_that_no_row_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    lecture = published.Source.LECTURE
    state(
        monkeypatch,
        Number(lecture, "no row", "1", f"{QUERY} AND false"),
        Number(lecture, "no table", "1", "SELECT a FROM search.b"),
        Number(lecture, "asked", "1", "search.free(1000, 10).total"),
    )
    assert list(printed_checks(Book(POCKET), "search")) == []
