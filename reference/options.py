"""Every option of every command: its idea, what stands for its value, and the commands that take it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reference.commands import commands
from reference.markdown import page, table
from tafelwerk.cli import PROGRAM
from tafelwerk.web.command_forms import label_of

INTRODUCTION = """\
An option has one name wherever it is taken, and a name means one thing; where that is not so, the table says why. `--help` of a
command has the bounds and defaults."""

VOCABULARY = Path(__file__).with_name("options.txt")

MOST_NAMED = 8
"""Commands that are named in a row."""

_HEAD = re.compile(r"(--[a-z-]+): ([^(]+?)(?: \((.+)\))?")


@dataclass(frozen=True)
class Idea:
    """What an option means.

    Attributes:
        option: its name.
        text: the idea in words.
        reason: why the name has another idea, or the idea another name; "" for the first of them.
        labels: what help texts of the option begin with.
    """

    option: str
    text: str
    reason: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Use:
    """An option of a command.

    Attributes:
        command: the words behind the program's name; "" for the program.
        names: of the option.
        value: what stands for its value; "" for a flag.
        label: what its help begins with.
    """

    command: str
    names: tuple[str, ...]
    value: str
    label: str


def vocabulary() -> Iterator[Idea]:
    """The ideas of options.txt, in order."""
    text = re.sub(r"^#.*\n", "", VOCABULARY.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for block in text.strip().split("\n\n"):
        head, *labels = block.splitlines()
        match = _HEAD.fullmatch(head)
        assert match is not None, f"options.txt: {head}"
        yield Idea(match[1], match[2], match[3] or "", tuple(label.strip() for label in labels))


def uses() -> Iterator[Use]:
    """Every option of every command, in the order of the help pages; --help stands in all of them."""
    for command in commands():
        for option in command.options:
            path = command.path.removeprefix(PROGRAM).strip()
            yield Use(path, option.names, option.value, label_of(option.text))


def text() -> str:
    """The page."""
    taken: dict[tuple[str, str], list[Use]] = {}
    for use in uses():
        for name in use.names:
            taken.setdefault((name, use.label), []).append(use)
    rows = []
    for idea in vocabulary():
        own = [use for label in idea.labels for use in taken[idea.option, label]]
        values = dict.fromkeys(use.value for use in own if use.value)
        names = dict.fromkeys(use.command or PROGRAM for use in own)
        listed = ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} commands"
        other = dict.fromkeys(name for use in own for name in use.names if name != idea.option)
        meaning = f"{idea.text} ({idea.reason})" if idea.reason else idea.text
        named = ", ".join(f"`{name}`" for name in (idea.option, *other))
        rows.append((named, ", ".join(f"`{value}`" for value in values) or "flag", meaning, listed))
    return page("Options", INTRODUCTION, [table(("option", "value", "meaning", "commands"), rows)])
