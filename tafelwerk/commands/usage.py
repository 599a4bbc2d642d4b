"""Usage errors of a command line, each in one line: what was given, what is allowed and where to read on."""

import typer

from tafelwerk.commands.common import Group
from tafelwerk.errors import LONGEST_QUOTE, quoted
from tafelwerk.wording import suggestion

MOST_WORDS = 60
"""Words of a message of typer's."""

NEWCOMERS = ("help", "version")
"""Words with the meaning of --help and --version."""

COMMANDS_OWN = frozenset({"--json", "--compute", "--keep", "--format", "--output"})
"""Options of many commands, but of no group."""

TRUTH_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "0", "1"})


def usage_text(error: typer.TyperException) -> str:
    """What was wrong with the words, what they may be, and where to read on."""
    message = " ".join(map(cut, error.format_message().split()[:MOST_WORDS])).rstrip(".")
    message = message[:1].lower() + message[1:]
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return message
    page = f"{ctx.command_path} --help"
    if isinstance(ctx.command, Group) and "no such command" in message:
        names = ctx.command.list_commands(ctx) + (list(NEWCOMERS) if ctx.parent is None else [])
        word = message.partition("'")[2].partition("'")[0]
        if ctx.command.list_commands(ctx):
            return f"unknown command {quoted(word)}; {suggestion(word, names, page)}"
        return f"{ctx.command_path} takes no argument {quoted(word)}; try: {page}"
    option = getattr(error, "option_name", "")
    if "no such option" in message and option.startswith("--"):
        names = [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")]
        if option in COMMANDS_OWN and isinstance(ctx.command, Group):
            return f"{option} follows the command's name: {ctx.command_path} COMMAND {option}"
        return f"unknown option {quoted(option)}; {suggestion(option, names, page)}"
    extra = message.partition("got unexpected extra argument")[2].removeprefix("(s)").removeprefix("s").strip(" ()")
    if extra.lower() in TRUTH_WORDS:
        message += "; a flag such as --json takes no value"
    elif extra and all(param.param_type_name != "argument" for param in ctx.command.params):
        message = f"{ctx.command_path} takes no argument {quoted(extra)}"
    return f"{message}; try: {page}"


def cut(word: str) -> str:
    """A word of typer's message, shortened, because the message repeats whatever was given."""
    return word if len(word) <= LONGEST_QUOTE else f"{word[:LONGEST_QUOTE]}..."
