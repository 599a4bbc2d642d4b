"""The help of every command: panels, values by name, and examples that a shell reads as they are written."""

import re
from functools import cache

import pytest
from program import call, every_command, read

from tafelwerk.commands.help_page import PANELS

COMMANDS = list(every_command())
WIDTHS = (60, 80)


@cache
def help_of(words: tuple[str, ...], columns: int) -> str:
    done = call(*words, "--help", COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("columns", WIDTHS)
def test_help_fits_and_its_examples_can_be_copied(columns: int) -> None:
    for words, command in COMMANDS:
        examples = re.findall(r"^Example: *(.*(?:\n.+)*)", command.help or "", re.MULTILINE)
        text = help_of(words, columns)
        assert max(map(len, text.splitlines())) <= columns, words
        assert not re.search(r"<(str|bool|int|float|path|file|\w+\|)", text), "a type of Python's stands for a value"
        shown = text.partition("\nExample")[2].partition("╭")[0].partition("\n")[2]
        assert read(shown) == [word for example in examples for word in read(example)], words


def test_panels() -> None:
    for line, panels in (
        ("mastermind next", ["Game", "Answer", "Book"]),
        ("build mastermind", ["Game", "Build", "Answer", "Book"]),
        ("sql", ["Options", "Answer", "Book"]),
        ("mastermind", ["Commands", "Options", "Book"]),
        ("", ["Families", "The book", "Options", "Book"]),
    ):
        assert re.findall(r"^╭─ ([\w ]+) ─", help_of(tuple(line.split()), 80), re.MULTILINE) == panels


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


def test_usage_is_made_of_placeholders() -> None:
    """Each argument by its placeholder, in one pair of brackets if it may be omitted, and nothing else."""
    for words, command in COMMANDS:
        usage = " ".join(help_of(words, 80).partition("\n\n")[0].split())
        arguments = [param for param in command.params if param.param_type_name == "argument"]
        pieces = [param.metavar if param.required else f"[{param.metavar}]" for param in arguments]
        if hasattr(command, "list_commands") and command.list_commands(None):
            pieces.append("[COMMAND [ARGS]...]" if command.invoke_without_command else "COMMAND [ARGS]...")
        assert usage == " ".join(("Usage: tafelwerk", *words, "[OPTIONS]", *pieces))
        assert not re.search(r"[{}]|\[\[|(?<![.])[.]{2}(?![.])|[.]{4}", usage), usage
    for line, said in (
        ("minimax octal", "CODE"),
        ("minimax grundy", "HEAP..."),
        ("build montecarlo esr", "N M S"),
        ("skat replay", "FILE [NAME]"),
        ("games verify", "[NAME...]"),
        ("build", "[COMMAND [ARGS]...]"),
    ):
        assert help_of(tuple(line.split()), 80).startswith(f"Usage: tafelwerk {line} [OPTIONS] {said}\n")


def test_a_group_lists_the_first_sentences_of_its_commands() -> None:
    text = " ".join(help_of((), 80).replace("│", " ").split())
    assert " build Build the standard set of every family. tables List what is built" in text
