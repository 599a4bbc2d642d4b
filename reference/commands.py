"""Every command of the program: what it does, its arguments and options, examples."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer.main

from reference.markdown import anchor, bullets, code, page, prose
from tafelwerk.cli import PROGRAM, root

EXAMPLE = "Example: "
INTRODUCTION = """\
Every command has `--help`, which says the same. `--book` may stand before or after the subcommand. Exit codes: 0 answered,
1 a bug in the program, 2 bad input, 3 not stored and expensive to compute, 4 a damaged, newer or foreign file, books that differ
or a check that failed, 5 cannot read or write, 130 interrupted."""


@dataclass(frozen=True)
class Parameter:
    """An argument or an option.

    Attributes:
        names: the names of an option; of an argument its placeholder.
        value: placeholder of an option's value with its range, "" for a flag.
        help: what it means.
        is_option: whether it is an option.
    """

    names: tuple[str, ...]
    value: str
    help: str
    is_option: bool


@dataclass(frozen=True)
class CommandPage:
    """A command or a group of commands.

    Attributes:
        path: the words that call it, as `tafelwerk mastermind next`.
        text: what it does; the first paragraph is the summary.
        examples: command lines.
        parameters: arguments and options, in the order of the help page.
        is_group: whether it has subcommands.
        panel: heading under which the program lists it.
    """

    path: str
    text: str
    examples: tuple[str, ...]
    parameters: tuple[Parameter, ...]
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
    yield CommandPage(
        ctx.command_path,
        text,
        tuple(examples),
        tuple(_parameter(param, ctx) for param in command.get_params(ctx) if _is_shown(param)),
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


def _parameter(param: Any, ctx: Any) -> Parameter:
    is_option = param.param_type_name == "option"
    value = param.metavar or "" if is_option and not param.is_flag else ""
    bounds = param._get_number_range_help_str() if value else ""
    names = (*param.opts, *param.secondary_opts) if is_option else (param.metavar or param.name.upper(),)
    text = param.help or ""
    default = _default(param, ctx) if is_option else ""
    if default and "Default:" not in text:
        text = f"{text} Default: {default}."
    return Parameter(names, " ".join(filter(None, (value, bounds and f"[{bounds}]"))), text.strip(), is_option)


def _default(param: Any, ctx: Any) -> str:
    """The default as the help page shows it."""
    if not getattr(param, "show_default", False) or param.default in (None, False):
        return ""
    default = param.default
    return str(getattr(default, "value", default)) if not callable(default) else ""


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
    for name, is_option in (("Arguments", False), ("Options", True)):
        rows = [_row(param) for param in one.parameters if param.is_option == is_option]
        parts += [f"{name}:", bullets(rows)] if rows else []
    return "\n\n".join(parts)


def _row(param: Parameter) -> tuple[str, str]:
    names = ", ".join(f"`{name}`" for name in param.names)
    return f"{names} `{param.value}`" if param.value else names, param.help
