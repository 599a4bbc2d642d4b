"""The help of a command: usage, what it does, examples that can be copied, and its options in panels.

An option is in the panel that it names (`rich_help_panel`), else in the one of `PANELS` that has its name, else in the
first: the game that is asked about. So commands need not say where their options belong.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from shlex import quote, split
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import copyable
from tafelwerk.commands.output import console, page_width
from tafelwerk.frozen import frozen
from tafelwerk.language import message, say, translate
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.play.games import Entry

PAGE_WIDTH = 80
"""Columns of a help page without a terminal."""

MOST_WIDTH = 100
"""Columns of a help page on a wide terminal: longer lines are hard to read."""

GAME, OPTIONS, BUILD = message("Game"), message("Options"), message("Build")
ANSWER, BOOK, COMMANDS = message("Answer"), message("Book"), message("Commands")
PANELS = {
    BUILD: ("--quick", "--full", "--jobs", "--executor", "--scheduler", "--dry-run", "--force"),
    ANSWER: ("--json", "--format", "--output", "--lang", "--color", "--help"),
    BOOK: ("--book", "--compute", "--keep"),
}
"""Options by panel, in the order in which they are shown."""


@frozen
class ParameterHelp:
    """What a page says of an argument or an option.

    Attributes:
        names: of an option the longest first; of an argument its placeholder.
        value: placeholder of an option's value, "" for a flag or an argument.
        text: what it is, may be and is by default.
    """

    names: tuple[str, ...]
    value: str
    text: str


_SENTENCE = r"(.*?[.])(?= [A-ZÄÖÜ]).*"
_KIND = r"[a-z]*"
"""What names of a game's forms have in common: dsc of dsc 10, grundy of grundy:12."""
_WIDEST_NAME = 26
_NARROW = 72
_LONGEST_METAVAR = 18
_STEP = 2


def show(command: Any, ctx: Any, game: "Entry | None" = None) -> None:
    """Print the help of a command or a group.

    Args:
        command: the command.
        ctx: its context.
        game: game that is started by the command, whose help leaves out what belongs to the command's other games.
    """
    from rich.text import Text

    width = min(page_width() or PAGE_WIDTH, MOST_WIDTH)
    paper = console()
    paper.width = width
    paragraphs, examples = split_help(command.help or "")
    if game is None:
        usage = " ".join(("tafelwerk", *ctx.command_path.split()[1:], *_usage_pieces(command, ctx)))
    else:
        usage = f"{game.line} {say(command.options_metavar)}"
        paragraphs = [game.task, *paragraphs[1:]] if game.texts else paragraphs
        examples = game_examples(game, examples)
    paper.print(Text.assemble((f"{say('Usage')}: ", "bold yellow"), (usage, "bold")))
    for paragraph in paragraphs:
        paper.print()
        paper.print(Text(paragraph))
    if examples:
        paper.print()
        paper.print(Text(say("Examples") if len(examples) > 1 else say("Example"), "bold yellow"))
        for example in examples:
            for line in copyable(example, width - _STEP):
                # a line that is copied has no blanks behind it
                paper.print(Text(" " * _STEP + line), soft_wrap=True)
    paper.print()
    commands = _commands(command, ctx)
    longest = max((len(name) for rows in commands.values() for name, _ in rows), default=0)
    for title, rows in commands.items():
        _panel(paper, say(title), rows, longest)
    texts = {} if game is None else game.texts
    panels = {title: _rows(params, ctx, texts) for title, params in _by_panel(command, ctx).items()}
    names = [len(name) for rows in panels.values() for name, _ in rows]
    longest = max((name for name in names if name <= _WIDEST_NAME), default=_WIDEST_NAME)
    for title, rows in panels.items():
        _panel(paper, say(title), rows, longest)


def paragraphs(help_text: str) -> list[str]:
    """The paragraphs of a help text, each in one line."""
    return [" ".join(paragraph.split()) for paragraph in help_text.split("\n\n") if paragraph.strip()]


def split_help(help_text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a help text, and the command lines of its examples."""
    mark = re.compile(f"(?:Example|{say('Example')}): *")
    texts = paragraphs(help_text)
    examples = [mark.sub("", paragraph, count=1) for paragraph in texts if mark.match(paragraph)]
    return [paragraph for paragraph in texts if not mark.match(paragraph)], examples


def game_examples(game: "Entry", examples: Sequence[str]) -> list[str]:
    """How a game is started, then the examples of its command that play it: with its options, and none of other games."""
    typed = split(game.line)[3:]
    options = {word for word in typed if word.startswith("--")}
    others = {name for name, text in game.texts.items() if not text}
    kind = re.match(_KIND, typed[0])[0] if typed and not options & set(typed[:1]) else ""  # type: ignore[index]
    lines = [game.line] if game.takes_words else [f"tafelwerk play {quote(game.name)}", game.line]
    for example in examples:
        words = split(example)[3:]
        names_game = not kind or bool(words and re.match(_KIND, words[0])[0] == kind)  # type: ignore[index]
        if names_game and options <= set(words) and not others & set(words):
            lines.append(example)
    return list(dict.fromkeys(lines))


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return re.sub(_SENTENCE, r"\1", text)


def _commands(group: Any, ctx: Any) -> dict[str, list[tuple[str, str]]]:
    """A group's commands, each with the first sentence of its help, by panel."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for name in group.list_commands(ctx) if hasattr(group, "list_commands") else ():
        command = group.get_command(ctx, name)
        if command is not None and not command.hidden:
            sentence = (split_help(command.help or "")[0] or [""])[0]
            rows.setdefault(command.rich_help_panel or COMMANDS, []).append((name, first_sentence(sentence)))
    return rows


def _by_panel(command: Any, ctx: Any) -> dict[str, list[Any]]:
    """Arguments and options by panel."""
    params = command.get_params(ctx)
    places = {name: title for title, names in PANELS.items() for name in names}
    own_names = {main_name(param) for param in params}
    main = GAME if _is_about_game(ctx) and not own_names <= set(places) else OPTIONS
    panels: dict[str, list[Any]] = {main: []}
    if "--json" not in own_names:  # no answer to speak of
        places |= dict.fromkeys(PANELS[ANSWER], main)
    for param in params:
        if not getattr(param, "hidden", False):
            title = getattr(param, "rich_help_panel", None) or places.get(main_name(param), main)
            panels.setdefault(title, []).append(param)
    panels[main].sort(key=lambda param: param.param_type_name != "argument")
    order = [main, *(title for title in panels if title != main and title not in PANELS), *PANELS]
    for title, names in PANELS.items():
        in_order = {name: position for position, name in enumerate(names)}
        panels.get(title, []).sort(key=lambda param, places=in_order: places.get(main_name(param), 0))  # type: ignore[misc]
    return {title: panels[title] for title in order if panels.get(title)}


def _usage_pieces(command: Any, ctx: Any) -> list[str]:
    """What follows a command's name: the arguments' placeholders that the page describes, in brackets if they may be omitted."""
    arguments = [param for param in command.get_params(ctx) if param.param_type_name == "argument" and not param.hidden]
    pieces = [say(command.options_metavar)]
    pieces += [_in_brackets(parameter_help(param, ctx).names[0], not param.required) for param in arguments]
    if hasattr(command, "list_commands") and command.list_commands(ctx):
        pieces.append(_in_brackets(say(command.subcommand_metavar), command.invoke_without_command))
    return pieces


def _in_brackets(piece: str, is_optional: bool) -> str:
    return f"[{piece}]" if is_optional else piece


def _is_about_game(ctx: Any) -> bool:
    from tafelwerk.families import FAMILIES

    return bool({*FAMILIES, "play"} & set(ctx.command_path.split()[1:]))


def main_name(param: Any) -> str:
    """The long name of an option, the name of an argument."""
    name: str = max(param.opts, key=len)
    return name


def parameter_help(param: Any, ctx: Any) -> ParameterHelp:
    """What a page says of an argument or an option of a command.

    Args:
        param: the argument or option.
        ctx: the command's context.
    """
    text = " ".join((param.help or "").split())
    what, *defaults = re.split(f"(?=(?:Default|{say('Default')}):)", text, maxsplit=1)
    sentences = [what.strip()]
    names, value = (param.metavar or param.name.upper(),), ""
    if param.param_type_name != "argument":
        names = tuple(sorted((*param.opts, *param.secondary_opts), key=len, reverse=True))
        if not param.is_flag:
            value, alternatives = _value(param)
            sentences += [say("One of {values}.", values=", ".join(alternatives))] if alternatives else []
    sentences += [_bounds(param), *(defaults or [_default(param, ctx)]), say("Required.") if param.required else ""]
    text = " ".join(filter(None, (text if not text or text[-1] in ".!?" else f"{text}." for text in sentences)))
    return ParameterHelp(names, value, text)


def _rows(params: Iterable[Any], ctx: Any, texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The names of parameters with what stands for their values, and what is said of them, in `texts` or by themselves.

    A name in `texts` may have what stands for the value behind it; a parameter with an empty text there is left out.
    """
    overrides = {name: (value, text) for key, text in texts.items() for name, _, value in [key.partition(" ")]}
    rows = []
    for param in params:
        described = parameter_help(param, ctx)
        value, text = next(
            (overrides[name] for name in described.names if name in overrides), (described.value, described.text)
        )
        if text:
            rows.append((" ".join(filter(None, (", ".join(described.names), value or described.value))), text))
    return rows


def _value(param: Any) -> tuple[str, Sequence[str]]:
    """What stands for an option's value, and what it may be where that says too little."""
    text = param.metavar or ""
    if text and len(text) <= _LONGEST_METAVAR:
        return text, ()
    words = alternatives(param)
    if all(choice in (param.help or "") for choice in words):
        words = ()
    name = max(param.opts, key=len).lstrip("-").rpartition("-")[2].upper()
    return name, words


def alternatives(param: Any) -> tuple[str, ...]:
    """All values that a parameter may have, by its type or, as A|B|C, by its placeholder; none if there are others."""
    kind = param.type_descriptor
    choices = (
        tuple(str(choice) for choice in kind.choices or ()) if kind.is_choice else (param.metavar or "").split("|")
    )
    return tuple(choices) if len(choices) > 1 and "..." not in choices else ()


def bounds(param: Any) -> tuple[float | None, float | None]:
    """The least and the greatest number that a parameter may be; None for none."""
    return getattr(param, "min", None), getattr(param, "max", None)


def default_text(param: Any, ctx: Any) -> str:
    """The default that typer would show; "" for none, and for a flag."""
    value = param._extract_default_help_str(ctx=ctx)
    if value is None or not param.show_default or getattr(param, "is_flag", False):
        return ""
    return str(param._get_default_string(ctx=ctx, show_default_is_str=False, default_value=value))


def _bounds(param: Any) -> str:
    ends = bounds(param)
    least, most = (None if end is None else number_text(end) for end in ends)
    if least and most:
        return say("From {least} to {most}.", least=least, most=most)
    if least:
        return say("At least {least}.", least=least)
    return say("Up to {most}.", most=most) if most else ""


def _default(param: Any, ctx: Any) -> str:
    text = default_text(param, ctx)
    return f"{say('Default')}: {translate(text, 'help')}." if text else ""


def _panel(paper: Any, title: str, rows: Iterable[tuple[str, str]], longest: int) -> None:
    """Print rows of names and texts in a box; where there is little room, or the name is long, the text stands below."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    parts: list[Any] = []
    for name, text in rows:
        styled = Text(name)
        styled.highlight_regex(r"^[^ A-Z]\S*(?:, -\S+)*", "bold cyan")
        styled.highlight_regex(r" .*[A-Z].*$", "yellow")
        if len(name) > longest or paper.width < _NARROW:
            parts += [styled, Padding(Text(text), (0, 0, 0, 2 * _STEP if paper.width < _NARROW else longest + _STEP))]
            continue
        grid = Table.grid(padding=(0, _STEP, 0, 0))
        grid.add_column(width=longest)
        grid.add_column()
        grid.add_row(styled, Text(text))
        parts.append(grid)
    paper.print(Panel(Group(*parts), title=title, title_align="left", border_style="dim", padding=(0, 1)))
