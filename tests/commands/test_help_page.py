"""The help of every command: panels, values by name, and examples that a shell reads as they are written."""

import re
from functools import cache
from typing import Any

import pytest
from program import call, every_command, read

from tafelwerk.commands.help_page import PANELS

COMMANDS = list(every_command())
WIDTHS = (60, 80, 120)


@cache
def help_of(words: tuple[str, ...], columns: int) -> str:
    done = call(*words, "--help", COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("words", "command"), COMMANDS, ids=[" ".join(words) or "root" for words, _ in COMMANDS])
def test_help_fits_and_its_examples_can_be_copied(words: tuple[str, ...], command: Any) -> None:
    examples = re.findall(r"^Example: *(.*(?:\n.+)*)", command.help or "", re.MULTILINE)
    for columns in WIDTHS:
        text = help_of(words, columns)
        assert max(map(len, text.splitlines())) <= columns
        assert "<bool>" not in text
        assert not re.search(r"<(str|bool|int|float|path|file|\w+\|)", text), "a type of Python's stands for a value"
        shown = text.partition("\nExample")[2].partition("╭")[0].partition("\n")[2]
        assert read(shown) == [word for example in examples for word in read(example)]


@pytest.mark.parametrize(
    ("words", "panels"),
    [
        (("mastermind", "next"), ["Game", "Answer", "Book"]),
        (("build", "mastermind"), ["Game", "Build", "Answer", "Book"]),
        (("sql",), ["Options", "Answer", "Book"]),
        (("mastermind",), ["Commands", "Options", "Book"]),
        (("plot",), ["Options", "Answer", "Book"]),
        ((), ["Families", "The book", "Options", "Book"]),
    ],
)
def test_panels(words: tuple[str, ...], panels: list[str]) -> None:
    assert re.findall(r"^╭─ ([\w ]+) ─", help_of(words, 80), re.MULTILINE) == panels


def test_what_every_command_has_comes_last() -> None:
    for words, command in COMMANDS:
        text = help_of(words, 80)
        places = [text.find(f"│ {name} ") for name in ("--json", "--book") if f"│ {name} " in text]
        own = [
            param.opts[0] for param in command.params if not any(param.opts[0] in names for names in PANELS.values())
        ]
        shown = [text.find(f"│ {name}") for name in own if f"│ {name}" in text]
        assert not places or not shown or max(shown) < min(places), words


def test_long_values_are_listed_behind_the_option() -> None:
    text = " ".join(help_of(("sql",), 80).replace("│", " ").split())
    assert "--format FORMAT Format of the rows. " in text
    assert (
        "One of table, line, markdown, json, jsonl, csv, parquet. Default: table, or by the ending of --output." in text
    )


@pytest.mark.parametrize(("words", "command"), COMMANDS, ids=[" ".join(words) or "root" for words, _ in COMMANDS])
def test_usage_is_made_of_placeholders(words: tuple[str, ...], command: Any) -> None:
    """Each argument by its placeholder, in one pair of brackets if it may be omitted, and nothing else."""
    usage = " ".join(help_of(words, 120).partition("\n\n")[0].split())
    begin = " ".join(("Usage: tafelwerk", *words, "[OPTIONS]"))
    assert usage.startswith(begin)
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    pieces = [param.metavar if param.required else f"[{param.metavar}]" for param in arguments]
    if hasattr(command, "list_commands") and command.list_commands(None):
        pieces.append("[COMMAND [ARGS]...]" if command.invoke_without_command else "COMMAND [ARGS]...")
    assert usage == " ".join((begin, *pieces))
    assert balanced(usage), usage
    assert not re.search(r"[{}]|\[\[|(?<![.])[.]{2}(?![.])|[.]{4}", usage), usage


def balanced(text: str) -> bool:
    """Whether every bracket of the text is closed, and none before it is opened."""
    depths = [text[:end].count("[") - text[:end].count("]") for end in range(len(text) + 1)]
    return min(depths) == depths[-1] == 0


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("minimax octal", "CODE"),
        ("minimax grundy", "HEAP..."),
        ("montecarlo duel", "GAME"),
        ("build montecarlo esr", "N M S"),
        ("skat replay", "FILE [NAME]"),
        ("games verify", "[NAME...]"),
        ("build", "[COMMAND [ARGS]...]"),
    ],
)
def test_usage(words: str, pieces: str) -> None:
    assert help_of(tuple(words.split()), 80).startswith(f"Usage: tafelwerk {words} [OPTIONS] {pieces}\n")


def test_a_group_lists_the_first_sentences_of_its_commands() -> None:
    text = " ".join(help_of((), 80).replace("│", " ").split())
    assert " build Build the standard set of every family. tables List what is built" in text
