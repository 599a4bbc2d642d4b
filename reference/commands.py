"""Every command of the program: what it does, its arguments and options, examples."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer.main

from reference.markdown import anchor, bullets, code, page, prose
from tafelwerk.cli import PROGRAM, root
from tafelwerk.commands.help_page import ParameterHelp, parameter_help

EXAMPLE = "Example: "
KINDS = ("argument", "option")
INTRODUCTION = """\
Every command has `--help`, which says the same. `--book` may stand before or after the subcommand. Exit codes: 0 answered,
1 a bug in the program, 2 bad input, 3 not stored and expensive to compute, 4 a damaged, newer or foreign file, books that differ
or a check that failed, 5 cannot read or write, 130 interrupted."""


@dataclass(frozen=True)
class CommandPage:
    """A command or a group of commands.

    Attributes:
        path: the words that call it, as `tafelwerk mastermind next`.
        text: what it does; the first paragraph is the summary.
        examples: command lines.
        arguments, options: in the order of the definition, `--help` left out.
        is_group: whether it has subcommands.
        panel: heading under which the program lists it.
    """

    path: str
    text: str
    examples: tuple[str, ...]
    arguments: tuple[ParameterHelp, ...]
    options: tuple[ParameterHelp, ...]
    is_group: bool
    panel: str

    @property
    def summary(self) -> str:
        """The first paragraph."""
        return " ".join(self.text.partition("\n\n")[0].split())


def commands() -> Iterator[CommandPage]:
    """All commands, each group before its own, in the order of the help pages."""
    command = typer.main.get_command(root)
    yield from _walk(command, command.make_context(PROGRAM, [], resilient_parsing=True))


def _walk(command: Any, ctx: Any) -> Iterator[CommandPage]:
    is_group = hasattr(command, "list_commands")
    text, examples = _split(command.help or "")
    shown = [param for param in command.get_params(ctx) if _is_shown(param)]
    arguments, options = (
        tuple(parameter_help(param, ctx) for param in shown if param.param_type_name == kind) for kind in KINDS
    )
    yield CommandPage(
        ctx.command_path,
        text,
        tuple(examples),
        arguments,
        options,
        is_group,
        getattr(command, "rich_help_panel", None) or "",
    )
    for name in command.list_commands(ctx) if is_group else ():
        child = command.get_command(ctx, name)
        if not getattr(child, "hidden", False):
            yield from _walk(child, type(ctx)(child, info_name=name, parent=ctx, resilient_parsing=True))


def _is_shown(param: Any) -> bool:
    return "--help" not in param.opts and not getattr(param, "hidden", False)


def _split(text: str) -> tuple[str, list[str]]:
    """A help text without its examples, and the examples."""
    paragraphs = [part for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
    examples = [" ".join(part.split())[len(EXAMPLE) :] for part in paragraphs if part.strip().startswith(EXAMPLE)]
    return "\n\n".join(part for part in paragraphs if not part.strip().startswith(EXAMPLE)), examples


def text() -> str:
    """The page."""
    found = list(commands())
    first, *others = found
    families = [one for one in others if one.path.count(" ") == 1]
    listed = bullets((f"[`{one.path}`](#{anchor(one.path)})", one.summary) for one in families)
    return page("Commands", INTRODUCTION, [listed, *(_section(one) for one in (first, *others))])


def _section(one: CommandPage) -> str:
    level = "##" if one.path.count(" ") < 2 else "###"
    parts = [f"{level} {one.path}", prose(one.text)]
    if one.examples:
        parts.append(code("\n".join(one.examples), "sh"))
    for name, rows in (("Arguments", one.arguments), ("Options", one.options)):
        parts += [f"{name}:", bullets(map(_row, rows))] if rows else []
    return "\n\n".join(parts)


def _row(param: ParameterHelp) -> tuple[str, str]:
    names = ", ".join(f"`{name}`" for name in param.names)
    return f"{names} `{param.value}`" if param.value else names, param.text
