"""The help of a command: usage, what it does, examples that can be copied, and its options in panels.

An option is in the panel that it names (`rich_help_panel`), else in the one of `PANELS` that has its name, else in the
first: the game that is asked about. So commands need not say where their options belong.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tafelwerk.commands.copying import copyable
from tafelwerk.commands.output import console, page_width

PAGE_WIDTH = 80
"""Columns of a help page without a terminal."""

MOST_WIDTH = 100
"""Columns of a help page on a wide terminal: longer lines are hard to read."""

GAME, OPTIONS, BUILD, ANSWER, BOOK = "Game", "Options", "Build", "Answer", "Book"
PANELS = {
    BUILD: ("--quick", "--full", "--jobs", "--executor", "--scheduler", "--dry-run", "--force"),
    ANSWER: ("--json", "--format", "--output", "--lang", "--color", "--help"),
    BOOK: ("--book", "--compute", "--keep"),
}
"""Options by panel, in the order in which they are shown."""

COMMANDS = "Commands"
_EXAMPLE = re.compile(r"Example: *")
_SENTENCE = re.compile(r"(.*?[.])(?= [A-Z]).*")
_WIDEST_NAME = 26
_NARROW = 72
_LONGEST_METAVAR = 18
_STEP = 2


def show(command: Any, ctx: Any) -> None:
    """Print the help of a command or a group.

    Args:
        command: the command.
        ctx: its context.
    """
    from rich.text import Text

    width = min(page_width() or PAGE_WIDTH, MOST_WIDTH)
    paper = console()
    paper.width = width
    words, examples = _described(command.help or "")
    usage = " ".join(("tafelwerk", *ctx.command_path.split()[1:], *map(_bare, command.collect_usage_pieces(ctx))))
    paper.print(Text.assemble(("Usage: ", "bold yellow"), (usage, "bold")))
    for paragraph in words:
        paper.print()
        paper.print(Text(paragraph))
    if examples:
        paper.print()
        paper.print(Text("Examples" if len(examples) > 1 else "Example", "bold yellow"))
        for example in examples:
            for line in copyable(example, width - _STEP):
                # a line that is copied has no blanks behind it
                paper.print(Text(" " * _STEP + line), soft_wrap=True)
    paper.print()
    commands = _commands(command, ctx)
    longest = max((len(name) for rows in commands.values() for name, _ in rows), default=0)
    for title, rows in commands.items():
        _panel(paper, title, rows, longest)
    panels = {title: [_row(param, ctx) for param in params] for title, params in _by_panel(command, ctx).items()}
    names = [len(name) for rows in panels.values() for name, _ in rows]
    longest = max((name for name in names if name <= _WIDEST_NAME), default=_WIDEST_NAME)
    for title, rows in panels.items():
        _panel(paper, title, rows, longest)


def _described(help_text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a help text, and the command lines of its examples."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in help_text.split("\n\n") if paragraph.strip()]
    examples = [_EXAMPLE.sub("", paragraph, count=1) for paragraph in paragraphs if _EXAMPLE.match(paragraph)]
    return [paragraph for paragraph in paragraphs if not _EXAMPLE.match(paragraph)], examples


def _commands(group: Any, ctx: Any) -> dict[str, list[tuple[str, str]]]:
    """A group's commands, each with the first sentence of its help, by panel."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in group.list_commands(ctx) if hasattr(group, "list_commands") else ():
        command = group.get_command(ctx, name)
        if command is not None and not command.hidden:
            said = (_described(command.help or "")[0] or [""])[0]
            found.setdefault(command.rich_help_panel or COMMANDS, []).append((name, _SENTENCE.sub(r"\1", said)))
    return found


def _by_panel(command: Any, ctx: Any) -> dict[str, list[Any]]:
    """Arguments and options by panel."""
    params = command.get_params(ctx)
    places = {name: title for title, names in PANELS.items() for name in names}
    own_names = {_main_name(param) for param in params}
    own = GAME if _is_about_game(ctx) and not own_names <= set(places) else OPTIONS
    found: dict[str, list[Any]] = {own: []}
    if "--json" not in own_names:  # no answer to speak of
        places |= dict.fromkeys(PANELS[ANSWER], own)
    for param in params:
        if not getattr(param, "hidden", False):
            title = getattr(param, "rich_help_panel", None) or places.get(_main_name(param), own)
            found.setdefault(title, []).append(param)
    found[own].sort(key=lambda param: param.param_type_name != "argument")
    order = [own, *(title for title in found if title != own and title not in PANELS), *PANELS]
    for title, names in PANELS.items():
        in_order = {name: place for place, name in enumerate(names)}
        found.get(title, []).sort(key=lambda param, places=in_order: places.get(_main_name(param), 0))  # type: ignore[misc]
    return {title: found[title] for title in order if found.get(title)}


def _bare(piece: str) -> str:
    """A piece of the usage without the braces around what is required."""
    return piece[1:-1] if piece.startswith("{") else piece


def _is_about_game(ctx: Any) -> bool:
    from tafelwerk.build.catalogue import FAMILIES

    return bool({*FAMILIES, "play"} & set(ctx.command_path.split()[1:]))


def _main_name(param: Any) -> str:
    """The long name of an option, the name of an argument."""
    name: str = max(param.opts, key=len)
    return name


def _row(param: Any, ctx: Any) -> tuple[str, str]:
    """The names of a parameter with what stands for its value, and what it is, may be and is by default."""
    what, default, value_left_out = " ".join((param.help or "").split()).partition("Default:")
    said = [what.strip()]
    if param.param_type_name == "argument":
        name = param.metavar or param.name.upper()
    else:
        name = ", ".join(sorted((*param.opts, *param.secondary_opts), key=len, reverse=True))
        if not param.is_flag:
            value, alternatives = _value(param)
            name += f" {value}"
            said += [f"One of {', '.join(alternatives)}."] if alternatives else []
    said += [_bounds(param), default + value_left_out or _default(param, ctx), "Required." if param.required else ""]
    return name, " ".join(filter(None, (text if not text or text[-1] in ".!?" else f"{text}." for text in said)))


def _value(param: Any) -> tuple[str, Sequence[str]]:
    """What stands for an option's value, and what it may be where that says too little."""
    text = param.metavar or ""
    if text and len(text) <= _LONGEST_METAVAR:
        return text, ()
    kind = param.type_descriptor
    alternatives = [str(choice) for choice in kind.choices or ()] if kind.is_choice else text.split("|")
    if len(alternatives) < 2 or all(choice in (param.help or "") for choice in alternatives):
        alternatives = []
    name = max(param.opts, key=len).lstrip("-").rpartition("-")[2].upper()
    return name, alternatives


def _bounds(param: Any) -> str:
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    if most is not None:
        return f"{f'From {least:,}' if least is not None else 'Up'} to {most:,}."
    return "" if least is None else f"At least {least:,}."


def _default(param: Any, ctx: Any) -> str:
    """The default that typer would show."""
    value = param._extract_default_help_str(ctx=ctx)
    if value is None or not param.show_default or getattr(param, "is_flag", False):
        return ""
    text = param._get_default_string(ctx=ctx, show_default_is_str=False, default_value=value)
    return f"Default: {text}." if text else ""


def _panel(paper: Any, title: str, rows: Iterable[tuple[str, str]], longest: int) -> None:
    """Print rows of names and texts in a box; where there is little room, or the name is long, the text stands below."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    parts: list[Any] = []
    for name, said in rows:
        styled = Text(name)
        styled.highlight_regex(r"^[^ A-Z]\S*(?:, -\S+)*", "bold cyan")
        styled.highlight_regex(r" .*[A-Z].*$", "yellow")
        if len(name) > longest or paper.width < _NARROW:
            parts += [styled, Padding(Text(said), (0, 0, 0, 2 * _STEP if paper.width < _NARROW else longest + _STEP))]
            continue
        grid = Table.grid(padding=(0, _STEP, 0, 0))
        grid.add_column(width=longest)
        grid.add_column()
        grid.add_row(styled, Text(said))
        parts.append(grid)
    paper.print(Panel(Group(*parts), title=title, title_align="left", border_style="dim", padding=(0, 1)))
