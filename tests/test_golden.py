"""Which questions are golden, and how answers are compared. tests/test_questions.py asks them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, copy_family
from golden.comparison import differences
from golden.questions import Asker, command_of, expected, questions, sums
from program import every_command

from tafelwerk.families import FAMILIES
from tafelwerk.tables.layout import layout

NOT_ASKED = frozenset({"play", "match", "watch"})
"""Commands that are sessions, or play whole rounds."""

UNASKED_OPTIONS = frozenset(
    {"--book", "--json", "--help", "--keep", "--output", "--rows", "--semicolons", "--write", "--lang"}
)
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
def test_questions_of_a_family_have_every_option_table_exit_code_and_source(family: str) -> None:
    file = f"golden/questions/{family}.txt"
    lines = [line.split() for line in questions(family)]
    assert sorted(questions(family)) == sorted(expected(family)), f"run: make golden ({file} and its answers differ)"
    for command in (words for words, _ in every_command() if len(words) == 2 and words[0] == family):
        asked = {word for line in lines if line[1:3] == list(command) for word in line}
        for param in command_of(command).params if command[1] not in NOT_ASKED else ():
            named = {*param.opts, *param.secondary_opts}
            if named.isdisjoint(UNASKED_OPTIONS) and any(word.startswith("-") for word in named):
                assert not named.isdisjoint(asked), f"{file}: ask {' '.join(command)} with {' or '.join(named)}"
    tables = {table.name: 1 + sum(not column.measured for column in table.columns) for table in layout(family)}
    assert sums(family).keys() == tables.keys(), f"{file}: ask for the sums of every table, as search.txt does"
    answers = expected(family)
    for table, line in sums(family).items():
        (row,) = answers[line]["answer"]
        assert len(row) == tables[table], f"{file}: ask for the sum of every column of {table} that is not measured"
        is_empty = f"{family}.{table}" in EMPTY
        assert (row["rows"] == 0) == is_empty, f"golden/builds.txt has no build that fills {family}.{table}"
    codes = {answer["exit"] for answer in answers.values()}
    assert codes >= {0, 2, 3}, f"{file}: ask what is answered, refused and not built, too"
    assert all("build" in answer for answer in answers.values() if answer["exit"] == 3)
    documents = [answer["answer"] for answer in answers.values() if isinstance(answer.get("answer"), dict)]
    sources = {document.get("source") for document in documents}
    assert sources >= {"book", "pocket", "computed"}, f"{file}: ask what is stored, shipped and computed, too"


def test_a_changed_number_of_the_book_is_noticed(small_book: Path, tmp_path: Path) -> None:
    book = copy_family(small_book, "dresher", tmp_path / "book")
    (tmp_path / "files").mkdir()
    alter_file(book / "dresher.duckdb", "UPDATE games SET value = value + 1e-9 WHERE n = 11")
    asker, answers = Asker(book, tmp_path / "files"), expected("dresher")
    asked = {f"small dresher value {n}": asker.ask(f"small dresher value {n}") for n in (11, 13)}
    asked |= asker.ask_sums("dresher")
    changed = {change.question for line in asked for change in differences(line, answers[line], asked[line])}
    assert changed == {"small dresher value 11", sums("dresher")["games"]}


def test_every_number_of_an_answer_is_compared() -> None:
    """Each scalar of some answers is changed in turn, and each change is found."""
    answers = [answer for family in FAMILIES for answer in expected(family).values() if "answer" in answer][::40]
    changes = [(answer, other) for answer in answers for other in _changes(answer)]
    assert len(changes) > 500
    assert [change for change in changes if not list(differences("", *change))] == []


def _changes(value: Any) -> Iterator[Any]:
    """The value with one scalar changed, for each of its scalars; a float by far more than any bound."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (value | {key: other} for other in _changes(item))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in _changes(item))
    else:
        yield (
            not value
            if isinstance(value, bool)
            else value + abs(value) + 1
            if isinstance(value, int | float)
            else f"{value}x"
        )


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
