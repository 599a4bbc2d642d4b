"""The help of every command: panels, values by name, and examples that a shell reads as they are written."""

import re
from functools import cache

from program import call, every_command, read

from tafelwerk.commands.help_page import PANELS

COMMANDS = list(every_command())
WIDTHS = (60, 80)


@cache
def help_of(words: tuple[str, ...], columns: int) -> str:
    done = call(*words, "--help", COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_help_of_every_command() -> None:
    """It fits, its examples can be copied, what every command has comes last, and usage is made of placeholders:
    each argument by its own, in one pair of brackets if it may be omitted, and nothing else."""
    for words, command in COMMANDS:
        examples = re.findall(r"^Example: *(.*(?:\n.+)*)", command.help or "", re.MULTILINE)
        for columns in WIDTHS:
            text = help_of(words, columns)
            assert max(map(len, text.splitlines())) <= columns, words
            assert not re.search(r"<(str|bool|int|float|path|file|\w+\|)", text), (
                "a type of Python's stands for a value"
            )
            shown = text.partition("\nExample")[2].partition("╭")[0].partition("\n")[2]
            assert read(shown) == [word for example in examples for word in read(example)], words
        common = [text.find(f"│ {name} ") for name in ("--json", "--book") if f"│ {name} " in text]
        panels = {name for names in PANELS.values() for name in names}
        own = [text.find(f"│ {param.opts[0]}") for param in command.params if param.opts[0] not in panels]
        assert not common or max(own, default=-1) < min(common), words
        usage = " ".join(text.partition("\n\n")[0].split())
        arguments = [param for param in command.params if param.param_type_name == "argument"]
        pieces = [param.metavar if param.required else f"[{param.metavar}]" for param in arguments]
        if hasattr(command, "list_commands") and command.list_commands(None):
            pieces.append("[COMMAND [ARGS]...]" if command.invoke_without_command else "COMMAND [ARGS]...")
        assert usage == " ".join(("Usage: tafelwerk", *words, "[OPTIONS]", *pieces))
        assert not re.search(r"[{}]|\[\[|(?<![.])[.]{2}(?![.])|[.]{4}", usage), usage


def test_panels_and_what_stands_in_them() -> None:
    for line, usage, panels in (
        ("mastermind next", "", ["Game", "Answer", "Book"]),
        ("build mastermind", "", ["Game", "Build", "Answer", "Book"]),
        ("build montecarlo esr", " N M S", []),
        ("minimax grundy", " HEAP...", []),
        ("sql", "", ["Options", "Answer", "Book"]),
        ("mastermind", " COMMAND [ARGS]...", ["At the table", "Strategies", "Bounds", "Options", "Book"]),
        ("build", " [COMMAND [ARGS]...]", []),
        ("", " COMMAND [ARGS]...", ["Families", "The book", "Options", "Book"]),
    ):
        text = help_of(tuple(line.split()), 80)
        assert not panels or re.findall(r"^╭─ ([\w ]+) ─", text, re.MULTILINE) == panels, line
        assert text.startswith(f"Usage: tafelwerk {line}".rstrip() + f" [OPTIONS]{usage}"), line
    text = " ".join(help_of(("sql",), 80).replace("│", " ").split())
    assert "--format FORMAT Format of the rows; csv2 has semicolons and decimal commas. " in text
    formats = "table, line, markdown, json, jsonl, csv, csv2, parquet. Default: table, or by the ending of --output."
    assert f"One of {formats}" in text
    text = " ".join(help_of(("verify",), 80).replace("│", " ").split())
    assert "From 1 to 1,000,000,000." in text
    # a group lists the first sentences of its commands
    text = " ".join(help_of((), 80).replace("│", " ").split())
    assert " build Build the standard set of every family. tables List what is built" in text
