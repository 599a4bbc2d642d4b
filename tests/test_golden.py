"""Which questions are golden, and how answers are compared. tests/test_questions.py asks them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from golden.__main__ import report
from golden.comparison import LONGEST, differences, kept, outcome
from golden.questions import Asker, command_of, expected, questions
from program import every_command

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.tables.layout import layout

NOT_ASKED = frozenset({"play", "match"})
"""Commands that are sessions, or play whole rounds."""

UNASKED_OPTIONS = frozenset({"--book", "--json", "--help", "--keep", "--output", "--write", "--lang"})
"""Options that write, that every command has, or that change no document."""

EMPTY = frozenset(
    {
        "beams.node_costs",
        "beams.adversaries",
        "beams.adversary_codes",
        "beams.adversary_trees",
        "beams.adversary_nodes",
    }
)
"""Tables that only builds of minutes or hours fill."""


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_is_asked(family: str) -> None:
    """And each question has one answer."""
    assert sorted(questions(family)) == sorted(expected(family))
    lines = [line.split() for line in questions(family)]
    commands = [words for words, _ in every_command() if len(words) == 2 and words[0] == family]
    for command in commands:
        if command[1] in NOT_ASKED:
            continue
        asked = {word for line in lines if line[1:3] == list(command) for word in line}
        for param in command_of(command).params:
            named = {*param.opts, *param.secondary_opts}
            if named.isdisjoint(UNASKED_OPTIONS) and any(word.startswith("-") for word in named):
                assert not named.isdisjoint(asked), (command, named)


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_of_every_table_are_summed(family: str) -> None:
    for table in layout(family):
        name = f"{family}.{table.name}"
        (line,) = (one for one in questions(family) if one.startswith("small sql") and one.endswith(f' FROM {name}"'))
        (row,) = expected(family)[line]["answer"]
        assert (row["rows"] == 0) == (name in EMPTY), name
        assert len(row) == 1 + sum(not column.measured for column in table.columns), name


@pytest.mark.parametrize("family", FAMILIES)
def test_there_are_hits_computations_misses_and_refusals(family: str) -> None:
    answers = expected(family).values()
    assert {0, 2, 3} <= {answer["exit"] for answer in answers}
    assert all("build" in answer for answer in answers if answer["exit"] == 3)
    documents = [answer["answer"] for answer in answers if isinstance(answer.get("answer"), dict)]
    assert {"book", "pocket", "computed"} <= {document.get("source") for document in documents}


def test_a_changed_number_of_the_book_is_noticed(small_book: Path, tmp_path: Path) -> None:
    book, folder = tmp_path / "book", tmp_path / "files"
    shutil.copytree(small_book, book)
    folder.mkdir()
    with duckdb.connect(str(book / "dresher.duckdb")) as connection:
        connection.execute("UPDATE games SET value = value + 1e-9 WHERE n = 11")
    asker, answers = Asker(book, folder), expected("dresher")
    lines = [line for line in questions("dresher") if line.startswith("small ")]
    found = {one.question for line in lines for one in differences(line, answers[line], asker.ask(line))}
    assert "small dresher value 11" in found
    assert any("FROM dresher.games" in line for line in found)
    assert "small dresher value 13" not in found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_number_of_an_answer_is_compared(family: str) -> None:
    """Each scalar of some answers is changed in turn, and each change is found."""
    answers = [answer for answer in expected(family).values() if "answer" in answer][::7]
    changed = 0
    for answer in answers:
        for other in _changes(answer):
            assert list(differences("", answer, other)), (answer, other)
            changed += 1
    assert changed > 50


def _changes(value: Any) -> Iterator[Any]:
    """The value with one scalar changed, for each of its scalars; a float by far more than any bound."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (value | {key: other} for other in _changes(item))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in _changes(item))
    else:
        yield not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else f"{value}x"


CERTIFIED = {"x": 0.5, "error": 1e-6, "certainty": "certified"}
SAMPLED = {"x": 0.5, "error": 1e-2, "certainty": "sampled"}


def test_when_answers_are_the_same() -> None:
    for old, new, same in [
        (0.1, 0.1 + 1e-15, True),
        (0.1, 0.1 + 1e-9, False),
        (0.0, 1e-15, False),
        (1, 1.0, False),
        (1, True, False),
        ("5625", "5626", False),
        ([1, 2], [1, 2, 3], False),
        ({"a": 1}, {"a": 1, "b": None}, False),
        (CERTIFIED, CERTIFIED | {"x": 0.5000005}, True),
        (CERTIFIED, CERTIFIED | {"x": 0.500002}, False),
        (CERTIFIED, CERTIFIED | {"error": 1.5e-6}, False),
        (SAMPLED, SAMPLED | {"x": 0.5001}, False),
    ]:
        assert (not list(differences("", old, new))) == same


def test_what_an_answer_keeps() -> None:
    exact = list(range(LONGEST + 1))
    assert kept({"seconds": 1.5, "n": 2}) == {"n": 2}
    assert kept(exact)["length"] == LONGEST + 1
    assert kept(exact) != kept([*exact[:-1], 0])
    assert kept([0.5, *exact]) == [0.5, *exact]
    line = "error: the value: not in the book /x; build it with: tafelwerk build dresher --to 9\n"
    assert outcome(3, "", line) == {"exit": 3, "build": "tafelwerk build dresher --to 9"}
    assert outcome(2, "", "error: x") == {"exit": 2}


def test_the_report_names_what_changed(capsys: pytest.CaptureFixture[str]) -> None:
    old = {
        "small a": {"exit": 0, "answer": {"n": [1, 2]}},
        "small b": {"exit": 0, "answer": {"k": 7}},
        "small c": {"exit": 2},
    }
    new = {"small a": {"exit": 0, "answer": {"n": [1, 3], "m": 0}}, "small d": {"exit": 0, "answer": {"k": 7}}}
    report("toy", old, new, 5)
    assert capsys.readouterr().out.splitlines() == [
        "added, the answer is that of small b: small d",
        "left out: small c",
        "answer.n.* changed: 1 times in 1 answers",
        "  small a",
        "    answer.n.1: 2 -> 3",
        "answer.m came: 1 times in 1 answers",
        "  small a",
        "    answer.m: null -> 0",
        "toy: 2 questions, 1 answers changed",
    ]
